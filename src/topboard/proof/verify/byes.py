"""Rules for the pairing-allocated bye that all systems share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from topboard.model import Tournament
from topboard.proof.verify.meeting import bitset_of_participants
from topboard.proof.verify.reader import ProofReader
from topboard.proof.verify.seeking import Attempt, OpponentSearch, add_exit_vertices


def is_barred_from_bye(event: Tournament, number: int, *, by_rule: bool) -> bool:
    """Return whether a participant may not receive the bye.

    Either a ruling bars the participant, or a rule does (``by_rule``) and no ruling overrides it.
    """
    upcoming = event.round_to_pair
    about = [ruling for ruling in event.bye_rulings if ruling.number == number]
    decided = {one.allowed for one in about if one.first <= upcoming <= one.last}
    return False in decided or (by_rule and True not in decided)


def check_bye(
    steps: ProofReader,
    order: Sequence[int],
    barred: Callable[[int], bool],
    graph: Sequence[int],
    published: Mapping[int, int | None],
    article: str,
) -> int | None:
    """Check the bye and return its receiver, or None if the number of participants is even.

    The receiver is the first eligible participant in the order without whom all others can be
    paired. ``graph`` contains the permitted pairs.
    """
    steps.set_article_of_current_step(article)
    if len(order) % 2 == 0:
        given = next((n for n in order if published[n] is None), None)
        if given is not None:
            raise steps.build_refusal_of_current_step(
                "the number of participants to pair is even, but {number} has a bye", number=given
            )
        return None
    may_have = bitset_of_participants(order, (n for n in order if not barred(n)))
    attempt = Attempt(add_exit_vertices(graph, may_have, 1), 1)
    seeking = OpponentSearch(steps, order, attempt, published)
    seeking.leaving = "bye"
    return order[
        seeking.check_first_possible_candidate(len(order), range(len(order)), article, article)
    ]
