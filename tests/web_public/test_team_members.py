"""Members of teams on the public pages: each name leads to the player's results by round."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.documents.test_team_players import ASH, BIRCH, game, tournament
from tests.web_public.pages import EVENT, words
from topboard.documents.records import PairingCardLine
from topboard.documents.team_players import (
    BoardPrizeConditions,
    player_records,
    rank_players_by_board,
)
from topboard.model import (
    Colour,
    ForfeitLoss,
    ForfeitWin,
    Manner,
    Meeting,
    Number,
    PairingBye,
    Played,
    Round,
)
from topboard.web.public.participant import count_outcomes
from topboard.web.public.site import jinja_environment
from topboard.web.public.team_players import list_rosters


def page_of(client, path: str) -> str:
    answer = client.get(f"{EVENT}/team-cup/{path}")
    assert answer.status_code == 200
    return answer.text


def one_match(*games) -> Round:
    white = sum(one.white_points for one in games)
    return Round(1, (Meeting(ASH.number, BIRCH.number, white, 0, games=tuple(games)),))


@pytest.mark.parametrize("path", ["players.html", "boards.html", "round-4.html", "names-4.html"])
def test_every_name_of_a_player_leads_to_a_place_on_the_page_of_the_team(stranger, path) -> None:
    found = set(re.findall(r'href="(who-\d+\.html)#(player-\d)"', page_of(stranger, path)))

    assert len(found) > 15
    for team in {page for page, _ in found}:
        there = page_of(stranger, team)
        assert all(f'id="{anchor}"' in there for page, anchor in found if page == team)


def test_the_results_of_a_player_name_the_opponents(stranger) -> None:
    page = page_of(stranger, "who-2.html")

    card = words(page.partition('id="player-1"')[2].partition("</section>")[0])

    assert "Board 1 · Rating 2527" in card
    assert "4 1 White Lindqvist, Anna 2506 1" in card


def test_members_are_listed_once_and_unknown_fide_ids_are_left_out(stranger) -> None:
    page = page_of(stranger, "who-2.html")

    assert "FIDE ID" not in page
    assert page.count("<h2>Players</h2>") == 1


def test_the_line_of_a_team_has_the_totals_of_its_players(stranger) -> None:
    page = page_of(stranger, "players.html")

    band = words(page.partition('id="team-2">')[2].partition("</tr>")[0])

    # Four matches on four boards.
    assert band.startswith("2 Bastion BAS 2490 ")
    assert re.search(r" 13½ 16 \d\d$", band)


def test_totals_count_only_games_that_were_finished() -> None:
    rosters = list(list_rosters(tournament(one_match(
        game(11, 21, (10, 0)), game(22, 12, (10, 0), Manner.DEFAULT),
    ))))  # fmt: skip

    ash = next(one for one in rosters if one.team.number == ASH.number)

    assert (ash.points, ash.games, ash.percentage) == (10, 1, 100)


def test_each_board_has_a_heading_and_reserves_are_last(stranger) -> None:
    page = page_of(stranger, "boards.html")

    assert re.findall(r'<h2 id="board-(\w+)"', page) == ["1", "2", "3", "4"]
    boards = [board for board, _ in rank_players_by_board(
        replace(tournament(one_match(game(13, 21, (10, 0)))), boards=1), BoardPrizeConditions()
    )]  # fmt: skip
    assert boards == [1, 0]


@pytest.mark.parametrize(("games", "told"), [(1, "(1 game)"), (2, "")])
def test_a_performance_from_one_game_says_so(games: int, told: str) -> None:
    rounds = [replace(one_match(game(11, 21, (10, 0))), number=n) for n in range(1, games + 1)]
    record = player_records(tournament(*rounds))[0]
    parts = jinja_environment().get_template("team_parts.html").module

    assert words(str(parts.performance_of(record))) == f"{record.performance} {told}".strip()


@pytest.mark.parametrize(
    ("points", "outcome"), [((10, 0), "won"), ((5, 5), "drawn"), ((0, 10), "lost")]
)
def test_the_outcome_of_a_game_is_that_of_the_player(points, outcome) -> None:
    record = player_records(tournament(one_match(game(11, 21, points))))[0]

    assert record.results[0].outcome == outcome


@pytest.mark.parametrize("path", ["standings.html", "index.html"])
def test_points_of_teams_are_named_match_points(stranger, path) -> None:
    assert '<abbr title="Match points">MP</abbr>' in page_of(stranger, path)
    assert "Match points" not in stranger.get(f"{EVENT}/open/{path}").text


def test_a_player_named_in_the_statistics_is_linked_to_their_own_results(stranger) -> None:
    page = page_of(stranger, "statistics.html")
    assert re.search(r"<dt>Players</dt><dd>55</dd>", page)
    upsets = page.partition("Biggest upsets")[2]

    assert set(re.findall(r'href="who-\d+\.html([^"]*)"', upsets)) <= {
        f"#player-{place}" for place in range(1, 6)
    }


def test_standings_of_teams_count_matches_won_drawn_and_lost(stranger) -> None:
    page = page_of(stranger, "standings.html")

    row = words(page.partition('<tr id="n2"')[2].partition("</tr>")[0])
    assert "2490 3-1-0 7 " in row
    assert "2490 2-1-0 5 " in words(
        page_of(stranger, "standings-3.html").partition('<tr id="n2"')[2].partition("</tr>")[0]
    )
    assert "W-D-L" not in stranger.get(f"{EVENT}/open/standings.html").text


@pytest.mark.parametrize(
    ("outcome", "counts"),
    [
        (Played(Number(2), Colour.WHITE, 10, 0), (1, 0, 0)),
        (Played(Number(2), Colour.WHITE, 5, 5), (0, 1, 0)),
        (ForfeitWin(Number(2), 10), (1, 0, 0)),
        (ForfeitLoss(Number(2), 0), (0, 0, 1)),
        (PairingBye(), (0, 0, 0)),
    ],
)
def test_forfeits_count_as_won_or_lost_and_byes_as_neither(outcome, counts) -> None:
    assert count_outcomes([PairingCardLine(1, outcome, 0, 0, 0, 0, 0, teams=True)]) == counts
