"""The reasons why two teams may not be paired at all in an Olympiad round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.reasons.decisions import ScoregroupSummary
from topboard.reasons.obstacles import NoColourLeft, SameColourDue
from topboard.systems.common import why_not
from topboard.systems.common.field import Field

if TYPE_CHECKING:
    from topboard.model import Number
    from topboard.reasons.decisions import RoundPairing
    from topboard.reasons.objections import Objections
    from topboard.systems.olympiad.citations import OlympiadCitations


def find_objections(
    cite: OlympiadCitations, made: RoundPairing, a: Number, b: Number
) -> Objections:
    """Return the reasons why two teams may not be paired at all in this round.

    A colour limit is not a reason if the teams' group was paired without the limits.
    """
    field = made.decided
    assert isinstance(field, Field)
    found = why_not.find_objections(
        field,
        a,
        b,
        rematch_article=cite.no_rematch,
        colours_article=cite.colour_limits,
        groups_article=cite.groups,
    )
    by_limits = isinstance(found.obstacle, SameColourDue | NoColourLeft)
    return (
        replace(found, obstacle=None)
        if by_limits and _was_group_paired_without_limits(made, a, b)
        else found
    )


def _was_group_paired_without_limits(made: RoundPairing, a: Number, b: Number) -> bool:
    return any(
        isinstance(reason, ScoregroupSummary)
        and reason.without_colour_limits
        and {a, b} <= {*reason.residents, *reason.floaters}
        for reason in made.reasons
    )
