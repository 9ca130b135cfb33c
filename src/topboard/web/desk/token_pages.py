"""The pages for the tokens with which programs use the API."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import time

from fastapi import APIRouter, Request
from starlette.responses import Response

from topboard.errors import BadInput, Problem
from topboard.event.arguments import parse_choice
from topboard.messages import say, say_count
from topboard.web.accounts import User, format_role_name
from topboard.web.api_tokens import USUAL_DAYS, ApiToken, ApiTokens
from topboard.web.desk.account_pages import (
    check_may_manage_accounts,
    format_seconds,
    list_role_choices,
    log_account_change,
    read_role,
)
from topboard.web.request_context import Form, SignedIn, get_app_state, redirect_to, render_page

router = APIRouter(prefix="/accounts/tokens")

TOKEN_LIFETIMES = (7, 30, USUAL_DAYS, 365)
"""The numbers of days for which a new token may be valid."""


@dataclass(frozen=True, slots=True)
class TokenRow:
    """A line in the list of tokens, with times in the format of journal entries."""

    name: str
    role: str
    created_by: str
    expires: str
    used: str
    """The time of the last use, or an empty string if the token was never used."""
    is_expired: bool


def _build_token_row(token: ApiToken) -> TokenRow:
    return TokenRow(
        token.name,
        format_role_name(token.role.value),
        token.created_by,
        format_seconds(token.expires),
        format_seconds(token.used) if token.used else "",
        token.is_expired(time()),
    )


def _get_tokens(request: Request) -> ApiTokens:
    return get_app_state(request).repository.api_tokens


def _find_owner(request: Request, user: User) -> str:
    """Return the account whose tokens the user manages, or an empty string in a data folder.

    Raise ``NotAllowed`` if the tokens belong to the data folder and the user may not manage them.
    """
    if _get_tokens(request).have_owners:
        return user.name
    check_may_manage_accounts(request, user)
    return ""


def _list_token_lifetimes() -> Sequence[tuple[str, str]]:
    return [(str(one), say_count("{count} day", "{count} days", one)) for one in TOKEN_LIFETIMES]


@router.get("")
def tokens_page(request: Request, user: SignedIn) -> Response:
    """Show the tokens that the user manages, and the form for creating one."""
    owner = _find_owner(request, user)
    tokens = _get_tokens(request)
    return render_page(
        request,
        "tokens.html",
        rows=[_build_token_row(one) for one in tokens.list_tokens_of_owner(owner)],
        days=_list_token_lifetimes(),
        roles=list_role_choices(),
        have_owners=tokens.have_owners,
    )


@router.post("")
def create_token(request: Request, user: SignedIn, form: Form) -> Response:
    """Create a token for the API, and show it for the only time."""
    owner, name, role = _find_owner(request, user), form.text("name"), read_role(form)
    days = parse_choice({str(one): one for one in TOKEN_LIFETIMES}, form.text("days"), "days")
    secret = _get_tokens(request).create_token(name, role, days, user.name, time(), owner)
    log_account_change(f"{user.name} created the token {name} as {role.value}")
    return render_page(request, "token_created.html", name=name, secret=secret)


@router.post("/revoke")
def revoke_token(request: Request, user: SignedIn, form: Form) -> Response:
    """Revoke a token, which is no longer accepted."""
    owner, tokens, name = _find_owner(request, user), _get_tokens(request), form.text("name")
    if name not in {one.name for one in tokens.list_tokens_of_owner(owner)}:
        raise BadInput([Problem(say("There is no token with this name."), quoted=name)])
    tokens.revoke_token(name)
    log_account_change(f"{user.name} revoked the token {name}")
    notes = [say("The token {name} is no longer accepted.", name=name)]
    return redirect_to(request, "/accounts/tokens", notes)
