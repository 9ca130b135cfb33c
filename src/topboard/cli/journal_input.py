"""Sections of an event's journal as input for commands that otherwise read an event file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.cli.event_actions import find_section
from topboard.errors import BadInput, Problem
from topboard.event.pairing import build_round_from_tables, build_tournament_before_next_round
from topboard.event.replay import replay_round, replay_rounds
from topboard.event.tournament import build_tournament
from topboard.messages import say_count
from topboard.model import Tournament
from topboard.storage.session import JournalSession

if TYPE_CHECKING:
    from topboard.event.state import Section
    from topboard.reasons.decisions import RoundPairing


def read_section(file: str, section: str | None) -> Tournament:
    """Return a section of a journal as a tournament with all its rounds."""
    with JournalSession.open(file, read_only=True) as session:
        return build_tournament(session.event, find_section(session.event, section))


def read_section_before_round(file: str, section: str | None, number: int | None) -> Tournament:
    """Return a section as it was before a round, or before the next round if none is given.

    A published round gets the data that were known when it was published.
    """
    with JournalSession.open(file, read_only=True) as session:
        found = find_section(session.event, section)
        if number is None or number == found.round_to_pair:
            return build_tournament_before_next_round(session.event, found)
        _refuse_unpublished_round(found, number)
        return replay_round(session.entries, found.name, number).before


def _refuse_unpublished_round(section: Section, number: int) -> None:
    last = len(section.rounds)
    if not 1 <= number <= last:
        what = say_count(
            "only {count} round of the section is published",
            "only {count} rounds of the section are published",
            last,
        )
        raise BadInput([Problem(what, quoted=str(number))])


@dataclass(frozen=True, slots=True)
class RecordedRound:
    """A published round of a journal, with the data that were known when it was published."""

    before: Tournament
    """The tournament before the round, with the pairing that was published."""
    system: str
    """The pairing system of the section."""
    made: RoundPairing | None
    """The round paired again by this system, or None if the rules give no pairing."""


def read_section_with_rounds(
    file: str, section: str | None, number: int | None
) -> tuple[Tournament, dict[int, RecordedRound]]:
    """Return a section of a journal and its published rounds, or only the one with this number."""
    with JournalSession.open(file, read_only=True) as session:
        event = session.event
        found = find_section(event, section)
        if number is not None:
            _refuse_unpublished_round(found, number)
        wanted = {
            (played.pairing_entry_number, played.number)
            for played in found.rounds
            if number in (None, played.number)
        }
        recorded = {
            one.round: RecordedRound(
                # A late entry may have changed the TPNs since then.
                replace(
                    one.before,
                    published=build_round_from_tables(one.round, one.tables, one.bye),
                ),
                one.system,
                one.pairing_by_rules,
            )
            for one in replay_rounds(session.entries, wanted=wanted)
            if one.section == found.name
        }
        return build_tournament(event, found), dict(sorted(recorded.items()))
