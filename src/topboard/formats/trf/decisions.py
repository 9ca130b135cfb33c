"""Readers and writers of the rulings in a tournament report file.

These are records 240 (requested byes), 260 (prohibited pairings) and 299 (abnormal points), and
JaVaFo's XXZ and XXP.
"""

from __future__ import annotations

from itertools import combinations, groupby
from typing import TYPE_CHECKING, assert_never

from topboard._frozen import dataclass
from topboard.formats.problems import (
    MOST_ROUNDS,
    no_such_number_message,
    parse_whole_number,
)
from topboard.formats.trf.acceleration import (
    format_acceleration_records,
    format_javafo_acceleration_records,
)
from topboard.formats.trf.player_writer import list_future_absence_requests
from topboard.formats.trf.players import get_trf_letter_of_bye
from topboard.formats.trf.records import (
    BYES,
    UNTIL_THE_END,
    WRONG_FIRST_ROUND,
    WRONG_LAST_ROUND,
    WRONG_ROUND,
    LineBuilder,
    format_trf_points,
    read_round_number,
)
from topboard.messages import message, say, say_kept
from topboard.model import (
    Adjustment,
    AwardedPoints,
    DoubleForfeit,
    ForbiddenPair,
    ForfeitLoss,
    ForfeitWin,
    FullPointBye,
    HalfPointBye,
    NotYetEntered,
    Number,
    PairingBye,
    Pending,
    Played,
    Unfinished,
    Withdrawn,
    ZeroPointBye,
)
from topboard.model.history import outcomes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from topboard.formats.trf.records import Record, Report
    from topboard.model import Away, Number, Outcome, Tenths, Tournament


AWARDS = "WDLFHZ+-"
WRONG_NUMBERS = {
    "team": message("expected team numbers"),
    "player": message("expected player numbers"),
}
FORBIDDEN_TWICE = {
    "team": message("team {number} appears twice in the same record of forbidden pairs"),
    "player": message("player {number} appears twice in the same record of forbidden pairs"),
}
TO_THE_END = 10_000
"""The round number that the model uses for "until the end of the event"."""


@dataclass(frozen=True, slots=True)
class RecordedBye:
    """A bye in record 240, either given in a past round or requested for a later one."""

    number: Number
    round: int
    outcome: Away
    record: Record
    column: int


class RulingRecords:
    """The records of a report file with rulings about participants."""

    def __init__(self, report: Report, numbers: frozenset[Number], word: str) -> None:
        self.report = report
        self.known = numbers
        self.word = word
        self._abnormal = list(self._read_abnormal_points())

    def _is_known_number(self, record: Record, number: int, column: int) -> bool:
        if number in self.known:
            return True
        what = no_such_number_message(number, self.word)
        self.report.add_problem(record, column, what, say("Correct the line."), str(number))
        return False

    def _read_known_numbers(self, record: Record, first: int) -> list[Number]:
        numbers = self.report.read_numbers(record, first, 4, WRONG_NUMBERS[self.word])
        return [Number(n) for n, column in numbers if self._is_known_number(record, n, column)]

    def _parse_javafo_numbers(self, record: Record) -> list[Number]:
        """Return the participant numbers in a JaVaFo record, which are separated by blanks."""
        found = []
        for word in record.text.split():
            column = record.line.find(word, 3) + 1
            number = parse_whole_number(word)
            if number is None:
                what = say_kept(WRONG_NUMBERS[self.word])
                self.report.add_problem(record, column, what, say("Correct the line."), word)
            elif self._is_known_number(record, number, column):
                found.append(Number(number))
        return found

    def byes(self) -> Iterator[RecordedBye]:
        """Yield the byes given by record 240, including those requested for later rounds."""
        for record in self.report.records_with_code("240"):
            letter = record.text_in_columns(5, 5).upper()
            outcome = BYES.get(letter)
            if outcome is None or letter == "U":
                what, remedy = (
                    say("expected F, H or Z as the kind of bye"),
                    say("Correct the line."),
                )
                self.report.add_problem(record, 5, what, remedy, letter)
                continue
            number = read_round_number(self.report, record, 7)
            if number is not None:
                for who in self._read_known_numbers(record, 11):
                    yield RecordedBye(who, number, outcome, record, 11)

    def absentees_of_next_round(self) -> list[Number]:
        """Return the participants who will miss the next round, according to JaVaFo's XXZ."""
        return [
            number
            for record in self.report.records_with_code("XXZ")
            for number in self._parse_javafo_numbers(record)
        ]

    def forbidden_pairs(self) -> Iterator[ForbiddenPair]:
        """Yield the forbidden pairs given by record 260 and by JaVaFo's XXP."""
        for record in self.report.records_with_code("260"):
            first = self.report.read_integer(record, 5, 7, WRONG_FIRST_ROUND)
            last = self.report.read_integer(record, 9, 11, WRONG_LAST_ROUND)
            if first is None or last is None:
                continue
            last = TO_THE_END if last >= UNTIL_THE_END or last == 0 else last
            for a, b in self._list_pairs_within_group(record, self._read_known_numbers(record, 13)):
                yield ForbiddenPair(a, b, max(1, first), last)
        for record in self.report.records_with_code("XXP"):
            for a, b in self._list_pairs_within_group(record, self._parse_javafo_numbers(record)):
                yield ForbiddenPair(a, b)

    def _list_pairs_within_group(
        self, record: Record, group: list[Number]
    ) -> Iterator[tuple[Number, Number]]:
        for a, b in combinations(group, 2):
            if a == b:
                what = say_kept(FORBIDDEN_TWICE[self.word], number=a)
                self.report.add_problem(record, 1, what, say("Correct the line."))
            else:
                yield a, b

    # --- abnormal points -----------------------------------------------------------------

    def adjustments(self) -> Iterator[Adjustment]:
        """Yield the penalties and bonuses, which are given in 299 records without a result type."""
        for record, match_points, points, number in self._abnormal:
            if not record.text_in_columns(5, 5):
                for who in self._read_known_numbers(record, 24):
                    yield Adjustment(who, match_points or 0, points or 0, known_from=number + 1)

    def awarded_points(self, tournament: Tournament) -> Iterator[AwardedPoints]:
        """Yield the points awarded instead of the usual ones.

        They are given in 299 records with a result type.
        """
        for record, match_points, points, number in self._abnormal:
            kind = record.text_in_columns(5, 5).upper()
            if not kind:
                continue
            if kind not in AWARDS:
                what = say("expected one of {awards}", awards=", ".join(AWARDS))
                self.report.add_problem(record, 5, what, say("Correct the line."), kind)
                continue
            for who in self._read_known_numbers(record, 24):
                rounds = [number] if number else _find_rounds_with_outcome(kind, who, tournament)
                for of_round in rounds:
                    yield AwardedPoints(who, of_round, match_points, points, kind)

    def _read_abnormal_points(self) -> Iterator[tuple[Record, Tenths | None, Tenths | None, int]]:
        for record in self.report.records_with_code("299"):
            number = 0
            if record.text_in_columns(20, 22):
                number = self.report.read_integer(record, 20, 22, WRONG_ROUND) or 0
            if number > MOST_ROUNDS:
                what = say("expected a round number from 1 to {last}", last=MOST_ROUNDS)
                self.report.add_problem(record, 20, what, say("Correct the line."), str(number))
                continue
            match_points = self.report.read_points(record, 7, 11)
            yield record, match_points, self.report.read_points(record, 13, 17), number


def _find_rounds_with_outcome(kind: str, who: Number, tournament: Tournament) -> list[int]:
    """Return the rounds in which a participant's result has the given type of record 299."""
    row = outcomes(tournament)[who]
    return [
        number
        for number, outcome in enumerate(row, start=1)
        if get_outcome_letter_of_record_299(outcome) == kind
    ]


def get_outcome_letter_of_record_299(outcome: Outcome) -> str:
    """Return the result type that record 299 uses for an outcome, or "" if it has none."""
    match outcome:
        case Played(points=points, against=against):
            return "W" if points > against else "L" if points < against else "D"
        case ForfeitWin():
            return "+"
        case ForfeitLoss():
            return "-"
        case FullPointBye():
            return "F"
        case HalfPointBye():
            return "H"
        case ZeroPointBye():
            return "Z"
        case (
            Unfinished()
            | DoubleForfeit()
            | Pending()
            | PairingBye()
            | NotYetEntered()
            | Withdrawn()
        ):
            return ""
    assert_never(outcome)


NUMBERS_IN_A_LINE = 20


def format_ruling_records(tournament: Tournament, word: str, edition: str) -> Iterator[str]:
    """Yield the records of rulings. If ``edition`` is "trf16", these are JaVaFo's records."""
    if edition == "trf16":
        yield from format_javafo_acceleration_records(tournament)
        yield from _format_javafo_forbidden_pair_records(tournament)
        return
    requests = ((r.number, r.round, r.outcome) for r in list_future_absence_requests(tournament))
    yield from format_bye_records(requests)
    yield from format_acceleration_records(tournament, word)
    yield from _format_forbidden_pair_records(tournament)
    yield from _format_abnormal_points_records(tournament)


def format_bye_records(byes: Iterable[tuple[Number, int, Away]]) -> Iterator[str]:
    """Yield 240 records for byes.

    Consecutive byes of the same kind in the same round share a record.
    """
    kinds = ((get_trf_letter_of_bye(outcome), number, who) for who, number, outcome in byes)
    for (letter, number), group in groupby(kinds, key=lambda kind: kind[:2]):
        everybody = [who for _, _, who in group]
        for start in range(0, len(everybody) if letter else 0, NUMBERS_IN_A_LINE):
            line = LineBuilder("240").put(5, 5, letter).put(7, 9, f"{number:03}")
            yield _append_participant_numbers(
                line, 11, everybody[start : start + NUMBERS_IN_A_LINE]
            )


def _append_participant_numbers(line: LineBuilder, first: int, numbers: Sequence[Number]) -> str:
    for i, number in enumerate(numbers):
        line.put(first + 5 * i, first + 5 * i + 3, str(number))
    return str(line)


# --- forbidden pairs ---------------------------------------------------------------------


def _format_forbidden_pair_records(tournament: Tournament) -> Iterator[str]:
    for pair in tournament.forbidden:
        if not pair.wish:
            line = LineBuilder("260").put(5, 7, f"{min(pair.first, UNTIL_THE_END):03}")
            line.put(9, 11, f"{min(pair.last, UNTIL_THE_END):03}")
            yield _append_participant_numbers(line, 13, (pair.a, pair.b))


def _format_javafo_forbidden_pair_records(tournament: Tournament) -> Iterator[str]:
    """Yield an XXP record for each pair that is forbidden in the next round.

    XXP cannot give a range of rounds.
    """
    upcoming = tournament.round_to_pair
    for pair in tournament.forbidden:
        if pair.first <= upcoming <= pair.last and not pair.wish:
            yield f"XXP {pair.a} {pair.b}"


# --- abnormal points ---------------------------------------------------------------------


def _format_abnormal_points_records(tournament: Tournament) -> Iterator[str]:
    upcoming = tournament.round_to_pair
    for adjustment in tournament.adjustments:
        # An expired correction is no longer included in the points.
        if adjustment.last == TO_THE_END or adjustment.known_from <= upcoming <= adjustment.last:
            match_points = adjustment.match_points or None
            since = adjustment.known_from - 1
            yield _format_record_299(
                "", (match_points, adjustment.game_points), since, adjustment.number
            )
    for award in tournament.awarded:
        if award.kind and award.kind in AWARDS and len(award.kind) == 1:
            points = (award.match_points, award.game_points)
            yield _format_record_299(award.kind, points, award.round, award.number)


def _format_record_299(
    kind: str, points: tuple[Tenths | None, Tenths | None], number: int, who: Number
) -> str:
    line = LineBuilder("299").put(5, 5, kind)
    _put_points_or_blank(line, 7, 11, points[0])
    _put_points_or_blank(line, 13, 17, points[1])
    line.put(20, 22, f"{min(number, UNTIL_THE_END):03}")
    return _append_participant_numbers(line, 24, (who,))


def _put_points_or_blank(line: LineBuilder, first: int, last: int, points: Tenths | None) -> None:
    line.put(first, last, "" if points is None else format_trf_points(points))
