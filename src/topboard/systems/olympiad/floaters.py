"""The pairing of incoming floaters and the choice of the teams that float out of a group."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.reasons.grounds import CandidateOrder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.systems.olympiad.scoregroup import ScoregroupPairing, Step


def pair_downfloaters_with_highest(
    settlement: ScoregroupPairing, floaters: Sequence[int], candidates: Sequence[int]
) -> Iterator[Step]:
    """Pair each floater from above with the highest-ranked team that it can meet.

    A floater without an opponent floats on to the next group.
    """
    cite = settlement.cite
    for place in settlement.select_unpaired_indices(floaters):
        yield from _pair_floater(
            settlement,
            place,
            candidates,
            cite.floater_down_meets,
            cite.goes_on_down,
            CandidateOrder.HIGHEST,
        )


def pair_upfloaters_with_lowest(
    settlement: ScoregroupPairing, floaters: Sequence[int], candidates: Sequence[int]
) -> Iterator[Step]:
    """Pair each floater from below with the lowest-ranked team that it can meet.

    A floater without an opponent floats on to the next group.
    """
    cite = settlement.cite
    for place in settlement.select_unpaired_indices(floaters):
        yield from _pair_floater(
            settlement,
            place,
            candidates,
            cite.floater_up_meets,
            cite.goes_on_up,
            CandidateOrder.LOWEST,
        )


def _pair_floater(
    settlement: ScoregroupPairing,
    place: int,
    candidates: Sequence[int],
    article: str,
    onward: str,
    order: CandidateOrder,
) -> Iterator[Step]:
    # An earlier floater may have been paired with this one.
    if settlement.select_unpaired_indices([place]):
        others = [c for c in candidates if c != place]
        exits = settlement.list_unused_exits_of_group()
        yield settlement.pair_team_with_first_possible(
            place, [*others, *exits], article, onward, order
        )


def choose_floaters(settlement: ScoregroupPairing, candidates: Sequence[int]) -> Iterator[Step]:
    """Choose the teams that float out of a group.

    Each is the first candidate without which the other teams can be paired. The lowest-ranked team
    is tried first or, below the median, the highest-ranked one. A team that has met every team of
    the next group does not float if another team can.
    """
    for exit_ in settlement.list_unused_exits_of_group():
        yield settlement.choose_floater(exit_, candidates)
