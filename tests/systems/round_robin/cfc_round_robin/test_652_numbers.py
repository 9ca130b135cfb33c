"""Numbers by lot."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.citing import each_edition
from tests.systems.round_robin.cfc_round_robin.scores import (
    PLAYERS,
    TEAMS,
    event,
    pairs,
    teams,
    with_lot,
)
from topboard import read
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
    Tournament,
)
from topboard.reasons.decisions import PairingWarning
from topboard.systems.registry import system

CASES = Path(__file__).parents[3] / "fixtures" / "cfc"


def number_entries(tournament: Tournament) -> Tournament:
    return system(tournament.system).assign_pairing_numbers(tournament)


@each_edition(cfc_round_robin="652", cfc_team_round_robin="663", fide_round_robin="6.lots")
def test_the_first_player_drawn_gets_number_one(edition: str) -> None:
    entered = {"competitors": teams(4)} if edition == TEAMS else {}
    tournament = with_lot(event(4, system=edition, **entered), 3, 1, 4, 2)

    competitors = number_entries(tournament).competitors

    assert [c.number for c in competitors] == [1, 2, 3, 4]
    assert [c.name[-1] for c in competitors] == ["3", "1", "4", "2"]


@pytest.mark.article("cfc_round_robin:652")
def test_a_round_is_the_same_before_and_after_numbers_are_assigned() -> None:
    before = with_lot(event(4), 3, 1, 4, 2)

    assert pairs(before) == "3-2 1-4"
    assert pairs(number_entries(before)) == "1-4 2-3"
    assert number_entries(number_entries(before)) == number_entries(before)


@pytest.mark.article("cfc_round_robin:652")
def test_everything_that_names_a_player_follows_the_new_numbers() -> None:
    before = replace(
        with_lot(event(3), 2, 3, 1),
        lots=(Lot("pairing numbers", nums(2, 3, 1)), Lot("colours", nums(1, 2))),
        requests=(Request(Number(1), 2),),
        forbidden=(ForbiddenPair(Number(1), Number(2)),),
        required=((Number(1), Number(3)),),
        bye_rulings=(ByeRuling(Number(2), True),),
        adjustments=(Adjustment(Number(2), 5),),
        awarded=(AwardedPoints(Number(1), 1, 5),),
        fixed_tables=(FixedTable(Number(3), 1),),
    )

    after = number_entries(before)

    assert after.lots == (Lot("pairing numbers", nums(1, 2, 3)), Lot("colours", nums(3, 1)))
    assert after.requests == (Request(Number(3), 2),)
    assert after.forbidden == (ForbiddenPair(Number(3), Number(1)),)
    assert after.required == ((3, 2),)
    assert after.bye_rulings == (ByeRuling(Number(1), True),)
    assert after.adjustments == (Adjustment(Number(1), 5),)
    assert after.awarded == (AwardedPoints(Number(3), 1, 5),)
    assert after.fixed_tables == (FixedTable(Number(2), 1),)


@each_edition(cfc_round_robin="612")
def test_the_canadian_rating_is_the_one_that_counts(edition: str) -> None:
    tournament = read(str(CASES / "612-round-robin-counts-fide.json"))

    assert tournament.system == edition
    assert [p.rating for p in tournament.competitors] == [2000, 1900, 1800, 1700]


def test_numbers_are_not_assigned_without_drawing_lots() -> None:
    with pytest.raises(BadInput, match="no drawing of lots is recorded"):
        number_entries(event(4))


def test_numbers_are_not_reassigned_once_a_round_is_paired() -> None:
    with pytest.raises(BadInput, match="fixed once round 1 is paired"):
        number_entries(with_lot(event(4, "1-4 1:0, 2-3 ="), 4, 3, 2, 1))


def test_ratings_do_not_affect_the_numbers() -> None:
    strong_last = tuple(Player(Number(n), f"P{n}", rating=1000 + 100 * n) for n in range(1, 5))

    after = number_entries(with_lot(event(4, competitors=strong_last), 2, 4, 1, 3))

    assert [c.name for c in after.competitors] == ["P2", "P4", "P1", "P3"]


def test_without_a_lot_the_numbers_stay_and_the_director_is_warned() -> None:
    pairing = system(PLAYERS).pair(event(4))

    assert [(p.white, p.black) for p in pairing.pairs] == [(1, 4), (2, 3)]
    assert [r.what for r in pairing.reasons if isinstance(r, PairingWarning)] == [
        (
            "no drawing of lots is recorded for the table numbers, which are assigned by lot and"
            " not by rating"
        )
    ]
    assert not any(
        isinstance(r, PairingWarning) for r in system(PLAYERS).pair(event(4, "")).reasons
    )


def test_numbers_with_gaps_fill_the_table_in_order() -> None:
    gaps = tuple(Player(Number(n), f"P{n}") for n in (30, 7, 12, 99))

    assert pairs(event(4, competitors=gaps)) == "7-99 12-30"


@pytest.mark.parametrize(
    ("order", "what"),
    [
        ((1, 2, 3), "participant not included in the drawing of lots: '4'"),
        ((1, 2, 3, 4, 2), "participant listed twice in the drawing of lots: '2'"),
        ((1, 2, 3, 4, 5), "no participant has this number: '5'"),
    ],
)
def test_a_lot_that_does_not_match_the_entries_is_refused(
    order: tuple[int, ...], what: str
) -> None:
    with pytest.raises(BadInput) as refusal:
        system(PLAYERS).pair(with_lot(event(4), *order))

    assert what in str(refusal.value)


def nums(*numbers: int) -> tuple[Number, ...]:
    return tuple(Number(n) for n in numbers)
