"""The pairing of a Lim round: the bye, then the groups from both ends, and the median group
last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.errors import NoLegalPairing
from topboard.matching.perfect import PerfectMatching, deficiency
from topboard.messages import worded
from topboard.model import Player
from topboard.reasons.decisions import ByeGiven, OpponentChoice
from topboard.reasons.family_decisions import UndonePair
from topboard.reasons.grounds import ByeMethod, MedianSide
from topboard.reasons.obstacles import MedianGroupUnpairable, RequiredElsewhere
from topboard.systems.common.byes import choose_bye
from topboard.systems.common.groups import (
    PairedScoregroup,
    ScoreGroup,
    ScoregroupTask,
    pairing_order_toward_middle,
    score_groups,
)
from topboard.systems.common.meeting import (
    certificate_with_numbers,
    permitted_pairs_graph,
    require_complete_pairing,
)
from topboard.systems.fide_lim.scoregroup import ScoregroupPairing, pair_scoregroup

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from topboard.model import Number, Tenths
    from topboard.reasons.decisions import Reason
    from topboard.reasons.obstacles import Obstacle
    from topboard.systems.common.field import Field
    from topboard.systems.fide_lim.citations import LimCitations
    from topboard.systems.fide_lim.field import LimField


@dataclass(frozen=True, slots=True)
class MadePair:
    """A pair, with the score of the group in which it was made and that group's side of the
    median.
    """

    pair: tuple[Number, Number]
    points: Tenths
    side: MedianSide


@dataclass(frozen=True, slots=True)
class PairedRound:
    """All pairs of a round, with the bye and the reasons."""

    pairs: tuple[MadePair, ...]
    bye: ByeGiven | None
    reasons: tuple[Reason, ...]


def pair_round(field: LimField, cite: LimCitations, *, brief: bool = False) -> PairedRound:
    """Pair a round: allocate the bye if the number of players is odd, and then pair the groups.

    No reasons are recorded if ``brief`` is true. Raise ``NoLegalPairing`` if no pairing is
    possible.
    """
    numbers = sorted(field.numbers, key=field.rank_sort_key)
    bye = None
    if len(numbers) % 2:
        bye = give_bye(field, cite)
        numbers.remove(bye.number)
    require_complete_pairing(
        permitted_pairs_graph(field, numbers, with_limits=True), numbers, cite.compatible
    )
    groups = PairedGroups(field, numbers, cite, brief=brief)
    groups.pair_all()
    return PairedRound(tuple(groups.pairs), bye, tuple(groups.reasons))


# --- bye ------------------------------------------------------------------------------------


def give_bye(field: LimField, cite: LimCitations) -> ByeGiven:
    """Choose the player who receives the bye and return the reason for the choice.

    It is the first eligible player without whom all others can be paired. Players are considered
    from the lowest rank up, or from the lowest rating up in round 1.
    """
    first_round = field.round == 1
    rated = ratings_without_estimates(field)
    order = sort_lowest_rated_first(rated) if first_round else sort_lowest_ranked_first(field)
    article = cite.bye_of_round_one if first_round else cite.bye
    barred = {**field.barred, **{n: RequiredElsewhere(n) for n in field.required}}
    if len(barred) == len(order):
        what = worded("the number of players is odd and no one may have the bye")
        raise NoLegalPairing(what, article=article)
    graph = permitted_pairs_graph(field, order, with_limits=True)
    number, passed = choose_bye(graph, order, barred, cite.compatible)
    if first_round:
        return ByeGiven(
            article,
            number,
            passed,
            rating=rated[number],
            method=ByeMethod.LOWEST_RATING,
        )
    return ByeGiven(article, number, passed)


def sort_lowest_ranked_first(field: LimField) -> list[Number]:
    """Return all players from the lowest rank up, beginning with the lowest scoregroup."""
    return sorted(field.numbers, key=field.rank_sort_key, reverse=True)


def sort_lowest_rated_first(rated: Mapping[Number, int | None]) -> list[Number]:
    """Return all players sorted by ascending rating, with unrated players first.

    This is the order of candidates for the bye in round 1.
    """
    return sorted(rated, key=lambda n: (rated[n] or 0, -n))


def ratings_without_estimates(field: LimField) -> dict[Number, int | None]:
    """Return each player's own rating, or None for a player who has only an estimated rating."""
    here = set(field.numbers)
    competitors = field.tournament.competitors
    return {p.number: p.rating for p in competitors if isinstance(p, Player) and p.number in here}


# --- scoregroups ----------------------------------------------------------------------------


def scoregroups_around_median(
    field: LimField, numbers: Sequence[Number]
) -> tuple[list[ScoreGroup], int]:
    """Return the scoregroups from the highest down, and the index of the median group.

    The median score is half the maximum score of the rounds played. The median group is included
    even if nobody has that score.
    """
    groups = list(score_groups(numbers, field.points))
    middle = sum(2 * group.points > field.twice_median for group in groups)
    if middle == len(groups) or 2 * groups[middle].points != field.twice_median:
        groups.insert(middle, ScoreGroup(field.median_score, ()))
    return groups, middle


def pairing_order_of_groups(
    field: LimField, numbers: Sequence[Number]
) -> list[tuple[ScoreGroup, MedianSide, ScoreGroup]]:
    """Return the scoregroups in pairing order, each with its side and the next group toward the
    median.

    The groups above the median are paired first, from the top down. The groups below it follow,
    from the bottom up. The median group is last.
    """
    groups, middle = scoregroups_around_median(field, numbers)
    towards = {MedianSide.ABOVE: 1, MedianSide.BELOW: -1, MedianSide.MEDIAN: 0}
    return [
        (groups[index], side, groups[index + towards[side]])
        for index, side in pairing_order_toward_middle(len(groups), middle)
    ]


@dataclass(frozen=True, slots=True)
class PairedGroup:
    """A scoregroup and its pairing."""

    task: ScoregroupTask
    settled: PairedScoregroup


class PairedGroups:
    """The scoregroups of a round, which are paired one after another toward the median."""

    def __init__(
        self, field: LimField, numbers: Sequence[Number], cite: LimCitations, *, brief: bool
    ) -> None:
        self.field = field
        self.numbers = numbers
        self.cite = cite
        self.brief = brief
        self._groups: list[PairedGroup] = []
        self._cracked: list[Reason] = []
        self._floaters: dict[MedianSide, list[Number]] = {
            MedianSide.ABOVE: [],
            MedianSide.BELOW: [],
        }
        self._next_to_median: dict[MedianSide, int] = {}
        """The index of the group next to the median on each side where no pair has been cracked."""

    @property
    def pairs(self) -> list[MadePair]:
        """All pairs in the order of the groups in which they were made."""
        return [
            MadePair(pair, group.task.points, group.task.side)
            for group in self._groups
            for pair in group.settled.pairs
        ]

    @property
    def reasons(self) -> list[Reason]:
        """All reasons, group by group.

        The reasons for cracking pairs come just before those for the median group.
        """
        outer = [g for g in self._groups if g.task.side is not MedianSide.MEDIAN]
        median = [g for g in self._groups if g.task.side is MedianSide.MEDIAN]
        return [
            *(reason for group in outer for reason in group.settled.reasons),
            *self._cracked,
            *(reason for group in median for reason in group.settled.reasons),
        ]

    def pair_all(self) -> None:
        """Pair all groups toward the median. Floaters move on to the next group, and the median is
        last.
        """
        order = pairing_order_of_groups(self.field, self.numbers)
        median = order[-1][0]
        for group, side, toward in order:
            if side is MedianSide.MEDIAN:
                self._pair_median_group(group)
            else:
                there = (
                    self._opponents_in_median(median, side) if toward is median else toward.members
                )
                self._pair_outer_group(group, side, toward.points, there)

    def _opponents_in_median(self, median: ScoreGroup, side: MedianSide) -> tuple[Number, ...]:
        """Return the players whom floaters from one side can expect to meet in the median group.

        They are the residents of the median group and the current floaters from the other side.
        """
        other = MedianSide.ABOVE if side is MedianSide.BELOW else MedianSide.BELOW
        return (*median.members, *self._floaters[other])

    def _pair_outer_group(
        self, group: ScoreGroup, side: MedianSide, next_points: Tenths, there: tuple[Number, ...]
    ) -> None:
        members = group.members[::-1] if side is MedianSide.BELOW else group.members
        task = ScoregroupTask(
            points=group.points,
            side=side,
            residents=members,
            incoming=self._floaters_in_order(side),
            next_points=next_points,
            next_residents=there,
        )
        self._next_to_median[side] = len(self._groups)
        self._floaters[side] = list(self._pair_and_record_group(task).leavers)

    def _pair_median_group(self, group: ScoreGroup) -> None:
        """Pair the median group downward.

        As long as it cannot be paired, first exchange a floater, or else crack a pair.
        """
        while self._is_median_blocked(group):
            if not self.exchange_floater(group):
                self.crack_last_pair()
        above, below = (
            self._floaters_in_order(MedianSide.ABOVE),
            self._floaters_in_order(MedianSide.BELOW),
        )
        if group.members or above or below:
            self._pair_and_record_group(
                ScoregroupTask(group.points, MedianSide.MEDIAN, group.members, above, below)
            )

    def _is_median_blocked(self, group: ScoreGroup) -> bool:
        everybody = [
            *group.members,
            *self._floaters[MedianSide.ABOVE],
            *self._floaters[MedianSide.BELOW],
        ]
        graph = permitted_pairs_graph(self.field, everybody, with_limits=True)
        return deficiency(graph) > 0

    def exchange_floater(self, median: ScoreGroup) -> bool:
        """Replace one floater with another member of the floater's group to make the median group
        pairable.

        Floaters from below are tried first, and on each side the floater who would be paired last.
        Floaters are not replaced on a side where a pair has been cracked. Return whether a floater
        was replaced.
        """
        for side in (MedianSide.BELOW, MedianSide.ABOVE):
            if side not in self._next_to_median:
                continue
            index = self._next_to_median[side]
            group = self._groups[index]
            task = replace(group.task, next_residents=self._opponents_in_median(median, side))
            for floater in reversed(self._floaters_in_order(side)):
                scrutiny = ScoregroupPairing(self.field, task, self.cite, brief=self.brief)
                blocked = MedianWithoutFloater(self.field, task, group.settled, floater)
                if scrutiny.replace_floater(group.settled, floater, blocked):
                    settled = scrutiny.pair_remaining_players()
                    self._groups[index] = PairedGroup(task, settled)
                    self._floaters[side] = list(settled.leavers)
                    return True
        return False

    def crack_last_pair(self) -> None:
        """Undo the last pair on one side of the median and add its players to the median group as
        floaters.

        The pair is taken from below the median if more floaters have come from above than from
        below, and otherwise from above. If that side has no pairs left, the other side is used.
        """
        above, below = self._floaters[MedianSide.ABOVE], self._floaters[MedianSide.BELOW]
        counts = len(above), len(below)
        side = side_to_crack(*counts)
        if not any(made.side is side for made in self.pairs):
            side = MedianSide.ABOVE if side is MedianSide.BELOW else MedianSide.BELOW
        cracked = self._take_back_last_pair(side)
        self._floaters[side].extend(cracked.pair)
        self._next_to_median.pop(side, None)
        if not self.brief:
            article = self.cite.cracked[side is MedianSide.BELOW]
            self._cracked.append(UndonePair(article, cracked.pair, cracked.points, side, *counts))

    def _take_back_last_pair(self, side: MedianSide) -> MadePair:
        """Remove the last pair on one side of the median, and its reasons, and return the pair."""
        index, group = next(
            (index, group)
            for index, group in reversed([*enumerate(self._groups)])
            if group.task.side is side and group.settled.pairs
        )
        *pairs, last = group.settled.pairs
        reasons = tuple(r for r in group.settled.reasons if not _is_reason_for_pair(r, last))
        left = PairedScoregroup(tuple(pairs), group.settled.leavers, reasons)
        self._groups[index] = PairedGroup(group.task, left)
        return MadePair(last, group.task.points, side)

    def _floaters_in_order(self, side: MedianSide) -> tuple[Number, ...]:
        return order_floaters(self.field, self._floaters[side], side)

    def _pair_and_record_group(self, task: ScoregroupTask) -> PairedScoregroup:
        settled = pair_scoregroup(self.field, task, self.cite, brief=self.brief)
        self._groups.append(PairedGroup(task, settled))
        return settled


class MedianWithoutFloater:
    """The median group without one of its floaters, used to check who can replace that floater."""

    def __init__(
        self, field: Field, task: ScoregroupTask, settled: PairedScoregroup, floater: Number
    ) -> None:
        self._there = [*task.next_residents, *(n for n in settled.leavers if n != floater)]
        group = (n for n in (*task.residents, *task.incoming) if n not in self._there)
        self._numbers = [*self._there, *group]
        self._graph = permitted_pairs_graph(field, self._numbers, with_limits=True)

    def __call__(self, number: Number) -> Obstacle | None:
        """Return why this player cannot replace the floater, or None if they can."""
        alive = (1 << len(self._there)) - 1 | 1 << self._numbers.index(number)
        proof = PerfectMatching(self._graph, alive).certificate
        return (
            None
            if proof is None
            else MedianGroupUnpairable(certificate_with_numbers(proof, self._numbers))
        )


def side_to_crack(from_above: int, from_below: int) -> MedianSide:
    """Return the side of the median whose last pair is cracked, given the floaters from each
    side.
    """
    return MedianSide.BELOW if from_above > from_below else MedianSide.ABOVE


def order_floaters(
    field: LimField, floaters: Sequence[Number], side: MedianSide
) -> tuple[Number, ...]:
    """Return the floaters from one side of the median in the order in which they are paired.

    The highest-ranked floater from above comes first, or the lowest-ranked floater from below.
    """
    return tuple(sorted(floaters, key=field.rank_sort_key, reverse=side is MedianSide.BELOW))


def _is_reason_for_pair(reason: Reason, pair: tuple[Number, Number]) -> bool:
    return isinstance(reason, OpponentChoice) and {reason.chooser, reason.chosen} == {*pair}
