"""Colour preferences of teams."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.model import Colour
from topboard.model.history import colour_difference
from topboard.reasons.criteria import Strength
from topboard.systems.fide_common.colour_preferences import (
    Preference,
    has_same_preference,
    less_often,
    no_preference,
)

if TYPE_CHECKING:
    from topboard.systems.fide_common.players import PlayerState

    Had = tuple[Colour, ...]


def type_a(had: Had) -> Preference:
    """A preference only where the colours are far from even."""
    return strong_preference(had) or no_preference(had)


def type_b(had: Had) -> Preference:
    """Those of type A are strong; else a mild one by the difference or the last colour."""
    return strong_preference(had) or mild_preference(had) or no_preference(had)


def type_b_in_last_round(had: Had) -> Preference:
    """As type B, but with even colours there is no mild one."""
    if colour_difference(had):
        return type_b(had)
    return type_a(had)


def strong_preference(had: Had) -> Preference | None:
    """One colour twice more than the other; or the last two matches with one colour that was not
    had less often."""
    difference, latest = colour_difference(had), had[-2:]
    if abs(difference) >= 2:
        return Preference(less_often(difference), Strength.STRONG, difference, latest)
    if len(latest) < 2 or latest[0] is not latest[1]:
        return None
    towards = 1 if latest[1] is Colour.WHITE else -1
    if difference not in (0, towards):
        return None
    return Preference(latest[1].opposite, Strength.STRONG, difference, latest)


def mild_preference(had: Had) -> Preference | None:
    """The colour had less often or, when both were had as often, not had in the last match."""
    if not had:
        return None
    difference = colour_difference(had)
    wanted = less_often(difference) if difference else had[-1].opposite
    return Preference(wanted, Strength.MILD, difference, had[-2:])


# --- how a pair falls short ---------------------------------------------------------------------


def count_denied(one: PlayerState, other: PlayerState) -> int:
    """Of two who prefer the same colour one does not get it."""
    return int(has_same_preference(one.preference, other.preference))


def count_denied_strong(one: PlayerState, other: PlayerState) -> int:
    """Of two with strong preferences for the same colour one does not get it."""
    both = one.preference.strength is other.preference.strength is Strength.STRONG
    return int(both and has_same_preference(one.preference, other.preference))


def faults_of_type_a(one: PlayerState, other: PlayerState) -> tuple[int, ...]:
    """The criterion of type A."""
    return (count_denied(one, other),)


def faults_of_type_b(one: PlayerState, other: PlayerState) -> tuple[int, ...]:
    """The two criteria of type B."""
    return count_denied(one, other), count_denied_strong(one, other)
