"""The articles that an edition cites for the decisions of the shared procedure."""

from __future__ import annotations

from topboard._frozen import dataclass


@dataclass(frozen=True, slots=True)
class Citations:
    """The articles of an edition, one for each kind of decision."""

    bye: str
    no_rematch: str
    same_points: str
    """The article that requires opponents with equal points, or as nearly equal as possible."""
    order_of_groups: str
    most_pairs: str
    arranged: str
    """The article about the order of a group's teams before opponents are sought."""
    limits_disregarded: str
    pair_from_top: str
    pair_from_bottom: str
    floats_down: str
    floats_up: str
    floats_down_instead: str
    """The article under which a team other than the lowest ranked floats.

    It floats because the rest could not be paired otherwise.
    """
    floats_up_instead: str
    moved_back_down: str
    """The article under which a floater is replaced if it has met all teams of the next group."""
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
    """The article about fixed tables, or an empty string if the rules do not mention them."""
    imaginary_points: str = ""
    won_without_playing: str = ""
    """The article that bars a team from the bye after a win without playing."""
