"""A heat map of the results between the top-placed participants of an event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from topboard._frozen import dataclass
from topboard.documents.chart_data import PHONE, PLACES, EventChartData
from topboard.documents.records import PairingCardLine
from topboard.documents.svg import Chart, rectangle_element, text_element
from topboard.messages import say, say_count
from topboard.model import Number

CELL, NAMES = 32, 180
"""The size of a cell, and the width of the names beside the cells, in pixels."""
PLACE, LINE = 24, 18
"""On a phone, the width of the places beside the cells, and the height of a name below them."""


def results_heat_map(event: EventChartData, most: int = PLACES) -> Chart:
    """Return a heat map of the results between the top-placed participants, with a row for each.

    A win is green and a loss is red.
    """
    shown = event.leading_participants(most)
    met = {n: _result_texts_and_shades_by_opponent(event.entries[n]) for n in shown}
    pairs = sum(1 for n in shown for m in met[n] if m in shown) // 2
    title = say("Head-to-head results")
    grid = _Grid(CELL, NAMES, 30)
    cell = min(CELL, (PHONE - PLACE) // len(shown))
    small = _Grid(cell, PLACE, 20)
    return Chart(
        name="heat",
        title=title,
        words=(
            say(
                "Each row shows the results of one participant, in the order of the standings. "
                "Green is a full score, grey is half and red is zero."
            ),
            event.describe_number_of_participants_shown(most),
            _describe_number_of_pairs(pairs, all_shown=len(shown) == len(event.names)),
        ),
        width=NAMES + CELL * len(shown) + 10,
        height=30 + CELL * len(shown) + 6,
        shapes=(*_draw_names(event, shown), *_draw_grid(shown, met, grid)),
        heads=(say("Place"), say("Name"), *(str(place) for place in range(1, len(shown) + 1))),
        rows=tuple(
            (place, event.names[n], *(met[n].get(m, ("", 0))[0] for m in shown))
            for place, n in enumerate(shown, start=1)
        ),
        narrow=Chart(
            name="heat-narrow",
            title=title,
            words=(),
            width=PHONE,
            height=round(small.y_of_row(len(shown)) + 10 + LINE * len(shown)),
            shapes=(
                *_draw_places(shown, small),
                *_draw_grid(shown, met, small),
                *_draw_names_below(event, shown, small.y_of_row(len(shown)) + 22),
            ),
        ),
    )


def _describe_number_of_pairs(pairs: int, *, all_shown: bool) -> str:
    if all_shown:
        return say_count("{count} pair has met so far.", "{count} pairs have met so far.", pairs)
    return say_count(
        "{count} pair of the participants shown has met so far.",
        "{count} pairs of the participants shown have met so far.",
        pairs,
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


@dataclass(frozen=True, slots=True)
class _Grid:
    """The places of the cells of a heat map."""

    cell: float
    left: float
    top: float

    def x_of_column(self, column: int) -> float:
        return self.left + self.cell * column

    def y_of_row(self, row: int) -> float:
        return self.top + self.cell * row


def _draw_names(event: EventChartData, shown: Sequence[Number]) -> Iterator[str]:
    for row, number in enumerate(shown):
        yield text_element(4, 51 + CELL * row, event.participant_row_label(row + 1, number))


def _draw_places(shown: Sequence[Number], grid: _Grid) -> Iterator[str]:
    for row in range(len(shown)):
        y = grid.y_of_row(row) + grid.cell / 2 + 4
        yield text_element(grid.left - 5, y, row + 1, "end", font_size=11)


def _draw_names_below(
    event: EventChartData, shown: Sequence[Number], first: float
) -> Iterator[str]:
    for row, number in enumerate(shown):
        yield text_element(4, first + LINE * row, event.participant_row_label(row + 1, number))


def _draw_grid(
    shown: Sequence[Number],
    met: Mapping[Number, Mapping[Number, tuple[str, int]]],
    grid: _Grid,
) -> Iterator[str]:
    size = 12 if grid.cell == CELL else 9
    inside = grid.cell - (2 if grid.cell > 20 else 1)
    for column in range(len(shown)):
        x = grid.x_of_column(column) + inside / 2
        yield text_element(x, grid.top - 8, column + 1, "middle", font_size=size)
    for row, number in enumerate(shown):
        y = grid.y_of_row(row)
        for column, other in enumerate(shown):
            x = grid.x_of_column(column)
            if number == other:
                yield rectangle_element(x, y, inside, inside, class_="self")
            elif other in met[number]:
                text, warmth = met[number][other]
                yield rectangle_element(
                    x, y, inside, inside, rx=grid.cell / 8, class_=f"heat heat-{warmth}"
                )
                letters = (13 if len(text) < 4 else 9) if grid.cell == CELL else 10
                middle = y + inside / 2 + letters / 2 - 1
                yield text_element(x + inside / 2, middle, text, "middle", font_size=letters)
            else:
                yield rectangle_element(x, y, inside, inside, rx=grid.cell / 8, class_="unmet")
