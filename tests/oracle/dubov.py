"""A second reading of the Dubov rules of 1997, by hand and by trial, for small fields.

It follows the steps of the text one after the other on sets of numbers. Whether something can
be completed is found out by trying all ways. It shares no code with the engine.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

from topboard.model import (
    Colour,
    FullPointBye,
    HalfPointBye,
    Manner,
    PairingBye,
    Player,
    Withdrawn,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from topboard.model import Tournament

W, B = Colour.WHITE, Colour.BLACK
OTHER = {W: B, B: W}


@dataclass
class Person:
    """What a hand-kept card of a player shows."""

    number: int
    name: str
    r: int
    points: int = 0
    opponents: list[int] = field(default_factory=list)
    had: str = ""
    went_up: list[int] = field(default_factory=list)
    free_point: bool = False
    aro: Fraction = Fraction(0)
    due: Colour = B
    banned: frozenset[Colour] = frozenset()
    held_down: bool = False


@dataclass(frozen=True)
class Answer:
    """The round: (white, black) pairs and the bye."""

    pairs: frozenset[tuple[int, int]]
    bye: int | None


class NoRound(Exception):
    """Nothing legal."""


# --- the cards ------------------------------------------------------------------------------


def cards(tournament: Tournament) -> dict[int, Person]:
    """The card of every player of the event."""
    persons = {}
    for player in tournament.competitors:
        assert isinstance(player, Player)
        rating = tournament.unrated_as if player.rating is None else player.rating
        assert rating is not None
        persons[player.number] = Person(player.number, player.name, rating)
    for played in tournament.rounds:
        gains = dict.fromkeys(persons, 0)
        for number, how in played.away:
            if isinstance(how, PairingBye | FullPointBye):
                gains[number] = 10
                persons[number].free_point = True
            elif isinstance(how, HalfPointBye):
                gains[number] = 5
        for meeting in played.meetings:
            one, two = persons[meeting.white], persons[meeting.black]
            gains[one.number], gains[two.number] = meeting.white_points, meeting.black_points
            if one.points != two.points:
                min(one, two, key=lambda p: p.points).went_up.append(played.number)
            if meeting.manner is Manner.PLAYED:
                one.opponents.append(two.number)
                two.opponents.append(one.number)
                one.had += "W"
                two.had += "B"
            elif meeting.manner is Manner.DEFAULT:
                winner = one if meeting.white_points > meeting.black_points else two
                winner.free_point = True
            else:
                assert meeting.manner is Manner.BOTH_DEFAULTED
        for number, gain in gains.items():
            persons[number].points += gain
    for person in persons.values():
        _complete_card(person, persons, tournament)
    return persons


def _complete_card(person: Person, persons: dict[int, Person], tournament: Tournament) -> None:
    coming, planned = len(tournament.rounds) + 1, tournament.planned_rounds
    if person.opponents:
        total = sum(persons[o].r for o in person.opponents)
        person.aro = Fraction(total, len(person.opponents))
    whites, blacks = person.had.count("W"), person.had.count("B")
    if whites < blacks or (whites == blacks and person.had.endswith("B")):
        person.due = W
    person.banned = frozenset(
        colour
        for colour, letter, after in ((W, "W", whites + 1 - blacks), (B, "B", whites - blacks - 1))
        if not -2 <= after <= 2 or person.had.endswith(2 * letter)
    )
    if person.banned == {person.due}:
        person.due = OTHER[person.due]
    often = 3 if planned < 10 else 4
    too_much = len(person.went_up) >= often or coming - 1 in person.went_up
    person.held_down = too_much and coming != planned


# --- the round ------------------------------------------------------------------------------


class Table:
    """The cards on the table, and the procedure."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.coming = len(tournament.rounds) + 1
        self.card = cards(tournament)
        self.lifted: frozenset[int] = frozenset()
        self.done: list[tuple[int, int]] = []
        absent = {
            q.number
            for q in tournament.requests
            if q.round == self.coming
            or (isinstance(q.outcome, Withdrawn) and q.round <= self.coming)
        }
        self.left = {
            c.number
            for c in tournament.competitors
            if c.number not in absent and c.joined <= self.coming
        }
        self.apart = {
            frozenset((f.a, f.b))
            for f in tournament.forbidden
            if not f.wish and f.first <= self.coming <= f.last
        }
        self.promised = {n: m for a, b in tournament.required for n, m in ((a, b), (b, a))}

    # who may meet

    def letters(self, n: int) -> tuple[str, str, int]:
        return self.card[n].name.casefold(), self.card[n].name, n

    def may_meet(self, a: int, b: int, lifted: frozenset[int] | None = None) -> bool:
        lifted = self.lifted if lifted is None else lifted
        one, two = self.card[a], self.card[b]
        if a == b or b in one.opponents or frozenset((a, b)) in self.apart:
            return False
        if self.promised.get(a, b) != b or self.promised.get(b, a) != a:
            return False
        mine = frozenset() if a in lifted else one.banned
        yours = frozenset() if b in lifted else two.banned
        return (W not in mine and B not in yours) or (B not in mine and W not in yours)

    def all_meet(self, people: Iterable[int], lifted: frozenset[int] | None = None) -> bool:
        """Whether these people can be paired completely, by trying."""

        @cache
        def works(rest: frozenset[int]) -> bool:
            if not rest:
                return True
            first = min(rest)
            return any(
                self.may_meet(first, other, lifted) and works(rest - {first, other})
                for other in rest - {first}
            )

        people = frozenset(people)
        return len(people) % 2 == 0 and works(people)

    def most_pairs(self, people: Iterable[int]) -> int:
        """How many pairs can be made at most among these people, by trying."""

        @cache
        def count(rest: frozenset[int]) -> int:
            if not rest:
                return 0
            first = min(rest)
            best = count(rest - {first})
            for other in rest - {first}:
                if self.may_meet(first, other):
                    best = max(best, 1 + count(rest - {first, other}))
            return best

        return count(frozenset(people))

    def goes(self, a: int, b: int) -> bool:
        """Whether a and b may meet and all others can still be paired."""
        return self.may_meet(a, b) and self.all_meet(self.left - {a, b})

    # bye and limits

    def bye_candidates(self) -> list[int]:
        if self.coming == 1:
            order = self.first_list()[::-1]
        else:
            order = []
            for points in sorted({self.card[n].points for n in self.left}):
                group = [n for n in self.left if self.card[n].points == points]
                most = self.dominating(group)
                group.sort(key=self.letters, reverse=True)
                group.sort(
                    key=lambda n: (
                        self.card[n].r,
                        0 if self.card[n].due == most else 1,
                        -self.card[n].aro,
                    )
                )
                order += group
        return [n for n in order if self.may_have_bye(n)]

    def may_have_bye(self, n: int) -> bool:
        said = [
            r.allowed
            for r in self.tournament.bye_rulings
            if r.number == n and r.first <= self.coming <= r.last
        ]
        if n in self.promised:
            return False
        return said[-1] if said else not self.card[n].free_point

    def dominating(self, group: Iterable[int]) -> Colour | None:
        balance = sum(1 if self.card[n].due is W else -1 for n in group)
        return None if balance == 0 else W if balance > 0 else B

    def round_exists(self, byes: list[int], lifted: frozenset[int]) -> bool:
        if len(self.left) % 2 == 0:
            return self.all_meet(self.left, lifted)
        return any(self.all_meet(self.left - {n}, lifted) for n in byes)

    def settle_limits(self, byes: list[int]) -> None:
        """From the top everybody keeps the limits if the round still exists."""
        if self.round_exists(byes, frozenset()):
            return
        order = sorted(self.left, key=self.letters)
        order.sort(key=lambda n: (-self.card[n].points, -self.card[n].r))
        order = [n for n in order if self.card[n].banned]
        if not self.round_exists(byes, frozenset(order)):
            raise NoRound
        lifted = set(order)
        for n in order:
            if self.round_exists(byes, frozenset(lifted - {n})):
                lifted.remove(n)
        self.lifted = frozenset(lifted)

    def run(self) -> Answer:
        byes = self.bye_candidates()
        self.settle_limits(byes)
        bye = None
        if len(self.left) % 2:
            bye = next(n for n in byes if self.all_meet(self.left - {n}))
            self.left.remove(bye)
        if self.coming == 1:
            self.first_round()
        else:
            self.groups()
        return Answer(frozenset(self.done), bye)

    # round 1

    def first_list(self) -> list[int]:
        return sorted(self.left, key=lambda n: (-self.card[n].r, n))

    def first_round(self) -> None:
        people = self.first_list()
        half = len(people) // 2
        pairs = [(a, b) for a, b, _ in self.rows(people[:half], people[half:])]
        pairs.sort(key=lambda pair: people.index(pair[0]))
        lot = self.tournament.lot or W
        for number, (upper, lower) in enumerate(pairs, start=1):
            upper_white = (lot is W) == (number % 2 == 1)
            self.done.append((upper, lower) if upper_white else (lower, upper))

    # later rounds

    def groups(self) -> None:
        scores = sorted({self.card[n].points for n in self.left}, reverse=True)
        floating: list[int] = []
        for score in scores:
            floating = self.group(score, floating)
        assert not floating
        assert not self.left

    def at(self, score: int) -> list[int]:
        return [n for n in self.left if self.card[n].points == score]

    def lower_scores(self, score: int) -> list[int]:
        found = {self.card[n].points for n in self.left}
        return sorted((s for s in found if s < score), reverse=True)

    def group(self, score: int, floating: list[int]) -> list[int]:
        onward = self.floaters_meet(score, floating)
        self.islands_meet(score)
        members = self.at(score)
        if len(members) % 2:
            members = self.make_even(members, score)
        leaving = self.who_leaves(members, score)
        members = [n for n in members if n not in leaving]
        white, black = self.even_columns(members)
        for a, b, across in self.rows(white, black):
            if across:
                self.done.append((a, b))
                self.left -= {a, b}
            else:
                self.settle(a, b)
        # Who leaves together could not be used together.
        self.apart |= {frozenset((a, b)) for a in leaving for b in leaving if a != b}
        return onward + leaving

    def settle(self, a: int, b: int) -> None:
        self.done.append(self.colours(a, b))
        self.left -= {a, b}

    # orders

    def white_order(self, people: Iterable[int]) -> list[int]:
        people = sorted(people, key=self.letters)
        return sorted(people, key=lambda n: (self.card[n].aro, self.card[n].r))

    def black_order(self, people: Iterable[int]) -> list[int]:
        people = sorted(people, key=self.letters)
        return sorted(people, key=lambda n: (-self.card[n].r, -self.card[n].aro))

    def by_turns(self, people: Iterable[int]) -> list[int]:
        white = self.white_order(n for n in people if self.card[n].due is W)
        black = self.black_order(n for n in people if self.card[n].due is B)
        order = []
        while white or black:
            order += white[:1] + black[:1]
            white, black = white[1:], black[1:]
        return order

    def strongest(self, people: Iterable[int], wanted: Colour) -> list[int]:
        """Those due the wanted colour first, then highest R, lowest ARO."""
        people = sorted(people, key=self.letters)
        return sorted(
            people,
            key=lambda n: (self.card[n].due is not wanted, -self.card[n].r, self.card[n].aro),
        )

    def pick(
        self, order: list[int], possible: Callable[[int], bool], home: Iterable[int]
    ) -> int | None:
        """Who may go up before who may not; who leaves most pairs at home; the order."""
        able = [n for n in order if possible(n)]
        able = [n for n in able if not self.card[n].held_down] or able
        if not able:
            return None
        # How it is at home depends on all of the order, not only on those possible.
        home = set(home)
        pairs = {n: self.most_pairs(home - {n}) for n in home}
        top = max(pairs.values())
        return next((n for n in able if pairs[n] == top), able[0])

    # floaters, islands, odd groups

    def floaters_meet(self, score: int, floating: list[int]) -> list[int]:
        order = self.by_turns(floating)
        for f in order:
            residents = self.at(score)
            row = self.strongest(residents, OTHER[self.card[f].due])
            found = self.pick(row, lambda n, f=f: self.goes(f, n), residents)
            if found is not None:
                self.settle(f, found)
        return [f for f in order if f in self.left]

    def islands_meet(self, score: int) -> None:
        members = self.at(score)
        alone = [n for n in members if not any(self.may_meet(n, m) for m in members)]
        for n in self.by_turns(alone):
            for lower in self.lower_scores(score):
                row = self.strongest(self.at(lower), OTHER[self.card[n].due])
                found = self.pick(row, lambda m, n=n: self.goes(n, m), row)
                if found is not None:
                    self.settle(n, found)
                    break
            else:
                raise AssertionError("nobody for an island")

    def make_even(self, members: list[int], score: int) -> list[int]:
        """Bring one up; in the Danubian variation pair him at once."""
        most = self.dominating(members)
        assert most is not None
        others = self.left - set(members)
        for lower in self.lower_scores(score):
            row = self.strongest(self.at(lower), OTHER[most])

            def completes(n: int) -> bool:
                return self.all_meet([*members, n]) and self.all_meet(others - {n})

            found = self.pick(row, completes, row)
            if found is None:
                continue
            if "danubian" not in self.tournament.variations:
                return [*members, found]
            weak = sorted(members, key=self.letters)
            weak.sort(
                key=lambda n: (self.card[n].due is not most, self.card[n].r, self.card[n].aro)
            )
            for n in weak:
                if self.may_meet(found, n) and self.all_meet(set(members) - {n}):
                    self.settle(found, n)
                    return [m for m in members if m != n]
            raise AssertionError("no opponent for the player brought up")
        return members

    # who leaves

    def who_leaves(self, members: list[int], score: int) -> list[int]:
        """As few as can be, those whom 6.4 lets go first; of equals as the bye is given.

        Who stays is paired in the group, who goes meets somebody outside it, and so all can be.
        """
        others = self.left - set(members)
        lower = self.lower_scores(score)
        below = self.at(lower[0]) if lower else []
        order = [n for n in members if self.card[n].points == score]
        order.sort(key=self.letters, reverse=True)
        order.sort(
            key=lambda n: (
                not any(self.may_meet(n, m) for m in below),
                self.card[n].r,
                -self.card[n].aro,
            )
        )
        for count in range(len(order) + 1):
            for leaving in combinations(order, count):
                staying = [n for n in members if n not in leaving]
                if self.all_meet(staying) and self.found_below(list(leaving), members, others):
                    return list(leaving)
        raise AssertionError("nobody can leave")

    def found_below(self, leaving: list[int], members: list[int], rest: Iterable[int]) -> bool:
        """Whether the leavers can each meet somebody outside the group, all of rest too."""
        rest = set(rest) - set(leaving)
        if not leaving:
            return self.all_meet(rest)
        first, *more = leaving
        return any(
            self.may_meet(first, n) and self.found_below(more, members, rest - {n})
            for n in rest - set(members)
        )

    # columns and rows

    def even_columns(self, members: list[int]) -> tuple[list[int], list[int]]:
        white = [n for n in members if self.card[n].due is W]
        black = [n for n in members if self.card[n].due is B]
        while len(white) - len(black) >= 2:
            able = sorted((n for n in white if B not in self.card[n].banned), key=self.letters)
            if not able:
                break
            moved = min(able, key=lambda n: (self.card[n].aro, -self.card[n].r))
            white.remove(moved)
            black.append(moved)
        while len(black) - len(white) >= 2:
            able = sorted((n for n in black if W not in self.card[n].banned), key=self.letters)
            if not able:
                break
            moved = min(able, key=lambda n: (-self.card[n].aro, self.card[n].r))
            black.remove(moved)
            white.append(moved)
        return self.white_order(white), self.black_order(black)

    def rows(self, white: list[int], black: list[int]) -> list[tuple[int, int, bool]]:
        """The pairs as (chooser, chosen, whether White against Black)."""
        plain = self.fill(white, black, frozenset(), same=len(white) < len(black))
        if plain is not None:
            return plain
        served: list[int] = []
        for w in white:
            if self.each_finds_black([*served, w], black):
                served.append(w)
        stranded = frozenset(white) - frozenset(served)
        repaired = self.fill(white, black, stranded, same=True)
        return self.any_pairs(white, black) if repaired is None else repaired

    def each_finds_black(self, white: list[int], black: list[int]) -> bool:
        if not white:
            return True
        return any(
            self.may_meet(white[0], b)
            and self.each_finds_black(white[1:], [x for x in black if x != b])
            for b in black
        )

    def fill(
        self, white: list[int], black: list[int], stranded: frozenset[int], *, same: bool
    ) -> list[tuple[int, int, bool]] | None:
        """Row by row, going back to change rows above; None if nothing works.

        First the stranded, in their own column; then White against Black; then, if ``same``,
        Blacks who are left among themselves.
        """
        waiting = [w for w in white if w in stranded]
        if waiting:
            z = waiting[0]
            k = white.index(z)
            for w in white[k + 1 :] + white[:k][::-1]:
                if self.may_meet(z, w):
                    more = self.fill(
                        [x for x in white if x not in (z, w)], black, stranded, same=same
                    )
                    if more is not None:
                        return [(z, w, False), *more]
            return None
        if white:
            for b in black:
                if self.may_meet(white[0], b):
                    rest = [x for x in black if x != b]
                    more = self.fill(white[1:], rest, stranded, same=same)
                    if more is not None:
                        return [(white[0], b, True), *more]
            return None
        if black and not same:
            return None
        return self.any_pairs([], black) if self.all_meet(black) else None

    def any_pairs(self, white: list[int], black: list[int]) -> list[tuple[int, int, bool]]:
        """Any pairs of the group: each from the top the first with whom all can be paired."""
        found = []
        while white or black:
            row = [*white, *black]
            first = row[0]
            candidates = [*black, *white[1:]] if white else black[1:]
            for n in candidates:
                if self.may_meet(first, n) and self.all_meet(set(row) - {first, n}):
                    found.append((first, n, first in white and n in black))
                    white = [x for x in white if x not in (first, n)]
                    black = [x for x in black if x not in (first, n)]
                    break
        return found

    # colours

    def colours(self, a: int, b: int) -> tuple[int, int]:
        """(white, black) of a pair that is no row."""
        a, b = sorted((a, b), key=self.letters)
        one, two = self.card[a], self.card[b]

        def harm(white: Person, black: Person) -> tuple[int, int]:
            hurt = [p.number for p, c in ((white, W), (black, B)) if c in p.banned]
            return len([n for n in hurt if n not in self.lifted]), len(hurt)

        if harm(one, two) != harm(two, one):
            return (a, b) if harm(one, two) < harm(two, one) else (b, a)
        surplus = [p.had.count("W") - p.had.count("B") for p in (one, two)]
        if surplus[0] != surplus[1]:
            return (a, b) if surplus[0] < surplus[1] else (b, a)
        for mine, yours in zip(one.had[::-1], two.had[::-1], strict=False):
            if mine != yours:
                return (b, a) if mine == "W" else (a, b)
        if one.aro != two.aro:
            return (a, b) if one.aro > two.aro else (b, a)
        if one.r != two.r:
            return (a, b) if one.r < two.r else (b, a)
        return a, b


def pair(tournament: Tournament) -> Answer:
    """The next round, by hand; NoRound if there is none."""
    return Table(tournament).run()
