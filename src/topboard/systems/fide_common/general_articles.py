"""The general FIDE articles that apply to every system for players, and their functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.model.history import colours_played, opponents_met, participants_to_pair
from topboard.systems.common.tables import sort_key_by_pair_points
from topboard.systems.fide_common import acceleration, pairing_numbers, players

if TYPE_CHECKING:
    from collections.abc import Callable

HANDLING: dict[str, Callable[..., object]] = {
    "C.04.2 2.1": pairing_numbers.player_strength,
    "C.04.2 2.2": pairing_numbers.sort_initial_list,
    "C.04.2 2.2.1": pairing_numbers.player_strength,
    "C.04.2 2.2.2": pairing_numbers.rank_of_fide_title,
    "C.04.2 2.2.3": pairing_numbers.sort_initial_list,
    "C.04.2 2.4": participants_to_pair,
    "C.04.2 2.5": pairing_numbers.find_pairing_numbers_in_use,
    "C.04.2 3.1": players.pairing_points_of_outcome,
    "C.04.2 3.2": participants_to_pair,
    "C.04.2 3.3": participants_to_pair,
    "C.04.2 3.4": colours_played,
    "C.04.2 3.5": opponents_met,
    "C.04.2 3.6": sort_key_by_pair_points,
    "C.04.2 3.6.1": sort_key_by_pair_points,
    "C.04.2 3.6.2": sort_key_by_pair_points,
    "C.04.2 3.6.3": sort_key_by_pair_points,
}
"""The functions that implement the general handling rules (C.04.2) in force from 1 February
2026.
"""

ACCELERATION: dict[str, Callable[..., object]] = {
    "C.04.7 preface": acceleration.build_virtual_points_lookup,
    "C.04.7 1.1": acceleration.refuse_unless_draw_is_half_a_win,
    "C.04.7 1.2": acceleration.compute_upper_group_size,
    "C.04.7 1.3": acceleration.find_accelerated_upper_group,
    "C.04.7 1.4": acceleration.compute_virtual_points_of_round,
    "C.04.7 1.5": players.PairingHistory.pairing_scores,
}
"""The functions that implement Baku acceleration (C.04.7) in force from 1 February 2026."""
