"""What the Olympiad editions say about who is paired, and about those who do not come."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.citing import each_edition
from tests.event.sessions import (
    ARBITER,
    PANEL,
    PRESIDENT,
    SECTION,
    Play,
    olympiad_event,
)
from topboard.errors import AuthorityNeeded, Refused
from topboard.event import actions
from topboard.event.policy import find_exclusions_from_next_round, governance_of_system
from topboard.event.results import parse_result
from topboard.event.tournament import build_tournament
from topboard.model import (
    Game,
    Manner,
    Number,
)
from topboard.systems.registry import system


def list_exclusions(play: Play) -> list[tuple[int, str]]:
    return [(e.number, e.article) for e in find_exclusions_from_next_round(play.section)]


@each_edition(olympiad_2008="56", olympiad_2008_dresden="56", olympiad_2009="43")
def test_only_the_panel_can_publish_the_pairings(edition: str) -> None:
    play = olympiad_event(edition)
    play.pair()

    with pytest.raises(AuthorityNeeded, match="Technical Administration Panel"):
        play.do(actions.PublishRound(SECTION, 1), ARBITER)
    play.do(actions.PublishRound(SECTION, 1), PANEL)

    assert play.entries[-1].authority == "Technical Administration Panel: T. Panel"


@each_edition(olympiad_2008="57", olympiad_2008_dresden="57", olympiad_2009="44")
def test_round_one_pairs_teams_that_are_present_or_on_their_way(edition: str) -> None:
    least = {"olympiad_2009": 3}.get(edition, 2)
    article = {"olympiad_2009": "44"}.get(edition, "57")
    play = olympiad_event(edition, here=False)
    for number in (1, 2, 3, 4):
        play.do(actions.RecordPresence(SECTION, Number(number), least))
    play.do(actions.RecordPresence(SECTION, Number(5), least - 1))
    play.do(actions.RecordPresence(SECTION, Number(6), 0, "by train", in_time=True))

    assert list_exclusions(play) == [(5, article), (7, article), (8, article)]
    first = play.round()
    assert [e.number for e in first.excluded] == [5, 7, 8]
    assert list_exclusions(play) == []


@each_edition(
    olympiad_2021_draft=("10.1", "10.1.1", "10.1.2"), olympiad_2022=("10.1", "10.1.1", "10.1.2")
)
def test_round_one_pairs_teams_with_three_players_or_by_discretion(edition: str) -> None:
    play = olympiad_event(edition, here=False)
    for number in (1, 2, 3):
        play.do(actions.RecordPresence(SECTION, Number(number), 3))
    play.do(actions.RecordPresence(SECTION, Number(4), 2))
    travelling = actions.RecordPresence(SECTION, Number(5), 0, "in the air", in_time=True)

    with pytest.raises(AuthorityNeeded, match="Chief Arbiter"):
        play.do(travelling)
    play.do(travelling, ARBITER)

    assert list_exclusions(play) == [(n, "10.1") for n in (4, 6, 7, 8)]


@each_edition(
    olympiad_2008="57",
    olympiad_2008_dresden="57",
    olympiad_2009="44",
    olympiad_2021_draft="10.1",
    olympiad_2022="10.1",
)
def test_a_team_counts_as_arriving_in_time_only_with_travel_details(edition: str) -> None:
    play = olympiad_event(edition, here=False)
    travelling = actions.RecordPresence(SECTION, Number(5), 0, " ", in_time=True)

    with pytest.raises(Refused, match="has not given its travel details"):
        play.do(travelling, ARBITER)
    play.do(replace(travelling, travel="by train"), ARBITER)
    assert 5 not in dict(list_exclusions(play))


@each_edition(olympiad_2008="60", olympiad_2008_dresden="60", olympiad_2009="47")
def test_the_president_may_pair_a_team_that_gave_no_notice(edition: str) -> None:
    play = olympiad_event(edition, here=False)

    play.do(actions.RecordPresence(SECTION, Number(5), 0, in_time=True), PRESIDENT)

    assert 5 not in dict(list_exclusions(play))


@each_edition(olympiad_2021_draft="10.2", olympiad_2022="10.2")
def test_a_team_below_half_strength_twice_is_not_paired_again(edition: str) -> None:
    play = olympiad_event(edition)
    for _ in range(2):
        play.publish()
        table, side = table_of(play, 2)
        present = (1, 4) if side == 0 else (4, 1)
        act = actions.TableResult(table, *((0, 40) if side == 0 else (40, 0)), present=present)
        done = play.do(actions.EnterResults(SECTION, len(play.section.rounds), (act,)))
        assert done.notices == ("Team 002 brought only 1 player for 4 boards (10.2).",)
        assert len(play.section.rounds) == 2 or list_exclusions(play) == []
        play.results()

    assert list_exclusions(play) == [(2, "10.2")]
    assert 2 not in {n for t in play.publish().tables for n in (t.white, t.black)}


@each_edition(olympiad_2021_draft="10.2", olympiad_2022="10.2")
def test_exactly_half_of_a_team_is_not_fewer_than_half(edition: str) -> None:
    play = olympiad_event(edition)
    for _ in range(2):
        play.publish()
        table, side = table_of(play, 2)
        present = (2, 4) if side == 0 else (4, 2)
        play.result(table, *((0, 40) if side == 0 else (40, 0)), present=present)
        play.results()

    assert list_exclusions(play) == []


def table_of(play: Play, number: int) -> tuple[int, int]:
    """The table of a team in the last round, and its side."""
    for table, meeting in play.section.rounds[-1].meetings.items():
        if number in (meeting.white, meeting.black):
            return table, 0 if meeting.white == number else 1
    raise AssertionError(number)


@pytest.mark.article("olympiad_2022:10.2")
def test_empty_boards_and_forfeits_show_how_many_players_came() -> None:
    play = olympiad_event("olympiad_2022", 4)
    play.publish()
    table, side = table_of(play, 2)
    meeting = play.section.rounds[-1].meetings[table]
    assert meeting.white is not None
    assert meeting.black is not None
    mine, other = (meeting.white, meeting.black) if side == 0 else (meeting.black, meeting.white)
    games = []
    for board in range(4):
        chairs: list[Number | None] = [Number(10 * mine + board + 1) if board == 0 else None]
        chairs.append(Number(10 * other + board + 1))
        white_first = (side == 0) == (board % 2 == 0)
        white, black = chairs if white_first else chairs[::-1]
        points = (0, 10) if white_first else (10, 0)
        manner = Manner.PLAYED if board == 0 else Manner.DEFAULT
        games.append(Game(white, black, *points, manner))
    score = (0, 40) if side == 0 else (40, 0)
    play.result(table, *score, games=tuple(games))
    play.results()
    assert list_exclusions(play) == []
    play.publish()
    table, side = table_of(play, 2)
    play.result(table, *((0, 40) if side == 0 else (40, 0)), manner=Manner.DEFAULT)
    play.results()

    assert list_exclusions(play) == [(2, "10.2")]


@each_edition(
    olympiad_2008="60",
    olympiad_2008_dresden="60",
    olympiad_2009="47",
    olympiad_2021_draft="10.3",
    olympiad_2022="10.3",
)
def test_the_president_makes_exceptions(edition: str) -> None:
    article = {"olympiad_2009": "44"}.get(edition, "57" if "2008" in edition else "10.1")
    play = olympiad_event(edition, here=False)
    exception = actions.GrantException(SECTION, Number(3), article)

    with pytest.raises(AuthorityNeeded, match="President of FIDE"):
        play.do(exception, ARBITER)
    with pytest.raises(AuthorityNeeded, match="reason"):
        play.do(exception, PRESIDENT, reason=" ")
    with pytest.raises(Refused, match=r"Exceptions to article .* are not allowed"):
        play.do(actions.GrantException(SECTION, Number(3), "1"), PRESIDENT)
    play.do(exception, PRESIDENT)

    assert 3 not in [number for number, _ in list_exclusions(play)]
    assert 4 in [number for number, _ in list_exclusions(play)]


@each_edition(olympiad_2008="60", olympiad_2008_dresden="60", olympiad_2009="47")
def test_an_exception_that_would_have_no_effect_is_refused(edition: str) -> None:
    play = olympiad_event(edition)
    defaults = actions.GrantException(SECTION, Number(3), "45" if "2009" in edition else "58")

    with pytest.raises(Refused, match="Record the action itself"):
        play.do(defaults, PRESIDENT)


@each_edition(olympiad_2008=("58", "60"), olympiad_2008_dresden=("58", "60"))
def test_a_team_that_does_not_come_loses_nil_to_four(edition: str) -> None:
    play = olympiad_event(edition)
    play.publish()

    with pytest.raises(Refused, match="Match 1 was forfeited, so its score must be 4-0"):
        play.result(1, 30, 0, manner=Manner.DEFAULT, present=(3, 0))
    play.result(1, 0, 40, manner=Manner.DEFAULT, present=(0, 3))
    by_decision = actions.TableResult(2, 30, 10, Manner.DEFAULT)
    play.do(actions.EnterResults(SECTION, 1, (by_decision,)), PRESIDENT)


@pytest.mark.parametrize(
    ("edition", "points"),
    [
        ("olympiad_2008", 40),
        ("olympiad_2008_dresden", 40),
        ("olympiad_2009", 30),
        ("olympiad_2021_draft", 30),
        ("olympiad_2022", 30),
    ],
)
def test_a_forfeit_is_entered_without_its_points(edition: str, points: int) -> None:
    """Three of four came: 2008 gives all boards, and from 2009 on each player counts."""
    score = governance_of_system(edition).default_score

    found = parse_result("1F-0F", 1, 4, score, present=(3, 0))

    assert (found.white_points, found.black_points) == (points, 0)


@pytest.mark.article("olympiad_2009:45", "olympiad_2009:47")
def test_a_forfeit_winner_gets_a_point_for_each_player_who_came() -> None:
    play = olympiad_event("olympiad_2009")
    play.publish()

    with pytest.raises(Refused, match="Match 1 was forfeited, so its score must be 3-0"):
        play.result(1, 40, 0, manner=Manner.DEFAULT, present=(3, 0))
    with pytest.raises(Refused, match="Match 2 was forfeited, so its score must be 3-0"):
        play.result(2, 10, 30, manner=Manner.DEFAULT)
    score = governance_of_system("olympiad_2009").default_score
    written = parse_result("0F-1F", 2, 4, score, present=(0, 3))
    play.do(actions.EnterResults(SECTION, 1, (written,)))
    by_decision = actions.TableResult(3, 40, 0, Manner.DEFAULT, present=(3, 0))
    play.do(actions.EnterResults(SECTION, 1, (by_decision,)), PRESIDENT)

    black = play.section.rounds[0].meetings[2].black
    facts = build_tournament(play.event, play.section)
    lines = {line.number: line for line in system("olympiad_2009").standings(facts).lines}
    assert black is not None
    assert (lines[black].points, lines[black].values[1].value) == (20, 30)
