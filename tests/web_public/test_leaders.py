"""The leaders on the overview: whole groups with the same points, if they fit."""

from __future__ import annotations

import pytest

from topboard.model import Number
from topboard.tiebreaks.standings import Line
from topboard.web.public.leaders import select_leaders


def lines(*points: int) -> list[Line]:
    """Lines of the standings with these points, in this order."""
    return [Line(n, Number(n), one, ()) for n, one in enumerate(points, start=1)]


@pytest.mark.parametrize(
    ("points", "shown", "left_out"),
    [
        ((), 0, 0),
        ((30, 20), 2, 0),
        ((30,) * 8 + (20,) * 9, 8, 0),
        ((30,) * 5 + (20,) * 7 + (10,), 12, 0),
        ((30,) * 5 + (20,) * 8 + (10,), 8, 5),
    ],
)
def test_a_group_with_the_same_points_is_listed_whole_up_to_12(points, shown, left_out) -> None:
    found = select_leaders(lines(*points))

    assert (len(found.lines), found.others_with_same_points) == (shown, left_out)
