"""The logo of an event, which the organizer uploads on the page of event details."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from topboard.errors import BadInput, Problem
from topboard.event.actions import SetLogo
from topboard.event.logo import decode_logo, encode_logo
from topboard.messages import say
from topboard.web.accounts import check_role_permission
from topboard.web.request_context import AtEvent, Form, RequestContext, redirect_to

router = APIRouter(prefix="/e/{event}/logo")


@router.post("")
def upload_logo(context: AtEvent, form: Form) -> Response:
    """Set the logo to an uploaded image."""
    check_role_permission(context.user, SetLogo)
    image = form.uploaded_file("file")
    if image is None:
        raise BadInput([Problem(say("No file was chosen."), remedy=say("Choose a file first."))])
    context.record_action(SetLogo(encode_logo(image.content)), form)
    return _return_to_details(context, say("The logo was saved."))


@router.post("/remove")
def remove_logo(context: AtEvent, form: Form) -> Response:
    """Remove the logo. The pages show the initials of the event again."""
    check_role_permission(context.user, SetLogo)
    context.record_action(SetLogo(""), form)
    return _return_to_details(context, say("The logo was removed."))


def _return_to_details(context: RequestContext, words: str) -> Response:
    return redirect_to(context.request, context.event_url("details") + "#logo", [words])


def logo_url(context: RequestContext) -> str:
    """Return the URL of the logo for users of the desk, or an empty string if there is none."""
    logo = decode_logo(context.event.logo)
    return context.event_url("preview", logo.file_name) if logo else ""
