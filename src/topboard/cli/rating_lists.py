"""The ``topboard ratings`` command, for imported rating lists and the players on them."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable

from topboard.cli.exit_codes import DONE
from topboard.cli.json_output import show_json
from topboard.cli.parser import LazyParser
from topboard.cli.streams import tell
from topboard.cli.terminal import show
from topboard.event.rating_match import Person
from topboard.formats.rating_lists.fide_text import KINDS
from topboard.messages import say, say_count
from topboard.storage.rating_lists import ListHere, RatingLists, TakenIn
from topboard.systems.common.ratings import format_ratings


def add_verbs(parser: ArgumentParser) -> None:
    """Add the rating list subcommands to the parser."""
    verbs = parser.add_subparsers(metavar="ACT", required=True, parser_class=LazyParser)

    def verb(name: str, summary: str, run: Callable[[Namespace], int]) -> ArgumentParser:
        made = verbs.add_parser(name, help=summary, description=summary)
        made.set_defaults(run=run)
        made.add_argument("--json", action="store_true", help=say("print JSON"))
        made.add_argument(
            "--folder", metavar="DIR", help=say("where the lists are, else TOPBOARD_RATINGS")
        )
        return made

    taken = verb(
        "import",
        say("Take in a list of FIDE (TXT, XML) or of the CFC (CSV), also one that is zipped."),
        import_,
    )
    taken.add_argument("file", metavar="FILE", help=say("as the federation has it"))
    taken.add_argument("--kind", choices=KINDS, help=say("where the list does not say it"))
    taken.add_argument(
        "--period", default="", help=say("the month or day of the list, as in 2026-11")
    )
    verb("list", say("Print which lists are there."), list_)
    found = verb("search", say("Print who has a name with parts that begin so."), search)
    found.add_argument("name", metavar="NAME", nargs="+")
    gone = verb("remove", say("Take a list away."), remove)
    gone.add_argument("name", metavar="LIST", help=say("as the lists are called"))


def import_(request: Namespace) -> int:
    """Import a rating list from a file, and report skipped lines."""
    told = _how_far if sys.stderr.isatty() else None
    lists = RatingLists(request.folder)
    taken = lists.take_in(request.file, kind=request.kind or "", period=request.period, told=told)
    for problem in taken.left_out:
        tell(str(problem))
    if untold := taken.unread - len(taken.left_out):
        tell(say("and {untold} more", untold=untold))
    if request.json:
        show_json({**_fields(taken.here), "left_out": taken.unread})
    else:
        show(_format_import(taken))
    return DONE


def _how_far(count: int) -> None:
    sys.stderr.write("\r" + say("{count:,} persons read", count=count))
    sys.stderr.flush()


def _format_import(taken: TakenIn) -> list[str]:
    lines = [_line(taken.here)]
    if taken.unread:
        lines.append(
            say_count("{count} line was left out.", "{count} lines were left out.", taken.unread)
        )
    return lines


def list_(request: Namespace) -> int:
    """Print the imported lists."""
    found = RatingLists(request.folder).here()
    if request.json:
        show_json([_fields(one) for one in found])
    else:
        none = say("There are no rating lists; topboard ratings import FILE takes one in.")
        show([_line(one) for one in found] or [none])
    return DONE


def _fields(one: ListHere) -> dict[str, object]:
    return {
        "list": one.name,
        "period": one.period,
        "count": one.count,
        "source": one.source,
        "imported": one.imported,
    }


def _line(one: ListHere) -> str:
    return say(
        "{name} of {period}: {persons}, from {source}, taken in {imported}",
        name=one.name,
        period=one.period,
        persons=say_count("{count:,} person", "{count:,} persons", one.count),
        source=one.source,
        imported=one.imported,
    )


def search(request: Namespace) -> int:
    """Print the listed players whose names start with the given text."""
    found = RatingLists(request.folder).require().search(" ".join(request.name))
    if request.json:
        show_json([_person(one) for one in found])
    else:
        show([_words(one) for one in found] or [say("Nobody like that.")])
    return DONE


def _person(one: Person) -> dict[str, object]:
    ratings = [
        {"value": r.value, "list": r.list, "kind": r.kind.value, "period": r.period}
        for r in one.ratings
    ]
    names = ("name", "title", "sex", "federation", "birth", "region", "fide_id", "national_id")
    return {**{name: getattr(one, name) for name in names}, "ratings": ratings}


def _words(one: Person) -> str:
    named = " ".join(filter(None, (one.title, one.name)))
    ids = (f"FIDE {one.fide_id}" if one.fide_id else "", f"CFC {one.national_id}")
    known = (one.federation, one.birth, *(ids if one.national_id else ids[:1]))
    return "; ".join(filter(None, (named, *known, format_ratings(one.ratings))))


def remove(request: Namespace) -> int:
    """Remove an imported rating list."""
    RatingLists(request.folder).remove(request.name)
    show([say("{name} is removed.", name=request.name)])
    return DONE
