"""What the first program answered, translated by the table of kinds, beside today's answers.

``first_kinds.json`` gives the kind, fields and codes that each class and member of the program of
``tests/fixtures/evidence`` has now.
"""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path

import pytest

import topboard
from topboard.serialize.reasons import ABSENT_AT_ZERO, HUNDREDTHS, TENTHS, reasons_to_json, to_json
from topboard.systems.registry import SYSTEMS

EVIDENCE = Path(__file__).parents[1] / "fixtures" / "evidence"
CONVERTED = {"points", "from_points", "to_points"}
"""What the first program wrote as points already, where it was a single number."""
FLOATER_TYPES = {"a", "b", "c", "d"}
OTHER_ANSWERS = {"cfc_swiss": 2}
"""Why-not answers that name a different law since 618c is asked for each group from the top."""
ARTICLES_ON_EXCHANGES = {"4.2.1": "4.3.2", "C.04.3 4.2.1": "C.04.3 4.3.2", "D.1": "D.2"}
"""The article on transpositions, which the first program cited for exchanged pairs too, and the
article on exchanges, which is cited now."""


@cache
def first():
    """The table from old class names and sentences to kinds and codes."""
    return json.loads((Path(__file__).parent / "first_kinds.json").read_text())


def class_of(value):
    """The name of the class; two classes hid it behind a field of their own."""
    if value["type"] not in FLOATER_TYPES:
        return value["type"]
    return "FloaterChosen" if "from_points" in value else "MoreDisadvantaged"


def translate(value):
    """A value of the first program in the words of today."""
    if isinstance(value, list):
        return [translate(one) for one in value]
    if isinstance(value, str):
        return first()["codes"].get(value, value)
    if not isinstance(value, dict):
        return value
    name = class_of(value)
    public = first()["classes"][name]
    made = {"kind": public["kind"]} if public.get("kind") else {}
    made.update(public.get("fixed", {}))
    for key, part in value.items():
        hidden = key == "type" and value["type"] not in FLOATER_TYPES
        if hidden or key in public.get("left_out", ()):
            continue
        if key in public.get("negated", {}):
            key, part = public["negated"][key], not part
        else:
            key = public.get("renamed", {}).get(key, key)
        said_nothing = part is None or part is False or part in ([], "")
        if not said_nothing and not (part == 0 and key in ABSENT_AT_ZERO):
            made[key] = scale_points(key, part)
    if made.get("placing") == "after_exchange":
        made["article"] = ARTICLES_ON_EXCHANGES[made["article"]]
    return made


def scale_points(key, part):
    """Points as points: some were tenths by mistake."""
    scale = 10 if key in TENTHS else 100 if key in HUNDREDTHS else 0
    if not scale or (key in CONVERTED and not isinstance(part, list)):
        return part if isinstance(part, int | float) else translate(part)
    if isinstance(part, list):
        return [one / scale for one in part]
    return part / scale


def kept_answers(name):
    """The answers of the first program about the event of a system, round by round."""
    with gzip.open(EVIDENCE / name / "answers.json.gz") as kept:
        return [one for one in json.load(kept) if one["exit"] == 0]


def rounds_and_pairs(event):
    """The facts before each round that the first program was asked about."""

    @cache
    def before(number):
        return event if number > len(event.rounds) else event.before(number)

    return before


@pytest.mark.parametrize("name", SYSTEMS)
def test_reasons_match_those_of_the_first_program(name) -> None:
    before = rounds_and_pairs(topboard.read(EVIDENCE / name / "event.json"))
    compared = same = 0
    for one in kept_answers(name):
        command = one["command"]
        if command[0] != "pair" or "--reasons" not in command:
            continue
        made = topboard.pair(before(int(command[command.index("--round") + 1])))
        compared += 1
        same += reasons_to_json(made.reasons) == translate(one["answer"]["reasons"])

    assert compared >= 3
    assert same == compared


@pytest.mark.parametrize("name", SYSTEMS)
def test_why_not_answers_match_those_of_the_first_program(name) -> None:
    before = rounds_and_pairs(topboard.read(EVIDENCE / name / "event.json"))
    compared = same = 0
    for one in kept_answers(name):
        command = one["command"]
        if "--why-not" not in command:
            continue
        facts = before(int(command[command.index("--round") + 1]))
        answer = one["answer"]
        found = topboard.why_not(facts, answer["a"], answer["b"])
        compared += 1
        same += to_json(found) == translate(answer["verdict"])

    assert compared >= 10
    assert compared - same == OTHER_ANSWERS.get(name, 0)
