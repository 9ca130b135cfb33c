"""Brackets from the highest score down: who is left over, and that nothing would be better."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property
from itertools import groupby
from typing import Any

from topboard.proof.dutch.criteria import Charges, JudgedBracket, QualityOf2017, QualityOf2026
from topboard.proof.dutch.players import RankedPlayers
from topboard.proof.dutch.rows import FittingPairs, Passed
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

    def opponents(self, written: Any, among: Iterable[int]) -> dict[int, int] | None:
        """Everybody's opponent by pairs of some that a file writes; None if they are none."""
        place = {self.numbers[p]: p for p in among}
        found: dict[int, int] = {}
        try:
            for a, b in written:
                found |= {place[a]: place[b], place[b]: place[a]}
        except (TypeError, ValueError, KeyError):
            return None
        once = len(found) == 2 * len(written)
        return {**dict.fromkeys(place.values(), self.nobody), **found} if once else None

    def by(self, about: str) -> Steps:
        """What follows is the matter of an article."""
        self.steps.under(self.text.articles.get(about, about))
        return self.steps

    def unproved(self, about: str) -> NotProved:
        """The present step lacks a witness."""
        return self.by(about).refused("nothing shows that there is nothing better here")


class Judged:
    """A bracket as some pairs have it, to be proved the first of the best.

    By the text of 2026 every bracket leaves those below a complete pairing, as the round shows.
    """

    def __init__(
        self, going: PairingInProgress, bracket: JudgedBracket, mate: Mates, *, ahead: bool = True
    ) -> None:
        self.going, self.bracket, self.looks_ahead, self.mate = going, bracket, ahead, mate
        start, stop = bracket.residents.start, bracket.residents.stop
        inside = {p for p in bracket.members if mate[p] < stop and max(p, mate[p]) >= start}
        self.left = [place for place in bracket.members if place not in inside]
        self.inside = {**mate, **dict.fromkeys(self.left, going.nobody)}
        self.is_last = stop == going.nobody
        self.gives_bye = going.score is not None and going.score >= bracket.points
        self.few, *_, self.below = going.text.criteria[:3]

    @cached_property
    def charges(self) -> Charges:
        """What the criteria charge, before the order of the procedure."""
        return self.quality()

    def prove(self, step: Step) -> None:
        """The witnesses of a step show that nothing is better, and nothing as good is earlier."""
        scope, bracket = step.get("scope", ITSELF), self.bracket
        leavers = self._leavers(scope, step)
        if "classes" in step and scope == ITSELF:
            tight = FittingPairs(self.charges, self.inside, leavers)
            bye = self._bye(self.charges)
            self._judge(self.charges, tight.exceeded(step["classes"], self.going.graph, bye), ())
            self._refuse_if(tight.first_residents(step.get("moved_down")))
            if not tight.is_first_exchange(step.get("exchange")):
                raise self.going.unproved("exchange")
            try:
                self._refuse_if(tight.first_rows(step.get("kept")))
            except (TypeError, KeyError, IndexError):
                raise self.going.unproved("rows") from None
            return
        if bracket.moved_down:
            by = MovedDownDigits(bracket), ("moved down", "moved down", "rows")
            self._weigh(step.get("first"), by, scope, leavers, set())
        settled = [p for p in bracket.moved_down if p not in self.left]
        gone = {*settled, *(self.inside[p] for p in settled)}
        rest = [p for p in bracket.residents if p not in gone]
        half = sum(self.inside[p] < self.going.nobody for p in rest) // 2
        halves = HalvesDigits(rest, half), (*["exchange"] * 4, "rows")
        self._weigh(step.get("then"), halves, scope, leavers, gone)

    def _weigh(
        self, written: Any, by: Any, scope: str, leavers: Collection[int] | None, gone: set[int]
    ) -> None:
        """The dual values for everybody of the scope."""
        (order, articles), bracket = by, self.bracket
        quality, mate = self.quality(order.digits), self.inside if scope == ITSELF else self.mate
        stop = {ITSELF: bracket.residents.stop, NEXT: bracket.following.stop}
        below = range(bracket.residents.stop, stop.get(scope, self.going.nobody))
        places = [p for p in (*bracket.members, *below) if p not in gone]
        weighed = WeighedByDuals(quality, order, self.going.graph, leavers, self._bye(quality))
        exceeded = weighed.exceeded(written, places, mate, may_leave=scope == NEXT)
        self._judge(quality, exceeded, articles)

    def _bye(self, quality: Charges) -> Callable[[int], int]:
        """What the criteria say of who has the bye, where the only one left has it."""
        return quality.bye if self.gives_bye and len(self.left) == 1 else lambda _: 0

    def _judge(self, quality: Charges, exceeded: int | None, order: tuple[str, ...]) -> None:
        """The round costs what is shown to be the least."""
        if exceeded != 0:
            at = 0 if exceeded is None else quality.criterion((abs(exceeded) + 1) // 2)
            raise self.going.unproved((*self.going.text.criteria, *order)[at])

    def _refuse_if(self, passed: Passed) -> None:
        if passed is not None:
            pair = "{}-{}".format(*(self.going.numbers[p] for p in passed))
            raise self.going.by("rows").refused(
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
            raise going.unproved(self.few)
        if odd and self.bye_is_here():
            return going.may_have_bye(residents, going.score)
        if self.gives_bye or not (self.looks_ahead or self.is_last):
            raise going.unproved(self.few)
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
        counted = sum(map(self.charges.weight, lost))
        worse = self._doing_worse(step.get("worse", []), following, least)
        if floater in lost or not legal or counted != least or worse is None:
            raise going.unproved(self.below)
        return [p for p in self.bracket.residents if p not in worse]

    def _doing_worse(self, written: Any, following: int, least: int) -> set[int] | None:
        """Those with whom more are left over below, or who are so themselves; None if not shown."""
        going, found = self.going, set()
        place = {going.numbers[p]: p for p in self.bracket.residents}
        try:
            for p, bridge in [(place[number], bridge) for number, bridge in written]:
                closed = bridge_of(bridge, going.numbers, ()) or 0
                more = left_over(going.graph, following | 1 << p, closed) > least
                if more or not going.graph[p] & following or self.strands(p, bridge):
                    found.add(p)
        except (TypeError, ValueError, KeyError):
            return None
        return found if len(found) == len(written) else None

    # --- what the texts say differently ---------------------------------------------------------

    def quality(self, order: Any = ()) -> Charges:
        """What the criteria charge."""
        return QualityOf2026(self.bracket, order)

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


class JudgedOf2017(Judged):
    """A bracket looks at the next one only, unless it is the last or the one before a collapse."""

    def quality(self, order: Any = ()) -> Charges:
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
            near = (*self.left, *self.bracket.following)
            if (found := self.going.opponents(step["below"], near)) is None:
                raise self.going.unproved(self.below)
            self.mate = {**self.mate, **found}

    def strands(self, _place: int, _bridge: Any) -> bool:
        """It does not count."""
        return False
