"""A match of which all boards were forfeited: whether the team arrived decides about the bye."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.citing import each_edition
from tests.event.sessions import ARBITER, SECTION, Play, olympiad_event
from topboard._frozen import replace
from topboard.errors import ConfirmationNeeded, NoLegalPairing, Refused
from topboard.event import actions
from topboard.event.pairing import build_pair_round_action, build_tournament_before_next_round
from topboard.event.results import build_match_result_from_games, parse_games_of_match
from topboard.event.tournament import build_tournament
from topboard.formats import dumps, read_text
from topboard.model import ForfeitWin, Manner, Number, Played
from topboard.model.history import outcomes
from topboard.reasons.sentences import generate_round_sentences, names_of
from topboard.systems.registry import system

if TYPE_CHECKING:
    from pathlib import Path

    from tests.event.conftest import Run
    from topboard.model import Tournament

ARTICLES = {
    "olympiad_2008": "15b",
    "olympiad_2008_dresden": "15b",
    "olympiad_2009": "16b",
    "olympiad_2021_draft": "4.2.2",
    "olympiad_2022": "4.2.2",
}
EDITIONS = each_edition(
    olympiad_2008="15b",
    olympiad_2008_dresden="15b",
    olympiad_2009="16b",
    olympiad_2021_draft="4.2.2",
    olympiad_2022="4.2.2",
)


def forfeit_table_1(play: Play, answer: bool | None = None, *texts: str) -> actions.TableResult:
    """Table 1, on every board of which the side named second did not play."""
    meeting = play.section.rounds[0].meetings[1]
    sides = []
    for number in (meeting.white, meeting.black):
        assert number is not None
        sides.append([Number(10 * number + board) for board in range(1, 5)])
    games = parse_games_of_match(texts or ["1F-0F"] * 4, *sides)
    return replace(build_match_result_from_games(1, games), did_not_arrive=answer)


def four_teams(edition: str) -> Play:
    play = olympiad_event(edition, 4)
    play.publish()
    return play


def with_answer(edition: str, answer: bool | None) -> Play:
    """Six teams after round 1, and three of them left: only team 1 can have the bye.

    Team 1 has won table 1 by forfeits. One team of each table has left, and the others are barred
    from the bye by decision.
    """
    play = olympiad_event(edition, 6)
    play.publish()
    play.do(actions.EnterResults(SECTION, 1, (forfeit_table_1(play, answer),)), confirmed=True)
    play.results(20)
    for meeting in play.section.rounds[0].meetings.values():
        assert meeting.white is not None
        assert meeting.black is not None
        play.do(actions.Withdraw(SECTION, meeting.black, 2))
        if meeting.white != 1:
            play.do(actions.RuleOnBye(SECTION, meeting.white, allowed=False), ARBITER)
    return play


def outcome_of_team_one(known: Tournament) -> object:
    return outcomes(known)[Number(1)][0]


@EDITIONS
def test_a_match_forfeited_on_every_board_asks_whether_the_team_arrived(edition: str) -> None:
    play = four_teams(edition)

    with pytest.raises(ConfirmationNeeded) as asked:
        play.do(actions.EnterResults(SECTION, 1, (forfeit_table_1(play),)))

    (problem,) = asked.value.problems
    assert "lost every board by forfeit. Did the team fail to arrive?" in problem.what
    assert "Team 001 barred from the pairing-allocated bye" in problem.what
    assert problem.what.endswith(f" ({ARTICLES[edition]}).")
    assert asked.value.asks == ("did_not_arrive.1",)


@EDITIONS
def test_a_match_against_an_absent_team_counts_as_won_without_playing(edition: str) -> None:
    play = with_answer(edition, True)

    known = build_tournament(play.event, play.section)
    assert isinstance(outcome_of_team_one(known), ForfeitWin)
    assert play.section.rounds[0].meetings[1].did_not_arrive is True
    # It bars from the bye, and nobody else may have it.
    with pytest.raises(NoLegalPairing, match="no team may have the bye"):
        build_pair_round_action(play.event, SECTION)


@EDITIONS
@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (False, "The other team had arrived, so this win does not bar {team} from the bye"),
        (
            None,
            "There is no record that the other team failed to arrive, so this win does not bar"
            " {team} from the bye",
        ),
    ],
)
def test_otherwise_the_team_may_have_the_bye_and_the_explanation_says_so(
    edition: str, answer: bool | None, said: str
) -> None:
    play = with_answer(edition, answer)

    _, made = build_pair_round_action(play.event, SECTION)

    known = build_tournament_before_next_round(play.event, play.section)
    paragraphs = generate_round_sentences(made, names_of(known))
    (told,) = (lines[0] for lines in paragraphs if "has the bye" in lines[0])
    assert made.bye == 1
    assert isinstance(outcome_of_team_one(known), Played)
    said = said.format(team=names_of(known)(Number(1)))
    assert f"won round 1 because every board was forfeited. {said} (" in told
    assert told.endswith(f"({ARTICLES[edition]}).")


def test_the_arrival_question_is_asked_only_once() -> None:
    play = four_teams("olympiad_2022")
    play.do(actions.EnterResults(SECTION, 1, (forfeit_table_1(play, True),)))

    # The same forfeits again, as a correction that says nothing of the arrival.
    play.do(actions.CorrectResult(SECTION, 1, forfeit_table_1(play)))

    meeting = play.section.rounds[0].meetings[1]
    assert meeting.did_not_arrive is True
    assert meeting.manner is Manner.DEFAULT


def test_a_match_that_is_no_longer_forfeited_has_no_arrival_answer() -> None:
    play = four_teams("olympiad_2022")
    play.do(actions.EnterResults(SECTION, 1, (forfeit_table_1(play, True),)))

    play.do(actions.CorrectResult(SECTION, 1, forfeit_table_1(play, None, "1-0", *["1F-0F"] * 3)))

    meeting = play.section.rounds[0].meetings[1]
    assert meeting.did_not_arrive is None
    assert meeting.manner is Manner.PLAYED


@pytest.mark.parametrize(
    "texts",
    [
        ("1F-0F", "1F-0F", "1F-0F", "0-1"),
        ("1F-0F", "0F-1F", "1F-0F", "1F-0F"),
        ("0F-0F", "0F-0F", "0F-0F", "0F-0F"),
    ],
)
def test_the_arrival_question_is_not_asked_about_other_matches(texts: tuple[str, ...]) -> None:
    play = four_teams("olympiad_2022")
    act = actions.EnterResults(SECTION, 1, (forfeit_table_1(play, None, *texts),))

    with pytest.raises(Refused, match="neither team lost every board by forfeit"):
        play.do(
            actions.EnterResults(SECTION, 1, (forfeit_table_1(play, False, *texts),)),
            confirmed=True,
        )
    play.do(act, confirmed=True)

    assert play.section.rounds[0].meetings[1].did_not_arrive is None


def test_a_double_forfeited_board_does_not_prevent_the_arrival_question() -> None:
    play = four_teams("olympiad_2022")
    texts = ("1F-0F", "0F-0F", "1F-0F", "1F-0F")

    with pytest.raises(ConfirmationNeeded, match="Did the team fail to arrive"):
        play.do(actions.EnterResults(SECTION, 1, (forfeit_table_1(play, None, *texts),)))


@pytest.mark.parametrize("kind", ["trf26", "event-json"])
@pytest.mark.parametrize("answer", [True, False, None])
def test_the_arrival_answer_is_exported(kind: str, answer: bool | None) -> None:
    play = with_answer("olympiad_2022", answer)
    known = build_tournament_before_next_round(play.event, play.section)

    again = read_text(dumps(known, kind))

    assert again.rounds[0].meetings[0].did_not_arrive is answer
    assert type(outcome_of_team_one(again)) is type(outcome_of_team_one(known))
    if answer is not True:
        assert system("olympiad_2022").pair(again).bye == 1


def test_the_command_asks_about_the_arrival_and_records_the_answer(
    run: Run, tmp_path: Path
) -> None:
    rows = [f"{name},{name[0]}{b},{2500 - b}" for name in ("Oslo", "Riga") for b in range(1, 5)]
    table = tmp_path / "teams.csv"
    table.write_text("\n".join(["team,name,rating", *rows]), encoding="utf-8")
    for words in (
        ("new", "Cup", "--no-key"),
        ("section", "Open", "--system", "olympiad_2022", "--rounds", 3, "--boards", 4),
        ("import", table),
        ("close-entries",),
        ("present", "all", "--players", 4),
        ("lot", "colour", "--colour", "white"),
        ("pair", "--publish"),
    ):
        assert run(*words)[0] == 0
    forfeits = ("result", 1, 1, *["1F-0F"] * 4, "--boards")

    asked, _, told = run(*forfeits)
    twice, _, both = run(*forfeits, "--arrived", "--not-arrived")
    done, said, _ = run(*forfeits, "--not-arrived")

    assert (asked, twice, done) == (3, 3, 0)
    assert "Did the team fail to arrive?" in told
    assert "answer with --not-arrived or --arrived" in told
    assert "two options contradict each other: '--not-arrived --arrived'" in both
    assert "match 1 Oslo - Riga +:- (forfeited, because the losing team did not arrive)" in said
