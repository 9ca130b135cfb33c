"""Rules on duplicate participants, empty entry lists and the erasure of personal data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.event.actions import ChangeEntry, CloseEntries, Enter, EnterLate, ErasePersonal
from topboard.event.policy.objections import forbid_action, note_for_arbiter, require_confirmation
from topboard.messages import say, say_count
from topboard.model import Team

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from topboard.event.policy.objections import Objection, Question
    from topboard.model import Competitor

MOST_NAMED = 5
"""The maximum number of duplicates named in a message.

A list entered twice would give hundreds of them.
"""


def check_duplicate_participants(question: Question, article: str) -> Iterator[Objection]:
    """Require confirmation of a duplicate FIDE ID, and note a duplicate name.

    Two people can have the same name, but never the same FIDE ID.
    """
    entered = _list_participants_in_action(question)
    if not entered:
        return
    others = list(_find_participants_kept_by_action(question))
    if names := list(find_duplicate_names(entered, others)):
        yield note_for_arbiter(article, _join_duplicate_messages(names))
    if ids := list(find_duplicate_fide_ids(entered, others)):
        yield require_confirmation(article, _join_duplicate_messages(ids))


def forbid_empty_entry_list(question: Question, article: str) -> Iterator[Objection]:
    """Forbid entering an empty list, or closing entries without participants.

    A journal with such an action stays valid.
    """
    act = question.act
    if isinstance(act, Enter) and not act.competitors:
        yield forbid_action(article, say("The list is empty. Add at least one participant."))
    if isinstance(act, CloseEntries) and not question.section.competitors:
        yield forbid_action(
            article, say("There are no participants yet. Add some before you close entries.")
        )


def ask_to_confirm_personal_data_erasure(question: Question, article: str) -> Iterator[Objection]:
    """Require confirmation to erase personal data, because erasure is permanent.

    If the event is not closed, warn that later reports will not contain the data.
    """
    if isinstance(question.act, ErasePersonal):
        yield require_confirmation(article, say("Erased data cannot be restored."))
        if not question.event.closed:
            yield require_confirmation(
                article,
                say(
                    "The event is not closed. Reports made from now on will not contain these data."
                ),
            )


def _join_duplicate_messages(words: Sequence[str]) -> str:
    shown = list(words[:MOST_NAMED])
    if more := len(words[MOST_NAMED:]):
        shown.append(
            say_count(
                "There is {count} more duplicate.", "There are {count} more duplicates.", more
            )
        )
    return " ".join(shown)


def _list_participants_in_action(question: Question) -> Sequence[Competitor]:
    match question.act:
        case Enter(competitors=competitors):
            return competitors
        case EnterLate(competitor=competitor) | ChangeEntry(competitor=competitor):
            return (competitor,)
        case _:
            return ()


def _find_participants_kept_by_action(question: Question) -> Iterator[Competitor]:
    act = question.act
    changed = act.competitor.number if isinstance(act, ChangeEntry) else None
    return (c for c in question.section.competitors.values() if c.number != changed)


def find_duplicate_names(
    entered: Iterable[Competitor], others: Iterable[Competitor]
) -> Iterator[str]:
    """Yield a sentence for each name in ``entered`` that is already used or occurs twice.

    Names in ``others`` are already used. The teams of a federation may share a name if their
    letters differ.
    """
    known = {key for _, key in _list_names_and_keys(others)}
    for name, key in _list_names_and_keys(entered):
        if key in known:
            yield say("{name} is entered twice.", name=name)
        known.add(key)


def _list_names_and_keys(
    competitors: Iterable[Competitor],
) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield the name of each participant and team member, with a key that tells them apart."""
    for one in competitors:
        letter = one.letter if isinstance(one, Team) else ""
        yield one.name, (one.name.casefold(), letter)
        for player in one.players if isinstance(one, Team) else ():
            if player.name:
                yield player.name, (player.name.casefold(), "")


def find_duplicate_fide_ids(
    entered: Iterable[Competitor], others: Iterable[Competitor]
) -> Iterator[str]:
    """Yield a sentence for each FIDE ID in ``entered`` that is already used or occurs twice.

    FIDE IDs in ``others`` are already used.
    """
    known = {fide_id: name for name, fide_id in _list_names_and_fide_ids(others)}
    for name, fide_id in _list_names_and_fide_ids(entered):
        if fide_id and fide_id in known:
            yield say(
                "{name} has the same FIDE ID as {other} ({fide_id}).",
                name=name,
                other=known[fide_id],
                fide_id=fide_id,
            )
        known.setdefault(fide_id, name)


def _list_names_and_fide_ids(competitors: Iterable[Competitor]) -> Iterator[tuple[str, str]]:
    """Yield the name and FIDE ID of each participant and each team member.

    The FIDE ID of a team is empty.
    """
    for one in competitors:
        if isinstance(one, Team):
            yield one.name, ""
            yield from ((player.name, player.fide_id) for player in one.players if player.name)
        else:
            yield one.name, one.fide_id
