"""Article 1, and 7.1: who has the bye."""

from __future__ import annotations

import pytest

from tests.player_events import event, player
from tests.team_events import reason
from topboard.errors import NoLegalPairing
from topboard.model import ByeRuling, Number
from topboard.reasons.criteria import ByeBarAlreadyHadBye, ByeBarWonWithoutPlaying
from topboard.reasons.decisions import ByeGiven
from topboard.reasons.grounds import ByeMethod
from topboard.reasons.obstacles import LeavesUnpairable, PassedOver, RequiredElsewhere
from topboard.systems.fide_lim.fide_lim_2026 import pair


@pytest.mark.article("fide_lim_2026:1.1", "fide_lim_2026:C.04.1 3", "fide_lim_2026:C.04.1 4")
def test_the_bye_goes_to_the_lowest_eligible_player_of_the_lowest_group():
    # No points: 5, 6, 7; 7 had the bye of round 1 and 6 an opponent who did not come, in round 2.
    tournament = event(7, "1-4 1:0, 5-2 0:1, 3-6 1:0, bye 7", "2-1 =, 4-3 0:1, 6-5 +:-, out 7")

    paired = pair(tournament)
    given = reason(paired, ByeGiven)

    assert paired.bye == 5
    assert given.article == "1.1"
    assert given.passed_over == ()


@pytest.mark.article("fide_lim_2026:1.1", "fide_lim_2026:C.04.1 4")
def test_players_barred_from_the_bye_are_passed_over():
    tournament = event(5, "1-3 1:0, 2-4 +:-, bye 5", "1-2 0:1, out 5, out 4, out 3")

    given = reason(pair(tournament), ByeGiven)

    # 3 and 4 have nothing, 5 and 1 a point, 2 two.
    assert given.number == 4
    lifted = event(
        5,
        "1-3 1:0, 4-2 +:-, bye 5",
        "1-4 =, full 3, 2-5 =",
        bye_rulings=(ByeRuling(Number(2), allowed=False),),
    )
    given = reason(pair(lifted), ByeGiven)
    assert [one.candidate for one in given.passed_over] == [2, 3, 5, 4]
    assert given.passed_over[1:] == (
        PassedOver(Number(3), ByeBarWonWithoutPlaying(2)),
        PassedOver(Number(5), ByeBarAlreadyHadBye(1)),
        PassedOver(Number(4), ByeBarWonWithoutPlaying(1)),
    )


@pytest.mark.article("fide_lim_2026:1.1")
def test_the_bye_goes_to_a_player_the_others_can_be_paired_without():
    # 3 has met everybody but 1 and 2, who have met each other; without 5 or 4 two are left over.
    tournament = event(5, "1-2 =, 3-4 =, bye 5", "3-5 =, 4-1 =, bye 2", forbid="4-5 2-4")

    given = reason(pair(tournament), ByeGiven)

    assert given.number == 4
    assert pair(event(5, "1-2 =, 3-4 =, bye 5", "3-5 =, 4-1 =, bye 2")).bye == 4


def test_a_player_with_a_required_opponent_gets_no_bye():
    tournament = event(5, required=((Number(1), Number(5)),))

    given = reason(pair(tournament), ByeGiven)

    assert given.number == 4
    assert given.passed_over == (PassedOver(Number(5), RequiredElsewhere(Number(5))),)


def test_a_round_without_an_eligible_player_for_the_bye_is_refused():
    tournament = event(3, "1-2 +:-, bye 3", "3-1 =, full 2")

    with pytest.raises(NoLegalPairing, match="no one may have the bye") as refusal:
        pair(tournament)

    assert refusal.value.article == "1.1"


@pytest.mark.article("fide_lim_2026:7.1")
def test_in_round_one_the_lowest_rated_then_lowest_ranked_gets_the_bye():
    people = [player(1, 2000), player(2, 1500), player(3, 1500), player(4, 1600), player(5, 1700)]

    given = reason(pair(event(people)), ByeGiven, method=ByeMethod.LOWEST_RATING)

    assert (given.article, given.number, given.rating) == ("7.1", 3, 1500)
    barred = event(people, bye_rulings=(ByeRuling(Number(3), allowed=False),))
    assert pair(barred).bye == 2


@pytest.mark.article("fide_lim_2026:7.1")
def test_in_round_one_the_bye_also_leaves_the_others_pairable():
    # Without 5 number 4 would have nobody.
    tournament = event(5, forbid="4-1 4-2 4-3")

    given = reason(pair(tournament), ByeGiven, method=ByeMethod.LOWEST_RATING)

    assert given.number == 4
    (passed,) = given.passed_over
    assert isinstance(passed.obstacle, LeavesUnpairable)
