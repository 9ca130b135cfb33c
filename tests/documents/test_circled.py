"""Points of games that were not played, in print."""

from __future__ import annotations

from topboard.documents.sheet import circled


def test_what_was_not_played_is_in_brackets() -> None:
    assert circled(10) == "(1)"
    assert circled(5) == "(½)"
    assert circled(0, rated=True) == "(0)R"
