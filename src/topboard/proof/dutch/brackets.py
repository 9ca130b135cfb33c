"""Brackets from the highest score down: who is left over, and that nothing would be better."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import groupby
from typing import Any

from topboard.proof.dutch.criteria import Charges, JudgedBracket, QualityOf2017, QualityOf2026
from topboard.proof.dutch.players import RankedPlayers
from topboard.proof.dutch.rows import FittingPairs
from topboard.proof.dutch.texts import DutchText
from topboard.proof.dutch.weighing import HalvesDigits, MovedDownDigits, WeighedByDuals
from topboard.proof.seeking import bridge_of, with_exits
from topboard.proof.steps import NotProved, Steps
from topboard.proof.witnesses import as_set, blocks, left_over

ITSELF, NEXT, ALL = "itself", "next", "all"
"""Over whom a bracket is judged: its members, the next bracket too, or everybody below."""
Mates = Mapping[int, int]
Step = Mapping[str, Any]


class PairingInProgress:
    """A round being followed: everybody's place, and the place of everybody's opponent.

    Where there is no opponent it is the place behind everybody.
    """

    score: int | None = None
    """Of who is to have the bye, where that is settled and he does not have it yet."""

    def __init__(self, steps: Steps, text: DutchText, ranked: RankedPlayers, mate: Mates) -> None:
        self.steps, self.text, self.mate = steps, text, mate
        self.players, self.graph = ranked.players, ranked.graph
        self.numbers = [one.number for one in self.players]
        self.nobody, self.rounds = len(self.players), len(ranked.event.rounds)

    def groups(self) -> list[range]:
        """The places of those with the same score, the highest first."""
        places = groupby(range(self.nobody), key=lambda p: self.players[p].points)
        groups = ([*group] for _, group in places)
        return [range(group[0], group[-1] + 1) for group in groups]

    def bracket(
        self, moved_down: Iterable[int], residents: range, following: range
    ) -> JudgedBracket:
        """The residents of a group with those left over above."""
        return JudgedBracket(self.players, [*moved_down], residents, following, self.rounds)

    def may_have_bye(self, places: Iterable[int], score: int | None) -> list[int]:
        """Those to whom the bye may fall; it may be settled what score its receiver has."""
        allowed = (p for p in places if not self.players[p].barred)
        return [p for p in allowed if score is None or self.players[p].points == score]

    def is_incomplete(self, places: Collection[int], score: int | None, written: Any) -> bool:
        """Whether a bridge shows that not all can be paired, one of an odd number with the bye."""
        bridge = bridge_of(written, self.numbers, (self.nobody,))
        graph = with_exits(self.graph, as_set(self.may_have_bye(places, score)), 1)
        within = as_set(places) | len(places) % 2 << self.nobody
        return bridge is not None and blocks(graph, within, bridge)

    def by(self, article: str) -> Steps:
        """What follows is the matter of an article."""
        self.steps.under(article)
        return self.steps

    def unproved(self, article: str) -> NotProved:
        """The present step lacks a witness."""
        return self.by(article).refused("nothing shows that there is nothing better here")


class Judged:
    """A bracket as some pairs have it, to be proved the first of the best."""

    def __init__(
        self,
        going: PairingInProgress,
        bracket: JudgedBracket,
        mate: Mates,
        *,
        looks_ahead: bool = True,
    ) -> None:
        self.going, self.bracket, self.looks_ahead = going, bracket, looks_ahead
        start, stop = bracket.residents.start, bracket.residents.stop
        inside = {p for p in bracket.members if mate[p] < stop and max(p, mate[p]) >= start}
        self.left = [place for place in bracket.members if place not in inside]
        self.inside = {**mate, **dict.fromkeys(self.left, going.nobody)}
        self.mate = dict(mate)
        self.is_last = stop == going.nobody
        self.gives_bye = going.score is not None and going.score >= bracket.points

    def quality(self, order: Any = ()) -> Charges:
        """What the criteria charge."""
        return QualityOf2026(self.bracket, order)

    def bye(self, quality: Charges) -> Callable[[int], int]:
        """What the criteria say of who has the bye, where the only one left has it."""
        return quality.bye if self.gives_bye and len(self.left) == 1 else lambda _: 0

    def prove(self, step: Step) -> None:
        """The witnesses of a step show that nothing is better, and nothing as good is earlier."""
        scope, bracket, text = step.get("scope", ITSELF), self.bracket, self.going.text
        leavers = self._leavers(scope, step)
        if "classes" in step and scope == ITSELF:
            quality = self.quality()
            tight = FittingPairs(quality, self.inside, leavers)
            legal, bye = self.going.graph, self.bye(quality)
            self._judge(quality, tight.exceeded(step["classes"], legal, bye), ())
            self._first(tight.first_residents(step.get("moved_down")))
            if not tight.first_exchange(step.get("exchange")):
                raise self.going.unproved(text.exchange)
            try:
                self._first(tight.first_rows(step.get("kept")))
            except (TypeError, KeyError, IndexError):
                raise self.going.unproved(text.rows) from None
            return
        if bracket.moved_down:
            order = MovedDownDigits(bracket), (text.chosen, text.chosen, text.rows)
            self._weigh(step.get("first"), order, scope, leavers, ())
        settled = [p for p in bracket.moved_down if p not in self.left]
        gone = {*settled, *(self.inside[p] for p in settled)}
        rest = [p for p in bracket.residents if p not in gone]
        half = sum(self.inside[p] < self.going.nobody for p in rest) // 2
        halves = HalvesDigits(rest, half), (*[text.exchange] * 4, text.rows)
        self._weigh(step.get("then"), halves, scope, leavers, gone)

    def _weigh(
        self, written: Any, by: Any, scope: str, leavers: Collection[int] | None, gone: Any
    ) -> None:
        """The dual values for everybody of the scope."""
        (order, articles), bracket = by, self.bracket
        quality = self.quality(order.digits)
        weighing = WeighedByDuals(quality, order, self.going.graph, leavers, self.bye(quality))
        weighing.may_leave = scope == NEXT
        stop = {ITSELF: bracket.residents.stop, NEXT: bracket.following.stop}
        below = range(bracket.residents.stop, stop.get(scope, self.going.nobody))
        places = [p for p in (*bracket.members, *below) if p not in gone]
        mate = self.inside if scope == ITSELF else self.mate
        self._judge(quality, weighing.exceeded(written, places, mate), articles)

    def _judge(self, quality: Charges, exceeded: int | None, order: tuple[str, ...]) -> None:
        """The round costs what is shown to be the least."""
        if exceeded != 0:
            at = 0 if exceeded is None else quality.criterion((abs(exceeded) + 1) // 2)
            raise self.going.unproved((*self.going.text.criteria, *order)[at])

    def _first(self, passed: tuple[int, int] | None) -> None:
        if passed is not None:
            pair = "{}-{}".format(*(self.going.numbers[p] for p in passed))
            raise self.going.by(self.going.text.rows).refused(
                "{first} comes first in the order, and nothing closes it", first=pair
            )

    # --- over whom it is judged -----------------------------------------------------------------

    def _leavers(self, scope: Any, step: Step) -> Collection[int] | None:
        """Of whom one is left over or has the bye; None: nobody is, or anybody may be."""
        going, residents, above = self.going, self.bracket.residents, self.bracket.moved_down
        if scope == NEXT and self.looks_ahead and self.bracket.following and not self.gives_bye:
            self.look_below(step)
            return None
        if scope == ALL and self.sees_all():
            places = [*self.bracket.members, *range(residents.stop, going.nobody)]
            return going.may_have_bye(places, going.score) if len(places) % 2 else None
        odd = len(self.bracket.members) % 2
        one_score = going.players[residents[-1]].points == self.bracket.points
        all_paired = len(self.left) == odd and not {*self.left}.intersection(above)
        if scope != ITSELF or not one_score or not all_paired or len(above) > len(residents):
            raise going.unproved(going.text.criteria[0])
        if odd and self.bye_is_here():
            return going.may_have_bye(residents, going.score)
        if self.gives_bye or not (self.looks_ahead or self.is_last):
            raise going.unproved(going.text.criteria[0])
        return self._best_below(step) if odd else None

    def _best_below(self, step: Step) -> list[int]:
        """Residents but those who do worse in the next bracket than the one who is left over.

        He does as well as anybody could: he is paired there, and as few are not as have to be.
        """
        self.look_below(step)
        going, graph, mate, (floater,) = self.going, self.going.graph, self.mate, self.left
        following = as_set(self.bracket.following)
        near = following | 1 << floater
        bridge = bridge_of(step.get("following", []), going.numbers, ()) or 0
        least = max(left_over(graph, following, bridge) - 1, near.bit_count() % 2)
        lost = [p for p in (floater, *self.bracket.following) if not near >> mate[p] & 1]
        legal = all(graph[p] >> mate[p] & 1 for p in self.bracket.following if p not in lost)
        worse, written = set(), step.get("worse", [])
        place = {going.numbers[p]: p for p in self.bracket.residents}
        try:
            doing_worse = [(place[number], bridge) for number, bridge in written]
        except (TypeError, ValueError, KeyError):
            raise going.unproved(going.text.criteria[2]) from None
        for p, bridge in doing_worse:
            closed = bridge_of(bridge, going.numbers, ()) or 0
            more = left_over(graph, following | 1 << p, closed) > least
            if more or not graph[p] & following or self.strands(p, bridge):
                worse.add(p)
        if floater in lost or not legal or self.counted(lost) != least or len(worse) < len(written):
            raise going.unproved(going.text.criteria[2])
        return [p for p in self.bracket.residents if p not in worse]

    # --- 2026: every bracket leaves those below a complete pairing ------------------------------

    def sees_all(self) -> bool:
        """Whether it may be judged with everybody below."""
        return True

    def bye_is_here(self) -> bool:
        """Whether the bye falls to a resident."""
        return self.going.score == self.bracket.points

    def look_below(self, step: Step) -> None:
        """What the next bracket could do is what the round does."""

    def strands(self, place: int, bridge: Any) -> bool:
        """With him left over the rest would not have a complete pairing."""
        rest = (place, *range(self.bracket.residents.stop, self.going.nobody))
        return self.going.is_incomplete(rest, self.going.score, bridge)

    def counted(self, lost: Collection[int]) -> int:
        """How many are left over in the next bracket."""
        return len(lost)


class JudgedOf2017(Judged):
    """A bracket looks at the next one only, unless it is the last or the one before a collapse."""

    def quality(self, order: Any = ()) -> QualityOf2017:
        """What the criteria charge."""
        return QualityOf2017(self.bracket, order, looks_ahead=self.looks_ahead)

    def sees_all(self) -> bool:
        """Only where all below are to be paired."""
        return not self.looks_ahead

    def bye_is_here(self) -> bool:
        """The last bracket gives it."""
        return self.is_last

    def look_below(self, step: Step) -> None:
        """What the next bracket could do by itself the file shows, if the round does not."""
        if "below" in step:
            near = {*self.left, *self.bracket.following}
            self.mate |= dict.fromkeys(near, self.going.nobody)
            self.mate |= pairs_of(self.going, step["below"], near, self.going.text.criteria[2])

    def strands(self, place: int, bridge: Any) -> bool:
        """It does not count."""
        return False

    def counted(self, lost: Collection[int]) -> int:
        """Who should have the bye of the last bracket and may not counts for three."""
        return sum(map(self.quality().weight, lost))


def pairs_of(
    going: PairingInProgress, written: Any, among: Iterable[int], article: str
) -> dict[int, int]:
    """Everybody's opponent by pairs that a file writes, which need not be those of the round."""
    place = {going.numbers[p]: p for p in among}
    try:
        pairs = [(place[a], place[b]) for a, b in written]
    except (TypeError, ValueError, KeyError):
        raise going.unproved(article) from None
    found = {a: b for one, other in pairs for a, b in ((one, other), (other, one))}
    if len(found) < 2 * len(pairs):
        raise going.unproved(article)
    return found
