"""Matches of two games at the desk: a section by its form, games one by one, the public page."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.desk_client import event_with_round, words
from topboard.event.results import describe_result_with_games
from topboard.web.folder_repository import FolderRepository

DOUBLE = "fide_double_swiss_2026"


def results(tmp_path):
    """The results of round 1 as they are on disk."""
    (stem,) = FolderRepository(tmp_path).list_event_slugs()
    (section,) = FolderRepository(tmp_path).event(stem).snapshot().event.sections.values()
    return [describe_result_with_games(meeting) for meeting in section.rounds[0].meetings.values()]


def test_games_can_be_entered_together_or_one_after_the_other(visitor, tmp_path):
    section = event_with_round(visitor, DOUBLE)

    page = visitor.get(f"{section}/results/1")
    assert "Game 1" in words(page)
    first = visitor.send(f"{section}/results/1", t1b1="1", t1b2="=", t2b1="0")
    assert "2 results were saved." in words(first)
    assert results(tmp_path) == ["1½-½ (1-0, ½-½)", "0-1, …", ""]

    visitor.send(f"{section}/results/1", t2b2="+:-", t3b1="1", t3b2="1")
    assert results(tmp_path) == ["1½-½ (1-0, ½-½)", "1-1 (0-1, +:-)", "2-0 (1-0, 1-0)"]
    assert "All results of round 1 are in." in words(visitor.get(f"{section}/results/1"))


def test_the_table_page_accepts_a_whole_match_and_corrects_a_single_game(visitor, tmp_path):
    section = event_with_round(visitor, DOUBLE)

    visitor.send(f"{section}/results/1/1", t1="-:+")
    assert results(tmp_path)[0] == "-:+ (-:+, -:+)"
    assert "Enter both results from the point of view of" in words(
        visitor.get(f"{section}/results/1/1")
    )

    visitor.send(f"{section}/results/1/1", t1b1="-:+", t1b2="1-0", reason="he came later")
    assert results(tmp_path)[0] == "1-1 (-:+, 1-0)"

    doubtful = visitor.send(f"{section}/results/1/2", t2="1½-½")
    assert doubtful.status_code == 422
    assert "the result does not show how each of the two games ended" in words(doubtful)


def test_the_next_round_waits_for_the_second_game(visitor, tmp_path):
    section = event_with_round(visitor, DOUBLE)
    visitor.send(f"{section}/results/1", t1="2-0", t2="2-0", t3b1="1")

    refused = visitor.send(f"{section}/pairing", publish="1")

    assert "has no result. Enter the results first." in words(refused)


def test_a_key_saves_one_game_and_the_cursor_moves_on(address, visitor, open_page, tmp_path):
    section = event_with_round(visitor, DOUBLE)
    page = open_page(address)
    page.goto(f"{section}/results/1")
    expect(page.locator("input[name=t1b1]")).to_be_focused()

    page.keyboard.press("1")
    expect(page.locator("input[name=t1b2]")).to_be_focused()
    expect(page.locator("[data-table='1'] .saved")).to_contain_text("1-0, …")
    expect(page.locator("#missing")).to_have_text("3")
    page.keyboard.press("=")
    expect(page.locator("#missing")).to_have_text("2")
    assert results(tmp_path)[0] == "1½-½ (1-0, ½-½)"
