"""The pages for taking over an event from another program: upload, preview and import."""

from __future__ import annotations

from collections.abc import Iterable
from time import monotonic
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from topboard.diagnosis.report import diagnose_event, format_diagnosis
from topboard.errors import BadInput, Problem
from topboard.event import actions
from topboard.event.codec import dump_record_as_json, load_stored_action
from topboard.event.policy.decide import check_action_is_allowed
from topboard.event.state import Event
from topboard.event.takeover import build_take_over_action
from topboard.formats import read_text
from topboard.messages import say
from topboard.systems.registry import system as system_named
from topboard.web.accounts import check_role_permission
from topboard.web.desk.events import list_system_editions
from topboard.web.desk_remedies import replace_command_remedies
from topboard.web.event_creation import create_event_with_actions
from topboard.web.forms import PostedForm
from topboard.web.request_context import (
    AtEvent,
    Form,
    RequestContext,
    SignedIn,
    redirect_to,
    render_page,
)

router = APIRouter()

LONGEST_DIAGNOSIS = 15
"""Seconds after which the quick diagnosis of an uploaded file stops."""


@router.get("/take-over")
def take_over_event_page(request: Request, user: SignedIn) -> Response:
    """Show the form for uploading an event file from another program."""
    check_role_permission(user, actions.TakeOver)
    return render_page(
        request, "take_over.html", offers=list_system_editions(), here="/take-over", back="/"
    )


@router.post("/take-over")
def preview_event_takeover(request: Request, user: SignedIn, form: Form) -> Response:
    """Show a preview of the event that the uploaded file would create."""
    check_role_permission(user, actions.TakeOver)
    content = _takeover_preview_variables(Event("?"), form)
    return render_page(request, "take_over.html", here="/take-over", back="/take-over", **content)


@router.post("/take-over/enter")
def take_over_event(request: Request, user: SignedIn, form: Form) -> Response:
    """Create the event and the section shown in the preview."""
    check_role_permission(user, actions.CreateEvent)
    begun, act = load_stored_action("CreateEvent", form.text("event")), _read_takeover_action(form)
    assert isinstance(begun, actions.CreateEvent)
    if not form.confirmed:
        # Any confirmation is requested before the event is written.
        check_action_is_allowed(Event(begun.name), (), act)
    context, notices = create_event_with_actions(request, user, begun, [act], form)
    return _redirect_to_section(context, act, notices)


@router.get("/e/{event}/take-over")
def take_over_section_page(context: AtEvent) -> Response:
    """Show the form for uploading a file from another program as an additional section."""
    check_role_permission(context.user, actions.TakeOver)
    here = context.event_url("take-over")
    return context.render_page(
        "take_over.html", offers=list_system_editions(), here=here, back=context.event_url()
    )


@router.post("/e/{event}/take-over")
def preview_section_takeover(context: AtEvent, form: Form) -> Response:
    """Show a preview of the section that the uploaded file would add."""
    check_role_permission(context.user, actions.TakeOver)
    here = context.event_url("take-over")
    return context.render_page(
        "take_over.html", here=here, back=here, **_takeover_preview_variables(context.event, form)
    )


@router.post("/e/{event}/take-over/enter")
def take_over_section(context: AtEvent, form: Form) -> Response:
    """Add the section shown in the preview."""
    act = _read_takeover_action(form)
    done = context.record_action(act, form, check_seen=False)
    return _redirect_to_section(context, act, done.notices)


def _takeover_preview_variables(event: Event, form: PostedForm) -> dict[str, Any]:
    """Return the template variables for the preview of an uploaded file.

    They include the event and the action that the file would create, and notes about the file.
    """
    file = form.uploaded_file("file")
    if file is None:
        raise BadInput([Problem(say("No file was chosen."), remedy=say("Choose a file first."))])
    notes: list[Problem] = []
    section = form.text("section") or "Open"
    try:
        found = read_text(
            file.content,
            file.name,
            accept_points=form.has("accept_points"),
            paired_by=form.text("system"),
            on_note=notes.append,
        )
        act = build_take_over_action(event, section, found, file.name, form.text("system"))
    except BadInput as error:
        raise BadInput(replace_command_remedies(error.problems)) from error
    begun = actions.CreateEvent(found.name or file.name, found.details)
    causes = diagnose_differences(act) if act.differences else []
    shown = {"act": act, "named": begun.name, "notes": notes, "causes": causes}
    return {**shown, "content": dump_record_as_json(act), "event": dump_record_as_json(begun)}


def diagnose_differences(act: actions.TakeOver) -> list[str]:
    """Return the findings of the quick diagnosis about the rounds that differ from the rules.

    In a very large event, the search stops after a few seconds, because somebody is waiting.
    """
    end = monotonic() + LONGEST_DIAGNOSIS
    try:
        found = diagnose_event(
            act.facts,
            system_named(act.facts.system),
            quick=True,
            should_stop=lambda: monotonic() > end,
        )
    except BadInput:
        # The differences already say that the rounds cannot be paired again.
        return []
    _, *lines = format_diagnosis(found)
    return lines


def _read_takeover_action(form: PostedForm) -> actions.TakeOver:
    act = load_stored_action("TakeOver", form.text("content"))
    assert isinstance(act, actions.TakeOver)
    return act


def _redirect_to_section(
    context: RequestContext, act: actions.TakeOver, notices: Iterable[str]
) -> Response:
    notes = [say("The section was imported. You can continue it here."), *notices]
    return redirect_to(context.request, context.section_url(act.section), notes)
