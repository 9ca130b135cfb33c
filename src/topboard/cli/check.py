"""The ``topboard check`` command."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence

from topboard import api
from topboard.checking import (
    RoundCheck,
    StandingsCheck,
)
from topboard.cli.check_input import read_check_input
from topboard.cli.diagnosis import refuse_outputs_without_diagnosis, run_diagnosis
from topboard.cli.exit_codes import DIFFERENCE, DONE
from topboard.cli.json_output import print_value_as_json
from topboard.cli.proofs import verify_proof_files
from topboard.cli.terminal import print_lines, show_round_progress
from topboard.diagnosis.differences import format_difference_from_rules, format_round_summary
from topboard.diagnosis.sentences import format_left_out, format_noted_check
from topboard.diagnosis.values import NotedCheck
from topboard.messages import say, say_count, translate_worded
from topboard.model import Tournament
from topboard.proof.prove.sentences import translate_refusal_with_step
from topboard.proof.verify import VerificationResult
from topboard.questions.checks import (
    EventChecks,
    complete_event_checks,
    event_checks_to_json,
    refuse_without_rounds,
)
from topboard.reasons.sentences import names_of


def run_check(request: Namespace) -> int:
    """Pair every published round again, recompute the standings, and print the differences."""
    refuse_outputs_without_diagnosis(request)
    read = read_check_input(request)
    whole, tournament, claimed, contradiction = (
        read.whole,
        read.tournament,
        read.claimed,
        read.contradiction,
    )
    system = api.choose_system(tournament, request.system)
    refuse_without_rounds(read, str(request.file))
    wanted = list(read.wanted)
    if request.diagnose:
        numbers = (*wanted, *read.left_out)
        return run_diagnosis(request, whole, system, numbers, claimed, contradiction)
    proofs: dict[int, VerificationResult] = {}
    if request.proofs:
        proofs = verify_proof_files(request.proofs, read.tournament_before, system.name, wanted)
        wanted = [n for n in wanted if n not in proofs or not proofs[n].proved]
    checks = tuple(show_round_progress(read.check_rounds(system, wanted), len(wanted)))
    found = complete_event_checks(
        read, system, checks, proofs=proofs, with_standings=request.round is None
    )
    table = found.standings
    if request.json:
        print_value_as_json(event_checks_to_json(found))
    else:
        print_lines(format_event_checks(tournament, found, read.tournament_before))
        if table is not None:
            print_lines(format_standings_check(tournament, table))
    differences = [one.differences for one in checks] + ([table.differences] if table else [])
    refused = contradiction is not None or any(not one.proved for one in proofs.values())
    return DIFFERENCE if refused or any(differences) else DONE


def format_event_checks(
    tournament: Tournament, found: EventChecks, before: Callable[[int], Tournament]
) -> list[str]:
    """Return the report: the file itself, the rounds, and the other editions.

    ``before`` returns the data from which a round was paired.
    """
    head, *rounds = format_round_checks(
        tournament, found.system, found.rounds, found.left_out, found.proofs, before, found.noted
    )
    about = [translate_worded(finding.text) for finding in found.findings]
    return [head, *about, *rounds, *_format_other_editions(found)]


def _format_other_editions(found: EventChecks) -> Iterator[str]:
    """Yield a line for each other edition, saying which of the differing rounds it reproduces."""
    differing = [one.round for one in found.rounds if one.differences]
    if not differing:
        return
    for name in found.others:
        same = [one.round for one in found.editions if one.system == name and one.reproduced]
        if same:
            yield say_count(
                "The edition {system} reproduces round {rounds}.",
                "The edition {system} reproduces rounds {rounds}.",
                len(same),
                system=name,
                rounds=", ".join(map(str, same)),
            )
        else:
            yield say_count(
                "The edition {system} does not reproduce the round that differs either.",
                "The edition {system} does not reproduce any of the rounds that differ either.",
                len(differing),
                system=name,
            )
    if not found.others:
        yield say("No other edition of this system was in force around the date of the event.")


def format_round_checks(
    tournament: Tournament,
    system: str,
    found: Sequence[RoundCheck],
    left_out: Sequence[int] = (),
    proofs: Mapping[int, VerificationResult] | None = None,
    before: Callable[[int], Tournament] | None = None,
    noted: Mapping[int, NotedCheck] | None = None,
) -> list[str]:
    """Return the report on the rounds, with a line for each round and each difference.

    Rounds verified by a proof come first, followed by those that were paired again and by those
    that cannot be checked. ``before`` returns the data from which a round was paired, because
    starting numbers may have changed since then. If a round agrees with the assumptions ``noted``
    in the file, its differences are not listed.
    """
    noted = noted or {}
    lines = [f"{tournament.name or 'Event'} ({system})"]
    if proofs:
        lines += _format_proof_results(proofs)
        lines += [say("Rounds that were paired again:")] if found else []
    for one in found:
        name = names_of(tournament if before is None else before(one.round))
        lines.append(format_round_summary(one))
        with_note = noted.get(one.round)
        if with_note is None or not with_note.agrees:
            lines += [
                f"    {format_difference_from_rules(difference, name)}"
                for difference in one.differences
            ]
        if with_note is not None:
            lines.append(f"    {format_noted_check(with_note)}")
    agreeing = [n for n in left_out if n in noted and noted[n].agrees]
    lines += (
        say("Round {round}: {what}", round=n, what=format_noted_check(noted[n])) for n in agreeing
    )
    lines += format_left_out([n for n in left_out if n not in agreeing])
    return lines


def _format_proof_results(proofs: Mapping[int, VerificationResult]) -> Iterator[str]:
    for number, one in proofs.items():
        if one.refused is None:
            yield say_count(
                "Round {round}: proved in {count} step",
                "Round {round}: proved in {count} steps",
                one.proved_step_count,
                round=number,
            )
        else:
            what = translate_refusal_with_step(one.refused)
            yield say("Round {round}: NOT proved, {what}", round=number, what=what)


def format_standings_check(tournament: Tournament, found: StandingsCheck) -> list[str]:
    """Return lines that compare the points and ranks in the file with the recomputed ones."""
    name = names_of(tournament)
    counts = {
        "round": found.after_round,
        "same_points": found.same_points,
        "same_ranks": found.same_ranks,
        "ranks": found.with_rank,
    }
    if found.tie_breaks:
        head = say_count(
            "Standings after round {round}: points are correct for {same_points} of {count}"
            " participant, ranks for {same_ranks} of {ranks} ({tie_breaks})",
            "Standings after round {round}: points are correct for {same_points} of {count}"
            " participants, ranks for {same_ranks} of {ranks} ({tie_breaks})",
            found.with_points,
            **counts,
            tie_breaks=", ".join(found.tie_breaks),
        )
    else:
        head = say_count(
            "Standings after round {round}: points are correct for {same_points} of {count} "
            "participant, ranks for {same_ranks} of {ranks}",
            "Standings after round {round}: points are correct for {same_points} of {count} "
            "participants, ranks for {same_ranks} of {ranks}",
            found.with_points,
            **counts,
        )
    lines = [
        head,
        *(
            f"    {format_difference_from_rules(difference, name)}"
            for difference in found.differences
        ),
    ]
    if found.not_compared:
        why = translate_worded(found.not_compared)
        lines.append("    " + say("The ranks could not be compared: {why}", why=why))
    return lines
