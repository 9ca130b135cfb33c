"""Pages to continue an event from another program, from uploading its file to the action."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from topboard.errors import BadInput, Problem
from topboard.event import actions
from topboard.event.codec import dump_json, load_action
from topboard.event.policy.decide import check_action
from topboard.event.state import Event
from topboard.event.takeover import take_over
from topboard.formats import read_text
from topboard.messages import say
from topboard.web.accounts import refuse_role
from topboard.web.desk.events import offers
from topboard.web.forms import Posted
from topboard.web.request_context import (
    AtEvent,
    Form,
    RequestContext,
    SignedIn,
    begin_with,
    go_to,
    page,
)

router = APIRouter()


@router.get("/take-over")
def whole_event_page(request: Request, user: SignedIn) -> Response:
    """Show the form for uploading the file of an event."""
    refuse_role(user, actions.TakeOver)
    return page(request, "take_over.html", offers=offers(), here="/take-over", back="/")


@router.post("/take-over")
def preview_of_event(request: Request, user: SignedIn, form: Form) -> Response:
    """Show a preview of the new event that the file would create."""
    refuse_role(user, actions.TakeOver)
    content = _preview(Event("?"), form)
    return page(request, "take_over.html", here="/take-over", back="/take-over", **content)


@router.post("/take-over/enter")
def enter_event(request: Request, user: SignedIn, form: Form) -> Response:
    """Create the event shown in the preview, with its section."""
    refuse_role(user, actions.CreateEvent)
    begun, act = load_action("CreateEvent", form.text("event")), _act(form)
    assert isinstance(begun, actions.CreateEvent)
    if not form.confirmed:
        # Any confirmation is requested before the event is written.
        check_action(Event(begun.name), (), act)
    context, notices = begin_with(request, user, begun, [act], form)
    return _goes_on(context, act, notices)


@router.get("/e/{event}/take-over")
def section_page(context: AtEvent) -> Response:
    """Show the form for uploading the file of an additional section."""
    refuse_role(context.user, actions.TakeOver)
    here = context.event_url("take-over")
    return context.page("take_over.html", offers=offers(), here=here, back=context.event_url())


@router.post("/e/{event}/take-over")
def preview_of_section(context: AtEvent, form: Form) -> Response:
    """Show a preview of the new section that the file would create."""
    refuse_role(context.user, actions.TakeOver)
    here = context.event_url("take-over")
    return context.page("take_over.html", here=here, back=here, **_preview(context.event, form))


@router.post("/e/{event}/take-over/enter")
def enter_section(context: AtEvent, form: Form) -> Response:
    """Add the section shown in the preview."""
    act = _act(form)
    done = context.record(act, form, check_seen=False)
    return _goes_on(context, act, done.notices)


def _preview(event: Event, form: Posted) -> dict[str, Any]:
    """Return the template variables of the preview of a file.

    They include its action, the differences from the rules, and the event it would create.
    """
    file = form.file("file")
    if file is None:
        raise BadInput([Problem(say("no file was chosen"))])
    notes: list[Problem] = []
    found = read_text(
        file.content,
        file.name,
        accept_points=form.has("accept_points"),
        paired_by=form.text("system"),
        on_note=notes.append,
    )
    section = form.text("section") or "Open"
    act = take_over(event, section, found, file.name, form.text("system"))
    begun = actions.CreateEvent(found.name or file.name, found.details)
    shown = {"act": act, "named": begun.name, "notes": notes}
    return {**shown, "content": dump_json(act), "event": dump_json(begun)}


def _act(form: Posted) -> actions.TakeOver:
    act = load_action("TakeOver", form.text("content"))
    assert isinstance(act, actions.TakeOver)
    return act


def _goes_on(context: RequestContext, act: actions.TakeOver, notices: Iterable[str]) -> Response:
    notes = [say("The section goes on here."), *notices]
    return go_to(context.request, context.section_url(act.section), notes)
