"""The colours that participants are due, and the colours of a pair (for teams, on board 1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.model import Colour
from topboard.model.history import colour_difference, colours_by_round

if TYPE_CHECKING:
    from topboard.model import Outcome

    History = tuple[Colour, ...]


# --- the colour that one player is due ----------------------------------------------------


@dataclass(frozen=True, slots=True)
class DueColour:
    """The colour that a player is due, based on the games so far."""

    colour: Colour | None = None
    """The due colour, or None before the first game."""
    equalises: bool = False
    """Whether the due colour equalises Whites and Blacks. If not, it only alternates."""
    twice_running: Colour | None = None
    """The colour of both of the last two games, which should not be given a third time."""


def find_due_colour(had: tuple[Colour, ...]) -> DueColour:
    """Return the due colour: the equalising one or, if even, the alternating one."""
    return equalising_due_colour(had) or alternating_due_colour(had)


def equalising_due_colour(had: tuple[Colour, ...]) -> DueColour | None:
    """Return the colour that the player has had less often, or None if the colours are even."""
    difference = colour_difference(had)
    if difference == 0:
        return None
    colour = Colour.BLACK if difference > 0 else Colour.WHITE
    return DueColour(colour, equalises=True, twice_running=_colour_of_last_two_games(had))


def alternating_due_colour(had: tuple[Colour, ...]) -> DueColour:
    """Return the opposite of the colour of the last game, which is due if the colours are even."""
    if not had:
        return DueColour()
    return DueColour(had[-1].opposite, twice_running=_colour_of_last_two_games(had))


def _colour_of_last_two_games(had: tuple[Colour, ...]) -> Colour | None:
    return had[-1] if len(had) > 1 and had[-1] is had[-2] else None


# --- the colours of a pair ------------------------------------------------------------------


def equalising_colour_of_higher(higher: History, lower: History) -> Colour | None:
    """Return the higher-ranked team's colour that equalises, or None if the differences are equal.

    The team with the greater colour difference gets Black.
    """
    own, other = colour_difference(higher), colour_difference(lower)
    if own == other:
        return None
    return Colour.WHITE if own < other else Colour.BLACK


def matches_since_colours_differed(higher: History, lower: History) -> int | None:
    """Return how many matches ago the colours of two teams differed, or None if they never did.

    Each team counts back from its own last match.
    """
    for ago, (own, other) in enumerate(zip(reversed(higher), reversed(lower), strict=False), 1):
        if own is not other:
            return ago
    return None


def alternating_colour_of_higher(higher: History, lower: History) -> Colour | None:
    """Return the opposite of the higher-ranked team's colour when their colours last differed.

    Return None if they never did.
    """
    ago = matches_since_colours_differed(higher, lower)
    return None if ago is None else higher[-ago].opposite


def rounds_when_colours_differed(
    one: tuple[Outcome, ...], other: tuple[Outcome, ...]
) -> tuple[int, int] | None:
    """Return the rounds of the two teams in which their colours last differed, or None.

    Each team counts back from its own last match. The result is None if the colours never differed.
    """
    own, others = colours_by_round(one), colours_by_round(other)
    ago = matches_since_colours_differed(
        tuple(colour for _, colour in own), tuple(colour for _, colour in others)
    )
    return None if ago is None else (own[-ago][0], others[-ago][0])


def board_colours(boards: int, first: Colour = Colour.WHITE) -> tuple[Colour, ...]:
    """Return the colours of a team from board 1 down, which alternate.

    By default they are those of the team named first, which has White on board 1.
    """
    return tuple(first.opposite if board % 2 else first for board in range(boards))


def colour_by_lot(number: int, lot: Colour) -> Colour:
    """Return the colour of the participant with a TPN, based on the lot.

    Odd numbers get the colour drawn for number 1, even numbers the opposite one.
    """
    return lot if number % 2 else lot.opposite
