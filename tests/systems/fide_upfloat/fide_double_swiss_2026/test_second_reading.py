"""The engine against the recorded rounds, and against the second reading on drawn events."""

from __future__ import annotations

import pytest

from tests.oracle.double_swiss_goldens import recorded_rounds
from tests.oracle.fide_double_swiss import NoPairing, pair_round
from tests.oracle.fide_double_swiss_events import random_event
from topboard.errors import NoLegalPairing
from topboard.systems.fide_upfloat.fide_double_swiss_2026 import pair_without_reasons

pytestmark = pytest.mark.thorough

ROUNDS = list(recorded_rounds())


@pytest.mark.parametrize(
    ("event", "expected"), [r[1:] for r in ROUNDS], ids=[name for name, *_ in ROUNDS]
)
def test_both_readings_pair_the_recorded_rounds_alike(event, expected):
    paired = pair_without_reasons(event)

    assert sorted([p.white, p.black] for p in paired.pairs) == sorted(expected["pairs_white_black"])
    assert paired.bye == expected["bye"]


@pytest.mark.parametrize("first", range(0, 400, 40))
def test_both_readings_pair_random_events_alike(first):
    for seed in range(first, first + 40):
        event = random_event(seed, most=9)

        assert _pair_by_engine(event) == _by_the_oracle(event), seed


def _pair_by_engine(event):
    try:
        made = pair_without_reasons(event)
    except NoLegalPairing:
        return None
    return sorted((pair.white, pair.black) for pair in made.pairs), made.bye


def _by_the_oracle(event):
    try:
        made = pair_round(event)
    except NoPairing:
        return None
    return sorted(made.pairs), made.bye
