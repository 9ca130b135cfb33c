"""The events that engines paired are all there and say what they are said to say."""

from __future__ import annotations

import pytest

from tests.fide.events import EDITIONS, SETS, answers, event, names
from topboard.model import VirtualPoints


def test_all_events_and_rounds_are_present():
    rounds = [row for kind in SETS for said in answers(kind).values() for row in said["rounds"]]

    assert len(names()) == 105
    assert [sum(short in row for row in rounds) for short in EDITIONS.values()] == [953, 908]


@pytest.mark.parametrize("name", names("big", "timing"))
def test_generated_events_were_played_as_they_were_paired(name):
    for before, expected in event(name).rounds("fide_dutch_2026"):
        played = before.published
        assert expected.pairs == {(m.white, m.black) for m in played.meetings}
        assert expected.bye == played.bye


def test_an_accelerated_event_includes_its_virtual_points():
    virtual = event("d-accel-n016-r9-s20322").tournament.virtual

    assert virtual == tuple(VirtualPoints(n, (10, 10, 10, 5, 5)) for n in range(1, 9))
