"""What holds in every round of a Lim event, whatever happened before.

The rounds come from generated events of up to 60 players with absences, late entries and defaults.
What is expected is worked out here from the facts and with another library's matchings, not with
the engine's own words.
"""

from __future__ import annotations

from itertools import combinations

import networkx
import pytest

from tests.team_events import reasons
from topboard.analysis.generate import Wishes, generate_rounds
from topboard.errors import NoLegalPairing
from topboard.model import Colour, PairingBye, Request, Withdrawn
from topboard.model.history import colours_played, opponents_met, outcomes
from topboard.reasons.decisions import (
    ByeGiven,
    ColourDecision,
    Floated,
    OpponentChoice,
    ScoregroupSummary,
)
from topboard.reasons.family_decisions import PairBrokenUp
from topboard.reasons.grounds import MedianSide
from topboard.systems.registry import system

pytestmark = pytest.mark.thorough

LIM = system("fide_lim_2026")
KINDS = (
    Wishes(60, 9, absences=4, late=5, no_shows=4, leaving=2, half_byes=2, forbidden=6),
    Wishes(41, 11, absences=3, full_byes=2, variations=("maxi",), unrated=20),
    Wishes(33, 7, late=10, no_shows=8, variations=("baku",)),
    Wishes(18, 9, draws=70),
)


@pytest.fixture(scope="module")
def rounds():
    """Every round of some events, with its pairing; an event may end where none is legal."""
    found = []
    for seed, wishes in enumerate((*KINDS, *KINDS)):
        try:
            for tournament in generate_rounds(LIM, seed, wishes):
                if len(tournament.rounds) < wishes.rounds:
                    found.append((tournament, LIM.pair(tournament)))
        except NoLegalPairing:
            continue
    return found


def white_and_black(rows, number):
    had = colours_played(rows[number])
    return had, sum(1 if colour is Colour.WHITE else -1 for colour in had)


def permissible(rows, number, colour):
    """Not three times running, not three more of one colour."""
    had, difference = white_and_black(rows, number)
    after = difference + (1 if colour is Colour.WHITE else -1)
    return had[-2:] != (colour, colour) and abs(after) <= 2


def may_meet(tournament, rows, a, b):
    if b in {other for _, other in opponents_met(rows[a])}:
        return False
    coming = tournament.round_to_pair
    if any({f.a, f.b} == {a, b} and f.first <= coming <= f.last for f in tournament.forbidden):
        return False
    return coming == tournament.planned_rounds or any(
        permissible(rows, a, colour) and permissible(rows, b, colour.opposite) for colour in Colour
    )


def most_pairs(tournament, rows, people):
    graph = networkx.Graph()
    graph.add_edges_from(
        (a, b) for a, b in combinations(sorted(people), 2) if may_meet(tournament, rows, a, b)
    )
    return len(networkx.max_weight_matching(graph, maxcardinality=True))


def test_there_are_enough_rounds_of_all_kinds(rounds):
    assert len(rounds) > 50
    assert any(reasons(paired, PairBrokenUp) for _, paired in rounds)
    assert any(paired.bye for _, paired in rounds)


def test_everyone_present_is_paired_once_with_a_permitted_opponent(rounds):
    for tournament, paired in rounds:
        rows = outcomes(tournament)
        coming = tournament.round_to_pair
        away = {
            request.number
            for request in tournament.requests
            if isinstance(request, Request)
            and (
                request.round == coming
                or (request.round < coming and isinstance(request.outcome, Withdrawn))
            )
        }
        here = {c.number for c in tournament.competitors if c.joined <= coming} - away
        seated = [n for pair in paired.pairs for n in (pair.white, pair.black)]
        assert sorted([*seated, *([paired.bye] if paired.bye else [])]) == sorted(here)
        for pair in paired.pairs:
            assert may_meet(tournament, rows, pair.white, pair.black)


def test_colour_limits_hold_except_in_the_last_round(rounds):
    for tournament, paired in rounds:
        if tournament.round_to_pair == tournament.planned_rounds:
            continue
        rows = outcomes(tournament)
        for pair in paired.pairs:
            assert permissible(rows, pair.white, Colour.WHITE)
            assert permissible(rows, pair.black, Colour.BLACK)


def test_the_bye_goes_to_a_player_without_unplayed_points(rounds):
    for tournament, paired in rounds:
        if paired.bye is None:
            continue
        row = outcomes(tournament)[paired.bye]
        assert not any(isinstance(outcome, PairingBye) for outcome in row)
        given = next(r for r in paired.reasons if isinstance(r, ByeGiven))
        assert paired.bye not in {passed.candidate for passed in given.passed_over}


def test_a_group_keeps_as_many_pairs_as_possible(rounds):
    for tournament, paired in rounds:
        rows = outcomes(tournament)
        for group in reasons(paired, ScoregroupSummary):
            members = {*group.residents, *group.from_above, *group.from_below}
            kept = (len(members) - group.leaving) // 2
            assert most_pairs(tournament, rows, members) == kept
            if group.side is MedianSide.MEDIAN:
                assert group.leaving == 0


def test_every_decision_has_exactly_one_reason(rounds):
    for _, paired in rounds:
        pairs = sorted(sorted((pair.white, pair.black)) for pair in paired.pairs)
        chosen = [sorted((r.chooser, r.chosen)) for r in reasons(paired, OpponentChoice)]
        given = [
            sorted((r.white, r.black)) for r in paired.reasons if isinstance(r, ColourDecision)
        ]
        assert sorted(chosen) == sorted(given) == pairs
        moved = {f.number for f in paired.floaters}
        told = {r.number for r in reasons(paired, Floated)}
        cracked = {n for r in reasons(paired, PairBrokenUp) for n in r.pair}
        assert moved <= told | cracked


def test_pairing_without_reasons_gives_the_same_tables(rounds):
    for tournament, paired in rounds:
        bare = LIM.pair_without_reasons(tournament)
        assert (bare.pairs, bare.bye) == (paired.pairs, paired.bye)
