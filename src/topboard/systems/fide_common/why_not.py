"""Why two players do not meet in a FIDE system that pairs by brackets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.errors import NoLegalPairing
from topboard.reasons.objections import Objections
from topboard.reasons.obstacles import HaveMet, RequiredElsewhere, SameColourDue
from topboard.reasons.why_not import no_legal_pairing_verdict
from topboard.systems.fide_common.explained_pairing import find_pairing_obstacle
from topboard.systems.fide_common.round_pairing import RoundDecisions, refuse_unpairable_round

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.model import Number, Tenths
    from topboard.reasons.objections import AsGoodButLater
    from topboard.reasons.obstacles import CriterionWorse, Obstacle, StrandsOthers
    from topboard.reasons.why_not import NobodyElseCouldBePaired
    from topboard.systems.fide_common.citations import BracketCitations
    from topboard.systems.fide_common.players import FideField
    from topboard.systems.fide_common.round_pairing import Made

    Judged = CriterionWorse | AsGoodButLater | StrandsOthers
    ScoreOfBye = Callable[[FideField], Tenths | None]


def no_required_bye_score(_field: FideField) -> Tenths | None:
    """Return None, for rules under which the bye may go to a player with any score."""
    return None


def judge_pair(
    decided: RoundDecisions[Made],
    cite: BracketCitations,
    two: tuple[Number, Number],
    judge: Callable[[int, int], Judged],
    required_bye_score: ScoreOfBye = no_required_bye_score,
) -> Objections:
    """Return the reasons why two players do not meet, or what pairing them would cause.

    First it checks whether they have met, are kept apart by a ruling, or must have the same colour.
    If not, ``judge`` is called with their indices, the higher-ranked player first.
    """
    entered = decided.field_with_bye_player
    found = obstacle_between(entered, *two)
    article = ""
    if isinstance(found, HaveMet):
        article = cite.no_rematch
    elif isinstance(found, SameColourDue):
        article = cite.same_absolute
    judged = unpairable = None
    if found is None and decided.bye_receiver not in two:
        higher, lower = sorted(map(decided.field.numbers.index, two))
        judged = judge(higher, lower)
        rest = entered.without_players(*map(entered.numbers.index, two))
        unpairable = check_rest_is_pairable(rest, cite, required_bye_score(rest))
    a, b = two
    return Objections(
        obstacle=found,
        article=article,
        points=(entered.points[a], entered.points[b]),
        groups_article=cite.groups,
        colours=(entered.colours[a], entered.colours[b]),
        weighed=True,
        judged=judged,
        unpairable=unpairable,
    )


def obstacle_between(field: FideField, a: Number, b: Number) -> Obstacle | None:
    """Return why a ruling or the absolute criteria forbid two players to meet, or None if they
    may.
    """
    for number in (player.number for pair in field.settled for player in pair):
        if number in (a, b):
            return RequiredElsewhere(number)
    return find_pairing_obstacle(field, field.numbers.index(a), field.numbers.index(b))


def check_rest_is_pairable(
    field: FideField, cite: BracketCitations, score: Tenths | None
) -> NobodyElseCouldBePaired | None:
    """Return the verdict that the remaining players cannot be paired, or None if they can."""
    try:
        refuse_unpairable_round(field, cite, score)
    except NoLegalPairing as refusal:
        return no_legal_pairing_verdict(refusal)
    return None
