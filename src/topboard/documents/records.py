"""The rounds of each participant, with the opponent, colour, result and running total."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from typing import assert_never

from topboard.documents.sheet import format_unplayed_points
from topboard.messages import say
from topboard.model import (
    Colour,
    DoubleForfeit,
    ForfeitLoss,
    ForfeitWin,
    FullPointBye,
    HalfPointBye,
    NotYetEntered,
    Number,
    Outcome,
    PairingBye,
    Pending,
    Played,
    Tenths,
    Tournament,
    Unfinished,
    Withdrawn,
    ZeroPointBye,
)
from topboard.model.history import outcomes
from topboard.systems.registry import System
from topboard.text.numbers import format_points
from topboard.tiebreaks.standings import Line, Standings

LETTERS = {Colour.WHITE: "w", Colour.BLACK: "b"}
ON_RECORD = (Played, Unfinished, ForfeitWin, ForfeitLoss)
"""The kinds of outcome that store their own points."""

GAME_POINTS = "GP"
"""The code of the column for game points, which the standings of some systems have."""


@dataclass(frozen=True, slots=True)
class PairingCardLine:
    """A line of a pairing card or wall chart: one round of one participant."""

    round: int
    outcome: Outcome
    score: Tenths
    """The points for this round, as counted in the standings, in tenths."""
    total: Tenths
    came_with: Tenths
    """The score when the round was paired, in tenths, without later corrections."""
    games: Tenths
    """The game points of a match or the points of a single game, in tenths."""
    games_total: Tenths
    teams: bool

    @property
    def opponent(self) -> Number | None:
        """Return the number of the opponent, or None if there was none."""
        found: Number | None = getattr(self.outcome, "opponent", None)
        return found

    @property
    def colour(self) -> Colour | None:
        """Return the colour that the participant had, or None if no game was played."""
        found: Colour | None = getattr(self.outcome, "colour", None)
        return found

    @property
    def opponent_and_colour_text(self) -> str:
        """Return the opponent and colour in short form, such as ``12w`` or ``7b``.

        A bye is shown as ``bye``, a withdrawal as ``left`` and any other absence as a dash.
        """
        if self.opponent is not None:
            return f"{self.opponent}{'' if self.colour is None else LETTERS[self.colour]}"
        match self.outcome:
            case PairingBye() | HalfPointBye() | FullPointBye():
                return say("bye")
            case Withdrawn():
                return say("left")
            case _:
                return "-"

    @property
    def result(self) -> str:
        """Return the points for the round as text.

        Points for a game that counts as unplayed are in parentheses, and R follows if a forfeit is
        rated. The result of a single game is shown as played, even if it does not count.
        """
        if self.teams or not isinstance(self.outcome, ON_RECORD):
            return self._format_points_of_outcome(self.score)
        return self._format_points_of_outcome(self.outcome.points)

    @property
    def game_points_text(self) -> str:
        """Return the game points of the round as text, with the same marks as ``result``."""
        return self._format_points_of_outcome(self.games)

    @property
    def total_text(self) -> str:
        """Return the points so far as text, or an empty string before there is a result."""
        return "" if isinstance(self.outcome, Pending) else format_points(self.total)

    @property
    def games_total_text(self) -> str:
        """Return the game points so far as text, or an empty string before there is a result."""
        return "" if isinstance(self.outcome, Pending) else format_points(self.games_total)

    def _format_points_of_outcome(self, tenths: Tenths) -> str:
        match self.outcome:
            case Pending():
                return ""
            case Played():
                return format_points(tenths)
            case Unfinished():
                return say("{tenths}u", tenths=format_points(tenths))
            case ForfeitWin() | ForfeitLoss():
                return format_unplayed_points(tenths, rated=self.outcome.rated)
            case DoubleForfeit() | PairingBye() | HalfPointBye() | FullPointBye():
                return format_unplayed_points(tenths)
            case ZeroPointBye() | NotYetEntered() | Withdrawn():
                return format_unplayed_points(tenths)
            case _:
                assert_never(self.outcome)


def card_lines_by_participant(
    tournament: Tournament, system: System
) -> dict[Number, tuple[PairingCardLine, ...]]:
    """Return the rounds so far of every participant, keyed by number."""
    tables = _StandingsByRound(tournament, system)
    totals = _running_scores_by_participant(tournament, system, tables)
    games = _running_game_points_by_participant(tournament, tables)
    came_with = _scores_at_each_pairing(tournament, system, totals)
    return {
        number: tuple(
            _build_lines_of_participant(
                row, totals[number], came_with[number], games[number], system.teams
            )
        )
        for number, row in outcomes(tournament).items()
    }


def scores_when_round_was_paired(
    tournament: Tournament, system: System, number: int
) -> dict[Number, Tenths]:
    """Return all participants' scores at the time a round was paired, without later corrections."""
    before = replace(tournament.before(number), published=None)
    return {line.number: line.points for line in system.standings(before).lines}


def _scores_at_each_pairing(
    tournament: Tournament, system: System, totals: dict[Number, list[Tenths]]
) -> dict[Number, list[Tenths]]:
    """Return all participants' scores at the time each round was paired.

    They are the running totals, unless results or points were changed after a round was paired.
    """
    changed = any(m.paired_as is not None for played in tournament.rounds for m in played.meetings)
    if not changed and not tournament.adjustments:
        return totals
    rounds = range(1, len(tournament.rounds) + 1)
    found = [scores_when_round_was_paired(tournament, system, number) for number in rounds]
    return {number: [scores[number] for scores in found] for number in totals}


def _build_lines_of_participant(
    row: Sequence[Outcome],
    totals: Sequence[Tenths],
    came_with: Sequence[Tenths],
    games: Sequence[Tenths],
    teams: bool,
) -> Iterator[PairingCardLine]:
    for i, outcome in enumerate(row):
        yield PairingCardLine(
            round=i + 1,
            outcome=outcome,
            score=totals[i + 1] - totals[i],
            total=totals[i + 1],
            came_with=came_with[i],
            games=games[i + 1] - games[i],
            games_total=games[i + 1],
            teams=teams,
        )


class _StandingsByRound:
    """The current standings, and the standings before round 1 and after each round.

    They are computed only when they are needed.
    """

    def __init__(self, tournament: Tournament, system: System) -> None:
        self._tournament, self._system = tournament, system

    @cached_property
    def current(self) -> Standings:
        return self._compute_standings_after_round(len(self._tournament.rounds))

    @cached_property
    def after_each_round(self) -> list[Standings]:
        return [
            *map(self._compute_standings_after_round, range(len(self._tournament.rounds))),
            self.current,
        ]

    def _compute_standings_after_round(self, rounds: int) -> Standings:
        played = self._tournament.rounds[:rounds]
        return self._system.standings(replace(self._tournament, rounds=played, published=None))


def _running_scores_by_participant(
    tournament: Tournament, system: System, tables: _StandingsByRound
) -> dict[Number, list[Tenths]]:
    """Return the scores of all participants before round 1 and after each round."""
    by_round = system.scores_by_round(tournament)
    if by_round is None:
        return _standings_values_by_participant(tables.after_each_round, lambda line: line.points)
    # Points added or deducted by a ruling are counted before the first round.
    given = {line.number: line.points - sum(by_round[line.number]) for line in tables.current.lines}
    return {n: list(accumulate(row, initial=given[n])) for n, row in by_round.items()}


def _running_game_points_by_participant(
    tournament: Tournament, tables: _StandingsByRound
) -> dict[Number, list[Tenths]]:
    """Return all participants' game points before round 1 and after each round.

    They come from the standings if these have a column for game points.
    """
    codes = [column.code for column in tables.current.columns]
    if GAME_POINTS in codes:
        index = codes.index(GAME_POINTS)
        return _standings_values_by_participant(
            tables.after_each_round, lambda line: line.values[index].value
        )
    return {
        number: list(accumulate((getattr(o, "points", 0) for o in row), initial=0))
        for number, row in outcomes(tournament).items()
    }


def _standings_values_by_participant(
    tables: Sequence[Standings], of: Callable[[Line], Tenths]
) -> dict[Number, list[Tenths]]:
    """Return the list of each participant's values in a sequence of standings, keyed by number."""
    found: dict[Number, list[Tenths]] = defaultdict(list)
    for table in tables:
        for line in table.lines:
            found[line.number].append(of(line))
    return found
