"""The colours of a pair, which depend on the columns or else on a list of preferences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.model import Colour
from topboard.model.colour_limits import keeps_colour_difference_limit
from topboard.reasons.decisions import ColourDecision
from topboard.reasons.grounds import ColourGround
from topboard.systems.common.colours import (
    colour_of_higher_ranked_by_alternation,
    colour_of_higher_ranked_by_difference,
    find_rounds_when_colours_last_differed,
)
from topboard.systems.dubov_1997.players import COLOUR_BITS

if TYPE_CHECKING:
    from topboard.systems.dubov_1997.pool import Pool


def assign_row_colours(pool: Pool, white: int, black: int) -> ColourDecision:
    """Return the colours of a row, in which the player from the White column has White.

    This applies even to a player who was moved from the other column.
    """
    moved = [
        i
        for i, colour in ((white, Colour.WHITE), (black, Colour.BLACK))
        if pool.players[i].due is not colour
    ]
    given = _build_colour_reason_of_pair(pool, white, black, ColourGround.COLUMN, "6.2")
    return replace(given, moved=pool.numbers_at(moved))


def assign_pair_colours(pool: Pool, a: int, b: int, lifted: int = 0) -> ColourDecision:
    """Return the colours of a pair that is not a row of the two columns.

    The first rule that decides is applied: keep the colour limits, equalise, alternate, White to
    the higher ARO (average rating of opponents), White to the lower rating, White to the first
    player in alphabetical order.
    """
    first, second = sorted((a, b), key=pool.alphabet.__getitem__)
    one, other = pool.players[first], pool.players[second]
    if colour := _first_colour_breaking_fewer_limits(pool, first, second, lifted):
        article = _find_article_of_deciding_limit(pool, first, second, colour)
        return _build_colour_reason_for_first_player(
            pool, first, second, colour, ColourGround.LIMITS, article
        )
    if colour := colour_of_higher_ranked_by_difference(one.colours, other.colours):
        return _build_colour_reason_for_first_player(
            pool, first, second, colour, ColourGround.EQUALISE
        )
    if colour := colour_of_higher_ranked_by_alternation(one.colours, other.colours):
        given = _build_colour_reason_for_first_player(
            pool, first, second, colour, ColourGround.ALTERNATE
        )
        histories = pool.rows[given.white], pool.rows[given.black]
        return replace(given, differed=find_rounds_when_colours_last_differed(*histories))
    if colour := _first_colour_if_white_to_greater_value(pool.aro[first], pool.aro[second]):
        return _build_colour_reason_for_first_player(
            pool, first, second, colour, ColourGround.HIGHER_ARO
        )
    if colour := _first_colour_if_white_to_greater_value(-one.rating, -other.rating):
        return _build_colour_reason_for_first_player(
            pool, first, second, colour, ColourGround.LOWER_RATING
        )
    return _build_colour_reason_for_first_player(
        pool, first, second, Colour.WHITE, ColourGround.ALPHABET
    )


def _first_colour_if_white_to_greater_value(own: int, others: int) -> Colour | None:
    if own == others:
        return None
    return Colour.WHITE if own > others else Colour.BLACK


def _first_colour_breaking_fewer_limits(
    pool: Pool, first: int, second: int, lifted: int
) -> Colour | None:
    """Return the first player's colour with which the pair breaks fewer colour limits.

    Return None if both colours break equally many. Limits lifted for a player count only as a
    tie-break.
    """

    def count_broken_limits(colour: Colour) -> tuple[int, int]:
        breaking = [
            i
            for i, given in ((first, colour), (second, colour.opposite))
            if not pool.players[i].allowed & COLOUR_BITS[given]
        ]
        return sum(not lifted >> i & 1 for i in breaking), len(breaking)

    white, black = count_broken_limits(Colour.WHITE), count_broken_limits(Colour.BLACK)
    if white == black:
        return None
    return Colour.WHITE if white < black else Colour.BLACK


def _find_article_of_deciding_limit(pool: Pool, first: int, second: int, colour: Colour) -> str:
    one, other = pool.players[first].colours, pool.players[second].colours
    within = keeps_colour_difference_limit(one, colour.opposite) and keeps_colour_difference_limit(
        other, colour
    )
    return "2.4" if within else "2.3"


def _build_colour_reason_for_first_player(
    pool: Pool, first: int, second: int, colour: Colour, ground: ColourGround, article: str = "3"
) -> ColourDecision:
    white, black = (first, second) if colour is Colour.WHITE else (second, first)
    return _build_colour_reason_of_pair(pool, white, black, ground, article)


def _build_colour_reason_of_pair(
    pool: Pool, white: int, black: int, ground: ColourGround, article: str
) -> ColourDecision:
    return ColourDecision(
        article=article,
        white=pool.players[white].number,
        black=pool.players[black].number,
        ground=ground,
        white_history=pool.players[white].colours,
        black_history=pool.players[black].colours,
    )
