"""Corrections of results under FIDE's handling rules: in time, a round late, and too late."""

from __future__ import annotations

import pytest

from tests.citing import each_edition
from tests.event.sessions import ARBITER, Play, cfc_event, dutch_event
from topboard import formats
from topboard.checking import check_all_rounds
from topboard.errors import ConfirmationNeeded, Refused
from topboard.event import actions
from topboard.event.codec import dump_record_as_json, load_stored_action
from topboard.event.remarks import describe_journal_action
from topboard.event.replay import replay_rounds
from topboard.event.results import build_result_correction_action
from topboard.event.tournament import build_tournament
from topboard.model import Manner, Number
from topboard.systems.registry import system

LATE = each_edition(single_games_from_2026="C.04.2 4.3", fide_dutch_2017="C.04.2 D.8")
BLACK_WON = actions.TableResult(1, 0, 10)


def points(play: Play) -> dict[Number, int]:
    return dict(
        system(play.section.system).facts(build_tournament(play.event, play.section)).points
    )


def differences(play: Play) -> list[object]:
    checked = check_all_rounds(
        build_tournament(play.event, play.section), system(play.section.system)
    )
    return [one.differences for one in checked]


@LATE
def test_a_timely_correction_counts_for_the_next_pairing(edition: str) -> None:
    play = dutch_event(edition)
    play.round()

    act = build_result_correction_action(play.section, 1, BLACK_WON)
    assert play.do(act).notices == ()
    play.publish()

    assert act.known_from == 0
    assert (points(play)[Number(1)], points(play)[Number(5)]) == (0, 10)
    assert differences(play) == [(), ()]


@LATE
def test_a_correction_during_the_next_round_counts_for_the_one_after(edition: str) -> None:
    play = dutch_event(edition)
    play.round()
    second = play.publish()
    play.result(2, 10, 0)
    before = points(play)

    act = build_result_correction_action(play.section, 1, BLACK_WON)
    done = play.do(act)

    assert act.known_from == 3
    assert "Round 2 was paired with the old result" in done.notices[0]
    assert [(t.white, t.black) for t in second.tables] == [
        (m.white, m.black) for m in play.section.rounds[1].meetings.values()
    ]
    assert differences(play) == [(), ()], "round 2 is checked by what was known then"
    after = points(play)
    assert (after[Number(1)], after[Number(5)]) == (before[Number(1)] - 10, before[Number(5)] + 10)
    play.results()
    play.round()
    assert differences(play) == [(), (), ()]
    assert all(replay_rounds(play.entries))


@LATE
def test_a_correction_after_the_next_round_counts_only_for_ratings(edition: str) -> None:
    play = dutch_event(edition)
    play.round()
    play.round()
    before = points(play)

    with pytest.raises(Refused, match="Round 2 has ended"):
        play.do(build_result_correction_action(play.section, 1, BLACK_WON), ARBITER, confirmed=True)
    act = build_result_correction_action(play.section, 1, BLACK_WON, rating_only=True)
    play.do(act)

    meeting = play.section.rounds[0].meetings[1]
    assert (meeting.white_points, meeting.rated_as) == (10, (0, 10))
    assert points(play) == before
    assert differences(play) == [(), ()]
    assert describe_journal_action(act).endswith("for ratings only: board 1 0-1")
    assert load_stored_action("CorrectResult", dump_record_as_json(act)) == act


@LATE
def test_a_timely_correction_cannot_be_marked_as_rating_only(edition: str) -> None:
    play = dutch_event(edition)
    play.round()
    late = build_result_correction_action(play.section, 1, BLACK_WON, rating_only=True)
    with pytest.raises(Refused, match="is in time"):
        play.do(late)
    play.publish()

    with pytest.raises(Refused, match="is in time"):
        play.do(late)


@LATE
def test_an_adjourned_game_can_be_finished_at_any_time(edition: str) -> None:
    play = dutch_event(edition)
    play.publish()
    play.result(1, 5, 5, manner=Manner.UNFINISHED)
    play.results()
    play.round()
    play.publish()

    done = play.do(build_result_correction_action(play.section, 1, BLACK_WON))

    assert "correction does not change the pairing of round 2" in done.notices[0]
    assert differences(play) == [(), (), ()], "rounds 2 and 3 were paired with a draw"
    assert points(play)[Number(5)] >= 10


@LATE
def test_undoing_a_correction_is_subject_to_the_rules_on_corrections(edition: str) -> None:
    play = dutch_event(edition)
    play.round()
    play.do(build_result_correction_action(play.section, 1, BLACK_WON))
    entry = len(play.entries)
    play.round()

    with pytest.raises(Refused, match="Round 2 has ended"):
        play.do(actions.Undo(entry), ARBITER, confirmed=True)


def test_in_other_systems_a_late_correction_needs_only_confirmation() -> None:
    play = cfc_event("cfc_swiss")
    play.round()
    play.round()

    with pytest.raises(ConfirmationNeeded, match="paired with the old result"):
        play.do(build_result_correction_action(play.section, 1, BLACK_WON))
    play.do(build_result_correction_action(play.section, 1, BLACK_WON), confirmed=True)

    assert differences(play) == [(), ()]
    assert points(play)[Number(5)] >= 10


def test_a_late_correction_in_an_old_journal_works_as_before() -> None:
    play = cfc_event("cfc_swiss")
    play.round()
    play.publish(None)
    old = load_stored_action(
        "CorrectResult",
        '{"section":"Open","round":1,"result":{"table":1,"white_points":0,"black_points":10}}',
    )

    play.do(old, confirmed=True)

    meeting = play.section.rounds[0].meetings[1]
    assert (meeting.paired_as, meeting.known_from) == (None, 0)


@pytest.mark.parametrize("written", ["event-json", "trf26"])
def test_files_preserve_the_record_of_a_correction(written: str) -> None:
    play = dutch_event("fide_dutch_2026")
    play.round()
    play.publish()
    play.do(build_result_correction_action(play.section, 1, BLACK_WON))
    play.results()
    play.round()
    play.do(
        build_result_correction_action(
            play.section, 2, actions.TableResult(1, 5, 5), rating_only=True
        )
    )
    facts = build_tournament(play.event, play.section)

    again = formats.read_text(formats.dumps(facts, written))

    kept = [
        (m.paired_as, m.paired_manner, m.known_from, m.rated_as)
        for r in again.rounds[:2]
        for m in r.meetings[:1]
    ]
    assert kept == [((10, 0), Manner.PLAYED, 3, None), (None, Manner.UNFINISHED, 0, (5, 5))]
