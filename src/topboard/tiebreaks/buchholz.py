"""Tie-breaks computed from the opponents' scores (C.07, articles 8, 9, 13 and 14)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from topboard.messages import worded, worded_count
from topboard.model import POINT
from topboard.tiebreaks.standings import UNDEFINED, Item, Value, build_rounded_value
from topboard.tiebreaks.unplayed import NOTES, UnplayedKind

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from topboard.model import Number, Tenths
    from topboard.model.scoring import Kind
    from topboard.tiebreaks.codes import Code
    from topboard.tiebreaks.unplayed import Contribution, EventRecord

    Measure = Callable[[Contribution], int]
    """A function that returns what a round adds to a tie-break: the opponent's score, or the
    product of that score and the points scored.
    """

HALF_POINT = POINT // 2


# --- what is left out -------------------------------------------------------------------------


def opponent_score(one: Contribution) -> int:
    """Return the opponent's score, which is the contribution of a round to Buchholz."""
    return one.value


def opponent_score_times_points(one: Contribution) -> int:
    """Return the opponent's score times the points scored, which a round adds to
    Sonneborn-Berger.
    """
    return one.value * one.points


def lowest_opponent_contribution(left: Sequence[Contribution]) -> Contribution:
    """Return the contribution of the opponent with the lowest score.

    If several are equal, return the one with the lowest product of score and points scored.
    """
    return min(left, key=lambda one: (one.value, one.value * one.points))


def highest_opponent_contribution(left: Sequence[Contribution]) -> Contribution:
    """Return the contribution of the opponent with the highest score.

    If several are equal, return the one with the highest product of score and points scored.
    """
    return max(left, key=lambda one: (one.value, one.product))


def find_lowest_contribution_to_cut(left: Sequence[Contribution], measure: Measure) -> Contribution:
    """Return the contribution to cut as the lowest, normally that of the lowest-scoring opponent.

    If there are voluntarily unplayed rounds, the one that adds the least is cut instead. The
    exception is a round that adds less than the one against the lowest-scoring opponent.
    """
    lowest = lowest_opponent_contribution(left)
    voluntary = [one for one in left if one.voluntary]
    if voluntary:
        least = min(voluntary, key=lambda one: (measure(one), one.product, one.value))
        if measure(least) >= measure(lowest):
            return least
    return lowest


def find_cut_rounds(row: Sequence[Contribution], code: Code, measure: Measure) -> set[int]:
    """Return the numbers of the rounds that a cut or median modifier leaves out."""
    left = [*row]
    gone = set()
    for _ in range(min(code.cut or code.median, len(left))):
        left.remove(lowest := find_lowest_contribution_to_cut(left, measure))
        gone.add(lowest.round)
    for _ in range(min(code.median, len(left))):
        left.remove(highest := highest_opponent_contribution(left))
        gone.add(highest.round)
    return gone


def _build_sum_of_contributions(
    rows: Mapping[Number, Sequence[Contribution]],
    code: Code,
    measure: Measure,
    scale: int,
    tied: Sequence[Number],
) -> dict[Number, Value]:
    def list_round_values(number: Number) -> tuple[Item, ...]:
        gone = find_cut_rounds(rows[number], code, measure)
        return tuple(
            Item(one.round, one.opponent, measure(one), one.round in gone, NOTES[one.way])
            for one in rows[number]
        )

    cuts = code.cut or code.median
    found = {}
    for number in tied:
        row = rows[number]
        total = sum([measure(one) for one in row])
        if cuts:
            gone = find_cut_rounds(row, code, measure)
            total -= sum([measure(one) for one in row if one.round in gone])
        found[number] = Value(total, scale, list_round_values, None, None, number)
    return found


# --- Buchholz -----------------------------------------------------------------------------------


def buchholz(record: EventRecord, code: Code, tied: Sequence[Number]) -> dict[Number, Value]:
    """Return each participant's Buchholz, which is the sum of the opponents' scores."""
    return _build_buchholz_values(record, code, tied, record.score_kind(code.score), fore=False)


def fore_buchholz(record: EventRecord, code: Code, tied: Sequence[Number]) -> dict[Number, Value]:
    """Return each participant's Fore Buchholz.

    It is the sum of the opponents' scores if all games of the last round count as drawn.
    """
    return _build_buchholz_values(record, code, tied, record.score_kind(code.score), fore=True)


def _build_buchholz_values(
    record: EventRecord, code: Code, tied: Sequence[Number], kind: Kind, *, fore: bool
) -> dict[Number, Value]:
    scores = record.opponent_scores(kind, fore=fore)
    rows = scores.contributions(scores.rounds, forfeits=code.forfeits)
    return _build_sum_of_contributions(rows, code, opponent_score, POINT, tied)


def _compute_sums_of_opponent_scores(
    record: EventRecord, code: Code, kind: Kind
) -> Mapping[Number, Tenths]:
    """Return each participant's Buchholz, or Fore Buchholz if ``code.fore`` is set."""
    key = "sums of scores", kind, code.fore, code.forfeits
    if key not in record.kept:
        scores = record.opponent_scores(kind, fore=code.fore)
        rows = scores.contributions(scores.rounds, forfeits=code.forfeits)
        record.kept[key] = {n: sum(one.value for one in row) for n, row in rows.items()}
    return record.kept[key]  # type: ignore[return-value]


def average_of_opponents_buchholz(
    record: EventRecord, code: Code, tied: Sequence[Number]
) -> dict[Number, Value]:
    """Return, for each participant, the average Buchholz of the opponents met over the board."""
    sums = _compute_sums_of_opponent_scores(record, code, record.score_kind(code.score))

    def list_opponents_buchholz(number: Number) -> tuple[Item, ...]:
        met = record.list_games_over_the_board[number]
        return tuple(Item(at + 1, opponent, sums[opponent] * 10) for at, opponent in met)

    found = {}
    for one in tied:
        met = record.list_games_over_the_board[one]
        total = sum([sums[opponent] for _, opponent in met])
        mean = Fraction(total, POINT * len(met)) if met else None
        found[one] = (
            UNDEFINED
            if mean is None
            else build_rounded_value(mean, 100, list_opponents_buchholz, one)
        )
    return found


# --- Sonneborn-Berger ---------------------------------------------------------------------------


def sonneborn_berger(
    record: EventRecord, code: Code, tied: Sequence[Number]
) -> dict[Number, Value]:
    """Return each participant's Sonneborn-Berger.

    It is the sum of the opponents' scores, each multiplied by the points scored against that
    opponent.
    """
    kind = record.score_kind(code.score)
    return _build_sonneborn_berger_values(record, code, tied, kind, kind)


def extended_sonneborn_berger(
    record: EventRecord, code: Code, tied: Sequence[Number]
) -> dict[Number, Value]:
    """Return each team's extended Sonneborn-Berger, such as EMGSB.

    The second letter of the code is the kind of the opponents' points (match or game points). The
    third letter is the kind of the team's own points.
    """
    of_opponent, own = (record.score_kind(f"{letter}P") for letter in code.name[1:3])
    return _build_sonneborn_berger_values(record, code, tied, of_opponent, own)


def _build_sonneborn_berger_values(
    record: EventRecord, code: Code, tied: Sequence[Number], of_opponent: Kind, own: Kind
) -> dict[Number, Value]:
    points = record.points_by_round(own)
    rows = record.opponent_scores(of_opponent).contributions(points, forfeits=code.forfeits)
    return _build_sum_of_contributions(rows, code, opponent_score_times_points, POINT * POINT, tied)


def koya(record: EventRecord, code: Code, tied: Sequence[Number]) -> dict[Number, Value]:
    """Return each participant's points against opponents who reached the limit of the Koya system.

    The limit is half of the possible points unless the code raises or lowers it.
    """
    scores = record.opponent_scores(record.score_kind(code.score))
    found = {}
    for one in tied:
        items = tuple(
            Item(at, opponent, points)
            for at, (way, opponent, points) in enumerate(
                zip(record.ways[one], record.opponents[one], scores.rounds[one], strict=True), 1
            )
            if opponent is not None
            and way is not UnplayedKind.OPEN
            and 2 * scores.totals[opponent] >= twice_koya_limit(record, code, opponent)
        )
        found[one] = Value(sum(item.value for item in items), POINT, items)
    return found


def twice_koya_limit(record: EventRecord, code: Code, opponent: Number) -> int:
    """Return twice the limit of the Koya system, in tenths of a point.

    The limit is half of the points for winning every round, raised or lowered by the half points in
    the code. It is doubled because it may not be a whole number of tenths.
    """
    win = record.opponent_scores(record.score_kind(code.score)).scale.win
    # A round whose result is not known yet has no possible points.
    count = record.count - record.ways[opponent].count(UnplayedKind.OPEN)
    if record.round_robin:
        count -= record.ways[opponent].count(UnplayedKind.GIVEN)
    return win * count + 2 * code.limit * HALF_POINT


def explain_forbidden_koya_limit(record: EventRecord, code: Code) -> str:
    """Return why the code may not change the Koya limit this much, or an empty string if it may.

    The limit must stay between zero and the points for winning every round. Otherwise everyone or
    no one would reach it.
    """
    tournament = record.facts.tournament
    rounds = max(tournament.planned_rounds, record.count)
    most = record.scores[record.score_kind(code.score)].scale.win * rounds // (2 * HALF_POINT)
    if not rounds or abs(code.limit) <= most:
        return ""
    return worded_count(
        "the limit of this tie-break can be raised or lowered by at most {count} half point in "
        "this event; the number is not a percentage",
        "the limit of this tie-break can be raised or lowered by at most {count} half points in "
        "this event; the number is not a percentage",
        most,
    )


# --- the two scores of a team -------------------------------------------------------------------


def secondary_score(
    record: EventRecord, _code: Code, tied: Sequence[Number]
) -> dict[Number, Value]:
    """Return each team's game points if match points decide the ranking, else its match points."""
    totals = record.scores[record.secondary_kind].totals
    return {n: Value(totals[n]) for n in tied}


def secondary_score_plus_opponent_scores(
    record: EventRecord, code: Code, tied: Sequence[Number]
) -> dict[Number, Value]:
    """Return each team's secondary score plus its opponents' scores divided by a divisor.

    The divisor is stated in the code or, if not, prescribed by the regulations.
    """
    sums = _compute_sums_of_opponent_scores(record, code, record.primary)
    totals = record.scores[record.secondary_kind].totals
    factor = code.factor or divisor_for_opponent_scores(record)
    return {
        n: build_rounded_value(
            Fraction(totals[n], POINT) + Fraction(sums[n], POINT * factor),
            100,
            (
                Item(0, None, totals[n] * 10, note=worded("secondary score")),
                Item(
                    0,
                    None,
                    sums[n] * 10,
                    note=worded("sum of opponents' scores, divided by {factor}", factor=factor),
                ),
            ),
        )
        for n in tied
    }


def divisor_for_opponent_scores(record: EventRecord) -> int:
    """Return the divisor that the regulations prescribe for the sum of opponents' scores.

    It is the maximum primary score in all rounds divided by the maximum secondary score in one
    match.
    """
    rounds = max(record.facts.tournament.planned_rounds, record.count)
    most = record.scores[record.primary].scale.win * rounds
    return max(1, most // record.scores[record.secondary_kind].scale.win)


def explain_if_barred_in_round_robins(record: EventRecord) -> str:
    """Return why this tie-break does not apply to a round robin, or an empty string if it does."""
    if record.round_robin and not record.edition.buchholz_in_round_robins:
        return worded(
            "this tie-break does not apply to a round robin, because all participants have the "
            "same opponents"
        )
    return ""
