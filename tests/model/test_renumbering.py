"""New pairing numbers reach every place that names a competitor."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from itertools import repeat
from types import UnionType
from typing import Union, get_args, get_origin, get_type_hints

import pytest

from tests.team_events import squad
from topboard.event.apply_participation import renumber_section_participants as renumbered_section
from topboard.event.state import LotCommitment, Presence, Section, Settings
from topboard.model import (
    Adjustment,
    AwardedPoints,
    ByeRuling,
    FixedTable,
    ForbiddenPair,
    Game,
    Lot,
    Meeting,
    Number,
    PairingBye,
    Player,
    Request,
    Round,
    Team,
    Tournament,
)
from topboard.model.renumbering import renumber_tournament
from topboard.systems.registry import SYSTEMS, system

ENTERED = tuple(map(Number, range(1, 5)))
"""From the weakest to the strongest: every system that goes by ratings turns them round."""
FIRST, SECOND = ENTERED[:2]
GAMES = (Game(Number(71), Number(72)),)
EVENING = Round(1, (Meeting(FIRST, SECOND, games=GAMES),), ((Number(3), PairingBye()),))
DECISIONS = {
    "lots": (Lot("pairing numbers", ENTERED[::-1]), Lot("seats", (SECOND, FIRST))),
    "requests": (Request(FIRST, 2),),
    "forbidden": (ForbiddenPair(FIRST, SECOND),),
    "bye_rulings": (ByeRuling(FIRST, allowed=True),),
    "adjustments": (Adjustment(FIRST, 10),),
    "fixed_tables": (FixedTable(FIRST, 2),),
    "accelerated": frozenset({FIRST}),
}
OF_A_TOURNAMENT = {
    "required": ((FIRST, SECOND),),
    "awarded": (AwardedPoints(FIRST, 1, game_points=5),),
    "published": EVENING,
}


def competitors(of_teams):
    if of_teams:
        return tuple(replace(squad(f"T{n}", *[2000 + n] * 4), number=n) for n in ENTERED)
    return tuple(Player(n, f"P{n}", 2000 + n) for n in ENTERED)


def everything_said(of_teams, **facts):
    return Tournament(
        competitors(of_teams),
        boards=4 if of_teams else 1,
        **{**DECISIONS, **OF_A_TOURNAMENT, **facts},  # type: ignore[arg-type]
    )


def numbers_named(value, hint):
    """Every pairing number in a value; rosters and games hold persons' numbers."""
    if get_origin(hint) in {Union, UnionType}:
        hint = next((h for h in get_args(hint) if h is Number or get_args(h)), type(value))
    if is_dataclass(value):
        hints = get_type_hints(type(value), localns={"Fraction": Fraction})
        for field in fields(value):
            if field.name not in {"players", "games"}:
                yield from numbers_named(getattr(value, field.name), hints[field.name])
    elif isinstance(value, tuple | frozenset):
        inner = get_args(hint)
        each = inner if len(inner) == len(value) and inner[-1] is not ... else repeat(inner[0])
        for item, of in zip(value, each, strict=False):
            yield from numbers_named(item, of)
    elif hint is Number and value is not None:
        yield value


def names(tournament, numbers):
    of = {c.number: c.name for c in tournament.competitors}
    return [of[n] for n in numbers]


NUMBERED = tuple(name for name in SYSTEMS if system(name).order_of_entries is not None)


@pytest.mark.parametrize("name", NUMBERED)
def test_everything_recorded_about_a_competitor_follows_it_to_its_new_number(name):
    entered = everything_said(system(name).teams, system=name)

    numbered = system(name).assign_pairing_numbers(entered)

    assert [c.name[1:] for c in numbered.competitors] == ["4", "3", "2", "1"]
    for field in (*DECISIONS, *OF_A_TOURNAMENT):
        hint = get_type_hints(Tournament)[field]
        before = names(entered, numbers_named(getattr(entered, field), hint))
        assert names(numbered, numbers_named(getattr(numbered, field), hint)) == before, field
        assert before, field


def test_no_field_of_a_tournament_keeps_an_old_number():
    entered = everything_said(of_teams=True, rounds=(EVENING,))

    moved = renumber_tournament(entered, {n: Number(n + 100) for n in ENTERED})

    found = [*numbers_named(moved, Tournament)]
    assert len(found) == len([*numbers_named(entered, Tournament)]) == 26
    assert min(found) > 100
    assert renumber_tournament(moved, {Number(n + 100): n for n in ENTERED}) == entered


def test_team_members_keep_their_numbers():
    entered = everything_said(of_teams=True, rounds=(EVENING,))

    moved = renumber_tournament(entered, {n: Number(n + 100) for n in ENTERED})

    assert moved.rounds[0].meetings[0].games == GAMES
    teams = zip(moved.competitors, entered.competitors, strict=True)
    assert all(isinstance(a, Team) and a.players == b.players for a, b in teams)


def test_a_drawing_of_lots_drops_competitors_who_are_no_longer_entered():
    lots = (Lot("seats", (Number(9), SECOND)),)
    entered = everything_said(of_teams=False, lots=lots)

    moved = renumber_tournament(entered, {n: Number(10 - n) for n in ENTERED})

    assert moved.lots == (Lot("seats", (Number(8),)),)


def test_everything_recorded_about_an_entry_in_a_section_follows_it():
    section = Section(
        "open",
        "cfc_swiss",
        Settings(5),
        competitors={c.number: c for c in competitors(of_teams=False)},
        commitments={"seats": LotCommitment("", (SECOND, FIRST))},
        presence={FIRST: Presence(4)},
        exceptions=frozenset({(FIRST, "60")}),
        suspended=frozenset({FIRST}),
        excused=frozenset({(FIRST, 0)}),
        **DECISIONS,
    )

    moved = renumbered_section(section, {n: Number(5 - n) for n in ENTERED})

    assert [(n, c.number, c.name) for n, c in moved.competitors.items()] == [
        (1, 1, "P4"),
        (2, 2, "P3"),
        (3, 3, "P2"),
        (4, 4, "P1"),
    ]
    assert moved.commitments["seats"].among == (3, 4)
    assert [*moved.presence] == [4]
    assert moved.exceptions == {(4, "60")}
    assert moved.suspended == {4}
    assert moved.excused == {(4, 0)}
    said = everything_said(of_teams=False)
    wanted = renumber_tournament(said, {n: Number(5 - n) for n in ENTERED})
    assert all(getattr(moved, field) == getattr(wanted, field) for field in DECISIONS)
