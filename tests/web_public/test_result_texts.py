"""Results and titled names in the parts that a page shows apart."""

from __future__ import annotations

import pytest

from topboard.web.public.result_texts import SplitResult, split_result, split_title


@pytest.mark.parametrize(
    ("text", "outcomes"),
    [
        ("1 - 0", ("won", "lost")),
        ("0 - 1", ("lost", "won")),
        ("½ - ½", ("drawn", "drawn")),
        ("(1)R - (0)R", ("won", "lost")),
        ("(0) - (0)", ("lost", "lost")),
        ("1½ - ½", ("won", "lost")),
        ("10 - 9½", ("won", "lost")),
        ("½ - ½ u", ("drawn", "drawn")),
    ],
)
def test_a_result_has_two_sides_with_the_winner(text, outcomes) -> None:
    assert split_result(text) == SplitResult(*text.split(" - "), *outcomes)


@pytest.mark.parametrize("text", ["", "\u2013", "1½ - ½ (1 - 0, ½ - ½)", "bye", " - "])
def test_other_results_are_shown_whole(text) -> None:
    assert split_result(text) is None


def test_only_fide_titles_are_taken_for_titles() -> None:
    assert split_title("WGM Weiss, Katharina") == ("WGM", "Weiss, Katharina")
    assert split_title("Goh, Mary") == ("", "Goh, Mary")
    assert split_title("GM") == ("", "GM")
