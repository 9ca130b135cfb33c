"""All assumptions that explain a round, including those found in other rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.diagnosis.repairs import OtherCode, OtherNumber, SeatTaken, WithdrawnAfterPairing
from topboard.diagnosis.values import Assumption, Weight, claim_of_repair

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from topboard.diagnosis.repairs import Repair
    from topboard.diagnosis.search import Search
    from topboard.diagnosis.values import Explanation, RoundDiagnosis

    Repairs = tuple[Repair, ...]


def diagnose_rounds(search: Search) -> tuple[RoundDiagnosis, ...]:
    """Return the diagnosis of each round, with the repairs from other rounds that it also needs."""
    found = [search.diagnose_round(number) for number in search.numbers]
    weights = _weigh_repairs(found)

    def add_needed(number: int, explanation: Explanation) -> Explanation:
        needed = _find_needed(search, number, explanation.repairs)
        beside = (Assumption(r, weights.get(claim_of_repair(r), Weight.POSSIBLE)) for r in needed)
        return replace(explanation, beside=tuple(beside))

    alike = _unite_places([_change(one, add_needed) for one in found])
    return _narrow_absences(search, alike)


def _change(
    one: RoundDiagnosis, change: Callable[[int, Explanation], Explanation]
) -> RoundDiagnosis:
    """Return the diagnosis of a round with ``change`` applied to all its explanations."""
    if one.explanation is None:
        return one
    return replace(
        one,
        explanation=change(one.round, one.explanation),
        rivals=tuple(change(one.round, rival) for rival in one.rivals),
    )


def _weigh_repairs(rounds: Sequence[RoundDiagnosis]) -> dict[object, Weight]:
    """Return the highest weight with which each repair explains a round.

    Repairs are identified by ``claim_of_repair``.
    """
    found: dict[object, Weight] = {}
    for weight in (Weight.POSSIBLE, Weight.CONFIRMED, Weight.CERTAIN):
        for one in rounds:
            if one.weight is weight and one.explanation is not None:
                found.update(dict.fromkeys(one.explanation.claim[-1:], weight))
    return found


def _find_needed(search: Search, number: int, repairs: Repairs) -> Repairs:
    """Return the repairs adopted in other rounds that a round needs in addition to ``repairs``."""
    own = {claim_of_repair(repair) for repair in repairs}
    adopted = search.beside.get(number, ())
    needed = tuple(repair for repair in adopted if claim_of_repair(repair) not in own)
    if not needed or search.fits_with(number, repairs):
        return ()
    for repair in needed:
        fewer = tuple(one for one in needed if one != repair)
        if search.fits_with(number, (*fewer, *repairs)):
            needed = fewer
    return tuple(_keep_fitting_places(search, number, one, needed, repairs) for one in needed)


def _keep_fitting_places(
    search: Search, number: int, repair: Repair, needed: Repairs, repairs: Repairs
) -> Repair:
    """Return a repair with only those places in the list that also fit this round.

    Repairs that do not move a participant in the list are returned unchanged.
    """
    if not isinstance(repair, OtherNumber):
        return repair
    fitting = [
        place
        for place in repair.places
        if search.fits_with(
            number,
            (*(replace(r, behind=place) if r is repair else r for r in needed), *repairs),
        )
    ]
    return replace(repair, places=tuple(fitting))


def _unite_places(rounds: Sequence[RoundDiagnosis]) -> list[RoundDiagnosis]:
    """Keep, for each participant, only the places in the list that fit every round.

    A participant has the same place in every round, so this counts as one assumption.
    """
    listed: dict[tuple[int, int], list[OtherNumber]] = {}
    for one in rounds:
        for repair in _list_repairs(one):
            if isinstance(repair, OtherNumber) and repair.places:
                listed.setdefault((repair.number, repair.last), []).append(repair)
    united: dict[Repair, Repair] = {}
    for same in listed.values():
        shared = tuple(p for p in same[0].places if all(p in other.places for other in same))
        if shared:
            for repair in same:
                behind = repair.behind if repair.behind in shared else shared[0]
                united[repair] = replace(repair, behind=behind, places=shared)
    return [_change(one, lambda _, e: _exchange(e, united)) for one in rounds]


def _narrow_absences(
    search: Search, rounds: Sequence[RoundDiagnosis]
) -> tuple[RoundDiagnosis, ...]:
    """Return the diagnoses without absences in rounds in which a repair has the participant paired.

    For example, a participant had a seat that someone else took. That participant was paired, so a
    bye in the file does not mean an absence from that round. Nothing is changed if a round would
    then differ.
    """
    paired = {
        (number, repair.round)
        for one in rounds
        for repair in _list_repairs(one)
        if isinstance(repair, SeatTaken | WithdrawnAfterPairing)
        for number in repair.people
    }
    narrowed: dict[Repair, Repair] = {}
    for repair in dict.fromkeys(r for one in rounds for r in _list_repairs(one)):
        if isinstance(repair, OtherCode):
            kept = tuple(n for n in repair.rounds if (repair.number, n) not in paired)
            if kept and kept != repair.rounds:
                narrowed[repair] = replace(repair, rounds=kept)
    changed = tuple(_change(one, lambda _, e: _exchange(e, narrowed)) for one in rounds)
    affected = [
        one for one, old in zip(changed, rounds, strict=True) if one.explanation != old.explanation
    ]
    if all(search.fits_with(one.round, _list_repairs(one)) for one in affected):
        return changed
    return tuple(rounds)


def _list_repairs(one: RoundDiagnosis) -> Repairs:
    """Return all repairs that explain a round, in the order in which they are applied."""
    explanation = one.explanation
    if explanation is None:
        return ()
    return (*(other.repair for other in explanation.beside), *explanation.repairs)


def _exchange(explanation: Explanation, new: dict[Repair, Repair]) -> Explanation:
    return replace(
        explanation,
        repairs=tuple(new.get(repair, repair) for repair in explanation.repairs),
        beside=tuple(
            replace(one, repair=new.get(one.repair, one.repair)) for one in explanation.beside
        ),
    )
