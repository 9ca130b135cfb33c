"""Charts of the scoregroups in one round and of the history of one participant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from topboard._frozen import dataclass
from topboard.documents import people
from topboard.documents.chart_data import PHONE
from topboard.documents.records import (
    PairingCardLine,
    card_lines_by_participant,
    scores_when_round_was_paired,
)
from topboard.documents.svg import (
    Chart,
    circle_element,
    line_element,
    path_element,
    rectangle_element,
    text_element,
)
from topboard.messages import Message, message, say, say_count, say_kept
from topboard.model import (
    Colour,
    DoubleForfeit,
    ForfeitLoss,
    ForfeitWin,
    FullPointBye,
    HalfPointBye,
    Number,
    Outcome,
    PairingBye,
    Round,
    Tenths,
    Tournament,
    Withdrawn,
)
from topboard.reasons.sentences.words import colour_word, format_points_with_word
from topboard.systems.registry import System
from topboard.text.numbers import format_points

PAIR_WIDTH, ROW, LEFT = 78, 26, 92
PAIRS_IN_A_ROW = 7
LANE = 30
LIGHT, DARK = "#ffffff", "#222222"


# --- the pairing of the scoregroups of a round --------------------------------------------------


@dataclass(frozen=True, slots=True)
class _PairBetweenScoregroups:
    """A pair of participants from different scoregroups, or a participant who has the bye."""

    high: Number
    low: Number | None


def scoregroups_chart(tournament: Tournament, system: System, played: Round) -> Chart:
    """Return a chart of the scoregroups in a round.

    Pairs within a scoregroup are boxes, and pairs between two scoregroups are lines.
    """
    score = scores_when_round_was_paired(tournament, system, played.number)
    inside: dict[Tenths, list[tuple[Number, Number]]] = {}
    crossings: list[_PairBetweenScoregroups] = []
    for meeting in played.meetings:
        if meeting.white is None or meeting.black is None:
            continue
        high, low = sorted((meeting.white, meeting.black), key=lambda n: -score[n])
        inside.setdefault(score[high], [])
        inside.setdefault(score[low], [])
        if score[high] == score[low]:
            inside[score[high]].append((meeting.white, meeting.black))
        else:
            crossings.append(_PairBetweenScoregroups(high, low))
    if played.bye is not None:
        inside.setdefault(score[played.bye], [])
        crossings.append(_PairBetweenScoregroups(played.bye, None))
    return _draw_scoregroups(tournament, played, score, inside, crossings)


def _draw_scoregroups(
    tournament: Tournament,
    played: Round,
    score: Mapping[Number, Tenths],
    inside: Mapping[Tenths, list[tuple[Number, Number]]],
    crossings: Sequence[_PairBetweenScoregroups],
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
    shapes = [*_draw_scoregroup_bands(order, rows, top, inside)]
    shapes += _draw_pairs_between_scoregroups(crossings, score, top, right)
    has_bye = any(c.low is None for c in crossings)
    if has_bye:
        shapes.append(text_element(10, y + 18, say("bye"), font_weight="bold"))
    return Chart(
        name=f"groups-{played.number}",
        title=say("Scoregroups in round {round}", round=played.number),
        words=tuple(_describe_scoregroups(tournament, order, inside, crossings, score)),
        width=right + LANE * max(1, len(crossings)) + 10,
        height=y + (ROW + 6 if has_bye else 4),
        shapes=tuple(shapes),
    )


def _draw_scoregroup_bands(
    order: Sequence[Tenths],
    rows: Mapping[Tenths, int],
    top: Mapping[Tenths | None, int],
    inside: Mapping[Tenths, list[tuple[Number, Number]]],
) -> Iterator[str]:
    """Yield the SVG elements for each scoregroup: its points and the pairs within it."""
    for group in order:
        y = top[group]
        yield line_element(
            4, y + rows[group] * ROW + 4, 4000, y + rows[group] * ROW + 4, opacity=0.25
        )
        yield text_element(10, y + 18, format_points_with_word(group), font_weight="bold")
        for place, (white, black) in enumerate(inside[group]):
            x = LEFT + PAIR_WIDTH * (place % PAIRS_IN_A_ROW)
            at = y + ROW * (place // PAIRS_IN_A_ROW)
            yield rectangle_element(x, at + 2, PAIR_WIDTH - 8, ROW - 6, rx=10)
            yield text_element(x + (PAIR_WIDTH - 8) / 2, at + 16, f"{white} - {black}", "middle")


def _draw_pairs_between_scoregroups(
    crossings: Sequence[_PairBetweenScoregroups],
    score: Mapping[Number, Tenths],
    top: Mapping[Tenths | None, int],
    right: int,
) -> Iterator[str]:
    """Yield a vertical line for each pair, connecting the scoregroups of its participants."""
    for place, crossing in enumerate(crossings):
        x = right + LANE * place + LANE / 2
        ends = [(crossing.high, top[score[crossing.high]])]
        if crossing.low is not None:
            ends.append((crossing.low, top[score[crossing.low]]))
        last = ends[-1][1] if crossing.low is not None else top[None]
        yield line_element(x, ends[0][1] + 13, x, last + 13, stroke_width=2)
        if crossing.low is None:
            yield circle_element(x, last + 13, 4)
        for number, y in ends:
            yield circle_element(x, y + 13, 12, fill=DARK, stroke="currentColor")
            yield text_element(x, y + 17, number, "middle", fill=LIGHT, font_size=11)


def _describe_scoregroups(
    tournament: Tournament,
    order: Sequence[Tenths],
    inside: Mapping[Tenths, list[tuple[Number, Number]]],
    crossings: Sequence[_PairBetweenScoregroups],
    score: Mapping[Number, Tenths],
) -> Iterator[str]:
    known = people.titled_names(tournament)
    for group in order:
        points, count = format_points(group), len(inside[group])
        if count:
            yield say_count(
                "{count} pair was made within the {points}-point scoregroup.",
                "{count} pairs were made within the {points}-point scoregroup.",
                count,
                points=points,
            )
        else:
            yield say("No pairs were made within the {points}-point scoregroup.", points=points)
    for crossing in crossings:
        high = people.format_name_and_number(crossing.high, known)
        if crossing.low is None:
            yield say(
                "{high}, with {score}, has the pairing-allocated bye.",
                high=high,
                score=format_points_with_word(score[crossing.high]),
            )
            continue
        low = people.format_name_and_number(crossing.low, known)
        yield (
            say(
                "{high}, with {score}, meets {low}, with {low_score}.",
                high=high,
                score=format_points_with_word(score[crossing.high]),
                low=low,
                low_score=format_points_with_word(score[crossing.low]),
            )
        )


# --- the history of one participant ---------------------------------------------------------------

STEP, SMALLEST_STEP = 58, 22
"""The width of a round, and the smallest width in which its texts can be read, in pixels."""


def participant_history_chart(
    tournament: Tournament,
    system: System,
    number: Number,
    entries: Sequence[PairingCardLine] | None = None,
) -> Chart:
    """Return a chart of one participant's colour, opponent and score after each round."""
    if entries is None:
        entries = card_lines_by_participant(tournament, system)[number]
    known = people.titled_names(tournament)
    most = max([10, *(entry.total for entry in entries)])
    title = say("Colours and score of {who}", who=people.format_name_and_number(number, known))
    count = max(1, len(entries))
    width, step = 60 + STEP * count, (PHONE - 60) // count
    narrow = None
    if width > PHONE and step >= SMALLEST_STEP:
        shapes = tuple(_draw_participant_history(entries, most, step))
        narrow = Chart(f"history-{number}-narrow", title, (), PHONE, 190, shapes)
    return Chart(
        name=f"history-{number}",
        title=title,
        words=tuple(_describe_participant_round(entry, known) for entry in entries)
        or (say("No rounds have been paired yet."),),
        width=width,
        height=190,
        shapes=tuple(_draw_participant_history(entries, most, STEP)),
        narrow=narrow,
    )


def _draw_participant_history(
    entries: Sequence[PairingCardLine], most: Tenths, step: int
) -> Iterator[str]:
    def score_height(total: Tenths) -> float:
        return 118 - 90 * total / most

    yield line_element(40, 118, 50 + step * len(entries), 118, opacity=0.4)
    for total in (0, most):
        yield text_element(32, score_height(total) + 4, format_points(total), "end", font_size=11)
    way = [(40.0, score_height(0))]
    way += [(40.0 + step * e.round - step / 2 + 10, score_height(e.total)) for e in entries]
    yield path_element(way, stroke_width=2)
    for entry, (x, y) in zip(entries, way[1:], strict=True):
        yield circle_element(x, y, 3.5)
        yield text_element(x, y - 8, format_points(entry.total), "middle", font_size=11)
        yield text_element(x, 186, say("R{round}", round=entry.round), "middle", font_size=11)
        yield from _draw_round_square(entry, x, min(38, step - 3))


def _draw_round_square(entry: PairingCardLine, x: float, width: float) -> Iterator[str]:
    """Yield a square in the colour that the participant had in a round, labelled with the opponent.

    The square is dashed if no game was played.
    """
    if entry.colour is None:
        yield rectangle_element(x - width / 2, 130, width, 38, stroke_dasharray="4 3", rx=4)
        yield text_element(x, 147, entry.opponent_and_colour_text, "middle", font_size=11)
    else:
        white = entry.colour is Colour.WHITE
        fill, ink = (LIGHT, DARK) if white else (DARK, LIGHT)
        yield rectangle_element(x - width / 2, 130, width, 38, fill=fill, rx=4)
        yield text_element(x, 147, entry.opponent, "middle", fill=ink, font_size=12)
        yield text_element(x, 162, entry.result or "…", "middle", fill=ink, font_size=11)
        return
    yield text_element(x, 162, entry.result, "middle", font_size=11)


def _describe_participant_round(entry: PairingCardLine, known: dict[Number, str]) -> str:
    total = format_points(entry.total)
    if entry.opponent is None:
        return say_kept(
            _unpaired_round_message(entry.outcome),
            round=entry.round,
            result=entry.result,
            total=total,
        )
    opponent = people.format_name_and_number(entry.opponent, known)
    if entry.colour is None:
        return say(
            "Round {round}: {result} against {opponent}. Total: {total}.",
            round=entry.round,
            result=entry.result,
            opponent=opponent,
            total=total,
        )
    colour = colour_word(entry.colour)
    if not entry.result:
        return say(
            "Round {round}: {colour} against {opponent}, no result yet. Total: {total}.",
            round=entry.round,
            colour=colour,
            opponent=opponent,
            total=total,
        )
    return say(
        "Round {round}: {result} with {colour} against {opponent}. Total: {total}.",
        round=entry.round,
        result=entry.result,
        colour=colour,
        opponent=opponent,
        total=total,
    )


def _unpaired_round_message(outcome: Outcome) -> Message:
    match outcome:
        case PairingBye() | HalfPointBye() | FullPointBye():
            return message("Round {round}: {result} for a bye. Total: {total}.")
        case ForfeitWin():
            return message("Round {round}: {result} for a win by forfeit. Total: {total}.")
        case ForfeitLoss() | DoubleForfeit():
            return message("Round {round}: {result} for a loss by forfeit. Total: {total}.")
        case Withdrawn():
            return message("Round {round}: {result} after withdrawing. Total: {total}.")
        case _:
            return message("Round {round}: {result}, not paired. Total: {total}.")
