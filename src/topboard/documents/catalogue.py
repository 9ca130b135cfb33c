"""All documents by name, each made from an event and its system."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.documents.announcement import announcement_sheet
from topboard.documents.cards import pairing_cards
from topboard.documents.cross_tables import cross_table
from topboard.documents.pairing_sheets import pairing_sheet, pairings_by_name
from topboard.documents.standings_sheet import standings_sheet
from topboard.documents.timetable import timetable_sheet
from topboard.documents.wall_chart import wall_chart
from topboard.errors import BadInput, Problem

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.documents.sheet import Document
    from topboard.model import Tournament
    from topboard.rules.systems import System

    Maker = Callable[[Tournament, System], tuple[Document, ...]]


def _pairing_sheet(tournament: Tournament, system: System) -> tuple[Document, ...]:
    return (pairing_sheet(tournament, system.pair(tournament)),)


def _pairings_by_name(tournament: Tournament, system: System) -> tuple[Document, ...]:
    return (pairings_by_name(tournament, system.pair(tournament)),)


def _standings(tournament: Tournament, system: System) -> tuple[Document, ...]:
    return (standings_sheet(tournament, system.standings(tournament)),)


def _cross_table(tournament: Tournament, system: System) -> tuple[Document, ...]:
    return (cross_table(tournament, system),)


def _wall_chart(tournament: Tournament, system: System) -> tuple[Document, ...]:
    return (wall_chart(tournament, system),)


def _announcement(tournament: Tournament, system: System) -> tuple[Document, ...]:
    return (announcement_sheet(tournament, system),)


def _timetable(tournament: Tournament, system: System) -> tuple[Document, ...]:
    return (timetable_sheet(tournament, system),)


CATALOGUE: dict[str, Maker] = {
    "pairing-sheet": _pairing_sheet,
    "pairings-by-name": _pairings_by_name,
    "standings": _standings,
    "cross-table": _cross_table,
    "wall-chart": _wall_chart,
    "pairing-cards": pairing_cards,
    "announcement": _announcement,
    "timetable": _timetable,
}


def documents(name: str, tournament: Tournament, system: System) -> tuple[Document, ...]:
    """The documents of that name: one sheet, or a card for everybody."""
    if name not in CATALOGUE:
        remedy = f"one of: {', '.join(CATALOGUE)}"
        raise BadInput([Problem("unknown document", quoted=name, remedy=remedy)])
    return CATALOGUE[name](tournament, system)
