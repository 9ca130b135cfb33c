"""A bracket with its published pairs, and the check that no pairing of it is better."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache
from itertools import accumulate, groupby, pairwise
from typing import Any

from topboard.proof.verify.duals import parse_duals, parse_pairs
from topboard.proof.verify.dutch import texts
from topboard.proof.verify.dutch.players import DOWN, UP, RankedPlayers
from topboard.proof.verify.dutch.texts import DutchOrder, Spans
from topboard.proof.verify.reader import ProofReader
from topboard.proof.verify.round import ProposedRound
from topboard.proof.verify.seeking import EXIT, add_exits
from topboard.proof.verify.witnesses import (
    bit_indices,
    bitset,
    find_odd_components,
    is_blocked_by_bridge,
    restrict_to_odd_components,
)

Step = dict[str, Any]
ITSELF, NEXT, ALL = "itself", "next", "all"
"""The scope of a bracket: its own pairs, those of the next bracket too, or those of all brackets
below.
"""


class DutchRound(RankedPlayers):
    """The state of a round being checked, with the place of each player and of their opponent.

    For a player without an opponent, the opponent's place is one after the last player, which a
    file writes as 0.
    """

    score: int | None = None
    """The score at which the bye must be given, or None if it is unknown or the bye is already
    given.
    """

    def __init__(self, steps: ProofReader, round_: ProposedRound) -> None:
        self.steps, self.text = steps, texts.TEXTS[round_.system]
        super().__init__(round_, self.text.floats, self.text.bars)
        self.nobody = len(self.numbers)
        self.place = {n: at for at, n in enumerate((*self.numbers, EXIT))}
        self.mate = {p: self.place[round_.opponents[n] or EXIT] for p, n in enumerate(self.numbers)}

    def scoregroup_ranges(self) -> list[range]:
        """Return the range of places of each score, highest first, followed by an empty range."""
        sizes = (len([*some]) for _, some in groupby(one.points for one in self.players))
        return [range(*ends) for ends in pairwise([*accumulate(sizes, initial=0), self.nobody])]

    def players_eligible_for_bye(self, places: Iterable[int], score: int | None) -> int:
        """Return the set of players who may have the bye.

        If a score is given, only players with that score are included.
        """
        allowed = [p for p in places if not self.players[p].barred]
        return bitset([p for p in allowed if score is None or self.players[p].points == score])

    def parse_places(self, written: Any) -> int:
        """Return the set of places of the players listed in a file."""
        return bitset([self.place[number] for number in written])

    def is_pairing_impossible(
        self, places: Collection[int], score: int | None, written: Any
    ) -> bool:
        """Return whether a bridge shows that not all these players can be paired.

        If their number is odd, one of them may have the bye.
        """
        graph = add_exits(self.graph, self.players_eligible_for_bye(places, score), 1)
        return is_blocked_by_bridge(
            graph, bitset(places) | len(places) % 2 << self.nobody, self.parse_places(written)
        )

    def parse_opponents(self, written: Any, among: Iterable[int]) -> dict[int, int]:
        """Return the opponent of each of these players according to the pairs in a file.

        Raise ``ValueError`` if the pairs name other players.
        """
        found = dict.fromkeys(among, self.nobody)
        for a, b in parse_pairs(written, {self.numbers[p]: p for p in found}, self.graph):
            found[a], found[b] = b, a
        return found

    def require_shown(self, shown: bool, about: str) -> None:
        """Raise ``NotProved`` unless ``shown`` is true. ``about`` is the article or topic
        concerned.
        """
        if not shown:
            self.steps.set_article(self.text.articles.get(about, about))
            raise self.steps.build_refusal(
                "the proof does not show that nothing better is possible here"
            )


class CheckedBracket(texts.DutchBracket):
    """A bracket with its published pairs, which must be the first of the best pairings.

    ``ahead`` says whether the next bracket is considered. That is so if there is a next bracket and
    this one did not have to be paired again. In the text of 2026, every bracket leaves the players
    below a complete pairing, as the round shows.
    """

    closed = 0
    """The number of barriers from the file that have been used so far."""

    def __init__(self, going: DutchRound, above: list[int], spans: Spans, *, ahead: bool) -> None:
        super().__init__(going.players, above, spans)
        self.going, self.mate, self.ahead = going, going.mate, ahead
        start, stop, mate = self.residents.start, self.residents.stop, self.mate
        self.left = [p for p in self.members if mate[p] >= stop or p < start > mate[p]]
        self.odd, score = len(self.members) % 2 == 1, going.score
        last = stop == going.nobody and self.odd
        self.gives_bye = last if score is None else score >= self.points
        self.bye = self.gives_bye and len(self.left) == 1
        """Whether the only unpaired player has the bye."""

    def check_step(self, step: Step) -> None:
        """Check that the evidence in a step rules out better pairings and equally good earlier
        ones.
        """
        if "below" in step and not self.going.text.completes:
            below = self.going.parse_opponents(step["below"], (*self.left, *self.following))
            # Two downfloaters from this bracket must not meet in the next one.
            self.going.require_shown(
                {below[p] for p in self.left}.isdisjoint(self.left), "completion"
            )
            self.mate = {**self.mate, **below}
        self._set_scope(step)
        settled = [p for p in self.moved_down if p not in self.left]
        gone = {*settled, *(self.mate[p] for p in settled)}
        rest = [p for p in self.residents if p not in gone]
        uppers = [p for p in rest if p < self.mate[p] < self.residents.stop]
        if "best" in step and self.scope == ITSELF:
            any_order = DutchOrder(dict.fromkeys(self.members, 0))
            best = WeighedPairs(self, any_order, self.graph, set()).check_minimum_cost(step, "best")
            self._check_first_partners(self.moved_down, best, step)
            if uppers != rest[: len(uppers)]:
                halves = texts.order_of_resident_pairings(rest, len(uppers), rows=False)
                WeighedPairs(self, halves, best.graph, gone).check_minimum_cost(step, "exchange")
            best.keep_upper_lower_pairs(uppers)
            self._check_first_partners(uppers, best, step)
            return
        if self.moved_down:
            WeighedPairs(
                self, texts.order_of_moved_down_pairings(self), self.graph, set()
            ).check_minimum_cost(step, "first")
        halves = texts.order_of_resident_pairings(rest, len(uppers), rows=True)
        WeighedPairs(self, halves, self.graph, gone).check_minimum_cost(step, "then")

    def _check_first_partners(
        self, choosers: Iterable[int], best: WeighedPairs, step: Step
    ) -> None:
        """Check that each chooser meets the first tight partner that no barrier rules out.

        A pair is tight if it costs exactly as much as its dual values.
        """
        steps, numbers = self.going.steps, self.going.numbers
        for place in choosers:
            mate = self.mate[place]
            while passed := best.graph[place] & best.alive & (1 << mate) - 1:
                closed = (
                    steps.get_witness(step, "closed", best=best, place=place, passed=passed) or ()
                )
                if len(closed) == self.closed:
                    steps.set_article(self.going.text.articles["rows"])
                    pair = f"{numbers[place]}-{numbers[next(bit_indices(passed))]}"
                    raise steps.build_refusal(
                        "{first} comes first in the order, but the proof does not rule it out",
                        first=pair,
                    )
                restrict_to_odd_components(
                    best.graph, best.alive, self.going.parse_places(closed[self.closed])
                )
                self.closed += 1
            best.alive ^= 1 << place | 1 << mate

    # --- the scope ------------------------------------------------------------------------------

    def _set_scope(self, step: Step) -> None:
        """Set the scope of the bracket to the one in the file after checking that it is sufficient.

        The scope is the set of brackets whose pairings are compared. The bracket by itself is
        sufficient if everyone is paired, except one resident if the number is odd.
        """
        going, self.scope, score = self.going, step.get("scope", ITSELF), self.going.score
        sees_next = self.odd if self.gives_bye else self.ahead or not self.following
        all_paired = len(self.left) == self.odd and {*self.left}.isdisjoint(self.moved_down)
        by_itself = all_paired and sees_next and self.scores[-1] == self.points
        will_do, stop = {
            ITSELF: (by_itself, self.residents.stop),
            NEXT: (self.ahead and not self.gives_bye, self.following.stop),
            ALL: (going.text.completes or not self.ahead, going.nobody),
        }[self.scope]
        going.require_shown(will_do, going.text.criteria[0])
        self.view, may = [*self.members, *range(self.residents.stop, stop)], 0
        if self.scope == ALL or (self.scope == ITSELF and self.bye):
            may = going.players_eligible_for_bye(
                self.view if self.scope == ALL else self.residents, score
            )
        elif self.scope == ITSELF and self.left:
            may = self._equally_good_downfloaters(step)
        # The place after the last player is the opponent of players who may have none.
        self.graph = add_exits(going.graph, may, 1)

    def _equally_good_downfloaters(self, step: Step) -> int:
        """Return the set of residents who would be as good a downfloater as the actual one.

        The actual downfloater is the best possible for the next bracket if they are paired there
        and as few players as possible are unpaired. If an odd island there must leave a player out,
        a resident who may meet no member of such islands is worse.
        """
        going, graph, (floater,) = self.going, self.going.graph, self.left
        following = bitset(self.following)
        near = following | 1 << floater
        bridge = following & going.parse_places(step.get("following", ()))
        odd, islands = find_odd_components(graph, following & ~bridge)
        lacking = odd - bridge.bit_count()
        lost = [p for p in (floater, *self.following) if not near >> self.mate[p] & 1]
        counted = sum(going.text.unpaired_weight(self, p) for p in lost)
        as_few = counted == max(lacking - 1, near.bit_count() % 2)
        going.require_shown(floater not in lost and as_few, going.text.criteria[2])
        open_ = islands if lacking > 0 else following
        return bitset([p for p in self.residents if graph[p] & open_])


class WeighedPairs:
    """The players in the scope of a bracket, and the cost of every pair of them.

    Players in ``gone`` are left out. If the number of players is odd, one of them has no opponent.
    If only the next bracket is considered, any player may have none.
    """

    def __init__(
        self, judged: CheckedBracket, order: DutchOrder, graph: list[int], gone: set[int]
    ) -> None:
        self.judged, self.order, self.graph, self.going = judged, order, graph, judged.going
        self.quality, self.nobody = self.going.text(judged, order.digits), self.going.nobody
        places = [p for p in judged.view if p not in gone]
        vertices = [*places, *[self.nobody] * (len(places) % 2)]
        self.at, self.alive = {v: i for i, v in enumerate(vertices)}, bitset(vertices)
        self._alone = self._unpaired_cost if judged.scope == ITSELF else cache(self._unpaired_cost)
        # This is larger than any dual value that can result from the cost of a pairing.
        self.never = self.quality.units[0][0] << 64

    # --- what a pair costs ----------------------------------------------------------------------

    def _unpaired_cost(self, place: int) -> int:
        """Return the cost of a player who is paired in neither this bracket nor the next."""
        judged, ahead = self.judged, self.going.text.completes or self.judged.ahead
        in_view = judged.scope != ITSELF and place < judged.following.stop
        cost = self.quality.unpaired_next_cost(place) if in_view and ahead else 0
        if place < judged.residents.stop:
            cost += self.quality.downfloater_cost(place) + self.order.lower.get(place, 0)
        return cost

    def pair_cost(self, a: int, b: int, legal: int) -> int:
        """Return the cost of a pair, which is prohibitive if the pair is illegal.

        ``a`` is the higher-ranked player of the pair.
        """
        judged, near, inside = self.judged, self.judged.following, b in self.judged.residents
        both_above = b < judged.residents.start and judged.scope == ITSELF
        if not legal or both_above or (inside and a not in self.order.upper):
            cost = self.never
        elif inside:
            cost = self.quality.pair_cost(a, b) + self.order.pair_cost(a, b)
        elif b in near:
            cost = 0 if a in near else self.quality.downfloater_cost(a) + self.order.lower.get(a, 0)
        else:
            bye = self.quality.bye_cost(a) if b == self.nobody and judged.bye else 0
            cost = self._alone(a) + self._alone(b) + bye
        return min(cost, self._alone(a) + self._alone(b)) if judged.scope == NEXT else cost

    # --- the best -------------------------------------------------------------------------------

    def check_minimum_cost(self, step: Step, kind: str) -> WeighedPairs:
        """Check that the pairs have the minimum cost shown by a step's dual values.

        Keep only the pairs that are tight, which means that they cost exactly as much as their dual
        values.
        """
        steps, text, at, mate = self.going.steps, self.going.text, self.at, self.judged.mate
        duals = parse_duals(steps.get_witness(step, kind, weighed=self), len(at))
        tight = duals.tight_pairs_graph(
            self.graph, {v: self._cost_equivalence_key(v) for v in at}, self.pair_cost
        )
        total, names = -duals.bound, [*self.going.numbers, "bye"]
        for a in self.at.keys() - {self.nobody}:
            b = mate[a] if mate[a] in at else self.nobody
            if a < b and tight[a] >> b & 1:
                total += duals.minimum_pair_cost(at[a], at[b])
            elif a < b:
                legal = self.graph[a] >> b & 1
                total += 2 * (cost := self.pair_cost(a, b, legal))
                if cost >= self.never or (not legal and b in self.judged.residents):
                    raise steps.build_refusal(
                        "{who} may not be chosen here", who=f"{names[a]}-{names[b]}"
                    )
        if total:
            named = zip((*text.criteria, *self.order.articles), self.quality.units, strict=False)
            differ = (by for by, units in named if units and 2 * units[-1] <= abs(total) + 1)
            self.going.require_shown(False, next(differ))
        steps.record_step_holds(f"bracket of {self.judged.points / 10:g}: {self.order.shown}")
        self.graph = tight
        return self

    def _cost_equivalence_key(self, place: int) -> object:
        """Return a key that is equal for players who cost the same in every pair.

        The order of the procedure is ignored.
        """
        judged, leaves = self.judged, self.graph[place] >> self.nobody
        if self.order.digits or judged.scope != ITSELF or place == self.nobody:
            return place
        one, above = judged.players[place], place < judged.residents.start
        floats = one.floats & (DOWN * (leaves | above) | UP * (above < bool(judged.moved_down)))
        claim = one.difference, one.last_two, one.topscorer
        return claim, one.points, floats, one.unplayed * leaves, leaves

    def keep_upper_lower_pairs(self, uppers: Collection[int]) -> None:
        """Keep only pairs of a player of the upper half and a player of the lower half with a
        greater number.
        """
        rows = bitset(uppers) | 1 << self.nobody
        lowers = self.alive & ~rows
        for v in (*uppers, self.nobody):
            self.graph[v] &= lowers & (-2 << v if v < self.nobody else -1)
        for v in bit_indices(lowers):
            self.graph[v] &= rows & ((1 << v) - 1 | 1 << self.nobody)
