"""Virtual points in report files: 250 and XXA, and the Baku acceleration of record 192."""

from __future__ import annotations

import pytest

from topboard import formats
from topboard._frozen import replace
from topboard.errors import BadInput
from topboard.formats.losses import sort_tournament_for_comparison
from topboard.model import (
    Meeting,
    PairingBye,
    Player,
    Round,
    Scale,
    Team,
    Tournament,
    VirtualPoints,
)
from topboard.systems.registry import system


def report(*more: str, count: int = 6) -> str:
    """A file of players without rounds, and lines of its own."""
    return "\n".join(
        ["012 Open", *(f"001 {n:4}      Player {n}" for n in range(1, count + 1)), *more]
    )


def players(count: int) -> tuple[Player, ...]:
    return tuple(Player(n, f"Player {n}") for n in range(1, count + 1))


def virtual_in(*more: str) -> dict[int, tuple[int, ...]]:
    return {one.number: one.points for one in formats.read_text(report(*more)).virtual}


OPEN = Tournament(players(9), planned_rounds=9, system="fide_dutch_2026", variations=("baku",))


def test_records_250_give_points_to_a_range_of_players_and_rounds():
    first, then = "250       1.0 001 003 0001 0004", "250       0.5 004 005 0001 0004"

    assert virtual_in(first, then) == dict.fromkeys((1, 2, 3, 4), (10, 10, 10, 5, 5))


def test_the_later_of_two_records_for_the_same_round_applies():
    assert virtual_in("250       1.0 001 003 0001 0002", "250       0.5 002 002 0002 0002") == {
        1: (10, 10, 10),
        2: (10, 5, 10),
    }


@pytest.mark.parametrize(
    "line",
    [
        "XXA    2  1.0  1.0  0.5",
        "XXA    2  1.0  1.0  0.5  0.0",
        "XXA 0002 01.0 01.0 00.5",
        "XXA 2 1.0 1.0 0.5",
        "XXA    2    1    1   .5",
    ],
)
def test_xxa_gives_points_round_by_round(line):
    assert virtual_in(line) == {2: (10, 10, 5)}


def test_a_blank_xxa_field_is_a_round_without_virtual_points():
    assert virtual_in("XXA    2  1.0       0.5") == {2: (10, 0, 5)}


def test_zero_match_points_beside_the_points_are_ignored():
    assert virtual_in("250 00.0 01.0 001 002 0001 0002") == {1: (10, 10), 2: (10, 10)}


def test_a_team_can_have_virtual_points_of_both_kinds():
    teams = tuple(Team(n, f"Team {n}") for n in range(1, 5))
    event = Tournament(teams, boards=4, virtual=(VirtualPoints(1, (20, 10), (0, 25)),))

    written = formats.dumps(event, "trf26")

    assert "250  2.0      001 001 0001 0001\r\n250  1.0  2.5 002 002 0001 0001\r\n" in written
    assert "### topboard virtual" not in written
    assert formats.read_text(written).virtual == event.virtual


def test_match_points_of_teams_may_be_in_the_game_points_column():
    teams = tuple(Team(n, f"Team {n}") for n in range(1, 5))
    text = formats.dumps(Tournament(teams, boards=4), "trf26")

    event = formats.read_text(text + "250 00.0 02.0 001 003 0001 0002\r\n")

    assert [(v.points, v.game_points) for v in event.virtual] == [((20, 20, 20), ())] * 2


@pytest.mark.parametrize("edition", ["trf16", "trf26"])
@pytest.mark.parametrize(
    "virtual",
    [
        (VirtualPoints(1, (10, 0, 5)), VirtualPoints(2, (10, 0, 5)), VirtualPoints(4, (30,))),
        (VirtualPoints(3, (10, 10)),),
        (VirtualPoints(5, ()),),
    ],
)
def test_virtual_points_survive_a_round_trip_through_every_edition(edition, virtual):
    event = Tournament(players(6), planned_rounds=5, virtual=virtual)

    written = formats.dumps(event, edition)

    assert "### topboard virtual" not in written
    assert formats.read_text(written).virtual == virtual
    assert formats.describe_losses(event, edition) == []


def test_a_record_may_say_that_no_player_has_virtual_points():
    """By the rule of the type they would have some."""
    event = formats.read_text(report("142 9", "192 FIDE_DUTCH_2026_BAKU", "XXA    1  0.0"))

    assert event.virtual == (VirtualPoints(1, ()),)


# --- the Baku acceleration ----------------------------------------------------------------


@pytest.mark.parametrize("edition", ["trf16", "trf26"])
@pytest.mark.parametrize("accelerated", [None, frozenset((1, 2, 3))])
def test_virtual_points_from_the_rule_are_written_and_read_back(edition, accelerated):
    event = replace(OPEN, accelerated=accelerated)

    written = formats.dumps(event, edition)

    last = 6 if accelerated is None else 3
    if edition == "trf16":
        lines = [f"XXA {n:4}  1.0  1.0  1.0  0.5  0.5" for n in range(1, last + 1)]
    else:
        lines = [f"250       1.0 001 003 0001 {last:04}", f"250       0.5 004 005 0001 {last:04}"]
    assert [line for line in written.split("\r\n") if line[:3] in ("250", "XXA")] == lines
    assert sort_tournament_for_comparison(
        formats.read_text(written)
    ) == sort_tournament_for_comparison(event)


def test_recorded_points_that_differ_from_the_rule_take_precedence():
    recorded = (VirtualPoints(1, (10, 5)), VirtualPoints(2, (10, 5)))
    event = replace(OPEN, virtual=recorded)

    back = formats.read_text(formats.dumps(event, "trf26"))

    assert (back.virtual, back.variations) == (recorded, ("baku",))


def test_recorded_points_that_agree_with_the_rule_stay_recorded():
    """A later change of the rounds must not change what was recorded."""
    ruled = system(OPEN.system).virtual_points(OPEN)
    event = replace(OPEN, virtual=ruled)

    assert formats.read_text(formats.dumps(event, "trf26")).virtual == ruled


def test_the_rule_uses_the_scoring_of_the_event():
    event = replace(OPEN, game_scale=Scale(20, 10, 0))

    assert "250       2.0 001 003 0001 0006\r\n" in formats.dumps(event, "trf26")


def test_a_late_entrant_above_the_boundary_gets_the_points_too():
    away = tuple((n, PairingBye()) for n in (9,))
    first = Round(1, tuple(Meeting(a, b, 10, 0) for a, b in ((1, 5), (6, 3), (4, 8))), away)
    event = replace(OPEN, rounds=(first,))

    written = formats.dumps(event, "trf26")

    assert "250       1.0 001 003 0001 0005\r\n" in written
    assert sort_tournament_for_comparison(
        formats.read_text(written)
    ) == sort_tournament_for_comparison(event)


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["192 FIDE_DUTCH_2026"], ("fide_dutch_2026", ())),
        (["192 FIDE_DUTCH_2026_BAKU"], ("fide_dutch_2026", ("baku",))),
        (["192 fide_dutch_2025_baku"], ("fide_dutch_2026", ("baku",))),
        (["192 FIDE_DUTCH_2017"], ("fide_dutch_2017", ())),
        (["192 FIDE_DUTCH", "042 2026/01/31"], ("fide_dutch_2017", ())),
        (["192 FIDE_DUTCH", "042 01.02.2026"], ("fide_dutch_2026", ())),
        (["192 FIDE_DUTCH", "042 31-1-2026"], ("fide_dutch_2017", ())),
        (["192 FIDE_DUTCH", "042 Mar 1, 2026"], ("fide_dutch_2026", ())),
        (["192 FIDE_DUTCH"], ("fide_dutch_2026", ())),
        (["092 FIDE_DUTCH_2025"], ("fide_dutch_2026", ())),
        (["092 Individual: Swiss-System (Dutch)"], ("fide_dutch_2026", ())),
        (["092 Individual: Swiss-System", "042 2016/05/01"], ("fide_dutch_2017", ())),
        (["092 Individual: Round-Robin"], ("", ())),
        (["192 CUSTOM_SWISS"], ("", ())),
        (["192 FIDE_LIM"], ("fide_lim_2026", ())),
    ],
)
def test_the_type_of_the_tournament_names_the_system(lines, expected):
    event = formats.read_text(report(*lines))

    assert (event.system, event.variations) == expected
    back = formats.read_text(formats.dumps(event, "trf26"))
    assert (back.system, back.variations, back.details) == (*expected, event.details)


def test_a_type_that_names_a_supported_system_needs_no_comment():
    written = formats.dumps(OPEN, "trf26").split("\r\n")

    assert "192 FIDE_DUTCH_2026_BAKU" in written
    assert not [line for line in written if line.startswith("###")]


def test_a_topboard_comment_takes_precedence_over_the_type():
    lines = ["### topboard system cfc_swiss", "192 FIDE_DUTCH_2026"]

    assert formats.read_text(report(*lines)).system == "cfc_swiss"


# --- what is wrong ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "where", "what"),
    [
        (
            "250       1.0 001 002 0001 000x",
            ":28: ",
            "the last player number in columns 28-31 is not a",
        ),
        ("250       1.0 003 002 0001 0002", ":15: ", "the range ends before it starts"),
        ("250       1.0 001 002 0004 0002", ":23: ", "the range ends before it starts"),
        ("250       1.0 001 002 0017 0020", ":23: ", "there is no player with number 17"),
        (
            "250       one 001 002 0001 0002",
            ":10: ",
            "columns 10-13 must contain points, such as 11.5",
        ),
        ("XXA    9  1.0", ":5: ", "there is no player with number 9"),
        ("XXA    1  one", ":11: ", "expected a number of points, such as 1.0"),
        ("XXA    1 -1.0", ":10: ", "expected a number of points, such as 1.0"),
        ("XXA", ":5: ", "the player number is not a whole number"),
    ],
)
def test_problems_with_virtual_points_are_reported(line, where, what):
    with pytest.raises(BadInput) as caught:
        formats.read_text(report(line), "open.trf")

    assert f"open.trf:8{where}{what}" in str(caught.value)
