"""The basic laws: nobody twice, equal scores if possible, otherwise as near as possible."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from tests.player_events import event
from tests.systems.cfc.cfc_swiss.events import field, pair
from tests.team_events import floaters, opponents, parse_pairs, passed_over, reason
from topboard.errors import NoLegalPairing
from topboard.model import HalfPointBye, Number, Request, Tournament
from topboard.reasons.decisions import OpponentChoice, ScoregroupSummary
from topboard.reasons.family_decisions import PairingQuality
from topboard.reasons.grounds import Criterion, PairMethod, UnpairedGround
from topboard.reasons.obstacles import ForbiddenByOrganiser, HaveMet
from topboard.reasons.why_not import Suffers, why_not
from topboard.systems.cfc import cfc_swiss


def leaving(tournament: Tournament) -> list[int]:
    """How many are paired below each group, from the top."""
    measured = reason(pair(tournament), PairingQuality, article="618b")
    return [m.value for m in measured.measures if m.criterion is Criterion.FEWEST_ODD_MEN]


@pytest.mark.article("cfc_swiss:618a")
def test_no_two_players_are_paired_twice() -> None:
    paired = pair(field({10: "1..4"}, met="1-3"))

    assert opponents(paired) == "1-4 2-3"
    first = reason(paired, OpponentChoice, method=PairMethod.HALVES, chooser=1)
    assert passed_over(first) == {3: HaveMet(1, by_forfeit=True)}


@pytest.mark.article("cfc_swiss:618a")
def test_a_forfeited_pair_counts_as_paired_and_is_not_made_again() -> None:
    assert opponents(pair(event(4, "1-3 +:-, 2-4 -:+"))) == "1-4 2-3"


@pytest.mark.article("cfc_swiss:618a")
def test_a_ruling_to_keep_two_players_apart_is_just_as_absolute() -> None:
    paired = pair(event(4, forbid="1-3"))

    assert opponents(paired) == "1-4 2-3"
    assert passed_over(reason(paired, OpponentChoice, method=PairMethod.HALVES, chooser=1)) == {
        3: ForbiddenByOrganiser()
    }


@pytest.mark.article("cfc_swiss:618a")
def test_a_round_without_a_complete_pairing_is_refused_with_those_who_block_it() -> None:
    with pytest.raises(NoLegalPairing) as refused:
        pair(field({10: "1..4"}, met="1-2 1-3 2-3"))

    assert refused.value.article == "618a"
    assert set(refused.value.bridge) == {4}
    assert len(refused.value.islands) > 1
    assert set(refused.value.islands) <= {(1,), (2,), (3,)}


@pytest.mark.article("cfc_swiss:618a")
def test_a_request_to_keep_apart_that_leaves_no_pairing_is_refused() -> None:
    with pytest.raises(NoLegalPairing, match="#1 has no opponent left"):
        pair(event(4, forbid="1-2 1-3 1-4"))


@pytest.mark.article("cfc_swiss:618b")
def test_players_with_equal_scores_meet_if_possible() -> None:
    paired = pair(field({20: "5 6", 10: "1 2 3 4", 0: "7 8"}))

    assert opponents(paired) == "1-3 2-4 5-6 7-8"
    assert floaters(paired) == ""


@pytest.mark.article("cfc_swiss:618b")
def test_no_more_players_leave_a_group_than_necessary() -> None:
    # 1 has met his whole group; one more has to go with him.
    tournament = field({20: "1..4", 10: "5..8"}, met="1-2..4")

    assert leaving(tournament) == [2]
    assert reason(pair(tournament), ScoregroupSummary, points=20).ground is (
        UnpairedGround.CANNOT_BE_PAIRED
    )


@pytest.mark.article("cfc_swiss:618b")
def test_the_higher_group_is_served_first() -> None:
    # Either 1 and 2 meet, and 3 and 4 go down, or they go down themselves.
    tournament = field({30: "1 2", 20: "3 4", 10: "5 6"}, met="3-4")

    assert opponents(pair(tournament)) == "1-2 3-5 4-6"
    assert leaving(tournament) == [0, 2]


@pytest.mark.article("cfc_swiss:618c")
def test_an_odd_man_is_paired_in_the_nearest_group_possible() -> None:
    near = field({30: "1", 20: "2 3", 10: "4..6"})
    far = field({30: "1", 20: "2 3", 10: "4..6"}, met="1-2 1-3")

    assert opponents(pair(near)) == "1-2 3-4 5-6"
    assert opponents(pair(far)) == "1-4 2-3 5-6"
    assert floaters(pair(far)) == "1 from 3 to 1"


@pytest.mark.article("cfc_swiss:618c")
def test_an_odd_man_does_not_pass_a_group_so_that_the_lowest_ranked_can_be_one() -> None:
    # 3 has met both 4 and 5; 2 has not. One pair across each border either way.
    tournament = event(
        8,
        "3-4 1:0, 1-6 1:0, 7-2 0:1, 8-5 0:1",
        "5-3 0:1, 7-1 0:1, 2-8 1:0, 4-6 1:0",
    )

    paired = pair(tournament)

    assert opponents(paired) == "1-3 2-4 5-6 7-8"
    assert floaters(paired) == "2 from 2 to 1, 5 from 1 to 0"


@pytest.mark.article("cfc_swiss:618c")
def test_an_odd_man_does_not_pass_a_group_that_could_be_paired_without_them() -> None:
    # 8 has met 7; if he met 1, then 7 would be left with 3, whom he may not meet. 6 can meet 7.
    tournament = event(
        8,
        "4-1 0:1, 2-5 0:1, 3-6 0:1, 8-7 1:0",
        "1-5 0:1, 6-4 1:0, 2-8 0:1, half 3, bye 7",
        forbid="3-7",
        requests=(Request(Number(4), 3, HalfPointBye()),),
    )

    assert opponents(pair(tournament)) == "1-3 5-8 6-7"


@pytest.mark.article("cfc_swiss:618c")
def test_no_odd_man_passes_a_group_to_spare_a_marked_card() -> None:
    # 2, alone with 2.5, has met 5, 3 and 1: the nearest is 6, the other 4 two groups further.
    tournament = event(
        6,
        "2-5 1:0, 4-1 =, 6-3 =",
        "1-2 =, 3-4 1:0, 5-6 1:0",
        "2-3 1:0, 4-6 0:1, 5-1 1:0",
        variations=("624.2",),
        planned_rounds=8,
    )

    assert opponents(pair(tournament)) == "1-3 2-6 4-5"


@pytest.mark.article("cfc_swiss:618c")
def test_the_odd_man_of_the_highest_group_is_served_first() -> None:
    # Either 1 passes the group of 2 and 3, or 3 passes that of 4: 3 has met 4.
    tournament = field({40: "1", 30: "2 3", 20: "4 5", 10: "6"}, met="3-4..5 2-4..5")

    assert opponents(pair(tournament)) == "1-2 3-6 4-5"


def closed_but(players: int, open_pairs: str) -> str:
    """All pairs of a number of players except these."""
    left = {frozenset(pair_) for pair_ in parse_pairs(open_pairs)}
    everybody = combinations(range(1, players + 1), 2)
    return " ".join(f"{a}-{b}" for a, b in everybody if frozenset((a, b)) not in left)


@pytest.mark.article("cfc_swiss:618c")
def test_as_few_odd_men_as_possible_pass_the_next_group() -> None:
    # There are two complete pairings, with as many across each border. Either 1 stays near and 2
    # passes three groups, or both pass one.
    groups = {50: "1 2", 40: "3 4", 30: "5 6 7", 20: "8 9", 10: "10"}
    ring = "1-3 3-4 4-6 6-2 2-10 10-9 9-8 8-7 7-5 5-1"
    tournament = field(groups, forbid=closed_but(10, ring))

    assert opponents(pair(tournament)) == "1-3 2-10 4-6 5-7 8-9"


@pytest.mark.article("cfc_swiss:618c")
def test_an_odd_man_is_served_before_pairs_across_lower_borders_are_counted() -> None:
    # With 1-4 and 2-3 one pair would have unequal scores. But 1 can meet 2 in the next group.
    tournament = field({40: "1", 30: "2 3", 20: "4", 10: "5 6"}, met="2-4 3-4")

    assert opponents(pair(tournament)) == "1-2 3-5 4-6"
    assert leaving(tournament) == [1, 1, 2]


def a_leader_who_has_met_the_next_group() -> Tournament:
    """Before round 4: 1 has 2.5 points, 4 and 6 have 2, 2 has 1.5, 3 has 1, and 5 has none."""
    return event(
        6,
        "3-1 0:1, 2-4 0:1, 5-6 0:1",
        "1-4 1:0, 5-3 0:1, 6-2 =",
        "1-6 =, 4-3 1:0, 2-5 1:0",
        planned_rounds=4,
    )


@pytest.mark.article("cfc_swiss:618c")
def test_a_leader_meets_the_nearest_score_even_if_it_separates_two_equals() -> None:
    # 4 and 6 could meet if 1 went to the last player. 623 pairs 1 in "the second-lower group", and
    # 621 adjusts the groups below.
    paired = pair(a_leader_who_has_met_the_next_group())

    assert opponents(paired) == "1-2 3-6 4-5"
    assert [(f.number, f.from_points, f.to_points) for f in paired.floaters] == [
        (1, 25, 15),
        (4, 20, 0),
        (6, 20, 10),
    ]


@pytest.mark.article("cfc_swiss:618c")
def test_why_not_names_the_law_that_the_highest_group_would_break() -> None:
    # With 4-6 fewer would leave the group of 2 points, but first 1 would pass two groups more.
    verdict = why_not(a_leader_who_has_met_the_next_group(), cfc_swiss.SYSTEM, Number(4), Number(6))

    assert isinstance(verdict, Suffers)
    assert (verdict.article, verdict.criterion) == ("618c", Criterion.NEAREST)
    assert (verdict.decided.article, verdict.instead and verdict.instead.article) == (
        "618c",
        "618c",
    )


def test_required_pairs_are_made_and_the_rest_is_as_good_as_it_can_be() -> None:
    tournament = replace(event(8), required=((Number(1), Number(2)),))

    # 2 goes down and 5 goes up: 1 meets 2, and 3, 4, 5 meet 6, 7, 8.
    assert opponents(pair(tournament)) == "1-2 3-6 4-7 5-8"
