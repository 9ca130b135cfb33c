"""A second reading of the Lim system (C.04.4.3), by hand and by trial, for small fields.

It goes through the round as somebody with cards on a table would: the bye, the groups from the top
to just above the median, those from the bottom to just below it, the median last. What can be
paired is found out by laying out every pairing. What the text leaves open is read as
docs/interpretations has it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.oracle.fide_dutch_cards import BYE, PLAYED, cards, initial_colour, kept_apart
from topboard.model import Player, Scale

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tests.oracle.fide_dutch_cards import Card, Line
    from topboard.model import Tournament

OTHER = {"W": "B", "B": "W"}
WIDEST = 100
"""How far apart ratings may be in a maxi-tournament."""

Pairs = "tuple[tuple[int, int], ...]"


class NoRound(Exception):
    """Nothing legal."""


@dataclass(frozen=True)
class Answer:
    """The round: (white, black) pairs and the bye.

    For the median, ``cracked`` pairs were taken apart and ``exchanged`` floaters changed places
    with another of their group.
    """

    pairs: frozenset[tuple[int, int]]
    bye: int | None
    cracked: int = 0
    exchanged: int = 0


@dataclass
class Side:
    """One side of the median after its groups were paired."""

    downward: bool
    outer: list[tuple[int, int]]
    """The pairs of all its groups but the last."""
    inner: list[tuple[int, int]]
    """The pairs of the group next to the median."""
    floaters: list[int]
    """Those who went on to the median."""
    last_group: list[int]
    """Everybody who was in the group next to the median."""
    incoming: set[int]
    """Those who had floated into it."""
    whole: bool = True
    """Whether all of its pairs are still there."""

    def pairs(self) -> list[tuple[int, int]]:
        return self.outer + self.inner

    def crack(self) -> None:
        """2.6: both players of the pair made last go to the median."""
        self.floaters += (self.inner or self.outer).pop()
        self.whole = False


def pair_round(
    tournament: Tournament, virtual: Mapping[int, tuple[int, ...]] | None = None
) -> Answer:
    """The next round."""
    return Table(tournament, virtual or {}).pair()


def unplayed_is_no_float(_line: Line, _scale: Scale) -> bool:
    return False


def bars_bye(line: Line, scale: Scale) -> bool:
    return line.how == BYE or (line.how != PLAYED and line.gain >= scale.win)


class Table:
    """The cards of a round on the table."""

    def __init__(self, tournament: Tournament, virtual: Mapping[int, tuple[int, ...]]) -> None:
        scale = tournament.game_scale or Scale()
        self.cards = cards(tournament, virtual, unplayed_is_no_float, bars_bye)
        self.apart = kept_apart(tournament, set(self.cards))
        self.lot = initial_colour(tournament)
        self.first_round = not tournament.rounds
        self.last_round = tournament.round_to_pair == tournament.planned_rounds
        self.twice_median = (tournament.round_to_pair - 1) * scale.win
        self.maxi = "maxi" in tournament.variations
        players = [p for p in tournament.competitors if isinstance(p, Player)]
        self.rated = {p.number: p.rating or 0 for p in players}
        self.ratings = {p.number: p.rating or tournament.unrated_as or 0 for p in players}
        self.pairable: dict[frozenset[int], bool] = {}
        self.largest: dict[frozenset[int], int] = {}

    # --- two players --------------------------------------------------------------------------

    def may_have(self, card: Card, colour: str) -> bool:
        """5.1.1, 5.1.2: never three times running, never three more of one than of the other."""
        after = card.had + colour
        return after[-3:] != 3 * colour and abs(after.count("W") - after.count("B")) < 3

    def compatible(self, a: int, b: int) -> bool:
        """2.1; 6: in the last round only whether they have met counts."""
        one, two = self.cards[a], self.cards[b]
        if a == b or b in one.met or a in two.met or frozenset((a, b)) in self.apart:
            return False
        return self.last_round or any(
            self.may_have(one, c) and self.may_have(two, OTHER[c]) for c in "WB"
        )

    def due(self, n: int) -> str:
        """5.1: the colour had less often, else the one not had last."""
        card = self.cards[n]
        if card.difference:
            return "B" if card.difference > 0 else "W"
        return OTHER[card.had[-1]] if card.had else ""

    def suit(self, a: int, b: int) -> bool:
        return not self.due(a) or self.due(a) != self.due(b)

    def close(self, a: int, b: int) -> bool:
        return not self.maxi or abs(self.ratings[a] - self.ratings[b]) <= WIDEST

    # --- sets of players ------------------------------------------------------------------------

    def can_be_paired(self, people: Iterable[int]) -> bool:
        rest = frozenset(people)
        if rest not in self.pairable:
            if len(rest) % 2:
                self.pairable[rest] = False
            else:
                self.pairable[rest] = not rest or any(
                    self.can_be_paired(rest - {min(rest), n})
                    for n in rest
                    if self.compatible(min(rest), n)
                )
        return self.pairable[rest]

    def most_pairs(self, people: Iterable[int]) -> int:
        """How many pairs can be made of these."""
        rest = frozenset(people)
        if len(rest) < 2:
            return 0
        if rest not in self.largest:
            first = min(rest)
            without = self.most_pairs(rest - {first})
            with_it = [
                1 + self.most_pairs(rest - {first, n}) for n in rest if self.compatible(first, n)
            ]
            self.largest[rest] = max([without, *with_it])
        return self.largest[rest]

    # --- the round ------------------------------------------------------------------------------

    def pair(self) -> Answer:
        bye = self.bye() if len(self.cards) % 2 else None
        here = sorted(n for n in self.cards if n != bye)
        if not self.can_be_paired(here):
            raise NoRound
        median = [n for n in here if 2 * self.cards[n].score == self.twice_median]
        higher, lower = [n for n in here if self.higher(n)], [n for n in here if self.lower(n)]
        above = self.side(higher, median, downward=True)
        below = self.side(lower, [*median, *above.floaters], downward=False)
        cracked = exchanged = 0
        while not self.can_be_paired([*median, *above.floaters, *below.floaters]):
            if self.exchange(median, above, below):
                exchanged += 1
                continue
            # 2.6.1, 2.6.2: the last pair made on a side, going outwards.
            if len(above.floaters) > len(below.floaters):
                side = below if below.pairs() else above
            else:
                side = above if above.pairs() else below
            side.crack()
            cracked += 1
        middle, none = self.group(
            median, above.floaters, below.floaters, (), downward=True, median=True
        )
        assert not none
        return Answer(
            frozenset(
                [self.colours(*pair, upper=True) for pair in (*above.pairs(), *middle)]
                + [self.colours(*pair, upper=False) for pair in below.pairs()]
            ),
            bye,
            cracked,
            exchanged,
        )

    def higher(self, n: int) -> bool:
        return 2 * self.cards[n].score > self.twice_median

    def lower(self, n: int) -> bool:
        return 2 * self.cards[n].score < self.twice_median

    def bye(self) -> int:
        """1.1, 7.1: the lowest of the lowest group, in round 1 the lowest rated."""
        wanting = [n for n in self.cards if self.cards[n].may_have_bye]
        if self.first_round:
            wanting.sort(key=lambda n: (self.rated[n], -n))
        else:
            wanting.sort(key=lambda n: (self.cards[n].score, -n))
        for n in wanting:
            if self.can_be_paired(self.cards.keys() - {n}):
                return n
        raise NoRound

    def side(self, people: list[int], middle: list[int], *, downward: bool) -> Side:
        """2.2: the groups of one side, towards those who are in the median already."""
        scores = sorted({self.cards[n].score for n in people}, reverse=downward)
        groups = [[n for n in people if self.cards[n].score == s] for s in scores]
        side = Side(downward, [], [], [], [], set())
        for own, adjacent in zip(groups, [*groups[1:], middle], strict=False):
            ahead = (side.floaters, []) if downward else ([], side.floaters)
            pairs, leaving = self.group(own, *ahead, adjacent, downward=downward)
            side.outer += side.inner
            side.inner, side.incoming = pairs, {*side.floaters}
            side.last_group = [*own, *side.floaters]
            side.floaters = leaving
        return side

    def exchange(self, median: list[int], above: Side, below: Side) -> bool:
        """3.5: a floater with whom the median cannot be paired changes places with another of
        his group; who comes last in the median is exchanged first."""
        for side, other in ((below, above), (above, below)):
            if not side.whole:
                continue
            there = [*median, *other.floaters]
            for floater in self.from_last_to_first(side):
                others = [n for n in side.floaters if n != floater]
                staying = [n for n in side.last_group if n not in others]
                able = [
                    n
                    for n in sorted(staying, reverse=not side.downward)
                    if n != floater
                    and self.can_be_paired({*staying} - {n})
                    and self.can_be_paired([*there, *others, n])
                ]
                if able:
                    chosen = self.first_to_leave(
                        able, staying, others, side.incoming, there, side.downward
                    )
                    side.floaters = [*others, chosen]
                    self.pair_again(side)
                    return True
        return False

    def from_last_to_first(self, side: Side) -> list[int]:
        order = (side.floaters, ()) if side.downward else ((), side.floaters)
        return self.floaters_in_order(*order, downward=True)[::-1]

    def pair_again(self, side: Side) -> None:
        """The group next to the median, for which those who leave it are settled."""
        staying = sorted(
            (n for n in side.last_group if n not in side.floaters), reverse=not side.downward
        )
        ahead = (side.incoming, ()) if side.downward else ((), side.incoming)
        side.inner = self.pairs_of(staying, *ahead, downward=side.downward)

    # --- one group ------------------------------------------------------------------------------

    def group(
        self,
        own: Iterable[int],
        down: Iterable[int],
        up: Iterable[int],
        adjacent: Iterable[int],
        *,
        downward: bool,
        median: bool = False,
    ) -> tuple[list[tuple[int, int]], list[int]]:
        """The pairs of a group with its floaters from above and below, and who leaves it."""
        incoming = {*down, *up}
        staying = sorted({*own, *incoming}, reverse=not downward)
        leaving: list[int] = []
        pairs = self.most_pairs(staying)
        while len(staying) > 2 * pairs:
            gone = self.next_to_leave(staying, leaving, incoming, list(adjacent), pairs, downward)
            staying.remove(gone)
            leaving.append(gone)
        assert not (median and leaving)
        return self.pairs_of(staying, down, up, downward=downward), leaving

    def pairs_of(
        self, staying: list[int], down: Iterable[int], up: Iterable[int], *, downward: bool
    ) -> list[tuple[int, int]]:
        """The pairs of those who stay: the floaters first, then the others."""
        made: list[tuple[int, int]] = []
        for floater in self.floaters_in_order(down, up, downward):
            if floater not in staying:
                continue
            # 3.8: a floater from above looks for the highest, one from below for the lowest.
            seen = sorted((n for n in staying if n != floater), reverse=floater in up)
            self.seat(floater, seen, staying, made)
        while staying:
            self.seat(staying[0], self.tried(staying), staying, made)
        return made

    def floaters_in_order(
        self, down: Iterable[int], up: Iterable[int], downward: bool
    ) -> list[int]:
        """3.6, 3.7."""
        from_above = sorted(down, key=lambda n: (-self.cards[n].score, n))
        from_below = sorted(up, key=lambda n: (self.cards[n].score, -n))
        return from_above + from_below if downward else from_below + from_above

    def tried(self, people: list[int]) -> list[int]:
        """4.2: the first of six tries 4, 5, 6, then 3, then 2."""
        half = len(people) // 2
        return people[half:] + people[1:half][::-1]

    def seat(
        self, player: int, seen: list[int], staying: list[int], made: list[tuple[int, int]]
    ) -> None:
        """3.8, 5.2, 5.7: the first available who is due the other colour, else the first."""
        available = [
            n
            for n in seen
            if self.compatible(player, n) and self.can_be_paired({*staying} - {player, n})
        ]
        suited = [n for n in available if self.suit(player, n) and self.close(n, available[0])]
        opponent = (suited or available)[0]
        made.append((player, opponent))
        staying.remove(player)
        staying.remove(opponent)

    # --- who leaves -----------------------------------------------------------------------------

    def next_to_leave(
        self,
        staying: list[int],
        leaving: list[int],
        incoming: set[int],
        adjacent: list[int],
        pairs: int,
        downward: bool,
    ) -> int:
        """2.3: those without an opponent in the group before all others."""
        able = [n for n in staying if self.most_pairs({*staying} - {n}) == pairs]
        without = [n for n in able if not any(self.compatible(n, m) for m in staying)]
        return self.first_to_leave(without or able, staying, leaving, incoming, adjacent, downward)

    def first_to_leave(
        self,
        able: list[int],
        staying: list[int],
        leaving: list[int],
        incoming: set[int],
        adjacent: list[int],
        downward: bool,
    ) -> int:
        """3.2 to 3.4, 3.9, 3.10."""
        for avoid in "abc":
            kept = [
                n for n in able if self.type_of(n, leaving, incoming, adjacent, downward) != avoid
            ]
            able = kept or able
        able = [n for n in able if not self.cards[n].last_float] or able
        lowest = able[-1]
        white = sum(self.due(n) == "W" for n in staying)
        black = sum(self.due(n) == "B" for n in staying)
        if white != black:
            wanted = "W" if white > black else "B"
            equalising = [n for n in able if self.due(n) == wanted and self.close(n, lowest)]
            if equalising:
                return equalising[-1]
        return lowest

    def type_of(
        self,
        n: int,
        leaving: list[int],
        incoming: set[int],
        adjacent: list[int],
        downward: bool,
    ) -> str:
        """3.9.1: a, b, c or d."""
        ahead = [m for m in leaving if self.comes_before(m, n, downward)]
        found = self.finds_opponent(n, ahead, adjacent)
        if n in incoming:
            return "b" if found else "a"
        return "d" if found else "c"

    def comes_before(self, one: int, other: int, downward: bool) -> bool:
        first = self.floaters_in_order(
            *(((one, other), ()) if downward else ((), (one, other))), downward
        )[0]
        return first == one

    def finds_opponent(self, n: int, ahead: list[int], adjacent: list[int]) -> bool:
        """3.3, 3.4: those whom the floaters ahead need do not count."""
        return self.most_seated([*ahead, n], adjacent) > self.most_seated(ahead, adjacent)

    def most_seated(self, floaters: list[int], adjacent: list[int]) -> int:
        if not floaters:
            return 0
        first, *others = floaters
        ways: Iterator[int] = (
            1 + self.most_seated(others, [m for m in adjacent if m != n])
            for n in adjacent
            if self.compatible(first, n)
        )
        return max([self.most_seated(others, adjacent), *ways])

    # --- colours ----------------------------------------------------------------------------------

    def colours(self, a: int, b: int, *, upper: bool) -> tuple[int, int]:
        """5, 7.2: the pair with White first."""
        high, low = sorted((a, b), key=lambda n: self.cards[n].rank)
        one, two = self.cards[high], self.cards[low]
        of_high = self.colour_of_higher(one, two, upper)
        return (high, low) if of_high == "W" else (low, high)

    def colour_of_higher(self, one: Card, two: Card, upper: bool) -> str:
        fitting = [c for c in "WB" if self.may_have(one, c) and self.may_have(two, OTHER[c])]
        if len(fitting) == 1:
            return fitting[0]
        mine, yours = self.due(one.number), self.due(two.number)
        if mine != yours:
            return mine or OTHER[yours]
        if not mine:
            return self.lot if one.odd else OTHER[self.lot]
        for mine_then, yours_then in zip(one.had[::-1], two.had[::-1], strict=False):
            if mine_then != yours_then:
                return yours_then
        return mine if upper else OTHER[mine]
