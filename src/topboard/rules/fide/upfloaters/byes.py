"""Who of an odd number of competitors has the bye."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.kernels.matching import deficiency
from topboard.rules.fide.legality import open_graph

if TYPE_CHECKING:
    from topboard.model import Tenths
    from topboard.rules.fide.profiles import Profile, Roll


def order_of_bye(profile: Profile) -> tuple[Tenths, int, int]:
    """The lowest score first, then who has played the most matches, then the largest number."""
    return profile.points, profile.unplayed, -profile.number


def candidates(roll: Roll) -> list[int]:
    """The places of those who may have the bye, the first first."""
    may = (at for at, profile in enumerate(roll.profiles) if profile.barred is None)
    return sorted(may, key=lambda at: order_of_bye(roll.profiles[at]))


def leaves_a_pairing(roll: Roll, place: int) -> bool:
    """Whether everybody but one can be paired."""
    others = [at for at in range(len(roll.profiles)) if at != place]
    most_closed = max((len(roll.closed[at]) for at in others), default=0)
    # Dirac: everybody may meet half of the others at least.
    if 2 * (len(others) - 1 - most_closed) >= len(others):
        return True
    return deficiency(open_graph(roll, others)) == 0


def place_of_bye(roll: Roll) -> int | None:
    """Who has the bye; None if nobody can have it."""
    return next((at for at in candidates(roll) if leaves_a_pairing(roll, at)), None)
