"""Line-ups: who sits where stays, is checked wherever it comes from, and changes on purpose."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.citing import each_edition
from tests.event.sessions import ARBITER, DIRECTOR, SECTION, Play, cfc_event, olympiad_event
from topboard._frozen import replace
from topboard.cli import main
from topboard.errors import AuthorityNeeded, ConfirmationNeeded, Refused
from topboard.event import actions
from topboard.event.entries import BEGINNING, Entry, to_stored_entry
from topboard.event.line_ups import list_players_of_side
from topboard.event.policy.presence import count_players_brought_to_match
from topboard.event.remarks import describe_journal_action
from topboard.event.results import build_match_result_from_games, parse_games_of_match
from topboard.event.takeover import build_take_over_action
from topboard.event.tournament import build_tournament
from topboard.formats import dumps, read_text
from topboard.model import Manner, Number
from topboard.storage.sqlite import SqliteJournal
from topboard.systems.registry import system

if TYPE_CHECKING:
    from pathlib import Path

    from tests.event.conftest import Run

EDITION = "olympiad_2022"


def event_with_reserves(edition: str = EDITION, teams: int = 8) -> Play:
    """An Olympiad of teams with a reserve each, round 1 published: Team 1 meets Team 5."""
    play = olympiad_event(edition, teams, size=5)
    play.publish()
    return play


def line_up(play: Play, *boards: str, table: int = 1, first: str = "", second: str = "") -> None:
    """Record boards, the members of both sides named by their places in the roster."""
    play.do(actions.EnterResults(SECTION, 1, (result(play, *boards, first=first, second=second),)))


def result(
    play: Play, *boards: str, table: int = 1, first: str = "", second: str = ""
) -> actions.TableResult:
    meeting = play.section.rounds[0].meetings[table]
    sides = []
    for number, places in ((meeting.white, first), (meeting.black, second)):
        assert number is not None
        sides.append([Number(10 * number + int(place)) for place in places or "1234"])
    return build_match_result_from_games(table, parse_games_of_match(boards or [""] * 4, *sides))


def seats(play: Play, table: int = 1) -> tuple[str, str]:
    """Who sits at the boards, by their places in the rosters."""
    games = play.section.rounds[0].meetings[table].games
    first, second = (
        "".join(str(n or 0)[-1] for n in list_players_of_side(games, s)) for s in (0, 1)
    )
    return first, second


# --- who sits where stays ---------------------------------------------------------------------


def test_entering_a_total_keeps_the_line_ups() -> None:
    play = event_with_reserves()
    line_up(play, first="1245", second="2345")

    play.result(1, 25, 15)

    meeting = play.section.rounds[0].meetings[1]
    assert seats(play) == ("1245", "2345")
    assert (meeting.white_points, meeting.black_points, meeting.manner) == (25, 15, Manner.PLAYED)


def test_correcting_a_total_keeps_the_line_ups() -> None:
    play = event_with_reserves()
    line_up(play, "1-0", "1-0", "½-½", "½-½", first="1245")

    play.do(actions.CorrectResult(SECTION, 1, actions.TableResult(1, 20, 20)), confirmed=True)

    assert seats(play) == ("1245", "1234")
    # Which board was drawn instead of won nobody has said.
    assert {g.manner for g in play.section.rounds[0].meetings[1].games} == {Manner.PENDING}


def test_correcting_to_the_same_total_keeps_the_board_results() -> None:
    play = event_with_reserves()
    line_up(play, "1-0", "1-0", "½-½", "½-½", first="1245")
    before = play.section.rounds[0].meetings[1].games

    play.do(actions.CorrectResult(SECTION, 1, actions.TableResult(1, 30, 10, rated=False)))

    assert play.section.rounds[0].meetings[1].games == before


def test_removing_a_result_keeps_the_line_up() -> None:
    play = event_with_reserves()
    line_up(play, "1-0", "1-0", "½-½", "½-½", first="1245")

    play.do(actions.RemoveResult(SECTION, 1, 1))

    assert seats(play) == ("1245", "1234")
    assert play.section.rounds[0].meetings[1].manner is Manner.PENDING


@pytest.mark.parametrize("kind", ["trf26", "event-json"])
def test_a_total_with_a_line_up_survives_export_and_import(kind: str) -> None:
    play = event_with_reserves()
    line_up(play, first="1245")
    play.result(1, 25, 15)
    play.results(20)
    facts = build_tournament(play.event, play.section)

    again = read_text(dumps(facts, kind))

    assert again.rounds[0].meetings[0] == facts.rounds[0].meetings[0]
    assert system(EDITION).pair(again).pairs == system(EDITION).pair(facts).pairs


def test_an_absent_team_has_no_players_despite_its_line_up() -> None:
    play = event_with_reserves()
    line_up(play, first="1245")

    play.result(1, 40, 0, manner=Manner.DEFAULT)

    section = play.section
    white, black = section.rounds[0].meetings[1].white, section.rounds[0].meetings[1].black
    assert white is not None
    assert black is not None
    assert count_players_brought_to_match(section, section.rounds[0], white) == 4
    assert count_players_brought_to_match(section, section.rounds[0], black) == 0


# --- by command -------------------------------------------------------------------------------

NAMES = "Oslo Riga Bern Linz"
WHITE, BLACK = ("O5", "O2", "O3", "O4"), ("B1", "B2", "B3", "B5")


@pytest.fixture
def paired_olympiad(run: Run, tmp_path: Path) -> Run:
    """An Olympiad in a file, round 1 published: Oslo meets Bern at table 1."""
    rows = [
        f"{name},{name[0]}{board},{2500 - 40 * at - 10 * board}"
        for at, name in enumerate(NAMES.split())
        for board in range(1, 6)
    ]
    table = tmp_path / "teams.csv"
    table.write_text("\n".join(["team,name,rating", *rows]), encoding="utf-8")
    for words in (
        ("new", "Cup", "--no-key"),
        ("section", "Open", "--system", EDITION, "--rounds", 3, "--boards", 4),
        ("import", table),
        ("close-entries",),
        ("present", "all", "--players", 5),
        ("lot", "colour", "--colour", "white"),
        ("pair", "--publish"),
    ):
        assert run(*words)[0] == 0
    return run


def on_paper(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """The line-ups of round 1."""
    file = tmp_path / "event.topboard"
    assert main(["document", "line-ups", str(file), "--round", "1"]) == 0
    return capsys.readouterr().out


def test_the_command_keeps_a_line_up_that_was_given(paired_olympiad, tmp_path, capsys) -> None:
    assert paired_olympiad("line-up", 1, 1, "--white", *WHITE, "--black", *BLACK)[0] == 0

    assert paired_olympiad("result", 1, 1, "1-0", "=", "=", "=", "--boards")[0] == 0
    entered = on_paper(tmp_path, capsys)
    assert paired_olympiad("result", 1, 1, "0-1", "=", "=", "=", "--boards", "--correct")[0] == 0
    corrected = on_paper(tmp_path, capsys)

    for paper in (entered, corrected):
        assert "O5" in paper
        assert "B5" in paper
        assert "O1" not in paper
        assert "B4" not in paper


def test_the_command_accepts_line_ups_together_with_results(
    paired_olympiad, tmp_path, capsys
) -> None:
    boards = ("1-0", "=", "=", "=")

    done, _, _ = paired_olympiad(
        "result", 1, 1, *boards, "--white", *WHITE, "--black", "B1", "B2", "-", "B4"
    )

    assert done == 0

    paper = on_paper(tmp_path, capsys)
    assert "O5" in paper
    assert "B3" not in paper


@pytest.mark.parametrize(
    ("named", "refused"),
    [
        (("O1", "O1", "O3", "O4"), "O1 (#1) of Oslo is on boards 1 and 2."),
        (("O1", "B2", "O3", "O4"), "'B2'"),
        (("O1", "999", "O3", "O4"), "'999'"),
        (("O1", "O2", "O3"), "the line-up must name a player for each of the 4 boards"),
    ],
)
def test_the_command_refuses_an_impossible_line_up(paired_olympiad, named, refused) -> None:
    code, _, told = paired_olympiad("line-up", 1, 1, "--white", *named)

    assert code == 3
    assert refused in told


# --- wherever they come from --------------------------------------------------------------------


def line_up_result(
    play: Play, first: list[int], manner: Manner = Manner.PLAYED
) -> actions.TableResult:
    """A result of table 1 with these persons at the boards of Team 1, as a program may send it."""
    black = play.section.rounds[0].meetings[1].black
    assert black is not None
    sides = [Number(n) for n in first], [Number(10 * black + n) for n in range(1, 5)]
    return build_match_result_from_games(
        1, parse_games_of_match(["" if manner is Manner.PENDING else "1-0"] * 4, *sides)
    )


@pytest.mark.parametrize("manner", [Manner.PENDING, Manner.PLAYED])
@pytest.mark.parametrize(
    ("first", "words"),
    [
        ([11, 11, 13, 14], r"Player 011 \(#11\) of Team 001 is on boards 1 and 2"),
        ([11, 82, 13, 14], r"Player 082 \(#82\) is on board 2 of Team 001 but plays for Team 008"),
        ([11, 21, 13, 14], r"Player 021 \(#21\) is on board 2 of Team 001 but plays for Team 002"),
        ([11, 999, 13, 14], "player #999 on board 2 of Team 001 does not belong to any team"),
    ],
)
@pytest.mark.parametrize(
    "edition", ["olympiad_2008", "olympiad_2009", "olympiad_2022", "cfc_team_swiss"]
)
def test_a_player_on_an_impossible_board_is_refused(edition, first, words, manner) -> None:
    play = cfc_event(edition, 8) if edition.startswith("cfc") else olympiad_event(edition)
    play.publish()
    result = line_up_result(play, first, manner)

    for act in (
        actions.EnterResults(SECTION, 1, (result,)),
        actions.CorrectResult(SECTION, 1, result),
    ):
        with pytest.raises(Refused, match=words):
            play.do(act, DIRECTOR, confirmed=True)


def test_the_line_ups_of_an_imported_file_are_also_checked() -> None:
    play = event_with_reserves()
    line_up(play, "1-0", "1-0", "1-0", "1-0")
    play.results(20)
    facts = build_tournament(play.event, play.section)
    first, *others = facts.rounds[0].meetings
    twice = replace(first.games[1], black=first.games[0].white)
    broken = replace(first, games=(first.games[0], twice, *first.games[2:]))
    rounds = (replace(facts.rounds[0], meetings=(broken, *others)),)
    play = Play()
    play.do(actions.CreateEvent("Test"))

    act = build_take_over_action(play.event, "Open", replace(facts, rounds=rounds), "by program")

    with pytest.raises(Refused, match="player #11 is on two boards"):
        play.do(act, confirmed=True)


@pytest.mark.parametrize(("first", "code"), [([11, 12, 13, 14], 0), ([11, 11, 13, 14], 1)])
def test_verify_reports_impossible_line_ups_in_an_older_journal(
    tmp_path, capsys, first, code
) -> None:
    play = event_with_reserves()
    entry = Entry(
        len(play.entries) + 1,
        "2026-08-01T12:00:00+00:00",
        "Ann",
        actions.EnterResults(SECTION, 1, (line_up_result(play, first),)),
    )
    file = tmp_path / "old.topboard"
    previous, records = BEGINNING, []
    for one in (*play.entries, entry):
        records.append(to_stored_entry(one, previous))
        previous = records[-1].hash
    SqliteJournal.create(file, records).close()

    assert main(["event", "verify", str(file)]) == code

    told = capsys.readouterr().out
    assert ("IMPOSSIBLE line-up: Journal entry" in told) is (code == 1)
    if code:
        assert "round 1, match 1: Player 011 (#11) of Team 001 is on boards 1 and 2." in told


# --- the order of the boards --------------------------------------------------------------------


@each_edition(olympiad_2008="5", olympiad_2008_dresden="5", olympiad_2009="5")
def test_board_two_ahead_of_board_one_requires_confirmation(edition) -> None:
    play = event_with_reserves(edition)
    act = actions.EnterResults(SECTION, 1, (result(play, first="2134"),))

    with pytest.raises(
        ConfirmationNeeded,
        match="Player 012 plays above Player 011, contrary to the board order of Team 001",
    ):
        play.do(act)
    play.do(act, confirmed=True)
    # What is confirmed once is not asked again with the results.
    play.do(actions.EnterResults(SECTION, 1, (result(play, *["1-0"] * 4, first="2134"),)))


def test_a_reserve_plays_below_the_players_listed_earlier() -> None:
    play = event_with_reserves("olympiad_2009")

    play.do(actions.EnterResults(SECTION, 1, (result(play, first="1345"),)))

    assert seats(play)[0] == "1345"


# --- changes ------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["olympiad_2008", "olympiad_2009", "olympiad_2022"])
def test_changing_an_unpublished_line_up_causes_only_a_note(edition) -> None:
    play = event_with_reserves(edition)
    line_up(play)
    changed = actions.EnterResults(SECTION, 1, (result(play, first="1235"),))

    told = play.do(changed, reason="").notices

    assert any("Match 1: this changes the line-up of Team 001" in note for note in told)
    assert seats(play) == ("1235", "1234")


@pytest.mark.parametrize("edition", ["olympiad_2008", "olympiad_2009", "olympiad_2022"])
def test_changing_a_published_line_up_needs_a_reason_and_informed_captains(edition) -> None:
    play = event_with_reserves(edition)
    line_up(play)
    play.do(actions.PublishLineUps(SECTION, 1), confirmed=True)
    changed = actions.EnterResults(SECTION, 1, (result(play, first="1235"),))

    with pytest.raises(Refused, match=r"Inform the captain of Team 001 \(#1\)") as both:
        play.do(changed, ARBITER)
    opponent = play.section.rounds[0].meetings[1].black
    assert opponent is not None
    assert f"captain of Team 00{opponent} (#{opponent})" in str(both.value)
    told = replace(changed, informed=(Number(1), opponent))
    with pytest.raises(AuthorityNeeded, match="Match 1: this changes the line-up of Team 001"):
        play.do(told)
    with pytest.raises(AuthorityNeeded, match="needs a reason"):
        play.do(told, ARBITER, reason="")
    done = play.do(told, ARBITER, reason="fever")

    assert done.entry.reason == "fever"
    assert seats(play) == ("1235", "1234")


def test_entering_results_publishes_the_line_up() -> None:
    play = event_with_reserves()
    line_up(play, *["1-0"] * 4)

    with pytest.raises(Refused, match="Inform the captain of "):
        play.do(
            actions.CorrectResult(SECTION, 1, result(play, *["1-0"] * 4, first="1235")), ARBITER
        )
    # A result is corrected without all that.
    play.do(actions.CorrectResult(SECTION, 1, result(play, *["0-1"] * 4)))


def test_line_ups_are_published_only_once_and_only_if_recorded() -> None:
    play = event_with_reserves()

    with pytest.raises(Refused, match=r"No line-ups have been recorded for round 1\."):
        play.do(actions.PublishLineUps(SECTION, 1), confirmed=True)
    line_up(play)
    with pytest.raises(ConfirmationNeeded, match=r"These matches have no line-up: 2, 3, 4\."):
        play.do(actions.PublishLineUps(SECTION, 1))
    play.do(actions.PublishLineUps(SECTION, 1), confirmed=True)
    with pytest.raises(Refused, match="have already been published"):
        play.do(actions.PublishLineUps(SECTION, 1), confirmed=True)


def test_the_journal_calls_a_match_of_teams_a_match():
    play = event_with_reserves()

    line_up(play, "1-0", "½-½", "½-½", "0-1")

    said = describe_journal_action(play.entries[-1].act)
    assert said == "enter results of round 1: match 1 2-2"
