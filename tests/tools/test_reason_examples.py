"""Every example of a reason is what Topboard answers today, and every kind has one."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import jsonschema
import pytest

import topboard.formats
from tools import reason_examples

SCHEMA = Path(topboard.formats.__file__).parent / "schemas" / "topboard-reasons-1.schema.json"
WITHOUT_EXAMPLE = {("Obstacles", "incoming_floater")}
"""No event is known in which a floater into an Olympiad group is passed over as its leaver."""


@cache
def examples():
    """The examples of the page, asked again."""
    return reason_examples.ask_again()


def test_the_page_shows_what_topboard_answers_today() -> None:
    assert reason_examples.page(examples()) == reason_examples.PAGE.read_text(encoding="utf-8")


def test_every_documented_kind_has_an_example() -> None:
    kinds = {
        (section, kind)
        for section, names in reason_examples.documented_kinds().items()
        for kind in names
    }

    assert len(kinds) > 60
    assert kinds - examples().keys() == WITHOUT_EXAMPLE


@pytest.mark.parametrize(
    ("section", "part"), [("Decisions", "decision"), ("Why-not answers", "why_not")]
)
def test_the_examples_fit_the_schema(section: str, part: str) -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    checker = jsonschema.Draft202012Validator({**schema, "$ref": f"#/$defs/{part}"})

    for (place, kind), example in examples().items():
        if place == section:
            assert list(checker.iter_errors(example.value)) == [], kind
