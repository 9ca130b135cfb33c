"""Rounds are paired by the rules or by hand, published, and get their results."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.event.sessions import (
    ARBITER,
    PANEL,
    SECTION,
    number_pair,
    olympiad_event,
)
from topboard.errors import ConfirmationNeeded, Refused
from topboard.event import actions
from topboard.event.pairing import build_end_manual_pairing_action
from topboard.model import (
    Manner,
    Number,
)

EDITION = "olympiad_2022"


# --- rounds and results ---------------------------------------------------------------------


def test_a_round_is_paired_only_when_all_earlier_results_are_in() -> None:
    play = olympiad_event(EDITION)
    play.publish()
    play.results(skip=(2,))

    with pytest.raises(Refused, match="match 2 has no result"):
        play.pair()


def test_a_pairing_based_on_outdated_data_is_not_published() -> None:
    play = olympiad_event(EDITION)
    play.pair()
    play.do(actions.ForbidPair(SECTION, *number_pair(1, 5)))

    with pytest.raises(Refused, match="data have changed"):
        play.do(actions.PublishRound(SECTION, 1), PANEL)


def test_a_pairing_is_not_published_if_somebody_has_been_excluded_since() -> None:
    play = olympiad_event(EDITION)
    play.do(actions.RequestBye(SECTION, Number(2), 1), ARBITER)
    play.pair()
    play.do(actions.Suspend(SECTION, Number(2)))

    with pytest.raises(Refused, match="data have changed"):
        play.do(actions.PublishRound(SECTION, 1), PANEL)


def test_a_pairing_that_is_no_longer_possible_is_not_published() -> None:
    play = olympiad_event(EDITION, 4)
    play.pair()
    for other in (2, 3, 4):
        play.do(actions.ForbidPair(SECTION, *number_pair(1, other)))

    with pytest.raises(Refused, match="data have changed"):
        play.do(actions.PublishRound(SECTION, 1), PANEL)


def test_results_are_entered_corrected_and_removed() -> None:
    play = olympiad_event(EDITION)
    play.publish()
    play.result(1, 30, 10)
    with pytest.raises(Refused, match="has a result"):
        play.result(1, 20, 20)
    play.do(actions.CorrectResult(SECTION, 1, actions.TableResult(1, 25, 15)))
    assert play.section.rounds[0].meetings[1].white_points == 25

    play.do(actions.RemoveResult(SECTION, 1, 1))

    assert play.section.rounds[0].meetings[1].manner is Manner.PENDING
    with pytest.raises(Refused, match="match 1 has no result yet"):
        play.do(actions.CorrectResult(SECTION, 1, actions.TableResult(1, 25, 15)))


@pytest.mark.parametrize(
    "result",
    [
        actions.TableResult(9, 20, 20),
        actions.TableResult(1, 41, 0),
        actions.TableResult(1, -1, 20),
        actions.TableResult(1, 30, 20),
        actions.TableResult(1, 10, 10, Manner.DEFAULT),
        actions.TableResult(1, 10, 0, Manner.BOTH_DEFAULTED),
        actions.TableResult(1, 0, 0, Manner.PENDING),
    ],
)
def test_an_impossible_result_is_refused(result: actions.TableResult) -> None:
    play = olympiad_event(EDITION)
    play.publish()

    with pytest.raises(Refused):
        play.do(actions.EnterResults(SECTION, 1, (result,)), confirmed=True)


def test_points_that_do_not_add_up_require_confirmation() -> None:
    play = olympiad_event(EDITION)
    play.publish()
    act = actions.EnterResults(SECTION, 1, (actions.TableResult(1, 20, 15),))

    with pytest.raises(ConfirmationNeeded):
        play.do(act)
    play.do(act, confirmed=True)

    assert play.section.rounds[0].meetings[1].black_points == 15


def test_a_match_unfinished_at_the_next_pairing_keeps_its_provisional_score() -> None:
    play = olympiad_event(EDITION)
    play.publish()
    play.results(skip=(1,))
    play.result(1, 20, 10, manner=Manner.UNFINISHED)
    before = play.publish()

    done = play.do(actions.CorrectResult(SECTION, 1, actions.TableResult(1, 20, 20)))

    meeting = play.section.rounds[0].meetings[1]
    # The one game that was not over counted as drawn.
    assert meeting.paired_as == (25, 15)
    assert (meeting.white_points, meeting.black_points) == (20, 20)
    assert done.notices == ("This correction does not change the pairing of round 2.",)
    assert [t.white for t in before.tables] == [
        m.white for m in play.section.rounds[1].meetings.values()
    ]


def test_a_result_corrected_after_the_next_pairing_requires_confirmation() -> None:
    play = olympiad_event(EDITION)
    play.round()
    play.publish()
    act = actions.CorrectResult(SECTION, 1, actions.TableResult(1, 20, 20))

    with pytest.raises(ConfirmationNeeded, match="Round 2 was paired"):
        play.do(act)
    play.do(act, confirmed=True)


def test_played_games_can_be_unrated_and_unplayed_games_can_be_rated() -> None:
    play = olympiad_event(EDITION)
    play.publish()
    play.result(1, 40, 0, rated=False)
    play.result(2, 40, 0, manner=Manner.DEFAULT, rated=True)
    play.result(3, 0, 0, manner=Manner.BOTH_DEFAULTED)

    meetings = play.section.rounds[0].meetings
    assert not meetings[1].rated
    assert meetings[2].rated
    assert meetings[3].manner is Manner.BOTH_DEFAULTED


def test_the_boards_of_a_match_must_add_up_to_its_result() -> None:
    from topboard.event.results import build_match_result_from_games, parse_games_of_match

    play = olympiad_event(EDITION, 4)
    play.publish()
    first, second = ([Number(a), Number(a + 1)] for a in (11, 31))
    games = parse_games_of_match(["1-0", "1-0"], first, second)
    # The first team has White on board 1 and Black on board 2.
    assert (games[1].white, games[1].white_points, games[1].black_points) == (32, 0, 10)

    result = build_match_result_from_games(1, games)
    play.do(actions.EnterResults(SECTION, 1, (result,)), confirmed=True)
    with pytest.raises(Refused, match="add up"):
        play.do(actions.CorrectResult(SECTION, 1, replace(result, white_points=10)), confirmed=True)

    assert play.section.rounds[0].meetings[1].white_points == 20


# --- pairing by hand ------------------------------------------------------------------------


def test_a_manual_pairing_records_its_differences_from_the_rules() -> None:
    play = olympiad_event(EDITION, 4)
    made = play.pair()
    play.do(actions.BeginManual(SECTION, 1))
    with pytest.raises(Refused, match="is not finished"):
        play.do(actions.PublishRound(SECTION, 1), PANEL)
    tables = (actions.Table(1, *number_pair(1, 2)), actions.Table(2, *number_pair(3, 4)))
    play.do(actions.ChangeManual(SECTION, 1, tables))
    play.do(build_end_manual_pairing_action(play.event, SECTION))
    play.do(actions.PublishRound(SECTION, 1), PANEL)

    published = play.section.rounds[0]
    assert published.manual
    assert published.digest == made.digest
    assert published.differences == (
        "1 - 2, by the rules 1 - 3 and 2 - 4 (9.3)",
        "3 - 4, by the rules 3 - 1 and 4 - 2 (9.3)",
    )
    assert published.meetings[2].white == 3


@pytest.mark.parametrize(
    "tables",
    [
        (actions.Table(1, Number(1), Number(1)),),
        (actions.Table(1, Number(1), Number(99)),),
        (actions.Table(2, Number(1), Number(2)),),
        (actions.Table(1, Number(1), Number(2)), actions.Table(2, Number(2), Number(3))),
    ],
    ids=["itself", "unknown", "no table 1", "twice"],
)
def test_a_manual_pairing_must_seat_everybody_exactly_once(
    tables: tuple[actions.Table, ...],
) -> None:
    play = olympiad_event(EDITION, 4)
    play.do(actions.BeginManual(SECTION, 1))

    with pytest.raises(Refused):
        play.do(actions.ChangeManual(SECTION, 1, tables))


def test_a_player_left_out_of_a_manual_pairing_is_reported() -> None:
    play = olympiad_event(EDITION, 4)
    play.do(actions.BeginManual(SECTION, 1))
    play.do(actions.ChangeManual(SECTION, 1, (actions.Table(1, *number_pair(1, 3)),)))

    assert "4 is not paired" in build_end_manual_pairing_action(play.event, SECTION).differences
