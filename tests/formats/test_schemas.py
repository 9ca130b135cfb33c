"""The JSON Schemas say what the readers accept."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings, strategies as st

import topboard.formats
from tests.strategies import player_events, team_events
from topboard import formats, model
from topboard.errors import BadInput
from topboard.formats.json import event as event_file, round, rounds

SCHEMAS = Path(topboard.formats.__file__).parent / "schemas"
OLYMPIADS = sorted((Path(__file__).parents[1] / "fixtures" / "olympiads").glob("*.json"))


def schema(name):
    """The schema of a format."""
    return json.loads((SCHEMAS / f"topboard-{name}-1.schema.json").read_text())


def validator(name):
    """What checks files of a format."""
    return jsonschema.Draft202012Validator(schema(name))


@pytest.mark.parametrize("name", ["round", "event"])
def test_the_schemas_are_valid_json_schemas(name):
    jsonschema.Draft202012Validator.check_schema(schema(name))


@pytest.mark.parametrize("path", OLYMPIADS, ids=lambda path: path.stem)
def test_every_olympiad_file_fits_the_schema_of_the_round_json(path):
    assert list(validator("round").iter_errors(json.loads(path.read_text()))) == []


@settings(max_examples=25)
@given(st.one_of(player_events(), team_events()))
def test_all_written_event_json_fits_its_schema(event):
    written = json.loads(formats.dumps(event, "event-json"))

    assert [error.message for error in validator("event").iter_errors(written)] == []


@pytest.mark.parametrize(
    "damage",
    [
        lambda event: event.pop("teams"),
        lambda event: event.update(players=[]),
        lambda event: event.update(bords=4),
        lambda event: event["teams"][0].update(number="1"),
        lambda event: event["history"][0]["matches"][0].update(points=[1, 2, 3]),
        lambda event: event.update(requests=[{"number": 1, "round": 2, "as": "ill"}]),
    ],
)
def test_the_schema_of_the_event_json_refuses_what_the_reader_refuses(damage):
    event = {
        "format": "topboard-event/1",
        "boards": 4,
        "teams": [{"number": 1, "name": "A"}, {"number": 2, "name": "B"}],
        "history": [{"round": 1, "matches": [{"white": 1, "black": 2, "points": [2.5, 1.5]}]}],
    }
    assert formats.read_text(json.dumps(event)).boards == 4
    assert validator("event").is_valid(event)

    damage(event)

    assert not validator("event").is_valid(event)
    with pytest.raises(BadInput):
        formats.read_text(json.dumps(event))


def test_the_schemas_and_the_readers_accept_the_same_fields():
    event, of_round = schema("event"), schema("round")

    assert tuple(event["properties"]) == event_file.FIELDS
    assert set(event["$defs"]["match"]["properties"]) == set(rounds.FULL_MATCH_FIELDS)
    assert set(event["$defs"]["game"]["properties"]) == set(rounds.GAME_FIELDS)
    assert set(event["$defs"]["round"]["properties"]) == set(rounds.FULL_ROUND_FIELDS)
    assert set(of_round["properties"]) == set(round.FIELDS)


RENAMED = {
    "competitors": "teams",
    "rounds": "history",
    "planned_rounds": "rounds",
    "name": "event",
    "forbidden": "forbidden_pairs",
    "required": "required_pairs",
}


def names(kind):
    """The fields of a fact of the model."""
    return {field.name for field in fields(kind)}


def test_the_event_json_has_a_field_for_every_field_of_the_model():
    event = schema("event")
    definitions = event["$defs"]

    said = {RENAMED.get(name, name) for name in names(model.Tournament)}
    assert said <= set(event["properties"])
    assert names(model.Player) == set(definitions["player"]["properties"])
    assert names(model.Team) == set(definitions["team"]["properties"])
    assert names(model.Scale) == set(definitions["scale"]["properties"])
    assert names(model.EventInfo) == set(definitions["details"]["properties"])
    for name, kind in (
        ("lots", model.Lot),
        ("bye_rulings", model.ByeRuling),
        ("adjustments", model.Adjustment),
        ("awarded", model.AwardedPoints),
        ("fixed_tables", model.FixedTable),
    ):
        assert names(kind) == set(event["properties"][name]["items"]["properties"])
