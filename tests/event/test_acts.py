"""Each act does what it says, and refuses what has no meaning."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.event.playing import (
    ARBITER,
    HAND,
    PANEL,
    SECTION,
    Play,
    begun,
    cfc,
    olympiad,
    person,
    team,
)
from topboard.errors import AuthorityNeeded, ConfirmationNeeded, Refused
from topboard.event import acts
from topboard.event.fold import fold, last_in_force, last_undone
from topboard.event.lots import commitment_to
from topboard.event.pairing import close_entries, end_manual
from topboard.event.tournament import tournament
from topboard.model import (
    Colour,
    ForbiddenPair,
    Manner,
    NotYetEntered,
    Number,
    Request,
    Team,
    Withdrawn,
    ZeroPointBye,
)

EDITION = "olympiad_2022"


def two(a: int, b: int) -> tuple[Number, Number]:
    return Number(a), Number(b)


# --- the event and its entries --------------------------------------------------------------


def test_nothing_is_done_before_the_event_exists() -> None:
    with pytest.raises(Refused, match="does not exist"):
        Play().do(acts.CloseEvent())


def test_a_section_is_added_once() -> None:
    play = begun(EDITION, boards=4)

    with pytest.raises(Refused, match="already"):
        play.do(acts.AddSection(SECTION, EDITION, 9, 4))


def test_competitors_enter_and_are_numbered_by_strength_when_entries_close() -> None:
    play = begun(EDITION, boards=4)
    play.do(acts.Enter(SECTION, (team(1), team(2, rating=2700))))

    play.do(close_entries(play.event, SECTION))

    assert [c.name for c in play.section.competitors.values()] == ["Team 002", "Team 001"]
    assert list(play.section.competitors) == [1, 2]


def test_whatever_was_said_of_an_entry_follows_it_to_its_pairing_number() -> None:
    play = begun(EDITION, boards=4)
    play.do(acts.Enter(SECTION, (team(1), team(2, rating=2700), team(3))))
    play.do(acts.ForbidPair(SECTION, *two(2, 3)))
    play.do(acts.RequestBye(SECTION, Number(2), 3), ARBITER)
    play.do(acts.RecordPresence(SECTION, Number(2), 4))
    play.do(acts.RuleOnBye(SECTION, Number(3), False))
    play.do(acts.FixTable(SECTION, Number(2), 7, note="wheelchair"))
    play.do(acts.Suspend(SECTION, Number(2)))
    play.do(acts.SettleImaginary(SECTION, (Number(2),)))
    play.do(acts.RecordLot(SECTION, "speeches", (Number(3), Number(2))))

    play.do(close_entries(play.event, SECTION))

    section = play.section
    assert section.forbidden == (ForbiddenPair(*two(1, 3)),)
    assert section.requests == (Request(Number(1), 3, ZeroPointBye()),)
    assert section.presence[Number(1)].players == 4
    assert section.bye_rulings[0].number == 3
    assert (section.fixed_tables[0].number, section.fixed_tables[0].table) == (1, 7)
    assert section.suspended == {1}
    assert section.accelerated == {1}
    assert section.lots[0].order == (3, 1)


@pytest.mark.parametrize(
    "competitors",
    [
        (team(1), team(1)),
        (team(1), replace(team(2), players=team(1).players)),
        (replace(team(1), name=" "),),
        (replace(team(1), number=Number(0)),),
    ],
    ids=["same number", "same person", "no name", "number nought"],
)
def test_entries_that_cannot_be_told_apart_are_refused(competitors: tuple[Team, ...]) -> None:
    play = begun(EDITION, boards=4)

    with pytest.raises(Refused):
        play.do(acts.Enter(SECTION, competitors))

    assert play.section.competitors == {}


def test_a_change_keeps_the_place_in_the_list() -> None:
    play = olympiad(EDITION, 4)
    before = play.section.competitors[Number(2)]

    play.do(acts.ChangeEntry(SECTION, replace(before, name="New name")))

    assert [c.name for c in play.section.competitors.values()][1] == "New name"


def test_an_entry_is_struck_out_with_all_that_was_said_of_it() -> None:
    play = begun(EDITION, boards=4)
    play.do(acts.Enter(SECTION, (team(1), team(2))))
    play.do(acts.ForbidPair(SECTION, *two(1, 2)))
    play.do(acts.RequestBye(SECTION, Number(1), 2), ARBITER)

    play.do(acts.Withdraw(SECTION, Number(1)))

    assert list(play.section.competitors) == [2]
    assert play.section.forbidden == ()
    assert play.section.requests == ()


def test_who_leaves_after_closing_is_not_paired_and_may_come_back() -> None:
    play = olympiad(EDITION)
    play.round()
    play.do(acts.Withdraw(SECTION, Number(3), 2))
    second = play.round()
    play.do(acts.Readmit(SECTION, Number(3)), ARBITER)
    third = play.pair()

    assert 3 not in seated(second)
    assert (Number(3), Withdrawn()) in play.section.rounds[1].away
    assert 3 in seated(third)


def seated(act: acts.PairRound) -> set[int]:
    tables = {n for t in act.tables for n in (t.white, t.black)}
    return tables | ({act.bye} if act.bye is not None else set())


def test_nobody_leaves_a_round_that_is_published() -> None:
    play = olympiad(EDITION)
    play.round()

    with pytest.raises(Refused, match="published"):
        play.do(acts.Withdraw(SECTION, Number(3), 1))


def test_a_late_entry_has_the_next_number_and_joins_later() -> None:
    play = olympiad(EDITION)
    play.round()
    late = replace(team(9), joined=2)

    play.do(acts.EnterLate(SECTION, late), ARBITER)
    second = play.publish()

    assert 9 in seated(second)
    assert tournament(play.event, play.section).competitors[-1].joined == 2


def test_entries_close_once_and_with_everybody() -> None:
    play = olympiad(EDITION, 4)

    with pytest.raises(Refused, match="closed"):
        play.do(close_entries(play.event, SECTION))
    with pytest.raises(Refused, match="closed"):
        play.do(acts.Enter(SECTION, (team(9),)))

    other = begun(EDITION, boards=4)
    other.do(acts.Enter(SECTION, (team(1), team(2))))
    with pytest.raises(Refused, match="every entry once"):
        other.do(acts.CloseEntries(SECTION, (Number(1), Number(1))))


# --- lots -----------------------------------------------------------------------------------


def test_a_lot_is_drawn_with_the_seed_that_was_committed() -> None:
    play = olympiad(EDITION, 6)
    numbers = tuple(play.section.competitors)
    play.do(acts.CommitLot(SECTION, "speeches", commitment_to("a long secret seed"), numbers))

    with pytest.raises(Refused, match="not the seed"):
        play.do(acts.DrawLot(SECTION, "speeches", "another seed"))
    play.do(acts.DrawLot(SECTION, "speeches", "a long secret seed"))

    assert sorted(play.section.lots[0].order) == sorted(numbers)
    with pytest.raises(Refused, match="no seed is committed"):
        play.do(acts.DrawLot(SECTION, "speeches", "a long secret seed"))


def test_the_colour_of_number_one_is_drawn_or_put_down() -> None:
    play = olympiad(EDITION, 4)
    play.do(acts.CommitLot(SECTION, "colour", commitment_to("seed of the colour")))
    play.do(acts.DrawLot(SECTION, "colour", "seed of the colour"))
    drawn = play.section.lot
    assert drawn is not None

    play.do(acts.RecordLot(SECTION, "colour", colour=drawn.opposite), ARBITER)
    first = play.pair()

    white_of_first = any(t.white == 1 for t in first.tables)
    assert white_of_first == (drawn.opposite is Colour.WHITE)


# --- who is paired --------------------------------------------------------------------------


def test_a_bye_asked_for_is_kept_and_can_be_cancelled() -> None:
    play = olympiad(EDITION)
    play.do(acts.RequestBye(SECTION, Number(1), 1), ARBITER)
    play.do(acts.RequestBye(SECTION, Number(2), 1), ARBITER)
    play.do(acts.CancelBye(SECTION, Number(2), 1))

    first = play.publish()

    assert 1 not in seated(first)
    assert 2 in seated(first)
    assert (Number(1), ZeroPointBye()) in play.section.rounds[0].away


def test_a_forbidden_pair_does_not_meet_until_it_is_allowed() -> None:
    play = olympiad(EDITION, 4)
    play.do(acts.ForbidPair(SECTION, *two(1, 3)))
    apart = {frozenset((t.white, t.black)) for t in play.pair().tables}
    play.do(acts.AllowPair(SECTION, *two(1, 3)))
    together = {frozenset((t.white, t.black)) for t in play.pair().tables}

    assert frozenset((1, 3)) not in apart
    assert frozenset((1, 3)) in together


def test_a_ruling_bars_a_team_from_the_bye() -> None:
    play = olympiad(EDITION, 5)
    assert play.pair().bye == 5
    play.do(acts.RuleOnBye(SECTION, Number(5), False))

    assert play.pair().bye == 4


def test_a_team_keeps_its_fixed_table() -> None:
    play = olympiad(EDITION, 8)
    play.do(acts.FixTable(SECTION, Number(1), 4, note="camera"))
    assert play.pair().tables[3].white == 1 or play.pair().tables[3].black == 1
    play.do(acts.FixTable(SECTION, Number(1), 0))

    assert 1 in (play.pair().tables[0].white, play.pair().tables[0].black)


def test_points_by_decision_count_in_the_pairing() -> None:
    play = olympiad(EDITION, 4)
    play.publish()
    play.results(white=20)
    play.do(acts.AdjustPoints(SECTION, Number(4), match_points=-10, known_from=2), ARBITER)

    assert tournament(play.event, play.section).adjustments[0].match_points == -10


def test_a_suspended_team_is_not_paired_until_it_is_lifted() -> None:
    play = olympiad(EDITION, 6)
    play.do(acts.Suspend(SECTION, Number(2)))
    first = play.publish()
    play.results()
    play.do(acts.LiftSuspension(SECTION, Number(2)))

    assert acts.Exclusion(Number(2), "") in first.excluded
    assert 2 in seated(play.pair())


def test_a_team_suspended_in_the_middle_has_not_joined_later() -> None:
    play = olympiad(EDITION, 6)
    play.round()
    play.do(acts.Suspend(SECTION, Number(2)))
    play.publish()

    assert (Number(2), ZeroPointBye()) in play.section.rounds[1].away
    assert play.section.competitors[Number(2)].joined == 1


def test_an_expelled_team_is_out_for_good() -> None:
    play = olympiad(EDITION, 6)
    play.round()
    play.do(acts.Expel(SECTION, Number(2), 2), ARBITER)
    play.round()

    assert (Number(2), Withdrawn()) in play.section.rounds[1].away


# --- rounds and results -----------------------------------------------------------------------


def test_a_round_is_paired_only_when_the_results_before_it_are_in() -> None:
    play = olympiad(EDITION)
    play.publish()
    play.results(skip=(2,))

    with pytest.raises(Refused, match="tables 2"):
        play.pair()


def test_a_pairing_whose_facts_have_changed_is_not_published() -> None:
    play = olympiad(EDITION)
    play.pair()
    play.do(acts.ForbidPair(SECTION, *two(1, 5)))

    with pytest.raises(Refused, match="facts have changed"):
        play.do(acts.PublishRound(SECTION, 1), PANEL)


def test_a_pairing_is_not_published_if_somebody_is_excluded_since() -> None:
    play = olympiad(EDITION)
    play.do(acts.RequestBye(SECTION, Number(2), 1), ARBITER)
    play.pair()
    play.do(acts.Suspend(SECTION, Number(2)))

    with pytest.raises(Refused, match="facts have changed"):
        play.do(acts.PublishRound(SECTION, 1), PANEL)


def test_a_pairing_that_is_no_longer_possible_is_not_published() -> None:
    play = olympiad(EDITION, 4)
    play.pair()
    for other in (2, 3, 4):
        play.do(acts.ForbidPair(SECTION, *two(1, other)))

    with pytest.raises(Refused, match="facts have changed"):
        play.do(acts.PublishRound(SECTION, 1), PANEL)


def test_results_are_entered_corrected_and_removed() -> None:
    play = olympiad(EDITION)
    play.publish()
    play.result(1, 30, 10)
    with pytest.raises(Refused, match="has a result"):
        play.result(1, 20, 20)
    play.do(acts.CorrectResult(SECTION, 1, acts.TableResult(1, 25, 15)))
    assert play.section.rounds[0].meetings[1].white_points == 25

    play.do(acts.RemoveResult(SECTION, 1, 1))

    assert play.section.rounds[0].meetings[1].manner is Manner.PENDING
    with pytest.raises(Refused, match="no result"):
        play.do(acts.CorrectResult(SECTION, 1, acts.TableResult(1, 25, 15)))


@pytest.mark.parametrize(
    "result",
    [
        acts.TableResult(9, 20, 20),
        acts.TableResult(1, 41, 0),
        acts.TableResult(1, -1, 20),
        acts.TableResult(1, 30, 20),
        acts.TableResult(1, 10, 10, Manner.DEFAULT),
        acts.TableResult(1, 10, 0, Manner.BOTH_DEFAULTED),
        acts.TableResult(1, 0, 0, Manner.PENDING),
    ],
)
def test_a_result_that_cannot_be_is_refused(result: acts.TableResult) -> None:
    play = olympiad(EDITION)
    play.publish()

    with pytest.raises(Refused):
        play.do(acts.EnterResults(SECTION, 1, (result,)), confirmed=True)


def test_points_that_do_not_add_up_are_confirmed_first() -> None:
    play = olympiad(EDITION)
    play.publish()
    act = acts.EnterResults(SECTION, 1, (acts.TableResult(1, 20, 15),))

    with pytest.raises(ConfirmationNeeded):
        play.do(act)
    play.do(act, confirmed=True)

    assert play.section.rounds[0].meetings[1].black_points == 15


def test_a_match_unfinished_when_the_next_round_is_paired_keeps_what_it_was_paired_as() -> None:
    play = olympiad(EDITION)
    play.publish()
    play.results(skip=(1,))
    play.result(1, 20, 10, manner=Manner.UNFINISHED)
    before = play.publish()

    done = play.do(acts.CorrectResult(SECTION, 1, acts.TableResult(1, 20, 20)))

    meeting = play.section.rounds[0].meetings[1]
    assert meeting.paired_as == (20, 10)
    assert (meeting.white_points, meeting.black_points) == (20, 20)
    assert done.notices == ("the pairing of round 2 stays as it is",)
    assert [t.white for t in before.tables] == [
        m.white for m in play.section.rounds[1].meetings.values()
    ]


def test_a_result_is_corrected_after_the_next_round_only_if_that_is_confirmed() -> None:
    play = olympiad(EDITION)
    play.round()
    play.publish()
    act = acts.CorrectResult(SECTION, 1, acts.TableResult(1, 20, 20))

    with pytest.raises(ConfirmationNeeded, match="round 2 was paired"):
        play.do(act)
    play.do(act, confirmed=True)


def test_a_played_game_may_be_left_unrated_and_an_unplayed_one_rated() -> None:
    play = olympiad(EDITION)
    play.publish()
    play.result(1, 40, 0, rated=False)
    play.result(2, 40, 0, manner=Manner.DEFAULT, rated=True)
    play.result(3, 0, 0, manner=Manner.BOTH_DEFAULTED)

    meetings = play.section.rounds[0].meetings
    assert not meetings[1].rated
    assert meetings[2].rated
    assert meetings[3].manner is Manner.BOTH_DEFAULTED


def test_the_boards_of_a_match_add_up_to_its_result() -> None:
    from topboard.event.results import games_in, result_of_games

    play = olympiad(EDITION, 4)
    play.publish()
    first, second = ([Number(a), Number(a + 1)] for a in (11, 31))
    games = games_in(["1-0", "1-0"], first, second)
    # The first team has White on board 1 and Black on board 2.
    assert (games[1].white, games[1].white_points, games[1].black_points) == (32, 0, 10)

    result = result_of_games(1, games)
    play.do(acts.EnterResults(SECTION, 1, (result,)), confirmed=True)
    with pytest.raises(Refused, match="add up"):
        play.do(acts.CorrectResult(SECTION, 1, replace(result, white_points=10)), confirmed=True)

    assert play.section.rounds[0].meetings[1].white_points == 20


# --- pairing by hand --------------------------------------------------------------------------


def test_a_manual_pairing_records_where_it_departs_from_the_rules() -> None:
    play = olympiad(EDITION, 4)
    made = play.pair()
    play.do(acts.BeginManual(SECTION, 1))
    with pytest.raises(Refused, match="not ended"):
        play.do(acts.PublishRound(SECTION, 1), PANEL)
    tables = (acts.Table(1, *two(1, 2)), acts.Table(2, *two(3, 4)))
    play.do(acts.ChangeManual(SECTION, 1, tables))
    play.do(end_manual(play.event, SECTION))
    play.do(acts.PublishRound(SECTION, 1), PANEL)

    published = play.section.rounds[0]
    assert published.manual
    assert published.digest == made.digest
    assert published.differences == (
        "1 - 2, by the rules 1 - 3 and 2 - 4 (9.3)",
        "3 - 4, by the rules 3 - 1 and 4 - 2 (9.3)",
    )
    assert published.meetings[2].white == 3


@pytest.mark.parametrize(
    "tables",
    [
        (acts.Table(1, Number(1), Number(1)),),
        (acts.Table(1, Number(1), Number(99)),),
        (acts.Table(2, Number(1), Number(2)),),
        (acts.Table(1, Number(1), Number(2)), acts.Table(2, Number(2), Number(3))),
    ],
    ids=["itself", "unknown", "no table 1", "twice"],
)
def test_a_manual_pairing_seats_everybody_once(tables: tuple[acts.Table, ...]) -> None:
    play = olympiad(EDITION, 4)
    play.do(acts.BeginManual(SECTION, 1))

    with pytest.raises(Refused):
        play.do(acts.ChangeManual(SECTION, 1, tables))


def test_who_is_left_out_by_hand_is_told() -> None:
    play = olympiad(EDITION, 4)
    play.do(acts.BeginManual(SECTION, 1))
    play.do(acts.ChangeManual(SECTION, 1, (acts.Table(1, *two(1, 3)),)))

    assert "4 is not paired" in end_manual(play.event, SECTION).differences


# --- taking back ------------------------------------------------------------------------------


def test_the_last_act_is_undone_and_done_again() -> None:
    play = olympiad(EDITION, 4)
    play.do(acts.Suspend(SECTION, Number(2)))
    last = last_in_force(play.entries, play.event)
    assert last is not None

    play.do(acts.Undo(last.number))
    assert play.section.suspended == frozenset()
    assert last_undone(play.entries, play.event) == last.number
    play.do(acts.Redo(last.number))

    assert play.section.suspended == {2}
    assert fold(play.entries) == play.event


def test_an_act_on_which_others_rest_is_not_undone() -> None:
    play = olympiad(EDITION, 4)

    with pytest.raises(Refused, match="later entries rest on it"):
        play.do(acts.Undo(3))


def test_up_to_a_publication_all_is_undone_freely_and_behind_it_by_an_authority() -> None:
    play = cfc("dubov_1997", 4)
    play.do(acts.ForbidPair(SECTION, *two(1, 2)))
    behind = len(play.entries)
    play.publish()
    published = len(play.entries)
    play.result(1, 10, 0)

    play.do(acts.Undo(len(play.entries)))
    for number in (behind, published):
        with pytest.raises(AuthorityNeeded):
            play.do(acts.Undo(number))
    with pytest.raises(AuthorityNeeded, match="reason"):
        play.do(acts.Undo(published), ARBITER, reason="")
    play.do(acts.Undo(published), ARBITER)
    play.do(acts.Undo(behind))

    assert play.section.rounds == ()
    assert play.section.forbidden == ()


@pytest.mark.parametrize("entry", [0, 99])
def test_what_is_not_there_cannot_be_undone(entry: int) -> None:
    play = olympiad(EDITION, 4)

    with pytest.raises(Refused, match="no such entry"):
        play.do(acts.Undo(entry))


def test_undoing_twice_and_redoing_what_stands_are_refused() -> None:
    play = olympiad(EDITION, 4)
    last = len(play.entries)
    with pytest.raises(Refused, match="in force"):
        play.do(acts.Redo(last))
    play.do(acts.Undo(last))

    with pytest.raises(Refused, match="undone already"):
        play.do(acts.Undo(last))
    with pytest.raises(Refused, match="not undone"):
        play.do(acts.Undo(last + 1))


# --- the end ------------------------------------------------------------------------------------


def test_an_event_is_not_closed_while_a_game_is_open() -> None:
    play = olympiad(EDITION, 4, rounds=1)
    play.publish()
    play.result(1, 40, 0)

    with pytest.raises(Refused, match="table"):
        play.do(acts.CloseEvent(), confirmed=True)
    play.result(2, 20, 10, manner=Manner.UNFINISHED)
    with pytest.raises(Refused, match="tables 2 are open"):
        play.do(acts.CloseEvent(), confirmed=True)


def test_nothing_is_done_after_the_event_is_closed_but_by_an_authority() -> None:
    play = olympiad(EDITION, 4, rounds=1)
    play.round()
    play.do(acts.CloseEvent())

    with pytest.raises(Refused, match="closed"):
        play.do(acts.Suspend(SECTION, Number(1)))
    with pytest.raises(AuthorityNeeded):
        play.do(acts.Undo(len(play.entries)))
    play.do(acts.Undo(len(play.entries)), ARBITER)

    assert not play.event.closed


def test_two_sections_do_not_disturb_each_other() -> None:
    play = olympiad(EDITION, 4)
    play.do(acts.AddSection("Women", EDITION, 11, 4))
    play.do(acts.Enter("Women", (team(1), team(2))))
    play.publish()

    assert list(play.event.sections) == [SECTION, "Women"]
    assert play.event.sections["Women"].rounds == ()
    assert tournament(play.event, play.section).name == "Test, Open"
    with pytest.raises(Refused, match="no such section"):
        play.do(acts.Suspend("Seniors", Number(1)))


def test_an_entry_keeps_who_when_why_and_by_whose_word() -> None:
    play = olympiad(EDITION, 4)
    play.publish()
    entry = play.entries[-1]

    assert (entry.who, entry.time) == (HAND.who, HAND.time)
    assert entry.authority == "Technical Administration Panel: T. Panel"
    assert entry.reason == "so it was decided"


def test_a_player_does_not_enter_an_event_of_teams() -> None:
    play = begun(EDITION, boards=4)

    with pytest.raises(Refused, match="pairs teams"):
        play.do(acts.Enter(SECTION, (person(1),)))


def test_a_team_that_is_not_there_for_round_one_joins_later() -> None:
    play = olympiad(EDITION, 6, here=False)
    for number in (1, 2, 3, 4):
        play.do(acts.RecordPresence(SECTION, Number(number), 3))

    first = play.publish()

    assert [e.number for e in first.excluded] == [5, 6]
    assert (Number(5), NotYetEntered()) in play.section.rounds[0].away
    assert play.section.competitors[Number(5)].joined == 2
