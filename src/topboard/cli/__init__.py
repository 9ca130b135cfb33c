"""The ``topboard`` command, which parses its arguments, calls the library and prints the result.

The exit codes are 0 for success, 1 for no legal pairing or a difference found by a check, 2 for an
unexpected error, 3 for bad input or a bad request, 4 for an input that is too large, and 5 for a
file that cannot be read or written.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from topboard import platforms
from topboard._on_demand import register_lazy_modules
from topboard.cli import streams
from topboard.cli.exit_codes import BAD_INPUT, DONE, FILE, NO_PAIRING, TOO_LARGE, UNEXPECTED
from topboard.cli.streams import print_message
from topboard.cli.terminal import escape_unencodable_characters
from topboard.errors import BadInput, CannotReadOrWrite, NoLegalPairing, TooLarge, TopboardError
from topboard.messages import say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

# Only journals need it, and it loads the whole event.
register_lazy_modules(__name__, "journal_input")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command given by the arguments and return its exit code."""
    words = sys.argv[1:] if arguments is None else arguments
    if words[:1] == ["engine"]:
        # Seam: the engine has its own options, and loading the parser would take too long.
        from topboard.cli.engine import main as engine

        return engine(words[1:])
    return run_with_error_handling(lambda: _parse_and_run_command(arguments), _print_error)


def run_with_error_handling(
    answer: Callable[[], int], complain: Callable[[TopboardError], None]
) -> int:
    """Call ``answer`` and return its exit code, or the exit code of the error it raises.

    ``complain`` prints a ``TopboardError``; other errors are printed here. Closed or broken
    standard streams do not cause further errors.
    """
    streams.make_standard_streams_usable()
    escape_unencodable_characters()
    try:
        return _run_and_convert_errors_to_exit_code(answer, complain)
    finally:
        streams.flush_standard_streams()


def _run_and_convert_errors_to_exit_code(
    answer: Callable[[], int], complain: Callable[[TopboardError], None]
) -> int:
    try:
        code = answer()
        sys.stdout.flush()
    except TopboardError as error:
        complain(error)
        return exit_code_for_error(error)
    except KeyboardInterrupt:
        print_message(say("Stopped."))
        return UNEXPECTED
    except (RecursionError, MemoryError):
        print_message(say("the input is too large for this machine"))
        return TOO_LARGE
    except OSError as error:
        if platforms.is_closed_pipe(error):
            # The reader of the output has closed the pipe because it has what it needs.
            return DONE
        _print_error(error)
        return FILE
    except Exception as error:
        print_message(
            say("unexpected error: {name}: {error}", name=type(error).__name__, error=error)
        )
        if os.environ.get("TOPBOARD_DEBUG"):
            raise
        print_message(
            say(
                "Please report this error together with the file. To see where it happened, set "
                "TOPBOARD_DEBUG=1."
            )
        )
        return UNEXPECTED
    return code


def _parse_and_run_command(arguments: Sequence[str] | None) -> int:
    # Seam: the engine, which shares this module, needs no parser of the verbs.
    from topboard.cli.parser import parse_arguments

    try:
        request = parse_arguments(arguments)
    except SystemExit:
        # Failing to write the help is also an error.
        sys.stdout.flush()
        raise
    code: int = request.run(request)
    return code


def _print_error(error: TopboardError | OSError) -> None:
    # Seam: this module is needed only if there is an error.
    from topboard.cli.errors import format_error_lines

    for line in format_error_lines(error):
        print_message(line)


def exit_code_for_error(error: TopboardError) -> int:
    """Return the exit code of the command for this kind of error."""
    match error:
        case NoLegalPairing():
            return NO_PAIRING
        case TooLarge():
            return TOO_LARGE
        case BadInput():
            return BAD_INPUT
        case CannotReadOrWrite():
            return FILE
        case _:
            return UNEXPECTED
