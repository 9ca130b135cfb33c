"""The desk's web application: its routes, its error handlers and the state shared by all
requests.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager, suppress
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.exception_handlers import request_validation_exception_handler
from fastapi.exceptions import RequestValidationError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
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
from topboard.event.policy.objections import Office
from topboard.messages import say
from topboard.serialize import event_answers
from topboard.storage.rating_lists import RatingLists
from topboard.web import api, auth, captain, phone
from topboard.web.accounts import NotAllowed
from topboard.web.desk import (
    about,
    account_pages,
    byes,
    check,
    compare,
    decisions,
    entries,
    entry_import,
    event_list,
    events,
    history,
    line_ups,
    logo,
    lots,
    members,
    network,
    pairing,
    people,
    phone_results,
    presence,
    prizes,
    rating_files,
    rating_lists,
    reasons,
    results,
    schedule,
    standings,
    table_result,
    takeover,
    templates,
    token_pages,
    visibility,
)
from topboard.web.forms import KEPT, KEPT_ACTION, SECRETS, PostedForm
from topboard.web.help import pages as help_pages
from topboard.web.local_app import LocalApp
from topboard.web.next_step import NextStep, find_step_before_publishing
from topboard.web.page_again import show_form_page_again
from topboard.web.public import documents, long_documents, routes
from topboard.web.public.cached_pages import CachedPagesMiddleware
from topboard.web.repository import EventRepository, OvertakenByNewerEntry, UnknownEvent
from topboard.web.request_context import (
    LOOKING,
    AppState,
    ConfirmationDeclined,
    RequestContext,
    SignInNeeded,
    get_app_state,
    get_session,
    read_unverified_form,
    referring_page,
    render_page,
    require_signed_in_user,
    wants_json,
)
from topboard.web.security_headers import HEALTH, LOOPBACK, SecurityMiddleware
from topboard.web.sessions import COOKIE, Sessions
from topboard.web.submitted_form import FormRefusal, SubmittedForm

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOG = logging.getLogger("topboard.desk")
SOON = {"Retry-After": "5"}
"""The header that tells a client when to try again while the repository does not respond."""
PAGES = (
    event_list.router,
    about.router,
    events.router,
    schedule.router,
    visibility.router,
    logo.router,
    routes.preview_router,
    # This router comes before the entries, whose routes would take its paths for numbers.
    rating_files.router,
    rating_lists.router,
    entry_import.router,
    byes.router,
    entries.router,
    lots.router,
    people.router,
    presence.router,
    prizes.router,
    pairing.router,
    line_ups.router,
    phone_results.router,
    results.router,
    table_result.router,
    standings.router,
    decisions.router,
    reasons.router,
    check.router,
    compare.router,
    history.router,
    members.router,
    account_pages.router,
    token_pages.router,
    network.router,
    templates.router,
    takeover.router,
)


health_router = APIRouter()


@health_router.api_route(HEALTH, methods=["GET", "HEAD"])
def check_health(request: Request) -> Response:
    """Return status 200 if the repository responds, and otherwise 503 without giving the reason."""
    try:
        get_app_state(request).repository.check_repository_responds()
    except CannotReadOrWrite:
        return PlainTextResponse(say("The event data cannot be read."), 503)
    return PlainTextResponse(say("The desk is running."))


def _build_desk_router() -> APIRouter:
    """Return the router for all pages and the API, with the routes in matching order."""
    made = APIRouter()
    for router in (auth.router, health_router, help_pages.router, captain.router, phone.router):
        made.include_router(router, include_in_schema=False)
    for router in PAGES:
        made.include_router(
            router, include_in_schema=False, dependencies=[Depends(require_signed_in_user)]
        )
    made.include_router(api.router, prefix="/api/v1")
    for router in (routes.router, documents.router):
        made.include_router(router, include_in_schema=False)
    return made


DESK = _build_desk_router()
"""The router shared by all desks in a process, so that the routes are built only once."""
JOB_TYPES = (check.CHECK, compare.COMPARISON, long_documents.PAPER)
"""The types of background jobs that a desk can run."""


def create_app(
    repository: EventRepository,
    *,
    open_to_all: bool = True,
    hosts: Collection[str] = (),
    ratings: str | Path | None = None,
    network_address: str = "",
    playground: str = "",
    local_app: LocalApp | None = None,
) -> FastAPI:
    """Create the desk application for a repository.

    ``open_to_all`` lets everyone use the desk without signing in. It is meant for a desk that only
    this machine can reach. ``hosts`` are the host names under which the desk accepts requests, and
    ``ratings`` is the folder of the rating lists. ``network_address`` is the address of the desk in
    the local network, which pages show if they are opened on this computer itself. ``playground``
    is the address of the page that runs Topboard in the browser, to which public pages link.
    ``local_app`` is the app that runs the desk, if it is one.
    """

    app = FastAPI(
        title="Topboard",
        version=__version__,
        description="Events, pairings with their reasons, and the actions of the arbiter.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
        lifespan=_run_lifespan,
        routes=[*DESK.routes],
    )
    # If users need not sign in, a key for the lifetime of the process is enough.
    app.openapi = _build_description(app.openapi, open_to_all)  # type: ignore[method-assign]
    key = secrets.token_urlsafe(32) if open_to_all else repository.accounts.signing_key()
    app.state.app_state = AppState(
        repository,
        Sessions(key),
        RatingLists(ratings),
        repository.open_job_queue(JOB_TYPES),
        open_to_all=open_to_all,
        network_address=network_address,
        playground=playground,
        local_app=local_app,
    )
    app.mount("/static", StaticFiles(directory=Path(__file__).parent / "static"), name="static")
    app.add_middleware(CachedPagesMiddleware, sites=app.state.app_state.sites)
    app.add_middleware(HeadRequestMiddleware)
    app.add_middleware(SecurityMiddleware, hosts=hosts or (LOOPBACK if open_to_all else ()))
    app.add_exception_handler(TopboardError, handle_topboard_error)
    app.add_exception_handler(SignInNeeded, handle_sign_in_needed)
    app.add_exception_handler(HTTPException, handle_http_error)
    app.add_exception_handler(RequestValidationError, handle_invalid_path)
    return app


SECURITY_SCHEMES = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A token that the chief arbiter created, with a role and a last day.",
    },
    "password": {
        "type": "http",
        "scheme": "basic",
        "description": "The name and the password of an account.",
    },
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": "The cookie of a browser in which somebody is signed in.",
    },
}
"""The ways in which a client of the API may say who it is."""


def _build_description(
    describe: Callable[[], dict[str, Any]], open_to_all: bool
) -> Callable[[], dict[str, Any]]:
    """Return the function that adds the security schemes to the description of the API."""

    @cache
    def describe_with_security() -> dict[str, Any]:
        document = describe()
        document["components"]["securitySchemes"] = SECURITY_SCHEMES
        anybody: list[dict[str, list[str]]] = [{}] if open_to_all else []
        document["security"] = [*anybody, *({name: []} for name in SECURITY_SCHEMES)]
        return document

    return describe_with_security


@asynccontextmanager
async def _run_lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Listen for new journal entries while the desk runs, and close the repository at the end."""
    app_state: AppState = app.state.app_state
    listening = asyncio.create_task(
        app_state.repository.listen_for_new_entries(app_state.broadcasts.announce_new_entry)
    )
    yield
    listening.cancel()
    with suppress(asyncio.CancelledError):
        await listening
    await network.close_to_network(app_state)
    await run_in_threadpool(app_state.jobs.close)
    await run_in_threadpool(app_state.repository.close)


# --- errors as pages --------------------------------------------------------------------------


def error_http_status(error: Exception) -> int:
    """Return the HTTP status code for an error."""
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


def list_error_problems(
    error: Exception, repository: EventRepository, *, every: bool = False
) -> list[Problem]:
    """Return the problems that an error contains, or one problem made from its message.

    If ``every`` is true, include objections to an action that were not the reason for its refusal.
    """
    if isinstance(error, Unreachable):
        # The details of the database connection belong in the log of the server's operator.
        LOG.warning("%s", error)
        if isinstance(error, OutcomeUnknown):
            what = say("The connection to the database was lost while saving.")
            return [
                Problem(
                    what,
                    remedy=say("Check whether your change was saved before you send it again."),
                )
            ]
        what = say("The database is not responding.")
        return [Problem(what, remedy=say("Try again in a moment."))]
    found = event_answers.problems_of_error(error)
    if isinstance(error, BadInput) and not every:
        found = error.problems
    return [
        replace(p, what=repository.hide_location(p.what), where=repository.hide_location(p.where))
        for p in found
    ]


async def handle_topboard_error(request: Request, error: Exception) -> Response:
    """Return the response to a Topboard error: JSON for the API and for scripts, otherwise a
    page.
    """
    by_program = request.url.path.startswith("/api/")
    problems = list_error_problems(error, get_app_state(request).repository, every=by_program)
    if by_program or wants_json(request):
        headers = SOON if isinstance(error, Unreachable) else {}
        return JSONResponse(api.error_to_json(error, problems), error_http_status(error), headers)
    if isinstance(error, Unreachable):
        return await _show_unavailable_page(request, problems)
    sent: PostedForm = getattr(request.state, "posted", PostedForm())
    content: dict[str, Any] = {
        "step": _find_step_instead_of_publishing(request),
        "problems": problems,
        "fields": sent.fields_describing_action(),
        "sent": sent,
        "action": request.url.path,
        "back": referring_page(request),
        "context": getattr(request.state, "context", None),
    }
    if (again := await _show_form_again(request, error, problems, sent)) is not None:
        return again
    match error:
        case ConfirmationDeclined():
            return RedirectResponse(referring_page(request), 303)
        case OvertakenByNewerEntry():
            return render_page(request, "overtaken.html", 409, entries=error.entries, **content)
        case ConfirmationNeeded():
            return render_page(request, "confirm.html", 422, asks=error.asks, **content)
        case AuthorityNeeded():
            known = _list_known_authorities(request, content["context"])
            return render_page(
                request, "authority.html", 422, offices=error.offices, known=known, **content
            )
        case CannotReadOrWrite():
            return render_page(request, "trouble.html", error_http_status(error), **content)
        case _:
            return render_page(request, "refused.html", error_http_status(error), **content)


def _find_step_instead_of_publishing(request: Request) -> NextStep | None:
    """Return the step that is missing if the request tried to publish round 1 without it."""
    context: RequestContext | None = getattr(request.state, "context", None)
    if context is None or not request.url.path.endswith(("/pairing", "/publish")):
        return None
    return find_step_before_publishing(context)


def _list_known_authorities(request: Request, context: RequestContext | None) -> dict[str, str]:
    """Return the names of officials to suggest, keyed by office, with the latest last.

    The chief arbiter is known from the details of the event.
    """
    known = get_app_state(request).sessions.read_authorities(request, get_session(request))
    arbiter = context.event.details.chief_arbiter if context else ""
    return {**({Office.CHIEF_ARBITER.value: arbiter} if arbiter else {}), **known}


async def _show_unavailable_page(request: Request, problems: list[Problem]) -> Response:
    """Return the page shown while the repository does not respond.

    It lets the user send the form again.
    """
    is_form = request.method not in LOOKING
    if is_form and not hasattr(request.state, "posted"):
        await read_unverified_form(request)
    sent: PostedForm = getattr(request.state, "posted", PostedForm())
    if is_form and request.url.path == "/sign-in":
        failure = say(
            "Signing in is not possible right now because the database is not responding."
        )
        return auth.show_sign_in_form(request, sent, failure, 503)
    back = referring_page(request)
    answer = render_page(
        request,
        "away.html",
        503,
        problems=problems,
        is_form=is_form,
        sent=sent,
        again=sent.fields_to_resend(back),
        action=request.url.path,
        back=back,
    )
    answer.headers.update(SOON)
    return answer


async def _show_form_again(
    request: Request, error: Exception, problems: list[Problem], sent: PostedForm
) -> Response | None:
    """Return the page of a refused form, filled in with the submitted values.

    Return None if no form was submitted, or if the error needs a page of its own.
    """
    match error:
        case ConfirmationNeeded() | AuthorityNeeded() | NotAllowed():
            return None
        case ConfirmationDeclined():
            refusal = FormRefusal(say("Nothing was saved. Your entries are below."))
        case OvertakenByNewerEntry():
            refusal = FormRefusal(say("Someone else made a change first"), (), error.entries)
        case BadInput() | NoLegalPairing():
            refusal = FormRefusal(say("Nothing was saved"), problems)
        case _:
            return None
    if request.method in LOOKING:
        return None
    form = SubmittedForm(sent, request.url.path, referring_page(request), refusal)
    return await show_form_page_again(request, error_http_status(error), form)


async def handle_sign_in_needed(request: Request, _error: Exception) -> Response:
    """Redirect to the sign-in page, or return that page at once if a form was sent.

    After signing in, the user gets the form back with the values they sent.
    """
    if wants_json(request):
        return JSONResponse({"kind": "sign-in", "problems": [{"what": say("Sign in first.")}]}, 401)
    if request.method in LOOKING:
        return RedirectResponse(f"/sign-in?next={quote(request.url.path)}", 303)
    sent = await read_unverified_form(request)
    if (target := referring_page(request)) == "/":
        return RedirectResponse("/sign-in", 303)
    kept = [
        (f"{KEPT}{name}", value)
        for name, value in sent.said
        if name != "token" and name not in SECRETS
    ]
    kept.append((KEPT_ACTION, request.url.path))
    return auth.show_sign_in_form(request, PostedForm((("next", target), *kept)), status=401)


def handle_http_error(request: Request, error: Exception) -> Response:
    """Return the response for a page or method that does not exist: JSON for the API, otherwise a
    page.
    """
    assert isinstance(error, HTTPException)
    if request.url.path.startswith("/api/"):
        what = {"kind": "error", "problems": [{"what": str(error.detail)}]}
        headers = dict(error.headers or {})
        if error.status_code == 405:
            headers["Allow"] = ", ".join(_allowed_api_methods(request))
        return JSONResponse(what, error.status_code, headers=headers)
    words = (
        say("This page does not exist.")
        if _is_404_without_explanation(error)
        else str(error.detail)
    )
    problem = Problem(words, quoted=request.url.path)
    return render_page(request, "trouble.html", error.status_code, problems=[problem], back="/")


def _is_404_without_explanation(error: HTTPException) -> bool:
    """Return whether the error is a 404 whose text is only the standard HTTP phrase."""
    return error.status_code == 404 and error.detail == HTTPStatus.NOT_FOUND.phrase


def _allowed_api_methods(request: Request) -> list[str]:
    """Return the HTTP methods that the API allows at the requested path."""
    path = request.url.path
    described: dict[str, dict[str, Any]] = request.app.openapi()["paths"]
    found = {
        method.upper()
        for template, operations in described.items()
        if compile_path(template)[0].match(path)
        for method in operations
    }
    return sorted(found)


async def handle_invalid_path(request: Request, error: Exception) -> Response:
    """Return the response for a path with an invalid part, such as letters instead of a number."""
    assert isinstance(error, RequestValidationError)
    if request.url.path.startswith("/api/"):
        return await request_validation_exception_handler(request, error)
    problem = Problem(say("This page does not exist."), quoted=request.url.path)
    return render_page(request, "trouble.html", 404, problems=[problem], back="/")


# --- HEAD requests ----------------------------------------------------------------------------


class HeadRequestMiddleware:
    """A middleware that answers HEAD requests like GET requests, but without a body.

    It also ends responses that would stream forever.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a HEAD request, and pass every other request on unchanged."""
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
