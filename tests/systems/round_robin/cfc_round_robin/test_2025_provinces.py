"""Draws that keep players of one province apart in the last three rounds."""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.oracle.round_robin import compatriots_at_the_end, nearest_to_the_lot
from tests.systems.round_robin.cfc_round_robin.scores import (
    PLAYERS,
    TEAMS,
    event,
    played_out,
    players,
    with_lot,
)
from topboard.model import Number, Player, Team, Tournament
from topboard.reasons.family_decisions import CompatriotsMeet, TableNumberDrawn
from topboard.reasons.obstacles import LeavesNoValidDraw, MeetsCompatriot
from topboard.systems.registry import system
from topboard.systems.round_robin import arrangement, restricted_draw
from topboard.systems.round_robin.restricted_draw import (
    RestrictedDraw,
    home_province,
    list_pairs_of_last_rounds,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ALL_DRAWS_OF_MANY = [pytest.param(size, marks=pytest.mark.thorough) for size in (6, 7)]
LARGE = [pytest.param(size, marks=pytest.mark.thorough) for size in range(16, 25)]


def apart(homes: str, order: list[int] | None = None, *, double: bool = False) -> RestrictedDraw:
    """The draw for players with these provinces (a dot: none), drawn in this order."""
    tournament = Tournament(players(len(homes), homes))
    lot = tuple(Number(n) for n in order or range(1, len(homes) + 1))
    return restricted_draw.draw_with_fewest_compatriot_games(
        tournament, lot, home=home_province, double=double, article="2025"
    )


def home_of(homes: str) -> dict[int, str]:
    return {n: home.strip(".") for n, home in enumerate(homes, start=1)}


def divisions(size: int, most: int | None = None) -> list[str]:
    """Every way to divide a number of players into provinces: "AAB.", "AA..", …"""
    if size == 0:
        return [""]
    letters = "ABCDEFG"
    found = []
    for first in range(min(size, most or size), 0, -1):
        for rest in divisions(size - first, first):
            letter = letters[len(set(rest) - {"."})] if first > 1 else "."
            found.append(letter * first + rest)
    return found


@pytest.mark.article("cfc_round_robin:2025")
@pytest.mark.parametrize("size", [2, 3, 4, 5, *ALL_DRAWS_OF_MANY])
def test_the_draw_nearest_the_lot_is_chosen_among_the_best_separations(size: int) -> None:
    for homes in divisions(size):
        for seed in range(3 if size < 7 else 1):
            order = list(range(1, size + 1))
            Random(seed).shuffle(order)

            draw = apart(homes, order)

            assert draw.seats == nearest_to_the_lot(order, home_of(homes)), (homes, order)
            assert draw.proved


def test_every_division_of_four_is_tried() -> None:
    assert sorted(divisions(4)) == ["....", "AA..", "AAA.", "AAAA", "BBAA"]


@pytest.mark.article("cfc_round_robin:2025")
@pytest.mark.parametrize("size", [*range(9, 16), *LARGE])
def test_provinces_of_usual_sizes_are_kept_apart(size: int) -> None:
    homes = "".join("ABCDEFG"[n * 7 // size] for n in range(size))
    for seed in range(4):
        order = list(range(1, size + 1))
        Random(seed).shuffle(order)

        draw = apart(homes, order)

        assert sorted(draw.seats) == list(range(1, size + 1))
        assert compatriots_at_the_end(draw.seats, home_of(homes)) == 0
        assert (draw.meetings, draw.proved) == ((), True)


# The groups of numbers that FIDE prints for such draws (C.05 Annex 2), by size of the table.
VARMA = {
    10: ("3 4 8", "5 7 9", "1 6", "2 10"),
    12: ("4 5 9 10", "1 2 7", "6 8 12", "3 11"),
    14: ("4 5 6 11 12", "1 2 8 9", "7 10 13", "3 14"),
    16: ("5 6 7 12 13 14", "1 2 3 9 10", "8 11 15", "4 16"),
    18: ("5 6 7 8 14 15 16", "1 2 3 10 11 12", "9 13 17", "4 18"),
    20: ("6 7 8 9 15 16 17 18", "1 2 3 11 12 13 14", "5 10 19", "4 20"),
    22: ("6 7 8 9 10 17 18 19 20", "1 2 3 4 12 13 14 15", "11 16 21", "5 22"),
    24: ("6 7 8 9 10 11 19 20 21 22", "1 2 3 4 13 14 15 16 17", "12 18 23", "5 24"),
}


@pytest.mark.article("fide_round_robin:Annex 2.5", "fide_round_robin:5.3")
@pytest.mark.parametrize("size", VARMA)
def test_printed_contingents_are_kept_apart_even_where_the_print_fails(
    size: int,
) -> None:
    homes = "".join("ABCD"[i] * len(group.split()) for i, group in enumerate(VARMA[size]))
    last = list_pairs_of_last_rounds(size, double=False)
    meet = {frozenset(game): r for r, games in last for game in games}
    printed = [
        (a, b, meet[frozenset((a, b))])
        for group in VARMA[size]
        for a, b in combinations([int(n) for n in group.split()], 2)
        if frozenset((a, b)) in meet
    ]

    assert [number for number, _ in last] == [size - 3, size - 2, size - 1]
    assert printed == ([(6, 12, 11)] if size == 12 else [])
    draw = apart(homes)
    assert draw.meetings == ()
    assert compatriots_at_the_end(draw.seats, home_of(homes)) == 0


@pytest.mark.article("fide_round_robin:Annex 2.5")
def test_the_last_three_rounds_of_ten_players_match_the_printed_table() -> None:
    # Rounds 7 to 9 of the table for 9 or 10 players in Annex 1.
    printed = {
        7: "4-10 5-3 6-2 7-1 8-9",
        8: "10-9 1-8 2-7 3-6 4-5",
        9: "5-10 6-4 7-3 8-2 9-1",
    }

    games = {number: {*games} for number, games in list_pairs_of_last_rounds(10, double=False)}

    assert games == {
        number: {tuple(map(int, game.split("-"))) for game in text.split()}
        for number, text in printed.items()
    }


@pytest.mark.article("fide_round_robin:Annex 2.5")
def test_compatriots_due_to_meet_in_the_last_three_rounds_are_moved_apart() -> None:
    # By the plain lot 4 and 10 meet in round 7 of 9, the first of the last three.
    homes = "...A.....A"

    draw = apart(homes)

    assert draw.meetings == ()
    assert draw.seats != tuple(range(1, 11))


@pytest.mark.article("cfc_round_robin:2025")
@pytest.mark.parametrize(
    ("homes", "least"),
    [
        ("AAAAAA......", 1),
        ("AAAAAABBBBBB", 2),
        ("AAAAAAABBBBB", 3),
        ("AAAAAAAA....", 6),
        ("AAAAAAAAAAAA", 18),
        ("AAA", 3),
        ("AA..", 1),
    ],
)
def test_unavoidable_games_between_compatriots_are_as_few_as_possible(
    homes: str, least: int
) -> None:
    draw = apart(homes)

    assert len(draw.meetings) == least
    assert draw.proved
    assert all(meeting.proved and meeting.least == least for meeting in draw.meetings)
    assert compatriots_at_the_end(draw.seats, home_of(homes)) == least


def test_a_contingent_of_half_the_field_cannot_be_kept_apart() -> None:
    """Checked by going through all sets of six numbers of twelve."""
    meet = {
        frozenset(game)
        for _, games in list_pairs_of_last_rounds(12, double=False)
        for game in games
    }

    fewest = min(
        sum(frozenset(pair) in meet for pair in combinations(six, 2))
        for six in combinations(range(1, 13), 6)
    )

    assert fewest == 1


@pytest.mark.article("cfc_round_robin:2025")
def test_the_reason_for_passing_over_a_player_is_given() -> None:
    draw = apart("AABBCC")

    assert draw.seats[:2] == (1, 2)
    passed = {n.seat: n.passed_over for n in draw.numbers if n.passed_over}
    obstacles = [p.obstacle for over in passed.values() for p in over]
    assert obstacles
    assert all(isinstance(o, MeetsCompatriot | LeavesNoValidDraw) for o in obstacles)
    meet = {
        frozenset(game): r
        for r, games in list_pairs_of_last_rounds(6, double=False)
        for game in games
    }
    seat = {n.number: n.seat for n in draw.numbers}
    for number in draw.numbers:
        for over in number.passed_over:
            if isinstance(over.obstacle, MeetsCompatriot):
                both = frozenset((number.seat, seat[over.obstacle.other]))
                assert meet[both] == over.obstacle.round


@pytest.mark.article("cfc_round_robin:2025")
def test_a_double_round_robin_takes_its_last_rounds_from_the_second_cycle() -> None:
    draw = apart("AABBCC", [6, 5, 4, 3, 2, 1], double=True)
    tournament = with_lot(
        event(6, competitors=players(6, "AABBCC"), variations=("double", "provinces-apart")),
        6,
        5,
        4,
        3,
        2,
        1,
    )

    rounds = played_out(tournament, seed=1).rounds
    last = {frozenset((m.white, m.black)) for r in rounds[-3:] for m in r.meetings}

    assert draw.meetings == ()
    assert last.isdisjoint({frozenset((1, 2)), frozenset((3, 4)), frozenset((5, 6))})


@pytest.mark.article("cfc_round_robin:2025")
def test_the_variation_changes_the_numbers_and_the_round_says_so() -> None:
    order = (1, 2, 3, 4, 5, 6)
    entered = players(6, "AAABBB")
    plain = with_lot(event(6, competitors=entered), *order)
    kept = with_lot(event(6, competitors=entered, variations=("provinces-apart",)), *order)
    number_entries = system(PLAYERS).assign_pairing_numbers

    numbered = number_entries(kept)
    reasons = system(PLAYERS).pair(kept).reasons

    assert [c.name for c in number_entries(plain).competitors] == [c.name for c in entered]
    assert [c.name for c in numbered.competitors] != [c.name for c in entered]
    assert number_entries(numbered) == numbered
    assert any(isinstance(r, TableNumberDrawn) for r in reasons)
    assert [r.least for r in reasons if isinstance(r, CompatriotsMeet)] == [2, 2]
    assert not any(isinstance(r, TableNumberDrawn) for r in system(PLAYERS).pair(plain).reasons)


@pytest.mark.article("cfc_team_round_robin:2025")
def test_teams_of_one_federation_are_kept_apart() -> None:
    teams = tuple(Team(Number(n), f"T{n}", federation="AABBCCDD"[n - 1]) for n in range(1, 9))
    tournament = with_lot(
        event(8, system=TEAMS, competitors=teams, variations=("provinces-apart",)), *range(1, 9)
    )

    rounds = played_out(tournament, seed=1).rounds

    late = {frozenset((m.white, m.black)) for r in rounds[-3:] for m in r.meetings}
    assert late.isdisjoint({frozenset((n, n + 1)) for n in (1, 3, 5, 7)})


def test_the_province_is_the_first_affiliation_or_else_the_federation() -> None:
    number = Number(1)

    assert home_province(Player(number, "A", affiliations=("Québec", "Montréal"))) == "Québec"
    assert home_province(Player(number, "A", federation="CAN", club="Annex")) == "CAN"
    assert home_province(Player(number, "A")) == ""
    assert home_province(Team(number, "A", federation="USA")) == "USA"


@pytest.fixture
def most_situations(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int], None]]:
    """Sets how long the search may take; draws made so are forgotten afterwards."""

    def limit(most: int) -> None:
        monkeypatch.setattr(restricted_draw, "MOST_SITUATIONS", most)
        restricted_draw._cached_restricted_draw.cache_clear()

    yield limit
    restricted_draw._cached_restricted_draw.cache_clear()


def test_an_abandoned_search_reports_that_nothing_is_proved(
    most_situations: Callable[[int], None],
) -> None:
    most_situations(3)
    homes = "AAAABBBBCCCC"

    draw = apart(homes, list(range(12, 0, -1)))

    assert sorted(draw.seats) == list(range(1, 13))
    assert not draw.proved
    assert len(draw.meetings) == compatriots_at_the_end(draw.seats, home_of(homes))
    assert not any(meeting.proved for meeting in draw.meetings)


def test_a_player_passed_over_without_proof_is_marked_as_such(
    most_situations: Callable[[int], None],
) -> None:
    most_situations(13)

    draw = apart("AAAABBBBCCCC")

    told = [p.obstacle for number in draw.numbers for p in number.passed_over]
    assert draw.meetings == ()
    assert not draw.proved
    assert LeavesNoValidDraw(proved=False) in told


def test_an_oversized_contingent_is_refuted_by_counting() -> None:
    matchings = tuple(games for _, games in list_pairs_of_last_rounds(16, double=False))
    seating = arrangement.ArrangementProblem(tuple(range(1, 17)), matchings, (9,))
    search = arrangement.ArrangementSearch(seating, 1)

    assert arrangement.find_minimum_of_edges_within_groups(seating) == 3
    assert search.find_arrangement({}, 2) is None
    assert search.examined == 0


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(300))
def test_the_search_agrees_with_brute_force(seed: int) -> None:
    """Groups on the vertices of small graphs of three matchings, some vertices fixed."""
    random = Random(seed)
    count = random.randrange(2, 9)
    matchings = _matchings(random, count)
    sizes = _sizes(random, count)
    groups = [g for g, size in enumerate(sizes) for _ in range(size)]
    groups += [arrangement.LONER] * (count - len(groups))
    few = random.randrange(count // 3 + 1)
    fixed = dict(zip(random.sample(range(count), few), random.sample(groups, few), strict=True))
    seating = arrangement.ArrangementProblem(
        tuple(random.sample(range(count), count)), matchings, sizes
    )
    search = arrangement.ArrangementSearch(seating, 10_000)
    fewest = min(
        sum(given[a] == given[b] != arrangement.LONER for lines in matchings for a, b in lines)
        for given in set(permutations(groups))
        if all(given[vertex] == group for vertex, group in fixed.items())
    )

    assert arrangement.find_minimum_of_edges_within_groups(seating) <= fewest
    for most in range(fewest + 2):
        found = search.find_arrangement(fixed, most)

        assert (found is not None) == (most >= fewest)
        if found is not None:
            assert search.count_edges_within_groups(found) <= most
            assert sorted(found.values()) == sorted(groups)
            assert all(found[vertex] == group for vertex, group in fixed.items())


def _matchings(random: Random, count: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Three matchings that have no line in common."""
    seen: set[frozenset[int]] = set()
    found = []
    for _ in range(3):
        order = random.sample(range(count), count)
        lines = [(order[i], order[i + 1]) for i in range(0, count - 1, 2)]
        found.append(tuple(line for line in lines if frozenset(line) not in seen))
        seen |= {frozenset(line) for line in lines}
    return tuple(found)


def _sizes(random: Random, count: int) -> tuple[int, ...]:
    """Sizes of groups of two and more, with room for some loners."""
    sizes: list[int] = []
    while count - sum(sizes) >= 2 and random.random() < 0.85:
        sizes.append(random.randrange(2, min(4, count - sum(sizes)) + 1))
    return tuple(sizes)
