"""The effect of different downfloaters on the lower brackets, with proofs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.matching.perfect import PerfectMatching, bits, bitset, deficiency, with_exits
from topboard.reasons.criteria import QualityCriterion
from topboard.reasons.obstacles import LeftOverBelow
from topboard.systems.common.meeting import unpairable
from topboard.systems.fide_common.legality import open_graph

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.matching.perfect import Certificate
    from topboard.reasons.obstacles import LeavesUnpairable
    from topboard.systems.fide_common.citations import BracketCitations
    from topboard.systems.fide_common.players import FideField
    from topboard.systems.fide_dutch.brackets import PairedBracket

MOST_SEARCHED = 12
"""The size of the largest next bracket for which every pairing with a downfloater is tried."""


class Below:
    """The players below a bracket after it has been paired."""

    def __init__(self, field: FideField, paired: PairedBracket, cite: BracketCitations) -> None:
        self.field = field
        self.paired = paired
        self.bracket = paired.bracket
        self.completion = paired.completion
        self.cite = cite

    # --- why more are left over -----------------------------------------------------------------

    def more_than(
        self, count: int, graph: Sequence[int], places: Sequence[int]
    ) -> LeavesUnpairable | None:
        """Return the proof that more than ``count`` of these players stay unpaired, or None."""
        if deficiency(graph) <= count:
            return None
        exits = with_exits(graph, bitset(range(len(places))), count)
        return self._unpairable(PerfectMatching(exits).certificate, places)

    def needs_more_than(self, count: int) -> LeavesUnpairable | None:
        """Return the proof that the players below need more than ``count`` downfloaters, or None.

        None does not rule it out: the graph of the players below does not show everything.
        """
        below = range(self.bracket.end, len(self.field.players))
        # One of these players may also have the bye.
        bye = len(below) + count & 1
        return self.more_than(count + bye, open_graph(self.field, below), below)

    # --- an impossible pair ----------------------------------------------------------------------

    def after_pair(self, a: int, b: int) -> LeavesUnpairable:
        """Return the proof that not all others could be paired if two members met."""
        below = range(self.bracket.end, len(self.field.players))
        return self._refusal([p for p in (*self.bracket.members, *below) if p not in (a, b)])

    # --- a different downfloater ----------------------------------------------------------------

    def obstacle(self, place: int, instead: int) -> LeftOverBelow | None:
        """Return the obstacle to a different downfloater, or None if none is proved.

        Either the players below could not all be paired, or fewer could be paired in the next
        bracket.
        """
        left = [instead if one == place else one for one in self.paired.left]
        first = self.bracket.end
        if self.completion is not None and not self.completion.of_rest(first, left):
            rest = [*left, *range(first, len(self.field.players))]
            return LeftOverBelow(self.cite.completion, self._refusal(rest))
        article = self.cite.criteria[QualityCriterion.NEXT_BRACKET]
        if self._looks_ahead(place, instead):
            near = [*left, *self.bracket.following]
            proof = self.more_than(self._left_in_next, open_graph(self.field, near), near)
            if proof is not None:
                return LeftOverBelow(article, proof)
            if (found := self._strands(instead)) is not None:
                return found
        return LeftOverBelow(article) if instead in self.paired.worse_below else None

    def _looks_ahead(self, place: int, instead: int) -> bool:
        """Return whether the number of players paired in the next bracket decides between the two.

        It does if they have equal scores and there are players below the next bracket.
        """
        profiles, bracket = self.field.players, self.bracket
        return (
            profiles[place].points == profiles[instead].points
            and bool(bracket.following)
            and bracket.below < len(profiles)
        )

    @property
    def _left_in_next(self) -> int:
        """The number of downfloaters and residents left unpaired in the next bracket."""
        weighed = self.paired.weighed
        if weighed is not None and weighed.looks_below and self.completion is not None:
            values = dict(self.paired.weights.unpack(weighed.cost))
            return sum(values[QualityCriterion.NEXT_BRACKET])
        return deficiency(open_graph(self.field, [*self.paired.left, *self.bracket.following]))

    def _strands(self, instead: int) -> LeftOverBelow | None:
        """Return the proof that a different downfloater would strand a player, or None.

        Whichever player of the next bracket that downfloater met, one player would stay unpaired
        there who could not be paired further down either.
        """
        completion, following = self.completion, self.bracket.following
        if completion is None or len(self.paired.left) > 1 or len(following) > MOST_SEARCHED:
            return None
        if self._left_in_next != 1:
            return None
        ways = list(self._ways_to_leave_one(instead))
        if any(completion.of_rest(self.bracket.below, [lost]) for _, lost in ways):
            return None
        if len(ways) != 1:
            return LeftOverBelow(self.cite.criteria[QualityCriterion.NEXT_BRACKET])
        ((met, lost),) = ways
        rest = [lost, *range(self.bracket.below, len(self.field.players))]
        return LeftOverBelow(self.cite.completion, self._refusal(rest), self.field.number(met))

    def _ways_to_leave_one(self, floater: int) -> Iterator[tuple[int, int]]:
        """Yield the ways to pair a downfloater in the next bracket with one player unpaired.

        Each is the opponent of the downfloater and the unpaired player.
        """
        following = self.bracket.following
        graph = open_graph(self.field, [floater, *following])
        others = (1 << len(graph)) - 2
        for met in bits(graph[0]):
            for lost in bits(others & ~(1 << met)):
                if deficiency(graph, others & ~(1 << met) & ~(1 << lost)) == 0:
                    yield following[met - 1], following[lost - 1]

    # --- proofs ---------------------------------------------------------------------------------

    def _refusal(self, places: Sequence[int]) -> LeavesUnpairable:
        assert self.completion is not None, "all below are to be paired"
        return self._unpairable(self.completion.refusal(places), places)

    def _unpairable(
        self, certificate: Certificate | None, places: Sequence[int]
    ) -> LeavesUnpairable:
        assert certificate is not None, "these cannot all be paired"
        return unpairable(certificate, [self.field.number(place) for place in places])
