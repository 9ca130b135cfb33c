"""Sentences for players that say how far a bracket falls short of the quality criteria."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.messages import counted, message, say, say_count, say_kept
from topboard.reasons.criteria import QualityCriterion
from topboard.reasons.sentences.common import left_to_meet
from topboard.reasons.sentences.words import points
from topboard.text.numbers import format_points

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from topboard.model import Number, Tenths
    from topboard.reasons.decisions import LeavesUnpairable
    from topboard.reasons.objections import AsGoodButLater, CriterionWorse, OthersStranded

    Name = Callable[[Number], str]


def bracket_of(tenths: int) -> str:
    """Return the name of a bracket, given the score of its residents."""
    return say("the bracket of {points}", points=points(tenths))


def unpairable_text(proof: LeavesUnpairable, name: Name) -> str:
    """Return a clause that names the stranded players and the opponents they could meet.

    The number of players who may be left over, or who must leave, is added at the end.
    """
    left = left_to_meet(proof.islands, proof.bridge, name)
    if proof.may_leave > 0:
        return say_count(
            "{left}, beside the one who may be left over",
            "{left}, beside the {count} who may be left over",
            proof.may_leave,
            left=left,
        )
    return left


# --- what the best pairing costs ----------------------------------------------------------

MEASURES = {
    QualityCriterion.NEXT_BRACKET: counted(
        "one cannot be paired in this bracket or the next",
        "{count} cannot be paired in this bracket or the next",
    ),
    QualityCriterion.BYE_UNPLAYED: counted(
        "who has the bye has missed one round already",
        "who has the bye has missed {count} rounds already",
    ),
    QualityCriterion.WIDE_DIFFERENCE: counted(
        "one topscorer, or opponent of one, has a colour three times more than the other",
        "{count} topscorers, or opponents of them, have a colour three times more than the other",
    ),
    QualityCriterion.THIRD_COLOUR: counted(
        "one topscorer, or opponent of one, has the same colour a third time running",
        "{count} topscorers, or opponents of them, have the same colour a third time running",
    ),
    QualityCriterion.PREFERENCE: counted(
        "one does not get the colour he prefers", "{count} do not get the colour they prefer"
    ),
    QualityCriterion.STRONG_PREFERENCE: counted(
        "one of strong preference does not get his colour",
        "{count} of strong preference do not get their colour",
    ),
    QualityCriterion.DOWNFLOAT_LAST: counted(
        "one floats down again who did in the last round",
        "{count} float down again who did in the last round",
    ),
    QualityCriterion.UPFLOAT_LAST: counted(
        "one floats up again who did in the last round",
        "{count} float up again who did in the last round",
    ),
    QualityCriterion.MAXIMUM_UPFLOATERS: counted(
        "one maximum upfloater floats up again", "{count} maximum upfloaters float up again"
    ),
    QualityCriterion.UPFLOATS_OF_MAXIMUM: counted(
        "maximum upfloaters among them floated up once before",
        "maximum upfloaters among them floated up {count} times before",
    ),
    QualityCriterion.DOWNFLOAT_BEFORE: counted(
        "one floats down again who did two rounds ago",
        "{count} float down again who did two rounds ago",
    ),
    QualityCriterion.UPFLOAT_BEFORE: counted(
        "one floats up again who did two rounds ago",
        "{count} float up again who did two rounds ago",
    ),
}
"""The sentences for a bracket that falls short of each criterion, in singular and plural."""


# --- what would be worse ------------------------------------------------------------------

COSTS = {
    QualityCriterion.UPFLOATERS: message("{more} would float up"),
    QualityCriterion.UPFLOATER_SCORES: message("a lower score would float up"),
    QualityCriterion.MAXIMUM_UPFLOATERS: message("{more} would be a maximum upfloater"),
    QualityCriterion.UPFLOATS_OF_MAXIMUM: message(
        "maximum upfloaters would float up who did so more often before"
    ),
    QualityCriterion.FOLLOWING_GROUP: message(
        "the following scoregroup would need more upfloaters than its number asks for"
    ),
    QualityCriterion.UPFLOATER_FLOATED: message(
        "{more} would float up that floated in the last round"
    ),
    QualityCriterion.OPPONENT_FLOATED: message(
        "{more} would meet an upfloater that floated in the last round"
    ),
    QualityCriterion.DOWNFLOATERS: message("{more} would float down"),
    QualityCriterion.DOWNFLOATER_SCORES: message("a higher score would float down"),
    QualityCriterion.SCORE_DIFFERENCES: message("the score differences would be larger"),
    QualityCriterion.NEXT_BRACKET: message("{more} could not be paired in the next bracket"),
    QualityCriterion.NEXT_BRACKET_SCORES: message(
        "those left over in the next bracket would have higher scores"
    ),
    QualityCriterion.BYE_UNPLAYED: message(
        "the bye would go to one who has missed more rounds already"
    ),
    QualityCriterion.WIDE_DIFFERENCE: message(
        "{more} would have a colour three times more than the other"
    ),
    QualityCriterion.THIRD_COLOUR: message(
        "{more} would have the same colour a third time running"
    ),
    QualityCriterion.PREFERENCE: message("{more} would not get the colour they prefer"),
    QualityCriterion.STRONG_PREFERENCE: message(
        "{more} of strong preference would not get their colour"
    ),
    QualityCriterion.DOWNFLOAT_LAST: message(
        "{more} would float down who did so in the last round"
    ),
    QualityCriterion.UPFLOAT_LAST: message("{more} would float up who did so in the last round"),
    QualityCriterion.DOWNFLOAT_BEFORE: message("{more} would float down who did so two rounds ago"),
    QualityCriterion.UPFLOAT_BEFORE: message("{more} would float up who did so two rounds ago"),
    QualityCriterion.DIFFERENCE_DOWN_LAST: message(
        "the score differences of those who floated down in the last round would be larger"
    ),
    QualityCriterion.DIFFERENCE_UP_LAST: message(
        "the score differences of those who floated up in the last round would be larger"
    ),
    QualityCriterion.DIFFERENCE_DOWN_BEFORE: message(
        "the score differences of those who floated down two rounds ago would be larger"
    ),
    QualityCriterion.DIFFERENCE_UP_BEFORE: message(
        "the score differences of those who floated up two rounds ago would be larger"
    ),
}
"""The description of what would get worse with a candidate, keyed by criterion."""


# --- why not these two --------------------------------------------------------------------


def criterion_worse(found: CriterionWorse, both: str, name: Name) -> str:
    """Return a sentence with the first criterion that would get worse, and by how much."""
    more, figures = say("more"), ""
    if found.then:
        more = say_count("one more", "{count} more", max(sum(found.then) - sum(found.now), 1))
        figures = say(
            ": {then} instead of {now}",
            then=_values(found.then, found.at),
            now=_values(found.now, found.at),
        )
    return say(
        "{both} could meet{float}, but then in {bracket} {cost}{figures} ({article}).",
        both=both,
        float=_would_float(found, name),
        bracket=bracket_of(found.points),
        cost=say_kept(COSTS[found.criterion], more=more),
        figures=figures,
        article=found.article,
    )


def _would_float(found: CriterionWorse | AsGoodButLater, name: Name) -> str:
    if found.rises is not None:
        return say(" if {who} floated up", who=name(found.rises))
    return say(" if {who} floated down", who=name(found.floats)) if found.floats else ""


def _values(values: Sequence[int], at: Sequence[Tenths]) -> str:
    """Return the total count, or a list of the scores or score differences if ``at`` is given."""
    if not at:
        return str(sum(values))
    each = [format_points(one) for one, count in zip(at, values, strict=True) for _ in range(count)]
    return ", ".join(each) if each else say("none")


def as_good_but_later(found: AsGoodButLater, both: str, name: Name) -> str:
    """Return a sentence saying that the pair is ruled out only because its pairing comes later."""
    return say(
        "{both} could meet{float}, and {bracket} would be as good by all criteria; but such a"
        " pairing comes later in the order ({article}).",
        both=both,
        float=_would_float(found, name),
        bracket=bracket_of(found.points),
        article=found.article,
    )


def others_stranded(found: OthersStranded, both: str, name: Name) -> str:
    """Return a sentence naming the players who could not be paired if the two met."""
    if found.bye_points is not None:
        return say(
            "With {both} at one table nobody with {points} could have the bye: {proof}"
            " ({article}).",
            both=both,
            points=points(found.bye_points),
            proof=unpairable_text(found.proof, name),
            article=found.article,
        )
    return say(
        "With {both} at one table not everybody in {bracket} and below could be paired: {proof}"
        " ({article}).",
        both=both,
        bracket=bracket_of(found.points),
        proof=unpairable_text(found.proof, name),
        article=found.article,
    )
