"""``-p`` and ``-l``: the pairs, the checklist, and where they are put."""

from __future__ import annotations

import pytest

from tests.cli.engine.engine_requests import (
    FIXTURES,
    REQUEST,
    THREE_WHO_HAVE_MET,
    ask,
    fixture,
    player,
    report,
)


@pytest.mark.parametrize("name", [REQUEST, "issue_7", "dutch_2025_C5"])
def test_the_pairs_equal_those_of_bbp_pairings_byte_for_byte(capfd, tmp_path, name):
    source = fixture(tmp_path, f"{name}.trf")

    done = ask(capfd, "--dutch", source, "-p", "pairs.txt")

    assert done == (0, "", "")
    assert (tmp_path / "pairs.txt").read_bytes() == (FIXTURES / f"{name}.expected").read_bytes()


def test_the_checklist_equals_that_of_bbp_pairings_except_for_the_program_name(capfd, tmp_path):
    source = fixture(tmp_path, f"{REQUEST}.trf")

    done = ask(capfd, "--dutch", source, "-p", "-l")

    assert done.out.encode() == (FIXTURES / f"{REQUEST}.expected").read_bytes()
    theirs = (FIXTURES / f"{REQUEST}.list").read_bytes().rsplit(b"\n", 1)
    ours = (tmp_path / f"{REQUEST}.list").read_bytes().rsplit(b"\n", 1)
    assert ours[0] == theirs[0]
    assert ours[1].startswith(b"Topboard ")


def test_file_names_without_a_folder_are_looked_up_beside_the_input(capfd, tmp_path, monkeypatch):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    source = fixture(tmp_path, f"{REQUEST}.trf")
    monkeypatch.chdir(elsewhere)

    ask(capfd, "--dutch", source, "-p", "pairs.txt", "-l", "checks.txt")
    ask(capfd, "--dutch", source, "-p", "./here.txt")

    assert {path.name for path in tmp_path.iterdir() if path.is_file()} == {
        source.name,
        "pairs.txt",
        "checks.txt",
    }
    assert [path.name for path in elsewhere.iterdir()] == ["here.txt"]


def test_boards_are_ordered_by_real_points_in_an_accelerated_event(capfd, tmp_path):
    source = tmp_path / "accelerated.trf"
    source.write_text(
        report(
            player(1, 0.0, "3 w 0"),
            player(2, 0.0, "4 b 0"),
            player(3, 1.0, "1 b 1"),
            player(4, 1.0, "2 w 1"),
            "XXA    1  1.0  1.0",
            "XXA    2  1.0  1.0",
            "XXR 5",
            "XXC white1",
        )
    )

    done = ask(capfd, "--dutch", source, "-p")

    # All four are paired with one point, but only 3 and 4 have scored it.
    assert done == (0, "2\n3 4\n2 1\n", "")


# --- what fails -----------------------------------------------------------------------------------


def test_no_file_is_left_if_the_round_cannot_be_paired(capfd, tmp_path):
    source = tmp_path / "met.trf"
    source.write_text(THREE_WHO_HAVE_MET)

    done = ask(capfd, "--dutch", source, "-p", "pairs.txt", "-l")

    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(f"Error while pairing {source}: No valid pairing exists: ")
    assert [path.name for path in tmp_path.iterdir()] == ["met.trf"]


PAIR = (player(1, 1.0, "2 w 1"), player(2, 0.0, "1 b 0"), player(3, 0.0, "4 w ="))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (report(player(1, 0.0), player(2, 0.0)), "the total number of rounds"),
        (report(player(1, 0.0), player(2, 0.0)), "the initial piece colours"),
        (report(*PAIR[:2], "XXR 1"), "the number of rounds is larger"),
        (
            report(PAIR[0].replace(" 1.0 ", " 0.5 "), PAIR[1], "XXR 3"),
            "the results give 1.0: '0.5'.",
        ),
        (report(PAIR[0].replace("2 w 1", "2 b 1"), PAIR[1], "XXR 3"), "colour"),
        ("nothing of the kind", "the file is neither JSON nor TRF"),
        ("", "empty"),
    ],
)
def test_a_bad_file_is_reported_in_the_style_of_pairing_engines(capfd, tmp_path, text, told):
    source = tmp_path / "bad.trf"
    source.write_text(text)

    done = ask(capfd, "--dutch", source, "-p", "pairs.txt")

    assert (done.code, done.out) == (3, "")
    assert told in done.err
    assert all(line.startswith(f"Error parsing file {source}: ") for line in done.err.splitlines())
    assert not (tmp_path / "pairs.txt").exists()


def test_every_problem_in_a_file_is_reported_with_its_location(capfd, tmp_path):
    source = tmp_path / "bad.trf"
    lines = (player(1, 1.0, "9 w 1"), player(2, 0.0, "1 x 0"), "XXR x")
    source.write_text(report(*lines))

    done = ask(capfd, "--dutch", source, "-p")

    assert {line.split(":")[2] for line in done.err.splitlines()} >= {"2", "3", "4"}
    assert all("'. Correct " in line and line.endswith(".") for line in done.err.splitlines()[:3])


def test_unreadable_and_unwritable_files_have_their_own_exit_code(capfd, tmp_path):
    source = fixture(tmp_path, f"{REQUEST}.trf")

    unread = ask(capfd, "--dutch", tmp_path / "none.trf", "-p")
    unwritten = ask(capfd, "--dutch", source, "-p", tmp_path / "none" / "pairs.txt")
    unlisted = ask(capfd, "--dutch", source, "-p", "-l", tmp_path / "none" / "list")

    assert (unread.code, unwritten.code) == (5, 5)
    assert "none.trf" in unread.err
    # A round does not fail with its checklist.
    assert (unlisted.code, unlisted.out.splitlines()[0]) == (0, "5")
    assert "checklist could not be written" in unlisted.err


def test_the_javafo_form_draws_the_initial_colour_if_it_is_not_given(capfd, tmp_path):
    source = tmp_path / "first.trf"
    source.write_text(report(player(1, 0.0), player(2, 0.0), "XXR 1"))

    assert ask(capfd, source, "-p") == (0, "1\n1 2\n", "")
    assert ask(capfd, "--dutch", source, "-p").code == 3
