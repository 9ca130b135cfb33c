"""The International tables: those in print, and what holds for every number of players."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.citing import each_edition
from tests.oracle.round_robin import games
from tests.systems.round_robin.cfc_round_robin.scores import (
    a_round,
    event,
    pairs,
    played_out,
    table_text,
    teams,
)
from topboard.model import Number
from topboard.systems.round_robin import schedule
from topboard.systems.round_robin.schedule import Schedule, list_pairs_of_round

SIZES = range(2, 65)

# Typed from the Berger tables of the FIDE Handbook, C.05 Annex 1, first number White.
PRINTED = {
    4: """
        1-4 2-3
        4-3 1-2
        2-4 3-1
    """,
    6: """
        1-6 2-5 3-4
        6-4 5-3 1-2
        2-6 3-1 4-5
        6-5 1-4 2-3
        3-6 4-2 5-1
    """,
    8: """
        1-8 2-7 3-6 4-5
        8-5 6-4 7-3 1-2
        2-8 3-1 4-7 5-6
        8-6 7-5 1-4 2-3
        3-8 4-2 5-1 6-7
        8-7 1-6 2-5 3-4
        4-8 5-3 6-2 7-1
    """,
    10: """
        1-10 2-9 3-8 4-7 5-6
        10-6 7-5 8-4 9-3 1-2
        2-10 3-1 4-9 5-8 6-7
        10-7 8-6 9-5 1-4 2-3
        3-10 4-2 5-1 6-9 7-8
        10-8 9-7 1-6 2-5 3-4
        4-10 5-3 6-2 7-1 8-9
        10-9 1-8 2-7 3-6 4-5
        5-10 6-4 7-3 8-2 9-1
    """,
    12: """
        1-12 2-11 3-10 4-9 5-8 6-7
        12-7 8-6 9-5 10-4 11-3 1-2
        2-12 3-1 4-11 5-10 6-9 7-8
        12-8 9-7 10-6 11-5 1-4 2-3
        3-12 4-2 5-1 6-11 7-10 8-9
        12-9 10-8 11-7 1-6 2-5 3-4
        4-12 5-3 6-2 7-1 8-11 9-10
        12-10 11-9 1-8 2-7 3-6 4-5
        5-12 6-4 7-3 8-2 9-1 10-11
        12-11 1-10 2-9 3-8 4-7 5-6
        6-12 7-5 8-4 9-3 10-2 11-1
    """,
    14: """
        1-14 2-13 3-12 4-11 5-10 6-9 7-8
        14-8 9-7 10-6 11-5 12-4 13-3 1-2
        2-14 3-1 4-13 5-12 6-11 7-10 8-9
        14-9 10-8 11-7 12-6 13-5 1-4 2-3
        3-14 4-2 5-1 6-13 7-12 8-11 9-10
        14-10 11-9 12-8 13-7 1-6 2-5 3-4
        4-14 5-3 6-2 7-1 8-13 9-12 10-11
        14-11 12-10 13-9 1-8 2-7 3-6 4-5
        5-14 6-4 7-3 8-2 9-1 10-13 11-12
        14-12 13-11 1-10 2-9 3-8 4-7 5-6
        6-14 7-5 8-4 9-3 10-2 11-1 12-13
        14-13 1-12 2-11 3-10 4-9 5-8 6-7
        7-14 8-6 9-5 10-4 11-3 12-2 13-1
    """,
    16: """
        1-16 2-15 3-14 4-13 5-12 6-11 7-10 8-9
        16-9 10-8 11-7 12-6 13-5 14-4 15-3 1-2
        2-16 3-1 4-15 5-14 6-13 7-12 8-11 9-10
        16-10 11-9 12-8 13-7 14-6 15-5 1-4 2-3
        3-16 4-2 5-1 6-15 7-14 8-13 9-12 10-11
        16-11 12-10 13-9 14-8 15-7 1-6 2-5 3-4
        4-16 5-3 6-2 7-1 8-15 9-14 10-13 11-12
        16-12 13-11 14-10 15-9 1-8 2-7 3-6 4-5
        5-16 6-4 7-3 8-2 9-1 10-15 11-14 12-13
        16-13 14-12 15-11 1-10 2-9 3-8 4-7 5-6
        6-16 7-5 8-4 9-3 10-2 11-1 12-15 13-14
        16-14 15-13 1-12 2-11 3-10 4-9 5-8 6-7
        7-16 8-6 9-5 10-4 11-3 12-2 13-1 14-15
        16-15 1-14 2-13 3-12 4-11 5-10 6-9 7-8
        8-16 9-7 10-6 11-5 12-4 13-3 14-2 15-1
    """,
}


@pytest.mark.article(
    "cfc_round_robin:652bis", "cfc_team_round_robin:652bis", "fide_round_robin:Annex 1"
)
@pytest.mark.parametrize("size", PRINTED)
def test_the_tables_match_the_printed_ones(size: int) -> None:
    printed = [line.strip() for line in PRINTED[size].strip().splitlines()]

    assert table_text(schedule.berger_table(size)) == printed


@pytest.mark.article("fide_round_robin:Annex 1.odd")
@pytest.mark.parametrize("size", PRINTED)
def test_an_odd_field_uses_the_next_even_table_and_gives_the_last_number_byes(size: int) -> None:
    for even, odd in zip(schedule.berger_table(size), schedule.berger_table(size - 1), strict=True):
        with_last = next(game for game in even.games if size in game)

        assert odd.games == tuple(game for game in even.games if game != with_last)
        assert odd.free == min(with_last)


@each_edition(cfc_round_robin="652bis", cfc_team_round_robin="652bis")
def test_in_a_field_of_five_2_has_white_against_3_in_round_4(edition: str) -> None:
    entered = {"competitors": teams(5)} if "team" in edition else {}
    before = event(5, *[""] * 3, system=edition, **entered)

    assert pairs(before) == "1-4 2-3"


@pytest.mark.parametrize("size", SIZES)
def test_all_players_meet_once_and_each_plays_once_per_round(size: int) -> None:
    table = schedule.berger_table(size)
    met = [frozenset(game) for row in table for game in row.games]

    assert len(table) == (size - 1 if size % 2 == 0 else size)
    assert sorted(map(sorted, met)) == [list(pair) for pair in combinations(range(1, size + 1), 2)]
    for row in table:
        busy = [n for game in row.games for n in game] + ([row.free] if row.free else [])
        assert sorted(busy) == list(range(1, size + 1))


@pytest.mark.parametrize("size", SIZES)
def test_colours_differ_by_one_at_most_and_the_lower_half_has_the_extra_white(size: int) -> None:
    whites = [game[0] for row in schedule.berger_table(size) for game in row.games]
    blacks = [game[1] for row in schedule.berger_table(size) for game in row.games]
    more = {n: whites.count(n) - blacks.count(n) for n in range(1, size + 1)}

    if size % 2:
        assert set(more.values()) == {0}
    else:
        assert more == {n: 1 if n <= size // 2 else -1 for n in more}


@pytest.mark.parametrize("size", SIZES)
def test_the_sum_of_two_numbers_determines_the_round_and_the_colours(size: int) -> None:
    table = schedule.berger_table(size)

    assert {(r, *game) for r, row in enumerate(table, start=1) for game in row.games} == games(size)


@pytest.mark.parametrize("size", [3, 4, 5, 8, 11, 24, 33, 64])
def test_no_player_has_the_same_colour_three_times_running_in_a_single_cycle(size: int) -> None:
    assert longest_run(Schedule(numbers(size))) <= 2


@each_edition(cfc_round_robin="651", cfc_team_round_robin="661")
def test_a_double_round_robin_repeats_every_game_with_colours_reversed(edition: str) -> None:
    entered = {"competitors": teams(4)} if "team" in edition else {}
    tournament = event(4, system=edition, variations=("double",), **entered)

    rounds = [r.meetings for r in played_out(tournament, seed=1).rounds]

    assert len(rounds) == 6
    for first, second in zip(rounds[:3], rounds[3:], strict=True):
        assert [(m.white, m.black) for m in first] == [(m.black, m.white) for m in second]


@pytest.mark.parametrize("size", range(3, 65))
def test_swapping_two_rounds_of_the_first_cycle_avoids_a_third_equal_colour(size: int) -> None:
    plain = Schedule(numbers(size), double=True)
    swapped = Schedule(numbers(size), double=True, swapped=True)

    assert longest_run(plain) == (2 if size % 2 else 3)
    assert longest_run(swapped) <= 2
    assert played_in(swapped, plain.rounds_per_cycle - 1) == played_in(
        plain, plain.rounds_per_cycle
    )
    assert played_in(swapped, plain.rounds_per_cycle) == played_in(
        plain, plain.rounds_per_cycle - 1
    )
    others = [
        r
        for r in range(1, plain.round_count + 1)
        if r not in (plain.rounds_per_cycle - 1, plain.rounds_per_cycle)
    ]
    assert all(played_in(swapped, r) == played_in(plain, r) for r in others)


@pytest.mark.parametrize("size", [2, 3, 7, 10])
def test_in_a_double_round_robin_every_player_has_equal_whites_and_blacks(size: int) -> None:
    schedule = Schedule(numbers(size), double=True, swapped=True)
    colours = colour_rows(schedule)

    assert all(row.count("W") == row.count("B") == size - 1 for row in colours.values())


@each_edition(cfc_round_robin="650", cfc_team_round_robin="660")
def test_a_whole_event_is_paired_round_by_round(edition: str) -> None:
    entered = {"competitors": teams(9)} if "team" in edition else {}

    played = played_out(event(9, system=edition, **entered), seed=3)

    met = [frozenset((m.white, m.black)) for r in played.rounds for m in r.meetings]
    assert len(met) == len(set(met)) == 36
    assert sorted(r.bye or 0 for r in played.rounds) == list(range(1, 10))


def test_a_round_in_text_form_is_parsed() -> None:
    assert a_round(1, "1-2 =, bye 3").meetings[0].white_points == 5
    assert a_round(1, "1-2 =, bye 3").bye == 3


def numbers(size: int) -> tuple[Number, ...]:
    return tuple(Number(n) for n in range(1, size + 1))


def played_in(schedule: Schedule, round_number: int) -> tuple[tuple[Number, Number], ...]:
    return list_pairs_of_round(schedule, round_number)


def colour_rows(schedule: Schedule) -> dict[Number, str]:
    rows = dict.fromkeys(schedule.seats, "")
    for r in range(1, schedule.round_count + 1):
        for white, black in list_pairs_of_round(schedule, r):
            rows[white] += "W"
            rows[black] += "B"
    return rows


def longest_run(schedule: Schedule) -> int:
    return max(
        run
        for row in colour_rows(schedule).values()
        for run in range(1, 5)
        if "W" * run in row or "B" * run in row
    )
