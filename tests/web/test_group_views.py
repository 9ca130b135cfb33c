"""The decisions of a round stand under the group or bracket in which they were made."""

from __future__ import annotations

from pathlib import Path

import pytest

import topboard
from topboard.web.views import build_round_view

GOLDEN = Path(__file__).parents[1] / "reasons" / "golden"


@pytest.mark.parametrize(
    ("name", "groups"),
    [
        # Lim pairs the groups above the median downwards, then those below it upwards.
        (
            "fide_lim_2026",
            {
                "Scoregroup of 3 points, above the median group": [1, 2, 3],
                "Scoregroup of 1½ points, below the median group": [7],
                "Scoregroup of 2 points, below the median group": [6],
                "Scoregroup of 2½ points, the median group": [4, 5],
            },
        ),
        (
            "fide_team_2026",
            {
                "Bracket of 12 points": [1],
                "Bracket of 8 points": [2],
                "Bracket of 7 points": [3, 4],
                "Bracket of 5 points": [5, 6],
            },
        ),
    ],
)
def test_boards_are_listed_by_their_group(name, groups) -> None:
    event = topboard.read(GOLDEN / f"{name}.json")

    found = build_round_view(event, topboard.pair(event)).groups

    assert {group.heading: group.tables for group in found if group.tables} == groups
