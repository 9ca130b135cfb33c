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
    """Return the due colour.

    It equalises the numbers of Whites and Blacks or, if these are equal, alternates.
    """
    return equalising_due_colour(had) or alternating_due_colour(had)


def equalising_due_colour(had: tuple[Colour, ...]) -> DueColour | None:
    """Return the due colour that equalises Whites and Blacks, or None if they are already even."""
    difference = colour_difference(had)
    if difference == 0:
        return None
    colour = Colour.BLACK if difference > 0 else Colour.WHITE
    return DueColour(
        colour, equalises=True, twice_running=_find_colour_repeated_in_last_two_games(had)
    )


def alternating_due_colour(had: tuple[Colour, ...]) -> DueColour:
    """Return the opposite of the last colour as the due colour.

    This rule is for a participant who has had White and Black equally often.
    """
    if not had:
        return DueColour()
    return DueColour(had[-1].opposite, twice_running=_find_colour_repeated_in_last_two_games(had))


def _find_colour_repeated_in_last_two_games(had: tuple[Colour, ...]) -> Colour | None:
    return had[-1] if len(had) > 1 and had[-1] is had[-2] else None


# --- the colours of a pair ------------------------------------------------------------------


def colour_of_higher_ranked_by_difference(higher: History, lower: History) -> Colour | None:
    """Return the colour of the higher-ranked participant, chosen to bring the two colour
    differences closer.

    The participant with the larger colour difference gets Black. Return None if they are equal.
    """
    own, other = colour_difference(higher), colour_difference(lower)
    if own == other:
        return None
    return Colour.WHITE if own < other else Colour.BLACK


def count_games_since_colours_differed(higher: History, lower: History) -> int | None:
    """Return how many games ago the colours of two participants differed, or None if never.

    Each participant's games are counted back from their own last game.
    """
    for ago, (own, other) in enumerate(zip(reversed(higher), reversed(lower), strict=False), 1):
        if own is not other:
            return ago
    return None


def colour_of_higher_ranked_by_alternation(higher: History, lower: History) -> Colour | None:
    """Return the colour of the higher-ranked participant by alternation with the opponent.

    When the colours of the two last differed, the lower-ranked participant had this colour. Return
    None if they never differed.
    """
    ago = count_games_since_colours_differed(higher, lower)
    return None if ago is None else higher[-ago].opposite


def find_rounds_when_colours_last_differed(
    one: tuple[Outcome, ...], other: tuple[Outcome, ...]
) -> tuple[int, int] | None:
    """Return, for each of two participants, the round in which their colours last differed.

    The games of each participant are counted back from that participant's last game, so the two
    rounds may be different. Return None if the colours never differed.
    """
    own, others = colours_by_round(one), colours_by_round(other)
    ago = count_games_since_colours_differed(
        tuple(colour for _, colour in own), tuple(colour for _, colour in others)
    )
    return None if ago is None else (own[-ago][0], others[-ago][0])


def list_colours_by_board(boards: int, first: Colour = Colour.WHITE) -> tuple[Colour, ...]:
    """Return the colours of a team on each board, from board 1 down.

    The colours alternate, starting with ``first`` on board 1.
    """
    return tuple(first.opposite if board % 2 else first for board in range(boards))


def colour_by_lot(number: int, lot: Colour) -> Colour:
    """Return the colour of a participant who has had no colour yet, based on the initial colour.

    Odd TPNs get the colour drawn for number 1, and even TPNs get the opposite colour.
    """
    return lot if number % 2 else lot.opposite
