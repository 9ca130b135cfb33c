"""A test that cites an article must call the function the edition names for it."""

from __future__ import annotations

import os
import re
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
from topboard.systems import registry as systems


def bye(team): return team
def limits(excess, team): return team <= excess
def pair(teams): return [t for t in teams if limits(2, t)]
def groups(teams): yield from teams


def edition(name, **articles):
    module = ModuleType(f"topboard.systems.village.{name}")
    module.SYSTEM = systems.System(name, name, "", True, pair, pair, articles, pair)
    sys.modules[module.__name__] = module
    systems.FAMILIES["village"] = (*systems.FAMILIES.get("village", ()), name)
    systems.EDITIONS = (*systems.EDITIONS, name)


edition("village_2001", a1=bye, a2=partial(limits, 2), a3=groups)
edition("village_2002", b1=bye, b2=limits)
"""

# The tests of the village; the order counts for the first two.
TESTS = """
import pytest
from conftest import *

@pytest.mark.article("village_2001:a1")
def test_direct(): assert bye(3) == 3

@pytest.mark.article("village_2001:a1")
def test_only_the_test_before_called_it(): assert pair([1]) == [1]

@pytest.mark.article("village_2001:a2")
def test_inside_pair(): assert pair([1, 5]) == [1]

@pytest.fixture
def paired(): return pair([1])

@pytest.mark.article("village_2001:a2")
def test_in_a_fixture(paired): assert paired == [1]

@pytest.mark.article("village_2001:a3")
def test_a_generator_that_runs(): assert list(groups([1])) == [1]

@pytest.mark.article("village_2001:a1", "village_2001:a2")
def test_half(): assert bye(3) == 3

def test_without_citation(): assert bye(3) == 3

@pytest.mark.article("village_2001:a9")
def test_of_no_article(): assert bye(3) == 3

@pytest.mark.article("town_2001:a1")
def test_of_no_edition(): assert bye(3) == 3

@pytest.mark.article("a1")
def test_of_nothing(): assert bye(3) == 3

@pytest.mark.article("village_2001:a1")
def test_wrong(): assert 1 == 2

@each_edition(village_2001="a1", village_2002=("b1", "b2"))
def test_both(edition): assert edition.startswith("village") and bye(1)
"""


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[str, str]]:
    """The tests of the village, run once: for each of them how it ended, and why."""
    folder = tmp_path_factory.mktemp("village")
    (folder / "conftest.py").write_text(EDITION)
    (folder / "test_village.py").write_text(TESTS)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = article\n")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-rA", "-p", "no:cacheprovider", "--rootdir", ".", "."],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'src'}",
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "COLUMNS": "1000",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    ended = re.findall(
        r"^(PASSED|FAILED|ERROR) test_village\.py::test_(\S+)(?: - (.*))?$", done.stdout, re.M
    )
    assert len(ended) == TESTS.count("def test_") + 1, done.stdout + done.stderr
    return {test: (end, why) for end, test, why in ended}


@pytest.mark.parametrize(
    "test", ["direct", "inside_pair", "in_a_fixture", "a_generator_that_runs", "without_citation"]
)
def test_a_citation_holds_when_the_function_is_called(outcomes, test: str) -> None:
    assert outcomes[test][0] == "PASSED"


@pytest.mark.parametrize(
    ("test", "cited", "function"),
    [
        ("half", "village_2001:a2", "limits"),
        ("only_the_test_before_called_it", "village_2001:a1", "bye"),
    ],
)
def test_a_hollow_citation_fails(outcomes, test: str, cited: str, function: str) -> None:
    end, why = outcomes[test]

    assert end == "FAILED"
    assert f"the test cites {cited} but never calls {function}" in why


@pytest.mark.parametrize(
    ("test", "ref"),
    [("of_no_article", "village_2001:a9"), ("of_no_edition", "town_2001:a1"), ("of_nothing", "a1")],
)
def test_a_citation_of_an_article_without_a_function_fails(outcomes, test: str, ref: str) -> None:
    end, why = outcomes[test]

    assert end in ("FAILED", "ERROR")
    assert f"the test cites {ref!r}, for which no edition has a function" in why


def test_a_failing_test_keeps_its_own_message(outcomes) -> None:
    end, why = outcomes["wrong"]

    assert end == "FAILED"
    assert "assert 1 == 2" in why


def test_each_edition_cites_its_own_number(outcomes) -> None:
    assert outcomes["both[village_2001]"][0] == "PASSED"
    end, why = outcomes["both[village_2002]"]
    assert end == "FAILED"
    assert "the test cites village_2002:b2 but never calls limits" in why
