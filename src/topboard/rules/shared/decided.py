"""Points by decision: awarded for a round, added or taken away. What they mean, the model says."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Literal

from topboard.model import Team

if TYPE_CHECKING:
    from topboard.model import Number, Tenths, Tournament

    Kind = Literal["match_points", "game_points", "of_player"]


def deciding(tournament: Tournament) -> Kind:
    """The points that decide the place: a team's match points, or those of a player."""
    teams = any(isinstance(c, Team) for c in tournament.competitors)
    return "match_points" if teams else "of_player"


def awarded(tournament: Tournament, kind: Kind) -> dict[tuple[Number, int], Tenths]:
    """(competitor, round played) -> the points that stand in place of the usual ones."""
    last = {(award.number, award.round): getattr(award, kind) for award in tournament.awarded}
    return {
        (number, played): points
        for (number, played), points in last.items()
        if points is not None and 1 <= played <= len(tournament.rounds)
    }


def adjusted(tournament: Tournament, kind: Kind, upcoming: int | None = None) -> Counter[Number]:
    """What is added to everybody's total for the pairing of a round, by default the one to come."""
    upcoming = tournament.round_to_pair if upcoming is None else upcoming
    total: Counter[Number] = Counter()
    for change in tournament.adjustments:
        if change.known_from <= upcoming <= change.last:
            total[change.number] += getattr(change, kind)
    return total
