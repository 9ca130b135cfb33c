"""Tie-breaks as values: their order, the groups still tied, and what does not apply."""

from __future__ import annotations

from fractions import Fraction

import pytest

import topboard
from tests.team_events import event
from topboard._frozen import replace
from topboard.errors import BadInput
from topboard.model import Number
from topboard.systems.registry import SYSTEMS, system
from topboard.tiebreaks.catalog import TIE_BREAKS, tie_break_with_article
from topboard.tiebreaks.ranking import Facts, TieBreak, build_standings
from topboard.tiebreaks.registry import find_tie_break
from topboard.tiebreaks.standings import Standings, Value

NUMBERS = tuple(Number(n) for n in range(1, 6))


def facts(*points: int, **more: object) -> Facts:
    """A field with these points; nothing else is known of it."""
    of = dict(zip(NUMBERS, points, strict=False))
    return Facts(topboard.Tournament(()), dict.fromkeys(of, ()), of, **more)  # type: ignore[arg-type]


def by(*values: Value) -> TieBreak:
    """A tie-break with these values, by number."""
    of = dict(zip(NUMBERS, values, strict=False))
    return TieBreak("X", "Given", lambda _, tied: {n: of[n] for n in tied})


def places(table: Standings) -> list[tuple[int, int]]:
    return [(line.place, line.number) for line in table.lines]


def test_a_tie_break_is_applied_to_every_group_still_tied():
    asked = []

    def first(_, tied):
        return {n: Value(int(n == 3)) for n in tied}

    def second(_, tied):
        asked.append([*tied])
        return {n: Value(0) for n in tied}

    table = build_standings(
        "", facts(10, 20, 20, 20, 10), (TieBreak("A", "", first), TieBreak("B", "", second))
    )

    assert asked == [[3], [2, 4], [1, 5]]
    assert places(table) == [(1, 3), (2, 2), (2, 4), (4, 1), (4, 5)]
    assert all(len(line.values) == 2 for line in table.lines)


def test_a_lower_value_can_be_the_better_one():
    ascending = by(*(Value(n, compared=(-n,)) for n in (7, 3, 5)))

    assert places(build_standings("", facts(0, 0, 0), (ascending,))) == [(1, 2), (2, 3), (3, 1)]


def test_values_can_be_compared_from_left_to_right_and_exactly():
    third = Fraction(1, 3)
    boards = by(Value(3, compared=(1, third)), Value(3, compared=(2, 0)), Value(3, compared=(1, 0)))

    assert places(build_standings("", facts(0, 0, 0), (boards,))) == [(1, 2), (2, 1), (3, 3)]


def test_an_undefined_value_comes_last():
    undefined = by(Value(0, compared=()), Value(-5), Value(0, compared=()))

    assert places(build_standings("", facts(0, 0, 0), (undefined,))) == [(1, 2), (2, 1), (2, 3)]


def test_an_annulled_player_stays_at_the_bottom_whatever_the_points():
    table = build_standings(
        "", facts(30, 10, 20, annulled={Number(1)}), (by(Value(0), Value(1), Value(1)),)
    )

    assert places(table) == [(1, 3), (2, 2), (3, 1)]
    assert [line.annulled for line in table.lines] == [False, False, True]


def test_every_edition_lists_tie_breaks_that_apply_to_it():
    for name in SYSTEMS:
        rules = system(name)
        nobody = rules.facts(topboard.Tournament(()))
        for one in rules.tie_breaks:
            assert one.article
            assert one.last_word or not one.obstacle(nobody)


def test_a_code_means_the_tie_break_that_the_edition_gives_it():
    own = (tie_break_with_article("SB-", "7", shown="SB"),)

    assert find_tie_break("SB", own) is own[0]
    assert find_tie_break("CUM", own) is TIE_BREAKS["CUM"]
    assert find_tie_break("XX", own) is None


def test_a_code_not_defined_by_the_edition_has_its_fide_meaning():
    of_fide = find_tie_break("sb/c1", (tie_break_with_article("SB-", "7", shown="SB"),))

    assert of_fide is not None
    assert (of_fide.code, of_fide.article) == ("SB/C1", "C.07 9.1")


def test_an_event_may_announce_a_tie_break_that_its_edition_does_not_list():
    played = event(4, "1-2 3:1, 3-4 2:2", "3-1 2:2, 2-4 0:4", tie_breaks=("MPO-", "GP"))

    table = topboard.standings(played, "olympiad_2022")
    usual = topboard.standings(replace(played, tie_breaks=()), "olympiad_2022")

    assert [column.code for column in table.columns] == ["MPO-", "GP"]
    of = {line.number: line.values for line in usual.lines}
    assert all(line.values == (of[line.number][2], of[line.number][1]) for line in table.lines)


def test_a_tie_break_that_does_not_apply_is_refused_with_the_reason():
    with pytest.raises(
        BadInput,
        match=("this tie-break needs points for each round, which these rules do not define"),
    ):
        topboard.standings(event(4, tie_breaks=("CUM",)), "olympiad_2022")
