"""What holds in every round of larger fields, which nobody can pair by trying."""

from __future__ import annotations

from collections import Counter

import pytest

from topboard.analysis.generate import Wishes, generate
from topboard.checking import check_all_rounds
from topboard.model import Colour, PairingBye
from topboard.model.history import opponents_met, outcomes
from topboard.reasons.decisions import BracketSummary
from topboard.systems.fide_upfloat.fide_double_swiss_2026 import build_field
from topboard.systems.registry import system

pytestmark = pytest.mark.thorough

DOUBLE = system("fide_double_swiss_2026")
WISHES = Wishes(
    71,
    8,
    no_shows=4,
    absences=3,
    late=3,
    leaving=4,
    half_byes=3,
    full_byes=2,
    double_forfeits=2,
    odd_results=3,
)


@pytest.fixture(scope="module", params=range(3))
def event(request):
    return generate(DOUBLE, request.param, WISHES)


def test_no_two_participants_meet_twice(event):
    for number, row in outcomes(event).items():
        met = [opponent for _, opponent in opponents_met(row)]
        assert len({*met}) == len(met), number


def test_nobody_gets_the_bye_twice(event):
    byes = Counter(played.bye for played in event.rounds if played.bye is not None)

    assert byes
    assert max(byes.values()) == 1
    assert all(PairingBye() in dict(r.away).values() for r in event.rounds if r.bye is not None)


def test_every_round_is_reproduced_with_and_without_reasons(event):
    assert [one.differences for one in check_all_rounds(event, DOUBLE)] == [()] * len(event.rounds)
    before = event.before(6)
    told, bare = DOUBLE.pair(before), DOUBLE.pair_without_reasons(before)
    assert (told.pairs, told.bye) == (bare.pairs, bare.bye)


def test_brackets_are_even_and_scores_descend(event):
    for number in range(2, len(event.rounds) + 1):
        filled = [
            r for r in DOUBLE.pair(event.before(number)).reasons if isinstance(r, BracketSummary)
        ]
        assert all(len((*r.residents, *r.upfloaters)) % 2 == 0 for r in filled)
        points = [r.points for r in filled]
        assert points == sorted(points, reverse=True)


def test_white_never_goes_to_the_player_who_had_it_more_often(event):
    for number in range(2, len(event.rounds) + 1):
        before = event.before(number)
        had = {p.number: p.colours.count(Colour.WHITE) for p in build_field(before).players}
        for pair in DOUBLE.pair(before).pairs:
            assert had[pair.white] <= had[pair.black]
