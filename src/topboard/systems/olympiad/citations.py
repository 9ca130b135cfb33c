"""Which article an edition cites for which decision of the procedure they share."""

from __future__ import annotations

from topboard._frozen import dataclass


@dataclass(frozen=True, slots=True)
class Citations:
    """One article for each kind of decision."""

    bye: str
    no_rematch: str
    same_points: str
    """Opponents have equal points, or as nearly equal as possible."""
    order_of_groups: str
    most_pairs: str
    arranged: str
    """How the teams of a group stand before opponents are sought."""
    limits_disregarded: str
    pair_from_top: str
    pair_from_bottom: str
    floats_down: str
    floats_up: str
    floats_down_instead: str
    """Another than the lowest ranked, because the rest could not be paired without it."""
    floats_up_instead: str
    moved_back_down: str
    """Another, because the one before has met everybody in the next group."""
    moved_back_up: str
    floater_down_meets: str
    floater_up_meets: str
    goes_on_down: str
    goes_on_up: str
    colour_by_lot: str
    colour_limits: str
    colour_equalise: str
    colour_alternate: str
    colour_shortest_run: str
    colour_balance_higher: str
    colour_alternate_higher: str
    fixed_table: str = ""
    """Empty where the text says nothing of tables."""
    imaginary_points: str = ""
    won_without_playing: str = ""
    """Who has is barred from the bye."""
