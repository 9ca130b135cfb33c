"""A bracket with its published pairs, and the check that no other pairing of it is better."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache
from itertools import accumulate, groupby, pairwise
from typing import Any

from topboard.proof.verify.duals import parse_duals, parse_pairs
from topboard.proof.verify.dutch import editions
from topboard.proof.verify.dutch.editions import DutchGenerationOrder, Spans
from topboard.proof.verify.dutch.players import DOWN, UP, RankedPlayers
from topboard.proof.verify.reader import ProofReader
from topboard.proof.verify.round import ProposedRound
from topboard.proof.verify.seeking import EXIT, add_exit_vertices
from topboard.proof.verify.witnesses import (
    bit_indices,
    bitset,
    find_odd_components,
    is_blocked_by_bridge,
    pair_barrier_only_with_odd_components,
)

Step = dict[str, Any]
ITSELF, NEXT, ALL = "itself", "next", "all"
"""The scope of a bracket: its own pairs, also those of the next bracket, or also those of all
brackets below.
"""


class DutchRound(RankedPlayers):
    """The state of a round being checked, with each player's opponent.

    Players and opponents are indices into the ranking. For a player without an opponent, the
    opponent is the index after the last player.
    """

    score: int | None = None
    """The score of the player who must have the bye, or None if it is unknown or the bye is already
    given.
    """

    def __init__(self, steps: ProofReader, round_: ProposedRound) -> None:
        self.steps, self.text = steps, editions.EDITIONS_BY_NAME[round_.system]
        super().__init__(round_, self.text.floats, self.text.bars)
        self.nobody = len(self.numbers)
        self.place = {n: at for at, n in enumerate((*self.numbers, EXIT))}
        self.mate = {p: self.place[round_.opponents[n] or EXIT] for p, n in enumerate(self.numbers)}

    def scoregroup_ranges(self) -> list[range]:
        """Return the range of indices of each scoregroup, highest first, followed by an empty
        range.
        """
        sizes = (len([*some]) for _, some in groupby(one.points for one in self.players))
        return [range(*ends) for ends in pairwise([*accumulate(sizes, initial=0), self.nobody])]

    def find_players_eligible_for_bye(self, places: Iterable[int], score: int | None) -> int:
        """Return the players who may have the bye, as a bitset.

        If a score is given, only players with that score are included.
        """
        allowed = [p for p in places if not self.players[p].barred]
        return bitset([p for p in allowed if score is None or self.players[p].points == score])

    def parse_places(self, written: Any) -> int:
        """Return the players listed in a file, as a bitset."""
        return bitset([self.place[number] for number in written])

    def is_pairing_impossible(
        self, places: Collection[int], score: int | None, written: Any
    ) -> bool:
        """Return whether a bridge in a file shows that these players cannot all be paired.

        A bridge is a Tutte-Berge barrier (see ``witnesses``). If the number of players is odd, one
        of them may have the bye.
        """
        graph = add_exit_vertices(self.graph, self.find_players_eligible_for_bye(places, score), 1)
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

    def require_evidence(self, shown: bool, about: str) -> None:
        """Raise ``NotProved`` unless ``shown`` is true.

        ``about`` is the article to cite, or a topic that stands for an article of the edition.
        """
        if not shown:
            self.steps.set_article_of_current_step(self.text.articles.get(about, about))
            raise self.steps.build_refusal_of_current_step(
                "the proof does not show that nothing better is possible here"
            )


class CheckedBracket(editions.DutchBracket):
    """A bracket with its published pairs, which must be the first of the best pairings.

    ``ahead`` is true if there is a next bracket and this one did not have to be paired again. The
    next bracket is then also considered.
    """

    closed = 0
    """The number of barriers in the file that have been used so far."""

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
        """Check that a step rules out all pairings before the published one.

        They are the better pairings, and the equally good ones that are earlier in the order.
        """
        if "below" in step and not self.going.text.completes:
            below = self.going.parse_opponents(step["below"], (*self.left, *self.following))
            # Two downfloaters from this bracket must not meet in the next one.
            self.going.require_evidence(
                {below[p] for p in self.left}.isdisjoint(self.left), "completion"
            )
            self.mate = {**self.mate, **below}
        self._set_range_of_brackets_compared(step)
        settled = [p for p in self.moved_down if p not in self.left]
        gone = {*settled, *(self.mate[p] for p in settled)}
        rest = [p for p in self.residents if p not in gone]
        uppers = [p for p in rest if p < self.mate[p] < self.residents.stop]
        if "best" in step and self.scope == ITSELF:
            any_order = DutchGenerationOrder(dict.fromkeys(self.members, 0))
            best = ScopeWithPairCosts(self, any_order, self.graph, set()).check_minimum_cost(
                step, "best"
            )
            self._check_first_partner_of_each_chooser(self.moved_down, best, step)
            if uppers != rest[: len(uppers)]:
                halves = editions.build_resident_pairing_order(rest, len(uppers), rows=False)
                ScopeWithPairCosts(self, halves, best.graph, gone).check_minimum_cost(
                    step, "exchange"
                )
            best.keep_pairs_across_halves(uppers)
            self._check_first_partner_of_each_chooser(uppers, best, step)
            return
        if self.moved_down:
            ScopeWithPairCosts(
                self, editions.build_mdp_pairing_order(self), self.graph, set()
            ).check_minimum_cost(step, "first")
        halves = editions.build_resident_pairing_order(rest, len(uppers), rows=True)
        ScopeWithPairCosts(self, halves, self.graph, gone).check_minimum_cost(step, "then")

    def _check_first_partner_of_each_chooser(
        self, choosers: Iterable[int], best: ScopeWithPairCosts, step: Step
    ) -> None:
        """Check that each player, in turn, meets the first tight partner not ruled out by a
        barrier.

        A pair is tight if it costs exactly as much as its dual values.
        """
        steps, numbers = self.going.steps, self.going.numbers
        for place in choosers:
            mate = self.mate[place]
            while passed := best.graph[place] & best.alive & (1 << mate) - 1:
                closed = (
                    steps.get_additional_evidence(
                        step, "closed", best=best, place=place, passed=passed
                    )
                    or ()
                )
                if len(closed) == self.closed:
                    steps.set_article_of_current_step(self.going.text.articles["rows"])
                    pair = f"{numbers[place]}-{numbers[next(bit_indices(passed))]}"
                    raise steps.build_refusal_of_current_step(
                        "{first} comes first in the order, but the proof does not rule it out",
                        first=pair,
                    )
                pair_barrier_only_with_odd_components(
                    best.graph, best.alive, self.going.parse_places(closed[self.closed])
                )
                self.closed += 1
            best.alive ^= 1 << place | 1 << mate

    # --- the scope ------------------------------------------------------------------------------

    def _set_range_of_brackets_compared(self, step: Step) -> None:
        """Compare the pairings of those brackets that the file names, if they are sufficient.

        Raise ``NotProved`` if they are not. The bracket by itself is sufficient if everyone is
        paired, except one resident if the number is odd.
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
        going.require_evidence(will_do, going.text.criteria[0])
        self.view, may = [*self.members, *range(self.residents.stop, stop)], 0
        if self.scope == ALL or (self.scope == ITSELF and self.bye):
            may = going.find_players_eligible_for_bye(
                self.view if self.scope == ALL else self.residents, score
            )
        elif self.scope == ITSELF and self.left:
            may = self._find_equally_good_downfloaters(step)
        # The place after the last player is the opponent of players who may have none.
        self.graph = add_exit_vertices(going.graph, may, 1)

    def _find_equally_good_downfloaters(self, step: Step) -> int:
        """Return the residents who would be equally good downfloaters, as a bitset.

        First check that no downfloater is better than the actual one. The actual one must be paired
        in the next bracket, and as few players as possible must be unpaired there.
        """
        going, graph, (floater,) = self.going, self.going.graph, self.left
        following = bitset(self.following)
        near = following | 1 << floater
        bridge = following & going.parse_places(step.get("following", ()))
        odd, islands = find_odd_components(graph, following & ~bridge)
        lacking = odd - bridge.bit_count()
        lost = [p for p in (floater, *self.following) if not near >> self.mate[p] & 1]
        counted = sum(going.text.count_weight_of_unpaired_player(self, p) for p in lost)
        as_few = counted == max(lacking - 1, near.bit_count() % 2)
        going.require_evidence(floater not in lost and as_few, going.text.criteria[2])
        open_ = islands if lacking > 0 else following
        return bitset([p for p in self.residents if graph[p] & open_])


class ScopeWithPairCosts:
    """The players of the brackets that are compared, and the cost of every pair of them.

    Players in ``gone`` are left out. If the number of players is odd, one of them has no opponent.
    """

    def __init__(
        self, judged: CheckedBracket, order: DutchGenerationOrder, graph: list[int], gone: set[int]
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
        cost = self.quality.unpaired_in_next_bracket_cost(place) if in_view and ahead else 0
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

    def check_minimum_cost(self, step: Step, kind: str) -> ScopeWithPairCosts:
        """Check that the pairs have the minimum cost proved by a step's dual values.

        Afterwards, keep only the tight pairs, which cost exactly as much as their dual values
        require.
        """
        steps, text, at, mate = self.going.steps, self.going.text, self.at, self.judged.mate
        duals = parse_duals(steps.get_additional_evidence(step, kind, weighed=self), len(at))
        tight = duals.build_tight_pairs_graph(
            self.graph, {v: self._cost_equivalence_key(v) for v in at}, self.pair_cost
        )
        total, names = -duals.bound, [*self.going.numbers, "bye"]
        for a in self.at.keys() - {self.nobody}:
            b = mate[a] if mate[a] in at else self.nobody
            if a < b and tight[a] >> b & 1:
                total += duals.doubled_minimum_pair_cost(at[a], at[b])
            elif a < b:
                legal = self.graph[a] >> b & 1
                total += 2 * (cost := self.pair_cost(a, b, legal))
                if cost >= self.never or (not legal and b in self.judged.residents):
                    raise steps.build_refusal_of_current_step(
                        "{who} may not be chosen here", who=f"{names[a]}-{names[b]}"
                    )
        if total:
            named = zip((*text.criteria, *self.order.articles), self.quality.units, strict=False)
            differ = (by for by, units in named if units and 2 * units[-1] <= abs(total) + 1)
            self.going.require_evidence(False, next(differ))
        steps.record_proved_step(f"bracket of {self.judged.points / 10:g}: {self.order.shown}")
        self.graph = tight
        return self

    def _cost_equivalence_key(self, place: int) -> object:
        """Return a key that is equal for players with equal costs in every pair.

        Costs for their order are ignored.
        """
        judged, leaves = self.judged, self.graph[place] >> self.nobody
        if self.order.digits or judged.scope != ITSELF or place == self.nobody:
            return place
        one, above = judged.players[place], place < judged.residents.start
        floats = one.floats & (DOWN * (leaves | above) | UP * (above < bool(judged.moved_down)))
        claim = one.difference, one.last_two, one.topscorer
        return claim, one.points, floats, one.unplayed * leaves, leaves

    def keep_pairs_across_halves(self, uppers: Collection[int]) -> None:
        """Keep only the pairs of an upper player with a lower-ranked player of the lower half."""
        rows = bitset(uppers) | 1 << self.nobody
        lowers = self.alive & ~rows
        for v in (*uppers, self.nobody):
            self.graph[v] &= lowers & (-2 << v if v < self.nobody else -1)
        for v in bit_indices(lowers):
            self.graph[v] &= rows & ((1 << v) - 1 | 1 << self.nobody)
