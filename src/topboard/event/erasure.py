"""Search for the personal values that an action erases from the whole journal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.event.actions import ChangeEntry, Enter, EnterLate, ErasePersonal, TakeOver
from topboard.event.entries import parse_stored_entry
from topboard.event.personal_data import (
    SealedValue,
    find_personal_seals,
    list_personal_fields_to_erase,
)
from topboard.event.session import EventSession
from topboard.event.state import build_refused_error
from topboard.messages import say
from topboard.model import Team

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.event.actions import Act
    from topboard.event.entries import Entry, StoredEntry
    from topboard.event.state import Event
    from topboard.model import Competitor

SEAL = "\0"
"""The character that starts a seal (salted hash) in place of a value.

It cannot be typed, so no real value starts with it.
"""


def find_personal_seals_to_erase(records: Sequence[StoredEntry], act: ErasePersonal) -> list[str]:
    """Return the seals (salted hashes) of the values that an action erases.

    Undone journal entries are included. Raise ``Refused`` if the journal contains personal values
    that are not sealed.
    """
    if act.number is None:
        entries = [
            e
            for e in map(_load_entry_with_seals, records)
            if getattr(e.act, "section", "") == act.section
        ]
        found = {
            value
            for entry in entries
            for one in _list_competitors_in_action(entry.act)
            for values in _personal_values_to_erase(one, act).values()
            for value in values
        }
    else:
        found = _find_personal_values_of_participant(records, act)
    if any(not value.startswith(SEAL) for value in found):
        what = say("The first entries of this journal contain unprotected personal data.")
        remedy = say("Keep the file private or delete it, because these entries cannot be changed.")
        raise build_refused_error(what, remedy=remedy)
    return sorted(value.removeprefix(SEAL) for value in found)


def find_entries_missing_personal_values(records: Sequence[StoredEntry]) -> list[int]:
    """Return the numbers of journal entries with a missing personal value that was not erased."""
    missing = {
        seal: record.number
        for record in records
        for seal in find_personal_seals(record.content)
        if seal not in {one.seal for one in record.personal}
    }
    if not missing:
        return []
    whole = [
        replace(
            record,
            personal=tuple(
                SealedValue(seal, "", "") for seal in find_personal_seals(record.content)
            ),
        )
        for record in records
    ]
    erased: set[str] = set()
    for number, record in enumerate(whole):
        act = _load_entry_with_seals(record).act
        if isinstance(act, ErasePersonal):
            erased.update(find_personal_seals_to_erase(whole[:number], act))
    return sorted({number for seal, number in missing.items() if seal not in erased})


def _load_entry_with_seals(record: StoredEntry) -> Entry:
    """Return the journal entry with each personal value replaced by its seal (salted hash)."""

    marks = tuple(replace(one, value=f"{SEAL}{one.seal}") for one in record.personal)
    return parse_stored_entry(replace(record, personal=marks))


def _find_personal_values_of_participant(
    records: Sequence[StoredEntry], act: ErasePersonal
) -> set[str]:
    """Return all personal values ever recorded about one participant, under any number."""
    session, links = EventSession(), list[set[str]]()
    for record in records:
        entry = _load_entry_with_seals(record)
        links += _link_changed_personal_values(session.event, entry.act, act)
        session.add_entries_written_elsewhere([entry])
    assert act.number is not None
    one = session.event.section(act.section).competitor(act.number)
    now = _personal_values_to_erase(one, act)
    found = {
        value
        for person, values in now.items()
        if act.member in (None, person)
        for value in values or {_build_placeholder_for_person(one, person)}
    }
    return {
        value
        for value in _find_linked_personal_values(found, links)
        if not value.startswith(NAMESAKE)
    }


NAMESAKE = "\1"
"""The character that starts a placeholder for a person without personal values.

It is followed by the name.
"""


def _build_placeholder_for_person(one: Competitor, person: int | None) -> str:
    """Return a placeholder for a person without personal values.

    The placeholder is different for each member of a team.
    """
    return f"{NAMESAKE}{person or ''} {one.name}"


def _link_changed_personal_values(
    event: Event, change: Act, act: ErasePersonal
) -> Iterator[set[str]]:
    """Yield the old and new personal values of each person whose data an action changes."""
    if not isinstance(change, ChangeEntry) or change.section != act.section:
        return
    before = event.section(change.section).competitor(change.competitor.number)
    had, has = (
        _personal_values_to_erase(before, act),
        _personal_values_to_erase(change.competitor, act),
    )
    for person in {*had, *has}:
        earlier, later = had.get(person, set()), has.get(person, set())
        names = set() if earlier and later else {_build_placeholder_for_person(before, person)}
        yield earlier | later | names


def _find_linked_personal_values(found: set[str], links: Sequence[set[str]]) -> set[str]:
    """Return the values and all other values linked to them, directly or indirectly."""
    while more := [link for link in links if link & found and not link <= found]:
        found = found.union(*more)
    return found


def _list_competitors_in_action(act: Act) -> Sequence[Competitor]:
    match act:
        case Enter():
            return act.competitors
        case EnterLate() | ChangeEntry():
            return (act.competitor,)
        case TakeOver():
            return act.facts.competitors
        case _:
            return ()


def _personal_values_to_erase(one: Competitor, act: ErasePersonal) -> dict[int | None, set[str]]:
    """Return a participant's personal values that an action erases, keyed by team member number.

    The key for an individual player is None.
    """
    people = {p.number: p for p in one.players} if isinstance(one, Team) else {None: one}
    return {
        number: {
            value for name in list_personal_fields_to_erase(act) if (value := getattr(player, name))
        }
        for number, player in people.items()
    }
