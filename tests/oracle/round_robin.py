"""A second reading of the Canadian rules for round robins, slow and without tables.

Who meets whom comes from the sum of the two numbers: two numbers below the last meet in the
round that is one less than their sum, counted in a ring; the smaller has White if the sum is
odd, the larger if it is even. The last number meets the one whose double fits the round, and has
Black against the lower half. Scores follow 653 and 673 sentence by sentence.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations

from topboard.model import Manner, Number, Request, Tournament, Withdrawn


def meeting(size: int, a: int, b: int) -> tuple[int, int, int]:
    """(round, White, Black) of two numbers in the table of an even size."""
    low, high = sorted((a, b))
    if high == size:
        round_number = (2 * low - 2) % (size - 1) + 1
        return (round_number, low, high) if low <= size // 2 else (round_number, high, low)
    round_number = (low + high - 2) % (size - 1) + 1
    return (round_number, low, high) if (low + high) % 2 else (round_number, high, low)


def games(players: int) -> set[tuple[int, int, int]]:
    """(round, White, Black) of all games; an odd field leaves out those of the last number."""
    size = players + players % 2
    return {meeting(size, a, b) for b in range(2, players + 1) for a in range(1, b)}


# --- scores -----------------------------------------------------------------------------------


def table_of_results(
    tournament: Tournament, *, double: bool = False, teams: bool = False
) -> list[tuple[int, Fraction, Fraction, Fraction]]:
    """(number, score, Sonneborn-Berger, between the tied), best first; leavers last."""
    reading = _Reading(tournament, double, teams)
    final = {n: reading.score(n) for n in reading.numbers if n not in reading.void}
    first = {n: reading.sonneborn_berger(n, final) for n in final}
    rows = []
    for number, score in final.items():
        tied = [n for n in final if final[n] == score and first[n] == first[number]]
        rows.append((int(number), score, first[number], reading.between(number, tied)))
    rows.sort(key=lambda row: (-row[1], -row[2], -row[3], row[0]))
    return rows + [(int(n), Fraction(0), Fraction(0), Fraction(0)) for n in sorted(reading.void)]


class _Reading:
    """One event, read once."""

    def __init__(self, tournament: Tournament, double: bool, teams: bool) -> None:
        self.tournament = tournament
        self.numbers = sorted(c.number for c in tournament.competitors)
        self.full = Fraction(1) if teams else None
        self.result: dict[Number, list[tuple[Number, Fraction, str]]] = defaultdict(list)
        for played in tournament.rounds:
            for m in played.meetings:
                assert m.white is not None
                assert m.black is not None
                own, other = Fraction(m.white_points, 10), Fraction(m.black_points, 10)
                self._note(m.white, m.black, own, other, m.manner)
                self._note(m.black, m.white, other, own, m.manner)
        all_games = (len(self.numbers) - 1) * (2 if double else 1)
        self.left = self._left()
        completed = {n: sum(kind == "played" for _, _, kind in self.result[n]) for n in self.left}
        self.void = {n for n in self.left if completed[n] * 2 < all_games}
        self._pluses(double)

    def _note(
        self, number: Number, other: Number, own: Fraction, theirs: Fraction, manner: Manner
    ) -> None:
        points = own
        if self.full is not None:
            points = Fraction(1) if own > theirs else Fraction(1, 2)
            points = Fraction(0) if own < theirs else points
        if manner in (Manner.BOTH_DEFAULTED, Manner.PENDING):
            points = Fraction(0)
        kinds = {Manner.PLAYED: "played", Manner.UNFINISHED: "unfinished"}
        kind = kinds.get(manner, "pending" if manner is Manner.PENDING else "default")
        self.result[number].append((other, points, kind))

    def _left(self) -> dict[Number, int]:
        asked: Sequence[Request] = [
            r for r in self.tournament.requests if isinstance(r.outcome, Withdrawn)
        ]
        upcoming = len(self.tournament.rounds) + 1
        return {r.number: r.round for r in asked if r.round <= upcoming}

    def _pluses(self, double: bool) -> None:
        """Games that were not played or finished against one who had completed half."""
        size = len(self.numbers) + len(self.numbers) % 2
        seat = {n: i + 1 for i, n in enumerate(self.numbers)}
        for leaver in self.left:
            if leaver in self.void:
                continue
            for other in self.numbers:
                if other == leaver:
                    continue
                first = meeting(size, seat[leaver], seat[other])[0]
                rounds = [first, first + size - 1] if double else [first]
                for r in rounds:
                    if r <= len(self.tournament.rounds):
                        self._plus(leaver, other, r)

    def _plus(self, leaver: Number, other: Number, round_number: int) -> None:
        for m in self.tournament.rounds[round_number - 1].meetings:
            decided = m.manner not in (Manner.UNFINISHED, Manner.PENDING)
            if {m.white, m.black} == {leaver, other} and decided:
                return
        for number, opponent in ((leaver, other), (other, leaver)):
            self.result[number] = [
                r
                for r in self.result[number]
                if not (r[0] == opponent and r[2] in ("unfinished", "pending"))
            ]
        if self.left.get(other, 10_000) > max(round_number, self.left[leaver]):
            self.result[other].append((leaver, Fraction(1), "plus"))

    def score(self, number: Number) -> Fraction:
        """All points, without those of games against leavers that do not count."""
        return sum((p for o, p, _ in self.result[number] if o not in self.void), Fraction(0))

    def sonneborn_berger(self, number: Number, final: dict[Number, Fraction]) -> Fraction:
        """Scores of the beaten, half the scores of the drawn; nothing for unplayed games."""
        total = Fraction(0)
        for other, points, kind in self.result[number]:
            if other not in self.void and kind in ("played", "unfinished"):
                total += points * final[other]
        return total

    def between(self, number: Number, tied: Sequence[Number]) -> Fraction:
        """Results of the games between the tied."""
        return sum((p for o, p, _ in self.result[number] if o in tied), Fraction(0))


# --- draws --------------------------------------------------------------------------------------


def late_games(players: int) -> list[tuple[int, int]]:
    """The numbers that meet in the last three rounds."""
    last = players + players % 2 - 1
    return [(white, black) for r, white, black in games(players) if r > last - 3]


def compatriots_at_the_end(seats: Sequence[int], home: dict[int, str]) -> int:
    """How many games of the last three rounds are between players of one province."""
    return _compatriots(seats, home, late_games(len(seats)))


def _compatriots(
    seats: Sequence[int], home: dict[int, str], late: Sequence[tuple[int, int]]
) -> int:
    return sum(home[seats[a - 1]] == home[seats[b - 1]] != "" for a, b in late)


def nearest_to_the_lot(drawn: Sequence[int], home: dict[int, str]) -> tuple[int, ...]:
    """Of the draws with the fewest compatriots at the end the first in the order of the lot."""
    late = late_games(len(drawn))
    return min(permutations(drawn), key=lambda seats: _compatriots(seats, home, late))
