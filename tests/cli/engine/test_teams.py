"""``--team``: report files of teams."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.engine.engine_requests import ask

FOLDER = Path(__file__).parents[2] / "fixtures" / "fide" / "team"
FILES = sorted(path.stem for path in FOLDER.glob("team_*.trf"))


@pytest.mark.parametrize("name", FILES)
def test_the_pairs_of_teams_are_correct_byte_for_byte(capfd, tmp_path, name: str) -> None:
    source = tmp_path / f"{name}.trf"
    source.write_bytes((FOLDER / source.name).read_bytes())

    done = ask(capfd, "--team", source, "-p", "pairs.txt")

    assert done == (0, "", "")
    assert (tmp_path / "pairs.txt").read_bytes() == (FOLDER / f"{name}.expected").read_bytes()


def test_a_file_that_names_the_system_needs_no_flag(capfd) -> None:
    done = ask(capfd, FOLDER / "team_split6.trf", "-p")

    assert (done.code, done.out) == (0, (FOLDER / "team_split6.expected").read_text())


def test_match_points_must_be_the_primary_score_in_an_accelerated_event(capfd, tmp_path) -> None:
    source = tmp_path / "games.trf"
    text = (FOLDER / "team_round1.trf").read_text(encoding="utf-8")
    source.write_text(text.replace("TYPEA_MP_GP", "TYPEA_GP_MP"), encoding="utf-8")

    done = ask(capfd, "--team", source, "-p", "-b")

    assert done.code == 3
    assert "cannot be combined" in done.err
