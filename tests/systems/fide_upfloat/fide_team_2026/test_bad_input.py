"""Entries and records that do not fit, and what is said of them."""

from __future__ import annotations

from pathlib import Path

import pytest

import topboard
from topboard._frozen import replace
from topboard.analysis.generate import Wishes
from topboard.errors import BadInput
from topboard.model import (
    Colour,
    Game,
    Manner,
    Meeting,
    Number,
    Player,
    Round,
    Team,
    Tournament,
    VirtualPoints,
)
from topboard.reasons.decisions import PairingWarning
from topboard.systems.fide_upfloat import fide_team_2026
from topboard.systems.registry import system

NAME = "fide_team_2026"
FOLDER = Path(__file__).parents[3] / "fixtures" / "fide" / "team"


def event(*meetings: Meeting, players: int = 0) -> Tournament:
    """Four teams, the last of them without players, after one round."""
    people = tuple(Player(Number(n), f"Player {n}") for n in range(1, players + 1))
    return Tournament(
        tuple(Team(Number(n), f"Team {n}", people if n < 4 else ()) for n in range(1, 5)),
        (Round(1, meetings),) if meetings else (),
        planned_rounds=3,
        boards=2,
        system=NAME,
        lot=Colour.WHITE,
    )


def list_warnings(tournament: Tournament) -> list[str]:
    made = system(NAME).pair(tournament)
    return [reason.what for reason in made.reasons if isinstance(reason, PairingWarning)]


@pytest.mark.parametrize(
    "match",
    [
        Meeting(1, 3, 20, 10),
        Meeting(1, 3, 15, 5, games=(Game(1, 2), Game(1, 2), Game(1, 2))),
    ],
)
def test_a_match_on_more_boards_than_the_event_has_is_refused(match: Meeting) -> None:
    with pytest.raises(
        BadInput, match="a match has more games or points than the event's 2 boards allow"
    ) as refused:
        system(NAME).pair_without_reasons(event(match, Meeting(4, 2, 10, 10)))

    assert "2 boards allow: '1-3'." in str(refused.value)
    assert "Correct the match or the number of boards." in str(refused.value)


def test_a_match_with_fewer_games_than_boards_gives_a_warning() -> None:
    short = Meeting(1, 3, 10, 0, games=(Game(Number(1), Number(2), 10, 0),))

    (what,) = list_warnings(event(short, Meeting(4, 2, 10, 10)))

    assert what == "in round 1, match 1-3 has fewer than 2 recorded games"


def test_a_team_without_players_beside_others_gives_a_warning() -> None:
    assert list_warnings(event(players=2)) == ["team 4 has no recorded players"]
    assert list_warnings(event()) == []


def test_a_board_left_empty_by_both_teams_is_not_an_error() -> None:
    assert list_warnings(event(Meeting(1, 3, 10, 0), Meeting(4, 2, 10, 10))) == []


# --- virtual points of reports --------------------------------------------------------------------


def test_points_reported_for_rounds_one_and_two_count() -> None:
    given = replace(event(), accelerated=frozenset((Number(1), Number(2))))

    field = fide_team_2026.build_field(given)

    assert [(p.number, p.points) for p in field.players] == [(1, 20), (2, 20), (3, 0), (4, 0)]


def test_with_game_points_first_the_reported_game_points_count() -> None:
    given = replace(
        event(), virtual=(VirtualPoints(Number(4), (20,), (15,)),), variations=("game-points",)
    )

    assert fide_team_2026.build_field(given).players[0].points == 15
    assert fide_team_2026.build_field(replace(given, variations=())).players[0].points == 20


def test_an_accelerated_event_can_be_read_back_from_its_report(tmp_path) -> None:
    wishes = Wishes(competitors=8, rounds=4, variations=("baku", "type-b"))
    played = topboard.generate(NAME, 2, wishes)
    path = tmp_path / "event.trf"
    topboard.write(played, str(path), "trf26")
    text = path.read_text(encoding="utf-8")

    back = topboard.read(str(path))

    assert "192 FIDE_TEAM_TYPEB_MP_GP_BAKU" in text
    assert "250  2.0      001 001 0001 0004" in text
    assert (back.system, set(back.variations)) == (NAME, {"baku", "type-b"})
    assert all(one.differences == () for one in topboard.check(back))
    assert [m.manner for r in back.rounds for m in r.meetings] == [Manner.PLAYED] * 16
