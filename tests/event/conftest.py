"""``topboard event`` as the tests call it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from topboard.cli import main
from topboard.cli.exit_codes import DONE

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., tuple[int, str, str]]

TEAMS = """team;name;rating;fed
Aland;Aa, A;2600;AAA
Aland;Ab, B;2500;AAA
Bland;Ba, A;2550;BBB
Bland;Bb, B;2500;BBB
Cland;Ca, A;2500;CCC
Cland;Cb, B;2500;CCC
"""
AT = ("--who", "Ann", "--at", "2026-08-01T10:00:00+00:00")
READING = {
    "log",
    "show",
    "standings",
    "prizes",
    "verify",
    "replay",
    "export",
    "import-journal",
    "preview",
    "missing-line-ups",
}


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a verb on the event of the test."""

    def call(verb: str, *arguments: object, file: str = "event.topboard") -> tuple[int, str, str]:
        options = () if verb in READING else AT
        code = main(["event", verb, str(tmp_path / file), *map(str, arguments), *options])
        out, err = capsys.readouterr()
        return code, out, err

    return call


@pytest.fixture
def team_event(run: Run, tmp_path: Path) -> Run:
    """An event of two boards and four teams, entries closed, everybody here."""
    (tmp_path / "teams.csv").write_text(TEAMS)
    steps = (
        ("new", "Test Open", "--city", "Gmunden", "--no-key"),
        ("section", "Open", "--system", "olympiad_2022", "--rounds", 3, "--boards", 2),
        ("import", tmp_path / "teams.csv"),
        ("enter", "Dland", "--player", "Da;2400;GM;m;77", "--player", "Db;2300"),
        ("present", "all", "--players", 3),
        ("lot", "colour", "--colour", "white"),
        ("close-entries",),
    )
    for step in steps:
        assert run(*step)[0] == DONE, step
    return run


@pytest.fixture
def event_in_round_2(team_event: Run) -> Run:
    """One round played, the second published."""
    team_event("pair", "--publish")
    team_event("result", 1, 1, "1-0", "=", "--boards")
    team_event("result", 1, 2, "1-0", "1-0", "--boards")
    team_event("pair", "--publish")
    return team_event
