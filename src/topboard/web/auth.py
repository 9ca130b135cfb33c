"""Pages for signing in and out."""

from __future__ import annotations

from time import time

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from topboard.messages import say, say_count
from topboard.web.desk.account_pages import record_session
from topboard.web.forms import KEPT, KEPT_ACTION, PostedForm
from topboard.web.page_again import show_form_page_again
from topboard.web.password_check import TooManySignIns, check_password
from topboard.web.request_context import (
    AUDIT,
    Form,
    current_time,
    get_app_state,
    get_session,
    is_open_to_requester,
    local_address_or_root,
    redirect_to,
    render_page,
)
from topboard.web.sessions import LONGEST_SESSION, Session
from topboard.web.submitted_form import FormRefusal, SubmittedForm

router = APIRouter()


@router.get("/sign-in")
def sign_in_page(request: Request, next: str = "/") -> Response:
    """Return the sign-in page. After signing in, the user is sent to the page ``next``."""
    return show_sign_in_form(request, PostedForm([("next", next)]))


def show_sign_in_form(
    request: Request, sent: PostedForm, failure: str = "", status: int = 200
) -> Response:
    """Return the sign-in page, keeping the fields of a form that was sent without a valid
    session.
    """
    return render_page(
        request,
        "sign_in.html",
        status,
        sent=sent,
        kept=sent.fields_kept_during_sign_in(),
        failure=failure,
    )


@router.post("/sign-in")
async def sign_in(request: Request, form: Form) -> Response:
    """Sign the user in if the password is correct, and return to the page they came from."""
    app_state = get_app_state(request)
    name, target = form.text("name"), form.text("next", "/")
    accounts, throttle = app_state.repository.accounts, app_state.repository.sign_in_throttle
    password = form.all_values_of_argument("password")
    given = password[-1] if password else ""
    address = request.client.host if request.client else ""
    try:
        # Hashing a password is slow on purpose, so it runs in a thread while other requests are
        # served.
        attempt = await run_in_threadpool(check_password, accounts, throttle, address, name, given)
    except TooManySignIns:
        failure = say("Too many people are signing in right now. Try again in a few seconds.")
        answer = show_sign_in_form(request, form, failure, 503)
        answer.headers["Retry-After"] = "3"
        return answer
    if attempt.wait:
        failure = say_count(
            "Too many attempts. Wait {count} minute and try again.",
            "Too many attempts. Wait {count} minutes and try again.",
            int(attempt.wait / 60) + 1,
        )
        return show_sign_in_form(request, form, failure, 429)
    user = attempt.user
    if user is None:
        AUDIT.info("%s sign-in refused for %r", current_time(), name)
        return show_sign_in_form(request, form, say("The name or password is wrong."), 401)
    AUDIT.info("%s signed in: %s, %s", current_time(), user.name, user.title)
    session = Session.create(
        user.name, await run_in_threadpool(accounts.find_cookie_stamp, user.name)
    )
    await run_in_threadpool(record_session, request, session)
    if (
        form.fields_kept_during_sign_in()
        and (again := await _show_form_sent_before_sign_in(request, form, session)) is not None
    ):
        return again
    response = redirect_to(request, local_address_or_root(target))
    app_state.sessions.set_session_cookie(request, response, session)
    return response


async def _show_form_sent_before_sign_in(
    request: Request, form: PostedForm, session: Session
) -> Response | None:
    """Return the filled-in page of a form that was sent after the session had expired."""
    sent = PostedForm(
        (name.removeprefix(KEPT), value)
        for name, value in form.fields_kept_during_sign_in()
        if name != KEPT_ACTION
    )
    refusal = FormRefusal(
        say("You are signed in again. Nothing has been saved yet, so send the form again.")
    )
    address = local_address_or_root(form.text("next", "/"))
    again = SubmittedForm(sent, form.text(KEPT_ACTION), address, refusal)
    return await show_form_page_again(request, 200, again, session)


@router.post("/sign-out")
def sign_out(request: Request, form: Form) -> Response:
    """Sign the user out, and invalidate every copy of the session cookie."""
    app_state = get_app_state(request)
    if not is_open_to_requester(request):
        app_state.repository.accounts.end_session(
            get_session(request).token, time(), LONGEST_SESSION
        )
    response = redirect_to(request, "/sign-in")
    app_state.sessions.delete_cookies(response)
    return response
