"""The pages about the details of an event and the start times of its rounds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from fastapi import APIRouter
from starlette.responses import Response

from topboard.event.actions import ChangeDetails, ScheduleRounds
from topboard.event.schedules import compute_round_starts, update_event_details_from_input
from topboard.messages import say
from topboard.text.dates import list_time_zones, normalize_start, parse_day
from topboard.web.accounts import check_role_permission
from topboard.web.desk.logo import logo_url
from topboard.web.forms import PostedForm
from topboard.web.request_context import AtEvent, AtSection, Form, RequestContext, redirect_to

router = APIRouter(prefix="/e/{event}")


@router.get("/details")
def event_details_page(context: AtEvent) -> Response:
    """Show the form for the place, dates and officials of the event."""
    check_role_permission(context.user, ChangeDetails)
    return context.render_page(
        "details.html",
        name=context.event.name,
        details=context.event.details,
        zones=list_time_zones(),
        day_in=parse_day,
        logo=logo_url(context),
    )


@router.post("/details")
def change_event_details(context: AtEvent, form: Form) -> Response:
    """Replace the details of the event with those in the form."""
    details = update_event_details_from_input(form, context.event.details)
    done = context.record_action(ChangeDetails(form.text("name"), details), form)
    words = say("Event details saved.")
    return redirect_to(context.request, context.event_url(), [words, *done.notices])


@router.get("/s/{section}/schedule")
def schedule_page(context: AtSection) -> Response:
    """Show the form for the start day and time of each round."""
    settled = context.section.schedule
    starts = settled.starts if settled else ()
    zone = settled.time_zone if settled else ""
    return show_schedule_form(context, starts, zone or context.event.details.time_zone)


def show_schedule_form(
    context: RequestContext, starts: Sequence[str], zone: str, every: str = ""
) -> Response:
    """Return the schedule page, which shows each round with its start time in ``starts``."""
    blank = [""] * (context.section.settings.rounds - len(starts))
    return context.render_page(
        "schedule.html",
        starts=[start.partition("T")[::2] for start in (*starts, *blank)],
        zone=zone,
        every=every,
        zones=list_time_zones(),
    )


@router.post("/s/{section}/schedule")
def change_schedule(context: AtSection, form: Form) -> Response:
    """Record the start times of the rounds.

    If the fill-in button was pressed, calculate the times from round 1 and show the form again.
    """
    check_role_permission(context.user, ScheduleRounds)
    starts, zone, every = read_start_times(form), form.text("time_zone"), form.text("every")
    if form.has("fill"):
        first = starts[0] if starts else ""
        filled = compute_round_starts(first, every or "1d", context.section.settings.rounds)
        return show_schedule_form(context, filled, zone, every)
    context.record_action(ScheduleRounds(context.section.name, starts, zone), form)
    return context.redirect_to(notes=[say("Schedule saved.")])


def read_start_times(form: PostedForm) -> tuple[str, ...]:
    """Return the start times in the form, up to the last round that has one."""
    both = zip_longest(
        form.all_values_of_argument("day"), form.all_values_of_argument("time"), fillvalue=""
    )
    found = [normalize_start(day, time) if day or time else "" for day, time in both]
    while found and not found[-1]:
        found.pop()
    return tuple(found)
