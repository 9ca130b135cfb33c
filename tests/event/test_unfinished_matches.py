"""Matches of which games still go on: what is shown is what counts, wherever it is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.event.sessions import (
    CONTEXT,
    DIRECTOR,
    SECTION,
    Play,
    cfc_event,
    event_with_section,
    olympiad_event,
    team,
)
from topboard._frozen import replace
from topboard.errors import Refused
from topboard.event import actions
from topboard.event.pairing import build_close_entries_action
from topboard.event.proofs import check_proof_of_replayed_round
from topboard.event.replay import replay_rounds
from topboard.event.results import (
    build_match_result_from_games,
    describe_result_with_games,
    parse_games_of_match,
)
from topboard.event.session import EventSession
from topboard.event.tournament import build_tournament
from topboard.formats import dumps, read_text
from topboard.model import Manner, Number
from topboard.systems.registry import system

if TYPE_CHECKING:
    from topboard.model import Tournament

EDITIONS = ("olympiad_2008", "olympiad_2008_dresden", "olympiad_2009", "olympiad_2022")


def boards(play: Play, table: int, *texts: str) -> actions.TableResult:
    """The result of a table from its boards; the first players of each team sit there."""
    meeting = play.section.rounds[-1].meetings[table]
    sides = []
    for number in (meeting.white, meeting.black):
        assert number is not None
        sides.append([Number(10 * number + board) for board in range(1, 5)])
    return build_match_result_from_games(table, parse_games_of_match(texts, *sides))


def begun_round(edition: str, *texts: str) -> Play:
    """An event whose first round is over but for table 1, of which these are the boards."""
    play = olympiad_event(edition)
    play.publish()
    play.results(20, skip=(1,))
    play.do(actions.EnterResults(SECTION, 1, (boards(play, 1, *texts),)))
    return play


def game_points(facts: Tournament, edition: str) -> dict[int, int]:
    table = system(edition).standings(replace(facts, tie_breaks=("GP",)))
    return {line.number: line.values[0].value for line in table.lines}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("texts", "total"),
    [
        (("1-0", "0-1", "½-½", "1-0*"), (20, 20)),
        (("1-0", "1-0", "0F-0F", "½-½*"), (25, 5)),
        (("1-0", "0-1", "0F-0F", "0-1*"), (15, 15)),
    ],
)
def test_the_displayed_score_is_the_one_that_counts(
    edition: str, texts: tuple[str, ...], total: tuple[int, int]
):
    play = begun_round(edition, *texts)

    meeting = play.section.rounds[0].meetings[1]
    facts = build_tournament(play.event, play.section)
    counted = game_points(facts, edition)
    assert (meeting.white_points, meeting.black_points) == total
    assert (counted[meeting.white], counted[meeting.black]) == total
    # The noted result is still there.
    assert describe_result_with_games(meeting).endswith("*")
    assert [game.manner for game in meeting.games][-1] is Manner.UNFINISHED


@pytest.mark.parametrize("kind", ["trf26", "event-json"])
@pytest.mark.parametrize("texts", [("1-0", "0-1", "½-½", "1-0*"), ("1-0", "1-0", "0F-0F", "0-1*")])
def test_an_exported_match_counts_the_same_as_in_the_event(kind: str, texts: tuple[str, ...]):
    play = begun_round("olympiad_2022", *texts)
    facts = build_tournament(play.event, play.section)

    again = read_text(dumps(facts, kind))

    assert game_points(again, "olympiad_2022") == game_points(facts, "olympiad_2022")
    pairs = [system("olympiad_2022").pair(one).pairs for one in (facts, again)]
    assert pairs[0] == pairs[1]


def test_a_report_shows_half_a_point_for_an_unfinished_game():
    play = begun_round("olympiad_2022", "1-0", "0-1", "½-½", "1-0*")

    text = dumps(build_tournament(play.event, play.section), "trf26")

    lines = {line[4:8].strip(): line for line in text.splitlines() if line.startswith("001")}
    # Board 4 of team 1 is noted as won.
    assert lines["14"][80:84].strip() == "0.5"


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_round_paired_after_a_double_forfeit_is_replayed_and_proved(edition: str):
    play = begun_round(edition, "1-0", "1-0", "0F-0F", "½-½*")
    play.publish()
    late = boards_of_round_one(play, "1-0", "1-0", "0F-0F", "0-1")

    play.do(actions.CorrectResult(SECTION, 1, late))

    again = list(replay_rounds(play.entries))
    assert [one.does_not_contradict_record for one in again] == [True, True]
    assert all(
        found is not None and found.proved for found in map(check_proof_of_replayed_round, again)
    )
    assert play.section.rounds[0].meetings[1].paired_as == (25, 5)


def boards_of_round_one(play: Play, *texts: str) -> actions.TableResult:
    first = replace(play.section, rounds=play.section.rounds[:1])
    meeting = first.rounds[0].meetings[1]
    sides = []
    for number in (meeting.white, meeting.black):
        assert number is not None
        sides.append([Number(10 * number + board) for board in range(1, 5)])
    return build_match_result_from_games(1, parse_games_of_match(texts, *sides))


def test_a_journal_that_added_noted_results_is_read_with_the_correct_score():
    play = begun_round("olympiad_2022", "1-0", "0-1", "½-½", "1-0*")
    *earlier, last = play.entries
    (result,) = last.act.results
    as_written_once = replace(result, white_points=25, black_points=15)
    old = replace(last, act=replace(last.act, results=(as_written_once,)))

    section = EventSession([*earlier, old]).event.sections[SECTION]

    meeting = section.rounds[0].meetings[1]
    assert (meeting.white_points, meeting.black_points) == (20, 20)


def test_a_total_that_fits_the_boards_in_no_way_is_refused():
    play = olympiad_event("olympiad_2022")
    play.publish()
    wrong = replace(boards(play, 1, "1-0", "0-1", "½-½", "1-0"), white_points=30, black_points=10)

    with pytest.raises(Refused, match="do not add up"):
        play.do(actions.EnterResults(SECTION, 1, (wrong,)))


def test_a_total_of_finished_games_is_shown_with_the_others_as_draws():
    play = olympiad_event("olympiad_2022")
    play.publish()

    play.result(1, 20, 10, manner=Manner.UNFINISHED)

    assert describe_result_with_games(play.section.rounds[0].meetings[1]) == "2½-1½*"


@pytest.mark.article("olympiad_2022:5.1")
def test_the_total_of_an_unfinished_match_must_include_a_draw():
    play = olympiad_event("olympiad_2022")
    play.publish()

    with pytest.raises(Refused, match="counts as a draw, so each side must have at least ½ point"):
        play.result(1, 40, 0, manner=Manner.UNFINISHED)


@pytest.mark.parametrize("noted", ["½-½*", "1-0*"])
def test_a_fide_team_match_can_have_an_adjourned_draw_beside_decided_boards(noted: str):
    play = event_with_section("fide_team_2026", 5, 4)
    play.do(actions.Enter(SECTION, tuple(team(n) for n in range(1, 5))))
    play.do(build_close_entries_action(play.event, SECTION))
    play.publish()
    act = actions.EnterResults(SECTION, 1, (boards(play, 1, "1-0", "1-0", "½-½", noted),))

    if noted == "1-0*":
        with pytest.raises(Refused, match="adjourned game counts as a draw"):
            play.do(act)
    else:
        play.do(act)
        assert describe_result_with_games(play.section.rounds[0].meetings[1]) == "3-1*"


@pytest.mark.article("olympiad_2022:5.1")
def test_a_notice_says_that_a_noted_result_does_not_count():
    play = olympiad_event("olympiad_2022")
    play.publish()
    act = actions.EnterResults(SECTION, 1, (boards(play, 1, "1-0", "0-1", "½-½", "1-0*"),))

    told = play.prepare_action(act, CONTEXT).notices

    assert told == (
        (
            "Match 1, board 4: the unfinished game counts as a draw. Its result is kept as a "
            "note (5.1)."
        ),
    )


def test_in_canada_a_clear_winner_still_counts_on_a_board():
    play = cfc_event("cfc_team_swiss", 4)
    play.publish()
    result = boards(play, 1, "1-0", "0-1", "½-½", "1-0*")

    play.do(actions.EnterResults(SECTION, 1, (result,)), DIRECTOR)

    meeting = play.section.rounds[0].meetings[1]
    assert (meeting.white_points, meeting.black_points) == (25, 15)
