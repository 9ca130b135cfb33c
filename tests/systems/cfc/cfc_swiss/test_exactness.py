"""The fast ways and the thorough ones come to the same pairing on fields of every size."""

from __future__ import annotations

from functools import cache
from itertools import combinations, islice
from random import Random

import pytest

from tests.player_events import event
from tests.sampling import sample, share_of
from tests.systems.cfc.cfc_swiss import events
from tests.systems.cfc.cfc_swiss.events import play_event
from tests.systems.cfc.cfc_swiss.test_dense_fields import dense_field
from topboard.matching.perfect import PerfectMatching
from topboard.model import Adjustment, Number, Tournament
from topboard.reasons.grounds import Placing
from topboard.reasons.obstacles import ForbiddenByOrganiser
from topboard.systems.cfc import (
    byes,
    cards,
    cfc_swiss,
    interchanges,
    odd_men,
    rounds,
    variations,
)
from topboard.systems.cfc.group_pairing import GroupPairingTask, pair_by_transposition
from topboard.systems.cfc.groups import GroupedField
from topboard.systems.cfc.interchanges import pair_group, pair_with_interchanges

pytestmark = pytest.mark.thorough

SIZES = (24, 41, 60, 90, 130)


def field_of(tournament: Tournament) -> GroupedField:
    in_force = variations.parse_variations_in_force(tournament, teams=False)
    book = cards.build_card_book(
        tournament, in_force, cfc_swiss._build_rating_and_scoring(tournament)
    )
    bye = byes.give_bye(book) if len(book.players) % 2 else None
    return rounds.build_field_after_bye(book, bye)


@cache
def fields(players: int, *chosen: str) -> list[GroupedField]:
    """The fields of the rounds of an event with this number of players."""
    seed = Random(players).randrange(10_000)
    tournament = event(players, planned_rounds=9, variations=chosen)
    return [field_of(before) for before in play_event(tournament, seed, 9)]


@pytest.mark.parametrize("chosen", [(), ("624.1", "624.2")])
@pytest.mark.parametrize("players", SIZES)
def test_segments_give_the_odd_men_of_the_whole_field(
    players: int, chosen: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [(field, odd_men.find_odd_pairs(field)) for field in fields(players, *chosen)]
    assert sum(len(pairs) for _, pairs in found) > 5

    # No group counts as robust any more: the whole field is one problem.
    monkeypatch.setattr(odd_men, "LEAST_ROBUST", 10_000)

    for field, pairs in found:
        assert odd_men.find_odd_pairs(field) == pairs


@pytest.mark.parametrize("players", SIZES)
def test_a_run_of_small_groups_may_be_cut_where_no_pair_crosses(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    lived = fields(players)
    monkeypatch.setattr(odd_men, "LEAST_ROBUST", 10_000)
    found = [(field, odd_men.find_odd_pairs(field)) for field in lived]
    cuts = []
    count_groups_above_segment_cut = odd_men.count_groups_above_segment_cut

    def count_cut(*args: object) -> int:
        cuts.append(count_groups_above_segment_cut(*args))  # type: ignore[arg-type]
        return cuts[-1]

    monkeypatch.setattr(odd_men, "LONGEST", 6)
    monkeypatch.setattr(odd_men, "WINDOW", 6)
    monkeypatch.setattr(odd_men, "FIRST_ROOM", 2)
    monkeypatch.setattr(odd_men, "count_groups_above_segment_cut", count_cut)

    for field, pairs in found:
        assert odd_men.find_odd_pairs(field) == pairs
    assert sum(cut > 0 for cut in cuts) > 3


def test_a_field_of_all_different_scores_is_paired_in_parts() -> None:
    scores = tuple(Adjustment(Number(n), 1000 - n) for n in range(1, 401))
    tournament = event(400, "", adjustments=scores)

    pairs = odd_men.find_odd_pairs(field_of(tournament))

    assert pairs == [(n, n + 1) for n in range(0, 400, 2)]


def test_a_large_field_has_robust_groups_and_a_small_one_has_none() -> None:
    def robust(players: int) -> int:
        last = fields(players)[-1]
        spare = [odd_men.GroupRobustness(last, span) for span in last.spans]
        return sum(group.can_lose_members(odd_men.LEAST_ROBUST) for group in spare)

    assert robust(12) == 0
    assert robust(130) >= 4


def test_an_odd_man_spares_the_sole_opponent_of_a_player_further_down() -> None:
    # 12 can meet 2 alone: else two more would have to go below.
    tournament = events.field({40: "1", 30: "2..11", 20: "12", 10: "13..24"}, forbid="3..11-12")

    assert odd_men.find_odd_pairs(field_of(tournament)) == [(0, 2), (1, 11)]


def test_a_player_without_an_opponent_in_a_large_group_skips_it() -> None:
    # 3 and 4 have met. If 3 could not go past 5 to 14, both 1 and 2 would have to come down.
    tournament = events.field({40: "1 2", 30: "3 4", 20: "5..14", 10: "15..20"}, forbid="3-4..14")

    assert odd_men.find_odd_pairs(field_of(tournament)) == [(2, 14), (3, 4), (13, 15)]


def groups_with_few_ways(random: Random) -> Tournament:
    """Groups of all sizes; now and then somebody is kept from nearly all of another group."""
    sizes = [random.choice((1, 1, 2, 3, 4, 9, 10, 11, 12)) for _ in range(random.randint(3, 6))]
    sizes[-1] += sum(sizes) % 2
    numbers = iter(range(1, 100))
    groups = [[*islice(numbers, size)] for size in sizes]
    closed = set()
    for own in groups:
        for n in own:
            for group in groups:
                if group is not own and random.random() < 0.25:
                    kept = random.choice((0, 1, 1, 2, 3))
                    closed.update((n, m) for m in random.sample(group, max(len(group) - kept, 0)))
            if len(own) < 9:
                closed.update((n, m) for m in own if m > n and random.random() < 0.4)
    points = {100 - 10 * at: " ".join(map(str, group)) for at, group in enumerate(groups)}
    return events.field(points, forbid=" ".join(f"{a}-{b}" for a, b in sorted(closed)))


def test_large_groups_split_the_field_only_where_the_result_is_unchanged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    random = Random(1)
    fields = map(field_of, sample(groups_with_few_ways(random) for _ in range(500)))
    found = [(f, odd_men.find_odd_pairs(f)) for f in fields if PerfectMatching(f.graph).exists]
    monkeypatch.setattr(odd_men, "LEAST_ROBUST", 10_000)

    assert len(found) > share_of(400)
    assert [pairs for _, pairs in found] == [odd_men.find_odd_pairs(f) for f, _ in found]


def tasks(players: int, *chosen: str) -> list[GroupPairingTask]:
    return [
        task
        for field in fields(players, *chosen)
        for task in rounds.build_group_pairing_tasks(field, odd_men.find_odd_pairs(field))
        if task.members
    ]


@pytest.mark.parametrize("chosen", [(), ("631.1",), ("619.1",)])
@pytest.mark.parametrize("players", SIZES)
def test_pairing_by_transposition_gives_the_same_pairs_as_weighing(
    players: int, chosen: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    of_all_rounds = tasks(players, *chosen)
    monkeypatch.setattr(interchanges, "WEIGHED", 60)
    compared = 0
    for task in sample(of_all_rounds, chosen):
        by_classes = pair_by_transposition(task)
        if by_classes is not None and len(task.members) <= 60:
            weighed = pair_with_interchanges(task)
            compared += 1
            assert [(c.higher, c.lower, c.placing) for c in by_classes] == [
                (c.higher, c.lower, c.placing) for c in weighed
            ]

    assert compared > share_of(10)


# --- groups that defy the classes -----------------------------------------------------------


def pairs_of(task: GroupPairingTask) -> list[tuple[int, int, str]]:
    return [(c.higher, c.lower, c.placing.value) for c in pair_with_interchanges(task)]


def one_group(tournament: Tournament) -> GroupPairingTask | None:
    """The only group of a field; None if not everybody can be paired."""
    field = field_of(tournament)
    if not PerfectMatching(field.graph).exists:
        return None
    (task,) = rounds.build_group_pairing_tasks(field, [])
    return task


@pytest.mark.parametrize("seed", range(2))
def test_a_large_group_is_paired_as_if_weighed_as_a_whole(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = Random(seed)
    sizes = [4, 6, 8, 8, 10, 12, 14, 30]
    fields = sample(dense_field(random, random.choice(sizes), "=") for _ in range(100))
    found = [task for task in map(one_group, fields) if task is not None]
    monkeypatch.setattr(interchanges, "WEIGHED", 100)
    whole = [pairs_of(task) for task in found]
    monkeypatch.setattr(interchanges, "WEIGHED", 0)

    assert [pairs_of(task) for task in found] == whole
    assert sum(
        any(p[2] == Placing.INTERCHANGED.value for p in pairs) for pairs in whole
    ) > share_of(15)


LARGE = 320
HALF = LARGE // 2


def test_in_very_large_groups_the_player_next_to_the_middle_switches_halves() -> None:
    task = one_group(event(LARGE, forbid=f"1-{HALF + 1}..{LARGE}"))
    assert task is not None
    assert pair_by_transposition(task) is None

    down, up = HALF - 1, HALF
    expected = [(0, down), *((n, n + HALF) for n in range(1, HALF - 1)), (up, LARGE - 1)]
    assert [(c.higher, c.lower) for c in pair_group(task)] == expected


def test_in_a_very_large_group_colours_count_as_in_a_small_one() -> None:
    # Two clubs of half the field each, who are not to meet their own. Across the halves
    # everybody would meet one who is due the same colour.
    quarters = [range(n, n + HALF // 2) for n in range(1, LARGE, HALF // 2)]
    clubs = ([*quarters[0], *quarters[2]], [*quarters[1], *quarters[3]])
    forbid = " ".join(f"{a}-{b}" for club in clubs for a, b in combinations(club, 2))
    due_white = {*quarters[0], *quarters[3]}
    colours = {n: "B" if n in due_white else "W" for n in range(1, LARGE + 1)}
    tournament = events.field({10: f"1..{LARGE}"}, colours=colours, forbid=forbid)

    made = [{p.white, p.black} for p in events.pair(tournament).pairs]

    assert all(len(pair & due_white) == 1 for pair in made)
    assert sum(max(pair) <= HALF for pair in made) == HALF // 2


def test_a_large_group_explains_why_players_were_passed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(interchanges, "WEIGHED", 0)
    task = one_group(event(8, forbid="1-5..8 2-6"))
    assert task is not None

    told = {
        (c.higher, c.lower): [(p.candidate, p.obstacle) for p in c.passed_over]
        for c in pair_group(task)
    }

    # 4 goes down to meet 1, and 5 goes up.
    assert told == {(0, 3): [], (1, 6): [(6, ForbiddenByOrganiser())], (2, 5): [], (4, 7): []}
