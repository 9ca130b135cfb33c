"""A player has ratings of several lists; the section says which counts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.event.sessions import DIRECTOR, SECTION, Play
from topboard.cli.exit_codes import BAD_INPUT, DONE
from topboard.errors import AuthorityNeeded, BadInput, ConfirmationNeeded, Refused
from topboard.event import actions
from topboard.event.codec import dump_record_as_json, load_stored_action
from topboard.event.entry_tables import parse_entry_table, update_participants_from_rating_list
from topboard.event.ratings import (
    RatingFields,
    add_ratings_from_text,
    build_rating_form_fields,
    find_national_list_name,
    format_rating_form_fields,
    format_ratings,
    parse_listed_ratings,
    parse_rating_order,
    replace_ratings_from_text,
)
from topboard.model import Number, Player, Rating, RatingChoice, RatingKind, Team
from topboard.systems.common.ratings import NONE_COUNTS, format_rating_order, rating_in_force

if TYPE_CHECKING:
    from pathlib import Path

    from tests.event.conftest import Run

STANDARD, RAPID, BLITZ, NATIONAL = RatingKind
BOTH = "FIDE 2000, FIDE rapid 1900"


def player(number: int, text: str) -> Player:
    return add_ratings_from_text(Player(Number(number), f"Player {number}"), text)


def section(order: str = "", *entered: Player, system: str = "dubov_1997") -> Play:
    """A section open for entries, in which these ratings count."""
    play = Play()
    play.do(actions.CreateEvent("Test"))
    play.do(actions.AddSection(SECTION, system, 5, rating_order=parse_rating_order(order)))
    if entered:
        play.do(actions.Enter(SECTION, entered), confirmed=True)
    return play


def counting(play: Play) -> list[tuple[int | None, str]]:
    """The rating of everybody that counts, and which it is."""
    found = play.section.competitors.values()
    return [(c.rating, c.rating_source) for c in found if isinstance(c, Player)]


def other_order(play: Play, order: str) -> actions.ChangeSection:
    return actions.ChangeSection(
        SECTION, play.section.settings.rounds, rating_order=parse_rating_order(order)
    )


# --- in the fields of a form --------------------------------------------------------------------


def test_the_rating_form_fields_match_the_rating_text() -> None:
    given = player(1, "1850, FIDE 2026-10 2000, FIDE rapid 1900, CFC 2050")

    fields = build_rating_form_fields(given, "CFC")

    assert fields == RatingFields("2000", "2050", "1850, FIDE rapid 1900")
    assert (
        replace_ratings_from_text(given, format_rating_form_fields(fields, "CFC", given.ratings))
        is given
    )


def test_a_changed_rating_loses_its_period() -> None:
    given = player(1, "FIDE 2026-10 2000")

    assert format_rating_form_fields(RatingFields("2010"), "CFC", given.ratings) == "FIDE 2010"
    assert (
        format_rating_form_fields(RatingFields("2000"), "CFC", given.ratings) == "FIDE 2026-10 2000"
    )


def test_a_rating_chosen_by_the_order_is_not_a_manual_one() -> None:
    (one,) = section("", player(1, "FIDE 2000")).section.competitors.values()
    assert isinstance(one, Player)

    assert one.rating == 2000
    assert build_rating_form_fields(one, "CFC") == RatingFields("2000")


@pytest.mark.parametrize(
    ("order", "federation", "name"),
    [("", "CAN", "CFC"), ("", "FRA", "FRA"), ("FIDE, CAN", "FRA", "CAN"), ("", "", "")],
)
def test_the_national_list_is_the_one_in_use_or_the_federations(
    order: str, federation: str, name: str
) -> None:
    assert find_national_list_name(section(order).section, federation) == name


# --- as people write them -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "rating"),
    [
        ("FIDE 2000", Rating(2000, "FIDE")),
        ("fide rapid 1900", Rating(1900, "FIDE", RAPID)),
        ("Blitz 1800", Rating(1800, "FIDE", BLITZ)),
        ("CFC 2050", Rating(2050, "CFC", NATIONAL)),
        ("CFC rapid 2026-11 2010", Rating(2010, "CFC", RAPID, "2026-11")),
        ("CFC 2026-11-04 2011", Rating(2011, "CFC", NATIONAL, "2026-11-04")),
    ],
)
def test_a_rating_is_written_as_list_kind_period_and_number(text: str, rating: Rating) -> None:
    made = player(1, text)

    assert made.ratings == (rating,)
    assert player(1, format_ratings(made)) == made


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("strong", "invalid rating: 'strong'"),
        ("FIDE strong", "invalid rating: 'FIDE strong'"),
        (
            "FIDE rapidly 1900",
            "unknown type of rating: 'rapidly'. Choose one of: standard, rapid, blitz",
        ),
        ("national 1900", "the rating list is missing"),
        ("FIDE 12000", "the rating is out of range: '12000'"),
        ("FIDE 2026-13 1900", "invalid rating period: '2026-13'"),
        ("FIDE 2026 1900", "invalid rating period: '2026'"),
        (
            "FIDE 2000, fide standard 2010",
            "two ratings have the same list, kind and period: 'FIDE'",
        ),
        ("1900, 2000", "two ratings do not name a rating list"),
    ],
)
def test_an_invalid_rating_is_refused_with_the_correct_form(text: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        player(1, text)


@pytest.mark.parametrize("text", ["FIDE, fide", "FIDE rapidly", "national", "rapid, FIDE rapid"])
def test_an_order_with_unknown_or_duplicate_lists_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        parse_rating_order(text)
    assert (
        format_rating_order(parse_rating_order("rapid, CFC 2026-11, FIDE"))
        == "FIDE rapid, CFC 2026-11, FIDE"
    )


def test_a_list_rating_must_name_its_list() -> None:
    assert parse_listed_ratings("FIDE 2000\nrapid 1900") == player(1, BOTH).ratings
    with pytest.raises(BadInput, match="the rating list is missing: '2000'"):
        parse_listed_ratings("2000")


def test_a_new_rating_replaces_the_listed_one_and_zero_deletes_it() -> None:
    one = player(1, BOTH)

    assert (
        format_ratings(add_ratings_from_text(one, "FIDE rapid 1910"))
        == "FIDE 2000, FIDE rapid 1910"
    )
    assert format_ratings(add_ratings_from_text(one, "FIDE 0")) == "FIDE rapid 1900"
    assert format_ratings(add_ratings_from_text(one, "1850")) == f"1850, {BOTH}"
    assert add_ratings_from_text(one, "") == Player(Number(1), "Player 1")


def test_submitting_a_rating_form_saves_exactly_what_it_shows() -> None:
    settled = replace(player(1, BOTH), rating=2000, rating_source="FIDE 2000")
    by_hand = replace(settled, rating=1850, rating_source="")

    assert replace_ratings_from_text(settled, format_ratings(settled)) == settled
    assert replace_ratings_from_text(by_hand, format_ratings(by_hand)) == by_hand
    assert replace_ratings_from_text(settled, "FIDE 2010") == replace(
        settled, ratings=(Rating(2010, "FIDE"),)
    )
    assert replace_ratings_from_text(by_hand, BOTH) == player(1, BOTH)
    assert replace_ratings_from_text(by_hand, "") == Player(Number(1), "Player 1")
    old = Player(Number(1), "Ames", 1800, rating_source="BCF 150")
    assert replace_ratings_from_text(old, format_ratings(old)) == old


# --- which counts -------------------------------------------------------------------------------


def test_the_latest_period_of_the_first_list_in_the_order_counts() -> None:
    ratings = parse_listed_ratings(
        "FIDE 2026-10 1990, FIDE 2026-11 2000, FIDE 1980, FIDE rapid 1900"
    )

    assert rating_in_force(ratings, parse_rating_order("CFC, FIDE")) == Rating(
        2000, "FIDE", STANDARD, "2026-11"
    )
    assert rating_in_force(ratings, parse_rating_order("FIDE 2026-10")) == Rating(
        1990, "FIDE", STANDARD, "2026-10"
    )
    assert rating_in_force(ratings, parse_rating_order("rapid, FIDE")) == Rating(
        1900, "FIDE", RAPID
    )
    assert rating_in_force(ratings, parse_rating_order("blitz")) is None


def test_the_highest_or_the_lowest_of_several_lists_counts() -> None:
    one = player(1, "FIDE 2000, CFC 2050, FIDE rapid 1900")

    def value(order: str) -> int:
        found = rating_in_force(one.ratings, parse_rating_order(order))
        assert found is not None
        return found.value

    assert value("highest FIDE, highest CFC") == 2050
    assert value("lowest FIDE, lowest CFC") == 2000
    assert value("highest USCF, highest FIDE rapid, CFC") == 1900
    assert (
        format_rating_order(parse_rating_order("highest FIDE, Highest CFC"))
        == "highest FIDE, highest CFC"
    )


def test_the_rating_that_counts_is_determined_at_entry() -> None:
    play = section("rapid, FIDE", player(1, BOTH), player(2, "FIDE 1800"), player(3, "1700"))

    assert counting(play) == [(1900, "FIDE rapid 1900"), (1800, "FIDE 1800"), (1700, "")]
    play.do(
        actions.ChangeEntry(
            SECTION, add_ratings_from_text(play.section.competitors[Number(1)], "rapid 1950")
        )
    )
    assert counting(play)[0] == (1950, "FIDE rapid 1950")


def test_the_system_sets_the_rating_order_if_the_section_does_not() -> None:
    text = "FIDE 2000, CFC 2050"

    assert counting(section("", player(1, text))) == [(2000, "FIDE 2000")]
    assert counting(section("", player(1, text), system="cfc_swiss")) == [(2050, "CFC 2050")]


def test_changing_the_order_before_numbering_determines_all_ratings_again() -> None:
    play = section("rapid", player(1, BOTH), player(2, f"1850, {BOTH}"), player(3, "1700"))

    play.do(other_order(play, "FIDE"))

    assert counting(play) == [(2000, "FIDE 2000"), (1850, ""), (1700, "")]


def test_after_numbering_the_order_and_lists_no_longer_affect_ratings() -> None:
    play = section("rapid", player(1, BOTH), player(2, "rapid 1800"))
    play.do(actions.CloseEntries(SECTION, (Number(1), Number(2))))

    told = play.do(other_order(play, "FIDE"))
    assert "Entries are closed, so the ratings already in use still count." in str(told.notices)
    one = play.section.competitors[Number(1)]
    assert isinstance(one, Player)
    play.do(
        actions.ChangeEntry(SECTION, replace_ratings_from_text(one, "FIDE 2222, FIDE rapid 1901"))
    )

    assert counting(play) == [(1900, "FIDE rapid 1900"), (1800, "FIDE rapid 1800")]
    play.do(actions.ChangeEntry(SECTION, add_ratings_from_text(one, "1905")))
    assert counting(play)[0] == (1905, "")


def test_a_late_entry_gets_the_rating_that_counts() -> None:
    play = section("rapid", player(1, BOTH), player(2, "rapid 1800"))
    play.do(actions.CloseEntries(SECTION, (Number(1), Number(2))))

    play.do(actions.EnterLate(SECTION, player(3, BOTH)), DIRECTOR)

    assert counting(play)[-1] == (1900, "FIDE rapid 1900")


def test_members_of_teams_have_ratings_too() -> None:
    play = section("rapid", system="olympiad_2022")
    one = Team(Number(1), "Oslo", (player(1, BOTH), player(2, "rapid 1800")))

    play.do(actions.Enter(SECTION, (one,)), confirmed=True)

    entered = play.section.competitors[Number(1)]
    assert isinstance(entered, Team)
    assert [p.rating for p in entered.players] == [1900, 1800]


# --- warnings -----------------------------------------------------------------------------------


def test_an_entry_with_no_rating_that_counts_needs_confirmation() -> None:
    play = section("blitz")
    enter = actions.Enter(SECTION, (player(1, BOTH), player(2, "blitz 1500")))

    words = "uses FIDE blitz ratings, and 1 of 2 players has none: Player 1 has only FIDE 2000"
    with pytest.raises(ConfirmationNeeded, match=words):
        play.do(enter)
    play.do(enter, confirmed=True)
    assert counting(play) == [(None, NONE_COUNTS), (1500, "FIDE blitz 1500")]
    with pytest.raises(
        ConfirmationNeeded, match=r"uses FIDE ratings. Player 2 has only .* and would be unrated"
    ):
        section("", player(1, "FIDE 1")).do(actions.Enter(SECTION, (player(2, "blitz 1500"),)))


def test_a_rating_order_that_fits_no_player_needs_confirmation() -> None:
    play = section("", player(1, BOTH), player(2, BOTH))

    with pytest.raises(
        ConfirmationNeeded, match="uses CFC ratings, and none of the players has one"
    ):
        play.do(other_order(play, "CFC"))


def test_only_the_director_changes_an_announced_order_and_only_before_round_one() -> None:
    play = section("rapid", *(player(n, f"FIDE 2000, FIDE rapid {1900 - n}") for n in range(1, 5)))
    play.do(actions.Announce(SECTION))
    with pytest.raises(
        AuthorityNeeded, match=r"This changes a setting that has already been announced."
    ):
        play.do(other_order(play, "FIDE"))

    play.do(actions.CloseEntries(SECTION, tuple(map(Number, (1, 2, 3, 4)))))
    play.publish()
    with pytest.raises(Refused, match="cannot be changed once round 1 is published: ratings used"):
        play.do(other_order(play, "FIDE"), DIRECTOR)


@pytest.mark.parametrize(
    ("ratings", "complaint"),
    [
        ((Rating(0, "FIDE"),), "the number must be between 1 and 9,999"),
        ((Rating(10_000, "FIDE"),), "the number must be between 1 and 9,999"),
        ((Rating(2000, "of FIDE"),), "this is not a valid name for a rating list: 'of FIDE'"),
        ((Rating(2000, "rapid"),), "this is not a valid name for a rating list: 'rapid'"),
        ((Rating(2000, "FIDE", period="soon"),), "invalid rating period: 'soon'"),
        (
            (Rating(2000, "FIDE"), Rating(2001, "fide")),
            "two ratings have the same list, kind and period",
        ),
        (
            tuple(Rating(n, f"L{n}") for n in range(1, 52)),
            "there are more than 50 ratings",
        ),
    ],
)
def test_no_action_records_an_invalid_rating(ratings: tuple[Rating, ...], complaint: str) -> None:
    with pytest.raises(Refused, match=complaint):
        section().do(actions.Enter(SECTION, (replace(player(1, ""), ratings=ratings),)))


def test_the_journal_writes_ratings_and_their_order_only_if_present() -> None:
    entered = actions.Enter(SECTION, (player(1, "rapid 2026-11 1900"),))
    order = actions.AddSection(
        SECTION, "dubov_1997", 5, rating_order=parse_rating_order("rapid, CFC")
    )

    assert (
        '"ratings":[{"value":1900,"list":"FIDE","kind":"rapid","period":"2026-11"}]'
        in dump_record_as_json(entered)
    )
    assert '"rating_order":[{"list":"FIDE","kind":"rapid"},{"list":"CFC","kind":"national"}]' in (
        dump_record_as_json(order)
    )
    assert "rating" not in dump_record_as_json(actions.AddSection(SECTION, "dubov_1997", 5))
    for act in (entered, order):
        assert load_stored_action(type(act).__name__, dump_record_as_json(act)) == act


# --- tables -------------------------------------------------------------------------------------


def test_table_columns_are_read_as_list_ratings() -> None:
    head = [
        "name",
        "fed",
        "FIDE",
        "Rapid",
        "blitz",
        "CFC",
        "national",
        "FIDE rapid 2026-11",
        "DWZ x",
    ]
    rows = [head, ["Bell", "GER", "2000", "1900", "", "0", "1950", "1910", "7"]]

    (one,) = parse_entry_table(rows, "list.csv", "dubov_1997")

    assert isinstance(one, Player)
    words = "FIDE 2000, FIDE rapid 1900, FIDE rapid 2026-11 1910, GER 1950"
    assert (one.rating, format_ratings(one)) == (None, words)


@pytest.mark.parametrize(
    ("head", "cells", "complaint"),
    [
        (["name", "rapid"], ["Bell", "fast"], "list.csv:2: invalid rating: 'FIDE rapid fast'"),
        (
            ["name", "fide", "standard"],
            ["Bell", "1", "2"],
            "list.csv: two columns belong to the same rating list",
        ),
        (["name", "national"], ["Bell", "1900"], "list.csv:2: the rating list is missing"),
        (["name", "rapid"], ["Bell", "19000"], "list.csv:2: the rating is out of range: '19000'"),
    ],
)
def test_invalid_ratings_are_reported_with_their_lines(
    head: list[str], cells: list[str], complaint: str
) -> None:
    with pytest.raises(BadInput, match=complaint):
        parse_entry_table([head, cells], "list.csv", "dubov_1997")


def test_a_rating_list_adds_ratings_and_keeps_the_others() -> None:
    anna = replace(player(1, BOTH), name="Bell", rating=2000, rating_source="FIDE 2000")
    bo = Player(Number(2), "Cole", 1700)

    changed = update_participants_from_rating_list(
        [anna, bo], [["name", "rapid", "CFC"], ["Bell", "1950", "none"], ["Cole", "", "1750"]], "l"
    )

    assert [format_ratings(one) for one in changed if isinstance(one, Player)] == [
        "FIDE 2000, FIDE rapid 1950",
        "1700, CFC 1750",
    ]
    (by_hand,) = update_participants_from_rating_list(
        [anna], [["name", "rating"], ["Bell", "1888"]], "l"
    )
    assert isinstance(by_hand, Player)
    assert (by_hand.rating, by_hand.rating_source) == (1888, "")


# --- the command --------------------------------------------------------------------------------


def test_the_command_accepts_ratings_and_says_which_count(run: Run, tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_text("name,FIDE,rapid,CFC\nBell,2000,1900,2050\nCole,1800,,\n")
    for step in (
        ("new", "Test"),
        ("section", "Open", "--system", "dubov_1997", "--rounds", 3, "--rating-order", "rapid"),
        ("import", tmp_path / "list.csv", "--yes"),
        ("enter", "Dunn", "--rating", "FIDE 1700, rapid 2026-11 1650"),
    ):
        assert run(*step)[0] == DONE, step

    code, _, err = run("enter", "East", "--rating", "FIDE quick 1700")
    assert (code, "unknown type of rating: 'quick'" in err) == (BAD_INPUT, True)
    assert run("section", "Open", "--rating-order", "rapid, FIDE")[0] == DONE
    out = run("show")[1]
    assert "Ratings used: FIDE rapid, FIDE" in out
    assert "1 Bell 1900 (FIDE 2000, FIDE rapid 1900, CFC 2050)" in out
    assert "2 Cole 1800 (FIDE 1800)" in out
    assert run("section", "Open", "--rating-order", "")[0] == DONE
    assert "1 Bell 2000" in run("show")[1]
    (tmp_path / "new.csv").write_text("name,FIDE\nCole,1850\n")
    assert run("import", tmp_path / "new.csv", "--ratings")[0] == DONE
    assert "2 Cole 1850 (FIDE 1850)" in run("show")[1]


def test_a_rating_order_is_parsed_into_rating_choices() -> None:
    assert parse_rating_order("rapid 2026-11") == (RatingChoice("FIDE", RAPID, "2026-11"),)
