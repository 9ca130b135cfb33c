"""A published pairing changes by its one way: with its ground, its captains and its office."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.citing import each_edition
from tests.event.sessions import (
    ARBITER,
    DIRECTOR,
    PANEL,
    PRESIDENT,
    SECTION,
    Play,
    cfc_event,
    event_with_three_whites,
    numbers_of,
    olympiad_event,
)
from topboard.cli.exit_codes import BAD_INPUT, DONE
from topboard.errors import AuthorityNeeded, ConfirmationNeeded, Refused
from topboard.event import actions
from topboard.event.pairing import build_end_manual_pairing_action, build_pair_round_action
from topboard.event.reducer import compute_event_from_entries

if TYPE_CHECKING:
    from tests.event.conftest import Run

LIMIT = actions.ChangeGround.COLOUR_LIMIT
OLYMPIADS = (
    "olympiad_2008",
    "olympiad_2008_dresden",
    "olympiad_2009",
    "olympiad_2021_draft",
    "olympiad_2022",
)
SWISSES = ("cfc_swiss", "cfc_team_swiss")
ROUND_ROBINS = ("cfc_round_robin", "cfc_team_round_robin", "fide_round_robin")
ALL = (*OLYMPIADS, *SWISSES, *ROUND_ROBINS, "dubov_1997")


def event_before_round_1(edition: str) -> Play:
    """Eight competitors, ready for round 1."""
    return olympiad_event(edition) if edition in OLYMPIADS else cfc_event(edition)


def swap_blacks(act: actions.PairRound) -> actions.PairRound:
    """The same act with the Blacks of two tables exchanged."""
    one, two, *rest = act.tables
    tables = (replace(one, black=two.black), replace(two, black=one.black), *rest)
    return replace(act, tables=tables)


def last_publication(play: Play) -> int:
    """The entry that published the last round."""
    return play.section.rounds[-1].entry


# --- what is written is what was shown ---------------------------------------------------------


@pytest.mark.parametrize("edition", ALL)
def test_a_pairing_is_recorded_only_if_it_follows_the_rules(edition: str) -> None:
    play = event_before_round_1(edition)
    play.draw()
    act, _ = build_pair_round_action(play.event, SECTION)
    turned = replace(
        act, tables=tuple(actions.Table(t.table, t.black, t.white) for t in act.tables)
    )

    for other in (swap_blacks(act), turned, replace(act, tables=act.tables[:1])):
        with pytest.raises(Refused, match="differs from the one that the rules give"):
            play.do(other, PRESIDENT, confirmed=True)
    assert play.section.draft is None
    play.do(act)


def test_an_absent_team_cannot_be_slipped_into_the_pairing() -> None:
    play = olympiad_event("olympiad_2022", 8, here=False)
    for number in numbers_of(play)[:6]:
        play.do(actions.RecordPresence(SECTION, number, 4))
    act, _ = build_pair_round_action(play.event, SECTION)
    slipped = actions.Table(len(act.tables) + 1, *numbers_of(play)[6:])

    with pytest.raises(Refused, match="differs from the one that the rules give"):
        play.do(replace(act, tables=(*act.tables, slipped), excluded=()))
    with pytest.raises(Refused, match="differs from the one that the rules give"):
        play.do(replace(act, excluded=()))


def test_an_incorrect_pairing_in_an_old_journal_is_not_published() -> None:
    play = olympiad_event("olympiad_2022")
    play.draw()
    false = swap_blacks(build_pair_round_action(play.event, SECTION)[0])
    # An earlier Topboard accepted such an act: it folds, but it does not go on from there.
    play.add_entries_written_elsewhere(
        [replace(play.entries[-1], number=len(play.entries) + 1, act=false)]
    )
    assert play.section.draft is not None
    assert play.section.draft.tables == false.tables

    with pytest.raises(Refused, match="Pair the round again"):
        play.do(actions.PublishRound(SECTION, 1), confirmed=True)
    play.publish()


@pytest.mark.parametrize("edition", ALL)
def test_a_manual_pairing_states_where_it_departs_from_the_rules(edition: str) -> None:
    play = event_before_round_1(edition)
    act = play.pair()
    play.do(actions.BeginManual(SECTION, 1))
    play.do(actions.ChangeManual(SECTION, 1, swap_blacks(act).tables, act.bye))
    due = build_end_manual_pairing_action(play.event, SECTION)
    assert due.differences

    for said in ((), due.differences[:-1]):
        with pytest.raises(
            Refused, match="differences from the rules do not match those in the manual pairing"
        ):
            play.do(replace(due, differences=said), confirmed=True)
    play.do(due, confirmed=True)
    play.do(actions.PublishRound(SECTION, 1), PANEL, confirmed=True)

    assert play.section.rounds[0].manual
    assert play.section.rounds[0].differences == due.differences


# --- a publication taken back ------------------------------------------------------------------


@each_edition(
    olympiad_2008="59", olympiad_2008_dresden="59", olympiad_2021_draft="11.3", olympiad_2022="11.3"
)
def test_a_publication_without_a_breach_cannot_be_undone(edition: str) -> None:
    play = olympiad_event(edition)
    play.publish()
    told = numbers_of(play)

    for ground in actions.ChangeGround:
        undo = actions.Undo(last_publication(play), ground, told)
        with pytest.raises(Refused, match=r"published|had met") as refused:
            play.do(undo, ARBITER, confirmed=True, time="2026-08-01T10:02:00+00:00")
        assert not isinstance(refused.value, AuthorityNeeded | ConfirmationNeeded)
    assert len(play.section.rounds) == 1


@each_edition(
    olympiad_2008="59", olympiad_2008_dresden="59", olympiad_2021_draft="11.3", olympiad_2022="11.3"
)
def test_undoing_a_publication_in_breach_has_the_conditions_of_a_change(edition: str) -> None:
    play = event_with_three_whites(edition)
    told = numbers_of(play)
    undo = actions.Undo(last_publication(play), LIMIT, told)

    with pytest.raises(AuthorityNeeded, match="Chief Arbiter"):
        play.do(undo)
    with pytest.raises(AuthorityNeeded, match="reason"):
        play.do(undo, ARBITER, reason="")
    with pytest.raises(Refused, match="captain of Team 003"):
        play.do(replace(undo, informed=tuple(n for n in told if n != 3)), ARBITER)
    play.do(undo, ARBITER)

    assert len(play.section.rounds) == 2
    play.publish()
    assert compute_event_from_entries(play.entries) == play.event


@each_edition(olympiad_2008=("59", "60"), olympiad_2008_dresden=("59", "60"))
def test_in_2008_the_president_can_have_a_publication_undone(edition: str) -> None:
    play = olympiad_event(edition)
    play.publish()

    play.do(actions.Undo(last_publication(play), informed=numbers_of(play)), PRESIDENT)

    assert not play.section.rounds


@pytest.mark.article("olympiad_2009:46", "olympiad_2009:48")
def test_in_2009_the_president_must_confirm_undoing_a_publication() -> None:
    play = olympiad_event("olympiad_2009")
    play.publish()
    undo = actions.Undo(last_publication(play), informed=numbers_of(play))

    for authority in (None, ARBITER, DIRECTOR, PANEL):
        with pytest.raises(AuthorityNeeded, match="48"):
            play.do(undo, authority, confirmed=True)
    with pytest.raises(Refused, match="captain"):
        play.do(replace(undo, informed=()), PRESIDENT, confirmed=True)
    with pytest.raises(ConfirmationNeeded, match="46"):
        play.do(undo, PRESIDENT)
    play.do(undo, PRESIDENT, confirmed=True)

    assert not play.section.rounds


@pytest.mark.parametrize("edition", [*SWISSES, *ROUND_ROBINS, "dubov_1997"])
def test_if_the_text_is_silent_the_director_can_undo_a_publication(edition: str) -> None:
    play = cfc_event(edition)
    play.publish(None)

    with pytest.raises(AuthorityNeeded, match="director"):
        play.do(actions.Undo(last_publication(play)))
    play.do(actions.Undo(last_publication(play)), DIRECTOR)

    assert not play.section.rounds


def test_the_captain_of_the_team_with_the_bye_is_also_informed() -> None:
    play = olympiad_event("olympiad_2009", 7)
    act = play.publish()
    told = tuple(n for n in numbers_of(play) if n != act.bye)
    assert act.bye is not None

    with pytest.raises(Refused, match=f"captain of Team 00{act.bye}"):
        play.do(actions.Undo(last_publication(play), informed=told), PRESIDENT, confirmed=True)


def test_undoing_a_change_of_a_published_pairing_counts_as_another_change() -> None:
    play = olympiad_event("olympiad_2009")
    act = play.publish()
    changed = swap_blacks(act)
    told = numbers_of(play)[:4]
    concerned = tuple(sorted(n for t in act.tables[:2] for n in (t.white, t.black)))
    change = actions.ChangePublished(
        SECTION, 1, changed.tables, None, actions.ChangeGround.OTHER, concerned
    )
    play.do(change, PRESIDENT, confirmed=True)
    entry = len(play.entries)

    with pytest.raises(AuthorityNeeded, match="48"):
        play.do(actions.Undo(entry, informed=concerned), ARBITER, confirmed=True)
    with pytest.raises(Refused, match="captain"):
        play.do(actions.Undo(entry, informed=told[:1]), PRESIDENT, confirmed=True)
    play.do(actions.Undo(entry, informed=concerned), PRESIDENT, confirmed=True)
    assert play.section.rounds[0].meetings[1].black == act.tables[0].black
    with pytest.raises(AuthorityNeeded, match="48"):
        play.do(actions.Redo(entry), ARBITER, confirmed=True)
    play.do(actions.Redo(entry), PRESIDENT, confirmed=True)

    assert play.section.rounds[0].meetings[1].black == changed.tables[0].black


def test_redoing_a_publication_has_the_conditions_of_a_publication() -> None:
    play = olympiad_event("olympiad_2009")
    play.publish()
    entry = last_publication(play)
    play.do(actions.Undo(entry, informed=numbers_of(play)), PRESIDENT, confirmed=True)

    with pytest.raises(AuthorityNeeded, match="43"):
        play.do(actions.Redo(entry), PRESIDENT)
    play.do(actions.Suspend(SECTION, numbers_of(play)[0]))
    with pytest.raises(Refused, match="data have changed"):
        play.do(actions.Redo(entry), PANEL)
    play.do(actions.LiftSuspension(SECTION, numbers_of(play)[0]))
    play.do(actions.Redo(entry), PANEL)

    assert len(play.section.rounds) == 1


@pytest.mark.parametrize("edition", ALL)
def test_an_action_before_a_publication_cannot_be_undone_to_change_it(edition: str) -> None:
    play = event_before_round_1(edition)
    act = play.pair()
    play.do(actions.BeginManual(SECTION, 1))
    play.do(actions.ChangeManual(SECTION, 1, swap_blacks(act).tables, act.bye))
    entry = len(play.entries)
    play.do(build_end_manual_pairing_action(play.event, SECTION), confirmed=True)
    play.do(actions.PublishRound(SECTION, 1), PANEL, confirmed=True)

    for authority in (ARBITER, DIRECTOR, PRESIDENT):
        with pytest.raises(Refused, match="published pairing of round 1"):
            play.do(
                actions.Undo(entry, LIMIT, informed=numbers_of(play)), authority, confirmed=True
            )


def test_the_undo_command_for_a_publication_needs_all_that_a_change_needs(run: Run) -> None:
    run("new", "Test")
    run("section", "Open", "--system", "olympiad_2009", "--rounds", 11)
    for name in ("Aland", "Bland", "Cland", "Dland"):
        run("enter", name)
    run("close-entries")
    run("present", "all", "--players", 4)
    run("lot", "colour", "--colour", "black")
    panel = ("--authority", "panel:T. P.", "--reason", "made by the panel")
    assert run("pair", "--publish", *panel)[0] == DONE
    arbiter = ("--authority", "arbiter:A. R.", "--reason", "wrong hall")
    president = ("--authority", "president:P. R.", "--reason", "wrong hall")
    told = ("--informed", "all")

    for words, options in (
        (
            "(48). Name the authority for the ruling: President of FIDE.",
            (*told, "--yes", *arbiter),
        ),
        (
            "Inform the captain of Aland (#1) before you change the pairing (46).",
            ("--yes", *president),
        ),
        (
            "Inform the captain of Bland (#2) before",
            ("--informed", "Aland", 3, 4, "--yes", *president),
        ),
        ("only for this reason: a colour limit was broken (46).", (*told, *president)),
        ("does not break a colour limit", (*told, "--ground", "colour-limit", "--yes", *president)),
    ):
        code, _, said = run("undo", *options)
        assert code == BAD_INPUT
        assert words in said
    assert run("undo", *told, "--yes", *president)[0] == DONE
    assert run("verify")[0] == DONE
