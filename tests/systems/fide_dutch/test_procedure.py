"""The order in which candidates come: halves, transpositions, exchanges, those moved down."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from tests.citing import each_edition
from tests.systems.fide_dutch.cards import BOTH, bracket, card, group, opponents, pair_cards
from tests.team_events import reason, reasons
from topboard.matching.cost import PackedCriteria
from topboard.reasons.decisions import BracketQuality, Exchange, OpponentChoice
from topboard.reasons.grounds import HalvesPlacing, PairMethod
from topboard.systems.fide_dutch.equivalence_classes import generate_single_exchanges
from topboard.systems.fide_dutch.generation_order import HalvesGenerationOrder, MdpGenerationOrder

# --- a homogeneous bracket --------------------------------------------------------------------


@each_edition(
    fide_dutch_2017=("A.3 homogeneous", "B.2", "B.3", "B.4", "D preface"),
    fide_dutch_2026=("1.3.3", "3.2.1", "3.2.3", "3.3.1", "3.3.2", "3.4.1", "4.1.1"),
)
def test_the_upper_half_meets_the_lower_half_in_order(edition):
    # Seven players make three pairs: S1 is 1 2 3, S2 is 4 5 6 7. Nothing is against it.
    paired = pair_cards(edition, group(10, 1, 2, 3, 4, 5, 6, 7))

    assert opponents(paired) == "1-4 2-5 3-6 bye 7"
    assert {r.placing for r in reasons(paired, OpponentChoice, method=PairMethod.HALVES)} == {
        HalvesPlacing.IN_ORDER
    }
    assert reasons(paired, BracketQuality) == []


@each_edition(fide_dutch_2017=("B.5", "D.1"), fide_dutch_2026=("3.5.1", "3.5.2", "4.2.1", "4.2.2"))
def test_transpositions_are_ordered_by_the_first_numbers_of_the_lower_half(edition):
    # Eleven players: S1 is 1 to 5, S2 is 6 to 11, and there are 720 transpositions.
    orders = list(permutations(range(6, 12), 5))
    assert len(orders) == 720
    random = Random(7)
    for _ in range(25):
        met = {(a, b) for a in range(1, 6) for b in range(6, 12) if random.random() < 0.4}
        legal = (o for o in orders if met.isdisjoint(zip(range(1, 6), o, strict=True)))
        first = next(legal, None)
        if first is None:
            continue
        (left,) = {*range(6, 12)} - {*first}
        expected = [f"{a}-{b}" for a, b in zip(range(1, 6), first, strict=True)]

        paired = pair_cards(
            edition, group(10, *range(1, 12)), met=" ".join(f"{a}-{b}" for a, b in met)
        )

        assert opponents(paired) == " ".join([*expected, f"bye {left}"])


@each_edition(fide_dutch_2017="D.2", fide_dutch_2026="4.3.1")
def test_an_exchange_helps_a_player_with_no_opponent_in_the_other_half(edition):
    # 1 has met 3 and 4. 2 and 3 change places: 1 3 against 2 4.
    paired = pair_cards(edition, group(10, 1, 2, 3, 4), met="1-3 1-4")

    assert opponents(paired) == "1-2 3-4"
    exchanged = reason(paired, Exchange)
    assert (exchanged.leaving, exchanged.entering) == ((2,), (3,))


@pytest.mark.parametrize(
    ("edition", "met", "placing", "article"),
    [
        ("fide_dutch_2017", "1-3 1-4", HalvesPlacing.AFTER_EXCHANGE, "D.2"),
        ("fide_dutch_2026", "1-3 1-4", HalvesPlacing.AFTER_EXCHANGE, "4.3.2"),
        ("fide_dutch_2017", "1-3", HalvesPlacing.TRANSPOSED, "D.1"),
        ("fide_dutch_2026", "1-3", HalvesPlacing.TRANSPOSED, "4.2.1"),
    ],
)
def test_a_pair_cites_the_article_on_exchanges_only_after_an_exchange(
    edition, met, placing, article
):
    pairs = reasons(pair_cards(edition, group(10, 1, 2, 3, 4), met=met), OpponentChoice)

    assert {(pair.placing, pair.article) for pair in pairs} == {(placing, article)}


@pytest.mark.parametrize("edition", BOTH)
def test_any_transposition_comes_before_any_exchange(edition):
    # 1 may meet 6 alone of S2, the last of all; with an exchange he could meet 2.
    paired = pair_cards(edition, group(10, 1, 2, 3, 4, 5, 6), met="1-4 1-5")

    assert opponents(paired) == "1-6 2-4 3-5"


@each_edition(
    fide_dutch_2017=("D.2.b", "D.2.c", "D end"), fide_dutch_2026=("4.3.2 2", "4.3.2 3", "4.5.1")
)
def test_single_exchanges_go_by_difference_then_by_largest_number_leaving(edition):
    # Five and six: 5 for 6; then, two apart, 5 for 7 before 4 for 6; then three apart.
    exchanges = [(out + 1, entering + 1) for out, entering in generate_single_exchanges(5, 11)]

    assert exchanges[:6] == [(5, 6), (5, 7), (4, 6), (5, 8), (4, 7), (3, 6)]
    assert len(exchanges) == 5 * 6
    # 1 has met all of S2 and may not meet 2 or 3: of S1 only 4 is left to him, so 4 leaves it;
    # three apart from him is the first place where the others can be paired too.
    met = "1-5 1-6 1-7 1-8 1-2 1-3"
    paired = pair_cards(edition, group(10, *range(1, 9)), met=met)
    moved = reason(paired, Exchange)
    assert (moved.leaving, moved.entering) == ((4,), (5,))
    assert opponents(paired) == "1-4 2-6 3-7 5-8"


def cost_of(leaving, entering, half=5, count=10):
    """What the first pairing after an exchange costs by the order of generation."""
    upper = sorted({*range(1, half + 1)} - {*leaving} | {*entering})
    lower = sorted({*range(1, count + 1)} - {*upper})
    order = HalvesGenerationOrder(count, half)
    order.set_digit_weights(PackedCriteria(order.digits).worth)
    return sum(order.pair_cost(a - 1, b - 1) for a, b in zip(upper, lower, strict=True))


@each_edition(fide_dutch_2017=("D.2.a", "D.2.d"), fide_dutch_2026=("4.3.2", "4.3.2 1", "4.3.2 4"))
def test_larger_exchanges_are_compared_as_sorted_lists(edition):
    in_order = [
        cost_of((), ()),
        cost_of((1,), (10,)),  # one player, however far apart, before two
        cost_of((4, 5), (6, 7)),  # two players: the sums differ by 4
        cost_of((5, 2), (6, 7)),  # by 6: 5 leaves, before
        cost_of((4, 3), (6, 7)),  # 4 is the largest who leaves
        cost_of((5, 4), (6, 9)),  # by 6 as well, and 5 4 leave: 6 enters, before
    ]
    assert in_order[:5] == sorted(in_order[:5])
    assert cost_of((5, 4), (6, 9)) < cost_of((5, 4), (7, 8))
    assert in_order[2] < in_order[5] < in_order[3]
    # The sums come first: 4 3 for 6 7 differs by 6, 5 2 for 6 8 by 7.
    assert cost_of((4, 3), (6, 7)) < cost_of((5, 2), (6, 8))
    # Nobody of 1 2 3 4 may meet one of 5 6 7 8: two change places, 3 4 for 5 6.
    met = " ".join(f"{a}-{b}" for a in (1, 2, 3, 4) for b in (5, 6, 7, 8))
    paired = pair_cards(edition, group(10, *range(1, 9)), met=met)
    assert opponents(paired) == "1-3 2-4 5-7 6-8"


# --- those moved down -------------------------------------------------------------------------


@each_edition(
    fide_dutch_2017=("A.3", "A.3 remainder", "B.1.a", "B.7"),
    fide_dutch_2026=("1.3.2", "1.3.4", "3.1.1", "3.3.3", "3.7.1", "3.7.2"),
)
def test_moved_down_players_are_paired_first_then_the_remainder_by_halves(edition):
    cards = [*group(20, 1), *group(10, 2, 3, 4, 5, 6)]

    paired = pair_cards(edition, cards)
    assert bracket(paired, 10).mdps == (1,)
    assert bracket(paired, 10).residents == (2, 3, 4, 5, 6)
    # 1 meets 2; the remainder 3 4 5 6 is paired half against half.
    assert opponents(paired) == "1-2 3-5 4-6"
    # 3 and 5 have met: the remainder is altered, 1 keeps his opponent.
    assert opponents(pair_cards(edition, cards, met="3-5")) == "1-2 3-6 4-5"
    # 3 and 4 have met and are all that would be left: 1 gets the next opponent.
    assert (
        opponents(pair_cards(edition, [*group(20, 1), *group(10, 2, 3, 4)], met="3-4")) == "1-3 2-4"
    )


@pytest.mark.parametrize("edition", BOTH)
def test_opponents_of_moved_down_players_are_tried_in_number_order(edition):
    # Two moved down, nine residents: 72 transpositions count.
    orders = list(permutations(range(3, 12), 2))
    assert len(orders) == 72
    random = Random(3)
    for _ in range(15):
        met = {(a, b) for a in (1, 2) for b in range(3, 12) if random.random() < 0.6}
        legal = (o for o in orders if met.isdisjoint(zip((1, 2), o, strict=True)))
        first = next(legal, None)
        if first is None:
            continue
        closed = " ".join(f"{a}-{b}" for a, b in {(1, 2), *met})

        paired = pair_cards(edition, [*group(20, 1, 2), *group(10, *range(3, 12))], met=closed)

        assert opponents(paired).startswith(f"1-{first[0]} 2-{first[1]} ")


@each_edition(
    fide_dutch_2017=("B.1.c", "D.3", "D.3.b"),
    fide_dutch_2026=("3.1.3", "3.2.2", "3.2.4", "3.7.3", "4.4.1", "4.4.2"),
)
def test_the_first_pairable_set_of_moved_down_players_is_taken(edition):
    # 1 and 2 have met and come down to 3 alone: one of them floats on.
    cards = [*group(20, 1, 2), *group(10, 3), *group(0, 4)]

    assert opponents(pair_cards(edition, cards, met="1-2")) == "1-3 2-4"
    # 1 has met 3 too: the next set is 2 alone.
    assert opponents(pair_cards(edition, cards, met="1-2 1-3")) == "1-4 2-3"
    # Three come down to two: the first two meet them in order.
    three = [*group(20, 1, 2, 3), *group(10, 4, 5), *group(0, 6)]
    assert opponents(pair_cards(edition, three, met="1-2 1-3 2-3")) == "1-4 2-5 3-6"


def left_over(*moved_down, scores=(30, 30, 30, 30)):
    """What it costs that these, counted from 1, are not paired."""
    order = MdpGenerationOrder(scores, 4)
    order.set_digit_weights(PackedCriteria(order.digits).worth)
    return sum(order.unpaired_player_cost(m - 1) for m in moved_down)


@each_edition(fide_dutch_2017=("D.3.a", "D.3.b"), fide_dutch_2026="4.4.2")
def test_moved_down_sets_are_sorted_by_the_first_number_that_differs(edition):
    # Paired are 1 3, then 1 4, then 3 4.
    assert left_over(2, 4) < left_over(2, 3) < left_over(1, 2)
    # A higher score is paired before any lower ones.
    assert left_over(2, 3, 4, scores=(30, 20, 20, 20)) < left_over(1, scores=(30, 20, 20, 20))
    assert left_over(1, 4, scores=(30, 30, 30, 20)) < left_over(2, 3, scores=(30, 30, 30, 20))
    assert (
        opponents(
            pair_cards(
                edition,
                [card(1, 30), card(2, 20), card(3, 10), card(4, 0)],
                met="1-2",
            )
        )
        == "1-3 2-4"
    )


@each_edition(
    fide_dutch_2017=("A.9 CLB", "A.9 PPB", "C.4", "B.1.c"),
    fide_dutch_2026=("2.2.1 C4", "3.1.3", "3.2.4", "3.3.4"),
)
def test_the_players_below_get_the_opponents_they_need(edition):
    # 9 and 10 have met each other and everybody with 0 and 1 point: two of the top must come down
    # to them. S1 of the top is 1 alone, who meets 2. In 2026 nobody of 3 and 4 is paired in the
    # bracket of 5 and 6, who meet each other (M1 is 0). In 2017 all below are one bracket, in which
    # everybody keeps his score: 5-6 7-8 has smaller differences than half against half.
    cards = [*group(20, 1, 2, 3, 4), *group(10, 5, 6), *group(0, 7, 8, 9, 10)]
    met = " ".join(f"{a}-{b}" for a in (9, 10) for b in (5, 6, 7, 8)) + " 9-10"

    assert opponents(pair_cards(edition, cards, met=met)) == "1-2 3-9 4-10 5-6 7-8"


@each_edition(fide_dutch_2017=("A.9 PPB", "C.4"), fide_dutch_2026="2.2.1 C4")
def test_two_more_players_float_down_to_two_who_have_met(edition):
    # S1 is 1 2, S2 is 3 4 5 6: 5 and 6 are left for 7 and 8.
    cards = [*group(10, 1, 2, 3, 4, 5, 6), *group(0, 7, 8)]

    assert opponents(pair_cards(edition, cards)) == "1-4 2-5 3-6 7-8"
    assert opponents(pair_cards(edition, cards, met="7-8")) == "1-3 2-4 5-7 6-8"
