"""The ``topboard document`` command, which writes a document, such as the pairings or standings.

The output formats are text, JSON, HTML and PDF.
"""

from __future__ import annotations

from argparse import Namespace

from topboard._frozen import replace
from topboard.api import choose_system
from topboard.cli.event_actions import find_section
from topboard.cli.exit_codes import DONE
from topboard.cli.output_formats import choose_format_by_extension
from topboard.cli.streams import print_note
from topboard.documents.catalog import PAPERS, DocumentInput, build_documents
from topboard.documents.render import FORMS, render
from topboard.documents.section_input import build_document_input
from topboard.errors import BadInput, NoLegalPairing, Problem
from topboard.event.categories import is_participant_in_category, parse_category
from topboard.event.replay import replay_round
from topboard.formats import read
from topboard.formats.files import read_first_bytes, write_file_or_stream
from topboard.messages import say, say_count
from topboard.model import Tournament
from topboard.reasons.decisions import RoundPairing
from topboard.storage.addresses import is_server_address
from topboard.storage.session import JournalSession
from topboard.systems.registry import System
from topboard.text.suggestions import find_similar_name

ENDINGS = {"txt": "text", "json": "json", "html": "html", "htm": "html", "pdf": "pdf"}
JOURNAL = b"SQLite format 3\0"


def run_document(request: Namespace) -> int:
    """Create the requested document of an event and write it to a file or standard output."""
    if request.name not in PAPERS:
        known, similar = ", ".join(PAPERS), find_similar_name(request.name, PAPERS)
        remedy = (
            say("Did you mean {similar}? Choose one of: {known}.", similar=similar, known=known)
            if similar
            else say("Choose one of: {known}.", known=known)
        )
        raise BadInput([Problem(say("unknown document"), quoted=request.name, remedy=remedy)])
    form = _choose_output_format(request)
    documents = build_documents(request.name, _load_document_input(request))
    content = render(documents, form, request.paper)
    write_file_or_stream(content, request.output)
    return DONE


def _choose_output_format(request: Namespace) -> str:
    """Return the requested output format, or the one implied by the name of the output file."""
    if request.to:
        return str(request.to)
    return choose_format_by_extension(request.output, ENDINGS, FORMS[0], FORMS)


def _load_document_input(request: Namespace) -> DocumentInput:
    if _is_journal_path(request.file):
        return _build_document_input_from_journal(request)
    return _build_document_input_from_event_file(request)


def _is_journal_path(path: str) -> bool:
    if path == "-":
        return False
    return is_server_address(path) or read_first_bytes(path, len(JOURNAL)) == JOURNAL


def _build_document_input_from_journal(request: Namespace) -> DocumentInput:
    with JournalSession.open(request.file, read_only=True) as file:
        section = find_section(file.event, request.section)
        looks_before = PAPERS[request.name].looks_before
        again = (
            (lambda name, number: replay_round(file.entries, name, number))
            if looks_before
            else None
        )
        return build_document_input(
            file.event, section, request.round or 0, again, file.head, request.category or ""
        )


def _build_document_input_from_event_file(request: Namespace) -> DocumentInput:
    tournament = read(
        request.file,
        accept_points=request.accept_points,
        paired_by=request.system or "",
        on_note=print_note,
    )
    system = choose_system(tournament, request.system)
    tournament = system.count_unfinished_games_by_rules(replace(tournament, system=system.name))
    matter = _limit_document_input_to_category(DocumentInput(tournament, system), request.category)
    return (
        _add_round_to_document_input(matter, request.round)
        if PAPERS[request.name].of_a_round
        else matter
    )


def _limit_document_input_to_category(matter: DocumentInput, name: str | None) -> DocumentInput:
    """Return the input for documents limited to a category, such as ``U16`` or ``women``."""
    if not name:
        return matter

    category, facts = parse_category(name), matter.tournament
    inside = (
        c.number
        for c in facts.competitors
        if is_participant_in_category(c, category, facts.details.start)
    )
    return replace(matter, category=name, members=frozenset(inside))


def _add_round_to_document_input(matter: DocumentInput, number: int | None) -> DocumentInput:
    """Return the input for documents with the requested round added, by default the next round."""
    tournament = matter.tournament
    number = number or tournament.round_to_pair
    if not 1 <= number <= tournament.round_to_pair:
        what = say_count(
            "the file contains only round 1",
            "the file contains only rounds 1 to {count}",
            tournament.round_to_pair,
        )
        raise BadInput([Problem(what, quoted=str(number))])
    before = tournament.before(number)
    reasons = _pair_round_if_possible(before, matter.system)
    published = tournament.published
    if number <= len(tournament.rounds):
        published = tournament.rounds[number - 1]
    made = reasons[1] if reasons else None
    return replace(matter, paired=published or made, reasons=reasons, before=before)


def _pair_round_if_possible(
    before: Tournament, system: System
) -> tuple[Tournament, RoundPairing] | None:
    try:
        return before, system.pair(before)
    except NoLegalPairing:
        return None
