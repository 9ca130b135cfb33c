"""Routes for the documents of a section, as print versions and as PDF and other files."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter
from starlette.responses import Response

from topboard.documents.catalog import PAPERS, DocumentKind, available_document_kinds
from topboard.documents.html import style_sheet_hash
from topboard.documents.layout import PAPERS as FORMATS
from topboard.documents.render import MEDIA_TYPES, render
from topboard.documents.sheet import Document
from topboard.errors import BadInput, Problem
from topboard.messages import say, translate_worded
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


def list_section_documents(context: RequestContext) -> list[DocumentListing]:
    """Return the list of all documents of a section, with those of later rounds first."""
    return [
        _build_public_pages_listing(context),
        *_list_printable_documents(context),
        *_list_round_spreadsheets(context),
        *_list_export_files(context),
    ]


def list_round_documents(context: RequestContext, number: int) -> list[tuple[str, str]]:
    """Return the title and the PDF link of each document about a published round."""
    known = available_document_kinds(system(context.section.system)).items()
    return [
        (one.title, _document_url(context, name, "pdf", number))
        for name, one in known
        if one.of_a_round
    ]


def _list_printable_documents(context: RequestContext) -> list[DocumentListing]:
    known = available_document_kinds(system(context.section.system))
    last = len(context.section.rounds)
    found = []
    for name, one in known.items():
        if not one.of_a_round:
            found.append(_build_document_listing(context, name, one))
        elif last:
            found.append(_build_document_listing(context, name, one, last))
        elif name == "board-labels":
            found.append(_build_document_listing(context, name, one))
    for number in range(last - 1, 0, -1):
        forms = tuple(list_round_documents(context, number))
        found.append(
            DocumentListing(say("Documents for round {number}", number=number), "PDF", forms)
        )
    return found


def _build_public_pages_listing(context: RequestContext) -> DocumentListing:
    forms = (
        (say("Pages"), context.public_url(context.slug, "index.html")),
        (say("Hall screen"), context.public_url(context.slug, "hall-1.html")),
        (say("QR code"), context.public_url(context.slug, "qr.svg")),
    )
    if not context.snapshot.public:
        purpose = say("Preview. The event is private, so only signed-in users can see these pages.")
        return DocumentListing(say("Public pages"), purpose, forms)
    return DocumentListing(
        say("Public pages"), say("For players and spectators; no sign-in needed"), forms
    )


def _build_document_listing(
    context: RequestContext, name: str, one: DocumentKind, number: int = 0
) -> DocumentListing:
    title = (
        say("{title}, round {number}", title=translate_worded(one.title), number=number)
        if number
        else translate_worded(one.title)
    )
    forms = (
        (say("Print version"), _document_url(context, name, "html", number)),
        (say("PDF A4"), _document_url(context, name, "pdf", number)),
        (say("PDF Letter"), _document_url(context, name, "pdf", number, "letter")),
    )
    return DocumentListing(title, one.purpose, forms)


def _list_round_spreadsheets(context: RequestContext) -> list[DocumentListing]:
    return [
        DocumentListing(
            say("Pairings of round {number}", number=played.number),
            say("For spreadsheets"),
            (("CSV", context.url("export", f"round-{played.number}.csv")),),
        )
        for played in reversed(context.section.rounds)
    ]


def _list_export_files(context: RequestContext) -> list[DocumentListing]:
    report = (("TRF16", "trf16.trf"), ("TRF26", "trf26.trf"), ("JSON", "event.json"))
    return [
        DocumentListing(
            say("Standings"),
            say("For spreadsheets"),
            (("CSV", context.url("export", "standings.csv")),),
        ),
        DocumentListing(
            say("Section report"),
            say("For the federation"),
            tuple((form, context.url("export", file)) for form, file in report),
        ),
        DocumentListing(
            say("Event journal"),
            say("Every action in a hash chain, ready to import into Topboard"),
            (("JSON", context.event_url("journal.json")),),
        ),
    ]


def _document_url(
    context: RequestContext, name: str, ending: str, number: int, size: str = ""
) -> str:
    asked = [f"number={number}"] if number else []
    asked += [f"size={size}"] if size else []
    return context.url("paper", f"{name}.{ending}") + (f"?{'&'.join(asked)}" if asked else "")
