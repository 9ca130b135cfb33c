"""The basic laws of the Swiss system: who may meet whom, as a graph and as an obstacle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.kernels.matching import PerfectMatching
from topboard.reasons import Forbidden, HaveMet, RequiredElsewhere, Warned
from topboard.rules.shared.meeting import no_legal_pairing, unpairable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from topboard.errors import NoLegalPairing
    from topboard.kernels.matching import Certificate
    from topboard.model import Number
    from topboard.reasons import LeavesUnpairable, Obstacle
    from topboard.reasons.between import Between, BothDue
    from topboard.rules.cfc.cards import Book, Card
    from topboard.rules.cfc.colours import Due


def may_meet(book: Book, a: Number, b: Number) -> bool:
    """Nobody is paired with another more than once; no decision keeps the two apart."""
    return a != b and obstacle(book, a, b) is None


def obstacle(book: Book, a: Number, b: Number) -> Obstacle | None:
    """Why two may not meet; None if they may."""
    for n, other in ((a, b), (b, a)):
        if book.required.get(n, other) != other:
            return RequiredElsewhere(n)
    if b in book.met[a]:
        return HaveMet(book.met[a][b], by_default=b in book.defaulted.get(a, ()))
    if b in book.forbidden.get(a, ()):
        return Forbidden()
    return None


def between(book: Book, a: Number, b: Number) -> Between:
    """What stands between two, whatever is decided in the round."""
    # Only questions need it, and hosts start the engine once a round.
    from topboard.reasons.between import Between

    cards = {card.number: card for card in book.cards}
    one, other = cards[a], cards[b]
    found = obstacle(book, a, b)
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


def open_graph(book: Book, cards: Sequence[Card]) -> list[int]:
    """For each card the set of places in ``cards`` of those its player may meet."""
    place = {card.number: i for i, card in enumerate(cards)}
    full = (1 << len(cards)) - 1
    bound = places(place, (n for n in place if n in book.required))
    graph = []
    for i, card in enumerate(cards):
        closed = places(place, (*book.met[card.number], *book.forbidden.get(card.number, ())))
        if card.number in book.required:
            partner = places(place, (book.required[card.number],))
            graph.append(partner & ~closed)
        else:
            graph.append(full & ~(closed | bound | 1 << i))
    return graph


def places(place: Mapping[Number, int], some: Iterable[Number]) -> int:
    """The set of the places of those among ``some`` who are there."""
    found = 0
    for n in some:
        if n in place:
            found |= 1 << place[n]
    return found


def require_complete_pairing(graph: Sequence[int], cards: Sequence[Card]) -> None:
    """Refuse a round in which not everybody can be paired with somebody he has not met."""
    certificate = PerfectMatching(graph).certificate
    if certificate is not None:
        raise no_complete_pairing(certificate, cards)


def no_complete_pairing(certificate: Certificate, cards: Sequence[Card]) -> NoLegalPairing:
    """The refusal of a round, with those who block it."""
    return no_legal_pairing(certificate, [card.number for card in cards], "618a")


def proof_of(certificate: Certificate, cards: Sequence[Card]) -> LeavesUnpairable:
    """The certificate in numbers."""
    return unpairable(certificate, [card.number for card in cards])


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
