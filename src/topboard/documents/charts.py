"""Charts of one round and of one participant: the pairing of the scoregroups, and the history."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from topboard._frozen import dataclass
from topboard.documents import people
from topboard.documents.records import CardLine, records, scores_when_paired
from topboard.documents.svg import Chart, box, dot, letters, line, path
from topboard.messages import say, say_count
from topboard.model import Colour, Number, Round, Tenths, Tournament
from topboard.reasons.sentences.words import colour_word, points
from topboard.systems.registry import System
from topboard.text.numbers import format_points

PAIR_WIDTH, ROW, LEFT = 78, 26, 92
PAIRS_IN_A_ROW = 7
LANE = 30
LIGHT, DARK = "#ffffff", "#222222"


# --- the pairing of the scoregroups of a round --------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Crossing:
    """A pair of participants from two scoregroups, or a participant with the bye."""

    high: Number
    low: Number | None


def groups_chart(tournament: Tournament, system: System, played: Round) -> Chart:
    """Return a chart of a round's scoregroups, with pairs in boxes and floaters as lines."""
    score = scores_when_paired(tournament, system, played.number)
    inside: dict[Tenths, list[tuple[Number, Number]]] = {}
    crossings: list[_Crossing] = []
    for meeting in played.meetings:
        if meeting.white is None or meeting.black is None:
            continue
        high, low = sorted((meeting.white, meeting.black), key=lambda n: -score[n])
        inside.setdefault(score[high], [])
        inside.setdefault(score[low], [])
        if score[high] == score[low]:
            inside[score[high]].append((meeting.white, meeting.black))
        else:
            crossings.append(_Crossing(high, low))
    if played.bye is not None:
        inside.setdefault(score[played.bye], [])
        crossings.append(_Crossing(played.bye, None))
    return _groups_drawn(tournament, played, score, inside, crossings)


def _groups_drawn(
    tournament: Tournament,
    played: Round,
    score: Mapping[Number, Tenths],
    inside: Mapping[Tenths, list[tuple[Number, Number]]],
    crossings: Sequence[_Crossing],
) -> Chart:
    order = sorted(inside, reverse=True)
    rows = {p: max(1, -(-len(inside[p]) // PAIRS_IN_A_ROW)) for p in order}
    top: dict[Tenths | None, int] = {}
    y = 10
    for group in order:
        top[group] = y
        y += rows[group] * ROW + 12
    top[None] = y
    right = LEFT + PAIR_WIDTH * min(PAIRS_IN_A_ROW, max([1, *map(len, inside.values())])) + 16
    shapes = [*_bands(order, rows, top, inside)]
    shapes += _lanes(crossings, score, top, right)
    has_bye = any(c.low is None for c in crossings)
    if has_bye:
        shapes.append(letters(10, y + 18, say("bye"), font_weight="bold"))
    return Chart(
        name=f"groups-{played.number}",
        title=say("How the score groups of round {round} were paired", round=played.number),
        words=tuple(_group_words(tournament, order, inside, crossings, score)),
        width=right + LANE * max(1, len(crossings)) + 10,
        height=y + (ROW + 6 if has_bye else 4),
        shapes=tuple(shapes),
    )


def _bands(
    order: Sequence[Tenths],
    rows: Mapping[Tenths, int],
    top: Mapping[Tenths | None, int],
    inside: Mapping[Tenths, list[tuple[Number, Number]]],
) -> Iterator[str]:
    """Yield the drawing of each scoregroup, with its points and the pairs made within it."""
    for group in order:
        y = top[group]
        yield line(4, y + rows[group] * ROW + 4, 4000, y + rows[group] * ROW + 4, opacity=0.25)
        yield letters(10, y + 18, points(group), font_weight="bold")
        for place, (white, black) in enumerate(inside[group]):
            x = LEFT + PAIR_WIDTH * (place % PAIRS_IN_A_ROW)
            at = y + ROW * (place // PAIRS_IN_A_ROW)
            yield box(x, at + 2, PAIR_WIDTH - 8, ROW - 6, rx=10)
            yield letters(x + (PAIR_WIDTH - 8) / 2, at + 16, f"{white} - {black}", "middle")


def _lanes(
    crossings: Sequence[_Crossing],
    score: Mapping[Number, Tenths],
    top: Mapping[Tenths | None, int],
    right: int,
) -> Iterator[str]:
    """Yield the drawing of each pair between two scoregroups, as a vertical line."""
    for place, crossing in enumerate(crossings):
        x = right + LANE * place + LANE / 2
        ends = [(crossing.high, top[score[crossing.high]])]
        if crossing.low is not None:
            ends.append((crossing.low, top[score[crossing.low]]))
        last = ends[-1][1] if crossing.low is not None else top[None]
        yield line(x, ends[0][1] + 13, x, last + 13, stroke_width=2)
        if crossing.low is None:
            yield dot(x, last + 13, 4)
        for number, y in ends:
            yield dot(x, y + 13, 12, fill=DARK, stroke="currentColor")
            yield letters(x, y + 17, number, "middle", fill=LIGHT, font_size=11)


def _group_words(
    tournament: Tournament,
    order: Sequence[Tenths],
    inside: Mapping[Tenths, list[tuple[Number, Number]]],
    crossings: Sequence[_Crossing],
    score: Mapping[Number, Tenths],
) -> Iterator[str]:
    known = people.names(tournament)
    for group in order:
        count = len(inside[group])
        made = say_count("{count} pair", "{count} pairs", count) if count else say("no pair")
        yield say("Group of {points}: {made} inside the group.", points=points(group), made=made)
    for crossing in crossings:
        high = people.with_number(crossing.high, known)
        if crossing.low is None:
            yield say(
                "{high}, with {score}, has the bye.", high=high, score=points(score[crossing.high])
            )
            continue
        low = people.with_number(crossing.low, known)
        yield (
            say(
                "{high}, with {score}, meets {low}, with {low_score}.",
                high=high,
                score=points(score[crossing.high]),
                low=low,
                low_score=points(score[crossing.low]),
            )
        )


# --- the history of one participant ---------------------------------------------------------------

STEP = 58


def history_chart(
    tournament: Tournament,
    system: System,
    number: Number,
    entries: Sequence[CardLine] | None = None,
) -> Chart:
    """Return a chart of one participant's colour, opponent and score after each round."""
    if entries is None:
        entries = records(tournament, system)[number]
    known = people.names(tournament)
    most = max([10, *(entry.total for entry in entries)])
    return Chart(
        name=say("history-{number}", number=number),
        title=say("Colours and score of {who}", who=people.with_number(number, known)),
        words=tuple(_history_words(entry, known) for entry in entries) or (say("No round yet."),),
        width=60 + STEP * max(1, len(entries)),
        height=190,
        shapes=tuple(_history_shapes(entries, most)),
    )


def _history_shapes(entries: Sequence[CardLine], most: Tenths) -> Iterator[str]:
    def at(total: Tenths) -> float:
        return 118 - 90 * total / most

    yield line(40, 118, 50 + STEP * len(entries), 118, opacity=0.4)
    for total in (0, most):
        yield letters(32, at(total) + 4, format_points(total), "end", font_size=11)
    way = [(40.0, at(0))]
    way += [(40.0 + STEP * e.round - STEP / 2 + 10, at(e.total)) for e in entries]
    yield path(way, stroke_width=2)
    for entry, (x, y) in zip(entries, way[1:], strict=True):
        yield dot(x, y, 3.5)
        yield letters(x, y - 8, format_points(entry.total), "middle", font_size=11)
        yield letters(x, 186, say("R{round}", round=entry.round), "middle", font_size=11)
        yield from _square(entry, x)


def _square(entry: CardLine, x: float) -> Iterator[str]:
    """Yield a square in the colour of a round, with the opponent; dashed if there was none."""
    if entry.colour is None:
        yield box(x - 19, 130, 38, 38, stroke_dasharray="4 3", rx=4)
        yield letters(x, 147, entry.against, "middle", font_size=11)
    else:
        white = entry.colour is Colour.WHITE
        fill, ink = (LIGHT, DARK) if white else (DARK, LIGHT)
        yield box(x - 19, 130, 38, 38, fill=fill, rx=4)
        yield letters(x, 147, entry.opponent, "middle", fill=ink, font_size=12)
        yield letters(x, 162, entry.result or "…", "middle", fill=ink, font_size=11)
        return
    yield letters(x, 162, entry.result, "middle", font_size=11)


def _history_words(entry: CardLine, known: dict[Number, str]) -> str:
    colour = "" if entry.colour is None else f"{colour_word(entry.colour)} "
    against = entry.against
    if entry.opponent is not None:
        against = say("against {opponent}", opponent=people.with_number(entry.opponent, known))
    said = f", {entry.result}" if entry.result else say(", not finished")
    return say(
        "Round {round}: {colour}{against}{said}; total {total}.",
        round=entry.round,
        colour=colour,
        against=against,
        said=said,
        total=format_points(entry.total),
    )
