"""The generated events are what they say they are."""

from __future__ import annotations

import pytest

from tests.oracle.events import (
    NO_MISHAPS,
    every_history,
    random_event,
    scattered_event,
)
from tests.oracle.olympiad import EDITIONS, OracleNoPairing, OracleRound, oracle_pair
from tests.oracle.olympiad_record import Kind, Record
from topboard.model import Manner, Tournament

CASES = [(seed, 4 + seed % 13, seed % 7) for seed in range(40)]


def paired_or_none(tournament: Tournament, edition: str) -> OracleRound | None:
    try:
        return oracle_pair(tournament, edition)
    except OracleNoPairing:
        return None


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_generated_round_pairs_each_team_once_with_a_new_opponent(edition):
    for seed, count, rounds in CASES:
        for event in (
            random_event(seed, count, rounds, edition),
            scattered_event(seed, count, rounds),
        ):
            paired = paired_or_none(event, edition)
            if paired is None:
                continue
            record = Record(event)
            seated = [n for pair in paired.pairs for n in pair]
            away = [] if paired.bye is None else [paired.bye]

            assert sorted(seated + away) == record.participants
            assert not {frozenset(pair) for pair in paired.pairs} & record.apart


def test_the_same_seed_gives_the_same_event_and_other_seeds_differ():
    again = [random_event(7, 12, 4, "olympiad_2022") for _ in range(2)]

    assert again[0] == again[1]
    assert again[0] != random_event(8, 12, 4, "olympiad_2022")
    assert scattered_event(7, 12, 4) == scattered_event(7, 12, 4)


def test_without_mishaps_there_are_only_matches_and_byes():
    event = random_event(3, 11, 4, "olympiad_2009", NO_MISHAPS)

    kinds = {line.kind for lines in Record(event).lines.values() for line in lines}
    assert kinds == {Kind.MATCH, Kind.BYE}
    assert [len(played.meetings) for played in event.rounds] == [5, 5, 5, 5]
    assert not event.requests + event.forbidden + event.adjustments + event.bye_rulings


def test_the_events_hold_every_kind_of_mishap():
    events = [random_event(*case, "olympiad_2022") for case in CASES]
    manners = {m.manner for event in events for r in event.rounds for m in r.meetings}
    away = {type(o).__name__ for event in events for r in event.rounds for _, o in r.away}

    assert manners == {
        Manner.PLAYED,
        Manner.DEFAULT,
        Manner.BOTH_DEFAULTED,
        Manner.UNFINISHED,
    }
    assert away == {"PairingBye", "ZeroPointBye", "Withdrawn", "NotYetEntered"}
    assert any(event.forbidden for event in events)
    assert any(event.adjustments for event in events)
    assert any(event.bye_rulings for event in events)
    assert any(event.requests for event in events)


@pytest.mark.parametrize(
    ("count", "rounds", "histories"), [(4, 2, 81), (4, 3, 729), (5, 2, 81), (6, 2, 729)]
)
def test_the_histories_cover_all_results(count, rounds, histories):
    events = list(every_history(count, rounds, "olympiad_2009"))

    assert len(events) == histories
    assert len({event.rounds for event in events}) == histories
    assert {len(event.rounds) for event in events} == {rounds}


def test_four_teams_have_no_fourth_round():
    events = list(every_history(4, 4, "olympiad_2022", results=((25, 15), (15, 25))))

    assert {len(event.rounds) for event in events} == {3}
    assert all(paired_or_none(event, "olympiad_2022") is None for event in events)
