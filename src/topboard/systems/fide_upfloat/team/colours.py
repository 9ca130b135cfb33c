"""The colour preferences of teams, and the colours of a match, which are those of board 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.model import Colour
from topboard.model.history import colour_difference
from topboard.reasons.criteria import MatchColourGround, Strength
from topboard.systems.common.colours import equalising_colour_of_higher
from topboard.systems.fide_common.colour_preferences import (
    ColourPreference,
    have_same_preference,
    no_preference,
    rarer_colour,
)
from topboard.systems.fide_upfloat.colours import (
    colour_by_initial_colour,
    colour_by_last_difference,
    colour_by_last_match,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from topboard.model import Number, Tenths
    from topboard.systems.fide_common.players import FidePlayer
    from topboard.systems.fide_upfloat.colours import Given

    Had = tuple[Colour, ...]
    Points = Mapping[Number, Tenths]


def type_a_preference(had: Had) -> ColourPreference:
    """Return the type A colour preference of a team from the colours it has had.

    It is the same as a strong preference of type B. Other teams have no preference.
    """
    return strong_preference(had) or no_preference(had)


def type_b_preference(had: Had) -> ColourPreference:
    """Return the type B colour preference of a team, which is strong or mild.

    A team without a match has no preference.
    """
    return strong_preference(had) or mild_preference(had) or no_preference(had)


def type_b_preference_in_last_round(had: Had) -> ColourPreference:
    """Return the type B colour preference of a team in the last round.

    A team with a colour difference of zero has no mild preference in this round.
    """
    if colour_difference(had):
        return type_b_preference(had)
    return type_a_preference(had)


def strong_preference(had: Had) -> ColourPreference | None:
    """Return the strong colour preference of a team, or None if it has none.

    A team has one if its colour difference is at least two. It also has one if its last two matches
    had the same colour and it has had that colour at least as often as the other.
    """
    difference, latest = colour_difference(had), had[-2:]
    if abs(difference) >= 2:
        return ColourPreference(rarer_colour(difference), Strength.STRONG, difference, latest)
    if len(latest) < 2 or latest[0] is not latest[1]:
        return None
    towards = 1 if latest[1] is Colour.WHITE else -1
    if difference not in (0, towards):
        return None
    return ColourPreference(latest[1].opposite, Strength.STRONG, difference, latest)


def mild_preference(had: Had) -> ColourPreference | None:
    """Return a mild preference for the colour a team has had less often.

    If the team has had both colours equally often, the preference is for the opposite of its last
    colour. Return None before its first match.
    """
    if not had:
        return None
    difference = colour_difference(had)
    wanted = rarer_colour(difference) if difference else had[-1].opposite
    return ColourPreference(wanted, Strength.MILD, difference, had[-2:])


# --- colour criteria ----------------------------------------------------------------------------


def count_denied_preferences(one: FidePlayer, other: FidePlayer) -> int:
    """Return 1 if both teams of a pair prefer the same colour, so that one is denied it, else 0."""
    return int(have_same_preference(one.preference, other.preference))


def count_denied_strong_preferences(one: FidePlayer, other: FidePlayer) -> int:
    """Return 1 if both teams of a pair have a strong preference for the same colour, else 0."""
    both = one.preference.strength is other.preference.strength is Strength.STRONG
    return int(both and have_same_preference(one.preference, other.preference))


def type_a_colour_faults(one: FidePlayer, other: FidePlayer) -> tuple[int, ...]:
    """Return the number of teams in a pair that are denied their preference, for type A events."""
    return (count_denied_preferences(one, other),)


def type_b_colour_faults(one: FidePlayer, other: FidePlayer) -> tuple[int, ...]:
    """Return how many teams in a pair are denied any preference, and how many a strong preference.

    These are the two colour criteria of type B events.
    """
    return count_denied_preferences(one, other), count_denied_strong_preferences(one, other)


# --- colours of a match -------------------------------------------------------------------------


def first_and_other_team(
    one: FidePlayer, other: FidePlayer, primary: Points, secondary: Points
) -> tuple[FidePlayer, FidePlayer]:
    """Return the first-team of a match, followed by the other team.

    The first-team has the higher primary score, then the higher secondary score if the event uses
    it, then the smaller TPN. Virtual points do not count.
    """

    def rank_key(team: FidePlayer) -> tuple[Tenths, Tenths, Number]:
        return -primary[team.number], -secondary.get(team.number, 0), team.number

    return (one, other) if rank_key(one) < rank_key(other) else (other, one)


def colour_of_first_team(first: FidePlayer, other: FidePlayer, initial: Colour) -> Given:
    """Return the colour of the first-team in a match, and the rule that decided it.

    ``initial`` is the initial colour drawn by lot.
    """
    return (
        colour_by_initial_colour(first, other, initial)
        or colour_by_preferences(first, other)
        or colour_by_only_strong_preference(first, other)
        or colour_by_colour_difference(first, other)
        or colour_by_last_difference(first, other)
        or colour_by_first_team_preference(first)
        or colour_by_last_match(first, other)
    )


def colour_by_preferences(first: FidePlayer, other: FidePlayer) -> Given | None:
    """Return the first-team's colour if only one team has a preference, or if they are opposite.

    Return None in all other cases.
    """
    own, others = first.preference.colour, other.preference.colour
    if own is None or others is None:
        wanted = own or (others and others.opposite)
        return None if wanted is None else (wanted, MatchColourGround.ONLY_PREFERENCE)
    return None if own is others else (own, MatchColourGround.BOTH_GRANTED)


def colour_by_only_strong_preference(first: FidePlayer, other: FidePlayer) -> Given | None:
    """Return the first-team's colour if both teams prefer the same colour but only one strongly.

    Return None in all other cases.
    """
    own, others = first.preference, other.preference
    if own.colour is None or own.strength is others.strength:
        return None
    wanted = own.colour if own.strength is Strength.STRONG else own.colour.opposite
    return wanted, MatchColourGround.ONLY_STRONG


def colour_by_colour_difference(first: FidePlayer, other: FidePlayer) -> Given | None:
    """Return the first-team's colour if White goes to the team with the lower colour difference.

    Return None if the colour differences are equal.
    """
    colour = equalising_colour_of_higher(first.colours, other.colours)
    return None if colour is None else (colour, MatchColourGround.LOWER_DIFFERENCE)


def colour_by_first_team_preference(first: FidePlayer) -> Given | None:
    """Return the colour that the first-team prefers, or None if it has no preference."""
    wanted = first.preference.colour
    return None if wanted is None else (wanted, MatchColourGround.FIRST_PREFERENCE)
