"""Colours: the lot of round 1, equalisation, alternation, and who comes first."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.player_events import event
from tests.systems.cfc.cfc_swiss.events import field, pair
from tests.team_events import colour_of, opponents, reasons
from topboard.model import Colour, Lot, Number, Tournament, history
from topboard.model.history import outcomes
from topboard.reasons.decisions import ColourDecision, PairingWarning
from topboard.reasons.grounds import DueGround
from topboard.systems.cfc.colours import colour_cost
from topboard.systems.common.colours import DueColour, find_due_colour

W, B = Colour.WHITE, Colour.BLACK


def colours_of(text: str) -> tuple[Colour, ...]:
    return tuple(W if letter == "W" else B for letter in text)


def of_two(higher: str, lower: str, **facts: object) -> ColourDecision:
    """The colours of players 1 and 2 with these colours behind them."""
    colours = {1: higher, 2: lower}
    tournament = field({10: "1 2"}, colours=colours, **facts)  # type: ignore[arg-type]
    given = colour_of(pair(tournament), 1, 2)
    assert isinstance(given, ColourDecision)
    return given


# --- what is due --------------------------------------------------------------------------


@pytest.mark.article("cfc_swiss:627")
@pytest.mark.parametrize(
    ("so_far", "colour", "equalises", "twice_running"),
    [
        ("", None, False, None),
        ("W", B, True, None),
        ("B", W, True, None),
        ("WB", W, False, None),
        ("BW", B, False, None),
        ("WBB", W, True, B),
        ("BBWW", B, False, W),
        ("WWB", B, True, None),
        ("BBWBBWW", W, True, W),
    ],
)
def test_the_due_colour_equalises_whites_and_blacks_or_else_alternates(
    so_far: str, colour: Colour | None, equalises: bool, twice_running: Colour | None
) -> None:
    assert find_due_colour(colours_of(so_far)) == DueColour(colour, equalises, twice_running)


@pytest.mark.article("cfc_swiss:632")
def test_unplayed_rounds_do_not_count_for_colour() -> None:
    rows = outcomes(event(5, "1-3 1:0, 2-4 +:-, bye 5", "2-1 -:-, 3-5 =, half 4"))

    assert {n: history.colours_played(row) for n, row in rows.items()} == {
        1: (W,),
        2: (),
        3: (B, W),
        4: (),
        5: (B,),
    }


# --- round 1 ------------------------------------------------------------------------------


@pytest.mark.article("cfc_swiss:628")
@pytest.mark.parametrize(
    ("lot", "expected"),
    [(W, [(1, 5), (6, 2), (3, 7), (8, 4)]), (B, [(5, 1), (2, 6), (7, 3), (4, 8)])],
)
def test_one_lot_gives_the_colours_of_the_top_half(
    lot: Colour, expected: list[tuple[int, int]]
) -> None:
    paired = pair(event(8, lot=lot))

    assert [(p.white, p.black) for p in paired.pairs] == expected
    assert {r.by for r in reasons(paired, ColourDecision)} == {DueGround.LOT}
    assert reasons(paired, PairingWarning, article="628") == []


@pytest.mark.article("cfc_swiss:628")
def test_without_a_lot_odd_numbers_get_white_with_a_warning() -> None:
    paired = pair(event(4, lot=None))

    assert [(p.white, p.black) for p in paired.pairs] == [(1, 3), (4, 2)]
    assert len(reasons(paired, PairingWarning, article="628")) == 1


@pytest.mark.article("cfc_swiss:628")
def test_two_players_with_no_colour_yet_reuse_the_round_1_lot_later() -> None:
    given = of_two("", "", lot=B)

    assert (given.white, given.by) == (2, DueGround.NOTHING_DUE)


# --- equalisation and alternation -----------------------------------------------------------


@pytest.mark.article("cfc_swiss:629")
@pytest.mark.parametrize(
    ("one", "other", "cost"),
    [
        ("W", "B", (0, 0, 0)),
        ("W", "W", (1, 0, 0)),
        ("W", "BW", (0, 0, 1)),
        ("W", "WB", (0, 0, 0)),
        ("WB", "WB", (0, 0, 1)),
        ("BW", "WB", (0, 0, 0)),
        ("", "W", (0, 0, 0)),
        ("WBB", "WBB", (1, 1, 0)),
        ("WBB", "B", (1, 0, 0)),
        ("WWBB", "WWBB", (0, 1, 1)),
    ],
)
def test_the_colour_cost_of_a_pair_is_that_of_its_better_allocation(
    one: str, other: str, cost: tuple[int, int, int]
) -> None:
    for first, second in ((one, other), (other, one)):
        found = colour_cost(find_due_colour(colours_of(first)), find_due_colour(colours_of(second)))
        assert (found.not_equalised, found.third_running, found.not_alternated) == cost


@pytest.mark.article("cfc_swiss:630")
@pytest.mark.parametrize(
    ("higher", "lower", "white"),
    [("W", "B", 2), ("B", "W", 1), ("BW", "W", 1), ("W", "", 2), ("WB", "B", 2), ("", "W", 1)],
)
def test_the_equalising_colour_is_given_to_the_player_due_it(
    higher: str, lower: str, white: int
) -> None:
    given = of_two(higher, lower)

    assert (given.white, given.by, given.article) == (white, DueGround.EQUALISE, "630")


@pytest.mark.article("cfc_swiss:630.higher")
@pytest.mark.parametrize(("both", "white"), [("W", 2), ("B", 1), ("WWB", 2)])
def test_the_higher_ranked_gets_an_equalising_colour_both_are_due(both: str, white: int) -> None:
    given = of_two(both, both)

    assert (given.white, given.by) == (white, DueGround.HIGHER_EQUALISES)
    assert given.higher == 1


@pytest.mark.article("cfc_swiss:630")
def test_the_higher_ranked_player_has_more_points_whatever_the_rating() -> None:
    given = colour_of(pair(field({20: "2", 10: "1"}, colours={1: "W", 2: "W"})), 1, 2)

    assert (given.black, given.higher) == (2, 2)


@pytest.mark.article("cfc_swiss:631")
def test_when_colours_are_even_they_alternate() -> None:
    given = of_two("WB", "BW")

    assert (given.white, given.by, given.article) == (1, DueGround.ALTERNATE, "631")


@pytest.mark.article("cfc_swiss:631.higher")
@pytest.mark.parametrize(("both", "white"), [("WB", 1), ("BW", 2)])
def test_the_higher_ranked_gets_an_alternating_colour_both_are_due(both: str, white: int) -> None:
    given = of_two(both, both)

    assert (given.white, given.by) == (white, DueGround.HIGHER_ALTERNATES)


@pytest.mark.article("cfc_swiss:631.third")
def test_avoiding_a_third_colour_in_a_row_comes_before_higher_rank() -> None:
    # Both are due White; 2 has just had Black twice.
    given = of_two("B", "WBB")

    assert (given.white, given.by, given.article) == (2, DueGround.NO_THIRD, "631")


@pytest.mark.article("cfc_swiss:631.third")
def test_an_unavoidable_third_colour_in_a_row_is_reported() -> None:
    tournament = field({10: "1 2"}, colours={1: "WBB", 2: "WBB"})
    paired = pair(tournament)

    assert paired.pairs[0].white == 1
    assert [w.what for w in reasons(paired, PairingWarning, article="631")] == [
        "#2 has Black for the third time in a row"
    ]


@pytest.mark.article("cfc_swiss:622b.interchange")
def test_two_players_switch_halves_to_avoid_a_third_colour_in_a_row() -> None:
    # 2 against 4 would give one of them White again; either way one is refused his Black.
    colours = {1: "BBW", 2: "WWW", 3: "WWWB", 4: "WWWW"}
    paired = pair(field({20: "1..4"}, colours=colours, met="1-4", after=4))

    assert opponents(paired) == "1-2 3-4"
    assert reasons(paired, PairingWarning, article="631") == []


@pytest.mark.article("cfc_swiss:631.third")
def test_equalisation_comes_before_avoiding_a_third_colour() -> None:
    # 1 has had four Blacks and three Whites, the last two White: White evens them.
    assert of_two("BBWBBWW", "W").white == 1


@pytest.mark.article("cfc_swiss:631")
def test_transpositions_are_made_to_preserve_alternation() -> None:
    colours = {1: "WB", 2: "BW", 3: "WB", 4: "BW"}

    assert opponents(pair(field({10: "1..4"}, colours=colours))) == "1-4 2-3"


@pytest.mark.article("cfc_swiss:631.1")
def test_with_the_variation_no_transposition_is_made_for_alternation() -> None:
    colours = {1: "WB", 2: "BW", 3: "WB", 4: "BW"}
    tournament = field({10: "1..4"}, colours=colours, variations=("631.1",))
    paired = pair(tournament)

    assert opponents(paired) == "1-3 2-4"
    assert colour_of(paired, 1, 3).white == 1
    assert colour_of(paired, 2, 4).black == 2


# --- the lot at the board -------------------------------------------------------------------


def last_round(one: str, other: str, rounds: int, *lots: Lot) -> Tournament:
    """Two players before the last round, with the variation in force."""
    tournament = field(
        {10: "1 2"},
        colours={1: one, 2: other},
        after=rounds - 1,
        planned_rounds=rounds,
        variations=("631.2",),
    )
    return replace(tournament, lots=lots)


BLACK_DRAWN = Lot("colour at the board", (Number(2), Number(1)))


@pytest.mark.article("cfc_swiss:631.2")
@pytest.mark.parametrize(("one", "other", "rounds"), [("WB", "WB", 3), ("B", "B", 2)])
def test_last_round_lots_at_the_board_settle_equal_colour_claims(
    one: str, other: str, rounds: int
) -> None:
    paired = pair(last_round(one, other, rounds, BLACK_DRAWN))

    given = colour_of(paired, 1, 2)
    assert isinstance(given, ColourDecision)
    assert (given.white, given.by, given.article) == (2, DueGround.AT_THE_BOARD, "631.2")


@pytest.mark.article("cfc_swiss:631.2")
def test_until_lots_are_drawn_usual_colours_are_given_with_a_warning() -> None:
    paired = pair(last_round("WB", "WB", 3))

    assert paired.pairs[0].white == 1
    assert len(reasons(paired, PairingWarning, article="631.2")) == 1


@pytest.mark.parametrize(
    ("one", "other", "rounds"), [("B", "WB", 3), ("B", "W", 2), ("WB", "WB", 4)]
)
def test_no_lot_is_drawn_for_unequal_colour_claims(one: str, other: str, rounds: int) -> None:
    paired = pair(last_round(one, other, rounds, BLACK_DRAWN))

    assert paired.pairs[0].white == 1
    assert reasons(paired, PairingWarning, article="631.2") == []
