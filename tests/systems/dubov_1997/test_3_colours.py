"""Chapter 3: the colours of a pair that is no row of two columns."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.systems.dubov_1997.cards import card, history, pool_of
from topboard.model import Colour, Number
from topboard.model.colour_limits import allowed_colour_bits
from topboard.reasons.grounds import ColourGround
from topboard.systems.dubov_1997.colours import assign_pair_colours, assign_row_colours
from topboard.systems.dubov_1997.players import column_colour
from topboard.systems.dubov_1997.pool import alphabetical_ranks, scale_aros_to_integers


def two(one, other, *, aros=(2000, 2000), ratings=(2100, 2100), names=("A", "B")):
    """The pool of two players with these colours so far; 1 is the first of them."""
    cards = []
    for number, had, aro, rating, name in zip(
        (1, 2), (one, other), aros, ratings, names, strict=True
    ):
        had = history(had)
        cards.append(
            replace(
                card(number, "W", aro, rating, name=name),
                colours=had,
                due=column_colour(had, allowed_colour_bits(had)),
                allowed=allowed_colour_bits(had),
                aro=Fraction(aro),
            )
        )
    return replace(
        pool_of(cards),
        numbers=tuple(one.number for one in cards),
        players=tuple(cards),
        alphabet=alphabetical_ranks(cards),
        aro=scale_aros_to_integers(cards),
    )


@pytest.mark.article("dubov_1997:3")
@pytest.mark.parametrize(
    ("one", "other", "white", "ground"),
    [
        ("WB", "BWB", 2, ColourGround.EQUALISE),
        ("WBW", "BW", 2, ColourGround.EQUALISE),
        ("WB", "BW", 1, ColourGround.ALTERNATE),
        ("WBBW", "BWBW", 1, ColourGround.ALTERNATE),
        ("BWBW", "WBBW", 2, ColourGround.ALTERNATE),
        ("WB", "BWWB", 1, ColourGround.ALPHABET),
        ("", "WB", 1, ColourGround.ALPHABET),
    ],
)
def test_equalise_then_alternate_from_the_latest_difference(one, other, white, ground):
    given = assign_pair_colours(two(one, other), 0, 1)

    assert (given.white, given.ground) == (white, ground)
    assert given.article == "3"


@pytest.mark.article("dubov_1997:3")
def test_after_equal_colours_white_goes_by_higher_aro_lower_r_then_alphabet():
    by_aro = assign_pair_colours(two("WB", "WB", aros=(2000, 2001), ratings=(2000, 2500)), 0, 1)
    by_r = assign_pair_colours(two("WB", "WB", ratings=(2200, 2100)), 0, 1)
    by_name = assign_pair_colours(two("WB", "WB", names=("Zorn", "Adams")), 0, 1)

    assert (by_aro.white, by_aro.ground) == (2, ColourGround.HIGHER_ARO)
    assert (by_r.white, by_r.ground) == (2, ColourGround.LOWER_RATING)
    assert (by_name.white, by_name.ground) == (2, ColourGround.ALPHABET)


@pytest.mark.article("dubov_1997:3")
def test_colour_limits_come_before_the_order_of_preference():
    # By equalisation 1 would have White, but he has had it twice in a row.
    third = assign_pair_colours(two("BBWBBWW", "BWBW"), 0, 1)
    fourth = assign_pair_colours(two("WBWW", "WWBWW"), 0, 1, lifted=0b01)

    assert (third.black, third.ground, third.article) == (1, ColourGround.LIMITS, "2.4")
    assert (fourth.white, fourth.ground) == (1, ColourGround.LIMITS)


@pytest.mark.article("dubov_1997:3")
def test_only_the_player_whose_limit_is_lifted_breaks_it():
    pool = two("WW", "WBWW")

    assert assign_pair_colours(pool, 0, 1, lifted=0b01).white == 1
    assert assign_pair_colours(pool, 0, 1, lifted=0b10).white == 2


def test_the_columns_give_the_colours_within_a_row():
    given = assign_row_colours(two("W", "WW"), 1, 0)

    assert (given.white, given.black) == (Number(2), Number(1))
    assert given.ground is ColourGround.COLUMN
    assert given.white_history == (Colour.WHITE, Colour.WHITE)
