"""The first page of an event: its state, its leaders and the way to its other pages."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from tests.web_public.pages import words
from tools.screenshots import TODAY
from topboard.web.app import create_app
from topboard.web.folder_repository import FolderRepository
from topboard.web.sample import create_sample_events

OPEN, FINISHED, TEAMS = "atlantic-open", "maple-weekend-swiss", "north-atlantic-team-cup"


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """A function that returns the text of a public page of the sample events."""
    folder = tmp_path_factory.mktemp("events")
    create_sample_events(FolderRepository(folder), TODAY)
    client = TestClient(create_app(FolderRepository(folder)), base_url="http://127.0.0.1")

    def text_of(path: str) -> str:
        answer = client.get(f"/p/{path}")
        assert answer.status_code == 200, path
        return answer.text

    return text_of


def part(page: str, start: str, end: str) -> str:
    """The words of a page between two texts."""
    return words(page[page.index(start) : page.index(end, page.index(start))])


def test_the_only_section_of_an_event_is_its_first_page(pages) -> None:
    front, section = pages(f"{OPEN}/index.html"), pages(f"{OPEN}/open/index.html")

    assert words(part(front, "<main", "</main>")) == words(part(section, "<main", "</main>"))
    assert '<a href="index.html" aria-current="page">Overview</a>' in front
    assert '<a href="open/standings.html">Standings</a>' in front
    assert '<a href="../index.html" aria-current="page">Overview</a>' in section
    assert 'data-page="index.html"' in front
    assert 'data-page="open/index.html"' in section


def test_a_section_in_play_shows_the_round_the_results_and_the_next_start(pages) -> None:
    state = part(pages(f"{OPEN}/"), "live-round", "</section>")

    assert "In play Round 4 of 7 9 of 20 results" in state
    assert "Round 5 starts Thu, November 19, 16:00 America/Halifax, UTC-04:00" in state
    assert "Pairings of round 4 Standings Find your name Notify me" in state


def test_the_rounds_are_steps(pages) -> None:
    page = pages(f"{OPEN}/")
    shown = re.search(r'<span class="steps"[^>]*>(.*?)</span>', page)[1]
    assert shown == '<i class="done"></i>' * 3 + '<i class="now"></i>' + "<i></i>" * 3


def test_a_finished_event_shows_the_final_standings_first(pages) -> None:
    page = pages(f"{FINISHED}/")
    state = part(page, "live-round", "</section>")

    assert "Finished 5 rounds 1 Gauthier, Philippe CAN 4 2 Iyer, Meera" in state
    assert re.search("Final standings (Prizes )?Cross table$", state)
    solid = re.findall(r'<a class="button" href="([^"]+)"', page)
    assert solid == ["open/standings.html"]
    assert "Notify me" not in page
    assert "<h1>Final standings</h1>" in pages(f"{FINISHED}/open/standings.html")
    assert "<h1>Standings after round 1</h1>" in pages(f"{FINISHED}/open/standings-1.html")


def test_top_boards_have_ratings_federations_and_points(pages) -> None:
    boards = part(pages(f"{OPEN}/"), '<ol class="games">', "</ol>")

    assert boards.startswith(
        "1 White FM Boudreau, Marc-Antoine CAN 2275 3 0 Black IM Okonkwo, Chidi"
    )
    assert "NGR 2481 3 1" in boards


def test_each_round_has_its_start_and_its_pages(pages) -> None:
    rounds = part(pages(f"{OPEN}/"), "rounds-list", "</table>")

    assert "4 Thu, November 19, 10:00 Pairings · Standings · Reasons 5 Thu, November 19" in rounds
    assert rounds.endswith("7 Fri, November 20, 15:00")
