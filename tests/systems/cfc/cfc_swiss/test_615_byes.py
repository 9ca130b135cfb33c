"""Byes: who gets the one of an odd field, and the half-point byes on request."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.player_events import event
from tests.systems.cfc.cfc_swiss.events import field, pair, without_ratings
from tests.team_events import numbers, passed_over, reason, reasons
from topboard.errors import NoLegalPairing
from topboard.model import (
    Adjustment,
    Away,
    ByeRuling,
    FullPointBye,
    HalfPointBye,
    Lot,
    Number,
    Request,
)
from topboard.reasons.criteria import ByeBarAlreadyHadBye, ByeBarRuling
from topboard.reasons.decisions import ByeGiven, PairingWarning
from topboard.reasons.obstacles import LeavesUnpairable, RatedPlayersFirst, RequiredElsewhere
from topboard.systems.cfc import cfc_swiss


@pytest.mark.article("cfc_swiss:615")
def test_in_round_1_the_bye_goes_to_the_lowest_rated_player() -> None:
    paired = pair(event(7))

    assert paired.bye == 7
    assert reason(paired, ByeGiven).article == "615"


@pytest.mark.article("cfc_swiss:615")
def test_the_bye_goes_to_the_lowest_rated_player_of_the_lowest_scoregroup() -> None:
    assert pair(field({10: "1 5 6 7", 0: "2 3 4"})).bye == 4


@pytest.mark.article("cfc_swiss:615")
def test_a_player_who_has_had_a_bye_is_passed_over() -> None:
    paired = pair(event(5, "1-3 1:0, 2-4 1:0, bye 5", "1-2 1:0, 3-5 1:0, bye 4"))

    # 4 and 5 have one point each, as has 3: the lowest group is theirs alone.
    assert paired.bye == 3
    assert passed_over(reason(paired, ByeGiven)) == {
        5: ByeBarAlreadyHadBye(1),
        4: ByeBarAlreadyHadBye(2),
    }


@pytest.mark.article("cfc_swiss:615")
def test_the_next_group_provides_the_bye_if_the_lowest_group_cannot() -> None:
    paired = pair(
        event(5, "1-3 1:0, 2-4 1:0, bye 5", "1-2 1:0, 3-5 =, bye 4", "1-4 1:0, 2-5 1:0, bye 3")
    )

    assert paired.bye == 2


@pytest.mark.article("cfc_swiss:615")
def test_an_unrated_player_gets_the_bye_only_if_no_rated_player_may() -> None:
    spared = pair(without_ratings(event(5), "4 5"))

    assert spared.bye == 3
    assert passed_over(reason(spared, ByeGiven)) == {5: RatedPlayersFirst(), 4: RatedPlayersFirst()}

    barred = tuple(ByeRuling(Number(n), allowed=False) for n in (1, 2, 3))
    given = pair(without_ratings(event(5, bye_rulings=barred), "4 5"))
    assert given.bye == 5
    assert passed_over(reason(given, ByeGiven))[3] == ByeBarRuling()


@pytest.mark.article("cfc_swiss:615")
def test_among_the_unrated_the_lot_decides_and_a_missing_lot_is_reported() -> None:
    barred = tuple(ByeRuling(Number(n), allowed=False) for n in (1, 2, 3))
    lot = Lot("bye of the unrated", (Number(4), Number(5)))

    drawn = pair(without_ratings(event(5, bye_rulings=barred, lots=(lot,)), "4 5"))
    undrawn = pair(without_ratings(event(5, bye_rulings=barred), "4 5"))

    assert (drawn.bye, undrawn.bye) == (4, 5)
    assert reason(drawn, ByeGiven).by_lot
    assert reasons(drawn, PairingWarning, article="615") == []
    assert len(reasons(undrawn, PairingWarning, article="615")) == 1


@pytest.mark.article("cfc_swiss:615")
def test_unrated_players_come_after_the_rated_regardless_of_their_order() -> None:
    # With the unrated in the middle the lowest rated is also the last card.
    barred = (ByeRuling(Number(5), allowed=False), ByeRuling(Number(4), allowed=False))

    assert pair(without_ratings(event(5, bye_rulings=barred), "3")).bye == 2


@pytest.mark.article("cfc_swiss:615")
def test_the_bye_leaves_a_complete_pairing_of_the_others() -> None:
    paired = pair(field({0: "1..5"}, met="1-2..4"))

    # Player 1 has nobody left but 5; 4 is the next.
    assert paired.bye == 4
    assert isinstance(passed_over(reason(paired, ByeGiven))[5], LeavesUnpairable)


@pytest.mark.article("cfc_swiss:615")
def test_a_full_point_bye_counts_as_a_bye_and_a_half_point_bye_does_not() -> None:
    # Everybody has one loss or draw; 5, the lowest rated, was away in round 1.
    def next_bye(away: Away) -> int | None:
        tournament = event(5, "1-3 =, 2-4 =")
        first = replace(tournament.rounds[0], away=((Number(5), away),))
        lowered = tuple(Adjustment(Number(5), -points) for points in (10, 5))
        change = lowered[0] if isinstance(away, FullPointBye) else lowered[1]
        return pair(replace(tournament, rounds=(first,), adjustments=(change,))).bye

    assert next_bye(FullPointBye()) == 4
    assert next_bye(HalfPointBye()) == 5


@pytest.mark.article("cfc_swiss:615")
def test_a_ruling_may_allow_a_second_bye() -> None:
    played = ("1-3 1:0, 2-4 1:0, bye 5", "1-2 1:0, 3-5 1:0, bye 4")
    allowed = (ByeRuling(Number(5), allowed=True),)

    assert pair(event(5, *played, bye_rulings=allowed)).bye == 5


@pytest.mark.article("cfc_swiss:615")
def test_a_player_with_a_required_opponent_does_not_get_the_bye() -> None:
    paired = pair(event(5, required=((Number(5), Number(1)),)))

    assert paired.bye == 4
    assert passed_over(reason(paired, ByeGiven)) == {5: RequiredElsewhere(Number(5))}


def test_an_odd_field_in_which_nobody_may_have_the_bye_is_refused() -> None:
    barred = tuple(ByeRuling(Number(n), allowed=False) for n in numbers("1..5"))

    with pytest.raises(NoLegalPairing, match="no one may have the bye") as refused:
        pair(event(5, bye_rulings=barred))

    assert refused.value.article == "615"


@pytest.mark.article("cfc_swiss:615a")
def test_a_requested_bye_is_half_a_point_and_the_player_is_unpaired() -> None:
    asked = event(5, requests=(Request(Number(2), 1, HalfPointBye()),))

    paired = pair(asked)

    assert paired.bye is None
    assert 2 not in {n for p in paired.pairs for n in (p.white, p.black)}
    after = event(5, "1-4 1:0, 3-5 1:0, half 2")
    assert {ln.number: ln.points for ln in cfc_swiss.SYSTEM.standings(after).lines}[Number(2)] == 5
