"""The reasons why two players may not be paired at all in a round of the 1997 Dubov system."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.model import Colour
from topboard.model.colour_limits import keeps_colour_difference_limit, may_have_colour
from topboard.reasons.family_decisions import ColourColumns, ColourLimitsWaiver
from topboard.reasons.objections import SharedDueColour
from topboard.reasons.obstacles import NoColourLeft, SameColourDue
from topboard.systems.common import why_not
from topboard.systems.dubov_1997.pool import Pool, lift_colour_limits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.model import Number
    from topboard.reasons.decisions import RoundPairing
    from topboard.reasons.objections import Objections

    History = tuple[Colour, ...]


def find_objections(made: RoundPairing, a: Number, b: Number) -> Objections:
    """Return the reasons why two players may not be paired at all in this round.

    The players may have met before, or a ruling may keep them apart. The colour limits may also
    allow both players only the same colour.
    """
    players = made.decided
    assert isinstance(players, Pool)
    field = lift_colour_limits(players, _find_players_exempt_from_limits(made))
    found = why_not.find_objections(
        field, a, b, rematch_article="2.1", colours_article="", groups_article="6.1"
    )
    article = found.article
    if isinstance(found.obstacle, SameColourDue):
        article = _find_limits_barring_colour(found.obstacle.colour.opposite, found.colours)
    elif isinstance(found.obstacle, NoColourLeft):
        article = "2.3, 2.4"
    return replace(found, article=article, due=_find_column_shared_by_players(made, a, b))


def _find_players_exempt_from_limits(made: RoundPairing) -> tuple[Number, ...]:
    return next((r.players for r in made.reasons if isinstance(r, ColourLimitsWaiver)), ())


def _find_limits_barring_colour(barred: Colour, histories: Sequence[History]) -> str:
    """Return the articles on the colour limits that forbid a colour to the given players."""
    articles = {
        "2.4" if keeps_colour_difference_limit(had, barred) else "2.3"
        for had in histories
        if not may_have_colour(had, barred)
    }
    return ", ".join(sorted(articles))


def _find_column_shared_by_players(
    made: RoundPairing, a: Number, b: Number
) -> SharedDueColour | None:
    """Return the column that both players belonged to when the rows were formed, or None."""
    drawn = [reason for reason in made.reasons if isinstance(reason, ColourColumns)]
    for reason in reversed(drawn):
        for colour, column in ((Colour.WHITE, reason.white), (Colour.BLACK, reason.black)):
            if {a, b} <= {entry.number for entry in column}:
                return SharedDueColour(colour, reason.article)
        if {a, b} & {entry.number for entry in (*reason.white, *reason.black)}:
            return None
    return None
