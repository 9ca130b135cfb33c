"""The MCP server, asked by a real client over the standard streams of a process."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import anyio
import pytest
from mcp import ClientSession, StdioServerParameters, stdio_client

from topboard.cli import main
from topboard.cli.mcp_server import refuse_too_large
from topboard.errors import TooLarge
from topboard.questions.workers import Limits
from topboard.systems.registry import SYSTEMS

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "src" / "topboard" / "samples"
OLYMPIAD = "chennai-2022-open-round-6.json"
REPORT = ROOT / "tests" / "fixtures" / "fide" / "engine" / "dutch-n09-next-r5.trf"
TOOLS = ["pair", "check", "explain", "why_not", "standings", "convert", "list_systems"]


@pytest.fixture(scope="module")
def told():
    """What the server says about itself, and its results for all questions of this module."""
    text = REPORT.read_text()
    calls = {
        "every tool": [
            *((tool, {"event": text}) for tool in ("pair", "check", "explain", "standings")),
            ("why_not", {"event": text, "a": 1, "b": "2"}),
            ("convert", {"event": text, "to": "event-json"}),
            ("list_systems", {}),
        ],
        "file": [("why_not", {"file": OLYMPIAD, "a": "Norway", "b": "India"})],
        "refused": [
            ("pair", {}),
            ("pair", {"event": text, "file": OLYMPIAD}),
            ("pair", {"event": 7}),
            ("pair", {"event": ""}),
            ("pair", {"event": "hello"}),
            ("pair", {"file": "../__init__.py"}),
            ("pair", {"file": "\0"}),
            ("pair", {"event": text, "rund": 3}),
            ("why_not", {"event": text, "a": "1"}),
            ("guess", {}),
        ],
    }
    return anyio.run(ask_server, [str(SAMPLES)], calls)


async def ask_server(arguments, calls):
    """Start the server, and return its description, its tools and the results of all calls."""
    server = StdioServerParameters(
        command=sys.executable, args=["-m", "topboard", "mcp", *arguments], cwd=str(ROOT)
    )
    async with (
        stdio_client(server) as (incoming, outgoing),
        ClientSession(incoming, outgoing) as session,
    ):
        described = await session.initialize()
        tools = (await session.list_tools()).tools
        results = {
            name: [await session.call_tool(tool, options) for tool, options in asked]
            for name, asked in calls.items()
        }
    return described, tools, results


def test_the_tools_cover_the_questions_the_engine_answers(told):
    described, tools, _ = told

    assert described.server_info.name == "topboard"
    assert "instead" in described.instructions
    assert [one.name for one in tools] == TOOLS
    for one in tools:
        assert one.description
        assert one.annotations.read_only_hint
        assert one.input_schema["additionalProperties"] is False
    assert {"event", "file", "a", "b", "round"} <= {*tools[3].input_schema["properties"]}


def test_every_tool_answers_as_the_command_does(told, capsys):
    # The client itself compares each answer with the schema that the server gave for it.
    results = dict(zip(TOOLS, told[2]["every tool"], strict=False))
    assert not any(one.is_error for one in results.values())
    assert [one["name"] for one in told[2]["every tool"][6].structured_content["systems"]] == [
        *SYSTEMS
    ]
    paired = told[2]["every tool"][0]
    assert json.loads(paired.content[0].text) == paired.structured_content

    assert main(["explain", str(SAMPLES / OLYMPIAD), "--why-not", "Norway", "India", "--json"]) == 0
    (asked,) = told[2]["file"]
    printed = json.loads(capsys.readouterr().out)
    assert asked.structured_content == {**printed, "notes": []}


def test_a_call_that_cannot_be_answered_returns_the_reason(told):
    words = [
        "the event is missing, or it is given twice",
        "the event is missing, or it is given twice",
        "this must be text",
        "the file is empty",
        "the file is neither JSON nor TRF",
        "there is no such file",
        "cannot read the file",
        "unknown option",
        "this option is required",
        "unknown tool",
    ]
    for result, what in zip(told[2]["refused"], words, strict=True):
        assert result.is_error
        assert what in [one["what"] for one in json.loads(result.content[0].text)["problems"]]


def test_without_a_folder_no_file_is_read():
    _, tools, results = anyio.run(
        ask_server, [], {"file": [("pair", {"file": str(SAMPLES / OLYMPIAD)})]}
    )

    assert "file" not in tools[0].input_schema["properties"]
    assert results["file"][0].is_error
    assert "no folder was opened" in results["file"][0].content[0].text


def test_an_event_larger_than_the_limit_is_refused():
    assert refuse_too_large(b"x" * 10, "event", Limits(body_bytes=10)) == b"x" * 10
    with pytest.raises(TooLarge):
        refuse_too_large(b"x" * 11, "event", Limits(body_bytes=10))


def test_a_folder_that_does_not_exist_is_named():
    done = subprocess.run(
        [sys.executable, "-m", "topboard", "mcp", "no-such-folder"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 5
    assert done.stderr == "topboard: there is no folder 'no-such-folder'\n"
