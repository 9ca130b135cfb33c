"""The events that the page offers to people who have no file at hand."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from topboard import api
from topboard._frozen import replace
from topboard.analysis.generate import Wishes
from topboard.errors import BadInput, Problem
from topboard.formats import dumps
from topboard.messages import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.model import Tournament

CHENNAI = "chennai-2022-open-round-6.json"
OPEN = Wishes(competitors=41, rounds=7, draws=35)
LAST_ROUND = 4
"""The last round of the sample with a corrected result. It was paired with the earlier result."""
CORRECTED_BOARD = 5


def build_sample(name: str) -> tuple[str, bytes]:
    """Return the file name and the content of a sample. Raise ``BadInput`` if it is unknown."""
    if name not in SAMPLES:
        remedy = say("Choose one of: {known}.", known=", ".join(SAMPLES))
        raise BadInput([Problem(say("there is no such sample"), quoted=name, remedy=remedy)])
    return SAMPLES[name]()


def _read_olympiad() -> tuple[str, bytes]:
    return CHENNAI, files("topboard.samples").joinpath(CHENNAI).read_bytes()


def _generate_open() -> tuple[str, bytes]:
    return "open.trf", dumps(_build_open(), "trf26").encode()


def _build_open() -> Tournament:
    made = api.generate("fide_dutch_2026", 2026, OPEN)
    return replace(made, name=say("Sample open"))


def _generate_corrected_open() -> tuple[str, bytes]:
    """Return the open with one result corrected after the next round was paired with it."""
    made = _build_open()
    *kept, before_last, last = made.rounds[:LAST_ROUND]
    meetings = list(before_last.meetings)
    game = meetings[CORRECTED_BOARD]
    meetings[CORRECTED_BOARD] = replace(
        game, white_points=game.black_points, black_points=game.white_points
    )
    corrected = replace(before_last, meetings=tuple(meetings))
    rounds = (*kept, corrected, last)
    event = replace(made, rounds=rounds, name=say("Sample open with a corrected result"))
    return "corrected-open.trf", dumps(event, "trf26").encode()


SAMPLES: dict[str, Callable[[], tuple[str, bytes]]] = {
    "olympiad": _read_olympiad,
    "open": _generate_open,
    "corrected": _generate_corrected_open,
}
"""The function that builds each sample, keyed by its name."""
