"""Personal data that cannot be right are refused by command, and noted in a pasted list."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from topboard.event.entry_tables import note_doubtful_data_of_competitors
from topboard.model import Number, Player, Team

if TYPE_CHECKING:
    from tests.event.conftest import Run

WRONG = [
    ("--title", "Maestro", "this title is unknown"),
    ("--federation", "Canada", "this is not a federation code"),
    ("--sex", "q", "invalid sex"),
    ("--birth", "2010-13-40", "this is not a date of birth"),
    ("--fide-id", "12a", "this is not a FIDE ID"),
    ("--club", "x" * 101, "this is too long"),
    ("--contact", "x" * 301, "this is too long"),
    ("--region", "x" * 201, "this is too long"),
]


@pytest.fixture
def run_in_open(run: Run) -> Run:
    """Run a verb on an open with one player."""
    run("new", "Test Open", "--no-key")
    run("section", "Open", "--system", "fide_dutch_2026", "--rounds", 5)
    assert run("enter", "Ash, Ann")[0] == 0
    return run


@pytest.mark.parametrize("verb", ["enter", "change"])
@pytest.mark.parametrize(("option", "text", "what"), WRONG)
def test_an_invalid_value_is_refused_with_its_option(run_in_open, verb, option, text, what) -> None:
    whom = "Elm, Eve" if verb == "enter" else "Ash, Ann"

    code, _, told = run_in_open(verb, whom, option, text)

    assert code == 3
    assert f"{option}: {what}" in told
    assert "enter 1 participant" in run_in_open("log")[1].splitlines()[-1]


def test_a_name_that_is_too_long_is_refused(run_in_open) -> None:
    for arguments in (("enter", "x" * 101), ("change", "Ash, Ann", "--name", "x" * 101)):
        code, _, told = run_in_open(*arguments)
        assert (code, "--name: this is too long" in told) == (3, True)


def test_letters_of_either_case_are_normalized_to_the_report_format(run_in_open) -> None:
    data = ("--federation", "can", "--sex", "F", "--birth", "2010", "--title", "WFM")
    assert run_in_open("enter", "Elm, Eve", *data)[0] == 0
    report = run_in_open("export", "--to", "trf26")[1]
    (line,) = [line for line in report.splitlines() if "Elm, Eve" in line]
    assert (line[9], line[10:13], line[53:56]) == ("w", "WFM", "CAN")


def test_an_invalid_title_of_a_team_member_is_refused(team_event: Run) -> None:
    code, _, told = team_event("change", "Dland", "--player", "Da;2400;Maestro")

    assert code == 3
    assert "--player: this title is unknown: 'Maestro'" in told


def test_doubtful_data_in_a_list_are_noted_with_the_name() -> None:
    ash = Player(Number(1), "Ash", title="Maestro", federation="CAN")
    team = Team(Number(2), "Elms", (Player(Number(3), "Elm", sex="q"),), federation="Canada")

    assert note_doubtful_data_of_competitors([ash, team]) == (
        "Ash: check the title: 'Maestro'.",
        "Elms: check the federation: 'Canada'.",
        "Elm: check the sex: 'q'.",
    )
