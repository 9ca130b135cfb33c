"""2008, section J: imaginary points in rounds 1 and 2, halves in rounds 1 to 3.

The words about floaters and halves are those of the later texts and are tested with them.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.citing import each_edition
from tests.team_events import (
    colour_of,
    event,
    format_pairs,
    group_treatment,
    groups,
    numbers,
    opponents,
    pair,
    reasons,
    squad,
)
from topboard.model import NotYetEntered, Number
from topboard.reasons.decisions import ScoregroupSummary

FAVOURITES_WIN = ", ".join(
    f"{n}-{n + 30} 4:0" for first in (1, 61) for n in range(first, first + 30)
)


# --- imaginary points -----------------------------------------------------------------------


@each_edition(olympiad_2008="28a", olympiad_2008_dresden="28a")
def test_in_round_one_the_top_half_of_120_teams_is_paired_internally(edition):
    paired = pair(edition, event(120))

    expected = [(n, n + 30) for first in (1, 61) for n in range(first, first + 30)]
    assert opponents(paired) == format_pairs(expected)


@each_edition(olympiad_2008="28a", olympiad_2008_dresden="28a")
def test_in_round_two_top_half_losers_meet_bottom_half_winners(edition):
    paired = pair(edition, event(120, FAVOURITES_WIN))

    expected = [
        *((n, n + 15) for n in range(1, 16)),
        *((n, n + 30) for n in range(31, 61)),
        *((n, n + 15) for n in range(91, 106)),
    ]
    assert opponents(paired) == format_pairs(expected)


@each_edition(olympiad_2008="28a", olympiad_2008_dresden="28a")
def test_before_round_three_the_imaginary_points_are_removed(edition):
    after_one = event(8, "1-3 2:2, 4-2 2:2, 5-7 2:2, 8-6 2:2")
    after_two = event(8, "1-3 2:2, 4-2 2:2, 5-7 2:2, 8-6 2:2", "2-1 2:2, 3-4 2:2, 6-5 2:2, 7-8 2:2")

    assert [r.points for r in reasons(pair(edition, after_one), ScoregroupSummary)] == [30, 10]
    assert [r.points for r in reasons(pair(edition, after_two), ScoregroupSummary)] == [20]


@each_edition(olympiad_2008="28a", olympiad_2008_dresden="28a")
@pytest.mark.parametrize(
    ("teams", "half"), [(84, 42), (85, 42), (86, 44), (87, 44), (88, 44), (89, 44), (120, 60)]
)
def test_half_the_field_rounds_to_the_nearest_even_number_with_ties_up(edition, teams, half):
    paired = pair(edition, event(teams))

    assert group_treatment(paired, 2).residents == tuple(numbers(f"1..{half}"))


@each_edition(olympiad_2008="28a", olympiad_2008_dresden="28a")
def test_the_organiser_may_decide_which_teams_get_imaginary_points(edition):
    settled = frozenset(map(Number, (1, 2, 7, 8)))

    paired = pair(edition, event(8, accelerated=settled))

    assert opponents(paired) == "1-7 2-8 3-5 4-6"


@each_edition(olympiad_2008="28b", olympiad_2008_dresden="28b")
def test_a_top_half_team_starting_in_round_two_gets_imaginary_points(edition):
    played = "1-4 2:2, 5-3 2:2, 6-7 2:2, bye 8"

    paired = pair(edition, event(8, played, late={2: 2}))

    # 2 has two imaginary points, those who drew in the top half three: 5 keeps its own.
    assert group_treatment(paired, 2).residents == (2,)
    assert group_treatment(paired, 3).residents == (1, 3, 4, 5)


@each_edition(olympiad_2008="28b", olympiad_2008_dresden="28b")
def test_a_lower_team_starting_in_round_two_gets_no_imaginary_points(edition):
    played = "1-3 2:2, 4-2 2:2, 5-7 2:2, bye 6"

    paired = pair(edition, event(8, played, late={8: 2}))

    assert group_treatment(paired, 0).residents == (8,)


@each_edition(olympiad_2008="28b", olympiad_2008_dresden="28b")
@pytest.mark.parametrize(("rating", "bye"), [(2601, 8), (2600, 9)])
def test_a_late_last_number_with_a_top_half_rating_gets_imaginary_points(edition, rating, bye):
    # Team 4, the last of the upper half, has 2600 on average.
    entered = [replace(squad(f"T{n}", *[2800 - 50 * n] * 4), number=n) for n in range(1, 9)]
    late = replace(squad("Late", *[rating] * 4), number=9, joined=2)
    drawn = "1-3 2:2, 2-4 2:2, 5-7 2:2, 6-8 2:2"

    paired = pair(edition, event([*entered, late], drawn))

    # With them 9 has two points, without them none; the lower half has one.
    assert paired.bye == bye


@each_edition(olympiad_2008="28b", olympiad_2008_dresden="28b")
def test_the_round_one_half_is_kept_when_a_missing_team_joins_later(edition):
    # 3 is on the list and not there for round 1: the upper half is 1, 2, 3 and 4.
    before = pair(edition, event(8, absent="3"))
    assert group_treatment(before, 2).residents == (1, 2, 4)
    after = event(8, "1-2 2:2, 4-5 2:2, 6-7 2:2, bye 8", late={3: 2})
    first = replace(after.rounds[0], away=(*after.rounds[0].away, (Number(3), NotYetEntered())))

    paired = pair(edition, replace(after, rounds=(first,)))

    assert group_treatment(paired, 3).residents == (1, 2, 4)
    assert group_treatment(paired, 2).residents == (3,)
    assert group_treatment(paired, 1).residents == (5, 6, 7, 8)


@pytest.mark.parametrize("edition", ["olympiad_2008", "olympiad_2008_dresden"])
def test_imaginary_points_count_for_rank_in_pairing_but_not_for_standings(edition):
    # 3 lost and 6 won, both with Black; with its imaginary points 3 ranks above 6.
    after = event(8, "1-3 4:0, 4-2 4:0, 5-7 4:0, 8-6 0:4")

    given = colour_of(pair(edition, after), 3, 6)

    assert (given.higher, given.white) == (3, 3)


# --- which rounds ---------------------------------------------------------------------------


@each_edition(olympiad_2008="36", olympiad_2008_dresden="36")
@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_rounds_one_to_three_are_paired_by_halves(edition, rounds):
    assert opponents(pair(edition, groups({0: "1..6"}, after=rounds))) == "1-4 2-5 3-6"


@each_edition(olympiad_2008="49", olympiad_2008_dresden="49")
@pytest.mark.parametrize("rounds", [3, 4, 10])
def test_from_round_four_on_the_first_team_meets_the_last(edition, rounds):
    assert opponents(pair(edition, groups({0: "1..6"}, after=rounds))) == "1-6 2-5 3-4"
