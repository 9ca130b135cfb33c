"""The articles that each edition of the Olympiad rules cites in its reasons."""

from __future__ import annotations

from topboard._frozen import dataclass
from topboard.systems.common.citations import Citations


@dataclass(frozen=True, slots=True)
class OlympiadCitations(Citations):
    """The article numbers to cite for decisions about groups, floaters, colours and the bye."""

    order_of_groups: str
    most_pairs: str
    arranged: str
    """The article on the order of the teams in a group before opponents are sought."""
    limits_disregarded: str
    pair_from_top: str
    pair_from_bottom: str
    floats_down: str
    floats_up: str
    floats_down_instead: str
    """The article under which a team other than the lowest-ranked one floats down.

    It applies if the rest of the group could not be paired otherwise.
    """
    floats_up_instead: str
    moved_back_down: str
    """The article on a floater that is replaced because it has met every team of the next group."""
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
    imaginary_points: str = ""
    won_without_playing: str = ""
    """The article that bars a team from the bye after it has won a match without playing."""
