"""The ``topboard prove`` and ``topboard verify`` commands, which write and verify proofs."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from topboard import api
from topboard.cli.exit_codes import DIFFERENCE, DONE
from topboard.cli.input_files import read_event_before_round
from topboard.cli.json_output import print_value_as_json
from topboard.cli.streams import print_note
from topboard.cli.terminal import print_lines
from topboard.cli.text_output import align_columns
from topboard.errors import BadInput, Problem
from topboard.formats import read
from topboard.formats.files import read_file_or_stream, write_file_or_stream
from topboard.messages import say, say_count
from topboard.model import Tournament
from topboard.proof.prove import (
    format_proof,
    prove as proof_of,
    refuse_unprovable_system,
    verify_proof_against_event,
)
from topboard.proof.prove.sentences import (
    describe_rule_change_since_proof,
    translate_refusal,
    translate_refusal_with_step,
)
from topboard.proof.verify import NotProved, VerificationResult, verify as verified
from topboard.proof.verify.round import is_for_supported_rules, parse_proof
from topboard.questions.rounds import refuse_if_all_rounds_played
from topboard.serialize import proof_answers


def run_prove(request: Namespace) -> int:
    """Pair a round and write a proof that its pairing follows the rules."""

    tournament = read_event_before_round(request)
    refuse_if_all_rounds_played(tournament)
    rules = api.choose_system(tournament, request.system)
    refuse_unprovable_system(rules.name)
    pairing = rules.pair(tournament)
    made = proof_of(tournament, pairing, with_facts=not request.without_facts)
    write_file_or_stream(format_proof(made), request.output)
    return DONE


def run_verify(request: Namespace) -> int:
    """Verify a proof, on its own or against the event that it belongs to."""

    document = _load_proof_file(str(request.proof))
    found = (
        verified(document)
        if request.file is None
        else _verify_proof_against_event(document, request)
    )
    if request.json:
        print_value_as_json(proof_answers.verification_to_json(document, found))
    else:
        print_lines(_format_proof_report(document, found, all_steps=request.steps))
    return DONE if found.proved else DIFFERENCE


def _format_proof_report(
    document: Mapping[str, Any], found: VerificationResult, *, all_steps: bool
) -> list[str]:
    """Return the lines of the report on a proof.

    With ``all_steps`` it lists every verified step.
    """
    lines = []
    if all_steps:
        rows = [[str(one.step or ""), one.article, one.what] for one in found.holding]
        lines = align_columns([[say("Step"), say("Article"), say("Decision")], *rows], right=(0,))
    named = {"system": str(document.get("system")), "round": document.get("round")}
    wrong = found.refused
    if wrong is None:
        lines.append(
            say_count(
                "Proved: {system}, round {round}, {count} step",
                "Proved: {system}, round {round}, {count} steps",
                found.proved_step_count,
                **named,
            )
        )
    else:
        what = translate_refusal_with_step(wrong)
        lines.append(say("Not proved: {system}, round {round}: {what}", **named, what=what))
    return (
        lines
        if is_for_supported_rules(document)
        else [*lines, describe_rule_change_since_proof(document)]
    )


def verify_proof_files(
    paths: Sequence[str],
    before: Callable[[int], Tournament],
    system: str,
    rounds: Sequence[int],
) -> dict[int, VerificationResult]:
    """Verify the proofs in the given files, and return the results keyed by round.

    ``before`` returns the data from which a round was paired.
    Raise ``BadInput`` if a proof is for a different system or for a round not in ``rounds``.
    """

    found: dict[int, tuple[str, dict[str, Any]]] = {}
    for path in _find_proof_files(paths):
        document = _load_proof_file(path)
        number = document.get("round")
        if document.get("system") != system:
            what = say("the proof uses a different system than the event")
            remedy = say("Use a proof for {system}.", system=system)
            raise BadInput([Problem(what, path, str(document.get("system")), remedy)])
        if type(number) is not int or number not in rounds:
            what = say("the proof is for a round that is not being checked")
            raise BadInput([Problem(what, path, json.dumps(number))])
        if number in found:
            what = say("there are two proofs for the same round")
            remedy = say("Leave out {path}.", path=found[number][0])
            raise BadInput([Problem(what, path, str(number), remedy)])
        found[number] = path, document
    return {
        number: verify_proof_against_event(document, before(number), system)
        for number, (_, document) in sorted(found.items())
    }


def _find_proof_files(paths: Sequence[str]) -> Iterator[str]:
    """Yield the paths of the given files and of all JSON files in the given folders."""

    for path in paths:
        inside = sorted(Path(path).glob("*.json")) if Path(path).is_dir() else [path]
        if not inside:
            raise BadInput([Problem(say("the folder has no JSON files"), path)])
        yield from map(str, inside)


def _load_proof_file(path: str) -> dict[str, Any]:
    try:
        return parse_proof(read_file_or_stream(path)[0])
    except NotProved as refused:
        remedy = say("To write a proof, run topboard prove.")
        raise BadInput([Problem(translate_refusal(refused), where=path, remedy=remedy)]) from None


def _verify_proof_against_event(document: dict[str, Any], request: Namespace) -> VerificationResult:
    """Verify the proof against the data and the published round in the event file."""

    tournament = read(
        request.file,
        accept_points=request.accept_points,
        paired_by=request.system or "",
        on_note=print_note,
    )
    system = api.choose_system(tournament, request.system)
    number = document.get("round")
    if type(number) is not int or not 1 <= number <= tournament.round_to_pair:
        last = tournament.round_to_pair
        what = say_count(
            "the file contains only round 1", "the file contains only rounds 1 to {count}", last
        )
        raise BadInput([Problem(what, where=str(request.file), quoted=json.dumps(number))])
    return verify_proof_against_event(document, tournament.before(number), system.name)
