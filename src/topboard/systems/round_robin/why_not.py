"""The reason why two participants do not meet in a round of a round robin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.reasons.objections import FixedByRoundRobinTable, Objections
from topboard.systems.round_robin.schedule import Schedule, find_rounds_of_meeting

if TYPE_CHECKING:
    from topboard.model import Number
    from topboard.reasons.decisions import RoundPairing
    from topboard.systems.round_robin.rounds import RoundRobinEdition


def find_objections(
    terms: RoundRobinEdition, made: RoundPairing, a: Number, b: Number
) -> Objections:
    """Return the rounds in which the Berger table pairs two participants."""
    plan = made.decided
    assert isinstance(plan, Schedule)
    found = FixedByRoundRobinTable(find_rounds_of_meeting(plan, a, b))
    return Objections(found, terms.by_table, (0, 0), terms.meets_each)
