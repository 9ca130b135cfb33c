"""The switch that makes the public pages of an event visible."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from topboard.event.actions import SetVisibility
from topboard.event.arguments import parse_choice
from topboard.messages import say
from topboard.web.accounts import check_role_permission
from topboard.web.request_context import AtEvent, Form, redirect_to

router = APIRouter(prefix="/e/{event}")


@router.post("/visibility")
def change_visibility(context: AtEvent, form: Form) -> Response:
    """Make the event public or private. If it already is, nothing is recorded."""
    check_role_permission(context.user, SetVisibility)
    public = parse_choice({"public": True, "private": False}, form.text("visibility"), "visibility")
    if public != context.snapshot.public:
        # This does not conflict with actions that other users take meanwhile.
        context.record_action(SetVisibility(public), form, check_seen=False)
    words = (
        say("The event is public now.")
        if public
        else say("The event is private now. Its public pages are no longer available.")
    )
    return redirect_to(context.request, context.event_url(), [words])
