"""Pairing numbers: the order of the initial list, and who has a number yet."""

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
"""The titles in their order; who has none comes after them."""


def order_of_entries(tournament: Tournament) -> list[Number]:
    """By strength, then by title, then by the alphabet."""
    players = [c for c in tournament.competitors if isinstance(c, Player)]
    ordered = sorted(players, key=lambda p: (strength_title_name(tournament, p), p.number))
    return [player.number for player in ordered]


def place_of_late_entry(tournament: Tournament, late: Competitor) -> Number | None:
    """The number of the first whom the list has behind a late entry, if there is one."""
    if not isinstance(late, Player):
        return None
    own = strength_title_name(tournament, late)
    players = (c for c in tournament.competitors if isinstance(c, Player))
    behind = [p.number for p in players if strength_title_name(tournament, p) > own]
    return min(behind, default=None)


def strength_title_name(tournament: Tournament, player: Player) -> tuple[int, int, str]:
    """What the initial list is ordered by."""
    strength = strength_of(player, tournament)
    return -strength, rank_of_title(player.title), player.name.casefold()


def strength_of(player: Player, tournament: Tournament) -> int:
    """The rating that counts or, without one, what the event estimates."""
    return player.rating or tournament.unrated_as or 0


def rank_of_title(title: str) -> int:
    """The place of a title in the order of titles."""
    known = title.strip().upper()
    return TITLES.index(known) if known in TITLES else len(TITLES)


def in_a_pairing(outcome: Outcome) -> bool:
    """Whether somebody was paired in a round, or had the bye of an odd field."""
    return isinstance(
        outcome,
        Played | Unfinished | Pending | ForfeitWin | ForfeitLoss | DoubleForfeit | PairingBye,
    )


def numbers_in_use(rows: Mapping[Number, Row], present: Sequence[Number]) -> dict[Number, int]:
    """The pairing numbers of those who have been in a pairing, this round's included.

    Who has not been in one yet gets his number when he comes, and those below him move down.
    """
    here = set(present)
    listed = (n for n, row in sorted(rows.items()) if n in here or any(map(in_a_pairing, row)))
    return {n: number for number, n in enumerate(listed, start=1)}


def fixed_numbers(rows: Mapping[Number, Row], _present: Sequence[Number]) -> dict[Number, int]:
    """The pairing numbers as they were given, whoever is away."""
    return {n: n for n in rows}
