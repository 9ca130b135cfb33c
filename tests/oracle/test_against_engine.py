"""The engine against the second reading: pairs with colours, bye, floaters, and refusals.

Tiny events are compared after every course they can take; larger ones by chance, with absences,
defaults, late teams, forbidden pairs and rulings, up to late rounds of small fields, where groups
give way and colour limits are dropped.
"""

from __future__ import annotations

from functools import cache
from itertools import islice

import pytest

from tests.oracle.events import Mishaps, every_history, random_course, random_event, scattered_event
from tests.oracle.olympiad import EDITIONS, OracleNoPairing, oracle_pair, oracle_standings
from tests.sampling import sample
from topboard.errors import NoLegalPairing
from topboard.reasons.decisions import ScoregroupSummary
from topboard.systems.registry import system

CROWDED = Mishaps(
    absent=10,
    withdrawn=2,
    late=12,
    default=12,
    nobody_came=4,
    unfinished=5,
    forbidden=12,
    adjusted=8,
    bye_ruling=8,
)
"""Mishaps as often as no real event has seen them."""

FIELDS = {
    "first rounds": [(7, 1), (12, 1), (13, 2), (20, 2)],
    "late rounds of small fields": [(6, 4), (7, 5), (8, 6), (10, 8), (11, 9), (12, 10)],
    "late rounds of larger fields": [(16, 9), (20, 8), (25, 7)],
    "forty teams": [(40, 3), (40, 7)],
}
SEEDS = {
    "first rounds": 6,
    "late rounds of small fields": 5,
    "late rounds of larger fields": 3,
    "forty teams": 2,
}
LAST = 3
"""Number of rounds of each course that are compared: the one to come and those that led to it."""


@cache
def events(edition, fields):
    """(what it is, event): paired so far by the reading itself, or by chance, in turns."""
    found = []
    for seed in range(SEEDS[fields]):
        for count, rounds in FIELDS[fields]:
            often = CROWDED if seed % 4 == 3 else None
            course = list(random_course(seed, count, rounds, edition, often))
            found += [
                (f"random_course({seed}, {count}, {rounds}) before {len(event.rounds) + 1}", event)
                for event in course[-LAST:]
            ]
            by_chance = scattered_event(seed, count, rounds, often)
            found.append((f"scattered_event({seed}, {count}, {rounds})", by_chance))
    return found


def by_engine(tournament, edition):
    """Pairs with colours, bye and floaters; None: no legal pairing."""
    try:
        paired = system(edition).pair(tournament)
    except NoLegalPairing:
        return None
    floaters = sorted((f.number, f.from_points, f.to_points) for f in paired.floaters)
    return frozenset((p.white, p.black) for p in paired.pairs), paired.bye, tuple(floaters)


def by_oracle(tournament, edition):
    try:
        paired = oracle_pair(tournament, edition)
    except OracleNoPairing:
        return None
    return paired.pairs, paired.bye, paired.floaters


def standings_by_engine(tournament, edition):
    return [
        (line.place, line.number, line.points, *(value.value for value in line.values))
        for line in system(edition).standings(tournament).lines
    ]


def differing(found, edition):
    return [what for what, event in found if by_engine(event, edition) != by_oracle(event, edition)]


# --- every course of a tiny event -----------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("teams", "rounds", "courses"),
    [(4, 1, 9), (4, 2, 81), (4, 3, 729), (5, 1, 9), (5, 2, 81), (6, 1, 27), (6, 2, 729)],
)
def test_engine_and_oracle_agree_after_every_history_of_a_tiny_event(
    edition, teams, rounds, courses
):
    found = [(event.rounds, event) for event in every_history(teams, rounds, edition)]

    assert len(found) == courses
    assert differing(found if courses < 100 else sample(found, edition), edition) == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_engine_and_oracle_agree_on_round_four_with_six_teams(edition):
    every_eightieth = islice(every_history(6, 3, edition), 0, None, 80)
    found = [(event.rounds, event) for event in every_eightieth]

    assert len(found) == 247
    assert differing(sample(found, edition), edition) == []


# --- by chance ------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("fields", FIELDS)
def test_engine_and_oracle_agree_on_random_events(edition, fields):
    assert differing(sample(events(edition, fields), edition), edition) == []


@pytest.mark.parametrize(
    ("edition", "event"),
    [
        # Three floaters from below for two residents: the highest ranked goes on.
        ("olympiad_2009", random_event(108, 16, 6, "olympiad_2009")),
        ("olympiad_2022", random_event(1, 24, 9, "olympiad_2022")),
        # A floater that may not be left over is the only one who leaves when its group gives way.
        ("olympiad_2008_dresden", random_event(5057, 16, 7, "olympiad_2008_dresden", CROWDED)),
    ],
)
def test_engine_and_oracle_agree_where_they_once_differed(edition, event):
    assert by_engine(event, edition) == by_oracle(event, edition)


@pytest.mark.parametrize("edition", EDITIONS)
def test_engine_and_oracle_agree_on_the_standings(edition):
    differ = [
        what
        for fields in FIELDS
        for what, event in sample(events(edition, fields), edition)
        if standings_by_engine(event, edition) != [*map(tuple, oracle_standings(event, edition))]
    ]

    assert differ == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_random_events_reach_rare_situations(edition):
    opened, refused = [], 0
    for _, event in events(edition, "late rounds of small fields"):
        try:
            paired = system(edition).pair(event)
        except NoLegalPairing:
            refused += 1
        else:
            opened += [reason for reason in paired.reasons if isinstance(reason, ScoregroupSummary)]

    assert refused > 5
    assert sum(group.gave_way for group in opened) > 5
    assert sum(group.without_colour_limits for group in opened) > 5
    assert sum(len(group.floaters) > 1 for group in opened) > 5
