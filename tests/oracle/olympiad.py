"""The Olympiad pairing rules read a second time: literal, slow, step by step.

``oracle_pair`` pairs the next round of a tournament of teams by one of the editions of
``EDITIONS``; ``oracle_standings`` gives its standings. Everything is found by trying the
candidates in the order of the text and taking the first that lets the rest be done.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from topboard.model import Number, Tournament

from . import olympiad_groups as groups
from .olympiad_colours import with_colours
from .olympiad_groups import Done, Group, MedianGroup, Meetings
from .olympiad_record import Kind, Record
from .olympiad_search import Completion
from .olympiad_tie_breaks import TIE_BREAKS_2008, TIE_BREAKS_2009, TIE_BREAKS_DRESDEN

if TYPE_CHECKING:
    from .olympiad_tie_breaks import TieBreak


class OracleNoPairing(Exception):
    """The round cannot be paired completely, or nobody may have the bye."""


@dataclass(frozen=True, slots=True)
class OracleRound:
    """The pairs as (White, Black) on board 1, the bye, and who was paired outside its group."""

    pairs: frozenset[tuple[Number, Number]]
    bye: Number | None
    floaters: tuple[tuple[Number, int, int], ...]
    """(number, points of its own group, points of the group it was paired in), by number."""


class OracleStanding(NamedTuple):
    """A line of the standings; equal teams share the higher place.

    Match points, game points and sums of them are in tenths, Sonneborn-Berger is in hundredths.
    """

    place: int
    number: Number
    match_points: int
    first_tie_break: int
    second_tie_break: int
    third_tie_break: int


# --- what the editions differ in ----------------------------------------------------------

Key: TypeAlias = Callable[[Record, Number], tuple[int, ...]]


def _number_only(record: Record, number: Number) -> tuple[int, ...]:
    return (number,)


def _game_points_then_number(record: Record, number: Number) -> tuple[int, ...]:
    return (-record.game_points[number], number)


def _tie_breaks_then_number(tie_breaks: tuple[TieBreak, ...]) -> Key:
    def key(record: Record, number: Number) -> tuple[int, ...]:
        return (*(-value(record, number) for value in tie_breaks), number)

    return key


@dataclass(frozen=True, slots=True)
class Procedure:
    """How a round is paired: the order inside the groups, and the steps for a group."""

    order: Key
    pair_group: Callable[[Group, Meetings], Done]
    stay: Callable[[Group, Meetings, tuple[Number, ...], bool], Done]
    pair_median: Callable[[MedianGroup, Meetings], Done]


def _halves(order: Key) -> Procedure:
    return Procedure(
        order, groups.pair_by_halves, groups.stay_by_halves, groups.pair_median_by_halves
    )


def _fold(order: Key) -> Procedure:
    return Procedure(order, groups.pair_by_fold, groups.stay_by_fold, groups.pair_median_by_fold)


def _real_points(record: Record) -> dict[Number, int]:
    return record.match_points


def _points_with_imaginary(record: Record) -> dict[Number, int]:
    return {n: mp + record.imaginary_points[n] for n, mp in record.match_points.items()}


def _last_ranked_first(ranked: list[Number]) -> list[Number]:
    return ranked[::-1]


def _last_of_initial_list_first(ranked: list[Number]) -> list[Number]:
    return sorted(ranked, reverse=True)


FOLD_FROM_ROUND = 4


@dataclass(frozen=True, slots=True)
class Edition:
    """What one text says differently from the others."""

    tie_breaks: tuple[TieBreak, ...]
    early: Procedure
    """The procedure of rounds 1 to 3."""
    late: Procedure
    """The procedure from round 4 on."""
    points: Callable[[Record], dict[Number, int]] = _real_points
    bye_order: Callable[[list[Number]], list[Number]] = _last_ranked_first
    late_joiners_barred: bool = False

    def procedure(self, round_number: int) -> Procedure:
        """The procedure of a round."""
        return self.early if round_number < FOLD_FROM_ROUND else self.late


def _edition_2008(tie_breaks: tuple[TieBreak, ...]) -> Edition:
    return Edition(
        tie_breaks,
        early=_halves(_number_only),
        late=_fold(_tie_breaks_then_number(tie_breaks)),
        points=_points_with_imaginary,
    )


_BY_GAME_POINTS = _halves(_game_points_then_number)
_BY_NUMBER = _halves(_number_only)

EDITIONS = {
    "olympiad_2008": _edition_2008(TIE_BREAKS_2008),
    "olympiad_2008_dresden": _edition_2008(TIE_BREAKS_DRESDEN),
    "olympiad_2009": Edition(TIE_BREAKS_2009, _BY_GAME_POINTS, _BY_GAME_POINTS),
    "olympiad_2021_draft": Edition(
        TIE_BREAKS_2009,
        _BY_NUMBER,
        _BY_NUMBER,
        bye_order=_last_of_initial_list_first,
        late_joiners_barred=True,
    ),
    "olympiad_2022": Edition(TIE_BREAKS_2009, _BY_NUMBER, _BY_NUMBER, late_joiners_barred=True),
}


# --- the round ----------------------------------------------------------------------------


def oracle_pair(tournament: Tournament, edition: str) -> OracleRound:
    """The pairing of the next round."""
    return _RoundInWork(tournament, EDITIONS[edition]).paired()


def median_score(ranked: list[Number], points: dict[Number, int]) -> int:
    """The score of the median team, the lower ranked of the two middle teams."""
    return points[ranked[len(ranked) // 2]]


class _RoundInWork:
    """The next round while its groups are treated one after the other."""

    def __init__(self, tournament: Tournament, edition: Edition) -> None:
        self.edition = edition
        self.record = Record(tournament)
        self.procedure = edition.procedure(self.record.round)
        self.points = edition.points(self.record)
        self.ranked = self._ranking(self.record.participants)
        self.meetings = Meetings(self.record, self.ranked)
        self.whole = Completion(self.meetings.unmet)
        self.group_of: dict[Number, int] = {}
        self.pairs: list[tuple[Number, Number]] = []

    def _ranking(self, teams: list[Number]) -> list[Number]:
        """Match points, then the order of the edition inside the groups."""
        return sorted(teams, key=lambda n: (-self.points[n], self.procedure.order(self.record, n)))

    def paired(self) -> OracleRound:
        """All groups towards the median, the median last, then the colours."""
        bye = self._bye()
        self.ranked = [team for team in self.ranked if team != bye]
        if not self.whole.possible(frozenset(self.ranked), 0):
            raise OracleNoPairing(f"round {self.record.round} has no complete pairing")
        if self.ranked:
            self._pair_groups()
        return OracleRound(
            frozenset(self._with_colours(a, b) for a, b in self.pairs),
            bye,
            tuple(
                (number, self.points[number], to)
                for number, to in sorted(self.group_of.items())
                if to != self.points[number]
            ),
        )

    def _bye(self) -> Number | None:
        """The first eligible team of the edition's order without which the rest can be paired."""
        if len(self.ranked) % 2 == 0:
            return None
        for team in self.edition.bye_order(self.ranked):
            rest = frozenset(self.ranked) - {team}
            if self._may_have_bye(team) and self.whole.possible(rest, 0):
                return team
        raise OracleNoPairing(f"round {self.record.round}: nobody can have the bye")

    def _may_have_bye(self, team: Number) -> bool:
        rulings = list(self.record.bye_rulings(team))
        if self.record.had(team, Kind.BYE) or False in rulings:
            return False
        barred = self.record.had(team, Kind.DEFAULT_WIN) or (
            self.edition.late_joiners_barred and self.record.joined_late(team)
        )
        return not barred or True in rulings

    def _pair_groups(self) -> None:
        scores = sorted({self.points[team] for team in self.ranked}, reverse=True)
        median = scores.index(median_score(self.ranked, self.points))
        down = self._towards_median(scores[: median + 1], below=False)
        up = self._towards_median(scores[median:][::-1], below=True)
        self._pair_median(scores[median], down, up)

    def _towards_median(self, scores: list[int], *, below: bool) -> tuple[Number, ...]:
        """Treats the groups with these scores but the last; gives the floaters it receives."""
        floaters: tuple[Number, ...] = ()
        for score, next_score in pairwise(scores):
            group = Group(
                self._in_order(self._residents(score), below),
                self._in_order(floaters, below),
                self._mixed((*self._residents(score), *floaters), below),
                self._residents(next_score),
                below,
            )
            done = self._treated(group)
            self._keep(done, score)
            floaters = done.leavers
        return self._in_order(floaters, below)

    def _treated(self, group: Group) -> Done:
        """The group as it would be paired, unless the rest of the round needs it to give way."""
        done = self.procedure.pair_group(group, self.meetings)
        others = self._unpaired() - group.teams

        def rest_possible(leavers: frozenset[Number]) -> bool:
            return self.whole.possible(others | leavers, 0)

        if rest_possible(frozenset(done.leavers)):
            return done
        fewest = len(group.teams) % 2
        leavers, limits = groups.give_way(group, self.meetings, fewest, rest_possible)
        return self.procedure.stay(group, self.meetings, leavers, limits)

    def _pair_median(self, score: int, down: tuple[Number, ...], up: tuple[Number, ...]) -> None:
        residents = self._residents(score)
        everybody = (*down, *residents, *up)
        group = MedianGroup(
            residents, down, up, self._mixed(everybody, False), self._in_order(everybody, False)
        )
        self._keep(self.procedure.pair_median(group, self.meetings), score)

    def _keep(self, done: Done, score: int) -> None:
        self.pairs += done.pairs
        self.group_of.update((team, score) for pair in done.pairs for team in pair)

    def _unpaired(self) -> frozenset[Number]:
        return frozenset(self.ranked) - frozenset(self.group_of)

    def _residents(self, score: int) -> tuple[Number, ...]:
        return tuple(team for team in self.ranked if self.points[team] == score)

    def _in_order(self, teams: tuple[Number, ...], below: bool) -> tuple[Number, ...]:
        """The teams in the order of treatment: by rank, below the median from the lowest."""
        return tuple(sorted(teams, key=self.ranked.index, reverse=below))

    def _mixed(self, teams: tuple[Number, ...], below: bool) -> tuple[Number, ...]:
        """The teams by the order inside the groups, regardless of their match points."""
        by_order = sorted(teams, key=lambda n: self.procedure.order(self.record, n))
        return tuple(reversed(by_order) if below else by_order)

    def _with_colours(self, a: Number, b: Number) -> tuple[Number, Number]:
        higher, lower = sorted((a, b), key=self.ranked.index)
        return with_colours(self.record, higher, lower)


# --- the standings ------------------------------------------------------------------------


def oracle_standings(tournament: Tournament, edition: str) -> list[OracleStanding]:
    """Match points, then the tie-breaks of the edition; equal teams share the higher place."""
    record = Record(tournament)
    values = {
        c.number: (
            record.match_points[c.number],
            *(value(record, c.number) for value in EDITIONS[edition].tie_breaks),
        )
        for c in tournament.competitors
    }
    ordered = sorted(values, key=lambda number: (*(-v for v in values[number]), number))
    return [
        OracleStanding(
            1 + sum(other > values[number] for other in values.values()), number, *values[number]
        )
        for number in ordered
    ]
