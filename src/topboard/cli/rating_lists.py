"""The ``topboard ratings`` command, which imports rating lists and searches them."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable

from topboard.cli.exit_codes import DONE
from topboard.cli.json_output import print_value_as_json
from topboard.cli.parser import CommandParser, add_json_option, add_subcommand, add_subcommands
from topboard.cli.streams import print_to_stderr
from topboard.cli.terminal import print_lines
from topboard.event.rating_match import Person
from topboard.formats.rating_lists.fide_text import KINDS
from topboard.messages import say, say_count
from topboard.storage.rating_lists import ImportedList, ListImport, RatingLists
from topboard.systems.common.ratings import format_ratings


def add_verbs(parser: CommandParser) -> None:
    """Add the subcommands of ``topboard ratings``."""
    verbs = add_subcommands(parser, "ACTION")

    def add_verb(
        name: str, summary: str, run: Callable[[Namespace], int], example: str = ""
    ) -> CommandParser:
        example = f"topboard ratings {name} {example}".rstrip()
        made = add_subcommand(verbs, name, summary, example)
        made.set_defaults(run=run)
        add_json_option(made)
        made.add_argument(
            "--folder",
            metavar="DIR",
            help=say("folder with the rating lists (default: $TOPBOARD_RATINGS)"),
        )
        return made

    taken = add_verb(
        "import",
        say("Import a FIDE (TXT or XML) or CFC (CSV) rating list, zipped or not."),
        import_rating_list,
        "players_list_foa.zip --period 2026-11",
    )
    taken.add_argument("file", metavar="FILE", help=say("file published by the federation"))
    taken.add_argument(
        "--kind",
        choices=KINDS,
        help=say("kind of ratings on the list (default: as stated in the file)"),
    )
    taken.add_argument(
        "--period",
        metavar="DATE",
        default="",
        help=say("month or date of the list, such as 2026-11 (default: as stated in the file)"),
    )
    add_verb("list", say("Print the imported rating lists."), print_rating_lists)
    found = add_verb(
        "search",
        say("Print the players whose names match the given words."),
        search_players,
        "lee ann",
    )
    found.add_argument(
        "name", metavar="NAME", nargs="+", help=say("parts of the name, or their first letters")
    )
    gone = add_verb(
        "remove", say("Remove an imported rating list."), remove_rating_list, '"FIDE standard"'
    )
    gone.add_argument(
        "name", metavar="LIST", help=say("name of the list, as shown by 'topboard ratings list'")
    )


def import_rating_list(request: Namespace) -> int:
    """Import a rating list from a file, and print how many lines were skipped."""
    told = _print_import_progress if sys.stderr.isatty() else None
    lists = RatingLists(request.folder)
    taken = lists.import_list(
        request.file, kind=request.kind or "", period=request.period, told=told
    )
    for problem in taken.left_out:
        print_to_stderr(str(problem))
    if untold := taken.unread - len(taken.left_out):
        print_to_stderr(
            say_count("There is {count} more problem.", "There are {count} more problems.", untold)
        )
    if request.json:
        print_value_as_json({**_rating_list_as_json(taken.here), "left_out": taken.unread})
    else:
        print_lines(_format_import_report(taken))
    return DONE


def _print_import_progress(count: int) -> None:
    sys.stderr.write("\r" + say_count("{count:,} player read", "{count:,} players read", count))
    sys.stderr.flush()


def _format_import_report(taken: ListImport) -> list[str]:
    lines = [_format_rating_list(taken.here)]
    if taken.unread:
        lines.append(say_count("Skipped {count} line.", "Skipped {count} lines.", taken.unread))
    return lines


def print_rating_lists(request: Namespace) -> int:
    """Print the names, dates and sizes of the imported rating lists."""
    found = RatingLists(request.folder).imported_lists()
    if request.json:
        print_value_as_json([_rating_list_as_json(one) for one in found])
    else:
        none = say(
            "There are no rating lists yet. To import one, run topboard ratings import FILE."
        )
        print_lines([_format_rating_list(one) for one in found] or [none])
    return DONE


def _rating_list_as_json(one: ImportedList) -> dict[str, object]:
    return {
        "list": one.name,
        "period": one.period,
        "count": one.count,
        "source": one.source,
        "imported": one.imported,
    }


def _format_rating_list(one: ImportedList) -> str:
    return say(
        "{name} of {period}: {persons}, imported from {source} on {imported}",
        name=one.name,
        period=one.period,
        persons=say_count("{count:,} player", "{count:,} players", one.count),
        source=one.source,
        imported=one.imported,
    )


def search_players(request: Namespace) -> int:
    """Print the players on the imported lists whose names match the given words."""
    found = (
        RatingLists(request.folder).require_imported_lists().search_people(" ".join(request.name))
    )
    if request.json:
        print_value_as_json([_player_as_json(one) for one in found])
    else:
        print_lines([_format_player(one) for one in found] or [say("No players match this name.")])
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
    RatingLists(request.folder).delete_rating_list(request.name)
    print_lines([say("Removed {name}.", name=request.name)])
    return DONE
