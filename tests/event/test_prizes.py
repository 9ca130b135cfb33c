"""Prizes: against all ways of giving them, by their rule and by examples."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given as examples, strategies as st

from tests.event.sessions import ARBITER, SECTION, dutch_event
from topboard.documents.catalog import build_documents
from topboard.documents.render import render
from topboard.documents.section_input import build_document_input
from topboard.errors import BadInput
from topboard.event import actions
from topboard.event.actions import Prize, PrizeSharing
from topboard.event.categories import parse_categories
from topboard.event.prizes import (
    distribute_prizes,
    format_prize_amount,
    format_prize_line,
    parse_prizes,
)
from topboard.model import EventInfo, Number

NAMES = ("", "A", "B", "C")


@st.composite
def small_cases(draw):
    """Up to five competitors in groups, up to six prizes, and who belongs to which category."""
    count = draw(st.integers(1, 5))
    inside = {name: draw(st.frozensets(st.integers(1, count))) for name in NAMES[1:]} | {
        "": frozenset(range(1, count + 1))
    }
    prizes = []
    for name in NAMES:
        amounts = sorted(draw(st.lists(st.integers(1, 12), max_size=2)), reverse=True)
        prizes += [Prize(place, a, "", name) for place, a in enumerate(amounts, start=1)]
    numbers = list(range(1, count + 1))
    groups, left = [], numbers
    while left:
        size = draw(st.integers(1, len(left)))
        groups.append(left[:size])
        left = left[size:]
    return groups, prizes, inside


def may_win_prize(inside):
    return lambda number, prize: number in inside[prize.category]


# --- one competitor after the other ---------------------------------------------------------------


def assignments(numbers, prizes, may):
    """Every way to give each prize to nobody or to one who may take it, nobody two."""
    padded = [*numbers, *[None] * len(prizes)]
    for chosen in set(permutations(padded, len(prizes))):
        if all(n is None or may(n, p) for n, p in zip(chosen, prizes, strict=True)):
            yield dict(zip(chosen, range(len(prizes)), strict=True)), chosen


def is_just(numbers, prizes, may, chosen) -> bool:
    """Nobody would rather have a prize that somebody behind him takes, or nobody."""
    has = {n: prizes[i].amount for i, n in enumerate(chosen) if n is not None}
    rank = {n: place for place, n in enumerate(numbers)}
    return not any(
        may(n, prize) and prize.amount > has.get(n, 0) and (taker is None or rank[taker] > rank[n])
        for n in numbers
        for prize, taker in zip(prizes, chosen, strict=True)
    )


@examples(small_cases())
def test_distributing_prizes_in_order_is_fair_and_unique_if_none_are_equal(case):
    groups, prizes, inside = case
    numbers = [n for group in groups for n in group][:4]
    prizes = prizes[:4]
    may = may_win_prize(inside)

    found = distribute_prizes([[n] for n in numbers], prizes, may)

    amounts = {award.number: award.amount for award in found.awards}
    just = {
        tuple(sorted((n, prizes[i].amount) for i, n in enumerate(chosen) if n is not None))
        for _, chosen in assignments(numbers, prizes, may)
        if is_just(numbers, prizes, may, chosen)
    }
    assert tuple(sorted(amounts.items())) in just
    if len({prize.amount for prize in prizes}) == len(prizes):
        assert len(just) == 1


def test_a_place_prize_is_preferred_to_an_equal_category_prize():
    # The player behind then takes nothing, although the category prize would have left the other.
    prizes = [Prize(1, 2), Prize(1, 2, "", "U16")]
    found = distribute_prizes([[1], [2]], prizes, may_win_prize({"": {1, 2}, "U16": {1}}))
    assert [(award.number, award.amount) for award in found.awards] == [(1, 2)]


# --- groups that share ----------------------------------------------------------------------------


def best_total(group, prizes, may) -> int:
    """The most that the members can take if each takes one prize."""
    padded = [*prizes, *[None] * len(group)]
    return max(
        sum(p.amount for p in chosen if p is not None)
        for chosen in set(permutations(padded, len(group)))
        if all(p is None or may(n, p) for n, p in zip(group, chosen, strict=True))
    )


def can_have(wanted, prizes, may) -> bool:
    """Whether amounts could be paid out of prizes, each to those who may take it (Hall)."""
    numbers = list(wanted)
    for mask in range(1, 2 ** len(numbers)):
        some = [n for i, n in enumerate(numbers) if mask >> i & 1]
        reach = sum(p.amount for p in prizes if any(may(n, p) for n in some))
        if sum(wanted[n] for n in some) > reach:
            return False
    return True


@examples(small_cases())
def test_a_group_divides_the_largest_total_as_evenly_as_possible(case):
    (group, *_), prizes, inside = case
    may = may_win_prize(inside)

    found = distribute_prizes([group], prizes, may)

    amounts = {n: 0 for n in group} | {a.number: a.amount for a in found.awards}
    taken = [p for p in prizes if p not in found.unclaimed]
    assert len(taken) <= len(group)
    assert sum(amounts.values()) == sum(p.amount for p in taken) == best_total(group, prizes, may)
    assert can_have(amounts, taken, may)
    for poor in group:
        for rich in group:
            if amounts[poor] + 1 < amounts[rich]:
                # To lift who has less would take it from somebody who has no more.
                moved = {**amounts, poor: amounts[poor] + 1, rich: amounts[rich] - 1}
                assert not can_have(moved, taken, may)


@examples(small_cases())
def test_all_awards_come_from_the_prizes_and_no_cent_is_lost(case):
    groups, prizes, inside = case
    found = distribute_prizes(groups, prizes, may_win_prize(inside))

    gone = sum(p.amount for p in prizes) - sum(p.amount for p in found.unclaimed)
    assert sum(award.amount for award in found.awards) == gone
    assert len({award.number for award in found.awards}) == len(found.awards)
    for award in found.awards:
        assert all(any(n in inside[p.category] for n in award.sharers) for p in award.prizes)


# --- by example -----------------------------------------------------------------------------------


def amounts_of(found) -> dict[int, int]:
    return {award.number: award.amount for award in found.awards}


def test_a_player_takes_the_larger_prize_and_leaves_the_other():
    prizes = [Prize(1, 500), Prize(2, 300), Prize(3, 50), Prize(1, 100, "", "U16")]
    may = may_win_prize({"": {1, 2, 3, 4}, "U16": {3, 4}})

    found = distribute_prizes([[1], [2], [3], [4]], prizes, may)

    assert amounts_of(found) == {1: 500, 2: 300, 3: 100, 4: 50}
    assert found.awards[2].left == Prize(3, 50)


def test_tied_players_share_prizes_and_odd_cents_follow_the_tie_breaks():
    found = distribute_prizes(
        [[1, 2, 3]], [Prize(1, 100), Prize(2, 60)], may_win_prize({"": {1, 2, 3}})
    )
    assert amounts_of(found) == {1: 54, 2: 53, 3: 53}


def test_a_player_takes_alone_a_prize_larger_than_the_shared_amount():
    prizes = [Prize(1, 100), Prize(2, 60), Prize(1, 200, "", "U16")]
    found = distribute_prizes([[1, 2, 3]], prizes, may_win_prize({"": {1, 2, 3}, "U16": {3}}))
    assert amounts_of(found) == {1: 80, 2: 80, 3: 200}


def test_a_prize_that_is_an_object_is_not_divided():
    prizes = [Prize(1, 100, "a cup"), Prize(2, 50), Prize(1, 0, "a book", "W")]
    found = distribute_prizes([[1, 2], [3]], prizes, may_win_prize({"": {1, 2, 3}, "W": {2, 3}}))
    told = {a.number: (a.amount, a.things) for a in found.awards}
    assert told == {1: (75, ("a cup",)), 2: (75, ()), 3: (0, ("a book",))}


# --- as people write them -------------------------------------------------------------------------


def test_prizes_are_read_and_written():
    lines = ["1: 500", "2-3: 100.50 and a book", "U16 1: a trophy", "Best of town 1: 20"]
    found = parse_prizes(lines)
    assert found == (
        Prize(1, 50000),
        Prize(2, 10050, "a book"),
        Prize(3, 10050, "a book"),
        Prize(1, 0, "a trophy", "U16"),
        Prize(1, 2000, "", "Best of town"),
    )
    settled = actions.SetPrizes(SECTION, found, currency="CAD")
    assert parse_prizes(format_prize_line(prize, settled) for prize in found) == found
    assert format_prize_amount(10050, settled) == "100.50 CAD"
    assert (
        format_prize_amount(500, actions.SetPrizes(SECTION, (), currency="JPY", decimals=0))
        == "500 JPY"
    )


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["first: 500"], "invalid prize: 'first: 500'"),
        (["1: 500.123"], "the amount has too many decimals (at most 2)"),
        (["1: 100", "3: 50"], "the places must run from 1 without gaps"),
        (["1: 100", "1: 50"], "the places must run from 1 without gaps or repetitions"),
        (
            ["1: 100", "2: 150"],
            "this prize is larger than the prize for the place above it: '2: 150.00'",
        ),
        (["U16 1: 100"], "unknown category: 'U16'. Add the category to the section first."),
        (["1: 0"], "the prize is empty, or its amount is negative"),
    ],
)
def test_invalid_prizes_are_refused(lines, words):
    play = dutch_event("fide_dutch_2026", 6)

    def settle():
        play.do(actions.SetPrizes(SECTION, parse_prizes(lines)))

    with pytest.raises(BadInput) as caught:
        settle()
    assert words in "; ".join(map(str, caught.value.problems))


def with_prizes(sharing: PrizeSharing):
    """Eight players after three rounds; the last four are labelled local."""
    play = dutch_event("fide_dutch_2026", 8, 5)
    play.do(actions.ChangeDetails("Spring", EventInfo(start="2026-05-01")))
    play.round()
    play.round()
    play.publish()
    play.results(10)
    play.do(actions.LabelCompetitors(SECTION, "local", tuple(map(Number, (5, 6, 7, 8)))))
    play.do(actions.SetCategories(SECTION, parse_categories(["Locals = label local"])))
    prizes = parse_prizes(["1: 500 and a cup", "2: 300", "3: 100", "4: 20", "Locals 1: 150"])
    play.do(actions.SetPrizes(SECTION, prizes, sharing, "CAD"))
    return play


def test_the_prize_sheet_shows_who_wins_what_and_why():
    play = with_prizes(PrizeSharing.TIE_BREAK)
    (sheet,) = build_documents("prizes", build_document_input(play.event, play.section))
    rows = {row[1]: row for row in sheet.rows}

    assert rows[1][4] == "500.00 CAD and a cup"
    assert rows[1][5] == "Wins the 1st prize."
    local = next(row for row in sheet.rows if row[1] in (5, 6, 7, 8))
    assert local[4:] == (
        "150.00 CAD",
        "Wins the 1st Locals prize. The 4th prize (20.00 CAD) would have been smaller.",
    )
    assert "1070.00 CAD in total for 6 winners." in sheet.notes
    assert "Wins the 1st Locals prize." in render((sheet,), "html")


def test_a_withdrawn_player_wins_no_prize():
    play = with_prizes(PrizeSharing.TIE_BREAK)
    play.do(actions.Withdraw(SECTION, Number(1), 4), ARBITER)
    (sheet,) = build_documents("prizes", build_document_input(play.event, play.section))
    assert 1 not in {row[1] for row in sheet.rows}


def test_players_with_equal_points_share_prizes_on_the_sheet():
    play = with_prizes(PrizeSharing.EQUALLY)
    (sheet,) = build_documents("prizes", build_document_input(play.event, play.section))
    assert any(
        row[5].startswith("Shares the 2nd prize, 1st Locals prize and 3rd prize (550.00 CAD) with")
        for row in sheet.rows
    )
    assert any(note.startswith("No participant wins two prizes.") for note in sheet.notes)


def test_awards_to_tied_players_are_fractions_of_the_whole_prize():
    found = distribute_prizes([[1, 2]], [Prize(1, 3)], may_win_prize({"": {1, 2}}))
    assert [Fraction(award.amount, 3) for award in found.awards] == [Fraction(2, 3), Fraction(1, 3)]


def test_categories_and_prizes_are_set_by_commands(run):
    for step in (
        ("new", "Test", "--no-key", "--start", "2026-05-01"),
        ("section", "Open", "--system", "fide_dutch_2026", "--rounds", 3),
        ("enter", "Ann", "--rating", 2000, "--birth", "2012"),
        ("enter", "Ben", "--rating", 1900),
        ("categories", "U16", "Low = U1950"),
        ("label", "town", "Ben"),
        ("settle-prizes", "1: 50", "Low 1: 60 and a book", "--currency", "CAD"),
    ):
        code, _, trouble = run(*step)
        assert code == 0, trouble
    table = run("standings", "--category", "U16")[1]
    assert "Ann" in table
    assert "Ben" not in table
    assert "Ben" in run("standings", "--category", "label town")[1]
    shown = run("prizes")[1]
    assert "60.00 CAD and a book" in shown
    code, _, trouble = run("settle-prizes", "first")
    assert code != 0
    assert "invalid prize: 'first'" in trouble
