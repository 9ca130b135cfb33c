"""Rules on teams and rosters: the number and order of the players, and the authority to change
them.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from topboard.event.actions import (
    AddSection,
    ChangeEntry,
    ChangeSection,
    CloseEntries,
    CorrectResult,
    Enter,
    EnterLate,
    EnterResults,
    Expel,
    HandInLineUps,
    RequestBye,
    Suspend,
    Withdraw,
)
from topboard.event.line_ups import list_players_of_side
from topboard.event.policy.line_ups import ask_to_confirm_wrong_board_order, find_new_line_ups
from topboard.event.policy.objections import (
    Office,
    forbid_action,
    note_for_arbiter,
    require_confirmation,
    require_ruling,
)
from topboard.messages import say, say_count
from topboard.model import Team, Withdrawn
from topboard.systems.common.boards import find_team_members_out_of_rating_order
from topboard.systems.registry import fill_in_ratings_in_force

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.event.actions import TableResult
    from topboard.event.policy.objections import Objection, Question
    from topboard.event.state import Section
    from topboard.model import Number


def list_teams_in_action(question: Question) -> list[Team]:
    """Return the teams that an action enters or changes."""
    act = question.act
    if isinstance(act, Enter):
        return [c for c in act.competitors if isinstance(c, Team)]
    if isinstance(act, EnterLate | ChangeEntry):
        return [act.competitor] if isinstance(act.competitor, Team) else []
    return []


def is_host_team(question: Question, team: Team) -> bool | None:
    """Return whether a team is from the host federation, or None if that is not recorded."""
    host, own = question.event.details.federation.strip(), team.federation.strip()
    return own.casefold() == host.casefold() if host and own else None


def check_b_and_c_teams(question: Question, article: str) -> Iterator[Objection]:
    """Object to a B or C team unless it is from the host federation, which may have one of each."""
    for team in list_teams_in_action(question):
        own = is_host_team(question, team)
        letter = team_letter(team)
        if letter == "A" or _was_team_already_recorded(question, team):
            continue
        words = _format_second_team_message(question, team, letter)
        if own is None:
            yield require_confirmation(article, words)
        elif not own:
            yield require_ruling(article, words, *_MAY_EXCEPT)
            continue
        yield from _check_host_team_letter(question, article, team, letter)
    yield from _check_number_of_other_teams_is_odd(question, article)


def _format_second_team_message(question: Question, team: Team, letter: str) -> str:
    host = question.event.details.federation.strip()
    if not host:
        return say(
            "{team} enters as team {letter}. Only the host may have a second or third team, and "
            "the host federation of the event is not recorded.",
            team=team.name,
            letter=letter,
        )
    if not team.federation.strip():
        return say(
            "{team} enters as team {letter}. Only the host, {host}, may have a second or third "
            "team, and the federation of {team} is not recorded.",
            team=team.name,
            letter=letter,
            host=host,
        )
    return say(
        "{team} enters as team {letter} of {federation}. Only the host, {host}, may have a second "
        "or third team.",
        team=team.name,
        letter=letter,
        federation=team.federation,
        host=host,
    )


_MAY_EXCEPT = (Office.PRESIDENT, Office.CHIEF_ARBITER)


def team_letter(team: Team) -> str:
    """Return the letter that distinguishes a team within its federation, or A by default."""
    return team.letter.strip().upper() or "A"


def _check_host_team_letter(
    question: Question, article: str, team: Team, letter: str
) -> Iterator[Objection]:
    """Require a ruling if a host team's letter is not B or C, or is already used."""
    if letter not in ("B", "C"):
        words = say(
            "{team} enters as team {letter}. The host may have only an A, a B and a C team.",
            team=team.name,
            letter=letter,
        )
        yield require_ruling(article, words, *_MAY_EXCEPT)
        return
    for other in _list_teams_after_action(question):
        same = team_letter(other) == letter and is_host_team(question, other) is not False
        if same and other.number != team.number:
            words = say(
                "{team} enters as team {letter}, but the host already has a team with this letter: "
                "{other}.",
                team=team.name,
                letter=letter,
                other=other.name,
            )
            yield require_ruling(article, words, *_MAY_EXCEPT)
            return


def _list_teams_after_action(question: Question) -> list[Team]:
    """Return the teams that take part after an action. New and changed teams come last."""
    entered = list_teams_in_action(question)
    new = {team.number for team in entered}
    gone = {
        request.number
        for request in question.section.requests
        if isinstance(request.outcome, Withdrawn)
    }
    stay = [
        one
        for number, one in question.section.competitors.items()
        if isinstance(one, Team) and number not in new | gone
    ]
    return [*stay, *entered]


def _check_number_of_other_teams_is_odd(question: Question, article: str) -> Iterator[Objection]:
    """Object to a C team if the number of other teams is even.

    While entries are open, this is only noted, because the number may still change.
    """
    act, section = question.act, question.section
    closing = isinstance(act, CloseEntries)
    teams = _list_teams_after_action(question)
    thirds = [one for one in teams if team_letter(one) == "C"]
    new = [one for one in list_teams_in_action(question) if team_letter(one) == "C"]
    new = [one for one in new if not _was_team_already_recorded(question, one)]
    others = len(teams) - len(thirds)
    if not thirds or others % 2 or not (closing or new):
        return
    words = say_count(
        "A C team may play only if the number of other teams is odd. There is {count} other team.",
        "A C team may play only if the number of other teams is odd. There are {count} other "
        "teams.",
        others,
    )
    if closing or section.entries_closed:
        yield require_ruling(article, words, *_MAY_EXCEPT)
    else:
        yield note_for_arbiter(article, words)


def _was_team_already_recorded(question: Question, team: Team) -> bool:
    """Return whether a changed team already had the same letter and federation."""
    before = question.section.competitors.get(team.number)
    return (
        isinstance(question.act, ChangeEntry)
        and isinstance(before, Team)
        and (before.letter, before.federation) == (team.letter, team.federation)
    )


def require_c_team_to_stay(question: Question, article: str) -> Iterator[Objection]:
    """Require a ruling if a C team that plays in round 1 would be missing from a later round."""
    act, section = question.act, question.section
    if not isinstance(act, Withdraw | Expel | RequestBye | Suspend):
        return
    missed = section.round_to_pair if isinstance(act, Suspend) else act.round
    team = section.competitor(act.number)
    if not isinstance(team, Team) or team_letter(team) != "C" or missed < 2:
        return
    if _is_team_in_round_one(section, act.number):
        words = say(
            "{team} is a C team that plays in round 1, so it must stay until the end.",
            team=team.name,
        )
        yield require_ruling(article, words, Office.PRESIDENT, Office.CHIEF_ARBITER)


def _is_team_in_round_one(section: Section, number: Number) -> bool:
    """Return whether the team is or will be paired in round 1."""
    if section.rounds:
        first = section.rounds[0].meetings.values()
        return any(number in (m.white, m.black) for m in first)
    away = any(r.number == number and r.round == 1 for r in section.requests)
    return section.entries_closed and not away


def check_team_size(
    question: Question, article: str, *, boards: int, reserves: int
) -> Iterator[Objection]:
    """Object to a wrong number of boards, and to teams with too few or too many players.

    A male player in a women's event requires confirmation.
    """
    act = question.act
    if isinstance(act, AddSection | ChangeSection) and act.boards != boards:
        yield forbid_action(
            article,
            say_count(
                "A match is played on {count} board, not {boards}.",
                "A match is played on {count} boards, not {boards}.",
                boards,
                boards=act.boards,
            ),
        )
    women = "women" in f"{question.event.name} {question.section.name}".casefold()
    for team in list_teams_in_action(question):
        size = len(team.players)
        if size > boards + reserves:
            yield forbid_action(
                article,
                say_count(
                    "{team} has {count} player, but at most {boards} are allowed.",
                    "{team} has {count} players, but at most {boards} are allowed.",
                    size,
                    team=team.name,
                    boards=boards + reserves,
                ),
            )
        elif 0 < size < boards:
            words = say_count(
                "{team} has only {count} player.",
                "{team} has only {count} players.",
                size,
                team=team.name,
            )
            yield require_confirmation(article, words)
        if women and any(p.sex == "m" for p in team.players):
            yield require_confirmation(
                article, say("{team} has a male player in the women's event.", team=team.name)
            )


def check_roster_changes_and_line_up_order(question: Question, article: str) -> Iterator[Objection]:
    """Object to changes of a submitted roster, and to line-ups in the wrong board order."""
    yield from require_president_ruling_on_roster_change(question, article)
    yield from ask_to_confirm_wrong_board_order(question, article)


def require_president_ruling_on_roster_change(
    question: Question, article: str
) -> Iterator[Objection]:
    """Require a ruling by the President of FIDE to change a submitted roster or its order."""
    act = question.act
    if not isinstance(act, ChangeEntry) or not are_rosters_submitted(question.section):
        return
    before, after = question.section.competitor(act.competitor.number), act.competitor
    if (
        isinstance(before, Team)
        and isinstance(after, Team)
        and list_roster_numbers_and_names(before) != list_roster_numbers_and_names(after)
    ):
        words = say(
            "The names and board order of {before} have already been submitted.", before=before.name
        )
        yield require_ruling(article, words, Office.PRESIDENT)


def are_rosters_submitted(section: Section) -> bool:
    """Return whether the rosters of a section count as submitted.

    They do once the section is announced or its entries are closed.
    """
    return section.announced or section.entries_closed


def list_roster_numbers_and_names(team: Team) -> tuple[tuple[int, str], ...]:
    """Return the numbers and names of a team's players, in board order."""
    return tuple((player.number, player.name) for player in team.players)


def ask_to_confirm_unusual_number_of_rounds(
    question: Question, article: str, *, rounds: int
) -> Iterator[Objection]:
    """Require confirmation of a number of rounds that differs from the regulations."""
    act = question.act
    if isinstance(act, AddSection | ChangeSection) and act.rounds != rounds:
        yield require_confirmation(
            article,
            say_count(
                "The regulations prescribe {count} round, not {rounds}.",
                "The regulations prescribe {count} rounds, not {rounds}.",
                rounds,
                rounds=act.rounds,
            ),
        )


def check_team_board_order(
    question: Question, article: str, *, variation: str
) -> Iterator[Objection]:
    """Object if team members are not in rating order or do not keep to their board order."""
    yield from _check_team_is_in_rating_order(question, article, variation)
    yield from _forbid_changed_board_order(question, article)
    yield from _check_line_up_follows_board_order(question, article)


def _check_team_is_in_rating_order(
    question: Question, article: str, variation: str
) -> Iterator[Objection]:
    """Require a ruling if members are not in rating order, allowing for the announced tolerance."""
    section = question.section
    tolerance = get_rating_points_of_announced_option(section, variation)
    entered = list_teams_in_action(question)
    rated = fill_in_ratings_in_force(entered, section.system, section.settings.rating_order)
    for team in rated:
        assert isinstance(team, Team)
        for higher, lower in find_team_members_out_of_rating_order(team, tolerance):
            words = say(
                "{team}: {lower} plays below {higher} but is rated higher by {excess}. The "
                "announced tolerance is {tolerance}.",
                team=team.name,
                lower=lower.name,
                higher=higher.name,
                excess=(lower.rating or 0) - (higher.rating or 0),
                tolerance=tolerance,
            )
            yield require_ruling(article, words, Office.DIRECTOR)


def _forbid_changed_board_order(question: Question, article: str) -> Iterator[Objection]:
    """Forbid changing the board order after round 1, even between players with equal ratings."""
    act = question.act
    if not isinstance(act, ChangeEntry) or not question.section.rounds:
        return
    before, after = question.section.competitor(act.competitor.number), act.competitor
    if not isinstance(before, Team) or not isinstance(after, Team):
        return
    for upper, lower in pairwise(_list_members_with_old_index(before, after)):
        if upper[0] > lower[0]:
            words = say(
                "{before}: {lower} played above {upper} and must do so until the end of the event.",
                before=before.name,
                lower=lower[1],
                upper=upper[1],
            )
            yield forbid_action(article, words)


def _list_members_with_old_index(before: Team, after: Team) -> list[tuple[int, str]]:
    """Return the old index and the name of each remaining team member, in the new order."""
    old = {player.number: place for place, player in enumerate(before.players)}
    return [(old[p.number], p.name) for p in after.players if p.number in old]


def _check_line_up_follows_board_order(question: Question, article: str) -> Iterator[Objection]:
    """Require a ruling if the regular members of a team do not play in its board order."""
    act, section = question.act, question.section
    if isinstance(act, HandInLineUps):
        for new in find_new_line_ups(question):
            if not _are_in_order(new.team, new.after, section):
                words = say("{team} did not play in its board order.", team=new.team.name)
                yield require_ruling(article, words, Office.DIRECTOR)
    if not isinstance(act, EnterResults | CorrectResult):
        return
    meetings = section.round(act.round).meetings
    for result in act.results if isinstance(act, EnterResults) else (act.result,):
        meeting = meetings.get(result.table)
        for side, number in enumerate(() if meeting is None else (meeting.white, meeting.black)):
            team = None if number is None else section.competitors.get(number)
            if isinstance(team, Team) and not _is_line_up_in_board_order(
                team, result, side, section
            ):
                words = say("{team} did not play in its board order.", team=team.name)
                yield require_ruling(article, words, Office.DIRECTOR)


def _is_line_up_in_board_order(
    team: Team, result: TableResult, side: int, section: Section
) -> bool:
    return _are_in_order(team, list_players_of_side(result.games, side), section)


def _are_in_order(team: Team, sat: Sequence[Number | None], section: Section) -> bool:
    """Return whether the regular members of a team sit in its board order."""
    regular = team.players[: section.settings.boards]
    place = {player.number: i for i, player in enumerate(regular)}
    places = [place[number] for number in sat if number is not None and number in place]
    return places == sorted(places)


def get_rating_points_of_announced_option(section: Section, name_of_variation: str) -> int:
    """Return the rating points announced with an option, such as 50 for ``643=50``, or 0."""
    for variation in section.settings.variations:
        name, _, points = variation.partition("=")
        if name == name_of_variation and points.isdigit():
            return int(points)
    return 0
