"""A test that cites an article must call the function the edition names for it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# An edition of three articles, in place of the real ones.
EDITION = """
import sys
from dataclasses import dataclass
from functools import partial
from types import ModuleType

import pytest

from tests.citing import each_edition, pytest_runtest_call, pytest_runtest_setup
from topboard.rules import systems


def bye(team): return team
def limits(excess, team): return team <= excess
def pair(teams): return [t for t in teams if limits(2, t)]
def groups(teams): yield from teams


def edition(name, **articles):
    module = ModuleType(f"topboard.rules.village.{name}")
    module.SYSTEM = systems.System(name, name, "", True, pair, pair, articles, pair)
    sys.modules[module.__name__] = module
    systems.FAMILIES["village"] = (*systems.FAMILIES.get("village", ()), name)
    systems.SYSTEMS = (*systems.SYSTEMS, name)


edition("village_2001", a1=bye, a2=partial(limits, 2), a3=groups)
edition("village_2002", b1=bye, b2=limits)
"""


def outcome(folder: Path, source: str) -> tuple[str, str]:
    """Run the source as tests of the village editions: the last line and all of the output."""
    (folder / "conftest.py").write_text(EDITION)
    (folder / "test_village.py").write_text(f"import pytest\nfrom conftest import *\n{source}")
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = article\n")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", ".", "."],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'src'}"},
        capture_output=True,
        text=True,
        check=False,
    )
    output = done.stdout + done.stderr
    return output.strip().splitlines()[-1], output


def test_a_citation_holds_when_the_function_is_called(tmp_path: Path) -> None:
    last, output = outcome(
        tmp_path,
        """
@pytest.mark.article("village_2001:a1")
def test_direct(): assert bye(3) == 3

@pytest.mark.article("village_2001:a2")
def test_inside_pair(): assert pair([1, 5]) == [1]

@pytest.fixture
def paired(): return pair([1])

@pytest.mark.article("village_2001:a2")
def test_in_a_fixture(paired): assert paired == [1]

@pytest.mark.article("village_2001:a3")
def test_a_generator_that_runs(): assert list(groups([1])) == [1]
""",
    )

    assert last.startswith("4 passed"), output


def test_a_hollow_citation_fails(tmp_path: Path) -> None:
    last, output = outcome(
        tmp_path,
        """
@pytest.mark.article("village_2001:a1", "village_2001:a2")
def test_half(): assert bye(3) == 3

def test_without_citation(): assert bye(3) == 3
""",
    )

    assert last.startswith("1 failed, 1 passed"), output
    assert "the test cites village_2001:a2 but never calls limits" in output


def test_calls_of_one_test_do_not_count_for_the_next(tmp_path: Path) -> None:
    last, output = outcome(
        tmp_path,
        """
@pytest.mark.article("village_2001:a1")
def test_first(): assert bye(3) == 3

@pytest.mark.article("village_2001:a1")
def test_second(): assert pair([1]) == [1]
""",
    )

    assert last.startswith("1 failed, 1 passed"), output


@pytest.mark.parametrize("ref", ["village_2001:a9", "town_2001:a1", "a1"])
def test_a_citation_of_nothing_fails(tmp_path: Path, ref: str) -> None:
    last, output = outcome(
        tmp_path, f"@pytest.mark.article({ref!r})\ndef test_it(): assert bye(3) == 3\n"
    )

    assert "1 error" in last or "1 failed" in last, output
    assert f"the test cites {ref!r}, for which no edition has a function" in output


def test_a_failing_test_keeps_its_own_message(tmp_path: Path) -> None:
    last, output = outcome(
        tmp_path,
        """
@pytest.mark.article("village_2001:a1")
def test_wrong(): assert 1 == 2
""",
    )

    assert last.startswith("1 failed"), output
    assert "assert 1 == 2" in output
    assert "never calls" not in output


def test_each_edition_cites_its_own_number(tmp_path: Path) -> None:
    last, output = outcome(
        tmp_path,
        """
@each_edition(village_2001="a1", village_2002=("b1", "b2"))
def test_both(edition): assert edition.startswith("village") and bye(1)
""",
    )

    assert last.startswith("1 failed, 1 passed"), output
    assert "the test cites village_2002:b2 but never calls limits" in output
