"""Rules on line-ups: who may play on which board, in what order, and how that may change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.event.actions import (
    CorrectResult,
    EnterResults,
    PublishLineUps,
    TakeOver,
)
from topboard.event.line_ups import (
    find_game_faults,
    find_line_up_faults,
    find_players_out_of_order,
    line_up_of_side,
)
from topboard.event.policy.objections import (
    Office,
    forbid_action,
    forbid_until_requirement_met,
    note_for_arbiter,
    require_confirmation,
    require_ruling,
)
from topboard.messages import say, say_count
from topboard.model import Manner, Team
from topboard.model.two_games import has_any_result

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.event.actions import TableResult
    from topboard.event.line_ups import Seats
    from topboard.event.policy.objections import Objection, Question
    from topboard.event.state import PublishedRound
    from topboard.model import Meeting, Number


@dataclass(frozen=True, slots=True)
class NewLineUp:
    """A team's line-up that an action sets and that differs from the recorded one."""

    table: int
    meeting: Meeting
    team: Team
    before: Seats
    """The recorded line-up; empty if there was none."""
    after: Seats


def _results_in_action(question: Question) -> tuple[TableResult, ...]:
    act = question.act
    if isinstance(act, EnterResults):
        return act.results
    return (act.result,) if isinstance(act, CorrectResult) else ()


def _results_with_meetings(question: Question) -> Iterator[tuple[TableResult, Meeting]]:
    """Yield each result that an action enters or corrects, with its meeting."""
    results, act = _results_in_action(question), question.act
    if not results:
        return
    assert isinstance(act, EnterResults | CorrectResult)
    meetings = question.section.round(act.round).meetings
    for result in results:
        if result.table in meetings:
            yield result, meetings[result.table]


def _find_new_line_ups(question: Question) -> Iterator[NewLineUp]:
    for result, meeting in _results_with_meetings(question):
        for side, number in enumerate((meeting.white, meeting.black)):
            team = None if number is None else question.section.competitors.get(number)
            before = line_up_of_side(meeting.games, side)
            after = line_up_of_side(result.games, side)
            if isinstance(team, Team) and after and before != after:
                yield NewLineUp(result.table, meeting, team, before, after)


# --- impossible line-ups ------------------------------------------------------------------------


def forbid_impossible_line_up(question: Question, article: str) -> Iterator[Objection]:
    """Forbid a line-up with a player on two boards or in the wrong team."""
    for result, meeting in _results_with_meetings(question):
        for fault in find_line_up_faults(question.section, meeting, result.games):
            words = say("Match {table}: {fault}.", table=result.table, fault=fault)
            yield forbid_action(article, words)


def forbid_impossible_imported_line_ups(act: TakeOver) -> Iterator[Objection]:
    """Forbid importing a round with a player on two boards or in the wrong team."""
    for played in act.facts.rounds:
        for fault in find_game_faults(act.facts.competitors, played):
            words = say("Round {round}: {fault}.", round=played.number, fault=fault)
            yield forbid_action("", words)


def ask_to_confirm_removed_board_results(question: Question, article: str) -> Iterator[Objection]:
    """Require confirmation if a new total removes the recorded results of the boards.

    The line-up is kept.
    """
    for result, meeting in _results_with_meetings(question):
        before = meeting.white_points, meeting.black_points, meeting.manner
        same = before == (result.white_points, result.black_points, result.manner)
        if has_any_result(meeting.games) and not has_any_result(result.games) and not same:
            words = say(
                "Match {table}: this removes the results of the individual games but keeps the "
                "line-up.",
                table=result.table,
            )
            yield require_confirmation(article, words)


# --- board order --------------------------------------------------------------------------------


def ask_to_confirm_wrong_board_order(question: Question, article: str) -> Iterator[Objection]:
    """Require confirmation if a team does not play in the board order of its roster."""
    for new in _find_new_line_ups(question):
        if (found := find_players_out_of_order(new.team, new.after)) is not None:
            words = say(
                "Match {table}: {upper} plays above {lower}, contrary to the board order of "
                "{team}.",
                table=new.table,
                upper=found[0],
                team=new.team.name,
                lower=found[1],
            )
            yield require_confirmation(article, words)


# --- changes ------------------------------------------------------------------------------------


def check_line_up_changes(question: Question, article: str) -> Iterator[Objection]:
    """Note a changed line-up, or require a ruling if the individual pairings are published.

    A ruling is required only under rules with an ``article`` on such changes. The captains of both
    teams must then have been informed.
    """
    if isinstance(question.act, PublishLineUps):
        yield from _check_line_ups_to_publish(question)
        return
    changed = [new for new in _find_new_line_ups(question) if new.before]
    if not changed:
        return
    act = question.act
    assert isinstance(act, EnterResults | CorrectResult)
    played = question.section.round(act.round)
    late = [new for new in changed if article and are_line_ups_published(played, new.meeting)]
    for new in changed:
        told = say(
            "Match {table}: this changes the line-up of {team}.",
            table=new.table,
            team=new.team.name,
        )
        if new in late:
            yield require_ruling(article, told, Office.CHIEF_ARBITER, Office.PRESIDENT)
        else:
            yield note_for_arbiter(article, told)
    for number in _teams_to_inform(late):
        if number not in act.informed:
            name = question.section.competitor(number).name
            words = say(
                "Inform the captain of {name} (#{number}) first. The individual pairings have "
                "already been published.",
                name=name,
                number=number,
            )
            yield forbid_until_requirement_met(article, words)


def are_line_ups_published(played: PublishedRound, meeting: Meeting) -> bool:
    """Return whether a match's individual pairings are published or the match has started."""
    return (
        played.line_ups_published
        or has_any_result(meeting.games)
        or meeting.manner is not Manner.PENDING
    )


def _teams_to_inform(changed: list[NewLineUp]) -> list[Number]:
    """Return the numbers of both teams of each changed match, whose captains must be informed."""
    sides = [n for new in changed for n in (new.meeting.white, new.meeting.black) if n is not None]
    return list(dict.fromkeys(sides))


def _check_line_ups_to_publish(question: Question) -> Iterator[Objection]:
    act = question.act
    assert isinstance(act, PublishLineUps)
    played = question.section.round(act.round)
    missing = [str(table) for table, m in played.meetings.items() if not m.games]
    if len(missing) == len(played.meetings):
        yield forbid_action(
            "", say("No line-ups have been recorded for round {round}.", round=act.round)
        )
    elif missing:
        words = say_count(
            "Match {tables} has no line-up.",
            "These matches have no line-up: {tables}.",
            len(missing),
            tables=", ".join(missing),
        )
        yield require_confirmation("", words)
