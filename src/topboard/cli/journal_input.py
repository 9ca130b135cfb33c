"""Sections of an event's journal as input for commands that otherwise read an event file."""

from __future__ import annotations

from topboard.cli.event_actions import find_section
from topboard.errors import BadInput, Problem
from topboard.event.pairing import build_tournament_before_next_round
from topboard.event.replay import replay_round
from topboard.event.tournament import build_tournament
from topboard.messages import say_count
from topboard.model import Tournament
from topboard.storage.session import JournalSession


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
        if not 1 <= number <= len(found.rounds):
            last = len(found.rounds)
            what = say_count(
                "only {count} round of the section is published",
                "only {count} rounds of the section are published",
                last,
            )
            raise BadInput([Problem(what, quoted=str(number))])
        return replay_round(session.entries, found.name, number).before
