"""The basic laws of the Swiss system: who may meet whom, as a graph and as an obstacle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.kernels.matching import PerfectMatching
from topboard.reasons import Forbidden, HaveMet, RequiredElsewhere
from topboard.rules.shared.meeting import no_legal_pairing, unpairable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from topboard.errors import NoLegalPairing
    from topboard.kernels.matching import Certificate
    from topboard.model import Number
    from topboard.reasons import LeavesUnpairable, Obstacle
    from topboard.reasons.between import Between, BothDue
    from topboard.rules.shared.cfc.cards import Book, Card
    from topboard.rules.shared.cfc.due_colours import Due


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
