"""The page on which other devices find the desk, and which opens it to the network."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from topboard.errors import BadInput, Problem
from topboard.installation import program_name
from topboard.messages import say, say_count
from topboard.web.accounts import NotAllowed, Role
from topboard.web.desk.account_pages import (
    create_account,
    log_account_change,
    may_manage_accounts,
)
from topboard.web.network_address import find_own_network_address, find_phone_address
from topboard.web.network_listener import end_sessions_since
from topboard.web.public.routes import phone_qr_code
from topboard.web.request_context import (
    Form,
    SignedIn,
    get_app_state,
    is_open_to_requester,
    redirect_to,
    render_page,
)

if TYPE_CHECKING:
    from topboard.web.request_context import AppState

router = APIRouter(prefix="/network")
USUAL_PORT = 8000


@router.get("")
def network_page(request: Request, user: SignedIn) -> Response:
    """Show the address for other devices, and what opens the desk to the network or closes it."""
    app_state = get_app_state(request)
    base = urlsplit(str(request.base_url))
    folder = app_state.repository.display_name
    where = shlex.quote(folder) if folder else "URL"
    port = f" --port {base.port}" if base.port not in (None, USUAL_PORT) else ""
    own = find_own_network_address()
    return render_page(
        request,
        "network.html",
        address=find_phone_address(request),
        here=base.netloc,
        command=f"{program_name()} serve {where} --host 0.0.0.0{port}",
        is_app=app_state.local_app is not None,
        own=own,
        port=base.port or USUAL_PORT,
        listener=app_state.network,
        may_open=is_open_to_requester(request),
        may_manage_accounts=may_manage_accounts(request, user),
        has_accounts=not app_state.repository.accounts.is_empty(),
    )


@router.get("/qr.svg")
def public_events_qr_code(request: Request) -> Response:
    """Return a QR code for the list of public events."""
    return phone_qr_code(request, "p/")


@router.post("/account")
def add_account_for_network(request: Request, user: SignedIn, form: Form) -> Response:
    """Add the account of a chief arbiter, without which the desk is not opened to the network."""
    check_sent_from_this_computer(request)
    notes = [create_account(request, user, form, Role.CHIEF)]
    return redirect_to(request, "/network", notes)


@router.post("/open")
async def open_to_network(request: Request, _user: SignedIn, form: Form) -> Response:
    """Let phones and other computers in the network reach the desk."""
    check_sent_from_this_computer(request)
    app_state = get_app_state(request)
    if await run_in_threadpool(app_state.repository.accounts.is_empty):
        remedy = say("Add an account for yourself first.")
        raise BadInput([Problem(say("On a network, everyone signs in."), remedy=remedy)])
    own = find_own_network_address()
    if not own:
        what = say("This computer is in no network at the moment.")
        raise BadInput([Problem(what, remedy=say("Connect it first, and try again."))])
    await app_state.network.open(request.app, own, _read_port(form.text("port")))
    app_state.sites.show_codes(True)
    log_account_change(f"the desk is open to the network at {app_state.network.address}")
    notes = [say("The desk is open to your network.")]
    return redirect_to(request, "/network", notes)


@router.post("/close")
async def close_network(request: Request, _user: SignedIn, _form: Form) -> Response:
    """Close the desk to the network, and end the sessions of the people who signed in over it."""
    check_sent_from_this_computer(request)
    count = await close_to_network(get_app_state(request))
    notes = [say("Only this computer can open the desk now.")]
    if count:
        notes.append(say_count("{count} session has ended.", "{count} sessions have ended.", count))
    return redirect_to(request, "/network", notes)


async def close_to_network(app_state: AppState) -> int:
    """Close the desk to the network. Return the number of sessions that ended."""
    if not app_state.network.is_open:
        return 0
    opened = app_state.network.opened
    await app_state.network.close()
    app_state.sites.show_codes(bool(app_state.network_address))
    log_account_change("the desk is closed to the network")
    return await run_in_threadpool(end_sessions_since, app_state.repository.accounts, opened)


def check_sent_from_this_computer(request: Request) -> None:
    """Raise ``NotAllowed`` unless the request came from the computer of a desk without sign-in."""
    if is_open_to_requester(request):
        return
    what = say("Only the computer on which the desk runs can open it to the network or close it.")
    raise NotAllowed([Problem(what, remedy=say("Use the browser of that computer."))])


def _read_port(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < 6:
        return int(text)
    remedy = say("Enter a number, such as {port}.", port=USUAL_PORT)
    raise BadInput([Problem(say("invalid port"), "port", text, remedy)])
