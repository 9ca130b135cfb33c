"""Who left a round robin, and what that means for the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.documents import people
from topboard.rules.shared.withdrawals import leavers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.model import Tournament
    from topboard.rules.systems import System


def leaver_notes(tournament: Tournament, system: System) -> Iterator[str]:
    """A line for everybody who left an event whose meetings were settled before round 1."""
    if system.timetable is None or not tournament.competitors:
        return
    games = sum(len(pairs) for pairs in system.timetable(tournament))
    known = people.names(tournament)
    each = 2 * games // len(tournament.competitors)
    for number, leaver in sorted(leavers(tournament, each).items()):
        means = "points count" if leaver.counts else "points by and against do not count"
        yield (
            f"{people.with_number(number, known)} left before round {leaver.round}"
            f" with {leaver.completed} of {each} games completed: {means}."
        )
