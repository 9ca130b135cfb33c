"""Papers of very many sheets, set in the background: how far they are, and a way to stop them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from topboard.documents.joining import joined
from topboard.documents.pdf import SHEETS_AT_ONCE, parts_of, pdf_parts
from topboard.messages import say, say_count
from topboard.web.labour import Labour, problems_of
from topboard.web.visits import premises_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.responses import Response

    from topboard.documents.sheet import Document
    from topboard.web.visits import Visit

MOST_AT_ONCE = 3 * SHEETS_AT_ONCE
"""With more sheets than these, a PDF is set in the background."""


class PaperLabour(Labour[bytes]):
    """The work on a paper: its parts, of so many sheets together."""

    def __init__(self, sheets: Sequence[Document], size: str, last_entry: int) -> None:
        self.sheets = len(sheets)
        super().__init__(pdf_parts(sheets, size), len(parts_of(sheets)), last_entry)


@dataclass(frozen=True, slots=True)
class LongPaper:
    """A PDF that somebody asked for: whose, which, of which round and on what paper."""

    visit: Visit
    name: str
    number: int
    size: str

    @property
    def _matter(self) -> str:
        asked = (self.visit.live.stem, self.visit.slug, self.name, str(self.number), self.size)
        return "/".join(asked)

    @property
    def work(self) -> PaperLabour | None:
        """The work on it, if it was begun with the journal as it stands."""
        found = premises_of(self.visit.request).papers.of(self._matter)
        if not isinstance(found, PaperLabour) or found.last_entry != self.visit.event.last:
            return None
        return found

    def begin(self, sheets: Sequence[Document]) -> None:
        """Begin to set it."""
        papers = premises_of(self.visit.request).papers
        papers.forget(self._matter)
        last = self.visit.event.last
        papers.begin(self._matter, lambda: PaperLabour(sheets, self.size, last))

    def stop(self) -> None:
        """Stop it; of what was set nothing is kept."""
        premises_of(self.visit.request).papers.forget(self._matter)

    def content(self) -> bytes | None:
        """The file, as soon as it is whole."""
        work = self.work
        whole = work is not None and not work.running and work.done == work.total
        return joined(work.result) if work is not None and whole else None

    def page(self, title: str, sheets: int) -> Response:
        """How far it is; or, before it is begun, what it will take."""
        work = self.work
        if work is not None and work.failure is not None:
            return self.visit.page(
                "trouble.html", 500, problems=problems_of(work), back=self.visit.url("documents")
            )
        told = say_count("{count} sheet", "{count} sheets", sheets)
        return self.visit.page(
            "labour.html",
            work=work,
            heading=title,
            done=say(
                "{done} of {total} sheets set",
                done=min(sheets, work.done * SHEETS_AT_ONCE),
                total=sheets,
            )
            if work
            else "",
            offer=say(
                "{sheets} are set into one file. This takes a while; you can stop it, and other"
                " pages can be used meanwhile.",
                sheets=told,
            ),
            begin=say("Make the PDF"),
            address=self.visit.url("paper", f"{self.name}.pdf"),
            fields=(("number", str(self.number)), ("size", self.size)),
        )
