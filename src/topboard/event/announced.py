"""The order of the tie-breaks of a section: the edition's own, or the one that was announced."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from topboard.model import Tournament
from topboard.rules.systems import system
from topboard.tiebreaks.standings import in_announced_order

if TYPE_CHECKING:
    from topboard.event.state import Section
    from topboard.rules.systems import System
    from topboard.tiebreaks.standings import Standings


def tie_break_keys(system_name: str) -> tuple[str, ...]:
    """The tie-breaks that a system knows, in its own order."""
    return tuple(column.key for column in system(system_name).standings(Tournament(())).columns)


def announced_system(section: Section) -> System:
    """The section's system; its standings use the tie-breaks announced, if any were chosen."""
    rules = system(section.system)
    keys = section.settings.tie_breaks
    if not keys:
        return rules

    def standings(facts: Tournament) -> Standings:
        return in_announced_order(rules.standings(facts), keys)

    return replace(rules, standings=standings)
