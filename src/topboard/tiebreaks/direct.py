"""The direct encounter of tied players and teams (C.07, articles 6 and 13.3)."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from topboard.model import POINT
from topboard.tiebreaks.boards import (
    board_points_by_round,
    bottom_board_elimination_key,
    compute_board_count,
    top_board_key,
)
from topboard.tiebreaks.standings import UNDEFINED, Item, Value, build_rounded_value
from topboard.tiebreaks.unplayed import FORFEITS, NOTES, UnplayedKind, counts_forfeits

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from topboard.model import Number
    from topboard.model.scoring import Kind
    from topboard.tiebreaks.boards import Boards
    from topboard.tiebreaks.codes import Code
    from topboard.tiebreaks.unplayed import EventRecord

    Parts = list[list[Number]]
    """Groups of tied participants, in order of place."""
    Met = Mapping[Number, list[tuple[int, Number]]]
    """The games of each tied participant against other tied ones, as (round index, opponent)."""
    Split = Callable[[list[Number]], Parts]


# --- games between the tied ---------------------------------------------------------------------


def games_between_tied(record: EventRecord, code: Code, tied: Sequence[Number]) -> Met:
    """Return each tied participant's games against other tied ones, as (round index, opponent).

    Forfeits are included only if they count as games.
    """
    among = {*tied}
    ways = (UnplayedKind.GAME, *(FORFEITS if counts_forfeits(record, code) else ()))
    return {
        n: [
            (place, opponent)
            for place, opponent in enumerate(record.opponents[n])
            if opponent in among and record.ways[n][place] in ways
        ]
        for n in tied
    }


def points_against_tied(
    record: EventRecord, kind: Kind, met: Met, number: Number, among: set[Number]
) -> tuple[int | Fraction, int]:
    """Return a participant's points against other tied ones, and how many of them they have met.

    If they met an opponent more than once, the average of these results counts.
    """
    rounds = record.points_by_round(kind)[number]
    games = [(place, opponent) for place, opponent in met[number] if opponent in among]
    if len({opponent for _, opponent in games}) == len(games):
        return sum([rounds[place] for place, _ in games]), len(games)
    by_opponent: dict[Number, list[int]] = defaultdict(list)
    for place, opponent in games:
        by_opponent[opponent].append(rounds[place])
    total = sum((Fraction(sum(p), len(p)) for p in by_opponent.values()), Fraction(0))
    return total, len(by_opponent)


def split_by_encounter(record: EventRecord, kind: Kind, met: Met, tied: list[Number]) -> Parts:
    """Return the tied participants in groups, ordered by their results against each other.

    Each group is split again in the same way until nothing changes.
    """
    if len(tied) == 1:
        return [tied]
    among = {*tied}
    found = {n: points_against_tied(record, kind, met, n, among) for n in tied}
    if all(count == len(tied) - 1 for _, count in found.values()):
        parts = split_when_all_met(tied, {n: points for n, (points, _) in found.items()})
    else:
        scale = record.opponent_scores(kind).scale
        missing = {n: len(tied) - 1 - count for n, (_, count) in found.items()}
        parts = split_off_certain_leaders(
            tied,
            {n: points + missing[n] * scale.loss for n, (points, _) in found.items()},
            {n: points + missing[n] * scale.win for n, (points, _) in found.items()},
        )
    if len(parts) == 1:
        return parts
    return [again for part in parts for again in split_by_encounter(record, kind, met, part)]


def split_when_all_met(tied: Sequence[Number], points: Mapping[Number, int | Fraction]) -> Parts:
    """Return the tied participants grouped by their points against each other, highest first.

    This is used if every one of them has met every other.
    """
    in_order = sorted(tied, key=lambda n: (-points[n], n))
    return [[*equal] for _, equal in groupby(in_order, key=points.__getitem__)]


def split_off_certain_leaders(
    tied: Sequence[Number],
    least: Mapping[Number, int | Fraction],
    most: Mapping[Number, int | Fraction],
) -> Parts:
    """Return the tied participants with those who are certain to be first split off.

    They stay ahead of the others whatever the results of the games not played would be.
    """
    left = sorted(tied, key=lambda n: (-most[n], n))
    parts: Parts = []
    while left:
        first = max(left, key=least.__getitem__)
        if any(most[other] >= least[first] for other in left if other != first):
            break
        parts.append([first])
        left.remove(first)
    return [*parts, left] if left else parts


# --- players and teams --------------------------------------------------------------------------


def direct_encounter(
    record: EventRecord, code: Code, tied: Sequence[Number]
) -> dict[Number, Value]:
    """Return each tied participant's points against the others, with the resulting order."""
    met = games_between_tied(record, code, tied)
    kind = record.primary
    return _encounter_values(
        record, kind, met, tied, split_by_encounter(record, kind, met, [*tied])
    )


def extended_direct_encounter(
    record: EventRecord, code: Code, tied: Sequence[Number]
) -> dict[Number, Value]:
    """Return the extended direct encounter of tied teams.

    The primary score in their matches decides, then the secondary score, then the boards of a match
    between two teams.
    """
    met = games_between_tied(record, code, tied)
    boards = BOARDS_IN_ENCOUNTER[code.name]

    def split_by_boards(two: list[Number]) -> Parts:
        return split_two_by_boards(record, met, two, boards)

    parts = split_by_extended_encounter(record, met, [*tied], split_by_boards)
    return _encounter_values(record, record.primary, met, tied, parts)


def split_by_extended_encounter(
    record: EventRecord, met: Met, tied: list[Number], by_boards: Split
) -> Parts:
    """Return the tied teams in groups, ordered by the extended direct encounter.

    After each split, the groups start again with the primary score.
    """
    if len(tied) == 1:
        return [tied]
    parts = split_by_both_scores(record, met, tied)
    if len(parts) == 1 and len(tied) == 2:
        parts = by_boards(tied)
    if len(parts) == 1:
        return parts
    return [
        again
        for part in parts
        for again in split_by_extended_encounter(record, met, part, by_boards)
    ]


def split_by_both_scores(record: EventRecord, met: Met, tied: list[Number]) -> Parts:
    """Return the tied teams split by primary score or, if they stay tied, by secondary score."""
    parts = split_by_encounter(record, record.primary, met, tied)
    return parts if len(parts) > 1 else split_by_encounter(record, record.secondary_kind, met, tied)


def split_two_by_boards(
    record: EventRecord,
    met: Met,
    two: list[Number],
    boards: Sequence[Callable[[Boards], tuple[int, ...]]],
) -> Parts:
    """Return two tied teams in the order given by the boards of their match.

    The rules in ``boards`` are applied one after the other until one of them decides.
    """
    by_round = board_points_by_round(record)
    a, b = two
    for rule in boards:
        for place, opponent in met[a]:
            own, other = by_round[a][place], by_round[b][place]
            if opponent == b and own is not None and other is not None and rule(own) != rule(other):
                return [[a], [b]] if rule(own) > rule(other) else [[b], [a]]
    return [two]


def board_count_key(boards: Boards) -> tuple[int, ...]:
    """Return a sort key for the board count, negated because a lower count is better."""
    return (-compute_board_count(boards),)


BOARDS_IN_ENCOUNTER: dict[str, tuple[Callable[[Boards], tuple[int, ...]], ...]] = {
    "EDE": (),
    "EDEBT": (board_count_key, top_board_key),
    "EDEBB": (board_count_key, bottom_board_elimination_key),
    "EDET": (top_board_key,),
    "EDEB": (bottom_board_elimination_key,),
}
"""For each code, the rules on boards that decide between two teams equal in both scores."""


def _encounter_values(
    record: EventRecord, kind: Kind, met: Met, tied: Sequence[Number], parts: Parts
) -> dict[Number, Value]:
    """Return each tied participant's points against the others, compared by the order in ``parts``.

    The value is undefined if there is only one participant.
    """
    if len(tied) == 1:
        return {tied[0]: UNDEFINED}
    among = {*tied}
    items = partial(_encounter_items, record, kind, met)
    found = {}
    for place, part in enumerate(parts):
        for one in part:
            points, _ = points_against_tied(record, kind, met, one, among)
            if isinstance(points, int):
                found[one] = Value(points * 10, 100, items, (-place,), None, one)
            else:
                shown = build_rounded_value(Fraction(points, POINT), 100)
                found[one] = Value(shown.value, 100, items, (-place,), shown.exact, one)
    return found


def _encounter_items(record: EventRecord, kind: Kind, met: Met, number: Number) -> tuple[Item, ...]:
    rounds, ways = record.points_by_round(kind)[number], record.ways[number]
    return tuple(
        Item(place + 1, opponent, rounds[place] * 10, note=NOTES[ways[place]])
        for place, opponent in met[number]
    )
