"""Lots that can be drawn again."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

from hypothesis import given, strategies as st

from topboard.event.lots import draw_colour_by_lot, draw_order_by_lot, hash_lot_seed
from topboard.model import Colour


@given(st.text(), st.text(), st.lists(st.integers(), unique=True, max_size=30))
def test_a_draw_includes_everybody_once_and_is_reproducible(
    seed: str, purpose: str, among: list[int]
) -> None:
    order = draw_order_by_lot(seed, purpose, among)

    assert sorted(order) == sorted(among)
    assert draw_order_by_lot(seed, purpose, among) == order


def test_a_different_seed_or_purpose_gives_a_different_draw() -> None:
    among = range(20)

    assert draw_order_by_lot("a", "x", among) != draw_order_by_lot("b", "x", among)
    assert draw_order_by_lot("a", "x", among) != draw_order_by_lot("a", "y", among)


def test_the_draw_can_be_made_again_by_hand() -> None:
    # Each turn takes the place: hash of seed, purpose and turn, modulo the number of those left.
    left, order = list("abcdefgh"), []
    for turn in range(8):
        digest = sha256(f"seed\nspeeches\n{turn}".encode()).hexdigest()
        order.append(left.pop(int(digest, 16) % len(left)))

    assert draw_order_by_lot("seed", "speeches", "abcdefgh") == tuple(order)


def test_every_order_and_both_colours_can_be_drawn() -> None:
    orders = Counter(draw_order_by_lot(str(seed), "x", "abc") for seed in range(600))
    colours = Counter(draw_colour_by_lot(str(seed)) for seed in range(200))

    assert len(orders) == 6
    assert min(orders.values()) > 60
    assert set(colours) == set(Colour)
    assert min(colours.values()) > 70


def test_a_commitment_is_the_plain_sha256_of_the_seed() -> None:
    assert hash_lot_seed("abc") == sha256(b"abc").hexdigest()
