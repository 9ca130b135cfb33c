"""Colour preferences, by a table of histories."""

from __future__ import annotations

import json

import pytest

from tests.systems.fide_upfloat.fide_team_2026.goldens import FOLDER
from topboard.model import Colour, Meeting, Round, Team, Tournament
from topboard.systems.fide_upfloat import fide_team_2026
from topboard.systems.fide_upfloat.team import colours

TABLE = json.loads((FOLDER / "colour-preferences.json").read_text(encoding="utf-8"))
COLOURS = {"w": Colour.WHITE, "b": Colour.BLACK}


def colours_of(letters: str) -> tuple[Colour, ...]:
    return tuple(COLOURS[letter] for letter in letters)


def format_preference(found) -> str:
    """As the table has it: the colour, and how strongly."""
    if found.colour is None:
        return "-"
    letter = "w" if found.colour is Colour.WHITE else "b"
    return f"{letter} {found.strength.value}"


@pytest.mark.article("fide_team_2026:1.7.1", "fide_team_2026:1.6.2")
@pytest.mark.parametrize("row", TABLE["rows"], ids=lambda row: row[1] or "none")
def test_type_a_has_preferences_only_if_colours_are_far_from_even(row) -> None:
    difference, letters, wanted, _ = row

    found = colours.type_a_preference(colours_of(letters))

    assert (found.difference, format_preference(found).removesuffix(" strong")) == (
        difference,
        wanted,
    )


@pytest.mark.article("fide_team_2026:1.7.2")
@pytest.mark.parametrize("row", TABLE["rows"], ids=lambda row: row[1] or "none")
def test_type_b_has_mild_preferences_too(row) -> None:
    assert format_preference(colours.type_b_preference(colours_of(row[1]))) == row[3]


@pytest.mark.parametrize("row", TABLE["last round, type B"], ids=lambda row: row[1])
def test_in_the_last_round_even_colours_give_no_mild_preference(row) -> None:
    _, letters, wanted = row

    found = colours.type_b_preference_in_last_round(colours_of(letters))

    assert format_preference(found) == wanted.removesuffix(" (disputed)")


@pytest.mark.article("fide_team_2026:1.7")
@pytest.mark.parametrize(
    ("variations", "planned", "wanted"),
    [
        ((), 3, ("-", "w strong")),
        (("type-b",), 3, ("b mild", "w strong")),
        (("type-b",), 2, ("-", "w strong")),
        (("no-preferences",), 3, ("-", "-")),
    ],
)
def test_the_event_sets_the_type_of_colour_preferences(variations, planned, wanted) -> None:
    """Round 2 is to be paired, the last one where two are planned."""
    event = Tournament(
        (Team(1, "One"), Team(2, "Two")),
        (Round(1, (Meeting(1, 2, 20, 20),)),),
        planned_rounds=planned,
        variations=variations,
    )
    preferring = fide_team_2026.select_colour_preference_rule(event)

    assert (
        format_preference(preferring(colours_of("bw"))),
        format_preference(preferring(colours_of("wwbb"))),
    ) == wanted
