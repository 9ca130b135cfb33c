"""Real tables: printed lines of standings, and the order in which pairs were published."""

from __future__ import annotations

import json
from bisect import bisect
from dataclasses import replace

import pytest

from tests.olympiads.replay import FILES, FIXTURES, replay_round
from topboard import formats
from topboard.model import Manner
from topboard.systems.common import tables
from topboard.systems.olympiad import points as points_of
from topboard.systems.registry import system

PRINTED = json.loads(
    (FIXTURES.parent / "standings" / "2010-open-after-round-10.json").read_text(encoding="utf-8")
)
CODES = {
    "Ukraine": "UKR",
    "Russia 1": "RUS1",
    "Israel": "ISR",
    "Poland": "POL",
    "Russia 2": "RUS2",
    "China": "CHN",
    "Russia 3": "RUS3",
    "Cuba": "CUB",
    "Greece": "GRE",
}


def after_round_ten():
    """The record, with round 1 of Israel won by default as the press tells."""
    record = formats.read(FIXTURES / "2010-open-r11.json")
    israel = next(c.number for c in record.competitors if c.name == "ISR")
    first = record.rounds[0]
    told = tuple(
        replace(m, manner=Manner.DEFAULT) if israel in (m.white, m.black) else m
        for m in first.meetings
    )
    return replace(record, rounds=(replace(first, meetings=told), *record.rounds[1:]))


def lines(edition):
    """Place, match points, Sonneborn-Berger and game points by the name of the team."""
    tournament = after_round_ten()
    names = {c.number: c.name for c in tournament.competitors}
    return {
        names[line.number]: (
            line.place,
            line.points / 10,
            line.values[0].value / 100,
            line.values[1].value / 10,
        )
        for line in system(edition).standings(tournament).lines
    }


@pytest.mark.parametrize("edition", ["olympiad_2009", "olympiad_2021_draft", "olympiad_2022"])
def test_the_2010_table_after_round_ten_matches_the_printed_one(edition):
    ours = lines(edition)
    found = []
    for team, place, *_ in PRINTED["lines"]:
        own_place, *values = ours[CODES[team]]
        found.append([team, place and own_place, *values])

    assert found == PRINTED["lines"]
    assert len(found) == 9


# --- the order of the tables ----------------------------------------------------------------


def is_visible(name):
    """Whether a file has the order of the tables of a round of 2009 behind the first."""
    record = replay_round(name).record
    in_order = record["system"] == "olympiad_2009" and record["published"]["in_table_order"]
    return in_order and not name.endswith("r01.json")


def out_of_order(keys):
    """How many must be taken out so that the others rise."""
    rising = []
    for key in keys:
        at = bisect(rising, key)
        rising[at : at + 1] = [key]
    return len(keys) - len(rising)


def misplaced_pairs(name):
    """Published pairs out of order: by points, sum and place, and by the better place alone."""
    tournament = formats.read(FIXTURES / name)
    points = points_of.tally_results_and_points(tournament).match
    table = system("olympiad_2009").standings(tournament)
    place = {line.number: i for i, line in enumerate(table.lines)}
    published = replay_round(name).published
    return [
        out_of_order([key(a, b) for a, b in published])
        for key in (
            tables.sort_key_by_pair_points(place, points),
            tables.sort_key_by_better_rank(place),
        )
    ]


def test_published_2009_tables_are_ordered_by_points_then_sum_then_standings():
    found = {name: misplaced_pairs(name) for name in FILES if is_visible(name)}

    assert len(found) == 21
    assert [name for name, (ours, other) in found.items() if ours > other] == []
    assert len([name for name, (ours, other) in found.items() if ours < other]) == 9
