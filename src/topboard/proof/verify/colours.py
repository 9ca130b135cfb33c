"""Colour histories: the colour limits, and the comparison of two histories."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from topboard.model import Colour
from topboard.model.history import colour_difference
from topboard.proof.verify.reader import ProofReader
from topboard.proof.verify.round import ProposedRound

History = tuple[Colour, ...]
ColourOfHigher = Callable[[int, int], tuple[Colour, str]]
"""A function that returns the colour of the higher-ranked participant of a pair and the article
that decides it. The higher-ranked participant is the first argument.
"""
WHITE, BLACK, EITHER = 1, 2, 3
"""The colours a participant may have, as bits."""
BIT: dict[Colour | None, int] = {Colour.WHITE: WHITE, Colour.BLACK: BLACK}
TWO_WHITES, TWO_BLACKS = ((colour, colour) for colour in Colour)


def allowed_colour_bits(had: History) -> int:
    """Return the colours that the colour limits allow a participant, as bits.

    The colour difference may not exceed two, and no colour may occur three times in a row.
    """
    difference, two = colour_difference(had), had[-2:]
    may_white = difference <= 1 and two != TWO_WHITES
    may_black = difference >= -1 and two != TWO_BLACKS
    return WHITE * may_white | BLACK * may_black


def equalising_colour(own: History, other: History) -> Colour | None:
    """Return the first participant's colour that makes the two colour histories more equal.

    It is White if the first participant has a smaller surplus of Whites. Return None if the
    surpluses are equal.
    """
    difference, others = colour_difference(own), colour_difference(other)
    if difference == others:
        return None
    return Colour.WHITE if difference < others else Colour.BLACK


def count_games_since_colours_differed(own: History, other: History) -> int:
    """Return how many games ago two participants last had different colours, or 0 if never."""
    backwards = enumerate(zip(reversed(own), reversed(other), strict=False), start=1)
    return next((ago for ago, (one, two) in backwards if one is not two), 0)


def check_colours(
    steps: ProofReader,
    round_: ProposedRound,
    rank: Mapping[int, int],
    due: ColourOfHigher,
    article: str,
) -> None:
    """Check that every pair has the colours required by the rules.

    Pairs without recorded colours are not checked.
    """
    for white, black in round_.pairs:
        white_is_higher = rank[white] < rank[black]
        colour, by = due(white, black) if white_is_higher else due(black, white)
        turned = white_is_higher != (colour is Colour.WHITE)
        if turned and {white, black} not in round_.colour_unknown:
            steps.set_article_of_current_step(by)
            raise steps.build_refusal_of_current_step(
                "according to the rules, {black} has White against {white}",
                black=black,
                white=white,
            )
    steps.record_recomputed_part("colours", article)
