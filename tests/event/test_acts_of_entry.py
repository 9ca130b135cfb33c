"""An event begins, competitors enter, change and leave, and the entries are closed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.event.sessions import (
    ARBITER,
    CONTEXT,
    SECTION,
    Play,
    event_with_section,
    number_pair,
    numbers_at_tables,
    olympiad_event,
    person,
    team,
)
from topboard.errors import Refused
from topboard.event import actions
from topboard.event.pairing import build_close_entries_action
from topboard.event.tournament import build_tournament
from topboard.model import (
    ForbiddenPair,
    Number,
    Request,
    Team,
    Withdrawn,
    ZeroPointBye,
)

EDITION = "olympiad_2022"


def test_no_action_is_possible_before_the_event_exists() -> None:
    with pytest.raises(Refused, match="does not exist"):
        Play().do(actions.CloseEvent())


def test_a_section_can_be_added_only_once() -> None:
    play = event_with_section(EDITION, boards=4)

    with pytest.raises(Refused, match="already"):
        play.do(actions.AddSection(SECTION, EDITION, 9, 4))


def test_participants_are_numbered_by_strength_when_entries_close() -> None:
    play = event_with_section(EDITION, boards=4)
    play.do(actions.Enter(SECTION, (team(1), team(2, rating=2700))))

    play.do(build_close_entries_action(play.event, SECTION))

    assert [c.name for c in play.section.competitors.values()] == ["Team 002", "Team 001"]
    assert list(play.section.competitors) == [1, 2]


def test_everything_recorded_about_an_entry_follows_it_to_its_pairing_number() -> None:
    play = event_with_section(EDITION, boards=4)
    play.do(actions.Enter(SECTION, (team(1), team(2, rating=2700), team(3))))
    play.do(actions.ForbidPair(SECTION, *number_pair(2, 3)))
    play.do(actions.RequestBye(SECTION, Number(2), 3), ARBITER)
    play.do(actions.RecordPresence(SECTION, Number(2), 4))
    play.do(actions.RuleOnBye(SECTION, Number(3), False))
    play.do(actions.FixTable(SECTION, Number(2), 7, note="wheelchair"))
    play.do(actions.Suspend(SECTION, Number(2)))
    play.do(actions.SettleImaginary(SECTION, (Number(2),)))
    play.do(actions.RecordLot(SECTION, "speeches", (Number(3), Number(2))))

    play.do(build_close_entries_action(play.event, SECTION))

    section = play.section
    assert section.forbidden == (ForbiddenPair(*number_pair(1, 3)),)
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
    play = event_with_section(EDITION, boards=4)

    with pytest.raises(Refused):
        play.do(actions.Enter(SECTION, competitors))

    assert play.section.competitors == {}


def test_a_change_keeps_the_place_in_the_list() -> None:
    play = olympiad_event(EDITION, 4)
    before = play.section.competitors[Number(2)]

    play.do(actions.ChangeEntry(SECTION, replace(before, name="New name")))

    assert [c.name for c in play.section.competitors.values()][1] == "New name"


def test_deleting_an_entry_deletes_everything_recorded_about_it() -> None:
    play = event_with_section(EDITION, boards=4)
    play.do(actions.Enter(SECTION, (team(1), team(2))))
    play.do(actions.ForbidPair(SECTION, *number_pair(1, 2)))
    play.do(actions.RequestBye(SECTION, Number(1), 2), ARBITER)

    play.do(actions.Withdraw(SECTION, Number(1)))

    assert list(play.section.competitors) == [2]
    assert play.section.forbidden == ()
    assert play.section.requests == ()


def test_a_team_that_withdraws_after_entries_close_can_be_readmitted() -> None:
    play = olympiad_event(EDITION)
    play.round()
    play.do(actions.Withdraw(SECTION, Number(3), 2))
    second = play.round()
    play.do(actions.Readmit(SECTION, Number(3)), ARBITER)
    third = play.pair()

    assert 3 not in numbers_at_tables(second)
    assert (Number(3), Withdrawn()) in play.section.rounds[1].away
    assert 3 in numbers_at_tables(third)


def test_nobody_can_withdraw_from_a_published_round() -> None:
    play = olympiad_event(EDITION)
    play.round()

    with pytest.raises(Refused, match="published"):
        play.do(actions.Withdraw(SECTION, Number(3), 1))


def test_a_late_entry_gets_the_next_number_and_joins_later() -> None:
    play = olympiad_event(EDITION)
    play.round()
    late = replace(team(9), joined=2)

    play.do(actions.EnterLate(SECTION, late), ARBITER)
    second = play.publish()

    assert 9 in numbers_at_tables(second)
    assert build_tournament(play.event, play.section).competitors[-1].joined == 2


def test_entries_close_only_once_and_must_include_every_participant() -> None:
    play = olympiad_event(EDITION, 4)

    with pytest.raises(Refused, match="closed"):
        play.do(build_close_entries_action(play.event, SECTION))
    with pytest.raises(Refused, match="closed"):
        play.do(actions.Enter(SECTION, (team(9),)))

    other = event_with_section(EDITION, boards=4)
    other.do(actions.Enter(SECTION, (team(1), team(2))))
    with pytest.raises(Refused, match="every participant in Open exactly once"):
        other.do(actions.CloseEntries(SECTION, (Number(1), Number(1))))


def test_two_sections_do_not_affect_each_other() -> None:
    play = olympiad_event(EDITION, 4)
    play.do(actions.AddSection("Women", EDITION, 11, 4))
    play.do(actions.Enter("Women", (team(1), team(2))))
    play.publish()

    assert list(play.event.sections) == [SECTION, "Women"]
    assert play.event.sections["Women"].rounds == ()
    assert build_tournament(play.event, play.section).name == "Test, Open"
    with pytest.raises(Refused, match="This section does not exist: 'Seniors'"):
        play.do(actions.Suspend("Seniors", Number(1)))


def test_a_journal_entry_records_user_time_reason_and_authority() -> None:
    play = olympiad_event(EDITION, 4)
    play.publish()
    entry = play.entries[-1]

    assert (entry.who, entry.time) == (CONTEXT.who, CONTEXT.time)
    assert entry.authority == "Technical Administration Panel: T. Panel"
    assert entry.reason == "so it was decided"


def test_a_player_cannot_enter_a_team_event() -> None:
    play = event_with_section(EDITION, boards=4)

    with pytest.raises(Refused, match="is for teams, so the player"):
        play.do(actions.Enter(SECTION, (person(1),)))
