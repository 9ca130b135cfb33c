"""Reasons against a pair in systems that pair one participant after another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.reasons.objections import Objections
from topboard.reasons.obstacles import HaveMet, NoColourLeft, SameColourDue
from topboard.systems.common.meeting import find_pairing_obstacle

if TYPE_CHECKING:
    from topboard.model import Number
    from topboard.systems.common.field import Field


def find_objections(
    field: Field,
    a: Number,
    b: Number,
    *,
    rematch_article: str,
    colours_article: str,
    groups_article: str,
) -> Objections:
    """Return the reasons why two participants cannot meet in the next round.

    The articles are those that forbid a rematch, limit the colours, and let participants with equal
    scores meet.
    """
    found = find_pairing_obstacle(field, a, b)
    article = ""
    if isinstance(found, HaveMet):
        article = rematch_article
    elif isinstance(found, SameColourDue | NoColourLeft):
        article = colours_article
    return Objections(
        obstacle=found,
        article=article,
        points=(field.points[a], field.points[b]),
        groups_article=groups_article,
        colours=(field.colours[a], field.colours[b]),
    )
