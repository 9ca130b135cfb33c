"""Due colours, and rules for the colours of a pair. For teams, colours are those on board 1."""

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
    """The colour that a participant is due in the next game, based on the colours so far."""

    colour: Colour | None = None
    """The due colour, or None if the participant has had no colour yet."""
    equalises: bool = False
    """Whether the due colour equalises Whites and Blacks. Otherwise it only alternates."""
    twice_running: Colour | None = None
    """The colour of the last two games if it was the same in both, else None.

    A third game with that colour should be avoided.
    """


def find_due_colour(had: tuple[Colour, ...]) -> DueColour:
    """Return the due colour, which equalises Whites and Blacks or, if they are even, alternates."""
    return equalising_due_colour(had) or alternating_due_colour(had)


def equalising_due_colour(had: tuple[Colour, ...]) -> DueColour | None:
    """Return the due colour that equalises Whites and Blacks, or None if they are already even."""
    difference = colour_difference(had)
    if difference == 0:
        return None
    colour = Colour.BLACK if difference > 0 else Colour.WHITE
    return DueColour(colour, equalises=True, twice_running=_colour_of_last_two_games(had))


def alternating_due_colour(had: tuple[Colour, ...]) -> DueColour:
    """Return the opposite of the last colour as the due colour.

    It applies if the participant has had both colours equally often.
    """
    if not had:
        return DueColour()
    return DueColour(had[-1].opposite, twice_running=_colour_of_last_two_games(had))


def _colour_of_last_two_games(had: tuple[Colour, ...]) -> Colour | None:
    return had[-1] if len(had) > 1 and had[-1] is had[-2] else None


# --- the colours of a pair ------------------------------------------------------------------


def equalising_colour_of_higher(higher: History, lower: History) -> Colour | None:
    """Return the higher-ranked participant's colour that balances the two colour differences.

    The participant with the larger colour difference gets Black. Return None if they are equal.
    """
    own, other = colour_difference(higher), colour_difference(lower)
    if own == other:
        return None
    return Colour.WHITE if own < other else Colour.BLACK


def matches_since_colours_differed(higher: History, lower: History) -> int | None:
    """Return how many games ago the colours of two participants differed, or None if never.

    Each participant's games are counted back from their own last game.
    """
    for ago, (own, other) in enumerate(zip(reversed(higher), reversed(lower), strict=False), 1):
        if own is not other:
            return ago
    return None


def alternating_colour_of_higher(higher: History, lower: History) -> Colour | None:
    """Return the colour that the lower-ranked participant had when the two colours last differed.

    The higher-ranked participant gets it, so that both alternate. Return None if their colours
    never differed.
    """
    ago = matches_since_colours_differed(higher, lower)
    return None if ago is None else higher[-ago].opposite


def rounds_when_colours_differed(
    one: tuple[Outcome, ...], other: tuple[Outcome, ...]
) -> tuple[int, int] | None:
    """Return the two rounds, one for each participant, in which their colours last differed.

    Each participant's games are counted back from their own last game, so the rounds may not be the
    same. Return None if the colours never differed.
    """
    own, others = colours_by_round(one), colours_by_round(other)
    ago = matches_since_colours_differed(
        tuple(colour for _, colour in own), tuple(colour for _, colour in others)
    )
    return None if ago is None else (own[-ago][0], others[-ago][0])


def board_colours(boards: int, first: Colour = Colour.WHITE) -> tuple[Colour, ...]:
    """Return the colours of a team on each board, from board 1 down. They alternate.

    ``first`` is the team's colour on board 1.
    """
    return tuple(first.opposite if board % 2 else first for board in range(boards))


def colour_by_lot(number: int, lot: Colour) -> Colour:
    """Return the colour of a participant who has not had one, based on the initial colour.

    Odd TPNs get the colour drawn for number 1, and even TPNs get the opposite one.
    """
    return lot if number % 2 else lot.opposite
