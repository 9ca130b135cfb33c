"""Readers and writers of virtual points in report files. These points count only for pairing.

Record 250 gives virtual points to a range of participants in a range of rounds. JaVaFo's XXA record
gives them to one player round by round. If two records concern the same participant and round, the
later one counts.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import groupby
from typing import TYPE_CHECKING

from topboard.formats.problems import MOST_ROUNDS, no_such_number_message, parse_whole_number
from topboard.formats.trf.records import (
    WRONG_FIRST_ROUND,
    WRONG_LAST_ROUND,
    LineBuilder,
    format_trf_points,
    parse_trf_points,
)
from topboard.formats.trf.totals import find_suitable_system
from topboard.messages import message, say, say_kept
from topboard.model import Number, Team, VirtualPoints

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from topboard.formats.trf.records import Record, Report
    from topboard.messages import Message
    from topboard.model import Tenths, Tournament

    Both = tuple[Tenths, Tenths]
    """Match points and game points, in tenths. A player has only game points."""
    Table = Mapping[Number, Mapping[int, Both]]

WRONG_FIRST = {
    "team": message("the first team number in columns {first}-{last} is not a whole number"),
    "player": message("the first player number in columns {first}-{last} is not a whole number"),
}
WRONG_LAST = {
    "team": message("the last team number in columns {first}-{last} is not a whole number"),
    "player": message("the last player number in columns {first}-{last} is not a whole number"),
}
WRONG_NUMBER = {
    "team": message("the team number is not a whole number"),
    "player": message("the player number is not a whole number"),
}
FIRST_OF_XXA = 10
WIDTH_OF_XXA = 5
IMAGINARY = (20, 20)
"""The imaginary points, in tenths, that an accelerated team has in rounds 1 and 2."""


class Acceleration:
    """The virtual points in the records of a report file."""

    def __init__(self, report: Report, known: frozenset[Number], word: str) -> None:
        self.report = report
        self.known = known
        self.word = word
        self._found: dict[Number, dict[int, Both]] = defaultdict(dict)
        for record in report.records_with_code("250"):
            self._read_record_250(record)
        for record in report.records_with_code("XXA"):
            self._read_record_xxa(record)

    @property
    def teams_with_imaginary_points(self) -> frozenset[Number] | None:
        """Return the accelerated teams if all of them have exactly the usual imaginary points.

        Otherwise return None. The result is also None for individual events and if there are no
        virtual points.
        """
        every = self._all_virtual_points()
        if self.word != "team" or not every or any(v.game_points for v in every):
            return None
        if any(virtual.points != IMAGINARY for virtual in every):
            return None
        return frozenset(virtual.number for virtual in every)

    @property
    def virtual_points(self) -> tuple[VirtualPoints, ...]:
        """Return all virtual points, or an empty tuple if they are the usual imaginary points."""
        return () if self.teams_with_imaginary_points is not None else self._all_virtual_points()

    def _all_virtual_points(self) -> tuple[VirtualPoints, ...]:
        every = [
            self._build_virtual_points(number, self._found[number])
            for number in sorted(self._found)
        ]
        given = tuple(v for v in every if any(v.points) or any(v.game_points))
        # A file can say that nobody has virtual points. One entry without points is kept, because
        # otherwise the points that the rules give would apply.
        return given or tuple(every[:1])

    def _build_virtual_points(self, number: Number, rounds: Mapping[int, Both]) -> VirtualPoints:
        last = max((n for n, both in rounds.items() if any(both)), default=0)
        every = [rounds.get(n, (0, 0)) for n in range(1, last + 1)]
        match_points, points = ([both[i] for both in every] for i in (0, 1))
        if self.word == "team" and any(match_points):
            return VirtualPoints(number, tuple(match_points), tuple(points) if any(points) else ())
        # FIDE's own example has the match points of teams in the columns for game points.
        return VirtualPoints(number, tuple(points if any(points) else match_points))

    # --- record 250 ----------------------------------------------------------------------

    def _read_record_250(self, record: Record) -> None:
        both = self.report.read_points(record, 5, 8), self.report.read_points(record, 10, 13)
        rounds = self._read_number_range(record, 15, 3, WRONG_FIRST_ROUND, WRONG_LAST_ROUND)
        who = self._read_number_range(record, 23, 4, WRONG_FIRST[self.word], WRONG_LAST[self.word])
        if rounds is None or who is None:
            return
        numbers = [number for number in self.known if who[0] <= number <= who[1]]
        if not numbers:
            what = no_such_number_message(who[0], self.word)
            self.report.add_problem(record, 23, what, say("Correct the line."), str(who[0]))
        for number in numbers:
            for played in range(max(1, rounds[0]), min(rounds[1], MOST_ROUNDS) + 1):
                self._found[number][played] = (both[0] or 0, both[1] or 0)

    def _read_number_range(
        self, record: Record, column: int, width: int, wrong_first: Message, wrong_last: Message
    ) -> tuple[int, int] | None:
        """Return the first and last number of a range, read from two fields separated by a blank.

        ``wrong_first`` and ``wrong_last`` are the messages for fields that are not whole numbers.
        """
        after = column + width + 1
        low = self.report.read_integer(record, column, column + width - 1, wrong_first)
        high = self.report.read_integer(record, after, after + width - 1, wrong_last)
        if low is None or high is None:
            return None
        if high < low:
            what = say("the range ends before it starts")
            quoted = f"{low} {high}"
            self.report.add_problem(record, column, what, say("Swap the two numbers."), quoted)
            return None
        return low, high

    # --- XXA -----------------------------------------------------------------------------

    def _read_record_xxa(self, record: Record) -> None:
        fields = self._parse_xxa_columns(record) or self._parse_xxa_words(record)
        if fields is None:
            return
        number, points = fields
        if number not in self.known:
            what = no_such_number_message(number, self.word)
            self.report.add_problem(record, 5, what, say("Correct the line."), str(number))
            return
        for played, tenths in enumerate(points[:MOST_ROUNDS], start=1):
            self._found[Number(number)][played] = (0, tenths)

    def _parse_xxa_columns(self, record: Record) -> tuple[int, list[Tenths]] | None:
        """Return a player's number and virtual points from the columns defined in JaVaFo's manual.

        A blank field counts as zero. Return None if the line does not fit those columns.
        """
        number = parse_whole_number(record.text_in_columns(5, 8))
        columns = range(FIRST_OF_XXA, len(record.line) + 1, WIDTH_OF_XXA)
        gaps = "".join(record.line[column - 2] for column in columns)
        fields = [
            record.text_in_columns(column, column + WIDTH_OF_XXA - 2) or "0" for column in columns
        ]
        points = [parse_trf_points(field) for field in fields]
        if number is None or gaps.strip(" ") or any(p is None or p < 0 for p in points):
            return None
        return number, [tenths for tenths in points if tenths is not None]

    def _parse_xxa_words(self, record: Record) -> tuple[int, list[Tenths]] | None:
        """Return a player's number and virtual points from a line whose fields are separated by
        blanks.

        If the line cannot be read, note a problem and return None.
        """
        written, *words = record.text.split() or [""]
        number = parse_whole_number(written)
        if number is None:
            what = say_kept(WRONG_NUMBER[self.word])
            self.report.add_problem(record, 5, what, say("Correct the line."), written)
            return None
        points = []
        for word in words:
            tenths = parse_trf_points(word)
            if tenths is None or tenths < 0:
                column = record.line.find(word, 3 + len(written)) + 1
                what = say("expected a number of points, such as 1.0")
                self.report.add_problem(record, column, what, say("Correct the line."), word)
                return None
            points.append(tenths)
        return number, points


def recorded_virtual_points_unlike_rules(tournament: Tournament) -> tuple[VirtualPoints, ...]:
    """Return the recorded virtual points, or an empty tuple if the rules give the same ones."""
    if not tournament.virtual:
        return ()
    rules = find_suitable_system(tournament)
    if rules is None or rules.virtual_points is None:
        return tournament.virtual
    ruled = rules.virtual_points(tournament)
    return () if ruled == tournament.virtual else tournament.virtual


# --- writing ------------------------------------------------------------------------------


def virtual_points_used_for_pairing(tournament: Tournament) -> Sequence[VirtualPoints]:
    """Return the virtual points that count for pairing.

    These are the recorded points, the imaginary points of accelerated teams, or the points that the
    rules give.
    """
    if tournament.virtual:
        return tournament.virtual
    if tournament.accelerated and any(isinstance(c, Team) for c in tournament.competitors):
        return [VirtualPoints(n, IMAGINARY) for n in sorted(tournament.accelerated)]
    rules = find_suitable_system(tournament)
    if rules is None or rules.virtual_points is None:
        return ()
    return rules.virtual_points(tournament)


def format_acceleration_records(tournament: Tournament, word: str) -> Iterator[str]:
    """Yield a 250 record for each range of participants and rounds with the same virtual points."""
    alike: dict[tuple[int, int, Both], set[Number]] = defaultdict(set)
    for virtual in virtual_points_used_for_pairing(tournament):
        for key in _find_rounds_with_equal_virtual_points(virtual, word):
            alike[key].add(virtual.number)
    everybody = sorted(competitor.number for competitor in tournament.competitors)
    for (first, last, both), chosen in sorted(alike.items(), key=lambda item: item[0][:2]):
        for low, high in _find_ranges_of_neighbouring_numbers(everybody, chosen):
            line = LineBuilder("250")
            for column, tenths in zip((5, 10), both, strict=True):
                line.put(column, column + 3, format_trf_points(tenths) if tenths else "")
            line.put(15, 17, f"{first:03}").put(19, 21, f"{last:03}")
            yield str(line.put(23, 26, f"{low:04}").put(28, 31, f"{high:04}"))


def _find_rounds_with_equal_virtual_points(
    virtual: VirtualPoints, word: str
) -> Iterator[tuple[int, int, Both]]:
    """Yield the first round, last round and points of each run of rounds with equal points."""
    length = max(len(virtual.points), len(virtual.game_points), 1)
    own, more = (
        (*points, *(0,) * (length - len(points)))
        for points in (virtual.points, virtual.game_points)
    )
    every = zip(own, more, strict=True) if word == "team" else zip(more, own, strict=True)
    first = 1
    for both, run in groupby(every):
        last = first + len(list(run)) - 1
        # Zero points are written only for a participant who has none at all.
        if any(both) or not (any(own) or any(more)):
            yield first, last, both
        first = last + 1


def _find_ranges_of_neighbouring_numbers(
    everybody: Iterable[Number], chosen: set[Number]
) -> Iterator[tuple[Number, Number]]:
    """Yield the first and last number of each run of neighbouring participants in ``chosen``."""
    for is_chosen, run in groupby(everybody, key=chosen.__contains__):
        if is_chosen:
            numbers = list(run)
            yield numbers[0], numbers[-1]


def format_javafo_acceleration_records(tournament: Tournament) -> Iterator[str]:
    """Yield an XXA record for each participant with virtual points.

    It contains the points for each round.
    """
    for virtual in sorted(virtual_points_used_for_pairing(tournament), key=lambda one: one.number):
        line = LineBuilder("XXA").put(5, 8, str(virtual.number))
        for i, tenths in enumerate(virtual.points or (0,)):
            column = FIRST_OF_XXA + WIDTH_OF_XXA * i
            line.put(column, column + WIDTH_OF_XXA - 2, format_trf_points(tenths))
        yield str(line)
