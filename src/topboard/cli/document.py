"""The ``topboard document`` command, which writes documents of an event.

The output formats are text, JSON, HTML and PDF.
"""

from __future__ import annotations

from argparse import Namespace

from topboard._frozen import replace
from topboard.api import system_of
from topboard.cli.event_actions import section_named
from topboard.cli.exit_codes import DONE
from topboard.cli.output_formats import format_from_ending
from topboard.cli.streams import tell_note
from topboard.documents.catalog import PAPERS, Matter, paper
from topboard.documents.render import FORMS, render
from topboard.documents.section_facts import matter_of
from topboard.errors import BadInput, NoLegalPairing, Problem
from topboard.event.categories import is_in_category, parse_category
from topboard.event.replay import replay
from topboard.formats import read
from topboard.formats.files import read_head, write_target
from topboard.messages import say
from topboard.model import Tournament
from topboard.reasons.decisions import RoundPairing
from topboard.storage.addresses import is_hosted
from topboard.storage.session import JournalSession
from topboard.systems.registry import System

ENDINGS = {"txt": "text", "json": "json", "html": "html", "htm": "html", "pdf": "pdf"}
JOURNAL = b"SQLite format 3\0"


def document(request: Namespace) -> int:
    """Create the requested document and write it."""
    if request.name not in PAPERS:
        remedy = say("one of: {known}", known=", ".join(PAPERS))
        raise BadInput([Problem(say("unknown document"), quoted=request.name, remedy=remedy)])
    form = _form(request)
    documents = paper(request.name, _matter(request))
    content = render(documents, form, request.paper)
    write_target(content, request.output)
    return DONE


def _form(request: Namespace) -> str:
    """Return the requested output format, or the one implied by the name of the output file."""
    if request.to:
        return str(request.to)
    return format_from_ending(request.output, ENDINGS, FORMS[0], FORMS)


def _matter(request: Namespace) -> Matter:
    if _is_journal(request.file):
        return _of_journal(request)
    return _of_file(request)


def _is_journal(path: str) -> bool:
    if path == "-":
        return False
    return is_hosted(path) or read_head(path, len(JOURNAL)) == JOURNAL


def _of_journal(request: Namespace) -> Matter:
    with JournalSession.open(request.file, read_only=True) as file:
        section = section_named(file.event, request.section)
        looks_before = PAPERS[request.name].looks_before
        again = (lambda name, number: replay(file.entries, name, number)) if looks_before else None
        return matter_of(
            file.event, section, request.round or 0, again, file.head, request.category or ""
        )


def _of_file(request: Namespace) -> Matter:
    tournament = read(
        request.file,
        accept_points=request.accept_points,
        paired_by=request.system or "",
        on_note=tell_note,
    )
    system = system_of(tournament, request.system)
    tournament = system.with_totals_that_count(replace(tournament, system=system.name))
    matter = _of_category(Matter(tournament, system), request.category)
    return _with_round(matter, request.round) if PAPERS[request.name].of_a_round else matter


def _of_category(matter: Matter, name: str | None) -> Matter:
    """Limit the documents to the members of a category, such as ``U16`` or ``women``."""
    if not name:
        return matter

    category, facts = parse_category(name), matter.tournament
    inside = (
        c.number for c in facts.competitors if is_in_category(c, category, facts.details.start)
    )
    return replace(matter, category=name, members=frozenset(inside))


def _with_round(matter: Matter, number: int | None) -> Matter:
    """Add the requested round, by default the next one, to the input of the documents."""
    tournament = matter.tournament
    number = number or tournament.round_to_pair
    if not 1 <= number <= tournament.round_to_pair:
        what = say("the file knows rounds 1 to {last}", last=tournament.round_to_pair)
        raise BadInput([Problem(what, quoted=str(number))])
    before = tournament.before(number)
    reasons = _reasons(before, matter.system)
    published = tournament.published
    if number <= len(tournament.rounds):
        published = tournament.rounds[number - 1]
    made = reasons[1] if reasons else None
    return replace(matter, paired=published or made, reasons=reasons, before=before)


def _reasons(before: Tournament, system: System) -> tuple[Tournament, RoundPairing] | None:
    try:
        return before, system.pair(before)
    except NoLegalPairing:
        return None
