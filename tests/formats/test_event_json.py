"""The event JSON carries everything the model holds."""

from __future__ import annotations

from hypothesis import given, settings

from tests.strategies import player_events, team_events
from topboard import formats


@settings(max_examples=40)
@given(player_events())
def test_an_event_of_players_comes_back_from_the_event_json_unchanged(event):
    assert formats.read_text(formats.dumps(event, "event-json")) == event


@settings(max_examples=40)
@given(team_events())
def test_an_event_of_teams_comes_back_from_the_event_json_unchanged(event):
    assert formats.read_text(formats.dumps(event, "event-json")) == event
