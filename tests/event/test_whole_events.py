"""Whole small events, from the entry list to the last round, and made again from the entries."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.event.sessions import (
    ARBITER,
    DIRECTOR,
    PANEL,
    PRESIDENT,
    SECTION,
    Play,
    event_with_section,
    olympiad_event,
    person,
    team,
)
from topboard.event import actions
from topboard.event.entries import BEGINNING, Entry, parse_stored_entry, to_stored_entry
from topboard.event.lots import hash_lot_seed
from topboard.event.pairing import (
    build_action_for_computed_pairing,
    build_close_entries_action,
    build_end_manual_pairing_action,
)
from topboard.event.reducer import compute_event_from_entries
from topboard.event.replay import Comparison, replay_round, replay_rounds
from topboard.event.tournament import build_tournament
from topboard.model import Manner, Number
from topboard.systems.registry import system


def through_json(play: Play) -> list[Entry]:
    """The entries as another machine reads them."""
    return [parse_stored_entry(to_stored_entry(entry, BEGINNING)) for entry in play.entries]


def check_replays(play: Play, rounds: int) -> None:
    """Every round is made again with the same pairs and reasons."""
    entries = through_json(play)

    assert entries == play.entries
    assert compute_event_from_entries(entries) == play.event
    found = list(replay_rounds(entries))
    assert [r.round for r in found if r.entry not in play.event.undone] == list(
        range(1, rounds + 1)
    )
    assert all(r.does_not_contradict_record for r in found)
    for number in range(1, rounds + 1):
        again = replay_round(entries, SECTION, number)
        assert again.comparison is Comparison.SAME
        assert again.answer is not None
        assert (
            build_action_for_computed_pairing(again.answer, SECTION, again.excluded).digest
            == again.digest
        )


@pytest.mark.parametrize(
    "edition",
    [
        "olympiad_2008",
        "olympiad_2008_dresden",
        "olympiad_2009",
        "olympiad_2021_draft",
        "olympiad_2022",
    ],
)
def test_an_olympiad_of_nine_teams_is_run_from_start_to_finish(edition: str) -> None:
    play = olympiad_event(edition, 9, rounds=5, here=False)
    for number in range(1, 9):
        play.do(actions.RecordPresence(SECTION, Number(number), 4))
    play.do(actions.CommitLot(SECTION, "colour", hash_lot_seed("seed for the colour")))
    play.do(actions.DrawLot(SECTION, "colour", "seed for the colour"))
    play.round()
    play.publish()
    play.result(1, 40, 0, manner=Manner.DEFAULT, rated=False, present=(4, 0))
    play.result(2, 20, 10, manner=Manner.UNFINISHED)
    play.results()
    play.do(actions.Withdraw(SECTION, Number(8), 3))
    play.publish()
    play.do(actions.CorrectResult(SECTION, 2, actions.TableResult(2, 20, 20)))
    play.results()
    play.round()
    play.round()
    play.do(actions.CloseEvent())

    check_replays(play, 5)
    assert play.event.closed
    table = system(edition).standings(build_tournament(play.event, play.section))
    assert len(table.lines) == 9


def test_a_canadian_weekend_swiss_is_run_from_start_to_finish() -> None:
    play = event_with_section("cfc_swiss", 5, variations=("616.1", "624.1"), tie_breaks=("CUM",))
    play.do(actions.Enter(SECTION, tuple(person(n, 2400 - 7 * n) for n in range(1, 12))))
    play.do(actions.Announce(SECTION, "on the wall and by word"))
    play.do(build_close_entries_action(play.event, SECTION))
    play.round()
    play.do(actions.EnterLate(SECTION, replace(person(12, 2100), joined=2)), DIRECTOR)
    play.round()
    play.publish()
    play.result(1, 10, 0, manner=Manner.DEFAULT, rated=False)
    play.results()
    play.round()
    play.round()
    play.do(actions.CloseEvent())

    check_replays(play, 5)


def test_a_canadian_team_swiss_is_run_from_start_to_finish() -> None:
    play = event_with_section("cfc_team_swiss", 3, 4)
    play.do(actions.Enter(SECTION, tuple(team(n) for n in range(1, 8))))
    play.do(build_close_entries_action(play.event, SECTION))
    for _ in range(3):
        play.round()
    play.do(actions.CloseEvent())

    check_replays(play, 3)


@pytest.mark.parametrize(
    ("edition", "boards"),
    [("cfc_round_robin", 1), ("cfc_team_round_robin", 4), ("fide_round_robin", 1)],
)
def test_a_round_robin_with_seeded_random_numbers_runs_to_the_end(
    edition: str, boards: int
) -> None:
    play = event_with_section(edition, 7, boards)
    entered = [person(n) if boards == 1 else team(n) for n in range(1, 8)]
    play.do(actions.Enter(SECTION, tuple(entered)))
    among = tuple(c.number for c in entered)
    commitment = hash_lot_seed("seed for the numbers")
    play.do(actions.CommitLot(SECTION, "pairing numbers", commitment, among))
    play.do(actions.DrawLot(SECTION, "pairing numbers", "seed for the numbers"))
    play.do(build_close_entries_action(play.event, SECTION))
    for number in range(1, 8):
        if number == 5:
            play.do(actions.Withdraw(SECTION, Number(2), 5), confirmed=True)
        play.round()
    play.do(actions.CloseEvent())

    check_replays(play, 7)
    names = [c.name for c in play.section.competitors.values()]
    assert names != sorted(names)


def test_a_dubov_event_is_run_from_start_to_finish() -> None:
    play = event_with_section("dubov_1997", 5)
    play.do(actions.Enter(SECTION, tuple(person(n, 2500 - 11 * n) for n in range(1, 15))))
    play.do(build_close_entries_action(play.event, SECTION))
    for _ in range(5):
        play.round()
    play.do(actions.CloseEvent())

    check_replays(play, 5)


# --- making again -------------------------------------------------------------------------------


def test_a_round_is_replayed_from_what_was_known_at_the_time() -> None:
    play = olympiad_event("olympiad_2022", 8)
    play.round()
    play.round()
    play.do(
        actions.CorrectResult(SECTION, 1, actions.TableResult(1, 0, 40)), ARBITER, confirmed=True
    )

    check_replays(play, 2)


def test_a_round_published_undone_and_republished_is_replayed_twice() -> None:
    play = olympiad_event("olympiad_2008", 6)
    play.publish()
    told = tuple(play.section.competitors)
    play.do(actions.Undo(len(play.entries), informed=told), PRESIDENT)
    play.do(actions.ForbidPair(SECTION, Number(1), Number(3)))
    play.publish()

    found = list(replay_rounds(play.entries))

    assert [r.does_not_contradict_record for r in found] == [True, True]
    assert found[0].digest != found[1].digest
    assert replay_round(play.entries, SECTION, 1).digest == found[1].digest


def test_a_manual_round_is_shown_beside_the_pairing_by_the_rules() -> None:
    play = olympiad_event("olympiad_2022", 4)
    play.pair()
    play.do(actions.BeginManual(SECTION, 1))
    tables = (actions.Table(1, Number(1), Number(2)), actions.Table(2, Number(3), Number(4)))
    play.do(actions.ChangeManual(SECTION, 1, tables))
    play.do(build_end_manual_pairing_action(play.event, SECTION))
    play.do(actions.PublishRound(SECTION, 1), PANEL)

    found = replay_round(play.entries, SECTION, 1)

    assert found.does_not_contradict_record
    assert found.manual
    assert found.tables == tables
    assert len(found.differences) == 2


def test_replay_detects_a_round_that_contradicts_the_rules() -> None:
    play = olympiad_event("olympiad_2022", 6)
    made = play.pair()
    one, two, *rest = made.tables
    forged = replace(
        made, tables=(replace(one, black=two.black), replace(two, black=one.black), *rest)
    )
    entries = [
        *play.entries[:-1],
        replace(play.entries[-1], act=forged),
        Entry(len(play.entries) + 1, "", "", actions.PublishRound(SECTION, 1)),
    ]

    assert [r.does_not_contradict_record for r in replay_rounds(entries)] == [False]
