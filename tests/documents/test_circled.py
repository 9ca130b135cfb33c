"""Points of games that were not played, in print."""

from __future__ import annotations

from topboard.documents.sheet import format_unplayed_points


def test_unplayed_results_are_in_brackets() -> None:
    assert format_unplayed_points(10) == "(1)"
    assert format_unplayed_points(5) == "(½)"
    assert format_unplayed_points(0, rated=True) == "(0)R"
