"""``XXC rank``: who stands first in the file is ranked first, whatever the numbers are."""

from __future__ import annotations

from topboard import formats
from topboard.formats.trf.positions import tables_by_position
from topboard.rules.systems import system

RULES = system("fide_dutch_2026")
ORDER = (7, 3, 12, 5)


def report(*more: str) -> str:
    lines = (f"001 {n:4}".ljust(80) + " 0.0" for n in ORDER)
    return "\n".join(("012 Open", "XXR 3", *more, *lines))


def pairs(text: str) -> list[tuple[int, int]]:
    return [(p.white, p.black) for p in tables_by_position(formats.read_text(text), RULES).pairs]


def test_players_are_paired_by_their_place_and_named_by_their_numbers():
    assert pairs(report("XXC rank white1")) == [(7, 12), (5, 3)]
    assert pairs(report("XXC rank", "XXC white1")) == [(7, 12), (5, 3)]
    assert pairs(report("XXC white1")) == [(3, 7), (12, 5)]


def test_the_places_come_back_from_every_edition():
    event = formats.read_text(report("XXC rank black1"))

    for edition in ("trf16", "trf26", "event-json"):
        back = formats.read_text(formats.dumps(event, edition))
        assert [player.number for player in back.competitors] == list(ORDER)
