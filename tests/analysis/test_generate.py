"""Random events: what was wished is in them, and a seed gives the event it always gave."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import pairwise

import pytest

import topboard
from topboard.analysis.generate import Wishes, draw_event_properties
from topboard.errors import BadInput
from topboard.formats import dumps, read_text
from topboard.model import Manner, Scale
from topboard.model.history import outcomes
from topboard.systems.registry import system
from topboard.tiebreaks.ratings import expected_percentage

DUTCH = ("fide_dutch_2026", "fide_dutch_2017")

ALWAYS = {
    "olympiad_2008": "64fc81a0c00c",
    "olympiad_2008_dresden": "64fc81a0c00c",
    "olympiad_2009": "4b01b7dab76d",
    "olympiad_2021_draft": "c848704c3537",
    "olympiad_2022": "c848704c3537",
    "dubov_1997": "70b1b4fb2304",
    "cfc_swiss": "78353a514016",
    "cfc_team_swiss": "374bb1092b79",
    "cfc_round_robin": "0d100f05beb7",
    "cfc_team_round_robin": "4d7a5fe6c40a",
}
"""Digests of the rounds of one seed, taken when the wishes were fewer."""


@pytest.mark.parametrize("name", ALWAYS)
def test_a_seed_still_generates_the_same_event_as_before(name):
    wishes = Wishes(
        competitors=12, rounds=5, no_shows=10, absences=5, late=15, leaving=10, forbidden=2
    )

    rounds = [
        (
            played.number,
            [
                (m.white, m.black, m.white_points, m.black_points, m.manner.value)
                for m in played.meetings
            ],
            [(n, type(outcome).__name__) for n, outcome in played.away],
        )
        for played in topboard.generate(name, 7, wishes).rounds
    ]

    assert sha256(repr(rounds).encode()).hexdigest()[:12] == ALWAYS[name]


EVERYTHING = Wishes(
    competitors=60,
    rounds=7,
    no_shows=6,
    absences=4,
    late=8,
    leaving=8,
    half_byes=6,
    full_byes=3,
    double_forfeits=4,
    odd_results=10,
    unrated_games=6,
    unrated=20,
    titled=80,
    numbered=True,
    variations=("baku",),
)


@pytest.mark.parametrize("name", DUTCH)
def test_an_event_has_every_irregularity_that_was_requested(name):
    made = topboard.generate(name, 5, EVERYTHING)

    kinds = {type(outcome).__name__ for row in outcomes(made).values() for outcome in row}
    assert kinds == {
        "Played",
        "ForfeitWin",
        "ForfeitLoss",
        "DoubleForfeit",
        "PairingBye",
        "HalfPointBye",
        "FullPointBye",
        "ZeroPointBye",
        "NotYetEntered",
        "Withdrawn",
    }
    games = [m for r in made.rounds for m in r.meetings if m.manner is Manner.PLAYED]
    results = {(m.white_points, m.black_points) for m in games}
    assert results == {(10, 0), (5, 5), (0, 10), (5, 0), (0, 5), (0, 0)}
    assert {m.rated for m in games} == {True, False}
    assert {p.rating is None for p in made.competitors} == {True, False}
    assert {"GM", "IM", "FM", ""} <= {p.title for p in made.competitors}


@pytest.mark.parametrize("name", DUTCH)
def test_an_irregular_event_follows_the_rules_and_survives_a_trf_round_trip(name):
    made = topboard.generate(name, 5, EVERYTHING)

    assert all(not found.differences for found in topboard.check(made))
    assert dumps(read_text(dumps(made, "trf26")), "trf26") == dumps(made, "trf26")


def test_only_participants_in_the_event_get_byes_with_points():
    made = topboard.generate("fide_dutch_2026", 5, EVERYTHING)

    for number, row in outcomes(made).items():
        kinds = [type(outcome).__name__ for outcome in row]
        entered = next(c.joined for c in made.competitors if c.number == number)
        assert not {"HalfPointBye", "FullPointBye"} & {*kinds[: entered - 1]}
        if "Withdrawn" in kinds:
            after = kinds[kinds.index("Withdrawn") :]
            assert not {"HalfPointBye", "FullPointBye", "Played"} & {*after}


def test_numbered_entries_are_in_the_order_of_the_initial_ranking():
    wishes = Wishes(competitors=40, spread=50, unrated=20, titled=50)

    as_they_come = topboard.generate("fide_dutch_2026", 2, wishes)
    numbered = topboard.generate(
        "fide_dutch_2026",
        2,
        topboard.Wishes(competitors=40, spread=50, unrated=20, titled=50, numbered=True),
    )

    def ratings(made):
        return [c.rating or 0 for c in sorted(made.competitors, key=lambda c: c.number)]

    assert all(a >= b for a, b in pairwise(ratings(numbered)))
    assert ratings(numbered) != ratings(as_they_come)
    assert Counter(ratings(numbered)) == Counter(ratings(as_they_come))


def test_games_and_byes_are_worth_the_requested_points():
    wishes = Wishes(competitors=15, rounds=5, scale=Scale(30, 10, 0, bye=10))

    made = topboard.generate("fide_dutch_2026", 3, wishes)

    points = {(m.white_points, m.black_points) for r in made.rounds for m in r.meetings}
    assert points == {(30, 0), (10, 10), (0, 30)}
    table = {line.number: line.points for line in system(made.system).standings(made).lines}
    bye = next(n for n in table if made.rounds[0].bye == n)
    row = outcomes(made)[bye]
    assert table[bye] == 10 + sum(getattr(outcome, "points", 0) for outcome in row)


@pytest.mark.parametrize(("spread", "draws"), [(0, 0), (0, 90), (400, 30), (1200, 60)])
def test_results_match_the_table_of_expected_scores_on_average(spread, draws):
    wishes = Wishes(competitors=300, rounds=9, spread=spread, draws=draws, by_table=True)
    made = topboard.generate("fide_dutch_2026", 4, wishes)
    rating = {c.number: c.rating for c in made.competitors}

    games = [m for played in made.rounds for m in played.meetings]
    due = sum(expected_percentage(rating[m.white] - rating[m.black]) for m in games) / 100
    scored = sum(m.white_points for m in games) / 10

    # A game is at most half a point off its mean: three deviations of the sum.
    assert abs(scored - due) < 1.5 * len(games) ** 0.5
    drawn = sum(m.white_points == 5 for m in games) / len(games)
    assert abs(drawn - draws / 100) < 0.05 or spread


def test_randomly_drawn_properties_depend_on_the_seed_and_vary_widely():
    drawn = [draw_event_properties(seed) for seed in range(60)]

    assert drawn[7] == draw_event_properties(7)
    for name in ("no_shows", "absences", "late", "leaving", "half_byes", "full_byes", "unrated"):
        rates = {getattr(wishes, name) for wishes in drawn}
        assert 0 in rates
        assert len(rates) > 2
    assert len({wishes.competitors for wishes in drawn}) > 20


@pytest.mark.parametrize(
    "rate", ["half_byes", "full_byes", "double_forfeits", "odd_results", "unrated_games", "titled"]
)
def test_rates_must_be_percentages(rate):
    with pytest.raises(BadInput, match="must be between 0 and 100"):
        topboard.generate("fide_dutch_2026", 1, Wishes(**{rate: 101}))
