"""The Dutch system against events that other engines have paired."""

from __future__ import annotations

import pytest

from tests.fide.events import EDITIONS, event, names
from topboard.systems.registry import system


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_round_is_paired_as_the_engines_paired_it(edition: str, name: str) -> None:
    for before, expected in event(name).rounds(edition):
        paired = system(edition).pair(before)
        pairs = {(pair.white, pair.black) for pair in paired.pairs}
        assert (before.round_to_pair, pairs, paired.bye) == (
            before.round_to_pair,
            expected.pairs,
            expected.bye,
        )


@pytest.mark.parametrize("name", names("mixed", "accel", "timing", most=60))
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_round_without_reasons_has_the_same_tables(edition: str, name: str) -> None:
    for before, _ in event(name).rounds(edition):
        paired, bare = system(edition).pair(before), system(edition).tables(before)
        assert (bare.pairs, bare.bye) == (paired.pairs, paired.bye)
