"""The ``topboard mcp`` command, which answers the questions of assistants (MCP).

The tools are the questions of the HTTP engine, with the same options, answers and limits.
"""

from __future__ import annotations

import asyncio
import json
from argparse import Namespace
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

from topboard import __version__
from topboard.cli.exit_codes import DONE
from topboard.cli.extras import missing_package_error
from topboard.errors import BadInput, CannotReadOrWrite, Problem, TopboardError
from topboard.formats.problems import too_large_error
from topboard.messages import say, worded
from topboard.questions.answers import list_systems
from topboard.questions.failures import Failure, build_failure, describe_error
from topboard.questions.workers import Limits, Question, WorkerPool

EXTRA = worded(
    "The MCP server needs additional packages. Install them with: pip install 'topboard[mcp]'"
)

try:
    from mcp import types
    from mcp.server.lowlevel import Server
    from mcp.server.stdio import stdio_server
    from pydantic import TypeAdapter, ValidationError

    from topboard.serialize.answer_types import SystemsAnswer
    from topboard.web.engine.options import (
        QUESTION_TYPES,
        QuestionType,
        build_question_from_options,
        describe_invalid_options,
    )
except ImportError as error:
    raise missing_package_error(error, EXTRA) from error

INSTRUCTIONS = """Chess pairings by the rules, with reasons. When somebody asks why a pairing is
right, why two participants do not meet, or how a tie-break is calculated, ask these tools instead
of guessing, and cite the articles in their answers. Give each tool the event: its TRF or its event
JSON as text, or the name of a file."""
LIST_SYSTEMS = "list_systems"
SOURCE = "event"
"""The name that messages use for an event that is sent as text."""


def run_mcp(request: Namespace) -> int:
    """Answer questions until standard input ends."""
    folder = None if request.folder is None else Path(request.folder)
    if folder is not None and not folder.is_dir():
        raise CannotReadOrWrite(say("there is no folder {path!r}", path=str(folder)))
    with closing(WorkerPool(Limits(workers=1))) as pool:
        asyncio.run(_serve_standard_streams(ToolBox(pool, folder)))
    return DONE


async def _serve_standard_streams(tools: ToolBox) -> None:
    server: Server[Any] = Server(
        "topboard",
        version=__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=tools.list_tools,
        on_call_tool=tools.call_tool,
    )
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


class ToolBox:
    """The tools of the server: one for each question, and one that lists the systems."""

    def __init__(self, pool: WorkerPool, folder: Path | None) -> None:
        self._pool = pool
        self._folder = folder

    async def list_tools(self, _context: Any, _params: Any) -> types.ListToolsResult:
        """Return the descriptions of all tools."""
        tools = [
            _describe_tool(name, kind, self._folder is not None)
            for name, kind in QUESTION_TYPES.items()
        ]
        return types.ListToolsResult(tools=[*tools, _describe_list_of_systems()])

    async def call_tool(
        self, _context: Any, params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        """Return the answer of a tool, or its problems as an error that the assistant can read."""
        found = await asyncio.to_thread(self._answer, params.name, params.arguments or {})
        if isinstance(found, Failure):
            text = json.dumps(found.to_json(), ensure_ascii=False)
            return types.CallToolResult(content=[_text(text)], is_error=True)
        return types.CallToolResult(
            content=[_text(found.decode())], structured_content=json.loads(found)
        )

    def _answer(self, tool: str, arguments: dict[str, Any]) -> bytes | Failure:
        if tool == LIST_SYSTEMS:
            return json.dumps({"systems": list_systems()}, ensure_ascii=False).encode()
        name = tool.replace("_", "-")
        if name not in QUESTION_TYPES:
            return build_failure("not-found", say("unknown tool"), quoted=tool[:80])
        try:
            question = self._build_question(name, dict(arguments))
        except TopboardError as error:
            return describe_error(error)
        return self._pool.answer(question)

    def _build_question(self, name: str, arguments: dict[str, Any]) -> Question:
        limits = self._pool.limits
        content, source = self._take_event(arguments, limits)
        kind = QUESTION_TYPES[name]
        try:
            options = kind.options.model_validate(arguments)
        except ValidationError as error:
            raise BadInput(describe_invalid_options(error.errors(), kind.options)) from error
        return build_question_from_options(name, content, source, options, limits)

    def _take_event(self, arguments: dict[str, Any], limits: Limits) -> tuple[bytes, str]:
        """Remove the event from the arguments, and return its content and its name."""
        text, file = arguments.pop("event", None), arguments.pop("file", None)
        if (text is None) == (file is None):
            what = say("the event is missing, or it is given twice")
            remedy = say("Give either the text of the event, or the name of a file.")
            raise BadInput([Problem(what, "event", remedy=remedy)])
        if not isinstance(text or file, str | None):
            raise BadInput([Problem(say("this must be text"), "event", repr(text or file)[:80])])
        if file is not None:
            return self._read_file(file, limits), file
        return refuse_too_large(text.encode(errors="replace"), SOURCE, limits), SOURCE

    def _read_file(self, name: str, limits: Limits) -> bytes:
        """Return the content of a file in the folder."""
        if self._folder is None:
            remedy = say("Send the text of the event, or start topboard mcp with a folder.")
            raise BadInput([Problem(say("no folder was opened for files"), "file", name, remedy)])
        folder = self._folder.resolve()
        try:
            path = (folder / name).resolve()
            if not path.is_relative_to(folder) or not path.is_file():
                remedy = say("The files are: {names}.", names=", ".join(_list_files(folder)))
                raise BadInput([Problem(say("there is no such file"), "file", name, remedy)])
            with path.open("rb") as opened:
                return refuse_too_large(opened.read(limits.body_bytes + 1), name, limits)
        except (OSError, ValueError) as error:
            raise BadInput([Problem(say("cannot read the file"), "file", name)]) from error


MOST_NAMES = 50
"""The number of files whose names a message lists."""


def _list_files(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir() if one.is_file())[:MOST_NAMES]


def refuse_too_large(content: bytes, source: str, limits: Limits) -> bytes:
    """Return the content of an event. Raise ``TooLarge`` if it is larger than the limit."""
    if len(content) > limits.body_bytes:
        raise too_large_error(
            say("the file is too large"), source, limits.body_bytes, in_bytes=True
        )
    return content


def _text(text: str) -> types.TextContent:
    return types.TextContent(type="text", text=text)


@cache
def _describe_tool(name: str, kind: QuestionType, has_files: bool) -> types.Tool:
    schema = kind.options.model_json_schema()
    event = {"event": {"type": "string", "description": "Text of a TRF file or of event JSON."}}
    if has_files:
        event["file"] = {"type": "string", "description": "Name of a file instead of its text."}
    required = [*([] if has_files else ["event"]), *schema.get("required", [])]
    return types.Tool(
        name=name.replace("-", "_"),
        title=kind.title,
        description=kind.description,
        input_schema={
            **schema,
            "properties": {**event, **schema["properties"]},
            "required": required,
        },
        output_schema=TypeAdapter(kind.answer).json_schema(),
        annotations=_READ_ONLY,
    )


def _describe_list_of_systems() -> types.Tool:
    return types.Tool(
        name=LIST_SYSTEMS,
        title="List the pairing systems",
        description="List all pairing systems with their sources and articles.",
        input_schema={"type": "object", "properties": {}, "additionalProperties": False},
        output_schema=TypeAdapter(SystemsAnswer).json_schema(),
        annotations=_READ_ONLY,
    )


_READ_ONLY = types.ToolAnnotations(read_only_hint=True, open_world_hint=False)
