"""The search in the journal entries of an event, and groups of similar entries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import groupby
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from topboard.event import actions
from topboard.event.action_names import describe_action_type
from topboard.event.codec import class_name_in_journal
from topboard.event.journal_names import list_numbers_in_action
from topboard.event.remarks import describe_journal_action
from topboard.messages import say_count

if TYPE_CHECKING:
    from topboard.event.entries import Entry
    from topboard.web.request_context import RequestContext


@dataclass(frozen=True, slots=True)
class EntrySearch:
    """The terms of a search in the history. Empty terms match everything."""

    section: str = ""
    round: str = ""
    who: str = ""
    """A part of a participant's name, or a number, with or without the sign #."""
    kind: str = ""
    """The name of a kind of action in the journal."""
    user: str = ""

    @property
    def query(self) -> str:
        """Return the terms as a query string, for links to other pages of the results."""
        terms = {one.name: getattr(self, one.name) for one in fields(self)}
        return urlencode({name: text for name, text in terms.items() if text})


def find_matching_entries(
    context: RequestContext, entries: Sequence[Entry], search: EntrySearch
) -> list[Entry]:
    """Return the journal entries that match all terms of a search."""
    if not search.query:
        return [*entries]
    return [one for one in entries if _matches(context, entries, one, search)]


def _matches(
    context: RequestContext, entries: Sequence[Entry], entry: Entry, search: EntrySearch
) -> bool:
    act = entry.act
    # An undo belongs to the section and the round of what it undoes.
    about = entries[act.entry - 1].act if isinstance(act, actions.Undo | actions.Redo) else act
    if search.section and getattr(about, "section", "") != search.section:
        return False
    if search.round and str(getattr(about, "round", "")) != search.round:
        return False
    if search.kind and class_name_in_journal(type(act)) != search.kind:
        return False
    if search.user and entry.who != search.user:
        return False
    return not search.who or _concerns_participant(context, entry, search.who)


def _concerns_participant(context: RequestContext, entry: Entry, who: str) -> bool:
    """Return whether an entry has a participant's number, or names the participant."""
    number = who.removeprefix("#")
    if number.isdecimal():
        return int(number) in list_numbers_in_action(entry.act)
    told = describe_journal_action(entry.act, names=context.names_in(entry))
    if isinstance(entry.act, actions.Enter):
        told = "; ".join(one.name for one in entry.act.competitors)
    folded = told.casefold()
    return all(word in folded for word in who.casefold().replace(",", " ").split())


def list_kinds_of_actions(entries: Sequence[Entry]) -> list[tuple[str, str]]:
    """Return the kinds of action in a journal, each with its name in the journal and in words."""
    kinds = {type(one.act) for one in entries}
    found = [(class_name_in_journal(kind), describe_action_type(kind)) for kind in kinds]
    return sorted(found, key=lambda pair: pair[1])


@dataclass(frozen=True, slots=True)
class EntryGroup:
    """One or several consecutive journal entries, with words for all of them."""

    entries: Sequence[Entry]
    words: str = ""
    """The description of several entries, or of a long one; empty for a short entry."""


def group_similar_entries(entries: Sequence[Entry]) -> list[EntryGroup]:
    """Return journal entries with consecutive results or line-ups of one round put together."""
    found: list[EntryGroup] = []
    for key, several in groupby(entries, key=_group_key):
        same = [*several]
        if key is None or (len(same) == 1 and not _has_many_parts(same[0])):
            found += (EntryGroup([one]) for one in same)
        else:
            found.append(EntryGroup(same, _describe_group(same)))
    return found


def _group_key(entry: Entry) -> tuple[type, str, int] | None:
    """Return what entries of one group have in common, or None for an entry that stands alone."""
    act = entry.act
    if isinstance(act, actions.EnterResults | actions.HandInLineUps):
        return type(act), act.section, act.round
    return None


FEW_PARTS = 3
"""The largest number of results or line-ups that an entry shows without being opened."""


def _has_many_parts(entry: Entry) -> bool:
    act = entry.act
    if isinstance(act, actions.EnterResults):
        return len(act.results) > FEW_PARTS
    return isinstance(act, actions.HandInLineUps) and len(act.line_ups) > FEW_PARTS


def _describe_group(entries: Sequence[Entry]) -> str:
    count, number = 0, 0
    for entry in entries:
        if isinstance(entry.act, actions.EnterResults):
            count, number = count + len(entry.act.results), entry.act.round
        elif isinstance(entry.act, actions.HandInLineUps):
            count, number = count + len(entry.act.line_ups), entry.act.round
    if isinstance(entries[0].act, actions.EnterResults):
        return say_count(
            "{count} result of round {round}",
            "{count} results of round {round}",
            count,
            round=number,
        )
    return say_count(
        "{count} line-up for round {round}",
        "{count} line-ups for round {round}",
        count,
        round=number,
    )
