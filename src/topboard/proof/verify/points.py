"""The points for each round, which are used for pairing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from topboard import model

Rows = Mapping[int, tuple[Any, ...]]
Worth = Callable[[Any], int]
Points = dict[int, list[int]]
PLAYING = (model.Played, model.Unfinished)

_UNPLAYED = {
    model.PairingBye: ("bye", "win"),
    model.FullPointBye: ("full_bye", "win"),
    model.HalfPointBye: ("half_bye", "draw"),
    model.ForfeitWin: ("won_by_default", "win"),
    model.ForfeitLoss: ("lost_by_default", "loss"),
    model.DoubleForfeit: ("both_defaulted", "loss"),
    model.ZeroPointBye: ("zero_bye", ""),
}
"""For each unplayed outcome, its field in the scoring scale and the result it counts as by
default.
"""


def complete_announced_scoring_scale(
    announced: model.Scale | None, usual: model.Scale
) -> model.Scale:
    """Return the scoring scale announced for the event, completed with the usual values."""
    if announced is None:
        return usual
    own = {name: getattr(announced, name) for name, _ in _UNPLAYED.values()}
    values = {n: getattr(usual, n) if value is None else value for n, value in own.items()}
    return model.Scale(announced.win, announced.draw, announced.loss, **values)


def points_for_unplayed_round(outcome: Any, scale: model.Scale) -> int:
    """Return the points for a round without a game, in tenths."""
    if type(outcome) not in _UNPLAYED:
        return 0
    own, like = _UNPLAYED[type(outcome)]
    value = getattr(scale, own)
    return (getattr(scale, like) if value is None and like else value) or 0


def outcome_points(outcome: Any, scale: model.Scale, boards: int = 0) -> int:
    """Return the points of an outcome, in tenths.

    They are the recorded points, unless the outcome is a forfeit with its own value in the scoring
    scale. If ``boards`` is given, unfinished games of a match on that many boards count as drawn.
    """
    if isinstance(outcome, PLAYING):
        return match_score(outcome, boards) if boards else outcome.points
    won = isinstance(outcome, model.ForfeitWin) and scale.won_by_default is None
    lost = isinstance(outcome, model.ForfeitLoss) and scale.lost_by_default is None
    return int(outcome.points) if won or lost else points_for_unplayed_round(outcome, scale)


def match_score(outcome: model.Played | model.Unfinished, boards: int) -> int:
    """Return the points of a match, in tenths, with unfinished games counted as drawn.

    If only the total is known, the points of the unfinished games are divided equally.
    """
    if isinstance(outcome, model.Played):
        return outcome.points
    missing = boards * 10 - outcome.points - outcome.against
    return outcome.as_drawn[0] if outcome.as_drawn else outcome.points + missing // 2


def compute_point_totals(
    event: model.Tournament, rows: Rows, worth: Worth, kind: str, before: int = 0
) -> dict[int, int]:
    """Return each participant's points before a round, including adjustments by rulings.

    By default this is the next round. ``kind`` is ``match_points``, ``game_points`` or
    ``of_player``.
    """
    return sum_points_before_round(event, points_by_round(event, rows, worth, kind), kind, before)


def points_by_round(event: model.Tournament, rows: Rows, worth: Worth, kind: str) -> Points:
    """Return each participant's points by round.

    Points awarded by a ruling replace those scored.
    """
    # Nearly all rounds are games whose points are recorded.
    each, game = rows.items(), model.Played
    found = {n: [o.points if type(o) is game else worth(o) for o in row] for n, row in each}
    return apply_awarded_points(event, found, kind)


def apply_awarded_points(event: model.Tournament, found: Points, kind: str) -> Points:
    """Replace the points scored in a round with those awarded by a ruling, and return all
    points.
    """
    awards = {(int(a.number), a.round): getattr(a, kind) for a in event.awarded}
    for (number, played), points in awards.items():
        if points is not None and 1 <= played < event.round_to_pair and number in found:
            found[number][played - 1] = points
    return found


def sum_points_before_round(
    event: model.Tournament, scored: Mapping[int, list[int]], kind: str, before: int = 0
) -> dict[int, int]:
    """Return each participant's total before a round, including adjustments by rulings.

    By default this is the next round.
    """
    before = before or event.round_to_pair
    found = {number: sum(points[: before - 1]) for number, points in scored.items()}
    for change in event.adjustments:
        if change.known_from <= before <= change.last and change.number in found:
            found[change.number] += getattr(change, kind)
    return found
