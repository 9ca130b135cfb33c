"""Tournament pairing numbers (TPNs) and the order of the initial list."""

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
"""The FIDE titles in descending order. Players without a title come after them."""


def sort_initial_list(tournament: Tournament) -> list[Number]:
    """Return the numbers of all players in the order of the initial list.

    Players are sorted by rating, then by title, then by name.
    """
    players = [c for c in tournament.competitors if isinstance(c, Player)]
    ordered = sorted(players, key=lambda p: (initial_list_sort_key(tournament, p), p.number))
    return [player.number for player in ordered]


def find_number_after_late_entry(tournament: Tournament, late: Competitor) -> Number | None:
    """Return the number of the first player listed below a late entry, or None if there is none."""
    if not isinstance(late, Player):
        return None
    own = initial_list_sort_key(tournament, late)
    players = (c for c in tournament.competitors if isinstance(c, Player))
    behind = [p.number for p in players if initial_list_sort_key(tournament, p) > own]
    return min(behind, default=None)


def initial_list_sort_key(tournament: Tournament, player: Player) -> tuple[int, int, str]:
    """Return a player's sort key for the initial list: strength, title and name."""
    strength = player_strength(player, tournament)
    return -strength, rank_of_fide_title(player.title), player.name.casefold()


def player_strength(player: Player, tournament: Tournament) -> int:
    """Return a player's rating, or the event's rating for unrated players, or 0."""
    return player.rating or tournament.unrated_as or 0


def rank_of_fide_title(title: str) -> int:
    """Return the rank of a FIDE title, with 0 for GM. Unknown or missing titles rank last."""
    known = title.strip().upper()
    return TITLES.index(known) if known in TITLES else len(TITLES)


def was_paired_or_had_bye(outcome: Outcome) -> bool:
    """Return whether an outcome shows that the player was paired or had the pairing-allocated
    bye.
    """
    return isinstance(
        outcome,
        Played | Unfinished | Pending | ForfeitWin | ForfeitLoss | DoubleForfeit | PairingBye,
    )


def find_pairing_numbers_in_use(
    rows: Mapping[Number, Row], present: Sequence[Number]
) -> dict[Number, int]:
    """Return the TPN of each player who has been paired or will be paired in this round.

    A player who joins later gets a TPN on arrival, and all TPNs after it increase by one.
    """
    here = set(present)
    listed = (
        n for n, row in sorted(rows.items()) if n in here or any(map(was_paired_or_had_bye, row))
    )
    return {n: number for number, n in enumerate(listed, start=1)}


def list_assigned_pairing_numbers(
    rows: Mapping[Number, Row], _present: Sequence[Number]
) -> dict[Number, int]:
    """Return the TPNs as assigned, including those of absent participants."""
    return {n: n for n in rows}
