"""The diagnosis of an event, and the report on it as text and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topboard._frozen import fields
from topboard.checking import list_uncheckable_rounds
from topboard.diagnosis.assumptions import diagnose_rounds
from topboard.diagnosis.file_checks import find_file_findings
from topboard.diagnosis.repair_sentences import format_repair
from topboard.diagnosis.search import Search
from topboard.diagnosis.sentences import (
    format_caveat,
    format_counts,
    format_explanation,
    format_meanings,
    format_notes,
    format_rounds_alike,
    format_title,
)
from topboard.diagnosis.values import Diagnosis, Outcome, Weight, group_alike
from topboard.formats.json.codec import WORDS
from topboard.messages import say, translate_worded
from topboard.model import Colour

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.diagnosis.file_checks import FileFinding
    from topboard.diagnosis.repairs import Repair
    from topboard.diagnosis.search import OnProgress, ShouldStop
    from topboard.diagnosis.values import Explanation, RoundDiagnosis
    from topboard.formats.trf.contradictions import Contradiction
    from topboard.model import ClaimedStandings, Tournament
    from topboard.serialize.answer_types import FindingJson
    from topboard.systems.registry import System


def diagnose_event(
    event: Tournament,
    system: System,
    numbers: Sequence[int] | None = None,
    *,
    quick: bool = False,
    claimed: ClaimedStandings | None = None,
    contradiction: Contradiction | None = None,
    on_progress: OnProgress | None = None,
    should_stop: ShouldStop | None = None,
) -> Diagnosis:
    """Diagnose why published rounds of an event differ from the rules.

    ``numbers`` limits the diagnosis to these rounds. Before each trial, ``on_progress`` is called
    with the round and the number of trials so far. If ``should_stop`` returns True, or if the user
    presses Ctrl-C, the diagnosis contains what was found so far.
    """
    findings = find_file_findings(event, system, claimed, contradiction)
    search = Search(
        event, system, numbers, quick=quick, on_progress=on_progress, should_stop=should_stop
    )
    search.run()
    return Diagnosis(
        event=event,
        system=system.name,
        findings=findings,
        rounds=diagnose_rounds(search),
        quick=quick,
        stopped=search.stopped,
        most_trials=search.most_trials,
        left_out=tuple(
            n for n in list_uncheckable_rounds(event) if numbers is None or n in numbers
        ),
    )


def format_diagnosis(found: Diagnosis) -> Iterator[str]:
    """Yield the lines of the report on a diagnosis."""
    yield format_title(found, found.event.name or say("Event"))
    yield from format_caveat(found)
    yield from (translate_worded(finding.text) for finding in found.findings)
    yield from format_counts(found)
    for rounds in group_alike(found.rounds):
        yield from format_rounds_alike(rounds)
    yield from format_meanings(found)
    yield from format_notes(found)


# --- JSON -----------------------------------------------------------------------------------------


def diagnosis_to_json(found: Diagnosis) -> dict[str, Any]:
    """Return a diagnosis as a JSON object."""
    return {
        "system": found.system,
        "file": [finding_to_json(one) for one in found.findings],
        "counts": {
            "rounds": len(found.rounds),
            "as_the_file_is": found.count(Outcome.AS_FILED),
            "with_input_repaired": found.count(Outcome.REPAIRED),
            "beside_pairs_set_aside": found.count(Outcome.SET_ASIDE),
            "unexplained": found.count(Outcome.UNEXPLAINED),
        },
        "rounds": [_round_to_json(one) for one in found.rounds],
        "quick": found.quick,
        "stopped": found.stopped,
        "most_trials": found.most_trials,
        "left_out": list(found.left_out),
    }


def finding_to_json(finding: FileFinding) -> FindingJson:
    """Return a contradiction found in a file as a JSON object."""
    return {
        "kind": finding.kind,
        "round": finding.round or None,
        "numbers": list(finding.numbers),
        "text": str(finding.text),
    }


def _round_to_json(one: RoundDiagnosis) -> dict[str, Any]:
    return {
        "round": one.round,
        "outcome": one.outcome.value,
        "weight": one.weight.value,
        "pairs": one.pairs,
        "pairs_differing": one.pairs_differing,
        "bye_differs": one.bye_differs,
        "explanation": None
        if one.explanation is None
        else _explanation_to_json(one.explanation, one.weight),
        "rivals": [_explanation_to_json(rival, Weight.POSSIBLE) for rival in one.rivals],
        "trials": one.trials,
        "cut_short": one.cut_short,
        "stopped": one.stopped,
    }


def _explanation_to_json(explanation: Explanation, weight: Weight) -> dict[str, Any]:
    return {
        "text": format_explanation(explanation, weight),
        "repairs": [repair_to_json(repair, weight) for repair in explanation.repairs],
        "together_with": [
            {**repair_to_json(one.repair, one.weight), "weight": one.weight.value}
            for one in explanation.beside
        ],
        "pairs_gained": explanation.pairs_gained,
        "rounds": list(explanation.rounds),
    }


def repair_to_json(repair: Repair, weight: Weight) -> dict[str, Any]:
    """Return a repair as JSON, with its kind, its fields and a sentence about it."""
    content = {
        field.name: _field_to_json(getattr(repair, field.name))
        for field in fields(repair)  # type: ignore[arg-type]
    }
    return {"kind": repair.kind, **content, "text": format_repair(repair, weight)}


def _field_to_json(value: object) -> object:
    if isinstance(value, tuple):
        return [_field_to_json(one) for one in value]
    if isinstance(value, Colour):
        return value.value
    return value if value is None or isinstance(value, str | int) else WORDS[type(value)]  # type: ignore[index]
