"""The library's functions; the commands have the same names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.errors import BadInput, Problem
from topboard.rules.systems import system as system_named

if TYPE_CHECKING:
    from topboard.checking import RoundCheck
    from topboard.explain.verdicts import Verdict
    from topboard.generating import Wishes
    from topboard.model import Number, Tournament
    from topboard.reasons import RoundPairing
    from topboard.rules.systems import System
    from topboard.tiebreaks.standings import Standings


def system_of(tournament: Tournament, system: System | str | None) -> System:
    """The system asked for, else the one the tournament names; refused if it does not fit."""
    if system is None:
        if not tournament.system:
            raise BadInput([Problem("the file names no system", remedy="name one")])
        system = tournament.system
    chosen = system_named(system) if isinstance(system, str) else system
    _refuse_misfit(tournament, chosen)
    return chosen


def _refuse_misfit(tournament: Tournament, system: System) -> None:
    from topboard.model import Team

    problems = []
    seen: set[int] = set()
    for competitor in tournament.competitors:
        if competitor.number in seen:
            problems.append(Problem("two competitors have one number", quoted=competitor.name))
        seen.add(competitor.number)
        if isinstance(competitor, Team) != system.teams:
            kind = "teams" if system.teams else "players"
            problems.append(Problem(f"{system.name} pairs {kind}", quoted=competitor.name))
            break
    if problems:
        raise BadInput(problems)


def pair(tournament: Tournament, system: System | str | None = None) -> RoundPairing:
    """Pair the round to come, with the reasons.

    Examples:
        >>> import topboard
        >>> teams = tuple(topboard.Team(n, f"Team {n}") for n in range(1, 7))
        >>> event = topboard.Tournament(teams, planned_rounds=5, boards=4)
        >>> [(p.white, p.black) for p in topboard.pair(event, "olympiad_2022").pairs]
        [(1, 4), (5, 2), (3, 6)]
    """
    return system_of(tournament, system).pair(tournament)


def why_not(
    tournament: Tournament, a: Number, b: Number, system: System | str | None = None
) -> Verdict:
    """Why two competitors are not paired in the round to come."""
    from topboard.explain.verdicts import why_not as answer

    return answer(tournament, system_of(tournament, system), a, b)


def check(tournament: Tournament, system: System | str | None = None) -> tuple[RoundCheck, ...]:
    """Replay every round and list where the published pairing departs from the rules."""
    from topboard.checking import check as replay

    return replay(tournament, system_of(tournament, system))


def standings(tournament: Tournament, system: System | str | None = None) -> Standings:
    """The standings after the rounds so far, by the system's own tie-breaks."""
    return system_of(tournament, system).standings(tournament)


def generate(system: System | str, seed: int, wishes: Wishes | None = None) -> Tournament:
    """A random event, the same for the same seed."""
    from topboard.generating import generate as make

    return make(system_named(system) if isinstance(system, str) else system, seed, wishes)
