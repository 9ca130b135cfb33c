"""The check of an event: its rounds, its standings, its file and other editions of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, field
from topboard.checking import (
    check_standings,
    infer_missing_settings_from_rounds,
    list_rounds_to_check,
    list_uncheckable_rounds,
)
from topboard.diagnosis.editions import check_other_editions, list_other_editions
from topboard.diagnosis.file_checks import find_file_findings
from topboard.diagnosis.repaired_file import check_with_noted_repairs, read_noted_repairs
from topboard.diagnosis.report import finding_to_json
from topboard.errors import BadInput, Problem
from topboard.messages import say
from topboard.serialize import answers, proof_answers

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from topboard.checking import RoundCheck, StandingsCheck
    from topboard.diagnosis.editions import EditionCheck
    from topboard.diagnosis.file_checks import FileFinding
    from topboard.diagnosis.values import NotedCheck
    from topboard.formats.trf.contradictions import Contradiction
    from topboard.model import ClaimedStandings, Tournament
    from topboard.proof.verify import VerificationResult
    from topboard.serialize.answer_types import EventCheckJson
    from topboard.systems.registry import System


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """An event file as it is checked."""

    whole: Tournament
    """The event with all its rounds."""
    tournament: Tournament
    """The event as far as it is checked: up to the requested round, or all of it."""
    wanted: tuple[int, ...]
    """The rounds to check."""
    left_out: tuple[int, ...] = ()
    """The requested rounds that cannot be paired again."""
    claimed: ClaimedStandings | None = None
    contradiction: Contradiction | None = None


@dataclass(frozen=True, slots=True)
class EventChecks:
    """The findings about a file and its rounds."""

    system: str
    rounds: tuple[RoundCheck, ...]
    left_out: tuple[int, ...]
    proofs: Mapping[int, VerificationResult]
    findings: tuple[FileFinding, ...]
    editions: tuple[EditionCheck, ...]
    others: tuple[str, ...]
    """The other editions in force around the date of the event."""
    standings: StandingsCheck | None = None
    """The check of the points and ranks in the file, or None if it has none."""
    noted: Mapping[int, NotedCheck] = field(default_factory=dict)
    """The results of pairing again with the assumptions that the file notes, by round."""


def choose_rounds_to_check(
    tournament: Tournament, number: int | None
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the rounds to check, and those that cannot be checked.

    If ``number`` is not None, only this round is meant. Raise ``BadInput`` if there is no round.
    """
    wanted, left_out = (
        tuple(one for one in numbers if number in (None, one))
        for numbers in (list_rounds_to_check(tournament), list_uncheckable_rounds(tournament))
    )
    return wanted, left_out


def refuse_without_rounds(checked: CheckedFile, name: str) -> None:
    """Raise ``BadInput`` if the event has no round to check."""
    if not checked.wanted and not checked.left_out:
        raise BadInput([Problem(say("no round has been published yet"), where=name)])


def complete_event_checks(
    checked: CheckedFile,
    system: System,
    rounds: tuple[RoundCheck, ...],
    *,
    proofs: Mapping[int, VerificationResult],
    with_standings: bool,
) -> EventChecks:
    """Return the checks of the rounds, together with those of the file and of its standings."""
    event, claimed = checked.tournament, checked.claimed
    differing = [one.round for one in rounds if one.differences]
    compares_standings = with_standings and claimed is not None and bool(event.rounds)
    return EventChecks(
        system.name,
        rounds,
        checked.left_out,
        proofs,
        findings=find_file_findings(checked.whole, system, claimed, checked.contradiction),
        editions=check_other_editions(event, system, differing),
        others=list_other_editions(system.name, event),
        standings=(
            check_standings(event, system, claimed)
            if compares_standings and claimed is not None
            else None
        ),
        noted=_check_noted_repairs(checked, system, differing),
    )


def _check_noted_repairs(
    checked: CheckedFile, system: System, differing: Sequence[int]
) -> dict[int, NotedCheck]:
    """Return the results for the rounds that need the assumptions noted in the file."""
    noted = read_noted_repairs(checked.whole)
    numbers = [n for n in (*differing, *checked.left_out) if n in noted]
    if not numbers:
        return {}
    complete = infer_missing_settings_from_rounds(checked.whole, system)
    return {n: check_with_noted_repairs(complete.before(n), system, noted[n]) for n in numbers}


def event_checks_to_json(found: EventChecks) -> EventCheckJson:
    """Return the findings about an event as JSON."""
    told: EventCheckJson = {
        "system": found.system,
        "rounds": [answers.round_check_to_json(one) for one in found.rounds],
        "file": [finding_to_json(one) for one in found.findings],
        "other_editions": [
            {"round": one.round, "system": one.system, "reproduced": one.reproduced}
            for one in found.editions
        ],
    }
    if found.proofs:
        told["proofs"] = [
            proof_answers.round_verification_to_json(*one) for one in found.proofs.items()
        ]
    if found.noted:
        told["noted_assumptions"] = [
            {"round": one.round, "agrees": one.agrees, "sets_aside": one.sets_aside}
            for one in found.noted.values()
        ]
    if found.left_out:
        told["left_out"] = list(found.left_out)
    if found.standings is not None:
        told["standings"] = answers.standings_check_to_json(found.standings)
    return told
