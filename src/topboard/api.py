"""The public functions of the library, which are named like the commands."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, TypeAlias

from topboard._frozen import replace
from topboard.checking import check_all_rounds as replay
from topboard.errors import BadInput, Problem
from topboard.formats import read, read_before_contradiction
from topboard.formats.lookup import find_participant_number_in_text
from topboard.messages import say
from topboard.model import Team, Tournament
from topboard.model.validation import find_tournament_problems
from topboard.systems.registry import system as system_named
from topboard.text.numbers import format_points

if TYPE_CHECKING:
    from topboard.analysis.generate import Wishes
    from topboard.checking import RoundCheck
    from topboard.diagnosis.search import OnProgress, ShouldStop
    from topboard.diagnosis.values import Diagnosis
    from topboard.model import Number, Tournament
    from topboard.reasons.decisions import RoundPairing
    from topboard.reasons.why_not import Verdict
    from topboard.systems.registry import System
    from topboard.tiebreaks.standings import Standings

    Event: TypeAlias = Tournament | str | PathLike[str]


def load_tournament(event: Event) -> Tournament:
    """Return the given tournament, or the one in the file whose path is given.

    Raise ``BadInput`` if the tournament is not valid.
    """

    if isinstance(event, str | PathLike):
        return read(event)
    if not isinstance(event, Tournament):
        what = say("expected a Tournament or the path of a file")
        raise BadInput(
            [
                Problem(
                    what,
                    quoted=repr(event),
                    remedy=say("Pass the path of the file, or read it with topboard.read."),
                )
            ]
        )
    if problems := tuple(find_tournament_problems(event)):
        raise BadInput(problems)
    return event


def choose_system(tournament: Tournament, system: System | str | None) -> System:
    """Return the requested system or, if None is requested, the tournament's own system.

    Raise ``BadInput`` if the tournament names no system, or if the system is not for its kind of
    participants (players or teams).
    """
    if system is None:
        if not tournament.system:
            raise BadInput([_build_missing_system_problem(tournament)])
        system = tournament.system
    chosen = system_named(system) if isinstance(system, str) else system
    _check_participants_fit_system(tournament, chosen)
    return chosen


def _build_missing_system_problem(tournament: Tournament) -> Problem:
    """Return the problem that the file names no known system, quoting its type of tournament."""
    said = [text.strip() for code, text in tournament.details.other if code == "192"]
    quoted = said[0] if said else tournament.details.type
    remedy = say("Specify the pairing system. On the command line, add --system NAME.")
    return Problem(
        say("the file does not name a pairing system that Topboard knows"),
        quoted=quoted,
        remedy=remedy,
    )


def _check_participants_fit_system(tournament: Tournament, system: System) -> None:
    problems = []
    seen: set[int] = set()
    for competitor in tournament.competitors:
        if competitor.number in seen:
            problems.append(
                Problem(say("two participants have the same number"), quoted=competitor.name)
            )
        seen.add(competitor.number)
        if isinstance(competitor, Team) != system.teams:
            what = (
                say("{system} is for teams, not for players", system=system.name)
                if system.teams
                else say("{system} is for players, not for teams", system=system.name)
            )
            problems.append(Problem(what, quoted=competitor.name))
            break
    if problems:
        raise BadInput(problems)


class NamesAndPointsSource:
    """A callable that looks up the names and points of a tournament's participants."""

    __slots__ = ("system", "tournament")

    def __init__(self, tournament: Tournament, system: System) -> None:
        self.tournament = tournament
        self.system = system

    def __call__(self) -> dict[Number, tuple[str, str]]:
        """Return the name and the formatted points before the round, keyed by participant
        number.
        """

        names = self.tournament.names
        points = self.system.facts(self.tournament).points
        return {number: (names[number], format_points(scored)) for number, scored in points.items()}


def pair(tournament: Event, system: System | str | None = None) -> RoundPairing:
    """Pair the next round and return it with its reasons.

    ``tournament`` may be the path of a file.

    Examples:
        >>> import topboard
        >>> teams = tuple(topboard.Team(n, f"Team {n}") for n in range(1, 7))
        >>> event = topboard.Tournament(teams, planned_rounds=5, boards=4)
        >>> [(p.white, p.black) for p in topboard.pair(event, "olympiad_2022").pairs]
        [(1, 4), (5, 2), (3, 6)]
    """
    event = load_tournament(tournament)
    chosen = choose_system(event, system)
    return replace(chosen.pair(event), people=NamesAndPointsSource(event, chosen))


def why_not(
    tournament: Event, a: Number | str, b: Number | str, system: System | str | None = None
) -> Verdict:
    """Return the reason why two participants are not paired in the next round.

    Each participant is given by number or by name.
    """
    from topboard.reasons.why_not import why_not as answer

    event = load_tournament(tournament)
    first, second = (
        find_participant_number_in_text(event.names, who) if isinstance(who, str) else who
        for who in (a, b)
    )
    return answer(event, choose_system(event, system), first, second)


def check(tournament: Event, system: System | str | None = None) -> tuple[RoundCheck, ...]:
    """Pair every round again, and compare each published round with the pairing under the rules."""

    event = load_tournament(tournament)
    return replay(event, choose_system(event, system))


def diagnose(
    tournament: Event,
    system: System | str | None = None,
    *,
    quick: bool = False,
    on_progress: OnProgress | None = None,
    should_stop: ShouldStop | None = None,
) -> Diagnosis:
    """Explain why published rounds differ from the pairings under the rules.

    If the lines of a report file contradict each other from a certain round on, only the earlier
    rounds are diagnosed. With ``quick``, only editions, byes, the first colour and the structure of
    round 1 are tried.

    ``on_progress(round, trials)`` is called before each trial. ``should_stop()`` is asked before
    each trial as well. Once it returns True, the search ends, and the diagnosis contains what was
    found so far. No thread, process, signal or terminal is used.
    """
    from topboard.diagnosis.report import diagnose_event

    claimed, contradiction = None, None
    if isinstance(tournament, str | PathLike):
        named = system if isinstance(system, str) else "" if system is None else system.name
        read_up_to, claimed, contradiction = read_before_contradiction(tournament, paired_by=named)
        tournament = read_up_to
    event = load_tournament(tournament)
    return diagnose_event(
        event,
        choose_system(event, system),
        quick=quick,
        claimed=claimed,
        contradiction=contradiction,
        on_progress=on_progress,
        should_stop=should_stop,
    )


def standings(tournament: Event, system: System | str | None = None) -> Standings:
    """Return the standings after all rounds played so far, with the tie-breaks of the system."""
    event = load_tournament(tournament)
    return replace(choose_system(event, system).standings(event), names=event.names)


def generate(system: System | str, seed: int, wishes: Wishes | None = None) -> Tournament:
    """Return a random tournament. The same seed and settings always give the same tournament."""
    from topboard.analysis.generate import generate as make

    return make(system_named(system) if isinstance(system, str) else system, seed, wishes)
