"""The page that closes an event says what is still open."""

from __future__ import annotations

import re

from tests.web.desk_client import event_with_round, words
from topboard.web.folder_repository import FolderRepository


def close_page(visitor, section: str) -> tuple[str, str]:
    """The words of the page, and the classes of its button; the button is "none" if it has none."""
    page = visitor.get(f"{section.partition('/s/')[0]}/close")
    button = re.search(r'<button(?: class="([^"]*)")?>Close event</button>', page.text)
    return words(page), "none" if button is None else button[1] or ""


def test_an_event_with_missing_results_has_no_button_that_closes_it(visitor):
    section = event_with_round(visitor, "cfc_swiss")
    visitor.send(f"{section}/results/1", t1="1-0")

    shown, button = close_page(visitor, section)

    assert "The event cannot be closed yet" in shown
    assert "result: 2, 3." in shown
    assert "Only 1 of 3 rounds in Main has been played." in shown
    assert button == "none"


def test_unplayed_rounds_are_listed_above_a_red_button(visitor, tmp_path):
    section = event_with_round(visitor, "cfc_swiss")
    visitor.send(f"{section}/results/1", t1="1-0", t2="1-0", t3="1-0")
    before = FolderRepository(tmp_path).event("spring-open").snapshot().event

    shown, button = close_page(visitor, section)

    assert "Only 1 of 3 rounds in Main has been played." in shown
    assert "Close the event only if these rounds will not be played." in shown
    assert button == "danger"
    assert FolderRepository(tmp_path).event("spring-open").snapshot().event == before
    asked = visitor.send(f"{section.partition('/s/')[0]}/close")
    assert "Only 1 of 3 rounds in Main has been played." in words(asked)


def test_a_finished_event_has_an_ordinary_button(visitor):
    section = event_with_round(visitor, "cfc_swiss", rounds=1)
    visitor.send(f"{section}/results/1", t1="1-0", t2="1-0", t3="1-0")

    shown, button = close_page(visitor, section)

    assert "All rounds have been played, and every game has a result." in shown
    assert button == ""
