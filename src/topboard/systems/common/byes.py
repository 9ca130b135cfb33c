"""The pairing-allocated bye: who gets it, and who may not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.matching.perfect import PerfectMatching, add_exit_vertices, bitset, choose_partner
from topboard.model import ForfeitWin, Manner, PairingBye
from topboard.model.two_games import find_forfeiting_side
from topboard.reasons.criteria import ByeBarAlreadyHadBye, ByeBarRuling, ByeBarWonWithoutPlaying
from topboard.reasons.obstacles import JoinedLate, PassedOver, RequiredElsewhere
from topboard.systems.common.field import bye_rulings_for_next_round
from topboard.systems.common.meeting import (
    build_no_legal_pairing_error,
    convert_certificate_to_numbers,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from topboard.matching.perfect import Certificate
    from topboard.model import Number, Tournament
    from topboard.reasons.obstacles import LeavesUnpairable, Obstacle
    from topboard.systems.common.field import Field

    Bar = Callable[[Field, Number], Obstacle | None]


def bye_obstacle_after_earlier_bye(field: Field, number: Number) -> Obstacle | None:
    """Return the obstacle if a participant has already had the bye, else None.

    No participant gets the pairing-allocated bye twice.
    """
    for played, outcome in enumerate(field.rows[number], start=1):
        if isinstance(outcome, PairingBye):
            return ByeBarAlreadyHadBye(played)
    return None


def bye_obstacle_after_forfeit_win(field: Field, number: Number) -> Obstacle | None:
    """Return the obstacle to the bye if a participant has won by forfeit, else None.

    Such a participant may get the bye only if a ruling allows it.
    """
    if is_bye_allowed_by_ruling(field, number):
        return None
    for played, outcome in enumerate(field.rows[number], start=1):
        if isinstance(outcome, ForfeitWin):
            return ByeBarWonWithoutPlaying(played)
    return None


def find_rounds_won_by_forfeit_on_all_boards(
    tournament: Tournament, number: Number
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the rounds that a team won because every board was forfeited, as two tuples.

    The first tuple has the rounds for which it is not recorded whether the other team arrived. The
    second tuple has the rounds in which the other team did arrive.
    """
    found: dict[bool | None, list[int]] = {None: [], False: []}
    for played in tournament.rounds:
        for meeting in played.meetings:
            sides = meeting.white, meeting.black
            if meeting.manner is not Manner.PLAYED or not meeting.games or number not in sides:
                continue
            loser = find_forfeiting_side(meeting.games)
            if loser is not None and sides[1 - loser] == number and not meeting.did_not_arrive:
                found[meeting.did_not_arrive].append(played.number)
    return tuple(found[None]), tuple(found[False])


def bye_obstacle_for_late_entry(field: Field, number: Number) -> Obstacle | None:
    """Return the obstacle to the bye if a participant joined after round 1, else None.

    A ruling may allow a late entry to have the bye.
    """
    if is_bye_allowed_by_ruling(field, number):
        return None
    joined = field.joined[number]
    return JoinedLate(joined) if joined > 1 else None


def bye_obstacle_by_ruling(field: Field, number: Number) -> Obstacle | None:
    """Return the obstacle if a ruling prevents a participant from getting the bye, else None.

    The ruling bars the participant from the bye or requires them to meet a certain opponent.
    """
    if number in field.required:
        return RequiredElsewhere(number)
    return ByeBarRuling() if False in bye_rulings_for_next_round(field.tournament, number) else None


def is_bye_allowed_by_ruling(field: Field, number: Number) -> bool:
    """Return whether a ruling allows a participant the bye despite the results of earlier
    rounds.
    """
    return True in bye_rulings_for_next_round(field.tournament, number)


# --- choosing the participant ---------------------------------------------------------------------


def find_bye_obstacles(
    field: Field, numbers: Iterable[Number], bars: Sequence[Bar]
) -> dict[Number, Obstacle]:
    """Return the participants who may not have the bye, each with the first obstacle found."""
    found = {}
    for n in numbers:
        for bar in bars:
            if (obstacle := bar(field, n)) is not None:
                found[n] = obstacle
                break
    return found


def choose_bye(
    graph: Sequence[int],
    numbers: Sequence[Number],
    barred: Mapping[Number, Obstacle],
    article: str,
    order: Iterable[int] | None = None,
) -> tuple[Number, tuple[PassedOver, ...]]:
    """Return the participant who gets the bye, and the participants passed over before them.

    The receiver is the first eligible participant without whom all others can be paired. ``graph``
    has the permitted pairs of ``numbers``. ``order`` lists indices into ``numbers`` in the order in
    which the bye is offered. Raise ``NoLegalPairing``, citing ``article``, if no one can have the
    bye.
    """
    may_leave = bitset(place for place, n in enumerate(numbers) if n not in barred)
    graph, bye = add_exit_vertices(graph, may_leave, 1), len(numbers)
    matching = PerfectMatching(graph)
    if (certificate := matching.certificate) is not None:
        raise build_no_legal_pairing_error(certificate, numbers, article)
    row = choose_partner(matching, graph, bye, range(bye) if order is None else order)
    passed = tuple(
        PassedOver(
            numbers[place],
            barred.get(numbers[place]) or _prove_unpairable_without_bye_candidate(proof, numbers),
        )
        for place, proof in row.passed
    )
    return numbers[row.chosen], passed


def _prove_unpairable_without_bye_candidate(
    proof: Certificate | None, numbers: Sequence[Number]
) -> LeavesUnpairable:
    assert proof is not None, "a participant passed over is barred or makes the others unpairable"
    return convert_certificate_to_numbers(proof, numbers)
