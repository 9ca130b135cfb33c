"""An unfinished match: counted board by board, in the tie-breaks as in the totals."""

from __future__ import annotations

import pytest

import topboard
from tests.citing import each_edition
from tests.proof.test_checker import schema
from tests.team_events import event, group_treatment, pair
from topboard._frozen import replace
from topboard.model import Game, Manner, Meeting, Number, Player, Round, Team, Tournament
from topboard.proof.prove import prove
from topboard.proof.verify import verify
from topboard.systems.registry import system

ENDS = {
    "1": (10, 0, Manner.PLAYED),
    "0": (0, 10, Manner.PLAYED),
    "=": (5, 5, Manner.PLAYED),
    "1*": (10, 0, Manner.UNFINISHED),
    "0*": (0, 10, Manner.UNFINISHED),
    "-": (0, 0, Manner.BOTH_DEFAULTED),
    "?": (0, 0, Manner.PENDING),
}


def unfinished_match(white: int, black: int, boards: str) -> Meeting:
    """A match that goes on, its boards as the side sees them that has White on board 1.

    The total is what such a file often has: that of all results noted.
    """
    games, total = [], [0, 0]
    for board, end in enumerate(boards.split()):
        first, second, manner = ENDS[end]
        total = [total[0] + first, total[1] + second]
        sides = (second, first) if board % 2 else (first, second)
        games.append(Game(None, None, *sides, manner))
    numbers = Number(white), Number(black)
    return Meeting(*numbers, *total, Manner.UNFINISHED, games=tuple(games))


def after(count: int, *meetings: Meeting) -> Tournament:
    bare = event(count, accelerated=frozenset())
    return replace(bare, rounds=(Round(1, meetings),))


@each_edition(
    olympiad_2008="12",
    olympiad_2008_dresden="12",
    olympiad_2009="13",
    olympiad_2021_draft="5.1",
    olympiad_2022="5.1",
)
def test_a_result_noted_for_an_unfinished_game_does_not_count(edition):
    played = after(
        8,
        unfinished_match(1, 5, "1 0 = 1*"),  # 2-2
        unfinished_match(2, 6, "= 0* 1 0"),  # 2-2
        unfinished_match(3, 7, "1 = = 0*"),  # 2½-1½
        unfinished_match(4, 8, "1 - 0 1*"),  # 1½-1½: nobody came to board 2
    )

    paired = pair(edition, played)

    assert match_points(edition, played) == {
        1: 10, 5: 10, 2: 10, 6: 10, 3: 20, 7: 0, 4: 10, 8: 10,
    }  # fmt: skip
    assert set(group_treatment(paired, 1).residents) == {1, 2, 4, 5, 6, 8}
    assert games_of(edition, played) == {
        1: 20, 5: 20, 2: 20, 6: 20, 3: 25, 7: 15, 4: 15, 8: 15,
    }  # fmt: skip


def match_points(edition: str, played: Tournament) -> dict[int, int]:
    return {line.number: line.points for line in topboard.standings(played, edition).lines}


def games_of(edition: str, played: Tournament) -> dict[int, int]:
    table = topboard.standings(replace(played, tie_breaks=("GP",)), edition)
    return {line.number: line.values[0].value for line in table.lines}


@pytest.mark.parametrize("edition", [s for s in topboard.SYSTEMS if s.startswith("olympiad")])
def test_a_board_without_a_result_beside_others_is_a_pending_game(edition):
    played = after(2, unfinished_match(1, 2, "1 ? = 0"))

    assert games_of(edition, played) == {1: 20, 2: 20}


@pytest.mark.parametrize("edition", [s for s in topboard.SYSTEMS if s.startswith("olympiad")])
@pytest.mark.parametrize("boards", ["1 0 = 1*", "1 1 - 0*", "0 - 1* ?"])
def test_the_proof_checker_counts_unfinished_games_board_by_board_too(edition, boards):
    played = replace(
        after(
            8,
            unfinished_match(1, 5, boards),
            *(Meeting(Number(n), Number(n + 4), 40, 0) for n in (2, 3, 4)),
        ),
        system=edition,
        planned_rounds=11,
    )

    proof = prove(played, system(edition).pair(played))

    assert verify(proof).proved
    assert [error.message for error in schema().iter_errors(proof)] == []


@pytest.mark.parametrize("edition", [s for s in topboard.SYSTEMS if s.startswith("olympiad")])
def test_the_totals_shown_are_the_totals_that_count(edition):
    played = after(
        4,
        unfinished_match(1, 3, "1 1 - 0*"),
        Meeting(Number(2), Number(4), 20, 10, Manner.UNFINISHED),
    )

    shown = system(edition).count_unfinished_games_by_rules(played)

    points = [(m.white_points, m.black_points) for m in shown.rounds[0].meetings]
    assert points == [(25, 5), (25, 15)]
    assert games_of(edition, shown) == games_of(edition, played) == {1: 25, 3: 5, 2: 25, 4: 15}


def test_rosters_show_whose_game_it_is_if_colours_do_not_alternate():
    players = [Player(Number(n), f"P{n}") for n in range(1, 9)]
    teams = (
        Team(Number(1), "One", tuple(players[:4])),
        Team(Number(2), "Two", tuple(players[4:])),
    )
    # Team 1 has White on all boards and has won the first three.
    games = tuple(
        Game(Number(n), Number(n + 4), 10, 0, Manner.UNFINISHED if n == 4 else Manner.PLAYED)
        for n in range(1, 5)
    )
    meeting = Meeting(Number(1), Number(2), 40, 0, Manner.UNFINISHED, games=games)
    played = Tournament(teams, (Round(1, (meeting,)),), boards=4)

    assert games_of("olympiad_2022", played) == {1: 35, 2: 5}


@pytest.mark.parametrize("edition", [s for s in topboard.SYSTEMS if s.startswith("olympiad")])
def test_unfinished_games_are_draws_in_the_tie_breaks_too(edition):
    teams = tuple(Team(Number(n), f"T{n}") for n in (1, 2))
    meeting = Meeting(Number(1), Number(2), 10, 0, Manner.UNFINISHED)
    event = Tournament(teams, (Round(1, (meeting,)),), boards=4)

    lines = {line.number: line for line in topboard.standings(event, edition).lines}
    first = lines[Number(1)].values[0].items[0]
    second = lines[Number(2)].values[0].items[0]

    # 2.5 game points against 0 match points, 1.5 against 2.
    assert (first.value, second.value) == (0, 15 * 20)
