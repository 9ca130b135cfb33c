"""How far a section is, and what the arbiter does next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from topboard.event.applying_rounds import tables_without_result
from topboard.event.governance import exclusions
from topboard.event.tournament import tournament
from topboard.history import participants
from topboard.web.wording import plural

if TYPE_CHECKING:
    from topboard.event.state import Event, Section
    from topboard.web.visits import Visit


@dataclass(frozen=True, slots=True)
class NextStep:
    """What comes next: the words on the button, the page it leads to, and why."""

    label: str
    url: str
    words: str


def next_step(visit: Visit) -> NextStep:
    """The next step of the section."""
    section = visit.section
    if visit.event.closed:
        return NextStep("See the final standings", visit.url("standings"), "The event is closed.")
    if not section.entries_closed:
        return _entries_step(visit)
    if section.draft is not None:
        return _draft_step(visit)
    if section.rounds and (missing := tables_without_result(section.rounds[-1])):
        number = section.rounds[-1].number
        words = f"{plural(len(missing), 'result')} of round {number} still missing."
        return NextStep(f"Enter results of round {number}", visit.url("results", number), words)
    number = section.round_to_pair
    if number > section.settings.rounds:
        words = "All rounds are played."
        return NextStep("See the final standings", visit.url("standings"), words)
    if number == 1:
        return NextStep("Check in", visit.url("check-in"), check_in_words(visit.event, section))
    words = f"All results of round {number - 1} are in."
    return NextStep(f"Pair round {number}", visit.url("pairing"), words)


def _entries_step(visit: Visit) -> NextStep:
    count = len(visit.section.competitors)
    if count < 2:
        return NextStep("Add entries", visit.url("entries"), "Nobody has entered yet.")
    words = f"{plural(count, 'entry', 'entries')} so far."
    return NextStep("Close entries and give numbers", visit.url("close-entries"), words)


def _draft_step(visit: Visit) -> NextStep:
    draft = visit.section.draft
    assert draft is not None
    if draft.open:
        words = f"Round {draft.round} is being paired by hand."
        return NextStep("Go on pairing by hand", visit.url("manual"), words)
    words = f"Round {draft.round} is paired and not published."
    return NextStep(f"Publish round {draft.round}", visit.url("pairing"), words)


def check_in_words(event: Event, section: Section) -> str:
    """How many will be paired in the round to come."""
    paired = len(participants(tournament(event, section, exclusions(section))))
    return (
        f"{paired} of {plural(len(section.competitors), 'entry', 'entries')} would be paired now."
    )
