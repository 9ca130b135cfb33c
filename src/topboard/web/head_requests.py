"""Responses to HEAD requests for every page, like those to GET but without the body."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.requests import ClientDisconnect

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send


class HeadRequestMiddleware:
    """A middleware that answers HEAD like GET and stops endless streaming responses."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, passing anything but HEAD through unchanged."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return
        is_answered = False

        async def send_head(message: Message) -> None:
            nonlocal is_answered
            if message["type"] == "http.response.start":
                await send(message)
                await send({"type": "http.response.body", "body": b""})
                is_answered = True
            elif message.get("more_body"):
                # This makes a streaming response end, because the client no longer listens.
                raise ClientDisconnect

        async def receive_until_answered() -> Message:
            return {"type": "http.disconnect"} if is_answered else await receive()

        try:
            await self.app({**scope, "method": "GET"}, receive_until_answered, send_head)
        except ClientDisconnect:
            if not is_answered:
                raise
