"""Whether a worker can serve: a proxy asks before it sends anybody there."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import PlainTextResponse, Response

from topboard.errors import CannotReadOrWrite
from topboard.messages import say
from topboard.web.request_context import premises_of
from topboard.web.security_headers import HEALTH

router = APIRouter()


@router.api_route(HEALTH, methods=["GET", "HEAD"])
def healthy(request: Request) -> Response:
    """Whether the home of the events answers; why not is for the log, not for whoever asks."""
    try:
        premises_of(request).home.refuse_silence()
    except CannotReadOrWrite:
        return PlainTextResponse(say("The events cannot be reached."), 503)
    return PlainTextResponse(say("The desk is open."))
