"""Small JSON files in order, to be spoiled by the tests, and what reading says of them."""

from __future__ import annotations

import copy
import json

import pytest

from topboard import formats
from topboard.errors import BadInput


def a_round():
    """A small file in order: three teams, one round played."""
    return {
        "format": "topboard-round/1",
        "event": "Small event",
        "system": "olympiad_2022",
        "round": 2,
        "rounds": 5,
        "boards": 4,
        "lot": "white",
        "teams": [
            {"number": 1, "name": "Ay", "average": 2700.25},
            {"number": 2, "name": "Bee", "average": 2600},
            {"number": 3, "name": "Cee", "average": 2500.5},
        ],
        "history": [
            {
                "round": 1,
                "matches": [{"white": 1, "black": 2, "points": [2.5, 1.5]}],
                "byes": [3],
            }
        ],
        "participants": [1, 2, 3],
        "forbidden_pairs": [],
        "bye_ineligible": [],
        "game_point_adjustments": [],
    }


def an_event():
    """The same in the event JSON, with players."""
    event = a_round()
    event["format"] = "topboard-event/1"
    for key in ("round", "participants", "bye_ineligible", "game_point_adjustments"):
        del event[key]
    for team in event["teams"]:
        first = 10 * team["number"]
        team["players"] = [{"number": first + i, "name": f"P{first + i}"} for i in range(4)]
    return event


def problems(content, error=BadInput):
    """The problems that reading raises."""
    text = content if isinstance(content, str | bytes) else json.dumps(content, indent=1)
    with pytest.raises(error) as caught:
        formats.read_text(text, "file.json")
    return caught.value.problems


def the_problem(content, error=BadInput):
    """The one problem that reading raises."""
    found = problems(content, error)
    assert len(found) == 1, [str(problem) for problem in found]
    return found[0]


def replace_value(content, path, value):
    """The content with another value at the path."""
    content = copy.deepcopy(content)
    inner = content
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return content
