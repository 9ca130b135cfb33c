"""The articles about people in the round-robin rules of FIDE and of Canada."""

from __future__ import annotations

from functools import partial

from topboard.event.policy import (
    Governance,
    fide_mode,
    general,
    lots,
    presence,
    publication,
    rosters,
)
from topboard.model import PairingBye

UNSCORED_BYE = partial(presence.forbid_points_for_requested_bye, offices=general.DIRECTING)

FIDE = Governance(
    acts={
        "5.2": general.forbid_pairing_before_announcement,
        "6.late": presence.forbid_late_round_robin_entry,
        "6.5": presence.note_no_show_as_withdrawal,
        "6.6.under_half": partial(presence.warn_whether_results_of_departed_count, counts=False),
        "6.6.half": partial(presence.warn_whether_results_of_departed_count, counts=True),
        "6.7": UNSCORED_BYE,
    },
    general=(
        publication.require_director_ruling_on_pairing_change,
        fide_mode.ask_twice_before_leaving_fide_mode,
        fide_mode.forbid_changing_number_of_rounds,
        fide_mode.forbid_unfair_scoring_scale,
        fide_mode.forbid_impossible_game_results,
        fide_mode.ask_to_confirm_manual_pairing_differences,
    ),
    fide_mode=True,
    left="6.6.under_half",
    byes={"Annex 1.odd": (PairingBye,)},
    rematch="5.1",
)

PLAYERS = Governance(
    acts={
        "601": general.forbid_pairing_before_announcement,
        "602": general.check_change_of_announced_settings,
        "652": presence.forbid_late_round_robin_entry,
        "653": UNSCORED_BYE,
        "653.under_half": partial(presence.warn_whether_results_of_departed_count, counts=False),
        "653.half": partial(presence.warn_whether_results_of_departed_count, counts=True),
        "671": lots.require_director_ruling_on_ties,
    },
    general=(publication.require_director_ruling_on_pairing_change,),
    left="653",
    byes={"652": (PairingBye,)},
    rematch="651",
)

TEAMS = Governance(
    acts={
        "601": general.forbid_pairing_before_announcement,
        "602": general.check_change_of_announced_settings,
        "653.under_half": partial(presence.warn_whether_results_of_departed_count, counts=False),
        "653.half": partial(presence.warn_whether_results_of_departed_count, counts=True),
        "662": partial(rosters.check_team_board_order, variation="643"),
        "663": presence.forbid_late_round_robin_entry,
        "664": UNSCORED_BYE,
        "671": lots.require_director_ruling_on_ties,
    },
    general=(publication.require_director_ruling_on_pairing_change,),
    boards="662",
    left="664",
    byes={"663": (PairingBye,)},
    rematch="661",
)
