"""Writing what chance or a person decided into a tournament report file."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from topboard.formats.trf_cells import bye_letter
from topboard.formats.trf_decisions import (
    AWARDS,
    IMAGINARY_ROUNDS,
    TO_THE_END,
    imaginary_points,
)
from topboard.formats.trf_records import UNTIL_THE_END, Line, points_text
from topboard.formats.trf_write_players import requests_to_come

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from topboard.model import Away, Number, Tenths, Tournament

NUMBERS_IN_A_LINE = 20


def decision_lines(tournament: Tournament, word: str, edition: str) -> Iterator[str]:
    """The records of decisions, those of TRF26 or those of JaVaFo."""
    kept = {code for code, _ in tournament.details.other}
    accelerates = kept.isdisjoint(("250", "XXA"))
    if edition == "trf16":
        if accelerates:
            yield from _accelerations_of_javafo(tournament, word)
        yield from _forbidden_of_javafo(tournament)
        return
    requests = ((r.number, r.round, r.outcome) for r in requests_to_come(tournament))
    yield from bye_lines(requests)
    if accelerates:
        yield from _acceleration_lines(tournament, word)
    yield from _forbidden_lines(tournament)
    yield from _award_lines(tournament)


def bye_lines(byes: Iterable[tuple[Number, int, Away]]) -> Iterator[str]:
    """Records 240, one for neighbours of the same kind and round."""
    kinds = ((bye_letter(outcome), number, who) for who, number, outcome in byes)
    for (letter, number), group in groupby(kinds, key=lambda kind: kind[:2]):
        everybody = [who for _, _, who in group]
        for start in range(0, len(everybody) if letter else 0, NUMBERS_IN_A_LINE):
            line = Line("240").put(5, 5, letter).put(7, 9, f"{number:03}")
            yield _with_numbers(line, 11, everybody[start : start + NUMBERS_IN_A_LINE])


def _with_numbers(line: Line, first: int, numbers: Sequence[Number]) -> str:
    for i, number in enumerate(numbers):
        line.put(first + 5 * i, first + 5 * i + 3, str(number))
    return str(line)


# --- acceleration ------------------------------------------------------------------------


def _acceleration_lines(tournament: Tournament, word: str) -> Iterator[str]:
    match_points, points = imaginary_points(word)
    for first, last in _runs(tournament):
        line = Line("250")
        _put_points(line, 5, 8, match_points)
        _put_points(line, 10, 13, points)
        line.put(15, 17, f"{IMAGINARY_ROUNDS[0]:03}").put(19, 21, f"{IMAGINARY_ROUNDS[-1]:03}")
        yield str(line.put(23, 26, f"{first:04}").put(28, 31, f"{last:04}"))


def _runs(tournament: Tournament) -> Iterator[tuple[Number, Number]]:
    """First and last of each run of accelerated competitors with nobody else between them."""
    chosen = tournament.accelerated or frozenset()
    everybody = sorted(competitor.number for competitor in tournament.competitors)
    for is_chosen, run in groupby(everybody, key=chosen.__contains__):
        if is_chosen:
            numbers = list(run)
            yield numbers[0], numbers[-1]


def _accelerations_of_javafo(tournament: Tournament, word: str) -> Iterator[str]:
    usual = next(points for points in imaginary_points(word) if points)
    for number in sorted(tournament.accelerated or ()):
        line = Line("XXA").put(5, 8, str(number))
        for i in range(len(IMAGINARY_ROUNDS)):
            line.put(10 + 5 * i, 13 + 5 * i, points_text(usual))
        yield str(line)


# --- forbidden pairs ---------------------------------------------------------------------


def _forbidden_lines(tournament: Tournament) -> Iterator[str]:
    for pair in tournament.forbidden:
        if not pair.wish:
            line = Line("260").put(5, 7, f"{min(pair.first, UNTIL_THE_END):03}")
            line.put(9, 11, f"{min(pair.last, UNTIL_THE_END):03}")
            yield _with_numbers(line, 13, (pair.a, pair.b))


def _forbidden_of_javafo(tournament: Tournament) -> Iterator[str]:
    """XXP knows no rounds: the pairs that are forbidden in the round to come."""
    upcoming = tournament.round_to_pair
    for pair in tournament.forbidden:
        if pair.first <= upcoming <= pair.last and not pair.wish:
            yield f"XXP {pair.a} {pair.b}"


# --- abnormal points ---------------------------------------------------------------------


def _award_lines(tournament: Tournament) -> Iterator[str]:
    upcoming = tournament.round_to_pair
    for adjustment in tournament.adjustments:
        # A correction that has had its time is no longer part of anybody's points.
        if adjustment.last == TO_THE_END or adjustment.known_from <= upcoming <= adjustment.last:
            match_points = adjustment.match_points or None
            since = adjustment.known_from - 1
            yield _abnormal("", (match_points, adjustment.game_points), since, adjustment.number)
    for award in tournament.awarded:
        if award.kind and award.kind in AWARDS and len(award.kind) == 1:
            points = (award.match_points, award.game_points)
            yield _abnormal(award.kind, points, award.round, award.number)


def _abnormal(
    kind: str, points: tuple[Tenths | None, Tenths | None], number: int, who: Number
) -> str:
    line = Line("299").put(5, 5, kind)
    _put_points(line, 7, 11, points[0])
    _put_points(line, 13, 17, points[1])
    line.put(20, 22, f"{min(number, UNTIL_THE_END):03}")
    return _with_numbers(line, 24, (who,))


def _put_points(line: Line, first: int, last: int, points: Tenths | None) -> None:
    line.put(first, last, "" if points is None else points_text(points))
