"""C.04.1, C.04.2 and C.04.7 of 2026, for every system for players that they hold for.

What is asserted here holds whatever the system pairs by: who is there, what counts, the boards. Two
tests of C.04.1 are for the systems that pair an event without a number of rounds.
"""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest

from tests.citing import each_edition
from tests.player_events import event, player
from tests.team_events import reasons
from topboard.errors import BadInput, NoLegalPairing
from topboard.formats import dumps, read
from topboard.model import Colour, Number, Request, Scale, VirtualPoints, Withdrawn, ZeroPointBye
from topboard.model.history import colours_played, opponents_met, outcomes
from topboard.reasons.decisions import ColourDecision, OpponentChoice, PairingWarning
from topboard.systems.fide_common.acceleration import (
    compute_upper_group_size,
    compute_virtual_points_of_round,
)
from topboard.systems.registry import system

BAKU = ("baku",)


def pair_sets(paired) -> set[frozenset[int]]:
    return {frozenset((pair.white, pair.black)) for pair in paired.pairs}


def there(paired) -> set[int]:
    return {n for pair in paired.pairs for n in (pair.white, pair.black)} | {paired.bye} - {None}


# --- the basic rules ----------------------------------------------------------------------------


@each_edition(fide_dutch_2026="C.04.1 1", fide_dubov_2026="C.04.1 1", fide_lim_2026="C.04.1 1")
def test_an_unknown_number_of_rounds_is_pointed_out(edition):
    said = [
        r.what for r in reasons(system(edition).pair(event(8, planned_rounds=0)), PairingWarning)
    ]

    assert any("the number of rounds is not known" in text for text in said)
    assert not reasons(system(edition).pair(event(8, planned_rounds=4)), PairingWarning)


@each_edition(single_games_from_2026="C.04.1 3")
def test_the_bye_is_a_win_or_as_announced_without_opponent_or_colour(edition):
    # Of five rounds the third is the first that every system pairs in its own way.
    rounds = "1-2 =, 3-4 =, bye 5", "4-1 =, 5-2 0:1, bye 3"
    tournament = event(5, *rounds, planned_rounds=5)
    announced = replace(tournament, game_scale=Scale(bye=5))
    even = replace(tournament, requests=(Request(Number(3), 3),))

    assert system(edition).facts(tournament).points == {1: 10, 2: 15, 3: 15, 4: 10, 5: 10}
    assert system(edition).facts(announced).points == {1: 10, 2: 15, 3: 10, 4: 10, 5: 5}
    paired = system(edition).pair(tournament)
    assert paired.bye in {1, 4}, "of the lowest score, and 3 and 5 had it"
    assert system(edition).pair(even).bye is None
    rows = outcomes(tournament)
    assert (colours_played(rows[3]), [*opponents_met(rows[3])]) == ((Colour.WHITE,), [(1, 4)])


@each_edition(single_games_from_2026="C.04.2 3.5")
def test_two_players_whose_game_was_not_played_may_be_paired_again(edition):
    played, forfeited, nobody = (
        event(2, f"1-2 {result}", planned_rounds=3) for result in ("1:0", "+:-", "-:-")
    )

    assert pair_sets(system(edition).pair(forfeited)) == {frozenset((1, 2))}
    assert pair_sets(system(edition).pair(nobody)) == {frozenset((1, 2))}
    with pytest.raises(NoLegalPairing):
        system(edition).pair(played)


@each_edition(fide_dutch_2026="C.04.1 9", fide_dubov_2026="C.04.1 9", fide_lim_2026="C.04.1 9")
def test_every_pair_and_every_colour_has_a_reason(edition):
    paired = system(edition).pair(event(9, "1-5 =, 6-2 1:0, 3-7 =, 8-4 0:1, bye 9"))

    chosen = {frozenset((r.chooser, r.chosen)) for r in reasons(paired, OpponentChoice)}
    given = [r for r in paired.reasons if isinstance(r, ColourDecision)]
    assert chosen == {frozenset((r.white, r.black)) for r in given} == pair_sets(paired)
    assert all(reason.article for reason in paired.reasons)


# --- what is declared ---------------------------------------------------------------------------


CODES = {
    "fide_dutch_2026": ("FIDE_DUTCH_2026", "FIDE_DUTCH_2026_BAKU"),
    "fide_dubov_2026": ("FIDE_DUBOV", "FIDE_DUBOV_BAKU"),
    "fide_burstein_2026": ("FIDE_BURSTEIN", "FIDE_BURSTEIN_BAKU"),
    # FIDE's table of types has no code for it: a remark names the system and the acceleration.
    "fide_lim_2026": ("CUSTOM_SWISS", "CUSTOM_SWISS"),
}
"""Record 192 as FIDE's table of types of tournaments has it, plain and accelerated."""


@each_edition(single_games_from_2026="C.04.2 1.3")
@pytest.mark.parametrize("variations", [(), BAKU])
def test_the_report_names_the_system_and_the_acceleration(edition, variations):
    tournament = event(8, system=edition, variations=variations)

    report = dumps(tournament, "trf26")

    (said,) = [line[4:] for line in report.splitlines() if line.startswith("192")]
    back = read(BytesIO(report.encode()))
    assert said == CODES[edition][len(variations)]
    assert (back.system, back.variations) == (edition, variations)


@each_edition(single_games_from_2026="C.04.2 1.4")
def test_the_same_facts_give_the_same_pairing_in_any_order(edition):
    tournament = event(10, "1-6 =, 7-2 1:0, 3-8 =, 9-4 0:1, 5-10 1:0")
    (played,) = tournament.rounds
    turned = replace(
        tournament,
        competitors=tournament.competitors[::-1],
        rounds=(replace(played, meetings=played.meetings[::-1]),),
    )

    assert system(edition).pair(tournament) == system(edition).pair(turned)


# --- the list -----------------------------------------------------------------------------------


@each_edition(single_games_from_2026=("C.04.2 2.1", "C.04.2 2.2.1"))
def test_strength_is_the_rating_or_the_estimate_given_by_the_event(edition):
    people = [
        replace(player(n, rating), name=name)
        for n, (name, rating) in enumerate((("Low", 1500), ("New", None), ("High", 1900)), start=1)
    ]

    def order(**facts):
        ranked = system(edition).assign_pairing_numbers(event(people, lot=None, **facts))
        return [p.name for p in ranked.competitors]

    assert order() == ["High", "Low", "New"]
    assert order(unrated_as=1600) == ["High", "New", "Low"]


@each_edition(single_games_from_2026="C.04.2 2.4")
def test_a_late_entry_is_paired_on_arrival_and_has_no_earlier_points(edition):
    people = [player(1), player(2, joined=2), player(3), player(4), player(5)]
    before, after = event(people), event(people, "1-4 =, 3-5 1:0")

    assert there(system(edition).pair(before)) == {1, 3, 4, 5}
    assert there(system(edition).pair(after)) == {1, 2, 3, 4, 5}
    assert system(edition).facts(after).points[2] == 0


@each_edition(single_games_from_2026="C.04.2 2.5")
def test_only_players_who_have_been_paired_have_a_number(edition):
    # 1 is away in round 1: 2 is the first of the list and has the initial colour.
    paired = system(edition).pair(event(5, requests=(Request(Number(1), 1),)))

    assert next(p for p in paired.pairs if 2 in (p.white, p.black)).white == 2


# --- who is there, and what counts --------------------------------------------------------------


@each_edition(single_games_from_2026=("C.04.2 3.2", "C.04.2 3.3"))
def test_a_withdrawn_or_absent_player_is_not_paired_and_scores_nothing(edition):
    left = (Request(Number(1), 2, Withdrawn()), Request(Number(2), 3, ZeroPointBye()))
    tournament = event(6, "1-4 1:0, 5-2 =, 3-6 1:0", "3-5 =, 4-6 =", requests=left)

    assert there(system(edition).pair(tournament)) == {3, 4, 5, 6}
    assert system(edition).facts(tournament).points[2] == 5


@each_edition(single_games_from_2026="C.04.2 3.1")
def test_an_adjourned_game_is_a_draw_for_the_pairing_only(edition):
    # 1 and 3 play on: for the pairing all have half a point, and 1 meets the neighbour of 3.
    tournament = event(4, "1-3 ~1:0, 4-2 =")

    assert frozenset((1, 3)) not in pair_sets(system(edition).pair(tournament))
    assert system(edition).facts(tournament).points[1] == 10


def white_of_two(edition, *rounds, planned=5) -> int:
    """Who has White when only 1 and 2 are there after these rounds."""
    others = tuple(Request(Number(n), len(rounds) + 1) for n in (3, 4, 5, 6))
    tournament = event(6, *rounds, requests=others, planned_rounds=planned)
    (pair,) = system(edition).pair(tournament).pairs
    return pair.white


@each_edition(single_games_from_2026="C.04.2 3.4")
def test_an_unplayed_game_gives_no_colour(edition):
    # 2 had White and Black. 1 had White, and Black in a game that was not played: 1 is due Black.
    assert white_of_two(edition, "1-3 =, 2-4 =", "5-1 -:+, 6-2 =") == 2
    # If it was played, both had the same colours, and 1 is the higher ranked.
    assert white_of_two(edition, "1-3 =, 2-4 =", "5-1 =, 6-2 =") == 1
    # The same with the colours changed.
    assert white_of_two(edition, "3-1 =, 4-2 =", "1-5 +:-, 2-6 =") == 1
    assert white_of_two(edition, "3-1 =, 4-2 =", "1-5 =, 2-6 =") == 2


@each_edition(single_games_from_2026="C.04.2 3.4")
def test_a_round_without_a_game_does_not_break_a_colour_sequence(edition):
    # 1 had White twice, and then no game: no White again. 2, with White, Black, White, is due
    # Black too, but not as much.
    assert white_of_two(edition, "1-3 =, 2-4 =", "1-5 =, 6-2 =", "half 1, 2-3 =") == 2


@each_edition(single_games_from_2026="C.04.2 3.4")
def test_unplayed_rounds_are_placed_before_the_colours_played(edition):
    # 1 had nothing, White, Black, and 2 had White, Black, nothing. By rounds they differ in round
    # 2, and 1 would have Black. By games they had the same, and 1 is the higher ranked. With nine
    # rounds that is so in a Burstein event too, where this one is a seeding round.
    rounds = "half 1, 2-4 =", "1-5 =, 6-2 =", "3-1 =, half 2"

    assert white_of_two(edition, *rounds, planned=9) == 1


@each_edition(single_games_from_2026=("C.04.2 3.6", "C.04.2 3.6.1", "C.04.2 3.6.2", "C.04.2 3.6.3"))
def test_boards_are_ordered_by_higher_score_sum_and_smaller_number(edition):
    tournament = event(
        10, "1-6 1:0, 7-2 0:1, 3-8 =, 9-4 =, 5-10 1:0", "2-1 =, 5-3 =, 4-8 =, 6-9 =, 10-7 ="
    )
    points = system(edition).facts(tournament).points

    paired = system(edition).pair(tournament)

    keys = []
    for one in paired.pairs:
        higher = min((one.white, one.black), key=lambda n: (-points[n], n))
        keys.append((-points[higher], -points[one.white] - points[one.black], higher))
    assert keys == sorted(keys)
    assert [one.table for one in paired.pairs] == [1, 2, 3, 4, 5]


# --- acceleration -------------------------------------------------------------------------------


@each_edition(single_games_from_2026="C.04.7 1.1")
def test_baku_requires_a_win_worth_two_draws(edition):
    assert system(edition).pair(event(8, variations=BAKU, game_scale=Scale(20, 10, 0))).pairs
    with pytest.raises(BadInput, match="make a win worth two draws"):
        system(edition).pair(event(8, variations=BAKU, game_scale=Scale(30, 10, 0)))


@each_edition(single_games_from_2026=("C.04.7 1.2", "C.04.7 preface"))
def test_group_a_is_the_first_half_rounded_up_to_even(edition):
    assert [compute_upper_group_size(n) for n in (161, 20, 17, 2, 1)] == [82, 10, 10, 2, 1]

    paired = system(edition).pair(event(10, variations=BAKU))

    # Ten players: 1 to 6 have a virtual point and meet each other.
    assert all((one.white <= 6) is (one.black <= 6) for one in paired.pairs)


@each_edition(single_games_from_2026="C.04.7 1.3")
def test_the_last_player_of_group_a_remains_its_last(edition):
    # In round 1 there were eight without 3: group A is 1 2 4 5. When 3 comes it has five.
    people = [player(n, joined=2 if n == 3 else 1) for n in range(1, 10)]
    tournament = event(people, "1-4 =, 5-2 =, 6-8 =, 9-7 =", variations=BAKU)

    accelerated = [one.number for one in system(edition).virtual_points(tournament)]

    assert accelerated == [1, 2, 3, 4, 5]
    assert system(edition).pair(tournament).bye is not None


@each_edition(single_games_from_2026="C.04.7 1.4")
def test_virtual_points_are_a_win_then_a_draw_in_the_first_half(edition):
    def virtual(rounds, scale):
        return [
            compute_virtual_points_of_round(played, rounds, scale)
            for played in range(1, rounds + 1)
        ]

    assert virtual(9, Scale()) == [10, 10, 10, 5, 5, 0, 0, 0, 0]
    assert virtual(11, Scale(20, 10, 0)) == [20, 20, 20, 10, 10, 10, 0, 0, 0, 0, 0]
    ((first, points), *_) = (
        (one.number, one.points)
        for one in system(edition).virtual_points(event(4, variations=BAKU))
    )
    assert (first, points) == (1, (10, 10, 10, 5, 5))


@each_edition(single_games_from_2026="C.04.7 1.5")
def test_the_pairing_score_decides_the_groups_and_the_boards(edition):
    # Of 3 … 6 those who lost, 3 and 4, have the higher score with their virtual points.
    tournament = event(
        8,
        "1-3 1:0, 4-2 0:1, 5-7 1:0, 8-6 0:1",
        virtual=tuple(VirtualPoints(Number(n), (20, 20)) for n in (3, 4)),
        requests=tuple(Request(Number(n), 2) for n in (1, 2, 7, 8)),
    )

    paired = system(edition).pair(tournament)

    assert [{one.white, one.black} for one in paired.pairs] == [{3, 4}, {5, 6}]
