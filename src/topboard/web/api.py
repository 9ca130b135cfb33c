"""The JSON API under /api/v1. It offers the same data and actions as the desk pages."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Iterator
from time import time
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path as InPath, Request
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from topboard._frozen import replace
from topboard.errors import (
    BadInput,
    Problem,
)
from topboard.event.actions import CreateEvent, HandInLineUps
from topboard.event.codec import load_stored_action, plain
from topboard.event.pairing import build_pair_round_action, build_tournament_before_next_round
from topboard.event.policy.line_ups import hide_secret_line_ups
from topboard.event.policy.objections import parse_authority
from topboard.event.proofs import check_proof_of_replayed_round
from topboard.event.replay import list_entries_of_current_pairings, replay_rounds
from topboard.event.search import EventSearch
from topboard.event.session import ActionContext
from topboard.event.summaries import summarize_event
from topboard.event.tournament import build_tournament
from topboard.messages import say
from topboard.model import EventInfo, Number
from topboard.questions.answers import list_systems
from topboard.reasons.sentences import (
    generate_participant_sentences,
    generate_round_sentences,
    names_of,
)
from topboard.reasons.why_not import why_not
from topboard.serialize import answers, event_answers
from topboard.serialize.answer_types import StandingsJson, SystemJson, WhyNotJson
from topboard.serialize.event_answer_types import (
    EventSummaryJson,
    JournalEntryJson,
    LastEntryJson,
    PairingPreviewJson,
    PublishedExplanationJson,
    RecordedEntryJson,
    ReplayedRoundJson,
    SectionJson,
)
from topboard.storage.session import EventSnapshot, sections_by_slug
from topboard.systems.registry import system
from topboard.web.accounts import NotAllowed, User, check_role_permission
from topboard.web.event_creation import create_event_for_user
from topboard.web.json_bodies import StrictJsonRoute
from topboard.web.password_check import TooManySignIns, check_password
from topboard.web.repository import UnknownEvent
from topboard.web.request_context import (
    LOOKING,
    RequestContext,
    StaleForm,
    current_time,
    find_signed_in_user,
    get_app_state,
    open_event,
)

router = APIRouter(tags=["events"], route_class=StrictJsonRoute)
ROUNDS = 100
MOST_EVENTS = 10_000


# --- user, event and section ------------------------------------------------------------------


def authenticate_api_user(request: Request) -> User:
    """Return the signed-in user, or the user whose credentials are in the Authorization header.

    A token in the header decides even if somebody is signed in, so that a program never has more
    rights than its token. Raise ``HTTPException`` if there is neither, or after too many failed
    attempts.
    """
    if (secret := _parse_bearer_token(request.headers.get("authorization", ""))) is not None:
        return _authenticate_token(request, secret)
    if (user := find_signed_in_user(request)) is not None:
        return user
    app_state = get_app_state(request)
    name, password = _parse_basic_credentials(request.headers.get("authorization", ""))
    address = request.client.host if request.client else ""
    if name:
        repository = app_state.repository
        try:
            attempt = check_password(
                repository.accounts, repository.sign_in_throttle, address, name, password
            )
        except TooManySignIns:
            raise HTTPException(
                503,
                say("Too many people are signing in right now. Try again in a few seconds."),
                {"Retry-After": "3"},
            ) from None
        if attempt.wait:
            headers = {"Retry-After": str(int(attempt.wait) + 1)}
            raise HTTPException(
                429, say("Too many failed attempts. Wait before you try again."), headers
            )
        if attempt.user is not None:
            return repository.access_rules.user_with_role_outside_events(attempt.user)
    raise HTTPException(401, say("Sign in first."), {"WWW-Authenticate": "Basic"})


def _authenticate_token(request: Request, secret: str) -> User:
    repository = get_app_state(request).repository
    user = repository.api_tokens.find_user(secret, time())
    if user is None:
        what = say("This token is not valid. It may have expired, or somebody has revoked it.")
        raise HTTPException(401, what, {"WWW-Authenticate": 'Bearer error="invalid_token"'})
    return repository.access_rules.user_with_role_outside_events(user)


def _parse_bearer_token(header: str) -> str | None:
    kind, _, secret = header.partition(" ")
    return secret.strip() if kind.casefold() == "bearer" else None


def _parse_basic_credentials(header: str) -> tuple[str, str]:
    kind, _, coded = header.partition(" ")
    if kind.casefold() != "basic":
        return "", ""
    try:
        name, _, password = base64.b64decode(coded, validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError):
        return "", ""
    return name, password


ApiUser = Annotated[User, Depends(authenticate_api_user)]


def _open_requested_event(request: Request, user: ApiUser, event: str) -> Iterator[RequestContext]:
    with open_event(request, user, event) as context:
        if request.method in LOOKING:
            context.record_view()
        yield context


AtEvent = Annotated[RequestContext, Depends(_open_requested_event)]


def _select_requested_section(context: AtEvent, section: str) -> RequestContext:
    if section not in context.snapshot.sections():
        raise UnknownEvent(say("there is no section {section!r} in this event", section=section))
    context.slug = section
    return context


AtSection = Annotated[RequestContext, Depends(_select_requested_section)]
RoundNumber = Annotated[int, InPath(ge=1, le=ROUNDS)]


# --- bodies of requests and responses ---------------------------------------------------------


class NewEvent(BaseModel):
    """The name and details of an event to create."""

    name: str = Field(min_length=1, max_length=200)
    city: str = Field("", max_length=200)
    federation: str = Field("", max_length=200)
    start: str = Field("", max_length=40)
    end: str = Field("", max_length=40)
    organisation: str = Field(
        "",
        max_length=60,
        description="URL name of the organisation that owns the event; required if you belong to"
        " several",
    )


class NewAct(BaseModel):
    """An action to record. Its content is the same as in the journal."""

    act: str = Field(description="kind of action, such as AddSection, Enter or EnterResults")
    content: dict[str, Any] = Field(default_factory=dict)
    reason: str = Field("", max_length=1000)
    authority: str = Field(
        "", description="office:name, if an article leaves the action to an authority"
    )
    confirmed: bool = Field(
        False, description="whether the user has read and accepted the warnings"
    )
    confirmed_again: bool = Field(
        False, description="whether the user has confirmed a second time, if that is required"
    )
    seen: int | None = Field(
        None,
        ge=0,
        description="number of the last journal entry you know; the action is refused if a newer"
        " entry concerns the same section",
    )


class Subject(BaseModel):
    """The section, round, board, journal entry or participants that a refused action concerns.
    Fields that do not apply are omitted.
    """

    section: str = ""
    round: int = 0
    table: int = 0
    entry: int = 0
    purpose: str = ""
    numbers: list[int] = Field(
        default_factory=list, description="TPNs of the participants concerned"
    )


class Complaint(BaseModel):
    """A problem: what is wrong, where it is, the input it concerns, and what to do about it."""

    level: str = Field("refuse", description="note, confirm, confirm twice or refuse")
    article: str = Field("", description="article that forbids the action or advises against it")
    subject: Subject = Field(default_factory=Subject)
    what: str
    where: str = ""
    quoted: str = ""
    remedy: str = ""


class Failure(BaseModel):
    """The error response to a request that was not carried out, with its reasons."""

    kind: str = Field(
        description="such as refused, confirmation, authority, conflict, role or error"
    )
    level: str = Field("refuse", description="level of the most serious problem")
    act: str = Field("", description="kind of action that was refused")
    offices: list[str] = Field(
        default_factory=list, description="offices that may decide, as used in the field authority"
    )
    problems: list[Complaint]


FAILURES: dict[int | str, dict[str, Any]] = {
    code: {"model": Failure, "description": words}
    for code, words in (
        (400, "The request cannot be understood."),
        (401, "You are not signed in."),
        (403, "Your role does not allow this."),
        (404, "There is no such event or section."),
        (409, "Someone else made a change first."),
        (500, "A file cannot be read or written."),
        (503, "The database is not responding. Try again in a moment."),
    )
}
REFUSED: dict[int | str, dict[str, Any]] = {
    **FAILURES,
    422: {
        "description": "The request is malformed, or the action is refused, must be confirmed or"
        " needs an authority."
    },
}


def error_to_json(error: Exception, problems: list[Problem]) -> dict[str, Any]:
    """Return an error as JSON, with all its problems and an error kind that programs can check."""
    kind = event_answers.error_kind_code(error)
    if isinstance(error, NotAllowed | StaleForm):
        kind = "role" if isinstance(error, NotAllowed) else "stale"
    return event_answers.failed_request_to_json(error, kind, problems)


# --- events -----------------------------------------------------------------------------------


def _event_summary_to_json(stem: str, snapshot: EventSnapshot) -> EventSummaryJson:
    summary, sections = summarize_event(snapshot.event), snapshot.sections()
    return event_answers.event_summary_to_json(stem, summary, sections, public=snapshot.public)


@router.get("/systems")
def systems(user: ApiUser) -> list[SystemJson]:
    """List the pairing systems with the articles of their rules."""
    return list_systems()


@router.get("/events", responses=FAILURES)
def events(
    request: Request,
    user: ApiUser,
    q: Annotated[
        str, Field(description="words in the name of the event, its place or a section")
    ] = "",
    start: Annotated[int, Field(ge=0)] = 0,
    count: Annotated[int, Field(ge=1, le=MOST_EVENTS)] = MOST_EVENTS,
) -> list[EventSummaryJson]:
    """List the events that you may see, with a summary of each and of its sections."""
    repository = get_app_state(request).repository
    seen = repository.access_rules.events_visible_to(user)
    found, _ = repository.search_index.find_matching_events(EventSearch(q), seen, start, count)
    return [
        event_answers.event_summary_to_json(
            one.stem,
            one.summary,
            sections_by_slug(section.name for section in one.summary.sections),
            public=one.public,
        )
        for one in found
    ]


@router.post("/events", status_code=201, responses=REFUSED)
def create_event(request: Request, user: ApiUser, wanted: NewEvent) -> EventSummaryJson:
    """Create an event, and return its summary."""
    check_role_permission(user, CreateEvent)
    details = EventInfo(
        city=wanted.city, federation=wanted.federation, start=wanted.start, end=wanted.end
    )
    handle = create_event_for_user(request, user, wanted.name, details, wanted.organisation)
    return _event_summary_to_json(handle.stem, handle.snapshot())


@router.get("/events/{event}", responses=FAILURES)
def event(context: AtEvent) -> EventSummaryJson:
    """Return the current state of an event and its sections."""
    return _event_summary_to_json(context.handle.stem, context.snapshot)


@router.get("/events/{event}/last", responses=FAILURES)
def last_entry(context: AtEvent) -> LastEntryJson:
    """Return the number, author and time of the last journal entry."""
    entry = context.snapshot.entry(context.event.last)
    return {"last": entry.number, "who": entry.who, "time": entry.time}


@router.get("/events/{event}/acts", responses=FAILURES)
def journal_entries(
    context: AtEvent, after: Annotated[int, Field(ge=0)] = 0
) -> list[JournalEntryJson]:
    """List the journal entries that follow the entry number ``after``.

    Users who may not record line-ups do not see those that are still secret.
    """
    undone, entries = context.event.undone, context.snapshot.entries[after:]
    if not context.user.may_perform(HandInLineUps):
        entries = [replace(e, act=hide_secret_line_ups(context.event, e.act)) for e in entries]
    return [event_answers.journal_entry_to_json(e, undone=e.number in undone) for e in entries]


@router.post("/events/{event}/acts", status_code=201, responses=REFUSED)
def record_action(context: AtEvent, wanted: NewAct) -> RecordedEntryJson:
    """Record an action in the journal, if the rules allow it."""
    made = load_stored_action(wanted.act, json.dumps(wanted.content))
    authority = parse_authority(wanted.authority) if wanted.authority else None
    confirmed = wanted.confirmed, wanted.confirmed_again
    action_context = ActionContext(
        context.user.name, current_time(), wanted.reason, authority, *confirmed
    )
    prepared = context.record_action_as(made, action_context, wanted.seen)
    return {
        **event_answers.journal_entry_to_json(prepared.entry),
        "notices": list(prepared.notices),
    }


@router.get("/events/{event}/check", responses=FAILURES)
def check(context: AtEvent) -> list[ReplayedRoundJson]:
    """Pair every published round again from the journal, and verify its proof if there is one."""
    wanted = frozenset(list_entries_of_current_pairings(context.event))
    found = replay_rounds(context.snapshot.entries, wanted=wanted)
    return [
        event_answers.replayed_round_to_json(one, check_proof_of_replayed_round(one))
        for one in found
    ]


# --- sections ---------------------------------------------------------------------------------


@router.get("/events/{event}/sections/{section}", responses=FAILURES)
def section(context: AtSection) -> SectionJson:
    """Return the state of a section: its settings, its participants, and its rounds with their
    results.
    """
    return event_answers.section_to_api_json(context.slug, context.section)


@router.get("/events/{event}/sections/{section}/pairing", responses=REFUSED)
def pairing(context: AtSection) -> PairingPreviewJson:
    """Return the pairing that the rules give for the next round, and the action that would record
    it.
    """
    paired, made = build_pair_round_action(context.event, context.section.name)
    before = build_tournament_before_next_round(context.event, context.section)
    return {
        **answers.pairing_to_json(before, made),
        "act": {"act": "PairRound", "content": plain(paired)},
    }


@router.get("/events/{event}/sections/{section}/rounds/{number}/explanation", responses=REFUSED)
def explain_round(
    context: AtSection, number: RoundNumber, competitor: Annotated[int | None, Field(ge=1)] = None
) -> PublishedExplanationJson:
    """Explain the pairing of a published round, or only the decisions about one participant."""
    again = context.handle.replay_round(context.section.name, number)
    if again.pairing_by_rules is None:
        raise BadInput([Problem(say("The rules give no legal pairing for this round."))])
    name = names_of(again.before)
    told = (
        generate_round_sentences(again.pairing_by_rules, name)
        if competitor is None
        else generate_participant_sentences(again.pairing_by_rules, Number(competitor), name)
    )
    return {
        **answers.pairing_to_json(again.before, again.pairing_by_rules),
        "explanation": list(told),
    }


@router.get("/events/{event}/sections/{section}/why-not", responses=REFUSED)
def explain_why_not(
    context: AtSection, a: Annotated[int, Field(ge=1)], b: Annotated[int, Field(ge=1)]
) -> WhyNotJson:
    """Explain why two participants are not paired with each other in the next round."""
    before = build_tournament_before_next_round(context.event, context.section)
    found = why_not(before, system(context.section.system), Number(a), Number(b))
    return answers.why_not_to_json(before, Number(a), Number(b), found)


@router.get("/events/{event}/sections/{section}/standings", responses=REFUSED)
def standings(context: AtSection) -> StandingsJson:
    """Return the standings, with the calculation of every tie-break value."""
    known = build_tournament(context.event, context.section)
    return answers.standings_to_json(known, system(context.section.system).standings(known))
