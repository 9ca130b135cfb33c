"""What holds for every event, whatever was played in it."""

from __future__ import annotations

from decimal import Decimal

from hypothesis import given, settings, strategies as st

import topboard
from tests.oracle.test_fide_tie_breaks import random_event
from topboard._frozen import replace
from topboard.model import Team
from topboard.tiebreaks.codes import FORMS

EVENTS = st.builds(random_event, st.integers(0, 10_000), teams=st.booleans())
YEARS = st.sampled_from(("2026", "2024", "2023"))
OF_PLAYERS = [form.name for form in FORMS.values() if form.players]
OF_TEAMS = [form.name for form in FORMS.values() if form.teams]


def table(event, codes, year="2026"):
    teams = isinstance(event.competitors[0], Team)
    asked = replace(event, tie_breaks=tuple(codes), tie_break_edition=year)
    return topboard.standings(asked, "olympiad_2022" if teams else "fide_dutch_2026")


def numbers(event, code, year):
    return {
        line.number: Decimal(line.values[0].decimal_text)
        for line in table(event, [code], year).lines
        if line.values[0].is_defined
    }


def codes_of(event):
    return OF_TEAMS if isinstance(event.competitors[0], Team) else OF_PLAYERS


@settings(max_examples=40, deadline=None)
@given(EVENTS, YEARS)
def test_neither_a_first_nor_a_second_cut_increases_a_value(event, year):
    whole, once, twice = (numbers(event, code, year) for code in ("BH", "BH/C1", "BH/C2"))

    assert all(whole[n] >= once[n] >= twice[n] >= 0 for n in whole)


@settings(max_examples=40, deadline=None)
@given(EVENTS)
def test_the_text_of_2026_never_raises_a_value(event):
    now, before = numbers(event, "BH", "2026"), numbers(event, "BH", "2024")

    assert all(now[n] <= before[n] for n in now)


@settings(max_examples=40, deadline=None)
@given(EVENTS, YEARS, st.data())
def test_a_longer_list_splits_ties_without_reversing_any_order(event, year, data):
    wanted = data.draw(st.lists(st.sampled_from(codes_of(event)), max_size=5, unique=True))
    places = {line.number: line.place for line in table(event, ["PTS"], year).lines}
    for count in range(1, len(wanted) + 1):
        more = {line.number: line.place for line in table(event, wanted[:count], year).lines}
        assert all(more[a] < more[b] for a in places for b in places if places[a] < places[b])
        places = more


@settings(max_examples=40, deadline=None)
@given(EVENTS, YEARS, st.data())
def test_sums_equal_the_total_of_their_items(event, year, data):
    sums = {"BH/C1", "FB", "PS"} | ({"EMGSB/C1"} if event.boards > 1 else {"SB/C1", "STD", "REP"})
    code = data.draw(st.sampled_from(sorted(sums)))

    for line in table(event, [code], year).lines:
        assert line.values[0].is_sum
