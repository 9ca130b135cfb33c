"""A player who has left is marked in all standings: command, desk, documents, files, pages."""

from __future__ import annotations

import json

import pytest

from tests.event.sessions import ARBITER, SECTION, Play, cfc_event, dutch_event
from topboard.cli import text_output
from topboard.documents.cross_tables import cross_table
from topboard.documents.standings_sheet import standings_sheet, tie_break_sheet
from topboard.event import actions
from topboard.event.grids import build_standings_spreadsheet_rows
from topboard.event.tournament import build_tournament
from topboard.model import Number
from topboard.serialize import answers
from topboard.systems.registry import system

MARK = "Player 003 (withdrawn)"


def with_leaver(edition: str = "fide_dutch_2026") -> Play:
    """An event in which player 3 has left after round 1."""
    play = cfc_event(edition, 6) if "round_robin" in edition else dutch_event(edition, 6)
    play.round()
    play.do(actions.Withdraw(SECTION, Number(3), 2), ARBITER, confirmed=True)
    return play


@pytest.mark.parametrize("edition", ["fide_dutch_2026", "cfc_swiss", "fide_round_robin"])
def test_all_standings_mark_withdrawn_players(edition: str) -> None:
    play = with_leaver(edition)
    facts = build_tournament(play.event, play.section)
    table = system(edition).standings(facts)

    assert [line.number for line in table.lines if line.withdrawn] == [3]
    assert any(MARK in line for line in text_output.format_standings(facts, table, None))
    assert any(MARK in line for line in text_output.format_standings(facts, table, Number(3)))
    assert [row[2] for row in build_standings_spreadsheet_rows(facts, table)].count(MARK) == 1
    assert [row[2] for row in standings_sheet(facts, table).rows].count(MARK) == 1
    assert [row[2] for row in cross_table(facts, system(edition)).rows].count(MARK) == 1
    opened = {row[2] for row in tie_break_sheet(facts, table).rows}
    assert MARK in opened or not table.columns
    told = json.loads(json.dumps(answers.standings_to_json(facts, table)))["lines"]
    assert [line["number"] for line in told if line.get("withdrawn")] == [3]


def test_the_library_also_marks_withdrawn_players() -> None:
    from topboard._frozen import replace

    play = with_leaver()
    facts = build_tournament(play.event, play.section)
    table = replace(system("fide_dutch_2026").standings(facts), names=facts.names)
    assert MARK in [row["name"] for row in table.rows()]


def test_a_player_who_returns_is_not_marked_as_withdrawn() -> None:
    play = with_leaver()
    play.round()
    play.do(actions.Readmit(SECTION, Number(3)), ARBITER)
    facts = build_tournament(play.event, play.section)
    lines = system("fide_dutch_2026").standings(facts).lines
    assert not any(line.withdrawn for line in lines)


def test_a_player_who_leaves_later_is_not_yet_marked() -> None:
    play = dutch_event("fide_dutch_2026", 6)
    play.do(actions.Withdraw(SECTION, Number(3), 3), ARBITER, confirmed=True)
    play.round()
    facts = build_tournament(play.event, play.section)
    assert not any(line.withdrawn for line in system("fide_dutch_2026").standings(facts).lines)


def test_after_the_last_round_the_record_alone_shows_a_withdrawal() -> None:
    """A file need not have the request any more."""
    from topboard._frozen import replace

    play = dutch_event("fide_dutch_2026", 10, rounds=4)
    play.round()
    play.do(actions.Withdraw(SECTION, Number(3), 2), ARBITER, confirmed=True)
    while len(play.section.rounds) < play.section.settings.rounds:
        play.round()
    facts = replace(build_tournament(play.event, play.section), requests=())
    table = system("fide_dutch_2026").standings(facts)
    assert [line.number for line in table.lines if line.withdrawn] == [3]
