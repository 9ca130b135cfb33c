"""The lines that ``topboard check`` prints for rounds that differ from the rules."""

import pytest

from topboard.checking import Difference, RoundCheck
from topboard.cli.check import format_round_checks
from topboard.model import Number, Player, Tournament

ONE, TWO, THREE = map(Number, range(1, 4))
EVENT = Tournament((Player(ONE, "A"), Player(TWO, "B"), Player(THREE, "C")))


def report(same_pairs: int, same_colours: int, *, bye_same: bool, found: Difference) -> list[str]:
    check = RoundCheck(3, 2, same_pairs, same_colours, bye_same, (found,))
    return format_round_checks(EVENT, "fide_dutch_2026", [check])[1:]


def test_a_round_with_a_different_pair_and_correct_colours_is_reported():
    pair = Difference("pair", "C5", (ONE, TWO), (THREE, None))

    assert report(1, 1, bye_same=True, found=pair) == [
        "Round 3: 1 of 2 pairs are as the rules require, 1 with the right colours; the bye is the"
        " same",
        "    A (#1) - B (#2): the rules require A (#1) - C (#3) and B (#2) - no opponent (C5)",
    ]


@pytest.mark.parametrize(
    ("given", "due", "words"),
    [
        (ONE, TWO, "bye for A (#1): the rules require a bye for B (#2)"),
        (ONE, None, "bye for A (#1): the rules require no bye"),
        (None, TWO, "no bye: the rules require a bye for B (#2)"),
    ],
)
def test_a_bye_that_the_rules_give_to_someone_else_is_reported(given, due, words):
    bye = Difference("bye", "", (given,), (due,))

    assert report(2, 2, bye_same=False, found=bye) == [
        "Round 3: 2 of 2 pairs are as the rules require, 2 with the right colours; the bye is"
        " different",
        f"    {words}",
    ]
