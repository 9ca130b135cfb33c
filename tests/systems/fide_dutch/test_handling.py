"""The general handling rules that pairing looks at (C.04.2)."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest

from tests.citing import each_edition
from tests.player_events import event, player
from tests.systems.fide_dutch.cards import card, group, opponents, pair_cards, profiles, tables
from topboard.errors import BadInput
from topboard.formats import dumps, read
from topboard.model import Colour, Number, Request, Withdrawn, ZeroPointBye
from topboard.reasons.criteria import Strength
from topboard.systems.registry import system


@each_edition(fide_dutch_2017="C.04.2 A.1", fide_dutch_2026="C.04.2 1.1")
def test_an_unpublished_acceleration_is_refused(edition):
    with pytest.raises(BadInput):
        system(edition).pair(event(8, variations=("sunday",)))
    assert system(edition).pair(event(8, variations=("baku",))).pairs


# --- the initial ranking ------------------------------------------------------------------------


def order(edition, *people, **facts):
    entered = [
        replace(player(n, rating, title=title), name=name)
        for n, (name, rating, title) in enumerate(people, start=1)
    ]
    ranked = system(edition).assign_pairing_numbers(event(entered, lot=None, **facts))
    return [p.name for p in ranked.competitors]


@each_edition(fide_dutch_2017="C.04.2 B.1", fide_dutch_2026=("C.04.2 2.1", "C.04.2 2.2.1"))
def test_strength_is_the_rating_or_the_estimate_given_by_the_event(edition):
    people = ("Low", 1500, ""), ("New", None, ""), ("High", 1900, "")

    assert order(edition, *people) == ["High", "Low", "New"]
    assert order(edition, *people, unrated_as=1600) == ["High", "New", "Low"]


@each_edition(
    fide_dutch_2017="C.04.2 B.2", fide_dutch_2026=("C.04.2 2.2", "C.04.2 2.2.2", "C.04.2 2.2.3")
)
def test_equal_strength_is_ordered_by_title_then_alphabetically(edition):
    titles = ["", "WCM", "WFM", "CM", "WIM", "FM", "WGM", "IM", "GM"]
    people = [(f"A {title}", 2300, title) for title in titles]

    assert order(edition, *people) == [f"A {title}" for title in titles[::-1]]
    same = ("Bo", 2300, "IM"), ("adam", 2300, "IM"), ("Zed", 2301, "")
    assert order(edition, *same) == ["Zed", "adam", "Bo"]


# --- who is there -------------------------------------------------------------------------------


@each_edition(fide_dutch_2017="C.04.2 C.2", fide_dutch_2026="C.04.2 2.4")
def test_a_late_entry_is_paired_on_arrival_and_has_no_earlier_points(edition):
    people = [player(1), player(2, joined=2), player(3), player(4), player(5)]
    before, after = event(people), event(people, "1-4 =, 3-5 1:0")

    assert opponents(system(edition).pair(before)) == "1-4 3-5"
    assert profiles(edition, after)[2].points == 0
    assert system(edition).pair(after).bye is not None


@each_edition(fide_dutch_2017="C.04.2 C.3", fide_dutch_2026="C.04.2 2.5")
def test_only_players_who_have_been_paired_have_a_number(edition):
    # 1 is away in round 1: 2 is the first of the list and has the initial colour.
    away = event(5, requests=(Request(Number(1), 1),))
    assert tables(system(edition).pair(away)) == "2-4 5-3"
    # When 1 comes, everybody moves down by one.
    later = event(5, "2-4 =, 5-3 =")
    parities = {n: p.parity for n, p in profiles(edition, later).items()}
    assert parities == {1: 1, 2: 2, 3: 3, 4: 4, 5: 5}
    still = replace(later, requests=(Request(Number(1), 2),))
    assert {n: p.parity for n, p in profiles(edition, still).items()} == {2: 1, 3: 2, 4: 3, 5: 4}


@each_edition(
    fide_dutch_2017=("C.04.2 D.3", "C.04.2 D.4"), fide_dutch_2026=("C.04.2 3.2", "C.04.2 3.3")
)
def test_a_withdrawn_or_absent_player_is_not_paired_and_scores_nothing(edition):
    left = (Request(Number(1), 2, Withdrawn()), Request(Number(2), 3, ZeroPointBye()))
    tournament = event(6, "1-4 1:0, 5-2 =, 3-6 1:0", "3-5 =, 4-6 =", requests=left)

    there = profiles(edition, tournament)

    assert sorted(there) == [3, 4, 5, 6]
    assert system(edition).facts(tournament).points[2] == 5
    back = replace(tournament, requests=left[:1])
    assert sorted(profiles(edition, back)) == [2, 3, 4, 5, 6]


# --- games not played ---------------------------------------------------------------------------


@each_edition(fide_dutch_2017="C.04.2 D.1", fide_dutch_2026="C.04.2 3.1")
def test_an_adjourned_game_is_a_draw_for_the_pairing_only(edition):
    tournament = event(4, "1-3 ~1:0, 4-2 =")

    there = profiles(edition, tournament)

    assert [there[n].points for n in (1, 3)] == [5, 5]
    assert there[1].colours == (Colour.WHITE,)
    assert system(edition).facts(tournament).points[1] == 10


@each_edition(fide_dutch_2017="C.04.2 D.5", fide_dutch_2026="C.04.2 3.4")
def test_unplayed_rounds_are_placed_before_the_colours_played(edition):
    # 1: White, Black, nothing, Black: the last two are Black, Black.
    tournament = event(8, "1-2 =, 3-4 =", "5-1 =, 6-2 =", "1-7 +:-, 8-3 =", "4-1 =, 5-8 =")

    one = profiles(edition, tournament)[1]

    assert one.colours == (Colour.WHITE, Colour.BLACK, Colour.BLACK)
    assert (one.preference.strength, one.preference.colour) == (Strength.ABSOLUTE, Colour.WHITE)


@each_edition(fide_dutch_2017="C.04.2 D.6", fide_dutch_2026="C.04.2 3.5")
def test_two_players_whose_game_was_not_played_may_be_paired_again(edition):
    played, forfeited, nobody = (
        event(2, f"1-2 {result}", planned_rounds=3) for result in ("1:0", "+:-", "-:-")
    )

    assert opponents(system(edition).pair(forfeited)) == "1-2"
    assert opponents(system(edition).pair(nobody)) == "1-2"
    with pytest.raises(Exception, match="no opponent left"):
        system(edition).pair(played)


# --- boards -------------------------------------------------------------------------------------


@each_edition(
    fide_dutch_2017="C.04.2 D.9",
    fide_dutch_2026=("C.04.2 3.6", "C.04.2 3.6.1", "C.04.2 3.6.2", "C.04.2 3.6.3"),
)
def test_boards_are_ordered_by_higher_score_sum_and_smaller_number(edition):
    # 1 has met 2 and 3 and plays 4, who has less: the sum puts 2-3 first.
    paired = pair_cards(edition, [*group(20, 1, 2, 3), *group(10, 4)], met="1-2 1-3")
    assert [{p.white, p.black} for p in paired.pairs] == [{2, 3}, {1, 4}]
    # The higher score first, whatever the sum; then the smaller number.
    cards = [card(9, 30), *group(0, 1), *group(20, 2, 3, 4, 5)]
    paired = pair_cards(edition, cards, met=" ".join(f"9-{n}" for n in (2, 3, 4, 5)))
    assert [{p.white, p.black} for p in paired.pairs] == [{9, 1}, {2, 4}, {3, 5}]


# --- the report ---------------------------------------------------------------------------------


@each_edition(fide_dutch_2017="C.04.2 A.3", fide_dutch_2026="C.04.2 1.3")
@pytest.mark.parametrize("variations", [(), ("baku",)])
def test_the_report_names_the_system_and_the_acceleration(edition, variations):
    tournament = event(8, system=edition, variations=variations)

    report = dumps(tournament, "trf26")

    (said,) = [line[4:] for line in report.splitlines() if line.startswith("192")]
    assert "DUTCH" in said
    assert ("BAKU" in said) is bool(variations)
    assert read(BytesIO(report.encode())).system == edition
