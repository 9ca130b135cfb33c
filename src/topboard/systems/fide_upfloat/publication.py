"""The finished pairing of a round, with colours, boards and, on request, the reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.model import Colour
from topboard.systems.fide_common import explained_pairing
from topboard.systems.fide_common.round_pairing import assign_colours_and_tables
from topboard.systems.fide_upfloat import bracket_reasons

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.model import Number, Tables
    from topboard.reasons.criteria import MatchColourGround
    from topboard.reasons.decisions import RoundPairing
    from topboard.systems.fide_common.players import FidePlayer
    from topboard.systems.fide_common.round_pairing import PairsAndByeOfRound
    from topboard.systems.fide_upfloat.brackets import BracketWithUpfloaters
    from topboard.systems.fide_upfloat.terms import UpfloaterCriteriaAndArticles

    Colouring = Callable[[FidePlayer, FidePlayer], "MatchColours"]
    """A function that allocates the colours of a pair, whose higher-ranked member comes first."""


@dataclass(frozen=True, slots=True)
class MatchColours:
    """The colours of a match and the rule that decided them."""

    first: FidePlayer
    """The first-team of a team match, or the higher-ranked player of a two-game match."""
    other: FidePlayer
    colour: Colour
    """The colour of the participant ``first``."""
    ground: MatchColourGround

    @property
    def white_and_black(self) -> tuple[FidePlayer, FidePlayer]:
        """The two participants of the match, White first."""
        white_first = self.colour is Colour.WHITE
        return (self.first, self.other) if white_first else (self.other, self.first)

    @property
    def white(self) -> Number:
        """The TPN of the participant with White."""
        return self.white_and_black[0].number

    @property
    def black(self) -> Number:
        """The TPN of the participant with Black."""
        return self.white_and_black[1].number


def build_tables(
    decided: PairsAndByeOfRound[BracketWithUpfloaters], colouring: Colouring
) -> Tables:
    """Return the pairs of a round with their colours and board numbers, but without reasons."""
    return assign_colours_and_tables(decided, colouring)


def build_round_pairing(
    system: str,
    decided: PairsAndByeOfRound[BracketWithUpfloaters],
    terms: UpfloaterCriteriaAndArticles,
    colouring: Colouring,
    initial: Colour | None,
) -> RoundPairing:
    """Return the pairs of a round with their colours, board numbers and reasons.

    ``initial`` is the initial colour drawn by lot, or None if it is unknown.
    """
    coloured = [
        bracket_reasons.colour_reason(decided.field, colouring(one, other), terms.cite)
        for one, other in decided.pairs
    ]
    reasons = bracket_reasons.explain_brackets(decided, terms)
    return explained_pairing.build_pairing_with_tables_and_reasons(
        system, decided, terms.cite, reasons, coloured, initial, upwards=True
    )
