"""Sentences for obstacles: why a candidate that came earlier in the order was not chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.messages import counted, message, say, say_count, say_kept
from topboard.reasons.criteria import QualityCriterion
from topboard.reasons.grounds import ColourNeed, FloaterType
from topboard.reasons.obstacles import (
    ByeBarAlreadyHadBye,
    ByeBarRuling,
    ByeBarWonWithoutPlaying,
    ColourFixed,
    CriterionWorse,
    FewerPairsLeft,
    FloatedLastRound,
    FloatersDoNotMeet,
    ForbiddenByOrganiser,
    HarmsLowerBrackets,
    HaveMet,
    JoinedLate,
    LeavesNoValidDraw,
    LeavesOthersUnpairable,
    LeavesUnpairable,
    MayNotFloatAgain,
    MayNotUpfloat,
    MedianGroupUnpairable,
    MeetsCompatriot,
    MoreDisadvantaged,
    MoreFloatersThanNecessary,
    NoColourLeft,
    NoOpponentInNextGroup,
    NotDueMajorityColour,
    OtherPairsWorse,
    OthersFloatFirst,
    PairedElsewhere,
    RatedPlayersFirst,
    RequiredElsewhere,
    SameColourDue,
    SubgroupsUnpairable,
)
from topboard.reasons.sentences.criteria import (
    criterion_cost_clause,
    is_certainly_first_worse_criterion,
)
from topboard.reasons.sentences.templates import fill_count_template, fill_template
from topboard.reasons.sentences.words import (
    NO_OPPONENT_IN_NEXT_BRACKET,
    unpairable_islands_sentence,
    unpairable_sentences,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TypeAlias

    from topboard.messages import Message
    from topboard.model import Number
    from topboard.reasons.obstacles import Obstacle, PassedOver

    Name = Callable[[Number], str]
    ObstacleRow: TypeAlias = Message | Callable[..., str]
    """A template with the place ``candidate``, or a function of obstacle, candidate and name."""


def obstacle_sentence(candidate: Number, obstacle: Obstacle, name: Name) -> str:
    """Return the sentences that say why a candidate was passed over."""
    row = OBSTACLES[type(obstacle)]
    who = name(candidate)
    if isinstance(row, str):
        return fill_template(row, obstacle, name, candidate=who)
    return row(obstacle, who, name)


def passed_over_sentences(passed: Iterable[PassedOver], name: Name) -> list[str]:
    """Return the sentences for each candidate passed over, with the obstacle that ruled it out."""
    return [obstacle_sentence(p.candidate, p.obstacle, name) for p in passed]


# --- the two may not meet -----------------------------------------------------------------


def _have_met_sentence(obstacle: HaveMet, candidate: str, name: Name) -> str:
    template = PAIRED_BEFORE if obstacle.by_forfeit else MET
    return fill_template(template, obstacle, name, candidate=candidate)


MET = message("Not {candidate}: the two met in round {round}.")
PAIRED_BEFORE = message(
    "Not {candidate}: the two were paired in round {round}, although they did not play."
)

SAME_COLOUR = {
    ColourNeed.LIMIT: message("Not {candidate}: both must have {colour:colour}."),
    ColourNeed.DUE: message(
        "Not {candidate}: both are due {colour:colour}, and an opponent due the other colour is"
        " available."
    ),
}


def _same_colour_sentence(obstacle: SameColourDue, candidate: str, name: Name) -> str:
    return fill_template(SAME_COLOUR[obstacle.ground], obstacle, name, candidate=candidate)


# --- others could not be paired -----------------------------------------------------------


def _others_unpairable_sentences(obstacle: LeavesUnpairable, candidate: str, name: Name) -> str:
    if obstacle.across:
        return say(
            "Not {candidate}: the rows below could not be completed from the other column. {proof}",
            candidate=candidate,
            proof=unpairable_islands_sentence(obstacle.islands, obstacle.bridge, name),
        )
    return say(
        "Not {candidate}: the others could not all be paired. {proof}",
        candidate=candidate,
        proof=unpairable_sentences(obstacle, name),
    )


def _subgroups_unpairable_sentences(
    obstacle: SubgroupsUnpairable, candidate: str, name: Name
) -> str:
    template = TOO_FEW_SHIFTERS if obstacle.proof is None else NOT_ACROSS
    return fill_template(template, obstacle, name, candidate=candidate)


TOO_FEW_SHIFTERS = message(
    "Not {candidate}: G1 and G2 could not be paired with each other with this number of shifters."
)
NOT_ACROSS = message(
    "Not {candidate}: G1 and G2 could not be paired with each other. {proof:proof}"
)


def _harms_lower_brackets_sentences(
    obstacle: HarmsLowerBrackets, candidate: str, name: Name
) -> str:
    if obstacle.proof is None:
        template = FEWER_BELOW
    else:
        template = NOT_ALL_BELOW if obstacle.opponent is None else ONLY_ONE_BELOW
    if obstacle.proof is not None and obstacle.in_next_bracket:
        proof = _next_bracket_proof_sentences(obstacle.proof, name)
        return fill_template(
            FEWER_BELOW_PROVED, obstacle, name, candidate=candidate, stranded=proof
        )
    return fill_template(template, obstacle, name, candidate=candidate)


FEWER_BELOW = message(
    "Not {candidate}: fewer players could be paired in the next bracket ({article})."
)
FEWER_BELOW_PROVED = message(
    "Not {candidate}: fewer players could be paired in the next bracket ({article}). {stranded}"
)
NOT_ALL_BELOW = message(
    "Not {candidate}: not everyone below could be paired ({article}). {proof:proof}"
)
ONLY_ONE_BELOW = message(
    "Not {candidate}, who could only meet {opponent:name} in the next bracket ({article})."
    " {proof:proof}"
)


def _next_bracket_proof_sentences(proof: LeavesUnpairable, name: Name) -> str:
    left = unpairable_islands_sentence(
        proof.islands, proof.bridge, name, NO_OPPONENT_IN_NEXT_BRACKET
    )
    if proof.may_leave <= 0:
        return left
    more = say_count(
        "More than one player would remain unpaired there.",
        "More than {count} players would remain unpaired there.",
        proof.may_leave,
    )
    return f"{left} {more}"


def _more_would_float_sentence(
    obstacle: MoreFloatersThanNecessary, candidate: str, name: Name
) -> str:
    return fill_count_template(MORE_FLOAT, obstacle.fewest, obstacle, name, candidate=candidate)


MORE_FLOAT = counted(
    "Not {candidate}: more than one player would have to leave the scoregroup.",
    "Not {candidate}: more than {count} players would have to leave the scoregroup.",
)


def _no_valid_draw_sentence(obstacle: LeavesNoValidDraw, candidate: str, _name: Name) -> str:
    if obstacle.proved:
        return say(
            "Not {candidate}: no assignment of the other numbers would keep compatriots apart.",
            candidate=candidate,
        )
    return say(
        "Not {candidate}: no assignment of the other numbers was found that keeps "
        "compatriots apart.",
        candidate=candidate,
    )


# --- the pairing would be worse -----------------------------------------------------------


def _criterion_worse_sentences(obstacle: CriterionWorse, candidate: str, name: Name) -> str:
    if is_certainly_first_worse_criterion(obstacle):
        template = WORSE
    elif obstacle.criterion is QualityCriterion.DOWNFLOATERS:
        template = WORSE_IF_PAIRABLE
    else:
        template = WORSE_AT_LEAST
    cost = criterion_cost_clause(obstacle)
    told = fill_template(template, obstacle, name, candidate=candidate, cost=cost)
    return _append_count_of_further_candidates(told, obstacle.more)


WORSE = message("Not {candidate}: {cost} ({article}).")
WORSE_IF_PAIRABLE = message("Not {candidate}: {cost}, or not everyone could be paired ({article}).")
WORSE_AT_LEAST = message(
    "Not {candidate}: {cost}, or a more important criterion would be worse ({article})."
)


def _other_pairs_worse_sentences(obstacle: OtherPairsWorse, candidate: str, name: Name) -> str:
    template = WORSE_OR_LATER if obstacle.or_later else NOT_AS_WELL
    told = fill_template(template, obstacle, name, candidate=candidate)
    return _append_count_of_further_candidates(told, obstacle.more)


NOT_AS_WELL = message("Not {candidate}: the other pairs would be worse ({article}).")
WORSE_OR_LATER = message(
    "Not {candidate}: the other pairs would be worse or come later in the order ({article})."
)


def _rated_players_first_sentences(obstacle: RatedPlayersFirst, candidate: str, name: Name) -> str:
    told = fill_template(UNRATED, obstacle, name, candidate=candidate)
    return _append_count_of_further_candidates(told, obstacle.more)


UNRATED = message("{candidate} is unrated, and a rated participant is eligible for the bye.")


def _append_count_of_further_candidates(told: str, more: int) -> str:
    if not more:
        return told
    further = say_count(
        "The same is true of one more candidate.",
        "The same is true of {count} more candidates.",
        more,
    )
    return f"{told} {further}"


# --- every obstacle -----------------------------------------------------------------------

FLOATER_TYPES = {
    FloaterType.A: message(
        "Not {candidate}, who would be a floater of type A (already a floater and without a "
        "possible opponent in the next scoregroup)."
    ),
    FloaterType.B: message(
        "Not {candidate}, who would be a floater of type B (already a floater and with a "
        "possible opponent in the next scoregroup)."
    ),
    FloaterType.C: message(
        "Not {candidate}, who would be a floater of type C (not yet a floater and without a "
        "possible opponent in the next scoregroup)."
    ),
    FloaterType.D: message(
        "Not {candidate}, who would be a floater of type D (not yet a floater and with a "
        "possible opponent in the next scoregroup)."
    ),
}


def _disadvantaged_floater_sentence(obstacle: MoreDisadvantaged, candidate: str, name: Name) -> str:
    template = FLOATER_TYPES[obstacle.floater_type]
    return fill_template(template, obstacle, name, candidate=candidate)


OBSTACLES: dict[type, ObstacleRow] = {
    HaveMet: _have_met_sentence,
    ForbiddenByOrganiser: message("Not {candidate}: the organiser does not allow the two to meet."),
    SameColourDue: _same_colour_sentence,
    NoColourLeft: message("Not {candidate}: {number:name} may be given neither White nor Black."),
    RequiredElsewhere: message(
        "Not {candidate}: a different opponent is required for {number:name}."
    ),
    FloatersDoNotMeet: message("Not {candidate}: these two floaters may not meet each other."),
    LeavesUnpairable: _others_unpairable_sentences,
    SubgroupsUnpairable: _subgroups_unpairable_sentences,
    LeavesOthersUnpairable: message(
        "Not {candidate}: not everyone could be paired ({article}). {proof:proof}"
    ),
    HarmsLowerBrackets: _harms_lower_brackets_sentences,
    MedianGroupUnpairable: message(
        "Not {candidate}: the median scoregroup could not be paired. {proof:leaving}"
    ),
    FewerPairsLeft: message(
        "Not {candidate}: without this player the {points:score}-point scoregroup would have fewer"
        " pairs."
    ),
    MoreFloatersThanNecessary: _more_would_float_sentence,
    LeavesNoValidDraw: _no_valid_draw_sentence,
    CriterionWorse: _criterion_worse_sentences,
    OtherPairsWorse: _other_pairs_worse_sentences,
    PairedElsewhere: message(
        "Not {candidate}, who meets {opponent:name}: with {candidate} as downfloater, the pairs"
        " would be worse or come later in the order ({article})."
    ),
    NoOpponentInNextGroup: message(
        "Not {candidate}: there is no possible opponent in the {points:score}-point group."
    ),
    MayNotFloatAgain: message(
        "Not {candidate}: a team that floated into the group may not remain unpaired."
    ),
    MayNotUpfloat: message(
        "Not {candidate}, who was moved up in the last round or as often as the limit allows (2.5)."
    ),
    MoreDisadvantaged: _disadvantaged_floater_sentence,
    FloatedLastRound: message(
        "Not {candidate}, who met an opponent with a different score in the last round."
    ),
    NotDueMajorityColour: message(
        "Not {candidate}, who is not due {colour:colour}, the colour that more players of "
        "the scoregroup are due."
    ),
    OthersFloatFirst: message(
        "Not {candidate}: players without a possible opponent leave the scoregroup first."
    ),
    ColourFixed: message("Not {candidate}, who must have {colour:colour} (2.6)."),
    MeetsCompatriot: message(
        "Not {candidate}, who would meet {other:name}, also from {province}, in round {round}."
    ),
    ByeBarAlreadyHadBye: message("{candidate} already had the bye in round {round}."),
    ByeBarWonWithoutPlaying: message(
        "{candidate} won without playing in round {round} and is not eligible for the bye."
    ),
    ByeBarRuling: message("A ruling bars {candidate} from the bye."),
    JoinedLate: message("{candidate} did not join until round {round}."),
    RatedPlayersFirst: _rated_players_first_sentences,
}
"""The sentence for each class of obstacles."""


# --- cells of a table ---------------------------------------------------------------------

BYE_BARS: dict[type, Message] = {
    ByeBarAlreadyHadBye: message("had the bye in round {round}"),
    ByeBarWonWithoutPlaying: message("won without playing in round {round}"),
    ByeBarRuling: message("barred by a ruling"),
    JoinedLate: message("joined in round {round}"),
}


def format_bye_bar_for_table(obstacle: Obstacle) -> str:
    """Return why a participant is barred from the bye, as the text of a table cell."""
    return say_kept(BYE_BARS[type(obstacle)], round=getattr(obstacle, "round", ""))


# --- two named participants ---------------------------------------------------------------


def cannot_meet_sentence(one: Number, other: Number, obstacle: Obstacle, name: Name) -> str:
    """Return a sentence that says why two participants of a scoregroup may not meet."""
    places = {"one": name(one), "other": name(other)}
    match obstacle:
        case HaveMet(by_forfeit=True):
            return fill_template(TWO_WERE_PAIRED, obstacle, name, **places)
        case HaveMet():
            return fill_template(TWO_MET, obstacle, name, **places)
        case SameColourDue(ground=ColourNeed.LIMIT):
            return fill_template(TWO_NEED_ONE_COLOUR, obstacle, name, **places)
        case ForbiddenByOrganiser():
            return say_kept(TWO_FORBIDDEN, **places)
        case _:
            return obstacle_sentence(other, obstacle, name)


TWO_MET = message("{one} and {other} met in round {round}.")
TWO_WERE_PAIRED = message(
    "{one} and {other} were paired in round {round}, although they did not play."
)
TWO_NEED_ONE_COLOUR = message("{one} and {other} must both have {colour:colour}.")
TWO_FORBIDDEN = message("The organiser does not allow {one} and {other} to meet.")
