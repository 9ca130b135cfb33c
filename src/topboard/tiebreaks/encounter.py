"""Tie-breaks decided among the tied participants by their games, the director's ruling or lots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.errors import BadInput, Problem
from topboard.messages import worded
from topboard.tiebreaks.standings import Item, Value

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.model import Number
    from topboard.tiebreaks.ranking import Facts

DIRECTORS_ORDER = "director's order of the tied"
"""The purpose under which the director's ruling on a tie is recorded. A ruling lists the highest
place first.
"""

LOT_OF_THE_TIED = "places of the tied"
"""The purpose of a drawing of lots among participants still tied after all tie-breaks.

The participant drawn first gets the highest place.
"""


def points_in_games_between_tied(facts: Facts, tied: Sequence[Number]) -> dict[Number, Value]:
    """Return each tied participant's points in the games against the other tied participants."""
    assert facts.rounds is not None
    among = {*tied}
    found = {}
    for one in tied:
        items = tuple(
            Item(number, opponent, points)
            for number, (opponent, points) in enumerate(facts.rounds[one], start=1)
            if opponent in among
        )
        found[one] = Value(sum(item.value for item in items), 10, items)
    return found


def directors_ruling(facts: Facts, tied: Sequence[Number]) -> dict[Number, Value]:
    """Return tie-break values for the order decided by the director, who has the final say.

    Players named earlier are placed higher, and players not named come last. If two rulings name
    the same player, the later one counts.
    """
    return _build_values_from_recorded_orders(facts, tied, DIRECTORS_ORDER)


def lot_order_values(facts: Facts, tied: Sequence[Number]) -> dict[Number, Value]:
    """Return tie-break values for the order in which the tied participants were drawn by lot.

    Participants who were not drawn come last.
    """
    return _build_values_from_recorded_orders(facts, tied, LOT_OF_THE_TIED)


def _build_values_from_recorded_orders(
    facts: Facts, tied: Sequence[Number], purpose: str
) -> dict[Number, Value]:
    words = [lot.order for lot in facts.tournament.lots if lot.purpose == purpose]
    if problems := [
        problem
        for order in words
        for problem in _find_problems_with_recorded_order(order, purpose, facts)
    ]:
        raise BadInput(problems)
    places = {n: len(order) - place for order in words for place, n in enumerate(order)}
    return {n: Value(places.get(n, 0), 1) for n in tied}


def _find_problems_with_recorded_order(
    order: Sequence[Number], purpose: str, facts: Facts
) -> Iterator[Problem]:
    where = worded("drawing of lots {lot!r}", lot=purpose)
    for number in order:
        if number not in facts.points:
            yield Problem(
                worded("no participant has this number"),
                where,
                str(number),
                worded("Correct the number."),
            )
    for number in sorted({n for n in order if order.count(n) > 1}):
        yield Problem(
            worded("participant listed twice"),
            where,
            str(number),
            worded("Remove one of the two entries."),
        )


def explain_missing_lot_for_ties(facts: Facts) -> str:
    """Return a message if no lots have been drawn for the tied places, else an empty string."""
    drawn = any(lot.purpose == LOT_OF_THE_TIED for lot in facts.tournament.lots)
    return "" if drawn else worded("no lots have been drawn, so the places are shared")


def explain_missing_ruling_on_ties(facts: Facts) -> str:
    """Return a message if the director has not ruled on the tie, else an empty string."""
    spoken = any(lot.purpose == DIRECTORS_ORDER for lot in facts.tournament.lots)
    return "" if spoken else worded("the director has not ruled on the tie")
