"""The standings of an event under its pairing system."""

from __future__ import annotations

import gc

from topboard._frozen import replace
from topboard.model import Tournament
from topboard.systems.common.withdrawals import list_withdrawn_participants
from topboard.systems.registry import System
from topboard.tiebreaks.ranking import build_standings
from topboard.tiebreaks.registry import find_tie_breaks_in_force
from topboard.tiebreaks.standings import Standings


def build_system_standings(system: System, tournament: Tournament) -> Standings:
    """Return the standings with the event's tie-breaks or, without any, the system's own."""
    # A large table creates a million values but no cycles, and searching for cycles would take
    # half the time.
    collecting = gc.isenabled()
    gc.disable()
    try:
        return _build_standings(system, tournament)
    finally:
        if collecting:
            gc.enable()


def _build_standings(system: System, tournament: Tournament) -> Standings:
    facts = system.facts(tournament)
    chosen = find_tie_breaks_in_force(
        tournament.tie_breaks, system.tie_breaks, facts, system.usual_tie_breaks
    )
    table = build_standings(system.name, facts, chosen)
    gone = list_withdrawn_participants(tournament, may_return=system.timetable is None)
    if not gone:
        return table
    lines = (replace(x, withdrawn=True) if x.number in gone else x for x in table.lines)
    return replace(table, lines=tuple(lines))
