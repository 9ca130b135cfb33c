"""The Double-Swiss System, C.04.5 of 2026, read a second time: everything is found by trying.

All sets of upfloaters are looked at in the order of 3.5, all pairings of a bracket in that of 3.6.
Names are short and the way is long: this is to be held against the text, not to be fast.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from topboard.model import (
    Colour,
    FullPointBye,
    HalfPointBye,
    Manner,
    PairingBye,
    Withdrawn,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from topboard.model import Meeting, Tournament

BYES = {PairingBye: 15, FullPointBye: 20, HalfPointBye: 10}
"""1.4: the bye is a win and a draw; other byes are for the whole match."""
WENT_ON = (Manner.PLAYED, Manner.UNFINISHED)


class NoPairing(Exception):
    """The round cannot be paired: the arbiter decides (3.3.3)."""


@dataclass
class Card:
    """A player as the round finds him."""

    tpn: int
    score: int
    number: int
    """The number by which colours are given."""
    met: set[int]
    colours: str
    matches: int
    floated: bool
    barred: bool


@dataclass
class Paired:
    """A round: who has White in the first game, and whom he meets."""

    pairs: list[tuple[int, int]]
    bye: int | None
    brackets: list[tuple[list[int], list[int]]]
    """Residents and upfloaters of each."""


def pair_round(event: Tournament) -> Paired:
    """The next round."""
    cards = cards_of(event)
    last_round = event.planned_rounds == len(event.rounds) + 1
    apart = {
        frozenset((pair.a, pair.b))
        for pair in event.forbidden
        if pair.first <= len(event.rounds) + 1 <= pair.last and not pair.wish
    }
    table = Table(cards, apart, last_round, graded="graded" in event.variations)
    bye, brackets, pairs = table.paired()
    initial = "W" if event.lot in (None, Colour.WHITE) else "B"
    return Paired([give_colours(cards[a], cards[b], initial) for a, b in pairs], bye, brackets)


# --- what the rounds so far left ------------------------------------------------------------


def cards_of(event: Tournament) -> dict[int, Card]:
    """Everybody to be paired (C.04.2 3.2 to 3.5)."""
    upcoming = len(event.rounds) + 1
    away = {
        r.number
        for r in event.requests
        if r.round == upcoming or (isinstance(r.outcome, Withdrawn) and r.round <= upcoming)
    }
    here = [c.number for c in event.competitors if c.number not in away and c.joined <= upcoming]
    everybody = {c.number: 0 for c in event.competitors}
    met: dict[int, set[int]] = {n: set() for n in everybody}
    colours = dict.fromkeys(everybody, "")
    matches = dict.fromkeys(everybody, 0)
    floated = dict.fromkeys(everybody, False)
    barred = dict.fromkeys(everybody, False)
    in_use = {*here}
    for played in event.rounds:
        before = with_virtual(event, everybody, played.number)
        floated = dict.fromkeys(everybody, False)
        for n, outcome in played.away:
            everybody[n] += BYES.get(type(outcome), 0)
            barred[n] |= isinstance(outcome, PairingBye | FullPointBye)
            if isinstance(outcome, PairingBye):
                in_use.add(n)
        for meeting in played.meetings:
            sides = ((meeting.white, meeting.black), (meeting.black, meeting.white))
            points = (meeting.white_points, meeting.black_points)
            in_use |= {meeting.white, meeting.black} - {None}
            for (own, other), letter, score, against in zip(
                sides, "WB", points, points[::-1], strict=True
            ):
                everybody[own] += score
                barred[own] |= meeting.manner is Manner.DEFAULT and score > against
                if meeting.manner in WENT_ON:
                    met[own].add(other)
                    matches[own] += 1
                    colours[own] += letter if some_game(meeting) else ""
                    floated[own] = before[own] != before[other]
    numbers = {n: at for at, n in enumerate(sorted(in_use), start=1)}
    scores = with_virtual(event, everybody, upcoming)
    return {
        n: Card(
            n,
            scores[n],
            numbers[n],
            met[n],
            colours[n],
            matches[n],
            floated[n],
            barred[n],
        )
        for n in here
    }


def with_virtual(event: Tournament, scores: dict[int, int], played: int) -> dict[int, int]:
    """C.04.7 1.5: the scores with which a round is paired."""
    more = {one.number: one.points[played - 1 : played] for one in event.virtual}
    return {n: score + sum(more.get(n, ())) for n, score in scores.items()}


def some_game(meeting: Meeting) -> bool:
    """1.6: a match has a colour if one of its games was played."""
    return not meeting.games or any(game.manner in WENT_ON for game in meeting.games)


# --- the round ------------------------------------------------------------------------------


class Table:
    """Those to be paired, and the criteria."""

    def __init__(
        self, cards: dict[int, Card], apart: set[frozenset[int]], last: bool, *, graded: bool
    ) -> None:
        self.cards, self.apart, self.last, self.graded = cards, apart, last, graded
        self.known: dict[frozenset[int], bool] = {}

    def legal(self, a: int, b: int) -> bool:
        """C1."""
        return b not in self.cards[a].met and frozenset((a, b)) not in self.apart

    def completes(self, people: Iterable[int]) -> bool:
        """C3: all of these can be paired."""
        rest = frozenset(people)
        if len(rest) % 2:
            return False
        if not rest:
            return True
        if rest not in self.known:
            first = min(rest)
            self.known[rest] = any(
                self.legal(first, other) and self.completes(rest - {first, other})
                for other in rest - {first}
            )
        return self.known[rest]

    def paired(
        self,
    ) -> tuple[int | None, list[tuple[list[int], list[int]]], list[tuple[int, int]]]:
        """3.3: the bye, then bracket after bracket from the top."""
        left = set(self.cards)
        bye = self.bye(left) if len(left) % 2 else None
        left -= {bye}
        if not self.completes(left):
            raise NoPairing
        brackets, pairs = [], []
        while left:
            highest = max(self.cards[n].score for n in left)
            residents = sorted(n for n in left if self.cards[n].score == highest)
            upfloaters = self.upfloaters(residents, left - {*residents})
            brackets.append((residents, list(upfloaters)))
            pairs += self.bracket(residents, upfloaters)
            left -= {*residents, *upfloaters}
        return bye, brackets, pairs

    def bye(self, people: set[int]) -> int:
        """3.4: C2; completable; lowest score; most matches; largest number."""
        may = sorted(
            (n for n in people if not self.cards[n].barred),
            key=lambda n: (self.cards[n].score, -self.cards[n].matches, -n),
        )
        for n in may:
            if self.completes(people - {n}):
                return n
        raise NoPairing

    # --- 3.5: the upfloaters ----------------------------------------------------------------

    def upfloaters(self, residents: list[int], lower: set[int]) -> tuple[int, ...]:
        """The first set that is best by C4 to C7."""
        for many in range(len(residents) % 2, len(lower) + 1, 2):
            sets = [s for s in self.sets(lower, many) if self.fits(residents, lower, s)]
            if sets:
                return self.best(residents, sets, lower)
        raise AssertionError("everybody can be paired")

    def sets(self, lower: set[int], many: int) -> Iterator[tuple[int, ...]]:
        """3.5.3, 3.5.4: each by score and number, all of them number by number."""
        ordered = sorted(lower, key=lambda n: (-self.cards[n].score, n))
        yield from sorted(combinations(ordered, many))

    def fits(self, residents: Iterable[int], lower: set[int], chosen: tuple[int, ...]) -> bool:
        """C1 in the bracket, C3 below it."""
        return self.completes({*residents, *chosen}) and self.completes(lower - {*chosen})

    def best(
        self, residents: list[int], sets: list[tuple[int, ...]], lower: set[int]
    ) -> tuple[int, ...]:
        scores = [sorted(self.cards[n].score for n in chosen) for chosen in sets]
        highest = max(scores)
        sets = [s for s, found in zip(sets, scores, strict=True) if found == highest]
        needed = [self.following_needs(residents, lower - {*s}) for s in sets]
        if self.graded or not all(needed):
            sets = [s for s, n in zip(sets, needed, strict=True) if n == min(needed)]
        if not self.last:
            fewest = min(self.floaters(s) for s in sets)
            sets = [s for s in sets if self.floaters(s) == fewest]
        return sets[0]

    def floaters(self, people: Iterable[int]) -> int:
        return sum(self.cards[n].floated for n in people)

    def following_needs(self, residents: list[int], left: set[int]) -> int:
        """C6: what the next scoregroup, unless emptied, needs beyond one of an odd number."""
        own = self.cards[residents[0]].score
        below = [card.score for card in self.cards.values() if card.score < own]
        group = {n for n in left if below and self.cards[n].score == max(below)}
        lower = left - group
        odd = len(group) % 2
        for many in range(odd, len(lower) + 1, 2):
            if any(self.fits(group, lower, s) for s in combinations(lower, many)):
                return many - odd
        raise AssertionError("everybody left can be paired")

    # --- 3.6: the bracket -------------------------------------------------------------------

    def bracket(self, residents: list[int], upfloaters: tuple[int, ...]) -> list[tuple[int, int]]:
        """The first pairing by its identifier that is best by C8."""
        members = sorted((*residents, *upfloaters))
        found = list(self.pairings(members))
        return min(found, key=lambda pairs: (self.charge(pairs, upfloaters), identifier(pairs)))

    def pairings(self, members: list[int]) -> Iterator[list[tuple[int, int]]]:
        if not members:
            yield []
            return
        first, *others = members
        for other in others:
            if self.legal(first, other):
                for rest in self.pairings([n for n in others if n != other]):
                    yield [(first, other), *rest]

    def charge(self, pairs: list[tuple[int, int]], upfloaters: tuple[int, ...]) -> int:
        """C8: opponents of upfloaters who floated in the round before; not in the last round."""
        if self.last:
            return 0
        both = [couple for a, b in pairs for couple in ((a, b), (b, a))]
        return sum(self.cards[other].floated for one, other in both if one in upfloaters)


def identifier(pairs: list[tuple[int, int]]) -> list[int]:
    """3.6.1, 3.6.2: the top members by number, then their opponents."""
    ordered = sorted((min(pair), max(pair)) for pair in pairs)
    return [top for top, _ in ordered] + [bottom for _, bottom in ordered]


# --- 4: the colours -------------------------------------------------------------------------


def give_colours(a: Card, b: Card, initial: str) -> tuple[int, int]:
    """White in the first game, and Black."""
    higher, lower = sorted((a, b), key=lambda card: (-card.score, card.tpn))
    colour = colour_of_higher(higher, lower, initial)
    return (higher.tpn, lower.tpn) if colour == "W" else (lower.tpn, higher.tpn)


def colour_of_higher(higher: Card, lower: Card, initial: str) -> str:
    """4.3, the first rule that applies."""
    other = {"W": "B", "B": "W"}
    if not higher.colours and not lower.colours:
        return initial if higher.number % 2 else other[initial]
    whites = higher.colours.count("W") - lower.colours.count("W")
    if whites:
        return "B" if whites > 0 else "W"
    for own, others in zip(higher.colours[::-1], lower.colours[::-1], strict=False):
        if own != others:
            return others
    if higher.colours:
        return other[higher.colours[-1]]
    return lower.colours[-1]
