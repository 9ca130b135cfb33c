"""The colours of two teams on board 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.model import Colour
from topboard.reasons.criteria import MatchColourGround, Strength
from topboard.systems.common.colours import equalising_colour_of_higher
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

    Points = Mapping[Number, Tenths]


def first_and_other_team(
    one: FidePlayer, other: FidePlayer, primary: Points, secondary: Points
) -> tuple[FidePlayer, FidePlayer]:
    """Return the first-team and the other team of a match.

    The first-team has the higher score, then the higher secondary score if it is used, then the
    smaller number. Virtual points do not count.
    """

    def rank_key(team: FidePlayer) -> tuple[Tenths, Tenths, Number]:
        return -primary[team.number], -secondary.get(team.number, 0), team.number

    return (one, other) if rank_key(one) < rank_key(other) else (other, one)


def colour_of_first_team(first: FidePlayer, other: FidePlayer, initial: Colour) -> Given:
    """Return the colour of the first-team, and the rule that decides it.

    ``initial`` is the colour drawn for number 1.
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
    """Grant the only preference of the two teams, or both preferences if they are opposite.

    Return None if neither applies.
    """
    own, others = first.preference.colour, other.preference.colour
    if own is None or others is None:
        wanted = own or (others and others.opposite)
        return None if wanted is None else (wanted, MatchColourGround.ONLY_PREFERENCE)
    return None if own is others else (own, MatchColourGround.BOTH_GRANTED)


def colour_by_only_strong_preference(first: FidePlayer, other: FidePlayer) -> Given | None:
    """Grant the only strong preference of two teams that prefer the same colour, or return None."""
    own, others = first.preference, other.preference
    if own.colour is None or own.strength is others.strength:
        return None
    wanted = own.colour if own.strength is Strength.STRONG else own.colour.opposite
    return wanted, MatchColourGround.ONLY_STRONG


def colour_by_colour_difference(first: FidePlayer, other: FidePlayer) -> Given | None:
    """Give White to the team with the lower colour difference, or return None if they are equal."""
    colour = equalising_colour_of_higher(first.colours, other.colours)
    return None if colour is None else (colour, MatchColourGround.LOWER_DIFFERENCE)


def colour_by_first_team_preference(first: FidePlayer) -> Given | None:
    """Grant the preference of the first-team, or return None if it has none."""
    wanted = first.preference.colour
    return None if wanted is None else (wanted, MatchColourGround.FIRST_PREFERENCE)
