"""A round of the Lim system: the bye, the groups from both ends, the median group last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.errors import NoLegalPairing
from topboard.kernels.matching import deficiency
from topboard.messages import worded
from topboard.model import Player
from topboard.reasons import ByeGiven, OpponentChosen, RequiredElsewhere, Side
from topboard.reasons.exchanges import ByeToLowestRated, PairCracked
from topboard.records import dataclass
from topboard.rules.fide.lim.scrutiny import settle
from topboard.rules.shared.byes import fall_of_bye
from topboard.rules.shared.groups import ScoreGroup, Task, from_both_ends, score_groups
from topboard.rules.shared.meeting import open_graph, require_complete_pairing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from topboard.model import Number, Tenths
    from topboard.reasons import Reason
    from topboard.rules.fide.lim.citations import LimCitations
    from topboard.rules.fide.lim.situation import Situation


@dataclass(frozen=True, slots=True)
class MadePair:
    """A pair, and the group in which it was made."""

    pair: tuple[Number, Number]
    points: Tenths
    side: Side


@dataclass(frozen=True, slots=True)
class PairedRound:
    """A round as it was decided."""

    pairs: tuple[MadePair, ...]
    bye: ByeGiven | None
    reasons: tuple[Reason, ...]


def pair_round(situation: Situation, cite: LimCitations, *, brief: bool = False) -> PairedRound:
    """The bye, then the groups."""
    numbers = sorted(situation.field.numbers, key=situation.by_rank)
    bye = None
    if len(numbers) % 2:
        bye = give_bye(situation, cite)
        numbers.remove(bye.number)
    require_complete_pairing(
        open_graph(situation.field, numbers, with_limits=True), numbers, cite.compatible
    )
    groups = PairedGroups(situation, numbers, cite, brief=brief)
    groups.pair_all()
    return PairedRound(tuple(groups.pairs), bye, tuple(groups.reasons))


# --- the bye --------------------------------------------------------------------------------


def give_bye(situation: Situation, cite: LimCitations) -> ByeGiven:
    """The first in the order who may have the bye such that all others can be paired."""
    field = situation.field
    first_round = field.round == 1
    rated = ratings_of(situation)
    order = lowest_rated_first(rated) if first_round else lowest_ranked_first(situation)
    article = cite.bye_of_round_one if first_round else cite.bye
    barred = {**situation.barred, **{n: RequiredElsewhere(n) for n in field.required}}
    if len(barred) == len(order):
        what = worded("the number of players is odd and nobody may have the bye")
        raise NoLegalPairing(what, article=article)
    graph = open_graph(field, order, with_limits=True)
    number, passed = fall_of_bye(graph, order, barred, cite.compatible)
    if first_round:
        return ByeToLowestRated(article, number, passed, rating=rated[number])
    return ByeGiven(article, number, passed)


def lowest_ranked_first(situation: Situation) -> list[Number]:
    """The lowest score group first, in it the lowest ranked."""
    return sorted(situation.field.numbers, key=situation.by_rank, reverse=True)


def lowest_rated_first(rated: Mapping[Number, int | None]) -> list[Number]:
    """In round 1 the lowest rated first, who has no rating before all others."""
    return sorted(rated, key=lambda n: (rated[n] or 0, -n))


def ratings_of(situation: Situation) -> dict[Number, int | None]:
    """The ratings of everybody to be paired, without estimates."""
    here = set(situation.field.numbers)
    competitors = situation.field.tournament.competitors
    return {p.number: p.rating for p in competitors if isinstance(p, Player) and p.number in here}


# --- the groups -----------------------------------------------------------------------------


def groups_around_median(
    situation: Situation, numbers: Sequence[Number]
) -> tuple[list[ScoreGroup], int]:
    """The score groups, the highest first, and where the median group stands among them.

    The median score is half of what the rounds played could give; its group is there even if
    nobody has that score.
    """
    groups = list(score_groups(numbers, situation.field.points))
    middle = sum(2 * group.points > situation.twice_median for group in groups)
    if middle == len(groups) or 2 * groups[middle].points != situation.twice_median:
        groups.insert(middle, ScoreGroup(situation.median, ()))
    return groups, middle


def order_of_groups(
    situation: Situation, numbers: Sequence[Number]
) -> list[tuple[ScoreGroup, Side, ScoreGroup]]:
    """Each group with its side and the next group towards the median: from the top down to just
    above the median group, from the bottom up to just below it, the median group last."""
    groups, middle = groups_around_median(situation, numbers)
    towards = {Side.ABOVE: 1, Side.BELOW: -1, Side.MEDIAN: 0}
    return [
        (groups[index], side, groups[index + towards[side]])
        for index, side in from_both_ends(len(groups), middle)
    ]


class PairedGroups:
    """The groups of a round, paired one after the other."""

    def __init__(
        self, situation: Situation, numbers: Sequence[Number], cite: LimCitations, *, brief: bool
    ) -> None:
        self.situation = situation
        self.numbers = numbers
        self.cite = cite
        self.brief = brief
        self.pairs: list[MadePair] = []
        self.reasons: list[Reason] = []
        self._floaters: dict[Side, list[Number]] = {Side.ABOVE: [], Side.BELOW: []}

    def pair_all(self) -> None:
        """Both sides towards the median, each handing its floaters on; then the median."""
        for group, side, toward in order_of_groups(self.situation, self.numbers):
            if side is Side.MEDIAN:
                self._pair_median(group)
            else:
                self._pair_outer(group, side, toward)

    def _pair_outer(self, group: ScoreGroup, side: Side, toward: ScoreGroup) -> None:
        members = group.members[::-1] if side is Side.BELOW else group.members
        self._floaters[side] = self._settle(
            Task(
                points=group.points,
                side=side,
                residents=members,
                incoming=self._in_order(side),
                next_points=toward.points,
                next_residents=toward.members,
            )
        )

    def _pair_median(self, group: ScoreGroup) -> None:
        """The median group, paired downward once it can be paired at all."""
        while self._is_blocked(group):
            self.crack()
        above, below = self._in_order(Side.ABOVE), self._in_order(Side.BELOW)
        if group.members or above or below:
            self._settle(Task(group.points, Side.MEDIAN, group.members, above, below))

    def _is_blocked(self, group: ScoreGroup) -> bool:
        everybody = [*group.members, *self._floaters[Side.ABOVE], *self._floaters[Side.BELOW]]
        graph = open_graph(self.situation.field, everybody, with_limits=True)
        return deficiency(graph) > 0

    def crack(self) -> None:
        """Take back the last pair of a side; its players join the median as floaters of that side.

        The pair is one of the lower side if more floaters have come from above than from below,
        else one of the higher side; of the other side where the one has none left.
        """
        above, below = self._floaters[Side.ABOVE], self._floaters[Side.BELOW]
        counts = len(above), len(below)
        side = side_to_crack(*counts)
        if not any(made.side is side for made in self.pairs):
            side = Side.ABOVE if side is Side.BELOW else Side.BELOW
        cracked = next(made for made in reversed(self.pairs) if made.side is side)
        self.pairs.remove(cracked)
        self._floaters[side].extend(cracked.pair)
        if not self.brief:
            # What was said of the pair no longer holds.
            self.reasons = [r for r in self.reasons if not _made_by(r, cracked.pair)]
            article = self.cite.cracked[side is Side.BELOW]
            self.reasons.append(PairCracked(article, cracked.pair, cracked.points, side, *counts))

    def _in_order(self, side: Side) -> tuple[Number, ...]:
        return in_order(self.situation, self._floaters[side], side)

    def _settle(self, task: Task) -> list[Number]:
        settled = settle(self.situation, task, self.cite, brief=self.brief)
        self.pairs.extend(MadePair(pair, task.points, task.side) for pair in settled.pairs)
        self.reasons.extend(settled.reasons)
        return list(settled.leavers)


def side_to_crack(from_above: int, from_below: int) -> Side:
    """The side of which a pair is taken back, by the floaters that the median group has."""
    return Side.BELOW if from_above > from_below else Side.ABOVE


def in_order(situation: Situation, floaters: Sequence[Number], side: Side) -> tuple[Number, ...]:
    """Floaters from above by score and number, the highest first; from below the lowest first."""
    return tuple(sorted(floaters, key=situation.by_rank, reverse=side is Side.BELOW))


def _made_by(reason: Reason, pair: tuple[Number, Number]) -> bool:
    return isinstance(reason, OpponentChosen) and {reason.chooser, reason.chosen} == {*pair}
