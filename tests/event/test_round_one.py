"""What an arbiter cannot do by oversight in round 1: publish it empty or without its lot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.citing import each_edition
from tests.event.before_round_one import (
    ALL,
    LOTS,
    OLYMPIADS,
    assert_refused,
    by_command,
    event_before_round_1,
)
from tests.event.sessions import (
    ARBITER,
    DIRECTOR,
    PANEL,
    PRESIDENT,
    SECTION,
    cfc_event,
    event_with_section,
    numbers_of,
    olympiad_event,
    person,
)
from topboard.checking import check_all_rounds
from topboard.cli.exit_codes import DONE
from topboard.errors import AuthorityNeeded, ConfirmationNeeded, Refused
from topboard.event import actions
from topboard.event.lots import hash_lot_seed
from topboard.event.pairing import (
    build_close_entries_action,
    build_end_manual_pairing_action,
    build_pair_round_action,
)
from topboard.event.tournament import build_tournament
from topboard.model import Colour
from topboard.systems.registry import system

if TYPE_CHECKING:
    from tests.event.conftest import Run

# --- an empty round 1 --------------------------------------------------------------------------


@each_edition(
    olympiad_2008="57",
    olympiad_2008_dresden="57",
    olympiad_2009="44",
    olympiad_2021_draft="10.1",
    olympiad_2022="10.1",
)
def test_an_empty_round_one_is_refused_if_nobody_has_checked_in(edition: str) -> None:
    play = olympiad_event(edition, 3, here=False)
    missing = (
        "Round 1 has no pairs, because these participants have not checked in: Team 001 (#1), "
        f"Team 002 (#2), Team 003 (#3) ({OLYMPIADS[edition]})."
    )

    with pytest.raises(Refused) as empty:
        play.pair()
    assert str(empty.value) == missing
    assert play.section.draft is None

    play.do(actions.BeginManual(SECTION, 1), confirmed=True)
    play.do(build_end_manual_pairing_action(play.event, SECTION), confirmed=True)
    with pytest.raises(Refused) as empty:
        play.do(actions.PublishRound(SECTION, 1), PANEL, confirmed=True)
    assert str(empty.value) == missing
    assert not play.section.rounds


@pytest.mark.parametrize("edition", ALL)
def test_an_empty_manual_round_is_not_published(edition: str) -> None:
    play = event_before_round_1(edition, 4)
    play.draw()
    play.do(actions.BeginManual(SECTION, 1))
    play.do(build_end_manual_pairing_action(play.event, SECTION), confirmed=True)

    with pytest.raises(
        Refused, match=r"Pair these participants: .*\(#1\), .*\(#2\), .*\(#3\), .*\(#4\)\.$"
    ):
        play.do(actions.PublishRound(SECTION, 1), PANEL, confirmed=True)


def test_an_empty_round_robin_round_after_withdrawals_needs_confirmation() -> None:
    play = cfc_event("cfc_round_robin", 3)
    play.do(actions.Withdraw(SECTION, play.pair().tables[0].white), confirmed=True)
    assert play.pair().tables == ()

    with pytest.raises(ConfirmationNeeded, match=r"Round 1 has no pairs."):
        play.do(actions.PublishRound(SECTION, 1))
    play.do(actions.PublishRound(SECTION, 1), confirmed=True)


def test_a_single_player_is_not_paired() -> None:
    play = event_with_section("fide_dutch_2026", 3)
    play.do(actions.Enter(SECTION, (person(1),)))
    play.do(build_close_entries_action(play.event, SECTION))

    with pytest.raises(Refused, match="Round 1 cannot be paired with only 1 participant"):
        play.pair()
    play.do(actions.BeginManual(SECTION, 1), confirmed=True)
    play.do(build_end_manual_pairing_action(play.event, SECTION), confirmed=True)
    with pytest.raises(Refused, match="Round 1 cannot be paired with only 1 participant"):
        play.do(actions.PublishRound(SECTION, 1), PANEL, confirmed=True)
    assert not play.section.rounds


@pytest.mark.parametrize("edition", ALL)
def test_an_empty_entry_list_can_be_neither_entered_nor_closed(edition: str) -> None:
    play = event_with_section(edition, 3, 4 if system(edition).teams else 0)
    entries = len(play.entries)

    with pytest.raises(Refused, match="The list is empty"):
        play.do(actions.Enter(SECTION, ()), confirmed=True)
    with pytest.raises(Refused, match="There are no participants yet"):
        play.do(actions.CloseEntries(SECTION, ()), PANEL, confirmed=True)
    assert len(play.entries) == entries


def test_the_command_does_not_publish_an_empty_round_one(run: Run) -> None:
    by_command(run, "olympiad_2022", 2)
    run("lot", "colour", "--colour", "white")

    assert_refused(
        run("pair", "--publish", "--yes"),
        "these participants have not checked in: Aland (#1), Bland (#2) (10.1)",
    )
    run("present", "all", "--players", 4)
    assert run("pair", "--publish")[0] == DONE


# --- the lot of round 1 ------------------------------------------------------------------------


@each_edition(
    olympiad_2008="19",
    olympiad_2008_dresden="19",
    olympiad_2009="21",
    olympiad_2021_draft="7.2",
    olympiad_2022="7.2",
    cfc_swiss="628",
    cfc_team_swiss="641",
    dubov_1997="5",
)
def test_publishing_round_one_without_drawing_colours_needs_confirmation(edition: str) -> None:
    play = event_before_round_1(edition)
    play.do(build_pair_round_action(play.event, SECTION)[0])

    with pytest.raises(ConfirmationNeeded, match=rf"has been recorded \({LOTS[edition]}\)"):
        play.do(actions.PublishRound(SECTION, 1), PANEL)
    play.do(actions.CommitLot(SECTION, "colour", hash_lot_seed("a seed of some length")))
    with pytest.raises(ConfirmationNeeded, match="although a seed has been committed"):
        play.do(actions.PublishRound(SECTION, 1), PANEL)
    done = play.do(actions.PublishRound(SECTION, 1), PANEL, confirmed=True)

    assert LOTS[edition] in done.notices[0]


@each_edition(
    olympiad_2008="19",
    olympiad_2008_dresden="19",
    olympiad_2009="21",
    olympiad_2021_draft="7.2",
    olympiad_2022="7.2",
    cfc_swiss="628",
    cfc_team_swiss="641",
    dubov_1997="5",
)
def test_drawing_the_initial_colour_again_requires_an_authority(edition: str) -> None:
    play = event_before_round_1(edition)
    play.draw()
    assert play.section.lot is Colour.WHITE
    seed = "a seed of some length"
    again: tuple[actions.Act, ...] = (
        actions.RecordLot(SECTION, "colour", colour=Colour.BLACK),
        actions.CommitLot(SECTION, "colour", hash_lot_seed(seed)),
    )

    for lot in again:
        with pytest.raises(AuthorityNeeded, match=rf"whether to draw again \({LOTS[edition]}\)"):
            play.do(lot, confirmed=True)
    with pytest.raises(AuthorityNeeded, match="reason"):
        play.do(again[0], DIRECTOR, reason="")
    play.do(again[0], DIRECTOR)
    assert play.section.lot is Colour.BLACK
    play.round()
    for lot in again:
        with pytest.raises(Refused, match="Lots for the colours can only be drawn before round 1"):
            play.do(lot, PRESIDENT, confirmed=True)

    facts = build_tournament(play.event, play.section)
    assert not check_all_rounds(facts, system(edition))[0].differences


@pytest.mark.parametrize("edition", LOTS)
def test_only_an_authority_can_undo_a_draw_and_only_before_round_one(edition: str) -> None:
    play = event_before_round_1(edition)
    play.do(actions.RecordLot(SECTION, "colour", colour=Colour.BLACK))
    entry = len(play.entries)

    with pytest.raises(AuthorityNeeded, match="is a drawing of lots"):
        play.do(actions.Undo(entry))
    play.do(actions.Undo(entry), ARBITER)
    with pytest.raises(AuthorityNeeded, match="is a drawing of lots"):
        play.do(actions.Redo(entry))
    play.do(actions.Redo(entry), ARBITER)
    play.round()
    with pytest.raises(Refused, match="Settings made before round 1 cannot be changed"):
        play.do(actions.Undo(entry), PRESIDENT, confirmed=True)


@pytest.mark.parametrize("purpose", ["colour", "equal ratings"])
def test_a_committed_seed_cannot_be_replaced(purpose: str) -> None:
    play = event_with_section("cfc_swiss", 5)
    play.do(actions.Enter(SECTION, tuple(person(n) for n in range(1, 5))))
    first, second = "the first of the seeds", "the second of the seeds"
    among = () if purpose == "colour" else numbers_of(play)
    play.do(actions.CommitLot(SECTION, purpose, hash_lot_seed(first), among))
    promise = len(play.entries)

    with pytest.raises(Refused, match="cannot be replaced"):
        play.do(actions.CommitLot(SECTION, purpose, hash_lot_seed(second), among), PRESIDENT)
    with pytest.raises(AuthorityNeeded):
        play.do(actions.Undo(promise))
    by_hand = actions.RecordLot(
        SECTION, purpose, among, Colour.BLACK if purpose == "colour" else None
    )
    with pytest.raises(AuthorityNeeded, match="A seed has been committed"):
        play.do(by_hand)
    play.do(actions.DrawLot(SECTION, purpose, first))


def test_the_command_draws_lots_only_once_and_in_time(run: Run) -> None:
    by_command(run, "olympiad_2022", 4)
    run("present", "all", "--players", 4)
    assert_refused(
        run("pair", "--publish"),
        "No drawing of lots for the colours of round 1 has been recorded (7.2)",
    )
    assert run("lot", "colour", "--colour", "black")[0] == DONE
    assert_refused(run("lot", "colour", "--colour", "white"), "(7.2)", "Name the authority")
    assert_refused(run("undo", 9), "Journal entry 9 is a drawing of lots", "Name the authority")
    assert run("pair", "--publish")[0] == DONE
    word = ("--authority", "president:P. R.", "--reason", "so", "--yes")

    assert_refused(
        run("lot", "colour", "--colour", "white", *word),
        "can only be drawn before round 1 is published (7.2)",
    )
    assert_refused(
        run("lot", "colour", "--commit", "--seed", "a seed of some length", *word), "(7.2)"
    )
