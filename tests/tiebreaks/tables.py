"""Events of the goldens, made of their cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import topboard
from topboard._frozen import replace
from topboard.model import (
    FullPointBye,
    Game,
    HalfPointBye,
    Manner,
    Meeting,
    Number,
    PairingBye,
    Player,
    Round,
    Team,
    Tournament,
    ZeroPointBye,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from topboard.model import Away

    Cell = tuple[int, str, str]

AWAY: dict[str, Away] = {
    "H": HalfPointBye(),
    "U": PairingBye(),
    "F": FullPointBye(),
    "Z": ZeroPointBye(),
}
POINTS = {"1": 10, "=": 5, "0": 0, "+": 10, "-": 0}


def event_of_cells(
    cells: Mapping[str, Sequence[Cell]], ratings: Mapping[str, int] | None = None, **facts: Any
) -> Tournament:
    """An event of players, from each one's cells: opponent or 0, colour, result as in a report."""
    rows = {int(number): row for number, row in cells.items()}
    count = len(next(iter(rows.values())))
    players = tuple(
        Player(Number(n), f"Player {n}", (ratings or {}).get(str(n))) for n in sorted(rows)
    )
    rounds = tuple(_round(rows, place) for place in range(count))
    return Tournament(players, rounds, planned_rounds=count, **facts)


def _round(rows: Mapping[int, Sequence[Cell]], place: int) -> Round:
    meetings, away = [], []
    for number, row in sorted(rows.items()):
        opponent, colour, result = row[place]
        if not opponent:
            away.append((Number(number), AWAY[result]))
        elif colour == "w" or (colour == "-" and number < opponent):
            meetings.append(_meeting(number, opponent, result, rows[opponent][place][2]))
    return Round(place + 1, tuple(meetings), tuple(away))


def _meeting(white: int, black: int, result: str, other: str) -> Meeting:
    manner = Manner.PLAYED
    if result in "+-":
        manner = Manner.BOTH_DEFAULTED if result == other == "-" else Manner.DEFAULT
    return Meeting(Number(white), Number(black), POINTS[result], POINTS[other], manner)


# --- tables in words ----------------------------------------------------------------------------

RESULTS = {"1-0": (10, 0), "0-1": (0, 10), "draw": (5, 5), "+-": (10, 0)}
ABSENT: dict[str, Away] = {
    "HPB": HalfPointBye(),
    "PAB": PairingBye(),
    "withdrawn": ZeroPointBye(),
}
BOARD = {"1": 10, "0": 0, "1/2": 5}


def event_of_table(text: str, **facts: Any) -> Tournament:
    """An event as the tables worked by hand write it: rounds by strokes, games by commas."""
    if "boards" in text:
        return _event_of_teams(text, **facts)
    head, _, rounds = text.rpartition(": ")
    counted = int(next(word for word in head.replace("of ", "").split() if word.isdigit()))
    rated = head.partition("rated ")[2].replace(",", "").split()[:counted]
    ratings = [int(rating) for rating in rated] or [None] * counted
    players = tuple(Player(Number(n), f"P{n}", rating) for n, rating in enumerate(ratings, start=1))
    played = tuple(_parse_round(at, part) for at, part in enumerate(rounds.split("|"), start=1))
    return Tournament(players, played, planned_rounds=len(played), **facts)


def _parse_round(at: int, text: str) -> Round:
    meetings, away = [], []
    for part in text.split(","):
        who, how = part.split()
        if how in ABSENT:
            away.append((Number(int(who)), ABSENT[how]))
            continue
        white, black = (Number(int(side)) for side in who.split("-"))
        manner = Manner.DEFAULT if how == "+-" else Manner.PLAYED
        meetings.append(Meeting(white, black, *RESULTS[how], manner))
    return Round(at, tuple(meetings), tuple(away))


def _event_of_teams(text: str, **facts: Any) -> Tournament:
    rounds = []
    body = text.partition(": ")[2].partition(" (")[0]
    for at, part in enumerate(body.split("|"), start=1):
        meetings = []
        for match in part.replace(f"R{at}", "").split(","):
            sides, *results = match.split()
            white, black = (Number(int(side)) for side in sides.split("-"))
            own = [BOARD[result] for result in results]
            meetings.append(match_of_boards(white, black, own))
        rounds.append(Round(at, tuple(meetings)))
    teams = tuple(Team(Number(n), f"Team {n}") for n in range(1, 5))
    return Tournament(teams, tuple(rounds), len(rounds), boards=4, **facts)


def match_of_boards(white: Number, black: Number, own: Sequence[int]) -> Meeting:
    """A match by the first team's points on every board; it has White on the odd ones."""
    games = tuple(
        Game(None, None, *((10 - points, points) if board % 2 else (points, 10 - points)))
        for board, points in enumerate(own)
    )
    return Meeting(white, black, sum(own), 10 * len(own) - sum(own), games=games)


def values(event: Tournament, code: str, year: str, system: str = "fide_dutch_2026") -> Any:
    """Everybody's value of one tie-break as decimal text; nothing where it is not defined."""
    asked = replace(event, tie_breaks=(code,), tie_break_edition=year)
    return {
        line.number: line.values[0].decimal_text for line in topboard.standings(asked, system).lines
    }
