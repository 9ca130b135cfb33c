"""What an arbiter cannot do by oversight: round 1, its lot, pairings by hand, decisions."""

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
    event_with_section,
    numbers_of,
    olympiad_event,
    person,
)
from topboard.checking import check_all_rounds
from topboard.cli.exit_codes import BAD_INPUT, DONE
from topboard.errors import AuthorityNeeded, ConfirmationNeeded, Refused
from topboard.event import actions
from topboard.event.lots import hash_seed_commitment
from topboard.event.pairing import (
    build_close_entries_action,
    build_end_manual_action,
    build_pair_round_action,
)
from topboard.event.tournament import build_tournament
from topboard.model import Colour, Manner, Number, ZeroPointBye
from topboard.systems.registry import system
from topboard.tiebreaks.encounter import DIRECTORS_ORDER

if TYPE_CHECKING:
    from tests.event.conftest import Run

OLYMPIADS = {
    "olympiad_2008": "57",
    "olympiad_2008_dresden": "57",
    "olympiad_2009": "44",
    "olympiad_2021_draft": "10.1",
    "olympiad_2022": "10.1",
}
LOTS = {
    "olympiad_2008": "19",
    "olympiad_2008_dresden": "19",
    "olympiad_2009": "21",
    "olympiad_2021_draft": "7.2",
    "olympiad_2022": "7.2",
    "cfc_swiss": "628",
    "cfc_team_swiss": "628",
    "dubov_1997": "5",
}
ALL = (*LOTS, "cfc_round_robin", "cfc_team_round_robin", "fide_round_robin")


def event_before_round_1(edition: str, count: int = 8) -> Play:
    """An event before round 1, its lot for the colours not yet drawn."""
    return olympiad_event(edition, count) if edition in OLYMPIADS else cfc_event(edition, count)


def by_command(run: Run, edition: str, count: int = 5) -> None:
    """The entries of a small event by commands, closed and numbered; nobody is checked in."""
    assert run("new", "Test")[0] == DONE
    assert run("section", "Open", "--system", edition, "--rounds", 11)[0] == DONE
    for place, name in enumerate(("Aland", "Bland", "Cland", "Dland", "Eland")[:count]):
        assert run("enter", name, "--player", f"{name} One;{2400 - 10 * place}")[0] == DONE
    assert run("close-entries")[0] == DONE


def assert_refused(answer: tuple[int, str, str], *words: str) -> None:
    """Assert that the command was refused with these words."""
    code, _, said = answer
    assert code == BAD_INPUT
    for word in words:
        assert word in said


# --- an empty round 1 --------------------------------------------------------------------------


@each_edition(
    olympiad_2008="57",
    olympiad_2008_dresden="57",
    olympiad_2009="44",
    olympiad_2021_draft="10.1",
    olympiad_2022="10.1",
)
def test_round_one_is_not_paired_empty_when_presence_was_forgotten(edition: str) -> None:
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
    play.do(build_end_manual_action(play.event, SECTION), confirmed=True)
    with pytest.raises(Refused) as empty:
        play.do(actions.PublishRound(SECTION, 1), PANEL, confirmed=True)
    assert str(empty.value) == missing
    assert not play.section.rounds


@pytest.mark.parametrize("edition", ALL)
def test_a_round_is_not_published_empty_by_hand(edition: str) -> None:
    play = event_before_round_1(edition, 4)
    play.draw()
    play.do(actions.BeginManual(SECTION, 1))
    play.do(build_end_manual_action(play.event, SECTION), confirmed=True)

    with pytest.raises(
        Refused, match=r"Pair these participants: .*\(#1\), .*\(#2\), .*\(#3\), .*\(#4\)\.$"
    ):
        play.do(actions.PublishRound(SECTION, 1), PANEL, confirmed=True)


def test_a_round_of_a_table_in_which_nobody_is_left_to_meet_is_confirmed() -> None:
    play = cfc_event("cfc_round_robin", 3)
    play.do(actions.Withdraw(SECTION, play.pair().tables[0].white), confirmed=True)
    assert play.pair().tables == ()

    with pytest.raises(ConfirmationNeeded, match=r"Round 1 has no pairs."):
        play.do(actions.PublishRound(SECTION, 1))
    play.do(actions.PublishRound(SECTION, 1), confirmed=True)


def test_one_player_is_not_paired() -> None:
    play = event_with_section("fide_dutch_2026", 3)
    play.do(actions.Enter(SECTION, (person(1),)))
    play.do(build_close_entries_action(play.event, SECTION))

    with pytest.raises(Refused, match="Round 1 cannot be paired with only 1 participant"):
        play.pair()
    play.do(actions.BeginManual(SECTION, 1), confirmed=True)
    play.do(build_end_manual_action(play.event, SECTION), confirmed=True)
    with pytest.raises(Refused, match="Round 1 cannot be paired with only 1 participant"):
        play.do(actions.PublishRound(SECTION, 1), PANEL, confirmed=True)
    assert not play.section.rounds


@pytest.mark.parametrize("edition", ALL)
def test_a_list_without_entries_is_neither_entered_nor_closed(edition: str) -> None:
    play = event_with_section(edition, 3, 4 if system(edition).teams else 0)
    entries = len(play.entries)

    with pytest.raises(Refused, match="The list is empty"):
        play.do(actions.Enter(SECTION, ()), confirmed=True)
    with pytest.raises(Refused, match="There are no participants yet"):
        play.do(actions.CloseEntries(SECTION, ()), PANEL, confirmed=True)
    assert len(play.entries) == entries


def test_by_commands_round_one_is_not_published_empty(run: Run) -> None:
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
def test_round_one_without_its_lot_is_confirmed(edition: str) -> None:
    play = event_before_round_1(edition)
    play.do(build_pair_round_action(play.event, SECTION)[0])

    with pytest.raises(ConfirmationNeeded, match=rf"has been recorded \({LOTS[edition]}\)"):
        play.do(actions.PublishRound(SECTION, 1), PANEL)
    play.do(actions.CommitLot(SECTION, "colour", hash_seed_commitment("a seed of some length")))
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
def test_the_colours_are_drawn_once_and_never_turned(edition: str) -> None:
    play = event_before_round_1(edition)
    play.draw()
    assert play.section.lot is Colour.WHITE
    seed = "a seed of some length"
    again: tuple[actions.Act, ...] = (
        actions.RecordLot(SECTION, "colour", colour=Colour.BLACK),
        actions.CommitLot(SECTION, "colour", hash_seed_commitment(seed)),
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
def test_a_lot_is_taken_back_by_an_authority_and_not_after_round_one(edition: str) -> None:
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
def test_a_promised_seed_is_not_replaced(purpose: str) -> None:
    play = event_with_section("cfc_swiss", 5)
    play.do(actions.Enter(SECTION, tuple(person(n) for n in range(1, 5))))
    first, second = "the first of the seeds", "the second of the seeds"
    among = () if purpose == "colour" else numbers_of(play)
    play.do(actions.CommitLot(SECTION, purpose, hash_seed_commitment(first), among))
    promise = len(play.entries)

    with pytest.raises(Refused, match="cannot be replaced"):
        play.do(actions.CommitLot(SECTION, purpose, hash_seed_commitment(second), among), PRESIDENT)
    with pytest.raises(AuthorityNeeded):
        play.do(actions.Undo(promise))
    by_hand = actions.RecordLot(
        SECTION, purpose, among, Colour.BLACK if purpose == "colour" else None
    )
    with pytest.raises(AuthorityNeeded, match="A seed has been committed"):
        play.do(by_hand)
    play.do(actions.DrawLot(SECTION, purpose, first))


def test_by_commands_the_lot_is_drawn_once_and_in_time(run: Run) -> None:
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


# --- by hand -----------------------------------------------------------------------------------


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
    play.do(build_end_manual_action(play.event, SECTION), confirmed=True)
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
def test_a_team_that_is_not_there_is_paired_by_hand_only_when_confirmed(edition: str) -> None:
    play = olympiad_event(edition, 4, here=False)
    for number in (1, 3, 4):
        play.do(actions.RecordPresence(SECTION, Number(number), 4))

    assert "(#2)" in confirmed_by_hand(
        play, rf"Team 002 \(#2\) must not be paired in round 1 \({OLYMPIADS[edition]}\)"
    )


@each_edition(olympiad_2021_draft="10.2", olympiad_2022="10.2")
def test_a_team_too_short_twice_is_paired_by_hand_only_when_confirmed(edition: str) -> None:
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
def test_a_player_who_did_not_come_is_paired_by_hand_only_when_confirmed(edition: str) -> None:
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
def test_a_player_who_has_left_or_asked_or_is_suspended_is_paired_by_hand_only_when_confirmed(
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
def test_a_player_who_leaves_after_the_tables_were_set_is_not_published_unconfirmed(
    edition: str,
) -> None:
    play = event_before_round_1(edition, 4)
    play.draw()
    play.do(actions.BeginManual(SECTION, 1))
    play.do(actions.ChangeManual(SECTION, 1, pairs_of((1, 2), (3, 4))))
    play.do(build_end_manual_action(play.event, SECTION), confirmed=True)
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
def test_a_second_bye_by_hand_is_confirmed(edition: str) -> None:
    play = event_before_round_1(edition, 5)
    play.by_hand(pairs_of((1, 3), (2, 4)), Number(5))
    play.results()

    assert "(#5)" in confirmed_by_hand(
        play,
        rf"\(#5\) already had the pairing-allocated bye in round 1 .* \({SECOND[edition]}\)",
        5,
    )


def test_the_second_bye_of_a_double_round_robin_is_that_of_the_table() -> None:
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
def test_the_bye_after_points_without_play_is_confirmed(edition: str, article: str) -> None:
    play = event_before_round_1(edition, 5)
    play.by_hand(pairs_of((1, 3), (5, 4)), Number(2))
    most = 10 * play.section.settings.boards
    play.result(2, most, 0, manner=Manner.DEFAULT)
    play.results()

    assert "(#5)" in confirmed_by_hand(play, rf"\(#5\) did not play in round 1 .* \({article}\)", 5)


def test_a_published_pairing_takes_in_nobody_who_is_out_unconfirmed() -> None:
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


def test_by_commands_who_is_out_is_paired_by_hand_only_with_yes(run: Run) -> None:
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


# --- decisions ---------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ALL)
def test_expulsion_readmission_and_points_have_an_authority_and_a_reason(edition: str) -> None:
    play = event_before_round_1(edition)
    number = Number(2)

    for act, words in (
        (actions.Expel(SECTION, number, 1), "A ruling is needed on whether to expel"),
        (actions.Readmit(SECTION, number), "may take part again"),
        (
            actions.AdjustPoints(SECTION, number, -10),
            "A ruling is needed on whether to change .*'s points",
        ),
    ):
        with pytest.raises(AuthorityNeeded, match=words):
            play.do(act, confirmed=True)
        with pytest.raises(AuthorityNeeded, match="reason"):
            play.do(act, DIRECTOR, reason=" ", confirmed=True)
        play.do(act, DIRECTOR, confirmed=True)
        assert play.entries[-1].authority == "director: D. Irector"


@pytest.mark.parametrize("edition", ALL)
def test_a_table_is_fixed_for_one(edition: str) -> None:
    play = event_before_round_1(edition)
    ground = actions.TableGround.OTHER
    play.do(actions.FixTable(SECTION, Number(1), 2, ground, "camera"))

    place = "Table" if play.section.has_teams else "Board"
    with pytest.raises(Refused, match=rf"{place} 2 is already reserved for .* \(#1\)"):
        play.do(actions.FixTable(SECTION, Number(3), 2, ground, "ramp"))
    play.do(actions.FixTable(SECTION, Number(1), 2, ground, "another note"))
    play.do(actions.FixTable(SECTION, Number(1), 0))
    play.do(actions.FixTable(SECTION, Number(3), 2, ground, "ramp"))

    assert [(t.number, t.table) for t in play.section.fixed_tables] == [(3, 2)]


@pytest.mark.parametrize("edition", ALL)
def test_nothing_is_lifted_where_nobody_is_suspended(edition: str) -> None:
    play = event_before_round_1(edition)

    with pytest.raises(Refused, match="is not suspended"):
        play.do(actions.LiftSuspension(SECTION, Number(2)), DIRECTOR)
    play.do(actions.Suspend(SECTION, Number(2)))
    play.do(actions.LiftSuspension(SECTION, Number(2)), DIRECTOR)
    with pytest.raises(Refused, match="is not suspended"):
        play.do(actions.LiftSuspension(SECTION, Number(2)), DIRECTOR)


@pytest.mark.parametrize("edition", ["olympiad_2008", "olympiad_2008_dresden"])
def test_imaginary_points_are_settled_before_round_one(edition: str) -> None:
    play = olympiad_event(edition)
    play.do(actions.SettleImaginary(SECTION, (Number(1), Number(2))))
    entry = len(play.entries)
    play.round()

    with pytest.raises(Refused, match="before round 1"):
        play.do(actions.SettleImaginary(SECTION, (Number(1), Number(3))), PRESIDENT, confirmed=True)
    with pytest.raises(Refused, match="before round 1"):
        play.do(actions.Undo(entry), PRESIDENT, confirmed=True)
    assert play.section.accelerated == {1, 2}


@each_edition(
    cfc_swiss="671", cfc_team_swiss="671", cfc_round_robin="671", cfc_team_round_robin="671"
)
def test_the_order_of_the_tied_is_the_word_of_the_director(edition: str) -> None:
    play = cfc_event(edition, 4)
    play.publish(None)
    play.results(white=play.section.settings.boards * 5)
    word = actions.RecordLot(SECTION, DIRECTORS_ORDER, (Number(3), Number(1)))

    with pytest.raises(AuthorityNeeded, match=r"order of the tied participants \(671\)"):
        play.do(word, ARBITER)
    play.do(word, DIRECTOR)

    system(edition).standings(build_tournament(play.event, play.section))
    assert play.entries[-1].authority == "director: D. Irector"


def test_by_commands_decisions_have_an_authority(run: Run) -> None:
    by_command(run, "cfc_team_swiss", 4)
    word = ("--authority", "director:D. I.", "--reason", "fair play")

    for command in (("expel", 2), ("readmit", 2), ("adjust", 2, "--match-points", "-1")):
        assert_refused(
            run(*command), "Name the authority for the ruling: director or Chief Arbiter"
        )
        assert_refused(run(*command, *word[:2]), "needs a reason")
        assert run(*command, *word)[0] == DONE
    assert run("table", 1, 2, "--note", "camera")[0] == DONE
    assert_refused(
        run("table", 3, 2, "--note", "ramp"), "Table 2 is already reserved for Aland (#1)"
    )
    assert_refused(run("lift", 2, *word), "Bland (#2) is not suspended.")
    order = ("lot", DIRECTORS_ORDER, "--order", 2, 1)
    assert_refused(
        run(*order),
        ("A ruling is needed on the order of the tied participants (671)."),
    )
    assert run(*order, *word)[0] == DONE
    assert run("pair", "--publish", "--yes")[0] == DONE
    assert_refused(
        run("imaginary", 1, 2, *word),
        "Virtual points can only be assigned before round 1 is published.",
    )
