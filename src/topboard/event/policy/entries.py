"""Rules on duplicate participants, empty lists and the erasure of personal data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.event.actions import ChangeEntry, CloseEntries, Enter, EnterLate, ErasePersonal
from topboard.event.policy.objections import forbid_action, note_for_arbiter, require_confirmation
from topboard.messages import say
from topboard.model import Team

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from topboard.event.policy.objections import Objection, Question
    from topboard.model import Competitor

MOST_NAMED = 5
"""The maximum number of duplicates to name; a list entered a second time has hundreds of them."""


def check_duplicate_entries(question: Question, article: str) -> Iterator[Objection]:
    """Require confirmation of a duplicate FIDE ID, and note a duplicate name.

    Two participants with the same FIDE ID are the same person; two with the same name may be.
    """
    entered = _entered_participants(question)
    if not entered:
        return
    others = list(_other_participants(question))
    if names := list(_find_duplicate_names(entered, others)):
        yield note_for_arbiter(article, _format_shortened_list(names))
    if ids := list(_find_duplicate_fide_ids(entered, others)):
        yield require_confirmation(article, _format_shortened_list(ids))


def forbid_empty_entry_list(question: Question, article: str) -> Iterator[Objection]:
    """Forbid entering an empty list or closing one; a journal that already did so stays valid."""
    act = question.act
    if isinstance(act, Enter) and not act.competitors:
        yield forbid_action(article, say("The list has no entries. Give at least one."))
    if isinstance(act, CloseEntries) and not question.section.competitors:
        yield forbid_action(article, say("Nobody has entered. Add entries before you close them."))


def ask_to_confirm_erasure(question: Question, article: str) -> Iterator[Objection]:
    """Require confirmation to erase data, which is permanent.

    Reports may still need the data if the event is not closed.
    """
    if isinstance(question.act, ErasePersonal):
        yield require_confirmation(article, say("what is erased does not come back"))
        if not question.event.closed:
            yield require_confirmation(
                article,
                say("the event is not closed: reports made from now on go without these data"),
            )


def _format_shortened_list(words: Sequence[str]) -> str:
    named = "; ".join(words[:MOST_NAMED])
    more = len(words) - MOST_NAMED
    return say("{named}; and {more} more", named=named, more=more) if more > 0 else named


def _entered_participants(question: Question) -> Sequence[Competitor]:
    match question.act:
        case Enter(competitors=competitors):
            return competitors
        case EnterLate(competitor=competitor) | ChangeEntry(competitor=competitor):
            return (competitor,)
        case _:
            return ()


def _other_participants(question: Question) -> Iterator[Competitor]:
    """Return the participants of the section, except the one that the action changes."""
    act = question.act
    changed = act.competitor.number if isinstance(act, ChangeEntry) else None
    return (c for c in question.section.competitors.values() if c.number != changed)


def _find_duplicate_names(
    entered: Iterable[Competitor], others: Iterable[Competitor]
) -> Iterator[str]:
    known = {name.casefold() for name, _ in _names_and_fide_ids(others)}
    for name, _ in _names_and_fide_ids(entered):
        if name.casefold() in known:
            yield say("{name} is entered twice", name=name)
        known.add(name.casefold())


def _find_duplicate_fide_ids(
    entered: Iterable[Competitor], others: Iterable[Competitor]
) -> Iterator[str]:
    known = {fide_id: name for name, fide_id in _names_and_fide_ids(others)}
    for name, fide_id in _names_and_fide_ids(entered):
        if fide_id and fide_id in known:
            yield say(
                "{name} has the FIDE id of {other}: {fide_id}",
                name=name,
                other=known[fide_id],
                fide_id=fide_id,
            )
        known.setdefault(fide_id, name)


def _names_and_fide_ids(competitors: Iterable[Competitor]) -> Iterator[tuple[str, str]]:
    """Yield the name and FIDE ID of each participant and each team member."""
    for one in competitors:
        if isinstance(one, Team):
            yield one.name, ""
            yield from ((player.name, player.fide_id) for player in one.players if player.name)
        else:
            yield one.name, one.fide_id
