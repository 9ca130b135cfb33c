"""Numbers as the desk shows them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from topboard.model import Number, Player, Team
from topboard.text.numbers import format_points
from topboard.web.jinja_filters import format_competitor_rating


def team(*ratings: int | None, average: Fraction | None = None) -> Team:
    players = tuple(Player(Number(n), f"P{n}", r) for n, r in enumerate(ratings, start=1))
    return Team(Number(1), "T", players, average=average)


@pytest.mark.parametrize(
    ("competitor", "shown"),
    [
        (Player(Number(1), "A", 2100), "2100"),
        (Player(Number(1), "A"), ""),
        (team(2490, 2489), "2490"),
        (team(2500, 2400, 2300, 2201, 1000), "2350"),
        (team(None, 2000), "2000"),
        (team(average=Fraction(5511, 2)), "2756"),
        (team(), ""),
    ],
)
def test_an_average_is_rounded_half_up_as_in_the_documents(competitor, shown):
    assert format_competitor_rating(competitor) == shown


@pytest.mark.parametrize(
    ("tenths", "shown"),
    [(0, "0"), (5, "½"), (15, "1½"), (105, "10½"), (10, "1"), (3, "0.3"), (-5, "-½"), (-15, "-1½")],
)
def test_a_half_point_is_shown_as_people_write_it(tenths, shown):
    assert format_points(tenths) == shown
