"""The public functions of the library, which are named like the commands."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, TypeAlias

from topboard._frozen import replace
from topboard.checking import check_all_rounds as replay
from topboard.errors import BadInput, Problem
from topboard.formats import describe_losses, dumps, read, read_before_contradiction
from topboard.formats.files import write_file_or_stream
from topboard.formats.lookup import find_participant_number_in_text
from topboard.messages import say
from topboard.model import Team, Tournament
from topboard.model.validation import find_tournament_problems
from topboard.systems.registry import system as system_named

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from topboard.analysis.compare import RoundComparison
    from topboard.analysis.generate import Wishes
    from topboard.checking import RoundCheck
    from topboard.diagnosis.search import OnProgress, ShouldStop
    from topboard.diagnosis.values import Diagnosis
    from topboard.formats.files import Source
    from topboard.model import Number, Tenths, Tournament
    from topboard.proof.verify import VerificationResult
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

    def __call__(self) -> dict[Number, tuple[str, Tenths]]:
        """Return the name and the points before the round, keyed by participant number."""
        names = self.tournament.names
        points = self.system.facts(self.tournament).points
        return {number: (names[number], scored) for number, scored in points.items()}


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


def explain(
    tournament: Event,
    system: System | str | None = None,
    *,
    participant: Number | str | None = None,
) -> list[str]:
    """Pair the next round, and return its reasons as sentences.

    ``participant`` is a number or a name. With it, only the decisions about that participant are
    explained.
    """
    from topboard.reasons.sentences import (
        generate_participant_sentences,
        generate_round_sentences,
        names_of,
    )
    from topboard.reasons.sentences.articles import replace_article_citations_by_names

    event = load_tournament(tournament)
    made = choose_system(event, system).pair(event)
    name = names_of(event)
    if participant is None:
        paragraphs = generate_round_sentences(made, name)
    else:
        number = _find_number(event, participant)
        paragraphs = generate_participant_sentences(made, number, name)
    return [replace_article_citations_by_names(line) for lines in paragraphs for line in lines]


def _find_number(tournament: Tournament, participant: Number | str) -> Number:
    """Return the number of a participant given by number or by name."""
    if isinstance(participant, str):
        return find_participant_number_in_text(tournament.names, participant)
    if participant not in tournament.names:
        raise BadInput([Problem(say("no participant has this number"), quoted=str(participant))])
    return participant


def prove(tournament: Event, system: System | str | None = None) -> dict[str, Any]:
    """Pair the next round, and return the proof that the pairing follows the rules.

    The proof is a JSON object, which ``topboard verify`` checks as well. Raise ``BadInput`` if
    rounds of the system cannot be proved.
    """
    from topboard.proof.prove import prove as make_proof, refuse_unprovable_system

    event = load_tournament(tournament)
    chosen = choose_system(event, system)
    refuse_unprovable_system(chosen.name)
    return make_proof(event, chosen.pair(event))


def verify(
    proof: Mapping[str, Any], tournament: Event | None = None, system: System | str | None = None
) -> VerificationResult:
    """Check a proof on its own or against the tournament that it belongs to.

    A published round in the tournament must have the pairs that the proof has.
    """
    from topboard.proof.prove import verify_proof_against_event
    from topboard.proof.verify import verify as verify_alone

    if tournament is None:
        return verify_alone(proof)
    event = load_tournament(tournament)
    before = event.before(_find_round_of_proof(event, proof))
    return verify_proof_against_event(proof, before, choose_system(event, system).name)


def _find_round_of_proof(tournament: Tournament, proof: Mapping[str, Any]) -> int:
    number = proof.get("round")
    if type(number) is not int or not 1 <= number <= tournament.round_to_pair:
        what = say("the proof is for a round that the tournament does not have")
        raise BadInput([Problem(what, quoted=str(number))])
    return number


def compare(
    tournament: Event, first: System | str, second: System | str
) -> tuple[RoundComparison, ...]:
    """Pair every round with two systems, and return where and why their pairings differ.

    The last round is the next one, unless all planned rounds have been played.
    """
    from topboard.analysis.compare import compare_rounds, list_rounds_to_compare

    event = load_tournament(tournament)
    systems = choose_system(event, first), choose_system(event, second)
    return tuple(compare_rounds(event, *systems, list_rounds_to_compare(event)))


def convert(source: Source, target: str | PathLike[str], format: str) -> list[str]:
    """Write the tournament in one file to another file, and return what the format cannot store.

    ``format`` is ``event-json``, ``trf16`` or ``trf26``.
    """
    event = read(source)
    text = dumps(event, format)
    lost = describe_losses(event, format, text)
    write_file_or_stream(text, target)
    return lost


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
    rounds are diagnosed. With ``quick``, only editions, byes, the initial colour and the structure
    of round 1 are tried.

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
