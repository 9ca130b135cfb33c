"""The bye of an odd field."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from topboard.model import Tournament
from topboard.proof.meeting import places_of
from topboard.proof.seeking import Attempt, Seeking, with_exits
from topboard.proof.steps import Steps


def rulings(tournament: Tournament, number: int) -> set[bool]:
    """What was decided about somebody's bye in the round to come."""
    upcoming = tournament.round_to_pair
    return {
        one.allowed
        for one in tournament.bye_rulings
        if one.number == number and one.first <= upcoming <= one.last
    }


def fall_of_bye(
    steps: Steps,
    order: Sequence[int],
    barred: Callable[[int], bool],
    graph: Sequence[int],
    published: Mapping[int, int | None],
    article: str,
) -> int | None:
    """The first of the order who may have the bye and without whom the others can be paired.

    ``graph`` says who of the order may meet.
    """
    steps.under(article)
    if len(order) % 2 == 0:
        given = next((n for n in order if published[n] is None), None)
        if given is not None:
            raise steps.refused("the number is even, and {number} has a bye", number=given)
        return None
    may_have = places_of(order, (n for n in order if not barred(n)))
    attempt = Attempt(with_exits(graph, may_have, 1), 1)
    seeking = Seeking(steps, order, attempt, published, leaving="bye")
    return order[seeking.seek(len(order), range(len(order)), article, article)]
