"""All Swiss systems share one field, one type of citations and one way to answer why not."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

import pytest

import topboard
from topboard._frozen import replace
from topboard.analysis.generate import Wishes
from topboard.model.history import participants_to_pair
from topboard.reasons.obstacles import HaveMet
from topboard.reasons.why_not import ArePaired, HasBye, why_not
from topboard.systems.common.citations import Citations
from topboard.systems.common.field import Field
from topboard.systems.fide_common import players
from topboard.systems.fide_common.players import FideField
from topboard.systems.fide_common.round_pairing import PairsAndByeOfRound
from topboard.systems.fide_dubov.players import DubovField
from topboard.systems.registry import FAMILIES, SYSTEMS, module_name_of_edition, system

SWISS = [name for name in SYSTEMS if name not in FAMILIES["round_robin"]]
BY_BRACKETS = [
    name
    for family in ("fide_dutch", "fide_dubov", "fide_burstein", "fide_upfloat")
    for name in FAMILIES[family]
]


def played(name: str, size: int = 11):
    """An event before its fifth round, which is after the seeding rounds of seven."""
    event = topboard.generate(name, 3, Wishes(competitors=size, rounds=7, absences=2, no_shows=2))
    return event.before(5)


@pytest.mark.parametrize("name", SWISS)
def test_the_facts_of_a_round_form_a_field_with_the_shared_columns(name: str) -> None:
    before = played(name)
    decided = system(name).pair(before).decided
    field = decided.field_with_bye_player if isinstance(decided, PairsAndByeOfRound) else decided

    assert isinstance(field, Field)
    there = set(participants_to_pair(before))
    assert set(field.numbers) == there
    assert field.points.keys() >= there
    assert field.colours.keys() == field.met.keys() == there
    assert all(len(row) == 4 for row in field.rows.values())


@pytest.mark.parametrize("name", BY_BRACKETS)
def test_the_indexed_columns_stay_aligned_when_players_are_removed(name: str) -> None:
    entered = system(name).pair(played(name)).decided.field_with_bye_player
    rest = entered.without_players(0, 3)

    assert isinstance(entered, FideField)
    assert type(rest) is type(entered)
    assert rest.numbers == tuple(n for at, n in enumerate(entered.numbers) if at not in (0, 3))
    assert rest.numbers == tuple(player.number for player in rest.players)
    assert len(rest.kinds) == len(rest.closed) == len(rest.numbers)
    for at, number in enumerate(rest.numbers):
        then = {entered.numbers[place] for place in entered.closed[entered.numbers.index(number)]}
        assert {rest.numbers[place] for place in rest.closed[at]} == then & {*rest.numbers}
    if isinstance(rest, DubovField):
        own = dict(zip(entered.numbers, entered.aros, strict=True))
        assert rest.aros == tuple(own[number] for number in rest.numbers)


@pytest.mark.parametrize("name", SWISS)
def test_an_edition_cites_its_articles_with_a_single_type(name: str) -> None:
    edition = import_module(module_name_of_edition(name))
    modules = [edition, *(one for one in vars(edition).values() if isinstance(one, ModuleType))]
    tables = [
        value
        for module in modules
        for value in vars(module).values()
        if type(value).__name__.endswith("Citations")
    ]

    assert all(isinstance(table, Citations) for table in tables)
    assert all(table.bye and table.no_rematch and table.groups for table in tables)
    assert tables or name.startswith(("cfc", "dubov_1997"))


@pytest.mark.parametrize("name", BY_BRACKETS)
def test_why_not_counts_the_points_of_each_round_once(name: str, monkeypatch) -> None:
    before, rules = played(name), system(name)
    counted = []
    real = players.points_by_round
    monkeypatch.setattr(
        players, "points_by_round", lambda *facts: counted.append(1) or real(*facts)
    )
    first, *others = participants_to_pair(before)
    for other in others:
        counted.clear()
        verdict = why_not(before, rules, first, other)
        assert len(counted) == 1, verdict
        if not isinstance(verdict, ArePaired | HasBye | HaveMet):
            return
    raise AssertionError("everybody is paired, has the bye or has met")


@pytest.mark.parametrize("name", SWISS)
def test_why_not_works_the_same_for_a_pairing_without_its_facts(name: str) -> None:
    before, rules = played(name), system(name)
    made = rules.pair(before)
    read = replace(made, decided=None, made_from=None)
    first, *others = participants_to_pair(before)
    for other in others:
        assert why_not(before, rules, first, other, read) == why_not(before, rules, first, other)
