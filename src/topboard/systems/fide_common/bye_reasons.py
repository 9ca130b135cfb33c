"""The reasons for a pairing-allocated bye that is given before any pair is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.reasons.decisions import ByeGiven
from topboard.reasons.grounds import ByeMethod, ByeStep
from topboard.reasons.obstacles import PassedOver
from topboard.systems.common.meeting import convert_certificate_to_numbers
from topboard.systems.fide_common.legality import RestPairabilityCheck

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.reasons.obstacles import Obstacle
    from topboard.systems.fide_common.players import FideField, FidePlayer


def explain_bye(
    field: FideField, order: Sequence[int], bye: int, articles: Sequence[str]
) -> ByeGiven:
    """Return the reason for a bye, with the players passed over and the step that decided.

    The deciding step is the first that separates the player with the bye from the next candidate.
    ``articles`` has one article for each step, in the order of ``ByeStep``.
    """
    at = order.index(bye)
    own = field.players[bye]
    following = next(
        (p for p in order[at + 1 :] if _find_obstacle_to_bye_of_player(field, p) is None), None
    )
    step = _find_criterion_deciding_bye(
        own, None if following is None else field.players[following]
    )
    passed = (
        (field.number_at_index(place), _find_obstacle_to_bye_of_player(field, place))
        for place in order[:at]
    )
    return ByeGiven(
        article=dict(zip(ByeStep, articles, strict=True))[step],
        number=own.number,
        passed_over=tuple(PassedOver(n, found) for n, found in passed if found is not None),
        points=own.points,
        games=len(own.colours),
        step=step,
        following=None if following is None else field.number_at_index(following),
        method=ByeMethod.ORDER,
    )


def _find_criterion_deciding_bye(own: FidePlayer, following: FidePlayer | None) -> ByeStep:
    if following is None:
        return ByeStep.NOBODY_ELSE
    if own.points != following.points:
        return ByeStep.LOWEST_SCORE
    return ByeStep.MOST_GAMES if own.unplayed != following.unplayed else ByeStep.LOWEST_RANKED


def _find_obstacle_to_bye_of_player(field: FideField, place: int) -> Obstacle | None:
    """Return why a player cannot get the bye, or None if they can.

    The player may be barred, or the other players could not all be paired.
    """
    barred = field.players[place].barred
    if barred is not None:
        return barred
    rest = field.without_players(place)
    if RestPairabilityCheck(rest, None).can_pair_rest_of_field(0):
        return None
    certificate = RestPairabilityCheck(rest, None).prove_unpairable(range(len(rest.players)))
    assert certificate is not None, "these players cannot all be paired"
    return convert_certificate_to_numbers(certificate, [profile.number for profile in rest.players])
