"""The articles about people in the texts of the Olympiad."""

from __future__ import annotations

from functools import partial

from topboard.event.actions import ChangeGround
from topboard.event.policy import Governance, general, presence, publication, rosters
from topboard.event.policy.objections import Office
from topboard.model import ForfeitWin, NotYetEntered, PairingBye, scoring
from topboard.model.colour_limits import breaks_difference, is_third_in_a_row

COLOUR_LIMIT = (ChangeGround.COLOUR_LIMIT,)
REMATCH_OR_COLOUR_LIMIT = (ChangeGround.REMATCH, ChangeGround.COLOUR_LIMIT)
SQUAD = partial(rosters.four_players_and_a_reserve, boards=4, reserves=1)
NO_BYE = partial(presence.no_bye_on_request, offices=(Office.CHIEF_ARBITER, Office.PRESIDENT))
OFFICES = tuple(Office)
ELEVEN_ROUNDS = partial(rosters.number_of_rounds, rounds=11)

OF_2008 = Governance(
    acts={
        "2": rosters.second_teams_are_the_hosts,
        "3": rosters.c_team_stays,
        "4": SQUAD,
        "5": rosters.players_are_listed_in_order,
        "10": ELEVEN_ROUNDS,
        "11": NO_BYE,
        "12": presence.unfinished_games_are_noted,
        "15b": presence.did_the_team_arrive,
        "56": publication.panel_makes_pairings,
        "57": presence.travel_is_notified,
        "58": partial(presence.default_counts_as_the_text_says, score=scoring.default_all_boards),
        "59": partial(publication.changed_for_breach_only, grounds=COLOUR_LIMIT),
        "61": publication.no_protest,
    },
    absences={"57": partial(presence.not_there_for_round_one, least=2)},
    lifts={"60": partial(publication.overruled_by_president, articles=("57", "58", "59"))},
    general=(general.late_entry_needs_a_word, general.full_point_bye, publication.arbiter_changes),
    lot="19",
    boards="5",
    line_ups="59",
    offices=OFFICES,
    byes={"11": (PairingBye,), "15b": (ForfeitWin,)},
    rematch="15a",
    colour_limits={"20a": breaks_difference, "20b": is_third_in_a_row},
)

OF_2009 = Governance(
    acts={
        "2": rosters.second_teams_are_the_hosts,
        "3": rosters.c_team_stays,
        "4": SQUAD,
        "5": rosters.players_are_listed_in_order,
        "11": ELEVEN_ROUNDS,
        "12": NO_BYE,
        "13": presence.unfinished_games_are_noted,
        "16b": presence.did_the_team_arrive,
        "43": publication.panel_makes_pairings,
        "44": presence.travel_is_notified,
        "45": partial(
            presence.default_counts_as_the_text_says, score=scoring.default_boards_present
        ),
        "46": partial(publication.changed_on_other_grounds, grounds=COLOUR_LIMIT),
        "48": publication.president_confirms_change,
    },
    absences={"44": partial(presence.not_there_for_round_one, least=3)},
    lifts={"47": partial(publication.overruled_by_president, articles=("44", "45"))},
    general=(general.late_entry_needs_a_word, general.full_point_bye),
    lot="21",
    boards="5",
    line_ups="46",
    offices=OFFICES,
    byes={"12": (PairingBye,), "16b": (ForfeitWin,)},
    rematch="16a",
    colour_limits={"22a": breaks_difference, "22b": is_third_in_a_row},
    default_score=scoring.default_boards_present,
)

FROM_2022 = Governance(
    acts={
        "2.1": rosters.second_teams_are_the_hosts,
        "2.2": rosters.c_team_stays,
        "4.1": NO_BYE,
        "4.2.2": presence.did_the_team_arrive,
        "5.1": presence.unfinished_games_are_noted,
        "10.1": presence.travel_is_notified,
        "10.1.2": presence.on_the_way_by_discretion,
        "10.2": presence.warn_of_short_team,
        "11.2": publication.table_for_other_reason,
        "11.2.1": publication.table_for_sponsor,
        "11.2.2": publication.table_for_host,
        "11.2.3": publication.table_for_other_reason,
        "11.3": partial(publication.changed_for_breach_only, grounds=REMATCH_OR_COLOUR_LIMIT),
    },
    absences={
        "10.1": partial(presence.not_there_for_round_one, least=3),
        "10.2": presence.below_half_strength_twice,
    },
    lifts={"10.3": partial(publication.overruled_by_president, articles=("10.1", "10.2"))},
    notions={"10.1.1": presence.enough_players_present},
    general=(
        general.late_entry_needs_a_word,
        general.full_point_bye,
        publication.arbiter_changes,
    ),
    lot="7.2",
    line_ups="11.3",
    grounds=REMATCH_OR_COLOUR_LIMIT,
    offices=OFFICES,
    byes={"4.2.1": (PairingBye,), "4.2.2": (ForfeitWin,), "4.2.3": (NotYetEntered,)},
    rematch="6.1",
    colour_limits={"7.3.1": breaks_difference, "7.3.2": is_third_in_a_row},
    default_score=scoring.default_boards_present,
)
