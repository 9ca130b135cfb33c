"""The unpaired players of a round, and the pairs with which all others can still be paired."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.matching.perfect import (
    PerfectMatching,
    add_exit_vertices,
    bit_indices,
    bitset,
    deficiency,
)
from topboard.systems.common import meeting
from topboard.systems.dubov_1997.pool import lift_colour_limits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.matching.perfect import Certificate
    from topboard.reasons.obstacles import LeavesUnpairable, Obstacle
    from topboard.systems.dubov_1997.pool import Pool


class UnpairedPlayers:
    """The unpaired players of a round. A complete pairing of them is always possible."""

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
        clashing = meeting.find_participants_clashing_in_colour(self._field, pool.numbers)
        self._clashing = tuple(clashing[own] for own in set(self._field.allowed.values()))
        self._most_closed = meeting.count_most_excluded_opponents(pool)

    def can_surely_pair_after_losing(self, among: int, going: int = 2) -> bool:
        """Return whether the players can certainly be paired after any ``going`` of them leave.

        By Dirac's theorem, this is so if each remaining player may meet at least half of the
        others. If the result is False, they may still be pairable.
        """
        if self.pool.required:
            return False
        count = among.bit_count() - going
        clashing = max((among & mask).bit_count() for mask in self._clashing)
        return count > 1 and 2 * (count - 1 - self._most_closed - clashing) >= count

    def can_pair(self, a: int, b: int) -> bool:
        """Return whether two players may meet and leave the other unpaired players pairable."""
        if self._matching is None and self.can_surely_pair_after_losing(self.left):
            return bool(self.open_[a] >> b & 1)
        return self._match_remaining_players().can_pair(a, b)

    def find_absolute_obstacle_to_pair(self, a: int, b: int) -> Obstacle | None:
        """Return why two players may not be paired at all in this round, or None if they may."""
        one, other = self.pool.numbers_at((a, b))
        return meeting.find_pairing_obstacle(self._field, one, other)

    def find_obstacle_to_pair_now(self, a: int, b: int) -> Obstacle | None:
        """Return why two players cannot be paired now, or None if they can.

        The obstacle may be a rule, or a proof that other players would remain unpaired.
        """
        between = self.find_absolute_obstacle_to_pair(a, b)
        if between is not None or self.can_pair(a, b):
            return between
        return self._convert_certificate_to_numbers(
            self._match_remaining_players().prove_pair_impossible(a, b)
        )

    def _convert_certificate_to_numbers(self, certificate: Certificate) -> LeavesUnpairable:
        return meeting.convert_certificate_to_numbers(certificate, self.pool.numbers)

    def _match_remaining_players(self) -> PerfectMatching:
        if self._matching is None:
            self._matching = PerfectMatching(self.open_, self.left)
        return self._matching

    def remove_pair(self, a: int, b: int) -> None:
        """Remove the two players of a pair, who must satisfy ``can_pair``."""
        if self._matching is not None:
            self._matching.fix_pair(a, b)
        self.left &= ~(1 << a | 1 << b)

    def remove_players(self, several: int) -> None:
        """Remove players who have been paired with each other. All others must remain pairable."""
        self._matching = None
        self.left &= ~several

    def forbid_meetings_among(self, leavers: Sequence[int]) -> None:
        """Forbid the given downfloaters to meet each other in this round."""
        together = bitset(leavers)
        for i in leavers:
            self.open_[i] &= ~together
        self._most_closed += max(0, len(leavers) - 1)
        self._matching = None

    # --- subsets of the unpaired players ----------------------------------------------------

    def can_pair_among_themselves(self, among: int) -> bool:
        """Return whether the given players can all be paired with each other."""
        if among.bit_count() % 2:
            return False
        return self.can_surely_pair_after_losing(among) or deficiency(self.open_, among) == 0

    def count_players_left_unpaired(self, among: int) -> int:
        """Return how many of the given players remain unpaired if as many as possible are
        paired.
        """
        return (
            among.bit_count() % 2
            if self.can_surely_pair_after_losing(among)
            else deficiency(self.open_, among)
        )

    def find_players_possibly_left_unpaired(self, among: int) -> int:
        """Return the players who remain unpaired in at least one maximum pairing of the given
        players.
        """
        if self.can_surely_pair_after_losing(among):
            return among if among.bit_count() % 2 else 0
        over = deficiency(self.open_, among)
        if not over:
            return 0
        return self.match_players_with_some_leaving(among, over).find_possible_partners(
            len(self.open_)
        )

    def match_players_with_some_leaving(self, among: int, count: int) -> PerfectMatching:
        """Return a matching of the given players in which ``count`` of them leave the group.

        After the vertices of all players, there is one vertex for each player who leaves.
        """
        graph = add_exit_vertices(self.open_, among, count)
        return PerfectMatching(graph, among | ((1 << count) - 1) << len(self.open_))

    def prove_unpairable(self, among: int) -> LeavesUnpairable:
        """Return a proof that the given players cannot all be paired with each other."""
        certificate = PerfectMatching(self.open_, among).certificate
        assert certificate is not None, "there is a proof if the players cannot be paired"
        return self._convert_certificate_to_numbers(certificate)
