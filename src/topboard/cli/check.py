"""The ``topboard check`` command."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from topboard import api
from topboard._frozen import replace
from topboard.checking import (
    Difference,
    RoundCheck,
    StandingsCheck,
    check_rounds,
    check_standings,
    rounds_not_checkable,
    rounds_to_check,
)
from topboard.cli.exit_codes import DIFFERENCE, DONE
from topboard.cli.input_files import add_requested_variations, refuse_unknown_round
from topboard.cli.json_output import show_json
from topboard.cli.proofs import verify_proofs
from topboard.cli.streams import print_note
from topboard.cli.terminal import print_lines, show_round_progress
from topboard.errors import BadInput, Problem
from topboard.formats import read_with_claims
from topboard.messages import retold, say, say_count
from topboard.model import Number, Tournament
from topboard.proof.prove.sentences import format_refusal_with_step
from topboard.proof.verify import VerificationResult
from topboard.reasons.sentences import names_of
from topboard.serialize import answers, proof_answers


def run_check(request: Namespace) -> int:
    """Pair every published round again, recompute the standings, and print the differences."""
    paired_by = request.system or ""
    read, claimed = read_with_claims(request.file, paired_by=paired_by, on_note=print_note)
    tournament = add_requested_variations(read, request)
    if request.round is not None:
        refuse_unknown_round(tournament, request.round)
        tournament = tournament.before(request.round)
    system = api.choose_system(tournament, request.system)
    name = system.name
    wanted = [n for n in rounds_to_check(tournament) if request.round in (None, n)]
    proofs: dict[int, VerificationResult] = {}
    if request.proofs:
        proofs = verify_proofs(request.proofs, tournament, name, wanted)
        wanted = [n for n in wanted if n not in proofs or not proofs[n].proved]
    checks = tuple(show_round_progress(check_rounds(tournament, system, wanted), len(wanted)))
    left_out = [n for n in rounds_not_checkable(tournament) if request.round in (None, n)]
    if not checks and not proofs and not left_out:
        raise BadInput([Problem(say("no round has been published yet"), where=str(request.file))])
    table = None
    if claimed is not None and request.round is None and tournament.rounds:
        if request.accept_points:
            claimed = replace(claimed, wrong_points=())
        table = check_standings(tournament, system, claimed)
    if request.json:
        told = {"system": name, "rounds": [answers.round_check_to_json(one) for one in checks]}
        left = {"left_out": left_out} if left_out else {}
        counted = {} if table is None else {"standings": answers.round_check_to_json(table)}
        by_proof = (
            {"proofs": [proof_answers.round_verification_to_json(*one) for one in proofs.items()]}
            if proofs
            else {}
        )
        show_json({**told, **by_proof, **left, **counted})
    else:
        print_lines(format_round_checks(tournament, name, checks, left_out, proofs))
        if table is not None:
            print_lines(format_standings_check(tournament, table))
    found = [one.differences for one in checks] + ([] if table is None else [table.differences])
    refused = any(not one.proved for one in proofs.values())
    return DIFFERENCE if refused or any(found) else DONE


def format_round_checks(
    tournament: Tournament,
    system: str,
    found: Sequence[RoundCheck],
    left_out: Sequence[int] = (),
    proofs: Mapping[int, VerificationResult] | None = None,
) -> list[str]:
    """Return the report on the rounds, with a line for each round and each difference.

    Rounds verified by a proof come first, followed by those that were paired again and by those
    that cannot be checked.
    """
    name = names_of(tournament)
    lines = [f"{tournament.name or 'Event'} ({system})"]
    if proofs:
        lines += _format_proof_results(proofs)
        lines += [say("Rounds that were paired again:")] if found else []
    for one in found:
        if not one.differences:
            lines.append(
                say_count(
                    "Round {round}: {count} pair, as the rules require",
                    "Round {round}: {count} pairs, all as the rules require",
                    one.pairs,
                    round=one.round,
                )
            )
            continue
        lines.append(_format_differing_round(one))
        lines += [f"    {_format_difference(difference, name)}" for difference in one.differences]
    if left_out:
        lines.append(
            say_count(
                "Not checked: round {rounds}, for which the file contains only the "
                "starting numbers "
                "of a later round.",
                "Not checked: rounds {rounds}, for which the file contains only the "
                "starting numbers "
                "of a later round.",
                len(left_out),
                rounds=", ".join(map(str, left_out)),
            )
        )
    return lines


def _format_differing_round(one: RoundCheck) -> str:
    counts = {
        "round": one.round,
        "same_pairs": one.same_pairs,
        "same_colours": one.same_colours,
    }
    if one.bye_same:
        return say_count(
            "Round {round}: {same_pairs} of {count} pair is as the rules require, {same_colours}"
            " with the right colours; the bye is the same",
            "Round {round}: {same_pairs} of {count} pairs are as the rules require, {same_colours}"
            " with the right colours; the bye is the same",
            one.pairs,
            **counts,
        )
    return say_count(
        "Round {round}: {same_pairs} of {count} pair is as the rules require, {same_colours} with"
        " the right colours; the bye is different",
        "Round {round}: {same_pairs} of {count} pairs are as the rules require, {same_colours} with"
        " the right colours; the bye is different",
        one.pairs,
        **counts,
    )


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
            what = format_refusal_with_step(one.refused)
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
            "Standings after round {round}: the points of {same_points} of {count} participant and"
            " the ranks of {same_ranks} of {ranks} are as the rules require ({tie_breaks})",
            "Standings after round {round}: the points of {same_points} of {count} participants and"
            " the ranks of {same_ranks} of {ranks} are as the rules require ({tie_breaks})",
            found.with_points,
            **counts,
            tie_breaks=", ".join(found.tie_breaks),
        )
    else:
        head = say_count(
            "Standings after round {round}: the points of {same_points} of {count} participant and"
            " the ranks of {same_ranks} of {ranks} are as the rules require",
            "Standings after round {round}: the points of {same_points} of {count} participants and"
            " the ranks of {same_ranks} of {ranks} are as the rules require",
            found.with_points,
            **counts,
        )
    lines = [
        head,
        *(f"    {_format_difference(difference, name)}" for difference in found.differences),
    ]
    if found.not_compared:
        why = retold(found.not_compared)
        lines.append("    " + say("The ranks could not be compared: {why}", why=why))
    return lines


def _format_bye_difference(difference: Difference, name: Callable[[Number], str]) -> str:
    given, due = difference.published[0], difference.ours[0]
    if given is None:
        assert due is not None, "a difference has at least one bye"
        return say("no bye: the rules require a bye for {due}", due=name(due))
    if due is None:
        return say("bye for {given}: the rules require no bye", given=name(given))
    return say(
        "bye for {given}: the rules require a bye for {due}", given=name(given), due=name(due)
    )


def _format_difference(difference: Difference, name: Callable[[Number], str]) -> str:
    def format_pair(numbers: Iterable[Number | None]) -> str:
        return " - ".join(say("no opponent") if n is None else name(n) for n in numbers)

    match difference.kind:
        case "pair":
            white, black = difference.published
            ours = difference.ours
            told = say(
                "{pair}: the rules require {one} and {other}",
                pair=format_pair((white, black)),
                one=format_pair((white, ours[0])),
                other=format_pair((black, ours[1])),
            )
        case "colour":
            told = say(
                "{published}: the rules require the opposite colours",
                published=format_pair(difference.published),
            )
        case "bye":
            told = _format_bye_difference(difference, name)
        case _:
            pair = format_pair(difference.published)
            told = (
                f"{pair}: {retold(difference.text, name)}"
                if pair
                else retold(difference.text, name)
            )
    return f"{told} ({difference.article})" if difference.article else told
