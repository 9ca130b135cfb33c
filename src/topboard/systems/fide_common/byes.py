"""The choice of the player who gets the bye, in systems with a bye given before pairing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.matching.perfect import PerfectMatching
from topboard.systems.fide_common.legality import RestPairabilityCheck, may_have_bye, needs_bye

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from topboard.systems.fide_common.players import FideField


def bye_order(field: FideField, rank: Callable[[int], int]) -> list[int]:
    """Return the player indices in the order in which they are considered for the bye.

    Players are sorted by lowest score, then most games played, then lowest rank.
    """
    profiles = field.players
    rounds = len(field.tournament.rounds)
    return sorted(
        range(len(profiles)),
        key=lambda place: (
            profiles[place].points,
            profiles[place].unplayed - rounds,
            -rank(place),
        ),
    )


def find_bye_receiver(field: FideField, order: Sequence[int]) -> int | None:
    """Return the first player in ``order`` who can get the bye.

    The player must be eligible, and all others must be pairable. Return None if no bye is needed.
    The round must have a complete pairing.
    """
    if not needs_bye(field):
        return None
    may = [place for place in order if may_have_bye(field.players[place], None)]
    completion = RestPairabilityCheck(field, None)
    if may and completion.is_rest_surely_pairable_after_bye():
        return may[0]
    matching = PerfectMatching(completion.build_graph_with_bye(range(len(field.players))))
    bye = len(field.players)
    return next((place for place in may if matching.can_pair(bye, place)), None)
