"""The Dutch system against events that other engines have paired."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from tests.fide.events import EDITIONS, event, names
from topboard.systems.registry import system

if TYPE_CHECKING:
    from topboard.model import Number
    from topboard.reasons.decisions import Pair


@cache
def pair_rounds(edition: str, name: str) -> list[tuple[tuple[Pair, ...], Number | None]]:
    """The tables and the bye of each round of an event, as we pair it."""
    rounds = event(name).rounds(edition)
    return [(found.pairs, found.bye) for found in (system(edition).pair(r) for r, _ in rounds)]


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_round_is_paired_as_the_reference_engines_paired_it(edition: str, name: str) -> None:
    rounds = zip(event(name).rounds(edition), pair_rounds(edition, name), strict=True)
    for (before, expected), (tables, bye) in rounds:
        pairs = {(pair.white, pair.black) for pair in tables}
        assert (before.round_to_pair, pairs, bye) == (
            before.round_to_pair,
            expected.pairs,
            expected.bye,
        )


@pytest.mark.parametrize("name", names("mixed", "accel", "timing", most=60))
@pytest.mark.parametrize("edition", EDITIONS)
def test_pairing_without_reasons_gives_the_same_tables(edition: str, name: str) -> None:
    rounds = zip(event(name).rounds(edition), pair_rounds(edition, name), strict=True)
    for (before, _), paired in rounds:
        bare = system(edition).pair_without_reasons(before)
        assert (bare.pairs, bare.bye) == paired
