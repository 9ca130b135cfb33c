"""Points of games that were not played, in print."""

from __future__ import annotations

from topboard.documents import figures


def test_what_was_not_played_is_in_brackets() -> None:
    assert figures.circled(10) == "(1)"
    assert figures.circled(5) == "(0.5)"
    assert figures.circled(0, rated=True) == "(0)R"
