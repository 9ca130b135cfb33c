"""The reasons and the check list for a Burstein round after the seeding rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.reasons.decisions import OpponentChoice
from topboard.reasons.family_decisions import OppositionRanking, OppositionScores, SeedingRound
from topboard.reasons.grounds import PairMethod
from topboard.reasons.obstacles import HarmsLowerBrackets
from topboard.systems.fide_burstein.index import sort_players_by_rank
from topboard.systems.fide_burstein.rounds import compute_seeding_round_count
from topboard.systems.fide_common.check_list import build_check_list_rows as check_lines
from topboard.systems.fide_common.legality import may_meet
from topboard.systems.fide_dutch.bracket_reasons import BracketReasons
from topboard.systems.fide_dutch.opponent_order import FirstPairingByNumbers

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from topboard.model import Number, Tournament
    from topboard.reasons.check_list import CheckListRow
    from topboard.reasons.decisions import BracketSummary, Reason
    from topboard.reasons.obstacles import Obstacle
    from topboard.systems.fide_burstein.index import OppositionIndex
    from topboard.systems.fide_burstein.rounds import BursteinField
    from topboard.systems.fide_common.citations import BracketCitations
    from topboard.systems.fide_dutch.bracket_reasons import Worse
    from topboard.systems.fide_dutch.brackets import PairedBracket


def explain_seeding_round(tournament: Tournament, article: str) -> SeedingRound:
    """Return the reason for pairing the next round as a seeding round."""
    count = compute_seeding_round_count(tournament.planned_rounds)
    return SeedingRound(article, tournament.round_to_pair, count)


def explain_brackets(
    ranked: BursteinField, made: Sequence[PairedBracket], cite: BracketCitations, ranking: str
) -> Iterator[Reason]:
    """Yield the reasons for the pairing of all brackets, highest bracket first.

    ``ranking`` is the article about the opposition index.
    """
    for at, paired in enumerate(made):
        yield from _BursteinBracketReasons(
            ranked, paired, cite, made[at + 1 :], ranking
        ).explain_bracket()


def build_opposition_scores(
    indices: Mapping[Number, OppositionIndex], number: Number
) -> OppositionScores:
    """Return a player's Buchholz and Sonneborn-Berger scores for use in a reason."""
    index = indices[number]
    return OppositionScores(number, index.buchholz, index.sonneborn_berger)


def build_check_list(ranked: BursteinField) -> list[CheckListRow]:
    """Return one check-list row per player, sorted by pairing score and then by rank."""
    lines = (
        replace(line, opposition=build_opposition_scores(ranked.indices, line.number))
        for line in check_lines(ranked)
    )
    return sorted(lines, key=lambda line: (-line.pairing_points, ranked.ranks[line.number]))


class _BursteinBracketReasons(BracketReasons):
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
        self.ranked = sort_players_by_rank(ranked, ranked.ranks, paired.bracket.members)

    def explain_members(self) -> BracketSummary:
        residents = set(self.bracket.residents)
        by_rank = self.field.numbers_at(place for place in self.ranked if place in residents)
        return replace(super().explain_members(), residents=by_rank, in_halves=False)

    def explain_bracket(self) -> Iterator[Reason]:
        opened, *others = super().explain_bracket()
        yield opened
        if len(self.ranked) > 1:
            met = tuple(
                build_opposition_scores(self.indices, self.field.numbers[place])
                for place in self.ranked
            )
            yield OppositionRanking(self.ranking, self.bracket.points, met)
        yield from others

    def explain_pairs(self) -> Iterator[Reason]:
        at = {place: number for number, place in enumerate(self.ranked, start=1)}
        worse, changed = self._choose_finders_of_worsened_criterion()
        free = list(self.ranked)
        for chooser, chosen in self.paired.remainder:
            free.remove(chooser)
            before = [place for place in reversed(free) if at[place] > at[chosen]]
            yield OpponentChoice(
                article=self.cite.order,
                chooser=self.field.numbers[chooser],
                chosen=self.field.numbers[chosen],
                points=self.bracket.points,
                passed_over=self.explain_passed_over_candidates(chooser, before, worse, changed),
                numbers=(at[chooser], at[chosen]),
                opposition=(
                    build_opposition_scores(self.indices, self.field.numbers[chooser]),
                    build_opposition_scores(self.indices, self.field.numbers[chosen]),
                ),
                method=PairMethod.BRACKET_NUMBERS,
            )
            free.remove(chosen)

    def find_obstacle_between(
        self, chooser: int, place: int, worse: Worse, changed: Worse
    ) -> Obstacle:
        """Return the reason why two members of the bracket were not paired with each other.

        Even two MDPs who may meet can be kept apart, because other players need them as opponents.
        """
        if self.are_both_mdps(chooser, place) and may_meet(self.field, chooser, place):
            return HarmsLowerBrackets(
                self.cite.completion, self.under.prove_pair_leaves_others_unpairable(chooser, place)
            )
        return super().find_obstacle_between(chooser, place, worse, changed)

    def _choose_finders_of_worsened_criterion(self) -> tuple[Worse, Worse]:
        best, weighed = self.paired.by_classes, self.paired.weighed
        if isinstance(best, FirstPairingByNumbers):
            return self.build_finders_of_worsened_criterion(best)
        assert weighed is not None
        return weighed.find_criterion_worsened_by_pair, weighed.find_criterion_worsened_by_swap

    def list_earlier_downfloat_candidates(self, place: int) -> Sequence[int]:
        """Return the members in the middle of the ranking, who float if the rank alone decides.

        There are as many of them as floaters. Members with more points than the player at ``place``
        are left out.
        """
        count, left = len(self.ranked), len(self.paired.left)
        score = self.field.players[place].points
        middle = self.ranked[(count - left) // 2 : (count + left) // 2]
        return [one for one in middle if self.field.players[one].points <= score]
