"""The page that says how phones, screens and other computers open the desk."""

from __future__ import annotations

import shlex
from urllib.parse import urlsplit

from fastapi import APIRouter, Request
from starlette.responses import Response

from topboard.installation import program_name
from topboard.web.desk.account_pages import may_manage_accounts
from topboard.web.network_address import find_own_network_address, find_phone_address
from topboard.web.public.routes import phone_qr_code
from topboard.web.request_context import SignedIn, get_app_state, render_page

router = APIRouter(prefix="/network")


@router.get("")
def network_page(request: Request, user: SignedIn) -> Response:
    """Show the address for other devices, or the steps that open the desk to the network."""
    app_state = get_app_state(request)
    base = urlsplit(str(request.base_url))
    folder = app_state.repository.display_name
    where = shlex.quote(folder) if folder else "URL"
    port = f" --port {base.port}" if base.port not in (None, 8000) else ""
    own = find_own_network_address()
    return render_page(
        request,
        "network.html",
        address=find_phone_address(request),
        here=base.netloc,
        command=f"{program_name()} serve {where} --host 0.0.0.0{port}",
        is_app=app_state.local_app is not None,
        expected=f"http://{own}:{base.port or 80}/" if own else "",
        may_manage_accounts=may_manage_accounts(request, user),
        has_accounts=not app_state.repository.accounts.is_empty(),
    )


@router.get("/qr.svg")
def public_events_qr_code(request: Request) -> Response:
    """Return a QR code for the list of public events."""
    return phone_qr_code(request, "p/")
