"""The pairing of the two columns row by row, with changes if players have already met.

The changes that the rules describe lead to the first complete pairing in lexicographic order. From
the top down, each player of the White column meets the first possible player of the Black column
with whom the rows below can be completed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.matching.perfect import PerfectMatching, bit_indices, bitset, choose_partner
from topboard.model import Colour
from topboard.reasons.obstacles import LeavesUnpairable, PassedOver
from topboard.systems.common.meeting import convert_certificate_to_numbers

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from topboard.matching.perfect import Certificate
    from topboard.reasons.obstacles import Obstacle
    from topboard.systems.dubov_1997.columns import Columns
    from topboard.systems.dubov_1997.remainder import UnpairedPlayers


@dataclass(frozen=True, slots=True)
class RowPair:
    """A pair made from the columns: the chooser, the opponent and the candidates passed over."""

    chooser: int
    chosen: int
    passed_over: tuple[PassedOver, ...] = ()
    within: Colour | None = None
    """The column of both players if they are from the same column, else None."""


def pair_rows(rest: UnpairedPlayers, columns: Columns) -> Iterator[RowPair]:
    """Yield the pairs of two columns whose players can all be paired with each other.

    White-column players without an opponent in the Black column are paired within their own column
    first.
    """
    white, black = bitset(columns.white), bitset(columns.black)
    graph = _build_graph_of_pairs_across_columns(rest.open_, white, black)
    matching = PerfectMatching(graph, white | black)
    stranded: tuple[int, ...] = ()
    if not matching.exists:
        stranded = find_whites_without_black_opponent(rest.open_, columns.white, black)
        graph = _build_graph_of_pairs_across_columns(rest.open_, white, black, bitset(stranded))
        matching = PerfectMatching(graph, white | black)
    if not matching.exists:
        # Rows and pairs within the White column are not enough, so all permitted pairs are used.
        graph, stranded = list(rest.open_), ()
        matching = PerfectMatching(graph, white | black)
    yield from _choose_row_pairs(rest, columns, stranded, graph, matching)


def _choose_row_pairs(
    rest: UnpairedPlayers,
    columns: Columns,
    stranded: Sequence[int],
    graph: Sequence[int],
    matching: PerfectMatching,
) -> Iterator[RowPair]:
    whites, blacks = list(columns.white), list(columns.black)

    def choose_row_pair(chooser: int, candidates: Iterable[int]) -> RowPair:
        found = choose_partner(matching, graph, chooser, candidates)
        for i in (found.chooser, found.chosen):
            (whites if i in white_places else blacks).remove(i)
        same = (found.chooser in white_places) == (found.chosen in white_places)
        column = Colour.WHITE if found.chooser in white_places else Colour.BLACK
        passed = tuple(
            _explain_candidate_passed_over(rest, chooser, b, proof) for b, proof in found.passed
        )
        return RowPair(chooser, found.chosen, passed, column if same else None)

    white_places = frozenset(whites)
    for i in stranded:
        if i in whites:
            at = whites.index(i)
            yield choose_row_pair(i, [*whites[at + 1 :], *reversed(whites[:at])])
    while whites:
        yield choose_row_pair(whites[0], [*blacks, *whites[1:]])
    while blacks:
        yield choose_row_pair(blacks[0], blacks[1:])


def _build_graph_of_pairs_across_columns(
    open_: Sequence[int], white: int, black: int, stranded: int = 0
) -> list[int]:
    """Return the graph of permitted pairs between the columns.

    The players in ``stranded`` may meet only players of the White column. Two players of the Black
    column may meet only if the White column has too few players.
    """
    graph = list(open_)
    enough = not stranded and white.bit_count() == black.bit_count()
    for i in bit_indices(white):
        graph[i] &= white if stranded >> i & 1 else black | stranded
    for i in bit_indices(black):
        graph[i] &= white & ~stranded if enough else (white & ~stranded) | black
    return graph


def find_whites_without_black_opponent(
    open_: Sequence[int], whites: Iterable[int], black: int
) -> tuple[int, ...]:
    """Return the White-column players who have no opponent in the Black column.

    Players are considered from the top down. Opponents may be exchanged between them.
    """
    holder: dict[int, int] = {}
    return tuple(
        w for w in whites if not _find_black_opponent_by_reassigning(open_, w, black, holder)
    )


def _find_black_opponent_by_reassigning(
    open_: Sequence[int], white: int, black: int, holder: dict[int, int]
) -> bool:
    reached_from: dict[int, int] = {}
    seen = 0
    queue = [white]
    for w in queue:
        for b in bit_indices(open_[w] & black & ~seen):
            seen |= 1 << b
            reached_from[b] = w
            if b in holder:
                queue.append(holder[b])
                continue
            _reassign_black_opponents(b, white, reached_from, holder)
            return True
    return False


def _reassign_black_opponents(
    b: int, white: int, reached_from: dict[int, int], holder: dict[int, int]
) -> None:
    held_by = {w: held for held, w in holder.items()}
    while True:
        w = reached_from[b]
        holder[b] = w
        if w == white:
            return
        b = held_by[w]


def _explain_candidate_passed_over(
    rest: UnpairedPlayers, chooser: int, b: int, proof: Certificate | None
) -> PassedOver:
    number = rest.pool.players[b].number
    reason: Obstacle | None = rest.find_absolute_obstacle_to_pair(chooser, b)
    if reason is None:
        assert proof is not None, "a candidate is passed over only because of an obstacle"
        blocked = convert_certificate_to_numbers(proof, rest.pool.numbers)
        reason = LeavesUnpairable(blocked.bridge, blocked.islands, across="columns")
    return PassedOver(number, reason)
