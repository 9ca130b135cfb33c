"""The boards of a match: from the line-ups and the games of players to games in board order.

A roster's order is the order of the boards unless a line-up says otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.model import Game, Manner

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from topboard.model import Meeting, Number

EMPTY_BOARD = Game(None, None, manner=Manner.BOTH_DEFAULTED, rated=False)


def by_roster(
    ours: Sequence[Number], theirs: Sequence[Number], games: Mapping[Number, Meeting]
) -> list[tuple[Number | None, Number | None]]:
    """The two at each board when both teams sat in the order of their rosters.

    ``games`` has the game of each player who has one; whoever's opponent did not come sits
    where the own roster puts him.
    """
    boards: list[tuple[Number | None, Number | None]] = []
    waiting = [player for player in theirs if player in games]
    for player in ours:
        if player not in games:
            continue
        opponent = _opponent(player, games)
        # Whoever sits above the opponent and plays nobody has a board of his own.
        while waiting and opponent is not None and waiting[0] != opponent:
            if _opponent(waiting[0], games) is not None:
                break
            boards.append((None, waiting.pop(0)))
        boards.append((player, opponent))
        if opponent in waiting:
            waiting.remove(opponent)
    boards += [(None, player) for player in waiting if _opponent(player, games) is None]
    return boards


def by_line_up(
    ours: Sequence[Number | None],
    theirs: Sequence[Number | None] | None,
    their_roster: Sequence[Number],
    games: Mapping[Number, Meeting],
) -> list[tuple[Number | None, Number | None]]:
    """The two at each board when our line-up is given, and perhaps theirs.

    None is an empty chair. Without their line-up, those of their roster who play nobody sit
    opposite our empty chairs.
    """
    alone = [p for p in their_roster if p in games and _opponent(p, games) is None]
    boards: list[tuple[Number | None, Number | None]] = []
    for i, player in enumerate(ours):
        if player is not None and player in games:
            boards.append((player, _opponent(player, games)))
            continue
        if theirs is None:
            facing = alone[0] if alone else None
        else:
            facing = theirs[i] if i < len(theirs) and theirs[i] in alone else None
        if facing is not None:
            alone.remove(facing)
        boards.append((None, facing))
    return boards + [(None, player) for player in alone]


def _opponent(player: Number, games: Mapping[Number, Meeting]) -> Number | None:
    meeting = games[player]
    return meeting.black if meeting.white == player else meeting.white


def is_like_first(pattern: str, board: int) -> bool:
    """Whether a team has the same colour at this board (from 0) as at its first board."""
    if board < len(pattern):
        return pattern[board] == pattern[0]
    return board % 2 == 0


def usual_pattern(boards: int) -> str:
    """Colours alternating down the boards."""
    return ("WB" * boards)[:boards]
