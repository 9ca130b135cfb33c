"""All rounds of real Olympiads are read, and come back from what is written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from topboard import formats
from topboard.model import Manner, ZeroPointBye
from topboard.model.history import participants_to_pair

FILES = sorted((Path(__file__).parents[1] / "fixtures" / "olympiads").glob("*.json"))

every_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def test_all_44_olympiad_rounds_are_present():
    assert len(FILES) == 44


@every_file
def test_a_round_is_read_with_the_values_in_its_file(path):
    said = json.loads(path.read_text(encoding="utf-8"))

    read = formats.read(path)

    assert (read.name, read.system) == (said["event"], said["system"])
    assert (read.planned_rounds, read.boards) == (said["rounds"], said["boards"])
    assert read.round_to_pair == said["round"]
    assert read.lot.value == said["lot"]
    assert [(t.number, t.name, float(t.average)) for t in read.competitors] == [
        (t["number"], t["name"], t["average"]) for t in said["teams"]
    ]
    assert list(participants_to_pair(read)) == sorted(said["participants"])
    assert all(request.outcome == ZeroPointBye() for request in read.requests)
    assert [[pair.a, pair.b] for pair in read.forbidden] == said["forbidden_pairs"]
    assert [[a.number, a.game_points / 10] for a in read.adjustments] == (
        said["game_point_adjustments"]
    )
    expected = frozenset(said["accelerated"]) if "accelerated" in said else None
    assert read.accelerated == expected


@every_file
def test_the_history_matches_the_file(path):
    said = json.loads(path.read_text(encoding="utf-8"))

    read = formats.read(path)

    for played, told in zip(read.rounds, said["history"], strict=True):
        assert played.number == told["round"]
        assert [n for n, _ in played.away] == told["byes"]
        for meeting, match in zip(played.meetings, told["matches"], strict=True):
            assert (meeting.white, meeting.black) == (match["white"], match["black"])
            assert [meeting.white_points / 10, meeting.black_points / 10] == match["points"]
            unplayed = match.get("unplayed", False)
            assert meeting.manner is (Manner.DEFAULT if unplayed else Manner.PLAYED)


@every_file
def test_the_published_pairing_matches_the_file(path):
    told = json.loads(path.read_text(encoding="utf-8"))["published"]

    published = formats.read(path).published

    assert [[m.white, m.black] for m in published.meetings] == told["pairs"]
    assert published.bye == told["bye"]
    assert published.tables_known is told["in_table_order"]
    assert all(m.manner is Manner.PENDING for m in published.meetings)
    uncertain = [[m.white, m.black] for m in published.meetings if not m.colour_known]
    assert sorted(uncertain) == sorted(told["colour_uncertain"])


@every_file
@pytest.mark.parametrize("format", ["round-json", "event-json"])
def test_a_round_survives_a_round_trip_through_json(path, format):
    event = formats.read(path)

    assert formats.read_text(formats.dumps(event, format)) == event
    assert formats.describe_losses(event, format) == []


@every_file
def test_a_report_file_keeps_opponents_colours_and_results(path):
    event = formats.read(path)

    back = formats.read_text(formats.dumps(event, "trf26"))

    for before, after in zip(event.rounds, back.rounds, strict=True):
        assert set(after.meetings) == set(before.meetings)
        assert after.away == before.away
    assert {(m.white, m.black) for m in back.published.meetings} == {
        (m.white, m.black) for m in event.published.meetings
    }
    assert participants_to_pair(back) == participants_to_pair(event)
