"""The fast ways and the thorough ones come to the same pairing on fields of every size."""

from __future__ import annotations

from random import Random

import pytest

from tests.players import event
from tests.rules.cfc_swiss.events import life
from topboard.model import Adjustment, Number, Tournament
from topboard.rules.cfc import (
    byes,
    cards,
    cfc_swiss,
    group_pairing,
    odd_men,
    rounds,
    variations,
)
from topboard.rules.cfc.group_pairing import GroupTask, by_transposition, by_weighing
from topboard.rules.cfc.groups import GroupedField

SIZES = (24, 41, 60, 90, 130)


def field_of(tournament: Tournament) -> GroupedField:
    in_force = variations.in_force(tournament, teams=False)
    book = cards.open_book(tournament, in_force, cfc_swiss._reckoning(tournament))
    bye = byes.give_bye(book) if len(book.cards) % 2 else None
    return rounds.field_after_bye(book, bye)


def fields(players: int, *chosen: str) -> list[GroupedField]:
    """The fields of the rounds of an event of so many players."""
    seed = Random(players).randrange(10_000)
    tournament = event(players, planned_rounds=9, variations=chosen)
    return [field_of(before) for before in life(tournament, seed, 9)]


@pytest.mark.parametrize("chosen", [(), ("624.1", "624.2")])
@pytest.mark.parametrize("players", SIZES)
def test_segments_give_the_odd_men_of_the_whole_field(
    players: int, chosen: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [(field, odd_men.odd_pairs(field)) for field in fields(players, *chosen)]
    assert sum(len(pairs) for _, pairs in found) > 5

    # No group counts as robust any more: the whole field is one problem.
    monkeypatch.setattr(odd_men, "LEAST_ROBUST", 10_000)

    for field, pairs in found:
        assert odd_men.odd_pairs(field) == pairs


@pytest.mark.parametrize("players", SIZES)
def test_a_run_of_small_groups_may_be_cut_where_nobody_is_paired_below(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(odd_men, "LEAST_ROBUST", 10_000)
    found = [(field, odd_men.odd_pairs(field)) for field in fields(players)]
    cuts = []
    groups_before_cut = odd_men.groups_before_cut

    def counted(*args: object) -> int:
        cuts.append(groups_before_cut(*args))  # type: ignore[arg-type]
        return cuts[-1]

    monkeypatch.setattr(odd_men, "LONGEST", 6)
    monkeypatch.setattr(odd_men, "WINDOW", 6)
    monkeypatch.setattr(odd_men, "FIRST_ROOM", 2)
    monkeypatch.setattr(odd_men, "groups_before_cut", counted)

    for field, pairs in found:
        assert odd_men.odd_pairs(field) == pairs
    assert sum(cut > 0 for cut in cuts) > 3


def test_a_field_in_which_everybody_has_a_score_of_his_own_is_paired_in_parts() -> None:
    scores = tuple(Adjustment(Number(n), 1000 - n) for n in range(1, 401))
    tournament = event(400, "", adjustments=scores)

    pairs = odd_men.odd_pairs(field_of(tournament))

    assert pairs == [(n, n + 1) for n in range(0, 400, 2)]


def test_a_large_field_has_robust_groups_and_a_small_one_has_none() -> None:
    def robust(players: int) -> int:
        last = fields(players)[-1]
        spare = [odd_men.Spare(last, span) for span in last.spans]
        return sum(group.can_lose(odd_men.LEAST_ROBUST) for group in spare)

    assert robust(12) == 0
    assert robust(130) >= 4


def tasks(players: int, *chosen: str) -> list[GroupTask]:
    return [
        task
        for field in fields(players, *chosen)
        for task in rounds.tasks_of(field, odd_men.odd_pairs(field))
        if task.members
    ]


@pytest.mark.parametrize("chosen", [(), ("631.1",), ("619.1",)])
@pytest.mark.parametrize("players", SIZES)
def test_a_pairing_by_transposition_is_the_one_that_weighing_finds(
    players: int, chosen: tuple[str, ...]
) -> None:
    compared = 0
    for task in tasks(players, *chosen):
        by_classes = by_transposition(task)
        if by_classes is not None and len(task.members) <= 60:
            weighed = by_weighing(task)
            compared += 1
            assert [(c.higher, c.lower, c.placing) for c in by_classes] == [
                (c.higher, c.lower, c.placing) for c in weighed
            ]

    assert compared > 10


def test_a_very_large_group_that_defies_the_classes_is_paired_near_to_consecutive_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(group_pairing, "WEIGHED", 4)
    tournament = event(8, forbid="1-5..8")
    (task,) = rounds.tasks_of(field_of(tournament), [])

    assert by_transposition(task) is None
    assert [(c.higher, c.lower) for c in by_weighing(task)] == [(0, 1), (2, 4), (3, 5), (6, 7)]
