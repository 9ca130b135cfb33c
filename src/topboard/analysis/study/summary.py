"""The results of a study: means and percentages with 95 % confidence intervals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from pathlib import Path

from topboard._frozen import dataclass
from topboard.analysis.study.chunks import read_chunk_statistics
from topboard.analysis.study.event_statistics import MILLION, EventStatistics
from topboard.analysis.study.plan import Study, StudyCase
from topboard.documents.svg import (
    Chart,
    circle_element,
    line_element,
    rectangle_element,
    text_element,
)
from topboard.messages import Message, message, say, say_count, say_kept
from topboard.systems.registry import system

NINETY_FIVE = 1.959964
"""The number of standard deviations on each side that covers 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimated value with its 95 % confidence interval."""

    value: float
    low: float
    high: float

    def format(self, places: int) -> str:
        """Return the value as text, followed by its confidence interval in parentheses."""
        return f"{self.value:.{places}f} ({self.low:.{places}f} to {self.high:.{places}f})"


@dataclass(frozen=True, slots=True)
class Statistic:
    """One statistic of a study, with an estimate for every case."""

    key: str
    title: str
    places: int
    by_case: tuple[Estimate, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """The statistics of a study, for all of its cases."""

    name: str
    cases: tuple[StudyCase, ...]
    events: int
    statistics: tuple[Statistic, ...]


SHARES: dict[str, Message] = {
    "strongest_first": message("events won by the strongest player, %"),
}
MEANS: dict[str, tuple[Message, int, int]] = {
    "correlation": (message("rank correlation between strength and place"), MILLION, 3),
    "imbalanced": (message("players with a colour difference of 2 or more"), 1, 2),
    "floats": (message("pairs of players with different scores"), 1, 1),
    "rounds_left": (
        message("further rounds that could be paired without a rematch (counted up to 3)"),
        1,
        2,
    ),
    "rounds": (message("rounds played"), 1, 2),
}


def estimate_percentage(many: int, of: int) -> Estimate:
    """Return a proportion in percent, with its Wilson confidence interval."""
    z = NINETY_FIVE**2
    middle = (many + z / 2) / (of + z)
    half = NINETY_FIVE * sqrt(many * (of - many) / of + z / 4) / (of + z)
    return Estimate(100 * many / of, 100 * max(0.0, middle - half), 100 * min(1.0, middle + half))


def estimate_mean(values: Sequence[int], unit: int = 1) -> Estimate:
    """Return a mean, with a confidence interval based on its standard error."""
    count, total = len(values), sum(values)
    middle = total / count
    # Integers are used as long as possible, so that the order of the events does not matter.
    squares = sum(value * value for value in values) * count - total * total
    error = sqrt(squares / (count * count * max(count - 1, 1))) if count > 1 else 0.0
    half = NINETY_FIVE * error
    return Estimate(middle / unit, (middle - half) / unit, (middle + half) / unit)


def summarize_study(study: Study, folder: Path) -> Summary:
    """Return the statistics of a study, computed from its saved events."""
    by_case: dict[StudyCase, list[EventStatistics]] = {case: [] for case in study.cases}
    for chunk in study.chunks():
        by_case[chunk.case] += read_chunk_statistics(folder, study, chunk)
    return Summary(study.name, study.cases, study.events, tuple(_build_statistics(by_case)))


def _build_statistics(by_case: dict[StudyCase, list[EventStatistics]]) -> Iterable[Statistic]:
    for key, title in SHARES.items():
        counts = ((sum(getattr(row, key) for row in rows), len(rows)) for rows in by_case.values())
        yield Statistic(
            key, say_kept(title), 1, tuple(estimate_percentage(many, of) for many, of in counts)
        )
    for key, (title, unit, places) in MEANS.items():
        means = tuple(
            estimate_mean([getattr(r, key) for r in rows], unit) for rows in by_case.values()
        )
        yield Statistic(key, say_kept(title), places, means)
    yield from _build_shared_place_statistics(by_case)


def _build_shared_place_statistics(
    by_case: dict[StudyCase, list[EventStatistics]],
) -> Iterable[Statistic]:
    """Yield the mean number of participants who share a place, on points and after each tie-break.

    If the formats have different numbers of tie-breaks, the smallest of these numbers is used.
    """
    most = min(len(row.tied) for rows in by_case.values() for row in rows)
    for after in range(most):
        means = tuple(estimate_mean([row.tied[after] for row in rows]) for rows in by_case.values())
        codes = {_tie_break_code(case, after) for case in by_case}
        if not after:
            title = say("players who share a place on points alone")
        elif len(codes) == 1:
            title = say("players who share a place after {code}", code=codes.pop())
        else:
            title = say("players who share a place after tie-break {number}", number=after)
        yield Statistic(f"tied_{after}", title, 1, means)


def _tie_break_code(case: StudyCase, after: int) -> str:
    used = system(case.format.system)
    codes = case.format.tie_breaks or (*(t.code for t in used.tie_breaks), *used.usual_tie_breaks)
    return codes[after - 1] if 0 < after <= len(codes) else ""


# --- output -------------------------------------------------------------------------------------


def format_markdown_table(found: Summary) -> str:
    """Return the statistics as a Markdown table with a column for each case."""
    heads = [case.name for case in found.cases]
    lines = [
        f"# {found.name}",
        "",
        say_count(
            "{count} event of each format. Values in parentheses are 95% confidence intervals.",
            "{count} events of each format. Values in parentheses are 95% confidence intervals.",
            found.events,
        ),
        "",
        f"| {say('statistic')} | {' | '.join(heads)} |",
        f"|---|{'---:|' * len(heads)}",
        *(
            f"| {one.title} | {' | '.join(e.format(one.places) for e in one.by_case)} |"
            for one in found.statistics
        ),
    ]
    return "\n".join(lines) + "\n"


ROW, LEFT, ROOM, TOP = 26, 190, 400, 46


def plot_statistic(found: Summary, statistic: Statistic) -> Chart:
    """Return a chart of one statistic for all cases.

    Each value is a dot, and its confidence interval is a line.
    """
    low = min(estimate.low for estimate in statistic.by_case)
    high = max(estimate.high for estimate in statistic.by_case)
    span = (high - low) or 1.0
    shapes = [text_element(8, 20, statistic.title, font_weight="bold")]

    def x_position(value: float) -> float:
        return LEFT + ROOM * (value - low) / span

    for place, (case, one) in enumerate(zip(found.cases, statistic.by_case, strict=True)):
        y = TOP + ROW * place
        shapes += [
            text_element(LEFT - 12, y + 4, case.name, "end"),
            line_element(x_position(one.low), y, x_position(one.high), y, stroke_width=2),
            circle_element(x_position(one.value), y, 4.5),
            text_element(LEFT + ROOM + 14, y + 4, f"{one.value:.{statistic.places}f}"),
        ]
    bottom = TOP + ROW * len(found.cases)
    shapes += [
        rectangle_element(LEFT, TOP - ROW / 2, ROOM, bottom - TOP, stroke_opacity=0.3),
        text_element(LEFT, bottom + 8, f"{low:.{statistic.places}f}", font_size=11),
        text_element(LEFT + ROOM, bottom + 8, f"{high:.{statistic.places}f}", "end", font_size=11),
    ]
    words = tuple(
        f"{case.name}: {one.format(statistic.places)}."
        for case, one in zip(found.cases, statistic.by_case, strict=True)
    )
    return Chart(
        statistic.key, statistic.title, words, LEFT + ROOM + 90, bottom + 20, tuple(shapes)
    )
