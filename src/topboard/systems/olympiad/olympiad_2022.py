"""The Olympiad pairing rules in force since 1 January 2022."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.messages import worded
from topboard.systems.olympiad import rounds, text_of_2022
from topboard.systems.registry import SectionPurpose

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.model import Number
    from topboard.reasons.decisions import ByeGiven
    from topboard.systems.common.field import Field

ARTICLES = text_of_2022.ARTICLES


def choose_bye(field: Field, ranking: Sequence[Number]) -> ByeGiven | None:
    """Give the bye to the lowest-ranked eligible team.

    Return None if the number of teams is even.
    """
    return rounds.choose_bye_if_team_count_odd(
        field, ranking[::-1], text_of_2022.BYE_BARS, text_of_2022.CITE
    )


SYSTEM = text_of_2022.build_edition(
    name="olympiad_2022",
    title="Olympiad pairing rules of 2022",
    source="FIDE Olympiad Pairing Rules, in force from 1 January 2022",
    plain=worded(
        "For teams. The Olympiad rules in force since 2022. Use them for a new team event that "
        "follows the Olympiad rules."
    ),
    bye=choose_bye,
    articles=ARTICLES,
    in_force=("2022-01-01", ""),
    occasions=(
        SectionPurpose(worded("Olympiad, 11 rounds on 4 boards"), "Open", rounds=11, boards=4),
    ),
)
