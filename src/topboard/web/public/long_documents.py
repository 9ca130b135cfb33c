"""Documents with very many pages, typeset by a background job while a page shows the progress."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.documents.catalog import PAPERS, build_documents
from topboard.documents.layout import order_for_cutting
from topboard.documents.pdf import SHEETS_AT_ONCE, typeset_pdf_parts
from topboard.documents.pdf_merge import merge_pdfs
from topboard.documents.section_input import build_document_input
from topboard.event.replay import replay_round
from topboard.messages import say, say_count
from topboard.web.jobs import JobSpec, JobType
from topboard.web.network_address import find_phone_address
from topboard.web.phone_links import RoundLinks, find_round_links
from topboard.web.public.site import qr_code_markup
from topboard.web.request_context import get_app_state

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from starlette.responses import Response

    from topboard.documents.sheet import Document
    from topboard.event.replay import Replay
    from topboard.event.state import Section
    from topboard.storage.session import EventSnapshot
    from topboard.web.jobs import Job, JobQueue
    from topboard.web.request_context import RequestContext

MOST_AT_ONCE = 3 * SHEETS_AT_ONCE
"""The largest number of pages in a PDF file that is typeset while the user waits."""


def build_document_pages(
    snapshot: EventSnapshot,
    section: str,
    name: str,
    number: int,
    again: Callable[[str, int], Replay],
    category: str = "",
) -> tuple[Document, ...]:
    """Return the pages of a document about a section or a round.

    ``again`` is a function that pairs a published round again.
    """
    asked = PAPERS.get(name)
    looks_before = asked is not None and asked.looks_before
    event = snapshot.event
    matter = build_document_input(
        event,
        event.section(section),
        number,
        again if looks_before else None,
        snapshot.head,
        category,
    )
    return build_documents(name, matter)


WITH_QR_CODES = ("result-slips", "board-labels")
"""The documents of one board each, which show the QR code for reporting its result."""


def find_document_links(context: RequestContext, name: str, number: int) -> RoundLinks | None:
    """Return the links for the QR codes of a document, or None if it has no codes.

    A code that phones cannot open is never printed.
    """
    if name not in WITH_QR_CODES or not find_phone_address(context.request):
        return None
    return find_round_links(context, number or len(context.section.rounds))


def add_qr_codes(
    sheets: tuple[Document, ...], links: RoundLinks | None, section: Section, number: int
) -> tuple[Document, ...]:
    """Return the documents of a round with their QR codes, or unchanged if there are no links."""
    if links is None:
        return sheets
    tables = section.round(number or len(section.rounds)).meetings
    return tuple(
        replace(sheet, code=qr_code_markup(links.format_link(table)))
        for sheet, table in zip(sheets, tables, strict=True)
    )


def _typeset_pdf_parts(
    snapshot: EventSnapshot, asked: Mapping[str, str], after: int
) -> Iterator[bytes]:
    again = partial(replay_round, snapshot.entries)
    sheets = build_document_pages(
        snapshot, asked["section"], asked["paper"], int(asked["number"]), again
    )
    if "links" in asked:
        links = RoundLinks(asked["key"], asked["links"])
        section = snapshot.event.section(asked["section"])
        sheets = add_qr_codes(sheets, links, section, int(asked["number"]))
    ordered = order_for_cutting(sheets)
    return typeset_pdf_parts(ordered[after * SHEETS_AT_ONCE :], asked["size"])


PAPER = JobType[bytes]("paper", _typeset_pdf_parts, dump=bytes, load=bytes, at_once=SHEETS_AT_ONCE)
"""The job type for typesetting a document, with several pages in each step."""


@dataclass(frozen=True, slots=True)
class LongDocument:
    """A PDF file typeset in the background, identified by document, round and paper size."""

    context: RequestContext
    name: str
    number: int
    size: str

    @property
    def _job_spec(self) -> JobSpec[bytes]:
        asked = {
            "section": self.context.section.name,
            "paper": self.name,
            "number": str(self.number),
            "size": self.size,
        }
        if links := find_document_links(self.context, self.name, self.number):
            asked |= {"links": links.address, "key": links.key}
        return JobSpec(PAPER, self.context.handle.stem, asked)

    @property
    def _job_queue(self) -> JobQueue:
        return get_app_state(self.context.request).jobs

    @property
    def current_job(self) -> Job[bytes] | None:
        """Return the job for the current state of the journal, or None if it was not started."""
        found = self._job_queue.find_job(self._job_spec)
        return found if found is not None and found.last_entry == self.context.event.last else None

    def start_job(self, sheets: int) -> None:
        """Start the job that typesets the document, which has ``sheets`` pages."""
        self._job_queue.discard_job(self._job_spec)
        self._job_queue.start_job(self._job_spec, sheets, self.context.event.last)

    def stop(self) -> None:
        """Stop the typesetting of the document, and discard the finished pages."""
        self._job_queue.discard_job(self._job_spec)

    def content(self) -> bytes | None:
        """Return the finished PDF file, or None if it is not complete."""
        work = self.current_job
        whole = work is not None and not work.running and work.items_done == work.item_count
        return merge_pdfs(work.result) if work is not None and whole else None

    def show_progress_page(self, title: str, sheets: int) -> Response:
        """Show the progress of the job.

        If it has not started, show the number of pages and a button that starts it.
        """
        work = self.current_job
        if work is not None and work.problems:
            return self.context.render_page(
                "trouble.html", 500, problems=work.problems, back=self.context.url("documents")
            )
        return self.context.render_page(
            "labour.html",
            work=work,
            heading=title,
            done=say_count(
                "{done} of {count} page created",
                "{done} of {count} pages created",
                sheets,
                done=work.items_done,
            )
            if work
            else "",
            offer=say_count(
                "The PDF will have {count} page. This takes a while. You can use other pages in "
                "the meantime or stop the job.",
                "The PDF will have {count} pages. This takes a while. You can use other pages in "
                "the meantime or stop the job.",
                sheets,
            ),
            begin=say("Create PDF"),
            address=self.context.url("paper", f"{self.name}.pdf"),
            fields=(("number", str(self.number)), ("size", self.size)),
        )
