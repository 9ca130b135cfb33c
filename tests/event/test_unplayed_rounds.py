"""A round that is published but not played adds nothing to anybody."""

from __future__ import annotations

import pytest

from tests.event.sessions import PANEL, SECTION, Play, event_with_section, person, team
from topboard.documents.wall_chart import wall_chart
from topboard.event import actions
from topboard.event.pairing import build_close_entries_action
from topboard.event.tournament import build_tournament
from topboard.model import Number
from topboard.systems.registry import SYSTEMS, system

PLAYERS = 8


def event_of(name: str) -> Play:
    """Eight competitors of the system, the entries closed and everybody here."""
    teams = system(name).teams
    boards = 4 if teams else system(name).games
    play = event_with_section(name, 11 if name.startswith("olympiad") else PLAYERS - 1, boards)
    entered = [team(n) if teams else person(n, 2300 - n) for n in range(1, PLAYERS + 1)]
    play.do(actions.Enter(SECTION, tuple(entered)))
    if system(name).timetable is not None:
        order = tuple(Number(n) for n in range(1, PLAYERS + 1))
        play.do(actions.RecordLot(SECTION, "pairing numbers", order))
    play.do(build_close_entries_action(play.event, SECTION))
    for number in play.section.competitors if name.startswith("olympiad") else ():
        play.do(actions.RecordPresence(SECTION, number, 4))
    return play


def table(play: Play) -> dict[int, tuple[int, int, tuple[int, ...]]]:
    """Place, points and tie-breaks of everybody."""
    standings = system(play.section.system).standings(build_tournament(play.event, play.section))
    return {
        line.number: (line.place, line.points, tuple(value.value for value in line.values))
        for line in standings.lines
    }


@pytest.mark.parametrize("name", SYSTEMS)
def test_publishing_a_round_does_not_change_the_standings(name: str) -> None:
    play = event_of(name)
    before = table(play)
    for _ in range(3):
        play.publish(PANEL)

        assert table(play) == before
        play.results()
        before = table(play)


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_wall_chart_counts_only_played_rounds(name: str) -> None:
    play = event_of(name)
    play.round()
    after_one = chart(play)

    play.publish(PANEL)

    assert tuple(row[: len(after_one[0])] for row in chart(play)) == after_one
    assert {row[-2:] for row in chart(play)} == {("", "")}


def chart(play: Play) -> tuple[tuple[object, ...], ...]:
    """The rows of the wall chart."""
    facts = build_tournament(play.event, play.section)
    return wall_chart(facts, system(play.section.system)).rows
