"""The one question of every step: can these teams still be paired completely?

Plain backtracking, remembered. The team with the fewest choices is tried first, so that a dead
end shows early; the answer does not depend on that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from topboard.model import Number

    Opponents = Mapping[Number, frozenset[Number]]
    Pairs = list[tuple[Number, Number]]


class Completion:
    """Whether teams can be paired among themselves with that many of them left over."""

    def __init__(self, opponents: Opponents, may_leave: Iterable[Number] = ()) -> None:
        self.opponents = opponents
        self.may_leave = frozenset(may_leave)
        self._known: dict[tuple[frozenset[Number], int], bool] = {}

    def possible(self, teams: frozenset[Number], leaving: int) -> bool:
        """Whether all of the teams can be paired but exactly ``leaving`` that may leave."""
        if leaving < 0 or (len(teams) - leaving) % 2:
            return False
        if not teams:
            return leaving == 0
        key = (teams, leaving)
        if key not in self._known:
            self._known[key] = self._tried(teams, leaving)
        return self._known[key]

    def _tried(self, teams: frozenset[Number], leaving: int) -> bool:
        if len(teams & self.may_leave) < leaving:
            return False
        if sum(len(part) % 2 for part in self._parts(teams)) > leaving:
            return False
        hardest = min(teams, key=lambda team: (self._choices(team, teams, leaving), team))
        rest = teams - {hardest}
        partners = self.opponents[hardest] & rest
        if any(
            self.possible(rest - {partner}, leaving)
            for partner in sorted(partners, key=lambda p: len(self.opponents[p] & rest))
        ):
            return True
        return hardest in self.may_leave and self.possible(rest, leaving - 1)

    def _choices(self, team: Number, teams: frozenset[Number], leaving: int) -> int:
        stays = len(self.opponents[team] & teams)
        return stays + (1 if leaving and team in self.may_leave else 0)

    def _parts(self, teams: frozenset[Number]) -> Iterator[set[Number]]:
        """The teams split so that nobody has an opponent in another part."""
        unseen = set(teams)
        while unseen:
            part: set[Number] = set()
            edge = {unseen.pop()}
            while edge:
                part |= edge
                unseen -= edge
                edge = {b for a in edge for b in self.opponents[a] & unseen}
            yield part


def smallest_leaving(completion: Completion, teams: frozenset[Number]) -> int:
    """The smallest number of teams that must leave so that the others can be paired."""
    counts = range(len(teams) % 2, len(teams) + 1, 2)
    return next(count for count in counts if completion.possible(teams, count))


def halves_order(places: int) -> list[int]:
    """The places that the first of 2N teams tries: N+1 to 2N, then N down to 2 (from 1)."""
    half = places // 2
    return [*range(half + 1, places + 1), *range(half, 1, -1)]


def fold_order(places: int) -> list[int]:
    """The places that the first team of a list tries: the last first."""
    return list(range(places, 1, -1))


def pair_in_order(
    teams: Sequence[Number],
    leaving: int,
    completion: Completion,
    order: Callable[[int], list[int]],
) -> tuple[Pairs, list[Number]]:
    """The first team takes the first opponent that lets the rest be done; then the same again.

    A team is left over itself only if nothing else works.
    """
    pairs: Pairs = []
    left_over: list[Number] = []
    waiting = list(teams)
    while waiting:
        first = waiting[0]
        for place in order(len(waiting)):
            other = waiting[place - 1]
            rest = frozenset(waiting) - {first, other}
            if other in completion.opponents[first] and completion.possible(rest, leaving):
                pairs.append((first, other))
                waiting = [team for team in waiting if team in rest]
                break
        else:
            assert first in completion.may_leave
            leaving -= 1
            assert completion.possible(frozenset(waiting[1:]), leaving)
            left_over.append(first)
            waiting = waiting[1:]
    return pairs, left_over
