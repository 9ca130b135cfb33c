"""Odd men: who is one, whom he meets, and what speaks against a candidate."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.player_events import event
from tests.systems.cfc.cfc_swiss.events import field, pair
from tests.team_events import floaters, opponents, passed_over, reason, reasons
from topboard.model import ForbiddenPair, Manner, Meeting, Number, Round, Tournament
from topboard.reasons.decisions import Floated, OpponentChoice, ScoregroupSummary
from topboard.reasons.family_decisions import PairingQuality, ScoregroupSkippedByOddMan
from topboard.reasons.grounds import Criterion, FloatMethod, PairMethod, UnpairedGround
from topboard.reasons.obstacles import (
    CriterionWorse,
    HaveMet,
    LeavesUnpairable,
    NoOpponentInNextGroup,
    OtherPairsWorse,
    PassedOver,
)
from topboard.reasons.why_not import DifferentScoregroups, why_not
from topboard.systems.cfc import cfc_swiss
from topboard.systems.cfc.cards import is_round_in_last_quarter

THREE_ABOVE_FIVE = {20: "1 2 3", 10: "4..8"}


# --- who is the odd man -------------------------------------------------------------------


@pytest.mark.article("cfc_swiss:623")
def test_the_lowest_ranked_player_of_an_odd_group_is_the_odd_man() -> None:
    paired = pair(field(THREE_ABOVE_FIVE))

    removed = reason(paired, Floated, method=FloatMethod.ODD_MAN)
    assert (removed.number, removed.from_points, removed.to_points) == (3, 20, 10)
    assert removed.passed_over == ()
    assert reason(paired, ScoregroupSummary, points=20).ground is UnpairedGround.ODD_NUMBER
    assert floaters(paired) == "3 from 2 to 1"


@pytest.mark.article("cfc_swiss:623")
def test_the_rest_of_the_group_must_be_pairable_without_the_odd_man() -> None:
    paired = pair(field(THREE_ABOVE_FIVE, met="1-2"))

    assert opponents(paired) == "1-3 2-4 5-7 6-8"
    assert isinstance(
        passed_over(reason(paired, Floated, method=FloatMethod.ODD_MAN))[3], LeavesUnpairable
    )


@pytest.mark.article("cfc_swiss:623")
def test_a_player_who_has_met_the_whole_next_group_is_not_the_odd_man() -> None:
    paired = pair(field(THREE_ABOVE_FIVE, met="3-4..8"))

    assert opponents(paired) == "1-3 2-4 5-7 6-8"
    assert passed_over(reason(paired, Floated, method=FloatMethod.ODD_MAN)) == {
        3: NoOpponentInNextGroup(10)
    }


@pytest.mark.article("cfc_swiss:623")
def test_the_lowest_drops_two_groups_if_all_have_met_the_next_group() -> None:
    tournament = field({30: "1 2 3", 20: "4 5", 10: "6 7 8"}, met="1-4..5 2-4..5 3-4..5")

    assert opponents(pair(tournament)) == "1-2 3-6 4-5 7-8"


@pytest.mark.article("cfc_swiss:623")
def test_the_only_two_players_of_a_group_who_have_met_are_both_odd_men() -> None:
    paired = pair(field({20: "1 2", 10: "3..6"}, met="1-2"))

    assert opponents(paired) == "1-3 2-4 5-6"
    group = reason(paired, ScoregroupSummary, points=20)
    assert (group.leaving, group.ground) == (2, UnpairedGround.CANNOT_BE_PAIRED)


@pytest.mark.article("cfc_swiss:623")
def test_the_only_player_of_a_group_is_an_odd_man() -> None:
    assert opponents(pair(field({30: "4", 20: "1 2", 10: "3"}))) == "1-4 2-3"


@pytest.mark.article("cfc_swiss:623")
def test_an_odd_man_is_called_lowest_ranked_only_if_nobody_ranks_below() -> None:
    # 1 and 2 are both odd men; 5 takes in 3, and so 4 goes down although 5 is ranked below him.
    both = pair(field({20: "1 2", 10: "3..6"}, met="1-2"))
    taken = pair(field({30: "1 2 3", 20: "4 5", 10: "6"}, met="3-4"))

    first, second = reasons(both, Floated, method=FloatMethod.ODD_MAN)
    assert (first.number, first.others_below, second.others_below) == (1, (2,), ())
    assert opponents(taken) == "1-2 3-5 4-6"
    first, second = reasons(taken, Floated, method=FloatMethod.ODD_MAN)
    assert (second.number, first.taken_below, second.taken_below) == (4, (), (5,))


# --- groups that are passed ---------------------------------------------------------------


@pytest.mark.article("cfc_swiss:618c")
def test_a_player_without_a_possible_opponent_in_a_group_passes_it() -> None:
    paired = pair(field({30: "1 2 3", 20: "4 5", 10: "6 7 8"}, met="1-4..5 2-4..5 3-4..5"))

    assert reasons(paired, ScoregroupSkippedByOddMan) == [
        ScoregroupSkippedByOddMan(
            "618c",
            Number(3),
            30,
            20,
            may_meet_nobody=True,
            passed_over=(
                PassedOver(Number(4), HaveMet(3, by_forfeit=True)),
                PassedOver(Number(5), HaveMet(4, by_forfeit=True)),
            ),
        )
    ]
    measured = reason(paired, PairingQuality, article="618c")
    assert [(m.points, m.past_points, m.value) for m in measured.measures] == [(30, 20, 1)]


@pytest.mark.article("cfc_swiss:618c")
def test_criteria_that_would_suffer_in_a_passed_group_are_named() -> None:
    # 5 and 6 have met. If 3 met 4, then 1 and 2 would both have to come down to them.
    paired = pair(field({40: "1 2", 30: "3", 20: "4", 10: "5 6"}, met="5-6"))

    assert opponents(paired) == "1-2 3-5 4-6"
    passed = reason(paired, ScoregroupSkippedByOddMan)
    assert (passed.number, passed.from_points, passed.points) == (3, 30, 20)
    assert not passed.may_meet_nobody
    assert passed_over(passed) == {4: CriterionWorse("618b", None, Criterion.FEWEST_ODD_MEN)}


@pytest.mark.article("cfc_swiss:618c")
def test_in_a_larger_field_the_reason_names_the_harm_to_the_others() -> None:
    paired = pair(field({40: "1..22", 30: "23", 20: "24", 10: "25 26"}, met="25-26"))

    assert set(passed_over(reason(paired, ScoregroupSkippedByOddMan)).values()) == {
        OtherPairsWorse("618")
    }


@pytest.mark.article("cfc_swiss:618c")
def test_odd_men_skip_a_group_if_the_others_could_not_be_paired() -> None:
    # 1 could meet 2, but 3 can meet nobody else.
    paired = pair(field({30: "1", 20: "2 3", 10: "4"}, forbid="1-3 3-4"))

    assert opponents(paired) == "1-4 2-3"
    (obstacle,) = reason(paired, ScoregroupSkippedByOddMan).passed_over
    assert obstacle.candidate == 2
    assert isinstance(obstacle.obstacle, LeavesUnpairable)


@pytest.mark.article("cfc_swiss:618c")
def test_the_lower_ranked_odd_man_skips_a_group_that_takes_only_one() -> None:
    paired = pair(field({30: "1 2", 20: "3", 10: "4 5 6"}, met="1-2"))

    assert passed_over(reason(paired, ScoregroupSkippedByOddMan)) == {3: OtherPairsWorse("625")}


@pytest.mark.article("cfc_swiss:618c")
def test_why_not_cites_the_rule_that_odd_men_stay_near_their_group() -> None:
    tournament = event(
        8, "3-4 1:0, 1-6 1:0, 7-2 0:1, 8-5 0:1", "5-3 0:1, 7-1 0:1, 2-8 1:0, 4-6 1:0"
    )

    verdict = why_not(tournament, cfc_swiss.SYSTEM, Number(3), Number(6))
    assert isinstance(verdict, DifferentScoregroups)
    assert verdict.article == "618c"


# --- whom he meets ------------------------------------------------------------------------


@pytest.mark.article("cfc_swiss:624")
def test_the_odd_man_meets_the_highest_ranked_they_have_not_met() -> None:
    paired = pair(field(THREE_ABOVE_FIVE, met="3-4..5"))

    assert opponents(paired) == "1-2 3-6 4-7 5-8"
    met = reason(paired, OpponentChoice, method=PairMethod.ODD_MAN)
    assert (met.article, met.chooser, met.chosen) == ("624", 3, 6)
    assert passed_over(met) == {4: HaveMet(1, by_forfeit=True), 5: HaveMet(2, by_forfeit=True)}


@pytest.mark.article("cfc_swiss:624")
def test_colours_do_not_choose_the_odd_mans_opponent() -> None:
    assert "3-4" in opponents(pair(field(THREE_ABOVE_FIVE, colours={3: "W", 4: "W", 5: "B"})))


@pytest.mark.article("cfc_swiss:624")
def test_the_rest_of_the_lower_group_must_be_pairable_without_the_opponent() -> None:
    # If 3 meets 4, then 5 and 6 have met each other and nobody is left for them.
    tournament = field({20: "1 2 3", 10: "4 5 6"}, met="5-6")

    assert opponents(pair(tournament)) == "1-2 3-5 4-6"


@pytest.mark.article("cfc_swiss:624.1")
def test_the_odd_man_may_meet_the_highest_ranked_due_the_opposite_colour() -> None:
    tournament = field(THREE_ABOVE_FIVE, colours={3: "W", 4: "W", 5: "B"}, variations=("624.1",))
    paired = pair(tournament)

    assert "3-5" in opponents(paired)
    met = reason(paired, OpponentChoice, method=PairMethod.ODD_MAN)
    assert met.article == "624.1"
    assert passed_over(met) == {4: CriterionWorse("624.1", None, Criterion.OPPONENT_DUE_OPPOSITE)}


@pytest.mark.article("cfc_swiss:624.1")
def test_the_highest_ranked_is_taken_if_nobody_is_due_the_opposite_colour() -> None:
    colours = dict.fromkeys((3, 4, 5, 6, 7, 8), "W")
    tournament = field(THREE_ABOVE_FIVE, colours=colours, variations=("624.1",))

    assert "3-4" in opponents(pair(tournament))


@pytest.mark.article("cfc_swiss:624.1")
def test_a_player_with_no_due_colour_is_not_due_the_opposite_colour() -> None:
    # 4 has had no colour and is due none; 5 is due White, 3 is due Black.
    by_colour = field(THREE_ABOVE_FIVE, colours={3: "W", 5: "B"}, variations=("624.1",))
    # 3 is due no colour, so the highest ranked it is.
    nothing_due = field(THREE_ABOVE_FIVE, colours={4: "W", 5: "B"}, variations=("624.1",))

    assert "3-5" in opponents(pair(by_colour))
    met = reason(pair(by_colour), OpponentChoice, method=PairMethod.ODD_MAN)
    assert passed_over(met) == {4: CriterionWorse("624.1", None, Criterion.OPPONENT_DUE_OPPOSITE)}
    assert "3-4" in opponents(pair(nothing_due))


@pytest.mark.article("cfc_swiss:625")
def test_two_odd_men_are_paired_in_order_of_their_rank() -> None:
    paired = pair(field({20: "1 2", 10: "3..6"}, met="1-2 1-3"))

    # 1 chooses before 2: 4 is the highest ranked he has not met.
    assert opponents(paired) == "1-4 2-3 5-6"
    assert [r.article for r in reasons(paired, OpponentChoice, method=PairMethod.ODD_MAN)] == [
        "625",
        "625",
    ]


@pytest.mark.article("cfc_swiss:625")
def test_the_higher_ranked_is_paired_if_only_one_of_two_can_be() -> None:
    # 3 has met nobody of the two above, but can take only one of them.
    tournament = field({30: "1 2", 20: "3", 10: "4 5 6"}, met="1-2")

    assert opponents(pair(tournament)) == "1-3 2-4 5-6"


# --- marked cards -------------------------------------------------------------------------


def event_with_odd_men(one: int, other: int, *variations: str, planned: int = 9) -> Tournament:
    """Three above five; in round 2 two of different scores were set against each other."""
    return field(
        THREE_ABOVE_FIVE,
        colours={one: "W", other: "B"},
        met=f"{one}-{other}",
        variations=variations,
        planned_rounds=planned,
    )


@pytest.mark.article("cfc_swiss:624.2")
def test_nobody_is_an_odd_man_twice_if_it_can_be_avoided() -> None:
    paired = pair(event_with_odd_men(3, 8, "624.2"))

    assert reason(pair(event_with_odd_men(3, 8)), Floated, method=FloatMethod.ODD_MAN).number == 3
    removed = reason(paired, Floated, method=FloatMethod.ODD_MAN)
    assert removed.number == 2
    assert passed_over(removed) == {3: CriterionWorse("624.2", None, Criterion.ODD_MAN_ONCE)}


@pytest.mark.article("cfc_swiss:624.2")
def test_nobody_meets_an_odd_man_twice_if_it_can_be_avoided() -> None:
    paired = pair(event_with_odd_men(1, 4, "624.2"))

    assert (
        reason(pair(event_with_odd_men(1, 4)), OpponentChoice, method=PairMethod.ODD_MAN).chosen
        == 4
    )
    met = reason(paired, OpponentChoice, method=PairMethod.ODD_MAN)
    assert (met.chooser, met.chosen) == (3, 5)
    assert passed_over(met) == {4: CriterionWorse("624.2", None, Criterion.ODD_MAN_ONCE)}


@pytest.mark.article("cfc_swiss:624.2")
def test_an_unavoidable_breach_is_accepted_and_reported() -> None:
    # 1 and 2 may not meet, so that one of them is the odd man; both were marked.
    tournament = replace(
        event_with_odd_men(1, 8, "624.2"),
        rounds=event_with_odd_men(1, 8).rounds + event_with_odd_men(2, 7).rounds[1:],
    )
    closed = replace(tournament, forbidden=(ForbiddenPair(Number(1), Number(2)),))

    measured = reason(pair(closed), PairingQuality, article="623")
    assert [m.value for m in measured.measures if m.criterion is Criterion.ODD_MAN_ONCE] == [1]


@pytest.mark.article("cfc_swiss:624.2")
def test_in_the_last_quarter_odd_men_are_not_spared() -> None:
    assert (
        reason(
            pair(event_with_odd_men(3, 8, "624.2", planned=3)), Floated, method=FloatMethod.ODD_MAN
        ).number
        == 3
    )


@pytest.mark.parametrize(
    ("round_number", "rounds", "in_it"),
    [(3, 4, False), (4, 4, True), (5, 7, False), (6, 7, True), (7, 9, True), (6, 8, False)],
)
def test_the_last_quarter_begins_after_three_quarters_of_the_rounds(
    round_number: int, rounds: int, in_it: bool
) -> None:
    assert is_round_in_last_quarter(round_number, rounds) is in_it


# --- unfinished games ---------------------------------------------------------------------


@pytest.mark.article("cfc_swiss:626")
def test_a_player_with_an_unfinished_game_is_odd_man_only_if_unavoidable() -> None:
    tournament = field({20: "1 2 3", 10: "4..8"})
    going_on = Meeting(Number(3), Number(99), 0, 10, Manner.UNFINISHED)
    stranger = replace(tournament.competitors[0], number=Number(99), joined=9)
    tournament = replace(
        tournament,
        competitors=(*tournament.competitors, stranger),
        rounds=(Round(1, (going_on,)),),
    )
    paired = pair(tournament)

    removed = reason(paired, Floated, method=FloatMethod.ODD_MAN)
    assert removed.number == 2
    assert passed_over(removed) == {3: CriterionWorse("626", None, Criterion.UNFINISHED)}
