"""Tie-breaks computed from ratings (C.07, article 10), with the conversion tables of B.02."""

from __future__ import annotations

from bisect import bisect_left
from functools import cache, partial
from typing import TYPE_CHECKING

from topboard.messages import worded
from topboard.tiebreaks.standings import UNDEFINED, Item, Value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from topboard.model import Number
    from topboard.tiebreaks.codes import Code
    from topboard.tiebreaks.unplayed import EventRecord

    Items = Callable[[Number], tuple[Item, ...]]

DIFFERENCES = (
    *(-800, -677, -589, -538, -501, -470, -444, -422, -401, -383, -366, -351, -336),
    *(-322, -309, -296, -284, -273, -262, -251, -240, -230, -220, -211, -202, -193),
    *(-184, -175, -166, -158, -149, -141, -133, -125, -117, -110, -102, -95, -87, -80),
    *(-72, -65, -57, -50, -43, -36, -29, -21, -14, -7, 0),
)
"""The rating differences that correspond to scores of 0, 1, 2 … 50 percent."""
UPPER_ENDS = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137),
    *(145, 153, 162, 170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290),
    *(302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619, 735),
)
"""The largest rating differences for an expected score of 50, 51 … 99 percent."""
WITHOUT_A_POINT = 800
"""The rating points subtracted from the lowest opponent's rating if a player scores nothing."""
EVEN = 50


def rating_difference(percentage: int) -> int:
    """Return the rating difference, from -800 to 800, that corresponds to a percentage score."""
    if percentage <= EVEN:
        return DIFFERENCES[percentage]
    return -DIFFERENCES[2 * EVEN - percentage]


@cache
def expected_percentage(difference: int) -> int:
    """Return a player's expected score in percent, given the rating difference to the opponent."""
    of_stronger = EVEN + bisect_left(UPPER_ENDS, abs(difference))
    return of_stronger if difference >= 0 else 2 * EVEN - of_stronger


def player_ratings(record: EventRecord) -> Mapping[Number, int | None]:
    """Return each player's rating, with the announced rating, if any, for unrated players."""
    if "ratings" not in record.kept:
        tournament = record.facts.tournament
        record.kept["ratings"] = {
            c.number: getattr(c, "rating", None) or tournament.unrated_as
            for c in tournament.competitors
        }
    return record.kept["ratings"]  # type: ignore[return-value]


def explain_unusable_ratings(record: EventRecord) -> str:
    """Return why ratings cannot be used, or an empty string if they can.

    They cannot if a player is unrated and no rating for unrated players was announced.
    """
    unrated = sum(rating is None for rating in player_ratings(record).values())
    if not unrated:
        return ""
    return worded(
        "this tie-break needs a rating for every player, or an announced rating for unrated players"
        " (players without a rating: {unrated})",
        unrated=unrated,
    )


def _list_ratings_of_opponents_met(
    record: EventRecord, number: Number
) -> list[tuple[int, int, Number]]:
    """Return (rating, round, opponent) for every rated opponent met over the board."""
    known = player_ratings(record)
    return [
        (rating, place + 1, opponent)
        for place, opponent in record.list_games_over_the_board[number]
        if (rating := known[opponent]) is not None
    ]


def average_rating_of_opponents(
    record: EventRecord, code: Code, tied: Sequence[Number]
) -> dict[Number, Value]:
    """Return the average rating of the opponents met over the board, with halves rounded up.

    A cut or median modifier leaves out the lowest ratings, or the lowest and the highest.
    """
    return _build_average_opponent_ratings(record, code.cut or code.median, code.median, tied)


def _build_average_opponent_ratings(
    record: EventRecord, low: int, high: int, tied: Sequence[Number]
) -> dict[Number, Value]:
    """Return the average rating of opponents, leaving out the ``low`` lowest and ``high``
    highest.
    """

    def list_opponent_ratings(number: Number) -> tuple[Item, ...]:
        met = sorted(_list_ratings_of_opponents_met(record, number))
        kept = range(low, len(met) - high)
        found = [
            Item(at, opponent, rating, place not in kept)
            for place, (rating, at, opponent) in enumerate(met)
        ]
        return tuple(sorted(found, key=lambda item: item.round))

    found = {}
    for number in tied:
        numbers = sorted(
            [rating for rating, _, _ in _list_ratings_of_opponents_met(record, number)]
        )
        found[number] = rounded_mean(
            numbers[low : len(numbers) - high], list_opponent_ratings, number
        )
    return found


def rounded_mean(numbers: Sequence[int], items: Items, of: Number) -> Value:
    """Return the mean with halves rounded up, or ``UNDEFINED`` if there are no numbers."""
    if not numbers:
        return UNDEFINED
    found = (2 * sum(numbers) + len(numbers)) // (2 * len(numbers))
    return Value(found, 1, items, None, None, of)


def _count_half_points_over_the_board(record: EventRecord, number: Number) -> int:
    """Return a player's score over the board in half points, two per win and one per draw."""
    scale = record.opponent_scores(record.primary).scale
    scored = record.points_by_round(record.primary)[number]
    worth = {scale.win: 2, scale.draw: 1}
    return sum(worth.get(scored[place], 0) for place, _ in record.list_games_over_the_board[number])


def performance_rating(
    record: EventRecord, _code: Code, tied: Sequence[Number]
) -> dict[Number, Value]:
    """Return each tied player's tournament performance rating.

    It is the average rating of the opponents plus the rating difference for the percentage scored.
    """
    return {n: _build_performance_rating_of_player(record, n) for n in tied}


def _build_performance_rating_of_player(record: EventRecord, number: Number) -> Value:
    average = _build_average_opponent_ratings(record, 0, 0, [number])[number]
    if not average.is_defined:
        return UNDEFINED
    percentage = score_percentage(
        _count_half_points_over_the_board(record, number),
        len(record.list_games_over_the_board[number]),
    )
    more = rating_difference(percentage)
    note = worded("rating difference for a score of {percentage}%", percentage=percentage)
    items = (
        Item(0, None, average.value, note=worded("average rating of opponents")),
        Item(0, None, more, note=note),
    )
    return Value(average.value + more, 1, items)


def score_percentage(half_points: int, games: int) -> int:
    """Return the score as a percentage of the possible points, with halves rounded up."""
    return (2 * 100 * half_points + 2 * games) // (2 * 2 * games)


def perfect_performance_rating(
    record: EventRecord, _code: Code, tied: Sequence[Number]
) -> dict[Number, Value]:
    """Return each tied player's perfect tournament performance.

    It is the lowest rating whose expected score is at least the actual score.
    """
    return {n: _build_perfect_performance_of_player(record, n) for n in tied}


def _build_perfect_performance_of_player(record: EventRecord, number: Number) -> Value:
    met = _list_ratings_of_opponents_met(record, number)
    if not met:
        return UNDEFINED
    lowest = lowest_sufficient_rating(
        _count_half_points_over_the_board(record, number), [rating for rating, _, _ in met]
    )
    return Value(lowest, 1, partial(_list_opponent_rating_terms, record), None, None, number)


def _list_opponent_rating_terms(record: EventRecord, number: Number) -> tuple[Item, ...]:
    met = _list_ratings_of_opponents_met(record, number)
    return tuple(Item(at, opponent, rating) for rating, at, opponent in met)


def lowest_sufficient_rating(half_points: int, opponents: Sequence[int]) -> int:
    """Return the lowest rating whose expected score is at least this number of half points.

    For a score of zero, it is ``WITHOUT_A_POINT`` below the lowest-rated opponent.
    """
    if not half_points:
        return min(opponents) - WITHOUT_A_POINT
    low, high = min(opponents) - UPPER_ENDS[-1] - 1, max(opponents) + UPPER_ENDS[-1] + 1
    while low < high:
        middle = (low + high) // 2
        if (
            sum([expected_percentage(middle - rating) for rating in opponents])
            >= EVEN * half_points
        ):
            high = middle
        else:
            low = middle + 1
    return low


def average_performance_of_opponents(
    record: EventRecord, _code: Code, tied: Sequence[Number]
) -> dict[Number, Value]:
    """Return the rounded average performance rating of each player's opponents met over the
    board.
    """
    return _build_averages_of_opponent_values(record, tied, _build_performance_rating_of_player)


def average_perfect_performance_of_opponents(
    record: EventRecord, _code: Code, tied: Sequence[Number]
) -> dict[Number, Value]:
    """Return the rounded average perfect performance of each player's opponents met over the
    board.
    """
    return _build_averages_of_opponent_values(record, tied, _build_perfect_performance_of_player)


def _build_averages_of_opponent_values(
    record: EventRecord, tied: Sequence[Number], of: Callable[[EventRecord, Number], Value]
) -> dict[Number, Value]:
    """Return, for each participant, the mean of the opponents' values, ignoring undefined ones."""
    if of.__name__ not in record.kept:
        record.kept[of.__name__] = {n: of(record, n) for n in record.ways}
    known: Mapping[Number, Value] = record.kept[of.__name__]  # type: ignore[assignment]

    def list_opponent_values(number: Number) -> tuple[Item, ...]:
        met = record.list_games_over_the_board[number]
        return tuple(
            Item(at + 1, opponent, known[opponent].value)
            for at, opponent in met
            if known[opponent].is_defined
        )

    found = {}
    for number in tied:
        values = [known[opponent] for _, opponent in record.list_games_over_the_board[number]]
        found[number] = rounded_mean(
            [value.value for value in values if value.is_defined], list_opponent_values, number
        )
    return found


def own_rating(record: EventRecord, code: Code, tied: Sequence[Number]) -> dict[Number, Value]:
    """Return each player's own rating.

    The highest rating comes first or, if reversed, the lowest.
    """
    known = player_ratings(record)
    sign = -1 if code.reverse else 1
    return {
        n: Value(rating, 1, compared=(sign * rating,))
        if (rating := known[n]) is not None
        else UNDEFINED
        for n in tied
    }
