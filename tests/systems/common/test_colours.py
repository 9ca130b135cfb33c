"""The colours of board 1: the lot, the limits, equalisation and alternation."""

from __future__ import annotations

import pytest

from tests.citing import each_edition
from tests.team_events import (
    ALL_EDITIONS,
    choice,
    colour_of,
    event,
    group_treatment,
    groups,
    opponents,
    pair,
    passed_over,
    tables,
)
from topboard._frozen import replace
from topboard.model import Adjustment, Colour, Game, Meeting, Number, Round
from topboard.reasons.grounds import ColourGround, ColourNeed
from topboard.reasons.obstacles import SameColourDue
from topboard.systems.registry import system

WHITE, BLACK = Colour.WHITE, Colour.BLACK

COLOUR_LIMITS = {
    "olympiad_2008": "20",
    "olympiad_2008_dresden": "20",
    "olympiad_2009": "22",
    "olympiad_2021_draft": "7.3",
    "olympiad_2022": "7.3",
}


SHORTEST_RUN = {
    "olympiad_2008": "24",
    "olympiad_2008_dresden": "24",
    "olympiad_2009": "26",
    "olympiad_2021_draft": "7.6",
    "olympiad_2022": "7.6",
}
ALTERNATE_HIGHER = {
    "olympiad_2008": "26",
    "olympiad_2008_dresden": "26",
    "olympiad_2009": "28",
    "olympiad_2021_draft": "7.6",
    "olympiad_2022": "7.6",
}


def duel(edition, higher, lower, **facts):
    """The colours of a match between team 1 and team 2 after these colours."""
    paired = pair(edition, groups({0: "1 2"}, colours={1: higher, 2: lower}, **facts))
    return colour_of(paired, 1, 2)


# --- round 1 --------------------------------------------------------------------------------


@each_edition(olympiad_2009="21", olympiad_2021_draft="7.2", olympiad_2022="7.2")
def test_the_lot_for_team_one_applies_to_all_odd_top_half_numbers(edition, article):
    white = pair(edition, event(8, lot=WHITE))
    black = pair(edition, event(8, lot=BLACK))

    assert tables(white) == "1-5 6-2 3-7 8-4"
    assert tables(black) == "5-1 2-6 7-3 4-8"
    assert colour_of(white, 2, 6).ground is ColourGround.LOT
    assert colour_of(white, 2, 6).article == article


@each_edition(olympiad_2008="19", olympiad_2008_dresden="19")
def test_in_2008_the_lot_applies_to_the_odd_numbers_atop_either_half(edition, article):
    # The top half of eight has imaginary points: 1 to 4 play each other, and so do 5 to 8.
    white = pair(edition, event(8, lot=WHITE))
    black = pair(edition, event(8, lot=BLACK))

    assert tables(white) == "1-3 4-2 5-7 8-6"
    assert tables(black) == "3-1 2-4 7-5 6-8"
    assert colour_of(white, 6, 8).article == article


@each_edition(
    olympiad_2008="19",
    olympiad_2008_dresden="19",
    olympiad_2009="21",
    olympiad_2021_draft="7.2",
    olympiad_2022="7.2",
)
def test_without_a_recorded_lot_team_one_gets_white(edition):
    assert tables(pair(edition, event(2, lot=None))) == "1-2"


@each_edition(
    olympiad_2008="19",
    olympiad_2008_dresden="19",
    olympiad_2009="21",
    olympiad_2021_draft="7.2",
    olympiad_2022="7.2",
)
def test_two_teams_without_games_follow_the_lot_in_later_rounds_too(edition):
    after = event(4, "3-1 0:0 default", late={2: 2, 4: 2}, lot=BLACK, accelerated=frozenset())

    assert {(p.white, p.black) for p in pair(edition, after).pairs} == {(3, 1), (2, 4)}


# --- the limits -----------------------------------------------------------------------------


FOLDING = ("olympiad_2008", "olympiad_2008_dresden")


def first_tried(edition):
    """Whom team 1 of four teams tries first, from round 4 on."""
    return 4 if edition in FOLDING else 3


def without_first_choice(edition):
    return "1-3 2-4" if edition in FOLDING else "1-4 2-3"


@each_edition(
    olympiad_2008="20b",
    olympiad_2008_dresden="20b",
    olympiad_2009="22b",
    olympiad_2021_draft="7.3.2",
    olympiad_2022="7.3.2",
)
@pytest.mark.parametrize(("run", "due"), [("BWW", BLACK), ("WBB", WHITE)])
def test_two_teams_both_facing_a_third_same_colour_do_not_meet(edition, run, due):
    first = first_tried(edition)

    paired = pair(edition, groups({0: "1..4"}, colours={1: run, first: run}))

    assert opponents(paired) == without_first_choice(edition)
    assert passed_over(choice(paired, 1, 7 - first)) == {
        first: SameColourDue(ColourNeed.LIMIT, due)
    }
    assert not group_treatment(paired, 0).without_colour_limits


@each_edition(
    olympiad_2008="20a",
    olympiad_2008_dresden="20a",
    olympiad_2009="22a",
    olympiad_2021_draft="7.3.1",
    olympiad_2022="7.3.1",
)
@pytest.mark.parametrize(("colours", "due"), [("WWBWWB", BLACK), ("BBWBBW", WHITE)])
def test_two_teams_both_facing_a_colour_difference_above_two_do_not_meet(edition, colours, due):
    first = first_tried(edition)

    paired = pair(edition, groups({0: "1..4"}, colours={1: colours, first: colours}))

    assert opponents(paired) == without_first_choice(edition)
    assert passed_over(choice(paired, 1, 7 - first)) == {
        first: SameColourDue(ColourNeed.LIMIT, due)
    }


@each_edition(
    olympiad_2008="20a",
    olympiad_2008_dresden="20a",
    olympiad_2009="22a",
    olympiad_2021_draft="7.3.1",
    olympiad_2022="7.3.1",
)
def test_a_difference_of_two_is_still_within_the_limit(edition):
    # Both have had one White more; 1 alternates and gets to two more.
    given = duel(edition, "WWB", "WBW")

    assert (given.white, given.black) == (1, 2)
    assert given.ground is ColourGround.ALTERNATE


@each_edition(
    olympiad_2008=("20a", "20b"),
    olympiad_2008_dresden=("20a", "20b"),
    olympiad_2009=("22a", "22b"),
    olympiad_2021_draft="7.3",
    olympiad_2022="7.3",
)
def test_a_team_allowed_neither_colour_has_no_opponent_within_the_limits(edition):
    # Two Whites too many, and Black twice running.
    first = first_tried(edition)

    paired = pair(edition, groups({0: "1..4"}, colours={first: "WWWWBB"}))

    assert group_treatment(paired, 0).without_colour_limits
    assert f"1-{first}" in opponents(paired).split()


@each_edition(
    olympiad_2008="20b",
    olympiad_2008_dresden="20b",
    olympiad_2009="22b",
    olympiad_2021_draft="7.3",
    olympiad_2022="7.3",
)
def test_the_only_allocation_within_the_limits_comes_before_equalisation(edition):
    # 1 has had more Blacks and would be due White, but that would be its third running.
    given = duel(edition, "BBWBBWW", "WBWBWB")

    assert (given.white, given.black) == (2, 1)
    assert given.ground is ColourGround.LIMITS
    assert given.article == COLOUR_LIMITS[edition]


# --- equalisation and alternation -----------------------------------------------------------


@each_edition(
    olympiad_2008="22a",
    olympiad_2008_dresden="22a",
    olympiad_2009="24a",
    olympiad_2021_draft="7.5.1",
    olympiad_2022="7.5.1",
)
@pytest.mark.parametrize(
    ("higher", "lower", "white"),
    [
        ("W", "B", 2),
        ("B", "W", 1),
        ("WB", "W", 1),
        ("BWB", "BW", 1),
        ("", "WBW", 1),
        ("WWB", "BW", 2),
    ],
)
def test_the_team_with_fewer_whites_relative_to_its_blacks_gets_white(
    edition, article, higher, lower, white
):
    given = duel(edition, higher, lower)

    assert given.white == white
    assert given.ground is ColourGround.EQUALISE
    assert given.article == article


@each_edition(
    olympiad_2008="23",
    olympiad_2008_dresden="23",
    olympiad_2009="25",
    olympiad_2021_draft="7.6",
    olympiad_2022="7.6",
)
@pytest.mark.parametrize(
    ("higher", "lower", "white"),
    [("WB", "BW", 1), ("BW", "WB", 2), ("WBWB", "BW", 1), ("WBW", "WWB", 2)],
)
def test_after_opposite_last_colours_both_teams_alternate(edition, article, higher, lower, white):
    given = duel(edition, higher, lower)

    assert given.white == white
    assert given.ground is ColourGround.ALTERNATE
    assert given.article == article


@each_edition(
    olympiad_2008=("22b", "24"),
    olympiad_2008_dresden=("22b", "24"),
    olympiad_2009=("24b", "26"),
    olympiad_2021_draft=("7.5.2", "7.6"),
    olympiad_2022=("7.5.2", "7.6"),
)
@pytest.mark.parametrize(
    ("higher", "lower", "white"),
    [
        # The last colours were the same; before that 1 had White and 2 Black, or the other way.
        ("BWWB", "WBWB", 2),
        ("WBWB", "BWWB", 1),
        ("BWBWWB", "WBWB", 2),
    ],
)
def test_otherwise_both_alternate_from_the_last_match_with_different_colours(
    edition, higher, lower, white
):
    given = duel(edition, higher, lower)

    assert given.white == white
    assert given.ground is ColourGround.ALTERNATE
    assert given.article == SHORTEST_RUN[edition]


@each_edition(
    olympiad_2008="26",
    olympiad_2008_dresden="26",
    olympiad_2009="28",
    olympiad_2021_draft="7.6",
    olympiad_2022="7.6",
)
def test_matches_are_compared_by_each_teams_own_sequence_and_not_by_round(edition):
    # 2 has not played since round 2; in that round their colours differed.
    given = duel(edition, "WBBW", "BW")

    assert (given.white, given.black) == (2, 1)
    assert given.ground is ColourGround.ALTERNATE_HIGHER


@each_edition(olympiad_2008="25a", olympiad_2008_dresden="25a", olympiad_2009="27a")
@pytest.mark.parametrize(("same", "white"), [("W", 2), ("B", 1), ("WWB", 2), ("BBW", 1)])
def test_after_identical_colours_the_higher_ranked_team_is_equalised(edition, article, same, white):
    given = duel(edition, same, same)

    assert given.white == white
    assert given.ground is ColourGround.BALANCE_HIGHER
    assert given.article == article
    assert given.higher == 1


@each_edition(
    olympiad_2008="22a",
    olympiad_2008_dresden="22a",
    olympiad_2009="24a",
    olympiad_2021_draft=("7.5", "7.5.1"),
    olympiad_2022=("7.5", "7.5.1"),
)
@pytest.mark.parametrize(
    ("higher", "lower", "white"), [("WWB", "BBW", 2), ("BBW", "WWB", 1), ("WWB", "BW", 2)]
)
def test_colours_are_equalised_before_they_alternate(edition, higher, lower, white):
    # Each would alternate to the colour that it has had more often.
    given = duel(edition, higher, lower)

    assert given.white == white
    assert given.ground is ColourGround.EQUALISE


@each_edition(olympiad_2021_draft="7.5", olympiad_2022="7.5")
@pytest.mark.parametrize(("same", "white"), [("W", 2), ("B", 1), ("WWB", 2), ("BBW", 1)])
def test_in_2022_equalisation_comes_first_after_identical_colours_too(edition, same, white):
    given = duel(edition, same, same)

    assert given.white == white
    assert given.ground is ColourGround.BALANCE_HIGHER
    assert given.article == "7.5.1"


@each_edition(
    olympiad_2008=("25b", "26"),
    olympiad_2008_dresden=("25b", "26"),
    olympiad_2009=("27b", "28"),
    olympiad_2021_draft="7.6",
    olympiad_2022="7.6",
)
@pytest.mark.parametrize(("same", "white"), [("WB", 1), ("BW", 2), ("WBBW", 2)])
def test_after_identical_balanced_colours_the_higher_ranked_team_alternates(edition, same, white):
    given = duel(edition, same, same)

    assert given.white == white
    assert given.ground is ColourGround.ALTERNATE_HIGHER
    assert given.article == ALTERNATE_HIGHER[edition]


@each_edition(
    olympiad_2008="26",
    olympiad_2008_dresden="26",
    olympiad_2009="28",
    olympiad_2021_draft="7.6",
    olympiad_2022="7.6",
)
@pytest.mark.parametrize(("sequence", "white"), [("WB", 2), ("BW", 1)])
def test_if_the_higher_ranked_team_has_not_played_the_other_team_alternates(
    edition, sequence, white
):
    given = duel(edition, "", sequence)

    assert given.white == white
    assert given.ground is ColourGround.ALTERNATE_HIGHER


@each_edition(
    olympiad_2008="25a",
    olympiad_2008_dresden="25a",
    olympiad_2009="27a",
    olympiad_2021_draft="7.5",
    olympiad_2022="7.5",
)
def test_the_higher_ranked_team_has_more_match_points_not_a_smaller_number(edition):
    given = colour_of(pair(edition, groups({2: "2", 0: "1"}, colours={1: "WWB", 2: "WWB"})), 1, 2)

    assert (given.higher, given.white) == (2, 1)


@pytest.mark.parametrize("edition", ALL_EDITIONS)
def test_the_reason_shows_both_sequences(edition):
    given = duel(edition, "WBB", "BW")

    assert (given.white, given.black) == (1, 2)
    assert given.white_history == (WHITE, BLACK, BLACK)
    assert given.black_history == (BLACK, WHITE)


# --- matches that were not played -----------------------------------------------------------


@each_edition(olympiad_2021_draft="7.7", olympiad_2022="7.7")
def test_a_bye_and_a_forfeit_give_no_colour(edition):
    # Both had White in round 1. Had 2 had Black in round 2, it would be due White now.
    after = event(4, "1-3 2:2, 2-4 2:2", "bye 1, ?-2 0:4 default", absent="3 4")

    given = colour_of(pair(edition, after), 1, 2)

    assert (given.white, given.black) == (1, 2)
    assert given.ground is ColourGround.BALANCE_HIGHER
    assert given.white_history == given.black_history == (WHITE,)


@each_edition(olympiad_2021_draft="7.7", olympiad_2022="7.7")
def test_a_round_without_colour_does_not_break_a_run(edition):
    # 1 and 3 had White, nothing, White; what the bye and the default brought is taken away.
    after = event(
        8,
        "1-5 2:2, 2-6 2:2, 3-7 2:2, 4-8 2:2",
        "bye 1, ?-3 0:4 default",
        "1-6 2:2, 5-2 2:2, 3-8 2:2, 7-4 2:2",
        adjustments=(Adjustment(Number(1), -10, -20), Adjustment(Number(3), -20, -40)),
        absent="5..8",
    )

    paired = pair(edition, after)

    assert opponents(paired) == "1-4 2-3"
    assert passed_over(choice(paired, 1, 4)) == {3: SameColourDue(ColourNeed.LIMIT, BLACK)}


# --- the boards -----------------------------------------------------------------------------


@each_edition(
    olympiad_2008="27",
    olympiad_2008_dresden="27",
    olympiad_2009="29",
)
def test_the_team_named_first_has_white_on_the_odd_boards(edition, article):
    boards = system(edition).articles[article]

    assert boards(4) == (WHITE, BLACK, WHITE, BLACK)
    assert boards(3) == (WHITE, BLACK, WHITE)


@each_edition(olympiad_2021_draft="7.1", olympiad_2022="7.1")
def test_board_one_is_a_position_in_the_team_whoever_sits_there(edition):
    # In both rounds the strongest player of teams 1 and 2 has White, on board 1 and then on
    # board 2: the teams had White and then Black, and teams 3 and 4 the other way round.
    def games(order, opponents):
        pairs = zip(order, opponents, strict=True)
        return tuple(
            Game(Number(b), Number(a)) if board % 2 else Game(Number(a), Number(b))
            for board, (a, b) in enumerate(pairs)
        )

    def members(team, order="1234"):
        return [10 * team + int(place) for place in order]

    def match(white, black, first="1234", second="1234"):
        boards = games(members(white, first), members(black, second))
        return Meeting(Number(white), Number(black), 20, 20, games=boards)

    played = replace(
        event(4),
        rounds=(
            Round(1, (match(1, 3), match(2, 4))),
            Round(2, (match(4, 1, second="2134"), match(3, 2, second="2134"))),
        ),
    )
    bare = replace(
        played,
        rounds=tuple(
            replace(r, meetings=tuple(replace(m, games=()) for m in r.meetings))
            for r in played.rounds
        ),
    )

    paired = pair(edition, played)

    given = colour_of(paired, 1, 2)
    assert given.white_history == given.black_history == (WHITE, BLACK)
    assert pair(edition, bare).pairs == paired.pairs
