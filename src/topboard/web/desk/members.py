"""Pages for organisations and their members, and for roles in an event, on a server."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from topboard.errors import BadInput, Problem
from topboard.messages import say, say_kept
from topboard.storage.organisations import Membership
from topboard.web.accounts import OFFICES, TITLES, Role, role_words
from topboard.web.request_context import AtEvent, Form, SignedIn, app_state_of, go_to, now, page

router = APIRouter()


@router.get("/organisations")
def organisations_page(request: Request, user: SignedIn) -> Response:
    """Show the user's organisations and the members of each."""
    admission = app_state_of(request).repository.admission
    own = [(one, admission.members_of(one.slug)) for one in admission.organisations(user)]
    return page(
        request,
        "organisations.html",
        own=own,
        called=role_words,
        offices=[(value, say_kept(words)) for value, words in OFFICES.items()],
    )


@router.post("/organisations/{organisation}")
def change_member(request: Request, user: SignedIn, organisation: str, form: Form) -> Response:
    """Give an account an office in an organisation, or remove it."""
    member = Membership(_account(form.text("account")), form.text("role"))
    app_state_of(request).repository.admission.put_in(user, organisation, member, now())
    return go_to(request, "/organisations", [_format_member(member.account, member.role)])


@router.get("/e/{event}/members")
def event_members_page(context: AtEvent) -> Response:
    """Show the members of the event and their roles."""
    admission = app_state_of(context.request).repository.admission
    return context.page(
        "members.html",
        members=admission.members_of_event(context.handle.stem),
        called=role_words,
        roles=[(one.value, say_kept(words)) for one, words in TITLES.items()],
        may_name=context.user.role is Role.CHIEF and admission.by_members(),
    )


@router.post("/e/{event}/members")
def change_event_member(context: AtEvent, form: Form) -> Response:
    """Give an account a role in the event, or remove it."""
    member = Membership(_account(form.text("account")), form.text("role"))
    admission = app_state_of(context.request).repository.admission
    admission.put_in_event(context.user, context.handle.stem, member, now())
    return go_to(
        context.request, context.event_url("members"), [_format_member(member.account, member.role)]
    )


def _account(name: str) -> str:
    if not name:
        raise BadInput([Problem(say("whom? the account has a name"), "account")])
    return name


def _format_member(account: str, role: str) -> str:
    return say("{account}: {role}.", account=account, role=role_words(role))
