"""Due colours: equalisation before alternation, and no third colour running (627 to 632)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from topboard.history import colour_difference, colours
from topboard.model import Colour
from topboard.records import dataclass
from topboard.rules.cfc.reasons import DueGround

if TYPE_CHECKING:
    from topboard.model import Outcome
    from topboard.rules.cfc.variations import Variations


@dataclass(frozen=True, slots=True)
class Due:
    """What a player's colours so far ask for."""

    colour: Colour | None = None
    """The due colour; None before the first game."""
    equalises: bool = False
    """Whether it evens the Whites and Blacks; otherwise it only alternates."""
    twice_running: Colour | None = None
    """The colour of both of the last two games, which should not be given a third time."""


def colours_had(row: tuple[Outcome, ...]) -> tuple[Colour, ...]:
    """The colours of the games played; what was not played does not count."""
    return colours(row)


def due(had: tuple[Colour, ...]) -> Due:
    """The colour a player is due: the equalising one or, when even, the alternating one."""
    return equalising_due(had) or alternating_due(had)


def equalising_due(had: tuple[Colour, ...]) -> Due | None:
    """The colour had less often; None if both were had as often."""
    difference = colour_difference(had)
    if difference == 0:
        return None
    colour = Colour.BLACK if difference > 0 else Colour.WHITE
    return Due(colour, equalises=True, twice_running=_twice_running(had))


def alternating_due(had: tuple[Colour, ...]) -> Due:
    """The colour opposite to that of the latest game, once colours are even."""
    if not had:
        return Due()
    return Due(had[-1].opposite, twice_running=_twice_running(had))


def _twice_running(had: tuple[Colour, ...]) -> Colour | None:
    return had[-1] if len(had) > 1 and had[-1] is had[-2] else None


# --- what a pair costs --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ColourCost:
    """What the better allocation of colours in a pair leaves undone."""

    not_equalised: int
    third_running: int
    not_alternated: int


def colour_cost(one: Due, other: Due) -> ColourCost:
    """How many of the two are refused the equalising, get a third running, miss alternation."""
    return _least_cost(one, other)


@cache
def _least_cost(one: Due, other: Due) -> ColourCost:
    return min(
        (_cost(one, other, colour) for colour in Colour),
        key=lambda c: (c.not_equalised, c.third_running, c.not_alternated),
    )


def _cost(one: Due, other: Due, colour: Colour) -> ColourCost:
    given = ((one, colour), (other, colour.opposite))
    missed = [due for due, got in given if due.colour is got.opposite]
    return ColourCost(
        not_equalised=sum(due.equalises for due in missed),
        third_running=sum(due.twice_running is got for due, got in given),
        not_alternated=sum(not due.equalises for due in missed),
    )


def alternation_moves_pairs(variations: Variations) -> bool:
    """Whether transpositions may be made simply to preserve alternation."""
    return not variations.no_transposition_for_alternation


# --- who gets which -----------------------------------------------------------------------


def colour_of_higher(higher: Due, lower: Due) -> tuple[Colour, DueGround] | None:
    """The colour of the higher ranked of a pair and what decides it; None if nothing does."""
    white, black = (_cost(higher, lower, colour) for colour in Colour)
    if white.not_equalised != black.not_equalised:
        return _less(white.not_equalised, black.not_equalised), DueGround.EQUALISE
    if white.third_running != black.third_running:
        return _less(white.third_running, black.third_running), DueGround.NO_THIRD
    if higher.equalises and lower.equalises and higher.colour is not None:
        return equalising_priority(higher), DueGround.HIGHER_EQUALISES
    if white.not_alternated != black.not_alternated:
        return _less(white.not_alternated, black.not_alternated), DueGround.ALTERNATE
    if higher.colour is not None:
        return alternating_priority(higher), DueGround.HIGHER_ALTERNATES
    return None


def _less(white: int, black: int) -> Colour:
    return Colour.WHITE if white < black else Colour.BLACK


def equalising_priority(higher: Due) -> Colour:
    """Of two who are due the same equalising colour the higher ranked gets it."""
    assert higher.colour is not None
    return higher.colour


def alternating_priority(higher: Due) -> Colour:
    """Of two who are due the same alternating colour the higher ranked gets it."""
    assert higher.colour is not None
    return higher.colour


def first_round_colour(number: int, lot: Colour) -> Colour:
    """Odd numbered players of the top half get the colour drawn, even numbered the other."""
    return lot if number % 2 else lot.opposite


def is_settled_at_the_board(higher: Due, lower: Due, *, odd_rounds: bool) -> bool:
    """Whether the two may draw lots for colours in the last round.

    With an odd number of rounds: both have had as many Whites as Blacks. With an even number:
    both are due the same equalising colour.
    """
    if odd_rounds:
        return not higher.equalises and not lower.equalises
    return higher.equalises and lower.equalises and higher.colour is lower.colour
