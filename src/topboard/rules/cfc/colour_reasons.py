"""The colours of the pairs, with the article that gave them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.model import Colour
from topboard.reasons import ColourGround, Warned
from topboard.rules.cfc import due_colours
from topboard.rules.cfc.reasons import ColoursDue, DueGround

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from topboard.rules.cfc.cards import Book, Card

AT_THE_BOARD = "colour at the board"
"""The purpose of a lot drawn at the board: White first, then Black."""

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

_GENERAL = {
    DueGround.LOT: ColourGround.LOT,
    DueGround.EQUALISE: ColourGround.EQUALISE,
    DueGround.NO_THIRD: ColourGround.LIMITS,
    DueGround.HIGHER_EQUALISES: ColourGround.BALANCE_HIGHER,
    DueGround.ALTERNATE: ColourGround.ALTERNATE,
    DueGround.HIGHER_ALTERNATES: ColourGround.ALTERNATE_HIGHER,
    DueGround.NOTHING_DUE: ColourGround.LOT,
    DueGround.AT_THE_BOARD: ColourGround.LOT,
}


def give_colours(book: Book, one: Card, other: Card) -> ColoursDue:
    """Assign the colours of a pair."""
    higher, lower = sorted((one, other), key=lambda card: card.rank)
    colour, ground = _colour_of_higher(book, higher, lower)
    white, black = (higher, lower) if colour is Colour.WHITE else (lower, higher)
    return ColoursDue(
        article=ARTICLES[ground],
        white=white.number,
        black=black.number,
        ground=_GENERAL[ground],
        white_history=white.colours,
        black_history=black.colours,
        higher=higher.number,
        due=ground,
    )


def _colour_of_higher(book: Book, higher: Card, lower: Card) -> tuple[Colour, DueGround]:
    lot = book.tournament.lot or Colour.WHITE
    if book.round == 1:
        return due_colours.first_round_colour(higher.number, lot), DueGround.LOT
    if _draws_at_the_board(book, higher, lower) and (drawn := drawn_white(book, higher, lower)):
        colour = Colour.WHITE if drawn == higher.number else Colour.BLACK
        return colour, DueGround.AT_THE_BOARD
    decided = due_colours.colour_of_higher(higher.due, lower.due)
    if decided is not None:
        return decided
    return due_colours.first_round_colour(higher.number, lot), DueGround.NOTHING_DUE


def _draws_at_the_board(book: Book, higher: Card, lower: Card) -> bool:
    return (
        book.variations.lot_at_the_board
        and book.is_last_round
        and due_colours.is_settled_at_the_board(
            higher.due, lower.due, odd_rounds=book.tournament.planned_rounds % 2 == 1
        )
    )


def drawn_white(book: Book, higher: Card, lower: Card) -> int | None:
    """Who drew White at the board, if the two have drawn."""
    for lot in book.tournament.lots:
        if lot.purpose == AT_THE_BOARD and set(lot.order[:2]) == {higher.number, lower.number}:
            return lot.order[0]
    return None


# --- what the director should know --------------------------------------------------------


def colour_warnings(book: Book, pairs: Iterable[tuple[Card, Card]]) -> Iterator[Warned]:
    """A lot that is missing, a lot still to be drawn, a third colour running."""
    made = [(one, other, give_colours(book, one, other)) for one, other in pairs]
    from_lot = (DueGround.LOT, DueGround.NOTHING_DUE)
    if book.tournament.lot is None and any(given.due in from_lot for _, _, given in made):
        yield Warned(
            "628",
            "no lot is recorded for the colours of round 1:"
            " odd numbered players of the top half have White",
        )
    for one, other, given in made:
        if given.due is not DueGround.AT_THE_BOARD and _draws_at_the_board(book, one, other):
            yield Warned(
                "631.2",
                f"numbers {one.number} and {other.number} may draw lots for colours at the board",
            )
        yield from third_running(one, other, given)


def third_running(one: Card, other: Card, given: ColoursDue) -> Iterator[Warned]:
    """Nobody should be assigned the same colour three times in a row; a word if somebody is."""
    for card in (one, other):
        colour = Colour.WHITE if given.white == card.number else Colour.BLACK
        if card.due.twice_running is colour:
            yield Warned("631", f"number {card.number} has {colour.value} a third time running")
