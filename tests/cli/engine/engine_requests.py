"""Requests to the engine: its fixtures, and events that are put together by hand."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from topboard.cli.engine import main

if TYPE_CHECKING:
    import pytest

FIXTURES = Path(__file__).parents[2] / "fixtures" / "fide" / "engine"
REQUEST = "dutch-n09-next-r5"


class Answer(NamedTuple):
    """What came of a request."""

    code: int
    out: str
    err: str


def ask(capfd: pytest.CaptureFixture[str], *words: object) -> Answer:
    """The answer to these words."""
    code = main([str(word) for word in words])
    return Answer(code, *capfd.readouterr())


def fixture(folder: Path, name: str) -> Path:
    """A copy of a fixture, so that files can be placed beside it."""
    path = folder / name
    path.write_bytes((FIXTURES / name).read_bytes())
    return path


def player(number: int, points: float, *cells: str) -> str:
    """A line 001; a cell is like ``2 w 1`` or ``0000 - U``."""
    line = f"001 {number:4}      Player {number:<26} 2000{'':28}{points:4.1f} {number:4}"
    return line + "".join(f"  {cell:>8}" for cell in cells)


def report(*lines: str) -> str:
    """A report file of these lines."""
    return "".join(f"{line}\n" for line in ("012 By hand", *lines))


THREE_WHO_HAVE_MET = report(
    player(1, 2.0, "2 w 1", "3 b 1", "0000 - U").replace(" 2.0 ", " 3.0 "),
    player(2, 2.0, "1 b 0", "0000 - U", "3 w 1"),
    player(3, 1.0, "0000 - U", "1 w 0", "2 b 0"),
    "XXR 4",
    "XXC white1",
)
"""Everybody has met everybody and had the bye: there is no fourth round."""
