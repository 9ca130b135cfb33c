"""The colour preferences of teams and the colours of a match. A team's colour is that on board
1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.model import Colour
from topboard.model.history import colour_difference
from topboard.reasons.criteria import MatchColourGround, Strength
from topboard.systems.common.colours import colour_of_higher_ranked_by_difference
from topboard.systems.fide_common.colour_preferences import (
    ColourPreference,
    find_rarer_colour,
    have_same_preference,
    no_colour_preference,
)
from topboard.systems.fide_upfloat.colours import (
    first_colour_by_initial_colour,
    first_colour_by_last_difference,
    first_colour_by_last_match,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from topboard.model import Number, Tenths
    from topboard.systems.fide_common.players import FidePlayer
    from topboard.systems.fide_upfloat.colours import Given

    Had = tuple[Colour, ...]
    Points = Mapping[Number, Tenths]


def type_a_preference(had: Had) -> ColourPreference:
    """Return the type A colour preference of a team, based on the colours it has had.

    It exists in the same cases as a strong preference of type B.
    """
    return strong_preference(had) or no_colour_preference(had)


def type_b_preference(had: Had) -> ColourPreference:
    """Return the type B colour preference of a team, which is strong or mild.

    A team that has not had a colour has no preference.
    """
    return strong_preference(had) or mild_preference(had) or no_colour_preference(had)


def type_b_preference_in_last_round(had: Had) -> ColourPreference:
    """Return the type B colour preference of a team in the last round.

    In this round, a team with a colour difference of zero has no mild preference.
    """
    if colour_difference(had):
        return type_b_preference(had)
    return type_a_preference(had)


def strong_preference(had: Had) -> ColourPreference | None:
    """Return the strong colour preference of a team, or None if it has none.

    A team has a strong preference if its colour difference is at least two. It also has one if it
    had the same colour in its last two matches and has not had the other colour more often.
    """
    difference, latest = colour_difference(had), had[-2:]
    if abs(difference) >= 2:
        return ColourPreference(find_rarer_colour(difference), Strength.STRONG, difference, latest)
    if len(latest) < 2 or latest[0] is not latest[1]:
        return None
    towards = 1 if latest[1] is Colour.WHITE else -1
    if difference not in (0, towards):
        return None
    return ColourPreference(latest[1].opposite, Strength.STRONG, difference, latest)


def mild_preference(had: Had) -> ColourPreference | None:
    """Return a mild preference for the colour that a team has had less often.

    If the team has had both colours equally often, the preference is for the colour opposite to its
    last one. Return None if the team has had no colour.
    """
    if not had:
        return None
    difference = colour_difference(had)
    wanted = find_rarer_colour(difference) if difference else had[-1].opposite
    return ColourPreference(wanted, Strength.MILD, difference, had[-2:])


# --- colour criteria ----------------------------------------------------------------------------


def count_denied_preferences(one: FidePlayer, other: FidePlayer) -> int:
    """Return 1 if both teams of a pair prefer the same colour, else 0."""
    return int(have_same_preference(one.preference, other.preference))


def count_denied_strong_preferences(one: FidePlayer, other: FidePlayer) -> int:
    """Return 1 if both teams of a pair have a strong preference for the same colour, else 0."""
    both = one.preference.strength is other.preference.strength is Strength.STRONG
    return int(both and have_same_preference(one.preference, other.preference))


def count_denied_type_a_preferences(one: FidePlayer, other: FidePlayer) -> tuple[int, ...]:
    """Return how many teams of a pair are denied their type A preference."""
    return (count_denied_preferences(one, other),)


def count_denied_type_b_preferences(one: FidePlayer, other: FidePlayer) -> tuple[int, ...]:
    """Return how many teams of a pair are denied any preference, and how many a strong one.

    These are the two colour criteria for type B preferences.
    """
    return count_denied_preferences(one, other), count_denied_strong_preferences(one, other)


# --- colours of a match -------------------------------------------------------------------------


def sort_first_team_first(
    one: FidePlayer, other: FidePlayer, primary: Points, secondary: Points
) -> tuple[FidePlayer, FidePlayer]:
    """Return the two teams of a match, with the first-team first.

    The first-team has the higher primary score, then the higher secondary score if the event uses
    one, then the smaller TPN. Virtual points do not count.
    """

    def rank_key(team: FidePlayer) -> tuple[Tenths, Tenths, Number]:
        return -primary[team.number], -secondary.get(team.number, 0), team.number

    return (one, other) if rank_key(one) < rank_key(other) else (other, one)


def colour_of_first_team(first: FidePlayer, other: FidePlayer, initial: Colour) -> Given:
    """Return the colour of the first-team in a match, and the rule that decided it.

    ``initial`` is the initial colour drawn by lot.
    """
    return (
        first_colour_by_initial_colour(first, other, initial)
        or first_team_colour_by_preferences(first, other)
        or first_team_colour_by_only_strong_preference(first, other)
        or first_team_colour_by_colour_difference(first, other)
        or first_colour_by_last_difference(first, other)
        or first_team_colour_by_own_preference(first)
        or first_colour_by_last_match(first, other)
    )


def first_team_colour_by_preferences(first: FidePlayer, other: FidePlayer) -> Given | None:
    """Return the first-team's colour if one team has no preference or the preferences are opposite.

    Return None if neither team has a preference or both prefer the same colour.
    """
    own, others = first.preference.colour, other.preference.colour
    if own is None or others is None:
        wanted = own or (others and others.opposite)
        return None if wanted is None else (wanted, MatchColourGround.ONLY_PREFERENCE)
    return None if own is others else (own, MatchColourGround.BOTH_GRANTED)


def first_team_colour_by_only_strong_preference(
    first: FidePlayer, other: FidePlayer
) -> Given | None:
    """Return the first-team's colour if both teams prefer the same colour but only one strongly.

    Return None in all other cases.
    """
    own, others = first.preference, other.preference
    if own.colour is None or own.strength is others.strength:
        return None
    wanted = own.colour if own.strength is Strength.STRONG else own.colour.opposite
    return wanted, MatchColourGround.ONLY_STRONG


def first_team_colour_by_colour_difference(first: FidePlayer, other: FidePlayer) -> Given | None:
    """Return the first-team's colour if the colour differences are not equal, else None.

    The team with the lower colour difference gets White.
    """
    colour = colour_of_higher_ranked_by_difference(first.colours, other.colours)
    return None if colour is None else (colour, MatchColourGround.LOWER_DIFFERENCE)


def first_team_colour_by_own_preference(first: FidePlayer) -> Given | None:
    """Return the colour that the first-team prefers, or None if it has no preference."""
    wanted = first.preference.colour
    return None if wanted is None else (wanted, MatchColourGround.FIRST_PREFERENCE)
