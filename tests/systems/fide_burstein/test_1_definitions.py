"""Brackets, preferences, seeding rounds, the Index and the ranks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.player_events import event, player
from tests.systems.fide_burstein.cards import EDITION, pair_cards
from tests.systems.fide_dutch.cards import bracket, card, group, history, opponents, tables
from tests.team_events import reasons
from topboard.errors import BadInput, NoLegalPairing
from topboard.model import (
    Colour,
    HalfPointBye,
    Number,
    Request,
    VirtualPoints,
    Withdrawn,
    ZeroPointBye,
)
from topboard.model.history import colour_difference
from topboard.reasons.criteria import Strength
from topboard.reasons.decisions import BracketSummary
from topboard.reasons.family_decisions import OppositionRanking, SeedingRound
from topboard.systems.fide_burstein.fide_burstein_2026 import build_ranked_field
from topboard.systems.fide_burstein.index import OppositionIndex, rank_by_opposition_index
from topboard.systems.fide_burstein.rounds import compute_seeding_round_count
from topboard.systems.fide_common.colour_preferences import colour_preference, have_same_preference
from topboard.systems.registry import system

WHITE, BLACK = Colour.WHITE, Colour.BLACK
BURSTEIN = system(EDITION)


@pytest.mark.article("fide_burstein_2026:1.1")
def test_starting_numbers_come_from_the_initial_ranking():
    people = [player(1, 2200), player(2, 2400), player(3, 2300)]

    listed = BURSTEIN.assign_pairing_numbers(event(people, lot=None))

    assert [p.name for p in listed.competitors] == ["Player 2", "Player 3", "Player 1"]


@pytest.mark.article(
    "fide_burstein_2026:1.2.1", "fide_burstein_2026:1.9.2", "fide_burstein_2026:C.04.1 5"
)
def test_scoregroups_are_paired_from_the_top():
    paired = pair_cards([*group(20, 3, 4), *group(10, 1, 5), *group(0, 2, 6)])

    opened = [(r.points, r.residents) for r in reasons(paired, BracketSummary)]
    assert opened == [(20, (3, 4)), (10, (1, 5)), (0, (2, 6))]
    assert opponents(paired) == "1-5 2-6 3-4"


@pytest.mark.article("fide_burstein_2026:1.2.2")
def test_a_player_who_is_not_paired_floats_to_the_next_bracket():
    paired = pair_cards([*group(20, 1, 2, 3), *group(10, 4)])

    assert (bracket(paired, 20).leaving, bracket(paired, 10).mdps) == (1, (2,))


@pytest.mark.article("fide_burstein_2026:1.3", "fide_burstein_2026:C.04.1 3")
def test_one_player_of_an_odd_number_gets_the_bye():
    assert pair_cards(group(10, 1, 2, 3)).bye == 3
    assert pair_cards(group(10, 1, 2, 3, 4)).bye is None


# --- colours ------------------------------------------------------------------------------------


@pytest.mark.article(
    "fide_burstein_2026:1.4", "fide_burstein_2026:1.5", "fide_burstein_2026:C.04.1 8"
)
def test_whites_minus_blacks_give_a_preference_from_the_first_game_on():
    assert [colour_difference(history(had)) for had in ("", "W", "WBB", "WWBW")] == [0, 1, -1, 2]
    assert [colour_preference(history(had)).colour for had in ("", "W", "B")] == [
        None,
        BLACK,
        WHITE,
    ]


@pytest.mark.article(
    "fide_burstein_2026:1.5.1", "fide_burstein_2026:C.04.1 6", "fide_burstein_2026:C.04.1 7"
)
def test_absolute_preferences():
    # WWWBB: the difference is one, but Black twice running asks for White.
    asked = {"WWBW": BLACK, "BBWB": WHITE, "WBB": WHITE, "WWWBB": WHITE}
    preferences = [colour_preference(history(had)) for had in asked]

    assert [one.colour for one in preferences] == list(asked.values())
    assert {one.strength for one in preferences} == {Strength.ABSOLUTE}


@pytest.mark.article("fide_burstein_2026:1.5.2")
def test_strong_preferences():
    assert [colour_preference(history(had)).strength for had in ("W", "BWB")] == [
        Strength.STRONG
    ] * 2


@pytest.mark.article("fide_burstein_2026:1.5.3")
def test_mild_preferences():
    preference = colour_preference(history("WB"))

    assert (preference.strength, preference.colour) == (Strength.MILD, WHITE)


@pytest.mark.article("fide_burstein_2026:1.5.4")
def test_the_opponent_of_a_player_without_games_gets_their_preference():
    assert not have_same_preference(colour_preference(()), colour_preference(history("W")))
    assert tables(pair_cards([card(1, 10), card(2, 10, "W")])) == "1-2"
    assert tables(pair_cards([card(1, 10), card(2, 10, "B")])) == "2-1"


# --- seeding rounds -----------------------------------------------------------------------------


@pytest.mark.article("fide_burstein_2026:1.6.2")
def test_half_of_the_rounds_but_at_most_four_are_seeding_rounds():
    planned = (3, 4, 5, 6, 7, 8, 9, 11, 13)

    assert [compute_seeding_round_count(rounds) for rounds in planned] == [
        1,
        2,
        2,
        3,
        3,
        4,
        4,
        4,
        4,
    ]
    # Of five rounds the second is one of them, the third is not.
    two = event(6, "1-4 1:0, 5-2 0:1, 3-6 1:0", planned_rounds=5)
    three = event(6, "1-4 1:0, 5-2 0:1, 3-6 1:0", "2-1 =, 4-3 0:1, 6-5 =", planned_rounds=5)
    assert len(reasons(BURSTEIN.pair(two), SeedingRound)) == 1
    assert not reasons(BURSTEIN.pair(three), SeedingRound)
    assert reasons(BURSTEIN.pair(three), OppositionRanking)


@pytest.mark.article("fide_burstein_2026:1.6.1")
@pytest.mark.parametrize(
    "rounds",
    [
        (),
        ("1-5 1:0, 6-2 0:1, 3-7 1:0, 8-4 0:1, bye 9",),
        ("1-5 1:0, 6-2 0:1, 3-7 1:0, 8-4 0:1, bye 9", "4-1 =, 2-3 =, 9-5 =, 7-6 =, half 8"),
    ],
)
@pytest.mark.parametrize("variations", [(), ("baku",)])
def test_seeding_rounds_are_complete_dutch_rounds(rounds, variations):
    tournament = event(9, *rounds, planned_rounds=7, variations=variations)

    seeded, dutch = BURSTEIN.pair(tournament), system("fide_dutch_2026").pair(tournament)

    assert (seeded.pairs, seeded.bye, seeded.floaters) == (dutch.pairs, dutch.bye, dutch.floaters)
    assert BURSTEIN.pair_without_reasons(tournament) == system(
        "fide_dutch_2026"
    ).pair_without_reasons(tournament)
    assert len(seeded.reasons) == len(dutch.reasons) + 1
    # The articles are those of another chapter, and say so.
    opened = reasons(seeded, BracketSummary)
    assert {one.article for one in opened} == {"C.04.3 1.3.2"}
    assert seeded.system == EDITION


@pytest.mark.article("fide_burstein_2026:C.04.1 1")
def test_without_the_number_of_rounds_nothing_is_paired():
    with pytest.raises(
        BadInput, match=r"requires a planned number of rounds.*Enter the planned number of rounds"
    ):
        BURSTEIN.pair(event(8, planned_rounds=0))
    assert BURSTEIN.pair(event(8, planned_rounds=5)).pairs


# --- the Index ----------------------------------------------------------------------------------


def indices(*rounds, players=6, **facts):
    found = build_ranked_field(event(players, *rounds, planned_rounds=2, **facts)).indices
    return {n: (index.buchholz, index.sonneborn_berger) for n, index in found.items()}


def away(number, round_, outcome=None):
    """A request not to be paired in a round."""
    return {"requests": (Request(Number(number), round_, outcome or ZeroPointBye()),)}


@pytest.mark.article("fide_burstein_2026:1.7", "fide_burstein_2026:1.7.1")
def test_buchholz_adds_the_scores_of_the_opponents_and_sonneborn_berger_weighs_them():
    found = indices("1-4 1:0, 5-2 =, 3-6 1:0", "2-1 1:0, 3-5 1:0, 6-4 =")

    # Points: 1: 1, 2: 1½, 3: 2, 4: ½, 5: ½, 6: ½.
    assert found[1] == (5 + 15, 10 * 5)
    assert found[2] == (5 + 10, 5 * 5 + 10 * 10)
    assert found[3] == (5 + 5, 10 * 5 + 10 * 5)
    assert found[6] == (20 + 5, 5 * 5)


@pytest.mark.article("fide_burstein_2026:1.7.1")
@pytest.mark.parametrize(
    ("missed", "points"), [("bye 5", 10), ("half 5", 5), ("full 5", 10), ("out 5", 0)]
)
def test_an_unplayed_round_counts_as_a_game_against_oneself(missed, points):
    found = indices(f"1-3 =, 4-2 =, {missed}", "5-1 1:0, 2-3 =, bye 4", players=5)

    own = points + 10
    assert found[5] == (own + 5, points * own + 10 * 5)


@pytest.mark.article("fide_burstein_2026:1.7.1")
def test_a_forfeit_counts_as_unplayed_too():
    # 1 won by default and has a point and a half with the draw: 15, and 2 who has half a point.
    found = indices("1-3 +:-, 4-2 0:1", "2-1 =, 3-4 =", players=4)

    assert found[1] == (15 + 15, 10 * 15 + 5 * 15)
    assert found[3] == (5 + 5, 0 * 5 + 5 * 5)


@pytest.mark.article("fide_burstein_2026:1.7.2")
def test_zero_point_byes_up_to_now_count_as_draws_for_the_opponents():
    # 6 beats 1 and 2 and stays away for two rounds and the next: worth 2 + ½ + ½ to them.
    rounds = "6-1 1:0, 2-3 =, 4-5 =", "2-6 0:1, 3-4 =, 5-1 =", "1-4 =, 5-2 =, bye 3, out 6"
    gone = indices(*rounds, "4-2 =, 3-1 =, bye 5, out 6", **away(6, 5))
    played = indices(*rounds, "6-2 =, 3-1 =, 4-5 =", **away(6, 5))

    # 1 has drawn with 5, 4 and 3. With the bye 5 has two points and a half, else two.
    assert gone[1][0] == 30 + 25 + 20 + 25
    # A game breaks the series, and 6 has two points and a half.
    assert played[1][0] == 25 + 20 + 20 + 25


@pytest.mark.article("fide_burstein_2026:1.7.2")
@pytest.mark.parametrize(
    ("now", "worth"),
    [
        (away(6, 5), 30),
        (away(6, 5, HalfPointBye()), 20),
        (away(6, 5, Withdrawn()), 30),
        (away(6, 3, Withdrawn()), 30),
        # The request is for a later round: 6 is back now.
        (away(6, 6), 20),
        ({}, 20),
    ],
)
def test_the_series_must_reach_the_round_to_be_paired(now, worth):
    rounds = "6-1 1:0, 2-3 =, 4-5 =", "2-6 0:1, 3-4 =, 5-1 =", "1-4 =, 5-2 =, bye 3, out 6"

    found = indices(*rounds, "4-2 =, 3-1 =, bye 5, out 6", **now)

    assert found[1][0] == worth + 25 + 20 + 25
    if 6 in found:
        # In their own Index the byes are games against themselves; 1 and 2 have 1½ points.
        assert found[6] == (15 + 15 + 20 + 20, 10 * 15 + 10 * 15)


@pytest.mark.article("fide_burstein_2026:1.7.2")
@pytest.mark.parametrize(
    ("last", "worth"),
    [("out 4", 5), ("half 4", 0), ("bye 4", 0), ("full 4", 0)],
)
def test_only_zero_point_byes_count_as_draws_for_the_opponents(last, worth):
    before = indices("1-4 =, 2-3 =", players=4)
    found = indices("1-4 =, 2-3 =", f"1-2 =, out 3, {last}", players=4, **away(4, 3))

    scored = {"out 4": 0, "half 4": 5, "bye 4": 10, "full 4": 10}[last]
    assert before[1][0] == 5
    # 4 has his half point and what the bye gave; 2 has one point.
    assert found[1][0] == 5 + scored + worth + 10


@pytest.mark.article("fide_burstein_2026:1.7.2")
def test_a_withdrawn_player_keeps_drawing_and_a_late_entry_does_not():
    left = indices(
        "1-4 =, 2-3 =",
        "1-2 =, out 3",
        "1-3 =",
        players=4,
        requests=(Request(Number(4), 2, Withdrawn()),),
    )
    # 4 has missed rounds 2 and 3: half a point and two draws. 2 missed round 3 and is back with one
    # point; 3 has one point.
    assert left[1][0] == (5 + 5 + 5) + 10 + 10
    people = [player(1), player(2), player(3, joined=2)]
    rounds = "1-2 =", "3-1 =, out 2"
    late = build_ranked_field(event(people, *rounds, planned_rounds=3, **away(2, 3))).indices
    # 2 is away again. 3 has half a point and met 1; the round before 3 came is a game against
    # themselves.
    assert late[Number(1)].buchholz == (5 + 5) + 5
    assert late[Number(3)].buchholz == 5 + 10


@pytest.mark.article("fide_burstein_2026:1.7", "fide_burstein_2026:C.04.7 preface")
def test_virtual_points_count_for_the_brackets_but_not_for_the_index():
    plain = event(4, "1-3 =, 4-2 =", planned_rounds=2)
    virtual = replace(plain, virtual=(VirtualPoints(Number(3), (10, 10)),))

    assert build_ranked_field(virtual).indices == build_ranked_field(plain).indices
    assert [r.points for r in reasons(BURSTEIN.pair(virtual), BracketSummary)] == [15, 5]


# --- ranks --------------------------------------------------------------------------------------


@pytest.mark.article(
    "fide_burstein_2026:1.8", "fide_burstein_2026:1.8.1", "fide_burstein_2026:1.8.2"
)
def test_players_are_ranked_by_index_then_by_number():
    found = rank_by_opposition_index(
        {
            Number(1): OppositionIndex(50, 900),
            Number(2): OppositionIndex(60, 100),
            Number(3): OppositionIndex(50, 950),
            Number(4): OppositionIndex(50, 950),
        }
    )

    assert sorted(found, key=found.__getitem__) == [2, 3, 4, 1]


@pytest.mark.article("fide_burstein_2026:1.8", "fide_burstein_2026:4.1")
def test_the_score_does_not_count_for_the_ranking_in_a_bracket():
    # 1 floats from above with a Buchholz of 5 and stands behind 2 with one of 6.
    paired = pair_cards([card(1, 30), *group(20, 2, 3, 4)], {1: 50, 2: 60, 3: 10, 4: 55})

    numbered = reasons(paired, OppositionRanking)[-1]
    assert [one.number for one in numbered.ranked] == [2, 4, 1, 3]
    assert opponents(paired) == "1-4 2-3"


# --- a complete pairing -------------------------------------------------------------------------


@pytest.mark.article("fide_burstein_2026:1.9.1")
def test_everybody_is_paired_except_the_player_with_the_bye():
    assert opponents(pair_cards(group(10, 1, 2, 3), met="1-2")) == "1-3 bye 2"


@pytest.mark.article("fide_burstein_2026:1.9.3")
def test_without_a_complete_pairing_the_round_is_refused():
    with pytest.raises(NoLegalPairing, match="no opponent left"):
        pair_cards(group(10, 1, 2, 3, 4), met="1-2 1-3 1-4 2-3 2-4 3-4")
    with pytest.raises(NoLegalPairing, match="no one may have the bye"):
        pair_cards([card(n, 10, barred=True) for n in (1, 2, 3)])
