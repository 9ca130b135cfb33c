"""The players still to be paired, and the pairs that leave a complete pairing of the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.matching.perfect import PerfectMatching, add_exits, bit_indices, bitset, deficiency
from topboard.systems.common import meeting
from topboard.systems.dubov_1997.pool import lift_colour_limits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.matching.perfect import Certificate
    from topboard.reasons.obstacles import LeavesUnpairable, Obstacle
    from topboard.systems.dubov_1997.pool import Pool


class UnpairedPlayers:
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
        self._field = lift_colour_limits(pool, pool.numbers_at(bit_indices(lifted)))
        self._matching: PerfectMatching | None = None
        clashing = meeting.colour_clashes(self._field, pool.numbers)
        self._clashing = tuple(clashing[own] for own in set(self._field.allowed.values()))
        self._most_closed = meeting.max_excluded_opponents(pool)

    def can_lose_any_players(self, among: int, going: int = 2) -> bool:
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
        if self._matching is None and self.can_lose_any_players(self.left):
            return bool(self.open_[a] >> b & 1)
        return self._match_remaining_players().can_pair(a, b)

    def absolute_obstacle(self, a: int, b: int) -> Obstacle | None:
        """Return why two players may not meet in this round at all, or None if they may."""
        one, other = self.pool.numbers_at((a, b))
        return meeting.find_pairing_obstacle(self._field, one, other)

    def obstacle_to_pair(self, a: int, b: int) -> Obstacle | None:
        """Return why two players cannot be paired now, or None if they can."""
        between = self.absolute_obstacle(a, b)
        if between is not None or self.can_pair(a, b):
            return between
        return self._certificate_with_numbers(
            self._match_remaining_players().prove_pair_impossible(a, b)
        )

    def _certificate_with_numbers(self, certificate: Certificate) -> LeavesUnpairable:
        return meeting.certificate_with_numbers(certificate, self.pool.numbers)

    def _match_remaining_players(self) -> PerfectMatching:
        if self._matching is None:
            self._matching = PerfectMatching(self.open_, self.left)
        return self._matching

    def remove_pair(self, a: int, b: int) -> None:
        """Remove two paired players, for whom ``can_pair`` must hold."""
        if self._matching is not None:
            self._matching.fix_pair(a, b)
        self.left &= ~(1 << a | 1 << b)

    def remove_players(self, several: int) -> None:
        """Remove players who are paired among themselves.

        The remaining players must be pairable.
        """
        self._matching = None
        self.left &= ~several

    def forbid_meetings_among(self, leavers: Sequence[int]) -> None:
        """Forbid players who leave a group together from meeting each other in this round."""
        together = bitset(leavers)
        for i in leavers:
            self.open_[i] &= ~together
        self._most_closed += max(0, len(leavers) - 1)
        self._matching = None

    # --- parts of the players left ----------------------------------------------------------

    def can_pair_among_themselves(self, among: int) -> bool:
        """Return whether these players have a complete pairing among themselves."""
        if among.bit_count() % 2:
            return False
        return self.can_lose_any_players(among) or deficiency(self.open_, among) == 0

    def count_left_over(self, among: int) -> int:
        """Return the number of these players left over by a maximum pairing among themselves."""
        return (
            among.bit_count() % 2
            if self.can_lose_any_players(among)
            else deficiency(self.open_, among)
        )

    def players_possibly_left_over(self, among: int) -> int:
        """Return the players who are left over in some maximum pairing among themselves."""
        if self.can_lose_any_players(among):
            return among if among.bit_count() % 2 else 0
        over = deficiency(self.open_, among)
        if not over:
            return 0
        return self.matching_with_leavers(among, over).possible_partners(len(self.open_))

    def matching_with_leavers(self, among: int, count: int) -> PerfectMatching:
        """Return a matching of these players in which ``count`` of them leave the group.

        The vertices for leaving follow the indices of all players.
        """
        graph = add_exits(self.open_, among, count)
        return PerfectMatching(graph, among | ((1 << count) - 1) << len(self.open_))

    def prove_unpairable(self, among: int) -> LeavesUnpairable:
        """Return the proof that these players cannot all be paired among themselves."""
        certificate = PerfectMatching(self.open_, among).certificate
        assert certificate is not None, "players who cannot be paired have a proof of it"
        return self._certificate_with_numbers(certificate)
