"""Events begun in another program go on here: entries, rounds and results of a file."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import topboard
from tests.event.sessions import CONTEXT, SECTION, Play
from topboard import formats
from topboard.analysis.generate import Wishes
from topboard.errors import BadInput, ConfirmationNeeded, Refused
from topboard.event import actions
from topboard.event.codec import dump_record_as_json, load_stored_action
from topboard.event.reducer import compute_event_from_entries
from topboard.event.remarks import build_integrity_remarks
from topboard.event.replay import replay_round
from topboard.event.takeover import build_take_over_action
from topboard.event.tournament import build_tournament
from topboard.model import FullPointBye, Manner, Number, Scale, VirtualPoints

if TYPE_CHECKING:
    from tests.event.conftest import Run
    from topboard.model import Tournament

TROUBLE = Wishes(
    14, 5, no_shows=10, half_byes=8, full_byes=4, double_forfeits=4, forbidden=2, unpaired_last=True
)
DIALECTS = Path(__file__).parents[1] / "fixtures" / "trf" / "dialects"


def new_event() -> Play:
    play = Play()
    play.do(actions.CreateEvent("Cup"))
    return play


def continue_event(found: Tournament, system: str = "") -> Play:
    """A play that goes on with an event."""
    play = new_event()
    play.do(build_take_over_action(play.event, SECTION, found, "cup.trf", system), confirmed=True)
    return play


@pytest.mark.parametrize("seed", range(4))
def test_an_imported_section_is_paired_like_its_file(seed: int) -> None:
    found = formats.read_text(
        formats.dumps(topboard.generate("fide_dutch_2026", seed, TROUBLE), "trf26")
    )

    play = continue_event(found)

    ours, theirs = build_tournament(play.event, play.section), found
    assert topboard.standings(ours).lines == topboard.standings(theirs).lines
    assert topboard.pair(ours).pairs == topboard.pair(theirs).pairs
    published = play.publish(None)
    assert published.round == len(found.rounds) + 1
    play.results()


@pytest.mark.parametrize("system", ["olympiad_2022", "cfc_swiss", "cfc_team_swiss", "dubov_1997"])
def test_an_imported_event_of_any_system_can_be_continued(system: str) -> None:
    found = topboard.generate(system, 3, Wishes(12, 4, unpaired_last=True))

    play = continue_event(found)

    assert len(play.section.rounds) == 3
    assert (
        topboard.pair(build_tournament(play.event, play.section)).pairs
        == topboard.pair(found).pairs
    )


def test_points_on_another_scale_are_imported_as_results() -> None:
    wishes = replace(TROUBLE, scale=Scale(30, 10, 0))
    found = topboard.generate("fide_dutch_2026", 7, wishes)

    play = continue_event(found)

    given = {m.white_points for r in play.section.rounds for m in r.meetings.values()}
    assert given <= {0, 5, 10}
    ours = topboard.standings(build_tournament(play.event, play.section))
    assert ours.lines == topboard.standings(found).lines


def test_virtual_points_in_a_file_count_for_later_pairings() -> None:
    found = topboard.generate("fide_dutch_2026", 2, Wishes(10, 4, unpaired_last=True))
    lifted = replace(found, virtual=(VirtualPoints(Number(9), (0, 0, 0, 30)),))

    play = continue_event(lifted)

    assert play.section.virtual == lifted.virtual
    made = topboard.pair(build_tournament(play.event, play.section))
    assert made.pairs == topboard.pair(lifted).pairs != topboard.pair(found).pairs


def test_an_import_can_be_reloaded_and_is_undone_as_a_whole() -> None:
    play = continue_event(topboard.generate("fide_dutch_2026", 1, TROUBLE))
    act = play.entries[-1].act

    assert load_stored_action("TakeOver", dump_record_as_json(act)) == act
    assert compute_event_from_entries(play.entries) == play.event
    play.do(actions.Undo(2))
    assert play.event.sections == {}


def wrong_pairs() -> Tournament:
    """An event of two rounds whose second is not as the rules pair it, with a line of results."""
    found = topboard.generate("fide_dutch_2026", 4, Wishes(8, 3, unpaired_last=True))
    first, second = found.rounds
    a, b, *rest = second.meetings
    swapped = (replace(a, black=b.black), replace(b, black=a.black), *rest)
    return replace(found, rounds=(first, replace(second, meetings=swapped)))


def test_imported_rounds_that_break_the_rules_are_confirmed_and_reported() -> None:
    play = new_event()
    act = build_take_over_action(play.event, SECTION, wrong_pairs(), "cup.trf")
    assert len(act.differences) >= 2

    with pytest.raises(ConfirmationNeeded, match=r"round 2: .*by the rules"):
        play.do(act)
    play.do(act, confirmed=True)

    (line,) = build_integrity_remarks(play.entries, SECTION)
    assert "import 2 rounds from cup.trf: round 2: " in line


def test_differences_in_imported_rounds_cannot_be_omitted() -> None:
    play = new_event()
    act = build_take_over_action(play.event, SECTION, wrong_pairs(), "cup.trf")

    with pytest.raises(
        Refused,
        match="The stated differences from the rules do not match those in the imported rounds",
    ):
        play.do(replace(act, differences=()))


def test_a_win_without_an_opponent_becomes_a_noted_full_point_bye() -> None:
    found = topboard.generate("fide_dutch_2026", 4, Wishes(8, 3, unpaired_last=True))
    first, second = found.rounds
    alone = replace(
        first.meetings[0], black=None, white_points=10, black_points=0, manner=Manner.DEFAULT
    )
    lonely = first.meetings[0].white
    odd = replace(first, meetings=(alone, *first.meetings[1:]))
    play = new_event()

    act = build_take_over_action(
        play.event, SECTION, replace(found, rounds=(odd, second)), "cup.trf"
    )
    done = play.prepare_action(act, replace(CONTEXT, confirmed=True))

    told = f"Changed on import: round 1: {lonely} has no opponent in the file: a full-point bye."
    assert told in done.notices
    assert (lonely, FullPointBye()) in done.after.sections[SECTION].rounds[0].away


def test_replay_marks_an_imported_round_as_made_by_another_program() -> None:
    play = continue_event(wrong_pairs())

    again = replay_round(play.entries, SECTION, 2)

    assert again.taken_over
    assert again.does_not_contradict_record
    assert again.pairing_by_rules is not None
    assert {(t.white, t.black) for t in again.tables} != {
        (p.white, p.black) for p in again.pairing_by_rules.pairs
    }


def test_a_file_without_a_system_or_without_rounds_is_refused() -> None:
    found = topboard.generate("fide_dutch_2026", 4, Wishes(8, 3))
    play = new_event()

    with pytest.raises(
        BadInput, match=r"does not name a pairing system that Topboard knows.*--system NAME"
    ):
        build_take_over_action(play.event, SECTION, replace(found, system=""), "cup.trf")
    with pytest.raises(BadInput, match="the system is for teams"):
        build_take_over_action(play.event, SECTION, found, "cup.trf", "olympiad_2022")
    with pytest.raises(
        Refused, match=r"The file contains no rounds.*Import the participants instead"
    ):
        build_take_over_action(play.event, SECTION, replace(found, rounds=()), "cup.trf")


@pytest.mark.parametrize("file", sorted(DIALECTS.glob("*.trf")), ids=lambda file: file.stem)
def test_files_of_other_programs_can_be_continued_by_command(file: Path, run: Run) -> None:
    run("new", "Cup")
    code, out, err = run("take-over", "Open", file, "--system", "fide_dutch_2026", "--yes")

    assert code == 0, err
    assert re.search(rf"import \d+ rounds? from {re.escape(str(file))}", out)
    code, out, _ = run("verify", "--json")
    assert code == 0
    assert run("standings")[0] == 0
