"""The door: signing in and out."""

from __future__ import annotations

from time import time

from fastapi import APIRouter, Request
from starlette.responses import Response

from topboard.messages import say
from topboard.web.sessions import LONGEST_SESSION, Session
from topboard.web.visits import AUDIT, Form, go_to, now, page, premises_of, session_of

router = APIRouter()


@router.get("/sign-in")
def sign_in_page(request: Request, next: str = "/") -> Response:
    """The form to sign in, which leads back to where somebody wanted to go."""
    return page(request, "sign_in.html", next=next, name="", failure="")


@router.post("/sign-in")
def sign_in(request: Request, form: Form) -> Response:
    """Let somebody in whose password is right."""
    premises = premises_of(request)
    name, target = form.text("name"), form.text("next", "/")
    key = f"{request.client.host if request.client else ''} {name}"
    if wait := premises.throttle.wait(key):
        failure = say(
            "Too many attempts. Wait {wait} minutes and try again.", wait=int(wait / 60) + 1
        )
        return page(request, "sign_in.html", 429, next=target, name=name, failure=failure)
    password = form.all("password")
    user = premises.accounts.signed_in(name, password[-1] if password else "")
    if user is None:
        premises.throttle.failed(key)
        AUDIT.info("%s sign-in refused for %r", now(), name)
        failure = say("Name or password is wrong.")
        return page(request, "sign_in.html", 401, next=target, name=name, failure=failure)
    AUDIT.info("%s signed in: %s, %s", now(), user.name, user.title)
    response = go_to(request, _inside(target))
    session = Session.fresh(user.name, premises.accounts.stamp(user.name))
    premises.sessions.keep(request, response, session)
    return response


def _inside(target: str) -> str:
    """An address of this desk, never of another site."""
    is_ours = target.startswith("/") and not target.startswith(("//", "/\\"))
    return target if is_ours and target.isprintable() else "/"


@router.post("/sign-out")
def sign_out(request: Request, form: Form) -> Response:
    """Let somebody go; a copy of the cookie lets nobody in afterwards."""
    premises = premises_of(request)
    if not premises.open_to_all:
        premises.accounts.end(session_of(request).token, time(), LONGEST_SESSION)
    response = go_to(request, "/sign-in")
    premises.sessions.forget(response)
    return response
