"""The choice of the player who gets the bye when the number of players is odd.

The bye goes to the lowest-rated eligible player in the lowest scoregroup.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from topboard.errors import NoLegalPairing
from topboard.messages import worded
from topboard.model import FullPointBye, PairingBye
from topboard.reasons.criteria import HadBye
from topboard.reasons.decisions import ByeGiven, PairingWarning
from topboard.reasons.grounds import ByeMethod
from topboard.reasons.obstacles import PassedOver, RatedPlayersFirst
from topboard.systems.cfc import ratings
from topboard.systems.common.byes import (
    choose_bye,
    find_bye_obstacles,
    is_bye_allowed_by_ruling,
    ruling_bye_obstacle,
)
from topboard.systems.common.meeting import permitted_pairs_graph

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.model import Number
    from topboard.reasons.obstacles import Obstacle
    from topboard.systems.cfc.cards import Card, CardBook
    from topboard.systems.common.field import Field

BYE_OF_THE_UNRATED = "bye of the unrated"
"""The recorded purpose of a drawing of lots that decides which unrated player gets the bye."""

SHOWN = 3
"""The maximum number of unrated players that an explanation of the bye lists as passed over."""


def bye_candidates(book: CardBook) -> list[Card]:
    """Return the pairing cards in the order in which players are considered for the bye.

    The lowest scoregroup comes first. Within a scoregroup, rated players come first, starting with
    the lowest rated. Unrated players follow in the order drawn by lot.
    """
    drawn = ratings.places_by_lot(book.tournament.lots, BYE_OF_THE_UNRATED)

    def lot_order_key(card: Card) -> tuple[int, int]:
        return drawn.get(card.number, len(drawn)), -card.place

    offered: list[Card] = []
    for _, group in groupby(reversed(book.players), key=lambda card: card.points):
        members = list(group)
        offered += [card for card in members if card.rating is not None]
        offered += sorted((card for card in members if card.rating is None), key=lot_order_key)
    return offered


def previous_bye_obstacle(field: Field, number: Number) -> Obstacle | None:
    """Return an obstacle if the player has had a pairing-allocated or full-point bye.

    Return None if they have not, or if a ruling allows them another bye.
    """
    for played, outcome in enumerate(field.rows[number], start=1):
        if isinstance(outcome, PairingBye | FullPointBye) and not is_bye_allowed_by_ruling(
            field, number
        ):
            return HadBye(played)
    return None


def bye_obstacles(book: CardBook) -> dict[Number, Obstacle]:
    """Return the players who may not have the bye, mapped to the reason for each."""
    return find_bye_obstacles(book, book.numbers, (ruling_bye_obstacle, previous_bye_obstacle))


def give_bye(book: CardBook) -> ByeGiven:
    """Give the bye to the first eligible player without whom the other players can be paired.

    Raise ``NoLegalPairing`` if no player may have the bye.
    """
    shut = bye_obstacles(book)
    if len(shut) == len(book.players):
        raise NoLegalPairing(
            worded("the number of participants is odd and no one may have the bye"), article="615"
        )
    offered = [card.number for card in bye_candidates(book)]
    graph = permitted_pairs_graph(book, offered, with_limits=False)
    number, passed = choose_bye(graph, offered, shut, "618a")
    chosen = next(card for card in book.players if card.number == number)
    return ByeGiven(
        article="615",
        number=number,
        passed_over=(*passed, *_unrated_players_passed_over(book, chosen)),
        points=chosen.points,
        by_lot=chosen.rating is None,
        method=ByeMethod.LOWEST_SCOREGROUP,
    )


def _unrated_players_passed_over(book: CardBook, chosen: Card) -> Iterator[PassedOver]:
    """Yield the unrated players in the scoregroup who rank lower than the player with the bye.

    They did not get the bye because rated players are considered first.
    """
    if chosen.rating is None:
        return
    spared = [
        card.number
        for card in reversed(book.players)
        if card.rating is None and card.points == chosen.points and card.place > chosen.place
    ]
    shown = spared[:SHOWN]
    for number in shown:
        yield PassedOver(
            number, RatedPlayersFirst(len(spared) - len(shown) if number == shown[-1] else 0)
        )


def missing_lot_warning(book: CardBook, given: ByeGiven) -> Iterator[PairingWarning]:
    """Yield a warning if several unrated players could get the bye and no lots were drawn."""
    drawn = ratings.places_by_lot(book.tournament.lots, BYE_OF_THE_UNRATED)
    rivals = _eligible_unrated_players(book, given) if given.by_lot else ()
    if len(rivals) > 1 and not all(card.number in drawn for card in rivals):
        yield PairingWarning(
            "615",
            worded(
                "no drawing of lots is recorded for the bye among unrated players, so the lowest "
                "of them in card order gets it"
            ),
        )


def _eligible_unrated_players(book: CardBook, given: ByeGiven) -> Sequence[Card]:
    shut = bye_obstacles(book)
    return [
        card
        for card in book.players
        if card.rating is None and card.points == given.points and card.number not in shut
    ]
