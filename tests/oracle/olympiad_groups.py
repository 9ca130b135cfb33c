"""One score group at a time: who leaves it, whom the floaters meet, and the rest.

A group above the median is treated from its highest ranked team, a group below from its lowest:
``Group`` lists its teams in that order of treatment, so both read alike here.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from .olympiad_colours import within_limits
from .olympiad_search import (
    Completion,
    fold_order,
    halves_order,
    pair_in_order,
    smallest_leaving,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from topboard.model import Number

    from .olympiad_record import Record
    from .olympiad_search import Pairs


@dataclass(frozen=True, slots=True)
class Group:
    """A score group above or below the median and the floaters that came to it."""

    residents: tuple[Number, ...]
    floaters: tuple[Number, ...]
    mixed: tuple[Number, ...]
    """Residents and floaters as one list, in the order of the tie-breaks (2008, round 4 on)."""
    next_residents: tuple[Number, ...]
    """The residents of the next group towards the median."""
    below: bool

    @property
    def teams(self) -> frozenset[Number]:
        """Residents and floaters."""
        return frozenset(self.residents + self.floaters)


@dataclass(frozen=True, slots=True)
class MedianGroup:
    """The median group, highest ranked first, and the floaters from both sides."""

    residents: tuple[Number, ...]
    down: tuple[Number, ...]
    up: tuple[Number, ...]
    """The up-floaters, lowest ranked first."""
    mixed: tuple[Number, ...]
    ranked: tuple[Number, ...]
    """Residents and floaters, highest ranked first."""

    @property
    def teams(self) -> frozenset[Number]:
        """Residents and floaters."""
        return frozenset(self.residents + self.down + self.up)


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a group."""

    pairs: Pairs
    leavers: tuple[Number, ...]


class Meetings:
    """Who may meet whom in this round, with the colour limits or without."""

    def __init__(self, record: Record, teams: Iterable[Number]) -> None:
        everybody = sorted(teams)
        self.unmet = {
            a: frozenset(b for b in everybody if a != b and frozenset((a, b)) not in record.apart)
            for a in everybody
        }
        self.in_limits = {
            a: frozenset(b for b in self.unmet[a] if within_limits(record, a, b)) for a in everybody
        }

    def among(
        self, teams: frozenset[Number], limits: bool, *separated: tuple[Iterable[Number], ...]
    ) -> dict[Number, frozenset[Number]]:
        """The opponents inside ``teams``; no team of one separated set meets one of the other."""
        opponents = self.in_limits if limits else self.unmet
        inside = {team: opponents[team] & teams for team in teams}
        for one, other in separated:
            for a in one:
                inside[a] -= frozenset(other)
            for b in other:
                inside[b] -= frozenset(one)
        return inside

    def meets_one_of(self, team: Number, others: Iterable[Number]) -> bool:
        """Whether the team has not met, and may meet, one of the others."""
        return any(other in self.unmet[team] for other in others)


# --- giving way: the leavers first, so that the rest of the round can be completed -------


def give_way(
    group: Group,
    meetings: Meetings,
    at_least: int,
    rest_possible: Callable[[frozenset[Number]], bool],
) -> tuple[tuple[Number, ...], bool]:
    """The leavers that let the rest of the round be paired, and whether the limits are kept.

    As few as possible; compared leaver by leaver, the last in the order of treatment first.
    ``rest_possible`` tells whether the round can be completed with these leavers.
    """
    for count in range(at_least, len(group.teams) + 1, 2):
        without = _first_leavers(group, meetings, count, False, rest_possible)
        if without is not None:
            within = _first_leavers(group, meetings, count, True, rest_possible)
            return (without, False) if within is None else (within, True)
    raise AssertionError("with everybody leaving, the round is as complete as before")


def _first_leavers(
    group: Group,
    meetings: Meetings,
    count: int,
    limits: bool,
    rest_possible: Callable[[frozenset[Number]], bool],
) -> tuple[Number, ...] | None:
    completion = Completion(meetings.among(group.teams, limits))
    last_first = [*reversed(group.residents), *reversed(group.floaters)]
    for leavers in combinations(last_first, count):
        staying = group.teams - frozenset(leavers)
        if completion.possible(staying, 0) and rest_possible(frozenset(leavers)):
            return leavers
    return None


# --- halves: the 2009 and 2022 editions, and rounds 1 to 3 of 2008 -----------------------


class _Halves:
    """A group while it is being paired by halves."""

    def __init__(self, completion: Completion, teams: frozenset[Number], leaving: int) -> None:
        self.completion = completion
        self.waiting = teams
        self.leaving = leaving
        self.pairs: Pairs = []
        self.leavers: list[Number] = []

    def floaters_choose(self, floaters: Iterable[Number], candidates: Iterable[Number]) -> None:
        """Each floater takes the first candidate it may meet, or else moves on."""
        ordered = list(candidates)
        for floater in floaters:
            if floater in self.waiting:
                self._choose(floater, ordered)

    def _choose(self, floater: Number, candidates: list[Number]) -> None:
        for other in candidates:
            rest = self.waiting - {floater, other}
            if (
                other in self.waiting
                and other in self.completion.opponents[floater]
                and self.completion.possible(rest, self.leaving)
            ):
                self.pairs.append((floater, other))
                self.waiting = rest
                return
        self._leave(floater)

    def residents_leave(self, last_first: Iterable[Number]) -> None:
        """The residents that leave: the last in the order of treatment that can."""
        for team in last_first:
            if (
                team in self.waiting
                and team in self.completion.may_leave
                and self.completion.possible(self.waiting - {team}, self.leaving - 1)
            ):
                self._leave(team)

    def _leave(self, team: Number) -> None:
        self.waiting -= {team}
        self.leaving -= 1
        assert team in self.completion.may_leave
        assert self.completion.possible(self.waiting, self.leaving)
        self.leavers.append(team)

    def rest_in_halves(self, ordered: Iterable[Number]) -> Done:
        """The others by the 2N procedure."""
        assert self.leaving == 0
        waiting = [team for team in ordered if team in self.waiting]
        pairs, _ = pair_in_order(waiting, 0, self.completion, halves_order)
        return Done(self.pairs + pairs, tuple(self.leavers))


def pair_by_halves(group: Group, meetings: Meetings) -> Done:
    """A group above or below the median, with the fewest leavers the matches played allow."""
    apart = (group.floaters, group.floaters)
    loose = Completion(meetings.among(group.teams, False, apart), group.teams)
    count = smallest_leaving(loose, group.teams)
    for limits in (True, False):
        for demand in (True, False):
            may_leave = group.floaters + tuple(
                team
                for team in group.residents
                if not demand or meetings.meets_one_of(team, group.next_residents)
            )
            completion = Completion(meetings.among(group.teams, limits, apart), may_leave)
            if completion.possible(group.teams, count):
                return _settle(group, _Halves(completion, group.teams, count))
    raise AssertionError("the count was found without limits and without demand")


def _settle(group: Group, work: _Halves) -> Done:
    """Above the median the floaters' opponents come first, below it who leaves.

    Who leaves is then settled for good: a resident, or else the highest ranked floater.
    """
    if group.below:
        work.residents_leave((*reversed(group.residents), *reversed(group.floaters)))
        work.floaters_choose(group.floaters, group.residents)
    else:
        work.floaters_choose(group.floaters, group.residents)
        work.residents_leave(reversed(group.residents))
    return work.rest_in_halves(group.residents)


def stay_by_halves(
    group: Group, meetings: Meetings, leavers: tuple[Number, ...], limits: bool
) -> Done:
    """The teams that stay in a group that gave way; here floaters may meet."""
    staying = group.teams - frozenset(leavers)
    work = _Halves(Completion(meetings.among(group.teams, limits)), staying, 0)
    work.floaters_choose(group.floaters, group.residents + group.floaters)
    return Done(work.rest_in_halves(group.residents).pairs, leavers)


def pair_median_by_halves(group: MedianGroup, meetings: Meetings) -> Done:
    """Down-floaters from the highest, up-floaters from the lowest, then the 2N procedure."""
    floaters = group.down + group.up
    for limits in (True, False):
        for separated in ([(floaters, floaters)], []):
            completion = Completion(meetings.among(group.teams, limits, *separated))
            if completion.possible(group.teams, 0):
                work = _Halves(completion, group.teams, 0)
                floaters_ranked = tuple(team for team in group.ranked if team in floaters)
                candidates = group.residents + floaters_ranked
                work.floaters_choose(group.down, candidates)
                from_the_lowest = (*reversed(group.residents), *reversed(floaters_ranked))
                work.floaters_choose(group.up, from_the_lowest)
                return work.rest_in_halves(group.residents)
    raise AssertionError("every group before left the round one that can be completed")


# --- fold: 2008 from round 4 on ----------------------------------------------------------


def pair_by_fold(group: Group, meetings: Meetings) -> Done:
    """A group above or below the median: a floater that has met all of it goes on by itself."""
    for floater in group.floaters:
        if not meetings.meets_one_of(floater, group.teams):
            rest = pair_by_fold(_without(group, floater), meetings)
            return Done(rest.pairs, (floater, *rest.leavers))
    return _pair_list_by_fold(group, meetings)


def _without(group: Group, floater: Number) -> Group:
    return Group(
        group.residents,
        tuple(team for team in group.floaters if team != floater),
        tuple(team for team in group.mixed if team != floater),
        group.next_residents,
        group.below,
    )


def _pair_list_by_fold(group: Group, meetings: Meetings) -> Done:
    """The first of the list takes the last it may meet; what stays over leaves."""
    odd = len(group.teams) % 2
    for count in range(odd, len(group.teams) + 1, 2):
        free_to_leave = group.mixed if count > odd else group.residents
        for limits in (True, False):
            for demand in (True, False):
                may_leave = [
                    team
                    for team in free_to_leave
                    if not demand or meetings.meets_one_of(team, group.next_residents)
                ]
                completion = Completion(meetings.among(group.teams, limits), may_leave)
                if completion.possible(group.teams, count):
                    pairs, left = pair_in_order(group.mixed, count, completion, fold_order)
                    return Done(pairs, tuple(left))
    raise AssertionError("a group with everybody leaving is done")


def stay_by_fold(
    group: Group, meetings: Meetings, leavers: tuple[Number, ...], limits: bool
) -> Done:
    """The teams that stay in a group that gave way, as a list of their own."""
    completion = Completion(meetings.among(group.teams, limits))
    staying = [team for team in group.mixed if team not in leavers]
    pairs, _ = pair_in_order(staying, 0, completion, fold_order)
    return Done(pairs, leavers)


def pair_median_by_fold(group: MedianGroup, meetings: Meetings) -> Done:
    """The whole list by the fold; a down-floater and an up-floater do not meet."""
    for separated in ([(group.down, group.up)], []):
        for limits in (True, False):
            completion = Completion(meetings.among(group.teams, limits, *separated))
            if completion.possible(group.teams, 0):
                pairs, _ = pair_in_order(group.mixed, 0, completion, fold_order)
                return Done(pairs, ())
    raise AssertionError("every group before left the round one that can be completed")
