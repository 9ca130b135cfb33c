"""The initial ranking of teams, which determines their TPNs from the ratings of their players."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from topboard.model import Team

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.model import Competitor, Number, Player, Tournament

    Key = Callable[[Team, int], tuple[Fraction | int | str, ...]]

LAST_OF_ALL = 10_000


def get_recorded_rating_or_none(player: Player) -> int | None:
    """Return a player's recorded rating, or None if the player has none."""
    return player.rating or None


def rating_or_default(player: Player, unrated_as: int) -> int:
    """Return a player's rating, or ``unrated_as`` if the player has none."""
    return get_recorded_rating_or_none(player) or unrated_as


def _sorted_player_ratings(team: Team, unrated_as: int) -> list[int]:
    return sorted((rating_or_default(p, unrated_as) for p in team.players), reverse=True)


def average_rating_of_best_four(team: Team, unrated_as: int) -> Fraction:
    """Return the average rating of a team's four highest-rated players.

    If no players are recorded, return the recorded team average, or 0 if there is none.
    """
    best = _sorted_player_ratings(team, unrated_as)[:4]
    if not best:
        return team.average or Fraction(0)
    return Fraction(sum(best), len(best))


def rating_of_fifth_player(team: Team, unrated_as: int) -> int:
    """Return the rating of a team's fifth-highest-rated player, or 0 if it has only four."""
    return next(iter(_sorted_player_ratings(team, unrated_as)[4:5]), 0)


def place_in_previous_olympiad(team: Team, _unrated_as: int) -> int:
    """Return a team's final place in the previous Olympiad, or ``LAST_OF_ALL`` if it has none."""
    return team.previous_standing or LAST_OF_ALL


def team_name_sort_key(team: Team, _unrated_as: int) -> str:
    """Return the team's name as a sort key that ignores upper and lower case."""
    return team.name.casefold()


def initial_rank_key(team: Team, unrated_as: int) -> tuple[Fraction | int | str, ...]:
    """Return a team's sort key for the initial ranking.

    It consists of the average of the four best ratings, the fifth rating and the name.
    """
    return (
        -average_rating_of_best_four(team, unrated_as),
        -rating_of_fifth_player(team, unrated_as),
        team_name_sort_key(team, unrated_as),
    )


def initial_rank_key_with_previous(team: Team, unrated_as: int) -> tuple[Fraction | int | str, ...]:
    """Return a team's sort key for the initial ranking, including the previous Olympiad.

    It consists of the average of the four best ratings, the fifth rating, the place in the previous
    Olympiad and the name.
    """
    return (
        -average_rating_of_best_four(team, unrated_as),
        -rating_of_fifth_player(team, unrated_as),
        place_in_previous_olympiad(team, unrated_as),
        team_name_sort_key(team, unrated_as),
    )


def find_lowest_tpn_below_late_team(
    tournament: Tournament, late: Competitor, key: Key, unrated_as: int
) -> Number | None:
    """Return the lowest TPN of the teams ranked below a late entry, or None if there are none."""
    if not isinstance(late, Team):
        return None
    unrated_as = tournament.unrated_as or unrated_as
    own = key(late, unrated_as)
    teams = (team for team in tournament.competitors if isinstance(team, Team))
    behind = [team.number for team in teams if key(team, unrated_as) > own]
    return min(behind, default=None)


def sort_teams_by_initial_rank(
    tournament: Tournament, key: Key, unrated_as: int
) -> tuple[Number, ...]:
    """Return the numbers of the teams in initial ranking order, strongest team first."""
    unrated_as = tournament.unrated_as or unrated_as
    teams = [team for team in tournament.competitors if isinstance(team, Team)]
    ordered = sorted(teams, key=lambda team: (*key(team, unrated_as), team.number))
    return tuple(team.number for team in ordered)
