"""The stable surface (docs/stable.md): what may grow, and may not lose a name."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

import topboard
from topboard.cli.parser import parse_arguments
from topboard.systems.registry import SYSTEMS, system
from topboard.web.api import router
from topboard.web.engine.options import QUESTION_TYPES

PARAMETERS = {
    "check": ["tournament", "system"],
    "compare": ["tournament", "first", "second"],
    "convert": ["source", "target", "format"],
    "explain": ["tournament", "system"],
    "generate": ["system", "seed", "wishes"],
    "pair": ["tournament", "system"],
    "prove": ["tournament", "system"],
    "read": ["source"],
    "standings": ["tournament", "system"],
    "verify": ["proof", "tournament", "system"],
    "why_not": ["tournament", "a", "b", "system"],
    "write": ["tournament", "target", "format"],
}
VALUES = {
    "BadInput",
    "CannotReadOrWrite",
    "Colour",
    "Meeting",
    "NoLegalPairing",
    "Player",
    "Round",
    "RoundPairing",
    "SYSTEMS",
    "System",
    "Team",
    "TooLarge",
    "TopboardError",
    "Tournament",
    "UnknownSystem",
    "Wishes",
    "build_players",
    "build_teams",
    "system",
}
VERBS = (
    "systems",
    "pair",
    "check",
    "explain",
    "standings",
    "generate",
    "convert",
    "event",
    "serve",
    "mcp",
)
API = {
    ("GET", "/systems"),
    ("GET", "/events"),
    ("POST", "/events"),
    ("GET", "/events/{event}"),
    ("GET", "/events/{event}/last"),
    ("GET", "/events/{event}/acts"),
    ("POST", "/events/{event}/acts"),
    ("GET", "/events/{event}/check"),
    ("GET", "/events/{event}/sections/{section}"),
    ("GET", "/events/{event}/sections/{section}/pairing"),
    ("GET", "/events/{event}/sections/{section}/rounds/{number}/explanation"),
    ("GET", "/events/{event}/sections/{section}/why-not"),
    ("GET", "/events/{event}/sections/{section}/standings"),
}

ENGINE = {
    "pair": {"round", "reasons"},
    "check": {"round"},
    "explain": {"round", "participant", "board"},
    "why-not": {"round", "a", "b"},
    "standings": {"after_round", "tie_breaks"},
    "convert": {"to"},
}
"""The questions of the HTTP engine and of the MCP server, with their own options."""


def test_no_public_name_is_lost() -> None:
    assert {*PARAMETERS, *VALUES} <= set(topboard.__all__)
    for name in topboard.__all__:
        assert getattr(topboard, name) is not None


@pytest.mark.parametrize("name", PARAMETERS)
def test_functions_keep_their_parameters_in_order(name: str) -> None:
    parameters = list(inspect.signature(getattr(topboard, name)).parameters.values())
    stable = PARAMETERS[name]

    assert [p.name for p in parameters[: len(stable)]] == stable
    assert all(p.default is not p.empty for p in parameters[len(stable) :])


@pytest.mark.parametrize("verb", VERBS)
def test_commands_keep_their_verbs(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parse_arguments([verb, "--help"])

    assert ended.value.code == 0
    assert f"usage: topboard {verb}" in capsys.readouterr().out


def test_systems_keep_their_names() -> None:
    assert {
        "olympiad_2008",
        "olympiad_2008_dresden",
        "olympiad_2009",
        "olympiad_2021_draft",
        "olympiad_2022",
        "dubov_1997",
        "cfc_swiss",
        "cfc_team_swiss",
        "cfc_round_robin",
        "cfc_team_round_robin",
    } <= set(SYSTEMS)


def test_the_web_api_keeps_its_paths() -> None:
    offered = {(method, route.path) for route in router.routes for method in route.methods}

    assert offered >= API


def test_the_engine_keeps_its_requests_and_their_options() -> None:
    assert ENGINE.keys() <= QUESTION_TYPES.keys()
    for question, options in ENGINE.items():
        offered = QUESTION_TYPES[question].options.model_fields.keys()
        assert {*options, "system", "accept_points"} <= offered
        assert question == "convert" or "variation" in offered


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_changed_reading_names_articles_and_a_page_and_bumps_the_revision(name):
    rules = system(name)
    found = [one.revision for one in rules.changed_readings]

    assert rules.revision == max(found, default=1)
    assert all(revision > 1 for revision in found)
    for one in rules.changed_readings:
        assert set(one.articles) <= set(rules.articles)
        assert (Path(__file__).parents[1] / "docs" / "interpretations" / f"{one.page}.md").is_file()
