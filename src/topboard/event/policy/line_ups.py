"""Rules on line-ups: the players allowed on each board, and changes to a line-up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.event.actions import (
    CorrectResult,
    EnterResults,
    HandInLineUps,
    PublishLineUps,
    TakeOver,
)
from topboard.event.line_ups import (
    are_both_line_ups_in,
    find_faults_of_handed_in_line_up,
    find_line_up_faults,
    find_line_up_faults_in_round,
    find_match_of_team,
    find_players_out_of_order,
    line_up_deadline,
    list_players_of_side,
    list_recorded_seats,
    list_teams_without_line_up,
)
from topboard.event.policy.general import DIRECTING
from topboard.event.policy.objections import (
    Office,
    forbid_action,
    forbid_until_requirement_met,
    note_for_arbiter,
    require_confirmation,
    require_ruling,
)
from topboard.event.results import list_results_in_action
from topboard.messages import say, say_count
from topboard.model import Manner, Team
from topboard.model.two_games import has_any_game_result
from topboard.text.dates import parse_time

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.event.actions import Act, TableResult
    from topboard.event.line_ups import Seats
    from topboard.event.policy.objections import Objection, Question
    from topboard.event.state import Event, PublishedRound, Section
    from topboard.model import Meeting, Number


@dataclass(frozen=True, slots=True)
class NewLineUp:
    """A new line-up of a team, which differs from the recorded one."""

    table: int
    meeting: Meeting
    team: Team
    before: Seats
    """The recorded line-up; empty if there was none."""
    after: Seats


def _list_results_with_meetings(question: Question) -> Iterator[tuple[TableResult, Meeting]]:
    """Yield each result that an action enters or corrects, with its meeting."""
    results, act = list_results_in_action(question.act), question.act
    if not results:
        return
    assert isinstance(act, EnterResults | CorrectResult)
    meetings = question.section.round(act.round).meetings
    for result in results:
        if result.table in meetings:
            yield result, meetings[result.table]


def find_new_line_ups(question: Question) -> Iterator[NewLineUp]:
    """Yield each line-up recorded by an action, if it differs from the recorded one."""
    if isinstance(question.act, HandInLineUps):
        yield from _find_handed_in_line_ups(question.section, question.act)
    for result, meeting in _list_results_with_meetings(question):
        for side, number in enumerate((meeting.white, meeting.black)):
            team = None if number is None else question.section.competitors.get(number)
            before = list_players_of_side(meeting.games, side)
            after = list_players_of_side(result.games, side)
            if isinstance(team, Team) and after and before != after:
                yield NewLineUp(result.table, meeting, team, before, after)


def _find_handed_in_line_ups(section: Section, act: HandInLineUps) -> Iterator[NewLineUp]:
    played = section.round(act.round)
    for one in act.line_ups:
        team, found = section.competitor(one.number), find_match_of_team(played, one.number)
        if found is None or not isinstance(team, Team):
            continue
        table, meeting = found
        side = 0 if meeting.white == one.number else 1
        before = list_recorded_seats(played, meeting, side)
        if before != [*one.players]:
            yield NewLineUp(table, meeting, team, before, [*one.players])


# --- impossible line-ups ------------------------------------------------------------------------


def forbid_impossible_line_up(question: Question, article: str) -> Iterator[Objection]:
    """Forbid a line-up with a player on two boards or in the wrong team."""
    for result, meeting in _list_results_with_meetings(question):
        for fault in find_line_up_faults(question.section, meeting, result.games):
            words = say("Match {table}: {fault}.", table=result.table, fault=fault)
            yield forbid_action(article, words)
    if isinstance(question.act, HandInLineUps):
        for one in question.act.line_ups:
            for fault in find_faults_of_handed_in_line_up(question.section, one):
                yield forbid_action(article, _as_sentence(fault))


def _as_sentence(fault: str) -> str:
    return f"{fault[:1].upper()}{fault[1:]}."


def forbid_impossible_imported_line_ups(act: TakeOver) -> Iterator[Objection]:
    """Forbid importing a round with a player on two boards or in the wrong team."""
    for played in act.facts.rounds:
        for fault in find_line_up_faults_in_round(act.facts.competitors, played):
            words = say("Round {round}: {fault}.", round=played.number, fault=fault)
            yield forbid_action("", words)


def ask_to_confirm_removed_board_results(question: Question, article: str) -> Iterator[Objection]:
    """Require confirmation if a new total removes the recorded results of the boards.

    The line-up is kept.
    """
    for result, meeting in _list_results_with_meetings(question):
        before = meeting.white_points, meeting.black_points, meeting.manner
        same = before == (result.white_points, result.black_points, result.manner)
        if (
            has_any_game_result(meeting.games)
            and not has_any_game_result(result.games)
            and not same
        ):
            words = say(
                "Match {table}: this removes the results of the individual games but keeps the "
                "line-up.",
                table=result.table,
            )
            yield require_confirmation(article, words)


# --- board order --------------------------------------------------------------------------------


def ask_to_confirm_wrong_board_order(question: Question, article: str) -> Iterator[Objection]:
    """Require confirmation if a team does not play in the board order of its roster."""
    for new in find_new_line_ups(question):
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

    A ruling is required only if the rules have an ``article`` on such changes. In that case, the
    captains of both teams must also have been informed.
    """
    if isinstance(question.act, PublishLineUps):
        yield from _check_line_ups_to_publish(question)
        return
    changed = [new for new in find_new_line_ups(question) if new.before]
    if not changed:
        return
    act = question.act
    assert isinstance(act, EnterResults | CorrectResult | HandInLineUps)
    played = question.section.round(act.round)
    governed = bool(article) or isinstance(act, HandInLineUps)
    late = [new for new in changed if governed and are_line_ups_published(played, new.meeting)]
    yield from _check_changed_line_ups(changed, late, act, question.section, article)


def _check_changed_line_ups(
    changed: list[NewLineUp],
    late: list[NewLineUp],
    act: EnterResults | CorrectResult | HandInLineUps,
    section: Section,
    article: str,
) -> Iterator[Objection]:
    """Note each changed line-up, or require a ruling and informed captains if it is late."""
    for new in changed:
        told = say(
            "Match {table}: this changes the line-up of {team}.",
            table=new.table,
            team=new.team.name,
        )
        if new in late:
            offices = (Office.CHIEF_ARBITER, Office.PRESIDENT) if article else DIRECTING
            yield require_ruling(article, told, *offices)
        else:
            yield note_for_arbiter(article, told)
    for number in _list_teams_whose_captains_to_inform(late):
        if number not in act.informed:
            name = section.competitor(number).name
            words = say(
                "Inform the captain of {name} (#{number}) first. The individual pairings have "
                "already been published.",
                name=name,
                number=number,
            )
            yield forbid_until_requirement_met(article, words)


def _has_match_half_known(played: PublishedRound, number: Number) -> bool:
    """Return whether the opponents of a team have handed in their line-up."""
    found = find_match_of_team(played, number)
    return found is not None and any(n in played.line_ups for n in (found[1].white, found[1].black))


def are_line_ups_published(played: PublishedRound, meeting: Meeting) -> bool:
    """Return whether the individual pairings of a match are published or the match has started."""
    return (
        played.line_ups_published
        or are_both_line_ups_in(played, meeting)
        or has_any_game_result(meeting.games)
        or meeting.manner is not Manner.PENDING
    )


def hide_secret_line_ups(event: Event, act: Act) -> Act:
    """Return an action without line-ups that the opponents must not know yet."""
    if not isinstance(act, HandInLineUps) or act.section not in event.sections:
        return act
    section = event.sections[act.section]
    known = tuple(one for one in act.line_ups if _is_line_up_known(section, act.round, one.number))
    return act if len(known) == len(act.line_ups) else replace(act, line_ups=known)


def _is_line_up_known(section: Section, round_number: int, number: Number) -> bool:
    if round_number > len(section.rounds):
        return False
    played = section.round(round_number)
    found = find_match_of_team(played, number)
    return found is not None and are_line_ups_published(played, found[1])


def _list_teams_whose_captains_to_inform(changed: list[NewLineUp]) -> list[Number]:
    """Return the numbers of both teams in each match with a changed line-up."""
    sides = [n for new in changed for n in (new.meeting.white, new.meeting.black) if n is not None]
    return list(dict.fromkeys(sides))


def _check_line_ups_to_publish(question: Question) -> Iterator[Objection]:
    act = question.act
    assert isinstance(act, PublishLineUps)
    played = question.section.round(act.round)
    missing = [
        str(table)
        for table, m in played.meetings.items()
        if not list_recorded_seats(played, m, 0) and not list_recorded_seats(played, m, 1)
    ]
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
    elif late := [
        n for n in list_teams_without_line_up(played) if _has_match_half_known(played, n)
    ]:
        names = ", ".join(question.section.competitor(number).name for number in late)
        words = say_count(
            "This team has not handed in its line-up: {names}.",
            "These teams have not handed in their line-ups: {names}.",
            len(late),
            names=names,
        )
        yield require_confirmation("", words)


# --- handing in ---------------------------------------------------------------------------------


def check_handed_in_line_ups(question: Question, article: str) -> Iterator[Objection]:
    """Note an unusual order of players, about which the rules have no article.

    The rules of some events say nothing about the board order, but a captain may have mistyped.
    """
    if not isinstance(question.act, HandInLineUps):
        return
    for new in find_new_line_ups(question):
        places = {"table": new.table, "team": new.team.name}
        found = find_players_out_of_order(new.team, new.after)
        if found is not None and not article:
            words = say(
                "Match {table}: {upper} plays above {lower}, contrary to the roster of {team}.",
                upper=found[0],
                lower=found[1],
                **places,
            )
            yield note_for_arbiter("", words)
        empty = [at for at, player in enumerate(new.after) if player is None]
        if empty and any(new.after[empty[0] :]):
            words = say(
                "Match {table}: {team} leaves a board empty above a board with a player.", **places
            )
            yield note_for_arbiter("", words)


def check_line_up_deadline(
    section: Section, act: HandInLineUps, time: str, article: str
) -> Iterator[Objection]:
    """Require confirmation of a late line-up, and a ruling on a change after the deadline.

    ``time`` is the time of the action. A line-up is known to the opponents after the deadline.
    """
    deadline, now = line_up_deadline(section, act.round), parse_time(time)
    if deadline is None or now is None or now <= deadline:
        return
    played = section.round(act.round)
    for new in _find_handed_in_line_ups(section, act):
        if not new.before:
            words = say(
                "Match {table}: the line-up of {team} is late. The deadline was {deadline} UTC.",
                table=new.table,
                team=new.team.name,
                deadline=f"{deadline:%Y-%m-%d %H:%M}",
            )
            yield require_confirmation("", words)
        elif not are_line_ups_published(played, new.meeting):
            yield from _check_changed_line_ups([new], [new], act, section, article)


def check_undone_line_ups(
    event: Event, after: Event, target: HandInLineUps, informed: tuple[Number, ...], article: str
) -> Iterator[Objection]:
    """Yield the objections to an undo or redo that changes a line-up.

    They are the same as for a direct change.
    """
    section, left = event.section(target.section), after.section(target.section)
    if target.round > len(left.rounds):
        return
    played, new = section.round(target.round), left.round(target.round)
    changed = []
    for one in target.line_ups:
        team, found = section.competitors.get(one.number), find_match_of_team(played, one.number)
        if not isinstance(team, Team) or found is None:
            continue
        table, meeting = found
        side = 0 if meeting.white == one.number else 1
        before = list_recorded_seats(played, meeting, side)
        changed_meeting = new.meetings.get(table, meeting)
        seats = list_recorded_seats(new, changed_meeting, side)
        if before and before != seats and are_line_ups_published(played, meeting):
            changed.append(NewLineUp(table, meeting, team, before, seats))
    act = replace(target, informed=informed)
    yield from _check_changed_line_ups(changed, changed, act, section, article)
