"""The articles about people in FIDE's general handling rules for Swiss systems, C.04.2.

All systems that FIDE publishes share these rules. The articles for both players and teams are kept
apart from those on the initial order of players, because the order of teams is set by the rules of
their event.
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
from topboard.formats.trf.types import system_code
from topboard.model import ForfeitWin, FullPointBye, PairingBye
from topboard.model.colour_limits import breaks_difference, is_third_in_a_row

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
HALF_POINT = partial(presence.half_point_bye_is_granted, offices=general.DIRECTING)
EXCUSE = partial(presence.excuse_is_accepted, offices=general.DIRECTING)
LATE_CORRECTIONS = partial(corrections.results_before_a_later_round, until_next_round_ends=True)
FROZEN_ONCE_ROUND_FOUR_IS_PAIRED = partial(numbers.numbers_are_frozen, once_paired=4)

INITIAL_ORDER_OF_2026: Mapping[str, Rule] = {
    "C.04.2 2.2": numbers.numbers_follow_the_list,
    "C.04.2 2.3": FROZEN_ONCE_ROUND_FOUR_IS_PAIRED,
}
HANDLING_OF_2026: Mapping[str, Rule] = {
    "C.04.2 1.1": general.variations_are_announced_first,
    "C.04.2 1.5": publication.correct_pairings_stay,
    "C.04.2 2.4": numbers.late_entry_has_its_place,
    "C.04.2 3.1": presence.adjourned_is_a_draw,
    "C.04.2 3.3": HALF_POINT,
    "C.04.2 4.1": presence.on_the_way_by_discretion,
    "C.04.2 4.3": LATE_CORRECTIONS,
    "C.04.2 4.4": partial(publication.changed_for_breach_only, grounds=FIVE_GROUNDS),
}

FROM_2026 = Governance(
    acts={**INITIAL_ORDER_OF_2026, **HANDLING_OF_2026},
    absences={"C.04.2 4.1": presence.not_confirmed},
    notions={
        "C.04.2 1.3": system_code,
        "C.04.2 4.4.1": grounds.two_had_met,
        "C.04.2 4.4.2": grounds.rules_of_the_event_say_so,
        "C.04.2 4.4.3": grounds.two_without_opponents_agree,
        "C.04.2 4.4.4": grounds.late_entry_is_seated,
        "C.04.2 4.4.5": grounds.top_tables_of_the_last_round,
    },
    general=(publication.director_changes, *FIDE_MODE),
    fide_mode=True,
    lot="5.1",
    left="C.04.2 3.2",
    byes={"C.04.1 4": (PairingBye, FullPointBye, ForfeitWin)},
    rematch="C.04.1 2",
    colour_limits={"C.04.1 6": breaks_difference, "C.04.1 7": is_third_in_a_row},
    grounds=FIVE_GROUNDS,
)

DUBOV_FROM_2026 = replace(
    FROM_2026,
    acts={
        **FROM_2026.acts,
        "1.1.1": ratings.everybody_is_rated,
        "1.1.2": ratings.provisional_by_chief_arbiter,
        "1.2.2": partial(numbers.numbers_follow_ratings, once_paired=4),
    },
)
LIM_FROM_2026 = replace(FROM_2026, lot="7.2")

DOUBLE_SWISS = replace(
    FROM_2026,
    general=(publication.director_changes, *FIDE_MODE_WITHOUT_COLOURS),
    lot="4.1",
    byes={"2.1.2 C2": FROM_2026.byes["C.04.1 4"]},
    colour_limits={},
)
TEAMS_FROM_2026 = replace(DOUBLE_SWISS, acts=HANDLING_OF_2026)

INITIAL_ORDER_UNTIL_2026: Mapping[str, Rule] = {
    "C.04.2 B.2": numbers.numbers_follow_the_list,
    "C.04.2 B.3": FROZEN_ONCE_ROUND_FOUR_IS_PAIRED,
}
HANDLING_UNTIL_2026: Mapping[str, Rule] = {
    "C.04.2 A.1": general.variations_are_announced_first,
    "C.04.2 A.5": publication.correct_pairings_stay,
    "C.04.2 C.1": presence.on_the_way_by_discretion,
    "C.04.2 C.2": numbers.late_entry_has_its_place,
    "C.04.2 D.1": presence.adjourned_is_a_draw,
    "C.04.2 D.2": EXCUSE,
    "C.04.2 D.4": HALF_POINT,
    "C.04.2 D.8": LATE_CORRECTIONS,
    "C.04.2 D.10": partial(publication.changed_for_breach_only, grounds=(ChangeGround.REMATCH,)),
}

UNTIL_2026 = Governance(
    acts={**INITIAL_ORDER_UNTIL_2026, **HANDLING_UNTIL_2026},
    absences={
        "C.04.2 C.1": presence.not_confirmed,
        "C.04.2 D.2": presence.no_show_is_not_paired,
    },
    notions={"C.04.2 A.3": system_code},
    general=(publication.director_changes, *FIDE_MODE),
    fide_mode=True,
    lot="E preface",
    left="C.04.2 D.3",
    byes={"C.04.1 d": (PairingBye, ForfeitWin)},
    rematch="C.04.1 b",
    colour_limits={"C.04.1 f": breaks_difference, "C.04.1 g": is_third_in_a_row},
    grounds=(ChangeGround.REMATCH,),
)
