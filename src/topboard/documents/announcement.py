"""The announcement before round 1: which variations are in use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.documents.sheet import Document, Heading, event_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.model import Tournament
    from topboard.rules.systems import System

NONE_IN_USE = "No variation is in use: the rules apply as they stand."


def announcement_sheet(
    tournament: Tournament,
    system: System,
    variations: Sequence[tuple[str, str]] | None = None,
) -> Document:
    """Each variation in use with its article and our words for it.

    ``variations`` are those of the system unless others are given, as (article, text).
    """
    if variations is None:
        variations = system.announcement(tournament)
    return Document(
        kind="announcement",
        title=f"{event_name(tournament)}: Announcement before round 1",
        headings=(Heading("article", "Article"), Heading("text", "Variation", wraps=True)),
        rows=tuple((article, text) for article, text in variations),
        about=(f"Rules: {system.title}",),
        notes=() if variations else (NONE_IN_USE,),
    )
