"""Check-in: who is present before round 1, and who misses a later round.

A section, an event and the whole desk use the same page, each with its own participants. Actions
are recorded in the journal of the participant's event.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from typing import Any, assert_never

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from topboard.documents.people import alphabetical
from topboard.errors import BadInput, Problem, TopboardError
from topboard.event import actions
from topboard.event.arguments import number as whole
from topboard.event.policy import exclusions
from topboard.event.remarks import describe_absence as away_words
from topboard.event.search import EventSearch
from topboard.event.state import Section
from topboard.event.summaries import EventStage
from topboard.messages import say
from topboard.model import Absence, Competitor, HalfPointBye, Number, Team, Withdrawn, ZeroPointBye
from topboard.web.accounts import User, refuse_role
from topboard.web.forms import Posted
from topboard.web.name_search import is_looked_for, words_in
from topboard.web.next_step import next_step
from topboard.web.request_context import (
    AtEvent,
    AtSection,
    Form,
    RequestContext,
    SignedIn,
    app_state_of,
    environment,
    go_to,
    open_event,
    page,
    wants_json,
)
from topboard.web.submitted_form import SubmittedForm

router = APIRouter()

MOST_EVENTS = 50
"""The maximum number of events on one check-in page, both of prepared and of running ones."""
MISSING, HERE, AWAY = "missing", "here", "away"
STATES = (MISSING, HERE, AWAY)


class Press(Enum):
    """The buttons of a participant's tile, with their names in the form."""

    ARRIVE = "here"
    LEAVE = "gone"
    ON_THE_WAY = "on_the_way"
    STAY_OUT = "out"
    COME_BACK = "back"


ACT_OF: dict[Press, type[actions.Act]] = {
    Press.ARRIVE: actions.RecordPresence,
    Press.LEAVE: actions.RecordPresence,
    Press.ON_THE_WAY: actions.RecordPresence,
    Press.STAY_OUT: actions.RequestBye,
    Press.COME_BACK: actions.CancelBye,
}


@dataclass(frozen=True, slots=True)
class Attendee:
    """A participant at check-in, with their presence and the text and action of their tile."""

    key: str
    """Event, section and number of the participant, as used in the form."""
    section: Section
    one: Competitor
    state: str
    words: str
    """The state shown on the tile."""
    press: Press | None
    """The effect of pressing the tile, or None for a participant who has left."""
    full: int
    """The number of players expected."""

    @property
    def players(self) -> int:
        """Return the number of players recorded as present (for a team, its members)."""
        seen = self.section.presence.get(self.one.number)
        return seen.players if seen else 0

    @property
    def may_stay_out(self) -> bool:
        """Return whether the participant is not yet present and may be left out of the round."""
        return self.state == MISSING and self.section.entries_closed


def full_number(section: Section, one: Competitor) -> int:
    """Return how many players are expected: 1, or the larger of a team's roster and boards."""
    if not isinstance(one, Team):
        return 1
    return max(len(one.players), section.settings.boards)


def away_now(section: Section) -> dict[Number, Absence]:
    """Return the bye or withdrawal of each participant who is not paired in the next round."""
    coming = section.round_to_pair
    return {
        r.number: r.outcome
        for r in section.requests
        if r.round == coming or (isinstance(r.outcome, Withdrawn) and r.round <= coming)
    }


def is_here(section: Section, number: Number) -> bool:
    """Return whether a participant who is not away has arrived.

    Once a round is published, all participants count as present unless they are away.
    """
    seen = section.presence.get(number)
    return bool(section.rounds) or (seen is not None and seen.players > 0)


def attendees(context: RequestContext, only: Number | None = None) -> list[Attendee]:
    """Return the tiles of all participants in a section, or only that of ``only``."""
    section = context.section
    away, excluded = away_now(section), {e.number: e.article for e in exclusions(section)}
    found = []
    for one in section.competitors.values():
        if only is not None and one.number != only:
            continue
        if one.number in away:
            gone = isinstance(away[one.number], Withdrawn)
            told = AWAY, away_words(away[one.number]), None if gone else Press.COME_BACK
        elif not is_here(section, one.number):
            seen = section.presence.get(one.number)
            comes = seen is not None and seen.in_time
            told = MISSING, say("on its way") if comes else say("not here"), Press.ARRIVE
        else:
            words = say("plays") if section.rounds else say("here")
            if one.number in excluded:
                words = say("not paired ({excluded})", excluded=excluded[one.number])
            told = HERE, words, Press.STAY_OUT if section.rounds else Press.LEAVE
        key = f"{context.handle.stem}/{context.slug}/{one.number}"
        found.append(Attendee(key, section, one, *told, full_number(section, one)))
    return found


def what_may_be_done(user: User) -> dict[str, bool]:
    """Return whether the user may press each button of a tile, keyed by its name in the form."""
    return {press.value: user.may(kind) for press, kind in ACT_OF.items()}


# --- the pages ----------------------------------------------------------------------------------


def _content(sections: list[RequestContext], user: User, q: str) -> dict[str, Any]:
    """Return the template variables for all participants in the sections that match the search."""
    wanted = words_in(q)
    everybody = [
        one for there in sections for one in attendees(there) if is_looked_for(one.one, wanted)
    ]
    everybody.sort(key=lambda one: alphabetical(one.one))
    return {
        "states": {state: [a for a in everybody if a.state == state] for state in STATES},
        "sections": [
            (there, there.section)
            for there in sections
            if not there.section.rounds and _all_the_others(there.section)
        ],
        "several": len(sections) > 1,
        "open": any(not there.section.entries_closed for there in sections),
        "may": what_may_be_done(user),
        "q": q,
    }


def of_event(context: RequestContext) -> list[RequestContext]:
    """Return a request context for each section of an event, or none if the event is closed."""
    if context.event.closed:
        return []
    return [
        RequestContext(
            context.request,
            context.user,
            context.handle,
            context.snapshot,
            slug,
            context.event_session,
        )
        for slug in context.snapshot.sections()
    ]


@router.get("/e/{event}/s/{section}/check-in")
def check_in_page(context: AtSection, q: str = "") -> Response:
    """Show a large button for each participant of a section: not yet present, present or away."""
    content = _content([context], context.user, q)
    step = next_step(context) if context.section.entries_closed else None
    return context.page("check_in.html", **content, section=context.section, step=step)


@router.get("/e/{event}/check-in")
def event_check_in_page(context: AtEvent, q: str = "") -> Response:
    """Show the check-in of all sections of an event."""
    content = _content(of_event(context), context.user, q)
    return context.page("check_in.html", **content, section=None, step=None)


@router.get("/check-in")
def folder_check_in_page(request: Request, user: SignedIn, q: str = "") -> Response:
    """Show the check-in of all sections of running and prepared events."""
    repository = app_state_of(request).repository
    places: list[RequestContext] = []
    seen = repository.admission.seen_by(user)
    # The number is limited, because a desk may have thousands of events.
    for going_on in (EventStage.PREPARED, EventStage.RUNNING):
        found, _ = repository.register.find_events(
            EventSearch(stage=going_on), seen, 0, MOST_EVENTS
        )
        for one in sorted(found, key=lambda one: one.stem):
            # An event that cannot be opened is reported in the list of events.
            with suppress(TopboardError), open_event(request, user, one.stem) as context:
                places += of_event(context)
    # Users have a role in each event. Only events in which they may check players in are shown, if
    # there are any.
    places = [one for one in places if one.user.may(actions.RecordPresence)] or places
    role = places[0].user if places else user
    return page(request, "check_in.html", **_content(places, role, q), section=None, step=None)


# --- what is done -------------------------------------------------------------------------------


@router.post("/e/{event}/s/{section}/check-in")
def check_in(context: AtSection, form: Form) -> Response:
    """Record whether a participant of the section is present."""
    return _done(context, form, context.url("check-in"), several=False)


@router.post("/e/{event}/check-in")
def event_check_in(context: AtEvent, form: Form) -> Response:
    """Record whether a participant of one of the event's sections is present."""
    return _done(_place(context, form), form, context.event_url("check-in"), several=True)


@router.post("/check-in")
def folder_check_in(request: Request, user: SignedIn, form: Form) -> Response:
    """Record whether a participant of any of the events is present."""
    stem = pressed_button(form)[1].partition("/")[0]
    with open_event(request, user, stem) as context:
        return _done(_place(context, form), form, "/check-in", several=True)


def pressed_button(form: Posted) -> tuple[Press | None, str]:
    """Return the pressed button, and the key of the participant or section that it belongs to."""
    for press in Press:
        if form.has(press.value):
            return press, form.text(press.value)
    return None, form.text("all")


def _place(context: RequestContext, form: Posted) -> RequestContext:
    """Return the request context of the section that the pressed button belongs to."""
    _, slug, *_ = (*pressed_button(form)[1].split("/"), "")
    found = next((there for there in of_event(context) if there.slug == slug), None)
    if found is None:
        raise BadInput([Problem(say("no such section"), quoted=slug)])
    return found


def _done(there: RequestContext, form: Posted, back: str, *, several: bool) -> Response:
    """Carry out the action in the form, and return the page or, for its script, the new tile."""
    press, key = pressed_button(form)
    if press is None:
        return go_to(there.request, back, _all_are_here(there, form) if form.has("all") else [])
    refuse_role(there.user, ACT_OF[press])
    number = Number(whole(key.rpartition("/")[2], say("number")))
    one, before = there.section.competitor(number), there.event.last
    if (act := _act(there.section, one, press, form, key)) is not None:
        there.record(act, form, check_seen=False)
    (shown,) = attendees(there, number)
    words = f"{one.name}: {shown.words}"
    if not wants_json(there.request):
        return go_to(there.request, back, [words])
    tiles = environment().get_template("tiles.html").make_module({"form": SubmittedForm()})
    tile = tiles.tile  # type: ignore[attr-defined]
    return JSONResponse(
        {
            "tile": str(tile(shown, what_may_be_done(there.user), several)),
            "state": shown.state,
            "note": words,
            "written": there.event.last - before,
        }
    )


def _act(
    section: Section, one: Competitor, press: Press, form: Posted, key: str
) -> actions.Act | None:
    """Return the action about a participant, or None if nothing would change.

    Nothing changes, for example, if two users press the same tile.
    """
    seen, is_away = section.presence.get(one.number), one.number in away_now(section)
    there = seen.players if seen else 0
    coming = section.round_to_pair
    match press:
        case Press.ARRIVE:
            count = form.number(f"players/{key}", full_number(section, one))
            act = actions.RecordPresence(section.name, one.number, count)
            return act if count != there else None
        case Press.LEAVE:
            return actions.RecordPresence(section.name, one.number, 0) if there else None
        case Press.ON_THE_WAY:
            travel, in_time = form.text(f"travel/{key}"), form.has(f"in_time/{key}")
            count = form.number(f"arrived/{key}", 0)
            return actions.RecordPresence(section.name, one.number, count, travel, in_time)
        case Press.STAY_OUT:
            act_of_bye = actions.RequestBye(section.name, one.number, coming, ZeroPointBye())
            return None if is_away else act_of_bye
        case Press.COME_BACK:
            return actions.CancelBye(section.name, one.number, coming) if is_away else None
        case _:
            assert_never(press)


def _all_are_here(there: RequestContext, form: Posted) -> list[str]:
    """Record all participants of a section whose presence is unknown as present, in one action."""
    if present := _all_the_others(there.section):
        there.record(actions.RecordAllPresent(there.section.name, present), form, check_seen=False)
    return [say("All the others of {section} are here, too.", section=there.section.name)]


def _all_the_others(section: Section) -> tuple[tuple[Number, int], ...]:
    """Return the participants of unknown presence, each with the expected number of players."""
    known = {*section.presence, *away_now(section)}
    return tuple(
        (one.number, full_number(section, one))
        for one in section.competitors.values()
        if one.number not in known
    )


@router.post("/e/{event}/s/{section}/absent")
def absent(context: AtSection, form: Form) -> Response:
    """Record that a participant will miss a round, or will play after all."""
    section = context.section
    one = section.competitor(Number(form.number("number")))
    number = form.number("round", section.round_to_pair)
    act: actions.Act
    if form.has("cancel"):
        act = actions.CancelBye(section.name, one.number, number)
    else:
        worth: Absence = HalfPointBye() if form.text("worth") == "half" else ZeroPointBye()
        act = actions.RequestBye(section.name, one.number, number, worth)
    context.record(act, form, check_seen=False)
    word = say("is paired") if form.has("cancel") else say("is not paired")
    return context.go(
        *("entries", one.number),
        notes=[say("{one} {word} in round {number}.", one=one.name, word=word, number=number)],
    )
