"""The events and positions of tests/fixtures/fide/team as facts before a round."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topboard.model import (
    Colour,
    ForbiddenPair,
    FullPointBye,
    HalfPointBye,
    Manner,
    Meeting,
    PairingBye,
    Request,
    Round,
    Team,
    Tournament,
    ZeroPointBye,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).parents[3] / "fixtures" / "fide" / "team"
EVENTS = sorted(path.stem for path in FOLDER.glob("team-[ABN]-*.json"))
BYES = {"pab": PairingBye(), "fpb": FullPointBye(), "hpb": HalfPointBye(), "zpb": ZeroPointBye()}
POINTS = {"W": 10, "D": 5, "L": 0}
COLOURS = {"W": Colour.WHITE, "B": Colour.BLACK}
PREFERENCES = {"TYPEA": (), "TYPEB": ("type-b",), "NONE": ("no-preferences",)}


def rounds_of(name: str) -> Iterator[tuple[Tournament, dict[str, Any]]]:
    """The facts before each round of an event, and what is expected of it."""
    event = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    for expected in event["expected"]:
        yield before(event, expected["round"], expected["absent"]), expected


def positions() -> list[dict[str, Any]]:
    """Single rounds, each with its name and articles."""
    found: list[dict[str, Any]] = json.loads(
        (FOLDER / "team-positions.json").read_text(encoding="utf-8")
    )
    return found


def of_position(position: dict[str, Any]) -> Tournament:
    """The facts before the round of a position."""
    return before(position, position["pair_round"], position["absent"], position["prohibited"])


def before(
    event: dict[str, Any], upcoming: int, absent: list[int], prohibited: list[list[int]] = ()
) -> Tournament:
    boards = event["boards"]
    return Tournament(
        tuple(Team(n, f"Team {n}") for n in range(1, event["teams"] + 1)),
        tuple(_round(event["acts"], played, boards) for played in range(1, upcoming)),
        planned_rounds=event.get("rounds_planned") or event["rounds"],
        boards=boards,
        system="fide_team_2026",
        lot=COLOURS[event["initial_colour"]],
        requests=tuple(Request(n, upcoming) for n in absent),
        forbidden=tuple(ForbiddenPair(a, b) for a, b in prohibited),
        variations=(
            *PREFERENCES[event["preference"]],
            *(("game-points",) if event["primary"] == "GP" else ()),
            *(() if event["secondary_used"] else ("one-score",)),
        ),
    )


def _round(acts: list[list[Any]], number: int, boards: int) -> Round:
    meetings, away = [], []
    for kind, played, *rest in acts:
        if played != number:
            continue
        if kind == "match":
            white, black, results = rest
            own = sum(POINTS[result] for result in results)
            meetings.append(Meeting(white, black, own, 10 * boards - own))
        elif kind == "forfeit":
            meetings.append(Meeting(*rest, 10 * boards, 0, Manner.DEFAULT))
        else:
            away.append((rest[0], BYES[kind]))
    return Round(number, tuple(meetings), tuple(away))
