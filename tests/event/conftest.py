"""``topboard event`` as the tests call it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from topboard.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., tuple[int, str, str]]

AT = ("--who", "Ann", "--at", "2026-08-01T10:00:00+00:00")
READING = {
    "log",
    "show",
    "standings",
    "prizes",
    "verify",
    "replay",
    "export",
    "import-journal",
    "preview",
}


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a verb on the event of the test."""

    def call(verb: str, *arguments: object, file: str = "event.topboard") -> tuple[int, str, str]:
        hand = () if verb in READING else AT
        code = main(["event", verb, str(tmp_path / file), *map(str, arguments), *hand])
        out, err = capsys.readouterr()
        return code, out, err

    return call
