"""The names that the numbers in the journal meant when its entries were recorded."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.event.sessions import DIRECTOR, SECTION, Play, cfc_event, olympiad_event, person
from topboard.event import actions
from topboard.event.journal_names import find_recorded_names
from topboard.event.remarks import build_integrity_remarks, describe_journal_action
from topboard.model import HalfPointBye, Number
from topboard.storage.session import JournalSession

if TYPE_CHECKING:
    from tests.event.conftest import Run

JOURNALS = sorted((Path(__file__).parents[1] / "fixtures" / "journals").glob("*.topboard"))


def described(play: Play, number: int) -> str:
    """The description of a journal entry, with the names of that time."""
    names = find_recorded_names(play.entries)[number]
    return describe_journal_action(play.entries[number - 1].act, names=names)


def bye(number: int, round_number: int = 2) -> actions.RequestBye:
    return actions.RequestBye(SECTION, Number(number), round_number, HalfPointBye())


def enter_late_above(play: Play, number: int) -> int:
    """Enter a late player at a number in use, and return the number of the journal entry."""
    late = replace(person(number), name="Late, Lee", joined=play.section.round_to_pair)
    play.do(actions.EnterLate(SECTION, late, others_move=True), DIRECTOR, confirmed=True)
    return len(play.entries)


def test_a_late_entry_leaves_the_names_of_earlier_entries_as_they_were() -> None:
    play = cfc_event("cfc_swiss")
    play.do(bye(3), DIRECTOR)
    asked = len(play.entries)
    name = play.section.competitors[Number(3)].name

    enter_late_above(play, 2)
    play.do(bye(3, 3), DIRECTOR)

    assert play.section.competitors[Number(3)].name != name
    assert described(play, asked) == f"record a bye for {name} (#3) in round 2"
    now = play.section.competitors[Number(3)].name
    assert described(play, len(play.entries)) == f"record a bye for {now} (#3) in round 3"
    told = find_recorded_names(play.entries)
    assert told[asked].competitors[Number(3)].name == name


def test_an_undone_late_entry_gives_the_numbers_back() -> None:
    play = cfc_event("cfc_swiss")
    before = play.section.competitors[Number(3)].name
    late = enter_late_above(play, 2)
    play.do(actions.Undo(late), DIRECTOR)
    play.do(bye(3), DIRECTOR)
    undone_bye = len(play.entries)
    play.do(actions.Undo(undone_bye), DIRECTOR)
    play.do(actions.Redo(late), DIRECTOR, confirmed=True)

    assert described(play, undone_bye) == f"record a bye for {before} (#3) in round 2"


def test_renumbering_leaves_the_names_of_earlier_entries_as_they_were() -> None:
    play = cfc_event("cfc_swiss")
    play.do(bye(3), DIRECTOR)
    asked = len(play.entries)
    name = play.section.competitors[Number(3)].name
    order = tuple(sorted(play.section.competitors, reverse=True))
    play.do(actions.Renumber(SECTION, order), DIRECTOR, confirmed=True)

    assert described(play, asked) == f"record a bye for {name} (#3) in round 2"


def test_before_entries_are_closed_only_the_name_is_given() -> None:
    play = Play()
    play.do(actions.CreateEvent("Cup"))
    play.do(actions.AddSection(SECTION, "cfc_swiss", 5))
    play.do(actions.Enter(SECTION, (person(1), person(2), person(3))))
    play.do(actions.Withdraw(SECTION, Number(2)))

    assert described(play, len(play.entries)) == "withdraw Player 002 from round 1 on"


def test_results_name_the_players_who_sat_at_the_board() -> None:
    play = cfc_event("cfc_swiss")
    play.publish()
    white, black = (
        play.section.competitors[n].name
        for n in (
            play.section.rounds[0].meetings[1].white,
            play.section.rounds[0].meetings[1].black,
        )
    )
    play.do(actions.EnterResults(SECTION, 1, (actions.TableResult(1, 10, 0),)))
    entered = len(play.entries)
    play.do(actions.RemoveResult(SECTION, 1, 1), DIRECTOR, confirmed=True)

    wanted = f"enter results of round 1: board 1 {white} - {black} 1-0"
    assert described(play, entered) == wanted
    assert described(play, len(play.entries)).endswith(f"board 1 ({white} - {black})")


def test_a_prepared_entry_has_the_same_names_as_the_journal() -> None:
    play = cfc_event("cfc_swiss")
    enter_late_above(play, 2)
    play.publish()
    made = [
        play.do(actions.EnterResults(SECTION, 1, (actions.TableResult(1, 10, 0),))),
        play.do(bye(4, 3), DIRECTOR),
    ]

    known = find_recorded_names(play.entries)
    assert [one.names for one in made] == [known[one.entry.number] for one in made]


def test_teams_whose_line_ups_are_handed_in_are_named() -> None:
    play = olympiad_event("olympiad_2022", 4)
    play.publish()
    line_up = actions.TeamLineUp(Number(2), tuple(map(Number, (21, 22, 23, 24))))
    play.do(actions.HandInLineUps(SECTION, 1, (line_up,)), confirmed=True)

    assert described(play, len(play.entries)) == (
        "hand in the line-up of Team 002 (#2) for round 1"
    )


def test_remarks_in_exported_files_name_the_participants() -> None:
    play = cfc_event("cfc_swiss")
    play.do(actions.ForbidPair(SECTION, Number(1), Number(2)), DIRECTOR)
    enter_late_above(play, 1)

    first = next(iter(build_integrity_remarks(play.entries, SECTION)))
    assert "forbid pairing Player 001 (#1); Player 002 (#2) with each other" in first


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.stem)
def test_the_names_of_every_stored_journal_are_known(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / path.name
    copy.write_bytes(path.read_bytes())
    with JournalSession.open(copy, read_only=True) as file:
        names = find_recorded_names(file.entries)
        assert [*names] == [entry.number for entry in file.entries]
        for entry in file.entries:
            text = describe_journal_action(entry.act, names=names[entry.number])
            assert "record a bye for #" not in text
            assert "enter results of round 1: board 1 1" not in text


def test_the_log_of_the_command_names_participants(team_event: Run) -> None:
    team_event("present", "Aland", "--players", 2)
    _, out, _ = team_event("log")

    assert "record the presence of Aland (#1)" in out
