"""The handling rules that pairing looks at (C.04.2) and acceleration (C.04.7)."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest

from tests.player_events import event, player
from tests.systems.fide_burstein.cards import EDITION, pair_cards
from tests.systems.fide_dutch.cards import card, group, opponents
from tests.team_events import reasons
from topboard.errors import BadInput, NoLegalPairing
from topboard.formats import dumps, read
from topboard.model import Colour, Number, Request, Scale, Withdrawn, ZeroPointBye
from topboard.reasons.decisions import BracketSummary, ColourDecision, OpponentChoice
from topboard.systems.fide_burstein.fide_burstein_2026 import build_ranked_field
from topboard.systems.fide_common.acceleration import (
    compute_upper_group_size,
    compute_virtual_points_of_round,
)
from topboard.systems.registry import system

BURSTEIN = system(EDITION)
BAKU = ("baku",)


def profiles(tournament):
    return {profile.number: profile for profile in build_ranked_field(tournament).players}


@pytest.mark.article("fide_burstein_2026:C.04.1 9")
def test_every_pair_every_colour_and_the_bye_has_a_reason():
    rounds = "1-5 =, 6-2 1:0, 3-7 =, 8-4 0:1, bye 9", "4-6 =, 9-1 =, 5-3 =, 2-7 =, half 8"

    paired = BURSTEIN.pair(event(9, *rounds, planned_rounds=3))

    pairs = {frozenset((p.white, p.black)) for p in paired.pairs}
    chosen = {frozenset((r.chooser, r.chosen)) for r in reasons(paired, OpponentChoice)}
    coloured = {frozenset((r.white, r.black)) for r in reasons(paired, ColourDecision)}
    assert chosen == coloured == pairs
    assert [getattr(r, "number", None) for r in paired.reasons[:1]] == [paired.bye]


@pytest.mark.article("fide_burstein_2026:C.04.2 1.1", "fide_burstein_2026:C.04.7 1.1")
def test_an_unpublished_or_unsuitable_acceleration_is_refused():
    with pytest.raises(BadInput):
        BURSTEIN.pair(event(8, variations=("sunday",)))
    with pytest.raises(BadInput, match="make a win worth two draws"):
        BURSTEIN.pair(event(8, variations=BAKU, game_scale=Scale(30, 10, 0)))
    assert BURSTEIN.pair(event(8, variations=BAKU)).pairs


@pytest.mark.article("fide_burstein_2026:C.04.2 1.3")
@pytest.mark.parametrize("variations", [(), BAKU])
def test_the_report_names_the_system_and_the_acceleration(variations):
    tournament = event(8, system=EDITION, variations=variations)

    report = dumps(tournament, "trf26")

    (said,) = [line[4:] for line in report.splitlines() if line.startswith("192")]
    assert said == "FIDE_BURSTEIN" + ("_BAKU" if variations else "")
    assert read(BytesIO(report.encode())).system == EDITION


@pytest.mark.article("fide_burstein_2026:C.04.2 1.4")
def test_the_same_facts_give_the_same_pairing_in_any_order():
    rounds = "1-6 =, 7-2 1:0, 3-8 =, 9-4 0:1, 5-10 1:0", "2-1 =, 4-5 =, 6-3 =, 8-7 =, 10-9 ="
    tournament = event(10, *rounds, planned_rounds=3)
    turned = replace(
        tournament,
        competitors=tournament.competitors[::-1],
        rounds=tuple(replace(r, meetings=r.meetings[::-1]) for r in tournament.rounds),
    )

    assert BURSTEIN.pair(tournament) == BURSTEIN.pair(turned)


@pytest.mark.article(
    "fide_burstein_2026:C.04.2 2.1",
    "fide_burstein_2026:C.04.2 2.2",
    "fide_burstein_2026:C.04.2 2.2.1",
    "fide_burstein_2026:C.04.2 2.2.2",
    "fide_burstein_2026:C.04.2 2.2.3",
)
def test_the_initial_list_is_ordered_by_strength_title_and_alphabet():
    people = [("Low", 1500, ""), ("Zoe", 1900, "FM"), ("Bo", 1900, "IM"), ("adam", 1900, "IM")]
    entered = [
        replace(player(n, rating, title=title), name=name)
        for n, (name, rating, title) in enumerate(people, start=1)
    ]

    listed = BURSTEIN.assign_pairing_numbers(event(entered, lot=None))

    assert [p.name for p in listed.competitors] == ["adam", "Bo", "Zoe", "Low"]


@pytest.mark.article("fide_burstein_2026:C.04.2 2.4", "fide_burstein_2026:C.04.2 2.5")
def test_a_late_entry_is_paired_on_arrival_and_moves_the_others_down():
    people = [player(1), player(2, joined=3), player(3), player(4), player(5)]
    after = event(people, "1-4 =, 3-5 1:0", "3-1 =, 5-4 =", planned_rounds=3)
    still = replace(after, requests=(Request(Number(2), 3),))

    assert (profiles(after)[2].points, profiles(after)[3].parity) == (0, 3)
    assert sorted(profiles(still)) == [1, 3, 4, 5]
    assert profiles(still)[3].parity == 2


@pytest.mark.article("fide_burstein_2026:C.04.2 3.2", "fide_burstein_2026:C.04.2 3.3")
def test_a_withdrawn_or_absent_player_is_not_paired():
    left = (Request(Number(1), 2, Withdrawn()), Request(Number(2), 3, ZeroPointBye()))
    tournament = event(
        6, "1-4 1:0, 5-2 =, 3-6 1:0", "3-5 =, 4-6 =", requests=left, planned_rounds=3
    )

    assert sorted(profiles(tournament)) == [3, 4, 5, 6]


@pytest.mark.article("fide_burstein_2026:C.04.2 3.1")
def test_an_adjourned_game_is_a_draw_for_the_pairing_and_the_index():
    ranked = build_ranked_field(event(4, "1-3 ~1:0, 4-2 0:1", planned_rounds=2))

    assert [p.points for p in ranked.players] == [10, 5, 5, 0]
    assert ranked.indices[Number(1)].buchholz == 5
    assert ranked.indices[Number(1)].sonneborn_berger == 25


@pytest.mark.article("fide_burstein_2026:C.04.2 3.4")
def test_unplayed_rounds_are_placed_before_the_colours_played():
    rounds = "1-2 =, 3-4 =", "5-1 =, 6-2 =", "1-7 +:-, 8-3 =", "4-1 =, 5-8 ="

    one = profiles(event(8, *rounds, planned_rounds=5))[1]

    assert one.colours == (Colour.WHITE, Colour.BLACK, Colour.BLACK)


@pytest.mark.article("fide_burstein_2026:C.04.2 3.5")
def test_two_players_whose_game_was_not_played_may_be_paired_again():
    assert opponents(BURSTEIN.pair(event(2, "1-2 +:-", planned_rounds=2))) == "1-2"
    with pytest.raises(NoLegalPairing):
        BURSTEIN.pair(event(2, "1-2 =", planned_rounds=2))


@pytest.mark.article(
    "fide_burstein_2026:C.04.2 3.6",
    "fide_burstein_2026:C.04.2 3.6.1",
    "fide_burstein_2026:C.04.2 3.6.2",
    "fide_burstein_2026:C.04.2 3.6.3",
)
def test_boards_go_by_scores_and_numbers_whatever_the_index():
    # 3 ranks first by the Index, but 1 and 2 have the smaller numbers.
    paired = pair_cards(group(10, 1, 2, 3, 4), {3: 90, 4: 80}, met="1-3")
    assert [{p.white, p.black} for p in paired.pairs] == [{1, 4}, {2, 3}]
    # The higher score first, then the sum.
    cards = [card(9, 30), *group(0, 1), *group(20, 2, 3, 4, 5)]
    paired = pair_cards(cards, met=" ".join(f"9-{n}" for n in (2, 3, 4, 5)))
    assert [{p.white, p.black} for p in paired.pairs] == [{9, 1}, {2, 5}, {3, 4}]


# --- acceleration -------------------------------------------------------------------------------


@pytest.mark.article("fide_burstein_2026:C.04.7 1.2")
def test_group_a_is_the_first_half_rounded_up_to_even():
    assert [compute_upper_group_size(n) for n in (161, 20, 17)] == [82, 10, 10]
    assert opponents(BURSTEIN.pair(event(10, variations=BAKU))) == "1-4 2-5 3-6 7-9 8-10"


@pytest.mark.article("fide_burstein_2026:C.04.7 1.3", "fide_burstein_2026:C.04.7 1.5")
def test_the_pairing_score_forms_the_brackets_after_the_seeding_rounds():
    # Of three rounds two are accelerated, one is seeding. 3 comes late; group A is 1 2 3 4 5.
    people = [player(n, joined=2 if n == 3 else 1) for n in range(1, 10)]
    tournament = event(people, "1-4 =, 5-2 =, 6-8 =, 9-7 =", variations=BAKU, planned_rounds=3)

    paired = BURSTEIN.pair(tournament)

    opened = [(r.points, set(r.residents)) for r in reasons(paired, BracketSummary)]
    # Without 9, who has the bye: half a point, and half a virtual one for group A.
    assert opened == [(10, {1, 2, 4, 5}), (5, {3, 6, 7, 8})]
    assert paired.bye == 9


@pytest.mark.article("fide_burstein_2026:C.04.7 1.4")
def test_virtual_points_are_a_win_then_a_draw():
    virtual = [compute_virtual_points_of_round(played, 9, Scale()) for played in range(1, 10)]

    assert virtual == [10, 10, 10, 5, 5, 0, 0, 0, 0]
