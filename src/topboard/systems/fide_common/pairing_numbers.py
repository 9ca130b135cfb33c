"""TPNs, the order of the initial list, and which players already have a number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.model import (
    DoubleForfeit,
    ForfeitLoss,
    ForfeitWin,
    PairingBye,
    Pending,
    Played,
    Player,
    Unfinished,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from topboard.model import Competitor, Number, Outcome, Tournament

    Row = tuple[Outcome, ...]

TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")
"""The titles in order of rank. Players without a title come after them."""


def sort_initial_list(tournament: Tournament) -> list[Number]:
    """Return the players sorted by strength, then by title, then alphabetically."""
    players = [c for c in tournament.competitors if isinstance(c, Player)]
    ordered = sorted(players, key=lambda p: (initial_list_sort_key(tournament, p), p.number))
    return [player.number for player in ordered]


def first_number_after_late_entry(tournament: Tournament, late: Competitor) -> Number | None:
    """Return the number of the first player listed after a late entry, or None if there is none."""
    if not isinstance(late, Player):
        return None
    own = initial_list_sort_key(tournament, late)
    players = (c for c in tournament.competitors if isinstance(c, Player))
    behind = [p.number for p in players if initial_list_sort_key(tournament, p) > own]
    return min(behind, default=None)


def initial_list_sort_key(tournament: Tournament, player: Player) -> tuple[int, int, str]:
    """Return the sort key of the initial list: strength, title, name."""
    strength = player_strength(player, tournament)
    return -strength, rank_of_title(player.title), player.name.casefold()


def player_strength(player: Player, tournament: Tournament) -> int:
    """Return the player's rating or, without one, the event's estimate for unrated players."""
    return player.rating or tournament.unrated_as or 0


def rank_of_title(title: str) -> int:
    """Return the rank of a title, from 0 for the highest, or the last rank for no known title."""
    known = title.strip().upper()
    return TITLES.index(known) if known in TITLES else len(TITLES)


def was_paired_or_had_bye(outcome: Outcome) -> bool:
    """Return whether a player was paired in a round or had the PAB."""
    return isinstance(
        outcome,
        Played | Unfinished | Pending | ForfeitWin | ForfeitLoss | DoubleForfeit | PairingBye,
    )


def pairing_numbers_in_use(
    rows: Mapping[Number, Row], present: Sequence[Number]
) -> dict[Number, int]:
    """Return the TPNs of all players who have been in a pairing, including this round's.

    A player who has not been in one gets a number on arrival, which shifts the numbers below it.
    """
    here = set(present)
    listed = (
        n for n, row in sorted(rows.items()) if n in here or any(map(was_paired_or_had_bye, row))
    )
    return {n: number for number, n in enumerate(listed, start=1)}


def assigned_pairing_numbers(
    rows: Mapping[Number, Row], _present: Sequence[Number]
) -> dict[Number, int]:
    """Return the TPNs as they were assigned, regardless of absent players."""
    return {n: n for n in rows}
