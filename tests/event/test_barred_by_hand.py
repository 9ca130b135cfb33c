"""Pairing by hand: absent, suspended and barred participants are paired only when confirmed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.citing import each_edition
from tests.event.before_round_one import (
    ALL,
    OLYMPIADS,
    assert_refused,
    by_command,
    event_before_round_1,
)
from tests.event.sessions import (
    ARBITER,
    DIRECTOR,
    PANEL,
    SECTION,
    Play,
    cfc_event,
    olympiad_event,
)
from topboard.cli.exit_codes import DONE
from topboard.errors import ConfirmationNeeded
from topboard.event import actions
from topboard.event.pairing import (
    build_end_manual_pairing_action,
)
from topboard.model import Manner, Number, ZeroPointBye

if TYPE_CHECKING:
    from tests.event.conftest import Run


def pairs_of(*pairs: tuple[int, int]) -> tuple[actions.Table, ...]:
    return tuple(
        actions.Table(place, Number(white), Number(black))
        for place, (white, black) in enumerate(pairs, start=1)
    )


def confirmed_by_hand(play: Play, words: str, bye: int | None = None) -> str:
    """What is told when 1 meets 2 and 3 meets 4 by hand, confirmed when set and when published."""
    number = play.section.round_to_pair
    free = None if bye is None else Number(bye)
    play.draw()
    play.do(actions.BeginManual(SECTION, number))
    change = actions.ChangeManual(SECTION, number, pairs_of((1, 2), (3, 4)), free)
    with pytest.raises(ConfirmationNeeded, match=words):
        play.do(change)
    play.do(change, confirmed=True)
    play.do(build_end_manual_pairing_action(play.event, SECTION), confirmed=True)
    with pytest.raises(ConfirmationNeeded, match=words):
        play.do(actions.PublishRound(SECTION, number), PANEL)
    return "\n".join(play.do(actions.PublishRound(SECTION, number), PANEL, confirmed=True).notices)


@each_edition(
    olympiad_2008="57",
    olympiad_2008_dresden="57",
    olympiad_2009="44",
    olympiad_2021_draft="10.1",
    olympiad_2022="10.1",
)
def test_pairing_an_absent_team_by_hand_requires_confirmation(edition: str) -> None:
    play = olympiad_event(edition, 4, here=False)
    for number in (1, 3, 4):
        play.do(actions.RecordPresence(SECTION, Number(number), 4))

    assert "(#2)" in confirmed_by_hand(
        play, rf"Team 002 \(#2\) must not be paired in round 1 \({OLYMPIADS[edition]}\)"
    )


@each_edition(olympiad_2021_draft="10.2", olympiad_2022="10.2")
def test_pairing_a_team_short_of_players_twice_by_hand_requires_confirmation(edition: str) -> None:
    play = olympiad_event(edition, 4)
    for _ in range(2):
        play.publish()
        for table, meeting in play.section.rounds[-1].meetings.items():
            if meeting.white == 2:
                play.result(table, 0, 40, present=(1, 4))
            if meeting.black == 2:
                play.result(table, 40, 0, present=(4, 1))
        play.results()

    assert "(#2)" in confirmed_by_hand(
        play, r"Team 002 \(#2\) must not be paired in round 3 \(10\.2\)"
    )


@each_edition(cfc_swiss="616", cfc_team_swiss="647")
def test_pairing_a_no_show_by_hand_requires_confirmation(edition: str) -> None:
    article = {"cfc_swiss": "616"}.get(edition, "647")
    play = cfc_event(edition, 4)
    play.publish(None)
    most = 10 * play.section.settings.boards
    for table, meeting in play.section.rounds[-1].meetings.items():
        if 2 in (meeting.white, meeting.black):
            points = (0, most) if meeting.white == 2 else (most, 0)
            play.result(table, *points, manner=Manner.DEFAULT)
    play.results()

    assert "(#2)" in confirmed_by_hand(play, rf"\(#2\) must not be paired in round 2 \({article}\)")


LEFT = {
    "cfc_swiss": r" \(616\)",
    "cfc_team_swiss": r" \(647\)",
    "cfc_round_robin": r" \(653\)",
    "cfc_team_round_robin": r" \(664\)",
    "fide_round_robin": r" \(6\.6\.under_half\)",
}


@pytest.mark.parametrize("edition", ALL)
def test_pairing_an_unavailable_player_by_hand_requires_confirmation(
    edition: str,
) -> None:
    article = LEFT.get(edition, "")
    for act, words in (
        (actions.Withdraw(SECTION, Number(2)), rf"\(#2\) left before round 1{article}"),
        (actions.Expel(SECTION, Number(2), 1), rf"\(#2\) left before round 1{article}"),
        (
            actions.RequestBye(SECTION, Number(2), 1, ZeroPointBye()),
            rf"asked not to be paired in round 1{article}",
        ),
        (actions.Suspend(SECTION, Number(2)), r"\(#2\) is suspended"),
    ):
        play = event_before_round_1(edition, 4)
        play.do(act, DIRECTOR if edition in LEFT else ARBITER, confirmed=True)
        assert "(#2)" in confirmed_by_hand(play, words)


@pytest.mark.parametrize("edition", ALL)
def test_publishing_a_manual_pairing_with_an_excluded_player_is_confirmed(
    edition: str,
) -> None:
    play = event_before_round_1(edition, 4)
    play.draw()
    play.do(actions.BeginManual(SECTION, 1))
    play.do(actions.ChangeManual(SECTION, 1, pairs_of((1, 2), (3, 4))))
    play.do(build_end_manual_pairing_action(play.event, SECTION), confirmed=True)
    play.do(actions.Suspend(SECTION, Number(4)))

    with pytest.raises(ConfirmationNeeded, match=r"\(#4\) is suspended"):
        play.do(actions.PublishRound(SECTION, 1), PANEL)


SECOND = {
    "olympiad_2008": "11",
    "olympiad_2008_dresden": "11",
    "olympiad_2009": "12",
    "olympiad_2021_draft": "4.2.1",
    "olympiad_2022": "4.2.1",
    "cfc_swiss": "615",
    "cfc_team_swiss": "615",
    "dubov_1997": "2.2",
    "cfc_round_robin": "652",
    "cfc_team_round_robin": "663",
    "fide_round_robin": "Annex 1.odd",
}


@pytest.mark.parametrize("edition", SECOND)
def test_a_second_bye_by_hand_requires_confirmation(edition: str) -> None:
    play = event_before_round_1(edition, 5)
    play.by_hand(pairs_of((1, 3), (2, 4)), Number(5))
    play.results()

    assert "(#5)" in confirmed_by_hand(
        play,
        rf"\(#5\) already had the pairing-allocated bye in round 1 .* \({SECOND[edition]}\)",
        5,
    )


def test_the_second_bye_in_a_double_round_robin_comes_from_its_table() -> None:
    play = cfc_event("cfc_round_robin", 3, variations=("double",))
    settings = play.section.settings
    play.do(
        replace(actions.ChangeSection(SECTION, 6, 1), variations=settings.variations),
        confirmed=True,
    )
    byes = []
    for _ in range(6):
        act = play.pair()
        play.by_hand(act.tables, act.bye, None)
        byes.append(act.bye)
        play.results()

    assert sorted(n for n in byes if n is not None) == [1, 1, 2, 2, 3, 3]


@pytest.mark.parametrize(
    ("edition", "article"),
    [
        ("olympiad_2008", "15b"),
        ("olympiad_2009", "16b"),
        ("olympiad_2022", "4.2.2"),
        ("dubov_1997", "2.2"),
    ],
)
def test_a_bye_by_hand_after_an_unplayed_win_requires_confirmation(
    edition: str, article: str
) -> None:
    play = event_before_round_1(edition, 5)
    play.by_hand(pairs_of((1, 3), (5, 4)), Number(2))
    most = 10 * play.section.settings.boards
    play.result(2, most, 0, manner=Manner.DEFAULT)
    play.results()

    assert "(#5)" in confirmed_by_hand(play, rf"\(#5\) did not play in round 1 .* \({article}\)", 5)


def test_adding_an_excluded_player_to_a_published_pairing_needs_confirmation() -> None:
    play = cfc_event("cfc_swiss", 5)
    play.do(actions.RequestBye(SECTION, Number(5), 1))
    play.publish(None)
    change = actions.ChangePublished(
        SECTION, 1, pairs_of((1, 5), (3, 4)), Number(2), actions.ChangeGround.OTHER
    )

    with pytest.raises(
        ConfirmationNeeded, match=r"\(#5\) asked not to be paired in round 1 \(616\)"
    ):
        play.do(change, DIRECTOR)
    play.do(change, DIRECTOR, confirmed=True)


def test_the_command_pairs_an_excluded_player_by_hand_only_with_yes(run: Run) -> None:
    by_command(run, "olympiad_2022", 5)
    run("lot", "colour", "--colour", "white")
    run("present", 1, 2, 3, 4, "--players", 4)
    run("manual", "begin")
    pairs = ("--pairs", "1-5", "2-3", "--bye", 4)

    assert_refused(run("manual", "set", *pairs), "Eland (#5) must not be paired in round 1 (10.1)")
    assert run("manual", "set", *pairs, "--yes")[0] == DONE
    assert run("manual", "end")[0] == DONE
    assert_refused(run("publish"), "Eland (#5) must not be paired in round 1 (10.1)")
    assert run("publish", "--yes")[0] == DONE
    for table in (1, 2):
        run("result", 1, table, "2-2")
    run("manual", "begin")
    assert_refused(run("manual", "set", "--pairs", "1-2", "3-5", "--bye", 4), "(4.2.1)")
