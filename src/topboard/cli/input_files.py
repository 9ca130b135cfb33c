"""Reading of the event file named on the command line, and handling of common options."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from topboard.cli import journal_input
from topboard.cli.output_formats import choose_format_by_extension
from topboard.cli.streams import print_note
from topboard.errors import BadInput, Problem
from topboard.formats import read
from topboard.formats.lookup import find_participant_number_in_text
from topboard.messages import say
from topboard.model import Number, Tournament
from topboard.questions.rounds import add_options, build_tournament_before_round

JOURNAL_OPENING = b"SQLite format 3\0"
"""The first bytes of every SQLite database, which the journal of an event is."""


def is_journal(file: str) -> bool:
    """Return whether a file is a database, and so probably the journal of an event."""
    try:
        with Path(file).open("rb") as opened:
            return opened.read(len(JOURNAL_OPENING)) == JOURNAL_OPENING
    except (OSError, ValueError):  # A path with a NUL character is a ValueError.
        return False


def read_tournament(request: Namespace) -> Tournament:
    """Return the tournament in the file or journal named on the command line."""
    if is_journal(request.file):
        return add_requested_variations(
            journal_input.read_section(request.file, request.section), request
        )
    refuse_section_without_journal(request)
    tournament = read(
        request.file,
        accept_points=request.accept_points,
        paired_by=getattr(request, "system", None) or "",
        on_note=print_note,
    )
    return add_requested_variations(tournament, request)


def add_requested_variations(tournament: Tournament, request: Namespace) -> Tournament:
    """Add the options given by ``--variation`` to the tournament, and return it."""
    return add_options(tournament, request.variation)


def refuse_section_without_journal(request: Namespace) -> None:
    """Raise ``BadInput`` if a section is requested from a file that is not a journal."""
    if getattr(request, "section", None) is not None:
        what = say("only the journal of an event has sections")
        remedy = say("Leave out --section.")
        raise BadInput([Problem(what, str(request.file), "--section", remedy)])


def read_event_before_round(request: Namespace) -> Tournament:
    """Return the tournament as it was before the requested round."""
    if is_journal(request.file):
        before = journal_input.read_section_before_round(
            request.file, request.section, request.round
        )
        return add_requested_variations(before, request)
    return build_tournament_before_round(read_tournament(request), request.round)


def find_participant(tournament: Tournament, text: str) -> Number:
    """Return the number of the participant identified by a number or a name."""
    return find_participant_number_in_text(tournament.names, text)


def parse_tie_break_codes(text: str) -> tuple[str, ...]:
    """Return the tie-break codes in a string that separates them by commas or spaces."""
    return tuple(text.replace(",", " ").split())


ENDINGS = {"trf": "trf26", "trfx": "trf26", "txt": "trf26", "json": "event-json"}


def choose_event_format_for_output(output: str) -> str:
    """Return the event format for the output file's extension, or event JSON if it has none."""
    return choose_format_by_extension(
        output, ENDINGS, "event-json", ("trf16", "trf26", "event-json")
    )
