"""Colour preferences of teams."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.model import Colour
from topboard.model.history import colour_difference
from topboard.reasons.criteria import Strength
from topboard.systems.fide_common.colour_preferences import (
    ColourPreference,
    have_same_preference,
    no_preference,
    rarer_colour,
)

if TYPE_CHECKING:
    from topboard.systems.fide_common.players import FidePlayer

    Had = tuple[Colour, ...]


def type_a_preference(had: Had) -> ColourPreference:
    """Return the type A preference, which is empty unless the colours are far from even."""
    return strong_preference(had) or no_preference(had)


def type_b_preference(had: Had) -> ColourPreference:
    """Return the type B preference: a type A preference as strong, or else a mild one.

    The mild one is based on the colour difference or, if that is zero, on the last colour.
    """
    return strong_preference(had) or mild_preference(had) or no_preference(had)


def type_b_preference_in_last_round(had: Had) -> ColourPreference:
    """Return the type B preference in the last round.

    There is no mild preference if the colours are even.
    """
    if colour_difference(had):
        return type_b_preference(had)
    return type_a_preference(had)


def strong_preference(had: Had) -> ColourPreference | None:
    """Return the strong preference of a team, or None if it has none.

    It applies if the colour difference is at least two, or if the last two matches had the same
    colour and the team has not had that colour less often than the other.
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
    """Return the mild preference for the colour had less often, or None before the first match.

    If the colours are even, it is for the opposite of the last one.
    """
    if not had:
        return None
    difference = colour_difference(had)
    wanted = rarer_colour(difference) if difference else had[-1].opposite
    return ColourPreference(wanted, Strength.MILD, difference, had[-2:])


# --- how a pair falls short ---------------------------------------------------------------------


def count_denied_preferences(one: FidePlayer, other: FidePlayer) -> int:
    """Return 1 if both teams prefer the same colour, so that one is denied it, or else 0."""
    return int(have_same_preference(one.preference, other.preference))


def count_denied_strong_preferences(one: FidePlayer, other: FidePlayer) -> int:
    """Return 1 if both teams have a strong preference for the same colour, or else 0."""
    both = one.preference.strength is other.preference.strength is Strength.STRONG
    return int(both and have_same_preference(one.preference, other.preference))


def type_a_colour_faults(one: FidePlayer, other: FidePlayer) -> tuple[int, ...]:
    """Return the number of teams in a pair that fall short of the type A criterion."""
    return (count_denied_preferences(one, other),)


def type_b_colour_faults(one: FidePlayer, other: FidePlayer) -> tuple[int, ...]:
    """Return how many teams in the pair fail each of the two type B criteria."""
    return count_denied_preferences(one, other), count_denied_strong_preferences(one, other)
