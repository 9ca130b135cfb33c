"""Accelerated methods: quarters, and regrouping by the results of round 1."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.oracle import cfc
from tests.player_events import event, player
from tests.systems.cfc.cfc_swiss.events import field, pair
from tests.team_events import opponents, reasons
from topboard import read
from topboard.model import Number, Request, Tournament, Withdrawn
from topboard.proof.prove import prove
from topboard.proof.verify import verify
from topboard.reasons.decisions import PairingWarning, ScoregroupSummary
from topboard.systems.cfc.groups import optimal_player_count

CASES = Path(__file__).parents[3] / "fixtures" / "cfc"
QUARTERS, REGROUPING = ("633.1",), ("633.2",)


def sections(tournament: Tournament) -> list[tuple[str, tuple[int, ...]]]:
    """The groups that are paired, with their names."""
    found = reasons(pair(tournament), ScoregroupSummary)
    return [(group.section, group.residents) for group in found]


@pytest.mark.article("cfc_swiss:633")
def test_more_than_sixteen_players_in_four_rounds_should_accelerate() -> None:
    assert [optimal_player_count(rounds) for rounds in (4, 5, 6)] == [16, 32, 64]
    assert reasons(pair(event(16, planned_rounds=4)), PairingWarning, article="633") == []
    assert len(reasons(pair(event(17, planned_rounds=4)), PairingWarning, article="633")) == 1
    accelerated = event(17, planned_rounds=4, variations=QUARTERS)
    assert reasons(pair(accelerated), PairingWarning, article="633") == []


# --- quarters -------------------------------------------------------------------------------


@pytest.mark.article("cfc_swiss:633.1")
def test_round_1_pairs_quarter_one_with_two_and_three_with_four() -> None:
    assert opponents(pair(event(8, variations=QUARTERS))) == "1-3 2-4 5-7 6-8"


@pytest.mark.article("cfc_swiss:633.1")
def test_a_number_not_divisible_by_four_makes_the_upper_quarters_larger() -> None:
    assert opponents(pair(event(10, variations=QUARTERS))) == "1-4 2-5 3-6 7-9 8-10"
    assert opponents(pair(event(6, variations=QUARTERS))) == "1-3 2-4 5-6"
    assert opponents(pair(event(2, variations=QUARTERS))) == "1-2"


@pytest.mark.article("cfc_swiss:633.1")
def test_the_bye_is_given_before_the_quarters_are_made() -> None:
    assert opponents(pair(event(9, variations=QUARTERS))) == "1-3 2-4 5-7 6-8"


def leaders(perfect: str, below: str, rest: str, planned: int) -> Tournament:
    """A field after two rounds."""
    return field(
        {20: perfect, 15: below, 10: rest}, after=2, planned_rounds=planned, variations=QUARTERS
    )


@pytest.mark.article("cfc_swiss:633.1")
def test_too_many_perfect_scores_and_the_next_group_are_paired_by_quarters() -> None:
    # Five perfect scores for two rounds: more than four.
    tournament = leaders("1..8", "9..16", "17..20", planned=4)

    assert opponents(pair(tournament)) == ("1-3 2-4 5-7 6-8 9-11 10-12 13-15 14-16 17-19 18-20")


@pytest.mark.article("cfc_swiss:633.1")
def test_pairing_is_normal_once_perfect_scores_suit_the_remaining_rounds() -> None:
    assert opponents(pair(leaders("1..8", "9..16", "17..20", planned=5))).startswith("1-5 2-6")


@pytest.mark.article("cfc_swiss:633.1")
def test_odd_men_of_lower_quarters_meet_the_first_of_the_next_group() -> None:
    tournament = leaders("1..9", "10..16", "17 18", planned=4)

    # 9 is the odd man and meets 10; of 11 to 16 four and two make the quarters.
    assert opponents(pair(tournament)) == "1-3 2-4 5-7 6-8 9-10 11-13 12-14 15-16 17-18"


@pytest.mark.article("cfc_swiss:633.1")
def test_quarters_that_cannot_be_paired_internally_help_each_other() -> None:
    tournament = field(
        {20: "1..8", 10: "9 10"}, met="1-2..4", after=3, planned_rounds=4, variations=QUARTERS
    )
    # With perfect scores of two points after three rounds nobody is perfect: no quarters.
    assert sections(tournament)[0][0] == ""
    perfect = field({30: "1..8"}, met="1-2..4", after=3, planned_rounds=4, variations=QUARTERS)

    paired = pair(perfect)
    assert [name for name, _ in sections(perfect)] == ["quarters 1 and 2", "quarters 3 and 4"]
    # 1 has met his whole section: he and the lowest of it are paired in the other.
    assert opponents(paired) == "1-5 2-3 4-6 7-8"
    assert paired.floaters == ()


@pytest.mark.article("cfc_swiss:633.1")
@pytest.mark.article("cfc_swiss:618c")
def test_the_odd_man_of_a_section_never_skips_a_group_without_need() -> None:
    # 5 has met the whole next group: 4 goes there instead.
    tournament = field(
        {20: "1..5", 15: "6 7", 10: "8 9 10"},
        met="5-6..7",
        after=2,
        planned_rounds=3,
        variations=QUARTERS,
    )

    assert sections(tournament)[:2] == [
        ("quarters 1 and 2", (1, 2)),
        ("quarters 3 and 4", (3, 4, 5)),
    ]
    assert opponents(pair(tournament)) == "1-2 3-5 4-6 7-8 9-10"


# --- regrouping -----------------------------------------------------------------------------

UPPER_WINS = "1-5 {}, 2-6 {}, 3-7 {}, 4-8 {}, 9-13 {}, 10-14 {}, 11-15 {}, 12-16 {}"


def after_round_1(*results: str, **facts: object) -> Tournament:
    """Sixteen players after A met B and C met D, with these results from table 1 down."""
    return event(16, UPPER_WINS.format(*results), variations=REGROUPING, **facts)


@pytest.mark.article("cfc_swiss:633.2")
def test_after_round_1_winners_above_the_middle_and_losers_below_are_regrouped() -> None:
    tournament = after_round_1(*["1:0"] * 8)

    assert sections(tournament) == [
        ("A", (1, 2, 3, 4)),
        ("B and C", (5, 6, 7, 8, 9, 10, 11, 12)),
        ("D", (13, 14, 15, 16)),
    ]


@pytest.mark.article("cfc_swiss:633.2")
def test_group_b_meets_group_c_though_their_scores_differ() -> None:
    paired = pair(after_round_1(*["1:0", "0:1"] * 4))

    # A: 1 6 3 8; B: 2 4 5 7; C: 9 14 11 16; D: 10 12 13 15.
    middle = {frozenset((p.white, p.black)) for p in paired.pairs}
    assert all(len(pair_ & {2, 4, 5, 7}) in (0, 1) for pair_ in middle)
    assert sum(len(pair_ & {2, 4, 5, 7}) for pair_ in middle) == 4
    assert paired.floaters == ()


@pytest.mark.article("cfc_swiss:633.2")
def test_a_draw_counts_a_hundred_points_more_above_and_less_below() -> None:
    # 3 and 7 drew above, 9 and 13 below; ten points lie between neighbours.
    drawn = after_round_1("1:0", "1:0", "=", "1:0", "=", "1:0", "1:0", "1:0")

    assert dict(sections(drawn)) == {
        "A": (1, 2, 4),
        "B and C": (3, 7, 5, 6, 8, 10, 11, 12, 9),
        "C and D": (13, 14),
        "D": (15, 16),
    }


@pytest.mark.article("cfc_swiss:633.2")
def test_a_half_point_bye_does_not_count_as_a_draw() -> None:
    tournament = read(str(CASES / "633.2-half-point-bye-counted-as-drawn.json"))
    paired = [(p.white, p.black) for p in pair(tournament).pairs]

    # 5 and 12 have half-point byes: 5 has no 100 points more, and 12 stays in D.
    assert sections(tournament) == [
        ("A", (1, 2, 3)),
        ("B and C", (4, 5, 6, 8, 9)),
        ("D", (7, 10, 11, 12)),
    ]
    assert opponents(pair(tournament)) == "1-2 3-4 5-8 6-9 7-11 10-12"
    assert {(4, 3), (5, 8)} <= {*paired}
    assert verify(prove(tournament, pair(tournament))).refused is None


@pytest.mark.thorough
@pytest.mark.article("cfc_swiss:633.2")
def test_a_half_point_bye_is_no_draw_in_the_second_reading_either() -> None:
    tournament = read(str(CASES / "633.2-half-point-bye-counted-as-drawn.json"))

    paired = [(p.white, p.black) for p in pair(tournament).pairs]

    assert sorted(paired) == sorted(cfc.pair(tournament).pairs)


@pytest.mark.article("cfc_swiss:633.2")
def test_surplus_players_of_group_b_go_on_top_of_group_d() -> None:
    # Two draws above: A has two players, B six, C four.
    surplus = after_round_1("1:0", "1:0", "=", "=", "1:0", "1:0", "1:0", "1:0")

    assert sections(surplus) == [
        ("A", (1, 2)),
        ("B and C", (3, 4, 7, 8, 9, 10, 11, 12)),
        ("D", (5, 6, 13, 14, 15, 16)),
    ]
    assert {"5-14", "6-15", "13-16"} <= set(opponents(pair(surplus)).split())


@pytest.mark.article("cfc_swiss:633.2")
def test_surplus_players_of_group_c_meet_the_top_of_group_d() -> None:
    # Two draws below: C has six players, D two.
    surplus = after_round_1("1:0", "1:0", "1:0", "1:0", "1:0", "1:0", "=", "=")

    assert sections(surplus) == [
        ("A", (1, 2, 3, 4)),
        ("B and C", (5, 6, 7, 8, 9, 10, 11, 12)),
        ("C and D", (15, 16, 13, 14)),
    ]
    assert {"13-15", "14-16"} <= set(opponents(pair(surplus)).split())


@pytest.mark.article("cfc_swiss:633.2")
def test_groups_c_and_d_have_no_rematches_from_round_1() -> None:
    # 13 won as the lower rated and is the surplus of C; 9, whom he beat, is the top of D.
    played = "1-3 1:0, 2-4 0:1, 9-13 0:1, 10-14 1:0"
    entered = [player(n) for n in (1, 2, 3, 4, 9, 10, 13, 14)]
    tournament = event(entered, played, variations=REGROUPING)
    fewer = replace(tournament, requests=(Request(Number(3), 2, Withdrawn()),))

    assert dict(sections(fewer))["C and D"] == (13, 9)
    assert opponents(pair(fewer)) == "1-4 2-13 9-10"


@pytest.mark.article("cfc_swiss:633.2")
def test_an_odd_winners_group_sends_its_lowest_to_the_top_of_group_b() -> None:
    # A draw above: A has three, B five, of whom one meets the odd man.
    paired = pair(after_round_1("=", *["1:0"] * 7))

    assert "2-3" in opponents(paired)
    # B is 1 and 5, who drew, then 6, 7 and 8; 4 meets 1.
    assert "1-4" in opponents(paired)


@pytest.mark.article("cfc_swiss:633.2")
def test_the_bye_of_round_1_belongs_to_group_c() -> None:
    tournament = event(9, "1-3 1:0, 2-4 1:0, 5-7 1:0, 6-8 1:0, bye 9", variations=REGROUPING)

    # 9 has a point without playing; the bye of round 2 goes to 8.
    assert pair(tournament).bye == 8
    assert dict(sections(tournament))["B and C"] == (3, 4, 5, 6)
    assert dict(sections(tournament))["C and D"] == (9, 7)


@pytest.mark.article("cfc_swiss:633.2")
def test_a_late_entrant_and_an_absentee_are_placed_by_rating() -> None:
    entered = [*(player(n) for n in range(1, 9)), player(9, 1985, joined=2)]
    tournament = event(entered, "1-3 1:0, 2-4 1:0, 5-7 1:0, half 6, out 8", variations=REGROUPING)

    # Of six paired in round 1 the four highest made section (a); 9 is rated among them.
    names = dict(sections(tournament))
    assert names["A"] == (1, 2)
    assert names["B and C"] == (9, 5)
    # 6 has a half-point bye, and neither won nor drew.
    assert {3, 6} < {*names["D"]}


@pytest.mark.article("cfc_swiss:633.2")
def test_round_3_is_paired_in_the_usual_way() -> None:
    tournament = after_round_1(*["1:0"] * 8)
    second = pair(tournament)
    played = ", ".join(f"{p.white}-{p.black} =" for p in second.pairs)
    third = event(16, UPPER_WINS.format(*["1:0"] * 8), played, variations=REGROUPING)

    assert {name for name, _ in sections(third)} == {""}


def test_one_lot_decides_the_colours_of_all_sections_in_round_1() -> None:
    paired = pair(event(8, variations=REGROUPING))

    assert [(p.white, p.black) for p in paired.pairs] == [(1, 3), (4, 2), (5, 7), (8, 6)]


# --- without a number of rounds -----------------------------------------------------------


@pytest.mark.parametrize(
    ("article", "said"),
    [
        ("624.2", "variation 624.2 applies in every round, not only before the last quarter"),
        ("631.2", "so variation 631.2 for the last round has no effect"),
        ("633.1", "so variation 633.1 has no effect after round 1"),
    ],
)
def test_a_variation_that_needs_the_number_of_rounds_says_it_is_missing(
    article: str, said: str
) -> None:
    def notes(tournament: Tournament) -> list[str]:
        return [r.what for r in reasons(pair(tournament), PairingWarning, article=article)]

    without = read(str(CASES / f"{article}-without-rounds.json"))
    (note,) = notes(without)
    assert note.startswith("the planned number of rounds is unknown, so variation")
    assert said in note
    assert notes(replace(without, rounds=())) == []
    with_rounds = read(str(CASES / f"{article}-two-rounds.json"))
    assert not [note for note in notes(with_rounds) if "number of rounds" in note]
