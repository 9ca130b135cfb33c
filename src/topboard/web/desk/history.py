"""Pages that list the journal entries, undo and redo them, and compare two states of the event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from fastapi import APIRouter
from starlette.responses import Response

from topboard.errors import BadInput, Problem
from topboard.event import actions
from topboard.event.arguments import list_enum_choices, parse_choice
from topboard.event.entries import Entry
from topboard.event.policy import governance_of_system
from topboard.event.reducer import (
    FOR_GOOD,
    apply_next_entry_to_event,
    compute_event_from_entries,
    find_last_undoable_entry,
    find_last_undone_entry_number,
)
from topboard.event.remarks import GROUNDS
from topboard.messages import say, say_kept
from topboard.web.desk.history_search import (
    EntrySearch,
    find_matching_entries,
    group_similar_entries,
    list_kinds_of_actions,
)
from topboard.web.request_context import AtEvent, Form, current_time
from topboard.web.state_differences import describe_differences

router = APIRouter(prefix="/e/{event}")


ON_A_PAGE = 200
"""The number of journal entries on a page of the history."""
BY_MISTAKE, UNSEEN = actions.ChangeGround.BY_MISTAKE, actions.ChangeGround.UNSEEN


@router.get("/history")
def history_page(
    context: AtEvent,
    before: int = 0,
    section: str = "",
    round: str = "",
    who: str = "",
    kind: str = "",
    user: str = "",
) -> Response:
    """Show one page of the journal entries that match the search, latest first.

    The page starts with the entry numbered ``before``, or else with the last entry.
    """
    entries = context.snapshot.entries
    last = find_last_undoable_entry(entries, context.event)
    search = EntrySearch(section, round.strip(), who.strip(), kind, user)
    found = list(reversed(find_matching_entries(context, entries, search)))
    start = next((at for at, one in enumerate(found) if one.number <= before), 0) if before else 0
    shown = found[start : start + ON_A_PAGE]
    rest = found[start + ON_A_PAGE :]
    return context.render_page(
        "history.html",
        groups=group_similar_entries(shown),
        total=len(entries),
        matching=len(found),
        older=rest[0].number if rest else 0,
        newer=found[max(0, start - ON_A_PAGE)].number if start else 0,
        undone=context.event.undone,
        last=last,
        again=find_last_undone_entry_number(entries, context.event) or 0,
        search=search,
        asked=search.query,
        kinds=list_kinds_of_actions(entries),
        users=sorted({one.who for one in entries}),
    )


@router.get("/history/{number}/undo")
def undo_page(context: AtEvent, number: int) -> Response:
    """Show what would change if a journal entry were undone, with a form for undoing it.

    For a published pairing, the form asks for the grounds.
    """
    entry = _find_journal_entry(context, number)
    if number == 1 or isinstance(entry.act, FOR_GOOD) or number in context.event.undone:
        what = say("This journal entry cannot be undone.")
        raise BadInput([Problem(what, quoted=str(number))])
    consequences = find_consequences_of_undo(context, entry)
    if not isinstance(entry.act, actions.PublishRound | actions.ChangePublished):
        return context.render_page(
            "undo_entry.html",
            entry=entry,
            consequences=consequences,
            is_destructive=isinstance(entry.act, actions.CloseEvent | actions.CloseEntries),
        )
    grounds = governance_of_system(context.event.section(entry.act.section).system).grounds
    return context.render_page(
        "undo_publication.html",
        entry=entry,
        consequences=consequences,
        grounds=[(ground.value, say_kept(GROUNDS[ground])) for ground in grounds],
        # Only a ground that is true anyway is chosen in advance.
        usual=BY_MISTAKE.value if BY_MISTAKE in grounds else "",
        unseen=UNSEEN.value,
        can_withdraw_unseen=context.can_withdraw_unseen(entry),
    )


@dataclass(frozen=True, slots=True)
class UndoConsequences:
    """The consequences of undoing a journal entry."""

    changes: Sequence[tuple[str, str]]
    """The place and description of each difference between the event now and without the entry."""
    problems: Sequence[Problem]
    """The reasons why the entry cannot be undone yet; empty if it can."""
    results: int
    """The number of results that were entered in the entry's round later."""


def find_consequences_of_undo(context: AtEvent, entry: Entry) -> UndoConsequences:
    """Return what changes if a journal entry is undone, without undoing it."""
    entries, event = context.snapshot.entries, context.event
    results = _count_later_results(entries, event.undone, entry)
    undo = Entry(event.last + 1, current_time(), context.user.name, actions.Undo(entry.number))
    try:
        after = apply_next_entry_to_event(entries, event, undo)
    except BadInput as error:
        return UndoConsequences((), error.problems, results)
    return UndoConsequences([*describe_differences(event, after)], (), results)


def _count_later_results(entries: Sequence[Entry], undone: frozenset[int], entry: Entry) -> int:
    """Return the number of results in the round that an entry publishes or pairs."""
    wanted = (getattr(entry.act, "section", ""), getattr(entry.act, "round", 0))
    return sum(
        len(one.act.results)
        for one in entries[entry.number :]
        if isinstance(one.act, actions.EnterResults)
        and one.number not in undone
        and (one.act.section, one.act.round) == wanted
    )


def _find_journal_entry(context: AtEvent, number: int) -> Entry:
    if not 1 <= number <= context.event.last:
        raise BadInput([Problem(say("There is no such journal entry."), quoted=str(number))])
    return context.snapshot.entry(number)


@router.post("/history/undo")
def undo_journal_entry(context: AtEvent, form: Form) -> Response:
    """Undo the journal entry in the form. For a published pairing, also record the grounds."""
    number = form.number("entry")
    act = actions.Undo(number)
    if form.has("ground"):
        if not form.text("ground"):
            remedy = say("Choose the reason that is true, or leave the round published.")
            raise BadInput([Problem(say("No reason was chosen."), "ground", remedy=remedy)])
        ground = parse_choice(
            list_enum_choices(actions.ChangeGround), form.text("ground"), "ground"
        )
        act = replace(act, ground=ground)
    if form.has("informed"):
        section = getattr(_find_journal_entry(context, number).act, "section", "")
        act = replace(act, informed=tuple(context.event.section(section).competitors))
    context.record_action(act, form)
    return context.redirect_to(
        "history", notes=[say("Journal entry {number} was undone.", number=number)]
    )


@router.post("/history/redo")
def redo_journal_entry(context: AtEvent, form: Form) -> Response:
    """Reinstate an undone journal entry."""
    number = form.number("entry")
    context.record_action(actions.Redo(number), form)
    return context.redirect_to(
        "history", notes=[say("Journal entry {number} is in force again.", number=number)]
    )


@router.get("/difference")
def state_difference_page(context: AtEvent, first: int = 0, second: int = 0) -> Response:
    """Show the differences between the states of the event after two journal entries."""
    entries = context.snapshot.entries
    last = len(entries)
    second = second if 1 <= second <= last else last
    first = first if 1 <= first <= last else max(1, second - 1)
    before, after = (
        compute_event_from_entries(entries[:first]),
        compute_event_from_entries(entries[:second]),
    )
    return context.render_page(
        "difference.html",
        first=first,
        second=second,
        last=last,
        found=list(describe_differences(before, after)),
        between=entries[min(first, second) : max(first, second)],
    )
