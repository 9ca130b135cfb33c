"""The documents of a tournament, such as pairing sheets, standings and wall charts.

Each function returns one or more ``Document`` objects, which ``as_text`` and ``as_json`` format.
"""

from __future__ import annotations

from topboard.documents.announcement import announcement_sheet, timetable_sheet
from topboard.documents.cards import pairing_card, pairing_cards
from topboard.documents.cross_tables import cross_table
from topboard.documents.pairing_sheets import pairing_sheet, pairings_by_name
from topboard.documents.sheet import Document, Heading, as_json
from topboard.documents.standings_sheet import standings_sheet
from topboard.documents.text import as_text
from topboard.documents.wall_chart import wall_chart

__all__ = [
    "Document",
    "Heading",
    "announcement_sheet",
    "as_json",
    "as_text",
    "cross_table",
    "pairing_card",
    "pairing_cards",
    "pairing_sheet",
    "pairings_by_name",
    "standings_sheet",
    "timetable_sheet",
    "wall_chart",
]
