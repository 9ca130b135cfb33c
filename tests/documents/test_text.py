"""Text: columns that align whatever the names are made of."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from topboard.documents.sheet import Document, Heading, as_json
from topboard.documents.text import (
    LONGEST_LINE,
    as_text,
    display_width,
    sanitize_line,
    truncate,
    wrap,
)


def sheet(*rows: tuple[str | int, ...], widest: int = 0, wraps: bool = False) -> Document:
    headings = (
        Heading("number", "No.", right=True),
        Heading("name", "Name", widest=widest),
        Heading("points", "Pts", right=not wraps, wraps=wraps),
    )
    return Document("sheet", "A title", headings, rows)


def test_numbers_are_right_aligned_and_names_left_aligned() -> None:
    text = as_text(sheet((1, "Ann", "10.5"), (12, "Bartholomew", "3")))

    assert text == (
        "A title\n"
        "\n"
        "No.  Name          Pts\n"
        "---  -----------  ----\n"
        "  1  Ann          10.5\n"
        " 12  Bartholomew     3\n"
    )


def test_wide_characters_take_two_places_and_accents_none() -> None:
    assert display_width("abc") == 3
    assert display_width("王小明") == 6
    assert display_width("e\u0301") == display_width("é") == 1
    assert display_width("a\u200db") == 2


@pytest.mark.parametrize("name", ["王小明", "e\u0301te\u0301", "Ђорђевић", "نورييف", "ﾊﾞ", "👑"])
def test_the_columns_after_an_unusual_name_align(name: str) -> None:
    lines = as_text(sheet((1, name, "1"), (2, "Bartholomew", "2"))).splitlines()[2:]

    assert {display_width(line) for line in lines} == {len("No.  Name         Pts")}


def test_a_long_name_is_cut_with_a_mark() -> None:
    lines = as_text(sheet((1, "x" * 200, "1"), widest=30)).splitlines()

    assert lines[-1] == f"  1  {'x' * 29}…    1"


def test_a_cut_never_splits_a_wide_character_or_loses_an_accent() -> None:
    assert truncate("王小明", 6) == "王小明"
    assert truncate("王小明", 5) == "王小…"
    assert truncate("王小明", 4) == "王…"
    assert truncate("e\u0301e\u0301e\u0301", 2) == "e\u0301…"


@given(st.text(max_size=60), st.integers(1, 40))
def test_truncated_text_fits_the_width(text: str, places: int) -> None:
    assert display_width(truncate(sanitize_line(text), places)) <= places


@given(st.text(max_size=400), st.integers(10, 60))
def test_wrapped_text_fits_and_keeps_every_word_that_fits(text: str, places: int) -> None:
    lines = list(wrap(sanitize_line(text), places))

    assert all(display_width(line) <= places for line in lines)
    words = sanitize_line(text).split()
    if all(display_width(word) <= places - 2 for word in words):
        assert " ".join(lines).split() == words


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("two\nlines", "two lines"),
        ("tab\tand\x1b[31m escape", "tab and [31m escape"),
        ("turned \u202eround\u202c", "turned round"),
        ("  spaces  ", "spaces"),
    ],
)
def test_marks_that_would_break_a_line_are_left_out(name: str, shown: str) -> None:
    assert sanitize_line(name) == shown


def test_the_last_column_can_continue_on_the_next_line() -> None:
    text = as_text(sheet((1, "a", "word " * 40), (2, "b", "short"), wraps=True))

    lines = text.splitlines()
    assert all(display_width(line) <= LONGEST_LINE for line in lines)
    assert text.count("word") == 40
    assert lines[-1] == "  2  b     short"


def test_no_line_ends_in_spaces_and_one_line_break_ends_the_text() -> None:
    text = as_text(sheet((1, "Ann", ""), (2, "", "")))

    assert all(line == line.rstrip() for line in text.splitlines())
    assert text.endswith("\n")
    assert not text.endswith("\n\n")


def test_json_has_a_key_for_every_column_and_nothing_is_cut() -> None:
    name = "x" * 200

    assert as_json(sheet((1, name, "2.5"), widest=30)) == {
        "document": "sheet",
        "title": "A title",
        "about": [],
        "columns": [
            {"key": "number", "title": "No."},
            {"key": "name", "title": "Name"},
            {"key": "points", "title": "Pts"},
        ],
        "rows": [{"number": 1, "name": name, "points": "2.5"}],
        "notes": [],
    }
