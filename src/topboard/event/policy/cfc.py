"""The articles about people in the Canadian rules for Swiss events."""

from __future__ import annotations

from functools import partial

from topboard.event.policy import Governance, general, lots, presence, publication, rosters
from topboard.model import PairingBye
from topboard.systems.cfc.cards import rounds_by_paired_opponent

SWISS = Governance(
    acts={
        "601": general.variations_are_announced_first,
        "602": general.settings_are_frozen,
        "613": general.equal_ratings_are_drawn,
        "614": presence.late_entry_is_accepted,
        "615a": presence.half_point_bye_is_granted,
        "616": presence.excuse_is_accepted,
        "617": presence.provisional_winner,
        "619.1": partial(presence.wishes_are_announced, last_round=2),
        "671": lots.ties_are_broken_by_the_director,
    },
    absences={"616": presence.no_show_is_not_paired},
    general=(publication.director_changes,),
    lot="628",
    left="616",
    byes={"615": (PairingBye,)},
    rematch="618a",
    met=rounds_by_paired_opponent,
)

TEAM_SWISS = Governance(
    acts={
        "601": general.variations_are_announced_first,
        "602": general.settings_are_frozen,
        "641": partial(
            general.rules_of_individual_events,
            rules={
                "613": general.equal_ratings_are_drawn,
                "614": presence.late_entry_is_accepted,
                "615a": presence.half_point_bye_is_granted,
                "617": presence.provisional_winner,
                "619.1": partial(presence.wishes_are_announced, last_round=2),
            },
        ),
        "643": partial(rosters.order_of_boards, variation="643"),
        "647": presence.excuse_is_accepted,
        "671": lots.ties_are_broken_by_the_director,
    },
    absences={"647": presence.no_show_is_not_paired},
    general=(publication.director_changes,),
    lot="628",
    boards="643",
    left="647",
    byes={"615": (PairingBye,)},
    rematch="618a",
    met=rounds_by_paired_opponent,
)
