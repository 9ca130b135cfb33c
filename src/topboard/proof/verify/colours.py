"""Colour histories: the limits, and what two histories ask for."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from topboard.model import Colour
from topboard.model.history import colour_difference
from topboard.proof.verify.reader import ProofReader
from topboard.proof.verify.round import Proposed

History = tuple[Colour, ...]
ColourOfHigher = Callable[[int, int], tuple[Colour, str]]
"""From the higher and the lower ranked of a pair, the colour of the higher and the article."""
WHITE, BLACK, EITHER = 1, 2, 3
"""The colours a participant may have, as bits."""
BIT: dict[Colour | None, int] = {Colour.WHITE: WHITE, Colour.BLACK: BLACK}
TWO_WHITES, TWO_BLACKS = ((colour, colour) for colour in Colour)


def allowed_colours(had: History) -> int:
    """Return the colours that avoid a difference above two and a third in a row."""
    difference, two = colour_difference(had), had[-2:]
    may_white = difference <= 1 and two != TWO_WHITES
    may_black = difference >= -1 and two != TWO_BLACKS
    return WHITE * may_white | BLACK * may_black


def equalising(own: History, other: History) -> Colour | None:
    """Return White if the first had it less often than the other, or None if they are equal."""
    difference, others = colour_difference(own), colour_difference(other)
    if difference == others:
        return None
    return Colour.WHITE if difference < others else Colour.BLACK


def last_difference(own: History, other: History) -> int:
    """Return how many games ago the colours differed, counted for each from the end, or 0."""
    backwards = enumerate(zip(reversed(own), reversed(other), strict=False), start=1)
    return next((ago for ago, (one, two) in backwards if one is not two), 0)


def check_colours(
    steps: ProofReader, round_: Proposed, rank: Mapping[int, int], due: ColourOfHigher, article: str
) -> None:
    """Check that everyone has their due colour, if it is on record."""
    for white, black in round_.pairs:
        white_is_higher = rank[white] < rank[black]
        colour, by = due(white, black) if white_is_higher else due(black, white)
        turned = white_is_higher != (colour is Colour.WHITE)
        if turned and {white, black} not in round_.colour_unknown:
            steps.under(by)
            raise steps.refused("{black} is due White against {white}", black=black, white=white)
    steps.recomputed("colours", article)
