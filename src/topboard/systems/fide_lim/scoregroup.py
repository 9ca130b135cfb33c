"""The pairing of one score group.

The outgoing floaters are chosen first. Then the incoming floaters are paired, and the others by
proposal and exchange.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.matching.perfect import PerfectMatching, bits, deficiency, with_exits
from topboard.reasons.decisions import Floated, GroupOpened, OpponentChosen
from topboard.reasons.family_decisions import GroupArranged
from topboard.reasons.grounds import ColourNeed, Order, Side
from topboard.reasons.obstacles import LeavesLater, PassedOver, SameColourDue
from topboard.systems.common.groups import Settled, top_half_against_bottom_half
from topboard.systems.common.meeting import obstacle, open_graph, unpairable
from topboard.systems.fide_lim import floaters
from topboard.systems.fide_lim.field import can_both_have_due_colour, is_within_band

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from topboard.model import Number
    from topboard.reasons.decisions import Reason
    from topboard.reasons.obstacles import Obstacle
    from topboard.systems.common.groups import Task
    from topboard.systems.fide_lim.citations import LimCitations
    from topboard.systems.fide_lim.field import LimField
    from topboard.systems.fide_lim.floaters import NextFloater


def pair_scoregroup(field: LimField, task: Task, cite: LimCitations, *, brief: bool) -> Settled:
    """Pair a score group.

    As many players leave as it cannot pair, but none leave the median group. With ``brief`` no
    reasons are recorded.
    """
    scrutiny = ScoregroupPairing(field, task, cite, brief=brief)
    scrutiny.let_go()
    return scrutiny.pair_those_who_stay()


class ScoregroupPairing:
    """A score group while it is being paired.

    Its players are in the order in which they are scrutinised. The highest numbered comes first
    when pairing downward, the lowest numbered when pairing upward. The indices after those of the
    players represent exits, one for each player who leaves.
    """

    def __init__(self, field: LimField, task: Task, cite: LimCitations, *, brief: bool) -> None:
        self.field = field
        self.task = task
        self.cite = cite
        self.brief = brief
        everybody = (*task.residents, *task.incoming, *task.incoming_up)
        self.numbers = sorted(everybody, reverse=task.side is Side.BELOW)
        graph = open_graph(field, self.numbers, with_limits=True)
        self.alone = {n for n, open_ in zip(self.numbers, graph, strict=True) if not open_}
        """The players who cannot meet any other player of the group."""
        self.leaving = 0 if task.side is Side.MEDIAN else deficiency(graph)
        self.graph = with_exits(graph, (1 << len(graph)) - 1, self.leaving)
        self.matching = PerfectMatching(self.graph)
        self.pairs: list[tuple[Number, Number]] = []
        self.leavers: list[Number] = []
        self.reasons: list[Reason] = []
        if not brief:
            self.reasons.append(self._opening_reason())

    def _opening_reason(self) -> GroupOpened:
        task = self.task
        up = task.side is Side.BELOW
        return GroupOpened(
            article=self.cite.groups,
            points=task.points,
            side=task.side,
            residents=task.residents,
            from_above=() if up else task.incoming,
            from_below=task.incoming if up else task.incoming_up,
            leaving=self.leaving,
        )

    def unpaired_places(self) -> list[int]:
        """Return the indices of players who have no opponent yet and have not left."""
        return list(bits(self.matching.alive & ((1 << len(self.numbers)) - 1)))

    def pair_those_who_stay(self) -> Settled:
        """Pair the players who remain after the floaters have left."""
        self.seat_floaters()
        self.exchange()
        return Settled(tuple(self.pairs), tuple(self.leavers), tuple(self.reasons))

    # --- who leaves ---------------------------------------------------------------------------

    def let_go(self) -> None:
        """Choose the floaters, as many as stay unpaired when the group makes the most pairs.

        Players who cannot meet any other player of the group leave first. After that each floater
        is the first in the order of the rules who can leave without costing the group a pair.
        """
        first_exit = len(self.numbers)
        for exit_ in range(first_exit, first_exit + self.leaving):
            staying, possible = self._who_may_leave(exit_)
            alone = [n for n in possible if n in self.alone]
            choice = floaters.choose_floater(
                self.field, self.task, self.cite, staying, alone or possible, self.leavers
            )
            if not self.brief:
                later = dict.fromkeys(possible if alone else (), LeavesLater())
                self.reasons.append(self._floater_reason(choice, staying, exit_, later))
            self._leave(exit_, choice.number)

    def let_another_go(
        self, settled: Settled, floater: Number, blocked: Callable[[Number], Obstacle | None]
    ) -> bool:
        """Exchange one of the floaters of a group that is already paired.

        The new floater is the first in the order of the rules for whom ``blocked`` returns no
        obstacle in the median group. Return whether there is one.
        """
        kept = [n for n in settled.leavers if n != floater]
        for exit_, n in enumerate(kept, start=len(self.numbers)):
            self._leave(exit_, n)
        exit_ = len(self.graph) - 1
        staying, able = self._who_may_leave(exit_)
        obstacles = {n: blocked(n) for n in able}
        possible = [n for n, obstacle in obstacles.items() if obstacle is None]
        if not possible:
            return False
        choice = floaters.choose_floater(self.field, self.task, self.cite, staying, possible, kept)
        if not self.brief:
            said = (r for r in settled.reasons if isinstance(r, Floated))
            self.reasons.extend(r for r in said if r.number != floater)
            choice = replace(choice, instead_of=floater)
            self.reasons.append(self._floater_reason(choice, staying, exit_, obstacles))
        self._leave(exit_, choice.number)
        return True

    def _who_may_leave(self, exit_: int) -> tuple[list[Number], list[Number]]:
        """Return the remaining players in the order in which they leave, and those who may leave.

        A player may leave if it does not cost the group a pair.
        """
        able = self.matching.partners(exit_)
        outwards = self.unpaired_places()[::-1]
        possible = [self.numbers[place] for place in outwards if able >> place & 1]
        return [self.numbers[place] for place in outwards], possible

    def _leave(self, exit_: int, number: Number) -> None:
        self.matching.fix(exit_, self.numbers.index(number))
        self.leavers.append(number)

    def _floater_reason(
        self,
        choice: NextFloater,
        staying: Sequence[Number],
        exit_: int,
        obstacles: Mapping[Number, Obstacle | None],
    ) -> Floated:
        """Return the reason for choosing a floater.

        ``obstacles`` holds the reasons why other players who may leave were not chosen.
        """

        def keeps(number: Number) -> Obstacle:
            return obstacles.get(number) or self._keeps(exit_, number)

        exits = len(self.graph) - exit_
        group = self.numbers
        if choice.number not in self.alone:
            group = [n for n in self.numbers if n not in self.alone]
        cause = floaters.cause_of(self.field, choice.number, group, exits)
        return floaters.floater_reason(
            self.field, self.task, self.cite, choice, staying, cause, keeps
        )

    def _keeps(self, exit_: int, number: Number) -> Obstacle:
        """Return the proof that the group would lose a pair if a player left."""
        proof = self.matching.refusal(exit_, self.numbers.index(number))
        return unpairable(proof, self.numbers)

    # --- who meets whom -------------------------------------------------------------------------

    def seat_floaters(self) -> None:
        """Pair the incoming floaters first. In the median group those from above come first."""
        upward = self.task.side is Side.BELOW
        for numbers, from_below in ((self.task.incoming, upward), (self.task.incoming_up, True)):
            for n in numbers:
                self._seat_floater(n, seeks_last=from_below is not upward, from_below=from_below)

    def _seat_floater(self, number: Number, *, seeks_last: bool, from_below: bool) -> None:
        """Pair a floater with the highest numbered available player.

        A floater from below gets the lowest numbered one.
        """
        place = self.numbers.index(number)
        left = self.unpaired_places()
        if place not in left:
            return
        left.remove(place)
        candidates = left[::-1] if seeks_last else left
        order = Order.LOWEST_NUMBERED if from_below else Order.HIGHEST_NUMBERED
        self._pair(place, candidates, order, self.cite.floater_meets)

    def exchange(self) -> None:
        """Pair the remaining players, top half against bottom half, exchanging if necessary."""
        left = self.unpaired_places()
        if not self.brief and len(left) > 2:
            self.reasons.append(self._arrangement_reason(left))
        first = True
        while left:
            candidates = [left[place] for place in top_half_against_bottom_half(left)]
            article = self.cite.exchange_of_first if first else self.cite.exchange_of_others
            chosen = self._pair(left[0], candidates, self._half(left), article)
            left.remove(chosen)
            del left[0]
            first = False

    def _half(self, left: Sequence[int]) -> Order:
        return Order.LAST_TWO if len(left) == 2 else Order.OTHER_HALF

    def _arrangement_reason(self, left: Sequence[int]) -> GroupArranged:
        half = len(left) // 2
        return GroupArranged(
            self.cite.proposed,
            self.task.points,
            self.task.side,
            tuple(self.numbers[place] for place in left[:half]),
            tuple(self.numbers[place] for place in left[half:]),
        )

    def _pair(self, place: int, candidates: Sequence[int], order: Order, article: str) -> int:
        """Pair a player with the first available opponent due the other colour, or else the first.

        An opponent is available if the two are compatible and the others can still be paired.
        """
        first, chosen = self.first_available(place, candidates)
        if not self.brief:
            self.reasons.append(
                self._choice_reason(place, candidates, first, chosen, order, article)
            )
        self.matching.fix(place, chosen)
        self.pairs.append((self.numbers[place], self.numbers[chosen]))
        return chosen

    def first_available(self, place: int, candidates: Iterable[int]) -> tuple[int, int]:
        """Return the first available opponent, and the one chosen after considering colours."""
        first = None
        for other in candidates:
            if not self.matching.can_pair(place, other):
                continue
            if first is None:
                first = other
            if self._suits(place, other) and self._within_band(other, first):
                return first, other
        assert first is not None, "everybody who stays can be paired"
        return first, first

    def _suits(self, place: int, other: int) -> bool:
        due = self.field.due
        return can_both_have_due_colour(due[self.numbers[place]], due[self.numbers[other]])

    def _within_band(self, other: int, first: int) -> bool:
        return is_within_band(self.field, self.numbers[other], self.numbers[first])

    # --- why ------------------------------------------------------------------------------------

    def _choice_reason(
        self,
        place: int,
        candidates: Sequence[int],
        first: int,
        chosen: int,
        order: Order,
        article: str,
    ) -> OpponentChosen:
        passed = candidates[: candidates.index(chosen)]
        halves = order is Order.OTHER_HALF
        if halves and len(passed) >= (len(candidates) + 1) // 2:
            order = Order.OWN_HALF
        if article != self.cite.floater_meets:
            article = self._article(place, candidates, first, chosen, article)
        return OpponentChosen(
            article,
            self.numbers[place],
            self.numbers[chosen],
            self.task.points,
            tuple(PassedOver(self.numbers[n], self._obstacle(place, n)) for n in passed),
            order,
        )

    def _article(
        self, place: int, candidates: Sequence[int], first: int, chosen: int, article: str
    ) -> str:
        """Return the article for choosing an opponent, as proposed or by a kind of exchange."""
        if chosen != first:
            return self.cite.exchange_for_colour
        if self._is_kept_by_ratings(place, candidates, chosen):
            return self.cite.no_exchange_for_colour
        return self.cite.proposed if chosen == candidates[0] else article

    def _is_kept_by_ratings(self, place: int, candidates: Sequence[int], chosen: int) -> bool:
        """Return whether an available player due the other colour was too far away in rating."""
        if not self.field.maxi or self._suits(place, chosen):
            return False
        return any(self._suits(place, n) and self.matching.can_pair(place, n) for n in candidates)

    def _obstacle(self, place: int, other: int) -> Obstacle:
        """Return the obstacle to choosing an opponent who comes earlier in the order."""
        number, candidate = self.numbers[place], self.numbers[other]
        if not self.graph[place] >> other & 1:
            found = obstacle(self.field, number, candidate)
            assert found is not None, "who is closed has met or needs the same colour"
            return found
        if not self.matching.can_pair(place, other):
            return unpairable(self.matching.refusal(place, other), self.numbers)
        due = self.field.due[number]
        assert due is not None, "only a due colour makes somebody available give way"
        return SameColourDue(ColourNeed.DUE, due)
