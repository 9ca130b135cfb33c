"""Categories: as people write them, who belongs to them, and what is refused."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.event.sessions import SECTION, dutch_event
from topboard.documents.catalog import build_documents
from topboard.documents.section_input import build_document_input
from topboard.errors import BadInput
from topboard.event import actions
from topboard.event.actions import Category
from topboard.event.categories import (
    find_category_members,
    find_or_parse_category,
    format_category,
    has_person_reached_age,
    is_participant_in_category,
    parse_categories,
    parse_category,
)
from topboard.model import EventInfo, Number, Player, Team

START = "2026-05-01"


def player(**known) -> Player:
    return Player(Number(1), "Adams", **known)


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("U16", Category("U16", under=16)),
        ("under 16", Category("under 16", under=16)),
        ("50+", Category("50+", from_age=50)),
        ("U1800", Category("U1800", high=1799)),
        ("2000+", Category("2000+", low=2000)),
        ("1600-1799", Category("1600-1799", low=1600, high=1799)),
        ("women", Category("women", sex="w")),
        ("unrated", Category("unrated", unrated=True)),
        ("U1800 unrated", Category("U1800 unrated", high=1799, unrated=True)),
        ("Girls = U16, women", Category("Girls", under=16, sex="w")),
        ("Town = label of the town", Category("Town", label="of the town")),
    ],
)
def test_categories_are_read_and_written(text, category):
    assert parse_category(text) == category
    assert parse_category(format_category(category)) == category


def test_an_unknown_category_is_named():
    with pytest.raises(BadInput, match="unknown category condition strong"):
        parse_categories(["U16", "strong players"])


@pytest.mark.parametrize(
    ("text", "known", "inside"),
    [
        # FIDE, D.04.07 6: not reached before 1 January of the year.
        ("U16", {"birth": "2010"}, True),
        ("U16", {"birth": "2010-01-01"}, True),
        ("U16", {"birth": "2009/12/31"}, False),
        ("U16", {"birth": "2009"}, False),
        ("U16", {}, False),
        # FIDE, D.04.03 2.1: reached in the year.
        ("50+", {"birth": "1976"}, True),
        ("50+", {"birth": "1977"}, False),
        ("women", {"sex": "w"}, True),
        ("women", {"sex": "F"}, True),
        ("women", {}, False),
        ("men", {"sex": "m"}, True),
        ("U1800", {"rating": 1799}, True),
        ("U1800", {"rating": 1800}, False),
        ("U1800", {}, False),
        ("U1800 unrated", {}, True),
        ("unrated", {}, True),
        ("unrated", {"rating": 1200}, False),
        ("label club", {"labels": ("club",)}, True),
        ("label club", {"labels": ("other",)}, False),
        ("U16 women", {"birth": "2012", "sex": "w"}, True),
        ("U16 women", {"birth": "2012", "sex": "m"}, False),
    ],
)
def test_category_membership_follows_the_definition(text, known, inside):
    assert is_participant_in_category(player(**known), parse_category(text), START) == inside


def test_the_cutoff_date_decides_and_a_birth_year_alone_may_not_suffice():
    under = parse_category("U16")
    assert is_participant_in_category(player(birth="2010-09-02"), under, START, "2026-09-01")
    assert not is_participant_in_category(player(birth="2010-08-31"), under, START, "2026-09-01")
    assert not is_participant_in_category(player(birth="2010"), under, START, "2026-09-01")
    assert has_person_reached_age("2010", 16, "2026-09-01", before=True) is None
    assert has_person_reached_age("1976", 50, "2026-01-01") is None
    assert has_person_reached_age("", 16, "2026-09-01") is None


def test_teams_belong_to_categories_by_rating_and_label():
    team = Team(Number(1), "Oslo", (player(rating=2000), player(rating=1801)), labels=("B",))
    assert is_participant_in_category(team, parse_category("1900-1950"), START)
    assert is_participant_in_category(team, parse_category("label B"), START)
    assert not is_participant_in_category(team, parse_category("women"), START)
    assert is_participant_in_category(
        Team(Number(2), "Bern", average=Fraction(3601, 2)), parse_category("U1801"), START
    )


def test_labels_can_be_added_and_removed():
    play = dutch_event("fide_dutch_2026", 6)
    play.do(actions.LabelCompetitors(SECTION, "club", (Number(2), Number(5))))
    play.do(actions.LabelCompetitors(SECTION, "club", (Number(5), Number(6))))
    town = parse_category("label club")
    assert find_category_members(play.section, EventInfo(), town) == {5, 6}
    with pytest.raises(BadInput, match="Section Open has no participant #9"):
        play.do(actions.LabelCompetitors(SECTION, "club", (Number(9),)))


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["U16"], "an age category needs a reference date"),
        (["women", "Women = women"], "two categories have the same name: 'Women'"),
        (["1800-1600"], "the upper rating limit is below the lower limit"),
        (["Everybody ="], "the category has no conditions"),
        ([f"U{n}" for n in range(1600, 1617)], "a section can have at most 16 categories"),
    ],
)
def test_invalid_categories_are_refused(lines, words):
    play = dutch_event("fide_dutch_2026", 6)
    with pytest.raises(BadInput) as caught:
        play.do(actions.SetCategories(SECTION, parse_categories(lines)))
    assert words in "; ".join(map(str, caught.value.problems))


def test_sheets_of_a_category_list_only_its_members():
    play = dutch_event("fide_dutch_2026", 8)
    play.do(actions.SetCategories(SECTION, parse_categories(["Lower = U2260"])))
    play.round()

    matter = build_document_input(play.event, play.section, category="lower")
    (standings,) = build_documents("standings", matter)
    (table,) = build_documents("cross-table", matter)
    (pairings,) = build_documents("pairing-sheet", matter)

    assert standings.rows[0][0] == 1
    assert {row[2] for row in standings.rows} == {5, 6, 7, 8}
    assert standings.title.endswith(" · Lower")
    assert len(table.rows) == 4
    assert all({row[1], row[6]} & {5, 6, 7, 8} for row in pairings.rows)
    with pytest.raises(
        BadInput, match=r"unknown category: 'tall'. Choose one of these categories: Lower"
    ):
        find_or_parse_category(play.section, "tall")
