"""Line-ups as captains hand them in: one team at a time, secret at first, and changed with care."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.event.sessions import (
    ARBITER,
    CONTEXT,
    DIRECTOR,
    PRESIDENT,
    SECTION,
    Play,
    cfc_event,
    olympiad_event,
)
from topboard.errors import AuthorityNeeded, BadInput, ConfirmationNeeded, Refused
from topboard.event import actions
from topboard.event.apply_participation import renumber_section_participants
from topboard.event.entries import BEGINNING, parse_stored_entry, to_stored_entry
from topboard.event.line_ups import (
    complete_line_ups_from_rosters,
    has_handed_in,
    list_players_of_side,
    list_teams_without_line_up,
    parse_places,
    show_published_line_ups,
    split_places,
)
from topboard.event.remarks import describe_journal_action
from topboard.event.session import EventSession
from topboard.event.tournament import build_tournament
from topboard.formats import dumps
from topboard.model import Number
from topboard.model.renumbering import map_old_to_new_numbers_by_order

if TYPE_CHECKING:
    from tests.event.conftest import Run

EDITION = "olympiad_2022"


def event_with_reserves(edition: str = EDITION, teams: int = 8) -> Play:
    """Teams with a reserve each and round 1 published: Team 1 meets Team 5 in match 1."""
    play = olympiad_event(edition, teams, size=5)
    play.publish()
    return play


def line_up(team: int, places: str = "1235") -> actions.TeamLineUp:
    """A line-up, by the places on the roster."""
    players = tuple(None if p == "-" else Number(10 * team + int(p)) for p in places)
    return actions.TeamLineUp(Number(team), players)


def hand_in(play: Play, team: int, places: str = "1235", **more: object):
    """Hand in the line-up of a team for round 1."""
    return play.do(actions.HandInLineUps(SECTION, 1, (line_up(team, places),)), **more)


def opponent(play: Play, table: int = 1) -> int:
    black = play.section.rounds[0].meetings[table].black
    assert black is not None
    return black


# --- secret at first --------------------------------------------------------------------------


def test_a_single_line_up_is_recorded_but_hidden_from_others() -> None:
    play = event_with_reserves()
    before = build_tournament(play.event, play.section)

    hand_in(play, 1, "1245")

    played = play.section.rounds[0]
    assert has_handed_in(played, Number(1))
    assert played.meetings[1].games == ()
    after = build_tournament(play.event, play.section)
    assert show_published_line_ups(played, after.rounds[0]) == before.rounds[0]
    assert dumps(after, "trf26") == dumps(before, "trf26")
    assert dumps(after, "event-json") == dumps(before, "event-json")
    assert "15" not in describe_journal_action(play.entries[-1].act)


def test_two_line_ups_make_up_the_games_of_the_match() -> None:
    play = event_with_reserves()
    other = opponent(play)

    hand_in(play, 1, "1245")
    hand_in(play, other, "2345")

    games = play.section.rounds[0].meetings[1].games
    assert list_players_of_side(games, 0) == [11, 12, 14, 15]
    assert list_players_of_side(games, 1) == [10 * other + n for n in (2, 3, 4, 5)]
    # The public pages show them once the arbiter publishes the line-ups of the round.
    played = play.section.rounds[0]
    facts = build_tournament(play.event, play.section).rounds[0]
    assert show_published_line_ups(played, facts).meetings[0].games == ()
    play.do(actions.PublishLineUps(SECTION, 1), confirmed=True)
    assert show_published_line_ups(play.section.rounds[0], facts).meetings[0].games == games


def test_a_single_line_up_is_published_with_the_round() -> None:
    play = event_with_reserves()
    hand_in(play, 1, "1245")

    with pytest.raises(ConfirmationNeeded, match=r"These matches have no line-up: 2, 3, 4\."):
        play.do(actions.PublishLineUps(SECTION, 1))
    for table in (2, 3, 4):
        hand_in(play, play.section.rounds[0].meetings[table].white or 0)
        hand_in(play, opponent(play, table))
    with pytest.raises(
        ConfirmationNeeded, match=r"This team has not handed in its line-up: Team 005\."
    ):
        play.do(actions.PublishLineUps(SECTION, 1))
    play.do(actions.PublishLineUps(SECTION, 1), confirmed=True)

    facts = build_tournament(play.event, play.section).rounds[0]
    shown = show_published_line_ups(play.section.rounds[0], facts).meetings[0].games
    assert list_players_of_side(shown, 0) == [11, 12, 14, 15]
    assert list_players_of_side(shown, 1) == [None] * 4


def test_result_entry_starts_from_a_line_up_handed_in_by_one_team() -> None:
    play = event_with_reserves()
    hand_in(play, 1, "1245")

    found = complete_line_ups_from_rosters(play.section, play.section.rounds[0].meetings[1])

    assert found is not None
    assert found[0] == [11, 12, 14, 15]
    assert found[1] == [10 * opponent(play) + n for n in (1, 2, 3, 4)]


def test_the_list_of_missing_line_ups_shrinks_with_each_one() -> None:
    play = event_with_reserves()
    played = play.section.rounds[0]
    assert len(list_teams_without_line_up(played)) == 8

    hand_in(play, 1)
    play.result(2, 25, 15)

    sides = {played.meetings[2].white, played.meetings[2].black, 1}
    assert {*list_teams_without_line_up(play.section.rounds[0])} == {*range(1, 9)} - sides


def test_a_journal_read_again_has_the_same_line_ups() -> None:
    play = event_with_reserves()
    hand_in(play, 1, "124-")
    play.do(actions.SetLineUpDeadline(SECTION, 60))
    link = actions.CaptainLink(Number(1), "abc")
    play.do(actions.GiveCaptainLinks(SECTION, (link,)))

    stored, previous = [], BEGINNING
    for entry in play.entries:
        stored.append(to_stored_entry(entry, previous))
        previous = stored[-1].hash

    assert EventSession(map(parse_stored_entry, stored)).event == play.event
    assert play.section.rounds[0].line_ups == {1: (11, 12, 14, None)}


# --- what is checked ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("team", "players", "words"),
    [
        (1, (11, 11, 13, 14), r"Player 011 \(#11\) of Team 001 is on boards 1 and 2\."),
        (1, (11, 21, 13, 14), r"on board 2 of Team 001 but plays for Team 002\."),
        (1, (11, 999, 13, 14), r"Player #999 on board 2 of Team 001 does not belong to any team\."),
        (1, (11, 12, 13), "The line-up of Team 001 does not fill all 4 boards"),
        (1, (None,) * 4, "The line-up of Team 001 does not fill all 4 boards"),
        (99, (11, 12, 13, 14), "has no participant #99"),
    ],
)
def test_an_impossible_line_up_is_refused(team, players, words) -> None:
    play = event_with_reserves()
    before = play.event
    act = actions.HandInLineUps(SECTION, 1, (actions.TeamLineUp(Number(team), players),))

    with pytest.raises(Refused, match=words):
        play.do(act, ARBITER, confirmed=True)
    assert play.event == before


def test_byes_and_matches_with_a_result_accept_no_line_up() -> None:
    play = event_with_reserves(teams=7)
    (resting, _), *_ = play.section.rounds[0].away

    with pytest.raises(Refused, match="has no match in round 1"):
        hand_in(play, resting)
    play.result(1, 25, 15)
    with pytest.raises(Refused, match=r"Match 1 of Team 001 already has a result\."):
        hand_in(play, 1)
    with pytest.raises(Refused, match="No line-up was entered"):
        play.do(actions.HandInLineUps(SECTION, 1, ()))


def test_individual_events_have_no_line_ups() -> None:
    play = cfc_event("cfc_swiss", 8)
    play.publish()

    with pytest.raises(Refused, match="Only teams have line-ups"):
        hand_in(play, 1)
    with pytest.raises(Refused, match="Only teams have captains"):
        play.do(actions.GiveCaptainLinks(SECTION, (actions.CaptainLink(Number(1), "a"),)))


@pytest.mark.parametrize("edition", ["olympiad_2008", "olympiad_2009"])
def test_a_line_up_against_roster_order_is_confirmed_if_required(edition) -> None:
    play = event_with_reserves(edition)

    with pytest.raises(ConfirmationNeeded, match="Player 012 plays above Player 011"):
        hand_in(play, 1, "2134")
    hand_in(play, 1, "2134", confirmed=True)


def test_a_line_up_against_roster_order_is_noted_if_unregulated() -> None:
    play = event_with_reserves("olympiad_2022")

    told = hand_in(play, 1, "2134").notices

    assert any("contrary to the roster of Team 001" in line for line in told)


def test_a_line_up_against_roster_order_needs_a_ruling_in_canada() -> None:
    play = cfc_event("cfc_team_swiss", 8)
    play.publish()

    with pytest.raises(AuthorityNeeded, match="Team 001 did not play in its board order"):
        hand_in(play, 1, "2134")
    hand_in(play, 1, "2134", authority=DIRECTOR)


def test_an_empty_board_above_a_player_is_noted() -> None:
    play = event_with_reserves()

    assert not hand_in(play, 1, "123-").notices
    told = hand_in(play, opponent(play), "1-34").notices
    assert any("leaves a board empty above a board with a player" in line for line in told)


@pytest.mark.parametrize(
    "text", ["1 2 3 5", "1235", "1,2,3,5", " 1  2 3 5 ", "Player 011; 2; 3; 5"]
)
def test_captains_can_write_roster_places_or_names(text) -> None:
    play = event_with_reserves()

    found = parse_places(play.section, Number(1), split_places(text))

    assert found == (11, 12, 13, 15)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1 2 3", "a player for each of the 4 boards"),
        ("", "a player for each of the 4 boards"),
        ("1 2 3 6", "'6'"),
        ("1 2 3 0", "'0'"),
        ("1 2 3 zz", "'zz'"),
    ],
)
def test_an_invalid_line_up_text_is_refused_with_a_quotation(text, words) -> None:
    play = event_with_reserves()

    with pytest.raises(BadInput, match=words):
        parse_places(play.section, Number(1), split_places(text))


# --- changes ------------------------------------------------------------------------------------


def test_a_change_before_the_other_line_up_arrives_causes_only_a_note() -> None:
    play = event_with_reserves()
    hand_in(play, 1, "1234")

    told = hand_in(play, 1, "1235").notices

    assert any("Match 1: this changes the line-up of Team 001" in line for line in told)
    # The same line-up again changes nothing.
    assert not hand_in(play, 1, "1235").notices


@pytest.mark.parametrize(
    ("edition", "authority"), [("olympiad_2022", ARBITER), ("fide_team_2026", DIRECTOR)]
)
def test_changing_a_known_line_up_needs_a_ruling_and_informed_captains(edition, authority) -> None:
    play = event_with_reserves(edition)
    other = Number(opponent(play))
    hand_in(play, 1, "1234")
    hand_in(play, other, "1234")
    changed = actions.HandInLineUps(SECTION, 1, (line_up(1, "1235"),))

    with pytest.raises(Refused, match=rf"Inform the captain of Team 00{other}"):
        play.do(replace(changed, informed=(Number(1),)), authority)
    told = replace(changed, informed=(Number(1), other))
    with pytest.raises(AuthorityNeeded, match="Match 1: this changes the line-up of Team 001"):
        play.do(told)
    with pytest.raises(AuthorityNeeded, match="needs a reason"):
        play.do(told, authority, reason="")
    play.do(told, authority, reason="fever")

    games = play.section.rounds[0].meetings[1].games
    assert list_players_of_side(games, 0) == [11, 12, 13, 15]


def test_undoing_a_known_line_up_has_the_same_conditions_as_changing_it() -> None:
    play = event_with_reserves()
    other = Number(opponent(play))
    hand_in(play, 1, "1235")
    entry = len(play.entries)
    hand_in(play, other)

    with pytest.raises(Refused, match="Inform the captain of Team 001"):
        play.do(actions.Undo(entry), ARBITER)
    with pytest.raises(AuthorityNeeded):
        play.do(actions.Undo(entry, informed=(Number(1), other)))
    play.do(actions.Undo(entry, informed=(Number(1), other)), ARBITER)

    assert play.section.rounds[0].line_ups.keys() == {other}
    assert play.section.rounds[0].meetings[1].games == ()


def test_undoing_a_secret_line_up_needs_no_ruling() -> None:
    play = event_with_reserves()
    hand_in(play, 1, "1235")

    play.do(actions.Undo(len(play.entries)))

    assert play.section.rounds[0].line_ups == {}


def test_a_new_opponent_means_a_new_line_up() -> None:
    play = event_with_reserves("olympiad_2009")
    hand_in(play, 1)
    hand_in(play, 3)
    tables = [(t, m.white, m.black) for t, m in play.section.rounds[0].meetings.items()]
    (_, a, b), (_, c, d), *others = tables
    new = [(1, a, d), (2, c, b), *others]
    act = actions.ChangePublished(
        SECTION,
        1,
        tuple(actions.Table(*one) for one in new),
        None,
        actions.ChangeGround.OTHER,
        tuple(n for n in (a, b, c, d) if n is not None),
    )

    play.do(act, PRESIDENT, confirmed=True)

    assert play.section.rounds[0].line_ups.keys() == {3}


def test_line_ups_and_links_stay_with_a_team_that_is_renumbered() -> None:
    play = event_with_reserves()
    play.do(actions.GiveCaptainLinks(SECTION, (actions.CaptainLink(Number(2), "b"),)))
    hand_in(play, 2)
    order = (Number(2), Number(1), *map(Number, range(3, 9)))

    section = renumber_section_participants(play.section, map_old_to_new_numbers_by_order(order))

    assert section.captain_links == {1: "b"}
    assert section.rounds[0].line_ups == {1: (21, 22, 23, 25)}


# --- the deadline -------------------------------------------------------------------------------


@pytest.fixture
def due() -> Play:
    """Line-ups of round 1 are due at 09:00 UTC, an hour before the round."""
    play = event_with_reserves()
    starts = ("2026-08-01T12:00",)
    play.do(actions.ScheduleRounds(SECTION, starts, "Europe/Berlin"))
    play.do(actions.SetLineUpDeadline(SECTION, 60))
    return play


def at(play: Play, time: str, team: int, places: str, **more: object):
    """Hand in a line-up at that time on the first of August."""
    act = actions.HandInLineUps(SECTION, 1, (line_up(team, places),))
    context = replace(CONTEXT, time=f"2026-08-01T{time}:00+00:00", **more)
    prepared = play.prepare_action(act, context)
    play.accept_entry(prepared)
    return prepared


def test_a_late_line_up_requires_confirmation(due) -> None:
    at(due, "09:00", 2, "1235")

    with pytest.raises(ConfirmationNeeded, match="The deadline was 2026-08-01 09:00 UTC"):
        at(due, "09:01", 1, "1235")
    at(due, "09:01", 1, "1235", confirmed=True)


def test_after_the_deadline_a_change_needs_a_ruling(due) -> None:
    at(due, "08:00", 1, "1234")

    with pytest.raises(Refused, match="Inform the captain of Team 001"):
        at(due, "09:01", 1, "1235")


def test_a_round_without_a_time_has_no_line_up_deadline(due) -> None:
    due.do(actions.ScheduleRounds(SECTION, ("2026-08-01",), ""))

    at(due, "11:00", 1, "1234")
    at(due, "11:00", 1, "1235")

    assert due.section.rounds[0].line_ups == {1: (11, 12, 13, 15)}


@pytest.mark.parametrize("minutes", [-1, 10_081])
def test_an_impossible_deadline_is_refused(minutes) -> None:
    play = event_with_reserves()

    with pytest.raises(Refused, match="The deadline must be between 0 and 10,080 minutes"):
        play.do(actions.SetLineUpDeadline(SECTION, minutes))


# --- links of captains --------------------------------------------------------------------------


def test_a_line_up_link_can_be_created_replaced_and_revoked() -> None:
    play = event_with_reserves()

    def give(team: int, link: str) -> None:
        play.do(actions.GiveCaptainLinks(SECTION, (actions.CaptainLink(Number(team), link),)))

    give(1, "a")
    give(1, "b")
    give(2, "c")
    with pytest.raises(Refused, match="Each captain needs a new link"):
        give(3, "c")
    play.do(actions.RevokeCaptainLinks(SECTION, (Number(1),)))

    assert play.section.captain_links == {2: "c"}
    with pytest.raises(Refused, match="The captain of Team 001 has no link"):
        play.do(actions.RevokeCaptainLinks(SECTION, (Number(1),)))


# --- by command ---------------------------------------------------------------------------------


@pytest.fixture
def run_with_round(team_event: Run) -> Run:
    """Four teams of two boards, round 1 published: Aland meets Cland."""
    assert team_event("pair", "--publish")[0] == 0
    return team_event


def test_the_command_hands_in_line_ups_and_lists_missing_ones(run_with_round) -> None:
    code, out, _ = run_with_round("missing-line-ups")
    assert (code, out.splitlines()[0]) == (0, "4 line-ups are missing for round 1.")

    assert run_with_round("hand-in", 1, "Aland", 1, 2)[0] == 0
    _, out, _ = run_with_round("missing-line-ups", "--round", 1)
    assert out.splitlines()[0] == "3 line-ups are missing for round 1."
    assert "Aland" not in out
    assert '"missing"' in run_with_round("missing-line-ups", "--json")[1]

    code, _, told = run_with_round("hand-in", 1, "Aland", 1, 3)
    assert code == 3
    assert "'3'" in told


def test_the_command_sets_the_conditions_for_board_prizes(run_with_round) -> None:
    conditions = ("--games", 2, "--order", "performance")
    assert run_with_round("set-board-prizes", *conditions)[0] == 0
    assert "by performance, for players with at least 2 games" in run_with_round("log")[1]
    code, _, told = run_with_round("set-board-prizes", "--games", 4)
    assert (code, "between 0 and 3 games" in told) == (3, True)


def test_the_command_sets_and_removes_the_deadline(run_with_round) -> None:
    assert run_with_round("line-up-deadline", "--before", 90)[0] == 0
    assert "90 minutes before each round" in run_with_round("log")[1]
    assert run_with_round("line-up-deadline")[0] == 0
    assert "remove the deadline for line-ups" in run_with_round("log")[1]
    assert run_with_round("revoke-captain-links", "Aland")[0] != 0
