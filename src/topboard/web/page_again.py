"""The page from which a form was sent, once more: with what was typed, and what is wrong with it.

The desk is asked for the page anew, so that it shows the event as it is now. The form that was sent
goes with the request, and the templates fill it in.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from starlette.responses import HTMLResponse

if TYPE_CHECKING:
    from fastapi import Request
    from starlette.types import Message

    from topboard.web.sessions import Session
    from topboard.web.submitted_form import SubmittedForm

OF_THE_FORM = ("accept", "accept-encoding", "content-type", "content-length", "if-none-match")
"""Headers that are about what was sent and not about the page it came from."""
SAME = ("asgi", "http_version", "scheme", "server", "client", "root_path")


@dataclass(slots=True)
class FetchedPage:
    """A page of the desk, as it answers now."""

    status: int = 500
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    body: bytes = b""

    async def receive(self, message: Message) -> None:
        """Take in a part of the answer."""
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], list(message["headers"])
        else:
            self.body += message.get("body", b"")

    @property
    def cookies(self) -> list[tuple[bytes, bytes]]:
        """What the browser is to keep."""
        return [(name, value) for name, value in self.headers if name == b"set-cookie"]


async def show_page_again(
    request: Request, status: int, form: SubmittedForm, session: Session | None = None
) -> HTMLResponse | None:
    """The page of a form with what was typed there; None where nothing was."""
    # Nothing is typed on the first page, which also stands for a page that is not ours.
    if form.page_address == "/":
        return None
    fetched = await _fetch_page(request, form, session)
    if fetched.status != 200 or not form.is_filled:
        return None
    answer = HTMLResponse(fetched.body, status)
    answer.raw_headers.extend(fetched.cookies)
    return answer


async def _fetch_page(
    request: Request, form: SubmittedForm, session: Session | None
) -> FetchedPage:
    """Ask the desk for the page of a form in the name of who sent it."""
    split = urlsplit(form.page_address)
    known = {} if session is None else {"session": session, "is_fresh": True}
    scope = {
        **{key: request.scope[key] for key in SAME if key in request.scope},
        "type": "http",
        "method": "GET",
        "path": unquote(split.path),
        "raw_path": split.path.encode(),
        "query_string": split.query.encode(),
        "headers": [pair for pair in request.headers.raw if pair[0].decode() not in OF_THE_FORM],
        "state": {**known, "submitted": form},
    }

    async def send_nothing() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    fetched = FetchedPage()
    await request.app(scope, send_nothing, fetched.receive)
    return fetched
