"""The creation of an event together with its first actions."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from topboard.event.session import ActionContext
from topboard.web.request_context import RequestContext, current_time, get_app_state

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fastapi import Request

    from topboard.event.actions import Act, CreateEvent
    from topboard.event.state import Event
    from topboard.model import EventInfo
    from topboard.web.accounts import User
    from topboard.web.forms import PostedForm
    from topboard.web.repository import EventHandle


def create_event_for_user(
    request: Request,
    user: User,
    name: str,
    details: EventInfo,
    organisation: str = "",
    once: str = "",
) -> EventHandle:
    """Create an event, and assign it to the user's organisation if the server has organisations."""
    repository, time = get_app_state(request).repository, current_time()
    owner = repository.access_rules.choose_organisation_for_new_event(user, organisation)
    handle = repository.create(name, ActionContext(user.name, time), details, once)
    repository.access_rules.assign_new_event_to_organisation(user, handle.stem, owner, time)
    return handle


def create_event_with_actions(
    request: Request, user: User, begun: CreateEvent, arranging: Sequence[Act], form: PostedForm
) -> tuple[RequestContext, list[str]]:
    """Create an event and record its first actions. Return its request context and the notices.

    If the form was sent before, record only the actions that are not yet in the journal.
    """
    handle = create_event_for_user(
        request, user, begun.name, begun.details, form.text("organisation"), form.once_token
    )
    with handle.open() as session:
        context = RequestContext(request, user, handle, session.snapshot(), event_session=session)
        notices: list[str] = []
        for number, act in enumerate(arranging, start=2):
            with suppress(_AlreadyRecorded):
                notices += context.build_and_record(
                    type(act), _build_action_unless_recorded(act, number), form
                ).notices
        context.snapshot = session.snapshot()
    return context, notices


class _AlreadyRecorded(Exception):
    """Raised when a form was sent again and its action is already recorded."""


def _build_action_unless_recorded(act: Act, number: int) -> Callable[[Event], Act]:
    def build_action(event: Event) -> Act:
        if event.last >= number:
            raise _AlreadyRecorded
        return act

    return build_action
