"""The documents of a section, as printable pages and PDF files, for users of the desk."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter
from starlette.responses import Response

from topboard.documents.catalog import PAPERS, Paper, papers_of
from topboard.documents.html import style_hash
from topboard.documents.layout import PAPERS as FORMATS
from topboard.documents.render import FORMS, MEDIA_TYPES, render
from topboard.documents.sheet import Document
from topboard.errors import BadInput, Problem
from topboard.messages import retold, say
from topboard.systems.registry import system
from topboard.web.forms import Posted
from topboard.web.public.long_documents import MOST_AT_ONCE, LongPaper, sheets_of
from topboard.web.request_context import AtSection, Form, RequestContext, go_to
from topboard.web.security_headers import CONTENT_POLICY

router = APIRouter(prefix="/e/{event}/s/{section}/paper")

ENDINGS = {"txt": "text", "json": "json", "html": "html", "pdf": "pdf"}


@router.get("/{name}.{ending}")
def paper_page(
    context: AtSection,
    name: str,
    ending: str,
    number: int = 0,
    size: str = "a4",
    category: str = "",
) -> Response:
    """Return a document of the section, or of round ``number`` if it is about a round."""
    if ending not in ENDINGS or size not in FORMATS:
        remedy = say(
            "one of: {form}; on {format}", form=", ".join(FORMS), format=say(" or ").join(FORMATS)
        )
        raise BadInput([Problem(say("there is no such form"), quoted=ending, remedy=remedy)])
    form = ENDINGS[ending]
    long = LongPaper(context, name, number, size)
    work = long.work if form == "pdf" else None
    content: str | bytes | None = None if work is None else long.content()
    if work is not None and content is None:
        return long.page(retold(PAPERS[name].title), work.total)
    if content is None:
        sheets = _sheets(context, name, number, category)
        if form == "pdf" and len(sheets) > MOST_AT_ONCE:
            return long.page(retold(PAPERS[name].title), len(sheets))
        content = render(sheets, form, size)
    file = f"{context.handle.stem}-{context.slug}-{name}{(f'-{number}' if number else '')}.{ending}"
    # The page contains its own style sheet, and the policy allows only that one.
    policy = CONTENT_POLICY.replace("style-src 'self'", f"style-src '{style_hash(size)}'")
    headers = {
        "Content-Disposition": f'inline; filename="{file}"',
        "Content-Security-Policy": policy,
    }
    return Response(content, media_type=MEDIA_TYPES[form], headers=headers)


def _sheets(
    context: RequestContext, name: str, number: int, category: str = ""
) -> tuple[Document, ...]:
    section = context.section.name
    return sheets_of(context.snapshot, section, name, number, context.handle.replay, category)


@router.post("/{name}.pdf")
def begin_paper(context: AtSection, name: str, form: Form) -> Response:
    """Start typesetting a document with very many pages in the background."""
    long = _long_paper_in_form(context, name, form)
    if long.work is None:
        long.begin(len(_sheets(context, name, long.number)))
    return go_to(context.request, _address(context, name, "pdf", long.number, long.size))


@router.post("/{name}.pdf/stop")
def stop_paper(context: AtSection, name: str, form: Form) -> Response:
    """Stop typesetting a document, and discard it."""
    long = _long_paper_in_form(context, name, form)
    long.stop()
    return go_to(
        context.request,
        _address(context, name, "pdf", long.number, long.size),
        [say("Stopped: nothing of the file is kept.")],
    )


def _long_paper_in_form(context: RequestContext, name: str, form: Posted) -> LongPaper:
    size = form.text("size") or FORMATS[0]
    if size not in FORMATS:
        raise BadInput([Problem(say("unknown format of paper"), quoted=size)])
    return LongPaper(context, name, form.optional_number("number") or 0, size)


# --- in the list of documents -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Listed:
    """A line in the list of documents, with its title, purpose and file formats."""

    title: str
    purpose: str
    forms: tuple[tuple[str, str], ...]
    """The name and address of each file format."""


def documents_of(context: RequestContext) -> list[Listed]:
    """Return all documents of a section, with those of the last round first."""
    return [_public(context), *_papers(context), *_round_tables(context), *_files(context)]


def papers_of_round(context: RequestContext, number: int) -> list[tuple[str, str]]:
    """Return the title and PDF address of each document about a published round."""
    known = papers_of(system(context.section.system)).items()
    return [
        (one.title, _address(context, name, "pdf", number)) for name, one in known if one.of_a_round
    ]


def _papers(context: RequestContext) -> list[Listed]:
    known = papers_of(system(context.section.system))
    last = len(context.section.rounds)
    found = []
    for name, one in known.items():
        if not one.of_a_round:
            found.append(_build_listing(context, name, one))
        elif last:
            found.append(_build_listing(context, name, one, last))
        elif name == "board-labels":
            found.append(_build_listing(context, name, one))
    for number in range(last - 1, 0, -1):
        forms = tuple(papers_of_round(context, number))
        found.append(Listed(say("Papers of round {number}", number=number), "PDF", forms))
    return found


def _public(context: RequestContext) -> Listed:
    forms = (
        (say("Pages"), context.public_url(context.slug, "index.html")),
        (say("Hall screen"), context.public_url(context.slug, "hall-1.html")),
        (say("QR code"), context.public_url(context.slug, "qr.svg")),
    )
    if not context.snapshot.public:
        purpose = say("preview: the event is private, only people at the desk see these pages")
        return Listed(say("Public pages"), purpose, forms)
    return Listed(say("Public pages"), say("for players and spectators, without sign-in"), forms)


def _build_listing(context: RequestContext, name: str, one: Paper, number: int = 0) -> Listed:
    title = (
        say("{title}, round {number}", title=retold(one.title), number=number)
        if number
        else retold(one.title)
    )
    forms = (
        (say("To print"), _address(context, name, "html", number)),
        (say("PDF A4"), _address(context, name, "pdf", number)),
        (say("PDF Letter"), _address(context, name, "pdf", number, "letter")),
    )
    return Listed(title, one.purpose, forms)


def _round_tables(context: RequestContext) -> list[Listed]:
    return [
        Listed(
            say("Pairings of round {played}", played=played.number),
            say("for a spreadsheet"),
            (("CSV", context.url("export", f"round-{played.number}.csv")),),
        )
        for played in reversed(context.section.rounds)
    ]


def _files(context: RequestContext) -> list[Listed]:
    report = (("TRF16", "trf16.trf"), ("TRF26", "trf26.trf"), ("JSON", "event.json"))
    return [
        Listed(
            say("Standings"),
            say("for a spreadsheet"),
            (("CSV", context.url("export", "standings.csv")),),
        ),
        Listed(
            say("Report of the section"),
            say("for the federation"),
            tuple((form, context.url("export", file)) for form, file in report),
        ),
        Listed(
            say("Journal of the event"),
            say("every act, chained by hash; Topboard reads it back"),
            (("JSON", context.event_url("journal.json")),),
        ),
    ]


def _address(context: RequestContext, name: str, ending: str, number: int, size: str = "") -> str:
    asked = [f"number={number}"] if number else []
    asked += [f"size={size}"] if size else []
    return context.url("paper", f"{name}.{ending}") + (f"?{'&'.join(asked)}" if asked else "")
