"""Why a round was paired as it was: the reasons of every bracket, pair, downfloater and bye."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from topboard.kernels.matching import PerfectMatching, bitset, deficiency, with_exits
from topboard.model import Colour
from topboard.reasons import ColourGround, LeavesUnpairable, PassedOver
from topboard.reasons.brackets import (
    BlocksTheBest,
    BracketJudged,
    BracketOpened,
    ByeAtScore,
    ColoursByPreference,
    CriterionSuffers,
    Exchanged,
    FloatsDown,
    HalvesPaired,
    HalvesPlacing,
    LeftGround,
    LeftOverBelow,
    MovedDownPaired,
    PreferenceGround,
    QualityCriterion,
    QualityMeasure,
    ScoreWithoutBye,
)
from topboard.records import dataclass
from topboard.rules.fide.legality import Completion, obstacle, open_graph
from topboard.rules.fide.preferences import colour_of_higher
from topboard.rules.shared.colours import rounds_of_difference
from topboard.rules.shared.meeting import unpairable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from topboard.kernels.class_rows import ClassRow
    from topboard.model import Number, Tenths
    from topboard.reasons import Obstacle, Reason
    from topboard.rules.fide.brackets import PairedBracket
    from topboard.rules.fide.classes import FirstOfBest
    from topboard.rules.fide.profiles import Profile, Roll

    Worse = Callable[[int, int], tuple[QualityCriterion, int] | None]

SHOWN = 5
"""How many of those passed over are shown one by one."""

ORDER_OF_GENERATION = frozenset(
    (
        QualityCriterion.MOVED_DOWN_SET,
        QualityCriterion.MOVED_DOWN_OPPONENTS,
        QualityCriterion.EXCHANGE,
        QualityCriterion.TRANSPOSITION,
    )
)


@dataclass(frozen=True, slots=True)
class Citations:
    """The articles of a text for what is decided in a round."""

    bracket: str
    no_rematch: str
    same_absolute: str
    completion: str
    bye: str
    moved_down: str
    halves: str
    judged: str
    criteria: Mapping[QualityCriterion, str]
    colours: Mapping[PreferenceGround, str]
    boards: str
    rounds: str


def account(
    roll: Roll, made: Sequence[PairedBracket], bye: int | None, cite: Citations
) -> list[Reason]:
    """The reasons of all brackets, from the highest down."""
    found: list[Reason] = []
    for paired in made:
        found += _Account(roll, paired, bye, cite).reasons()
    return found


class _Account:
    """One bracket."""

    def __init__(self, roll: Roll, paired: PairedBracket, bye: int | None, cite: Citations) -> None:
        self.roll = roll
        self.paired = paired
        self.bracket = paired.bracket
        self.bye = bye
        self.cite = cite
        self.number = [profile.number for profile in roll.profiles]

    def reasons(self) -> Iterator[Reason]:
        """What was decided in it, in the order in which it is decided."""
        yield self.opened()
        judged = self.judged()
        if judged.measures:
            yield judged
        best = self.paired.by_classes
        if best is not None:
            yield from self._by_classes(best)
        else:
            yield from self._by_weight()
        for place in self.paired.left:
            if place != self.bye:
                yield self._floats_down(place)

    def numbers(self, places: Iterable[int]) -> tuple[Number, ...]:
        """The players of some places."""
        return tuple(self.number[place] for place in places)

    # --- the bracket ----------------------------------------------------------------------------

    def opened(self) -> BracketOpened:
        """Who is in it, and why some are left over."""
        paired, bracket, profiles = self.paired, self.bracket, self.roll.profiles
        lowest = profiles[bracket.residents[-1]].points
        ground, article, proof = self._why_left()
        return BracketOpened(
            article=self.cite.bracket,
            points=bracket.points,
            residents=self.numbers(bracket.residents),
            moved_down=self.numbers(bracket.moved_down),
            pairs=len(paired.moved_down) + len(paired.remainder),
            left=len(paired.left),
            ground=ground,
            ground_article=article,
            proof=proof,
            lowest=None if lowest == bracket.points else lowest,
        )

    def _why_left(self) -> tuple[LeftGround | None, str, LeavesUnpairable | None]:
        left, members = len(self.paired.left), self.bracket.members
        if not left:
            return None, "", None
        fewest = self.cite.criteria[QualityCriterion.DOWNFLOATERS]
        if left == len(members) % 2:
            return LeftGround.ODD_NUMBER, fewest, None
        graph = self._graph_of_members()
        if left <= deficiency(graph):
            exits = with_exits(graph, bitset(range(len(members))), left - 2)
            certificate = PerfectMatching(exits).certificate
            assert certificate is not None, "as many are left over as must be"
            return (
                LeftGround.CANNOT_BE_PAIRED,
                fewest,
                unpairable(certificate, self.numbers(members)),
            )
        return LeftGround.NEEDED_BELOW, self.cite.completion, None

    def _graph_of_members(self) -> list[int]:
        """Who may meet in the bracket: those moved down do not meet each other."""
        graph = open_graph(self.roll, self.bracket.members)
        moved = len(self.bracket.moved_down)
        above = (1 << moved) - 1
        return [row & ~above if v < moved else row for v, row in enumerate(graph)]

    def judged(self) -> BracketJudged:
        """What the best pairing costs by the criteria."""
        paired, profiles = self.paired, self.roll.profiles
        weights = paired.weights
        if paired.by_classes is not None:
            total = paired.by_classes.alike.bound // 2
        else:
            assert paired.weighed is not None
            total = paired.weighed.cost
        measures = tuple(
            QualityMeasure(self.cite.criteria[criterion], criterion, values, weights.at(criterion))
            for criterion, values in weights.unpacked(total)
            if any(values) and criterion not in ORDER_OF_GENERATION
        )
        wanted = [profiles[place].preference.colour for place in self.bracket.members]
        want = wanted.count(Colour.WHITE), wanted.count(Colour.BLACK)
        return BracketJudged(self.cite.judged, self.bracket.points, measures, want)

    # --- what stood in the way ------------------------------------------------------------------

    def suffering(self, worse: tuple[QualityCriterion, int] | None) -> Obstacle:
        """The weightiest criterion by which a pair exceeds the best."""
        if worse is None or worse[0] in ORDER_OF_GENERATION:
            return BlocksTheBest(self.cite.judged)
        criterion, by = worse
        return CriterionSuffers(self.cite.criteria[criterion], criterion, max(by, 0))

    def _exceeding(self, slack: int) -> tuple[QualityCriterion, int] | None:
        """The weightiest criterion of twice what a pair exceeds the bound by."""
        return self.paired.weights.ledger.leading((slack + 1) // 2)

    def _passed(
        self, chooser: int, candidates: Sequence[int], worse: Worse
    ) -> tuple[PassedOver, ...]:
        return tuple(
            PassedOver(
                self.number[place],
                obstacle(self.roll, chooser, place) or self.suffering(worse(chooser, place)),
            )
            for place in candidates[:SHOWN]
        )

    # --- by classes -----------------------------------------------------------------------------

    def _by_classes(self, best: FirstOfBest) -> Iterator[Reason]:
        class_of = dict(zip(best.alike.members, best.alike.class_of, strict=True))

        @cache
        def of_classes(one: int, other: int) -> tuple[QualityCriterion, int] | None:
            return self._exceeding(best.alike.slack(one, other))

        def worse(a: int, b: int) -> tuple[QualityCriterion, int] | None:
            return of_classes(class_of[a], class_of[b])

        for row in best.moved_down:
            yield MovedDownPaired(
                article=self.cite.moved_down,
                chooser=self.number[row.chooser],
                chosen=self.number[row.chosen],
                points=self.bracket.points,
                passed_over=self._passed(row.chooser, row.passed, worse),
            )
        yield from self._exchange(*best.exchanged)
        moved = {place for side in best.exchanged for place in side}
        for chosen in best.rows:
            if chosen.row < len(best.upper):
                upper, lower = best.upper[chosen.row], best.lower[chosen.column]
                yield HalvesPaired(
                    article=self.cite.halves,
                    chooser=self.number[upper],
                    chosen=self.number[lower],
                    points=self.bracket.points,
                    passed_over=self._passed_in_row(best, chosen, worse),
                    placing=_placing(
                        exchanged=upper in moved or lower in moved,
                        transposed=chosen.row != chosen.column,
                    ),
                )

    def _passed_in_row(
        self, best: FirstOfBest, row: ClassRow, worse: Worse
    ) -> tuple[PassedOver, ...]:
        upper = best.upper[row.row]
        passed = [(best.lower[column], 0) for column in row.closed[:SHOWN]]
        for skipped in (*row.not_allowed, *row.blocking):
            passed.append((best.lower[skipped.shown[0]], skipped.count - 1))
        found = []
        for place, more in sorted(passed)[:SHOWN]:
            why = obstacle(self.roll, upper, place) or self.suffering(worse(upper, place))
            if more and isinstance(why, CriterionSuffers):
                why = CriterionSuffers(why.article, why.criterion, why.by, more)
            elif more and isinstance(why, BlocksTheBest):
                why = BlocksTheBest(why.article, more)
            found.append(PassedOver(self.number[place], why))
        return tuple(found)

    def _exchange(self, leaving: Sequence[int], entering: Sequence[int]) -> Iterator[Exchanged]:
        if leaving:
            yield Exchanged(
                self.cite.criteria[QualityCriterion.EXCHANGE],
                self.bracket.points,
                self.numbers(leaving),
                self.numbers(entering),
            )

    # --- by weight ------------------------------------------------------------------------------

    def _by_weight(self) -> Iterator[Reason]:
        paired, weighed = self.paired, self.paired.weighed
        assert weighed is not None
        free = list(self.bracket.residents)
        for chooser, chosen in paired.moved_down:
            before = free[: free.index(chosen)]
            yield MovedDownPaired(
                article=self.cite.moved_down,
                chooser=self.number[chooser],
                chosen=self.number[chosen],
                points=self.bracket.points,
                passed_over=self._passed(chooser, before, weighed.worse_with),
            )
            free.remove(chosen)
        half = len(paired.remainder)
        uppers = {upper for upper, _ in paired.remainder}
        leaving = [place for place in free[:half] if place not in uppers]
        entering = [place for place in free[half:] if place in uppers]
        yield from self._exchange(leaving, entering)
        moved = {*leaving, *entering}
        lower = [place for place in free if place not in uppers]
        for chooser, chosen in paired.remainder:
            place = lower.index(chosen)
            yield HalvesPaired(
                article=self.cite.halves,
                chooser=self.number[chooser],
                chosen=self.number[chosen],
                points=self.bracket.points,
                passed_over=self._passed(chooser, lower[:place], weighed.worse_with),
                placing=_placing(exchanged=bool({chooser, chosen} & moved), transposed=place > 0),
            )
            lower.remove(chosen)

    # --- who is left over -----------------------------------------------------------------------

    def _floats_down(self, place: int) -> FloatsDown:
        profiles, following = self.roll.profiles, self.bracket.following
        return FloatsDown(
            article=self.cite.criteria[QualityCriterion.DOWNFLOATERS],
            number=self.number[place],
            from_points=profiles[place].points,
            to_points=profiles[following[0]].points if following else profiles[place].points,
            passed_over=self.not_left(place),
        )

    def not_left(self, place: int) -> tuple[PassedOver, ...]:
        """Why those ranked below one who is left over are not left over instead."""
        left = {*self.paired.left}
        below = [r for r in self.bracket.members if r > place and r not in left]
        worse = [r for r in self.paired.worse_below if r not in left]
        candidates = [*worse, *(r for r in below[::-1] if r not in worse)][:SHOWN]
        return tuple(PassedOver(self.number[r], self._not_left(place, r)) for r in candidates)

    def _not_left(self, place: int, instead: int) -> Obstacle:
        if place == self.bye and (bar := self.roll.profiles[instead].barred) is not None:
            return bar
        if instead in self.paired.worse_below:
            return LeftOverBelow(self.cite.criteria[QualityCriterion.NEXT_BRACKET])
        best = self.paired.by_classes
        if best is not None:
            own = best.alike.class_of[best.alike.members.index(instead)]
            return self.suffering(
                self._exceeding(best.alike.slack(own, len(best.alike.counts) - 1))
            )
        assert self.paired.weighed is not None
        return self.suffering(self.paired.weighed.worse_left(instead, place))


def _placing(*, exchanged: bool, transposed: bool) -> HalvesPlacing:
    if exchanged:
        return HalvesPlacing.AFTER_EXCHANGE
    return HalvesPlacing.TRANSPOSED if transposed else HalvesPlacing.IN_ORDER


# --- the bye ------------------------------------------------------------------------------------


def bye_given(
    roll: Roll, made: Sequence[PairedBracket], place: int, cite: Citations, *, lowest_score: bool
) -> ByeAtScore:
    """Who has the bye; where the lowest score decides, why nobody of a lower one has it."""
    profile = roll.profiles[place]
    paired = next(one for one in made if place in one.left)
    # From the last bracket in which he was left over: that is where it was decided.
    for one in made:
        if place in one.left:
            paired = one
    return ByeAtScore(
        article=cite.bye,
        number=profile.number,
        passed_over=_Account(roll, paired, place, cite).not_left(place),
        points=profile.points,
        unplayed=profile.unplayed,
        without=tuple(_scores_without_bye(roll, profile.points)) if lowest_score else (),
    )


def _scores_without_bye(roll: Roll, points: Tenths) -> Iterator[ScoreWithoutBye]:
    """The lower scores, from the lowest, and why nobody there can have the bye."""
    for score in sorted({p.points for p in roll.profiles if p.points < points}):
        having = [p for p in roll.profiles if p.points == score]
        bars = [p.barred for p in having]
        if None not in bars:
            first = bars[-1]
            assert first is not None
            yield ScoreWithoutBye(score, first, len(having), having[-1].number)
            continue
        everybody = range(len(roll.profiles))
        certificate = Completion(roll, score).refusal(everybody)
        assert certificate is not None, "a lower score would have been taken"
        proof = unpairable(certificate, [p.number for p in roll.profiles])
        yield ScoreWithoutBye(score, proof, len(having))


# --- colours ------------------------------------------------------------------------------------

GROUNDS = {
    PreferenceGround.BOTH_GRANTED: ColourGround.EQUALISE,
    PreferenceGround.STRONGER: ColourGround.EQUALISE,
    PreferenceGround.ALTERNATE: ColourGround.ALTERNATE,
    PreferenceGround.HIGHER_RANKED: ColourGround.BALANCE_HIGHER,
    PreferenceGround.INITIAL_COLOUR: ColourGround.LOT,
}


def colours_given(
    roll: Roll, higher: Profile, lower: Profile, initial: Colour, cite: Citations
) -> ColoursByPreference:
    """The colours of a pair and what decided them."""
    colour, by = colour_of_higher(higher, lower, initial)
    white, black = (higher, lower) if colour is Colour.WHITE else (lower, higher)
    differed = None
    if by is PreferenceGround.ALTERNATE:
        differed = rounds_of_difference(roll.rows[white.number], roll.rows[black.number])
    return ColoursByPreference(
        article=cite.colours[by],
        white=white.number,
        black=black.number,
        ground=GROUNDS[by],
        white_history=white.colours,
        black_history=black.colours,
        higher=higher.number,
        differed=differed,
        by=by,
        strengths=(white.preference.strength, black.preference.strength),
        wanted=(white.preference.colour, black.preference.colour),
        parity=higher.parity if by is PreferenceGround.INITIAL_COLOUR else 0,
    )
