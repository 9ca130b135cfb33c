"""A restricted draw, which keeps compatriots from meeting in the last three rounds.

Compatriots are players from the same province or federation. The drawing of lots puts the players
in an order, in which numbers are assigned from 1 up. A player is passed over only if compatriots
could otherwise not be kept apart. The lots decide everything that the restriction leaves open, and
anyone can repeat the draw from the record.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from topboard.model import Number
from topboard.reasons.family_decisions import CompatriotsMeet, TableNumberDrawn
from topboard.reasons.obstacles import LeavesNoValidDraw, MeetsCompatriot, PassedOver
from topboard.systems.round_robin.arrangement import (
    LONER,
    ArrangementProblem,
    ArrangementSearch,
    SearchLimitReached,
    find_minimum_of_edges_within_groups,
)
from topboard.systems.round_robin.schedule import Schedule, berger_round_of_event

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from topboard.model import Competitor, Tournament
    from topboard.reasons.obstacles import Obstacle

    Last = tuple[tuple[int, tuple[tuple[int, int], ...]], ...]

LAST_ROUNDS = 3
MOST_SITUATIONS = 100_000
"""The number of situations to examine before the search accepts the best draw found so far."""


@dataclass(frozen=True, slots=True)
class RestrictedDraw:
    """The result of a restricted draw, including the unavoidable games between compatriots."""

    seats: tuple[Number, ...]
    numbers: tuple[TableNumberDrawn, ...]
    meetings: tuple[CompatriotsMeet, ...]
    proved: bool
    """Whether it is proved that every player passed over had to be passed over."""


def home_province(competitor: Competitor) -> str:
    """Return a player's first affiliation, which is taken to be the province.

    For a team, or a player without an affiliation, return the federation.
    """
    affiliations: tuple[str, ...] = getattr(competitor, "affiliations", ())
    return (affiliations[0] if affiliations else competitor.federation).strip()


def home_federation(competitor: Competitor) -> str:
    """Return the federation of a player or a team."""
    return competitor.federation.strip()


def draw_with_fewest_compatriot_games(
    tournament: Tournament,
    drawn: tuple[Number, ...],
    *,
    home: Callable[[Competitor], str],
    double: bool,
    article: str,
) -> RestrictedDraw:
    """Return the draw with the fewest games between compatriots in the last three rounds."""
    homes = {c.number: home(c) for c in tournament.competitors}
    return _cached_restricted_draw(drawn, tuple(homes[n] for n in drawn), double, article)


@lru_cache(maxsize=64)
def _cached_restricted_draw(
    drawn: tuple[Number, ...], homes: tuple[str, ...], double: bool, article: str
) -> RestrictedDraw:
    home = dict(zip(drawn, homes, strict=True))
    last = list_pairs_of_last_rounds(len(drawn), double)
    group_of = _group_compatriots(drawn, home)
    search = ArrangementSearch(
        _build_arrangement_problem(last, len(drawn), group_of.values()), MOST_SITUATIONS
    )
    witness, fewest = _find_arrangement_with_fewest_meetings(search)
    search.limit = search.examined + MOST_SITUATIONS
    seating = _NumberAssignment(
        search,
        witness,
        search.count_edges_within_groups(witness),
        group_of,
        _map_games_to_rounds(last),
    )
    numbers = seating.assign_numbers_by_lot(drawn, home, article)
    seats = tuple(n.number for n in numbers)
    meetings = list_games_between_compatriots(seats, home, last, article, proved=fewest)
    return RestrictedDraw(seats, numbers, meetings, fewest and seating.proved)


def list_games_between_compatriots(
    seats: Sequence[Number], home: Mapping[Number, str], last: Last, article: str, *, proved: bool
) -> tuple[CompatriotsMeet, ...]:
    """Return the games between compatriots in the last three rounds, given the numbers drawn."""
    games = [
        (seats[a - 1], seats[b - 1], number)
        for number, games in last
        for a, b in games
        if home[seats[a - 1]] == home[seats[b - 1]] != ""
    ]
    return tuple(
        CompatriotsMeet(article, a, b, number, home[a], len(games), proved)
        for a, b, number in games
    )


# --- the arrangement problem -----------------------------------------------------------------


def list_pairs_of_last_rounds(size: int, double: bool) -> Last:
    """Return the pairs of table numbers that meet in each of the last three rounds."""
    schedule = Schedule(tuple(Number(n) for n in range(1, size + 1)), double)
    first = max(schedule.round_count - LAST_ROUNDS, 0) + 1
    return tuple(
        (r, berger_round_of_event(schedule, r).games)
        for r in range(first, schedule.round_count + 1)
    )


def _map_games_to_rounds(last: Last) -> dict[frozenset[int], int]:
    return {frozenset(game): number for number, games in last for game in games}


def _list_numbers_in_search_order(size: int) -> tuple[int, ...]:
    """Return the table numbers in an order that keeps opponents of the last rounds close together.

    In the Berger table, all numbers move around a ring except the last number of an even table.
    Numbers that meet in the last three rounds add up to the length of the ring, give or take one.
    Each number is therefore listed next to its complement. A number that is not on the ring comes
    first.
    """
    ring = max(size + size % 2 - 1, 1)
    on_ring = sorted(range(1, min(ring, size) + 1), key=lambda i: (min(i % ring, -i % ring), i))
    return (size, *on_ring) if size > ring else tuple(on_ring)


def _group_compatriots(drawn: Sequence[Number], home: Mapping[Number, str]) -> dict[Number, int]:
    """Return each player's group of compatriots, with groups numbered in the order drawn.

    A player without compatriots is in the group ``LONER``.
    """
    several = [p for p, count in Counter(home[n] for n in drawn).items() if count > 1 and p]
    group = {p: i for i, p in enumerate(several)}
    return {n: group.get(home[n], LONER) for n in drawn}


def _build_arrangement_problem(last: Last, size: int, groups: Iterable[int]) -> ArrangementProblem:
    counts = Counter(groups)
    sizes = tuple(counts[group] for group in range(len(counts.keys() - {LONER})))
    return ArrangementProblem(
        _list_numbers_in_search_order(size), tuple(_generate_matchings_without_repeats(last)), sizes
    )


def _generate_matchings_without_repeats(last: Last) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield each round's pairs of numbers, without pairs that occur in an earlier round."""
    seen: set[frozenset[int]] = set()
    for _, games in last:
        fresh = tuple(game for game in games if frozenset(game) not in seen)
        seen |= {frozenset(game) for game in games}
        yield fresh


def _find_arrangement_with_fewest_meetings(
    search: ArrangementSearch,
) -> tuple[dict[int, int], bool]:
    """Return an arrangement with the fewest games between compatriots, and whether this is certain.

    It is not certain if the search stopped early.
    """
    most, proved = find_minimum_of_edges_within_groups(search.seating), True
    while True:
        try:
            found = search.find_arrangement({}, most)
        except SearchLimitReached:
            # A search with a higher limit on edges may be easier, but its result is then only the
            # best one known. A search that allows every edge needs no backtracking.
            search.limit = search.examined + max(MOST_SITUATIONS, len(search.seating.vertices))
            found, proved = None, False
        if found is not None:
            return found, proved
        most += 1


# --- from the groups to the players ---------------------------------------------------------


@dataclass(slots=True)
class _NumberAssignment:
    """The numbers assigned so far, and an arrangement in which the rest can be assigned."""

    search: ArrangementSearch
    witness: dict[int, int]
    most: int
    group_of: Mapping[Number, int]
    rounds: Mapping[frozenset[int], int]
    fixed: dict[int, int] = field(default_factory=dict)
    holders: dict[int, Number] = field(default_factory=dict)
    proved: bool = True
    """Whether no search so far has reached its limit."""
    answered: bool = True
    """Whether the last search ended without reaching its limit."""

    def assign_numbers_by_lot(
        self, drawn: Sequence[Number], home: Mapping[Number, str], article: str
    ) -> tuple[TableNumberDrawn, ...]:
        """Assign each number to the first drawn player who lets compatriots still be kept apart."""
        waiting = list(drawn)
        numbers = []
        for seat in range(1, len(drawn) + 1):
            passed: list[PassedOver] = []
            refused: dict[int, Obstacle] = {}
            for player in waiting:
                group = self.group_of[player]
                if group not in refused:
                    if self._can_assign_number_to_group(seat, group):
                        break
                    refused[group] = self._find_obstacle_to_number_assignment(seat, group, home)
                passed.append(PassedOver(player, refused[group]))
            waiting.remove(player)
            self.fixed[seat], self.holders[seat] = group, player
            numbers.append(TableNumberDrawn(article, seat, player, tuple(passed)))
        return tuple(numbers)

    def _can_assign_number_to_group(self, seat: int, group: int) -> bool:
        """Return whether a group can have a number, and update the arrangement if it can."""
        if self.witness[seat] == group or self._swap_two_numbers_between_groups(seat, group):
            return True
        self.answered = True
        if self._count_compatriots_met_in_last_rounds(seat, group) > self.most:
            return False
        try:
            found = self.search.find_arrangement({**self.fixed, seat: group}, self.most)
        except SearchLimitReached:
            self.proved = self.answered = False
            return False
        if found is not None:
            self.witness = found
        return found is not None

    def _count_compatriots_met_in_last_rounds(self, seat: int, group: int) -> int:
        return sum(
            self.fixed.get(other, LONER) == group != LONER for other in self.search.neighbours[seat]
        )

    def _swap_two_numbers_between_groups(self, seat: int, group: int) -> bool:
        """Give a number to a group by swapping two numbers. Return whether it succeeded."""
        edges = self.search.count_own_group_edges_at
        total = self.search.count_edges_within_groups(self.witness)
        for other, has in self.witness.items():
            if has != group or other in self.fixed:
                continue
            changed = {**self.witness, seat: group, other: self.witness[seat]}
            added = sum(edges(v, changed) - edges(v, self.witness) for v in (seat, other))
            if total + added <= self.most:
                self.witness = changed
                return True
        return False

    def _find_obstacle_to_number_assignment(
        self, seat: int, group: int, home: Mapping[Number, str]
    ) -> Obstacle:
        if self.most == 0:
            for other in self.search.neighbours[seat]:
                if self.fixed.get(other, LONER) == group != LONER:
                    compatriot = self.holders[other]
                    number = self.rounds[frozenset((seat, other))]
                    return MeetsCompatriot(compatriot, number, home[compatriot])
        return LeavesNoValidDraw(self.answered)
