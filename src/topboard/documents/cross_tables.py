"""Cross tables, by opponent for a round robin and by round for other events."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from topboard.documents import people
from topboard.documents.cards import MARKS
from topboard.documents.records import card_lines_by_participant
from topboard.documents.sheet import (
    Document,
    number_heading,
    place_number_and_name_headings,
    title_after_round,
)
from topboard.documents.standings_sheet import tie_break_legend
from topboard.messages import counted, message, say, translate_worded, worded
from topboard.model import (
    DoubleForfeit,
    ForfeitLoss,
    ForfeitWin,
    Played,
    Unfinished,
)
from topboard.model.history import outcomes
from topboard.systems.common.withdrawals import find_withdrawal_rounds
from topboard.text.numbers import format_points
from topboard.tiebreaks.standings import format_name_with_withdrawal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from topboard.documents.sheet import Cell, Heading
    from topboard.model import Number, Tournament
    from topboard.systems.registry import System
    from topboard.tiebreaks.standings import Line, Standings

SAME = "X"
DECIDED = (Played, ForfeitWin, ForfeitLoss, DoubleForfeit)
WON, LOST = "+", "-"
"""The symbols for games won and lost by forfeit in a round-robin table."""
TEAM_ENTRY = worded(
    "An entry such as 10w3 gives the number of the opponent (10), the colour on board 1 "
    "(w for White, b for Black) and the game points of the team (3)."
)
PLAYER_ENTRY = worded(
    "An entry such as 10w1 gives the number of the opponent (10), the colour (w for White, "
    "b for Black) and the points of the player (1)."
)


def cross_table(tournament: Tournament, system: System) -> Document:
    """Return a document with the cross table, in the order of the standings."""
    standings = system.standings(tournament)
    results = _result_cells_by_round(tournament, system)
    middle = _round_column_headings(tournament)
    notes: tuple[str, ...] = (
        translate_worded(TEAM_ENTRY if system.teams else PLAYER_ENTRY),
        *map(translate_worded, MARKS),
    )
    if system.timetable is not None:
        order = [line.number for line in standings.lines]
        results = round_robin_entries(tournament, system, order)
        middle = tuple(number_heading(f"against_{n}", str(n)) for n in order)
        notes = (
            say(
                "A plus or minus sign marks a game won or lost without playing, and u marks an "
                "unfinished game."
            ),
            *people.withdrawal_notes(tournament, system),
        )
    known = people.titled_names(tournament)
    rows = tuple(
        (
            line.place,
            line.number,
            format_name_with_withdrawal(known[line.number], line),
            *results[line.number],
            *_points_and_tie_break_cells(line),
        )
        for line in standings.lines
    )
    return Document(
        kind="cross table",
        title=title_after_round(
            tournament,
            message("{event}: Cross table after round {round}"),
            counted(
                "{event}: Cross table after round {round}, {count} result missing",
                "{event}: Cross table after round {round}, {count} results missing",
            ),
        ),
        headings=(
            *place_number_and_name_headings(),
            *middle,
            *_points_and_tie_break_headings(standings),
        ),
        rows=rows,
        notes=(*notes, *tie_break_legend(standings))
        if rows
        else (say("There are no participants yet."),),
    )


def _points_and_tie_break_headings(standings: Standings) -> tuple[Heading, ...]:
    return (
        number_heading("points", say("Pts")),
        *(number_heading(column.code, column.code) for column in standings.columns),
    )


def _points_and_tie_break_cells(line: Line) -> tuple[Cell, ...]:
    return format_points(line.points), *(value.formatted for value in line.values)


# --- round by round -------------------------------------------------------------------------


def _round_column_headings(tournament: Tournament) -> tuple[Heading, ...]:
    return tuple(
        number_heading(f"round_{r.number}", say("R{round}", round=r.number))
        for r in tournament.rounds
    )


def _result_cells_by_round(
    tournament: Tournament, system: System
) -> Mapping[Number, Sequence[Cell]]:
    """Return the opponent, colour and result of each round.

    Examples are ``12w1``, ``5b½`` and ``bye(1)``. For a team match, the result is the game points.
    """
    return {
        number: [
            e.opponent_and_colour_text + (e.game_points_text if e.teams else e.result) for e in row
        ]
        for number, row in card_lines_by_participant(tournament, system).items()
    }


# --- opponent by opponent ----------------------------------------------------------------------


def round_robin_entries(
    tournament: Tournament, system: System, order: Sequence[Number]
) -> Mapping[Number, Sequence[str]]:
    """Return each participant's results against each opponent, in the order of the rounds."""
    cells: dict[tuple[Number, Number], list[str]] = defaultdict(list)
    for own, other, text in (
        *_recorded_results_with_opponents(tournament),
        *_results_unplayed_after_withdrawal(tournament, system),
    ):
        cells[own, other].append(text)
    return {
        own: [SAME if own == other else " ".join(cells[own, other]) for other in order]
        for own in order
    }


def _recorded_results_with_opponents(
    tournament: Tournament,
) -> Iterator[tuple[Number, Number, str]]:
    gone = find_withdrawal_rounds(tournament)
    for own, row in outcomes(tournament).items():
        for outcome in row:
            match outcome:
                case Played():
                    yield own, outcome.opponent, format_points(outcome.points)
                case Unfinished() if not {own, outcome.opponent} & gone.keys():
                    yield (
                        own,
                        outcome.opponent,
                        say("{points}u", points=format_points(outcome.points)),
                    )
                case ForfeitWin() if outcome.opponent is not None:
                    yield own, outcome.opponent, WON
                case ForfeitLoss() | DoubleForfeit() if outcome.opponent is not None:
                    yield own, outcome.opponent, LOST
                case _:
                    pass


def _results_unplayed_after_withdrawal(
    tournament: Tournament, system: System
) -> Iterator[tuple[Number, Number, str]]:
    """Yield the results of scheduled games that were not played because a participant had
    withdrawn.
    """
    assert system.timetable is not None
    facts, gone = outcomes(tournament), find_withdrawal_rounds(tournament)
    scores = system.scores_by_round(tournament)
    assert scores is not None
    for index, pairs in enumerate(system.timetable(tournament)[: len(tournament.rounds)]):
        for own, other in (side for pair in pairs for side in (pair, pair[::-1])):
            if {own, other} & gone.keys() and not isinstance(facts[own][index], DECIDED):
                yield own, other, WON if scores[own][index] else LOST
