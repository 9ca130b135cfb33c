"""Words in which the tests of the Dubov system write down players in the middle of an event.

``drawn([card(1, 20, "WB", aro=1900, ups="3 5")], met="1-2")`` pairs the players on such cards:
number 1 with two points, who had White and Black, an ARO of 1900, and floated up in rounds 3 and 5.
Six rounds of nine are played. ``tables`` has White first; ``upfloaters`` those of each bracket.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tests.systems.fide_dutch import cards as dutch
from topboard.reasons.decisions import Floated
from topboard.systems.common.field import extend_field
from topboard.systems.fide_dubov.fide_dubov_2026 import pair_field
from topboard.systems.fide_dubov.players import (
    DubovField,
    compute_due_colour_preference,
    compute_maximum_upfloats,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from topboard.reasons.decisions import RoundPairing
    from topboard.systems.fide_common.players import FidePlayer

tables = dutch.tables


@dataclass(frozen=True)
class Seeker:
    """A player with what only this system looks at."""

    profile: FidePlayer
    aro: int
    ups: tuple[int, ...]


def card(
    number: int,
    points: int,
    had: str = "WB",
    *,
    aro: int = 2000,
    ups: str = "",
    unplayed: int = 0,
    barred: bool = False,
) -> Seeker:
    """A player; ``ups`` are the rounds in which he floated up."""
    profile = dutch.card(number, points, had, unplayed=unplayed, barred=barred)
    due = replace(profile, preference=compute_due_colour_preference(profile.colours))
    return Seeker(due, aro, tuple(map(int, ups.split())))


def group(points: int, *numbers: int, had: str = "WB") -> list[Seeker]:
    """Players with the same score and colours."""
    return [card(n, points, had) for n in numbers]


def field(cards: Iterable[Seeker], met: str = "", forbid: str = "", planned: int = 9) -> DubovField:
    """The cards as the players of round 7."""
    known = {one.profile.number: one for one in cards}
    entered = dutch.field_of([one.profile for one in known.values()], met, forbid)
    entered = replace(entered, tournament=replace(entered.tournament, planned_rounds=planned))
    ranked = [known[profile.number] for profile in entered.players]
    return extend_field(
        entered,
        DubovField,
        aros=tuple(one.aro for one in ranked),
        upfloats=tuple(one.ups for one in ranked),
        most_upfloats=compute_maximum_upfloats(planned),
    )


def pair_cards(
    cards: Iterable[Seeker], met: str = "", forbid: str = "", planned: int = 9
) -> RoundPairing:
    """The round that the cards make."""
    return pair_field(field(cards, met, forbid, planned))


def upfloaters(paired: RoundPairing) -> list[int]:
    """Who floats up, in the order in which it is decided."""
    return [reason.number for reason in paired.reasons if isinstance(reason, Floated)]
