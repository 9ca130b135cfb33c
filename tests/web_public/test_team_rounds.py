"""A round of teams on the public pages: each match has its boards, and each player a row."""

from __future__ import annotations

import re

from tests.web_public.pages import EVENT, words


def page_of(client, path: str) -> str:
    answer = client.get(f"{EVENT}/team-cup/{path}")
    assert answer.status_code == 200
    return answer.text


def matches_of(page: str) -> list[str]:
    return re.findall(r'<table class="sheet team-match".*?</table>', page, flags=re.S)


def test_the_boards_of_a_match_are_below_its_teams(stranger) -> None:
    found = matches_of(page_of(stranger, "round-4.html"))

    assert len(found) == 5
    first = words(found[0])
    assert first.index("Bastion") < first.index("Moreau, Farid") < first.index("2 Black ")
    assert "Estuary" not in first


def test_both_players_of_a_board_have_their_colour(stranger) -> None:
    first = matches_of(page_of(stranger, "round-4.html"))[0]
    boards = re.findall(r'<tr><td class="k-board">(\d)</td>(.*?)</tr>', first)

    found = {board: re.findall(r'class="colour (\w+)"', row) for board, row in boards}

    assert found == {
        "1": ["white", "black"],
        "2": ["black", "white"],
        "3": ["white", "black"],
        "4": ["black", "white"],
    }


def test_the_round_says_what_the_order_of_the_teams_means(stranger) -> None:
    page = page_of(stranger, "round-4.html")

    assert "The team named first has White on board 1" in page
    assert "colour is that of the home player" not in page


def test_every_player_of_a_roster_is_listed_by_name(stranger) -> None:
    page = page_of(stranger, "names-4.html")

    rows = re.findall(r'<tr><td class="k-name" dir="auto"><a href="(who-\d+)\.html#', page)

    # Ten of the eleven teams are paired, with five members each.
    assert len(rows) == 50
    assert "who-6" not in rows


def test_colours_of_teams_are_named_as_those_on_board_1(stranger) -> None:
    assert "Colour on board 1" in page_of(stranger, "names-4.html")
    hall = words(page_of(stranger, "hall-1.html"))
    assert "Match White on board 1 Result Black on board 1" in hall
    assert "on board 1" not in stranger.get(f"{EVENT}/open/hall-1.html").text
