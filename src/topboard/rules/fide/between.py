"""What stands between two players, whatever is decided in the round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.reasons import HaveMet, SameColourDue
from topboard.reasons.between import Between
from topboard.rules.fide.legality import obstacle

if TYPE_CHECKING:
    from topboard.model import Number
    from topboard.rules.fide.citations import BracketCitations
    from topboard.rules.fide.profiles import Roll


def between(roll: Roll, cite: BracketCitations, a: Number, b: Number) -> Between:
    """They have met, may not meet, or must both have the same colour."""
    place = {profile.number: at for at, profile in enumerate(roll.profiles)}
    found = obstacle(roll, place[a], place[b])
    article = ""
    if isinstance(found, HaveMet):
        article = cite.no_rematch
    elif isinstance(found, SameColourDue):
        article = cite.same_absolute
    one, other = roll.profiles[place[a]], roll.profiles[place[b]]
    return Between(
        obstacle=found,
        article=article,
        points=(one.points, other.points),
        groups_article=cite.bracket,
        colours=(one.colours, other.colours),
        weighed=True,
    )
