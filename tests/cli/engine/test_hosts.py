"""The engine called as host programs call bbpPairings and JaVaFo, and read as they read it.

The forms of the calls are theirs, written anew: a program is started with its arguments, then its
output, its files, its standard error and its exit code are all that it is known by.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.cli.engine.engine_requests import (
    FIXTURES,
    REQUEST,
    THREE_WHO_HAVE_MET,
    fixture,
    player,
    report,
)

PROGRAM = [sys.executable, "-c", "from topboard.engine import program; program()"]
"""What the console script ``topboard-engine`` does."""


def start(*words: object, **options: object) -> subprocess.CompletedProcess[bytes]:
    """Run the program as a host does."""
    return subprocess.run([*PROGRAM, *map(str, words)], capture_output=True, check=False, **options)


# --- a host that waits for files ----------------------------------------------------------------


def pairs_of_files(folder: Path, text: bytes) -> list[tuple[int, int | None]] | None:
    """A round as a desk program gets it: input and output in one folder; no output is a failure."""
    source, target = folder / "round.trfx", folder / "round.out"
    source.write_bytes(text)
    start("--dutch", source, "-p", target)
    if not target.exists():
        return None
    first, *lines = target.read_text(encoding="utf-8").splitlines()
    assert int(first) == len(lines)
    pairs = [tuple(map(int, line.split(" "))) for line in lines]
    return [(white, black or None) for white, black in pairs]


def test_a_desk_program_finds_the_pairs_in_the_file_it_named(tmp_path):
    found = pairs_of_files(tmp_path, (FIXTURES / f"{REQUEST}.trf").read_bytes())

    assert found == [(3, 1), (2, 5), (6, 7), (9, 8), (4, None)]


def test_a_desk_program_finds_no_file_if_the_round_cannot_be_paired(tmp_path):
    assert pairs_of_files(tmp_path, THREE_WHO_HAVE_MET.encode()) is None
    assert [path.name for path in tmp_path.iterdir()] == ["round.trfx"]


def check_list(path: Path) -> dict[int, dict[str, str]]:
    """A checklist as a desk program takes it apart: by tabs, from the line that begins with ID."""
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").split("\n")]
    start_at = next(at for at, row in enumerate(rows) if row[0].strip() == "ID")
    header = [cell.strip() for cell in rows[start_at]]
    table = {}
    for row in rows[start_at + 1 :]:
        if row[0].strip().isdigit():
            cells = [cell.strip() for cell in row]
            table[int(cells[0])] = dict(zip(header, cells, strict=True))
    return table


def test_a_desk_program_can_parse_the_checklist(tmp_path):
    source = fixture(tmp_path, f"{REQUEST}.trf")
    start("--dutch", source, "-p", tmp_path / "out", "-l", tmp_path / "list")

    table = check_list(tmp_path / "list")

    assert {number: line["Cur"].strip("()") for number, line in table.items()} == {
        **{1: "3B", 2: "5W", 3: "1W", 4: "bye", 5: "2B"},
        **{6: "7W", 7: "6B", 8: "9B", 9: "8W"},
    }
    assert {line["C2"] for line in table.values()} == {"Y", "N"}
    assert (table[6]["Pref"], table[6]["Pts"], table[6]["R4"]) == ("W", "2.5", "1")


# --- a server that reads standard output --------------------------------------------------------


def round_of_server(text: str, folder: Path) -> list[tuple[int, int | None]] | str | None:
    """A round as a server gets it: the first line dropped, the others split at the blank.

    None where nobody can be paired any more, which it knows by two words; else what went wrong.
    """
    source = folder / "swiss.trf"
    source.write_text(text, encoding="utf-8")
    done = start("--dutch", source, "-p")
    if done.returncode != 0:
        told = done.stderr.decode()
        return None if done.returncode == 1 and "No valid pairing exists" in told else told
    found: list[tuple[int, int | None]] = []
    for line in done.stdout.decode().split("\n")[1:]:
        match line.split(" "):
            case [white, "0"]:
                found.append((int(white), None))
            case [white, black]:
                found.append((int(white), int(black)))
            case _:
                assert line == ""
    return found


LINES_OF_SERVER = report(
    "042 Mar 1, 2026",
    "XXR 5",
    "XXC white1",
    player(1, 1.0, "4 w 1"),
    player(2, 0.0, "5 w 0"),
    player(3, 0.0, "0000   -", "0000   -"),
    player(4, 0.0, "1 b 0"),
    player(5, 1.0, "2 b 1"),
)
"""As a server writes it: lines end in LF, and an absent player has a cell without a letter."""


def test_a_server_reads_the_pairs_from_standard_output(tmp_path):
    found = round_of_server(LINES_OF_SERVER, tmp_path)

    assert isinstance(found, list)
    assert sorted(number for pair in found for number in pair) == [1, 2, 4, 5]


def test_a_server_learns_that_no_legal_pairing_exists(tmp_path):
    assert round_of_server(THREE_WHO_HAVE_MET, tmp_path) is None


def test_a_server_learns_what_is_wrong_with_its_file(tmp_path):
    told = round_of_server(LINES_OF_SERVER.replace(" 2000 ", " 20x0 ", 1), tmp_path)

    assert isinstance(told, str)
    assert "swiss.trf:5:49" in told
    assert "20x0" in told


# --- a host that starts java --------------------------------------------------------------------


def test_only_the_first_words_of_a_javafo_command_must_be_changed(tmp_path):
    fixture(tmp_path, f"{REQUEST}.trf")

    done = start(f"{REQUEST}.trf", "-p", "pairs.txt", cwd=tmp_path)

    assert done.returncode == 0
    assert (tmp_path / "pairs.txt").read_bytes() == (FIXTURES / f"{REQUEST}.expected").read_bytes()


def test_a_host_may_give_the_file_on_standard_input():
    with (FIXTURES / f"{REQUEST}.trf").open("rb") as opened:
        done = start("--dutch", "-p", stdin=opened)

    assert done.stdout == (FIXTURES / f"{REQUEST}.expected").read_bytes()


def test_the_engine_is_also_a_topboard_command():
    words = ["engine", "--dutch", str(FIXTURES / f"{REQUEST}.trf"), "-p"]
    done = subprocess.run(
        [sys.executable, "-m", "topboard", *words], capture_output=True, check=True
    )

    assert done.stdout == (FIXTURES / f"{REQUEST}.expected").read_bytes()


def test_a_round_is_paired_without_loading_unneeded_modules():
    script = (
        "import sys\n"
        "from topboard.cli.engine import main\n"
        f"assert main(['--dutch', {str(FIXTURES / 'issue_7.trf')!r}, '-p']) == 0\n"
        "print('loaded:', *sorted(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "COVERAGE_PROCESS_START": ""},
    )

    loaded = set(done.stdout.rpartition("loaded:")[2].split())
    rooms = (
        "api",
        "reasons.decisions",
        "reasons.sentences",
        "documents",
        "tiebreaks",
        "formats.json",
        "checking",
    )
    assert "topboard.systems.fide_dutch.fide_dutch_2026" in loaded
    assert [m for m in loaded if m.startswith(tuple(f"topboard.{room}" for room in rooms))] == []
    others = {
        f"topboard.systems.{family}" for family in ("olympiad", "cfc", "dubov_1997", "round_robin")
    }
    assert loaded & {"argparse", "json", "dataclasses", "inspect", *others} == set()
