"""The articles about people in FIDE's general handling rules for Swiss systems (C.04.2).

All FIDE systems share these rules. Articles on the initial order of players are in a separate
table, because teams are ordered by the rules of their own event.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.event.actions import ChangeGround
from topboard.event.policy import (
    Governance,
    corrections,
    general,
    grounds,
    numbers,
    presence,
    publication,
    ratings,
)
from topboard.event.policy.fide_mode import FIDE_MODE, FIDE_MODE_WITHOUT_COLOURS
from topboard.formats.trf.types import get_type_code_of_system
from topboard.model import ForfeitWin, FullPointBye, PairingBye
from topboard.model.colour_limits import breaks_colour_difference_limit, is_third_colour_in_a_row

if TYPE_CHECKING:
    from collections.abc import Mapping

    from topboard.event.policy.objections import Rule

FIVE_GROUNDS = (
    ChangeGround.REMATCH,
    ChangeGround.COMPETITION_RULES,
    ChangeGround.NO_OPPONENT,
    ChangeGround.LATE_ENTRY,
    ChangeGround.LAST_ROUND,
)
HALF_POINT = partial(presence.require_ruling_on_half_point_bye, offices=general.DIRECTING)
EXCUSE = partial(presence.require_ruling_on_excuse_for_no_show, offices=general.DIRECTING)
LATE_CORRECTIONS = partial(corrections.check_late_result_correction, until_next_round_ends=True)
FROZEN_ONCE_ROUND_FOUR_IS_PAIRED = partial(numbers.check_assignment_of_new_tpns, once_paired=4)

INITIAL_ORDER_OF_2026: Mapping[str, Rule] = {
    "C.04.2 2.2": numbers.ask_to_confirm_unprescribed_tpn_order,
    "C.04.2 2.3": FROZEN_ONCE_ROUND_FOUR_IS_PAIRED,
}
HANDLING_OF_2026: Mapping[str, Rule] = {
    "C.04.2 1.1": general.forbid_pairing_before_announcement,
    "C.04.2 1.5": publication.require_ruling_on_altered_pairing,
    "C.04.2 2.4": numbers.check_late_entry_tpn,
    "C.04.2 3.1": presence.require_draw_for_adjourned_game,
    "C.04.2 3.3": HALF_POINT,
    "C.04.2 4.1": presence.require_ruling_on_travelling_team,
    "C.04.2 4.3": LATE_CORRECTIONS,
    "C.04.2 4.4": partial(publication.forbid_pairing_change_on_other_grounds, grounds=FIVE_GROUNDS),
}

FROM_2026 = Governance(
    acts={**INITIAL_ORDER_OF_2026, **HANDLING_OF_2026},
    absences={"C.04.2 4.1": presence.exclude_participants_not_checked_in},
    notions={
        "C.04.2 1.3": get_type_code_of_system,
        "C.04.2 4.4.1": grounds.forbid_change_unless_rematch,
        "C.04.2 4.4.2": grounds.note_event_rule_must_be_named,
        "C.04.2 4.4.3": grounds.check_pairing_of_two_unpaired_participants,
        "C.04.2 4.4.4": grounds.forbid_change_unless_late_entry_paired,
        "C.04.2 4.4.5": grounds.forbid_change_unless_last_round,
    },
    general=(publication.require_director_ruling_on_pairing_change, *FIDE_MODE),
    fide_mode=True,
    lot="5.1",
    left="C.04.2 3.2",
    byes={"C.04.1 4": (PairingBye, FullPointBye, ForfeitWin)},
    rematch="C.04.1 2",
    colour_limits={
        "C.04.1 6": breaks_colour_difference_limit,
        "C.04.1 7": is_third_colour_in_a_row,
    },
    grounds=FIVE_GROUNDS,
)

DUBOV_FROM_2026 = replace(
    FROM_2026,
    acts={
        **FROM_2026.acts,
        "1.1.1": ratings.check_unrated_players,
        "1.1.2": ratings.require_arbiter_for_provisional_rating,
        "1.2.2": partial(numbers.ask_to_renumber_by_rating, once_paired=4),
    },
)
LIM_FROM_2026 = replace(FROM_2026, lot="7.2")

DOUBLE_SWISS = replace(
    FROM_2026,
    general=(publication.require_director_ruling_on_pairing_change, *FIDE_MODE_WITHOUT_COLOURS),
    lot="4.1",
    byes={"2.1.2 C2": FROM_2026.byes["C.04.1 4"]},
    colour_limits={},
)
TEAMS_FROM_2026 = replace(DOUBLE_SWISS, acts=HANDLING_OF_2026)

INITIAL_ORDER_UNTIL_2026: Mapping[str, Rule] = {
    "C.04.2 B.2": numbers.ask_to_confirm_unprescribed_tpn_order,
    "C.04.2 B.3": FROZEN_ONCE_ROUND_FOUR_IS_PAIRED,
}
HANDLING_UNTIL_2026: Mapping[str, Rule] = {
    "C.04.2 A.1": general.forbid_pairing_before_announcement,
    "C.04.2 A.5": publication.require_ruling_on_altered_pairing,
    "C.04.2 C.1": presence.require_ruling_on_travelling_team,
    "C.04.2 C.2": numbers.check_late_entry_tpn,
    "C.04.2 D.1": presence.require_draw_for_adjourned_game,
    "C.04.2 D.2": EXCUSE,
    "C.04.2 D.4": HALF_POINT,
    "C.04.2 D.8": LATE_CORRECTIONS,
    "C.04.2 D.10": partial(
        publication.forbid_pairing_change_on_other_grounds, grounds=(ChangeGround.REMATCH,)
    ),
}

UNTIL_2026 = Governance(
    acts={**INITIAL_ORDER_UNTIL_2026, **HANDLING_UNTIL_2026},
    absences={
        "C.04.2 C.1": presence.exclude_participants_not_checked_in,
        "C.04.2 D.2": presence.exclude_unexcused_no_shows,
    },
    notions={"C.04.2 A.3": get_type_code_of_system},
    general=(publication.require_director_ruling_on_pairing_change, *FIDE_MODE),
    fide_mode=True,
    lot="E preface",
    left="C.04.2 D.3",
    byes={"C.04.1 d": (PairingBye, ForfeitWin)},
    rematch="C.04.1 b",
    colour_limits={
        "C.04.1 f": breaks_colour_difference_limit,
        "C.04.1 g": is_third_colour_in_a_row,
    },
    grounds=(ChangeGround.REMATCH,),
)
