"""The check of the rows, which are the pairs made from the White and Black columns.

From the top of the White column, each player must meet the first possible player of the Black
column.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from topboard.proof.verify.dubov.choices import DubovRoundState
from topboard.proof.verify.seeking import Attempt, OpponentSearch, find_first_possible_attempt
from topboard.proof.verify.witnesses import bit_indices, bitset, build_subgraph


def check_rows_of_columns(
    drawing: DubovRoundState, white: list[int], black: list[int], points: int, article: str
) -> list[tuple[int, int]]:
    """Check the rows of two columns, and return the pairs.

    From the top of the White column, each player meets the first player of the Black column with
    whom the rest can still be paired. If this leaves no complete pairing, White-column players who
    cannot have such an opponent meet players of their own column. If that is not enough, any pair
    is possible.
    """
    places, steps, pool = [*white, *black], drawing.steps, drawing.pool
    if not places:
        return []
    graph = build_subgraph(drawing.graph, places)
    first = (1 << len(white)) - 1
    stranded: list[int] = []

    standard = Attempt(_build_graph_across_columns(graph, first, 0), 0)

    def attempts() -> Iterator[tuple[Attempt, str]]:
        yield standard, article
        stranded[:] = _find_unmatched_whites(graph, len(white), (1 << len(places)) - 1 & ~first)
        yield Attempt(_build_graph_across_columns(graph, first, bitset(stranded)), 0), article
        yield Attempt(graph, 0), article

    numbers = [pool.numbers[i] for i in places]
    step = steps.take_step(article, "rows", numbers=numbers, ways=attempts, points=points)
    passed = step.get("passed", [])
    if step["rows"] != points:
        raise steps.build_refusal_of_current_step(
            "the next group must be the one with {points} tenths of a point", points=points
        )
    way = find_first_possible_attempt(steps, numbers, attempts(), passed)
    steps.record_proved_step(f"rows of {points / 10:g}")
    seeking = OpponentSearch(steps, numbers, way, drawing.published)
    pairs = _check_rows_in_order(seeking, len(white), stranded if len(passed) == 1 else [], article)
    drawing.left &= ~bitset(places)
    for a, b in pairs:
        one, other = places[a], places[b]
        across = a < len(white) <= b
        drawing.record_player_with_white(
            one, other, one if across else pool.decide_player_with_white(one, other, drawing.lifted)
        )
    return [(places[a], places[b]) for a, b in pairs]


def _check_rows_in_order(
    seeking: OpponentSearch, whites: int, stranded: Sequence[int], article: str
) -> list[tuple[int, int]]:
    """Check the rows in the order of the rules.

    White-column players without a possible opponent in the Black column choose first, then the rest
    of the White column, then the players left in the Black column.
    """
    pairs = []
    column, others = [*range(whites)], [*range(whites, len(seeking.numbers))]

    def check_opponent_of(place: int, order: list[int]) -> None:
        pairs.append(
            (place, seeking.check_first_possible_candidate(place, order, article, article))
        )
        for i in pairs[-1]:
            (column if i < whites else others).remove(i)

    for i in stranded:
        if i in column:
            at = column.index(i)
            check_opponent_of(i, [*column[at + 1 :], *reversed(column[:at])])
    while column:
        check_opponent_of(column[0], [*others, *column[1:]])
    while others:
        check_opponent_of(others[0], others[1:])
    seeking.require_all_members_decided()
    return pairs


def _build_graph_across_columns(graph: Sequence[int], whites: int, alone: int) -> list[int]:
    """Return the graph of allowed pairs between the White column and the Black column.

    Players in ``alone`` may only meet other players in the White column. Players in the Black
    column may meet each other if the White column has too few players.
    """
    blacks = (1 << len(graph)) - 1 & ~whites
    enough = not alone and whites.bit_count() == blacks.bit_count()
    of_black = whites & ~alone | (0 if enough else blacks)
    return [
        row & ((whites if alone >> i & 1 else blacks | alone) if whites >> i & 1 else of_black)
        for i, row in enumerate(graph)
    ]


def _find_unmatched_whites(graph: Sequence[int], whites: int, blacks: int) -> list[int]:
    """Return the White-column players who cannot have an opponent in the Black column.

    The players above them may change opponents to make room for them.
    """
    holder: dict[int, int] = {}

    def give_white_an_opponent(white: int) -> bool:
        reached: dict[int, int] = {}
        seekers = [white]
        for w in seekers:
            for b in bit_indices(graph[w] & blacks & ~bitset(reached)):
                reached[b] = w
                if b in holder:
                    seekers.append(holder[b])
                    continue
                held = {w: b for b, w in holder.items()}
                while reached[b] != white:
                    holder[b], b = reached[b], held[reached[b]]
                holder[b] = white
                return True
        return False

    return [w for w in range(whites) if not give_white_an_opponent(w)]
