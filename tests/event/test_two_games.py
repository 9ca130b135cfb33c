"""Matches of two games in the life of an event: entered together or one by one, corrected."""

from __future__ import annotations

import pytest

from tests.event.sessions import DIRECTOR, SECTION, dutch_event, event_with_section
from topboard._frozen import replace
from topboard.errors import BadInput, ConfirmationNeeded, Refused
from topboard.event import actions
from topboard.event.apply_rounds import list_tables_without_result
from topboard.event.codec import class_name_in_journal, dump_record_as_json, load_stored_action
from topboard.event.remarks import describe_journal_action
from topboard.event.results import (
    build_result_correction_action,
    build_two_game_match_result,
    describe_result_with_games,
    format_result,
    parse_games_of_two_game_match,
)
from topboard.event.tournament import build_tournament
from topboard.model import Game, Manner
from topboard.systems.registry import system

DOUBLE = "fide_double_swiss_2026"


@pytest.fixture
def play():
    """Four players, round 1 published: 1-3 and 4-2."""
    made = dutch_event(DOUBLE, 4)
    made.publish(DIRECTOR)
    return made


def enter_result(play, table: int, *texts: str, game: int = 0) -> actions.TableResult:
    """The result of a table as somebody types it."""
    meeting = play.section.rounds[-1].meetings[table]
    return build_two_game_match_result(
        table, meeting, parse_games_of_two_game_match(texts, meeting, game)
    )


def enter(play, table: int, *texts: str, game: int = 0) -> None:
    result = enter_result(play, table, *texts, game=game)
    play.do(actions.EnterResults(SECTION, len(play.section.rounds), (result,)))


def meeting(play, table: int = 1):
    return play.section.rounds[-1].meetings[table]


def test_both_games_are_entered_from_the_viewpoint_of_the_first_named_side(play):
    enter(play, 1, "1-0", "½-½")

    made = meeting(play)
    assert (made.white, made.black, made.white_points, made.black_points) == (1, 3, 15, 5)
    assert made.games == (Game(1, 3, 10, 0), Game(3, 1, 5, 5))
    assert describe_result_with_games(made) == "1½-½ (1-0, ½-½)"
    assert describe_journal_action(play.entries[-1].act).endswith("board 1 1½-½ (1-0, ½-½)")


@pytest.mark.parametrize(
    ("whole", "shown", "manner"),
    [
        ("2-0", "2-0", Manner.PLAYED),
        ("0-2", "0-2", Manner.PLAYED),
        ("+:-", "+:-", Manner.DEFAULT),
        ("0F-1F", "-:+", Manner.DEFAULT),
        ("-:-", "-:-", Manner.BOTH_DEFAULTED),
    ],
)
def test_a_match_score_is_accepted_if_it_determines_its_games(play, whole, shown, manner):
    enter(play, 1, whole)

    assert (format_result(meeting(play)), meeting(play).manner) == (shown, manner)
    assert len(meeting(play).games) == 2


@pytest.mark.parametrize("texts", [["1-1"], ["1.5-0.5"], ["2-0*"], ["1-0", "½-½", "0-1"]])
def test_a_match_score_that_does_not_determine_its_games_is_refused(play, texts):
    with pytest.raises(BadInput, match=r"Write the results of both games, .*, such as 1-0 ½-½"):
        enter_result(play, 1, *texts)


def test_a_result_for_a_game_not_in_the_match_is_refused(play):
    with pytest.raises(BadInput, match="for game 1 or game 2"):
        enter_result(play, 1, "1-0", game=3)


def test_games_can_be_entered_separately_and_the_round_waits_for_both(play):
    enter(play, 2, "2-0")
    enter(play, 1, "½-½", game=1)

    assert meeting(play).manner is Manner.PENDING
    assert describe_result_with_games(meeting(play)) == "½-½, …"
    assert list_tables_without_result(play.section.rounds[-1]) == [1]
    with pytest.raises(Refused, match="In round 1 of Open, board 1 has no result"):
        play.pair()

    enter(play, 1, "0-1", game=2)

    assert describe_result_with_games(meeting(play)) == "½-1½ (½-½, 0-1)"
    assert play.pair().round == 2


def test_the_second_game_may_be_the_first_to_end(play):
    enter(play, 1, "0-1", game=2)

    assert describe_result_with_games(meeting(play)) == "…, 0-1"


def test_an_earlier_game_result_can_be_changed_only_by_a_correction(play):
    enter(play, 1, "½-½", game=1)

    with pytest.raises(Refused, match="In round 1 of Open, board 1 already has a result"):
        enter(play, 1, "1-0", "1-0")
    play.do(actions.CorrectResult(SECTION, 1, enter_result(play, 1, "1-0", game=1)))
    assert describe_result_with_games(meeting(play)) == "1-0, …"
    play.do(actions.RemoveResult(SECTION, 1, 1))
    assert describe_result_with_games(meeting(play)) == ""


def test_games_must_add_up_and_have_possible_results(play):
    whole = enter_result(play, 1, "1-0", "½-½")
    with pytest.raises(Refused, match="do not add up"):
        play.do(
            actions.EnterResults(SECTION, 1, (replace(whole, white_points=20, black_points=0),))
        )
    odd = replace(whole, games=(Game(1, 3, 8, 2), whole.games[1]), white_points=13, black_points=7)
    with pytest.raises(Refused, match="no game can end with these points"):
        play.do(actions.EnterResults(SECTION, 1, (odd,)))


def test_a_lone_half_point_needs_confirmation_but_a_double_forfeit_does_not(play):
    enter(play, 1, "-:-", "1-0")
    assert describe_result_with_games(meeting(play)) == "1-0 (-:-, 1-0)"

    with pytest.raises(ConfirmationNeeded, match="do not add up"):
        enter(play, 2, "½-0", "1-0")


def test_the_rules_determine_the_number_of_games():
    with pytest.raises(Refused, match="has 2 games per pair of players, not 1"):
        event_with_section(DOUBLE, boards=1)
    with pytest.raises(Refused, match="has 1 game per pair of players, not 2"):
        event_with_section("fide_dutch_2026", boards=2)
    assert event_with_section(DOUBLE).section.settings.boards == 2


def test_actions_are_stored_with_their_games(play):
    enter(play, 1, "½-½", game=1)
    act = play.entries[-1].act

    assert load_stored_action(class_name_in_journal(type(act)), dump_record_as_json(act)) == act


@pytest.mark.article(f"{DOUBLE}:C.04.2 4.3")
def test_a_correction_during_the_next_round_counts_for_the_one_after(play):
    play.results()
    play.publish(DIRECTOR)
    new = told_of_round(play, 1, 1, "0-1", "0-1")

    play.do(build_result_correction_action(play.section, 1, new), DIRECTOR, confirmed=True)

    facts = build_tournament(play.event, play.section)
    points = {line.number: line.points for line in system(DOUBLE).standings(facts).lines}
    assert (points[1], points[3]) == (0, 20)
    assert facts.before(2).rounds[0].meetings[0].white_points == 20


def told_of_round(play, number: int, table: int, *texts: str) -> actions.TableResult:
    meeting = play.section.round(number).meetings[table]
    return build_two_game_match_result(
        table, meeting, parse_games_of_two_game_match(texts, meeting)
    )
