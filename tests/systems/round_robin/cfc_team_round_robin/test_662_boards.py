"""Teams: the order of the boards and their colours."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.citing import each_edition
from tests.systems.round_robin.cfc_round_robin.scores import TEAMS, event, with_lot
from topboard import read
from topboard.model import Colour, Number, Player, Team, Tournament
from topboard.reasons.decisions import PairingWarning
from topboard.systems.common.colours import list_colours_by_board
from topboard.systems.registry import system

CASES = Path(__file__).parents[3] / "fixtures" / "cfc"


def team(number: int, *ratings: int | None) -> Team:
    roster = tuple(
        Player(Number(10 * number + board), f"P{number}-{board}", rating)
        for board, rating in enumerate(ratings, start=1)
    )
    return Team(Number(number), f"Team {number}", roster)


def two_teams(*ratings: int | None, variations: tuple[str, ...] = ()) -> Tournament:
    entered = (team(1, *ratings), team(2, 2000, 1900, 1800, 1700))
    return with_lot(
        event(2, competitors=entered, system=TEAMS, boards=4, variations=variations), 1, 2
    )


def notes(tournament: Tournament) -> list[PairingWarning]:
    return [r for r in system(TEAMS).pair(tournament).reasons if isinstance(r, PairingWarning)]


@pytest.mark.article("cfc_team_round_robin:662")
def test_a_higher_rated_player_on_a_lower_board_is_reported() -> None:
    assert notes(two_teams(2000, 1850, 1900, 1700)) == [
        PairingWarning(
            "662",
            (
                "Team 1 (#1) has P1-3 (1900) on a lower board than P1-2 (1850), but the ratings "
                "may differ by at most 0"
            ),
        )
    ]


@pytest.mark.article("cfc_team_round_robin:662")
@pytest.mark.parametrize(("tolerance", "reports"), [(49, 1), (50, 0), (100, 0)])
def test_within_the_announced_tolerance_no_player_is_out_of_order(
    tolerance: int, reports: int
) -> None:
    tournament = two_teams(2000, 1850, 1900, 1700, variations=(f"643={tolerance}",))

    assert len(notes(tournament)) == reports


@pytest.mark.article("cfc_team_round_robin:662")
def test_unrated_players_may_sit_anywhere_and_alternates_are_compared_too() -> None:
    assert notes(two_teams(None, 2000, None, 1900, None)) == []
    (note,) = notes(two_teams(None, 2000, None, 1900, 1950))
    assert "P1-5 (1950) on a lower board than P1-4 (1900)" in note.what


@pytest.mark.article("cfc_team_round_robin:662")
def test_all_boards_are_compared_and_not_only_neighboring_ones() -> None:
    found = [note.what for note in notes(two_teams(2000, 2050, 2100, 2150, variations=("643=50",)))]

    assert [what.split(" has")[1].split(", but")[0] for what in found] == [
        " P1-3 (2100) on a lower board than P1-1 (2000)",
        " P1-4 (2150) on a lower board than P1-1 (2000)",
        " P1-4 (2150) on a lower board than P1-2 (2050)",
    ]


@each_edition(cfc_team_round_robin=("612", "662"))
def test_board_order_is_checked_against_canadian_ratings(edition: str) -> None:
    tournament = read(str(CASES / "662-team-round-robin-board-order-by-fide.json"))

    assert tournament.system == edition
    assert not [n for n in notes(tournament) if n.article == "662"]


@pytest.mark.article("cfc_team_round_robin:662")
def test_the_board_order_is_reported_once_before_round_one() -> None:
    tournament = two_teams(1000, 2000, 1900, 1800)
    assert len(notes(tournament)) == 3

    later = event(
        2, "", competitors=tournament.competitors, system=TEAMS, boards=4, variations=("double",)
    )

    assert notes(later) == []


@pytest.mark.article("cfc_team_round_robin:662")
def test_players_are_compared_across_an_unrated_one() -> None:
    (note,) = notes(two_teams(1500, None, 1600))

    assert "P1-3 (1600) on a lower board than P1-1 (1500)" in note.what


@pytest.mark.article("cfc_team_round_robin:646")
def test_the_first_named_team_has_white_on_the_odd_boards() -> None:
    white, black = Colour.WHITE, Colour.BLACK

    assert list_colours_by_board(5) == (white, black, white, black, white)
