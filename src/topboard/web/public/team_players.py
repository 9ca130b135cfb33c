"""The rosters of teams with the results of their members, as the public pages show them."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.documents.team_players import player_records
from topboard.tiebreaks.ratings import score_percentage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.documents.team_players import PlayerRecord
    from topboard.model import Team, Tenths, Tournament


@dataclass(frozen=True, slots=True)
class TeamRoster:
    """A team with the records of its members, in the order of the roster."""

    team: Team
    records: tuple[PlayerRecord, ...]

    @property
    def games(self) -> int:
        """Return the number of finished games of all members."""
        return sum(len(one.played) for one in self.records)

    @property
    def points(self) -> Tenths:
        """Return the points of all members in finished games."""
        return sum(one.points for one in self.records)

    @property
    def percentage(self) -> int | None:
        """Return the points as a percentage of the games, or None without games."""
        halves = sum(2 * result.points // 10 for one in self.records for result in one.played)
        return score_percentage(halves, self.games) if self.games else None

    @property
    def has_fide_ids(self) -> bool:
        """Return whether a FIDE ID is known for at least one member."""
        return any(one.player.fide_id for one in self.records)


def list_rosters(tournament: Tournament) -> Iterator[TeamRoster]:
    """Yield the teams that have a roster, in the order of their numbers."""
    for number, records in groupby(player_records(tournament), lambda one: one.team.number):
        found = tuple(records)
        assert number == found[0].team.number
        yield TeamRoster(found[0].team, found)
