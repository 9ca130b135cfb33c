"""The order of the boards, some of which may be fixed by a ruling."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from topboard.model import Tournament
from topboard.proof.verify.reader import ProofReader
from topboard.proof.verify.round import ProposedRound

Pairs = Sequence[tuple[int, int]]
Key = Callable[[int, int], Any]


def build_board_sort_key(points: Mapping[int, int], rank: Mapping[int, int]) -> Key:
    """Return a sort key function for the order of boards.

    It compares the points of the higher-ranked participant, the sum of both scores, and the rank of
    the higher-ranked participant.
    """

    def board_sort_key(a: int, b: int) -> tuple[int, ...]:
        higher = a if rank[a] < rank[b] else b
        return -points[higher], -points[a] - points[b], rank[higher]

    return board_sort_key


def sort_boards(tournament: Tournament, pairs: Pairs, key: Key) -> Pairs:
    """Return the pairs in board order, with fixed pairs at their board numbers."""
    waiting = sorted(pairs, key=lambda pair: key(*pair))
    fixed: dict[int, tuple[int, int]] = {}
    for wish in tournament.fixed_tables:
        at_table = next((pair for pair in waiting if wish.number in pair), None)
        if at_table and 1 <= wish.table <= len(pairs) and wish.table not in fixed:
            waiting.remove(at_table)
            fixed[wish.table] = at_table
    others = iter(waiting)
    return [fixed.get(table) or next(others) for table in range(1, len(pairs) + 1)]


def check_board_order(steps: ProofReader, round_: ProposedRound, key: Key, article: str) -> None:
    """Check that the published boards are in the right order, if their order is recorded."""
    if not round_.tables_known:
        return
    due = sort_boards(round_.tournament, round_.pairs, key)
    for at, (pair, here) in enumerate(zip(round_.pairs, due, strict=True), start=1):
        if pair != here:
            steps.set_article_of_current_step(article)
            one, other = (f"{white}-{black}" for white, black in (here, pair))
            raise steps.build_refusal_of_current_step(
                "table {table} belongs to {due}, but {pair} is published there",
                table=at,
                due=one,
                pair=other,
            )
    steps.record_recomputed_part("tables", article)
