"""Tie-breaks based on a participant's own results (C.07, article 7)."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from topboard.messages import worded
from topboard.model import POINT, Colour, Manner
from topboard.tiebreaks.standings import Item, Value
from topboard.tiebreaks.unplayed import NOTES, UnplayedKind, is_round_voluntarily_unplayed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from topboard.model import Number, Tenths
    from topboard.tiebreaks.codes import Code
    from topboard.tiebreaks.unplayed import EventRecord

HALF_POINT = POINT // 2


def _build_sum_over_rounds(
    record: EventRecord, tied: Sequence[Number], counts: Callable[[Number, int], Tenths | None]
) -> dict[Number, Value]:
    """Return, for each participant, the sum of the values of ``counts`` over all rounds.

    Rounds whose value is None are left out.
    """

    def list_round_values(number: Number) -> tuple[Item, ...]:
        return tuple(
            Item(place + 1, record.opponents[number][place], worth, note=NOTES[way])
            for place, way in enumerate(record.ways[number])
            if (worth := counts(number, place)) is not None
        )

    places = range(record.count)
    found = {}
    for number in tied:
        total = sum([counts(number, place) or 0 for place in places])
        found[number] = Value(total, POINT, list_round_values, None, None, number)
    return found


def wins(record: EventRecord, code: Code, tied: Sequence[Number]) -> dict[Number, Value]:
    """Return each participant's number of rounds that gave as many points as a win.

    The rounds may have been played or not.
    """
    scored = record.scores[record.score_kind(code.score)]
    win, rounds = scored.scale.win, scored.rounds
    return _build_sum_over_rounds(
        record, tied, lambda number, place: POINT if rounds[number][place] == win else None
    )


def wins_over_the_board(
    record: EventRecord, _code: Code, tied: Sequence[Number]
) -> dict[Number, Value]:
    """Return each participant's number of games (for teams, matches) won over the board."""
    return {n: _count_games(record, n, _is_game_won) for n in tied}


def games_with_black(
    record: EventRecord, _code: Code, tied: Sequence[Number]
) -> dict[Number, Value]:
    """Return each participant's number of games played with Black."""
    return {n: _count_games(record, n, _is_game_with_black) for n in tied}


def wins_with_black(
    record: EventRecord, _code: Code, tied: Sequence[Number]
) -> dict[Number, Value]:
    """Return each participant's number of games played and won with Black."""
    return {n: _count_games(record, n, _is_game_with_black, _is_game_won) for n in tied}


def _count_games(
    record: EventRecord, number: Number, *tests: Callable[[EventRecord, Number, int], bool]
) -> Value:
    """Return the number of a participant's over-the-board games that pass all the given tests."""
    items = tuple(
        Item(place + 1, opponent, POINT)
        for place, opponent in record.list_games_over_the_board[number]
        if all(test(record, number, place) for test in tests)
    )
    return Value(POINT * len(items), POINT, items)


def _is_game_won(record: EventRecord, number: Number, place: int) -> bool:
    outcome = record.facts.outcomes[number][place]
    if record.ways[number][place] is not UnplayedKind.GAME:
        return record.ways[number][place] is UnplayedKind.WON
    points, against = getattr(outcome, "points", 0), getattr(outcome, "against", 0)
    enough = (
        True if record.has_teams else points >= record.opponent_scores(record.primary).scale.win
    )
    return bool(points > against and enough)


def _is_game_with_black(record: EventRecord, number: Number, place: int) -> bool:
    outcome = record.facts.outcomes[number][place]
    colour = getattr(outcome, "colour", None)
    if colour is not None:
        return colour is Colour.BLACK
    meetings = record.facts.tournament.rounds[place].meetings
    return any(meeting.black == number for meeting in meetings if meeting.manner is Manner.DEFAULT)


def progressive_score(
    record: EventRecord, code: Code, tied: Sequence[Number]
) -> dict[Number, Value]:
    """Return each participant's sum of the scores after each round.

    A cut leaves out the first rounds.
    """
    rounds = record.points_by_round(record.score_kind(code.score))
    found = {}
    for one in tied:
        items = tuple(
            Item(at, None, total, at <= code.cut)
            for at, total in enumerate(accumulate(rounds[one]), start=1)
        )
        found[one] = Value(sum(i.value for i in items if not i.left_out), POINT, items)
    return found


def rounds_elected_to_play(
    record: EventRecord, _code: Code, tied: Sequence[Number]
) -> dict[Number, Value]:
    """Return the number of rounds that each participant elected to play.

    Requested byes and forfeit losses do not count.
    """

    def count_rounds_elected_to_play(number: Number) -> Value:
        ways = record.ways[number]
        missed = tuple(
            Item(place + 1, record.opponents[number][place], -POINT, note=NOTES[way])
            for place, way in enumerate(ways)
            if is_round_voluntarily_unplayed(way)
        )
        all_rounds = Item(0, None, POINT * len(ways), note=worded("all rounds"))
        return Value(POINT * (len(ways) - len(missed)), POINT, (all_rounds, *missed))

    return {n: count_rounds_elected_to_play(n) for n in tied}


def standard_points(
    record: EventRecord, _code: Code, tied: Sequence[Number]
) -> dict[Number, Value]:
    """Return each participant's standard points.

    A round counts as one point if the participant scored more than the opponent, and as half a
    point if both scored the same. In an unplayed round, the points for a draw take the place of the
    opponent's points.
    """
    scored = record.scores[record.primary]
    rounds, draw = scored.rounds, scored.scale.draw

    def standard_points_of_round(number: Number, place: int) -> Tenths | None:
        way, opponent = record.ways[number][place], record.opponents[number][place]
        if way is UnplayedKind.OPEN:
            return None
        played = way is UnplayedKind.GAME and opponent is not None
        measure = rounds[opponent][place] if played else draw  # type: ignore[index]
        return _standard_points_by_comparison(rounds[number][place], measure)

    return _build_sum_over_rounds(record, tied, standard_points_of_round)


def _standard_points_by_comparison(points: Tenths, measure: Tenths) -> Tenths:
    if points == measure:
        return HALF_POINT
    return POINT if points > measure else 0


def pairing_number(_record: EventRecord, code: Code, tied: Sequence[Number]) -> dict[Number, Value]:
    """Return each participant's TPN.

    The lowest number comes first or, if reversed, the highest.
    """
    sign = 1 if code.reverse else -1
    return {n: Value(n, 1, compared=(sign * n,)) for n in tied}


def primary_score(record: EventRecord, _code: Code, tied: Sequence[Number]) -> dict[Number, Value]:
    """Return each participant's points, which decide the ranking before any tie-break."""
    points: Mapping[Number, Tenths] = record.facts.points
    return {n: Value(points[n]) for n in tied}
