"""The parsers of ``topboard event``, built from the annotated fields of its request classes."""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any

from topboard.cli.parser import (
    CommandParser,
    add_subcommand,
    add_subcommands,
    load_command_function,
    parse_whole_number,
)
from topboard.errors import TopboardError
from topboard.event.arguments import Parameter, list_entered_fields_of_class
from topboard.event.commands import ActionRequest
from topboard.event.parameters import Argument
from topboard.event.policy.objections import WORDS
from topboard.event.verbs import CANCEL, VERB_GROUPS, ActionVerb, Verb
from topboard.messages import say_kept


def add_verbs(parser: CommandParser) -> None:
    """Add all subcommands of ``topboard event``.

    The arguments of a subcommand are added only when it is used.
    """
    verbs = add_subcommands(parser, "ACTION")
    for _, rows in VERB_GROUPS:
        for row in rows:
            example = f"topboard event {row.example}"
            verb = add_subcommand(verbs, row.name, say_kept(row.help), example, row.old_name)
            verb.fill = partial(_add_arguments_of_verb, row)
            verb.set_defaults(run=partial(_run_subcommand, row))
    parser.command_groups = tuple(
        (say_kept(title), tuple(row.name for row in rows)) for title, rows in VERB_GROUPS
    )


def _add_arguments_of_verb(row: Verb, verb: CommandParser) -> None:
    either: argparse._ActionsContainer | None = None
    for one, mark in _list_arguments_of_verb(row):
        if mark.exclusive:
            either = either or verb.add_mutually_exclusive_group(required=True)
        _add_argument_for_field(either if either and mark.exclusive else verb, one, mark)
    if isinstance(row, ActionVerb) and row.cancel is not None:
        assert CANCEL.help is not None
        verb.add_argument(CANCEL.flag, action="store_true", help=say_kept(CANCEL.help))


def _list_arguments_of_verb(row: Verb) -> list[tuple[Parameter, Argument]]:
    if isinstance(row, ActionVerb):
        return [
            *list_entered_fields_of_class(ActionRequest),
            *list_entered_fields_of_class(row.action),
        ]
    return [*list_entered_fields_of_class(row.request)]


def _add_argument_for_field(
    verb: argparse._ActionsContainer, one: Parameter, mark: Argument
) -> None:
    more: dict[str, Any] = {}
    choices = one.choices
    if mark.help:
        more["help"] = say_kept(mark.help, offices=", ".join(WORDS))
    if choices:
        more["choices"] = list(choices)
    elif one.kind is bool:
        more["action"] = "store_true"
    else:
        more["metavar"] = mark.metavar
        if one.item_type is int and not mark.in_tenths:
            more["type"] = parse_whole_number
    if mark.required:
        more["required"] = True
    if mark.repeated:
        more["action"] = "append"
    elif mark.nargs:
        more["nargs"] = mark.nargs
    elif one.has_several_values:
        more["nargs"] = len(mark.metavar)
    if mark.short:
        verb.add_argument(mark.short, mark.flag, **more)
    else:
        verb.add_argument(mark.flag or mark.name, **more)
    if mark.old_positional:
        verb.add_argument("old_output", nargs="?", help=argparse.SUPPRESS)


def _run_subcommand(row: Verb, said: argparse.Namespace) -> int:
    try:
        code: int = load_command_function("event_run", "run_verb")(row, vars(said))
        return code
    except TopboardError as error:
        if said.json:
            load_command_function("event_text", "print_error_json")(error)
        raise
