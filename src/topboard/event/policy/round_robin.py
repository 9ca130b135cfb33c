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

UNSCORED_BYE = partial(presence.no_bye_on_request, offices=general.DIRECTING)

FIDE = Governance(
    acts={
        "5.2": general.variations_are_announced_first,
        "6.late": presence.no_place_for_a_late_entry,
        "6.5": presence.no_show_counts_as_leaving,
        "6.6.under_half": partial(presence.half_of_the_games, counts=False),
        "6.6.half": partial(presence.half_of_the_games, counts=True),
        "6.7": UNSCORED_BYE,
    },
    general=(
        publication.director_changes,
        fide_mode.leaving_is_for_good,
        fide_mode.rounds_stay,
        fide_mode.scale_is_fair,
        fide_mode.results_of_the_laws,
        fide_mode.manual_differences,
    ),
    fide_mode=True,
    left="6.6.under_half",
    byes={"Annex 1.odd": (PairingBye,)},
    rematch="5.1",
)

PLAYERS = Governance(
    acts={
        "601": general.variations_are_announced_first,
        "602": general.settings_are_frozen,
        "652": presence.no_place_for_a_late_entry,
        "653": UNSCORED_BYE,
        "653.under_half": partial(presence.half_of_the_games, counts=False),
        "653.half": partial(presence.half_of_the_games, counts=True),
        "671": lots.ties_are_broken_by_the_director,
    },
    general=(publication.director_changes,),
    left="653",
    byes={"652": (PairingBye,)},
    rematch="651",
)

TEAMS = Governance(
    acts={
        "601": general.variations_are_announced_first,
        "602": general.settings_are_frozen,
        "653.under_half": partial(presence.half_of_the_games, counts=False),
        "653.half": partial(presence.half_of_the_games, counts=True),
        "662": partial(rosters.order_of_boards, variation="643"),
        "663": presence.no_place_for_a_late_entry,
        "664": UNSCORED_BYE,
        "671": lots.ties_are_broken_by_the_director,
    },
    general=(publication.director_changes,),
    boards="662",
    left="664",
    byes={"663": (PairingBye,)},
    rematch="661",
)
