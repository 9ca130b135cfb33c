"""The reasons for a bye that is given before any pair is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.reasons.decisions import ByeGiven
from topboard.reasons.grounds import ByeMethod, ByeStep
from topboard.reasons.obstacles import PassedOver
from topboard.systems.common.meeting import unpairable
from topboard.systems.fide_common.legality import Completion

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from topboard.reasons.obstacles import Obstacle
    from topboard.systems.fide_common.players import FideField, PlayerState


def bye_in_order(
    field: FideField, order: Sequence[int], bye: int, articles: Mapping[ByeStep, str]
) -> ByeGiven:
    """Return the reason for a bye: its receiver, the players passed over, and what decided it.

    The deciding step is the first in which the receiver differs from the next candidate.
    """
    at = order.index(bye)
    own = field.players[bye]
    following = next((p for p in order[at + 1 :] if _kept_from_bye(field, p) is None), None)
    step = _step(own, None if following is None else field.players[following])
    passed = ((field.number(place), _kept_from_bye(field, place)) for place in order[:at])
    return ByeGiven(
        article=articles[step],
        number=own.number,
        passed_over=tuple(PassedOver(n, found) for n, found in passed if found is not None),
        points=own.points,
        games=len(own.colours),
        step=step,
        following=None if following is None else field.number(following),
        method=ByeMethod.ORDER,
    )


def _step(own: PlayerState, following: PlayerState | None) -> ByeStep:
    if following is None:
        return ByeStep.NOBODY_ELSE
    if own.points != following.points:
        return ByeStep.LOWEST_SCORE
    return ByeStep.MOST_GAMES if own.unplayed != following.unplayed else ByeStep.LOWEST_RANKED


def _kept_from_bye(field: FideField, place: int) -> Obstacle | None:
    """Return the obstacle to giving a player the bye, or None if there is none.

    The obstacle may be that the other players could not all be paired.
    """
    barred = field.players[place].barred
    if barred is not None:
        return barred
    rest = field.without(place)
    if Completion(rest, None).of_rest(0):
        return None
    certificate = Completion(rest, None).refusal(range(len(rest.players)))
    assert certificate is not None, "these cannot all be paired"
    return unpairable(certificate, [profile.number for profile in rest.players])
