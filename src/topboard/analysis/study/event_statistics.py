"""The statistics of one event in a study.

All values are integers, so every machine computes the same ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import isqrt

from topboard._frozen import dataclass, replace
from topboard.analysis.generate import generate_rounds, playing_strength
from topboard.analysis.study.plan import Study, StudyCase
from topboard.errors import NoLegalPairing
from topboard.model import POINT, Meeting, Number, PairingBye, Round, Tournament
from topboard.model.history import colour_difference, colours_played, outcomes
from topboard.systems.registry import System, system

MILLION = 1_000_000
FURTHER = 3
"""The maximum number of further rounds for which a legal pairing is tried."""


@dataclass(frozen=True, slots=True)
class EventStatistics:
    """The statistics saved for one event of a study."""

    index: int
    rounds: int
    """The number of rounds played. It is less than planned if a round could not be paired."""
    strongest_first: int
    """1 if the strongest participant is alone in first place after all tie-breaks, else 0."""
    correlation: int
    """Spearman's rank correlation between strength and final place, in millionths."""
    imbalanced: int
    """The number of participants whose colour difference is 2 or more in either direction."""
    floats: int
    """The number of pairs with different scores in all rounds together."""
    rounds_left: int
    """The number of further rounds that could be paired, at most ``FURTHER``."""
    tied: tuple[int, ...]
    """The numbers of participants who share a place, on points alone and after each tie-break."""


def compute_event_statistics(study: Study, case: StudyCase, index: int) -> EventStatistics:
    """Play one event of a study case from its seed, and return its statistics."""
    used = system(case.format.system)
    played = _generate_event_of_case(study, case, index, used)
    after = used.standings(played)
    places = {line.number: line.place for line in after.lines}
    strength = {one.number: playing_strength(one) for one in played.competitors}
    strongest = max(strength.values())
    first = [number for number, place in places.items() if place == 1]
    rows = outcomes(played)
    return EventStatistics(
        index=index,
        rounds=len(played.rounds),
        strongest_first=int(len(first) == 1 and strength[first[0]] == strongest),
        correlation=_compute_rank_correlation(strength, places),
        imbalanced=sum(abs(colour_difference(colours_played(row))) > 1 for row in rows.values()),
        floats=_count_floats_of_event(played, used),
        rounds_left=_count_further_pairable_rounds(played, used),
        tied=tuple(
            _count_tied_participants(
                [(line.points, *(v.sort_key for v in line.values[:most])) for line in after.lines]
            )
            for most in range(len(after.columns) + 1)
        ),
    )


def _generate_event_of_case(study: Study, case: StudyCase, index: int, used: System) -> Tournament:
    seed, wishes = study.seed_for_event(case, index), study.event_properties_of_case(case)
    played = None
    try:
        for after in generate_rounds(used, seed, wishes, study.entries):
            played = after
    except NoLegalPairing:
        pass
    assert played is not None, "an event has a beginning"
    return played


def _compute_rank_correlation(strength: Mapping[Number, int], places: Mapping[Number, int]) -> int:
    """Return Spearman's rank correlation in millionths. Tied values share the mean rank."""
    by_strength = _compute_doubled_ranks({number: -value for number, value in strength.items()})
    by_place = _compute_doubled_ranks(dict(places))
    mean = len(strength) + 1
    a = [by_strength[number] - mean for number in strength]
    b = [by_place[number] - mean for number in strength]
    spread = sum(x * x for x in a) * sum(y * y for y in b)
    if not spread:
        return 0
    together = sum(x * y for x, y in zip(a, b, strict=True))
    # The value is rounded toward zero with integers, so that it is the same on every machine.
    exact = isqrt(together * together * MILLION * MILLION // spread)
    return exact if together >= 0 else -exact


def _compute_doubled_ranks(values: Mapping[Number, int]) -> dict[Number, int]:
    """Return twice the rank of each participant.

    Doubling makes the mean rank of tied participants an integer.
    """
    count = Counter(values.values())
    ahead, ranks = 0, {}
    for value in sorted(count):
        ranks[value] = 2 * ahead + count[value] + 1
        ahead += count[value]
    return {number: ranks[value] for number, value in values.items()}


def _count_floats_of_event(played: Tournament, used: System) -> int:
    found = 0
    for one in played.rounds:
        points = used.facts(played.before(one.number)).points
        found += sum(
            points[m.white] != points[m.black]
            for m in one.meetings
            if m.white is not None and m.black is not None
        )
    return found


def _count_further_pairable_rounds(played: Tournament, used: System) -> int:
    """Return how many further rounds can be paired if all their games are drawn.

    No more than ``FURTHER`` rounds are tried.
    """
    for further in range(FURTHER):
        played = replace(played, planned_rounds=played.round_to_pair)
        try:
            made = used.pair_without_reasons(played)
        except NoLegalPairing:
            return further
        half = POINT // 2 * played.boards
        meetings = tuple(Meeting(p.white, p.black, half, half) for p in made.pairs)
        away = () if made.bye is None else ((made.bye, PairingBye()),)
        played = replace(
            played, rounds=(*played.rounds, Round(played.round_to_pair, meetings, away))
        )
    return FURTHER


def _count_tied_participants(keys: Iterable[tuple[object, ...]]) -> int:
    return sum(many for many in Counter(keys).values() if many > 1)
