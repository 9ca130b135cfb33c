"""The commands of ``topboard event``: those in the table of actions, and those that only read."""

from __future__ import annotations

import argparse
from keyword import iskeyword
from typing import TYPE_CHECKING, Any

from topboard.errors import TopboardError
from topboard.event.arguments import WHOLE, parse_verbs
from topboard.event.policy.objections import WORDS
from topboard.event.verbs import VERBS
from topboard.messages import say_kept

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.event.arguments import AskedField, Verb

_JOURNAL = """
  FILE  the journal of the event
  --json  print JSON
  --section NAME  the section, if there are several"""
_READS, _ACTS = parse_verbs(f"""\
reads: {_JOURNAL}
acts: {_JOURNAL}
  --who NAME  who acts; else the user of the computer
  --at TIME  when, in ISO 8601; else now
  --reason TEXT  why
  --authority OFFICE:NAME  by whose word: {{offices}}
  --yes  confirm the warnings
  --yes-again  and once more, where that is asked for""")
_READING = """\
preview: Pair the round to come without putting it down.
log: Print the journal.
  --after ENTRY
show: Print the state of the event, or a round.
  --round N
  --requests  print who asks not to be paired, and who shares a club or a region
standings: Print the standings of a section.
  --category NAME  only of those in it: one that is settled, or U16, U1800, women …
prizes: Print who takes which prize, and why.
verify: Prove the chain and pair every round again.
  --head HASH  the journal must have it: from a sheet
  --key HEX  the first key of the journal must be this one, as it was printed or published
  --by-proof  do not pair rounds again that have a proof
replay: Make a published round again, byte for byte.
  ROUND
export: Write the journal, a report, or tables.
  OUTPUT? --to journal|trf16|trf26|event-json|csv|xlsx --what standings|pairings
  --round N  which pairings; else the last
  --salvage  what is left of a damaged file
import-journal: Make a file of an exported journal.
  SOURCE
move: Move the event to a host, to another one, or back into a file.
  TARGET"""
ROWS = (
    *((_ACTS, verb) for verb in VERBS.values()),
    *((_READS, verb) for verb in parse_verbs(_READING)),
)
"""Every command, with the arguments that all of its kind have."""


def add_verbs(parser: argparse.ArgumentParser, kind: type[argparse.ArgumentParser]) -> None:
    """Add all commands of ``topboard event`` to the parser, each with a parser of that kind."""
    verbs = parser.add_subparsers(metavar="ACT", required=True, parser_class=kind)
    for common, row in ROWS:
        words = say_kept(row.words)
        verb = verbs.add_parser(row.name, help=words, description=words)
        verb.set_defaults(run=_command(row))
        either: argparse._ActionsContainer | None = None
        for field in (*common.fields, *row.fields):
            if field.instead:
                either = either or verb.add_mutually_exclusive_group(required=True)
            if not field.word.startswith("@"):
                _add(either if either and field.instead else verb, field)


def _add(verb: argparse._ActionsContainer, field: AskedField) -> None:
    more: dict[str, Any] = {}
    if field.help:
        more["help"] = say_kept(field.help, offices=", ".join(WORDS))
    if not field.says:
        more["action"] = "store_true"
    elif field.choices:
        more["choices"] = list(field.choices)
    elif " " in field.says:
        more["metavar"] = tuple(field.says.split())
        more["nargs"] = len(more["metavar"])
    else:
        more["metavar"] = field.says
    if field.says in WHOLE:
        more["type"] = int
    match field.many:
        case "!":
            more["required"] = True
        case "...":
            more["action"] = "append"
        case "?" | "*" | "+":
            more["nargs"] = field.many
    verb.add_argument(field.word, **more)


def _command(verb: Verb) -> Callable[[argparse.Namespace], int]:
    """Return the function of a command, which is imported when it is called."""

    def run(request: argparse.Namespace) -> int:
        try:
            return call(request)
        except TopboardError as error:
            if getattr(request, "json", False):
                from topboard.cli.event_text import print_error_json

                print_error_json(error)
            raise

    def call(request: argparse.Namespace) -> int:
        from topboard.cli import event_commands, event_files, event_verify

        if verb.kinds:
            return event_commands.as_asked(request, verb)
        homes = (event_commands, event_files, event_verify)
        function = verb.name.replace("-", "_") + "_" * iskeyword(verb.name)
        home = next(one for one in homes if hasattr(one, function))
        done: int = getattr(home, function)(request)
        return done

    return run
