"""Rounds that another program paired by the text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.systems.fide_upfloat.fide_team_2026.goldens import (
    EVENTS,
    of_position,
    positions,
    rounds_of,
)
from topboard.systems.fide_upfloat import fide_team_2026
from topboard.systems.fide_upfloat.brackets import pair_all_brackets

if TYPE_CHECKING:
    from topboard.model import Tournament


def assert_paired(tournament: Tournament, expected: dict[str, Any]) -> None:
    tables = fide_team_2026.pair_without_reasons(tournament)
    assert sorted([p.white, p.black] for p in tables.pairs) == expected["pairs_white_black"]
    assert tables.bye == expected["bye"]
    field = fide_team_2026.prepare_field(tournament)
    made = pair_all_brackets(field, fide_team_2026.build_upfloater_criteria(tournament)).made
    brackets = [
        {
            "residents": [field.number_at_index(place) for place in bracket.stage.top],
            "upfloaters": [field.number_at_index(place) for place in bracket.upfloaters],
        }
        for bracket in made
    ]
    assert brackets == expected["brackets"]


@pytest.mark.parametrize("name", EVENTS)
def test_every_round_of_an_event(name: str) -> None:
    for tournament, expected in rounds_of(name):
        assert_paired(tournament, expected)


@pytest.mark.parametrize("position", positions(), ids=lambda position: position["name"])
def test_a_position(position: dict[str, Any]) -> None:
    assert_paired(of_position(position), position["expected"])
