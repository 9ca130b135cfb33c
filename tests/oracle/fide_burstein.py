"""A second reading of the Burstein system (C.04.4.2 of 2026), for small fields.

Every pairing of a bracket is generated in the order of the text and judged criterion by criterion;
every set of floaters of the bracket below is tried. The seeding rounds are those of the second
reading of the Dutch system. What the text leaves open is read as docs/interpretations has it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TYPE_CHECKING

from tests.oracle import fide_dutch, fide_dutch_2026
from tests.oracle.fide_dutch_cards import (
    PLAYED,
    cards,
    initial_colour,
    kept_apart,
    lines,
    scores,
)
from tests.oracle.fide_dutch_field import OTHER, Field, NoPairing, TooLarge
from topboard.model import NotYetEntered, Scale, Withdrawn, ZeroPointBye

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.model import Tournament

__all__ = ["NoPairing", "pair_round", "pairings", "seeding_rounds"]

Pairing = tuple[tuple[tuple[int, int], ...], tuple[int, ...]]
"""The pairs, and who floats."""
LARGEST = 10
"""A larger bracket is refused: trying would take too long."""


@dataclass(frozen=True)
class Answer:
    """The round."""

    pairs: frozenset[tuple[int, int]]
    """White first."""
    bye: int | None
    brackets: tuple[Pairing, ...] = field(default=(), compare=False)


def seeding_rounds(rounds: int) -> int:
    """1.6.2"""
    return min(rounds // 2, 4)


def pair_round(tournament: Tournament) -> Answer:
    """The next round."""
    if tournament.round_to_pair <= seeding_rounds(tournament.planned_rounds):
        seeded = fide_dutch.pair_round(tournament, "fide_dutch_2026")
        return Answer(seeded.pairs, seeded.bye)
    return Reading(tournament).pair()


# --- the index (1.7) ----------------------------------------------------------------------------


def index(tournament: Tournament) -> dict[int, tuple[int, int]]:
    """Everybody's Buchholz and Sonneborn-Berger."""
    rows = lines(tournament)
    points = {number: all_rounds[-1] for number, all_rounds in scores(tournament, rows, {}).items()}
    draw = (tournament.game_scale or Scale()).draw
    found = {}
    for number, row in rows.items():
        buchholz = sonneborn = 0
        for line in row:
            score = points[number]
            if line.how == PLAYED:
                score = points[line.opponent]
                score += draw * zero_point_byes_up_to_now(tournament, line.opponent)
            buchholz += score
            sonneborn += line.gain * score
        found[number] = buchholz, sonneborn
    return found


def zero_point_byes_up_to_now(tournament: Tournament, number: int) -> int:
    """1.7.2: how many of a series "up to the current round" were "gathered in previous rounds".

    The current round, which is the one to be paired, belongs to the series.
    """
    coming = tournament.round_to_pair
    away_again = any(
        asked.number == number
        and (
            (asked.round == coming and isinstance(asked.outcome, ZeroPointBye))
            or (asked.round <= coming and isinstance(asked.outcome, Withdrawn))
        )
        for asked in tournament.requests
    )
    if not away_again:
        return 0
    count = 0
    for played in reversed(tournament.rounds):
        there = {n for m in played.meetings for n in (m.white, m.black)}
        how = dict(played.away).get(number, ZeroPointBye())
        joined = next(c.joined for c in tournament.competitors if c.number == number)
        if number in there or isinstance(how, NotYetEntered) or joined > played.number:
            break
        if not isinstance(how, ZeroPointBye | Withdrawn):
            break
        count += 1
    return count


# --- the order (4.3) ----------------------------------------------------------------------------


def pairings(numbers: tuple[int, ...], floaters: int) -> Iterator[Pairing]:
    """All pairings of a bracket with that many floaters; the numbers are in rank order."""
    if not numbers:
        yield (), ()
        return
    first, rest = numbers[0], numbers[1:]
    if len(rest) > floaters - 1:
        for other in reversed(rest):
            left = tuple(n for n in rest if n != other)
            if len(left) >= floaters:
                for pairs, floating in pairings(left, floaters):
                    yield ((first, other), *pairs), floating
    if floaters:
        for pairs, floating in pairings(rest, floaters - 1):
            yield pairs, (first, *floating)


# --- a round ------------------------------------------------------------------------------------


class Reading:
    """A round after the seeding rounds."""

    def __init__(self, tournament: Tournament) -> None:
        virtual = {one.number: one.points for one in tournament.virtual}
        found = cards(tournament, virtual, lambda *_: False, fide_dutch_2026.bars_bye)
        plain = {n: replace(card, topscorer=False) for n, card in found.items()}
        self.initial = initial_colour(tournament)
        self.field = Field(plain, kept_apart(tournament, set(plain)), self.initial)
        self.index = index(tournament)

    def rank(self, n: int) -> tuple[int, int, int]:
        """1.8"""
        buchholz, sonneborn = self.index[n]
        return -buchholz, -sonneborn, n

    def score(self, n: int) -> int:
        return self.field.cards[n].score

    def pair(self) -> Answer:
        """1.9.2: the bye, then the brackets from the top."""
        everybody = set(self.field.cards)
        bye = None
        if len(everybody) % 2:
            bye = self.bye(everybody)
            everybody -= {bye}
        elif not self.field.completes(everybody):
            raise NoPairing
        made = []
        incoming: tuple[int, ...] = ()
        values = sorted({self.score(n) for n in everybody}, reverse=True)
        for at, value in enumerate(values):
            bracket = (*incoming, *(n for n in everybody if self.score(n) == value))
            following = [n for n in everybody if values[at + 1 : at + 2] == [self.score(n)]]
            lower = [n for n in everybody if self.score(n) in values[at + 2 :]]
            pairs, incoming = self.bracket(bracket, following, lower)
            made.append((pairs, incoming))
        pairs = [pair for paired, _ in made for pair in paired]
        return Answer(frozenset(self.colours(*pair) for pair in pairs), bye, tuple(made))

    def bye(self, everybody: set[int]) -> int:
        """3.1"""
        eligible = [n for n in everybody if self.field.cards[n].may_have_bye]
        leaving = [n for n in eligible if self.field.completes(everybody - {n})]
        if not leaving:
            raise NoPairing
        lowest = min(self.score(n) for n in leaving)
        leaving = [n for n in leaving if self.score(n) == lowest]
        fewest_missed = min(self.field.cards[n].unplayed for n in leaving)
        leaving = [n for n in leaving if self.field.cards[n].unplayed == fewest_missed]
        return max(leaving, key=self.rank)

    # --- a bracket (3.2) ----------------------------------------------------------------------

    def bracket(self, people: tuple[int, ...], following: list[int], lower: list[int]) -> Pairing:
        if len(people) > LARGEST:
            raise TooLarge
        numbered = tuple(sorted(people, key=self.rank))
        for floaters in range(len(people) % 2, len(people) + 1, 2):
            candidates = [
                (pairs, floating)
                for pairs, floating in pairings(numbered, floaters)
                if all(self.field.may_meet(a, b) for a, b in pairs)
                and self.field.completes((*floating, *following, *lower))
            ]
            if candidates:
                return min(candidates, key=lambda one: self.quality(*one, following, lower))
        raise AssertionError("everybody can be paired")

    def quality(
        self,
        pairs: tuple[tuple[int, int], ...],
        floating: tuple[int, ...],
        following: list[int],
        lower: list[int],
    ) -> tuple[object, ...]:
        """C6 to C8, the smaller the better."""
        of = self.field.cards
        denied = sum(of[a].preference == of[b].preference != "" for a, b in pairs)
        return self.descending(floating), self.next_bracket(floating, following, lower), denied

    def descending(self, floating: tuple[int, ...]) -> list[int]:
        return sorted((self.score(n) for n in floating), reverse=True)

    def next_bracket(
        self, floating: tuple[int, ...], following: list[int], lower: list[int]
    ) -> tuple[int, list[int]]:
        """C7: how many float from the next bracket at best, and their scores at best."""
        people = (*floating, *following)
        for count in range(len(people) % 2, len(people) + 1, 2):
            lists = [
                self.descending(left)
                for left in combinations(people, count)
                if self.field.completes(set(people) - set(left))
                and self.field.completes((*left, *lower))
            ]
            if lists:
                return count, min(lists)
        raise AssertionError("the rest can be completed")

    # --- colours (5.2) ------------------------------------------------------------------------

    def colours(self, a: int, b: int) -> tuple[int, int]:
        """White first."""
        high, low = sorted((a, b), key=self.rank)
        one, two = self.field.cards[high], self.field.cards[low]
        if not one.had and not two.had:
            of_high = self.initial if one.odd else OTHER[self.initial]
        elif one.preference != two.preference:
            of_high = one.preference or OTHER[two.preference]
        elif one.strength != two.strength:
            of_high = one.preference if one.strength > two.strength else OTHER[one.preference]
        else:
            backwards = zip(reversed(one.had), reversed(two.had), strict=False)
            of_high = next((his for mine, his in backwards if mine != his), one.preference)
        return (high, low) if of_high == "W" else (low, high)
