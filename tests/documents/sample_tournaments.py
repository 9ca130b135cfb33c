"""Small tournaments of players and teams, and the rows of a document, for tests of documents."""

from __future__ import annotations

from typing import Any

from tests.systems.round_robin.cfc_round_robin.scores import event, match_event
from topboard.documents import Document, as_json
from topboard.model import Number, Player, Tournament

FIVE = (
    "2-5 1:0, 3-4 =, bye 1",
    "5-3 1:0, 1-2 =, bye 4",
    "3-1 ~, 4-5 0:1, bye 2",
    "1-4 +:-, 2-3 ?, left 5",
)


def five_players() -> Tournament:
    names = ["Émile", "Zoë", "Ängström", "alice", "Bob"]
    entered = tuple(
        Player(Number(n), name, rating=2000 - 100 * n, title="FM" if n == 1 else "")
        for n, name in enumerate(names, start=1)
    )
    return event(5, *FIVE, competitors=entered, name="Club championship", planned_rounds=5)


def four_teams() -> Tournament:
    return match_event(
        4, 4, "1-4 2.5:1.5, 2-3 2:2", "4-3 4:0F, 1-2 0.5:3.5", name="League", planned_rounds=3
    )


def cells(document: Document, key: str) -> list[object]:
    """One column of a document."""
    return [row[key] for row in rows(document)]


def rows(document: Document) -> list[dict[str, Any]]:
    found: Any = as_json(document)["rows"]
    return list(found)


def row_of(document: Document, number: int) -> dict[str, Any]:
    return next(row for row in rows(document) if row["number"] == number)
