"""Plain pytest leaves out what is thorough; make test selects it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
THOROUGH = "tests/systems/round_robin/cfc_round_robin/test_second_reading.py"


def selection_of_make_test() -> str:
    """Return the expression by which make test selects tests."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    (recipe,) = re.findall(r"^test: .*\n((?:\t.*\n)+)", makefile, re.MULTILINE)
    assert "-m $(EVERY_TEST)" in recipe
    (selection,) = re.findall(r"^EVERY_TEST := '(.*)'$", makefile, re.MULTILINE)
    return selection


def collection_summary(*arguments: str) -> str:
    """Return the last line of what pytest says when it only collects."""
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "--collect-only",
            "-p",
            "no:cacheprovider",
            *arguments,
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    (line,) = re.findall(
        r"^.*(?:tests? collected|no tests collected).*$", done.stdout, re.MULTILINE
    )
    return line


def test_make_test_runs_the_thorough_tests_and_plain_pytest_does_not() -> None:
    folder = str(Path(THOROUGH).parent)

    assert "deselected" in collection_summary(folder)
    assert "deselected" not in collection_summary(folder, "-m", selection_of_make_test())


def test_a_thorough_test_file_runs_when_it_is_named() -> None:
    assert "deselected" not in collection_summary(THOROUGH)


def test_a_machine_without_a_database_skips_the_tests_that_need_one() -> None:
    file = "tests/web_public/test_publish.py"

    assert "deselected" in collection_summary(file, "--without", "database")
    assert "deselected" not in collection_summary(file, "--without", "browser")


def test_the_makefile_selects_no_tests_by_name() -> None:
    assert " -k " not in (ROOT / "Makefile").read_text("utf-8")


def test_the_number_of_thorough_tests_run_is_printed() -> None:
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", THOROUGH]
    done = subprocess.run(
        [*words, "-m", selection_of_make_test(), "-k", "order_of_entry"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert "thorough tests: 1\n" in done.stdout
    assert done.returncode == 0
