"""The ranking for the standings: points first, then the tie-breaks among participants still
tied.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from topboard._frozen import dataclass, field
from topboard.model import POINT, Scale
from topboard.model.scoring import (
    points_by_round,
    score_by_recorded_points,
    sum_adjustments_by_participant,
)
from topboard.tiebreaks.standings import Column, Line, Standings, Value

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
    from fractions import Fraction

    from topboard.model import Number, Outcome, Tenths, Tournament
    from topboard.model.scoring import Kind, Rows
    from topboard.tiebreaks.opponents import OpponentContribution

    Scores = Mapping[Kind, "ScoreTable"]
    """The score tables by kind of points. The kind that decides the ranking comes first."""
    Values = Mapping[Number, Value]


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """Each participant's points (match points or game points for a team), by round and in total."""

    scale: Scale
    rounds: Mapping[Number, Sequence[Tenths]]
    totals: Mapping[Number, Tenths]


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything about a tournament from which standings and tie-breaks are computed.

    A field is None if the system's rules do not define it.
    """

    tournament: Tournament
    outcomes: Mapping[Number, Sequence[Outcome]]
    points: Mapping[Number, Tenths]
    """Each participant's points, which decide the ranking before any tie-break."""
    rounds: Mapping[Number, Sequence[tuple[Number | None, Tenths]]] | None = None
    """For each participant, the opponent and the points in each round."""
    game_points: Mapping[Number, Tenths] | None = None
    """Each team's game points, if match points decide the ranking."""
    faced: Mapping[Number, Sequence[OpponentContribution]] | None = None
    """For each participant, what each round contributes to sums of opponents' points."""
    annulled: Collection[Number] = ()
    """The participants whose results are all annulled. They are listed last in the standings."""
    scores: Callable[[], Scores] | None = None
    """A function that returns the score tables by kind of points.

    It is called only if a tie-break needs them, because pairing a round does not.
    """
    round_robin: bool = False
    kept: dict[str, object] = field(default_factory=dict)
    """A cache for values computed by tie-breaks."""


def scores_by_kind(
    tournament: Tournament, rows: Rows, deciding: ScoreTable, *, teams: bool
) -> Scores:
    """Return the score table that decides the ranking and, for teams, also that of the game
    points.
    """
    if not teams:
        return {"of_player": deciding}
    boards = tournament.boards * POINT
    scale = Scale(boards, boards // 2, 0)
    games = points_by_round(
        tournament, rows, lambda outcome: score_by_recorded_points(outcome, scale), "game_points"
    )
    added = sum_adjustments_by_participant(tournament, "game_points")
    totals = {n: sum(points) + added.get(n, 0) for n, points in games.items()}
    return {"match_points": deciding, "game_points": ScoreTable(scale, games, totals)}


def _explain_no_obstacle(_facts: Facts) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break: its code, its title, its article and the function that computes it."""

    code: str
    title: str
    of: Callable[[Facts, Sequence[Number]], Values]
    """The function that computes the values for a group of tied participants."""
    obstacle: Callable[[Facts], str] = _explain_no_obstacle
    """A function that returns why the tie-break does not apply to the event, or an empty string."""
    article: str = ""
    last_word: bool = False
    """Whether the tie-break is a final decision, such as lots. It comes last and need not be
    announced.
    """


def build_standings(system: str, facts: Facts, tie_breaks: Sequence[TieBreak]) -> Standings:
    """Return the standings, sorted by points and then by the tie-breaks in order.

    Participants who are still tied share a place and are listed by TPN.
    """
    counting = sorted(n for n in facts.points if n not in facts.annulled)
    groups = [*_group_participants_by_value(counting, {n: (facts.points[n],) for n in counting})]
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
                groups += _group_participants_by_value(group, {n: found[n].sort_key for n in group})
    columns = tuple(Column(t.code, t.title, t.article) for t in tie_breaks)
    lines = (
        *_build_standings_lines(groups, facts, values),
        *_build_annulled_lines(facts, len(counting), len(columns)),
    )
    return Standings(system, len(facts.tournament.rounds), columns, lines)


def _group_participants_by_value(
    group: list[Number], order: Mapping[Number, tuple[int | Fraction, ...]]
) -> Iterator[list[Number]]:
    """Yield groups of participants with equal values, highest value first."""
    of = order.__getitem__
    for _, equal in groupby(sorted(group, key=of, reverse=True), key=of):
        yield [*equal]


def _build_standings_lines(
    groups: Sequence[Sequence[Number]],
    facts: Facts,
    values: Mapping[Number, Sequence[Value]],
) -> Iterator[Line]:
    place = 1
    for group in groups:
        yield from (Line(place, n, facts.points[n], tuple(values[n])) for n in group)
        place += len(group)


def _build_annulled_lines(facts: Facts, counting: int, columns: int) -> Iterator[Line]:
    for number in sorted(facts.annulled):
        yield Line(counting + 1, number, 0, (Value(0),) * columns, annulled=True)
