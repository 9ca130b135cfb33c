"""Colour allocation (articles 627 to 632).

Equalising colours comes before alternating them, and no player should have the same colour three
times in a row.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.messages import Who, worded
from topboard.model import Colour
from topboard.reasons.decisions import ColourDecision, PairingWarning
from topboard.reasons.grounds import DueGround
from topboard.systems.cfc.cards import card_rank_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.systems.cfc.cards import Card, PairingCardBook
    from topboard.systems.cfc.variations import Variations
    from topboard.systems.common.colours import DueColour


# --- what a pair costs --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PairColourCost:
    """The colour cost of a pair: for each colour rule, the number of players for whom it is
    broken.
    """

    not_equalised: int
    third_running: int
    not_alternated: int


def colour_cost(one: DueColour, other: DueColour) -> PairColourCost:
    """Return the colour cost of a pair in the better of its two colour allocations.

    For each colour rule, it counts the players for whom the rule is broken. The rules are to
    equalise colours, to avoid a third game in a row with one colour, and to alternate.
    """
    return _find_lowest_colour_cost_of_pair(one, other)


@cache
def _find_lowest_colour_cost_of_pair(one: DueColour, other: DueColour) -> PairColourCost:
    return min(
        (_compute_cost_of_colour_allocation(one, other, colour) for colour in Colour),
        key=lambda c: (c.not_equalised, c.third_running, c.not_alternated),
    )


def _compute_cost_of_colour_allocation(
    one: DueColour, other: DueColour, colour: Colour
) -> PairColourCost:
    given = ((one, colour), (other, colour.opposite))
    missed = [due for due, got in given if due.colour is got.opposite]
    return PairColourCost(
        not_equalised=sum(due.equalises for due in missed),
        third_running=sum(due.twice_running is got for due, got in given),
        not_alternated=sum(not due.equalises for due in missed),
    )


def may_transpose_for_alternation(variations: Variations) -> bool:
    """Return whether players may be transposed only to make their colours alternate.

    Variation 631.1 forbids it.
    """
    return not variations.no_transposition_for_alternation


# --- who gets which colour ----------------------------------------------------------------


def decide_higher_ranked_colour(
    higher: DueColour, lower: DueColour
) -> tuple[Colour, DueGround] | None:
    """Return the higher-ranked player's colour and the rule that decides it.

    Return None if neither player's colour history decides.
    """
    white, black = (_compute_cost_of_colour_allocation(higher, lower, colour) for colour in Colour)
    if white.not_equalised != black.not_equalised:
        return _choose_colour_with_lower_cost(
            white.not_equalised, black.not_equalised
        ), DueGround.EQUALISE
    if white.third_running != black.third_running:
        return _choose_colour_with_lower_cost(
            white.third_running, black.third_running
        ), DueGround.NO_THIRD
    if higher.equalises and lower.equalises and higher.colour is not None:
        return equalising_colour_of_higher_ranked_player(higher), DueGround.HIGHER_EQUALISES
    if white.not_alternated != black.not_alternated:
        return _choose_colour_with_lower_cost(
            white.not_alternated, black.not_alternated
        ), DueGround.ALTERNATE
    if higher.colour is not None:
        return alternating_colour_of_higher_ranked_player(higher), DueGround.HIGHER_ALTERNATES
    return None


def _choose_colour_with_lower_cost(white: int, black: int) -> Colour:
    return Colour.WHITE if white < black else Colour.BLACK


def equalising_colour_of_higher_ranked_player(higher: DueColour) -> Colour:
    """Return the higher-ranked player's colour if both need the same colour to equalise."""
    assert higher.colour is not None
    return higher.colour


def alternating_colour_of_higher_ranked_player(higher: DueColour) -> Colour:
    """Return the higher-ranked player's colour if both need the same colour to alternate."""
    assert higher.colour is not None
    return higher.colour


def first_round_colour(number: int, lot: Colour) -> Colour:
    """Return the colour of a top-half player in round 1.

    Odd-numbered players get the colour drawn by lot. Even-numbered players get the opposite colour.
    """
    return lot if number % 2 else lot.opposite


def may_draw_lots_for_colours(higher: DueColour, lower: DueColour, *, odd_rounds: bool) -> bool:
    """Return whether two players may draw lots for colours at the board in the last round.

    In an event with an odd number of rounds, neither player may need a colour to equalise. In an
    event with an even number of rounds, both must need the same colour to equalise.
    """
    if odd_rounds:
        return not higher.equalises and not lower.equalises
    return higher.equalises and lower.equalises and higher.colour is lower.colour


# --- the colours of a pair ----------------------------------------------------------------

AT_THE_BOARD = "colour at the board"
"""The recorded purpose of lots drawn for colours at the board.

The player who drew White is listed first.
"""

ARTICLES = {
    DueGround.LOT: "628",
    DueGround.EQUALISE: "630",
    DueGround.NO_THIRD: "631",
    DueGround.HIGHER_EQUALISES: "630",
    DueGround.ALTERNATE: "631",
    DueGround.HIGHER_ALTERNATES: "631",
    DueGround.NOTHING_DUE: "628",
    DueGround.AT_THE_BOARD: "631.2",
}


def give_colours(book: PairingCardBook, one: Card, other: Card) -> ColourDecision:
    """Return the colours of a pair, with the rule that decided them."""
    higher, lower = sorted((one, other), key=card_rank_key)
    colour, ground = _decide_colour_and_ground(book, higher, lower)
    white, black = (higher, lower) if colour is Colour.WHITE else (lower, higher)
    return ColourDecision(
        article=ARTICLES[ground],
        white=white.number,
        black=black.number,
        ground=None,
        white_history=white.colours,
        black_history=black.colours,
        higher=higher.number,
        by=ground,
    )


def _decide_colour_and_ground(
    book: PairingCardBook, higher: Card, lower: Card
) -> tuple[Colour, DueGround]:
    lot = book.tournament.lot or Colour.WHITE
    if book.round == 1:
        return first_round_colour(higher.number, lot), DueGround.LOT
    if _may_draw_lots_for_colours_of_pair(book, higher, lower) and (
        drawn := player_who_drew_white(book, higher, lower)
    ):
        colour = Colour.WHITE if drawn == higher.number else Colour.BLACK
        return colour, DueGround.AT_THE_BOARD
    decided = decide_higher_ranked_colour(higher.due, lower.due)
    if decided is not None:
        return decided
    return first_round_colour(higher.number, lot), DueGround.NOTHING_DUE


def _may_draw_lots_for_colours_of_pair(book: PairingCardBook, higher: Card, lower: Card) -> bool:
    return (
        book.variations.lot_at_the_board
        and book.is_last_round
        and may_draw_lots_for_colours(
            higher.due, lower.due, odd_rounds=book.tournament.planned_rounds % 2 == 1
        )
    )


def player_who_drew_white(book: PairingCardBook, higher: Card, lower: Card) -> int | None:
    """Return the TPN of the player who drew White at the board, or None if no lots were drawn."""
    for lot in book.tournament.lots:
        if lot.purpose == AT_THE_BOARD and set(lot.order[:2]) == {higher.number, lower.number}:
            return lot.order[0]
    return None


# --- what the director should know --------------------------------------------------------


def generate_colour_warnings(
    book: PairingCardBook, made: Sequence[tuple[Card, Card, ColourDecision]]
) -> Iterator[PairingWarning]:
    """Yield warnings about missing drawings of lots and third games in a row with one colour."""
    from_lot = (DueGround.LOT, DueGround.NOTHING_DUE)
    if book.tournament.lot is None and any(given.by in from_lot for _, _, given in made):
        yield PairingWarning(
            "628",
            worded(
                "no drawing of lots is recorded for the colours of round 1, so the odd-numbered "
                "participants of the top half have White"
            ),
        )
    for one, other, given in made:
        if given.by is not DueGround.AT_THE_BOARD and _may_draw_lots_for_colours_of_pair(
            book, one, other
        ):
            yield PairingWarning(
                "631.2",
                worded(
                    "{one} and {other} may draw lots for colours at the board",
                    one=Who(one.number),
                    other=Who(other.number),
                ),
            )
        yield from warn_about_third_games_with_same_colour(one, other, given)


def warn_about_third_games_with_same_colour(
    one: Card, other: Card, given: ColourDecision
) -> Iterator[PairingWarning]:
    """Yield a warning for each player who gets the same colour three times in a row."""
    for card in (one, other):
        colour = Colour.WHITE if given.white == card.number else Colour.BLACK
        if card.due.twice_running is colour:
            who = Who(card.number)
            said = worded("{number} has White for the third time in a row", number=who)
            if colour is Colour.BLACK:
                said = worded("{number} has Black for the third time in a row", number=who)
            yield PairingWarning("631", said)
