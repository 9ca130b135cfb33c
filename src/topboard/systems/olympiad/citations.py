"""The articles that an edition cites for the decisions of the shared procedure."""

from __future__ import annotations

from topboard._frozen import dataclass


@dataclass(frozen=True, slots=True)
class Citations:
    """One article for each kind of decision."""

    bye: str
    no_rematch: str
    same_points: str
    """The article that opponents have equal points, or as nearly equal as possible."""
    order_of_groups: str
    most_pairs: str
    arranged: str
    """The article about the order of the teams of a group before opponents are sought."""
    limits_disregarded: str
    pair_from_top: str
    pair_from_bottom: str
    floats_down: str
    floats_up: str
    floats_down_instead: str
    """The article for floating a team other than the lowest ranked, which the rest needs."""
    floats_up_instead: str
    moved_back_down: str
    """The article for a different floater if the one before has met everybody in the next group."""
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
    """The article for a fixed table. Empty if the text says nothing about tables."""
    imaginary_points: str = ""
    won_without_playing: str = ""
    """The article that bars a team from the bye after a win without playing."""
