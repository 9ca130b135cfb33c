"""A block that was entered counts with its lines, and one that was not is named."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tools.covered import MARKS, count_lines, mark_blocks, report

SOURCE = '''"""A village."""
from __future__ import annotations
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from nowhere import Nothing
HOUSES = 3
"""How many there are."""

def visit(house: int) -> str:
    """Ring the bell."""
    if house > HOUSES:
        return "nobody"
    for _ in range(house):
        if house == 2:
            break
    else:
        house += 10
    try:
        found = {1: "baker", 2: "smith"}[house]
    except KeyError:
        found = "stranger"
    match found:
        case "baker":
            return "bread"
        case _:
            pass
    return found
'''


def missed_after(*visits: int) -> list[int]:
    tree, blocks = mark_blocks(SOURCE, "village.py")
    marks = bytearray(len(blocks))
    village: dict[str, object] = {MARKS: marks}
    exec(compile(tree, "village.py", "exec"), village)
    visit = village["visit"]
    assert callable(visit)
    for house in visits:
        visit(house)
    total, missed = count_lines(blocks, marks)
    assert total == 17
    return missed


@pytest.mark.parametrize(
    ("visits", "missed"),
    [
        ((), [11, 12, 13, 14, 15, 17, 18, 19, 21, 22, 24, 26, 27]),
        ((4,), [13, 14, 15, 17, 18, 19, 21, 22, 24, 26, 27]),
        ((2,), [12, 17, 21, 24]),
        ((1,), [12, 15, 24]),
        ((4, 2, 1), [24]),
    ],
)
def test_lines_of_blocks_not_entered_count_as_missed(
    visits: tuple[int, ...], missed: list[int]
) -> None:
    assert missed_after(*visits) == missed


def test_a_report_names_the_least_covered_modules(tmp_path: Path) -> None:
    package = tmp_path / "topboard"
    package.mkdir()
    (package / "seen.py").write_text("x = 1\ny = 2\n")
    (package / "unseen.py").write_text("x = 1\n")
    lines = list(report(tmp_path, {str(package / "seen.py"): b"\1"}))
    assert lines[0].startswith("66.7 % of 3 lines of topboard were run")
    assert [line.split() for line in lines[1:]] == [["1", "of", "1", "topboard/unseen.py"]]


def test_the_test_run_says_how_much_code_its_workers_ran() -> None:
    plugins = ("-n", "1", "-p", "tools.covered")
    command = (sys.executable, "-m", "pytest", "-q", *plugins, "tests/text/test_numbers.py")
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    share = next(line for line in run.stdout.splitlines() if "lines of topboard were run" in line)
    assert 0 < float(share.split(" ")[0]) < 100
