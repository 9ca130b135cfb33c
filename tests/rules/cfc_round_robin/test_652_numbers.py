"""Numbers by lot, and sections by rating."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.citing import each_edition
from tests.rules.cfc_round_robin.scores import PLAYERS, TEAMS, drawn, event, pairs, teams
from topboard.errors import BadInput
from topboard.model import (
    Adjustment,
    AwardedPoints,
    ByeRuling,
    FixedTable,
    ForbiddenPair,
    Lot,
    Number,
    Player,
    Request,
    Team,
    Tournament,
)
from topboard.reasons import Warned
from topboard.rules.shared.round_robin.numbers import section, sections
from topboard.rules.systems import system


def numbered(tournament: Tournament) -> Tournament:
    number_entries = system(tournament.system).number_entries
    assert number_entries is not None
    return number_entries(tournament)


@each_edition(cfc_round_robin="652", cfc_team_round_robin="663")
def test_the_first_drawn_has_number_one(edition: str) -> None:
    entered = {"competitors": teams(4)} if edition == TEAMS else {}
    tournament = drawn(event(4, system=edition, **entered), 3, 1, 4, 2)

    competitors = numbered(tournament).competitors

    assert [c.number for c in competitors] == [1, 2, 3, 4]
    assert [c.name[-1] for c in competitors] == ["3", "1", "4", "2"]


@pytest.mark.article("cfc_round_robin:652")
def test_a_round_is_the_same_before_and_after_the_numbers_are_given() -> None:
    before = drawn(event(4), 3, 1, 4, 2)

    assert pairs(before) == "3-2 1-4"
    assert pairs(numbered(before)) == "1-4 2-3"
    assert numbered(numbered(before)) == numbered(before)


@pytest.mark.article("cfc_round_robin:652")
def test_everything_that_names_a_player_follows_the_new_numbers() -> None:
    before = replace(
        drawn(event(3), 2, 3, 1),
        lots=(Lot("pairing numbers", nums(2, 3, 1)), Lot("colours", nums(1, 2))),
        requests=(Request(Number(1), 2),),
        forbidden=(ForbiddenPair(Number(1), Number(2)),),
        required=((Number(1), Number(3)),),
        bye_rulings=(ByeRuling(Number(2), True),),
        adjustments=(Adjustment(Number(2), 5),),
        awarded=(AwardedPoints(Number(1), 1, 5),),
        fixed_tables=(FixedTable(Number(3), 1),),
    )

    after = numbered(before)

    assert after.lots == (Lot("pairing numbers", nums(1, 2, 3)), Lot("colours", nums(3, 1)))
    assert after.requests == (Request(Number(3), 2),)
    assert after.forbidden == (ForbiddenPair(Number(3), Number(1)),)
    assert after.required == ((3, 2),)
    assert after.bye_rulings == (ByeRuling(Number(1), True),)
    assert after.adjustments == (Adjustment(Number(1), 5),)
    assert after.awarded == (AwardedPoints(Number(3), 1, 5),)
    assert after.fixed_tables == (FixedTable(Number(2), 1),)


def test_numbers_are_not_given_without_a_lot() -> None:
    with pytest.raises(BadInput, match="no lot is recorded"):
        numbered(event(4))


def test_numbers_are_not_given_again_once_a_round_is_paired() -> None:
    with pytest.raises(BadInput, match="fixed once round 1 is paired"):
        numbered(drawn(event(4, "1-4 1:0, 2-3 ="), 4, 3, 2, 1))


def test_ratings_have_no_say_in_the_numbers() -> None:
    strong_last = tuple(Player(Number(n), f"P{n}", rating=1000 + 100 * n) for n in range(1, 5))

    after = numbered(drawn(event(4, competitors=strong_last), 2, 4, 1, 3))

    assert [c.name for c in after.competitors] == ["P2", "P4", "P1", "P3"]


def test_without_a_lot_the_numbers_stand_as_they_are_and_the_director_is_told() -> None:
    pairing = system(PLAYERS).pair(event(4))

    assert [(p.white, p.black) for p in pairing.pairs] == [(1, 4), (2, 3)]
    assert [r.what for r in pairing.reasons if isinstance(r, Warned)] == [
        "no lot for the numbers is recorded; they are drawn by chance, not by rating"
    ]
    assert not any(isinstance(r, Warned) for r in system(PLAYERS).pair(event(4, "")).reasons)


def test_numbers_with_gaps_take_their_places_in_order() -> None:
    gaps = tuple(Player(Number(n), f"P{n}") for n in (30, 7, 12, 99))

    assert pairs(event(4, competitors=gaps)) == "7-99 12-30"


@pytest.mark.parametrize(
    ("order", "what"),
    [
        ((1, 2, 3), "entered, but not drawn: '4'"),
        ((1, 2, 3, 4, 2), "drawn twice: '2'"),
        ((1, 2, 3, 4, 5), "drawn, but nobody has this number: '5'"),
    ],
)
def test_a_lot_that_does_not_fit_the_entries_is_refused(order: tuple[int, ...], what: str) -> None:
    with pytest.raises(BadInput) as refusal:
        system(PLAYERS).pair(drawn(event(4), *order))

    assert what in str(refusal.value)


# --- sections ---------------------------------------------------------------------------------


def rated(*ratings: int | None) -> list[Player]:
    return [Player(Number(n), f"P{n}", rating=r) for n, r in enumerate(ratings, start=1)]


@pytest.mark.article("cfc_round_robin:652.sections")
def test_sections_follow_the_ratings_and_are_as_equal_as_can_be() -> None:
    field = rated(*range(1000, 2300, 100))

    cut = sections(field, 5)

    assert [len(part) for part in cut] == [5, 4, 4]
    assert [[p.rating for p in part] for part in cut] == [
        [2200, 2100, 2000, 1900, 1800],
        [1700, 1600, 1500, 1400],
        [1300, 1200, 1100, 1000],
    ]


@pytest.mark.article("cfc_round_robin:652.sections")
def test_players_without_a_rating_come_last_and_equals_by_number() -> None:
    cut = sections(rated(None, 1500, 1500, 1800), 2)

    assert [[p.number for p in part] for part in cut] == [[4, 2], [3, 1]]


@pytest.mark.article("cfc_team_round_robin:663.sections")
def test_teams_are_divided_by_the_average_of_their_ratings() -> None:
    field = [
        Team(Number(1), "A", players=tuple(rated(2000, 1000))),
        Team(Number(2), "B", average=Fraction(1800)),
        Team(Number(3), "C", players=tuple(rated(1501, None))),
        Team(Number(4), "D"),
    ]

    cut = sections(field, 2)

    assert [[t.name for t in part] for part in cut] == [["B", "C"], ["A", "D"]]


def test_a_section_has_only_what_belongs_to_its_members() -> None:
    whole = replace(
        drawn(event(4), 4, 1, 3, 2),
        requests=(Request(Number(1), 2), Request(Number(2), 2)),
        forbidden=(ForbiddenPair(Number(1), Number(2)), ForbiddenPair(Number(2), Number(4))),
    )

    part = section(whole, [c for c in whole.competitors if c.number in (2, 4)])

    assert part.lots == (Lot("pairing numbers", nums(4, 2)),)
    assert part.requests == (Request(Number(2), 2),)
    assert part.forbidden == (ForbiddenPair(Number(2), Number(4)),)
    assert [c.name for c in numbered(part).competitors] == ["Player 4", "Player 2"]


def test_no_players_make_no_section_and_a_section_of_one_is_refused() -> None:
    assert sections([], 8) == ()
    with pytest.raises(BadInput, match="room for two"):
        sections(rated(1500), 1)


def nums(*numbers: int) -> tuple[Number, ...]:
    return tuple(Number(n) for n in numbers)
