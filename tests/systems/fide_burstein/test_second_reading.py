"""The engine pairs as the text read literally, and as the rounds paired by another program."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from tests.oracle import fide_burstein as oracle
from tests.oracle.fide_dutch_events import (
    event_paired_by_chance,
    opening,
    with_absences,
    with_round,
)
from tests.systems.fide_burstein.cards import EDITION
from topboard._frozen import replace
from topboard.errors import NoLegalPairing
from topboard.formats import read
from topboard.model import Number, Request, Tournament, VirtualPoints, ZeroPointBye
from topboard.systems.fide_burstein.brackets import BracketsRankedByOpposition
from topboard.systems.fide_burstein.fide_burstein_2026 import build_ranked_field
from topboard.systems.registry import system

pytestmark = pytest.mark.thorough

FOLDER = Path(__file__).parents[2] / "fixtures" / "fide" / "burstein"
Answer = tuple[frozenset[tuple[int, int]], int | None] | None


def by_the_engine(tournament: Tournament, *, bare: bool = False) -> Answer:
    used = system(EDITION)
    try:
        made = used.pair_without_reasons(tournament) if bare else used.pair(tournament)
    except NoLegalPairing:
        return None
    return frozenset((pair.white, pair.black) for pair in made.pairs), made.bye


def by_the_text(tournament: Tournament) -> Answer:
    try:
        answer = oracle.pair_round(tournament)
    except oracle.NoPairing:
        return None
    return answer.pairs, answer.bye


def after_seeding(seed: int) -> Tournament:
    """The last round of an event paired by chance, some with virtual points."""
    chance = Random(f"burstein {seed}")
    tournament = event_paired_by_chance(seed, chance.randint(5, 11), chance.randint(2, 6))
    virtual = ()
    if chance.random() < 0.3:
        virtual = tuple(
            VirtualPoints(player.number, tuple(chance.choice((0, 5, 10)) for _ in range(7)))
            for player in tournament.competitors
            if chance.random() < 0.5
        )
    return replace(tournament, planned_rounds=tournament.round_to_pair, virtual=virtual)


@pytest.mark.parametrize("block", range(10))
def test_random_rounds_are_paired_as_the_text_says(block: int) -> None:
    paired = 0
    for seed in range(30 * block, 30 * block + 30):
        tournament = after_seeding(seed)
        answer = by_the_engine(tournament, bare=seed % 2 == 0)
        assert answer == by_the_text(tournament), seed
        paired += answer is not None
    assert paired > 15


@pytest.mark.parametrize("seed", range(10))
def test_whole_events_are_paired_as_the_text_says(seed: int) -> None:
    chance = Random(f"burstein {seed}")
    event = opening(chance, 5 + seed % 6, chance.choice((5, 7)))
    for _ in range(event.planned_rounds):
        event = with_absences(chance, event)
        answer = by_the_text(event)
        assert by_the_engine(event) == answer
        if answer is None:
            return
        event = with_round(chance, event, sorted(answer[0]), answer[1])


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.trf")))
def test_another_enumeration_pairs_the_rounds_alike(name: str) -> None:
    whole = read(FOLDER / f"{name}.trf")
    expected = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))["rounds"]
    for golden in expected:
        number = golden["round"]
        absent = tuple(Request(Number(n), number, ZeroPointBye()) for n in golden["absent"])
        if not golden["seeding"]:
            before = replace(whole.before(number), requests=absent, system=EDITION)
            made = by_the_engine(before)
            assert made == ({tuple(pair) for pair in golden["pairs"]}, golden["bye"]), number
            assert by_the_text(before) == made


# --- short ways and the long one ----------------------------------------------------------------


class AllWeighed(BracketsRankedByOpposition):
    """Every bracket weighed with everybody below it."""

    def pair_bracket_without_looking_below(self, bracket):
        return None

    def _must_this_or_next_bracket_give_bye(self, bracket):
        return True


@pytest.mark.parametrize("seed", range(6))
def test_shortcuts_give_the_same_result_as_weighing_everybody(seed: int) -> None:
    tournament = replace(event_paired_by_chance(seed, 30 + seed, 2 + seed % 4), lot=None)
    ranked = build_ranked_field(tournament)
    if len(ranked.players) % 2:
        ranked = ranked.build_field_without_bye_player(
            ranked.number_at_index(ranked.bye_order()[0])
        )

    short = BracketsRankedByOpposition(ranked, ranked.ranks, brief=True).pair_all_brackets()
    long = AllWeighed(ranked, ranked.ranks).pair_all_brackets()

    assert [paired.pairs for paired in short] == [paired.pairs for paired in long]
    assert any(paired.by_classes is not None for paired in short)
