"""The bye of an odd field: to the lowest rated who may have it in the lowest score group."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from topboard.errors import NoLegalPairing
from topboard.kernels.matching import PerfectMatching, choose
from topboard.model import FullPointBye, PairingBye
from topboard.reasons import (
    BarredByRuling,
    HadBye,
    PassedOver,
    RatedFirst,
    RequiredElsewhere,
    Warned,
)
from topboard.reasons.weighing import ByeFalls
from topboard.rules.cfc import laws, numbers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.kernels.matching import Certificate
    from topboard.reasons import Obstacle
    from topboard.rules.cfc.cards import Book, Card

BYE_OF_THE_UNRATED = "bye of the unrated"
"""The purpose of the lot that decides among unrated players."""

SHOWN = 3
"""How many of the unrated who are spared are shown by name."""


def candidates(book: Book) -> list[Card]:
    """Everybody in the order in which the bye is offered.

    From the lowest score group up; in each the rated from the lowest rated up, then the unrated
    by lot.
    """
    drawn = numbers.drawn_order(book.tournament.lots, BYE_OF_THE_UNRATED)

    def lot(card: Card) -> tuple[int, int]:
        return drawn.get(card.number, len(drawn)), -card.place

    offered: list[Card] = []
    for _, group in groupby(reversed(book.cards), key=lambda card: card.points):
        members = list(group)
        offered += [card for card in members if card.rating is not None]
        offered += sorted((card for card in members if card.rating is None), key=lot)
    return offered


def ineligible(book: Book, card: Card) -> Obstacle | None:
    """Who has been given a bye before may not have another; a ruling may bar or allow."""
    if card.number in book.required:
        return RequiredElsewhere(card.number)
    rulings = [
        ruling.allowed
        for ruling in book.tournament.bye_rulings
        if ruling.number == card.number and ruling.first <= book.round <= ruling.last
    ]
    if False in rulings:
        return BarredByRuling()
    for played, outcome in enumerate(card.row, start=1):
        if isinstance(outcome, PairingBye | FullPointBye) and True not in rulings:
            return HadBye(played)
    return None


def give_bye(book: Book) -> ByeFalls:
    """The first to whom the bye is offered, who may have it, and without whom all can be paired."""
    offered = candidates(book)
    barred = [ineligible(book, card) for card in offered]
    eligible = sum(1 << place for place, obstacle in enumerate(barred) if obstacle is None)
    if not eligible:
        raise NoLegalPairing("the field is odd and nobody may have the bye", article="615")
    bye = len(offered)
    graph = [
        row | (eligible >> place & 1) << bye
        for place, row in enumerate(laws.open_graph(book, offered))
    ]
    graph.append(eligible)
    matching = PerfectMatching(graph)
    if (certificate := matching.certificate) is not None:
        raise laws.no_complete_pairing(certificate, offered)
    row = choose(matching, graph, bye, range(bye))
    chosen = offered[row.chosen]
    passed = [
        PassedOver(
            offered[place].number,
            barred[place] or laws.proof_of(_given(proof), offered),
        )
        for place, proof in row.passed
    ]
    return ByeFalls(
        article="615",
        number=chosen.number,
        passed_over=(*passed, *_unrated_spared(book, chosen)),
        points=chosen.points,
        by_lot=chosen.rating is None,
    )


def _given(proof: Certificate | None) -> Certificate:
    assert proof is not None, "who is passed over is barred or blocks the others"
    return proof


def _unrated_spared(book: Book, chosen: Card) -> Iterator[PassedOver]:
    """The unrated of the same group who are ranked lower but come after the rated."""
    if chosen.rating is None:
        return
    spared = [
        card.number
        for card in reversed(book.cards)
        if card.rating is None and card.points == chosen.points and card.place > chosen.place
    ]
    shown = spared[:SHOWN]
    for number in shown:
        yield PassedOver(number, RatedFirst(len(spared) - len(shown) if number == shown[-1] else 0))


def lot_warning(book: Book, given: ByeFalls) -> Iterator[Warned]:
    """A word for the director when unrated players were not drawn for the bye."""
    drawn = numbers.drawn_order(book.tournament.lots, BYE_OF_THE_UNRATED)
    rivals = _rivals(book, given)
    if given.by_lot and len(rivals) > 1 and not all(card.number in drawn for card in rivals):
        yield Warned(
            "615",
            "the bye falls to an unrated player and no lot is recorded:"
            " the lowest in the order of the cards has it",
        )


def _rivals(book: Book, given: ByeFalls) -> Sequence[Card]:
    return [
        card
        for card in book.cards
        if card.rating is None and card.points == given.points and not ineligible(book, card)
    ]
