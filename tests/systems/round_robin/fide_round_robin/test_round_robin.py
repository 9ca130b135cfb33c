"""What FIDE's round robin has of its own; what it shares is tested with the Canadian ones."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product
from random import Random

import pytest

import topboard
from tests.oracle.round_robin import games
from tests.systems.round_robin.cfc_round_robin.scores import (
    event,
    pairs,
    played_out,
    scores,
    value,
    with_lot,
)
from topboard.errors import BadInput, NoLegalPairing
from topboard.formats import dumps, read_text
from topboard.formats.trf.types import find_system_by_code, get_type_code_of_system
from topboard.model import Colour, Number, Player, Scale, Tournament
from topboard.reasons.decisions import OpponentChoice, PairingWarning
from topboard.reasons.family_decisions import CompatriotsMeet
from topboard.reasons.sentences import build_reason_sentence, names_of
from topboard.systems.registry import system

NAME = "fide_round_robin"
RULES = system(NAME)


def timetable(size: int, *variations: str) -> list[tuple[tuple[Number, Number], ...]]:
    assert RULES.timetable is not None
    return [*RULES.timetable(event(size, system=NAME, variations=variations))]


def colours_of(rounds: list[tuple[tuple[Number, Number], ...]], number: int) -> list[Colour]:
    """The colours of a number in the games it plays, in order."""
    return [
        Colour.WHITE if white == number else Colour.BLACK
        for games in rounds
        for white, black in games
        if number in (white, black)
    ]


def third_in_a_row(rounds: list[tuple[tuple[Number, Number], ...]], size: int) -> list[int]:
    """Who has one colour three times running."""
    return [
        number
        for number in range(1, size + 1)
        if any(a == b == c for (a, b), (_, c) in pairwise(pairwise(colours_of(rounds, number))))
    ]


@pytest.mark.article("fide_round_robin:5.1")
@pytest.mark.parametrize("size", [3, 4, 9, 10, 31])
def test_every_player_meets_every_other_according_to_the_table(size: int) -> None:
    found = {
        (number, white, black)
        for number, row in enumerate(timetable(size), start=1)
        for white, black in row
    }

    assert found == games(size)


@pytest.mark.article("fide_round_robin:Annex 1.double")
@pytest.mark.parametrize("size", range(3, 41))
def test_no_player_has_a_colour_three_times_running_in_a_double_round_robin(size: int) -> None:
    assert third_in_a_row(timetable(size, "double"), size) == []
    plain = third_in_a_row(timetable(size, "double", "keep-order"), size)
    assert len(plain) == (0 if size % 2 else 2)


@pytest.mark.article("fide_round_robin:Annex 1.double")
def test_only_rounds_of_the_first_cycle_are_swapped() -> None:
    once, twice, kept = timetable(6), timetable(6, "double"), timetable(6, "double", "keep-order")
    turned = [tuple((black, white) for white, black in row) for row in once]

    assert twice == [*once[:3], once[4], once[3], *turned]
    assert kept == [*once, *turned]


@pytest.mark.article("fide_round_robin:Annex 1.double")
def test_the_reason_names_the_row_actually_played() -> None:
    swapped = event(6, *[""] * 3, system=NAME, variations=("double",))
    first = next(r for r in RULES.pair(swapped).reasons if isinstance(r, OpponentChoice))

    assert build_reason_sentence(first, names_of(swapped)) == (
        "Player 3 (#3) has White against Player 6 (#6), because round 5 of the Berger table for a"
        " field of 6 shows 3 - 6 (Annex 1)."
    )


def test_keeping_the_order_needs_two_cycles() -> None:
    with pytest.raises(BadInput, match=r"Add 'double' as well, or remove this variation\."):
        RULES.pair(event(6, system=NAME, variations=("keep-order",)))


# --- the draw ------------------------------------------------------------------------------------


def from_federations(homes: str) -> tuple[Player, ...]:
    """Players with these federations, all of one club; a dot means none."""
    return tuple(
        Player(Number(n), f"Player {n}", federation=home.strip("."), affiliations=("Club",))
        for n, home in enumerate(homes, start=1)
    )


@pytest.mark.article("fide_round_robin:5.3")
@pytest.mark.parametrize("seed", range(5))
def test_players_from_one_federation_do_not_meet_in_the_last_three_rounds(seed: int) -> None:
    homes = "AAAABBBCC..."
    order = Random(seed).sample(range(1, 13), 12)
    before = event(
        12, system=NAME, competitors=from_federations(homes), variations=("federations-apart",)
    )
    kept = with_lot(before, *order)
    assert RULES.timetable is not None

    for white, black in (pair for row in RULES.timetable(kept)[-3:] for pair in row):
        assert homes[white - 1] != homes[black - 1] or homes[white - 1] == "."
    assert RULES.list_participants_by_rules_for_tpns(kept) != tuple(order) or seed


@pytest.mark.article("fide_round_robin:5.3")
def test_if_no_draw_separates_compatriots_their_games_are_reported() -> None:
    crowd = event(
        6, system=NAME, competitors=from_federations("AAAABC"), variations=("federations-apart",)
    )
    meetings = [
        r
        for r in RULES.pair(with_lot(crowd, *range(1, 7))).reasons
        if isinstance(r, CompatriotsMeet)
    ]

    assert meetings
    assert {(m.article, m.province, m.proved) for m in meetings} == {("5.3", "A", True)}


@pytest.mark.article("fide_round_robin:5.2")
def test_a_restricted_draw_is_announced_with_its_article() -> None:
    ((article, words),) = RULES.announce_variations(
        event(6, system=NAME, variations=("federations-apart",))
    )

    assert article == "5.2"
    assert "players from the same federation" in words


@pytest.mark.article("fide_round_robin:6.late")
def test_a_player_who_left_before_round_one_stays_in_the_table() -> None:
    early = with_lot(event(5, system=NAME, leaving={2: 1}), 1, 2, 3, 4, 5)

    assert [str(r.what) for r in RULES.pair(early).reasons if isinstance(r, PairingWarning)] == [
        "#2 withdrew before round 1; the announced pairings remain valid unless the Chief Arbiter"
        " has the numbers drawn again without this player"
    ]
    assert pairs(early) == "3-4"


# --- what is no round robin ----------------------------------------------------------------------


@pytest.mark.parametrize("count", [0, 1, 2])
def test_a_table_needs_at_least_three_participants(count: int) -> None:
    with pytest.raises(NoLegalPairing, match=f"at least 3 players, but only {count}") as refusal:
        RULES.pair(event(count, system=NAME))
    assert refusal.value.article == "5.1"
    with pytest.raises(BadInput, match=r"Enter more participants, or choose a different system\."):
        RULES.list_participants_by_rules_for_tpns(event(count, system=NAME))


@pytest.mark.parametrize(("variations", "rounds"), [((), 3), (("double",), 6)])
def test_no_rounds_are_paired_beyond_those_in_the_table(
    variations: tuple[str, ...], rounds: int
) -> None:
    over = played_out(event(4, system=NAME, variations=variations), 1)

    assert len(over.rounds) == rounds
    with pytest.raises(
        NoLegalPairing, match=f"has only {rounds} rounds, so there is no round {rounds + 1}"
    ):
        RULES.pair(over)


# --- scores --------------------------------------------------------------------------------------


@pytest.mark.article("fide_round_robin:Laws 10.1")
def test_a_win_scores_one_a_draw_half_and_the_bye_nothing() -> None:
    played = event(5, "2-5 1:0, 3-4 =, bye 1", "5-3 +:-, 1-2 0:1, bye 4", system=NAME)

    assert scores(played) == {1: 0, 2: 20, 3: 5, 4: 5, 5: 10}


@pytest.mark.article("fide_round_robin:Laws 10.1")
def test_an_event_may_announce_a_different_scoring_scale() -> None:
    three = Scale(win=30, draw=10, loss=0)
    rounds = ("1-4 3:0, 2-3 1:1", "4-3 0:3, 1-2 1:1", "2-4 3:0F, 3-1 0:3")

    assert scores(event(4, *rounds, system=NAME, game_scale=three)) == {1: 70, 2: 50, 3: 40, 4: 0}


@pytest.mark.article("fide_round_robin:6.6.half")
def test_a_plus_is_worth_as_much_as_a_win_in_the_event() -> None:
    three = Scale(win=30, draw=10, loss=0)
    rounds = ("1-4 3:0, 2-3 1:1", "4-3 0:3, 1-2 3:0", "2-4 0:3, left 1")
    left = event(4, *rounds, system=NAME, game_scale=three, leaving={1: 3})

    assert scores(left) == {1: 60, 2: 10, 3: 10 + 30 + 30, 4: 30}


@pytest.mark.article("fide_round_robin:6.6.under_half")
def test_no_result_of_a_player_who_left_before_half_counts() -> None:
    rounds = ("1-6 1:0, 2-5 =, 3-4 =", "6-4 1:0, 5-3 1:0, 1-2 0:1", "2-6 =, 4-5 =, left 1, out 3")
    left = event(6, *rounds, system=NAME, leaving={1: 3})

    assert scores(left) == {1: 0, 2: 10, 3: 5, 4: 10, 5: 20, 6: 15}


def test_the_usual_tie_breaks_omit_buchholz_and_announcing_it_is_refused() -> None:
    over = played_out(event(6, system=NAME), 4)

    assert [c.code for c in RULES.standings(over).columns] == ["DE", "SB", "WIN", "KS"]
    assert value(over, 1, "KS") >= 0
    with pytest.raises(BadInput, match="round robin"):
        RULES.standings(replace(over, tie_breaks=("BH",)))


# --- reports -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "variations"),
    [
        ("FIDE_ROUNDROBIN", ()),
        ("FIDE_DOUBLEROUNDROBIN", ("double",)),
        ("BERGER_ROUNDROBIN_G2", ("double", "keep-order")),
    ],
)
def test_the_report_type_code_says_how_often_the_table_is_played(
    code: str, variations: tuple[str, ...]
) -> None:
    over = played_out(with_lot(event(4, system=NAME, variations=variations), 1, 2, 3, 4), 2)
    written = dumps(over, "trf26")
    again = read_text(written)

    assert get_type_code_of_system(NAME, variations) == code
    assert f"192 {code}\n" in written.replace("\r\n", "\n")
    assert (again.system, again.variations) == (NAME, variations)
    assert [c.differences for c in topboard.check(again)] == [()] * len(over.rounds)


@pytest.mark.parametrize(
    ("name", "code", "variations"),
    [
        (NAME, "CUSTOM_ROUNDROBIN", ("double", "federations-apart")),
        ("cfc_round_robin", "CUSTOM_ROUNDROBIN", ()),
    ],
)
def test_variations_without_their_own_type_code_survive_a_report(
    name: str, code: str, variations: tuple[str, ...]
) -> None:
    written = dumps(played_out(event(4, system=name, variations=variations), 2), "trf26")

    assert f"192 {code}\n" in written.replace("\r\n", "\n")
    assert (read_text(written).system, read_text(written).variations) == (name, variations)


@pytest.mark.parametrize("code", ["BERGER_ROUNDROBIN", "berger_roundrobin_g1"])
def test_other_type_codes_for_the_table_mean_the_same_system(code: str) -> None:
    assert find_system_by_code(code, "2026/05/01") == (NAME, ())


def test_a_double_round_robin_is_checked_with_its_swapped_rounds() -> None:
    facts: list[Tournament] = [
        played_out(event(size, system=NAME, variations=given), 7)
        for size, given in product((3, 6), ((), ("double",)))
    ]

    assert all(found.differences == () for one in facts for found in topboard.check(one))
    swapped = facts[-1]
    plain = replace(swapped, variations=("double", "keep-order"))
    assert [f.round for f in topboard.check(plain) if f.differences] == [4, 5]
