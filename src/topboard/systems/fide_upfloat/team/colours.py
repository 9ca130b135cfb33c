"""The colours of two teams on board 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.model import Colour
from topboard.reasons.criteria import MatchColourGround, Strength
from topboard.systems.common.colours import equalising_colour
from topboard.systems.fide_upfloat.colours import (
    by_initial_colour,
    by_last_colours,
    by_last_difference,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from topboard.model import Number, Tenths
    from topboard.systems.fide_common.players import PlayerState
    from topboard.systems.fide_upfloat.colours import Given

    Points = Mapping[Number, Tenths]


def first_team(
    one: PlayerState, other: PlayerState, primary: Points, secondary: Points
) -> tuple[PlayerState, PlayerState]:
    """Return the first-team and the other team of a match.

    The first-team has the higher score, then the higher secondary score if it is used, then the
    smaller number. Virtual points do not count.
    """

    def rank(team: PlayerState) -> tuple[Tenths, Tenths, Number]:
        return -primary[team.number], -secondary.get(team.number, 0), team.number

    return (one, other) if rank(one) < rank(other) else (other, one)


def colour_of_first(first: PlayerState, other: PlayerState, initial: Colour) -> Given:
    """Return the colour of the first-team, and the rule that decides it.

    ``initial`` is the colour drawn for number 1.
    """
    return (
        by_initial_colour(first, other, initial)
        or by_preferences(first, other)
        or only_strong(first, other)
        or by_difference(first, other)
        or by_last_difference(first, other)
        or by_first_preference(first)
        or by_last_colours(first, other)
    )


def by_preferences(first: PlayerState, other: PlayerState) -> Given | None:
    """Grant the only preference of the two teams, or both preferences if they are opposite.

    Return None if neither applies.
    """
    own, others = first.preference.colour, other.preference.colour
    if own is None or others is None:
        wanted = own or (others and others.opposite)
        return None if wanted is None else (wanted, MatchColourGround.ONLY_PREFERENCE)
    return None if own is others else (own, MatchColourGround.BOTH_GRANTED)


def only_strong(first: PlayerState, other: PlayerState) -> Given | None:
    """Grant the only strong preference of two teams that prefer the same colour, or return None."""
    own, others = first.preference, other.preference
    if own.colour is None or own.strength is others.strength:
        return None
    wanted = own.colour if own.strength is Strength.STRONG else own.colour.opposite
    return wanted, MatchColourGround.ONLY_STRONG


def by_difference(first: PlayerState, other: PlayerState) -> Given | None:
    """Give White to the team with the lower colour difference, or return None if they are equal."""
    colour = equalising_colour(first.colours, other.colours)
    return None if colour is None else (colour, MatchColourGround.LOWER_DIFFERENCE)


def by_first_preference(first: PlayerState) -> Given | None:
    """Grant the preference of the first-team, or return None if it has none."""
    wanted = first.preference.colour
    return None if wanted is None else (wanted, MatchColourGround.FIRST_PREFERENCE)
