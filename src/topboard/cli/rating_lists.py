"""The ``topboard ratings`` command, for imported rating lists and the players on them."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable

from topboard.cli.exit_codes import DONE
from topboard.cli.json_output import show_json
from topboard.cli.parser import LazyParser
from topboard.cli.streams import print_to_stderr
from topboard.cli.terminal import print_lines
from topboard.event.rating_match import Person
from topboard.formats.rating_lists.fide_text import KINDS
from topboard.messages import say, say_count
from topboard.storage.rating_lists import ImportedList, ListImport, RatingLists
from topboard.systems.common.ratings import format_ratings


def add_verbs(parser: ArgumentParser) -> None:
    """Add the rating list subcommands to the parser."""
    verbs = parser.add_subparsers(metavar="ACT", required=True, parser_class=LazyParser)

    def add_verb(name: str, summary: str, run: Callable[[Namespace], int]) -> ArgumentParser:
        made = verbs.add_parser(name, help=summary, description=summary)
        made.set_defaults(run=run)
        made.add_argument("--json", action="store_true", help=say("print JSON"))
        made.add_argument(
            "--folder", metavar="DIR", help=say("where the lists are, else TOPBOARD_RATINGS")
        )
        return made

    taken = add_verb(
        "import",
        say("Take in a list of FIDE (TXT, XML) or of the CFC (CSV), also one that is zipped."),
        import_rating_list,
    )
    taken.add_argument("file", metavar="FILE", help=say("as the federation has it"))
    taken.add_argument("--kind", choices=KINDS, help=say("where the list does not say it"))
    taken.add_argument(
        "--period", default="", help=say("the month or day of the list, as in 2026-11")
    )
    add_verb("list", say("Print which lists are there."), print_rating_lists)
    found = add_verb(
        "search", say("Print who has a name with parts that begin so."), search_players
    )
    found.add_argument("name", metavar="NAME", nargs="+")
    gone = add_verb("remove", say("Take a list away."), remove_rating_list)
    gone.add_argument("name", metavar="LIST", help=say("as the lists are called"))


def import_rating_list(request: Namespace) -> int:
    """Import a rating list from a file, and report skipped lines."""
    told = _print_import_progress if sys.stderr.isatty() else None
    lists = RatingLists(request.folder)
    taken = lists.import_list(
        request.file, kind=request.kind or "", period=request.period, told=told
    )
    for problem in taken.left_out:
        print_to_stderr(str(problem))
    if untold := taken.unread - len(taken.left_out):
        print_to_stderr(say("and {untold} more", untold=untold))
    if request.json:
        show_json({**_list_as_json(taken.here), "left_out": taken.unread})
    else:
        print_lines(_format_import(taken))
    return DONE


def _print_import_progress(count: int) -> None:
    sys.stderr.write("\r" + say("{count:,} persons read", count=count))
    sys.stderr.flush()


def _format_import(taken: ListImport) -> list[str]:
    lines = [_format_list(taken.here)]
    if taken.unread:
        lines.append(
            say_count("{count} line was left out.", "{count} lines were left out.", taken.unread)
        )
    return lines


def print_rating_lists(request: Namespace) -> int:
    """Print the imported lists."""
    found = RatingLists(request.folder).imported_lists()
    if request.json:
        show_json([_list_as_json(one) for one in found])
    else:
        none = say("There are no rating lists; topboard ratings import FILE takes one in.")
        print_lines([_format_list(one) for one in found] or [none])
    return DONE


def _list_as_json(one: ImportedList) -> dict[str, object]:
    return {
        "list": one.name,
        "period": one.period,
        "count": one.count,
        "source": one.source,
        "imported": one.imported,
    }


def _format_list(one: ImportedList) -> str:
    return say(
        "{name} of {period}: {persons}, from {source}, taken in {imported}",
        name=one.name,
        period=one.period,
        persons=say_count("{count:,} person", "{count:,} persons", one.count),
        source=one.source,
        imported=one.imported,
    )


def search_players(request: Namespace) -> int:
    """Print the listed players whose names start with the given text."""
    found = RatingLists(request.folder).require_lists().search_people(" ".join(request.name))
    if request.json:
        show_json([_player_as_json(one) for one in found])
    else:
        print_lines([_format_player(one) for one in found] or [say("Nobody like that.")])
    return DONE


def _player_as_json(one: Person) -> dict[str, object]:
    ratings = [
        {"value": r.value, "list": r.list, "kind": r.kind.value, "period": r.period}
        for r in one.ratings
    ]
    names = ("name", "title", "sex", "federation", "birth", "region", "fide_id", "national_id")
    return {**{name: getattr(one, name) for name in names}, "ratings": ratings}


def _format_player(one: Person) -> str:
    named = " ".join(filter(None, (one.title, one.name)))
    ids = (f"FIDE {one.fide_id}" if one.fide_id else "", f"CFC {one.national_id}")
    known = (one.federation, one.birth, *(ids if one.national_id else ids[:1]))
    return "; ".join(filter(None, (named, *known, format_ratings(one.ratings))))


def remove_rating_list(request: Namespace) -> int:
    """Remove an imported rating list."""
    RatingLists(request.folder).remove_list(request.name)
    print_lines([say("{name} is removed.", name=request.name)])
    return DONE
