"""Charts of a whole event: the leaders' race, head-to-head results, floats and colours.

Each chart shows only as many participants as fit, and states their number. Its values are also
available as a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt

from topboard._frozen import dataclass
from topboard.documents.chart_data import PHONE, PLACES, EventChartData, round_column_titles
from topboard.documents.heat_map import NAMES, results_heat_map
from topboard.documents.race_chart import leaders_race_chart
from topboard.documents.svg import (
    Chart,
    circle_element,
    line_element,
    rectangle_element,
    text_element,
)
from topboard.messages import say, say_count
from topboard.model import Colour, Number, PairingBye, Tenths
from topboard.reasons.sentences.words import format_points_with_word
from topboard.text.numbers import format_points


def event_charts(event: EventChartData) -> list[Chart]:
    """Return the charts of an event in display order. There are none before round 1."""
    if not event.round_count:
        return []
    floats = [floats_chart(event)] if event.by_scores else []
    return [leaders_race_chart(event), results_heat_map(event), *floats, colours_chart(event)]


# --- floats between scoregroups -------------------------------------------------------------------

GROUP_HEIGHT, LANE = 38, 14
FLOATS = 760
"""The desired width of all rounds of the floats, in pixels."""


@dataclass(frozen=True, slots=True)
class _RoundScoregroups:
    """The sizes of the scoregroups in a round, and the numbers of pairs within and between them."""

    sizes: Mapping[Tenths, int]
    inside: int
    between: Mapping[tuple[Tenths, Tenths], int]
    byes: int


def floats_chart(event: EventChartData) -> Chart:
    """Return a chart of the scoregroups before each round and of the pairs between them."""
    groups = [_count_scoregroup_sizes_and_pairs(event, index) for index in range(event.round_count)]
    levels = sorted({score for one in groups for score in one.sizes}, reverse=True)
    place = {score: 34 + GROUP_HEIGHT * i for i, score in enumerate(levels)}
    most = max(size for one in groups for size in one.sizes.values())
    between = [sum(one.between.values()) for one in groups]
    lanes = max(
        [1, *(lane + 1 for one in groups for lane, _, _ in _assign_lanes_to_lines(one.between))]
    )
    needed = 56 + LANE * lanes
    wide = max(needed, min(150, FLOATS // event.round_count))
    small = (PHONE - 60) // event.round_count
    inside = sum(one.inside for one in groups)
    title, height = say("Floats between scoregroups"), 34 + GROUP_HEIGHT * len(levels)
    narrow = None
    if small >= needed - 16:
        shapes = tuple(_draw_floats_chart(groups, place, most, small))
        narrow = Chart("floats-narrow", title, (), PHONE, height, shapes)
    return Chart(
        name="floats",
        title=title,
        words=(
            say(
                "Each circle is a scoregroup before the round, and a larger circle means more "
                "participants. Each line shows the number of pairs between two scoregroups."
            ),
            say_count(
                "{inside} of {count} pair was made within a scoregroup.",
                "{inside} of {count} pairs were made within a scoregroup.",
                inside + sum(between),
                inside=inside,
            ),
        ),
        width=60 + wide * event.round_count,
        height=height,
        narrow=narrow,
        shapes=tuple(_draw_floats_chart(groups, place, most, wide)),
        heads=(
            say("Round"),
            say("Scoregroups"),
            say("Pairs within a scoregroup"),
            say("Pairs between scoregroups"),
            say("Largest difference"),
            say("Byes"),
        ),
        rows=tuple(
            (
                number,
                len(one.sizes),
                one.inside,
                between[number - 1],
                format_points_with_word(max((high - low for high, low in one.between), default=0)),
                one.byes,
            )
            for number, one in enumerate(groups, start=1)
        ),
    )


def _count_scoregroup_sizes_and_pairs(event: EventChartData, index: int) -> _RoundScoregroups:
    """Count the members of each scoregroup in a round, and the pairs within and between them.

    Only participants who were paired or had the bye are counted.
    """
    came = {n: rounds[index].came_with for n, rounds in event.entries.items()}
    sizes: Counter[Tenths] = Counter()
    between: Counter[tuple[Tenths, Tenths]] = Counter()
    inside = byes = 0
    for number, rounds in event.entries.items():
        one = rounds[index]
        if isinstance(one.outcome, PairingBye):
            byes += 1
            sizes[came[number]] += 1
        if one.opponent is None:
            continue
        sizes[came[number]] += 1
        if number > one.opponent:
            continue
        high, low = max(came[number], came[one.opponent]), min(came[number], came[one.opponent])
        if high == low:
            inside += 1
        else:
            between[high, low] += 1
    return _RoundScoregroups(sizes, inside, between, byes)


def _draw_floats_chart(
    groups: Sequence[_RoundScoregroups], place: Mapping[Tenths, int], most: int, wide: int
) -> Iterator[str]:
    for score, y in place.items():
        yield text_element(40, y + 5, format_points(score), "end", font_size=12)
        yield line_element(48, y, 56 + wide * len(groups), y, class_="grid")
    for index, one in enumerate(groups):
        x = 72 + wide * index
        yield text_element(x, 12, round_column_titles(index + 1)[-1], "middle", font_size=12)
        for lane, (high, low), count in _assign_lanes_to_lines(one.between):
            at = x + 24 + LANE * lane
            middle = (place[high] + place[low]) / 2
            yield line_element(
                at, place[high], at, place[low], stroke_width=2.5, class_="float-line"
            )
            yield circle_element(at, place[high], 3, class_="float-line")
            yield circle_element(at, place[low], 3, class_="float-line")
            yield text_element(at + 4, middle + 4, count, font_size=11)
        for score, size in one.sizes.items():
            radius = 7 + 9 * sqrt(size / most)
            yield circle_element(x, place[score], radius, class_="group")
            yield text_element(
                x, place[score] + 4, size, "middle", font_size=11, class_="group-size"
            )


def _assign_lanes_to_lines(
    between: Mapping[tuple[Tenths, Tenths], int],
) -> Iterator[tuple[int, tuple[Tenths, Tenths], int]]:
    """Yield the lane, the two scores and the number of pairs for each line between scoregroups.

    Lines in the same lane do not touch. Longer lines are placed farther to the right.
    """
    ends: list[Tenths] = []
    for high, low in sorted(between, key=lambda pair: (pair[0] - pair[1], -pair[0])):
        lane = next((i for i, end in enumerate(ends) if end > high), len(ends))
        if lane == len(ends):
            ends.append(low)
        else:
            ends[lane] = low
        yield lane, (high, low), between[high, low]


# --- colours --------------------------------------------------------------------------------------

SQUARE, SMALLEST_SQUARE = 24, 13
"""The size of a square, and the smallest size at which its letter can be read, in pixels."""
NAMES_ON_PHONE = 158
BAR = 84
"""The distance between two bars, in pixels."""
BARS = 150
"""The height of the bars with their numbers, in pixels."""


@dataclass(frozen=True, slots=True)
class _ColourLayout:
    """The sizes and places of the parts of the chart, in pixels."""

    names: int
    square: int
    bar: int
    bars: int
    """The left end of the bars."""
    rows: int
    """The upper end of the rows."""


def colours_chart(event: EventChartData, most: int = PLACES) -> Chart:
    """Return a chart of all colour differences and of the leaders' colours round by round."""
    shown = event.leading_participants(most)
    had = {n: [one.colour for one in rounds] for n, rounds in event.entries.items()}
    balance = {n: row.count(Colour.WHITE) - row.count(Colour.BLACK) for n, row in had.items()}
    tally = Counter(balance.values())
    steps = range(min([-1, *tally]), max([1, *tally]) + 1)
    even = sum(count for step, count in tally.items() if abs(step) <= 1)
    beside = NAMES + SQUARE * event.round_count + 70
    wide = _ColourLayout(NAMES, SQUARE, BAR, bars=beside, rows=0)
    square = min(SQUARE, (PHONE - NAMES_ON_PHONE - 40) // event.round_count)
    bar = min(BAR, (PHONE - 30) // len(steps))
    small = _ColourLayout(NAMES_ON_PHONE, square, bar, bars=0, rows=BARS)

    def draw(layout: _ColourLayout) -> tuple[str, ...]:
        return (
            *_draw_colour_difference_bars(tally, steps, layout),
            *_draw_colour_rows(event, shown, had, balance, layout),
        )

    title, height = say("Colour balance"), 34 + SQUARE * len(shown)
    narrow = Chart("colours-narrow", title, (), PHONE, BARS + height, draw(small))
    return Chart(
        name="colours",
        title=title,
        words=(
            say(
                "The bars count the participants by colour difference, which is the number of "
                "Whites minus Blacks. The rows show the colours of the leaders round by round."
            ),
            event.describe_number_of_participants_shown(most),
            say_count(
                "{even} of {count} participant has a colour difference of -1, 0 or +1.",
                "{even} of {count} participants have a colour difference of -1, 0 or +1.",
                len(balance),
                even=even,
            ),
        ),
        width=beside + 40 + BAR * len(steps),
        height=max(height, BARS),
        shapes=draw(wide),
        narrow=narrow if square >= SMALLEST_SQUARE else None,
        heads=(say("Place"), say("Name"), say("White"), say("Black"), say("Difference")),
        rows=tuple(
            (
                place,
                event.names[n],
                had[n].count(Colour.WHITE),
                had[n].count(Colour.BLACK),
                _format_colour_difference(balance[n]),
            )
            for place, n in enumerate(shown, start=1)
        ),
    )


def _format_colour_difference(difference: int) -> str:
    return f"{difference:+}" if difference else "0"


def _draw_colour_difference_bars(
    tally: Mapping[int, int], steps: range, layout: _ColourLayout
) -> Iterator[str]:
    """Yield a bar for each colour difference, white if positive and black if negative."""
    most, tall = max(tally.values()), BARS - 44
    width = layout.bar * 60 / BAR
    for index, step in enumerate(steps):
        x, count = layout.bars + 20 + layout.bar * index, tally.get(step, 0)
        height = (tall - 20) * count / most
        y = 20 + tall - 20 - height
        look = "side white" if step > 0 else "side black" if step < 0 else "side even"
        yield rectangle_element(x, y, width, height, class_=look)
        yield text_element(x + width / 2, y - 6, count, "middle", font_size=12)
        yield text_element(
            x + width / 2, tall + 18, _format_colour_difference(step), "middle", font_size=12
        )
    right = layout.bars + 20 + layout.bar * len(steps)
    yield line_element(layout.bars + 10, tall, right, tall, class_="grid")


def _draw_colour_rows(
    event: EventChartData,
    shown: Sequence[Number],
    had: Mapping[Number, Sequence[Colour | None]],
    balance: Mapping[Number, int],
    layout: _ColourLayout,
) -> Iterator[str]:
    names, square = layout.names, layout.square
    for index, head in enumerate(round_column_titles(event.round_count)):
        x = names + square * index + square / 2
        yield text_element(x, layout.rows + 16, head, "middle", font_size=min(10, square / 2))
    for row, number in enumerate(shown):
        y = layout.rows + 24 + SQUARE * row
        yield text_element(4, y + 16, event.participant_row_label(row + 1, number))
        for index, colour in enumerate(had[number]):
            x = names + square * index
            if colour is None:
                yield rectangle_element(x, y, square - 3, SQUARE - 3, rx=3, class_="unmet")
                continue
            side = "white" if colour is Colour.WHITE else "black"
            letter = say("W") if colour is Colour.WHITE else say("B")
            yield rectangle_element(x, y, square - 3, SQUARE - 3, rx=3, class_=f"side {side}")
            yield text_element(
                x + square / 2 - 1.5, y + 15, letter, "middle", font_size=11, class_=f"on-{side}"
            )
        yield text_element(
            names + square * event.round_count + 8,
            y + 16,
            _format_colour_difference(balance[number]),
        )
