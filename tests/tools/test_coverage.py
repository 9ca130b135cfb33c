"""The light coverage of ``make test``: what it counts, and that it never harms the tests."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PLUGIN = Path(__file__).parents[1] / "coverage.py"
TINY = """\
def known(number):
    if number > 1:
        return "many"
    return "one"


def unknown():
    made = known(1)
    made += known(2)
    made += known(3)
    return made
"""
TESTS = """\
from threading import Thread

from tiny import known


def test_one():
    assert known(1) == "one"


def test_many():
    found = []
    thread = Thread(target=lambda: found.append(known(2)))
    thread.start()
    thread.join()
    assert found == ["many"]
"""


def run(folder: Path, plugin: str) -> subprocess.CompletedProcess[str]:
    """The tests of a tiny package, by two workers that watch what they reach."""
    for path, text in {
        "src/topboard/tiny.py": TINY,
        "tests/coverage.py": plugin,
        "tests/test_tiny.py": TESTS,
    }.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "xdist", "-n", "2", "-p"]
    options = ["no:cacheprovider", "--rootdir", str(folder), "-o", "pythonpath=src/topboard"]
    return subprocess.run(
        [*command, "tests.coverage", "-p", *options, "tests"],
        cwd=folder,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_lines_inside_functions_that_any_worker_reaches_are_counted(tmp_path: Path) -> None:
    done = run(tmp_path, PLUGIN.read_text("utf-8"))

    assert done.returncode == 0, done.stdout + done.stderr
    assert " 42 %  tiny.py (3 of 7)" in done.stdout
    assert " 42 %  all 1 files (3 of 7)" in done.stdout
    assert "not complete" not in done.stdout


FAULTS = {
    "        found = self.missing.get(id(code))\n": "in the tracing",
    "        lines: Lines = defaultdict(set)\n": "when a worker ends",
    "    reached: Lines = defaultdict(set)\n": "in the summary",
}


def test_a_fault_in_it_is_told_and_no_test_fails(tmp_path: Path) -> None:
    plugin = PLUGIN.read_text("utf-8")
    for line, told in FAULTS.items():
        assert plugin.count(line) == 1
        indent = line[: len(line) - len(line.lstrip())]
        plugin = plugin.replace(line, f"{line}{indent}raise KeyError({told!r})\n")

    done = run(tmp_path, plugin)

    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 passed" in done.stdout
    for told in FAULTS.values():
        assert f"the figures are not complete: KeyError('{told}')" in done.stdout
