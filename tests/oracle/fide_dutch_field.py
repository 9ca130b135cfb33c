"""Who may meet whom, with what colours, and the candidates of a bracket in the text's order.

Both editions of the Dutch system have this in common. Everything is found by trying.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING

from tests.oracle.fide_dutch_cards import ABSOLUTE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tests.oracle.fide_dutch_cards import Card

Pairs = tuple[tuple[int, int], ...]
Cut = "Callable[[Pairs], bool]"

OTHER = {"W": "B", "B": "W"}
LARGEST = 14
"""A larger bracket is refused: trying would take too long."""


class NoPairing(Exception):
    """No complete pairing breaks no absolute criterion."""


class TooLarge(Exception):
    """More players than can be paired by trying."""


@dataclass
class Field:
    """Those to be paired."""

    cards: dict[int, Card]
    apart: frozenset[frozenset[int]] = frozenset()
    initial: str = "W"
    bye_takers: frozenset[int] = frozenset()
    """Who may take the bye of this round."""
    known: dict[object, bool] = field(default_factory=dict)

    def score(self, n: int) -> int:
        return self.cards[n].score

    def ranked(self, people: Iterable[int]) -> tuple[int, ...]:
        return tuple(sorted(people, key=lambda n: self.cards[n].rank))

    def groups(self) -> list[tuple[int, ...]]:
        """The score groups, the highest first."""
        found = sorted({card.score for card in self.cards.values()}, reverse=True)
        return [self.ranked(n for n in self.cards if self.score(n) == s) for s in found]

    # absolute criteria

    def may_meet(self, a: int, b: int) -> bool:
        one, two = self.cards[a], self.cards[b]
        if b in one.met or a in two.met or frozenset((a, b)) in self.apart:
            return False
        if one.topscorer or two.topscorer:
            return True
        both = one.strength == two.strength == ABSOLUTE
        return not (both and one.preference == two.preference)

    def completes(self, people: Iterable[int]) -> bool:
        """Whether these can all be paired, one of them with the bye if they are odd in number."""
        rest = frozenset(people)
        if not rest:
            return True
        key = (rest, self.bye_takers)
        if key not in self.known:
            if len(rest) % 2:
                takers = sorted(rest & self.bye_takers)
                self.known[key] = any(self.completes(rest - {n}) for n in takers)
            else:
                first = min(rest)
                self.known[key] = any(
                    self.may_meet(first, n) and self.completes(rest - {first, n})
                    for n in sorted(rest - {first})
                )
        return self.known[key]

    def bracket_pairs(self, people: Iterable[int], moved_down: frozenset[int]) -> bool:
        """Whether these can all be paired in a bracket, no two moved-down players together."""
        rest = frozenset(people)
        if not rest:
            return True
        if len(rest) % 2:
            return False
        key = (rest, moved_down & rest, "bracket")
        if key not in self.known:
            first = min(rest)
            self.known[key] = any(
                self.may_meet(first, n)
                and not {first, n} <= moved_down
                and self.bracket_pairs(rest - {first, n}, moved_down)
                for n in sorted(rest - {first})
            )
        return self.known[key]

    # colours

    def colours(self, a: int, b: int) -> tuple[int, int]:
        """The pair as (white, black)."""
        high, low = self.ranked((a, b))
        one, two = self.cards[high], self.cards[low]
        of_high = self.colour_of_higher(one, two)
        return (high, low) if of_high == "W" else (low, high)

    def colour_of_higher(self, one: Card, two: Card) -> str:
        mine, yours = one.preference, two.preference
        if mine != yours:
            return mine or OTHER[yours]
        if not mine:
            return self.initial if one.odd else OTHER[self.initial]
        weight = [
            (card.strength, abs(card.difference) if card.strength == ABSOLUTE else 0)
            for card in (one, two)
        ]
        if weight[0] != weight[1]:
            return mine if weight[0] > weight[1] else OTHER[mine]
        for mine_then, yours_then in zip(one.had[::-1], two.had[::-1], strict=False):
            if mine_then != yours_then:
                return yours_then
        return mine


@dataclass(frozen=True)
class Bracket:
    """Players to be paired together, each list by rank, and who comes below them."""

    moved_down: tuple[int, ...]
    residents: tuple[int, ...]
    following: tuple[int, ...] = ()
    """The next score group."""
    lower: tuple[int, ...] = ()
    """Everybody below the next score group."""

    @property
    def players(self) -> tuple[int, ...]:
        return self.moved_down + self.residents

    @property
    def below(self) -> tuple[int, ...]:
        return self.following + self.lower


@dataclass(frozen=True)
class Paired:
    """What came of a bracket."""

    bracket: Bracket
    pairs: Pairs
    """In the order of the candidate; colours are not yet given."""
    floaters: tuple[int, ...]


# --- downfloaters -----------------------------------------------------------------------------


def fewest_downfloaters(
    field: Field, bracket: Bracket, allowed: Callable[[frozenset[int]], bool]
) -> list[frozenset[int]]:
    """The smallest sets of players without whom the bracket can be paired."""
    everybody, moved_down = frozenset(bracket.players), frozenset(bracket.moved_down)
    for count in range(len(everybody) % 2, len(everybody) + 1, 2):
        found = [
            frozenset(leaving)
            for leaving in combinations(bracket.players, count)
            if field.bracket_pairs(everybody - set(leaving), moved_down)
            and allowed(frozenset(leaving))
        ]
        if found:
            return found
    return []


def all_pairings(
    field: Field, people: Iterable[int], moved_down: frozenset[int], done: Pairs, cut: Cut
) -> Iterator[Pairs]:
    """Every way to pair all these people; what begins badly is cut off."""
    rest = field.ranked(people)
    if not rest:
        yield done
        return
    first = rest[0]
    for n in rest[1:]:
        if field.may_meet(first, n) and not {first, n} <= moved_down:
            begun = (*done, (first, n))
            if not cut(begun):
                others = [x for x in rest if x not in (first, n)]
                yield from all_pairings(field, others, moved_down, begun, cut)


def best_quality(
    field: Field,
    bracket: Bracket,
    leaving: list[frozenset[int]],
    judged: Callable[[Pairs, frozenset[int]], tuple],
) -> tuple:
    """The best that any pairing with one of these sets of downfloaters attains."""
    if len(bracket.players) > LARGEST:
        raise TooLarge(f"a bracket of {len(bracket.players)} players")
    best: tuple | None = None
    for floaters in leaving:
        best = best_with(field, bracket, floaters, judged, best)
    assert best is not None
    return best


def best_with(
    field: Field,
    bracket: Bracket,
    floaters: frozenset[int],
    judged: Callable[[Pairs, frozenset[int]], tuple],
    best: tuple | None = None,
) -> tuple | None:
    """The best of all pairings with these downfloaters, or what was found before if it is not."""

    def no_better(pairs: Pairs) -> bool:
        # What is added to a pairing never makes it better.
        return best is not None and judged(pairs, floaters) >= best

    staying = frozenset(bracket.players) - floaters
    for pairs in all_pairings(field, staying, frozenset(bracket.moved_down), (), no_better):
        best = judged(pairs, floaters)
    if best is None and not staying:
        best = judged((), floaters)
    return best


# --- the order of the candidates --------------------------------------------------------------


def transpositions(
    field: Field, upper: tuple[int, ...], lower: tuple[int, ...], done: Pairs, cut: Cut
) -> Iterator[Pairs]:
    """S1 against S2, the order of S2 changed from behind."""
    if not upper:
        yield done
        return
    for n in lower:
        if field.may_meet(upper[0], n):
            begun = (*done, (upper[0], n))
            if not cut(begun):
                rest = tuple(x for x in lower if x != n)
                yield from transpositions(field, upper[1:], rest, begun, cut)


def exchanges(people: tuple[int, ...], size: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """S1 and S2: first the original ones, then with more and more exchanged."""
    numbers = range(len(people))
    original, others = numbers[:size], numbers[size:]
    for count in range(min(len(original), len(others)) + 1):
        moves = [
            (out, into)
            for out in combinations(original, count)
            for into in combinations(others, count)
        ]
        moves.sort(
            key=lambda move: (
                sum(move[1]) - sum(move[0]),
                [-n for n in sorted(move[0], reverse=True)],
                move[1],
            )
        )
        for out, into in moves:
            upper = (set(original) - set(out)) | set(into)
            yield (
                tuple(people[n] for n in numbers if n in upper),
                tuple(people[n] for n in numbers if n not in upper),
            )


def homogeneous(
    field: Field, people: tuple[int, ...], size: int, done: Pairs, cut: Cut
) -> Iterator[Pairs]:
    """The candidates of a homogeneous bracket or of a remainder."""
    for upper, lower in exchanges(people, size):
        yield from transpositions(field, upper, lower, done, cut)


def heterogeneous(
    field: Field,
    bracket: Bracket,
    sets: Iterable[tuple[int, ...]],
    size: int,
    cut: Cut,
) -> Iterator[Pairs]:
    """The candidates of a bracket whose moved-down players are taken in these sets in turn."""
    for upper in sets:
        for met in transpositions(field, upper, bracket.residents, (), cut):
            taken = {n for pair in met for n in pair}
            remainder = tuple(n for n in bracket.residents if n not in taken)
            yield from homogeneous(field, remainder, size - len(upper), met, cut)


def first_candidate(
    field: Field,
    bracket: Bracket,
    sets: Iterable[tuple[int, ...]],
    leaving: list[frozenset[int]],
    judged: Callable[[Pairs, frozenset[int]], tuple],
) -> tuple[Pairs, tuple[int, ...]]:
    """The first candidate than which none is better, and who floats down."""
    best = best_quality(field, bracket, leaving, judged)
    size = (len(bracket.players) - len(leaving[0])) // 2

    def worse(pairs: Pairs) -> bool:
        return judged(pairs, frozenset()) > best

    for pairs in heterogeneous(field, bracket, sets, size, worse):
        floaters = frozenset(bracket.players) - {n for pair in pairs for n in pair}
        if floaters in leaving and judged(pairs, floaters) == best:
            return pairs, field.ranked(floaters)
    raise AssertionError("the best pairing is no candidate")
