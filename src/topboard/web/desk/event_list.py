"""The list of events with its search, and the activity log of all events."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from starlette.responses import Response

from topboard.errors import BadInput, Problem, TopboardError
from topboard.event.action_names import describe_action_type
from topboard.event.codec import ACTS
from topboard.event.entries import Entry
from topboard.event.journal_names import (
    NO_NAMES,
    RecordedNames,
    find_recorded_names,
    refers_to_participants,
)
from topboard.event.search import AuditSearch, EventSearch
from topboard.event.summaries import STAGES, EventStage, is_section_played
from topboard.messages import say, say_kept
from topboard.storage.register import OF_MEMBERS, AuditRecord, RegisteredEvent
from topboard.systems.registry import SYSTEMS
from topboard.text import dates
from topboard.web.accounts import User, format_role_name
from topboard.web.desk.about import describe_installation
from topboard.web.desk.account_pages import may_manage_accounts
from topboard.web.next_step import NextStep, find_next_step
from topboard.web.pages import load_list_page
from topboard.web.repository import EventRepository
from topboard.web.request_context import (
    SignedIn,
    get_app_state,
    is_open_to_requester,
    open_event,
    render_page,
)

router = APIRouter()

FEW = 12
"""The largest number of events shown as cards. More events are shown in a table with a search."""
ON_A_PAGE = 50
MOST_DUE, RECENT = 8, 5
"""The largest numbers of next steps and of recent changes on the first page."""


# --- events -------------------------------------------------------------------------------------


@router.get("/")
def event_list_page(
    request: Request,
    user: SignedIn,
    q: str = "",
    stage: str = "",
    system: str = "",
    first: str = "",
    last: str = "",
    part: int = 1,
    started: str = "",
) -> Response:
    """Show the events that match the search, and a link for creating one."""
    repository = get_app_state(request).repository
    register = repository.search_index
    search = EventSearch(
        q,
        parse_event_stage(stage),
        system,
        parse_search_day(first, "first"),
        parse_search_day(last, "last"),
    )
    seen = repository.access_rules.events_visible_to(user)
    shown, total = load_list_page(
        part,
        lambda start, count: register.find_matching_events(search, seen, start, count),
        ON_A_PAGE,
    )
    first_ones, every = register.find_matching_events(EventSearch(), seen, 0, FEW + 1)
    own = [one.slug for one in repository.access_rules.organisations_of_user(user)]
    changes, _ = register.audit_records(AuditSearch(), seen, 0, RECENT, own)
    is_first_page = search.is_empty and shown.number == 1
    return render_page(
        request,
        "events.html",
        part=shown,
        total=total,
        search=search,
        many=every > FEW or not search.is_empty,
        open_ones=sum(not one.summary.closed for one in first_ones),
        by_members=repository.access_rules.requires_membership(),
        broken=[(stem, str(error)) for stem, error in register.broken.items()],
        unread=register.unread,
        stages=[(one.value, say_kept(words)) for one, words in STAGES.items()],
        systems=tuple(SYSTEMS),
        asked=format_search_query(q=q, stage=stage, system=system, first=first, last=last),
        due=list_due_steps(request, user, first_ones) if is_first_page else [],
        changes=build_audit_lines(repository, [one for one in changes if not one.membership])
        if is_first_page
        else [],
        zones={one.stem: one.summary.details.time_zone for one in first_ones},
        home=repository.display_name if is_open_to_requester(request) else "",
        may_manage_accounts=may_manage_accounts(request, user),
        installed=describe_installation(request, user, started),
    )


@dataclass(frozen=True, slots=True)
class DueStep:
    """The next step in a section of an event that is being prepared or played."""

    event: str
    section: str
    step: NextStep


def list_due_steps(
    request: Request, user: User, events: Sequence[RegisteredEvent]
) -> list[DueStep]:
    """Return the next step in each section of these events, without sections that are over."""
    due = []
    for one in events:
        if one.summary.stage not in (EventStage.PREPARED, EventStage.RUNNING):
            continue
        # An event that cannot be read has its own message on the page.
        with suppress(TopboardError), open_event(request, user, one.stem) as context:
            for slug, name in context.snapshot.sections().items():
                context.slug = slug
                if not is_section_played(context.section):
                    due.append(DueStep(context.event.name, name, find_next_step(context)))
    return due[:MOST_DUE]


def format_search_query(**said: str) -> str:
    """Return the search terms as a query string, for links to the other pages of the results."""
    return urlencode({name: text for name, text in said.items() if text})


def parse_event_stage(text: str) -> EventStage | None:
    """Return the event stage to search for, or None for an empty string.

    Raise ``BadInput`` if there is no such stage.
    """
    try:
        return EventStage(text) if text else None
    except ValueError:
        known = ", ".join(one.value for one in EventStage)
        remedy = say("Choose one of: {known}.", known=known)
        raise BadInput([Problem(say("unknown event stage"), "stage", text, remedy)]) from None


def parse_search_day(text: str, where: str) -> str:
    """Return the day to search for, without any time of day, or an empty string if none is given.

    Raise ``BadInput`` if the text is not a date.
    """
    if text and dates.parse_start(text) is None:
        remedy = say("Enter the date in the form 2026-05-01.")
        raise BadInput([Problem(say("invalid date or time"), where, text, remedy)])
    return text[:10]


# --- activity log -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AuditLine:
    """A line of the activity log, with an action and its description in the journal."""

    record: AuditRecord
    entry: Entry | None
    """The journal entry, or None if the action changed members or the journal cannot be read."""
    names: RecordedNames = NO_NAMES
    """The participants to whom the numbers in the entry refer."""


@router.get("/audit")
def activity_log_page(
    request: Request,
    user: SignedIn,
    who: str = "",
    event: str = "",
    day: str = "",
    kind: str = "",
    part: int = 1,
) -> Response:
    """Show the actions in all events, with their authors and times, latest first."""
    repository = get_app_state(request).repository
    register, seen = repository.search_index, repository.access_rules.events_visible_to(user)
    own = [one.slug for one in repository.access_rules.organisations_of_user(user)]
    by_members = repository.access_rules.requires_membership()
    wanted = AuditSearch(who, EventSearch(event), parse_search_day(day, "day"), kind)
    shown, total = load_list_page(
        part, lambda start, count: register.audit_records(wanted, seen, start, count, own)
    )
    return render_page(
        request,
        "audit.html",
        part=shown,
        total=total,
        lines=build_audit_lines(repository, shown.lines),
        people=sorted(register.list_people_who_acted(seen, own)),
        kinds=list_action_descriptions_and_names(by_members=by_members),
        wanted=wanted,
        by_members=by_members,
        called=format_role_name,
        asked=format_search_query(who=who, event=event, day=day, kind=kind),
    )


def list_action_descriptions_and_names(*, by_members: bool) -> list[tuple[str, str]]:
    """Return the kinds of actions, each as its description and its name in the journal."""
    found = [(describe_action_type(act), name) for name, act in ACTS.items()]
    return sorted([*found, (say("Change members"), OF_MEMBERS)] if by_members else found)


def build_audit_lines(
    repository: EventRepository, audit_records: Sequence[AuditRecord]
) -> list[AuditLine]:
    """Return a line for each action, with its journal entry.

    Only the journal entries that are needed are read. If one of them refers to participants by
    number, the journal says who they were.
    """
    numbers: dict[str, set[int]] = {}
    for record in audit_records:
        if record.membership is None:
            numbers.setdefault(record.stem, set()).add(record.number)
    read: dict[str, dict[int, Entry]] = {}
    for stem, some in numbers.items():
        try:
            read[stem] = repository.search_index.load_entries_by_number(stem, some)
        except TopboardError:
            read[stem] = {}
    named = {stem: _find_names_in_entries(repository, stem, found) for stem, found in read.items()}
    return [
        AuditLine(one, None)
        if one.membership
        else AuditLine(
            one, read[one.stem].get(one.number), named[one.stem].get(one.number, NO_NAMES)
        )
        for one in audit_records
    ]


def _find_names_in_entries(
    repository: EventRepository, stem: str, found: dict[int, Entry]
) -> dict[int, RecordedNames]:
    """Return the names to which journal entries of an event refer, if any of them refers to one."""
    if not any(refers_to_participants(entry.act) for entry in found.values()):
        return {}
    try:
        return find_recorded_names(repository.event(stem).snapshot().entries)
    except TopboardError:
        return {}
