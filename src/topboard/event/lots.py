"""A drawing of lots from a secret seed, which anyone can repeat. The hash of the seed is published
first.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, TypeVar

from topboard.model import Colour

if TYPE_CHECKING:
    from collections.abc import Sequence

Drawn = TypeVar("Drawn")

COLOUR = "colour"
"""The purpose of the drawing of lots that decides the colour of TPN 1 in round 1."""
LEAST_SEED = 16
"""The minimum length of a seed, in characters.

A shorter seed could be guessed from its hash.
"""


def hash_lot_seed(seed: str) -> str:
    """Return the hash of a seed, which is published before lots are drawn with it."""
    return sha256(seed.encode()).hexdigest()


def draw_order_by_lot(seed: str, purpose: str, among: Sequence[Drawn]) -> tuple[Drawn, ...]:
    """Return the items in the order drawn with the seed.

    At each draw, all remaining items are equally likely.
    """
    left = list(among)
    order = []
    for turn in range(len(left)):
        order.append(left.pop(_draw_number_below_limit(len(left), seed, purpose, turn)))
    return tuple(order)


def draw_colour_by_lot(seed: str, purpose: str = COLOUR) -> Colour:
    """Return the colour drawn with the seed for the participant with TPN 1."""
    return (Colour.WHITE, Colour.BLACK)[_draw_number_below_limit(2, seed, purpose, 0)]


def _draw_number_below_limit(limit: int, seed: str, purpose: str, turn: int) -> int:
    """Return a number from 0 to ``limit`` - 1, computed from the seed.

    With 256 bits, the bias is negligible.
    """
    whole = f"{seed}\n{purpose}\n{turn}"
    return int.from_bytes(sha256(whole.encode()).digest()) % limit
