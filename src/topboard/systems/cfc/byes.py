"""The choice of the player who gets the bye when the number of players is odd.

The bye goes to the lowest-rated eligible player in the lowest scoregroup.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from topboard.errors import NoLegalPairing
from topboard.messages import worded
from topboard.model import FullPointBye, PairingBye
from topboard.reasons.criteria import ByeBarAlreadyHadBye
from topboard.reasons.decisions import ByeGiven, PairingWarning
from topboard.reasons.grounds import ByeMethod
from topboard.reasons.obstacles import PassedOver, RatedPlayersFirst
from topboard.systems.cfc import ratings
from topboard.systems.common.byes import (
    bye_obstacle_by_ruling,
    choose_bye,
    find_bye_obstacles,
    is_bye_allowed_by_ruling,
)
from topboard.systems.common.meeting import permitted_pairs_graph

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.model import Number
    from topboard.reasons.obstacles import Obstacle
    from topboard.systems.cfc.cards import Card, PairingCardBook
    from topboard.systems.common.field import Field

BYE_OF_THE_UNRATED = "bye of the unrated"
"""The recorded purpose of a drawing of lots that decides which unrated player gets the bye."""

SHOWN = 3
"""The maximum number of unrated players that an explanation of the bye lists as passed over."""


def list_bye_candidates(book: PairingCardBook) -> list[Card]:
    """Return the pairing cards in the order in which players are considered for the bye.

    The lowest scoregroup comes first. In each scoregroup, the rated players come first, lowest
    rating first, followed by the unrated players in the order drawn by lot.
    """
    drawn = ratings.find_positions_drawn_by_lot(book.tournament.lots, BYE_OF_THE_UNRATED)

    def order_drawn_by_lot_key(card: Card) -> tuple[int, int]:
        return drawn.get(card.number, len(drawn)), -card.place

    offered: list[Card] = []
    for _, group in groupby(reversed(book.players), key=lambda card: card.points):
        members = list(group)
        offered += [card for card in members if card.rating is not None]
        offered += sorted(
            (card for card in members if card.rating is None), key=order_drawn_by_lot_key
        )
    return offered


def bye_obstacle_after_earlier_bye(field: Field, number: Number) -> Obstacle | None:
    """Return an obstacle if the player has had a pairing-allocated or full-point bye.

    Return None if they have not, or if a ruling allows them another bye.
    """
    for played, outcome in enumerate(field.rows[number], start=1):
        if isinstance(outcome, PairingBye | FullPointBye) and not is_bye_allowed_by_ruling(
            field, number
        ):
            return ByeBarAlreadyHadBye(played)
    return None


def bye_obstacles(book: PairingCardBook) -> dict[Number, Obstacle]:
    """Return the players who may not have the bye, mapped to the reason for each."""
    return find_bye_obstacles(
        book, book.numbers, (bye_obstacle_by_ruling, bye_obstacle_after_earlier_bye)
    )


def give_bye(book: PairingCardBook) -> ByeGiven:
    """Give the bye to the first eligible player without whom all other players can be paired.

    Raise ``NoLegalPairing`` if no player may have the bye.
    """
    shut = bye_obstacles(book)
    if len(shut) == len(book.players):
        raise NoLegalPairing(
            worded("the number of participants is odd and no one may have the bye"), article="615"
        )
    offered = [card.number for card in list_bye_candidates(book)]
    graph = permitted_pairs_graph(book, offered, with_limits=False)
    number, passed = choose_bye(graph, offered, shut, "618a")
    chosen = next(card for card in book.players if card.number == number)
    return ByeGiven(
        article="615",
        number=number,
        passed_over=(*passed, *_generate_unrated_players_without_bye(book, chosen)),
        points=chosen.points,
        by_lot=chosen.rating is None,
        method=ByeMethod.LOWEST_SCOREGROUP,
    )


def _generate_unrated_players_without_bye(
    book: PairingCardBook, chosen: Card
) -> Iterator[PassedOver]:
    """Yield the lower-ranked unrated players passed over for the bye in favour of a rated one."""
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


def warn_if_bye_lots_are_missing(
    book: PairingCardBook, given: ByeGiven
) -> Iterator[PairingWarning]:
    """Yield a warning if several unrated players could get the bye and no lots were drawn."""
    drawn = ratings.find_positions_drawn_by_lot(book.tournament.lots, BYE_OF_THE_UNRATED)
    rivals = _list_unrated_players_eligible_for_bye(book, given) if given.by_lot else ()
    if len(rivals) > 1 and not all(card.number in drawn for card in rivals):
        yield PairingWarning(
            "615",
            worded(
                "no drawing of lots is recorded for the bye among unrated players, so the lowest "
                "of them in card order gets it"
            ),
        )


def _list_unrated_players_eligible_for_bye(
    book: PairingCardBook, given: ByeGiven
) -> Sequence[Card]:
    shut = bye_obstacles(book)
    return [
        card
        for card in book.players
        if card.rating is None and card.points == given.points and card.number not in shut
    ]
