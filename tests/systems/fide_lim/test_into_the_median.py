"""Who floats into the median: opponents from the other side, exchanges, and who must leave."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.systems.fide_lim.cards import (
    card,
    cards,
    floaters,
    of_round,
    opponents,
    pair_cards,
    pair_group,
    situation,
)
from tests.team_events import reasons
from topboard.api import why_not
from topboard.formats import read
from topboard.model import Number
from topboard.reasons.family_decisions import PairBrokenUp
from topboard.reasons.grounds import FloatCause, FloaterType, MedianSide
from topboard.reasons.obstacles import (
    LeavesUnpairable,
    MedianGroupUnpairable,
    MoreDisadvantaged,
    OthersFloatFirst,
    PassedOver,
)
from topboard.reasons.sentences import generate_round_sentences as in_words, names_of
from topboard.reasons.why_not import SomebodyElseFirst
from topboard.serialize.reasons import to_json
from topboard.systems.fide_lim.fide_lim_2026 import pair, pair_without_reasons

FOLDER = Path(__file__).parents[2] / "fixtures" / "fide" / "lim"


def read_fixture(name):
    (path,) = FOLDER.glob(f"{name}-*.trf")
    return read(path)


def chosen_floaters(paired):
    """Who floats, as what type, and in whose place."""
    return [(r.number, r.floater_type.value, r.instead_of) for r in floaters(paired)]


# --- those who came from the other side -----------------------------------------------------------


@pytest.mark.article("fide_lim_2026:3.4", "fide_lim_2026:3.9.2")
def test_a_floater_from_above_counts_as_an_opponent_of_those_from_below():
    # Nobody has two points, the median. 3 floats down. Of 4, 5 and 6 the first to float up is 4,
    # who has met 3.
    paired = pair_cards([*cards("1..3", 30), *cards("4..6", 10)], "3-4")

    assert of_round(paired) == "1-2 3-5 4-6"
    assert chosen_floaters(paired) == [(3, "c", None), (5, "d", None)]
    assert floaters(paired)[1].passed_over == (
        PassedOver(Number(4), MoreDisadvantaged(FloaterType.C)),
    )
    assert not reasons(paired, PairBrokenUp)


@pytest.mark.article("fide_lim_2026:3.9.1")
@pytest.mark.parametrize(
    ("name", "pairs", "floating"),
    [
        # 6 floats down, and 3 has met 6. Of 4 and 5, who have not, 5 is due White like 3.
        ("1", "1-2 3-4 5-6", [(6, "c", None), (5, "d", None)]),
        # 3 has met 6 and 7 and leaves. 5 has met 3. Of 4 and 8 the latter is due White like 5.
        ("1b", "1-2 3-8 4-5 6-7", [(3, "c", None), (8, "d", None)]),
        # 1 and 2 come from above. 7 can meet 2, and is due Black like 4, which 5 is not.
        ("1c", "1-3 2-7 4-5 6-8", [(1, "c", None), (2, "c", None), (1, "b", None), (7, "d", None)]),
        # 21 floats down. 7 has met 21, and 8 is the next who is due Black.
        (
            "1d",
            "1-18 2-12 3-13 4-9 5-22 6-15 7-16 8-21 10-17 11-19 14-20",
            [(21, "c", None), (8, "d", None)],
        ),
    ],
)
def test_recorded_rounds_need_no_pair_to_be_broken_up(name, pairs, floating):
    tournament = read_fixture(name)

    paired = pair(tournament)

    assert of_round(paired) == " ".join(sorted(pairs.split(), key=_by_numbers))
    assert chosen_floaters(paired) == floating
    assert not reasons(paired, PairBrokenUp)
    assert pair_without_reasons(tournament).pairs == paired.pairs


def _by_numbers(text):
    return tuple(map(int, text.split("-")))


# --- the exchange ---------------------------------------------------------------------------------


@pytest.mark.article("fide_lim_2026:3.5")
def test_a_floater_from_below_who_blocks_the_median_is_exchanged():
    # 1 can meet 2 only, and so can 4. By counting 4 has an opponent, but 1 comes first.
    people = [card(1, 30), *cards("2 3", 20), *cards("4..6", 10)]

    paired = pair_cards(people, "1-3 1-4 1-5 1-6 3-4")

    assert of_round(paired) == "1-2 3-5 4-6"
    assert chosen_floaters(paired) == [(1, "d", None), (5, "d", 4)]
    exchanged = floaters(paired)[1]
    assert (exchanged.article, exchanged.cause) == ("3.5", FloatCause.EVEN)
    # With 4 in the median 1 and 3 would both have nobody but 2.
    proof = LeavesUnpairable(bridge=(2,), islands=((3,), (1,)))
    assert exchanged.passed_over == (PassedOver(Number(4), MedianGroupUnpairable(proof)),)
    assert not reasons(paired, PairBrokenUp)


@pytest.mark.article("fide_lim_2026:3.5")
def test_a_floater_from_above_is_exchanged_if_nobody_else_can_come_up():
    # 3 is alone below and has met 6. 2, the next in the order, has not.
    tournament = read_fixture("1e")

    paired = pair(tournament)

    assert (of_round(paired), paired.bye) == ("1-6 2-3", 4)
    assert chosen_floaters(paired) == [(2, "d", 6), (3, "c", None)]
    (passed,) = floaters(paired)[0].passed_over
    assert (passed.candidate, type(passed.obstacle)) == (6, MedianGroupUnpairable)
    answer = why_not(tournament, 1, 2, "fide_lim_2026")
    assert isinstance(answer, SomebodyElseFirst)
    assert (answer.article, answer.decided) == ("3.5", floaters(paired)[0])


@pytest.mark.article("fide_lim_2026:3.5")
def test_the_last_arrivals_in_the_median_are_exchanged_first():
    # 3 and 6 can both meet 4 only. 7 in place of 6 helps, and so would 2 in place of 3.
    people = [*cards("1..3", 30), *cards("4 5", 20), *cards("6..8", 10)]

    paired = pair_cards(people, "3-5 3-6 3-7 3-8 5-6")

    assert chosen_floaters(paired) == [(3, "d", None), (7, "d", 6)]
    assert of_round(paired) == "1-2 3-4 5-7 6-8"


@pytest.mark.article("fide_lim_2026:3.5", "fide_lim_2026:2.6", "fide_lim_2026:2.6.1")
def test_a_pair_is_broken_up_only_where_no_exchange_helps():
    # 4, alone in the median, has met 1, 2 and 3: whoever floats, the two cannot be paired.
    people = [*cards("1..3", 30), card(4, 20), *cards("5 6", 10)]

    paired = pair_cards(people, "4-1 4-2 4-3")

    assert chosen_floaters(paired) == [(3, "c", None)]
    (cracked,) = reasons(paired, PairBrokenUp)
    assert {*cracked.pair} == {5, 6}


def test_the_exchange_is_explained():
    tournament = read_fixture("1e")

    told = [" ".join(lines) for lines in in_words(pair(tournament), names_of(tournament))]

    assert (
        "P02 (#2) with 1 point floats to the ½-point scoregroup, because the current scoregroup "
        "has an odd number of players (2.3.4). P02 (#2) floats instead of P06 (#6), with whom the "
        "median scoregroup could not be paired (3.5). Not P06 (#6): the "
        "median scoregroup could not be paired. P03 (#3) would have no opponent left."
    ) in told


def test_programs_can_read_the_exchange_by_kind():
    tournament = read_fixture("1e")

    (exchanged, _) = (to_json(one) for one in floaters(pair(tournament)))

    assert (exchanged["kind"], exchanged["number"], exchanged["instead_of"]) == ("floater", 2, 6)
    (passed,) = exchanged["passed_over"]
    assert passed["obstacle"]["kind"] == "median_blocked"
    assert passed["obstacle"]["proof"] == {"kind": "unpairable", "islands": [[3]]}


# --- who must leave -------------------------------------------------------------------------------


@pytest.mark.article("fide_lim_2026:2.3", "fide_lim_2026:2.3.1", "fide_lim_2026:3.2.2")
def test_a_player_who_must_leave_goes_first_and_is_ignored_for_colours():
    # 1 has met all of the group. With 1, due Black, both colours would be due twice, and 4 would
    # float by number. Without 1 more are due White, and 3 floats.
    people = [card(1, 20, "W"), card(2, 20, "B"), card(3, 20, "B"), card(4, 20, "W")]
    before = situation([*people, *cards("6 7")], "1-2 1-3 1-4")

    made = pair_group(before, MedianSide.ABOVE, "1..4", next_="6 7")

    assert (made.leavers, opponents(made.pairs)) == ((1, 3), "2-4")
    first, second = floaters(made)
    assert (first.cause, first.cause_article) == (FloatCause.MET_ALL, "2.3.1")
    assert first.passed_over == tuple(PassedOver(Number(n), OthersFloatFirst()) for n in (4, 3, 2))
    assert (second.cause, second.cause_article, second.article) == (
        FloatCause.EVEN,
        "2.3.4",
        "3.2.2",
    )


@pytest.mark.article("fide_lim_2026:2.3")
def test_a_recorded_round_in_which_a_player_must_leave():
    # 4 has met 1, 6 and 7 and leaves. Of the others 1 and 7 are due White and 7 is a floater
    # already, so 1 leaves. With 1, who has met 3 and 5, the median cannot be paired: 6 takes the
    # place of 1.
    paired = pair(read_fixture("2"))

    assert [(r.number, r.instead_of) for r in floaters(paired)] == [(7, None), (4, None), (6, 1)]
    assert floaters(paired)[1].cause is FloatCause.MET_ALL
    assert (of_round(paired), paired.bye) == ("1-7 3-4 5-6", 2)
