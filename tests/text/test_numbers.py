"""Points and tie-breaks as text and as JSON numbers, also below zero."""

from __future__ import annotations

import re

import pytest

from topboard.event import grids, remarks
from topboard.event.actions import CorrectResult, TableResult
from topboard.event.results import format_result
from topboard.model import Meeting, Number, Player, Tournament
from topboard.text.numbers import format_decimal, format_points, to_json_number
from topboard.tiebreaks.standings import Column, Line, Standings, Value

AMOUNTS = [
    (0, "0"),
    (5, "0.5"),
    (10, "1"),
    (25, "2.5"),
    (100, "10"),
    (3, "0.3"),
    (-5, "-0.5"),
    (-10, "-1"),
    (-15, "-1.5"),
    (-25, "-2.5"),
]


def parse_number(text):
    """What a person has written, as a decimal number."""
    return re.sub(r"(?<!\d)½", "0½", text).replace("½", ".5")


@pytest.mark.parametrize(("tenths", "text"), AMOUNTS)
def test_points_are_written_without_needless_zeros(tenths, text):
    assert format_decimal(tenths) == text
    assert parse_number(format_points(tenths)) == text
    assert str(to_json_number(tenths)) == text


@pytest.mark.parametrize(
    ("value", "scale", "text"),
    [
        (475, 100, "4.75"),
        (450, 100, "4.5"),
        (400, 100, "4"),
        (5, 100, "0.05"),
        (-5, 100, "-0.05"),
        (-125, 100, "-1.25"),
        (3, 1, "3"),
        (-3, 1, "-3"),
    ],
)
def test_a_tie_break_value_is_written_in_its_own_unit(value, scale, text):
    assert format_decimal(value, scale) == text
    assert parse_number(format_points(value, scale)) == text
    assert str(to_json_number(value, scale)) == text


def test_a_spreadsheet_of_standings_shows_points_below_zero():
    line = Line(1, Number(1), -5, (Value(-125, 100),))
    table = Standings("cfc_swiss", 1, (Column("SB", "Sonneborn-Berger", "671"),), (line,))

    grid = grids.build_standings_spreadsheet_rows(Tournament((Player(Number(1), "Ann"),)), table)

    assert grid[1] == [1, 1, "Ann", "-0.5", "-1.25"]


def test_a_negative_result_is_quoted_as_given():
    meeting = Meeting(Number(1), Number(2), -5, 10)
    act = CorrectResult("open", 1, TableResult(1, -5, 10))

    assert format_result(meeting) == "-½-1"
    assert remarks.describe_journal_action(act) == "correct a result of round 1: board 1 -½-1"
