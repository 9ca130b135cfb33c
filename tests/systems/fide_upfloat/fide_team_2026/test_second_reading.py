"""The engine against the literal reading of the text, and its short ways against the long one."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

import topboard.systems.fide_upfloat.why_not as why_not  # a module that can be patched
from tests.oracle import fide_team
from tests.oracle.fide_team_events import event_paired_by_chance, play_event
from topboard.errors import NoLegalPairing
from topboard.systems.fide_upfloat import fide_team_2026, identifiers, upfloater_sets
from topboard.systems.fide_upfloat.brackets import divide_unpaired_participants, pair_all_brackets

if TYPE_CHECKING:
    from topboard.model import Tournament

    Read = tuple[frozenset[tuple[int, int]], int | None, object] | None

pytestmark = pytest.mark.thorough


def by_the_engine(tournament: Tournament) -> Read:
    try:
        tables = fide_team_2026.pair_without_reasons(tournament)
    except NoLegalPairing:
        return None
    field = fide_team_2026.prepare_field(tournament)
    made = pair_all_brackets(field, fide_team_2026.build_upfloater_criteria(tournament)).made
    brackets = tuple(
        (
            tuple(map(field.number_at_index, one.stage.top)),
            tuple(map(field.number_at_index, one.upfloaters)),
        )
        for one in made
    )
    return frozenset((p.white, p.black) for p in tables.pairs), tables.bye, brackets


def by_the_text(tournament: Tournament) -> Read:
    try:
        answer = fide_team.pair_round(tournament)
    except fide_team.NoPairing:
        return None
    return answer.pairs, answer.bye, answer.brackets


@pytest.mark.parametrize("start", range(0, 240, 40))
def test_random_rounds_are_paired_as_the_text_says(start: int) -> None:
    for seed in range(start, start + 40):
        tournament = event_paired_by_chance(seed, 4 + seed % 7, 1 + seed % 6)
        assert by_the_engine(tournament) == by_the_text(tournament), seed


@pytest.mark.parametrize("seed", range(8))
def test_whole_events_are_paired_as_the_text_says(seed: int) -> None:
    for tournament in play_event(seed, 5 + seed % 6, 7):
        assert by_the_engine(tournament) == by_the_text(tournament)


@pytest.mark.parametrize("start", range(0, 60, 20))
def test_shortcuts_give_the_same_result_as_weighing_everybody(start: int) -> None:
    """In larger fields, where the oracle is too slow: other sets and pairings would be found."""
    for seed in range(start, start + 20):
        tournament = event_paired_by_chance(seed, 14 + seed % 13, 3 + seed % 5)
        field = fide_team_2026.prepare_field(tournament)
        terms = fide_team_2026.build_upfloater_criteria(tournament)
        try:
            made = pair_all_brackets(field, terms).made
        except NoLegalPairing:
            continue
        left = sorted(place for bracket in made for place in bracket.members)
        for bracket in made:
            stage = divide_unpaired_participants(field, left)
            weighed = upfloater_sets.UpfloaterSetGraph(stage, terms, stage.lower).find_best_set()
            assert weighed is not None
            assert weighed.upfloaters == bracket.upfloaters, seed
            charges = bracket.paired.charges
            paired = identifiers.match_members_by_weight(charges, charges.members)
            assert paired is not None
            assert paired.pairs == bracket.paired.pairs, seed
            left = [place for place in left if place not in bracket.members]


@pytest.mark.parametrize("start", range(0, 60, 20))
def test_why_not_gives_the_same_answer_as_weighing_all_sets(start: int, monkeypatch) -> None:
    kinds = set()
    for seed in range(start, start + 20):
        tournament = event_paired_by_chance(seed, 8 + seed % 13, 2 + seed % 5)
        field = fide_team_2026.prepare_field(tournament)
        terms = fide_team_2026.build_upfloater_criteria(tournament)
        try:
            decided = pair_all_brackets(field, terms)
        except NoLegalPairing:
            continue
        pairs = [
            (field.players[a].number, field.players[b].number)
            for a, b in combinations(range(len(field.players)), 2)
            if decided.bye not in (a, b)
        ]
        answer = partial(why_not.find_objections, decided, terms)
        quick = [answer(two) for two in pairs]
        with monkeypatch.context() as weighing:
            weighing.setattr(why_not, "_can_pair_meet_with_same_upfloaters", lambda *_: False)
            weighing.setattr(why_not, "_find_criterion_worsened_by_upfloat", lambda *_: None)
            assert quick == [answer(two) for two in pairs], seed
        kinds |= {(type(a.judged), getattr(a.judged, "criterion", None)) for a in quick}
    assert len(kinds) > 4
