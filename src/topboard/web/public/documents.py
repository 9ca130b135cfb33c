"""Routes for the documents of a section, as print versions and as PDF and other files."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from topboard.documents.catalog import PAPERS, DocumentKind, available_document_kinds
from topboard.documents.html import style_sheet_hash
from topboard.documents.layout import PAPERS as FORMATS
from topboard.documents.render import MEDIA_TYPES, render
from topboard.documents.sheet import Document, count_missing_results
from topboard.errors import BadInput, Problem
from topboard.event.tournament import build_tournament
from topboard.messages import message, say, say_count, say_kept, translate_worded, worded
from topboard.systems.registry import system
from topboard.web.forms import PostedForm
from topboard.web.public.long_documents import (
    MOST_AT_ONCE,
    LongDocument,
    add_qr_codes,
    build_document_pages,
    find_document_links,
)
from topboard.web.request_context import AtSection, Form, RequestContext, redirect_to
from topboard.web.security_headers import CONTENT_POLICY

router = APIRouter(prefix="/e/{event}/s/{section}/paper")

ENDINGS = {"txt": "text", "json": "json", "html": "html", "pdf": "pdf"}


@router.get("/selected.pdf")
def download_selected_documents(
    context: AtSection,
    document: Annotated[tuple[str, ...], Query()] = (),
    number: int = 0,
    size: str = FORMATS[0],
) -> Response:
    """Return one PDF file with all selected documents, in the order of the page."""
    _check_paper_size(size)
    if not document:
        remedy = say("Check the boxes of the documents that you need.")
        raise BadInput([Problem(say("No document is selected."), remedy=remedy)])
    context.record_view()
    sheets: list[Document] = []
    for name in document:
        about = number if name in PAPERS and PAPERS[name].of_a_round else 0
        sheets += _build_document_pages(context, name, about)
    if len(sheets) > MOST_AT_ONCE:
        what = say_count(
            "The selected documents have {count} page or card.",
            "The selected documents have {count} pages and cards.",
            len(sheets),
        )
        raise BadInput([Problem(what, remedy=say("Select fewer documents."))])
    headers = {
        "Content-Disposition": f'inline; filename="{context.handle.stem}-{context.slug}.pdf"'
    }
    return Response(render(sheets, "pdf", size), media_type=MEDIA_TYPES["pdf"], headers=headers)


@router.get("/{name}.{ending}")
def download_document(
    context: AtSection,
    name: str,
    ending: str,
    number: int = 0,
    size: str = "a4",
    category: str = "",
) -> Response:
    """Return a document about the section, or about round ``number``, in the requested file
    format.
    """
    if ending not in ENDINGS:
        remedy = say("Choose one of: {known}.", known=", ".join(ENDINGS))
        raise BadInput(
            [Problem(say("There is no such file format."), quoted=ending, remedy=remedy)]
        )
    _check_paper_size(size)
    # A document is printed for the players.
    context.record_view()
    form = ENDINGS[ending]
    long = LongDocument(context, name, number, size)
    work = long.current_job if form == "pdf" else None
    content: str | bytes | None = None if work is None else long.content()
    if work is not None and content is None:
        return long.show_progress_page(translate_worded(PAPERS[name].title), work.item_count)
    if content is None:
        sheets = _build_document_pages(context, name, number, category)
        if form == "pdf" and len(sheets) > MOST_AT_ONCE:
            return long.show_progress_page(translate_worded(PAPERS[name].title), len(sheets))
        content = render(sheets, form, size)
    file = f"{context.handle.stem}-{context.slug}-{name}{(f'-{number}' if number else '')}.{ending}"
    # The page contains its own style sheet, and the policy allows only that one.
    policy = CONTENT_POLICY.replace("style-src 'self'", f"style-src '{style_sheet_hash(size)}'")
    headers = {
        "Content-Disposition": f'inline; filename="{file}"',
        "Content-Security-Policy": policy,
    }
    return Response(content, media_type=MEDIA_TYPES[form], headers=headers)


def _check_paper_size(size: str) -> None:
    if size not in FORMATS:
        remedy = say("Choose one of: {known}.", known=", ".join(FORMATS))
        raise BadInput([Problem(say("There is no such paper size."), quoted=size, remedy=remedy)])


def _build_document_pages(
    context: RequestContext, name: str, number: int, category: str = ""
) -> tuple[Document, ...]:
    section = context.section.name
    sheets = build_document_pages(
        context.snapshot, section, name, number, context.handle.replay_round, category
    )
    links = find_document_links(context, name, number)
    return add_qr_codes(sheets, links, context.section, number)


@router.post("/{name}.pdf")
def start_typesetting(context: AtSection, name: str, form: Form) -> Response:
    """Start a background job that typesets a document with very many pages."""
    long = _read_long_document_request(context, name, form)
    if long.current_job is None:
        long.start_job(len(_build_document_pages(context, name, long.number)))
    return redirect_to(context.request, _document_url(context, name, "pdf", long.number, long.size))


@router.post("/{name}.pdf/stop")
def stop_typesetting(context: AtSection, name: str, form: Form) -> Response:
    """Stop the typesetting of a document, and discard the finished pages."""
    long = _read_long_document_request(context, name, form)
    long.stop()
    return redirect_to(
        context.request,
        _document_url(context, name, "pdf", long.number, long.size),
        [say("The job was stopped. No file was created.")],
    )


def _read_long_document_request(
    context: RequestContext, name: str, form: PostedForm
) -> LongDocument:
    size = form.text("size") or FORMATS[0]
    _check_paper_size(size)
    return LongDocument(context, name, form.optional_number("number") or 0, size)


# --- list of documents -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DocumentListing:
    """A line in the list of documents, with a title, a purpose and links to the file formats."""

    title: str
    purpose: str
    forms: tuple[tuple[str, str], ...]
    """The name and the link of each file format."""
    name: str = ""
    """The name with which the document can be selected; empty if it is no document to print."""
    remark: str = ""
    """The reason why the document is not final, or why it is not useful yet."""
    is_dimmed: bool = False
    """Whether the document is not useful yet."""


@dataclass(frozen=True, slots=True)
class SuggestedDocument:
    """A document that is needed now, which the page offers as a large button."""

    label: str
    remark: str
    url: str


@dataclass(frozen=True, slots=True)
class DocumentGroup:
    """The documents under one heading of the list."""

    key: str
    """The anchor of the heading on the page."""
    heading: str
    documents: tuple[DocumentListing, ...]
    is_open: bool = False
    """Whether the group is unfolded when the page opens."""


GROUPS: dict[str, tuple[str, tuple[str, ...]]] = {
    "results": (
        worded("Results and standings"),
        (
            "standings",
            "cross-table",
            "wall-chart",
            "tie-breaks",
            "team-players",
            "board-results",
            "averages",
        ),
    ),
    "participants": (
        worded("Lists of participants"),
        (
            "starting-list",
            "alphabetical-list",
            "list-by-rating",
            "list-by-federation",
            "list-by-club",
            "rosters",
        ),
    ),
    "cards": (
        worded("Cards, labels and score sheets"),
        ("name-cards", "board-labels", "score-sheets", "pairing-cards"),
    ),
    "before": (worded("Before round 1"), ("announcement", "timetable")),
    "end": (worded("End of the event"), ("prizes", "certificates")),
}
"""The groups of documents on the page that are not only about one round.

Each has its heading and the names of its documents, in the order of the page.
"""

FIRST_OF_ROUND = "round-pack"
"""The document that contains most others of a round, which is listed before them."""

LABELS = "board-labels"
"""The only document of a round that can be printed before a round is published."""


PREFERRED_PAPER = "paper"
"""The name of the cookie with the paper size that was last chosen in this browser."""
LETTER_FEDERATIONS = frozenset(("CAN", "USA"))
"""The federations in which Letter is the usual paper."""


def choose_paper_size(context: RequestContext, asked: str = "") -> str:
    """Return the requested paper size, the one chosen before, or the usual one of the federation.

    Raise ``BadInput`` if the requested size is unknown.
    """
    if asked:
        _check_paper_size(asked)
        return asked
    chosen = context.request.cookies.get(PREFERRED_PAPER, "")
    if chosen in FORMATS:
        return chosen
    is_letter = context.event.details.federation in LETTER_FEDERATIONS
    return "letter" if is_letter else FORMATS[0]


class _Stage(Enum):
    """How far a section has come, as far as it decides which documents are needed."""

    ENTRIES = "entries"
    PLAYING = "playing"
    BETWEEN_ROUNDS = "between rounds"
    FINISHED = "finished"


def _find_stage(context: RequestContext) -> _Stage:
    section = context.section
    if not section.rounds:
        return _Stage.ENTRIES
    if _count_missing_results(context):
        return _Stage.PLAYING
    is_last = len(section.rounds) >= section.settings.rounds
    return _Stage.FINISHED if is_last else _Stage.BETWEEN_ROUNDS


def _count_missing_results(context: RequestContext) -> int:
    """Return the number of games or matches without a result in all rounds."""
    facts = build_tournament(context.event, context.section)
    return count_missing_results(facts)


SUGGESTIONS: dict[_Stage, tuple[str, ...]] = {
    _Stage.ENTRIES: ("announcement", "starting-list", "name-cards"),
    _Stage.PLAYING: ("pairing-sheet", "match-sheets", "result-slips", "standings"),
    _Stage.BETWEEN_ROUNDS: ("standings", "cross-table", "wall-chart"),
    _Stage.FINISHED: ("standings", "prizes", "certificates", "cross-table"),
}
"""The documents that are needed at each stage. The first three that make sense become buttons."""
MOST_SUGGESTIONS = 3
PRINT = {
    "announcement": message("Print announcement"),
    "starting-list": message("Print starting list"),
    "name-cards": message("Print name cards"),
    "pairing-sheet": message("Print pairings"),
    "match-sheets": message("Print match sheets"),
    "result-slips": message("Print result slips"),
    "standings": message("Print standings"),
    "cross-table": message("Print cross table"),
    "wall-chart": message("Print wall chart"),
    "prizes": message("Print prizes"),
    "certificates": message("Print certificates"),
}
OPEN_GROUPS: dict[_Stage, tuple[str, ...]] = {
    _Stage.ENTRIES: ("before", "participants"),
    _Stage.PLAYING: ("round", "results"),
    _Stage.BETWEEN_ROUNDS: ("round", "results"),
    _Stage.FINISHED: ("results", "reports", "end"),
}


def suggest_documents(
    context: RequestContext, number: int, size: str
) -> tuple[SuggestedDocument, ...]:
    """Return the documents that are needed now, which depend on the stage of the section."""
    known = available_document_kinds(system(context.section.system))
    found = []
    stage = _find_stage(context)
    for name in SUGGESTIONS[stage]:
        remark, is_dimmed = _describe_readiness(context, name, stage)
        # In a team event, captains sign match sheets.
        is_spare = name == "result-slips" and "match-sheets" in known
        if name not in known or is_dimmed or is_spare:
            continue
        about = number if known[name].of_a_round else 0
        words = say("Round {number}", number=number) if about else remark
        url = _document_url(context, name, "pdf", about, size)
        found.append(SuggestedDocument(say_kept(PRINT[name]), words, url))
    return tuple(found[:MOST_SUGGESTIONS])


def _describe_readiness(context: RequestContext, name: str, stage: _Stage) -> tuple[str, bool]:
    """Return a remark on a document that is not final, and whether the document makes no sense."""
    if name == "prizes" and context.section.prizes is None:
        return say("No prizes have been set."), True
    if name == "certificates" and stage is not _Stage.FINISHED:
        return say("Provisional until the last result is recorded."), True
    if name == "standings" and (missing := _count_missing_results(context)):
        return (
            say_count(
                "Provisional: {count} result is missing.",
                "Provisional: {count} results are missing.",
                missing,
            ),
            False,
        )
    if name == "standings" and stage is _Stage.ENTRIES:
        return say("No round has been published yet."), True
    return "", False


def list_section_documents(
    context: RequestContext, number: int, size: str = FORMATS[0]
) -> list[DocumentGroup]:
    """Return all documents of a section in groups, for one published round and one paper size.

    Number 0 means that no round has been published.
    """
    _check_paper_size(size)
    known = available_document_kinds(system(context.section.system))
    elsewhere = {name for _, names in GROUPS.values() for name in names}
    of_round = sorted(known.keys() - elsewhere, key=list(known).index)
    of_round.sort(key=lambda name: name != FIRST_OF_ROUND)
    stage = _find_stage(context)

    def listing(name: str) -> DocumentListing:
        return _build_document_listing(context, name, known[name], number, size, stage)

    groups = [
        DocumentGroup(
            key,
            translate_worded(heading),
            tuple(
                listing(name)
                for name in names
                if name in known and (number or not known[name].of_a_round or name == LABELS)
            ),
        )
        for key, (heading, names) in GROUPS.items()
    ]
    reports = DocumentGroup(
        "reports", say("Federation report and files"), _list_export_files(context)
    )
    pages = DocumentGroup("pages", say("Public pages"), (_build_public_pages_listing(context),))
    groups.insert(1, reports)
    groups.append(pages)
    if number:
        heading = say("Round {number}", number=number)
        groups.insert(0, DocumentGroup("round", heading, tuple(map(listing, of_round))))
    opened = {*OPEN_GROUPS[stage], *(["round"] if number < len(context.section.rounds) else [])}
    return [replace(group, is_open=group.key in opened) for group in groups]


def list_round_documents(context: RequestContext, number: int) -> list[tuple[str, str]]:
    """Return the title and the PDF link of each document about a published round."""
    known = available_document_kinds(system(context.section.system)).items()
    size = choose_paper_size(context)
    asked = size if size != FORMATS[0] else ""
    return [
        (one.title, _document_url(context, name, "pdf", number, asked))
        for name, one in known
        if one.of_a_round
    ]


def _build_public_pages_listing(context: RequestContext) -> DocumentListing:
    forms = (
        (say("Pages"), context.public_url(context.slug, "index.html")),
        (say("Hall screen"), context.public_url(context.slug, "hall-1.html")),
        (say("QR code"), context.public_url(context.slug, "qr.svg")),
    )
    purpose = (
        say("Players and spectators read these pages without signing in.")
        if context.snapshot.public
        else say("Preview. The event is private, so only signed-in users can see these pages.")
    )
    return DocumentListing(say("Pages of this event"), purpose, forms)


SPREADSHEETS = {"pairing-sheet": "round-{number}.csv", "standings": "standings.csv"}
"""The documents that are also available as spreadsheets, with the names of the files."""


def _build_document_listing(
    context: RequestContext,
    name: str,
    one: DocumentKind,
    number: int,
    size: str,
    stage: _Stage,
) -> DocumentListing:
    about = number if one.of_a_round else 0
    # The first size is the one that documents have if their address names none.
    asked = size if size != FORMATS[0] else ""
    pdf = say("PDF Letter") if size == "letter" else say("PDF A4")
    forms = [
        (say("Print version"), _document_url(context, name, "html", about, asked)),
        (pdf, _document_url(context, name, "pdf", about, asked)),
    ]
    if name in SPREADSHEETS:
        forms.append(("CSV", context.url("export", SPREADSHEETS[name].format(number=number))))
    remark, is_dimmed = _describe_readiness(context, name, stage)
    # Certificates can be printed as a draft, but there is nothing to print without prizes.
    is_offered = not (name == "prizes" and is_dimmed)
    instead = ((say("Set prizes"), context.url("prizes")),)
    return DocumentListing(
        title=translate_worded(one.title),
        purpose=translate_worded(one.purpose),
        forms=tuple(forms) if is_offered else instead,
        name=name if is_offered else "",
        remark=remark,
        is_dimmed=is_dimmed,
    )


def _list_export_files(context: RequestContext) -> tuple[DocumentListing, ...]:
    report = (("TRF26", "trf26.trf"), ("TRF16", "trf16.trf"))
    return (
        DocumentListing(
            say("Federation report"),
            say("a TRF file, to have the section rated; TRF16 is the older format"),
            tuple((form, context.url("export", file)) for form, file in report),
        ),
        DocumentListing(
            say("Section file"),
            say("all facts of the section, for Topboard and other programs"),
            (("JSON", context.url("export", "event.json")),),
        ),
        DocumentListing(
            say("Event journal"),
            say("every recorded action of the event, ready to import into Topboard"),
            (("JSON", context.event_url("journal.json")),),
        ),
    )


def _document_url(
    context: RequestContext, name: str, ending: str, number: int, size: str = ""
) -> str:
    asked = [f"number={number}"] if number else []
    asked += [f"size={size}"] if size else []
    return context.url("paper", f"{name}.{ending}") + (f"?{'&'.join(asked)}" if asked else "")
