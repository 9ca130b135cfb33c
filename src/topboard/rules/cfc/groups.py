"""Score groups, and the sections into which the accelerated methods divide them."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from topboard.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.model import Tenths
    from topboard.rules.cfc.cards import Card


@dataclass(frozen=True, slots=True)
class Group:
    """Those who are paired with each other, in the order of their cards."""

    points: Tenths
    cards: tuple[Card, ...]
    section: str = ""
    """The part of the field it is, where the method is accelerated."""


def score_groups(cards: Sequence[Card]) -> list[Group]:
    """The groups of equal scores, from the highest down."""
    ordered = sorted(cards, key=lambda card: card.rank)
    return [
        Group(points, tuple(members))
        for points, members in groupby(ordered, key=lambda card: card.points)
    ]
