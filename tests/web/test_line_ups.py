"""Line-ups and teams that did not arrive, at the desk; no JavaScript runs in these tests."""

from __future__ import annotations

import re
import time

import pytest

from tests.web.desk_client import event_with_round, words
from topboard.event.line_ups import list_players_of_side
from topboard.model import Manner
from topboard.web.folder_repository import FolderRepository


def state(tmp_path):
    """The only section, as it is on disk."""
    (section,) = FolderRepository(tmp_path).event("spring-open").snapshot().event.sections.values()
    return section


def roster(tmp_path, table=1):
    """The numbers of those who play for the side named first."""
    section = state(tmp_path)
    return [p.number for p in section.competitors[section.rounds[0].meetings[table].white].players]


def line_up(tmp_path, *places):
    """The form's fields for members of the side named first, by their places in the roster."""
    numbers = roster(tmp_path)
    return {f"t1first{board}": str(numbers[place - 1]) for board, place in enumerate(places, 1)}


def seats(tmp_path):
    """Who sits at the boards of the side named first, by their places in the roster."""
    numbers = roster(tmp_path)
    games = state(tmp_path).rounds[0].meetings[1].games
    return [numbers.index(n) + 1 for n in list_players_of_side(games, 0)]


@pytest.fixture
def section(visitor, tmp_path):
    """A section whose round 1 is published, with a line-up at table 1."""
    section = event_with_round(visitor, "olympiad_2022")
    visitor.send(f"{section}/results/1/1", **line_up(tmp_path, 1, 2, 3, 5))
    return section


def test_entering_a_total_on_the_table_page_keeps_the_line_up(visitor, tmp_path, section):
    answer = visitor.send(f"{section}/results/1/1", t1="2.5-1.5", **line_up(tmp_path, 1, 2, 3, 5))

    assert answer.status_code == 200, words(answer)
    assert seats(tmp_path) == [1, 2, 3, 5]
    assert state(tmp_path).rounds[0].meetings[1].manner is Manner.PLAYED
    assert "2½-1½" in visitor.text(f"{section}/results/1")


def test_a_line_up_next_to_a_total_can_change_without_changing_the_result(
    visitor, tmp_path, section
):
    visitor.send(f"{section}/results/1/1", t1="2.5-1.5")
    before = state(tmp_path).rounds[0].meetings[1]
    both = [str(before.white), str(before.black)]

    asked = visitor.send(
        f"{section}/results/1/1", informed=both, reason="misread", **line_up(tmp_path, 1, 2, 4, 5)
    )
    assert asked.status_code == 422
    done = visitor.send_again(asked, office="Chief Arbiter", authority="Ann", reason="misread")

    assert done.status_code == 200, words(done)
    assert seats(tmp_path) == [1, 2, 4, 5]
    meeting = state(tmp_path).rounds[0].meetings[1]
    assert (meeting.white_points, meeting.black_points) == (25, 15)


def test_results_of_only_some_boards_next_to_a_total_are_refused(visitor, tmp_path, section):
    visitor.send(f"{section}/results/1/1", t1="2.5-1.5")

    answer = visitor.send(f"{section}/results/1/1", t1b1="1", **line_up(tmp_path, 1, 2, 3, 5))

    assert answer.status_code in (400, 422)
    assert "Enter the results of all its boards, or of none." in words(answer)


def test_line_ups_are_public_once_they_are_published(visitor, tmp_path, section):
    meeting = state(tmp_path).rounds[0].meetings[1]
    reserve = state(tmp_path).competitors[meeting.white].players[4].name
    public, desk = "/p/spring-open/main/round-1.html", f"{section}/results/1"
    assert reserve not in visitor.text(public)
    assert "The recorded line-ups are not on the public pages yet." in visitor.text(desk)

    asked = visitor.send(desk, f"{desk}/line-ups")
    assert "These matches have no line-up: 2, 3." in words(asked)
    visitor.send_again(asked)

    assert state(tmp_path).rounds[0].line_ups_published
    # The public pages look into the journal five times a second at most.
    time.sleep(0.3)
    assert reserve in visitor.text(public)
    assert "The recorded line-ups are not on the public pages yet." not in visitor.text(desk)


def test_a_player_finds_the_match_by_name_and_the_board_once_it_is_published(
    visitor, tmp_path, section
):
    meeting = state(tmp_path).rounds[0].meetings[1]
    team = state(tmp_path).competitors[meeting.white]
    other = state(tmp_path).competitors[meeting.black]
    public, desk = "/p/spring-open/main/names-1.html", f"{section}/results/1"
    reserve, left_out = team.players[4].name, team.players[3].name

    before = f"{reserve} White {team.name} 1"
    page = visitor.text(public)
    assert f"{before} \N{EN DASH} {other.name}" in page
    assert "not in the line-up" not in page

    visitor.send_again(visitor.send(desk, f"{desk}/line-ups"))
    time.sleep(0.3)
    page = visitor.text(public)
    assert f"{before} 4 Black {other.name}" in page
    assert f"{left_out} White {team.name} 1 not in the line-up" in page


def test_a_match_without_public_boards_says_why(visitor, tmp_path, section):
    public = "/p/spring-open/main/round-1.html"
    assert "The line-ups are not published yet." in visitor.text(public)

    visitor.send(f"{section}/results/1", t2="2.5-1.5")
    time.sleep(0.3)

    assert "Only the result of the match was entered." in visitor.text(public)


# --- teams without a line-up --------------------------------------------------------------------


def test_players_without_a_line_up_are_shown_as_an_assumption(visitor, tmp_path):
    section = event_with_round(visitor, "olympiad_2022")
    meeting = state(tmp_path).rounds[0].meetings[1]
    first, second = (state(tmp_path).competitors[n] for n in (meeting.white, meeting.black))
    visitor.send(f"{section}/line-ups/1", **{f"places{first.number}": "1 2 3 5"})

    page = visitor.text(f"{section}/results/1")

    # The line-up that is on record is secret until the other one is in.
    assert first.players[4].name not in page
    assert "secret line-up" in page
    assert f"{second.players[0].name} (assumed)" in page
    assert f"{second.name}: line-up not handed in" in page
    assert f"{first.name}: line-up not handed in" not in page
    assert f"{second.name}: line-up not handed in" in visitor.text(f"{section}/results/1/1")
    # A result is entered for the players of the roster, and is on record from then on.
    visitor.send(f"{section}/results/1", t1b1="1-0")
    page = visitor.text(f"{section}/results/1")
    assert f"{second.name}: line-up not handed in" not in page
    assert first.players[4].name in page
    # A total names no players.
    visitor.send(f"{section}/results/1", t2="2.5-1.5")
    third = state(tmp_path).competitors[state(tmp_path).rounds[0].meetings[2].white]
    page = visitor.text(f"{section}/results/1")
    assert "not recorded" in page
    assert third.players[0].name not in page


def test_a_report_page_names_no_players_of_a_secret_line_up(visitor, tmp_path):
    section = event_with_round(visitor, "olympiad_2022")
    answer = visitor.send(f"{section}/results/1", f"{section}/results/1/phones", mode="accept")
    path = re.search(r'href="https?://[^/"]+(/report/[^"]+/1/1/[^"]+)"', answer.text).group(1)
    meeting = state(tmp_path).rounds[0].meetings[1]
    first, second = (state(tmp_path).competitors[n] for n in (meeting.white, meeting.black))
    visitor.send(f"{section}/line-ups/1", **{f"places{first.number}": "1 2 3 5"})

    assert f"Board 1: {first.name} \N{EN DASH} {second.name}" in visitor.text(path)
    assert first.players[4].name not in visitor.text(path)
    visitor.send(f"{section}/line-ups/1", **{f"places{second.number}": "1 2 3 4"})
    assert f"Board 1: {first.players[0].name} \N{EN DASH} {second.players[0].name}" in visitor.text(
        path
    )


def test_the_results_page_names_no_players_of_a_secret_line_up(visitor, tmp_path):
    section = event_with_round(visitor, "olympiad_2022")
    meeting = state(tmp_path).rounds[0].meetings[1]
    first, second = (state(tmp_path).competitors[n] for n in (meeting.white, meeting.black))
    visitor.send(f"{section}/line-ups/1", **{f"places{first.number}": "1 2 3 5"})

    shown = visitor.text(f"{section}/results/1")
    assert first.players[4].name not in shown
    assert "secret line-up" in shown
    assert f"{first.name}: line-up not handed in" not in shown
    assert f"{second.name}: line-up not handed in" in shown

    visitor.send(f"{section}/line-ups/1", **{f"places{second.number}": "1 2 3 4"})
    shown = visitor.text(f"{section}/results/1")
    assert first.players[4].name in shown
    assert "secret line-up" not in shown


# --- teams that did not arrive ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "manner"), [("yes", Manner.DEFAULT), ("no", Manner.PLAYED), ("", Manner.PLAYED)]
)
def test_the_desk_asks_whether_a_team_did_not_arrive(visitor, tmp_path, answer, manner):
    section = event_with_round(visitor, "olympiad_2022")

    asked = visitor.send(f"{section}/results/1", **{f"t1b{board}": "+:-" for board in range(1, 5)})
    assert asked.status_code == 422
    assert "Match 1: did the team arrive?" in words(asked)
    done = visitor.send_again(asked, **{"t1.did_not_arrive": answer})

    assert done.status_code == 200, words(done)
    meeting = state(tmp_path).rounds[0].meetings[1]
    assert meeting.manner is manner
    assert meeting.did_not_arrive is {"yes": True, "no": False, "": None}[answer]
