"""The page of a captain, who hands in the line-up of one team through a private link."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

from topboard.errors import AuthorityNeeded, BadInput, ConfirmationNeeded, Problem, Refused
from topboard.event import actions
from topboard.event.line_ups import (
    Seats,
    find_match_of_team,
    format_line_up,
    is_after_line_up_deadline,
    line_up_deadline,
    list_recorded_seats,
    parse_places,
    split_places,
)
from topboard.event.policy.line_ups import are_line_ups_published
from topboard.event.session import ActionContext
from topboard.event.state import Event, PublishedRound, Section
from topboard.messages import say
from topboard.model import Competitor, Meeting, Number, Team
from topboard.text.dates import format_start_in_full, shift_start_time
from topboard.web.captain_links import CaptainOfTeam, find_captain
from topboard.web.forms import PostedForm
from topboard.web.repository import EventHandle, UnknownEvent
from topboard.web.request_context import (
    AUDIT,
    Form,
    current_time,
    get_app_state,
    redirect_to,
    render_page,
)

router = APIRouter(prefix="/captain/{event}/{token}")

MOST_WRONG_LINKS = 20
"""The number of wrong links from one address that cause a pause."""
MOST_LINE_UPS = 20
"""The number of line-ups that one captain may send before a pause."""


@dataclass(frozen=True, slots=True)
class MatchOfTeam:
    """The match of a team as its captain may see it.

    The opponents' line-up is an empty list as long as it is not known.
    """

    table: int
    opponent: Competitor
    has_white: bool
    own: Seats
    theirs: Seats
    closed: str
    """The reason why the captain cannot hand in a line-up, or an empty string."""


def find_match(section: Section, team: Team, time: str) -> MatchOfTeam | None:
    """Return the team's match in the last published round, or None if it has none.

    ``time`` decides whether the opponents' line-up is shown and whether the deadline has passed.
    """
    played = section.rounds[-1] if section.rounds else None
    found = None if played is None else find_match_of_team(played, team.number)
    if played is None or found is None:
        return None
    table, meeting = found
    side = 0 if meeting.white == team.number else 1
    other = meeting.white if side else meeting.black
    assert other is not None
    known = _is_line_up_shown(section, played, meeting, time)
    own = list_recorded_seats(played, meeting, side)
    return MatchOfTeam(
        table,
        section.competitor(other),
        side == 0,
        own,
        list_recorded_seats(played, meeting, 1 - side) if known else [],
        _explain_why_closed(section, played, meeting, own, time),
    )


def _is_line_up_shown(
    section: Section, played: PublishedRound, meeting: Meeting, time: str
) -> bool:
    return are_line_ups_published(played, meeting) or is_after_line_up_deadline(
        section, played.number, time
    )


def _explain_why_closed(
    section: Section, played: PublishedRound, meeting: Meeting, own: Seats, time: str
) -> str:
    """Return why a captain cannot hand in a line-up now, or an empty string."""
    if not own and is_after_line_up_deadline(section, played.number, time):
        return say("The deadline has passed. Give your line-up to the arbiter.")
    if not own and are_line_ups_published(played, meeting):
        return say("The line-ups of this round are closed. Give your line-up to the arbiter.")
    if _is_line_up_shown(section, played, meeting, time):
        return say("Your opponents may know this line-up. To change it, talk to the arbiter.")
    if own and meeting.games:
        return say("The arbiter has entered this line-up. To change it, talk to the arbiter.")
    return ""


# --- finding the team ---------------------------------------------------------------------------


def _find_captain_by_token(
    request: Request, stem: str, token: str
) -> tuple[EventHandle, CaptainOfTeam]:
    """Return the event and the team of a captain's link, or raise a 404 error if it is not valid.

    Raise a 429 error if too many wrong links came from the same address.
    """
    app_state = get_app_state(request)
    repository, throttle = app_state.repository, app_state.repository.sign_in_throttle
    address = f"captain {request.client.host if request.client else ''}"
    if throttle.seconds_to_wait(address, MOST_WRONG_LINKS):
        raise HTTPException(429, say("Too many wrong links. Wait a few minutes and try again."))
    try:
        handle = repository.event(stem)
        event = handle.snapshot().event
        found = find_captain(repository.accounts.signing_key(), stem, event, token)
    except UnknownEvent:
        found = None
    if found is None:
        throttle.count_failed_attempt(address)
        raise HTTPException(404, say("This link is not valid. Ask the arbiter for a new one."))
    return handle, found


# --- pages --------------------------------------------------------------------------------------


@router.get("")
def captain_page(request: Request, event: str, token: str) -> Response:
    """Show the match of the captain's team, with a form for the line-up."""
    handle, captain = _find_captain_by_token(request, event, token)
    snapshot = handle.snapshot()
    get_app_state(request).sites.record_view(event, snapshot.event.last)
    section, team = captain.section, captain.team
    match = find_match(section, team, current_time())
    number = len(section.rounds)
    response = render_page(
        request,
        "captain.html",
        event=snapshot.event,
        section=section,
        team=team,
        match=match,
        number=number,
        start=_format_round_start(section, number),
        deadline=format_deadline(section, number),
        own=format_line_up(team, match.own) if match else [],
        theirs=format_line_up(match.opponent, match.theirs) if match else [],
        url=request.url.path,
    )
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def _format_round_start(section: Section, number: int) -> str:
    schedule = section.schedule
    if schedule is None or not 0 < number <= len(schedule.starts):
        return ""
    return format_start_in_full(schedule.starts[number - 1], schedule.time_zone)


def format_deadline(section: Section, number: int) -> str:
    """Return when the line-ups of a round are due, in the time zone of the event."""
    deadline = line_up_deadline(section, number) if number else None
    if deadline is None or section.schedule is None:
        return ""
    starts, zone = section.schedule.starts[number - 1], section.schedule.time_zone
    return format_start_in_full(shift_start_time(starts, 0, -(section.line_up_minutes or 0)), zone)


@router.post("")
def hand_in_line_up(request: Request, event: str, token: str, form: Form) -> Response:
    """Record the line-up that a captain sends."""
    handle, captain = _find_captain_by_token(request, event, token)
    throttle = get_app_state(request).repository.sign_in_throttle
    sender = f"line-up {captain.link}"
    if throttle.seconds_to_wait(sender, MOST_LINE_UPS):
        what = say("You have sent too many line-ups. Wait a few minutes and try again.")
        raise HTTPException(429, what)
    throttle.count_failed_attempt(sender)
    time = current_time()
    who = f"captain of {captain.team.name} (#{captain.team.number})"

    def build_action(latest: Event) -> actions.HandInLineUps:
        section = latest.section(captain.section.name)
        return _read_line_up(section, captain, form, time)

    try:
        with handle.open() as session:
            prepared = session.build_and_record(build_action, ActionContext(who, time))
    except (ConfirmationNeeded, AuthorityNeeded) as error:
        raise _add_advice_to_ask_arbiter(error) from error
    AUDIT.info("%s %s entry %d HandInLineUps by %s", time, event, prepared.entry.number, who)
    notes = [say("Your line-up was handed in."), *prepared.notices]
    return redirect_to(request, request.url.path, notes)


def _read_line_up(
    section: Section, captain: CaptainOfTeam, form: PostedForm, time: str
) -> actions.HandInLineUps:
    team = section.competitor(captain.team.number)
    assert isinstance(team, Team)
    if section.captain_links.get(team.number) != captain.link:
        raise HTTPException(404, say("This link is not valid. Ask the arbiter for a new one."))
    match = find_match(section, team, time)
    if match is None:
        raise BadInput([Problem(say("your team has no match in this round"), team.name)])
    if match.closed:
        raise BadInput([Problem(match.closed)])
    players = read_player_lines(
        section, team, form.text("places"), form.all_values_of_argument("player")
    )
    handed_in = (actions.TeamLineUp(team.number, players),)
    return actions.HandInLineUps(section.name, len(section.rounds), handed_in)


def read_player_lines(
    section: Section, team: Team, places: str, ticked: list[str]
) -> tuple[Number | None, ...]:
    """Return the line-up that was typed, or else the ticked players in roster order."""
    if places:
        return parse_places(section, team.number, split_places(places))
    at = [str(n) for n, player in enumerate(team.players, start=1) if str(player.number) in ticked]
    return parse_places(section, team.number, at)


def _add_advice_to_ask_arbiter(error: Refused) -> BadInput:
    """Return the captain's error about a line-up on which only an arbiter can decide."""
    remedy = say("Change the line-up, or hand it in to the arbiter.")
    return BadInput([Problem(p.what, p.where, p.quoted, remedy) for p in error.problems])
