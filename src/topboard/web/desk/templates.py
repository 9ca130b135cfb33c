"""Event templates, which are saved from one event and used to create others."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import APIRouter, Request
from starlette.responses import Response

from topboard.errors import BadInput, Problem
from topboard.event import actions
from topboard.event.actions import Act
from topboard.event.session import ActionContext, EventSession
from topboard.event.templates import EventTemplate, create_template, start_from_template
from topboard.messages import say
from topboard.model import EventInfo
from topboard.web.accounts import User, refuse_role
from topboard.web.forms import Posted
from topboard.web.request_context import (
    AtEvent,
    Form,
    SignedIn,
    app_state_of,
    begin_with,
    build_action_context,
    go_to,
)

router = APIRouter()


def templates_for(request: Request, user: User) -> dict[str, EventTemplate]:
    """Return the templates from which the user may create an event, keyed by name."""
    repository = app_state_of(request).repository
    return repository.templates.of([one.slug for one in repository.admission.organisations(user)])


def template_named(request: Request, user: User, name: str) -> EventTemplate:
    """Return the template with this name, or raise ``BadInput`` if there is none."""
    known = templates_for(request, user)
    if name not in known:
        remedy = say("one of: {known}", known=", ".join(known) or say("none yet"))
        raise BadInput([Problem(say("there is no such template"), quoted=name, remedy=remedy)])
    return known[name]


@router.post("/e/{event}/template")
def keep_template(context: AtEvent, form: Form) -> Response:
    """Save the settings of the event and its sections as a template."""
    refuse_role(context.user, actions.CreateEvent)
    repository = app_state_of(context.request).repository
    owner = repository.admission.organisation_for(context.user, form.text("organisation"))
    repository.templates.keep(owner, create_template(context.event, form.text("template")))
    words = say("New events can be begun from the template {name}.", name=form.text("template"))
    return context.go(notes=[words])


@router.post("/templates/remove")
def remove_template(request: Request, user: SignedIn, form: Form) -> Response:
    """Remove a template. Events created from it are not affected."""
    refuse_role(user, actions.CreateEvent)
    repository, name = (
        app_state_of(request).repository,
        template_named(request, user, form.text("template")).name,
    )
    repository.templates.remove(
        repository.admission.organisation_for(user, form.text("organisation")), name
    )
    return go_to(request, "/new", [say("The template {name} is removed.", name=name)])


def create_from_template(
    request: Request, user: User, form: Posted, template: EventTemplate, details: EventInfo
) -> Response:
    """Create an event with all sections and settings of the template."""
    whole, arranging = start_from_template(template, details)
    begun = actions.CreateEvent(form.text("name"), whole)
    refuse_unsettled(begun, arranging, build_action_context(user, form))
    context, _ = begin_with(request, user, begun, arranging, form)
    return go_to(request, context.event_url())


def refuse_unsettled(
    begun: actions.CreateEvent, arranging: Sequence[Act], action_context: ActionContext
) -> None:
    """Try out the event with all its first actions, raising any error before it is written."""
    session = EventSession()
    for act in (begun, *arranging):
        session.accept(session.prepare(act, action_context))
