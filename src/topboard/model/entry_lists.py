"""Players and teams, built from plain names and ratings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from topboard.errors import BadInput, Problem
from topboard.messages import say
from topboard.model.participants import Number, Player, Team

if TYPE_CHECKING:
    from typing import Any

PlayerEntry: TypeAlias = "str | tuple[str, int | None] | Mapping[str, Any]"
"""A name, a name with a rating, or the fields of a ``Player``."""
TeamEntry: TypeAlias = "str | tuple[str, Iterable[PlayerEntry]]"
"""A name, or a name with the players in board order."""


def build_players(entries: Iterable[PlayerEntry], *, first: int = 1) -> tuple[Player, ...]:
    """Return players numbered in the given order, from ``first`` on.

    Raise ``BadInput`` with every entry that is not a player.

    Examples:
        >>> build_players(["Ana", ("Bo", 2000), {"name": "Cy", "rating": 1900}])[1]
        Player(number=2, name='Bo', rating=2000)
    """
    problems: list[Problem] = []
    players = []
    for number, entry in enumerate(entries, start=first):
        player = _build_player(number, entry)
        if isinstance(player, Problem):
            problems.append(player)
        else:
            players.append(player)
    if problems:
        raise BadInput(problems)
    return tuple(players)


def build_teams(entries: Iterable[TeamEntry]) -> tuple[Team, ...]:
    """Return teams numbered in the given order, with players numbered through all teams.

    Raise ``BadInput`` if a player is not valid.
    """
    teams = []
    players_so_far = 0
    for number, entry in enumerate(entries, start=1):
        name, roster = (entry, ()) if isinstance(entry, str) else entry
        players = build_players(roster, first=players_so_far + 1)
        players_so_far += len(players)
        teams.append(Team(Number(number), name, players))
    return tuple(teams)


def _build_player(number: int, entry: PlayerEntry) -> Player | Problem:
    try:
        return Player(Number(number), **_read_fields(entry))
    except (TypeError, ValueError):
        return Problem(
            say("this is not a player"),
            say("player {number}", number=number),
            repr(entry),
            say("Give a name, a name with a rating, or the fields of a Player."),
        )


def _read_fields(entry: PlayerEntry) -> Mapping[str, Any]:
    """Return the fields of a player. Raise ``TypeError`` or ``ValueError`` if there are none."""
    if isinstance(entry, str):
        return {"name": entry}
    if isinstance(entry, Mapping):
        return entry
    name, rating = entry
    return {"name": name, "rating": rating}
