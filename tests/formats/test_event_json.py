"""The event JSON carries everything the model holds."""

from __future__ import annotations

from hypothesis import given, settings

from tests.strategies import player_events, team_events
from topboard import formats


@settings(max_examples=40)
@given(player_events())
def test_a_player_event_survives_the_event_json_unchanged(event):
    assert formats.read_text(formats.dumps(event, "event-json")) == event


@settings(max_examples=40)
@given(team_events())
def test_a_team_event_survives_the_event_json_unchanged(event):
    assert formats.read_text(formats.dumps(event, "event-json")) == event
