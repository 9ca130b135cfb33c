"""Event templates, which are saved from one event and used for creating others."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import APIRouter, Request
from starlette.responses import Response

from topboard.errors import BadInput, Problem
from topboard.event import actions
from topboard.event.actions import Act
from topboard.event.session import ActionContext, EventSession
from topboard.event.templates import (
    EventTemplate,
    build_event_setup_from_template,
    create_template_from_event,
)
from topboard.messages import say
from topboard.model import EventInfo
from topboard.web.accounts import User, check_role_permission
from topboard.web.event_creation import create_event_with_actions
from topboard.web.forms import PostedForm
from topboard.web.request_context import (
    AtEvent,
    Form,
    SignedIn,
    build_action_context,
    get_app_state,
    redirect_to,
)

router = APIRouter()


def list_user_templates(request: Request, user: User) -> dict[str, EventTemplate]:
    """Return the event templates that the user may use, keyed by name."""
    repository = get_app_state(request).repository
    return repository.templates.load_templates(
        [one.slug for one in repository.access_rules.organisations_of_user(user)]
    )


def find_template(request: Request, user: User, name: str) -> EventTemplate:
    """Return the event template with this name, or raise ``BadInput`` if there is none."""
    known = list_user_templates(request, user)
    if name not in known:
        remedy = (
            say("Choose one of: {known}.", known=", ".join(known))
            if known
            else say("Save an event as a template first.")
        )
        raise BadInput([Problem(say("There is no such template."), quoted=name, remedy=remedy)])
    return known[name]


@router.post("/e/{event}/template")
def save_template(context: AtEvent, form: Form) -> Response:
    """Save the settings of an event and its sections as a template."""
    check_role_permission(context.user, actions.CreateEvent)
    repository = get_app_state(context.request).repository
    owner = repository.access_rules.choose_organisation_for_new_event(
        context.user, form.text("organisation")
    )
    repository.templates.save_template(
        owner, create_template_from_event(context.event, form.text("template"))
    )
    words = say("You can now create events from the template {name}.", name=form.text("template"))
    return context.redirect_to(notes=[words])


@router.post("/templates/remove")
def remove_template(request: Request, user: SignedIn, form: Form) -> Response:
    """Remove an event template. Events created from it are not affected."""
    check_role_permission(user, actions.CreateEvent)
    repository, name = (
        get_app_state(request).repository,
        find_template(request, user, form.text("template")).name,
    )
    repository.templates.remove_template(
        repository.access_rules.choose_organisation_for_new_event(user, form.text("organisation")),
        name,
    )
    return redirect_to(request, "/new", [say("The template {name} was removed.", name=name)])


def create_from_template(
    request: Request, user: User, form: PostedForm, template: EventTemplate, details: EventInfo
) -> Response:
    """Create an event with all sections and settings of a template."""
    whole, arranging = build_event_setup_from_template(template, details)
    begun = actions.CreateEvent(form.text("name"), whole)
    try_first_actions_in_memory(begun, arranging, build_action_context(user, form))
    context, _ = create_event_with_actions(request, user, begun, arranging, form)
    return redirect_to(request, context.event_url())


def try_first_actions_in_memory(
    begun: actions.CreateEvent, arranging: Sequence[Act], action_context: ActionContext
) -> None:
    """Try the first actions of a new event in memory, and raise any error.

    The event is created only after they have succeeded.
    """
    session = EventSession()
    for act in (begun, *arranging):
        session.accept_entry(session.prepare_action(act, action_context))
