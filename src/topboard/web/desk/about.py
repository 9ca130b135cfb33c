"""The part of the first page about the program: its version, its data folder and its updates."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.responses import Response

from topboard import __version__
from topboard.errors import CannotReadOrWrite, Problem
from topboard.installation import find_commit
from topboard.messages import say
from topboard.web import updates
from topboard.web.accounts import NotAllowed, User
from topboard.web.desk.account_pages import may_manage_accounts
from topboard.web.local_app import LocalApp
from topboard.web.request_context import (
    Form,
    SignedIn,
    get_app_state,
    is_open_to_requester,
    redirect_to,
    render_page,
)

router = APIRouter(prefix="/about")

GRACE = 1.0
"""The time, in seconds, in which the browser can still get the style of the last page."""


@dataclass(frozen=True, slots=True)
class Installation:
    """What the first page says about the program, to the user who looks at it."""

    commit: str
    folder: Path | None
    """The data folder, or None if its place is nothing for this user."""
    is_app: bool
    may_look_for_updates: bool
    updates_from: str
    """The host that a check for updates contacts, or an empty string."""
    started: str
    """The version that the user tried to start, if it is not this one."""


def describe_installation(request: Request, user: User, started: str = "") -> Installation:
    """Return what the first page says about the program."""
    app_state = get_app_state(request)
    may_look = may_manage_accounts(request, user)
    return Installation(
        commit=find_commit(),
        folder=app_state.repository.data_folder if is_open_to_requester(request) else None,
        is_app=app_state.local_app is not None and is_open_to_requester(request),
        may_look_for_updates=may_look,
        updates_from=updates.find_update_server() if may_look else "",
        started="" if started == __version__ else started[:40],
    )


@router.post("/updates")
def check_for_updates(request: Request, user: SignedIn, _: Form) -> Response:
    """Ask for the latest release, and show the answer on the first page."""
    if not describe_installation(request, user).updates_from:
        raise NotAllowed([Problem(say("This desk does not look for updates."))])
    try:
        found = updates.describe_latest_release()
    except CannotReadOrWrite as error:
        found = str(error)
    return redirect_to(request, "/", [found])


@router.post("/folder")
def show_data_folder(request: Request, _: Form) -> Response:
    """Show the data folder in the file manager of the computer that runs the desk."""
    _require_local_app(request).show_folder()
    return redirect_to(request, "/")


@router.post("/quit")
def quit_desk(request: Request, _: Form) -> Response:
    """Stop the app, and say so on a last page."""
    local_app = _require_local_app(request)
    threading.Timer(GRACE, local_app.quit).start()
    return render_page(request, "stopped.html")


def _require_local_app(request: Request) -> LocalApp:
    """Return the app that runs the desk. Raise ``NotAllowed`` if a command runs it."""
    local_app = get_app_state(request).local_app
    # Other people in the network must not stop the app or open windows on this computer.
    if local_app is None or not is_open_to_requester(request):
        remedy = say("Use the window in which the desk runs.")
        raise NotAllowed([Problem(say("Only the app can do this."), remedy=remedy)])
    return local_app
