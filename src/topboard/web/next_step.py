"""The arbiter's next step in a section, which depends on its progress."""

from __future__ import annotations

from dataclasses import dataclass

from topboard.event import actions
from topboard.event.apply_rounds import list_tables_without_result
from topboard.event.line_ups import has_team_boards, list_teams_without_line_up
from topboard.event.policy import find_exclusions_from_next_round, governance_of_system
from topboard.event.policy.general import unannounced_options
from topboard.event.state import Event, PublishedRound, Section
from topboard.event.summaries import is_section_played
from topboard.event.tournament import build_tournament
from topboard.messages import say, say_count
from topboard.model import Manner
from topboard.model.history import participants_to_pair
from topboard.model.two_games import has_any_game_result
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
        return _next_step_before_closing_entries(context)
    if section.draft is not None:
        return _next_step_with_draft_pairing(context)
    if section.rounds and (missing := list_tables_without_result(section.rounds[-1])):
        if (about_line_ups := _find_step_for_line_ups(context)) is not None:
            return about_line_ups
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
        return _next_step_before_round_one(context)
    words = say("All results of round {number} are in.", number=number - 1)
    return NextStep(say("Pair round {number}", number=number), context.url("pairing"), words)


def _find_step_for_line_ups(context: RequestContext) -> NextStep | None:
    """Return the step for the line-ups of the last round, or None if results come next.

    A match without line-ups cannot be played, so the missing ones come before results, but only in
    a section that uses line-ups. They are published before the first result, because afterwards the
    results show them anyway.
    """
    section = context.section
    if not has_team_boards(section) or not _uses_line_ups(section):
        return None
    played = section.rounds[-1]
    url = context.url("line-ups", played.number)
    if missing := list_teams_without_line_up(played):
        words = say_count(
            "{count} line-up of round {number} is missing.",
            "{count} line-ups of round {number} are missing.",
            len(missing),
            number=played.number,
        )
        return NextStep(say("Record line-ups"), f"{url}?show=missing", words)
    if played.line_ups_published or _has_any_result(played):
        return None
    words = say("All line-ups of round {number} are in, but not published.", number=played.number)
    return NextStep(say("Publish line-ups"), url, words)


def _uses_line_ups(section: Section) -> bool:
    """Return whether the teams hand in line-ups, in this round or in an earlier one."""
    return section.line_up_minutes is not None or any(one.line_ups for one in section.rounds)


def _has_any_result(played: PublishedRound) -> bool:
    return any(
        one.manner is not Manner.PENDING or has_any_game_result(one.games)
        for one in played.meetings.values()
    )


def list_finishing_steps(context: RequestContext) -> list[NextStep]:
    """Return what is left to do in a section in which all rounds have been played.

    The standings are not among them, because they are the next step itself.
    """
    section = context.section
    if context.event.closed or not is_section_played(section):
        return []
    steps = [
        NextStep(
            say("Show prizes"),
            context.url("prizes"),
            say("The prizes and who wins them")
            if section.prizes
            else say("No prizes have been entered."),
        ),
        NextStep(
            say("Get report"),
            context.url("documents") + "#reports",
            say("The report for the federation, and files for other programs"),
        ),
        NextStep(
            say("Print certificates"),
            context.url("documents") + "#end",
            say("Certificates and the prize list"),
        ),
    ]
    if context.user.may_perform(actions.CloseEvent) and all(
        is_section_played(one) for one in context.event.sections.values()
    ):
        words = say("Closing the event, after which nothing can be changed")
        steps.append(NextStep(say("Close event"), context.event_url("close"), words))
    return steps


def _next_step_before_closing_entries(context: RequestContext) -> NextStep:
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


def _next_step_before_round_one(context: RequestContext) -> NextStep:
    section = context.section
    if unannounced_options(section):
        missing = find_step_before_publishing(context)
        assert missing is not None, "options must be announced before the first publication"
        return missing
    words = describe_number_to_be_paired(context.event, section)
    if not _is_check_in_complete(section):
        label = say("Check in teams") if system(section.system).teams else say("Check in players")
        return NextStep(label, context.url("check-in"), words)
    if (missing := find_step_before_publishing(context)) is not None:
        # Lots are drawn on the page of the pairing.
        words = f"{words} {missing.words}"
    return NextStep(say("Pair round {number}", number=1), context.url("pairing"), words)


def find_step_before_publishing(context: RequestContext) -> NextStep | None:
    """Return the step without which round 1 cannot be published, or None if nothing is missing."""
    section = context.section
    if section.rounds or not section.entries_closed:
        return None
    if used := unannounced_options(section):
        words = say(
            "These options and tie-breaks must be announced before round 1 is paired: {used}.",
            used=", ".join(used),
        )
        return NextStep(say("Announce options"), context.url("settings") + "#announce", words)
    if governance_of_system(section.system).lot and section.lot is None:
        words = say("The colour of starting number 1 in round 1 has not been drawn yet.")
        return NextStep(say("Draw lots"), context.url("lots"), words)
    return None


def _is_check_in_complete(section: Section) -> bool:
    """Return whether each participant was checked in or is known to miss round 1."""
    missing_round_one = {request.number for request in section.requests if request.round <= 1}
    return {*section.competitors} <= {*section.presence, *missing_round_one}


def _next_step_with_draft_pairing(context: RequestContext) -> NextStep:
    draft = context.section.draft
    assert draft is not None
    if draft.open:
        words = say("Round {round} is being paired by hand.", round=draft.round)
        return NextStep(say("Continue manual pairing"), context.url("manual"), words)
    words = say("Round {round} is paired but not published.", round=draft.round)
    return NextStep(say("Publish round {round}", round=draft.round), context.url("pairing"), words)


def describe_number_to_be_paired(event: Event, section: Section) -> str:
    """Return a sentence that says how many participants would be paired in the next round."""
    paired = len(
        participants_to_pair(
            build_tournament(event, section, find_exclusions_from_next_round(section))
        )
    )
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
