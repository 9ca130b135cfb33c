"""The basic laws of the Swiss system: what parts two players, and how many rounds there can be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.reasons import HaveMet, Warned
from topboard.rules.shared.meeting import obstacle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.model import Number
    from topboard.reasons.between import Between, BothDue
    from topboard.rules.cfc.cards import Book
    from topboard.rules.cfc.colours import Due


def between(book: Book, a: Number, b: Number) -> Between:
    """What stands between two, whatever is decided in the round."""
    # Only questions need it, and hosts start the engine once a round.
    from topboard.reasons.between import Between

    cards = {card.number: card for card in book.cards}
    one, other = cards[a], cards[b]
    found = obstacle(book.field, a, b)
    return Between(
        obstacle=found,
        article="618a" if isinstance(found, HaveMet) else "",
        points=(one.points, other.points),
        groups_article="618b",
        colours=(one.colours, other.colours),
        due=_both_due(one.due, other.due),
        weighed=True,
    )


def _both_due(one: Due, other: Due) -> BothDue | None:
    """The colour that both are due, by equalisation or by alternation."""
    from topboard.reasons.between import BothDue

    if one.colour is None or one.colour is not other.colour:
        return None
    return BothDue(one.colour, "630" if one.equalises or other.equalises else "631")


# --- rounds that may have no pairing ------------------------------------------------------


def first_doubtful_round(players: int) -> int:
    """The first round that may have no pairing without a rematch, whatever was played before.

    Those whom each may still meet, the bye counted as one, make a graph in which everybody has as
    many neighbours. If it is a clique of five and one of seven, twelve players cannot be paired:
    an even number of neighbours, less than half the field, is the most with which it can happen.
    (With an odd number it takes more players for the same.)
    """
    field = players + players % 2
    return field - (field // 2 - 1) // 2 * 2


def too_many_rounds(book: Book) -> Iterator[Warned]:
    """A word before round 1 if so many rounds are planned that the opponents may run out."""
    rounds, players = book.tournament.planned_rounds, len(book.cards)
    doubtful = first_doubtful_round(players)
    if book.round == 1 and players > 1 and rounds >= doubtful:
        yield Warned(
            "618a",
            f"{rounds} rounds are many for {players} entrants: from round {doubtful} on it can"
            " happen that a round has no pairing without a rematch",
        )
