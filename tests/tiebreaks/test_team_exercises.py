"""The exercise book's event of 14 teams, value by value and place by place."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from pathlib import Path

import pytest

import topboard
from topboard._frozen import replace
from topboard.model import (
    Game,
    HalfPointBye,
    Manner,
    Meeting,
    Number,
    PairingBye,
    Round,
    Team,
    Tournament,
    ZeroPointBye,
)

FOLDER = Path(__file__).parents[1] / "fixtures" / "fide" / "tiebreaks"
BOOK = json.loads((FOLDER / "tec-teams-14.json").read_text(encoding="utf-8"))
CELL = re.compile(r"(\d+)([wb+-])([\d.]*)")
BYES = {"PAB": PairingBye(), "HPB": HalfPointBye(), "ZPB": ZeroPointBye()}
COLUMNS = [(year, code) for year, columns in BOOK["values"].items() for code in columns]
WORTH = {"1": (10, 0), "=": (5, 5), "0": (0, 10)}


def games(number: int, white: int, black: int) -> tuple[Game, ...]:
    """The boards of a match, where the book prints them."""
    results = BOOK["boards_of"].get(f"{number} {white}-{black}", ())
    points = [WORTH[result] for result in results]
    turned = [pair[::-1] if board % 2 else pair for board, pair in enumerate(points)]
    return tuple(Game(None, None, *pair) for pair in turned)


def round_of(number: int) -> Round:
    """A round, each match from the row of its White team."""
    meetings, away = [], []
    for team, row in BOOK["rows"].items():
        cell = row[number - 1]
        if cell in BYES:
            away.append((Number(int(team)), BYES[cell]))
            continue
        opponent, how, points = CELL.fullmatch(cell).groups()
        pair = Number(int(team)), Number(int(opponent))
        if how == "+":
            meetings.append(Meeting(*pair, 40, 0, Manner.DEFAULT, rated=False))
        elif how == "w":
            own = int(Decimal(points) * 10)
            meetings.append(Meeting(*pair, own, 40 - own, games=games(number, *pair)))
    return Round(number, tuple(meetings), tuple(away))


@pytest.fixture(scope="module")
def event() -> Tournament:
    teams = tuple(Team(Number(int(n)), f"Team {n}") for n in BOOK["rows"])
    rounds = tuple(round_of(number) for number in range(1, 8))
    return Tournament(teams, rounds, planned_rounds=7, boards=BOOK["boards"])


def standings(event: Tournament, year: str, *codes: str):
    asked = replace(event, tie_breaks=codes, tie_break_edition=year)
    return topboard.standings(asked, "olympiad_2022")


@pytest.mark.parametrize(("year", "code"), COLUMNS)
def test_a_column_of_the_team_exercises_has_the_printed_values(event, year, code):
    lines = {line.number: line.values[0] for line in standings(event, year, code).lines}

    for number, value in BOOK["values"][year][code].items():
        found = Decimal(lines[int(number)].decimal_text)
        assert round(found, 2) == Decimal(value), number


def places(event: Tournament, code: str) -> dict[int, int]:
    return {line.number: line.place for line in standings(event, "2023", code).lines}


def test_the_leaders_are_ordered_by_their_direct_encounters(event):
    found = places(event, "EDE")

    assert sorted(range(1, 6), key=found.get) == [4, 2, 1, 3, 5]
    assert len({found[n] for n in range(1, 6)}) == 5
    assert found[6] < found[8]
    assert found[11] == found[14]
    assert found[7] == found[9] == found[13]


@pytest.mark.parametrize("code", ["EDEBT", "EDET", "EDEB"])
def test_two_teams_with_a_drawn_match_are_ordered_by_its_boards(event, code):
    found = places(event, code)

    assert found[11] < found[14]
