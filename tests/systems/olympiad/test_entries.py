"""Who may enter and with how many players: warnings for the arbiter before round 1."""

from __future__ import annotations

from dataclasses import replace

from tests.citing import each_edition
from tests.team_events import entries, event, pair, reasons, squad, teams
from topboard.reasons.decisions import PairingWarning


def host(count: int, **letters: int):
    """``count`` teams; the teams named by number are the host's teams of that letter."""
    by_number = {number: letter for letter, number in letters.items()}
    return tuple(replace(t, letter=by_number.get(t.number, "A")) for t in teams(count))


def warnings(edition, tournament):
    return [(w.article, w.what) for w in reasons(pair(edition, tournament), PairingWarning)]


# --- second and third teams of the host -----------------------------------------------------


@each_edition(
    olympiad_2008="2",
    olympiad_2008_dresden="2",
    olympiad_2009="2",
    olympiad_2021_draft="2.1",
    olympiad_2022="2.1",
)
def test_with_an_odd_field_the_host_may_enter_a_c_team(edition, article):
    odd = warnings(edition, event(host(5, B=3)))
    even = warnings(edition, event(host(6, B=3)))

    assert odd == [(article, "the number of teams is odd, so the host may enter a C team")]
    assert even == []


@each_edition(
    olympiad_2008="2",
    olympiad_2008_dresden="2",
    olympiad_2009="2",
    olympiad_2021_draft="2.1",
    olympiad_2022="2.1",
)
def test_a_c_team_that_makes_the_field_odd_is_pointed_out(edition, article):
    odd = warnings(edition, event(host(7, B=3, C=6)))
    lower_case = warnings(edition, event(host(7, b=3, c=6)))
    even = warnings(edition, event(host(8, B=3, C=6)))

    assert odd == [
        (article, "the C team makes the number of teams odd, but may enter only to make it even")
    ]
    assert lower_case == odd
    assert even == []


@each_edition(
    olympiad_2008="2",
    olympiad_2008_dresden="2",
    olympiad_2009="2",
    olympiad_2021_draft="2.1",
    olympiad_2022="2.1",
)
def test_no_warning_about_a_c_team_is_given_after_round_one(edition):
    field = event(host(5, B=3), "1-3 2:2, 2-4 2:2, bye 5")

    assert warnings(edition, field) == []


@each_edition(
    olympiad_2008="3",
    olympiad_2008_dresden="3",
    olympiad_2009="3",
    olympiad_2021_draft="2.2",
    olympiad_2022="2.2",
)
def test_a_c_team_that_played_round_one_must_stay(edition, article):
    paired = event(host(6, C=6), "1-4 2:2, 2-5 2:2, 3-6 2:2", withdrawn="6")

    lower_case = event(host(6, c=6), "1-4 2:2, 2-5 2:2, 3-6 2:2", withdrawn="6")

    told = [(article, "the C team Team 6 played in round 1 and must remain to the end")]
    assert warnings(edition, paired) == warnings(edition, lower_case) == told


@each_edition(
    olympiad_2008="3",
    olympiad_2008_dresden="3",
    olympiad_2009="3",
    olympiad_2021_draft="2.2",
    olympiad_2022="2.2",
)
def test_an_unpaired_c_team_and_other_teams_may_withdraw(edition):
    never_played = event(host(6, C=6), "1-4 2:2, 2-5 2:2, out 3, out 6", withdrawn="6")
    still_there = event(host(6, C=6), "1-4 2:2, 2-5 2:2, 3-6 2:2")
    an_a_team = event(host(6, C=6), "1-4 2:2, 2-5 2:2, 3-6 2:2", withdrawn="5")

    assert warnings(edition, never_played) == []
    assert warnings(edition, still_there) == []
    assert warnings(edition, an_a_team) == []


# --- squads and rounds ----------------------------------------------------------------------


@each_edition(olympiad_2008="4", olympiad_2008_dresden="4", olympiad_2009="4")
def test_a_squad_has_four_players_and_at_most_one_reserve(edition, article):
    field = entries(
        squad("Three", *[2500] * 3),
        squad("Four", *[2500] * 4),
        squad("Five", *[2500] * 5),
        squad("Six", *[2500] * 6),
    )

    assert warnings(edition, field) == [
        (article, "Three has 3 players, but a squad must have four or five"),
        (article, "Six has 6 players, but a squad must have four or five"),
    ]


@each_edition(olympiad_2008="4", olympiad_2008_dresden="4", olympiad_2009="4")
def test_a_match_has_four_boards(edition, article):
    field = replace(event(2), boards=3)

    assert warnings(edition, field) == [
        (article, "the rules require 4 boards per match, but the event has 3")
    ]


@each_edition(olympiad_2008="4", olympiad_2008_dresden="4", olympiad_2009="4")
def test_in_the_womens_event_all_players_are_women(edition, article):
    squads = squad("Mixed", *[2300] * 4, sex="m"), squad("Women", *[2300] * 4, sex="f")

    assert warnings(edition, entries(*squads, name="Women's Olympiad")) == [
        (article, "Mixed has entered a man in the women's event")
    ]
    assert warnings(edition, entries(*squads, name="Olympiad")) == []


@each_edition(olympiad_2008="4", olympiad_2008_dresden="4", olympiad_2009="4")
def test_squads_are_not_checked_again_after_round_one(edition):
    field = replace(event(2, ""), boards=3)

    assert warnings(edition, field) == []


@each_edition(olympiad_2008="10", olympiad_2008_dresden="10", olympiad_2009="11")
def test_the_event_has_eleven_rounds(edition, article):
    assert warnings(edition, event(2, planned_rounds=9)) == [
        (article, "the rules require 11 rounds, but the event has 9")
    ]
    assert warnings(edition, event(2, planned_rounds=11)) == []
    assert warnings(edition, event(2)) == []
    assert warnings(edition, event(2, "", planned_rounds=9)) == []
