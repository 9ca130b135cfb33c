"""A second reading of the Dubov system of 2026 (C.04.4.1), for small fields.

Every set of upfloaters, every set of shifters and every transposition is tried in the order of the
text. What the text leaves open is read as docs/interpretations has it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, permutations
from typing import TYPE_CHECKING

from tests.oracle.fide_dutch_cards import (
    ABSOLUTE,
    MILD,
    PLAYED,
    Card,
    bye_ruling_or,
    initial_colour,
    kept_apart,
    lines,
    scores,
    taking_part,
)
from topboard.model import PairingBye, Scale

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from topboard.model import Tournament

OTHER = {"W": "B", "B": "W"}
Pairs = tuple[tuple[int, int], ...]


class NoPairing(Exception):
    """No complete pairing keeps the absolute criteria."""


@dataclass(frozen=True)
class Seeker(Card):
    """A player: everybody is due a colour."""

    aro: int = 0
    upfloats: tuple[int, ...] = ()
    games: int = 0

    @property
    def due(self) -> str:
        return self.preference or "B"

    @property
    def force(self) -> int:
        return self.strength or MILD


@dataclass(frozen=True)
class Answer:
    """The round: pairs with White first, the bye, and the upfloaters of each bracket."""

    pairs: frozenset[tuple[int, int]]
    bye: int | None
    upfloaters: tuple[tuple[int, ...], ...] = ()


# --- 1: what a player brings ----------------------------------------------------------------------


def seekers(
    tournament: Tournament, virtual: Mapping[int, tuple[int, ...]], forfeits: bool
) -> dict[int, Seeker]:
    coming = tournament.round_to_pair
    scale = tournament.game_scale or Scale()
    rows = lines(tournament)
    score = scores(tournament, rows, virtual)
    rating = {c.number: c.rating or tournament.unrated_as for c in tournament.competitors}
    here = taking_part(tournament)
    numbered = sorted(set(here) | {n for n, row in rows.items() if any(x.paired for x in row)})
    byes = {
        n for played in tournament.rounds for n, how in played.away if isinstance(how, PairingBye)
    }
    promised = {n for pair in tournament.required for n in pair}
    found = {}
    for n in here:
        row = rows[n]
        games = [line for line in row if line.how == PLAYED]
        met = [rating[line.opponent] for line in games]
        up = [
            at
            for at, line in enumerate(row, start=1)
            if line.opponent is not None
            and (line.how == PLAYED or forfeits)
            and score[line.opponent][at - 1] > score[n][at - 1]
        ]
        unplayed_win = any(line.how != PLAYED and line.gain >= scale.win for line in row)
        barred = n in byes or (unplayed_win and not bye_ruling_or(tournament, n, otherwise=False))
        found[n] = Seeker(
            number=n,
            score=score[n][coming - 1],
            met=frozenset(line.opponent for line in games),
            had="".join(line.colour for line in row),
            may_have_bye=bye_ruling_or(tournament, n, otherwise=True)
            and not barred
            and n not in promised,
            odd=numbered.index(n) % 2 == 0,
            aro=int(sum(met) / len(met) + 0.5) if met else 0,
            upfloats=tuple(up),
            games=len(games),
        )
    return found


# --- the round ------------------------------------------------------------------------------------


class Reading:
    """The players of one round."""

    def __init__(
        self,
        cards: dict[int, Seeker],
        apart: frozenset[frozenset[int]],
        initial: str,
        coming: int,
        planned: int,
    ) -> None:
        self.cards = cards
        self.apart = apart
        self.initial = initial
        self.coming = coming
        self.last = coming == planned
        self.most_upfloats = 2 + planned // 5
        self.known: dict[frozenset[int], bool] = {}

    # 2.1, 2.2

    def legal(self, a: int, b: int) -> bool:
        one, two = self.cards[a], self.cards[b]
        if b in one.met or frozenset((a, b)) in self.apart:
            return False
        return not (one.force == two.force == ABSOLUTE and one.due == two.due)

    def completable(self, people: Iterable[int]) -> bool:
        left = frozenset(people)
        if not left:
            return True
        if left not in self.known:
            first = min(left)
            self.known[left] = any(
                self.legal(first, other) and self.completable(left - {first, other})
                for other in left - {first}
            )
        return self.known[left]

    def pairings(self, people: tuple[int, ...]) -> Iterator[Pairs]:
        """Every legal way to pair them all."""
        if not people:
            yield ()
            return
        first, *rest = people
        for other in rest:
            if self.legal(first, other):
                for more in self.pairings(tuple(n for n in rest if n != other)):
                    yield ((first, other), *more)

    # 3.1

    def bye(self) -> int | None:
        everybody = frozenset(self.cards)
        if len(everybody) % 2 == 0:
            if not self.completable(everybody):
                raise NoPairing
            return None
        may = [
            n
            for n, card in self.cards.items()
            if card.may_have_bye and self.completable(everybody - {n})
        ]
        if not may:
            raise NoPairing
        return min(may, key=lambda n: (self.cards[n].score, -self.cards[n].games, -n))

    # 3.2

    def brackets(self, left: frozenset[int]) -> Iterator[tuple[tuple[int, ...], Pairs]]:
        while left:
            top = max(self.cards[n].score for n in left)
            residents = tuple(sorted(n for n in left if self.cards[n].score == top))
            lower = sorted(left - set(residents), key=lambda n: self.cards[n].rank)
            upfloaters = self.upfloaters(residents, lower)
            members = tuple(sorted((*residents, *upfloaters)))
            yield upfloaters, self.pair_bracket(members)
            left -= set(members)

    def upfloaters(self, residents: tuple[int, ...], lower: list[int]) -> tuple[int, ...]:
        for count in range(len(lower) + 1):
            possible = [
                chosen
                for chosen in combinations(lower, count)
                if self.completable((*residents, *chosen))
                and self.completable(set(lower) - set(chosen))
            ]
            if possible:
                return min(possible, key=lambda chosen: self.quality(residents, chosen))
        raise NoPairing

    def quality(self, residents: tuple[int, ...], chosen: tuple[int, ...]) -> tuple[object, ...]:
        """C5 to C10; of sets that are alike ``min`` takes the first."""
        members = (*residents, *chosen)
        maximum = [n for n in chosen if len(self.cards[n].upfloats) >= self.most_upfloats]
        again = [n for n in chosen if self.coming - 1 in self.cards[n].upfloats]
        minded = not self.last
        return (
            len(chosen),
            [-score for score in sorted(self.cards[n].score for n in chosen)],
            min(self.denied(pairs) for pairs in self.pairings(members)),
            minded and len(maximum),
            minded and sum(len(self.cards[n].upfloats) for n in maximum),
            minded and len(again),
        )

    def denied(self, pairs: Pairs) -> int:
        given = [self.colours(a, b) for a, b in pairs]
        return sum((self.cards[w].due != "W") + (self.cards[b].due != "B") for w, b in given)

    def pair_bracket(self, members: tuple[int, ...]) -> Pairs:
        by_aro = sorted(members, key=lambda n: (self.cards[n].aro, n))
        played = any(self.cards[n].had for n in members)
        if played:
            one = [n for n in by_aro if self.cards[n].due == "W"]
            two = [n for n in members if self.cards[n].due == "B"]
        else:
            one, two = list(members[: len(members) // 2]), list(members[len(members) // 2 :])
        best = min(self.denied(pairs) for pairs in self.pairings(members))
        one, two = self.balanced(members, one, two, best)
        first = [n for n in by_aro if n in one]
        for transposed in permutations(sorted(two)):
            pairs = tuple(zip(first, transposed, strict=True))
            if all(self.legal(a, b) for a, b in pairs):
                return pairs
        raise AssertionError("3.2.4 leaves a legal transposition")

    def balanced(
        self, members: tuple[int, ...], one: list[int], two: list[int], best: int
    ) -> tuple[set[int], set[int]]:
        """3.2.4: first out of the smaller, then out of the larger, in the order of 4.3."""
        small, large = (one, two) if len(one) <= len(two) else (two, one)
        inside = min(
            sum(a in small and b in small for a, b in pairs) for pairs in self.pairings(members)
        )
        back = (len(large) - len(small)) // 2 + inside
        for out in combinations(order_from_middle(small), inside):
            for other in combinations(order_from_middle(large), back):
                lean = set(small) - set(out) | set(other)
                full = set(large) - set(other) | set(out)
                if self.crossing(lean, full, best):
                    return (lean, full) if small is one else (full, lean)
        raise AssertionError("some shifters leave a legal pairing")

    def crossing(self, one: set[int], two: set[int], best: int) -> bool:
        """Whether a legal pairing with the best C7 goes across."""
        return any(
            self.denied(pairs) == best and all((a in one) != (b in one) for a, b in pairs)
            for pairs in self.across(tuple(one), frozenset(two))
        )

    def across(self, one: tuple[int, ...], two: frozenset[int]) -> Iterator[Pairs]:
        if not one:
            yield ()
            return
        for other in two:
            if self.legal(one[0], other):
                for more in self.across(one[1:], two - {other}):
                    yield ((one[0], other), *more)

    # 5

    def colours(self, a: int, b: int) -> tuple[int, int]:
        high, low = sorted((a, b), key=lambda n: self.cards[n].rank)
        colour = self.colour(self.cards[high], self.cards[low])
        return (high, low) if colour == "W" else (low, high)

    def colour(self, high: Seeker, low: Seeker) -> str:
        if not high.had and not low.had:
            return self.initial if high.odd else OTHER[self.initial]
        if high.due != low.due:
            return high.due
        if high.force != low.force:
            return high.due if high.force > low.force else OTHER[low.due]
        for mine, yours in zip(high.had[::-1], low.had[::-1], strict=False):
            if mine != yours:
                return OTHER[mine]
        return high.due


def order_from_middle(listed: list[int]) -> list[int]:
    """4.3.3: from the middle outwards, the upper of two middles first."""
    middle, upwards = (len(listed) - 1) // 2, len(listed) % 2 == 1
    order = []
    for step in range(len(listed)):
        distance = (step + 1) // 2
        side = -1 if (step % 2 == 1) == upwards else 1
        order.append(listed[middle + side * distance])
    return order


def pair_round(
    tournament: Tournament,
    virtual: Mapping[int, tuple[int, ...]] | None = None,
    forfeits: bool = False,
) -> Answer:
    """The next round; ``forfeits`` where a forfeited pairing is an upfloat."""
    recorded = {one.number: one.points for one in tournament.virtual}
    cards = seekers(tournament, virtual or recorded, forfeits)
    here = Reading(
        cards,
        kept_apart(tournament, set(cards)),
        initial_colour(tournament),
        tournament.round_to_pair,
        tournament.planned_rounds,
    )
    bye = here.bye()
    made = list(here.brackets(frozenset(cards) - {bye}))
    return Answer(
        frozenset(here.colours(*pair) for _, pairs in made for pair in pairs),
        bye,
        tuple(upfloaters for upfloaters, _ in made),
    )
