"""The settings of the engine's generator, read from a settings file or derived from an event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topboard._frozen import replace
from topboard.analysis.generate import Wishes
from topboard.formats.problems import ProblemCollector, parse_whole_number
from topboard.formats.trf.records import parse_trf_points
from topboard.model import HalfPointBye, Manner, Scale, Withdrawn, ZeroPointBye

if TYPE_CHECKING:
    from topboard.model import Tenths, Tournament

NUMBERS = {
    "PlayersNumber": (2, 9999),
    "RoundsNumber": (1, 100),
    "DrawPercentage": (0, 100),
    "HighestRating": (1, 4000),
    "LowestRating": (1, 4000),
}
"""The settings whose values are whole numbers, with the minimum and maximum of each."""
RATES = {"ForfeitRate": 1, "RetiredRate": 2, "HalfPointByeRate": 1}
"""The settings whose value N means "one in N", with the minimum of N."""
POINTS = {
    "PointsForWin": "win",
    "PointsForDraw": "draw",
    "PointsForLoss": "loss",
    "PointsForForfeitLoss": "lost_by_default",
    "PointsForPAB": "bye",
    "PointsForZPB": "zero_bye",
}
"""The settings for points, with the ``Scale`` field that each one sets."""


def parse_settings_file(text: str, name: str, wishes: Wishes) -> Wishes:
    """Return the generator settings, updated with the ``Key=Value`` lines of a settings file.

    Raise one ``BadInput`` that lists all problems in the file.
    """
    sheet = ProblemCollector(name)
    said: dict[str, float] = {}
    for number, line in enumerate(text.replace("\r", "\n").split("\n"), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        key, equals, value = (part.strip() for part in line.partition("="))
        where = f"{name}:{number}:{1 if not equals else len(key) + 2}"
        found = _parse_setting_or_give_advice(key, value) if equals else None
        if isinstance(found, str) or found is None:
            remedy = found or "Write a setting and its value, as in RoundsNumber=9."
            sheet.add("invalid setting", where, line, remedy)
        else:
            said[key] = found
    lowest, highest = said.get("LowestRating"), said.get("HighestRating")
    if lowest is not None and highest is not None and lowest > highest:
        what = "the lowest rating is higher than the highest rating"
        sheet.add(what, name, f"{lowest:.0f} > {highest:.0f}")
    sheet.raise_problems()
    return _apply_settings_from_file(said, wishes)


def _parse_setting_or_give_advice(key: str, value: str) -> float | str:
    """Return the value of a setting or, if it is invalid, advice on the valid values."""
    if key in NUMBERS:
        low, high = NUMBERS[key]
        number = parse_whole_number(value)
        fits = number is not None and low <= number <= high
        remedy = f"Write a whole number from {low} to {high}."
        return number if number is not None and fits else remedy
    if key in RATES or key == "HalfPointByteRate":
        lowest = RATES.get(key, 1)
        try:
            rate = float(value)
        except ValueError:
            rate = 0.0
        return (
            rate if rate >= lowest else f"Write the N in 'one in N', a number of at least {lowest}."
        )
    if key in POINTS:
        points = parse_trf_points(value)
        return "Write a number of points, such as 0.5." if points is None or points < 0 else points
    known = ", ".join((*NUMBERS, *RATES, *POINTS))
    return f"Choose one of: {known}."


def _apply_settings_from_file(said: dict[str, float], wishes: Wishes) -> Wishes:
    """Return the generator settings, updated with the values in a settings file.

    Rates are converted to percentages. The rate of half-point byes applies to the whole event, so
    it is divided by the number of rounds.
    """
    rounds = int(said.get("RoundsNumber", wishes.rounds))
    highest = int(said.get("HighestRating", max(wishes.top_rating, said.get("LowestRating", 1))))
    lowest = int(said.get("LowestRating", max(1, highest - wishes.spread)))
    changes: dict[str, Any] = {
        "competitors": int(said.get("PlayersNumber", wishes.competitors)),
        "rounds": rounds,
        "draws": int(said.get("DrawPercentage", wishes.draws)),
        "top_rating": highest,
        "spread": max(0, highest - lowest),
        "scale": _build_scoring_scale(said) or wishes.scale,
    }
    half = said.get("HalfPointByeRate", said.get("HalfPointByteRate"))
    for wish, rate, per in (
        ("no_shows", said.get("ForfeitRate"), 1),
        ("leaving", said.get("RetiredRate"), 1),
        ("half_byes", half, rounds),
    ):
        if rate is not None:
            changes[wish] = _compute_whole_percentage(1, rate * per)
    return replace(wishes, **changes)


def _build_scoring_scale(said: dict[str, float]) -> Scale | None:
    given: dict[str, Tenths] = {own: int(said[key]) for key, own in POINTS.items() if key in said}
    if "lost_by_default" in given:
        # A report file has a single value for forfeits and zero-point byes.
        given.setdefault("zero_bye", given["lost_by_default"])
    return replace(Scale(), **given) if given else None


def derive_settings_from_model_event(model: Tournament) -> Wishes:
    """Return settings that make draws, forfeits and byes as frequent as in the model event."""
    meetings = [meeting for played in model.rounds for meeting in played.meetings]
    games = [meeting for meeting in meetings if meeting.manner is Manner.PLAYED]
    drawn = sum(game.white_points == game.black_points for game in games)
    away = [(number, bye) for played in model.rounds for number, bye in played.away]
    absent = sum(isinstance(bye, ZeroPointBye | Withdrawn) for _, bye in away)
    half = sum(isinstance(bye, HalfPointBye) for _, bye in away)
    turns = len(model.competitors) * len(model.rounds)
    return Wishes(
        competitors=len(model.competitors),
        rounds=model.planned_rounds or max(1, len(model.rounds)),
        draws=_compute_whole_percentage(drawn, len(games)),
        no_shows=_compute_whole_percentage(len(meetings) - len(games), len(meetings)),
        absences=_compute_whole_percentage(absent, turns),
        half_byes=_compute_whole_percentage(half, turns),
        scale=model.game_scale,
    )


def _compute_whole_percentage(part: float, whole: float) -> int:
    """Return ``part`` as a whole percentage of ``whole``, at least 1 unless either of them is 0."""
    if not part or not whole:
        return 0
    return min(100, max(1, round(100 * part / whole)))
