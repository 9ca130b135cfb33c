"""Which lines inside the functions of the package the tests reach: printed, never a reason to fail.

Tracing every line doubles the time of the suite on Python 3.11. So a test is watched only while it
reaches something new: a function all of whose lines were reached is not looked at again, and after
``PATIENCE`` events without a new line the rest of the test is not watched. What is printed is
therefore reached for certain; a line that only a long search comes to, or a program started by a
test, may be missing. ``make coverage`` traces everything.

Whatever goes wrong in here is said below the figures and changes nothing for the tests.
"""

from __future__ import annotations

import sys
import threading
from collections import defaultdict
from contextlib import contextmanager
from inspect import CO_NEWLOCALS, CO_OPTIMIZED
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from types import FrameType

PACKAGE = Path(__file__).resolve().parents[1] / "src" / "topboard"
INSIDE = f"{PACKAGE}/"
PATIENCE = 4_000
PATIENCE_OF_THREADS = 40_000
"""A thread of the served desk lives for many requests."""
LOW = 80
"""Files of which a smaller share is reached, in per cent, are named."""

Lines = dict[str, set[int]]


class Watched:
    """The lines of each function met so far that were not reached yet."""

    def __init__(self) -> None:
        self.missing: dict[int, set[int]] = {}
        self.met: list[CodeType] = []
        """Kept, so that no other code is ever found at the place of one that is gone."""

    def missing_of(self, code: CodeType) -> set[int]:
        found = self.missing.get(id(code))
        if found is None:
            self.met.append(code)
            found = self.missing[id(code)] = lines_of(code)
        return found

    def reached(self) -> Lines:
        lines: Lines = defaultdict(set)
        for code in self.met:
            if reached := lines_of(code) - self.missing[id(code)]:
                lines[code.co_filename] |= reached
        return lines


def lines_of(code: CodeType) -> set[int]:
    """The lines of a function of the package after its first; of anything else none."""
    if not code.co_filename.startswith(INSIDE) or not _is_function(code):
        return set()
    return {line for _, _, line in code.co_lines() if line} - {code.co_firstlineno}


def _is_function(code: CodeType) -> bool:
    return bool(code.co_flags & CO_OPTIMIZED and code.co_flags & CO_NEWLOCALS)


def watch(patience: int) -> None:
    """Watch what this thread does, until nothing new was reached for so many events."""
    idle = 0

    def on_call(frame: FrameType, _event: str, _argument: object) -> Callable | None:
        nonlocal idle
        idle += 1
        if idle > patience:
            sys.settrace(None)
            return None
        try:
            return on_line if WATCHED.missing_of(frame.f_code) else None
        except Exception as error:
            # Not harmless(), which costs as much as all the rest; and what is raised here would be
            # raised in the line that is watched.
            TROUBLES.add(repr(error))
            sys.settrace(None)
            return None

    def on_line(frame: FrameType, event: str, _argument: object) -> Callable | None:
        nonlocal idle
        if event != "line":
            return on_line
        missing = WATCHED.missing[id(frame.f_code)]
        idle = 0 if frame.f_lineno in missing else idle + 1
        missing.discard(frame.f_lineno)
        return on_line if missing else None

    sys.settrace(on_call)


def watch_thread(*_event: object) -> None:
    """Called for the first function of a new thread."""
    watch(PATIENCE_OF_THREADS)


WATCHED = Watched()
GATHERED: list[dict[str, list[int]]] = []
TROUBLES: set[str] = set()


@contextmanager
def harmless() -> Iterator[None]:
    """Put down what goes wrong, and go on."""
    try:
        yield
    except Exception as error:
        TROUBLES.add(repr(error))


# --- the hooks of pytest ---------------------------------------------------------------------


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Generator[None, object, object]:
    with harmless():
        threading.settrace(watch_thread)
        watch(PATIENCE)
    try:
        return (yield)
    finally:
        sys.settrace(None)
        threading.settrace(None)


def pytest_sessionfinish(session: pytest.Session) -> None:
    counts: dict[str, list[int]] = {}
    with harmless():
        counts = {name: sorted(lines) for name, lines in WATCHED.reached().items()}
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["coverage"] = counts, sorted(TROUBLES)
    else:
        GATHERED.append(counts)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node) -> None:
    # A worker that broke down has sent nothing.
    counts, troubles = getattr(node, "workeroutput", {}).get("coverage", ({}, ["a worker is lost"]))
    GATHERED.append(counts)
    TROUBLES.update(troubles)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    with harmless():
        tell(terminalreporter)
    for trouble in sorted(TROUBLES):
        terminalreporter.write_line(f"the figures are not complete: {trouble}")


def tell(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the files of which little is reached, and the sum."""
    reached: Lines = defaultdict(set)
    for counts in GATHERED:
        for name, lines in counts.items():
            reached[name].update(lines)
    rows = [(name, len(reached[name] & all_), len(all_)) for name, all_ in every_line()]
    terminalreporter.section("lines inside functions that the tests reach")
    for name, some, all_ in rows:
        if 100 * some < LOW * all_:
            terminalreporter.write_line(_line(name.removeprefix(INSIDE), some, all_))
    total = sum(some for _, some, _ in rows), sum(all_ for _, _, all_ in rows)
    terminalreporter.write_line(_line(f"all {len(rows)} files", *total))


def every_line() -> Iterator[tuple[str, set[int]]]:
    """Each file of the package with the lines inside its functions."""
    for path in sorted(PACKAGE.rglob("*.py")):
        module = compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
        if lines := set().union(*map(lines_of, _inside(module))):
            yield str(path), lines


def _inside(code: CodeType) -> Iterator[CodeType]:
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield part
            yield from _inside(part)


def _line(name: str, some: int, all_: int) -> str:
    return f"{100 * some // all_:3} %  {name} ({some} of {all_})"
