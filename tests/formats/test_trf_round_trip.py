"""What a tournament report file carries comes back from it unchanged."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from tests.trf_strategies import trf_player_events, trf_team_events
from topboard import formats
from topboard.formats.losses import sort_tournament_for_comparison

pytestmark = pytest.mark.thorough


def comes_back(event, format):
    """The event as it is after writing and reading."""
    return formats.read_text(formats.dumps(event, format))


@settings(max_examples=40)
@given(st.data())
@pytest.mark.parametrize("edition", ["trf16", "trf26"])
def test_a_player_event_survives_a_round_trip_through_a_report_file(edition, data):
    event = data.draw(trf_player_events(edition))

    back = comes_back(event, edition)

    assert sort_tournament_for_comparison(back) == sort_tournament_for_comparison(event)
    assert formats.describe_losses(event, edition) == []


@settings(max_examples=60)
@given(trf_team_events())
def test_a_team_event_survives_a_round_trip_through_a_report_file(event):
    back = comes_back(event, "trf26")

    assert sort_tournament_for_comparison(back) == sort_tournament_for_comparison(event)
    assert formats.describe_losses(event, "trf26") == []
