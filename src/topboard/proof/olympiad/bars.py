"""What keeps the bye from a team."""

from __future__ import annotations

from topboard.model import ForfeitWin, Outcome, PairingBye, Tournament
from topboard.proof.byes import rulings


def had_the_bye(_tournament: Tournament, _number: int, row: tuple[Outcome, ...]) -> bool:
    """Somebody has had the bye."""
    return any(isinstance(outcome, PairingBye) for outcome in row)


def won_without_playing(tournament: Tournament, number: int, row: tuple[Outcome, ...]) -> bool:
    """Somebody has won because the opponent did not come, and no decision lifts it."""
    won = any(isinstance(outcome, ForfeitWin) for outcome in row)
    return won and True not in rulings(tournament, number)


def kept_from_it(tournament: Tournament, number: int, _row: tuple[Outcome, ...]) -> bool:
    """A decision bars somebody from the bye, or binds to an opponent."""
    bound = any(number in pair for pair in tournament.required)
    return bound or False in rulings(tournament, number)
