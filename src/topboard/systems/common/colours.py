"""What colours are due, and the colours of a pair (of teams, of the two board 1s)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.model import Colour
from topboard.model.history import colour_difference, colours_by_round

if TYPE_CHECKING:
    from topboard.model import Outcome

    History = tuple[Colour, ...]


# --- what the colours of one ask for ------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Due:
    """What a player's colours so far ask for."""

    colour: Colour | None = None
    """The due colour; None before the first game."""
    equalises: bool = False
    """Whether it evens the Whites and Blacks; otherwise it only alternates."""
    twice_running: Colour | None = None
    """The colour of both of the last two games, which should not be given a third time."""


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


# --- the colours of two ---------------------------------------------------------------------


def equalising_colour(higher: History, lower: History) -> Colour | None:
    """The team with more Whites than Blacks, compared with the other, gets Black."""
    own, other = colour_difference(higher), colour_difference(lower)
    if own == other:
        return None
    return Colour.WHITE if own < other else Colour.BLACK


def matches_since_difference(higher: History, lower: History) -> int | None:
    """How many matches ago, each counted from its own last one, the two had different colours."""
    for ago, (own, other) in enumerate(zip(reversed(higher), reversed(lower), strict=False), 1):
        if own is not other:
            return ago
    return None


def alternating_colour(higher: History, lower: History) -> Colour | None:
    """The two change the colours of the latest match in which these were different."""
    ago = matches_since_difference(higher, lower)
    return None if ago is None else higher[-ago].opposite


def rounds_of_difference(
    one: tuple[Outcome, ...], other: tuple[Outcome, ...]
) -> tuple[int, int] | None:
    """The round of each in which, counted back from their last matches, colours differed."""
    own, others = colours_by_round(one), colours_by_round(other)
    ago = matches_since_difference(
        tuple(colour for _, colour in own), tuple(colour for _, colour in others)
    )
    return None if ago is None else (own[-ago][0], others[-ago][0])


def board_colours(boards: int, first: Colour = Colour.WHITE) -> tuple[Colour, ...]:
    """The colours of a team from board 1 down: they alternate, and the team named first has
    White on board 1."""
    return tuple(first.opposite if board % 2 else first for board in range(boards))


def colour_by_lot(number: int, lot: Colour) -> Colour:
    """Odd numbers have the colour drawn for number 1, even numbers the other."""
    return lot if number % 2 else lot.opposite
