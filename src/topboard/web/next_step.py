"""The arbiter's next step in a section, which depends on its progress."""

from __future__ import annotations

from dataclasses import dataclass

from topboard.event.apply_rounds import tables_without_result
from topboard.event.policy import find_exclusions
from topboard.event.state import Event, Section
from topboard.event.tournament import build_tournament
from topboard.messages import say, say_count
from topboard.model.history import participants_to_pair
from topboard.systems.registry import system
from topboard.web.request_context import RequestContext


@dataclass(frozen=True, slots=True)
class NextStep:
    """The arbiter's next step: the text and link of its button, and the reason for it."""

    label: str
    url: str
    words: str


def find_next_step(context: RequestContext) -> NextStep:
    """Return the arbiter's next step in the section, such as entering results."""
    section = context.section
    if context.event.closed:
        return NextStep(
            say("Show final standings"), context.url("standings"), say("The event is closed.")
        )
    if not section.entries_closed:
        return _entries_step(context)
    if section.draft is not None:
        return _draft_step(context)
    if section.rounds and (missing := tables_without_result(section.rounds[-1])):
        number = section.rounds[-1].number
        words = say_count(
            "{count} result of round {number} is still missing.",
            "{count} results of round {number} are still missing.",
            len(missing),
            number=number,
        )
        return NextStep(
            say("Enter results of round {number}", number=number),
            context.url("results", number),
            words,
        )
    number = section.round_to_pair
    if number > section.settings.rounds:
        words = say("All rounds have been played.")
        return NextStep(say("Show final standings"), context.url("standings"), words)
    if number == 1:
        label = say("Check in teams") if system(section.system).teams else say("Check in players")
        words = describe_check_in(context.event, section)
        return NextStep(label, context.url("check-in"), words)
    words = say("All results of round {number} are in.", number=number - 1)
    return NextStep(say("Pair round {number}", number=number), context.url("pairing"), words)


def _entries_step(context: RequestContext) -> NextStep:
    count = len(context.section.competitors)
    words = (
        say_count("{count} team has entered so far.", "{count} teams have entered so far.", count)
        if system(context.section.system).teams
        else say_count(
            "{count} player has entered so far.", "{count} players have entered so far.", count
        )
    )
    if count < 2:
        words = words if count else say("There are no entries yet.")
        return NextStep(say("Add entries"), context.url("entries"), words)
    return NextStep(say("Close entries"), context.url("close-entries"), words)


def _draft_step(context: RequestContext) -> NextStep:
    draft = context.section.draft
    assert draft is not None
    if draft.open:
        words = say("Round {round} is being paired by hand.", round=draft.round)
        return NextStep(say("Continue manual pairing"), context.url("manual"), words)
    words = say("Round {round} is paired but not published.", round=draft.round)
    return NextStep(say("Publish round {round}", round=draft.round), context.url("pairing"), words)


def describe_check_in(event: Event, section: Section) -> str:
    """Return a sentence that says how many participants would be paired in the next round."""
    paired = len(participants_to_pair(build_tournament(event, section, find_exclusions(section))))
    if system(section.system).teams:
        return say_count(
            "If you pair now, {paired} of {count} team will be included.",
            "If you pair now, {paired} of {count} teams will be included.",
            len(section.competitors),
            paired=paired,
        )
    return say_count(
        "If you pair now, {paired} of {count} player will be included.",
        "If you pair now, {paired} of {count} players will be included.",
        len(section.competitors),
        paired=paired,
    )
