"""The reasons for the pairing of a round after the seeding rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.reasons.decisions import OpponentChosen
from topboard.reasons.family_decisions import OppositionMet, RankedByOpposition
from topboard.reasons.grounds import PairMethod
from topboard.reasons.obstacles import LeftOverBelow
from topboard.systems.fide_burstein.index import by_rank
from topboard.systems.fide_common.check_list import check_list as check_lines
from topboard.systems.fide_common.legality import may_meet
from topboard.systems.fide_dutch.bracket_reasons import Account
from topboard.systems.fide_dutch.opponent_order import FirstByNumbers

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from topboard.model import Number
    from topboard.reasons.check_list import CheckLine
    from topboard.reasons.decisions import BracketOpened, Reason
    from topboard.reasons.obstacles import Obstacle
    from topboard.systems.fide_burstein.index import Index
    from topboard.systems.fide_burstein.rounds import BursteinField
    from topboard.systems.fide_common.citations import BracketCitations
    from topboard.systems.fide_dutch.bracket_reasons import Worse
    from topboard.systems.fide_dutch.brackets import PairedBracket


def explain_brackets(
    ranked: BursteinField, made: Sequence[PairedBracket], cite: BracketCitations, ranking: str
) -> Iterator[Reason]:
    """Yield the reasons for all brackets, from the highest down.

    ``ranking`` is the article about the ranking.
    """
    for at, paired in enumerate(made):
        yield from _ByNumbers(ranked, paired, cite, made[at + 1 :], ranking).reasons()


def opposition(indices: Mapping[Number, Index], number: Number) -> OppositionMet:
    """Return a player's Buchholz and Sonneborn-Berger scores for explanations."""
    index = indices[number]
    return OppositionMet(number, index.buchholz, index.sonneborn_berger)


def check_list(ranked: BursteinField) -> list[CheckLine]:
    """Return the check lines of all players, sorted by pairing score and then by rank."""
    lines = (
        replace(line, opposition=opposition(ranked.indices, line.number))
        for line in check_lines(ranked)
    )
    return sorted(lines, key=lambda line: (-line.pairing_points, ranked.ranks[line.number]))


class _ByNumbers(Account):
    """The reasons for one bracket, with its members numbered by rank."""

    def __init__(
        self,
        ranked: BursteinField,
        paired: PairedBracket,
        cite: BracketCitations,
        below: Sequence[PairedBracket],
        ranking: str,
    ) -> None:
        super().__init__(ranked, paired, None, cite, below)
        self.indices = ranked.indices
        self.ranking = ranking
        self.ranked = by_rank(ranked, ranked.ranks, paired.bracket.members)

    def opening_reason(self) -> BracketOpened:
        """Return the reason that lists the members by rank and says why some stay unpaired."""
        residents = set(self.bracket.residents)
        by_rank = self.numbers(place for place in self.ranked if place in residents)
        return replace(super().opening_reason(), residents=by_rank)

    def reasons(self) -> Iterator[Reason]:
        """Yield the reasons for the members and their ranking, and then the other reasons."""
        opened, *others = super().reasons()
        yield opened
        if len(self.ranked) > 1:
            met = tuple(opposition(self.indices, self.number[place]) for place in self.ranked)
            yield RankedByOpposition(self.ranking, self.bracket.points, met)
        yield from others

    def pairs(self) -> Iterator[Reason]:
        """Yield the reason for each pair, in the order in which the pairs are made."""
        at = {place: number for number, place in enumerate(self.ranked, start=1)}
        worse, changed = self._obstacles()
        free = list(self.ranked)
        for chooser, chosen in self.paired.remainder:
            free.remove(chooser)
            before = [place for place in reversed(free) if at[place] > at[chosen]]
            yield OpponentChosen(
                article=self.cite.order,
                chooser=self.number[chooser],
                chosen=self.number[chosen],
                points=self.bracket.points,
                passed_over=self.passed_over(chooser, before, worse, changed),
                numbers=(at[chooser], at[chosen]),
                opposition=(
                    opposition(self.indices, self.number[chooser]),
                    opposition(self.indices, self.number[chosen]),
                ),
                method=PairMethod.BRACKET_NUMBERS,
            )
            free.remove(chosen)

    def between(self, chooser: int, place: int, worse: Worse, changed: Worse) -> Obstacle:
        """Return the obstacle between two members.

        Two MDPs who could have met moved down because other players need them.
        """
        if self.both_moved_down(chooser, place) and may_meet(self.field, chooser, place):
            return LeftOverBelow(self.cite.completion, self.under.after_pair(chooser, place))
        return super().between(chooser, place, worse, changed)

    def _obstacles(self) -> tuple[Worse, Worse]:
        best, weighed = self.paired.by_classes, self.paired.weighed
        if isinstance(best, FirstByNumbers):
            return self.of_classes(best)
        assert weighed is not None
        return weighed.worse_with, weighed.changed_with

    def first_to_leave(self, place: int) -> Sequence[int]:
        """Return the members in the middle, who stay unpaired in the first pairing of the order.

        Their number is that of the floaters. Players with more points than the player at ``place``
        are left out.
        """
        count, left = len(self.ranked), len(self.paired.left)
        score = self.field.players[place].points
        middle = self.ranked[(count - left) // 2 : (count + left) // 2]
        return [one for one in middle if self.field.players[one].points <= score]
