"""The order of the standings: points, then each tie-break inside every group still tied."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from topboard._frozen import dataclass, field
from topboard.model import POINT, Scale
from topboard.model.scoring import adjustment_totals, by_points, by_round
from topboard.tiebreaks.standings import Column, Line, Standings, Value

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
    from fractions import Fraction

    from topboard.model import Number, Outcome, Tenths, Tournament
    from topboard.model.scoring import Kind, Rows
    from topboard.tiebreaks.opponents import OpponentContribution

    Scores = Mapping[Kind, "Scored"]
    """The points that decide the place first."""
    Values = Mapping[Number, Value]


@dataclass(frozen=True, slots=True)
class Scored:
    """Points of one kind: what results are worth, and what the rounds were worth to everybody."""

    scale: Scale
    rounds: Mapping[Number, Sequence[Tenths]]
    totals: Mapping[Number, Tenths]


@dataclass(frozen=True, slots=True)
class Facts:
    """What tie-breaks look at, worked out once; None where the rules of the event have no such."""

    tournament: Tournament
    outcomes: Mapping[Number, Sequence[Outcome]]
    points: Mapping[Number, Tenths]
    """What decides the place before any tie-break."""
    rounds: Mapping[Number, Sequence[tuple[Number | None, Tenths]]] | None = None
    """What each round counted of the points, and against whom."""
    game_points: Mapping[Number, Tenths] | None = None
    """A team's game points, where match points decide the place."""
    faced: Mapping[Number, Sequence[OpponentContribution]] | None = None
    """What each round counts where opponents' points are summed."""
    annulled: Collection[Number] = ()
    """Those of whom nothing counts: they stay in the table, below all others."""
    scores: Callable[[], Scores] | None = None
    """The points of players, or the match points and game points of teams, round by round; who
    pairs a round does not ask."""
    round_robin: bool = False
    kept: dict[str, object] = field(default_factory=dict)
    """What tie-breaks have worked out from these facts, so that it is worked out once."""


def scores_of(tournament: Tournament, rows: Rows, deciding: Scored, *, teams: bool) -> Scores:
    """The points that decide the place and, of teams, their game points."""
    if not teams:
        return {"of_player": deciding}
    boards = tournament.boards * POINT
    scale = Scale(boards, boards // 2, 0)
    games = by_round(tournament, rows, lambda outcome: by_points(outcome, scale), "game_points")
    added = adjustment_totals(tournament, "game_points")
    totals = {n: sum(points) + added.get(n, 0) for n, points in games.items()}
    return {"match_points": deciding, "game_points": Scored(scale, games, totals)}


def _always(_facts: Facts) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break as a value: lists of them are data of an edition or of an event."""

    code: str
    title: str
    of: Callable[[Facts, Sequence[Number]], Values]
    """The values of those who are still tied; whoever stands alone is asked about too."""
    obstacle: Callable[[Facts], str] = _always
    """Why it does not apply to the event; nothing where it does."""
    article: str = ""
    last_word: bool = False
    """Whether it is somebody's word on those still tied: not announced, and always last."""


def build_standings(system: str, facts: Facts, tie_breaks: Sequence[TieBreak]) -> Standings:
    """The table by points and the tie-breaks in their order; equals in order of their numbers."""
    counting = sorted(n for n in facts.points if n not in facts.annulled)
    groups = [*_split_by_value(counting, {n: (facts.points[n],) for n in counting})]
    values: dict[Number, list[Value]] = {n: [] for n in counting}
    for tie_break in tie_breaks:
        tied, groups = groups, []
        for group in tied:
            found = tie_break.of(facts, group)
            for number in group:
                values[number].append(found[number])
            if len(group) == 1:
                groups.append(group)
            else:
                groups += _split_by_value(group, {n: found[n].order for n in group})
    columns = tuple(Column(t.code, t.title, t.article) for t in tie_breaks)
    lines = (*_lines(groups, facts, values), *_below(facts, len(counting), len(columns)))
    return Standings(system, len(facts.tournament.rounds), columns, lines)


def _split_by_value(
    group: list[Number], order: Mapping[Number, tuple[int | Fraction, ...]]
) -> Iterator[list[Number]]:
    """The group split into those who are equal, the highest first."""
    of = order.__getitem__
    for _, equal in groupby(sorted(group, key=of, reverse=True), key=of):
        yield [*equal]


def _lines(
    groups: Sequence[Sequence[Number]], facts: Facts, values: Mapping[Number, Sequence[Value]]
) -> Iterator[Line]:
    place = 1
    for group in groups:
        yield from (Line(place, n, facts.points[n], tuple(values[n])) for n in group)
        place += len(group)


def _below(facts: Facts, counting: int, columns: int) -> Iterator[Line]:
    for number in sorted(facts.annulled):
        yield Line(counting + 1, number, 0, (Value(0),) * columns, annulled=True)
