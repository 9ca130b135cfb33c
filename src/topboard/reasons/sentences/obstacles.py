"""Clauses that describe obstacles, to end a sentence about a candidate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.messages import message, say
from topboard.reasons.grounds import ColourNeed, FloaterType
from topboard.reasons.obstacles import (
    BarredByRuling,
    ColourFixed,
    CriterionWorse,
    FewerPairsLeft,
    FloatedLastRound,
    FloatersDoNotMeet,
    Forbidden,
    HadBye,
    HaveMet,
    IncomingFloater,
    JoinedLate,
    LeavesLater,
    LeavesNoDraw,
    LeavesUnpairable,
    LeftOverBelow,
    MayNotRise,
    MedianBlocked,
    MeetsCompatriot,
    MoreDisadvantaged,
    MoreWouldLeave,
    NoColourLeft,
    NoOpponentInNextGroup,
    NotAcross,
    NotDueMajority,
    OpponentOfAnother,
    OthersWorse,
    RatedFirst,
    RequiredElsewhere,
    SameColourDue,
    StrandsOthers,
    WonWithoutPlaying,
)
from topboard.reasons.sentences.criteria import cost_text
from topboard.reasons.sentences.templates import fill, tell
from topboard.reasons.sentences.words import leaving_proof, left_over_proof, left_to_meet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from topboard.model import Number
    from topboard.reasons.obstacles import Obstacle, PassedOver
    from topboard.reasons.sentences.templates import Row

    Name = Callable[[Number], str]


def obstacle_sentence(obstacle: Obstacle, name: Name) -> str:
    """Return a clause that describes the obstacle and can end a sentence about a candidate."""
    return tell(OBSTACLES[type(obstacle)], obstacle, name)


def passed_over_sentences(passed: Iterable[PassedOver], name: Name) -> list[str]:
    """Return a sentence for each candidate passed over, with the obstacle that ruled it out."""
    return [
        say(
            "not {candidate}: {obstacle}",
            candidate=name(p.candidate),
            obstacle=obstacle_sentence(p.obstacle, name),
        )
        for p in passed
    ]


def _have_met(obstacle: HaveMet, name: Name) -> str:
    return fill(MET_BY_FORFEIT if obstacle.by_forfeit else MET, obstacle, name)


MET = message("they met in round {round}")
MET_BY_FORFEIT = message("they were paired in round {round}, though no game was played")

SAME_COLOUR = {
    ColourNeed.LIMIT: message("both may only have {colour:colour}"),
    ColourNeed.DUE: message(
        "both are due {colour:colour}, and somebody due the other colour is available"
    ),
}


def _same_colour(obstacle: SameColourDue, name: Name) -> str:
    return fill(SAME_COLOUR[obstacle.ground], obstacle, name)


def _unpairable(obstacle: LeavesUnpairable, name: Name) -> str:
    if obstacle.across:
        return say(
            "the rows below could not be filled: {proof} in the other column",
            proof=left_to_meet(obstacle.islands, obstacle.bridge, name),
        )
    return say("the others could not all be paired: {proof}", proof=leaving_proof(obstacle, name))


def _not_across(obstacle: NotAcross, name: Name) -> str:
    if obstacle.proof is None:
        return say("the two sides could not be paired with each other if so few change")
    return fill(NOT_ACROSS, obstacle, name)


NOT_ACROSS = message("the two sides could not be paired with each other: {proof:proof}")


def _left_over_below(obstacle: LeftOverBelow, name: Name) -> str:
    if obstacle.proof is None:
        return fill(FEWER_BELOW, obstacle, name)
    if obstacle.opponent is None:
        return f"{left_over_proof(obstacle.proof, name)} ({obstacle.article})"
    return fill(ONLY_ONE_BELOW, obstacle, name)


FEWER_BELOW = message("fewer could be paired in the next bracket then ({article})")
ONLY_ONE_BELOW = message(
    "could only meet {opponent:name} in the next bracket, and then {proof:proof} ({article})"
)


def _leaves_no_draw(obstacle: LeavesNoDraw, _name: Name) -> str:
    if obstacle.proved:
        return say("the other numbers could not keep compatriots apart as well")
    return say("no arrangement of the other numbers was found")


DISADVANTAGES = {
    FloaterType.A: message("a floater already, and without an opponent in the next group (type a)"),
    FloaterType.B: message("a floater already (type b)"),
    FloaterType.C: message("without an opponent in the next group (type c)"),
    FloaterType.D: message("with an opponent in the next group (type d)"),
}


def _more_disadvantaged(obstacle: MoreDisadvantaged, name: Name) -> str:
    return fill(DISADVANTAGES[obstacle.floater_type], obstacle, name)


def _criterion_worse(obstacle: CriterionWorse, _name: Name) -> str:
    return f"{cost_text(obstacle)} ({obstacle.article}){_and_more(obstacle.more)}"


def _others_worse(obstacle: OthersWorse, name: Name) -> str:
    template = WORSE_OR_LATER if obstacle.or_later else NOT_AS_WELL
    return fill(template, obstacle, name) + _and_more(obstacle.more)


NOT_AS_WELL = message("the others could not be paired as well ({article})")
WORSE_OR_LATER = message(
    "the other pairs would be worse then, or come later in the order ({article})"
)


def _rated_first(obstacle: RatedFirst, _name: Name) -> str:
    return say("is unrated, and a rated player may have the bye") + _and_more(obstacle.more)


def _and_more(more: int) -> str:
    return say("; the same holds for {more} more", more=more) if more else ""


OBSTACLES: dict[type, Row] = {
    HaveMet: _have_met,
    Forbidden: message("the organiser does not let them meet"),
    SameColourDue: _same_colour,
    NoColourLeft: message("{number:name} may have neither colour"),
    RequiredElsewhere: message("{number:name} is to meet somebody else"),
    FloatersDoNotMeet: message("floaters do not meet each other"),
    LeavesUnpairable: _unpairable,
    NotAcross: _not_across,
    StrandsOthers: message("{proof:proof} ({article})"),
    LeftOverBelow: _left_over_below,
    MedianBlocked: message("the median group could not be paired then: {proof:leaving}"),
    FewerPairsLeft: message(
        "without this player the group of {points:points} would have fewer pairs"
    ),
    MoreWouldLeave: message(
        "if this player went, more than {fewest} would have to leave the group"
    ),
    LeavesNoDraw: _leaves_no_draw,
    CriterionWorse: _criterion_worse,
    OthersWorse: _others_worse,
    OpponentOfAnother: message(
        "meets {opponent:name}; otherwise the pairs would be worse, or come later in the order"
        " ({article})"
    ),
    NoOpponentInNextGroup: message("has met everybody in the group of {points:points}"),
    IncomingFloater: message("came into the group as a floater and may not be left over"),
    MayNotRise: message(
        "may not go up: up in the last round, or as often as the limit allows (2.5)"
    ),
    MoreDisadvantaged: _more_disadvantaged,
    FloatedLastRound: message("met an opponent with another score in the last round"),
    NotDueMajority: message("is not due {colour:colour}, as more of the group are"),
    LeavesLater: message("those who have nobody to meet in the group leave it first"),
    ColourFixed: message("may only have {colour:colour} (2.6)"),
    MeetsCompatriot: message("would meet {other:name}, also of {province}, in round {round}"),
    HadBye: message("had the bye in round {round}"),
    WonWithoutPlaying: message("won without playing in round {round}"),
    BarredByRuling: message("is barred by a decision"),
    JoinedLate: message("joined only in round {round}"),
    RatedFirst: _rated_first,
}
"""The clause for each obstacle."""
