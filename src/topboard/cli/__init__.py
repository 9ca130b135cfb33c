"""The command ``topboard``: parse, call the library, print.

Exit codes: 0 done, 1 no legal pairing or a difference found by ``check``, 2 unexpected,
3 bad input or request, 4 too large, 5 a file cannot be read or written.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from topboard.cli.exit_codes import BAD_INPUT, DONE, FILE, NO_PAIRING, TOO_LARGE, UNEXPECTED
from topboard.errors import BadInput, CannotReadOrWrite, NoLegalPairing, TooLarge, TopboardError

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    from topboard.cli.parser import parse
    from topboard.cli.terminal import spell_what_cannot_be_written

    spell_what_cannot_be_written()
    try:
        request = parse(arguments)
        code: int = request.run(request)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of our output has gone; what it wanted, it has.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except TopboardError as error:
        _complain(error)
        return _exit_code(error)
    except KeyboardInterrupt:
        print("topboard: stopped", file=sys.stderr)
        return UNEXPECTED
    except (RecursionError, MemoryError):
        print("topboard: the input is too large for this machine", file=sys.stderr)
        return TOO_LARGE
    except Exception as error:
        print(f"topboard: unexpected: {type(error).__name__}: {error}", file=sys.stderr)
        if os.environ.get("TOPBOARD_DEBUG"):
            raise
        print("Please report it with the file; TOPBOARD_DEBUG=1 shows where.", file=sys.stderr)
        return UNEXPECTED
    return code


def _complain(error: TopboardError) -> None:
    for line in str(error).splitlines() or [type(error).__name__]:
        print(f"topboard: {line}", file=sys.stderr)


def _exit_code(error: TopboardError) -> int:
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
