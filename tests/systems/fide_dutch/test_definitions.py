"""Scores, ranks, floats, colour preferences and topscorers, and the round as a whole."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.citing import each_edition
from tests.player_events import event, player
from tests.systems.fide_dutch.cards import (
    BOTH,
    bracket,
    card,
    group,
    history,
    opponents,
    pair_cards,
    profiles,
    tables,
)
from tests.team_events import reasons
from topboard.errors import NoLegalPairing
from topboard.model import Colour, Number, Request, Scale
from topboard.model.history import colour_difference
from topboard.reasons.criteria import Strength
from topboard.reasons.decisions import (
    BracketSummary,
    ColourDecision,
    OpponentChoice,
    PairingWarning,
)
from topboard.systems.fide_common.colour_preferences import colour_preference, have_same_preference
from topboard.systems.fide_common.players import is_topscorer
from topboard.systems.registry import system

WHITE, BLACK = Colour.WHITE, Colour.BLACK


# --- rank and brackets ------------------------------------------------------------------------


@each_edition(fide_dutch_2017=("A.2.a", "A.2.b"), fide_dutch_2026=("1.2", "1.2.1", "1.2.2"))
def test_players_are_ranked_by_score_then_by_number(edition):
    tournament = event(6, "1-4 0:1, 5-2 =, 3-6 1:0")

    assert list(profiles(edition, tournament)) == [3, 4, 2, 5, 1, 6]


@each_edition(
    fide_dutch_2017=("A.3", "C.04.1 e", "A.9"), fide_dutch_2026=("1.3.1", "C.04.1 5", "1.9.2")
)
def test_scoregroups_are_paired_from_the_top(edition):
    cards = [*group(20, 3, 4), *group(10, 1, 5), *group(0, 2, 6)]

    paired = pair_cards(edition, cards)

    opened = [(r.points, r.residents) for r in reasons(paired, BracketSummary)]
    assert opened == [(20, (3, 4)), (10, (1, 5)), (0, (2, 6))]
    assert opponents(paired) == "1-5 2-6 3-4"


@each_edition(fide_dutch_2017="A.4.a", fide_dutch_2026="1.4.1")
def test_an_unpaired_player_is_moved_down_to_the_next_bracket(edition):
    paired = pair_cards(edition, [*group(20, 1, 2, 3), *group(10, 4)])

    assert (bracket(paired, 20).leaving, bracket(paired, 10).mdps) == (1, (3,))


# --- the bye ----------------------------------------------------------------------------------


@each_edition(fide_dutch_2017=("A.5", "C.04.1 c"), fide_dutch_2026=("1.5", "C.04.1 3"))
def test_one_player_of_an_odd_number_gets_the_bye(edition):
    tournament = event(20, "1-11 =, 2-12 =", planned_rounds=9)
    absent = event(20, "1-2 =, bye 3")

    # 20 entered, three of them are away: 17 are paired.
    away = replace(tournament, requests=tuple(Request(Number(n), 2) for n in (18, 19, 20)))
    assert system(edition).pair(tournament).bye is None
    assert system(edition).pair(away).bye is not None
    # It counts as a win, or as announced, without opponent and colour.
    assert system(edition).facts(absent).points[3] == 10
    worth = replace(absent, game_scale=Scale(bye=5))
    assert system(edition).facts(worth).points[3] == 5
    assert profiles(edition, absent)[3].colours == ()


# --- floats -----------------------------------------------------------------------------------


@each_edition(fide_dutch_2017="A.4.b", fide_dutch_2026="1.4.2")
def test_with_unequal_scores_the_higher_floats_down_and_the_lower_floats_up(edition):
    # Round 2: 1 (a point) plays 3 (half), 4 (half) plays 2 (none); 5 and 6 are equal.
    tournament = event(7, "1-2 1:0, 3-4 =, 5-6 =, out 7", "3-1 =, 2-4 =, 6-5 =, out 7")

    floats = {n: p.floats for n, p in profiles(edition, tournament).items()}

    assert [n for n, f in floats.items() if f.down_last and n != 7] == [1, 4]
    assert [n for n, f in floats.items() if f.up_last] == [3, 2]
    after = event(6, "1-2 1:0, 3-4 =, 5-6 =", "3-1 =, 2-4 =, 6-5 =", "1-5 =, 3-6 =, 2-4 =")
    assert [n for n, p in profiles(edition, after).items() if p.floats.down_before] == [1, 4]


# --- colours ----------------------------------------------------------------------------------


@each_edition(fide_dutch_2017="A.6", fide_dutch_2026=("1.6", "1.7", "C.04.1 8"))
def test_whites_minus_blacks_give_a_preference_from_the_first_game_on(edition):
    assert [colour_difference(history(had)) for had in ("", "W", "WBB", "WWBW")] == [0, 1, -1, 2]
    assert colour_preference(()).colour is None
    assert [colour_preference(history(had)).colour for had in ("W", "B")] == [BLACK, WHITE]


@each_edition(fide_dutch_2017=("A.6.a", "C.04.1 f"), fide_dutch_2026=("1.7.1", "C.04.1 6"))
@pytest.mark.parametrize(
    ("had", "colour"),
    [
        ("WWBW", BLACK),
        ("BBWB", WHITE),
        ("WWWWBB", BLACK),  # Black twice running asks for White: the difference counts
    ],
)
def test_a_difference_of_two_is_an_absolute_preference(edition, had, colour):
    preference = colour_preference(history(had))

    assert (preference.strength, preference.colour) == (Strength.ABSOLUTE, colour)


@each_edition(fide_dutch_2017=("A.6.a", "C.04.1 g"), fide_dutch_2026=("1.7.1", "C.04.1 7"))
@pytest.mark.parametrize(
    ("had", "colour"),
    [
        ("WBB", WHITE),  # although the difference is one
        ("BBWW", BLACK),  # although it is nil
    ],
)
def test_the_same_colour_twice_running_is_an_absolute_preference(edition, had, colour):
    preference = colour_preference(history(had))

    assert (preference.strength, preference.colour) == (Strength.ABSOLUTE, colour)


@each_edition(fide_dutch_2017=("A.6.b", "C.04.1 h.1"), fide_dutch_2026="1.7.2")
@pytest.mark.parametrize(("had", "colour"), [("W", BLACK), ("BWB", WHITE), ("WBWBW", BLACK)])
def test_a_strong_preference(edition, had, colour):
    preference = colour_preference(history(had))

    assert (preference.strength, preference.colour) == (Strength.STRONG, colour)


@each_edition(fide_dutch_2017=("A.6.c", "C.04.1 h.2"), fide_dutch_2026="1.7.3")
@pytest.mark.parametrize(("had", "colour"), [("WB", WHITE), ("BW", BLACK), ("WBBW", BLACK)])
def test_a_mild_preference(edition, had, colour):
    preference = colour_preference(history(had))

    assert (preference.strength, preference.colour) == (Strength.MILD, colour)


@each_edition(fide_dutch_2017="A.6.d", fide_dutch_2026="1.7.4")
def test_the_opponent_of_a_player_without_games_gets_their_preference(edition):
    assert not have_same_preference(colour_preference(()), colour_preference(history("W")))
    assert tables(pair_cards(edition, [card(1, 10), card(2, 10, "WB")])) == "2-1"
    assert tables(pair_cards(edition, [card(1, 10), card(2, 10, "BW")])) == "1-2"


@each_edition(fide_dutch_2017="C.04.1 f", fide_dutch_2026="C.04.1 6")
def test_a_player_with_two_extra_whites_does_not_get_a_third(edition):
    # Against a strong preference for Black, the number 1 and the lot.
    assert tables(pair_cards(edition, [card(1, 10, "WBW"), card(2, 10, "WWBW")])) == "1-2"
    assert tables(pair_cards(edition, [card(1, 10, "WWBW"), card(2, 10, "WBW")])) == "2-1"


# --- topscorers -------------------------------------------------------------------------------


@each_edition(fide_dutch_2017="A.7", fide_dutch_2026="1.8")
def test_topscorers_have_more_than_half_the_points_before_the_last_round(edition):
    # Nine rounds: before the last one eight points could be made.
    assert [is_topscorer(points, 8, Scale()) for points in (40, 45)] == [False, True]
    tournament = event(4, "1-3 1:0, 4-2 0:1", planned_rounds=2)
    assert [p.topscorer for p in profiles(edition, tournament).values()] == [
        True,
        True,
        False,
        False,
    ]
    # Only when the last round is paired.
    earlier = replace(tournament, planned_rounds=3)
    assert not any(p.topscorer for p in profiles(edition, earlier).values())


# --- a complete pairing -----------------------------------------------------------------------


@each_edition(fide_dutch_2017="A.9", fide_dutch_2026="1.9.1")
def test_everybody_is_paired_except_the_player_with_the_bye(edition):
    assert opponents(pair_cards(edition, group(10, 1, 2, 3), met="1-2")) == "1-3 bye 2"


@pytest.mark.article("fide_dutch_2026:1.9.3")
def test_without_a_complete_pairing_the_round_is_refused():
    _assert_refused("fide_dutch_2026")


def test_the_older_text_also_refuses_a_round_without_a_complete_pairing():
    _assert_refused("fide_dutch_2017")


def _assert_refused(edition):
    # Four players who have all met; 1 and 2, who have met, with 3 who had the bye.
    with pytest.raises(NoLegalPairing) as refusal:
        pair_cards(edition, group(10, 1, 2, 3, 4), met="1-2 1-3 1-4 2-3 2-4 3-4")
    assert "no opponent left" in str(refusal.value)
    with pytest.raises(NoLegalPairing, match="is odd, but no one may have the bye"):
        pair_cards(edition, [card(n, 10, barred=True) for n in (1, 2, 3)])


# --- what is declared, and what is said -------------------------------------------------------


@each_edition(fide_dutch_2017="C.04.1 a", fide_dutch_2026="C.04.1 1")
def test_an_unknown_number_of_rounds_is_pointed_out(edition):
    tournament = event(8, planned_rounds=0)

    said = [r.what for r in reasons(system(edition).pair(tournament), PairingWarning)]

    assert any("the number of rounds is not known" in text for text in said)
    assert not reasons(system(edition).pair(event(8, planned_rounds=4)), PairingWarning)


@each_edition(fide_dutch_2017="C.04.1 i", fide_dutch_2026="C.04.1 9")
def test_every_pair_and_every_colour_has_a_reason(edition):
    tournament = event(9, "1-5 =, 6-2 1:0, 3-7 =, 8-4 0:1, bye 9")

    paired = system(edition).pair(tournament)

    pairs = {frozenset((p.white, p.black)) for p in paired.pairs}
    chosen = {frozenset((r.chooser, r.chosen)) for r in reasons(paired, OpponentChoice)}
    coloured = {frozenset((r.white, r.black)) for r in reasons(paired, ColourDecision)}
    assert chosen == coloured == pairs


@each_edition(fide_dutch_2017="C.04.2 A.4", fide_dutch_2026="C.04.2 1.4")
def test_the_same_facts_give_the_same_pairing_in_any_order(edition):
    tournament = event(10, "1-6 =, 7-2 1:0, 3-8 =, 9-4 0:1, 5-10 1:0")
    (played,) = tournament.rounds
    turned = replace(
        tournament,
        competitors=tournament.competitors[::-1],
        rounds=(replace(played, meetings=played.meetings[::-1]),),
    )

    assert system(edition).pair(tournament) == system(edition).pair(turned)
    assert system(edition).pair(tournament) == system(edition).pair(tournament)


@each_edition(fide_dutch_2017="A.1", fide_dutch_2026="1.1")
def test_starting_numbers_come_from_the_initial_ranking(edition):
    people = [player(1, 2200), player(2, 2400), player(3, 2300)]

    ranked = system(edition).assign_pairing_numbers(event(people, lot=None))

    assert [p.name for p in ranked.competitors] == ["Player 2", "Player 3", "Player 1"]


@pytest.mark.parametrize("edition", BOTH)
def test_pairs_decided_beforehand_are_made_first(edition):
    tournament = event(6, required=((5, 1),))

    # Without them 2 3 would meet 4 6.
    assert opponents(system(edition).pair(tournament)) == "1-5 2-4 3-6"
