"""Showing the page of a refused form again, with the submitted values and the problems.

The application requests the page from itself, so that it shows the current state of the event. The
submitted form is passed along with the request, and the templates fill it in.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from starlette.responses import HTMLResponse

from topboard.web.security_headers import NETWORK_HOSTS

if TYPE_CHECKING:
    from fastapi import Request
    from starlette.types import Message

    from topboard.web.sessions import Session
    from topboard.web.submitted_form import SubmittedForm

OF_THE_FORM = ("accept", "accept-encoding", "content-type", "content-length", "if-none-match")
"""Request headers that belong to the submitted form and are not passed on."""
SAME = ("asgi", "http_version", "scheme", "server", "client", "root_path", NETWORK_HOSTS)
"""What the internal request has in common with the form. A request over the network stays one."""


@dataclass(slots=True)
class FetchedPage:
    """The response to an internal request of the application to itself."""

    status: int = 500
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    body: bytes = b""

    async def receive_message(self, message: Message) -> None:
        """Store one part of the response. This is the ``send`` callable of ASGI."""
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], list(message["headers"])
        else:
            self.body += message.get("body", b"")

    @property
    def cookies(self) -> list[tuple[bytes, bytes]]:
        """Return the response headers that set cookies."""
        return [(name, value) for name, value in self.headers if name == b"set-cookie"]


async def show_form_page_again(
    request: Request, status: int, form: SubmittedForm, session: Session | None = None
) -> HTMLResponse | None:
    """Return the page of a form, filled in with the submitted values.

    Return None if the page cannot be shown, or if it has no field for any of the values.
    """
    # The home page has no fields. It is also the address used if the form came from elsewhere.
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
    """Request the page of a form internally, as the user who submitted the form."""
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

    async def receive_empty_body() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    fetched = FetchedPage()
    await request.app(scope, receive_empty_body, fetched.receive_message)
    return fetched
