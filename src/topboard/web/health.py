"""The health check that a proxy requests before it sends requests to a worker."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import PlainTextResponse, Response

from topboard.errors import CannotReadOrWrite
from topboard.messages import say
from topboard.web.request_context import get_app_state
from topboard.web.security_headers import HEALTH

router = APIRouter()


@router.api_route(HEALTH, methods=["GET", "HEAD"])
def check_health(request: Request) -> Response:
    """Return status 200 if the repository responds, otherwise 503.

    The reason for a failure is logged and not shown to the caller.
    """
    try:
        get_app_state(request).repository.check_responding()
    except CannotReadOrWrite:
        return PlainTextResponse(say("The events cannot be reached."), 503)
    return PlainTextResponse(say("The desk is open."))
