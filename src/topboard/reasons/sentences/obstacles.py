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
    ForbiddenByOrganiser,
    HadBye,
    HarmsLowerBrackets,
    HaveMet,
    IncomingFloater,
    JoinedLate,
    LeavesNoValidDraw,
    LeavesUnpairable,
    MayNotUpfloat,
    MedianGroupUnpairable,
    MeetsCompatriot,
    MoreDisadvantaged,
    MoreWouldFloat,
    NoColourLeft,
    NoOpponentInNextGroup,
    NotDueMajorityColour,
    OtherPairsWorse,
    OthersFloatFirst,
    PairedElsewhere,
    RatedPlayersFirst,
    RequiredElsewhere,
    SameColourDue,
    StrandsOthers,
    SubgroupsUnpairable,
    WonWithoutPlaying,
)
from topboard.reasons.sentences.criteria import criterion_cost_clause
from topboard.reasons.sentences.templates import fill_template, render_sentence
from topboard.reasons.sentences.words import (
    left_over_proof_clause,
    remaining_opponents_clause,
    unpairable_proof_clause,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from topboard.model import Number
    from topboard.reasons.obstacles import Obstacle, PassedOver
    from topboard.reasons.sentences.templates import Row

    Name = Callable[[Number], str]


def obstacle_sentence(obstacle: Obstacle, name: Name) -> str:
    """Return a clause that describes the obstacle and can end a sentence about a candidate."""
    return render_sentence(OBSTACLES[type(obstacle)], obstacle, name)


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


def _have_met_clause(obstacle: HaveMet, name: Name) -> str:
    return fill_template(MET_BY_FORFEIT if obstacle.by_forfeit else MET, obstacle, name)


MET = message("they met in round {round}")
MET_BY_FORFEIT = message("they were paired in round {round}, though no game was played")

SAME_COLOUR = {
    ColourNeed.LIMIT: message("both may only have {colour:colour}"),
    ColourNeed.DUE: message(
        "both are due {colour:colour}, and somebody due the other colour is available"
    ),
}


def _same_colour_clause(obstacle: SameColourDue, name: Name) -> str:
    return fill_template(SAME_COLOUR[obstacle.ground], obstacle, name)


def _others_unpairable_clause(obstacle: LeavesUnpairable, name: Name) -> str:
    if obstacle.across:
        return say(
            "the rows below could not be filled: {proof} in the other column",
            proof=remaining_opponents_clause(obstacle.islands, obstacle.bridge, name),
        )
    return say(
        "the others could not all be paired: {proof}", proof=unpairable_proof_clause(obstacle, name)
    )


def _subgroups_unpairable_clause(obstacle: SubgroupsUnpairable, name: Name) -> str:
    if obstacle.proof is None:
        return say("the two sides could not be paired with each other if so few change")
    return fill_template(NOT_ACROSS, obstacle, name)


NOT_ACROSS = message("the two sides could not be paired with each other: {proof:proof}")


def _harms_lower_brackets_clause(obstacle: HarmsLowerBrackets, name: Name) -> str:
    if obstacle.proof is None:
        return fill_template(FEWER_BELOW, obstacle, name)
    if obstacle.opponent is None:
        return f"{left_over_proof_clause(obstacle.proof, name)} ({obstacle.article})"
    return fill_template(ONLY_ONE_BELOW, obstacle, name)


FEWER_BELOW = message("fewer could be paired in the next bracket then ({article})")
ONLY_ONE_BELOW = message(
    "could only meet {opponent:name} in the next bracket, and then {proof:proof} ({article})"
)


def _no_valid_draw_clause(obstacle: LeavesNoValidDraw, _name: Name) -> str:
    if obstacle.proved:
        return say("the other numbers could not keep compatriots apart as well")
    return say("no arrangement of the other numbers was found")


DISADVANTAGES = {
    FloaterType.A: message("a floater already, and without an opponent in the next group (type a)"),
    FloaterType.B: message("a floater already (type b)"),
    FloaterType.C: message("without an opponent in the next group (type c)"),
    FloaterType.D: message("with an opponent in the next group (type d)"),
}


def _disadvantaged_floater_clause(obstacle: MoreDisadvantaged, name: Name) -> str:
    return fill_template(DISADVANTAGES[obstacle.floater_type], obstacle, name)


def _criterion_worse_clause(obstacle: CriterionWorse, _name: Name) -> str:
    more = _more_candidates_remark(obstacle.more)
    return f"{criterion_cost_clause(obstacle)} ({obstacle.article}){more}"


def _other_pairs_worse_clause(obstacle: OtherPairsWorse, name: Name) -> str:
    template = WORSE_OR_LATER if obstacle.or_later else NOT_AS_WELL
    return fill_template(template, obstacle, name) + _more_candidates_remark(obstacle.more)


NOT_AS_WELL = message("the others could not be paired as well ({article})")
WORSE_OR_LATER = message(
    "the other pairs would be worse then, or come later in the order ({article})"
)


def _rated_players_first_clause(obstacle: RatedPlayersFirst, _name: Name) -> str:
    return say("is unrated, and a rated player may have the bye") + _more_candidates_remark(
        obstacle.more
    )


def _more_candidates_remark(more: int) -> str:
    return say("; the same holds for {more} more", more=more) if more else ""


OBSTACLES: dict[type, Row] = {
    HaveMet: _have_met_clause,
    ForbiddenByOrganiser: message("the organiser does not let them meet"),
    SameColourDue: _same_colour_clause,
    NoColourLeft: message("{number:name} may have neither colour"),
    RequiredElsewhere: message("{number:name} is to meet somebody else"),
    FloatersDoNotMeet: message("floaters do not meet each other"),
    LeavesUnpairable: _others_unpairable_clause,
    SubgroupsUnpairable: _subgroups_unpairable_clause,
    StrandsOthers: message("{proof:proof} ({article})"),
    HarmsLowerBrackets: _harms_lower_brackets_clause,
    MedianGroupUnpairable: message("the median group could not be paired then: {proof:leaving}"),
    FewerPairsLeft: message(
        "without this player the group of {points:points} would have fewer pairs"
    ),
    MoreWouldFloat: message(
        "if this player went, more than {fewest} would have to leave the group"
    ),
    LeavesNoValidDraw: _no_valid_draw_clause,
    CriterionWorse: _criterion_worse_clause,
    OtherPairsWorse: _other_pairs_worse_clause,
    PairedElsewhere: message(
        "meets {opponent:name}; otherwise the pairs would be worse, or come later in the order"
        " ({article})"
    ),
    NoOpponentInNextGroup: message("has met everybody in the group of {points:points}"),
    IncomingFloater: message("came into the group as a floater and may not be left over"),
    MayNotUpfloat: message(
        "may not go up: up in the last round, or as often as the limit allows (2.5)"
    ),
    MoreDisadvantaged: _disadvantaged_floater_clause,
    FloatedLastRound: message("met an opponent with another score in the last round"),
    NotDueMajorityColour: message("is not due {colour:colour}, as more of the group are"),
    OthersFloatFirst: message("those who have nobody to meet in the group leave it first"),
    ColourFixed: message("may only have {colour:colour} (2.6)"),
    MeetsCompatriot: message("would meet {other:name}, also of {province}, in round {round}"),
    HadBye: message("had the bye in round {round}"),
    WonWithoutPlaying: message("won without playing in round {round}"),
    BarredByRuling: message("is barred by a decision"),
    JoinedLate: message("joined only in round {round}"),
    RatedPlayersFirst: _rated_players_first_clause,
}
"""The clause for each obstacle."""
