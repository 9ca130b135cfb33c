"""The second reading of the Double-Swiss System against rounds that were recorded elsewhere."""

from __future__ import annotations

import pytest

from tests.oracle.double_swiss_goldens import recorded_rounds
from tests.oracle.fide_double_swiss import identifier, pair_round

ROUNDS = list(recorded_rounds())


@pytest.mark.parametrize(
    ("event", "expected"), [r[1:] for r in ROUNDS], ids=[name for name, *_ in ROUNDS]
)
def test_the_oracle_pairs_the_recorded_rounds_correctly(event, expected):
    paired = pair_round(event)

    assert sorted(map(list, paired.pairs)) == sorted(expected["pairs_white_black"])
    assert paired.bye == expected["bye"]
    assert [
        {"residents": residents, "upfloaters": sorted(upfloaters)}
        for residents, upfloaters in paired.brackets
    ] == [
        {"residents": sorted(b["residents"]), "upfloaters": sorted(b["upfloaters"])}
        for b in expected["brackets"]
    ]


def test_identifiers_match_those_of_the_example():
    assert identifier([(11, 24), (16, 6), (10, 9), (8, 4)]) == [4, 6, 9, 11, 8, 16, 10, 24]
