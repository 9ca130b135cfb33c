"""``-c`` and ``--batch``: rounds paired again, and many files at once."""

from __future__ import annotations

import io
import json

import pytest

from tests.cli.engine.engine_requests import FIXTURES, REQUEST, THREE_WHO_HAVE_MET, ask, fixture

EVENT = "dutch-n09-r4-seed42"


@pytest.fixture
def changed_report(tmp_path):
    """The event with two pairs of round 2 exchanged and the colours of one of round 3 turned."""
    lines = (FIXTURES / f"{EVENT}.trf").read_bytes().decode().split("\r")
    cells = {int(line[4:8]): line for line in lines if line.startswith("001")}

    def replace_cell(number: int, played: int, cell: str) -> None:
        at = 91 + 10 * (played - 1)
        cells[number] = cells[number][:at] + f"{cell:>8}" + cells[number][at + 8 :]

    for number, cell in ((2, "8 w 1"), (8, "2 b 0"), (3, "5 b 1"), (5, "3 w 0")):
        replace_cell(number, 2, cell)
    replace_cell(6, 3, "9 w 1")
    replace_cell(9, 3, "6 b 0")
    path = tmp_path / "changed.trf"
    path.write_text("\n".join(["012 Changed", *cells.values()]))
    return path


def test_the_check_of_a_correct_event_lists_only_its_rounds(capfd):
    done = ask(capfd, "--dutch", FIXTURES / f"{EVENT}.trf", "-c")

    assert done == (0, "".join(f"{EVENT}: Round #{n}\n" for n in (1, 2, 3, 4)) + "\n", "")


def test_different_pairs_are_shown_side_by_side(capfd, changed_report):
    done = ask(capfd, "--dutch", changed_report, "-c", "2", "--accept-points")

    assert (done.code, done.err) == (0, "")
    assert done.out == (
        "changed: Round #2\n"
        "  Checker pairings        Tournament pairings \n"
        "      3 -   2                  5 -   3\n"
        "      8 -   5                  2 -   8\n"
        "\n"
        "\n"
    )


def test_reversed_colours_are_a_difference(capfd, changed_report):
    report = ask(capfd, "--dutch", changed_report, "-c", "3", "--accept-points").out.splitlines()

    assert any(line.endswith("  6 -   9") for line in report)


def test_the_exit_code_shows_differences_only_on_request(capfd, changed_report):
    assert ask(capfd, "--dutch", changed_report, "-c", "--accept-points").code == 0
    assert (
        ask(capfd, "--dutch", changed_report, "-c", "--accept-points", "--strict-check").code == 6
    )


def test_a_round_that_has_no_pairing_is_reported(capfd, tmp_path):
    source = tmp_path / "met.trf"
    source.write_text(
        THREE_WHO_HAVE_MET.replace("0000 - U\n", "0000 - U  0000 - U\n")
        .replace(" 3.0 ", " 4.0 ")
        .replace("3 w 1\n", "3 w 1     3 b 1\n")
        .replace(" 2.0 ", " 3.0 ")
        .replace("2 b 0\n", "2 b 0     2 w 0\n")
    )

    done = ask(capfd, "--dutch", source, "-c", "4")

    assert done == (0, "met: Round #4\nNo valid pairing exists for round 4.\n\n\n", "")


def test_a_file_of_another_system_is_not_checked(capfd, tmp_path):
    source = tmp_path / "other.trf"
    source.write_text(THREE_WHO_HAVE_MET + "192 FIDE_DUTCH_2017\n")

    assert ask(capfd, "--fide_dutch_2026", source, "-c").code == 3
    assert ask(capfd, "--dutch", source, "-c", "1").code == 0


def test_a_missing_round_is_not_checked(capfd):
    done = ask(capfd, "--dutch", FIXTURES / f"{EVENT}.trf", "-c", "9")

    assert done.code == 3
    assert "'9'" in done.err


def test_the_checklist_of_a_check_covers_every_round(capfd, tmp_path):
    source = fixture(tmp_path, f"{EVENT}.trf")

    ask(capfd, "--dutch", source, "-c", "-l", "checks.txt")

    lines = (tmp_path / "checks.txt").read_text().splitlines()
    assert [line for line in lines if line.startswith("Round")] == [
        f"Round #{number}" for number in (1, 2, 3, 4)
    ]
    assert lines[-1].startswith("Topboard ")


# --- many files ----------------------------------------------------------------------------------


def test_many_files_are_answered_one_per_line(capfd, monkeypatch, tmp_path):
    bad = tmp_path / "bad.trf"
    bad.write_text(THREE_WHO_HAVE_MET)
    names = [FIXTURES / f"{REQUEST}.trf", tmp_path / "none.trf", bad, FIXTURES / "issue_7.trf"]
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{name}\n" for name in names)))

    done = ask(capfd, "--dutch", "--batch", "-p")

    told = [json.loads(line) for line in done.out.splitlines()]
    assert [one["file"] for one in told] == [str(name) for name in names]
    assert [one["exit"] for one in told] == [0, 5, 1, 0]
    assert told[0]["pairs"] == [[3, 1], [2, 5], [6, 7], [9, 8], [4, 0]]
    assert "no one may have the bye" in " ".join(told[2]["error"])
    assert done.code == 0


def test_many_files_are_checked_in_one_run(capfd, monkeypatch, changed_report):
    names = [FIXTURES / f"{EVENT}.trf", changed_report]
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{name}\n" for name in names)))

    done = ask(capfd, "--dutch", "--batch", "-c", "--strict-check", "--accept-points")

    same, other = (json.loads(line) for line in done.out.splitlines())
    assert (same["rounds"], same["differences"]) == (4, [])
    assert other["differences"][0]["tournament"] == [[5, 3], [2, 8]]
    assert done.code == 6
