"""The articles about people in the regulations of the Chess Olympiads."""

from __future__ import annotations

from functools import partial

from topboard.event.actions import ChangeGround
from topboard.event.policy import Governance, general, presence, publication, rosters
from topboard.event.policy.objections import Office
from topboard.model import ForfeitWin, NotYetEntered, PairingBye, scoring
from topboard.model.colour_limits import breaks_colour_difference_limit, is_third_colour_in_a_row

COLOUR_LIMIT = (ChangeGround.COLOUR_LIMIT,)
REMATCH_OR_COLOUR_LIMIT = (ChangeGround.REMATCH, ChangeGround.COLOUR_LIMIT)
SQUAD = partial(rosters.check_team_size, boards=4, reserves=1)
NO_BYE = partial(
    presence.forbid_points_for_requested_bye, offices=(Office.CHIEF_ARBITER, Office.PRESIDENT)
)
OFFICES = tuple(Office)
ELEVEN_ROUNDS = partial(rosters.ask_to_confirm_unusual_number_of_rounds, rounds=11)

OF_2008 = Governance(
    acts={
        "2": rosters.check_b_and_c_teams,
        "3": rosters.require_c_team_to_stay,
        "4": SQUAD,
        "5": rosters.check_roster_changes_and_line_up_order,
        "10": ELEVEN_ROUNDS,
        "11": NO_BYE,
        "12": presence.note_unfinished_games_as_draws,
        "15b": presence.ask_whether_team_arrived,
        "56": publication.require_panel_authority_to_publish,
        "57": presence.forbid_arrival_without_travel_plans,
        "58": partial(presence.forbid_wrong_forfeit_score, score=scoring.forfeit_score_all_boards),
        "59": partial(publication.forbid_pairing_change_on_other_grounds, grounds=COLOUR_LIMIT),
        "61": publication.warn_that_protest_has_no_effect,
    },
    absences={"57": partial(presence.exclude_absent_teams_from_round_one, least=2)},
    lifts={"60": partial(publication.can_president_overrule_article, articles=("57", "58", "59"))},
    general=(
        general.require_ruling_on_late_entry,
        general.ask_to_confirm_full_point_bye,
        publication.require_arbiter_ruling_on_pairing_change,
    ),
    lot="19",
    boards="5",
    line_ups="59",
    offices=OFFICES,
    byes={"11": (PairingBye,), "15b": (ForfeitWin,)},
    rematch="15a",
    colour_limits={"20a": breaks_colour_difference_limit, "20b": is_third_colour_in_a_row},
)

OF_2009 = Governance(
    acts={
        "2": rosters.check_b_and_c_teams,
        "3": rosters.require_c_team_to_stay,
        "4": SQUAD,
        "5": rosters.check_roster_changes_and_line_up_order,
        "11": ELEVEN_ROUNDS,
        "12": NO_BYE,
        "13": presence.note_unfinished_games_as_draws,
        "16b": presence.ask_whether_team_arrived,
        "43": publication.require_panel_authority_to_publish,
        "44": presence.forbid_arrival_without_travel_plans,
        "45": partial(
            presence.forbid_wrong_forfeit_score, score=scoring.forfeit_score_boards_present
        ),
        "46": partial(publication.ask_to_confirm_change_on_other_grounds, grounds=COLOUR_LIMIT),
        "48": publication.require_president_ruling_on_pairing_change,
    },
    absences={"44": partial(presence.exclude_absent_teams_from_round_one, least=3)},
    lifts={"47": partial(publication.can_president_overrule_article, articles=("44", "45"))},
    general=(general.require_ruling_on_late_entry, general.ask_to_confirm_full_point_bye),
    lot="21",
    boards="5",
    line_ups="46",
    offices=OFFICES,
    byes={"12": (PairingBye,), "16b": (ForfeitWin,)},
    rematch="16a",
    colour_limits={"22a": breaks_colour_difference_limit, "22b": is_third_colour_in_a_row},
    default_score=scoring.forfeit_score_boards_present,
)

FROM_2022 = Governance(
    acts={
        "2.1": rosters.check_b_and_c_teams,
        "2.2": rosters.require_c_team_to_stay,
        "4.1": NO_BYE,
        "4.2.2": presence.ask_whether_team_arrived,
        "5.1": presence.note_unfinished_games_as_draws,
        "10.1": presence.forbid_arrival_without_travel_plans,
        "10.1.2": presence.require_ruling_on_travelling_team,
        "10.2": presence.note_teams_short_of_players,
        "11.2": publication.forbid_fixed_table_without_note,
        "11.2.1": publication.require_ruling_on_sponsor_table,
        "11.2.2": publication.check_fixed_table_chosen_by_host,
        "11.2.3": publication.forbid_fixed_table_without_note,
        "11.3": partial(
            publication.forbid_pairing_change_on_other_grounds, grounds=REMATCH_OR_COLOUR_LIMIT
        ),
    },
    absences={
        "10.1": partial(presence.exclude_absent_teams_from_round_one, least=3),
        "10.2": presence.exclude_teams_twice_short_of_players,
    },
    lifts={"10.3": partial(publication.can_president_overrule_article, articles=("10.1", "10.2"))},
    notions={"10.1.1": presence.has_team_enough_players_present},
    general=(
        general.require_ruling_on_late_entry,
        general.ask_to_confirm_full_point_bye,
        publication.require_arbiter_ruling_on_pairing_change,
    ),
    lot="7.2",
    line_ups="11.3",
    grounds=REMATCH_OR_COLOUR_LIMIT,
    offices=OFFICES,
    byes={"4.2.1": (PairingBye,), "4.2.2": (ForfeitWin,), "4.2.3": (NotYetEntered,)},
    rematch="6.1",
    colour_limits={"7.3.1": breaks_colour_difference_limit, "7.3.2": is_third_colour_in_a_row},
    default_score=scoring.forfeit_score_boards_present,
)
