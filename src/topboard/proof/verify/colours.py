"""Colour histories: the colour limits, and how two histories are compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from topboard.model import Colour
from topboard.model.history import colour_difference
from topboard.proof.verify.reader import ProofReader
from topboard.proof.verify.round import ProposedRound

History = tuple[Colour, ...]
ColourOfHigher = Callable[[int, int], tuple[Colour, str]]
"""A function that returns the colour of the higher-ranked participant of a pair.

It is called with that participant first, and also returns the article that decides the colour.
"""
WHITE, BLACK, EITHER = 1, 2, 3
"""The colours a participant may have, as bits."""
BIT: dict[Colour | None, int] = {Colour.WHITE: WHITE, Colour.BLACK: BLACK}
TWO_WHITES, TWO_BLACKS = ((colour, colour) for colour in Colour)


def allowed_colours(had: History) -> int:
    """Return the colours that the colour limits allow, as bits.

    The limits are a colour difference of two and the same colour twice in a row.
    """
    difference, two = colour_difference(had), had[-2:]
    may_white = difference <= 1 and two != TWO_WHITES
    may_black = difference >= -1 and two != TWO_BLACKS
    return WHITE * may_white | BLACK * may_black


def equalising_colour(own: History, other: History) -> Colour | None:
    """Return the equalising colour of the first history relative to the second, or None if both are
    equal.

    It is White if the first participant's surplus of White is smaller than the other's.
    """
    difference, others = colour_difference(own), colour_difference(other)
    if difference == others:
        return None
    return Colour.WHITE if difference < others else Colour.BLACK


def games_since_colours_differed(own: History, other: History) -> int:
    """Return the number of games since the colours of two participants last differed, or 0 if they
    never did.
    """
    backwards = enumerate(zip(reversed(own), reversed(other), strict=False), start=1)
    return next((ago for ago, (one, two) in backwards if one is not two), 0)


def check_colours(
    steps: ProofReader,
    round_: ProposedRound,
    rank: Mapping[int, int],
    due: ColourOfHigher,
    article: str,
) -> None:
    """Check that all participants have their due colour, wherever the colours are on record."""
    for white, black in round_.pairs:
        white_is_higher = rank[white] < rank[black]
        colour, by = due(white, black) if white_is_higher else due(black, white)
        turned = white_is_higher != (colour is Colour.WHITE)
        if turned and {white, black} not in round_.colour_unknown:
            steps.set_article(by)
            raise steps.build_refusal(
                "according to the rules, {black} has White against {white}",
                black=black,
                white=white,
            )
    steps.record_recomputed_part("colours", article)
