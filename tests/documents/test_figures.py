"""Points and tie-breaks in print."""

from __future__ import annotations

import pytest

from topboard.documents import figures
from topboard.tiebreaks.standings import Value


@pytest.mark.parametrize(
    ("tenths", "printed"),
    [(0, "0"), (5, "0.5"), (10, "1"), (25, "2.5"), (100, "10"), (3, "0.3"), (-5, "-0.5")],
)
def test_points_are_printed_without_needless_zeros(tenths: int, printed: str) -> None:
    assert figures.points(tenths) == printed


@pytest.mark.parametrize(
    ("value", "scale", "printed"),
    [(475, 100, "4.75"), (450, 100, "4.5"), (400, 100, "4"), (5, 100, "0.05"), (3, 1, "3")],
)
def test_a_tie_break_is_printed_in_its_own_unit(value: int, scale: int, printed: str) -> None:
    assert figures.tie_break(Value(value, scale)) == printed


def test_what_was_not_played_is_in_brackets() -> None:
    assert figures.circled(10) == "(1)"
    assert figures.circled(5) == "(0.5)"
    assert figures.circled(0, rated=True) == "(0)R"
