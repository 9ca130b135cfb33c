"""Exceptions travel: between processes, and through copies."""

from __future__ import annotations

import copy
import importlib
import inspect
import pickle
import pkgutil
from types import SimpleNamespace

import pytest

import topboard
from topboard.errors import AuthorityNeeded, BadInput, DamagedJournal, NoLegalPairing, Problem
from topboard.web.desk_claims import DeskIsRunning
from topboard.web.repository import OvertakenByNewerEntry

PROBLEMS = (Problem("the name is missing", "event.trf:3:15", "", "Give one."), Problem("no rating"))


def exceptions():
    """Every exception class that Topboard defines."""
    found = set()
    for module in pkgutil.walk_packages(topboard.__path__, "topboard."):
        if module.name.endswith("__main__"):
            continue
        for _, thing in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
            if issubclass(thing, Exception) and thing.__module__.startswith("topboard"):
                found.add(thing)
    return sorted(found, key=lambda kind: kind.__name__)


def example(kind):
    """An error of the class, made as the code makes it."""
    if issubclass(kind, AuthorityNeeded):
        return kind(PROBLEMS, ["chief arbiter"])
    if issubclass(kind, BadInput):
        return kind(PROBLEMS)
    if issubclass(kind, DamagedJournal):
        return kind("entry 7 was changed", 6)
    if issubclass(kind, NoLegalPairing):
        return kind("no pairing", bridge=(1,), islands=((2,), (3, 4, 5)), article="6.1")
    if issubclass(kind, DeskIsRunning):
        return kind("a desk is running", "http://127.0.0.1:8000/")
    if issubclass(kind, OvertakenByNewerEntry):
        return kind((SimpleNamespace(who="deputy", number=9),))
    return kind("cannot read 'event.trf'")


@pytest.mark.parametrize("kind", exceptions(), ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("travel", [lambda e: pickle.loads(pickle.dumps(e)), copy.copy])
def test_every_error_survives_pickling_and_copying(kind, travel):
    error = example(kind)

    back = travel(error)

    assert type(back) is kind
    assert str(back) == str(error)
    assert vars(back) == vars(error)


@pytest.mark.parametrize(
    ("problem", "text"),
    [
        (Problem("no rating"), "no rating"),
        (Problem("Round 3 is paired."), "Round 3 is paired."),
        (PROBLEMS[0], "event.trf:3:15: the name is missing. Give one."),
        (Problem("Round 3 is paired.", remedy="Undo it."), "Round 3 is paired. Undo it."),
        (
            Problem("no such code", "a.trf:1:2", "XYZ", "Choose one of: SUI, IND."),
            "a.trf:1:2: no such code: 'XYZ'. Choose one of: SUI, IND.",
        ),
        (Problem("Unknown team.", quoted="Oslo"), "Unknown team: 'Oslo'"),
    ],
)
def test_a_problem_shows_its_location_error_quoted_text_and_remedy(problem, text):
    assert str(problem) == text
