"""The numbers of a bracket and the order of its pairings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.oracle.fide_burstein import pairings, seeding_rounds
from tests.systems.fide_burstein.cards import pair_cards
from tests.systems.fide_dutch.cards import bracket, group, opponents
from topboard.matching.cost import PackedCriteria
from topboard.systems.fide_dutch.opponent_order import OpponentNumberGenerationOrder

FOLDER = Path(__file__).parents[2] / "fixtures" / "fide" / "burstein"
PRINTED = json.loads((FOLDER / "burstein-order.json").read_text(encoding="utf-8"))
LISTS = {
    6: PRINTED["six players, two floaters"],
    5: PRINTED["five players, one floater (computed)"],
}


def cost(line: str, players: int) -> int:
    """What the order charges for a pairing as the text prints it."""
    order = OpponentNumberGenerationOrder(players)
    order.set_digit_weights(PackedCriteria(order.digits, signed=True).worth)
    total = 0
    for pair in line.split():
        one, other = map(int, pair.split("-"))
        total += (
            order.pair_cost(one - 1, other - 1) if other else order.unpaired_player_cost(one - 1)
        )
    return total


@pytest.mark.article("fide_burstein_2026:4.2", "fide_burstein_2026:4.3")
@pytest.mark.parametrize("players", LISTS)
def test_the_pairings_come_in_the_order_printed_in_the_text(players):
    costs = [cost(line, players) for line in LISTS[players]]

    assert len(costs) == {6: 45, 5: 15}[players]
    assert costs == sorted(set(costs))


@pytest.mark.parametrize("players", LISTS)
def test_the_second_reading_gives_the_same_list(players):
    numbers = tuple(range(1, players + 1))
    found = []
    for pairs, floating in pairings(numbers, 2 if players == 6 else 1):
        line = sorted([*pairs, *((n, 0) for n in floating)])
        found.append(" ".join(f"{a}-{b}" for a, b in line))

    assert found == LISTS[players]
    for rounds, count in PRINTED["seeding_rounds_1_6_2"].items():
        assert seeding_rounds(int(rounds)) == count


@pytest.mark.article("fide_burstein_2026:4.1", "fide_burstein_2026:4.3")
def test_the_first_candidate_for_six_players_when_two_float():
    # The position "first candidate": 3 and 4 have met everybody else of the bracket.
    cards = [*group(15, 1, 2, 3, 4, 5, 6), *group(5, 7, 8)]
    buchholz = {1: 300, 2: 250, 3: 200, 4: 150, 5: 100, 6: 50}
    met = "1-3 1-4 2-3 2-4 3-4 3-5 3-6 4-5 4-6"

    paired = pair_cards(cards, buchholz, met)

    assert bracket(paired, 15).leaving == 2
    assert opponents(paired) == "1-6 2-5 3-8 4-7"


@pytest.mark.article("fide_burstein_2026:4.2")
def test_the_middle_player_floats_where_nothing_else_decides():
    # The last players have met, so that the bracket is weighed with them.
    paired = pair_cards([*group(15, 1, 2, 3, 4, 5), *group(5, 6, 7, 8)], met="6-7 6-8 7-8")

    assert opponents(paired) == "1-5 2-8 3-7 4-6"


@pytest.mark.article("fide_burstein_2026:4.1")
def test_bracket_numbers_follow_the_index():
    assert opponents(pair_cards(group(10, 1, 2, 3, 4), {2: 90, 3: 80, 4: 70, 1: 60})) == "1-2 3-4"
