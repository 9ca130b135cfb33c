"""The page of lots offers only what can still be drawn."""

from __future__ import annotations

from tests.web.desk_client import event_with_entries, event_with_round, words

COLOUR = "Draw lots for the colour of starting number 1 in round 1"


def test_the_colour_of_round_one_is_offered_until_the_round_is_published(visitor):
    before = event_with_entries(visitor, "fide_dutch_2026")
    page = visitor.get(f"{before}/lots")
    assert COLOUR in page.text
    assert "Save colour" in words(page)


def test_after_round_one_the_page_only_says_what_was_drawn(visitor):
    section = event_with_round(visitor, "fide_dutch_2026")
    page = visitor.get(f"{section}/lots")
    assert "In round 1, starting number 1 has White ." in words(page)
    assert COLOUR not in page.text
    assert "Save colour" not in words(page)
    assert "Save order" in words(page)


def test_the_cards_of_lots_are_in_line(address, visitor, open_page):
    section = event_with_entries(visitor, "fide_dutch_2026")
    page = open_page(address, 1280)
    page.goto(f"{section}/lots")
    tops = {one.bounding_box()["y"] for one in page.locator(".cards > form").all()}
    assert len(tops) == 1
