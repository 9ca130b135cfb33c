"""The pairing of a Lim round: the bye, the groups from both ends, and then the median group."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.errors import NoLegalPairing
from topboard.matching.perfect import PerfectMatching, deficiency
from topboard.messages import worded
from topboard.model import Player
from topboard.reasons.decisions import ByeGiven, OpponentChoice
from topboard.reasons.family_decisions import PairBrokenUp
from topboard.reasons.grounds import ByeMethod, MedianSide
from topboard.reasons.obstacles import MedianGroupUnpairable, RequiredElsewhere
from topboard.systems.common.byes import choose_bye
from topboard.systems.common.groups import (
    PairedScoregroup,
    ScoreGroup,
    ScoregroupTask,
    order_scoregroups_toward_median,
    score_groups,
)
from topboard.systems.common.meeting import (
    convert_certificate_to_numbers,
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
class PairWithGroupScore:
    """A pair, with the score of its group and the group's side of the median."""

    pair: tuple[Number, Number]
    points: Tenths
    side: MedianSide


@dataclass(frozen=True, slots=True)
class PairedRound:
    """All pairs of a round, with the bye and the reasons."""

    pairs: tuple[PairWithGroupScore, ...]
    bye: ByeGiven | None
    reasons: tuple[Reason, ...]


def pair_round(field: LimField, cite: LimCitations, *, brief: bool = False) -> PairedRound:
    """Allocate the bye if the number of players is odd, pair all groups, and return the round.

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
    groups = PairedScoregroupsOfRound(field, numbers, cite, brief=brief)
    groups.pair_all_groups()
    return PairedRound(tuple(groups.pairs), bye, tuple(groups.reasons))


# --- bye ------------------------------------------------------------------------------------


def give_bye(field: LimField, cite: LimCitations) -> ByeGiven:
    """Choose the player who gets the bye and return the reason for the choice.

    The bye goes to the first eligible player without whom all others can be paired. Players are
    considered from the lowest rank up, or from the lowest rating up in round 1.
    """
    first_round = field.round == 1
    rated = list_player_ratings_without_estimates(field)
    order = (
        sort_players_lowest_rated_first(rated)
        if first_round
        else sort_players_lowest_ranked_first(field)
    )
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


def sort_players_lowest_ranked_first(field: LimField) -> list[Number]:
    """Return all players in reverse ranking order, lowest rank first."""
    return sorted(field.numbers, key=field.rank_sort_key, reverse=True)


def sort_players_lowest_rated_first(rated: Mapping[Number, int | None]) -> list[Number]:
    """Return all players by ascending rating, with unrated players first.

    They are considered for the bye of round 1 in this order.
    """
    return sorted(rated, key=lambda n: (rated[n] or 0, -n))


def list_player_ratings_without_estimates(field: LimField) -> dict[Number, int | None]:
    """Return each player's own rating, or None for a player with only an estimated rating."""
    here = set(field.numbers)
    competitors = field.tournament.competitors
    return {p.number: p.rating for p in competitors if isinstance(p, Player) and p.number in here}


# --- scoregroups ----------------------------------------------------------------------------


def list_scoregroups_including_median(
    field: LimField, numbers: Sequence[Number]
) -> tuple[list[ScoreGroup], int]:
    """Return the scoregroups from the highest down, and the index of the median group.

    The median group is included even if no player has its score, which is half the maximum score
    after the rounds played.
    """
    groups = list(score_groups(numbers, field.points))
    middle = sum(2 * group.points > field.twice_median for group in groups)
    if middle == len(groups) or 2 * groups[middle].points != field.twice_median:
        groups.insert(middle, ScoreGroup(field.median_score, ()))
    return groups, middle


def list_groups_in_pairing_order(
    field: LimField, numbers: Sequence[Number]
) -> list[tuple[ScoreGroup, MedianSide, ScoreGroup]]:
    """Return the scoregroups in pairing order, each with its side and the next group.

    The groups above the median come first, from the top down. The groups below it follow, from the
    bottom up. The median group is last.
    """
    groups, middle = list_scoregroups_including_median(field, numbers)
    towards = {MedianSide.ABOVE: 1, MedianSide.BELOW: -1, MedianSide.MEDIAN: 0}
    return [
        (groups[index], side, groups[index + towards[side]])
        for index, side in order_scoregroups_toward_median(len(groups), middle)
    ]


@dataclass(frozen=True, slots=True)
class PairedGroup:
    """A scoregroup and its pairing."""

    task: ScoregroupTask
    settled: PairedScoregroup


class PairedScoregroupsOfRound:
    """The scoregroups of a round, paired one after another toward the median."""

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
    def pairs(self) -> list[PairWithGroupScore]:
        """All pairs, in the order in which their groups were paired."""
        return [
            PairWithGroupScore(pair, group.task.points, group.task.side)
            for group in self._groups
            for pair in group.settled.pairs
        ]

    @property
    def reasons(self) -> list[Reason]:
        """All reasons for the pairing, group by group.

        The reasons for cracking (undoing) pairs come directly before those for the median group.
        """
        outer = [g for g in self._groups if g.task.side is not MedianSide.MEDIAN]
        median = [g for g in self._groups if g.task.side is MedianSide.MEDIAN]
        return [
            *(reason for group in outer for reason in group.settled.reasons),
            *self._cracked,
            *(reason for group in median for reason in group.settled.reasons),
        ]

    def pair_all_groups(self) -> None:
        """Pair all groups toward the median, each with the floaters from the previous group.

        The median group is paired last.
        """
        order = list_groups_in_pairing_order(self.field, self.numbers)
        median = order[-1][0]
        for group, side, toward in order:
            if side is MedianSide.MEDIAN:
                self._pair_median_group(group)
            else:
                there = (
                    self._list_opponents_of_floaters_in_median(median, side)
                    if toward is median
                    else toward.members
                )
                self._pair_outer_group(group, side, toward.points, there)

    def _list_opponents_of_floaters_in_median(
        self, median: ScoreGroup, side: MedianSide
    ) -> tuple[Number, ...]:
        """Return the players whom floaters from one side can meet in the median group.

        They are the residents of the median group and the floaters from the other side.
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
            incoming=self._list_floaters_in_pairing_order(side),
            next_points=next_points,
            next_residents=there,
        )
        self._next_to_median[side] = len(self._groups)
        self._floaters[side] = list(self._pair_and_record_group(task).leavers)

    def _pair_median_group(self, group: ScoreGroup) -> None:
        """Pair the median group downward.

        While it cannot be paired, a floater is exchanged or, if no exchange helps, a pair is
        cracked.
        """
        while self._is_median_group_unpairable(group):
            if not self.exchange_floater_to_pair_median(group):
                self.crack_last_pair_of_one_side()
        above, below = (
            self._list_floaters_in_pairing_order(MedianSide.ABOVE),
            self._list_floaters_in_pairing_order(MedianSide.BELOW),
        )
        if group.members or above or below:
            self._pair_and_record_group(
                ScoregroupTask(group.points, MedianSide.MEDIAN, group.members, above, below)
            )

    def _is_median_group_unpairable(self, group: ScoreGroup) -> bool:
        everybody = [
            *group.members,
            *self._floaters[MedianSide.ABOVE],
            *self._floaters[MedianSide.BELOW],
        ]
        graph = permitted_pairs_graph(self.field, everybody, with_limits=True)
        return deficiency(graph) > 0

    def exchange_floater_to_pair_median(self, median: ScoreGroup) -> bool:
        """Replace one floater so that the median group can be paired. Return whether it succeeded.

        The new floater is a different member of the same group. Floaters from below are tried
        first. On each side, the floater who would be paired last is tried first. A side on which a
        pair has been cracked is skipped.
        """
        for side in (MedianSide.BELOW, MedianSide.ABOVE):
            if side not in self._next_to_median:
                continue
            index = self._next_to_median[side]
            group = self._groups[index]
            task = replace(
                group.task, next_residents=self._list_opponents_of_floaters_in_median(median, side)
            )
            for floater in reversed(self._list_floaters_in_pairing_order(side)):
                scrutiny = ScoregroupPairing(self.field, task, self.cite, brief=self.brief)
                blocked = MedianGroupWithoutFloater(self.field, task, group.settled, floater)
                if scrutiny.replace_floater_of_paired_group(group.settled, floater, blocked):
                    settled = scrutiny.pair_remaining_players()
                    self._groups[index] = PairedGroup(task, settled)
                    self._floaters[side] = list(settled.leavers)
                    return True
        return False

    def crack_last_pair_of_one_side(self) -> None:
        """Undo the last pair on one side of the median, and add its players to the median group.

        If more floaters come from above than from below, the pair is from below the median, and
        otherwise from above. If that side has no pairs left, the other side is used.
        """
        above, below = self._floaters[MedianSide.ABOVE], self._floaters[MedianSide.BELOW]
        counts = len(above), len(below)
        side = choose_side_to_crack(*counts)
        if not any(made.side is side for made in self.pairs):
            side = MedianSide.ABOVE if side is MedianSide.BELOW else MedianSide.BELOW
        cracked = self._remove_last_pair_of_side(side)
        self._floaters[side].extend(cracked.pair)
        self._next_to_median.pop(side, None)
        if not self.brief:
            article = self.cite.cracked[side is MedianSide.BELOW]
            self._cracked.append(PairBrokenUp(article, cracked.pair, cracked.points, side, *counts))

    def _remove_last_pair_of_side(self, side: MedianSide) -> PairWithGroupScore:
        """Remove and return the last pair on one side of the median, together with its reasons."""
        index, group = next(
            (index, group)
            for index, group in reversed([*enumerate(self._groups)])
            if group.task.side is side and group.settled.pairs
        )
        *pairs, last = group.settled.pairs
        reasons = tuple(r for r in group.settled.reasons if not _is_reason_about_pair(r, last))
        left = PairedScoregroup(tuple(pairs), group.settled.leavers, reasons)
        self._groups[index] = PairedGroup(group.task, left)
        return PairWithGroupScore(last, group.task.points, side)

    def _list_floaters_in_pairing_order(self, side: MedianSide) -> tuple[Number, ...]:
        return sort_floaters_in_pairing_order(self.field, self._floaters[side], side)

    def _pair_and_record_group(self, task: ScoregroupTask) -> PairedScoregroup:
        settled = pair_scoregroup(self.field, task, self.cite, brief=self.brief)
        self._groups.append(PairedGroup(task, settled))
        return settled


class MedianGroupWithoutFloater:
    """The median group without one floater, used to find a replacement for that floater."""

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
            else MedianGroupUnpairable(convert_certificate_to_numbers(proof, self._numbers))
        )


def choose_side_to_crack(from_above: int, from_below: int) -> MedianSide:
    """Return the side of the median whose last pair is cracked (undone).

    The arguments are the numbers of floaters from above and from below.
    """
    return MedianSide.BELOW if from_above > from_below else MedianSide.ABOVE


def sort_floaters_in_pairing_order(
    field: LimField, floaters: Sequence[Number], side: MedianSide
) -> tuple[Number, ...]:
    """Return the floaters from one side of the median in pairing order.

    From above, the highest-ranked floater comes first. From below, the lowest-ranked does.
    """
    return tuple(sorted(floaters, key=field.rank_sort_key, reverse=side is MedianSide.BELOW))


def _is_reason_about_pair(reason: Reason, pair: tuple[Number, Number]) -> bool:
    return isinstance(reason, OpponentChoice) and {reason.chooser, reason.chosen} == {*pair}
