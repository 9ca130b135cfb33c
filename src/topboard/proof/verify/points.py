"""What rounds are worth: the points by which competitors are paired."""

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
"""What somebody gets for a round without a game: a value of its own, else that of a result."""


def scale_in_force(announced: model.Scale | None, usual: model.Scale) -> model.Scale:
    """The scale of the event; what it leaves open is as the rules have it."""
    if announced is None:
        return usual
    own = {name: getattr(announced, name) for name, _ in _UNPLAYED.values()}
    values = {n: getattr(usual, n) if value is None else value for n, value in own.items()}
    return model.Scale(announced.win, announced.draw, announced.loss, **values)


def unplayed(outcome: Any, scale: model.Scale) -> int:
    """What a round without a game is worth."""
    if type(outcome) not in _UNPLAYED:
        return 0
    own, like = _UNPLAYED[type(outcome)]
    value = getattr(scale, own)
    return (getattr(scale, like) if value is None and like else value) or 0


def by_points(outcome: Any, scale: model.Scale, boards: int = 0) -> int:
    """The points of the record; for a default too, unless it has a value of its own.

    Of a match on so many boards, games that still go on are shared.
    """
    if isinstance(outcome, PLAYING):
        return scored(outcome, boards) if boards else outcome.points
    won = isinstance(outcome, model.ForfeitWin) and scale.won_by_default is None
    lost = isinstance(outcome, model.ForfeitLoss) and scale.lost_by_default is None
    return int(outcome.points) if won or lost else unplayed(outcome, scale)


def scored(outcome: model.Played | model.Unfinished, boards: int) -> int:
    """The points of a match, unfinished games drawn.

    Where only the total is known, what is missing in it is shared.
    """
    if isinstance(outcome, model.Played):
        return outcome.points
    missing = boards * 10 - outcome.points - outcome.against
    return outcome.as_drawn[0] if outcome.as_drawn else outcome.points + missing // 2


def totals(
    event: model.Tournament, rows: Rows, worth: Worth, kind: str, before: int = 0
) -> dict[int, int]:
    """Everybody's points before a round, by default the one to come, with what was decided.

    ``kind`` is ``match_points``, ``game_points`` or ``of_player``.
    """
    return totals_before(event, by_round(event, rows, worth, kind), kind, before)


def by_round(event: model.Tournament, rows: Rows, worth: Worth, kind: str) -> Points:
    """What every round was worth to everybody, awarded points in place of the usual ones."""
    # Nearly all rounds are games, and what a game is worth stands on record.
    each, game = rows.items(), model.Played
    found = {n: [o.points if type(o) is game else worth(o) for o in row] for n, row in each}
    return awarded(event, found, kind)


def awarded(event: model.Tournament, found: Points, kind: str) -> Points:
    """What every round was worth, points that were awarded in place of the usual ones."""
    awards = {(int(a.number), a.round): getattr(a, kind) for a in event.awarded}
    for (number, played), points in awards.items():
        if points is not None and 1 <= played < event.round_to_pair and number in found:
            found[number][played - 1] = points
    return found


def totals_before(
    event: model.Tournament, scored: Mapping[int, list[int]], kind: str, before: int = 0
) -> dict[int, int]:
    """What the rounds before one were worth, by default the one to come, with what was decided."""
    before = before or event.round_to_pair
    found = {number: sum(points[: before - 1]) for number, points in scored.items()}
    for change in event.adjustments:
        if change.known_from <= before <= change.last and change.number in found:
            found[change.number] += getattr(change, kind)
    return found
