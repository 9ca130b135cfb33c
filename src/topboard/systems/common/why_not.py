"""The reasons why two participants do not meet, in systems that pair participants one by one."""

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

    The three articles are those on rematches, on colour limits, and on meeting opponents with equal
    scores.
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
