"""``XXC rank``: who stands first in the file is ranked first, whatever the numbers are."""

from __future__ import annotations

from topboard import formats
from topboard.cli.engine.check_list import format_check_list
from topboard.formats.trf.positions import pair_next_round_by_position
from topboard.systems.registry import system

RULES = system("fide_dutch_2026")
ORDER = (7, 3, 12, 5)


def report(*more: str) -> str:
    lines = (f"001 {n:4}".ljust(80) + " 0.0" for n in ORDER)
    return "\n".join(("012 Open", "XXR 3", *more, *lines))


def pairs(text: str) -> list[tuple[int, int]]:
    return [
        (p.white, p.black)
        for p in pair_next_round_by_position(formats.read_text(text), RULES).pairs
    ]


def test_players_are_paired_by_position_and_named_by_their_numbers():
    assert pairs(report("XXC rank white1")) == [(7, 12), (5, 3)]
    assert pairs(report("XXC rank", "XXC white1")) == [(7, 12), (5, 3)]
    assert pairs(report("XXC white1")) == [(3, 7), (12, 5)]


def rows(text: str, edition: str) -> list[list[str]]:
    """The checklist of a file, without its empty lines."""
    event, rules = formats.read_text(text), system(edition)
    told = format_check_list(event, rules, pair_next_round_by_position(event, rules))
    return [[cell.strip() for cell in line.split("\t")] for line in told.splitlines() if line]


def test_the_check_list_is_ordered_by_position_and_shows_the_numbers():
    head, *lines = rows(report("XXC rank white1"), "fide_dutch_2026")

    current = head.index("Cur")
    assert [(row[0], row[current]) for row in lines] == [
        ("7", "(12W)"),
        ("3", "(5B)"),
        ("12", "(7B)"),
        ("5", "(3W)"),
    ]
    assert [row[0] for row in rows(report("XXC white1"), "fide_dutch_2026")[1:]] == [
        *("3", "5", "7", "12")
    ]


def test_floats_are_labeled_with_the_criteria_of_the_edition():
    assert rows(report("XXC white1"), "fide_dutch_2026")[0][3:7] == ["Pref", "C2", "C14", "C16"]
    assert rows(report("XXC white1"), "fide_dutch_2017")[0][3:7] == ["Pref", "C2", "C12", "C14"]


def test_the_positions_survive_a_round_trip_through_every_edition():
    event = formats.read_text(report("XXC rank black1"))

    for edition in ("trf16", "trf26", "event-json"):
        back = formats.read_text(formats.dumps(event, edition))
        assert [player.number for player in back.competitors] == list(ORDER)
