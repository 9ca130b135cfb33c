"""The ``topboard-engine`` command, which host programs can call like bbpPairings or JaVaFo.

The exit codes are 0 for success, 1 for no valid pairing, 2 for an unexpected error, 3 for a bad
command line or file, 4 for an input that is too large, 5 for a file that cannot be read or written,
and 6 for a difference found with ``--strict-check``.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, assert_never

from topboard import __version__
from topboard.cli import run_with_error_handling
from topboard.cli.engine.call import (
    MORE_HELP,
    SYNTAX,
    USAGE,
    EngineTask,
    InvalidCommandLine,
    input_name_for_messages,
    parse_command_line,
)
from topboard.cli.exit_codes import DONE
from topboard.cli.streams import print_to_stderr
from topboard.errors import BadInput, CannotReadOrWrite, NoLegalPairing, TooLarge

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from topboard.cli.engine.call import EngineCall
    from topboard.errors import TopboardError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the engine with the given command-line arguments and return the exit code."""
    words = sys.argv[1:] if arguments is None else arguments
    call: list[EngineCall] = []

    def parse_and_run() -> int:
        call.append(parse_command_line(words))
        return _run_requested_tasks(call[0])

    return run_with_error_handling(
        parse_and_run, lambda error: _print_error(error, call[0] if call else None)
    )


def format_program_info() -> str:
    """Return the name and version of the program."""
    return f"Topboard {__version__} (pairing engine)"


def _run_requested_tasks(call: EngineCall) -> int:
    if call.inform:
        print(format_program_info())
    if call.batch:
        return _load_and_run_task("batch", call)
    match call.work:
        case EngineTask.INFORM:
            return DONE
        case EngineTask.HELP:
            print(f"{format_program_info()}\n\n{USAGE}")
            return DONE
        case EngineTask.PAIR:
            return _load_and_run_task("pair", call)
        case EngineTask.CHECK:
            return _load_and_run_task("check", call)
        case EngineTask.GENERATE:
            return _load_and_run_task("generate", call)
    assert_never(call.work)


MODULES = {"batch": "batch", "pair": "pairing", "check": "checker", "generate": "generator"}
"""The module that performs each task, in a function named ``run_`` followed by the task."""


def _load_and_run_task(work: str, call: EngineCall) -> int:
    code: int = load_engine_function(MODULES[work], f"run_{work}")(call)
    return code


def load_engine_function(module: str, function: str) -> Callable[..., Any]:
    """Import a module of the engine and return one of its functions.

    Modules are imported only when they are needed, because host programs start a new engine for
    every round.
    """
    found: Callable[..., Any] = getattr(import_module(f"topboard.cli.engine.{module}"), function)
    return found


def _print_error(error: TopboardError, call: EngineCall | None) -> None:
    """Print each problem on its own line, with a prefix that host programs recognize."""
    if isinstance(error, InvalidCommandLine):
        print_to_stderr(f"{format_program_info()}\n\n{error}\n{SYNTAX}\n{MORE_HELP}")
        return
    assert call is not None, "only the parser fails before there is a call"
    file = input_name_for_messages(call.source or call.output)
    opening = f"{_choose_error_prefix(error, call.work)} {file}: "
    if isinstance(error, NoLegalPairing):
        # Host programs look for this text.
        opening += "No valid pairing exists: "
    for line in str(error).splitlines() or [type(error).__name__]:
        print_to_stderr(opening + line)


def _choose_error_prefix(error: TopboardError, work: EngineTask) -> str:
    match error:
        case TooLarge() | CannotReadOrWrite():
            return "Error processing file"
        case BadInput():
            return "Error parsing file"
        case NoLegalPairing() if work is EngineTask.GENERATE:
            return "Error generating"
        case _:
            return "Error while pairing"
