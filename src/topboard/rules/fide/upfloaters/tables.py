"""A round as it is published: colours and tables, and the reasons if they are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.model import Colour, Tables
from topboard.records import dataclass
from topboard.rules.fide.profiles import by_rank
from topboard.rules.shared.tables import by_points_of_pair, publish

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.grounds import MatchColourGround
    from topboard.model import Number
    from topboard.rules.fide.profiles import Profile
    from topboard.rules.fide.upfloaters.brackets import FilledRound

    Colouring = Callable[[Profile, Profile], "MatchColours"]
    """What an edition decides about two who meet, the higher ranked first."""


@dataclass(frozen=True, slots=True)
class MatchColours:
    """The colours of a match, and what decided them."""

    first: Profile
    """The one whose rank is looked at."""
    other: Profile
    colour: Colour
    """That of the first."""
    ground: MatchColourGround

    @property
    def sides(self) -> tuple[Profile, Profile]:
        """White and Black."""
        white_first = self.colour is Colour.WHITE
        return (self.first, self.other) if white_first else (self.other, self.first)

    @property
    def white(self) -> Number:
        """Who has White."""
        return self.sides[0].number

    @property
    def black(self) -> Number:
        """Who has Black."""
        return self.sides[1].number


def tables_of(filled: FilledRound, colouring: Colouring) -> Tables:
    """The pairs with colours and tables, and no reasons."""
    coloured = [colouring(higher, lower) for higher, lower in filled.pairs]
    pairs, _ = publish(filled.roll.tournament, coloured, order_of_tables(filled), "")
    bye = None if filled.bye is None else filled.roll.number(filled.bye)
    return Tables(pairs, bye, filled.roll.points)


def order_of_tables(filled: FilledRound) -> Callable[[Number, Number], tuple[int, ...]]:
    """By the pairing scores of the two, then by the number of the higher ranked."""
    ranked = sorted((profile for pair in filled.pairs for profile in pair), key=by_rank)
    place = {profile.number: at for at, profile in enumerate(ranked)}
    return by_points_of_pair(place, filled.roll.pairing_points)
