"""What the OpenAPI document of the HTTP engine has besides the routes: bodies and examples."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from topboard.questions.answers import QUESTIONS
from topboard.questions.failures import KINDS
from topboard.questions.sent_events import SentEvent
from topboard.serialize.answer_types import ProblemDocument

JSON, TEXT, PROBLEM = "application/json", "text/plain", "application/problem+json"
BODY_NAME = "body"
"""The name that messages use for the event in the body of a request."""
EXAMPLE_NAMES = {JSON: "event-json", TEXT: "trf"}
"""The names of the examples. An answer has the name of the request that it belongs to."""
EXAMPLE_EVENT: dict[str, Any] = {
    "format": "topboard-event/1",
    "event": "Club evening",
    "system": "fide_dutch_2026",
    "rounds": 3,
    "lot": "white",
    "boards": 1,
    "players": [
        {"number": 1, "name": "Ana", "rating": 2100},
        {"number": 2, "name": "Bo", "rating": 2000},
        {"number": 3, "name": "Cy", "rating": 1900},
        {"number": 4, "name": "Di", "rating": 1800},
        {"number": 5, "name": "Eva", "rating": 1700},
    ],
    "history": [
        {
            "round": 1,
            "byes": [5],
            "matches": [
                {"white": 1, "black": 3, "points": [1, 0]},
                {"white": 4, "black": 2, "points": [0.5, 0.5]},
            ],
        }
    ],
}
EXAMPLE_OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "why-not": {"a": "1", "b": "5"},
    "convert": {"to": "event-json"},
}
"""The options of the example of a question, if it needs some."""
SCHEMAS = {"event": "topboard-event-1", "reason": "topboard-reasons-1"}
"""The JSON Schemas whose definitions are part of the document, by the prefix of their names."""


@cache
def build_example_files() -> Mapping[str, str]:
    """Return the example event in each format that a body may have, keyed by content type."""
    content = json.dumps(EXAMPLE_EVENT)
    sent = SentEvent(content.encode(), BODY_NAME)
    return {JSON: content, TEXT: QUESTIONS["convert"](sent, to="trf26")["text"]}


def build_request_body() -> dict[str, Any]:
    """Return the description of the body of every question."""
    examples = build_example_files()
    return {
        "required": True,
        "description": "The event, as event JSON (`topboard-event/1`) or as a TRF file.",
        "content": {
            JSON: {
                "schema": {"$ref": "#/components/schemas/event"},
                "examples": {EXAMPLE_NAMES[JSON]: {"value": json.loads(examples[JSON])}},
            },
            TEXT: {
                "schema": {"type": "string", "minLength": 1, "description": "a TRF file"},
                "examples": {EXAMPLE_NAMES[TEXT]: {"value": examples[TEXT]}},
            },
        },
    }


@cache
def build_example_answers(question: str) -> dict[str, Any]:
    """Return the answers to the question about the example event in each format."""
    options = EXAMPLE_OPTIONS.get(question, {})
    return {
        EXAMPLE_NAMES[kind]: {
            "value": QUESTIONS[question](SentEvent(text.encode(), BODY_NAME), **options)
        }
        for kind, text in build_example_files().items()
    }


def build_failure_responses(*kinds: str) -> dict[int | str, dict[str, Any]]:
    """Return the descriptions of failed requests of these kinds, by status."""
    found: dict[int | str, dict[str, Any]] = {}
    for kind in kinds:
        one = KINDS[kind]
        words = [found[one.status]["description"]] if one.status in found else []
        words.append(f"`{kind}`: {one.title}")
        found[one.status] = {"model": ProblemDocument, "description": "\n".join(words)}
    return found


def complete_description(document: dict[str, Any]) -> None:
    """Add the schemas of events and reasons, the examples of answers, and the content type of
    failed requests.
    """
    for question in QUESTIONS:
        answered = document["paths"][f"/v1/{question}"]["post"]["responses"]["200"]
        # FastAPI would leave out values that are null.
        answered["content"][JSON]["examples"] = build_example_answers(question)
    schemas = document["components"]["schemas"]
    for prefix, name in SCHEMAS.items():
        schemas.update(load_schema_definitions(prefix, name))
    for schema in schemas.values():
        parts = schema.get("properties", {})
        if "reasons" in parts:
            parts["reasons"]["items"] = {"$ref": "#/components/schemas/reason_decision"}
        if "verdict" in parts:
            parts["verdict"] = {"$ref": "#/components/schemas/reason_why_not"}
    for operations in document["paths"].values():
        for operation in operations.values():
            for status, response in operation["responses"].items():
                if status >= "400" and JSON in response.get("content", {}):
                    response["content"] = {PROBLEM: response["content"][JSON]}


@cache
def load_schema_definitions(prefix: str, name: str) -> dict[str, Any]:
    """Return the definitions of a JSON Schema of Topboard, with a prefix before their names."""
    text = files("topboard.formats.schemas").joinpath(f"{name}.schema.json").read_text("utf-8")
    schema = json.loads(text.replace("#/$defs/", f"#/components/schemas/{prefix}_"))
    definitions = schema.pop("$defs")
    whole = {key: value for key, value in schema.items() if not key.startswith("$")}
    return {prefix: whole, **{f"{prefix}_{key}": value for key, value in definitions.items()}}
