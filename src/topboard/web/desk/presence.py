"""The check-in pages, which record attendance before round 1 and absences from later rounds.

A section, an event and the whole desk have the same page, each with its own participants. Actions
are recorded in the journal of the participant's event.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from typing import Any, assert_never
from unicodedata import combining, normalize

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from topboard.documents.people import alphabetical_sort_key
from topboard.errors import BadInput, Problem, TopboardError
from topboard.event import actions
from topboard.event.arguments import read_whole_number as whole
from topboard.event.policy import find_exclusions_from_next_round
from topboard.event.remarks import format_absence_name as away_words
from topboard.event.search import EventSearch
from topboard.event.state import Section
from topboard.event.summaries import EventStage
from topboard.messages import say
from topboard.model import Absence, Competitor, HalfPointBye, Number, Team, Withdrawn, ZeroPointBye
from topboard.systems.registry import system
from topboard.web.accounts import User, check_role_permission
from topboard.web.forms import PostedForm
from topboard.web.next_step import find_next_step
from topboard.web.request_context import (
    AtEvent,
    AtSection,
    Form,
    RequestContext,
    SignedIn,
    get_app_state,
    jinja_environment,
    open_event,
    redirect_to,
    render_page,
    wants_json,
)
from topboard.web.submitted_form import SubmittedForm

router = APIRouter()

MOST_EVENTS = 50
"""The largest number of events of each stage (prepared and running) on one check-in page."""
MISSING, HERE, AWAY = "missing", "here", "away"
STATES = (MISSING, HERE, AWAY)


class CheckInButton(Enum):
    """The buttons on a participant's tile, with their names in the form."""

    ARRIVE = "here"
    LEAVE = "gone"
    ON_THE_WAY = "on_the_way"
    STAY_OUT = "out"
    COME_BACK = "back"


ACT_OF: dict[CheckInButton, type[actions.Act]] = {
    CheckInButton.ARRIVE: actions.RecordPresence,
    CheckInButton.LEAVE: actions.RecordPresence,
    CheckInButton.ON_THE_WAY: actions.RecordPresence,
    CheckInButton.STAY_OUT: actions.RequestBye,
    CheckInButton.COME_BACK: actions.CancelBye,
}


@dataclass(frozen=True, slots=True)
class CheckInParticipant:
    """A participant at check-in, with their presence, and the text and button of their tile."""

    key: str
    """The event, section and number of the participant, as the form sends them."""
    section: Section
    one: Competitor
    state: str
    words: str
    """The text on the tile about the participant's presence."""
    press: CheckInButton | None
    """The action of pressing the tile, or None for a participant who has withdrawn."""
    full: int
    """The number of players expected, which is more than 1 only for a team."""

    @property
    def players_present(self) -> int:
        """Return the number of players recorded as present, or 0 if nothing was recorded."""
        seen = self.section.presence.get(self.one.number)
        return seen.players if seen else 0

    @property
    def can_be_left_out_of_next_round(self) -> bool:
        """Return whether the participant is missing and can be left out of the next round."""
        return self.state == MISSING and self.section.entries_closed


def count_expected_players(section: Section, one: Competitor) -> int:
    """Return the expected number of players, which is 1 for a player.

    For a team, it is the size of the roster or the number of boards, whichever is larger.
    """
    if not isinstance(one, Team):
        return 1
    return max(len(one.players), section.settings.boards)


def absences_in_next_round(section: Section) -> dict[Number, Absence]:
    """Return the bye or withdrawal of each participant who will miss the next round, keyed by
    number.
    """
    coming = section.round_to_pair
    return {
        r.number: r.outcome
        for r in section.requests
        if r.round == coming or (isinstance(r.outcome, Withdrawn) and r.round <= coming)
    }


def is_considered_present(section: Section, number: Number) -> bool:
    """Return whether a participant expected in the next round counts as present.

    After a round has been published, every such participant does. Before that, only those who were
    checked in do.
    """
    seen = section.presence.get(number)
    return bool(section.rounds) or (seen is not None and seen.players > 0)


def build_check_in_participants(
    context: RequestContext, only: Number | None = None
) -> list[CheckInParticipant]:
    """Return the check-in data of all participants in a section, or only of number ``only``."""
    section = context.section
    away, excluded = (
        absences_in_next_round(section),
        {e.number: e.article for e in find_exclusions_from_next_round(section)},
    )
    found = []
    for one in section.competitors.values():
        if only is not None and one.number != only:
            continue
        if one.number in away:
            gone = isinstance(away[one.number], Withdrawn)
            told = AWAY, away_words(away[one.number]), None if gone else CheckInButton.COME_BACK
        elif not is_considered_present(section, one.number):
            seen = section.presence.get(one.number)
            comes = seen is not None and seen.in_time
            told = MISSING, _describe_missing_participant(one, comes=comes), CheckInButton.ARRIVE
        else:
            words = say("playing") if section.rounds else say("here")
            if one.number in excluded:
                words = say("not paired ({article})", article=excluded[one.number])
            told = HERE, words, CheckInButton.STAY_OUT if section.rounds else CheckInButton.LEAVE
        key = f"{context.handle.stem}/{context.slug}/{one.number}"
        found.append(
            CheckInParticipant(key, section, one, *told, count_expected_players(section, one))
        )
    return found


def _describe_missing_participant(one: Competitor, *, comes: bool) -> str:
    if not comes:
        return say("not here")
    return say("on its way") if isinstance(one, Team) else say("on their way")


def allowed_check_in_buttons(user: User) -> dict[str, bool]:
    """Return whether the user may press each tile button, keyed by the button's name in the
    form.
    """
    return {press.value: user.may_perform(kind) for press, kind in ACT_OF.items()}


# --- pages ----------------------------------------------------------------------------------


def _check_in_template_variables(
    sections: list[RequestContext], user: User, q: str
) -> dict[str, Any]:
    """Return the template variables of a check-in page for participants that match the search."""
    wanted = split_search_words(q)
    everybody = [
        one
        for there in sections
        for one in build_check_in_participants(there)
        if matches_search(one.one, wanted)
    ]
    everybody.sort(key=lambda one: alphabetical_sort_key(one.one))
    return {
        "states": {state: [a for a in everybody if a.state == state] for state in STATES},
        "sections": [
            (there, there.section)
            for there in sections
            if not there.section.rounds and _list_participants_not_checked_in(there.section)
        ],
        "several": len(sections) > 1,
        "open": any(not there.section.entries_closed for there in sections),
        "may": allowed_check_in_buttons(user),
        "q": q,
    }


def list_section_contexts(context: RequestContext) -> list[RequestContext]:
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
    """Show a tile for each participant in a section, grouped into missing, present and away."""
    content = _check_in_template_variables([context], context.user, q)
    step = find_next_step(context) if context.section.entries_closed else None
    return context.render_page("check_in.html", **content, section=context.section, step=step)


@router.get("/e/{event}/check-in")
def event_check_in_page(context: AtEvent, q: str = "") -> Response:
    """Show the check-in page for all sections of an event."""
    content = _check_in_template_variables(list_section_contexts(context), context.user, q)
    return context.render_page("check_in.html", **content, section=None, step=None)


@router.get("/check-in")
def desk_check_in_page(request: Request, user: SignedIn, q: str = "") -> Response:
    """Show the check-in page for all events that are in preparation or in progress."""
    repository = get_app_state(request).repository
    places: list[RequestContext] = []
    seen = repository.access_rules.events_visible_to(user)
    # The number of events is limited, because a desk may have thousands of them.
    for going_on in (EventStage.PREPARED, EventStage.RUNNING):
        found, _ = repository.search_index.find_matching_events(
            EventSearch(stage=going_on), seen, 0, MOST_EVENTS
        )
        for one in sorted(found, key=lambda one: one.stem):
            # An event that cannot be opened is reported in the list of events.
            with suppress(TopboardError), open_event(request, user, one.stem) as context:
                places += list_section_contexts(context)
    # Users have a role in each event. Only events in which they may check players in are shown, if
    # there are any.
    places = [one for one in places if one.user.may_perform(actions.RecordPresence)] or places
    role = places[0].user if places else user
    return render_page(
        request,
        "check_in.html",
        **_check_in_template_variables(places, role, q),
        section=None,
        step=None,
    )


# --- actions -------------------------------------------------------------------------------


@router.post("/e/{event}/s/{section}/check-in")
def record_section_check_in(context: AtSection, form: Form) -> Response:
    """Carry out the action of the button pressed on the check-in page of a section."""
    return _handle_pressed_button(context, form, context.url("check-in"), several=False)


@router.post("/e/{event}/check-in")
def record_event_check_in(context: AtEvent, form: Form) -> Response:
    """Carry out the action of the button pressed on the check-in page of an event."""
    return _handle_pressed_button(
        _find_pressed_section(context, form), form, context.event_url("check-in"), several=True
    )


@router.post("/check-in")
def record_desk_check_in(request: Request, user: SignedIn, form: Form) -> Response:
    """Carry out the action of the button pressed on the check-in page of the whole desk."""
    stem = find_pressed_button(form)[1].partition("/")[0]
    with open_event(request, user, stem) as context:
        return _handle_pressed_button(
            _find_pressed_section(context, form), form, "/check-in", several=True
        )


def find_pressed_button(form: PostedForm) -> tuple[CheckInButton | None, str]:
    """Return the pressed tile button and the key of its participant.

    If the button for a whole section was pressed, return None and the key of the section.
    """
    for press in CheckInButton:
        if form.has(press.value):
            return press, form.text(press.value)
    return None, form.text("all")


def _find_pressed_section(context: RequestContext, form: PostedForm) -> RequestContext:
    """Return the request context of the section to which the pressed button belongs."""
    _, slug, *_ = (*find_pressed_button(form)[1].split("/"), "")
    found = next((there for there in list_section_contexts(context) if there.slug == slug), None)
    if found is None:
        raise BadInput([Problem(say("This section does not exist."), quoted=slug)])
    return found


def _handle_pressed_button(
    there: RequestContext, form: PostedForm, back: str, *, several: bool
) -> Response:
    """Record the action of the pressed button and return the page.

    For a request by the script of the page, return only the new tile.
    """
    press, key = find_pressed_button(form)
    if press is None:
        return redirect_to(
            there.request, back, _record_all_present(there, form) if form.has("all") else []
        )
    check_role_permission(there.user, ACT_OF[press])
    number = Number(whole(key.rpartition("/")[2], say("number")))
    one, before = there.section.competitor(number), there.event.last
    if (act := _build_presence_action(there.section, one, press, form, key)) is not None:
        there.record_action(act, form, check_seen=False)
    (shown,) = build_check_in_participants(there, number)
    words = say("{name}: {state}", name=one.name, state=shown.words)
    if not wants_json(there.request):
        return redirect_to(there.request, back, [words])
    tiles = jinja_environment().get_template("tiles.html").make_module({"form": SubmittedForm()})
    tile = tiles.tile  # type: ignore[attr-defined]
    return JSONResponse(
        {
            "tile": str(tile(shown, allowed_check_in_buttons(there.user), several)),
            "state": shown.state,
            "note": words,
            "written": there.event.last - before,
        }
    )


def _build_presence_action(
    section: Section, one: Competitor, press: CheckInButton, form: PostedForm, key: str
) -> actions.Act | None:
    """Return the action of a pressed button, or None if it would change nothing.

    It changes nothing if, for example, another user has already pressed the same tile.
    """
    seen, is_away = section.presence.get(one.number), one.number in absences_in_next_round(section)
    there = seen.players if seen else 0
    coming = section.round_to_pair
    match press:
        case CheckInButton.ARRIVE:
            count = form.number(f"players/{key}", count_expected_players(section, one))
            act = actions.RecordPresence(section.name, one.number, count)
            return act if count != there else None
        case CheckInButton.LEAVE:
            return actions.RecordPresence(section.name, one.number, 0) if there else None
        case CheckInButton.ON_THE_WAY:
            travel, in_time = form.text(f"travel/{key}"), form.has(f"in_time/{key}")
            count = form.number(f"arrived/{key}", 0)
            return actions.RecordPresence(section.name, one.number, count, travel, in_time)
        case CheckInButton.STAY_OUT:
            act_of_bye = actions.RequestBye(section.name, one.number, coming, ZeroPointBye())
            return None if is_away else act_of_bye
        case CheckInButton.COME_BACK:
            return actions.CancelBye(section.name, one.number, coming) if is_away else None
        case _:
            assert_never(press)


def _record_all_present(there: RequestContext, form: PostedForm) -> list[str]:
    """Record every participant whose presence is unknown as present.

    Return the message to show.
    """
    if present := _list_participants_not_checked_in(there.section):
        there.record_action(
            actions.RecordAllPresent(there.section.name, present), form, check_seen=False
        )
    name = there.section.name
    if system(there.section.system).teams:
        return [say("All other teams in {section} are marked as present.", section=name)]
    return [say("All other players in {section} are marked as present.", section=name)]


def _list_participants_not_checked_in(section: Section) -> tuple[tuple[Number, int], ...]:
    """Return the participants whose presence is unknown, each with the expected number of
    players.
    """
    known = {*section.presence, *absences_in_next_round(section)}
    return tuple(
        (one.number, count_expected_players(section, one))
        for one in section.competitors.values()
        if one.number not in known
    )


@router.post("/e/{event}/s/{section}/absent")
def record_absence(context: AtSection, form: Form) -> Response:
    """Record that a participant will miss a round, or cancel such an absence."""
    section = context.section
    one = section.competitor(Number(form.number("number")))
    number = form.number("round", section.round_to_pair)
    act: actions.Act
    if form.has("cancel"):
        act = actions.CancelBye(section.name, one.number, number)
    else:
        worth: Absence = HalfPointBye() if form.text("worth") == "half" else ZeroPointBye()
        act = actions.RequestBye(section.name, one.number, number, worth)
    context.record_action(act, form, check_seen=False)
    words = (
        say("{name} will be paired in round {number}.", name=one.name, number=number)
        if form.has("cancel")
        else say("{name} will not be paired in round {number}.", name=one.name, number=number)
    )
    return context.redirect_to("entries", one.number, notes=[words])


# --- search by name or number -----------------------------------------------------------------


def split_search_words(text: str) -> list[str]:
    """Return the words of a string in lower case and without accents.

    The scripts of the pages split search words in the same way.
    """
    bare = "".join(c for c in normalize("NFKD", text) if not combining(c))
    return re.findall(r"[^\W_]+", bare.casefold())


def matches_search(one: Competitor, wanted: list[str]) -> bool:
    """Return whether each search word is the participant's number or begins a word of the name."""
    parts = split_search_words(one.name)
    return all(
        word == str(one.number) or any(part.startswith(word) for part in parts) for word in wanted
    )
