"""The direct encounter of tied players and teams (C.07, articles 6 and 13.3)."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from topboard.model import POINT
from topboard.tiebreaks.boards import (
    compute_board_count,
    list_board_points_by_round,
    sort_key_by_bottom_board_elimination,
    sort_key_by_top_boards,
)
from topboard.tiebreaks.standings import UNDEFINED, Item, Value, build_rounded_value
from topboard.tiebreaks.unplayed import FORFEITS, NOTES, UnplayedKind, do_forfeits_count_as_games

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
    """The games of each tied participant against other tied participants, as (round index,
    opponent).
    """
    Split = Callable[[list[Number]], Parts]


# --- games between the tied ---------------------------------------------------------------------


def list_games_between_tied(record: EventRecord, code: Code, tied: Sequence[Number]) -> Met:
    """Return each tied participant's games against other tied participants, as (round index,
    opponent).

    Forfeits are included only if they count as games.
    """
    among = {*tied}
    ways = (UnplayedKind.GAME, *(FORFEITS if do_forfeits_count_as_games(record, code) else ()))
    return {
        n: [
            (place, opponent)
            for place, opponent in enumerate(record.opponents[n])
            if opponent in among and record.ways[n][place] in ways
        ]
        for n in tied
    }


def compute_points_against_tied(
    record: EventRecord, kind: Kind, met: Met, number: Number, among: set[Number]
) -> tuple[int | Fraction, int]:
    """Return a participant's points against other tied participants, and the number of them met.

    If two participants met more than once, the average of their results counts.
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


def group_tied_by_direct_encounter(
    record: EventRecord, kind: Kind, met: Met, tied: list[Number]
) -> Parts:
    """Return the tied participants in groups, ordered by their results against each other.

    Each group is split again in the same way until nothing changes.
    """
    if len(tied) == 1:
        return [tied]
    among = {*tied}
    found = {n: compute_points_against_tied(record, kind, met, n, among) for n in tied}
    if all(count == len(tied) - 1 for _, count in found.values()):
        parts = group_tied_if_all_have_met(tied, {n: points for n, (points, _) in found.items()})
    else:
        scale = record.opponent_scores(kind).scale
        missing = {n: len(tied) - 1 - count for n, (_, count) in found.items()}
        parts = group_tied_by_certain_leaders(
            tied,
            {n: points + missing[n] * scale.loss for n, (points, _) in found.items()},
            {n: points + missing[n] * scale.win for n, (points, _) in found.items()},
        )
    if len(parts) == 1:
        return parts
    return [
        again for part in parts for again in group_tied_by_direct_encounter(record, kind, met, part)
    ]


def group_tied_if_all_have_met(
    tied: Sequence[Number], points: Mapping[Number, int | Fraction]
) -> Parts:
    """Return the tied participants grouped by their points against each other, highest first.

    This applies only if each of them has met every other.
    """
    in_order = sorted(tied, key=lambda n: (-points[n], n))
    return [[*equal] for _, equal in groupby(in_order, key=points.__getitem__)]


def group_tied_by_certain_leaders(
    tied: Sequence[Number],
    least: Mapping[Number, int | Fraction],
    most: Mapping[Number, int | Fraction],
) -> Parts:
    """Return the tied participants in groups, with each certain leader alone in a group.

    A leader is certain if the unplayed games could not change that place, whatever their results.
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
    """Return each tied participant's points against the others, ranked by the direct encounter."""
    met = list_games_between_tied(record, code, tied)
    kind = record.primary
    return _build_direct_encounter_values(
        record, kind, met, tied, group_tied_by_direct_encounter(record, kind, met, [*tied])
    )


def extended_direct_encounter(
    record: EventRecord, code: Code, tied: Sequence[Number]
) -> dict[Number, Value]:
    """Return the extended direct encounter of tied teams.

    The primary score in their matches decides, then the secondary score, then the boards of a match
    between two teams.
    """
    met = list_games_between_tied(record, code, tied)
    boards = BOARDS_IN_ENCOUNTER[code.name]

    def order_tied_teams_by_boards(two: list[Number]) -> Parts:
        return order_two_teams_by_boards(record, met, two, boards)

    parts = group_tied_by_extended_encounter(record, met, [*tied], order_tied_teams_by_boards)
    return _build_direct_encounter_values(record, record.primary, met, tied, parts)


def group_tied_by_extended_encounter(
    record: EventRecord, met: Met, tied: list[Number], by_boards: Split
) -> Parts:
    """Return the tied teams in groups, ordered by the extended direct encounter.

    After each split, the groups start again with the primary score.
    """
    if len(tied) == 1:
        return [tied]
    parts = group_tied_by_primary_or_secondary_score(record, met, tied)
    if len(parts) == 1 and len(tied) == 2:
        parts = by_boards(tied)
    if len(parts) == 1:
        return parts
    return [
        again
        for part in parts
        for again in group_tied_by_extended_encounter(record, met, part, by_boards)
    ]


def group_tied_by_primary_or_secondary_score(
    record: EventRecord, met: Met, tied: list[Number]
) -> Parts:
    """Return the tied teams split by primary score or, if that splits none, by secondary score."""
    parts = group_tied_by_direct_encounter(record, record.primary, met, tied)
    return (
        parts
        if len(parts) > 1
        else group_tied_by_direct_encounter(record, record.secondary_kind, met, tied)
    )


def order_two_teams_by_boards(
    record: EventRecord,
    met: Met,
    two: list[Number],
    boards: Sequence[Callable[[Boards], tuple[int, ...]]],
) -> Parts:
    """Return two tied teams in the order given by the boards of their match.

    The rules in ``boards`` are applied one after the other until one of them decides.
    """
    by_round = list_board_points_by_round(record)
    a, b = two
    for rule in boards:
        for place, opponent in met[a]:
            own, other = by_round[a][place], by_round[b][place]
            if opponent == b and own is not None and other is not None and rule(own) != rule(other):
                return [[a], [b]] if rule(own) > rule(other) else [[b], [a]]
    return [two]


def sort_key_by_board_count(boards: Boards) -> tuple[int, ...]:
    """Return a sort key for the board count, negated because a lower count is better."""
    return (-compute_board_count(boards),)


BOARDS_IN_ENCOUNTER: dict[str, tuple[Callable[[Boards], tuple[int, ...]], ...]] = {
    "EDE": (),
    "EDEBT": (sort_key_by_board_count, sort_key_by_top_boards),
    "EDEBB": (sort_key_by_board_count, sort_key_by_bottom_board_elimination),
    "EDET": (sort_key_by_top_boards,),
    "EDEB": (sort_key_by_bottom_board_elimination,),
}
"""For each code, the rules on boards that decide between two teams equal in both scores."""


def _build_direct_encounter_values(
    record: EventRecord, kind: Kind, met: Met, tied: Sequence[Number], parts: Parts
) -> dict[Number, Value]:
    """Return each tied participant's points against the others, ranked in the order of ``parts``.

    The value is undefined if there is only one participant.
    """
    if len(tied) == 1:
        return {tied[0]: UNDEFINED}
    among = {*tied}
    items = partial(_list_terms_of_encounter_value, record, kind, met)
    found = {}
    for place, part in enumerate(parts):
        for one in part:
            points, _ = compute_points_against_tied(record, kind, met, one, among)
            if isinstance(points, int):
                found[one] = Value(points * 10, 100, items, (-place,), None, one)
            else:
                shown = build_rounded_value(Fraction(points, POINT), 100)
                found[one] = Value(shown.value, 100, items, (-place,), shown.exact, one)
    return found


def _list_terms_of_encounter_value(
    record: EventRecord, kind: Kind, met: Met, number: Number
) -> tuple[Item, ...]:
    rounds, ways = record.points_by_round(kind)[number], record.ways[number]
    return tuple(
        Item(place + 1, opponent, rounds[place] * 10, note=NOTES[ways[place]])
        for place, opponent in met[number]
    )
