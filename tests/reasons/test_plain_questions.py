"""Every answer is true of the record, and the plain questions come in their order."""

from __future__ import annotations

import pytest

from tests.reasons.events import late_event, questions
from topboard.model import Colour, Manner
from topboard.reasons.decisions import OpponentChoice
from topboard.reasons.grounds import ColourNeed
from topboard.reasons.obstacles import ForbiddenByOrganiser, HaveMet
from topboard.reasons.why_not import (
    ArePaired,
    DifferentScoregroups,
    HasBye,
    MeetByRoundRobinTable,
    NotInRound,
    SameColour,
    SomebodyElseFirst,
)
from topboard.systems.registry import SYSTEMS, system

SWISS = [name for name in SYSTEMS if "round_robin" not in name]
SEEDS = range(100, 105)
LETTERS = {Colour.WHITE: "W", Colour.BLACK: "B"}


def meeting_of(event, a, b, *, defaults_count):
    """The meeting that keeps the two from another: (round, was it played), or nothing."""
    for played in event.rounds:
        for meeting in played.meetings:
            sat_down = meeting.manner is Manner.PLAYED
            if {meeting.white, meeting.black} == {a, b} and (sat_down or defaults_count):
                return played.number, sat_down
    return None


def colours_of(event, number):
    """The colours of the games played, as letters."""
    had = ""
    for played in event.rounds:
        for meeting in played.meetings:
            if meeting.manner is Manner.PLAYED and number in (meeting.white, meeting.black):
                had += "W" if meeting.white == number else "B"
    return had


def may_have(had, colour):
    more = had.count(colour) + 1 - (len(had) - had.count(colour))
    return more <= 2 and not had.endswith(colour * 2)


def is_forbidden(event, a, b):
    return any({pair.a, pair.b} == {a, b} for pair in event.forbidden)


def answers():
    for name in SWISS:
        for seed in SEEDS:
            event = late_event(name, seed)
            if event is not None:
                for a, b, verdict in questions(event, name, seed, 10):
                    yield name, event, a, b, verdict


@pytest.fixture(scope="module")
def all_answers():
    return list(answers())


def test_an_earlier_meeting_is_named_before_anything_else(all_answers):
    seen = 0
    for name, event, a, b, verdict in all_answers:
        # The Canadian rules forbid a second pairing, the others a second game.
        met = meeting_of(event, a, b, defaults_count=name.startswith("cfc"))
        if met is not None and not isinstance(verdict, NotInRound):
            seen += 1
            assert isinstance(verdict, HaveMet)
            assert (verdict.round, verdict.by_forfeit) == (met[0], not met[1])
        else:
            assert not isinstance(verdict, HaveMet)
    assert seen > 100


def test_a_restriction_by_the_organiser_is_named_without_an_article(all_answers):
    found = [(e, a, b, v) for _, e, a, b, v in all_answers if isinstance(v, ForbiddenByOrganiser)]

    assert found
    assert all(is_forbidden(event, a, b) for event, a, b, _ in found)


def test_a_colour_limit_cited_for_both_players_agrees_with_the_record(all_answers):
    found = [
        (event, number, LETTERS[verdict.colour.opposite])
        for _, event, a, b, verdict in all_answers
        if isinstance(verdict, SameColour) and verdict.ground is ColourNeed.LIMIT
        for number in (a, b)
    ]

    assert found
    assert not any(may_have(colours_of(event, n), barred) for event, n, barred in found)


def test_different_scoregroups_in_an_answer_have_different_scores(all_answers):
    found = [one for one in all_answers if isinstance(one[-1], DifferentScoregroups)]

    assert len(found) > 20
    for name, event, a, b, verdict in found:
        assert verdict.points[0] != verdict.points[1]
        if not name.startswith("olympiad_2008"):
            points = {line.number: line.points for line in system(name).standings(event).lines}
            assert verdict.points == (points[a], points[b])


def test_an_answer_about_an_earlier_choice_concerns_one_of_the_two(all_answers):
    found = [one for one in all_answers if isinstance(one[-1], SomebodyElseFirst)]

    assert len(found) > 20
    for name, event, a, b, verdict in found:
        made = {frozenset((p.white, p.black)) for p in system(name).pair(event).pairs}
        decided = verdict.decided
        if isinstance(decided, OpponentChoice):
            assert {decided.chooser, decided.chosen} & {a, b}
            assert frozenset((decided.chooser, decided.chosen)) in made
        if verdict.passed_over is not None:
            assert verdict.passed_over in (a, b)


def test_every_other_question_has_its_plain_answer(all_answers):
    kinds = {type(verdict) for *_, verdict in all_answers}

    assert {ArePaired, HasBye, HaveMet, DifferentScoregroups, SomebodyElseFirst} <= kinds


@pytest.mark.parametrize("name", ["cfc_round_robin", "cfc_team_round_robin"])
def test_a_round_robin_answers_with_the_rounds_of_its_table(name):
    event = late_event(name, 1)
    assert event is not None
    timetable = system(name).timetable(event)
    for a, b, verdict in questions(event, name, 1, 12):
        if isinstance(verdict, MeetByRoundRobinTable):
            rounds = [
                number
                for number, pairs in enumerate(timetable, start=1)
                if {a, b} in [set(pair) for pair in pairs]
            ]
            assert list(verdict.rounds) == rounds
            assert event.round_to_pair not in rounds
        else:
            assert isinstance(verdict, ArePaired | NotInRound | HasBye)
