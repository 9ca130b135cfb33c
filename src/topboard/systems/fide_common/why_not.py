"""The reasons why two players do not meet in a FIDE system that pairs by brackets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.errors import NoLegalPairing
from topboard.reasons.objections import Objections
from topboard.reasons.obstacles import HaveMet, RequiredElsewhere, SameColourDue
from topboard.reasons.why_not import build_no_legal_pairing_verdict
from topboard.systems.fide_common.explained_pairing import find_pairing_obstacle
from topboard.systems.fide_common.round_pairing import PairsAndByeOfRound, refuse_unpairable_round

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.model import Number, Tenths
    from topboard.reasons.objections import PairingAsGoodButLater
    from topboard.reasons.obstacles import CriterionWorse, LeavesOthersUnpairable, Obstacle
    from topboard.reasons.why_not import OthersCouldNotBePaired
    from topboard.systems.fide_common.citations import BracketCitations
    from topboard.systems.fide_common.players import FideField
    from topboard.systems.fide_common.round_pairing import Made

    Judged = CriterionWorse | PairingAsGoodButLater | LeavesOthersUnpairable
    ScoreOfBye = Callable[[FideField], Tenths | None]


def require_no_bye_score(_field: FideField) -> Tenths | None:
    """Return None, because under these rules the bye may go to a player with any score."""
    return None


def find_objections_or_compare_forced_pair(
    decided: PairsAndByeOfRound[Made],
    cite: BracketCitations,
    two: tuple[Number, Number],
    judge: Callable[[int, int], Judged],
    required_bye_score: ScoreOfBye = require_no_bye_score,
) -> Objections:
    """Return the reasons why two players do not meet, or the consequences of pairing them.

    If neither an absolute criterion nor a ruling keeps them apart, ``judge`` is called with their
    indices, the higher-ranked player first.
    """
    entered = decided.field_with_bye_player
    found = find_obstacle_between(entered, *two)
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
        unpairable = build_verdict_if_rest_unpairable(rest, cite, required_bye_score(rest))
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


def find_obstacle_between(field: FideField, a: Number, b: Number) -> Obstacle | None:
    """Return why a ruling or an absolute criterion forbids two players to meet, or None."""
    for number in (player.number for pair in field.settled for player in pair):
        if number in (a, b):
            return RequiredElsewhere(number)
    return find_pairing_obstacle(field, field.numbers.index(a), field.numbers.index(b))


def build_verdict_if_rest_unpairable(
    field: FideField, cite: BracketCitations, score: Tenths | None
) -> OthersCouldNotBePaired | None:
    """Return the verdict that the remaining players cannot be paired, or None if they can."""
    try:
        refuse_unpairable_round(field, cite, score)
    except NoLegalPairing as refusal:
        return build_no_legal_pairing_verdict(refusal)
    return None
