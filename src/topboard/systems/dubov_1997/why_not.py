"""The reasons why two players cannot meet, whatever the round decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.model import Colour
from topboard.model.colour_limits import keeps_difference, may_have
from topboard.reasons.columns import ColumnsDrawn, LimitsLifted
from topboard.reasons.decisions import HaveMet, NoColourLeft, SameColourDue
from topboard.reasons.objections import Between, BothDue
from topboard.systems.common.meeting import obstacle
from topboard.systems.dubov_1997.pool import build_pool, lift_colour_limits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.model import Number, Tournament
    from topboard.reasons.decisions import RoundPairing

    History = tuple[Colour, ...]


def between(tournament: Tournament, made: RoundPairing, a: Number, b: Number) -> Between:
    """Return the reasons why two players cannot meet, if there are any.

    They may have met, a ruling may keep them apart, or the limits that are not lifted may allow
    both only the same colour.
    """
    field = build_pool(tournament).field
    found = obstacle(lift_colour_limits(field, _players_without_limits(made)), a, b)
    article = ""
    if isinstance(found, HaveMet):
        article = "2.1"
    elif isinstance(found, SameColourDue):
        article = _limits(found.colour.opposite, (field.colours[a], field.colours[b]))
    elif isinstance(found, NoColourLeft):
        article = "2.3, 2.4"
    return Between(
        obstacle=found,
        article=article,
        points=(field.points[a], field.points[b]),
        groups_article="6.1",
        colours=(field.colours[a], field.colours[b]),
        due=_same_column(made, a, b),
    )


def _players_without_limits(made: RoundPairing) -> tuple[Number, ...]:
    return next((r.players for r in made.reasons if isinstance(r, LimitsLifted)), ())


def _limits(barred: Colour, histories: Sequence[History]) -> str:
    """Return the articles of the limits that bar these players from a colour."""
    articles = {
        "2.4" if keeps_difference(had, barred) else "2.3"
        for had in histories
        if not may_have(had, barred)
    }
    return ", ".join(sorted(articles))


def _same_column(made: RoundPairing, a: Number, b: Number) -> BothDue | None:
    """Return the column that contains both players when rows are made, or None."""
    drawn = [reason for reason in made.reasons if isinstance(reason, ColumnsDrawn)]
    for reason in reversed(drawn):
        for colour, column in ((Colour.WHITE, reason.white), (Colour.BLACK, reason.black)):
            if {a, b} <= {entry.number for entry in column}:
                return BothDue(colour, reason.article)
        if {a, b} & {entry.number for entry in (*reason.white, *reason.black)}:
            return None
    return None
