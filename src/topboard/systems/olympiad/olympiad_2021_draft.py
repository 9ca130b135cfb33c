"""The draft Olympiad pairing rules of 2021, whose rule on the bye differs from the 2022 edition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.messages import worded
from topboard.systems.olympiad import ranking, rounds, text_of_2022

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.model import Number
    from topboard.reasons.decisions import ByeGiven
    from topboard.systems.common.field import Field

ARTICLES = {**text_of_2022.ARTICLES, "4.1": ranking.list_teams_by_descending_tpn}


def choose_bye(field: Field, _ranking: Sequence[Number]) -> ByeGiven | None:
    """Give the bye to the eligible team that comes last in the initial list.

    Return None if the number of teams is even.
    """
    listed = ranking.list_teams_by_descending_tpn(field)
    bars, cite = text_of_2022.BYE_BARS, text_of_2022.CITE
    return rounds.choose_bye_if_team_count_odd(field, listed, bars, cite, by_list=True)


SYSTEM = text_of_2022.build_edition(
    name="olympiad_2021_draft",
    title="Olympiad pairing rules, draft of 2021",
    source="FIDE Olympiad Pairing Rules, draft laid before the Council in October 2021",
    plain=worded("For teams. A draft between the rules of 2009 and 2022, included for comparison."),
    bye=choose_bye,
    articles=ARTICLES,
    in_force=None,
)
