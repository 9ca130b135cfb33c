"""The application, with the state shared by requests, the pages, the API and error handlers."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.exception_handlers import request_validation_exception_handler
from fastapi.exceptions import RequestValidationError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import compile_path
from starlette.staticfiles import StaticFiles

from topboard import __version__
from topboard._frozen import replace
from topboard.errors import (
    AuthorityNeeded,
    BadInput,
    CannotReadOrWrite,
    ConfirmationNeeded,
    Conflict,
    NoLegalPairing,
    OutcomeUnknown,
    Problem,
    TopboardError,
    Unreachable,
)
from topboard.messages import say
from topboard.serialize import event_answers
from topboard.storage.rating_lists import RatingLists
from topboard.web import api, auth, health
from topboard.web.accounts import NotAllowed
from topboard.web.desk import (
    check,
    compare,
    decisions,
    entries,
    event_list,
    events,
    history,
    lots,
    members,
    pairing,
    people,
    presence,
    prizes,
    rating_lists,
    reasons,
    results,
    schedule,
    standings,
    takeover,
    templates,
    visibility,
)
from topboard.web.forms import KEPT, Posted
from topboard.web.head_requests import HeadRequests
from topboard.web.page_again import show_page_again
from topboard.web.public import documents, long_documents, preview, routes
from topboard.web.public.cached_pages import CachedPages
from topboard.web.repository import EventRepository, Overtaken, UnknownEvent
from topboard.web.request_context import (
    LOOKING,
    AppState,
    Declined,
    SignInNeeded,
    app_state_of,
    page,
    read_form,
    require_user,
    session_of,
    wants_json,
    way_back,
)
from topboard.web.security_headers import LOOPBACK, Hardening
from topboard.web.sessions import Sessions
from topboard.web.submitted_form import Refusal, SubmittedForm

LOG = logging.getLogger("topboard.desk")
SOON = {"Retry-After": "5"}
"""The header sent to a program while the repository is not responding."""
PAGES = (
    event_list.router,
    events.router,
    schedule.router,
    visibility.router,
    preview.router,
    # This router comes before the entries, whose routes would take its paths for numbers.
    rating_lists.router,
    entries.router,
    lots.router,
    people.router,
    presence.router,
    prizes.router,
    pairing.router,
    results.router,
    standings.router,
    decisions.router,
    reasons.router,
    check.router,
    compare.router,
    history.router,
    members.router,
    templates.router,
    takeover.router,
)


def _build_router() -> APIRouter:
    """Return the router of the desk pages, the API and the public pages, in order of lookup."""
    made = APIRouter()
    for router in (auth.router, health.router):
        made.include_router(router, include_in_schema=False)
    for router in PAGES:
        made.include_router(router, include_in_schema=False, dependencies=[Depends(require_user)])
    made.include_router(api.router, prefix="/api/v1")
    for router in (routes.router, documents.router):
        made.include_router(router, include_in_schema=False)
    return made


DESK = _build_router()
"""The router shared by all desks of a process, so that routes are analysed only once."""
JOB_TYPES = (check.CHECK, compare.COMPARISON, long_documents.PAPER)
"""The kinds of background jobs."""


def create_app(
    repository: EventRepository,
    *,
    open_to_all: bool = True,
    hosts: Collection[str] = (),
    ratings: str | Path | None = None,
) -> FastAPI:
    """Create the desk application for a repository.

    ``open_to_all`` allows everyone without signing in, for a desk that only this machine can reach.
    ``ratings`` is the folder of the rating lists.
    """

    app = FastAPI(
        title="Topboard",
        version=__version__,
        description="Events, pairings with their reasons, and the acts of the arbiter.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
        lifespan=_open_and_close,
        routes=[*DESK.routes],
    )
    # If users need not sign in, a key for the lifetime of the process is enough.
    key = secrets.token_urlsafe(32) if open_to_all else repository.accounts.signing_key()
    app.state.app_state = AppState(
        repository,
        Sessions(key),
        RatingLists(ratings),
        repository.jobs(JOB_TYPES),
        open_to_all=open_to_all,
    )
    app.mount("/static", StaticFiles(directory=Path(__file__).parent / "static"), name="static")
    app.add_middleware(CachedPages, sites=app.state.app_state.sites)
    app.add_middleware(HeadRequests)
    app.add_middleware(Hardening, hosts=hosts or (LOOPBACK if open_to_all else ()))
    app.add_exception_handler(TopboardError, on_error)
    app.add_exception_handler(SignInNeeded, on_sign_in_needed)
    app.add_exception_handler(HTTPException, on_http_error)
    app.add_exception_handler(RequestValidationError, on_bad_request)
    return app


@asynccontextmanager
async def _open_and_close(app: FastAPI) -> AsyncIterator[None]:
    """Listen for new journal entries while the desk runs, if the repository announces them."""
    app_state: AppState = app.state.app_state
    listening = asyncio.create_task(app_state.repository.listen(app_state.broadcasts.wake))
    yield
    listening.cancel()
    with suppress(asyncio.CancelledError):
        await listening
    await run_in_threadpool(app_state.jobs.close)
    await run_in_threadpool(app_state.repository.close)


# --- errors as pages --------------------------------------------------------------------------


def status_of(error: Exception) -> int:
    """Return the HTTP status for an error."""
    match error:
        case NotAllowed():
            return 403
        case UnknownEvent():
            return 404
        case Conflict():
            return 409
        case BadInput() | NoLegalPairing():
            return 422
        case Unreachable():
            return 503
        case _:
            return 500


def problems_of(
    error: Exception, repository: EventRepository, *, every: bool = False
) -> list[Problem]:
    """Return the problems of an error. An error without any is converted to one problem.

    A page shows only why an action was refused, while a program gets ``every`` problem.
    """
    if isinstance(error, Unreachable):
        # The details of the database connection belong in the log of the server's operator.
        LOG.warning("%s", error)
        if isinstance(error, OutcomeUnknown):
            what = say("the connection to the database broke while this was being saved")
            return [Problem(what, remedy=say("look whether it is there before you send it again"))]
        what = say("the database of the desk does not answer just now")
        return [Problem(what, remedy=say("try again in a moment"))]
    found = event_answers.problems_of(error)
    if isinstance(error, BadInput) and not every:
        found = error.problems
    return [
        replace(p, what=repository.discreet(p.what), where=repository.discreet(p.where))
        for p in found
    ]


async def on_error(request: Request, error: Exception) -> Response:
    """Return the response to a Topboard error, as a page or, for the API, as JSON."""
    by_program = request.url.path.startswith("/api/")
    problems = problems_of(error, app_state_of(request).repository, every=by_program)
    if by_program or wants_json(request):
        headers = SOON if isinstance(error, Unreachable) else {}
        return JSONResponse(api.error_json(error, problems), status_of(error), headers)
    if isinstance(error, Unreachable):
        return await _unavailable_page(request, problems)
    sent: Posted = getattr(request.state, "posted", Posted())
    content: dict[str, Any] = {
        "problems": problems,
        "fields": sent.of_the_act(),
        "sent": sent,
        "action": request.url.path,
        "back": way_back(request),
        "context": getattr(request.state, "context", None),
    }
    if (again := await _form_again(request, error, problems, sent)) is not None:
        return again
    match error:
        case Declined():
            return RedirectResponse(way_back(request), 303)
        case Overtaken():
            return page(request, "overtaken.html", 409, entries=error.entries, **content)
        case ConfirmationNeeded():
            return page(request, "confirm.html", 422, asks=error.asks, **content)
        case AuthorityNeeded():
            known = app_state_of(request).sessions.authorities(request, session_of(request))
            return page(
                request, "authority.html", 422, offices=error.offices, known=known, **content
            )
        case CannotReadOrWrite():
            return page(request, "trouble.html", status_of(error), **content)
        case _:
            return page(request, "refused.html", status_of(error), **content)


async def _unavailable_page(request: Request, problems: list[Problem]) -> Response:
    """Return the page for a repository that is not responding. Form input is kept."""
    is_form = request.method not in LOOKING
    if is_form and not hasattr(request.state, "posted"):
        await read_form(request)
    sent: Posted = getattr(request.state, "posted", Posted())
    if is_form and request.url.path == "/sign-in":
        failure = say("Nobody can sign in just now: the database of the desk does not answer.")
        return auth.sign_in_form(request, sent, failure, 503)
    back = way_back(request)
    answer = page(
        request,
        "away.html",
        503,
        problems=problems,
        is_form=is_form,
        sent=sent,
        again=sent.again(back),
        action=request.url.path,
        back=back,
    )
    answer.headers.update(SOON)
    return answer


async def _form_again(
    request: Request, error: Exception, problems: list[Problem], sent: Posted
) -> Response | None:
    """Return the page of a rejected form with the input as sent, or None if there was none."""
    match error:
        case ConfirmationNeeded() | AuthorityNeeded() | NotAllowed():
            return None
        case Declined():
            refusal = Refusal(say("Nothing was written. What you typed stands below."))
        case Overtaken():
            refusal = Refusal(say("Somebody else acted first"), (), error.entries)
        case BadInput() | NoLegalPairing():
            refusal = Refusal(say("Not done"), problems)
        case _:
            return None
    if request.method in LOOKING:
        return None
    form = SubmittedForm(sent, request.url.path, way_back(request), refusal)
    return await show_page_again(request, status_of(error), form)


async def on_sign_in_needed(request: Request, _error: Exception) -> Response:
    """Redirect to the sign-in page, which returns the user to their form input afterwards."""
    if wants_json(request):
        return JSONResponse({"kind": "sign-in", "problems": [{"what": say("sign in first")}]}, 401)
    if request.method in LOOKING:
        return RedirectResponse(f"/sign-in?next={quote(request.url.path)}", 303)
    sent = await read_form(request)
    if (target := way_back(request)) == "/":
        return RedirectResponse("/sign-in", 303)
    kept = [(f"{KEPT}{name}", value) for name, value in sent.said if name != "token"]
    kept.append((f"{KEPT}to", request.url.path))
    return auth.sign_in_form(request, Posted((("next", target), *kept)), status=401)


def on_http_error(request: Request, error: Exception) -> Response:
    """Return the response for a missing page or method, as a page or as JSON for programs."""
    assert isinstance(error, HTTPException)
    if request.url.path.startswith("/api/"):
        what = {"kind": "error", "problems": [{"what": str(error.detail)}]}
        headers = dict(error.headers or {})
        if error.status_code == 405:
            headers["Allow"] = ", ".join(_allowed_methods(request))
        return JSONResponse(what, error.status_code, headers=headers)
    problem = Problem(str(error.detail), quoted=request.url.path)
    return page(request, "trouble.html", error.status_code, problems=[problem], back="/")


def _allowed_methods(request: Request) -> list[str]:
    """Return the methods allowed at the requested path, collected from all matching routes."""
    path = request.url.path
    described: dict[str, dict[str, Any]] = request.app.openapi()["paths"]
    found = {
        method.upper()
        for template, operations in described.items()
        if compile_path(template)[0].match(path)
        for method in operations
    }
    return sorted(found)


async def on_bad_request(request: Request, error: Exception) -> Response:
    """Return the response for a path with an invalid part, such as letters instead of a number."""
    assert isinstance(error, RequestValidationError)
    if request.url.path.startswith("/api/"):
        return await request_validation_exception_handler(request, error)
    problem = Problem(say("there is no such page"), quoted=request.url.path)
    return page(request, "trouble.html", 404, problems=[problem], back="/")
