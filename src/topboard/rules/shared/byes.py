"""The bye: who gets it, and who may not have it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.errors import NoLegalPairing
from topboard.history import joined_in
from topboard.kernels.matching import PerfectMatching, choose
from topboard.model import ForfeitWin, PairingBye
from topboard.reasons import (
    BarredByRuling,
    ByeGiven,
    HadBye,
    JoinedLate,
    PassedOver,
    RequiredElsewhere,
    WonWithoutPlaying,
)
from topboard.rules.shared.meeting import no_legal_pairing, open_graph, unpairable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from topboard.kernels.matching import Certificate
    from topboard.model import Number
    from topboard.reasons import LeavesUnpairable, Obstacle
    from topboard.rules.shared.citations import Citations
    from topboard.rules.shared.field import Field

    Bar = Callable[[Field, Number], Obstacle | None]


def had_the_bye(field: Field, number: Number) -> Obstacle | None:
    """No team receives more than one bye."""
    for played, outcome in enumerate(field.rows[number], start=1):
        if isinstance(outcome, PairingBye):
            return HadBye(played)
    return None


def won_without_playing(field: Field, number: Number) -> Obstacle | None:
    """A team whose opponents did not come has scored without playing."""
    if _lifted(field, number):
        return None
    for played, outcome in enumerate(field.rows[number], start=1):
        if isinstance(outcome, ForfeitWin):
            return WonWithoutPlaying(played)
    return None


def joined_late(field: Field, number: Number) -> Obstacle | None:
    """A team that joined after the pairing of round 1 was published has no right to the bye."""
    if _lifted(field, number):
        return None
    joined = joined_in(field.tournament)[number]
    return JoinedLate(joined) if joined > 1 else None


def barred_by_ruling(field: Field, number: Number) -> Obstacle | None:
    """A decision bars the team from the bye, or it is required to meet an opponent."""
    if number in field.required:
        return RequiredElsewhere(number)
    barred = any(
        ruling.number == number
        and not ruling.allowed
        and ruling.first <= field.round <= ruling.last
        for ruling in field.tournament.bye_rulings
    )
    return BarredByRuling() if barred else None


def _lifted(field: Field, number: Number) -> bool:
    return any(
        ruling.number == number and ruling.allowed and ruling.first <= field.round <= ruling.last
        for ruling in field.tournament.bye_rulings
    )


def from_end_of_initial_list(field: Field) -> tuple[Number, ...]:
    """The teams from the last of the initial list upwards, whatever their match points."""
    return field.numbers[::-1]


def give_bye(
    field: Field,
    candidates: Sequence[Number],
    bars: Sequence[Bar],
    cite: Citations,
    *,
    by_list: bool = False,
) -> ByeGiven:
    """The first candidate that may have the bye such that all others can be paired.

    ``by_list`` where the candidates stand in the initial list and not in the ranking.
    """
    barred = {n: _bar(field, n, bars) for n in candidates}
    eligible = sum(1 << place for place, n in enumerate(candidates) if barred[n] is None)
    if not eligible:
        raise NoLegalPairing(
            "the number of teams is odd and no team may have the bye", article=cite.bye
        )
    bye = len(candidates)
    graph = [
        row | (eligible >> place & 1) << bye
        for place, row in enumerate(open_graph(field, candidates, with_limits=False))
    ]
    graph.append(eligible)
    matching = PerfectMatching(graph)
    if (certificate := matching.certificate) is not None:
        raise no_legal_pairing(certificate, candidates, cite.no_rematch)
    row = choose(matching, graph, bye, range(bye))
    passed = tuple(
        PassedOver(candidates[place], barred[candidates[place]] or _blocks(proof, candidates))
        for place, proof in row.passed
    )
    return ByeGiven(cite.bye, candidates[row.chosen], passed, by_list)


def _bar(field: Field, number: Number, bars: Sequence[Bar]) -> Obstacle | None:
    for bar in bars:
        if (obstacle := bar(field, number)) is not None:
            return obstacle
    return None


def _blocks(proof: Certificate | None, candidates: Sequence[Number]) -> LeavesUnpairable:
    assert proof is not None, "a candidate passed over is barred or blocks the others"
    return unpairable(proof, candidates)
