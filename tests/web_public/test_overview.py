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

    assert "In progress Round 4 of 7 9 of 20 results" in state
    assert "Round 5 starts Thu, November 19, 16:00" in state
    assert words(pages(f"{OPEN}/")).count("America/Halifax, UTC-04:00") == 1
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


def test_the_list_of_events_shows_their_stage_size_and_leader(pages) -> None:
    listed = words(pages(""))

    assert "Atlantic Open in progress" in listed
    assert "Open round 4 of 7 · 40 players Leader: IM Okonkwo, Chidi 4" in listed
    assert "Maple Weekend Swiss finished" in listed
    assert "Teams round 3 of 5 · 10 teams" in listed


def test_a_tie_for_the_first_place_has_no_winner(pages) -> None:
    rows = words(part_of_standings(pages(f"{FINISHED}/open/standings.html")))
    winner = "Winner:" in words(pages(""))

    assert winner == (not rows.startswith("1 1 "))


def part_of_standings(page: str) -> str:
    """The places of the first two lines of the standings."""
    return " ".join(re.findall(r'k-place">(\d+)<', page)[:2])


def test_a_player_page_explains_the_place(pages) -> None:
    page = words(pages(f"{OPEN}/open/who-3.html"))

    assert "Performance 3009 * Opponents' average 2209" in page
    assert "so this performance is extrapolated" in page
    assert "Tie-breaks: BH/C1 7½ BH 8½ SB 8½ DE -" in page
    assert "Description of the chart" not in page
    # 2064, 2208, 2287 and 2275: the average of the opponents in the table.
    assert (2064 + 2208 + 2287 + 2275 + 2) // 4 == 2209
    other = words(pages(f"{OPEN}/open/who-1.html"))
    assert "extrapolated" not in other


def test_a_finished_event_has_no_current_round(pages) -> None:
    for path, is_over in ((f"{OPEN}/open", False), (f"{FINISHED}/open", True)):
        page = pages(f"{path}/who-1.html")
        assert ('id="own-board"' not in page) == is_over
        assert ('id="follow"' not in page) == is_over
        assert ('id="notify"' not in page) == is_over


def test_the_hall_screen_has_the_logo_of_the_event(pages) -> None:
    page = pages(f"{OPEN}/open/hall-1.html")
    assert re.search(r'<p class="place"><img class="crest logo" src="\.\./logo-[^"]+"', page)


def test_a_performance_of_only_wins_has_a_mark_and_the_number_of_games(pages) -> None:
    performances = part(pages(f"{OPEN}/open/statistics.html"), "Best performances", "</section>")

    assert re.search(r"Okonkwo, Chidi 2481 4 3009 ?\*", performances)
    assert re.search(r"Halvorsen, Erik 2568 4 2617 WGM", performances)
    assert "* All games against rated opponents were won, or all were lost." in performances


def test_the_standings_of_teams_show_the_game_points_of_each_match(pages) -> None:
    page = pages(f"{TEAMS}/teams/standings.html")

    assert ">3½ <small>9b</small>" in page
    assert ">2½ <small>2b</small>" in page
    assert "the game points of the team, the opponent's number and the colour on board 1" in words(
        page
    )
    for section in (f"{OPEN}/open", f"{TEAMS}/teams"):
        legend = words(pages(f"{section}/standings.html"))
        assert "Points in parentheses were scored without playing." in legend
        assert "Three dots (…) mean that the result is missing." in legend


def test_the_colour_of_a_player_is_in_the_cell_of_the_board(pages) -> None:
    rounds = part(pages(f"{OPEN}/open/who-1.html"), "Round by round", "</table>")

    assert "1 White LeBlanc, Sophie" in rounds
    assert "2 Black IM MacIsaac, Fiona" in rounds
    page = pages(f"{OPEN}/open/who-1.html")
    assert re.search(r'<td class="k-at">2 <span class="colour black">', page)
