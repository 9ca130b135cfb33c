"""The players still to be paired, and the pairs that leave a complete pairing of the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.matching.perfect import PerfectMatching, bits, bitset, deficiency, with_exits
from topboard.systems.common import meeting
from topboard.systems.dubov_1997.pool import lift_colour_limits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.matching.perfect import Certificate
    from topboard.reasons.obstacles import LeavesUnpairable, Obstacle
    from topboard.systems.dubov_1997.pool import Pool


class Remainder:
    """The players still to be paired. A complete pairing of them always exists."""

    __slots__ = (
        "_clashing",
        "_field",
        "_matching",
        "_most_closed",
        "left",
        "lifted",
        "open_",
        "pool",
    )

    def __init__(self, pool: Pool, open_: list[int], left: int, lifted: int = 0) -> None:
        self.pool = pool
        self.open_ = open_
        self.left = left
        self.lifted = lifted
        self._field = lift_colour_limits(pool, pool.numbers_at(bits(lifted)))
        self._matching: PerfectMatching | None = None
        clashing = meeting.colour_clashes(self._field, pool.numbers)
        self._clashing = tuple(clashing[own] for own in set(self._field.allowed.values()))
        self._most_closed = meeting.most_closed(pool)

    def is_roomy(self, among: int, going: int = 2) -> bool:
        """Return whether the rest can surely be paired whichever ``going`` of the players leave.

        By Dirac's theorem this is so if each has at least half of the others as possible opponents.
        False only means that the theorem does not show it.
        """
        if self.pool.required:
            return False
        count = among.bit_count() - going
        clashing = max((among & mask).bit_count() for mask in self._clashing)
        return count > 1 and 2 * (count - 1 - self._most_closed - clashing) >= count

    def can_pair(self, a: int, b: int) -> bool:
        """Return whether two players may meet and all others left can then be paired."""
        if self._matching is None and self.is_roomy(self.left):
            return bool(self.open_[a] >> b & 1)
        return self._whole().can_pair(a, b)

    def absolute_obstacle(self, a: int, b: int) -> Obstacle | None:
        """Return why two players may not meet in this round at all, or None if they may."""
        one, other = self.pool.numbers_at((a, b))
        return meeting.obstacle(self._field, one, other)

    def obstacle(self, a: int, b: int) -> Obstacle | None:
        """Return why two players cannot be paired now, or None if they can."""
        between = self.absolute_obstacle(a, b)
        if between is not None or self.can_pair(a, b):
            return between
        return self._in_numbers(self._whole().refusal(a, b))

    def _in_numbers(self, certificate: Certificate) -> LeavesUnpairable:
        return meeting.unpairable(certificate, self.pool.numbers)

    def _whole(self) -> PerfectMatching:
        if self._matching is None:
            self._matching = PerfectMatching(self.open_, self.left)
        return self._matching

    def pair(self, a: int, b: int) -> None:
        """Remove two paired players, for whom ``can_pair`` must hold."""
        if self._matching is not None:
            self._matching.fix(a, b)
        self.left &= ~(1 << a | 1 << b)

    def take_out(self, several: int) -> None:
        """Remove players who are paired among themselves.

        The remaining players must be pairable.
        """
        self._matching = None
        self.left &= ~several

    def keep_apart(self, leavers: Sequence[int]) -> None:
        """Forbid players who leave a group together from meeting each other in this round."""
        together = bitset(leavers)
        for i in leavers:
            self.open_[i] &= ~together
        self._most_closed += max(0, len(leavers) - 1)
        self._matching = None

    # --- parts of the players left ----------------------------------------------------------

    def can_be_paired(self, among: int) -> bool:
        """Return whether these players have a complete pairing among themselves."""
        if among.bit_count() % 2:
            return False
        return self.is_roomy(among) or deficiency(self.open_, among) == 0

    def left_over(self, among: int) -> int:
        """Return the number of these players left over by a maximum pairing among themselves."""
        return among.bit_count() % 2 if self.is_roomy(among) else deficiency(self.open_, among)

    def missable(self, among: int) -> int:
        """Return the players who are left over in some maximum pairing among themselves."""
        if self.is_roomy(among):
            return among if among.bit_count() % 2 else 0
        over = deficiency(self.open_, among)
        if not over:
            return 0
        return self.with_ways_out(among, over).partners(len(self.open_))

    def with_ways_out(self, among: int, count: int) -> PerfectMatching:
        """Return a matching of these players in which ``count`` of them leave the group.

        The vertices for leaving follow the indices of all players.
        """
        graph = with_exits(self.open_, among, count)
        return PerfectMatching(graph, among | ((1 << count) - 1) << len(self.open_))

    def proof(self, among: int) -> LeavesUnpairable:
        """Return the proof that these players cannot all be paired among themselves."""
        certificate = PerfectMatching(self.open_, among).certificate
        assert certificate is not None, "players who cannot be paired have a proof of it"
        return self._in_numbers(certificate)
