"""Charts of a whole event: the leaders' race, head-to-head results, floats and colours.

Each chart shows only as many participants as fit, and states their number. Its values are also
available as a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt

from topboard._frozen import dataclass
from topboard.documents import people
from topboard.documents.records import PairingCardLine, card_lines_by_participant
from topboard.documents.svg import (
    Chart,
    circle_element,
    line_element,
    path_element,
    rectangle_element,
    text_element,
)
from topboard.documents.text import truncate
from topboard.messages import say, say_count
from topboard.model import Colour, Number, PairingBye, Tenths, Tournament
from topboard.reasons.sentences.words import format_points_with_word
from topboard.systems.registry import System
from topboard.text.numbers import format_points
from topboard.tiebreaks.standings import Standings

LEADERS = 8
"""The number of lines in the leaders' race chart. More lines would be hard to tell apart."""
PLACES = 20
"""The number of top places that have their own row in the other charts."""
NAME = 20
"""The maximum length of a name beside a chart, in characters."""


@dataclass(frozen=True, slots=True)
class EventChartData:
    """The data for the charts of an event: each participant's rounds, and the ranking."""

    tournament: Tournament
    entries: Mapping[Number, tuple[PairingCardLine, ...]]
    order: tuple[Number, ...]
    names: Mapping[Number, str]
    by_scores: bool
    """Whether pairings depend on scores. In a round robin they follow a timetable instead."""

    @property
    def round_count(self) -> int:
        """Return the number of rounds so far."""
        return len(self.tournament.rounds)

    def leading_participants(self, most: int) -> list[Number]:
        """Return the numbers of the first ``most`` participants in the standings."""
        return list(self.order[:most])

    def describe_number_of_participants_shown(self, most: int) -> str:
        """Return a sentence that says how many participants a chart shows."""
        count = len(self.order)
        if count <= most:
            return say_count(
                "The chart shows {count} participant.",
                "The chart shows all {count} participants.",
                count,
            )
        return say_count(
            "The chart shows the first {most} of {count} place.",
            "The chart shows the first {most} of {count} places.",
            count,
            most=most,
        )

    def participant_row_label(self, place: int, number: Number) -> str:
        """Return the label of a participant's row, with the place and the name."""
        return f"{place}. {truncate(self.names[number] or str(number), NAME)}"


def build_chart_data(
    tournament: Tournament,
    system: System,
    standings: Standings | None = None,
    entries: Mapping[Number, tuple[PairingCardLine, ...]] | None = None,
) -> EventChartData:
    """Return the data that the charts of an event need."""
    table = standings or system.standings(tournament)
    return EventChartData(
        tournament,
        card_lines_by_participant(tournament, system) if entries is None else entries,
        tuple(row.number for row in table.lines),
        people.titled_names(tournament),
        system.timetable is None,
    )


def event_charts(event: EventChartData) -> list[Chart]:
    """Return the charts of an event in display order. There are none before round 1."""
    if not event.round_count:
        return []
    floats = [floats_chart(event)] if event.by_scores else []
    return [leaders_race_chart(event), results_heat_map(event), *floats, colours_chart(event)]


def _round_column_titles(rounds: int) -> tuple[str, ...]:
    return tuple(say("R{round}", round=n) for n in range(1, rounds + 1))


# --- the race of the leaders --------------------------------------------------------------------

LEFT, TOP = 44, 24
NARROWEST, WIDEST, TRACK = 56, 120, 520
"""The minimum and maximum distance between two rounds, and the desired total width, in pixels."""
BESIDE = 18
"""The minimum vertical distance between two labels, in pixels."""
LEVEL = 30
"""The preferred height of half a point in the race chart, in pixels."""
TALLEST = 480
DASHES = ("", "8 4", "2 3", "12 3 2 3")


@dataclass(frozen=True, slots=True)
class _RaceChartScale:
    """The mapping of rounds and scores to pixel coordinates in the leaders' race chart."""

    rounds: int
    low: Tenths
    high: Tenths

    @property
    def height(self) -> float:
        """Return the height of the plotted area in pixels."""
        return min(TALLEST, LEVEL * (self.high - self.low) / 5)

    def x_of_round(self, number_of_round: int) -> float:
        step = max(NARROWEST, min(WIDEST, TRACK // self.rounds))
        return LEFT + 20 + step * (number_of_round - 1)

    def y_of_score(self, total: Tenths) -> float:
        return TOP + self.height * (self.high - total) / (self.high - self.low)


def leaders_race_chart(event: EventChartData, leaders: int = LEADERS) -> Chart:
    """Return a line chart of the leaders' points after each round."""
    shown = event.leading_participants(leaders)
    totals = {n: [e.total for e in event.entries[n]] for n in shown}
    scores = [total for row in totals.values() for total in row]
    track = _RaceChartScale(event.round_count, min(scores), max([*scores, min(scores) + 5]))
    ways = _race_line_coordinates(totals, track)
    ends = _spread_labels_apart([way[-1][1] for way in ways.values()])
    return Chart(
        name="race",
        title=say("Race for the lead"),
        words=(
            say("The chart shows the points after each round."),
            event.describe_number_of_participants_shown(leaders),
            _describe_leaders(event, totals),
        ),
        width=round(track.x_of_round(event.round_count)) + 230,
        height=round(max(TOP + track.height + 50, ends[-1] + 16)),
        shapes=(*_draw_race_axes(track), *_draw_race_lines(event, ways, ends)),
        heads=(say("Place"), say("Name"), *_round_column_titles(event.round_count)),
        rows=tuple(
            (place, event.names[n], *map(format_points, totals[n]))
            for place, n in enumerate(shown, start=1)
        ),
    )


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


def _race_line_coordinates(
    totals: Mapping[Number, Sequence[Tenths]], track: _RaceChartScale
) -> dict[Number, list[tuple[float, float]]]:
    """Return the coordinates of each participant's line. Equal scores are drawn side by side."""
    ways: dict[Number, list[tuple[float, float]]] = {n: [] for n in totals}
    equal: Counter[tuple[int, Tenths]] = Counter()
    for number, row in totals.items():
        for number_of_round, total in enumerate(row, start=1):
            beside = 4 * equal[number_of_round, total]
            ways[number].append(
                (track.x_of_round(number_of_round), track.y_of_score(total) + beside)
            )
            equal[number_of_round, total] += 1
    return ways


def _draw_race_axes(track: _RaceChartScale) -> Iterator[str]:
    for total in range(track.high, track.low - 1, -10 if track.high - track.low > 40 else -5):
        y = track.y_of_score(total)
        yield line_element(LEFT, y, track.x_of_round(track.rounds), y, class_="grid")
        yield text_element(LEFT - 8, y + 4, format_points(total), "end", font_size=12)
    for number_of_round, head in enumerate(_round_column_titles(track.rounds), start=1):
        bottom = track.y_of_score(track.low) + 40
        yield text_element(track.x_of_round(number_of_round), bottom, head, "middle", font_size=12)


def _draw_race_lines(
    event: EventChartData, ways: Mapping[Number, list[tuple[float, float]]], ends: Sequence[float]
) -> Iterator[str]:
    for index, ((number, way), end) in enumerate(zip(ways.items(), ends, strict=True)):
        dashes = DASHES[index % len(DASHES)]
        more = {"stroke_dasharray": dashes} if dashes else {}
        look = f"way way-{index % LEADERS + 1}"
        width = 3 if index < len(DASHES) else 1.8
        yield path_element(way, stroke_width=width, class_=look, **more)
        for x, y in way:
            yield circle_element(x, y, 4.5, class_=f"{look} spot")
        x, y = way[-1]
        yield line_element(x + 6, y, x + 18, end, class_="grid")
        yield text_element(x + 22, end + 4, event.participant_row_label(index + 1, number))


def _spread_labels_apart(heights: Sequence[float]) -> list[float]:
    """Return the vertical positions of the labels, moved down to avoid overlaps."""
    placed: list[float] = []
    for y in heights:
        placed.append(max(y, placed[-1] + BESIDE) if placed else y)
    return placed


# --- the heat map of results --------------------------------------------------------------------

CELL, NAMES = 30, 180


def results_heat_map(event: EventChartData, most: int = PLACES) -> Chart:
    """Return a heat map of the results between the top-placed participants, with a row for each.

    A win is green and a loss is red.
    """
    shown = event.leading_participants(most)
    met = {n: _result_texts_and_shades_by_opponent(event.entries[n]) for n in shown}
    pairs = sum(1 for n in shown for m in met[n] if m in shown) // 2
    return Chart(
        name="heat",
        title=say("Head-to-head results"),
        words=(
            say(
                "Each row shows the results of one participant, in the order of the standings. "
                "Green is a full score, grey is half and red is zero."
            ),
            event.describe_number_of_participants_shown(most),
            say_count("{count} pair has met so far.", "{count} pairs have met so far.", pairs),
        ),
        width=NAMES + CELL * len(shown) + 10,
        height=30 + CELL * len(shown) + 6,
        shapes=tuple(_draw_heat_map(event, shown, met)),
        heads=(say("Place"), say("Name"), *(str(place) for place in range(1, len(shown) + 1))),
        rows=tuple(
            (place, event.names[n], *(met[n].get(m, ("", 0))[0] for m in shown))
            for place, n in enumerate(shown, start=1)
        ),
    )


def _result_texts_and_shades_by_opponent(
    rounds: Sequence[PairingCardLine],
) -> dict[Number, tuple[str, int]]:
    """Return the text of the results against each opponent, and a shade from 0 to 4."""
    found: dict[Number, tuple[str, int]] = {}
    for one in rounds:
        if one.opponent is None or not one.result:
            continue
        text, _ = found.get(one.opponent, ("", 0))
        figure = one.game_points_text if one.teams else one.result
        found[one.opponent] = (f"{text} {figure}".strip(), _result_shade(one))
    return found


def _result_shade(one: PairingCardLine) -> int:
    """Return the shade of a result: 0 for no points, 2 for an equal result, 4 for all points.

    The result of a match can also have the shade 1 or 3.
    """
    own, other = one.games, getattr(one.outcome, "against", 0)
    if own == other:
        return 2
    if not own or not other:
        return 4 if own > other else 0
    return 3 if own > other else 1


def _draw_heat_map(
    event: EventChartData,
    shown: Sequence[Number],
    met: Mapping[Number, Mapping[Number, tuple[str, int]]],
) -> Iterator[str]:
    for column in range(len(shown)):
        yield text_element(NAMES + CELL * column + CELL / 2, 22, column + 1, "middle", font_size=12)
    for row, number in enumerate(shown):
        y = 30 + CELL * row
        yield text_element(4, y + 21, event.participant_row_label(row + 1, number))
        for column, other in enumerate(shown):
            x = NAMES + CELL * column
            if number == other:
                yield rectangle_element(x, y, CELL - 2, CELL - 2, class_="self")
            elif other in met[number]:
                text, warmth = met[number][other]
                yield rectangle_element(
                    x, y, CELL - 2, CELL - 2, rx=4, class_=f"heat heat-{warmth}"
                )
                size = 13 if len(text) < 4 else 9
                yield text_element(x + CELL / 2 - 1, y + 20, text, "middle", font_size=size)
            else:
                yield rectangle_element(x, y, CELL - 2, CELL - 2, rx=4, class_="unmet")


# --- floats between scoregroups -------------------------------------------------------------------

GROUP_HEIGHT, LANE = 38, 14


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
    wide = max(110, 56 + LANE * lanes)
    inside = sum(one.inside for one in groups)
    return Chart(
        name="floats",
        title=say("Floats between scoregroups"),
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
        height=34 + GROUP_HEIGHT * len(levels),
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
        yield text_element(x, 12, _round_column_titles(index + 1)[-1], "middle", font_size=12)
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

SQUARE = 24


def colours_chart(event: EventChartData, most: int = PLACES) -> Chart:
    """Return a chart of all colour differences and of the leaders' colours round by round."""
    shown = event.leading_participants(most)
    had = {n: [one.colour for one in rounds] for n, rounds in event.entries.items()}
    balance = {n: row.count(Colour.WHITE) - row.count(Colour.BLACK) for n, row in had.items()}
    tally = Counter(balance.values())
    steps = range(min([-1, *tally]), max([1, *tally]) + 1)
    even = sum(count for step, count in tally.items() if abs(step) <= 1)
    top = 150
    return Chart(
        name="colours",
        title=say("Colour balance"),
        words=(
            say(
                "The upper part counts the participants by colour difference, which is the number "
                "of Whites minus Blacks. The lower part shows the colours of the leaders round by "
                "round."
            ),
            event.describe_number_of_participants_shown(most),
            say_count(
                "{even} of {count} participant has a colour difference of -1, 0 or +1.",
                "{even} of {count} participants have a colour difference of -1, 0 or +1.",
                len(balance),
                even=even,
            ),
        ),
        width=max(NAMES + SQUARE * event.round_count + 60, 40 + 84 * len(steps)),
        height=top + 26 + SQUARE * len(shown) + 8,
        shapes=(
            *_draw_colour_difference_bars(tally, steps, top - 44),
            *_draw_colour_rows(event, shown, had, balance, top),
        ),
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
    tally: Mapping[int, int], steps: range, tall: int
) -> Iterator[str]:
    """Yield a bar for each colour difference, white if positive and black if negative."""
    most = max(tally.values())
    for index, step in enumerate(steps):
        x, count = 20 + 84 * index, tally.get(step, 0)
        height = (tall - 20) * count / most
        y = 20 + tall - 20 - height
        look = "side white" if step > 0 else "side black" if step < 0 else "side even"
        yield rectangle_element(x, y, 60, height, class_=look)
        yield text_element(x + 30, y - 6, count, "middle", font_size=12)
        yield text_element(
            x + 30, tall + 18, _format_colour_difference(step), "middle", font_size=12
        )
    yield line_element(10, tall, 20 + 84 * len(steps), tall, class_="grid")


def _draw_colour_rows(
    event: EventChartData,
    shown: Sequence[Number],
    had: Mapping[Number, Sequence[Colour | None]],
    balance: Mapping[Number, int],
    top: int,
) -> Iterator[str]:
    for index, head in enumerate(_round_column_titles(event.round_count)):
        yield text_element(
            NAMES + SQUARE * index + SQUARE / 2, top + 16, head, "middle", font_size=10
        )
    for row, number in enumerate(shown):
        y = top + 24 + SQUARE * row
        yield text_element(4, y + 16, event.participant_row_label(row + 1, number))
        for index, colour in enumerate(had[number]):
            x = NAMES + SQUARE * index
            if colour is None:
                yield rectangle_element(x, y, SQUARE - 3, SQUARE - 3, rx=3, class_="unmet")
                continue
            side = "white" if colour is Colour.WHITE else "black"
            letter = say("W") if colour is Colour.WHITE else say("B")
            yield rectangle_element(x, y, SQUARE - 3, SQUARE - 3, rx=3, class_=f"side {side}")
            yield text_element(
                x + SQUARE / 2 - 1.5, y + 15, letter, "middle", font_size=11, class_=f"on-{side}"
            )
        yield text_element(
            NAMES + SQUARE * event.round_count + 8,
            y + 16,
            _format_colour_difference(balance[number]),
        )
