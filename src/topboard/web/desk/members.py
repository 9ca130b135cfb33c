"""The pages for the members of organisations and of events on a server."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from topboard.errors import BadInput, Problem
from topboard.messages import say, say_kept
from topboard.storage.organisations import Membership
from topboard.web.accounts import OFFICES, TITLES, Role, format_role_name
from topboard.web.request_context import (
    AtEvent,
    Form,
    SignedIn,
    current_time,
    get_app_state,
    redirect_to,
    render_page,
)

router = APIRouter()


@router.get("/organisations")
def organisations_page(request: Request, user: SignedIn) -> Response:
    """Show the user's organisations and the members of each."""
    access_rules = get_app_state(request).repository.access_rules
    own = [
        (one, access_rules.members_of_organisation(one.slug))
        for one in access_rules.organisations_of_user(user)
    ]
    return render_page(
        request,
        "organisations.html",
        own=own,
        called=format_role_name,
        offices=[(value, say_kept(words)) for value, words in OFFICES.items()],
    )


@router.post("/organisations/{organisation}")
def change_organisation_member(
    request: Request, user: SignedIn, organisation: str, form: Form
) -> Response:
    """Set the office of an account in an organisation, or end its membership."""
    member = Membership(_require_account_name(form.text("account")), form.text("role"))
    get_app_state(request).repository.access_rules.change_organisation_member(
        user, organisation, member, current_time()
    )
    return redirect_to(
        request, "/organisations", [_describe_new_member_role(member.account, member.role)]
    )


@router.get("/e/{event}/members")
def event_members_page(context: AtEvent) -> Response:
    """Show the members of an event and their roles."""
    access_rules = get_app_state(context.request).repository.access_rules
    return context.render_page(
        "members.html",
        members=access_rules.members_of_event(context.handle.stem),
        called=format_role_name,
        roles=[(one.value, say_kept(words)) for one, words in TITLES.items()],
        may_name=context.user.role is Role.CHIEF and access_rules.requires_membership(),
    )


@router.post("/e/{event}/members")
def change_event_member(context: AtEvent, form: Form) -> Response:
    """Set the role of an account in an event, or end its membership."""
    member = Membership(_require_account_name(form.text("account")), form.text("role"))
    access_rules = get_app_state(context.request).repository.access_rules
    access_rules.change_event_member(context.user, context.handle.stem, member, current_time())
    return redirect_to(
        context.request,
        context.event_url("members"),
        [_describe_new_member_role(member.account, member.role)],
    )


def _require_account_name(name: str) -> str:
    if not name:
        remedy = say("Enter the name of an account.")
        raise BadInput([Problem(say("the account is missing"), "account", remedy=remedy)])
    return name


def _describe_new_member_role(account: str, role: str) -> str:
    if not role:
        return say("{account} is no longer a member.", account=account)
    return say("{account} now has the role {role}.", account=account, role=format_role_name(role))
