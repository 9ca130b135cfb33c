"""The variations of the rules that a director may choose and announce before round 1 (601, 602)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.messages import message
from topboard.systems.cfc import scores
from topboard.systems.common import variations
from topboard.systems.common.scales import refuse_nonstandard_scoring_scale
from topboard.systems.common.variations import OWN, Variation

if TYPE_CHECKING:
    from topboard.model import Tournament

UNRATED_BOARD_POINTS = 50
"""The default rating difference between an unrated end board and the board next to it."""


@dataclass(frozen=True, slots=True)
class Variations:
    """The variations in force.

    By default there are none, and the basic system is used.
    """

    unrated_below_average: bool = False
    unrated_one_fifth_up: bool = False
    half_point_bye: bool = False
    adjudication: bool = False
    wishes: bool = False
    odd_man_by_colour: bool = False
    odd_man_once: bool = False
    no_transposition_for_alternation: bool = False
    lot_at_the_board: bool = False
    quarters: bool = False
    regrouping: bool = False
    board_order_tolerance: int = 0
    unrated_board_points: int = UNRATED_BOARD_POINTS


REQUESTS = "619.1"
"""The code of the variation that allows players' requests not to meet."""

ALL = (
    Variation(
        "613.1a",
        message("Unrated players are placed just below the average rating of the rated players."),
        excludes=("613.1b",),
    ),
    Variation(
        "613.1b",
        message(
            "Unrated players are placed one fifth of the way up from the bottom of the rating "
            "order."
        ),
        excludes=("613.1a",),
    ),
    Variation("616.1", message("The bye is worth half a point.")),
    Variation(
        "617.1",
        message(
            "A game that is still unfinished when the next round is paired is adjudicated "
            "temporarily for the pairing."
        ),
    ),
    Variation(
        REQUESTS,
        message(
            "In rounds 1 and 2, players from the same region, city, team or family are kept "
            "apart at their request if a transposition makes this possible."
        ),
    ),
    Variation(
        "624.1",
        message("An odd man meets the highest-ranked opponent who is due the opposite colour."),
    ),
    Variation(
        "624.2",
        message(
            "Before the last quarter of the event, no player is an odd man, or meets one, more "
            "than once if that can be avoided."
        ),
    ),
    Variation(
        "631.1",
        message("Pairings are not changed just to make colours alternate."),
    ),
    Variation(
        "631.2",
        message(
            "In the last round, players with equal claims to a colour draw lots for colours at "
            "the board."
        ),
    ),
    Variation(
        "633.1",
        message(
            "Accelerated pairing: in round 1 the first quarter meets the second, and the third "
            "meets the fourth. In later rounds the leaders are also paired by quarters as long "
            "as too many of them have perfect scores."
        ),
        excludes=("633.2",),
    ),
    Variation(
        "633.2",
        message(
            "Accelerated pairing: in round 1 quarter A meets quarter B, and C meets D. For round "
            "2 the players are regrouped according to their results."
        ),
        excludes=("633.1",),
    ),
    Variation(
        "643",
        message(
            "Team members may be placed out of rating order if their ratings differ by at most"
            " {points}."
        ),
        takes_points=True,
        teams_only=True,
    ),
    Variation(
        "644",
        message(
            "An unrated player on the top board is rated {points} above the board below, and one "
            "on the bottom board {points} below the board above."
        ),
        takes_points=True,
        teams_only=True,
    ),
    OWN,
)
"""All variations that the Canadian rules offer, in the order of their articles."""


def parse_variations_in_force(tournament: Tournament, *, teams: bool) -> Variations:
    """Return the variations chosen for an event.

    Raise ``BadInput`` if a variation is unknown, two variations exclude each other, or the scoring
    is not allowed.
    """
    chosen = variations.parse_rule_variations(tournament.variations, ALL, teams=teams)
    usual = scores.build_scoring_scale_fixed_by_rules(half_point_bye="616.1" in chosen)
    refuse_nonstandard_scoring_scale(tournament, usual, "647" if teams else "616", teams=teams)
    return Variations(
        unrated_below_average="613.1a" in chosen,
        unrated_one_fifth_up="613.1b" in chosen,
        half_point_bye="616.1" in chosen,
        adjudication="617.1" in chosen,
        wishes=REQUESTS in chosen,
        odd_man_by_colour="624.1" in chosen,
        odd_man_once="624.2" in chosen,
        no_transposition_for_alternation="631.1" in chosen,
        lot_at_the_board="631.2" in chosen,
        quarters="633.1" in chosen,
        regrouping="633.2" in chosen,
        board_order_tolerance=chosen.get("643", 0),
        unrated_board_points=chosen.get("644", UNRATED_BOARD_POINTS),
    )
