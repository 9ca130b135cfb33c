"""What stands between two players, whatever is decided in the round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.history import outcomes
from topboard.kernels.matching import bitset
from topboard.model import Colour
from topboard.reasons import ColumnsDrawn, HaveMet, LimitsLifted, NoColourLeft, SameColourDue
from topboard.reasons.between import Between, BothDue
from topboard.rules.dubov.pool import obstacle, pool_of
from topboard.rules.shared.limits import keeps_difference, may_have

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.model import Number, Tournament
    from topboard.reasons import RoundPairing

    History = tuple[Colour, ...]


def between(tournament: Tournament, made: RoundPairing, a: Number, b: Number) -> Between:
    """They have met, may not meet, or the limits that are not lifted leave both one colour."""
    pool = pool_of(tournament, outcomes(tournament))
    place = {number: i for i, number in enumerate(pool.all_numbers)}
    one, other = pool.entrants[place[a]], pool.entrants[place[b]]
    found = obstacle(pool, place[a], place[b], bitset(place[n] for n in _lifted(made)))
    article = ""
    if isinstance(found, HaveMet):
        article = "2.1"
    elif isinstance(found, SameColourDue):
        article = _limits(found.colour.opposite, (one.colours, other.colours))
    elif isinstance(found, NoColourLeft):
        article = "2.3, 2.4"
    return Between(
        obstacle=found,
        article=article,
        points=(one.points, other.points),
        groups_article="6.1",
        colours=(one.colours, other.colours),
        due=_same_column(made, a, b),
    )


def _lifted(made: RoundPairing) -> tuple[Number, ...]:
    return next((r.players for r in made.reasons if isinstance(r, LimitsLifted)), ())


def _limits(barred: Colour, histories: Sequence[History]) -> str:
    """The limits by which these players may not have a colour."""
    articles = {
        "2.4" if keeps_difference(had, barred) else "2.3"
        for had in histories
        if not may_have(had, barred)
    }
    return ", ".join(sorted(articles))


def _same_column(made: RoundPairing, a: Number, b: Number) -> BothDue | None:
    """The column in which both stand when the rows of their group are made."""
    drawn = [reason for reason in made.reasons if isinstance(reason, ColumnsDrawn)]
    for reason in reversed(drawn):
        for colour, column in ((Colour.WHITE, reason.white), (Colour.BLACK, reason.black)):
            if {a, b} <= {entry.number for entry in column}:
                return BothDue(colour, reason.article)
        if {a, b} & {entry.number for entry in (*reason.white, *reason.black)}:
            return None
    return None
