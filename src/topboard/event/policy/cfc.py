"""The articles about people in the Canadian rules for Swiss events."""

from __future__ import annotations

from functools import partial

from topboard.event.policy import Governance, general, lots, presence, publication, rosters
from topboard.model import PairingBye
from topboard.systems.cfc.cards import map_paired_opponents_to_rounds

SWISS = Governance(
    acts={
        "601": general.forbid_pairing_before_announcement,
        "602": general.check_change_of_announced_settings,
        "613": general.require_lots_for_equal_ratings,
        "614": presence.require_director_ruling_on_late_entry,
        "615a": presence.require_ruling_on_half_point_bye,
        "616": presence.require_ruling_on_excuse_for_no_show,
        "617": presence.require_ruling_on_unfinished_game,
        "619.1": partial(presence.check_request_not_to_meet, last_round=2),
        "671": lots.require_director_ruling_on_ties,
    },
    absences={"616": presence.exclude_unexcused_no_shows},
    general=(publication.require_director_ruling_on_pairing_change,),
    lot="628",
    left="616",
    byes={"615": (PairingBye,)},
    rematch="618a",
    met=map_paired_opponents_to_rounds,
)

TEAM_SWISS = Governance(
    acts={
        "601": general.forbid_pairing_before_announcement,
        "602": general.check_change_of_announced_settings,
        "641": partial(
            general.apply_individual_event_rules_to_teams,
            rules={
                "613": general.require_lots_for_equal_ratings,
                "614": presence.require_director_ruling_on_late_entry,
                "615a": presence.require_ruling_on_half_point_bye,
                "617": presence.require_ruling_on_unfinished_game,
                "619.1": partial(presence.check_request_not_to_meet, last_round=2),
            },
        ),
        "643": partial(rosters.check_team_board_order, variation="643"),
        "647": presence.require_ruling_on_excuse_for_no_show,
        "671": lots.require_director_ruling_on_ties,
    },
    absences={"647": presence.exclude_unexcused_no_shows},
    general=(publication.require_director_ruling_on_pairing_change,),
    lot="628",
    boards="643",
    left="647",
    byes={"615": (PairingBye,)},
    rematch="618a",
    met=map_paired_opponents_to_rounds,
)
