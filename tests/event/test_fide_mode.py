"""FIDE mode: on from the start, left only for good, and what it refuses or asks to be confirmed."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.event.sessions import (
    ARBITER,
    CONTEXT,
    SECTION,
    Play,
    cfc_event,
    dutch_event,
    event_with_section,
    team,
)
from topboard.errors import ConfirmationNeeded, Refused
from topboard.event import actions
from topboard.event.pairing import build_close_entries_action, build_end_manual_pairing_action
from topboard.event.remarks import build_integrity_remarks
from topboard.model import FullPointBye, HalfPointBye, Number, Scale
from topboard.systems.registry import SYSTEMS, system

if TYPE_CHECKING:
    from pathlib import Path

    from tests.event.conftest import Run

EDITIONS = ("fide_dutch_2026", "fide_dutch_2017")
LEAVE = actions.LeaveFideMode(SECTION)


def leave(play: Play) -> None:
    twice = replace(CONTEXT, confirmed=True, confirmed_again=True)
    play.accept_entry(play.prepare_action(LEAVE, twice))


def result(play: Play, white: int, black: int) -> actions.EnterResults:
    return actions.EnterResults(
        SECTION, len(play.section.rounds), (actions.TableResult(1, white, black),)
    )


@pytest.mark.parametrize("edition", EDITIONS)
def test_leaving_fide_mode_requires_two_confirmations(edition: str) -> None:
    play = dutch_event(edition)
    with pytest.raises(
        ConfirmationNeeded,
        match=r"will leave FIDE mode permanently.*Confirm the warning to continue",
    ):
        play.do(LEAVE)
    with pytest.raises(
        ConfirmationNeeded,
        match=r"Confirm the warning a second time to continue\. "
        r"On the command line, add --yes-again\.",
    ):
        play.do(LEAVE, confirmed=True)
    assert not play.section.left_fide_mode

    leave(play)

    assert play.section.left_fide_mode


@pytest.mark.parametrize("name", [name for name in SYSTEMS if name.startswith("fide_")])
def test_every_fide_system_starts_in_fide_mode(name: str) -> None:
    rules = system(name)
    play = event_with_section(name, 5, boards=4 if rules.teams else rules.games)
    unfair = actions.ChangeSection(SECTION, 5, play.section.settings.boards)
    unfair = replace(unfair, game_scale=Scale(win=10, draw=9, loss=0))
    with pytest.raises(Refused, match="Two draws are worth more"):
        play.do(unfair, confirmed=True)
    with pytest.raises(ConfirmationNeeded, match="will leave FIDE mode permanently"):
        play.do(LEAVE)

    leave(play)

    assert play.section.left_fide_mode


def test_manual_match_colours_do_not_trigger_individual_colour_warnings() -> None:
    play = event_with_section("fide_team_2026", 5, boards=4)
    play.do(actions.Enter(SECTION, tuple(team(n) for n in range(1, 9))))
    play.do(build_close_entries_action(play.event, SECTION))
    for pairs in (((1, 5), (2, 6), (3, 7), (4, 8)), ((1, 6), (2, 5), (3, 8), (4, 7))):
        tables = tuple(actions.Table(t, Number(a), Number(b)) for t, (a, b) in enumerate(pairs, 1))
        play.by_hand(tables, authority=ARBITER)
        play.results()

    done = play.do(by_hand(play, (1, 7), (8, 2), (5, 3), (6, 4)))

    assert not any("time running" in notice for notice in done.notices)


def test_an_ordinary_warning_needs_only_one_confirmation() -> None:
    play = dutch_event("fide_dutch_2026")
    play.publish()
    play.do(result(play, 5, 0), confirmed=True)

    assert play.section.rounds[0].meetings[1].white_points == 5


def test_a_section_cannot_return_to_fide_mode_and_every_report_says_so() -> None:
    play = dutch_event("fide_dutch_2026")
    leave(play)
    entry = play.entries[-1].number

    with pytest.raises(Refused, match="cannot return to it"):
        play.do(actions.Undo(entry), ARBITER, confirmed=True)
    with pytest.raises(Refused, match="Section Open has already left FIDE mode"):
        leave(play)
    play.round()
    assert any(
        "leave FIDE mode permanently" in line
        for line in build_integrity_remarks(play.entries, SECTION)
    )


def test_other_systems_have_no_fide_mode() -> None:
    play = cfc_event("cfc_swiss")

    with pytest.raises(Refused, match="no FIDE mode"):
        leave(play)


def test_the_number_of_rounds_cannot_change() -> None:
    play = dutch_event("fide_dutch_2026", rounds=5)
    change = actions.ChangeSection(SECTION, 6)
    play.do(actions.ChangeSection(SECTION, 5))
    play.round()

    with pytest.raises(Refused, match="number of rounds cannot be changed"):
        play.do(change, confirmed=True)
    leave(play)
    play.do(change, confirmed=True)
    assert play.section.settings.rounds == 6


@pytest.mark.parametrize("act", [actions.ForbidPair, actions.AllowPair])
def test_pairs_can_only_be_forbidden_before_round_one(act: type[actions.ForbidPair]) -> None:
    play = dutch_event("fide_dutch_2026")
    play.do(actions.ForbidPair(SECTION, Number(1), Number(2)))
    play.round()

    with pytest.raises(Refused, match="can be changed only before round 1"):
        play.do(act(SECTION, Number(1), Number(2)), confirmed=True)


@pytest.mark.parametrize(
    ("scale", "words"),
    [
        (Scale(10, 6, 0), "Two draws are worth more"),
        (Scale(10, 5, 0, bye=11), "The pairing-allocated bye is worth more than a win."),
        (Scale(10, 5, 0, bye=7), "With standard scoring, the pairing-allocated bye must be worth"),
    ],
)
def test_unfair_scoring_is_refused(scale: Scale, words: str) -> None:
    with pytest.raises(Refused, match=words):
        event_with_section("fide_dutch_2026", 5, game_scale=scale)
    event_with_section("fide_dutch_2026", 5, game_scale=Scale(30, 10, 0, bye=30))


@pytest.mark.parametrize(("bye", "scored"), [("1", "1"), ("0.5", "½"), ("0", "0")])
def test_a_command_sets_the_bye_to_one_half_or_zero_points(run: Run, bye: str, scored: str) -> None:
    run("new", "Test", "--no-key")
    of_dutch = ("--system", "fide_dutch_2026", "--rounds", 5)
    assert run("section", "Open", *of_dutch, "--points", "1,0.5,0,0.7")[0] == 3
    code, out, _ = run("section", "Open", *of_dutch, "--points", f"1,0.5,0,{bye}")
    assert code == 0
    assert f"game points 1-½-0 (pairing-allocated bye {scored})" in out
    for name, rating in (("Aa", 2000), ("Bb", 1900), ("Cc", 1800)):
        run("enter", name, "--rating", rating)
    run("close-entries")
    run("lot", "colour", "--colour", "white")
    assert run("pair", "--publish")[0] == 0

    byed = [line for line in run("standings")[1].splitlines() if "Cc" in line]
    assert byed[0].split()[3] == scored


def test_under_other_scoring_the_bye_has_any_value_up_to_a_win() -> None:
    for bye in (0, 10, 20, 30):
        play = event_with_section("fide_dutch_2026", 5, game_scale=Scale(30, 10, 0, bye=bye))
        assert play.section.settings.game_scale == Scale(30, 10, 0, bye=bye)


def test_a_manual_pairing_that_differs_from_the_rules_must_be_confirmed() -> None:
    play = dutch_event("fide_dutch_2026", count=8)
    made = play.pair()
    assert [(t.white, t.black) for t in made.tables] == [(1, 5), (6, 2), (3, 7), (8, 4)]
    play.do(by_hand(play, (1, 6), (5, 2), (3, 7), (8, 4)), confirmed=True)

    with pytest.raises(ConfirmationNeeded) as asked:
        play.do(build_end_manual_pairing_action(play.event, SECTION))

    assert [problem.what for problem in asked.value.problems] == [
        (
            "The manual pairing differs from the one under the rules: "
            "1 - 6, by the rules 1 - 5 and 6 - 2 (4.2.1)."
        ),
        (
            "The manual pairing differs from the one under the rules: "
            "5 - 2, by the rules 5 - 1 and 2 - 6 (4.2.1)."
        ),
    ]
    play.do(build_end_manual_pairing_action(play.event, SECTION), confirmed=True)
    leave(play)


@pytest.mark.parametrize("left", [True, False])
def test_a_manual_pairing_by_the_rules_or_outside_fide_mode_just_ends(
    left: bool,
) -> None:
    play = dutch_event("fide_dutch_2026", count=8)
    play.draw()
    if left:
        leave(play)
    pairs = [(1, 5), (6, 2), (3, 7), (8, 4)]
    play.do(by_hand(play, *([(1, 2), (5, 6), (3, 7), (8, 4)] if left else pairs)))

    play.do(build_end_manual_pairing_action(play.event, SECTION))

    assert play.section.draft is not None
    assert not play.section.draft.open


@pytest.mark.parametrize(("white", "black"), [(10, 10), (10, 5), (5, 10), (7, 3)])
def test_impossible_results_are_refused(white: int, black: int) -> None:
    play = dutch_event("fide_dutch_2026")
    play.publish()

    with pytest.raises(Refused, match="no game can end with these points"):
        play.do(result(play, white, black), confirmed=True)


@pytest.mark.parametrize(("white", "black"), [(10, 0), (5, 5), (0, 10)])
def test_results_are_written_as_game_points_whatever_they_are_worth(white: int, black: int) -> None:
    play = dutch_event("fide_dutch_2026", game_scale=Scale(30, 10, 0))
    play.publish()

    act = result(play, white, black)
    play.do(act)

    entered = play.section.rounds[-1].meetings[act.results[0].table]
    assert (entered.white_points, entered.black_points) == (white, black)


@pytest.mark.parametrize(("white", "black"), [(5, 0), (0, 5), (0, 0)])
def test_unusual_results_allowed_by_the_laws_require_confirmation(white: int, black: int) -> None:
    play = dutch_event("fide_dutch_2026")
    play.publish()

    with pytest.raises(ConfirmationNeeded):
        play.do(result(play, white, black))
    play.do(result(play, white, black), confirmed=True)


def test_a_second_half_point_bye_or_a_full_point_bye_requires_confirmation() -> None:
    play = dutch_event("fide_dutch_2026")
    play.do(actions.RequestBye(SECTION, Number(3), 2, HalfPointBye()), ARBITER)
    second = actions.RequestBye(SECTION, Number(3), 4, HalfPointBye())
    with pytest.raises(ConfirmationNeeded, match="already has a half-point bye in round 2"):
        play.do(second, ARBITER)
    play.do(second, ARBITER, confirmed=True)
    full = actions.RequestBye(SECTION, Number(5), 2, FullPointBye())
    with pytest.raises(ConfirmationNeeded, match="a full point without playing"):
        play.do(full)
    play.do(full, confirmed=True)

    (told,) = build_integrity_remarks(play.entries, SECTION)
    assert "record a bye for Player 005 (#5) in round 2" in told


def by_hand(play: Play, *pairs: tuple[int, int]) -> actions.ChangeManual:
    number = play.section.round_to_pair
    play.do(actions.BeginManual(SECTION, number))
    tables = tuple(
        actions.Table(place, Number(white), Number(black))
        for place, (white, black) in enumerate(pairs, start=1)
    )
    return actions.ChangeManual(SECTION, number, tables)


def test_a_rematch_or_forbidden_pair_by_hand_requires_confirmation() -> None:
    play = dutch_event("fide_dutch_2026", count=4)
    play.do(actions.ForbidPair(SECTION, Number(1), Number(4)))
    play.round()
    assert {(t.white, t.black) for t in play.section.rounds[0].meetings.values()} == {
        (1, 3),
        (4, 2),
    }

    act = by_hand(play, (3, 1), (2, 4))
    with pytest.raises(
        ConfirmationNeeded, match=r"\(#3\) and .* \(#1\) already met in round 1 \(C\.04\.1 2\)"
    ):
        play.do(act)
    with pytest.raises(
        ConfirmationNeeded, match=r"\(#1\) and .* \(#4\) must not be paired with each other"
    ):
        play.do(replace(act, tables=(actions.Table(1, Number(1), Number(4)), *())))
    play.do(act, confirmed=True)


def test_the_same_colour_three_times_running_by_hand_requires_confirmation() -> None:
    play = dutch_event("fide_dutch_2026", count=8)
    for pairs in (((1, 5), (2, 6), (3, 7), (4, 8)), ((1, 6), (2, 5), (3, 8), (4, 7))):
        tables = tuple(actions.Table(t, Number(a), Number(b)) for t, (a, b) in enumerate(pairs, 1))
        play.by_hand(tables, authority=ARBITER)
        play.results()

    act = by_hand(play, (1, 7), (8, 2), (5, 3), (6, 4))
    with pytest.raises(ConfirmationNeeded) as asked:
        play.do(act)

    told = [problem.what for problem in asked.value.problems]
    assert told == [
        "Player 001 (#1) would have a colour difference of +3 (C.04.1 6).",
        "Player 001 (#1) would have White three times in a row (C.04.1 7).",
        "Player 007 (#7) would have a colour difference of -3 (C.04.1 6).",
        "Player 007 (#7) would have Black three times in a row (C.04.1 7).",
    ]


def test_the_command_asks_for_two_confirmations(run: Run) -> None:
    run("new", "Test", "--no-key")
    run("section", "Open", "--system", "fide_dutch_2026", "--rounds", 5)

    assert run("leave-fide-mode")[0] == 3
    assert (
        "Confirm the warning a second time to continue. On the command line, add --yes-again."
        in run("leave-fide-mode", "--yes")[2]
    )
    assert run("leave-fide-mode", "--yes-again")[0] == 3
    assert run("leave-fide-mode", "--yes", "--yes-again")[0] == 0
    shown = json.loads(run("show", "--json")[1])
    assert '"left_fide_mode": true' in json.dumps(shown)


def test_the_report_of_a_section_that_left_fide_mode_says_so(run: Run, tmp_path: Path) -> None:
    run("new", "Test", "--no-key")
    run("section", "Open", "--system", "fide_dutch_2026", "--rounds", 5)
    for name, rating in (("Aa", 2000), ("Bb", 1900)):
        run("enter", name, "--rating", rating)
    run("close-entries")
    run("leave-fide-mode", "--yes", "--yes-again")

    assert run("export", tmp_path / "open.trf", "--to", "trf26")[0] == 0

    lines = (tmp_path / "open.trf").read_text().splitlines()
    assert any(
        line.startswith("###") and line.endswith("leave FIDE mode permanently") for line in lines
    )


def test_two_players_with_the_wrong_colour_are_noted() -> None:
    play = dutch_event("fide_dutch_2026", count=8)
    play.round()
    had = {(m.white, m.black) for m in play.section.rounds[0].meetings.values()}
    assert had == {(1, 5), (6, 2), (3, 7), (8, 4)}

    done = play.do(by_hand(play, (1, 2), (3, 4), (7, 8), (5, 6)))

    assert done.notices == (
        (
            "Player 001 (#1) and Player 002 (#2) would both get their preferred "
            "colour if their colours were reversed."
        ),
        (
            "Player 003 (#3) and Player 004 (#4) would both get their preferred "
            "colour if their colours were reversed."
        ),
    )
