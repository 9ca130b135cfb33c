"""Why not these two: the answers of a Lim round."""

from __future__ import annotations

from tests.player_events import event
from topboard import why_not
from topboard.model import Colour
from topboard.reasons.decisions import Floated, OpponentChoice
from topboard.reasons.grounds import ColourNeed
from topboard.reasons.obstacles import HaveMet, SameColourDue
from topboard.reasons.why_not import (
    DifferentScoregroups,
    HasBye,
    OthersCouldNotBePaired,
    SameColour,
    SomebodyElseFirst,
)

LIM = "fide_lim_2026"
ROUND_TWO = event(10, "1-6 1:0, 7-2 0:1, 3-8 1:0, 9-4 =, 5-10 =")


def test_why_not_for_two_players_who_have_met():
    assert why_not(ROUND_TWO, 1, 6, LIM) == HaveMet(1, "C.04.1 2")


def test_why_not_for_group_mates_says_that_one_floats_first():
    # 1, 2 and 3 have a point, and 3 floats.
    answer = why_not(ROUND_TWO, 1, 3, LIM)

    assert isinstance(answer, SomebodyElseFirst)
    assert isinstance(answer.decided, Floated)
    assert (answer.decided.number, answer.article) == (3, "3.2.4")


def test_why_not_names_another_player_who_floats_to_the_group():
    answer = why_not(ROUND_TWO, 2, 4, LIM)

    assert isinstance(answer, SomebodyElseFirst)
    assert isinstance(answer.decided, Floated)
    assert answer.decided.number == 3


def test_why_not_for_players_of_groups_that_are_far_apart():
    answer = why_not(ROUND_TWO, 1, 8, LIM)

    assert isinstance(answer, DifferentScoregroups)
    assert (answer.article, answer.points) == ("2.2", (10, 0))


def test_why_not_names_a_player_due_the_other_colour_who_comes_first():
    # 1 and 3 had White and win, as 2 and 5 with Black: 1 passes 3, and takes 5.
    tournament = event(8, "1-4 1:0, 6-2 0:1, 3-7 1:0, 8-5 0:1")

    answer = why_not(tournament, 1, 3, LIM)

    assert isinstance(answer, SomebodyElseFirst)
    assert isinstance(answer.decided, OpponentChoice)
    assert (answer.article, answer.passed_over) == ("5.2", 3)
    assert answer.obstacle == SameColourDue(ColourNeed.DUE, Colour.BLACK)


def test_why_not_names_a_colour_limit():
    tournament = event(8, "1-3 1:0, 2-4 1:0, 5-7 =, 6-8 =", "1-4 1:0, 2-3 1:0, 7-6 =, 8-5 =")

    answer = why_not(tournament, 1, 2, LIM)

    assert isinstance(answer, SameColour)
    assert (answer.article, answer.colour) == ("2.1", Colour.BLACK)


def test_why_not_names_the_bye():
    assert isinstance(why_not(event(5), 1, 5, LIM), HasBye)


def test_why_not_for_a_pair_that_leaves_the_others_unpairable():
    tournament = event(4, "1-2 =, 3-4 =", planned_rounds=3, forbid="1-3")

    answer = why_not(tournament, 2, 4, LIM)

    assert isinstance(answer, OthersCouldNotBePaired)
    assert answer.article == "2.1"
