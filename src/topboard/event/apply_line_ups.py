"""Changes to a section when line-ups are handed in or published, and captains get links."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topboard._frozen import replace
from topboard.event import actions
from topboard.event.line_ups import (
    build_games_without_results,
    find_match_of_team,
    list_recorded_seats,
)
from topboard.event.state import build_refused_error
from topboard.messages import say, say_count
from topboard.model import Manner, Team
from topboard.model.two_games import has_any_game_result

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from topboard.event.state import PublishedRound, Section
    from topboard.model import Meeting, Number

LONGEST_DEADLINE = 7 * 24 * 60
"""The largest number of minutes before a round at which line-ups may be due."""


def _publish_line_ups(section: Section, act: actions.PublishLineUps, _entry: int) -> Section:
    played = section.round(act.round)
    if played.line_ups_published:
        what = say(
            "The line-ups of round {round} of {section} have already been published.",
            round=act.round,
            section=section.name,
        )
        raise build_refused_error(what)
    return _replace_round(section, replace(played, line_ups_published=True))


def _replace_round(section: Section, changed: PublishedRound) -> Section:
    place = changed.number - 1
    return section.with_rounds((*section.rounds[:place], changed, *section.rounds[place + 1 :]))


def _hand_in_line_ups(section: Section, act: actions.HandInLineUps, _entry: int) -> Section:
    played = section.round(act.round)
    if not act.line_ups:
        raise build_refused_error(
            say("No line-up was entered."), remedy=say("Enter at least one line-up.")
        )
    line_ups = dict(played.line_ups)
    for one in act.line_ups:
        _refuse_unfit_line_up(section, played, one)
        line_ups[one.number] = one.players
    changed = replace(played, line_ups=line_ups)
    meetings = {
        table: _seat_handed_in_line_ups(changed, meeting)
        if {meeting.white, meeting.black} & {one.number for one in act.line_ups}
        else meeting
        for table, meeting in played.meetings.items()
    }
    return _replace_round(section, replace(changed, meetings=meetings))


def _refuse_unfit_line_up(
    section: Section, played: PublishedRound, one: actions.TeamLineUp
) -> None:
    team, boards = section.competitor(one.number), section.settings.boards
    if not isinstance(team, Team) or boards < 2:
        raise build_refused_error(say("Only teams have line-ups."), team.name)
    found = find_match_of_team(played, one.number)
    if found is None:
        raise build_refused_error(
            say("{team} has no match in round {round}.", team=team.name, round=played.number)
        )
    table, meeting = found
    if len(one.players) != boards or not any(one.players):
        raise build_refused_error(
            say_count(
                "The line-up of {team} has no player for the only board.",
                "The line-up of {team} does not fill all {count} boards.",
                boards,
                team=team.name,
            ),
            remedy=say("For each board, name a player or leave the board empty."),
        )
    if meeting.manner is not Manner.PENDING or has_any_game_result(meeting.games):
        raise build_refused_error(
            say("Match {table} of {team} already has a result.", table=table, team=team.name),
            remedy=say("Correct the line-up together with the result of the match."),
        )


def _seat_handed_in_line_ups(played: PublishedRound, meeting: Meeting) -> Meeting:
    """Return the match with the games of both teams if both have handed in their line-ups."""
    sides = [
        played.line_ups.get(number) or tuple(list_recorded_seats(played, meeting, side))
        for side, number in enumerate((meeting.white, meeting.black))
        if number is not None
    ]
    if len(sides) < 2 or not all(sides):
        return meeting
    return replace(meeting, games=build_games_without_results(*sides))


def _set_line_up_deadline(section: Section, act: actions.SetLineUpDeadline, _entry: int) -> Section:
    if act.minutes is not None and not 0 <= act.minutes <= LONGEST_DEADLINE:
        what = say("The deadline must be between 0 and {most:,} minutes.", most=LONGEST_DEADLINE)
        raise build_refused_error(what, str(act.minutes))
    return replace(section, line_up_minutes=act.minutes)


# --- links of captains ------------------------------------------------------------------------


def _give_captain_links(section: Section, act: actions.GiveCaptainLinks, _entry: int) -> Section:
    _refuse_unless_teams(section, (one.number for one in act.links))
    used = {*section.captain_links.values()}
    new = [one.link for one in act.links]
    if not all(new) or len({*new}) < len(new) or used & {*new}:
        raise build_refused_error(say("Each captain needs a new link."))
    given = {one.number: one.link for one in act.links}
    return replace(section, captain_links={**section.captain_links, **given})


def _revoke_captain_links(
    section: Section, act: actions.RevokeCaptainLinks, _entry: int
) -> Section:
    _refuse_unless_teams(section, act.numbers)
    for number in act.numbers:
        if number not in section.captain_links:
            team = section.competitor(number).name
            raise build_refused_error(say("The captain of {team} has no link.", team=team))
    left = {n: link for n, link in section.captain_links.items() if n not in act.numbers}
    return replace(section, captain_links=left)


def _refuse_unless_teams(section: Section, numbers: Iterable[Number]) -> None:
    for number in numbers:
        one = section.competitor(number)
        if not isinstance(one, Team):
            raise build_refused_error(say("Only teams have captains."), one.name)


LINE_UP_ACTS: dict[type, Callable[[Section, Any, int], Section]] = {
    actions.PublishLineUps: _publish_line_ups,
    actions.HandInLineUps: _hand_in_line_ups,
    actions.SetLineUpDeadline: _set_line_up_deadline,
    actions.GiveCaptainLinks: _give_captain_links,
    actions.RevokeCaptainLinks: _revoke_captain_links,
}
