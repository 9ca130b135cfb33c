"""The tie-breaks of C.07 counted a second time, literally, from cells like those of a report.

Every competitor has one cell for each round: a letter (1 = 0 over the board, + - forfeits, U F
byes given, H Z byes asked for), the opponent, the colour, and the points of each kind. Nothing is
made fast: a perfect performance is sought point by point, a direct encounter is played out.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from topboard.model import (
    FullPointBye,
    HalfPointBye,
    Manner,
    PairingBye,
    Team,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from topboard.model import Meeting, Tournament

DP = [800, 677, 589, 538, 501, 470, 444, 422, 401, 383, 366, 351, 336, 322, 309, 296, 284]
DP += [273, 262, 251, 240, 230, 220, 211, 202, 193, 184, 175, 166, 158, 149, 141, 133, 125]
DP += [117, 110, 102, 95, 87, 80, 72, 65, 57, 50, 43, 36, 29, 21, 14, 7, 0]
PD_ENDS = [3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145]
PD_ENDS += [153, 162, 170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302]
PD_ENDS += [315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619, 735]


class Cell(NamedTuple):
    letter: str
    opponent: int
    black: bool
    points: dict[str, Fraction]
    boards: list[Fraction] | None = None

    @property
    def played(self) -> bool:
        return self.letter in "1=0"


class Contribution(NamedTuple):
    score: Fraction
    own: Fraction
    voluntary: bool


def half_up(number: Fraction) -> int:
    return int(number + Fraction(1, 2)) if number >= 0 else -int(-number + Fraction(1, 2))


class Event:
    """The cells of an event, and everything that is asked of them."""

    def __init__(self, tournament: Tournament, year: int) -> None:
        self.year = year
        self.teams = isinstance(tournament.competitors[0], Team)
        self.boards = tournament.boards
        self.kinds = ("MP", "GP") if self.teams else ("P",)
        self.main = self.kinds[0]
        self.win = {"MP": Fraction(2), "GP": Fraction(self.boards), "P": Fraction(1)}
        self.ratings = {c.number: getattr(c, "rating", None) for c in tournament.competitors}
        self.rows: dict[int, list[Cell]] = {c.number: [] for c in tournament.competitors}
        for played in tournament.rounds:
            away = dict(played.away)
            for number, row in self.rows.items():
                mine = [m for m in played.meetings if number in (m.white, m.black)]
                row.append(self.cell_of(mine[0], number) if mine else self.bye_of(away.get(number)))
        self.rounds = len(tournament.rounds)

    # --- cells ---------------------------------------------------------------------------------

    def cell_of(self, meeting: Meeting, number: int) -> Cell:
        black = meeting.black == number
        own, other = meeting.white_points, meeting.black_points
        if black:
            own, other = other, own
        opponent = meeting.white if black else meeting.black
        assert opponent is not None
        letter = "1" if own > other else "=" if own == other else "0"
        if meeting.manner is Manner.BOTH_DEFAULTED:
            letter = "-"
        elif meeting.manner is Manner.DEFAULT:
            letter = "+" if own > other else "-"
        result = {"1": 2, "+": 2, "=": 1}.get(letter, 0)
        points = {"P": Fraction(own, 10), "GP": Fraction(own, 10), "MP": Fraction(result)}
        boards = None
        if meeting.games:
            boards = []
            for board, game in enumerate(meeting.games):
                white_side = (board % 2 == 0) != black
                boards.append(Fraction(game.white_points if white_side else game.black_points, 10))
        elif letter in "+-":
            boards = [Fraction(int(letter == "+"))] * self.boards
        return Cell(letter, opponent, black, points, boards)

    def bye_of(self, outcome: object) -> Cell:
        half, whole = Fraction(1, 2), Fraction(1)
        if isinstance(outcome, PairingBye):
            letter, share = "U", whole
        elif isinstance(outcome, FullPointBye):
            letter, share = "F", whole
        elif isinstance(outcome, HalfPointBye):
            letter, share = "H", half
        else:
            letter, share = "Z", Fraction(0)
        points = {"P": share, "MP": 2 * share, "GP": self.boards * share}
        boards = [share] * self.boards
        if letter == "U" and self.teams:
            # The Olympiads count the bye as a drawn match; on the boards it is won.
            points = {"P": share, "MP": Fraction(1), "GP": Fraction(2)}
        return Cell(letter, 0, False, points, boards)

    # --- scores --------------------------------------------------------------------------------

    def total(self, number: int, kind: str) -> Fraction:
        return sum((cell.points[kind] for cell in self.rows[number]), Fraction(0))

    def fore(self) -> Event:
        """The same event with all paired games of the last round drawn."""
        changed = object.__new__(Event)
        changed.__dict__.update(self.__dict__)
        changed.rows = {
            n: [
                *row[:-1],
                row[-1]._replace(letter="=", points={k: self.win[k] / 2 for k in self.win})
                if row[-1].opponent
                else row[-1],
            ]
            for n, row in self.rows.items()
        }
        return changed

    def adjusted(self, number: int, kind: str) -> Fraction:
        letters = [cell.letter for cell in self.rows[number]]
        total = Fraction(0)
        for place, cell in enumerate(self.rows[number]):
            gone = cell.letter in "HZ" and all(later in "HZ-" for later in letters[place + 1 :])
            total += self.win[kind] / 2 if gone else cell.points[kind]
        return total

    def contributions(self, number: int, kind: str, own: str, p: bool) -> list[Contribution]:
        found = []
        for cell in self.rows[number]:
            if cell.played or (p and cell.letter in "+-"):
                found.append(
                    Contribution(self.adjusted(cell.opponent, kind), cell.points[own], False)
                )
                continue
            score = self.total(number, kind)
            if self.year >= 2026:
                if cell.letter in "+-":
                    score = min(score, self.adjusted(cell.opponent, kind))
                else:
                    score = min(score, self.win[kind] / 2 * self.rounds)
            found.append(Contribution(score, cell.points[own], cell.letter in "HZ-"))
        return found

    # --- sums ----------------------------------------------------------------------------------

    def summed(
        self, row: list[Contribution], adds: Callable[[Contribution], Fraction], low: int, high: int
    ) -> Fraction:
        row = [*row]
        for _ in range(low):
            if not row:
                break
            lowest = sorted(row, key=lambda c: (c.score, c.score * c.own))[0]
            unplayed = sorted((c for c in row if c.voluntary), key=lambda c: (adds(c), c.score))
            if unplayed and adds(unplayed[0]) >= adds(lowest):
                row.remove(unplayed[0])
            else:
                row.remove(lowest)
        for _ in range(high):
            if row:
                row.remove(sorted(row, key=lambda c: (c.score, c.score * c.own))[-1])
        return sum((adds(c) for c in row), Fraction(0))

    def buchholz(
        self, number: int, kind: str = "", low: int = 0, high: int = 0, *, p: bool = False
    ) -> Fraction:
        kind = kind or self.main
        return self.summed(self.contributions(number, kind, kind, p), lambda c: c.score, low, high)

    def sonneborn(
        self, number: int, kind: str = "", own: str = "", low: int = 0, *, p: bool = False
    ) -> Fraction:
        kind = kind or self.main
        row = self.contributions(number, kind, own or kind, p)
        return self.summed(row, lambda c: c.score * c.own, low, 0)

    def met(self, number: int) -> list[int]:
        return [cell.opponent for cell in self.rows[number] if cell.played]

    def average_buchholz(self, number: int, *, fore: bool = False) -> Fraction | None:
        event = self.fore() if fore else self
        sums = [event.buchholz(opponent) for opponent in self.met(number)]
        return sum(sums, Fraction(0)) / len(sums) if sums else None

    def koya(self, number: int, half_points: int = 0) -> Fraction:
        limit = self.win[self.main] * self.rounds / 2 + Fraction(half_points, 2)
        return sum(
            (
                cell.points[self.main]
                for cell in self.rows[number]
                if cell.opponent and self.total(cell.opponent, self.main) >= limit
            ),
            Fraction(0),
        )

    def standard(self, number: int) -> Fraction:
        total = Fraction(0)
        for place, cell in enumerate(self.rows[number]):
            measure = self.win["P"] / 2
            if cell.played:
                measure = self.rows[cell.opponent][place].points["P"]
            own = cell.points["P"]
            total += 1 if own > measure else Fraction(1, 2) if own == measure else 0
        return total

    def progressive(self, number: int, cut: int = 0, kind: str = "") -> Fraction:
        scores = [cell.points[kind or self.main] for cell in self.rows[number]]
        return sum(
            (sum(scores[: n + 1], Fraction(0)) for n in range(cut, len(scores))), Fraction(0)
        )

    # --- ratings -------------------------------------------------------------------------------

    def average_rating(self, number: int, low: int = 0, high: int = 0) -> int | None:
        ratings = sorted(self.ratings[opponent] for opponent in self.met(number))
        ratings = ratings[low : max(low, len(ratings) - high)]
        return half_up(Fraction(sum(ratings), len(ratings))) if ratings else None

    def board_score(self, number: int) -> Fraction:
        return sum((c.points["P"] for c in self.rows[number] if c.played), Fraction(0))

    def performance(self, number: int) -> int | None:
        average, games = self.average_rating(number), len(self.met(number))
        if average is None:
            return None
        p = half_up(100 * self.board_score(number) / games)
        return average + (-DP[p] if p <= 50 else DP[100 - p])

    def perfect(self, number: int) -> int | None:
        ratings = [self.ratings[opponent] for opponent in self.met(number)]
        if not ratings:
            return None
        score = self.board_score(number)
        if score == 0:
            return min(ratings) - 800
        rating = min(ratings) - 800
        while sum(chance(rating - r) for r in ratings) < 100 * score:
            rating += 1
        return rating

    def mean_of_opponents(self, number: int, of: Callable[[int], int | None]) -> int | None:
        values = [value for opponent in self.met(number) if (value := of(opponent)) is not None]
        return half_up(Fraction(sum(values), len(values))) if values else None

    # --- the direct encounter ------------------------------------------------------------------

    def among(self, number: int, tied: Sequence[int], kind: str, p: bool) -> dict[int, Fraction]:
        """The average of the games with each of the others."""
        games: dict[int, list[Fraction]] = {}
        for cell in self.rows[number]:
            if cell.opponent in tied and (cell.played or (p and cell.letter in "+-")):
                games.setdefault(cell.opponent, []).append(cell.points[kind])
        return {other: sum(g, Fraction(0)) / len(g) for other, g in games.items()}

    def encounter(self, tied: list[int], kind: str, p: bool) -> list[list[int]]:
        table = {n: self.among(n, tied, kind, p) for n in tied}
        missing = [
            (a, b) for a in tied for b in tied if a < b and b not in table[a] and a not in table[b]
        ]
        outcomes = []
        # A missing draw lies between a win and a loss: it makes nobody first who else is not.
        for results in product((0, 1), repeat=len(missing)):
            scores = {n: sum(table[n].values(), Fraction(0)) for n in tied}
            for (a, b), winner in zip(missing, results, strict=True):
                scores[b if winner else a] += self.win[kind]
            outcomes.append(scores)
        if not missing:
            (scores,) = outcomes
            levels = sorted(set(scores.values()), reverse=True)
            parts = [[n for n in tied if scores[n] == level] for level in levels]
        else:
            parts, left = [], [*tied]
            while left:
                sure = [
                    n
                    for n in left
                    if all(scores[n] > scores[o] for scores in outcomes for o in left if o != n)
                ]
                if not sure:
                    break
                parts.append(sure)
                left.remove(sure[0])
            parts += [left] if left else []
        if len(parts) == 1:
            return parts
        return [
            again
            for part in parts
            for again in (self.encounter(part, kind, p) if len(part) > 1 else [part])
        ]

    def extended(self, tied: list[int], rules: str, p: bool) -> list[list[int]]:
        if len(tied) == 1:
            return [tied]
        for kind in self.kinds:
            parts = self.encounter(tied, kind, p)
            if len(parts) > 1:
                return [again for part in parts for again in self.extended(part, rules, p)]
        if len(tied) == 2:
            a, b = tied
            for rule in rules.split():
                for place, cell in enumerate(self.rows[a]):
                    other = self.rows[b][place]
                    counts = cell.played or (p and cell.letter in "+-")
                    if cell.opponent != b or not counts:
                        continue
                    assert cell.boards is not None
                    assert other.boards is not None
                    ours, theirs = by_boards(rule, cell.boards), by_boards(rule, other.boards)
                    if ours != theirs:
                        return [[a], [b]] if ours > theirs else [[b], [a]]
        return [tied]

    # --- teams ---------------------------------------------------------------------------------

    def all_boards(self, number: int) -> list[Fraction]:
        rows = [cell.boards or [] for cell in self.rows[number]]
        return [sum((row[b] for row in rows), Fraction(0)) for b in range(self.boards)]

    def strength(self, number: int, factor: int = 0, *, fore: bool = False) -> Fraction:
        event = self.fore() if fore else self
        by = factor or max(1, int(self.win["MP"] * self.rounds / self.win["GP"]))
        return self.total(number, "GP") + event.buchholz(number, "MP") / by


def by_boards(rule: str, boards: list[Fraction]) -> list[Fraction]:
    if rule == "BC":
        return [-sum((n * points for n, points in enumerate(boards, 1)), Fraction(0))]
    if rule == "TBR":
        return boards
    return [sum(boards[:n], Fraction(0)) for n in range(len(boards) - 1, 0, -1)]


@cache
def chance(difference: int) -> int:
    higher = next((50 + n for n, end in enumerate(PD_ENDS) if abs(difference) <= end), 100)
    return higher if difference >= 0 else 100 - higher
