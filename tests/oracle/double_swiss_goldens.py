"""Recorded rounds of the Double-Swiss System as tournaments: see fixtures/fide/double/README.md."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topboard.model import (
    Colour,
    FullPointBye,
    Game,
    HalfPointBye,
    Manner,
    Meeting,
    Number,
    PairingBye,
    Player,
    Request,
    Round,
    Tournament,
    ZeroPointBye,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parents[1] / "fixtures" / "fide" / "double"
BYES = {"pab": PairingBye, "fpb": FullPointBye, "hpb": HalfPointBye, "zpb": ZeroPointBye}
GAMES = {"W": (10, 0), "D": (5, 5), "L": (0, 10)}


def recorded_rounds() -> Iterator[tuple[str, Tournament, dict[str, Any]]]:
    """Every event before each of its rounds, and the round as it should be paired."""
    for path in sorted(HERE.glob("*.json")):
        record = json.loads(path.read_text(encoding="utf-8"))
        for expected in record["expected"]:
            number = expected["round"]
            event = before(record, number, expected["absent"])
            yield f"{path.stem} round {number}", event, expected


def before(record: dict[str, Any], number: int, absent: list[int]) -> Tournament:
    """The event when a round was paired."""
    return Tournament(
        tuple(Player(Number(n), f"Player {n}") for n in range(1, record["players"] + 1)),
        tuple(_round(record["acts"], played) for played in range(1, number)),
        planned_rounds=record["rounds_planned"],
        boards=2,
        system="fide_double_swiss_2026",
        lot=Colour.WHITE if record["initial_colour"] == "W" else Colour.BLACK,
        requests=tuple(Request(Number(n), number) for n in absent),
    )


def _round(acts: list[list[Any]], number: int) -> Round:
    meetings, away = [], []
    for kind, played, *what in acts:
        if played != number:
            continue
        if kind == "match":
            meetings.append(match(*what))
        elif kind == "forfeit":
            winner, loser = what
            games = tuple(
                Game(white, black, *points, Manner.DEFAULT, rated=False)
                for white, black, points in ((winner, loser, (10, 0)), (loser, winner, (0, 10)))
            )
            meetings.append(Meeting(winner, loser, 20, 0, Manner.DEFAULT, False, games=games))
        else:
            away.append((Number(what[0]), BYES[kind]()))
    return Round(number, tuple(meetings), tuple(away), tables_known=False)


def match(white: int, black: int, letters: str) -> Meeting:
    """Two games as the one sees them who has White in the first."""
    first, second = (GAMES[letter] for letter in letters)
    games = Game(white, black, *first), Game(black, white, *second[::-1])
    return Meeting(white, black, first[0] + second[0], first[1] + second[1], games=games)
