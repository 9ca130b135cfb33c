"""Names, sizes and meanings in JSON files: what is kept, what is refused, what a field says."""

from __future__ import annotations

import json
import time

import pytest

from tests.formats.small_files import a_round, replace_value, the_problem
from topboard import formats
from topboard.errors import TooLarge
from topboard.model import Manner, Meeting, Team

# --- names and sizes ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ['O\'Neill "the Fox"', "Smith, John, Jr.", "ישראל", "منتخب مصر", "é" * 200, "\u202eabc\u202c"],
)
def test_names_with_quotes_commas_right_to_left_text_or_200_characters_are_kept(name):
    read = formats.read_text(json.dumps(replace_value(a_round(), ("teams", 0, "name"), name)))

    assert read.competitors[0].name == name


@pytest.mark.parametrize("name", ["a\nb", "a\x00b", "\x1b[31mred", "tab\there", "\ud800"])
def test_names_with_control_characters_are_refused(name):
    problem = the_problem(replace_value(a_round(), ("teams", 0, "name"), name))

    assert problem.what == "the text contains a control character"


def test_numbers_with_gaps_are_accepted():
    content = json.loads(
        json.dumps(a_round()).replace('"number": 3', '"number": 300').replace("[3]", "[300]")
    )
    content["participants"] = [1, 2, 300]

    assert [c.number for c in formats.read_text(json.dumps(content)).competitors] == [1, 2, 300]


@pytest.mark.parametrize(
    ("count", "what"), [(0, "there are no teams"), (1, "there is only one team")]
)
def test_fewer_than_two_teams_are_refused(count, what):
    content = a_round() | {"round": 1, "history": [], "participants": []}
    content["teams"] = content["teams"][:count]

    problem = the_problem(content)

    assert problem.what == what
    assert problem.remedy == "Enter at least two teams."


def test_a_hundred_thousand_teams_are_refused_quickly():
    teams = [{"number": i, "name": f"Team {i}"} for i in range(1, 100_001)]
    text = json.dumps({"format": "topboard-round/1", "round": 1, "boards": 4, "teams": teams})

    # Of this process, however busy the machine is with others.
    started = time.process_time()
    problem = the_problem(text, TooLarge)

    assert time.process_time() - started < 2
    assert problem.what == "100,000 teams are too many"
    assert "20,000" in problem.remedy


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"history": [{"round": i + 1} for i in range(101)]}, "101 rounds are too many"),
        ({"rounds": 101}, "101 rounds are too many"),
        ({"round": 101}, "101 rounds are too many"),
        ({"boards": 21}, "21 boards are too many"),
    ],
)
def test_too_many_rounds_or_boards_are_refused(change, what):
    assert the_problem(a_round() | change, TooLarge).what == what


# --- what the fields mean ----------------------------------------------------------------


def test_a_null_opponent_is_a_forfeit_win_against_an_unnamed_team():
    content = a_round()
    content["history"][0]["matches"][0] = {"white": 1, "black": None, "points": [4, 0]}

    played = formats.read_text(json.dumps(content)).rounds[0].meetings[0]

    assert played == Meeting(1, None, 40, 0, Manner.DEFAULT, rated=False)


def test_a_match_that_neither_team_came_to_is_a_double_forfeit():
    content = a_round()
    content["history"][0]["matches"][0].update(points=[0, 0], unplayed=True)

    assert formats.read_text(json.dumps(content)).rounds[0].meetings[0].manner is (
        Manner.BOTH_DEFAULTED
    )


@pytest.mark.parametrize(
    "average", ["2700.1234567890123", "1e3", "-1", "10000", '"1/0"', '"x/2"', '"2/3/4"']
)
def test_a_senseless_average_rating_is_refused(average):
    text = json.dumps(a_round()).replace("2700.25", average)

    assert the_problem(text).what == "expected an average rating from 0 to 9,999"


def test_averages_are_exact():
    teams = formats.read_text(json.dumps(a_round())).competitors

    assert [(t.average.numerator, t.average.denominator) for t in teams] == [
        (10801, 4),
        (2600, 1),
        (5001, 2),
    ]
    assert isinstance(teams[0], Team)


def test_a_team_that_is_not_a_participant_has_requested_an_absence():
    read = formats.read_text(json.dumps(a_round() | {"participants": [1, 3]}))

    assert [(request.number, request.round) for request in read.requests] == [(2, 2)]
