"""The ``topboard-engine`` command, which host programs call like bbpPairings and JaVaFo.

The exit codes are 0 for success, 1 for no valid pairing, 2 for an unexpected error, 3 for a bad
call or file, 4 for an input that is too large, 5 for a file that cannot be read or written, and 6
for a difference if the caller requested an exit code for that.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, assert_never

from topboard import __version__
from topboard.cli import run_guarded
from topboard.cli.engine.call import USAGE, Misunderstood, Work, call_in, input_label
from topboard.cli.exit_codes import DONE
from topboard.cli.streams import tell
from topboard.errors import BadInput, CannotReadOrWrite, NoLegalPairing, TooLarge

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from topboard.cli.engine.call import Call
    from topboard.errors import TopboardError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the engine with the arguments and return the exit code."""
    words = sys.argv[1:] if arguments is None else arguments
    call: list[Call] = []

    def answer() -> int:
        call.append(call_in(words))
        return _answer(call[0])

    return run_guarded(answer, lambda error: _complain(error, call[0] if call else None))


def program_info() -> str:
    """Return the name and version of the program."""
    return f"Topboard {__version__} (pairing engine)"


def _answer(call: Call) -> int:
    if call.inform:
        print(program_info())
    if call.batch:
        return _run("batch", call)
    match call.work:
        case Work.INFORM:
            return DONE
        case Work.HELP:
            print(f"{program_info()}\n\n{USAGE}")
            return DONE
        case Work.PAIR:
            return _run("pair", call)
        case Work.CHECK:
            return _run("check", call)
        case Work.GENERATE:
            return _run("generate", call)
    assert_never(call.work)


MODULES = {"batch": "batch", "pair": "pairing", "check": "checker", "generate": "generator"}
"""The module of each task. Its function is named ``run_`` and the task."""


def _run(work: str, call: Call) -> int:
    code: int = load_function(MODULES[work], work)(call)
    return code


def load_function(module: str, function: str) -> Callable[..., Any]:
    """Return a function of a module of the engine.

    Its modules are loaded here when they are needed, because hosts start the engine once a round.
    """
    found: Callable[..., Any] = getattr(import_module(f"topboard.cli.engine.{module}"), function)
    return found


def _complain(error: TopboardError, call: Call | None) -> None:
    """Print every problem on its own line, with the prefix that hosts know from other engines."""
    if isinstance(error, Misunderstood):
        tell(f"{program_info()}\n\n{error}\n{USAGE}")
        return
    assert call is not None, "only words can be wrong before they are understood"
    opening = f"{_stage(error, call.work)} {input_label(call.source or call.output)}: "
    if isinstance(error, NoLegalPairing):
        # Hosts look for this text.
        opening += "No valid pairing exists: "
    for line in str(error).splitlines() or [type(error).__name__]:
        tell(opening + line)


def _stage(error: TopboardError, work: Work) -> str:
    match error:
        case TooLarge() | CannotReadOrWrite():
            return "Error processing file"
        case BadInput():
            return "Error parsing file"
        case NoLegalPairing() if work is Work.GENERATE:
            return "Error generating"
        case _:
            return "Error while pairing"
