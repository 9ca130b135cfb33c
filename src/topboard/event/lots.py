"""Lots that anybody can draw again: a secret seed, its commitment, and the order it gives."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, TypeVar

from topboard.model import Colour

if TYPE_CHECKING:
    from collections.abc import Sequence

Drawn = TypeVar("Drawn")

COLOUR = "colour"
"""The purpose of the lot for the colour of number 1 in round 1."""
LEAST_SEED = 16
"""Shorter seeds could be guessed from their hash."""


def commitment_hash(seed: str) -> str:
    """The hash that is made known before the lot is drawn."""
    return sha256(seed.encode()).hexdigest()


def draw_order(seed: str, purpose: str, among: Sequence[Drawn]) -> tuple[Drawn, ...]:
    """The order in which the seed draws the lots: one by one, each left one as likely."""
    left = list(among)
    order = []
    for turn in range(len(left)):
        order.append(left.pop(_draw_below(len(left), seed, purpose, turn)))
    return tuple(order)


def draw_colour(seed: str, purpose: str = COLOUR) -> Colour:
    """The colour the seed draws for number 1."""
    return (Colour.WHITE, Colour.BLACK)[_draw_below(2, seed, purpose, 0)]


def _draw_below(limit: int, seed: str, purpose: str, turn: int) -> int:
    """A number from 0 to limit - 1; 256 bits make any inequality of chances imperceptible."""
    whole = f"{seed}\n{purpose}\n{turn}"
    return int.from_bytes(sha256(whole.encode()).digest()) % limit
