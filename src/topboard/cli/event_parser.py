"""The verbs of ``topboard event``, their options and their help."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from topboard.event.acts import ChangeGround, TableGround
from topboard.event.governance.objections import WORDS

if TYPE_CHECKING:
    from collections.abc import Callable

    Verbs = argparse._SubParsersAction[argparse.ArgumentParser]
    Verb = argparse.ArgumentParser

GROUNDS = {ground.name.lower().replace("_", "-"): ground for ground in ChangeGround}
TABLE_GROUNDS = {ground.name.lower(): ground for ground in TableGround}
HELP = {"rating": "a number, or with lists, as in 'FIDE 2000, FIDE rapid 2026-11 1950'; 0: none"}
FIELDS = ("rating", "title", "federation", "fide-id", "sex", "birth", "letter", "short-name")


def add_verbs(parser: Verb, kind: type[Verb]) -> None:
    """Give the parser all verbs of an event's life, each with a parser of that kind."""
    verbs = parser.add_subparsers(metavar="ACT", required=True, parser_class=kind)
    for add in (_set_up, _entries, _lots, _people, _rounds, _results, _back, _reading, _files):
        add(verbs)


def _verb(verbs: Verbs, name: str, summary: str, *, reads: bool = False) -> Verb:
    verb = verbs.add_parser(name, help=summary, description=summary)
    verb.set_defaults(run=_command(name))
    verb.add_argument("file", metavar="FILE", help="the journal of the event")
    verb.add_argument("--json", action="store_true", help="print JSON")
    verb.add_argument("--section", metavar="NAME", help="the section, if there are several")
    if not reads:
        verb.add_argument("--who", metavar="NAME", help="who acts; else the user of the computer")
        verb.add_argument("--at", metavar="TIME", help="when, in ISO 8601; else now")
        verb.add_argument("--reason", metavar="TEXT", default="", help="why")
        offices = ", ".join(WORDS)
        verb.add_argument("--authority", metavar="OFFICE:NAME", help=f"by whose word: {offices}")
        verb.add_argument("--yes", action="store_true", help="confirm the warnings")
    return verb


def _command(name: str) -> Callable[[argparse.Namespace], int]:
    """The function of a verb, imported when it is called."""

    def run(request: argparse.Namespace) -> int:
        from keyword import iskeyword

        from topboard.cli import event_commands, event_files, event_proof
        from topboard.event.asked import ASKED

        homes = (event_commands, event_files, event_proof)
        function = name.replace("-", "_") + "_" * iskeyword(name)
        home = next((one for one in homes if hasattr(one, function)), None)
        if home is None:
            return event_commands.as_asked(request, ASKED[name])
        done: int = getattr(home, function)(request)
        return done

    return run


def _set_up(verbs: Verbs) -> None:
    verb = _verb(verbs, "new", "Begin an event in a new file.")
    verb.add_argument("name", metavar="NAME")
    for option in ("city", "federation", "start", "end", "chief-arbiter", "time-control"):
        verb.add_argument(f"--{option}", metavar="TEXT", default="")
    verb.add_argument("--no-key", action="store_true", help="publications are not to be signed")
    _verb(verbs, "key", "Make a key beside the journal: it signs the publications from here on.")
    verb = _verb(verbs, "section", "Add a section, or change one that is there.")
    verb.add_argument("name", metavar="NAME")
    verb.add_argument("--system", metavar="NAME", help="needed for a new section")
    verb.add_argument("--rounds", type=int, metavar="N")
    verb.add_argument("--boards", type=int, metavar="N")
    verb.add_argument("--variation", metavar="NAME", action="append")
    verb.add_argument("--tie-break", metavar="NAME", action="append")
    verb.add_argument("--unrated-as", type=int, metavar="RATING")
    verb.add_argument(
        "--rating-order",
        metavar="LISTS",
        help="which rating counts, as in 'FIDE rapid, FIDE'; '': as the system says",
    )
    verb = _verb(verbs, "announce", "Announce the variations and tie-breaks: they are frozen.")
    verb.add_argument("--how", metavar="TEXT", default="in writing")
    _verb(verbs, "close", "Close the event for good.")


def _competitor(verb: Verb) -> None:
    for option in FIELDS:
        verb.add_argument(f"--{option}", metavar="TEXT", help=HELP.get(option))
    verb.add_argument(
        "--previous-standing", metavar="PLACE", help="of a team in the last event; 0: none"
    )
    verb.add_argument(
        "--player",
        metavar="NAME;RATING;TITLE;SEX;ID",
        action="append",
        help="a member of the team, in board order",
    )


def _entries(verbs: Verbs) -> None:
    verb = _verb(verbs, "enter", "Enter a player or a team.")
    verb.add_argument("name", metavar="NAME")
    _competitor(verb)
    verb.add_argument("--late", type=int, metavar="ROUND", help="the first round, after closing")
    verb.add_argument(
        "--last-number",
        action="store_true",
        help="late: the last number, not the place that the rating earns",
    )
    verb.add_argument("--pairing-score", metavar="POINTS", help="a score for pairing only")
    verb = _verb(verbs, "change", "Change what is on record about a competitor.")
    verb.add_argument("whom", metavar="WHOM")
    verb.add_argument("--name", metavar="NAME")
    _competitor(verb)
    for name, summary in (("withdraw", "A competitor leaves."), ("expel", "Expel a competitor.")):
        verb = _verb(verbs, name, summary)
        verb.add_argument("whom", metavar="WHOM")
        verb.add_argument("--from", dest="round", type=int, metavar="ROUND")
    verb = _verb(verbs, "readmit", "A competitor that had left takes part again.")
    verb.add_argument("whom", metavar="WHOM")
    _verb(verbs, "close-entries", "Close the entry list and give pairing numbers.")


def _lots(verbs: Verbs) -> None:
    verb = _verb(verbs, "lot", "Promise a lot, draw it, or put down one drawn by hand.")
    verb.add_argument("purpose", metavar="PURPOSE", help="colour, equal ratings, pairing numbers …")
    how = verb.add_mutually_exclusive_group(required=True)
    how.add_argument("--commit", action="store_true", help="make the hash of a secret seed known")
    how.add_argument("--draw", action="store_true", help="show the seed and draw")
    how.add_argument("--order", nargs="+", metavar="WHOM", help="as drawn by hand")
    how.add_argument("--colour", choices=["white", "black"], help="of number 1, drawn by hand")
    verb.add_argument("--seed", metavar="TEXT")


def _people(verbs: Verbs) -> None:
    verb = _verb(verbs, "present", "Put down how many players of a team are here.")
    verb.add_argument("whom", metavar="WHOM", nargs="+", help="teams, or 'all'")
    verb.add_argument("--players", type=int, metavar="N", required=True)
    verb.add_argument("--travel", metavar="TEXT", default="")
    verb.add_argument("--in-time", action="store_true", help="they travel and arrive in time")
    verb = _verb(verbs, "except", "An authority makes an exception to an article.")
    verb.add_argument("whom", metavar="WHOM")
    verb.add_argument("article", metavar="ARTICLE")
    verb = _verb(verbs, "bye", "A competitor is not to be paired in a round.")
    verb.add_argument("whom", metavar="WHOM")
    verb.add_argument("round", type=int, metavar="ROUND")
    verb.add_argument("--points", choices=["0", "half", "full"], default="0")
    verb.add_argument("--cancel", action="store_true")
    verb = _verb(verbs, "rule-bye", "Bar a competitor from the pairing bye, or lift the bar.")
    verb.add_argument("whom", metavar="WHOM")
    verb.add_argument("ruling", choices=["bar", "allow"])
    _span(verb)
    verb = _verb(verbs, "forbid", "Two competitors may not meet, or wish not to.")
    verb.add_argument("a", metavar="A")
    verb.add_argument("b", metavar="B")
    verb.add_argument("--wish", action="store_true")
    verb.add_argument("--cancel", action="store_true")
    _span(verb)
    verb = _verb(verbs, "table", "A competitor plays at a fixed table; 0 frees it.")
    verb.add_argument("whom", metavar="WHOM")
    verb.add_argument("table", type=int, metavar="TABLE")
    verb.add_argument("--ground", choices=list(TABLE_GROUNDS), default="other")
    verb.add_argument("--note", metavar="TEXT", default="")
    verb = _verb(verbs, "imaginary", "Settle who has the imaginary points.")
    verb.add_argument("numbers", metavar="WHOM", nargs="*")
    verb = _verb(verbs, "adjust", "Add points by decision, or take them away.")
    verb.add_argument("whom", metavar="WHOM")
    verb.add_argument("--match-points", metavar="POINTS", default="0")
    verb.add_argument("--game-points", metavar="POINTS", default="0")
    verb.add_argument("--from", dest="round", type=int, metavar="ROUND")
    for name, summary in (
        ("suspend", "A competitor is not paired until further notice."),
        ("lift", "Lift a suspension: an excuse is accepted."),
    ):
        verb = _verb(verbs, name, summary)
        verb.add_argument("whom", metavar="WHOM")


def _span(verb: Verb) -> None:
    verb.add_argument("--first", type=int, metavar="ROUND", default=1)
    verb.add_argument("--last", type=int, metavar="ROUND", default=10_000)


def _tables(verb: Verb) -> None:
    verb.add_argument("--pairs", nargs="+", metavar="WHITE-BLACK", help="from table 1 on")
    verb.add_argument("--bye", metavar="WHOM")


def _rounds(verbs: Verbs) -> None:
    _verb(verbs, "preview", "Pair the round to come without putting it down.", reads=True)
    verb = _verb(verbs, "pair", "Pair the round to come.")
    verb.add_argument("--publish", action="store_true", help="and publish it")
    verb = _verb(verbs, "manual", "Pair by hand: begin, set the pairs, end.")
    verb.add_argument("step", choices=["begin", "set", "end"])
    _tables(verb)
    _verb(verbs, "publish", "Publish the pairing: it is locked.")
    verb = _verb(verbs, "change-published", "Change a published pairing.")
    _tables(verb)
    verb.add_argument("--ground", choices=list(GROUNDS), required=True)
    verb.add_argument("--informed", nargs="+", metavar="WHOM", default=[], help="captains told")
    verb.add_argument("--postponed-to", metavar="TIME", default="")
    verb = _verb(verbs, "protest", "Put down a protest against a pairing.")
    verb.add_argument("round", type=int, metavar="ROUND")
    verb.add_argument("by", metavar="WHO")
    verb.add_argument("text", metavar="TEXT")


def _results(verbs: Verbs) -> None:
    verb = _verb(verbs, "result", "Enter, correct or remove the result of a table.")
    verb.add_argument("round", type=int, metavar="ROUND")
    verb.add_argument("table", type=int, metavar="TABLE")
    verb.add_argument(
        "result", metavar="RESULT", nargs="*", help="1-0, ½-½, 2.5-1.5, 1F-0F, 2-1* …"
    )
    verb.add_argument("--boards", action="store_true", help="one result for each board")
    verb.add_argument("--present", type=int, nargs=2, metavar=("WHITE", "BLACK"))
    verb.add_argument("--unrated", action="store_true", help="played, but not to be rated")
    verb.add_argument("--rated", action="store_true", help="not played, but to be rated")
    verb.add_argument("--correct", action="store_true")
    verb.add_argument("--remove", action="store_true")


def _back(verbs: Verbs) -> None:
    for name, summary in (
        ("undo", "An entry counts as not made; the last one if none is named."),
        ("redo", "An entry that was undone counts again."),
    ):
        verb = _verb(verbs, name, summary)
        verb.add_argument("entry", type=int, nargs="?", metavar="ENTRY")
        if name == "undo":
            told = "captains told, or 'all', where a published pairing is undone"
            verb.add_argument("--ground", choices=list(GROUNDS), default="other")
            verb.add_argument("--informed", nargs="+", metavar="WHOM", default=[], help=told)


def _reading(verbs: Verbs) -> None:
    verb = _verb(verbs, "log", "Print the journal.", reads=True)
    verb.add_argument("--after", type=int, metavar="ENTRY", default=0)
    verb = _verb(verbs, "show", "Print the state of the event, or a round.", reads=True)
    verb.add_argument("--round", type=int, metavar="N")
    _verb(verbs, "standings", "Print the standings of a section.", reads=True)
    verb = _verb(verbs, "verify", "Prove the chain and pair every round again.", reads=True)
    verb.add_argument("--head", metavar="HASH", help="the journal must have it: from a sheet")
    verb = _verb(verbs, "replay", "Make a published round again, byte for byte.", reads=True)
    verb.add_argument("round", type=int, metavar="ROUND")


def _files(verbs: Verbs) -> None:
    verb = _verb(verbs, "import", "Enter everybody in a CSV, XLSX, TRF or JSON file.")
    verb.add_argument("source", metavar="SOURCE")
    verb.add_argument("--ratings", action="store_true", help="a rating list: update the ratings")
    verb = _verb(verbs, "export", "Write the journal, a report, or tables.", reads=True)
    verb.add_argument("output", metavar="OUTPUT", nargs="?", default="-")
    verb.add_argument(
        "--to",
        choices=["journal", "trf16", "trf26", "event-json", "csv", "xlsx"],
        default="journal",
    )
    verb.add_argument("--what", choices=["standings", "pairings"], default="standings")
    verb.add_argument("--round", type=int, metavar="N", help="which pairings; else the last")
    verb.add_argument("--salvage", action="store_true", help="what is left of a damaged file")
    verb = _verb(verbs, "import-journal", "Make a file of an exported journal.", reads=True)
    verb.add_argument("source", metavar="SOURCE")
