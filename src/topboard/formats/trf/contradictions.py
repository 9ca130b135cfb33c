"""Reading of a report file up to the round in which its lines begin to contradict each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.errors import BadInput, TooLarge
from topboard.formats.trf.records import CELL_WIDTH, FIRST_CELL
from topboard.formats.trf.report import parse_trf_claims

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.errors import Problem
    from topboard.formats.trf.claims import Claims


@dataclass(frozen=True, slots=True)
class Contradiction:
    """The first round in which lines of a file contradict each other, with all such problems."""

    round: int
    problems: tuple[Problem, ...]
    """The problems of this round."""
    later: int = 0
    """The number of problems in later rounds."""


def parse_claims_before_contradiction(
    text: str, name: str, paired_by: str = ""
) -> tuple[Claims, Contradiction | None]:
    """Return the claims in a report file, without the rounds from a contradiction on.

    Raise ``BadInput`` if the file has other problems, or if round 1 already contradicts itself.
    """
    try:
        return parse_trf_claims(text, name, paired_by), None
    except TooLarge:
        raise
    except BadInput as refused:
        found = find_contradiction(text, refused.problems)
        if found is None or found.round < 2:
            raise
        try:
            return parse_trf_claims(cut_after_round(text, found.round - 1), name, paired_by), found
        except BadInput:
            raise refused from None


def find_contradiction(text: str, problems: Sequence[Problem]) -> Contradiction | None:
    """Return the first round in which lines contradict each other, with all its problems.

    Return None if a problem is not in the cell of a round.
    """
    lines = _split_lines(text)
    by_round: dict[int, list[Problem]] = {}
    for problem in problems:
        *_, line, column = ("", *problem.where.split(":"))[-3:]
        if not (line.isdigit() and column.isdigit() and 1 <= int(line) <= len(lines)):
            return None
        if not lines[int(line) - 1].startswith("001") or int(column) < FIRST_CELL:
            return None
        by_round.setdefault((int(column) - FIRST_CELL) // CELL_WIDTH + 1, []).append(problem)
    if not by_round:
        return None
    first = min(by_round)
    return Contradiction(first, tuple(by_round[first]), len(problems) - len(by_round[first]))


def cut_after_round(text: str, number: int) -> str:
    """Return the text of a report file without the players' cells after a round."""
    last = FIRST_CELL - 3 + CELL_WIDTH * number
    return "\n".join(
        line[:last].rstrip() if line.startswith("001") else line for line in _split_lines(text)
    )


def _split_lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
