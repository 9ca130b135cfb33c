"""The ``--diagnose`` option of ``topboard check``."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence

from topboard.cli.document import ENDINGS
from topboard.cli.exit_codes import DIFFERENCE, DONE
from topboard.cli.input_files import choose_event_format_for_output
from topboard.cli.json_output import print_value_as_json
from topboard.cli.output_formats import choose_format_by_extension
from topboard.cli.terminal import print_lines
from topboard.diagnosis.repaired_file import write_repaired_event
from topboard.diagnosis.report import (
    diagnose_event,
    diagnosis_to_json,
    format_diagnosis,
)
from topboard.diagnosis.values import Diagnosis
from topboard.documents.diagnosis_report import diagnosis_report
from topboard.documents.render import FORMS, render
from topboard.errors import BadInput, Problem
from topboard.formats.files import write_file_or_stream
from topboard.formats.trf.contradictions import Contradiction
from topboard.messages import say, say_count
from topboard.model import ClaimedStandings, Tournament
from topboard.systems.registry import System


def refuse_outputs_without_diagnosis(request: Namespace) -> None:
    """Raise ``BadInput`` if an output of the diagnosis is requested without ``--diagnose``."""
    for option in ("write", "report"):
        path = getattr(request, option)
        if path and not request.diagnose:
            what = say("this option needs --diagnose")
            remedy = say("Add --diagnose, or remove the option that needs it.")
            raise BadInput([Problem(what, quoted=f"--{option} {path}", remedy=remedy)])


def run_diagnosis(
    request: Namespace,
    event: Tournament,
    system: System,
    numbers: Sequence[int],
    claimed: ClaimedStandings | None,
    contradiction: Contradiction | None,
) -> int:
    """Diagnose the rounds that do not follow the rules, and print and save the diagnosis."""
    forms = _choose_formats(request)
    with _Progress() as progress:
        found = diagnose_event(
            event,
            system,
            numbers,
            quick=request.diagnose == "quick",
            claimed=claimed,
            contradiction=contradiction,
            on_progress=progress.show,
        )
    if request.json:
        print_value_as_json(diagnosis_to_json(found))
    else:
        print_lines(format_diagnosis(found))
    _write_files(request, found, forms)
    differs = contradiction is not None or any(
        one.pairs_differing or one.bye_differs for one in found.rounds
    )
    return DIFFERENCE if differs else DONE


def _choose_formats(request: Namespace) -> tuple[str, str]:
    """Return the formats of the repaired event and of the document, before any work is done."""
    event = choose_event_format_for_output(request.write) if request.write else ""
    report = request.report and choose_format_by_extension(request.report, ENDINGS, FORMS[0], FORMS)
    return event, report or ""


def _write_files(request: Namespace, found: Diagnosis, forms: tuple[str, str]) -> None:
    event_format, report_format = forms
    if request.write:
        write_file_or_stream(write_repaired_event(found, event_format), request.write)
    if request.report:
        write_file_or_stream(render(diagnosis_report(found), report_format), request.report)


class _Progress:
    """The progress of a diagnosis on a terminal."""

    def __init__(self) -> None:
        self.width = 0

    def __enter__(self) -> _Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self.width:
            sys.stderr.write("\r" + " " * self.width + "\r")
            sys.stderr.flush()

    def show(self, number: int, trials: int) -> None:
        """Show the round and the number of trials."""
        if trials % 20 != 1 or not sys.stderr.isatty():
            return
        text = say_count(
            "round {round}: {count:,} assumption tried",
            "round {round}: {count:,} assumptions tried",
            trials,
            round=number,
        )
        self.width = max(self.width, len(text))
        sys.stderr.write("\r" + text.ljust(self.width))
        sys.stderr.flush()
