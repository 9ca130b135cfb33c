"""A line chart of the leaders' points after each round.

Every mark is exactly at its score. Participants with equal scores are next to each other within
the column of the round. Lines differ in colour and in the shape of their marks, which the labels
repeat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from topboard._frozen import dataclass
from topboard.documents.chart_data import PHONE, EventChartData, round_column_titles
from topboard.documents.sheet import has_teams
from topboard.documents.svg import (
    Chart,
    circle_element,
    line_element,
    path_element,
    rectangle_element,
    text_element,
)
from topboard.messages import say, say_count
from topboard.model import Number, Tenths
from topboard.reasons.sentences.words import format_points_with_word
from topboard.text.numbers import format_points

LEADERS = 8
"""The number of lines in the chart. More lines would be hard to tell apart."""
LEFT, TOP = 44, 24
NARROWEST, WIDEST, TRACK = 50, 190, 560
"""The minimum and maximum width of a round, and the desired width of all rounds, in pixels."""
BESIDE = 20
"""The minimum vertical distance between two labels, in pixels."""
LEVEL = 36
"""The preferred height of half a point, in pixels."""
TALLEST = 520
LABELS = 222
"""The width of the labels to the right of the lines, in pixels."""
SHAPES = ("circle", "square", "diamond", "triangle")
"""The shapes of the marks. The first four lines have filled marks, and the next four open ones."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class _RaceLayout:
    """The mapping of rounds and scores to pixel coordinates."""

    rounds: int
    low: Tenths
    high: Tenths
    left: float
    step: float
    """The width of a round."""
    radius: float
    """The size of a mark."""

    @property
    def height(self) -> float:
        """Return the height of the plotted area in pixels."""
        return min(TALLEST, LEVEL * (self.high - self.low) / 5)

    @property
    def right(self) -> float:
        """Return the right end of the plotted area."""
        return self.left + self.step * self.rounds

    @property
    def bottom(self) -> float:
        """Return the height of the titles of the rounds."""
        return TOP + self.height + 34

    def x_of_round(self, number_of_round: int) -> float:
        """Return the middle of the column of a round."""
        return self.left + self.step * (number_of_round - 0.5)

    def y_of_score(self, total: Tenths) -> float:
        """Return the height of a score."""
        return TOP + self.height * (self.high - total) / (self.high - self.low)


def leaders_race_chart(event: EventChartData, leaders: int = LEADERS) -> Chart:
    """Return a line chart of the leaders' points after each round."""
    shown = event.leading_participants(leaders)
    totals = {n: [e.total for e in event.entries[n]] for n in shown}
    title = say("Race for the lead")
    return Chart(
        name="race",
        title=title,
        words=(
            say("The chart shows the match points after each round.")
            if has_teams(event.tournament)
            else say("The chart shows the points after each round."),
            event.describe_number_of_participants_shown(leaders),
            _describe_leaders(event, totals),
        ),
        heads=(say("Place"), say("Name"), *round_column_titles(event.round_count)),
        rows=tuple(
            (place, event.names[n], *map(format_points, totals[n]))
            for place, n in enumerate(shown, start=1)
        ),
        **_draw_wide_chart(event, totals),
        narrow=Chart("race-narrow", title, (), **_draw_narrow_chart(event, totals)),
    )


def _draw_wide_chart(
    event: EventChartData, totals: Mapping[Number, Sequence[Tenths]]
) -> dict[str, Any]:
    step = max(NARROWEST, min(WIDEST, TRACK // event.round_count))
    layout = _build_layout(event, totals, LEFT, step, 5)
    ways = _line_coordinates(totals, layout)
    ends = _spread_labels_apart([way[-1][1] for way in ways.values()])
    return {
        "width": round(layout.right) + LABELS,
        "height": round(max(layout.bottom + 10, ends[-1] + 16)),
        "shapes": (
            *_draw_axes(layout),
            *_draw_lines(layout, ways),
            *_draw_labels(event, layout, ways, ends),
        ),
    }


def _draw_narrow_chart(
    event: EventChartData, totals: Mapping[Number, Sequence[Tenths]]
) -> dict[str, Any]:
    """Draw the chart as wide as a phone, with the names below the lines."""
    left = 34
    layout = _build_layout(event, totals, left, (PHONE - left - 4) / event.round_count, 4)
    first = layout.bottom + 28
    return {
        "width": PHONE,
        "height": round(first + BESIDE * len(totals)),
        "shapes": (
            *_draw_axes(layout),
            *_draw_lines(layout, _line_coordinates(totals, layout)),
            *_draw_names_below(event, totals, first),
        ),
    }


def _build_layout(
    event: EventChartData,
    totals: Mapping[Number, Sequence[Tenths]],
    left: float,
    step: float,
    radius: float,
) -> _RaceLayout:
    scores = [total for row in totals.values() for total in row]
    low = min(scores)
    return _RaceLayout(event.round_count, low, max([*scores, low + 5]), left, step, radius)


def _describe_leaders(event: EventChartData, totals: Mapping[Number, Sequence[Tenths]]) -> str:
    first = event.order[0]
    best = format_points_with_word(totals[first][-1])
    count = sum(1 for row in totals.values() if row[-1] == totals[first][-1])
    if count == 1:
        return say("{who} leads with {points}.", who=event.names[first], points=best)
    return say_count(
        "{count} participant leads with {points}.",
        "{count} participants share the lead with {points}.",
        count,
        points=best,
    )


def _line_coordinates(
    totals: Mapping[Number, Sequence[Tenths]], layout: _RaceLayout
) -> dict[Number, list[Point]]:
    """Return the coordinates of each participant's marks.

    Marks with equal scores have the same height. They are next to each other, in the order of the
    standings, around the middle of the round.
    """
    equal = Counter(mark for row in totals.values() for mark in enumerate(row, start=1))
    most = max(equal.values())
    gap = min(2 * layout.radius + 2, 0.85 * layout.step / most)
    placed: Counter[tuple[int, Tenths]] = Counter()
    ways: dict[Number, list[Point]] = {n: [] for n in totals}
    for number, row in totals.items():
        for mark in enumerate(row, start=1):
            aside = gap * (placed[mark] - (equal[mark] - 1) / 2)
            placed[mark] += 1
            x = layout.x_of_round(mark[0]) + aside
            ways[number].append((round(x, 1), layout.y_of_score(mark[1])))
    return ways


def _draw_axes(layout: _RaceLayout) -> Iterator[str]:
    for number in range(1, layout.rounds + 1, 2):
        yield rectangle_element(
            layout.left + layout.step * (number - 1),
            TOP - 16,
            layout.step,
            layout.height + 32,
            stroke="none",
            class_="band",
        )
    every = 10 if layout.high - layout.low > 40 else 5
    for total in range(-(-layout.low // every) * every, layout.high + 1, every):
        y = layout.y_of_score(total)
        yield line_element(layout.left, y, layout.right, y, class_="grid")
        yield text_element(layout.left - 8, y + 4, format_points(total), "end", font_size=12)
    for number, head in enumerate(round_column_titles(layout.rounds), start=1):
        yield text_element(layout.x_of_round(number), layout.bottom, head, "middle", font_size=12)


def _draw_lines(layout: _RaceLayout, ways: Mapping[Number, Sequence[Point]]) -> Iterator[str]:
    for index, way in enumerate(ways.values()):
        yield path_element(way, stroke_width=2.4 if index < 3 else 1.6, class_=_look(index))
    for index, way in enumerate(ways.values()):
        for x, y in way:
            yield _draw_mark(index, x, y, layout.radius)


def _look(index: int) -> str:
    return f"way way-{index % LEADERS + 1}"


def _draw_mark(index: int, x: float, y: float, radius: float) -> str:
    """Return the mark of a line. Four shapes, filled or open, make eight different marks."""
    shape = SHAPES[index % len(SHAPES)]
    is_open = index // len(SHAPES) % 2
    look = f"{_look(index)} spot{' open' if is_open else ''} {shape}"
    if shape == "circle":
        return circle_element(x, y, radius, class_=look)
    if shape == "square":
        side = 1.8 * radius
        return rectangle_element(x - side / 2, y - side / 2, side, side, class_=look)
    r = 1.25 * radius
    corners = (
        [(x, y - r), (x + r, y), (x, y + r), (x - r, y), (x, y - r)]
        if shape == "diamond"
        else [(x, y - r), (x + r, y + r), (x - r, y + r), (x, y - r)]
    )
    return path_element([(round(a, 1), round(b, 1)) for a, b in corners], class_=look)


def _draw_labels(
    event: EventChartData,
    layout: _RaceLayout,
    ways: Mapping[Number, Sequence[Point]],
    ends: Sequence[float],
) -> Iterator[str]:
    """Yield a label for each line at its right end, with its mark."""
    x = layout.right + 24
    for index, ((number, way), end) in enumerate(zip(ways.items(), ends, strict=True)):
        yield line_element(layout.right, way[-1][1], x - 8, end, class_="grid")
        yield _draw_mark(index, x, end, layout.radius)
        yield text_element(x + 12, end + 4, event.participant_row_label(index + 1, number))


def _draw_names_below(
    event: EventChartData, totals: Mapping[Number, Sequence[Tenths]], first: float
) -> Iterator[str]:
    for index, (number, row) in enumerate(totals.items()):
        y = first + BESIDE * index
        yield _draw_mark(index, 12, y, 4)
        yield text_element(26, y + 4, event.participant_row_label(index + 1, number))
        yield text_element(PHONE - 6, y + 4, format_points(row[-1]), "end")


def _spread_labels_apart(heights: Sequence[float]) -> list[float]:
    """Return the vertical positions of labels, as near to their lines as possible.

    Labels that would overlap are moved apart as a group, whose middle stays where it was.
    """
    groups: list[tuple[float, int]] = []
    for index, y in enumerate(heights):
        total, count = y - BESIDE * index, 1
        while groups and groups[-1][0] / groups[-1][1] > total / count:
            before = groups.pop()
            total, count = total + before[0], count + before[1]
        groups.append((total, count))
    starts = [max(TOP / 2, total / count) for total, count in groups for _ in range(count)]
    return [start + BESIDE * index for index, start in enumerate(starts)]
