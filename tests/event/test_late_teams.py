"""Late teams of an Olympiad: the place their rating earns, or the last number."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.event.sessions import (
    ARBITER,
    DIRECTOR,
    SECTION,
    Play,
    event_with_section,
    olympiad_event,
    person,
    team,
)
from tests.team_events import ALL_EDITIONS
from topboard import formats
from topboard.checking import check_all_rounds
from topboard.errors import Refused
from topboard.event import actions
from topboard.event.codec import dump_record_as_json, load_stored_action
from topboard.event.entries import Entry
from topboard.event.new_entries import build_late_entry_action
from topboard.event.pairing import build_close_entries_action
from topboard.event.ratings import add_ratings_from_text, parse_rating_order
from topboard.event.replay import replay_rounds
from topboard.event.tournament import build_tournament
from topboard.model import HalfPointBye, NotYetEntered, Number, Team
from topboard.reasons.decisions import ScoregroupSummary
from topboard.systems.registry import system


def latecomer(rating: int = 2455, joined: int = 2, name: str = "Late") -> Team:
    """Between Team 004 and Team 005, unless the rating says otherwise."""
    late = replace(team(99), name=name, joined=joined)
    return replace(late, players=tuple(replace(p, rating=rating) for p in late.players))


def enter(play: Play, late: Team, *, last: bool = False) -> actions.EnterLate:
    act = build_late_entry_action(play.event, SECTION, late, last=last)
    play.do(act, ARBITER)
    return act


def names(play: Play) -> list[str]:
    assert all(n == c.number for n, c in play.section.competitors.items())
    assert [*play.section.competitors] == sorted(play.section.competitors)
    return [c.name for c in play.section.competitors.values()]


def names_with_late(*late_at: int) -> list[str]:
    found = [f"Team {n:03}" for n in range(1, 9)]
    for place in late_at:
        found.insert(place - 1, "Late")
    return found


def standings_and_rounds(play: Play) -> list[object]:
    """The standings and the rounds, by names."""
    name = {n: c.name for n, c in play.section.competitors.items()}
    table = system(play.section.system).standings(build_tournament(play.event, play.section))
    lines = {name[x.number]: (x.points, [v.value for v in x.values]) for x in table.lines}
    lines.pop("Late", None)
    rounds = [
        {
            t: (name[m.white], name[m.black], m.white_points, m.black_points)
            for t, m in played.meetings.items()
            if m.white and m.black
        }
        for played in play.section.rounds
    ]
    return [lines, rounds]


@pytest.mark.parametrize("edition", ALL_EDITIONS)
def test_a_late_team_is_placed_by_rating_and_the_others_move_down(
    edition: str,
) -> None:
    play = olympiad_event(edition)
    play.round()
    before = standings_and_rounds(play)

    act = enter(play, latecomer())

    assert (act.competitor.number, act.others_move) == (5, True)
    assert names(play) == names_with_late(5)
    assert standings_and_rounds(play) == before
    play.do(actions.RecordPresence(SECTION, Number(5), 4))
    second = play.round()
    assert 5 in {n for t in second.tables for n in (t.white, t.black)} | {second.bye}


@pytest.mark.parametrize("edition", ALL_EDITIONS)
def test_the_last_number_is_given_on_request(edition: str) -> None:
    play = olympiad_event(edition)
    play.round()

    act = enter(play, latecomer(), last=True)

    assert (act.competitor.number, act.others_move) == (9, False)
    assert names(play) == names_with_late(9)
    assert play.section.rounds[0].numbers_in_force


def test_the_weakest_late_team_gets_the_last_number_and_moves_nobody() -> None:
    play = olympiad_event("olympiad_2022")

    act = enter(play, latecomer(1000, joined=1))

    assert (act.competitor.number, act.others_move) == (9, False)


def test_the_next_number_is_given_if_the_text_says_so() -> None:
    play = event_with_section("cfc_swiss", 5)
    play.do(actions.Enter(SECTION, tuple(person(n, 2000 - n) for n in range(1, 5))))
    play.do(build_close_entries_action(play.event, SECTION))

    act = build_late_entry_action(play.event, SECTION, replace(person(9, 2500), joined=2))

    assert (act.competitor.number, act.others_move) == (5, False)
    play.do(act, DIRECTOR)


def test_everything_that_refers_to_a_moved_number_is_updated() -> None:
    play = olympiad_event("olympiad_2022")
    five, six, seven = Number(5), Number(6), Number(7)
    play.do(actions.RecordPresence(SECTION, seven, 0))
    play.round()
    pairing = actions.ChangeManual(SECTION, 2, (actions.Table(1, six, Number(1)),), seven)
    for act in (
        actions.RecordLot(SECTION, "seats", (seven, six)),
        actions.CommitLot(SECTION, "flags", "0" * 64, (six,)),
        actions.GrantException(SECTION, seven, "10.2"),
        actions.RequestBye(SECTION, six, 3, HalfPointBye()),
        actions.ForbidPair(SECTION, five, six),
        actions.RuleOnBye(SECTION, six, allowed=False),
        actions.FixTable(SECTION, five, 2, actions.TableGround.DISABILITY, "the ramp"),
        actions.AdjustPoints(SECTION, six, -10),
        actions.Suspend(SECTION, six),
        actions.LiftSuspension(SECTION, six),
        actions.Suspend(SECTION, five),
        actions.SettleImaginary(SECTION, (five, six)),
        actions.BeginManual(SECTION, 2),
        pairing,
    ):
        # What the articles say to them is not the question here.
        play.add_entries_written_elsewhere([Entry(len(play.entries) + 1, "now", "Ann", act)])

    enter(play, latecomer())

    section = play.section
    assert section.presence[Number(8)].players == 0
    assert section.lots[-1].order == (8, 7)
    assert section.commitments["flags"].among == (7,)
    assert (8, "10.2") in section.exceptions
    assert [r.number for r in section.requests if r.round == 3] == [7]
    assert [(f.a, f.b) for f in section.forbidden] == [(6, 7)]
    assert section.bye_rulings[0].number == 7
    assert section.fixed_tables[0].number == 6
    assert section.adjustments[0].number == 7
    assert section.suspended == {6}
    assert section.accelerated == {5, 6, 7}
    draft = section.draft
    assert draft is not None
    assert [(t.white, t.black) for t in draft.tables] == [(7, 1)]
    assert draft.bye == 8
    [first] = section.rounds
    assert [e.number for e in first.excluded] == [8]
    assert (Number(8), NotYetEntered()) in first.away


def test_earlier_rounds_are_proved_by_the_journal_but_not_checked() -> None:
    play = olympiad_event("olympiad_2009")
    play.round()
    enter(play, latecomer())
    play.do(actions.RecordPresence(SECTION, Number(5), 4))
    play.round()

    facts = build_tournament(play.event, play.section)
    again = formats.read_text(formats.dumps(facts, "event-json"))

    assert [r.does_not_contradict_record for r in replay_rounds(play.entries)] == [True, True]
    assert [(c.round, c.differences) for c in check_all_rounds(again, system("olympiad_2009"))] == [
        (2, ())
    ]
    assert system("olympiad_2009").standings(again) == system("olympiad_2009").standings(facts)


def test_an_entry_that_moved_numbers_cannot_be_undone_once_they_are_used() -> None:
    play = olympiad_event("olympiad_2022")
    play.round()
    enter(play, latecomer())
    moved = play.entries[-1].number
    play.do(actions.Withdraw(SECTION, Number(8), 2))

    with pytest.raises(
        Refused, match=f"assigned starting numbers that .* First undo entry {moved + 1}"
    ):
        play.do(actions.Undo(moved))
    play.do(actions.Undo(moved + 1))
    play.do(actions.Undo(moved))
    assert names(play) == names_with_late()
    play.do(actions.Withdraw(SECTION, Number(8), 2))
    with pytest.raises(Refused, match="assigned starting numbers"):
        play.do(actions.Redo(moved))


def test_the_arbiter_is_notified_when_numbers_move() -> None:
    play = olympiad_event("olympiad_2022")

    prepared = play.do(build_late_entry_action(play.event, SECTION, latecomer(joined=1)), ARBITER)

    assert prepared.notices == (
        (
            "Late will get starting number 5, and all participants from that number on will "
            "move down by one."
        ),
    )


def test_a_late_entry_in_an_older_journal_moves_nobody() -> None:
    written = '{"section":"Open","competitor":{"type":"Player","number":9,"name":"Late"}}'

    act = load_stored_action("EnterLate", written)

    assert isinstance(act, actions.EnterLate)
    assert not act.others_move
    assert dump_record_as_json(act) == written


@pytest.mark.parametrize("edition", ["olympiad_2008", "olympiad_2008_dresden"])
def test_a_team_missing_from_round_one_does_not_change_the_upper_half(edition: str) -> None:
    play = olympiad_event(edition, here=False)
    for number in (1, 2, 4, 5, 6, 7, 8):
        play.do(actions.RecordPresence(SECTION, Number(number), 4))
    play.round()
    play.do(actions.RecordPresence(SECTION, Number(3), 4))
    play.round()

    facts = build_tournament(play.event, play.section)

    assert [(c.round, c.differences) for c in check_all_rounds(facts, system(edition))] == [
        (1, ()),
        (2, ()),
    ]


@pytest.mark.article("olympiad_2008:28b")
def test_a_late_team_in_the_upper_half_gets_its_imaginary_points() -> None:
    numbers = []
    for last in (False, True):
        play = olympiad_event("olympiad_2008")
        play.round()
        number = enter(play, latecomer(2475), last=last).competitor.number
        play.do(actions.RecordPresence(SECTION, number, 4))
        numbers.append(number)
        paired = system("olympiad_2008").pair(build_tournament(play.event, play.section))
        groups = [r for r in paired.reasons if isinstance(r, ScoregroupSummary)]

        # It stands above Team 004, the last of the upper half of eight.
        assert [g.points for g in groups if number in g.residents] == [20]
    assert numbers == [3, 9]


@pytest.mark.parametrize(
    ("order", "ratings", "number"),
    [
        ("", "FIDE 1975", 4),
        ("", "1975", 4),
        ("", "CFC 1975", 7),
        ("FIDE rapid, FIDE", "FIDE 1975, FIDE rapid 2030", 1),
        ("CFC, FIDE", "FIDE 2030, CFC 1955", 6),
    ],
)
def test_the_place_of_a_late_entry_depends_on_the_rating_that_counts(
    order: str, ratings: str, number: int
) -> None:
    play = event_with_section("fide_dutch_2026", 5, rating_order=parse_rating_order(order))
    play.do(actions.Enter(SECTION, tuple(person(n, 2010 - 10 * n) for n in range(1, 7))))
    play.do(build_close_entries_action(play.event, SECTION), confirmed=True)

    act = build_late_entry_action(
        play.event, SECTION, replace(add_ratings_from_text(person(99, None), ratings), joined=1)
    )
    play.do(act, ARBITER, confirmed=True)

    assert act.competitor.number == number
    assert play.section.competitors[Number(number)].name == "Player 099"
