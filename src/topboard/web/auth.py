"""Pages for signing in and out."""

from __future__ import annotations

from time import time

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from topboard.messages import say, say_count
from topboard.web.forms import KEPT, Posted
from topboard.web.page_again import show_page_again
from topboard.web.password_check import TooManyAtOnce, check_password
from topboard.web.request_context import (
    AUDIT,
    Form,
    app_state_of,
    go_to,
    local_address,
    now,
    page,
    session_of,
)
from topboard.web.sessions import LONGEST_SESSION, Session
from topboard.web.submitted_form import Refusal, SubmittedForm

router = APIRouter()


@router.get("/sign-in")
def sign_in_page(request: Request, next: str = "/") -> Response:
    """Return the sign-in page, which leads to the page ``next`` after signing in."""
    return sign_in_form(request, Posted([("next", next)]))


def sign_in_form(request: Request, sent: Posted, failure: str = "", status: int = 200) -> Response:
    """Return the sign-in page, with the input of any form sent after the session expired."""
    return page(
        request, "sign_in.html", status, sent=sent, kept=sent.kept_fields(), failure=failure
    )


@router.post("/sign-in")
async def sign_in(request: Request, form: Form) -> Response:
    """Sign a user in if the password is right."""
    app_state = app_state_of(request)
    name, target = form.text("name"), form.text("next", "/")
    accounts, throttle = app_state.repository.accounts, app_state.repository.throttle
    password = form.all("password")
    given = password[-1] if password else ""
    address = request.client.host if request.client else ""
    try:
        # Hashing a password is slow on purpose, so it runs in a thread while other requests are
        # served.
        attempt = await run_in_threadpool(check_password, accounts, throttle, address, name, given)
    except TooManyAtOnce:
        failure = say("Too many people are signing in right now. Try again in a few seconds.")
        answer = sign_in_form(request, form, failure, 503)
        answer.headers["Retry-After"] = "3"
        return answer
    if attempt.wait:
        failure = say_count(
            "Too many attempts. Wait {count} minute and try again.",
            "Too many attempts. Wait {count} minutes and try again.",
            int(attempt.wait / 60) + 1,
        )
        return sign_in_form(request, form, failure, 429)
    user = attempt.user
    if user is None:
        AUDIT.info("%s sign-in refused for %r", now(), name)
        return sign_in_form(request, form, say("Name or password is wrong."), 401)
    AUDIT.info("%s signed in: %s, %s", now(), user.name, user.title)
    session = Session.fresh(user.name, await run_in_threadpool(accounts.stamp, user.name))
    if (
        form.kept_fields()
        and (again := await _with_what_was_kept(request, form, session)) is not None
    ):
        return again
    response = go_to(request, local_address(target))
    app_state.sessions.keep(request, response, session)
    return response


async def _with_what_was_kept(request: Request, form: Posted, session: Session) -> Response | None:
    """Return the page a user was on when their session expired, with the input they sent."""
    sent = Posted((name.removeprefix(KEPT), value) for name, value in form.kept_fields())
    refusal = Refusal(say("You are signed in again. Nothing was written yet: send it once more."))
    address = local_address(form.text("next", "/"))
    again = SubmittedForm(sent, sent.text("to"), address, refusal)
    return await show_page_again(request, 200, again, session)


@router.post("/sign-out")
def sign_out(request: Request, form: Form) -> Response:
    """Sign the user out and invalidate all copies of the session's cookie."""
    app_state = app_state_of(request)
    if not app_state.open_to_all:
        app_state.repository.accounts.end(session_of(request).token, time(), LONGEST_SESSION)
    response = go_to(request, "/sign-in")
    app_state.sessions.forget(response)
    return response
