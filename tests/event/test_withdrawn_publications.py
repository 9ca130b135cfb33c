"""A publication made by mistake: withdrawn unseen within a minute, or undone for what it was."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.event.sessions import (
    ARBITER,
    DIRECTOR,
    PRESIDENT,
    SECTION,
    Play,
    cfc_event,
    dutch_event,
    numbers_of,
    olympiad_event,
)
from topboard.cli.exit_codes import BAD_INPUT, DONE
from topboard.errors import AuthorityNeeded, ConfirmationNeeded, Refused
from topboard.event import actions
from topboard.event.reducer import compute_event_from_entries
from topboard.event.remarks import describe_journal_action

if TYPE_CHECKING:
    from tests.event.conftest import Run

UNSEEN, BY_MISTAKE = actions.ChangeGround.UNSEEN, actions.ChangeGround.BY_MISTAKE
LISTED = ("fide_dutch_2017", "fide_dutch_2026", "olympiad_2022")
OPEN = ("cfc_swiss", "cfc_round_robin", "dubov_1997")
A_MINUTE_LATER = "2026-08-01T10:01:00+00:00"
LATER = "2026-08-01T10:01:01+00:00"
BEFORE = "2026-08-01T09:59:59+00:00"


def published(edition: str) -> Play:
    """An event of eight in which round 1 was just published."""
    if edition.startswith("olympiad"):
        play = olympiad_event(edition)
    elif edition.startswith("fide"):
        play = dutch_event(edition)
    else:
        play = cfc_event(edition)
    play.publish()
    return play


def publication(play: Play) -> int:
    """The entry that published the last round."""
    return play.section.rounds[-1].entry


@pytest.mark.parametrize(
    "edition",
    [*LISTED, "olympiad_2008", "olympiad_2009", *OPEN],
)
def test_withdrawing_an_unseen_publication_needs_no_ruling(edition: str) -> None:
    play = published(edition)
    undo = actions.Undo(publication(play), UNSEEN)

    with pytest.raises(ConfirmationNeeded, match="nobody has seen the pairing of round 1"):
        play.do(undo, reason="")
    play.do(undo, reason="", confirmed=True, time=A_MINUTE_LATER)

    assert not play.section.rounds
    assert play.section.draft is not None
    assert compute_event_from_entries(play.entries) == play.event
    described = describe_journal_action(play.entries[-1].act)
    assert "published by mistake, and nobody has seen it" in described


@pytest.mark.parametrize("time", [LATER, BEFORE])
def test_after_a_minute_a_publication_counts_as_seen(time: str) -> None:
    play = published("cfc_swiss")

    with pytest.raises(Refused, match="more than 60 seconds ago"):
        play.do(actions.Undo(publication(play), UNSEEN), PRESIDENT, confirmed=True, time=time)
    assert len(play.section.rounds) == 1


def test_only_a_round_publication_can_be_withdrawn_as_unseen() -> None:
    play = olympiad_event("olympiad_2009")
    act = play.publish()
    one, two, *rest = act.tables
    swapped = actions.ChangePublished(
        SECTION,
        1,
        (
            actions.Table(one.table, one.white, two.black),
            actions.Table(two.table, two.white, one.black),
            *rest,
        ),
        None,
        UNSEEN,
        numbers_of(play),
    )
    with pytest.raises(Refused, match="is withdrawn, not changed"):
        play.do(swapped, PRESIDENT, confirmed=True)
    change = replace(swapped, ground=actions.ChangeGround.OTHER)
    play.do(change, PRESIDENT, confirmed=True)
    with pytest.raises(Refused, match="does not publish a round"):
        play.do(actions.Undo(len(play.entries), UNSEEN), PRESIDENT, confirmed=True)


def test_a_result_shows_that_the_pairing_was_seen() -> None:
    play = published("cfc_swiss")
    result = actions.TableResult(1, 10, 0)
    play.do(actions.EnterResults(SECTION, 1, (result,)))

    with pytest.raises(Refused, match="later entries depend on it"):
        play.do(actions.Undo(publication(play), UNSEEN), confirmed=True)


@pytest.mark.parametrize("edition", OPEN)
def test_a_mistake_is_a_ground_for_withdrawal_if_the_text_lists_none(edition: str) -> None:
    play = published(edition)
    undo = actions.Undo(publication(play), BY_MISTAKE)

    with pytest.raises(AuthorityNeeded, match="director"):
        play.do(undo, time=LATER)
    play.do(undo, DIRECTOR, time=LATER)

    assert not play.section.rounds


@pytest.mark.parametrize("edition", LISTED)
def test_a_mistake_is_no_ground_for_withdrawal_if_the_text_lists_grounds(edition: str) -> None:
    play = published(edition)
    undo = actions.Undo(publication(play), BY_MISTAKE, numbers_of(play))

    with pytest.raises(Refused, match="may be changed only for") as refused:
        play.do(undo, ARBITER, confirmed=True, time=LATER)
    assert not isinstance(refused.value, AuthorityNeeded | ConfirmationNeeded)


def test_in_2009_the_president_can_accept_a_mistake_as_a_ground() -> None:
    play = published("olympiad_2009")
    undo = actions.Undo(publication(play), BY_MISTAKE, numbers_of(play))

    with pytest.raises(AuthorityNeeded, match="48"):
        play.do(undo, ARBITER, confirmed=True, time=LATER)
    play.do(undo, PRESIDENT, confirmed=True, time=LATER)

    assert not play.section.rounds


def test_a_publication_can_be_withdrawn_by_command(run: Run) -> None:
    run("new", "Test")
    run("section", "Open", "--system", "dubov_1997", "--rounds", 3)
    for name in ("Aland", "Bland", "Cland", "Dland"):
        run("enter", name, "--rating", 1900)
    run("close-entries", "--yes")
    run("lot", "colour", "--colour", "black")
    assert run("pair", "--publish", "--yes")[0] == DONE

    code, _, said = run("undo", "--ground", "unseen")
    assert code == BAD_INPUT
    assert "Make sure that nobody has seen the pairing of round 1." in said
    code, said, _ = run("undo", "--ground", "unseen", "--yes")
    assert code == DONE
    assert "undo entry" in said
    assert run("verify")[0] == DONE
