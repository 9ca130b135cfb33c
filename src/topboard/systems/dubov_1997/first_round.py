"""The pairing of round 1: upper half against lower half, with colours drawn by lot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.model import Colour
from topboard.reasons.decisions import ColourDecision, OpponentChoice
from topboard.reasons.grounds import CandidateOrder, ColourGround
from topboard.systems.dubov_1997.columns import Columns
from topboard.systems.dubov_1997.rows import pair_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.systems.dubov_1997.groups import RoundInProgress
    from topboard.systems.dubov_1997.pool import Pool


def list_players_in_first_round_order(pool: Pool) -> list[int]:
    """Return the players in the order for round 1, by descending rating and then by TPN."""
    players = pool.players
    return sorted(range(len(pool)), key=lambda i: (-players[i].rating, players[i].number))


def pair_first_round(so_far: RoundInProgress, listed: Sequence[int], lot: Colour) -> None:
    """Pair the players of the upper half in order with the players of the lower half."""
    pool, rest = so_far.pool, so_far.rest
    present = [i for i in listed if rest.left >> i & 1]
    half = len(present) // 2
    halves = Columns(tuple(present[:half]), tuple(present[half:]))
    at = {i: position for position, i in enumerate(present)}
    rows = sorted(pair_rows(rest, halves), key=lambda row: at[row.chooser])
    for pair_number, row in enumerate(rows, start=1):
        higher, lower = pool.numbers_at((row.chooser, row.chosen))
        order = CandidateOrder.OTHER_HALF if row.passed_over else CandidateOrder.HALVES_OF_LIST
        so_far.reasons.append(OpponentChoice("5", higher, lower, 0, row.passed_over, order))
        colour = colour_by_lot(pair_number, lot)
        white, black = (higher, lower) if colour is Colour.WHITE else (lower, higher)
        so_far.coloured.append(ColourDecision("5", white, black, ColourGround.LOT_OF_PAIRS))
    rest.remove_players(rest.left)


def colour_by_lot(pair_number: int, lot: Colour) -> Colour:
    """Return the colour of the player from the upper half in a pair of round 1.

    Odd-numbered pairs get the colour drawn by lot. Even-numbered pairs get the opposite colour.
    """
    return lot if pair_number % 2 else lot.opposite
