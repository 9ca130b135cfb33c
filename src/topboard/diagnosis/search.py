"""The search for repairs that explain the published rounds of an event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.checking import infer_missing_settings_from_rounds, list_rounds_to_check
from topboard.diagnosis.byes import (
    propose_bye_codes,
    propose_editions,
)
from topboard.diagnosis.hits import Hits, limit_edition_to_round, link_pair, sort_hits, weigh
from topboard.diagnosis.kinds import BESIDE_A_NUMBER, FITTED, OF_THE_EVENT, QUICK, THOROUGH
from topboard.diagnosis.limits import trials_for
from topboard.diagnosis.numbers import (
    propose_numbers,
)
from topboard.diagnosis.pairs import (
    propose_pairs_by_hand,
    propose_pairs_kept_apart,
    propose_relatives_kept_apart,
)
from topboard.diagnosis.repairs import (
    EarlierResult,
    KeptApart,
    MadeByHand,
    OtherCode,
    OtherEdition,
    OtherNumber,
    apply_all,
)
from topboard.diagnosis.situations import RoundFacts, Situation, pair_and_compare
from topboard.diagnosis.values import (
    ENOUGH_ROUNDS,
    Explanation,
    Outcome,
    RoundDiagnosis,
    Weight,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from topboard.diagnosis.kinds import Propose
    from topboard.diagnosis.repairs import Repair
    from topboard.diagnosis.situations import Agreement
    from topboard.model import Tournament
    from topboard.systems.registry import System

    OnProgress = Callable[[int, int], None]
    ShouldStop = Callable[[], bool]
    Repairs = tuple[Repair, ...]

STARTS = 6
"""The number of single repairs, the most promising ones, to which a second one is added."""


class SearchStopped(Exception):
    """Raised when the caller of the search asks it to stop."""


class Search:
    """The search for repairs in one event. Its results so far can be read at any time."""

    def __init__(
        self,
        event: Tournament,
        system: System,
        numbers: Sequence[int] | None = None,
        *,
        quick: bool = False,
        on_progress: OnProgress | None = None,
        should_stop: ShouldStop | None = None,
    ) -> None:
        self.event = infer_missing_settings_from_rounds(event, system)
        self.system = system
        self.quick = quick
        self.on_progress = on_progress
        self.should_stop = should_stop
        self.most_trials = trials_for(len(event.competitors))
        listed = list_rounds_to_check(event)
        self.numbers = tuple(n for n in listed if numbers is None or n in numbers)
        self.stopped = False
        """Whether the search was stopped before its end."""
        self.trials: dict[int, int] = dict.fromkeys(listed, 0)
        self.cut_short: set[int] = set()
        self.filed: dict[int, Agreement | None] = {}
        self.adopted: list[Repair] = []
        self.hits: dict[int, Hits] = {}
        self.settled: set[int] = set()
        """The rounds explained by a repair that was adopted."""
        self.variants: list[Repair] = []
        self.beside: dict[int, Repairs] = {}
        """The repairs that were adopted when a round was explained."""

    # --- trials ---------------------------------------------------------------------------

    def run(self) -> None:
        """Search all rounds. If the search is stopped, the results so far remain."""
        try:
            self._search_rounds()
        except (KeyboardInterrupt, SearchStopped):
            self.stopped = True

    def _search_rounds(self) -> None:
        for number in self.numbers:
            self._report_progress(number)
            self.filed[number] = pair_and_compare(self._situation(number))
        self._explain_by_event()
        kinds = QUICK if self.quick else (*QUICK, *THOROUGH)
        self._explain_rounds(kinds, self._open_rounds())
        self._adopt_what_explains_several()
        if self.quick:
            return
        self._explain_with_variants()
        for number in self._open_rounds():
            self._explain_by_two(number)

    def _report_progress(self, number: int) -> None:
        """Report the next trial to the caller, or raise ``SearchStopped`` if the caller asks to
        stop.
        """
        if self.should_stop is not None and self.should_stop():
            raise SearchStopped
        if self.on_progress is not None:
            self.on_progress(number, self.trials[number])

    def _situation(self, number: int) -> Situation:
        return Situation(self.event.before(number), self.system)

    def _record_explanation(self, number: int, hits: Hits) -> None:
        self.hits[number] = hits
        self.beside[number] = self._adopted_for(number)

    def fits_with(self, number: int, repairs: Iterable[Repair]) -> bool:
        """Return whether the round, paired with only these repairs, agrees with the published
        one.
        """
        changed = apply_all(self._situation(number), repairs)
        agreement = None if changed is None else pair_and_compare(changed)
        return agreement is not None and agreement.complete

    def _adopted_for(self, number: int) -> Repairs:
        return tuple(repair for repair in self.adopted if repair.covers(number))

    def _try(self, number: int, repairs: Iterable[Repair]) -> Agreement | None:
        """Pair a round with these repairs and the adopted ones, and return how far it agrees.

        The trial is counted. Return None if a repair does not fit the round, if there is no
        pairing, or if no trial is left for the round.
        """
        if not self._has_trials(number):
            return None
        self._report_progress(number)
        self.trials[number] += 1
        changed = apply_all(self._situation(number), (*self._adopted_for(number), *repairs))
        return None if changed is None else pair_and_compare(changed)

    def _fits(self, number: int, repairs: Iterable[Repair]) -> bool:
        agreement = self._try(number, repairs)
        return agreement is not None and agreement.complete

    def _fits_as_filed(self, number: int) -> bool:
        agreement = self.filed.get(number)
        return agreement is not None and agreement.complete

    def _open_rounds(self) -> list[int]:
        return [n for n in self.numbers if not self._fits_as_filed(n) and n not in self.hits]

    def _facts(self, number: int, repairs: Repairs = ()) -> RoundFacts | None:
        changed = apply_all(self._situation(number), (*self._adopted_for(number), *repairs))
        if changed is None:
            return None
        return RoundFacts(self.event, changed, pair_and_compare(changed))

    # --- repairs of the event ---------------------------------------------------------------

    def _explain_by_event(self) -> None:
        """Search for editions and codes that explain rounds, and adopt them for the whole event."""
        for propose in OF_THE_EVENT:
            for number in self.numbers:
                if number in self._open_rounds():
                    self._explain_round_by_event(number, propose)
        for number in self._open_rounds():
            # A round with a wrong code may be of another edition besides.
            if self._adopted_for(number):
                self._explain_round_by_event(number, propose_editions)

    def _explain_round_by_event(self, number: int, propose: Propose) -> None:
        hits = self._search_kind(number, propose)
        if hits is not None:
            hits = self._prefer_number_of_several_rounds(number, hits)
            self._adopt(number, self._add_rivals_of_pairs(number, propose, hits))

    def _adopt(self, number: int, hits: Hits) -> None:
        """Record the explanations of a round, and adopt the best one for all rounds that it
        explains.

        A different edition is adopted only if it also reproduces the rounds that agree already.
        Otherwise it explains only this round, because the edition does not change in an event.
        """
        best = hits.best[0]
        if isinstance(best.repairs[-1], OtherEdition) and not self._may_be_edition_of_event(best):
            alone = (limit_edition_to_round(one, number) for one in hits.found)
            self._record_explanation(number, sort_hits(alone, cut_short=hits.cut_short))
            return
        self._settle(best, hits)

    def _settle(self, best: Explanation, hits: Hits) -> None:
        """Adopt the newest repair of an explanation for all rounds that it explains or may
        change.
        """
        for explained in best.rounds:
            self._record_explanation(explained, hits)
            self.settled.add(explained)
        self.adopted.append(best.repairs[-1])
        if isinstance(best.repairs[-1], OtherNumber):
            self.variants = [one.repairs[-1] for one in hits.found]

    def _may_be_edition_of_event(self, best: Explanation) -> bool:
        """Return whether the edition also reproduces every round that agrees with the file as it
        is.
        """
        fitting = [n for n in self.numbers if self._fits_as_filed(n)]
        return all(self._fits(n, best.repairs) for n in fitting)

    # --- one kind of repair -------------------------------------------------------------------

    def _search_kind(self, number: int, propose: Propose) -> Hits | None:
        """Return all explanations of a round by one kind of repair, or None if there are none."""
        facts = self._facts(number)
        if facts is None:
            return None
        found, cut_short = [], False
        for repair in propose(facts):
            if not self._has_trials(number):
                cut_short = True
                break
            repairs = repair if isinstance(repair, tuple) else (repair,)
            explanation = self._explain(number, facts, repairs)
            if explanation is not None:
                found.append(explanation)
        return sort_hits(found, cut_short=cut_short) if found else None

    def _explain(self, number: int, facts: RoundFacts, repairs: Repairs) -> Explanation | None:
        """Return the explanation of a round by these repairs, or None if the round still differs.

        Return None as well if a repair makes another round differ that agreed before.
        """
        agreement = self._try(number, repairs)
        if agreement is None or not agreement.complete:
            return None
        gained = agreement.same - (0 if facts.agreement is None else facts.agreement.same)
        rounds = [number]
        for other in self._other_rounds(number, repairs[-1]):
            fits = self._fits(other, repairs)
            if fits and not self._is_settled(other):
                rounds.append(other)
            elif not fits and self._is_settled(other):
                return None
        return Explanation(repairs, max(gained, 0), tuple(sorted(rounds)))

    def _is_settled(self, number: int) -> bool:
        return self._fits_as_filed(number) or number in self.settled

    def _other_rounds(self, number: int, repair: Repair) -> Iterator[int]:
        if isinstance(repair, OtherEdition):
            yield from (n for n in self._open_rounds() if n != number)
            return
        for other in self.numbers:
            if other != number and repair.covers(other):
                yield other

    def _explain_rounds(self, kinds: Sequence[Propose], numbers: Sequence[int]) -> None:
        for number in numbers:
            for propose in kinds:
                hits = self._search_kind(number, propose)
                if hits is not None:
                    hits = self._prefer_relatives(number, propose, hits)
                    self._record_explanation(
                        number, self._add_rivals_of_pairs(number, propose, hits)
                    )
                    break

    def _prefer_relatives(self, number: int, propose: Propose, hits: Hits) -> Hits:
        """Return the explanations, with those that keep relatives apart first.

        The file has a hint for them, so they come before other explanations that are only possible.
        """
        first = hits.best[0]
        weight = weigh(first, hits.best[1:], cut_short=False)
        if self.quick or propose not in FITTED or weight is not Weight.POSSIBLE:
            return hits
        relatives = self._search_kind(number, propose_relatives_kept_apart)
        if relatives is None:
            return hits
        others = (replace(one, behind=relatives.found[0].rank) for one in hits.best)
        return Hits((*relatives.found, *others))

    def _prefer_number_of_several_rounds(self, number: int, hits: Hits) -> Hits:
        """Return explanations by a moved participant if they explain several rounds, else the given
        ones.

        The given ones change the code of a bye or absence. Such a change often fits a single round
        by chance, unless the file contradicts the code. Moves that explain only this round are
        added as rivals.
        """
        best = hits.best[0]
        code = best.repairs[-1]
        if self.quick or not isinstance(code, OtherCode) or code.traced or len(best.rounds) > 1:
            return hits
        numbers = self._search_kind(number, propose_numbers)
        if numbers is None:
            return hits
        numbers = sort_hits(
            (self._widen_to_later_rounds(one) for one in numbers.found), cut_short=numbers.cut_short
        )
        if len(numbers.best) == 1 and len(numbers.best[0].rounds) >= ENOUGH_ROUNDS:
            return numbers
        rivals = (replace(one, behind=best.rank) for one in numbers.best)
        return replace(hits, found=(*hits.found, *rivals))

    def _add_rivals_of_pairs(self, number: int, propose: Propose, hits: Hits) -> Hits:
        """Return the explanations, followed by single pairs that explain the round just as well.

        Repairs of single pairs come last in the search. An explanation that is only possible, or
        confirmed by one round alone, must not hide them.
        """
        best = hits.best[0]
        weight = weigh(best, hits.best[1:], cut_short=hits.cut_short)
        if self.quick or propose in QUICK or weight is Weight.CERTAIN:
            return hits
        if len(best.rounds) >= ENOUGH_ROUNDS and weight is Weight.CONFIRMED:
            return hits
        if weight is Weight.POSSIBLE and isinstance(best.repairs[-1], KeptApart | MadeByHand):
            return hits
        rivals = [
            replace(one, behind=best.rank)
            for other in (propose_pairs_kept_apart, propose_pairs_by_hand)
            if other is not propose and (more := self._search_kind(number, other)) is not None
            for one in more.best
        ]
        return replace(hits, found=(*hits.found, *rivals)) if rivals else hits

    # --- one repair for several rounds ----------------------------------------------------------

    def _adopt_what_explains_several(self) -> None:
        """Adopt repairs that explain several rounds in place of repairs of single rounds."""
        for number in self.numbers:
            if number not in self.hits or number in self.settled:
                continue
            widened = [self._widen(one) for one in self.hits[number].found]
            several = [one for one in widened if len(one.rounds) >= ENOUGH_ROUNDS]
            if not several:
                continue
            most = max(len(one.rounds) for one in several)
            hits = sort_hits(one for one in several if len(one.rounds) == most)
            if len(hits.best) == 1:
                self._settle(hits.best[0], hits)

    def _widen(self, explanation: Explanation) -> Explanation:
        """Return an explanation by one pair kept apart or by an earlier result, extended to all
        rounds that it explains.

        Other explanations are returned unchanged.
        """
        repair = explanation.repairs[-1]
        if len(explanation.repairs) == 1 and isinstance(repair, EarlierResult):
            return self._widen_to_later_rounds(explanation)
        if not isinstance(repair, KeptApart) or len(explanation.repairs) > 1:
            return explanation
        rounds = [repair.first]
        for other in self.numbers:
            if other != repair.first and not self._is_settled(other):
                moved = replace(repair, first=other, last=other)
                if self._fits(other, (moved,)):
                    rounds.append(other)
        wide = replace(repair, first=min(rounds), last=max(rounds))
        between = [n for n in self.numbers if wide.covers(n) and n not in rounds]
        if len(rounds) == 1 or not all(
            self._fits(n, (wide,)) for n in between if self._is_settled(n)
        ):
            return explanation
        return replace(explanation, repairs=(wide,), rounds=tuple(sorted(rounds)))

    def _widen_to_later_rounds(self, explanation: Explanation) -> Explanation:
        """Return an explanation by a moved participant or by an earlier result, extended to the
        later rounds that it explains.
        """
        *others, repair = explanation.repairs
        assert isinstance(repair, OtherNumber | EarlierResult), "no other repair has an end"
        wide, rounds = repair, list(explanation.rounds)
        for number in range(repair.span[1] + 1, max(self.numbers) + 1):
            longer = repair.extend_to(number)
            if longer is None or number not in self.numbers:
                break
            if not self._fits(number, (*others, longer)):
                break
            if not self._is_settled(number):
                wide, rounds = longer, [*rounds, number]
        return replace(explanation, repairs=(*others, wide), rounds=tuple(rounds))

    def _explain_with_variants(self) -> None:
        """Explain the remaining rounds, trying each possible place of a participant in the list."""
        others = [repair for repair in self.variants if isinstance(repair, OtherNumber)]
        for repair in others:
            kept = [one for one in self.adopted if not isinstance(one, OtherNumber)]
            self.adopted = [*kept, repair]
            covered = [n for n in self._open_rounds() if repair.covers(n)]
            self._explain_rounds(BESIDE_A_NUMBER, covered)
            if all(not repair.covers(number) for number in self._open_rounds()):
                return

    # --- two repairs ----------------------------------------------------------------------------

    def _explain_by_two(self, number: int) -> None:
        """Search for two repairs that explain a round together.

        Pairs kept apart in other rounds are tried first, and then the single repairs with which the
        most pairs agree.
        """
        facts = self._facts(number)
        if facts is None:
            return
        elsewhere = self._find_pairs_kept_apart_elsewhere(number)
        found = [*self._add_second(number, facts, elsewhere, (propose_pairs_kept_apart,))]
        if found:
            found = self._adopt_pair_kept_apart(number, found, elsewhere)
        else:
            starts = self._find_best_starts(number, facts)
            kinds = (propose_bye_codes, *QUICK, *THOROUGH)
            found = [*self._add_second(number, facts, starts, kinds)]
        if found:
            self._record_explanation(
                number, sort_hits(found, cut_short=not self._has_trials(number))
            )

    def _has_trials(self, number: int) -> bool:
        if self.trials[number] < self.most_trials:
            return True
        self.cut_short.add(number)
        return False

    def _find_pairs_kept_apart_elsewhere(self, number: int) -> list[KeptApart]:
        repairs = [one.repairs[-1] for hits in self.hits.values() for one in hits.found]
        pairs = {(one.a, one.b): one for one in repairs if isinstance(one, KeptApart)}
        return [replace(one, first=number, last=number) for one in pairs.values()]

    def _adopt_pair_kept_apart(
        self, number: int, found: list[Explanation], elsewhere: Sequence[KeptApart]
    ) -> list[Explanation]:
        """Return the explanations of a round without the pair that was kept apart elsewhere.

        If all of them need the same pair, it also counts as explaining this round, and it is
        adopted for both rounds.
        """
        for pair in elsewhere:
            if not all(pair in one.repairs for one in found):
                continue
            wide = self._extend_pair_kept_apart(pair)
            if wide is None:
                continue
            for other, hits in self.hits.items():
                linked = (link_pair(one, wide, number) for one in hits.found)
                self.hits[other] = sort_hits(linked, cut_short=hits.cut_short)
            alone = self._try(number, (pair,))
            self.adopted.append(wide)
            return [
                replace(
                    one,
                    repairs=tuple(repair for repair in one.repairs if repair != pair),
                    pairs_gained=self._count_pairs(number) - (0 if alone is None else alone.same),
                )
                for one in found
            ]
        return found

    def _count_pairs(self, number: int) -> int:
        return len(self._situation(number).published_round.meetings)

    def _extend_pair_kept_apart(self, pair: KeptApart) -> KeptApart | None:
        """Return a pair extended to the rounds in which it was found to be kept apart, or None.

        It is None if a round in between, which agrees with the rules, would then differ.
        """
        same = [
            repair
            for hits in self.hits.values()
            for one in hits.best
            if isinstance(repair := one.repairs[-1], KeptApart)
            and (repair.a, repair.b) == (pair.a, pair.b)
        ]
        if not same:
            return None
        wide = replace(
            pair,
            first=min(pair.first, *(one.first for one in same)),
            last=max(pair.last, *(one.last for one in same)),
        )
        between = [n for n in self.numbers if wide.covers(n) and self._is_settled(n)]
        return wide if all(self._fits(n, (wide,)) for n in between) else None

    def _add_second(
        self, number: int, facts: RoundFacts, starts: Sequence[Repair], kinds: Sequence[Propose]
    ) -> Iterator[Explanation]:
        for start in starts:
            then = self._facts(number, (start,))
            if then is None:
                continue
            for propose in kinds:
                for second in propose(then):
                    if isinstance(second, tuple):
                        continue
                    if not self._has_trials(number):
                        return
                    explanation = self._explain(number, facts, (start, second))
                    if explanation is not None:
                        yield explanation

    def _find_best_starts(self, number: int, facts: RoundFacts) -> list[Repair]:
        """Return the single repairs with which the most published pairs agree.

        Repairs with which no more pairs agree than without them are left out.
        """
        base = 0 if facts.agreement is None else facts.agreement.same
        gains: list[tuple[int, int, Repair]] = []
        half = (self.trials[number] + self.most_trials) // 2
        for propose in (propose_bye_codes, *QUICK, *THOROUGH):
            for repair in propose(facts):
                if isinstance(repair, tuple):
                    continue
                if self.trials[number] >= half:
                    break
                agreement = self._try(number, (repair,))
                if agreement is not None and agreement.same > base:
                    gains.append((base - agreement.same, len(gains), repair))
        return [repair for _, _, repair in sorted(gains, key=lambda one: one[:2])[:STARTS]]

    # --- the answer -------------------------------------------------------------------------------

    def diagnose_round(self, number: int) -> RoundDiagnosis:
        """Return the diagnosis of a round, based on the results so far."""
        filed = self.filed.get(number)
        published = self._situation(number).published_round
        found = RoundDiagnosis(
            round=number,
            outcome=Outcome.AS_FILED if self._fits_as_filed(number) else Outcome.UNEXPLAINED,
            weight=Weight.NONE,
            pairs=len(published.meetings),
            pairs_differing=len(published.meetings if filed is None else filed.different),
            bye_differs=filed is not None and filed.bye != published.bye,
            trials=self.trials[number],
            cut_short=number in self.cut_short,
            searched=number in self.filed,
            stopped=self.stopped and not self._fits_as_filed(number) and number not in self.hits,
        )
        hits = self.hits.get(number)
        if hits is None or self._fits_as_filed(number):
            return found
        best, *rivals = hits.best
        return replace(
            found,
            outcome=Outcome.SET_ASIDE if best.sets_aside else Outcome.REPAIRED,
            weight=weigh(best, rivals, cut_short=hits.cut_short),
            explanation=best,
            rivals=tuple(rivals),
        )
