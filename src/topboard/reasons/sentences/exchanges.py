"""Sentences for players that explain the reasons of systems that pair by scrutiny and exchange."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, assert_never

from topboard.messages import message, say, say_count, say_kept
from topboard.reasons.exchanges import (
    ByeToLowestRated,
    ColourByLot,
    DueSameColour,
    FloatCause,
    FloatedLastRound,
    FloaterChosen,
    FloaterType,
    LeavesLater,
    MedianBlocked,
    MoreDisadvantaged,
    NotDueMajority,
    PairCracked,
    ScoreGroupOpened,
)
from topboard.reasons.sentences.common import SIDES, proof
from topboard.reasons.sentences.words import colour_word, format_names, points

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from topboard.model import Number

    Name = Callable[[Number], str]


# --- reasons ------------------------------------------------------------------------------


def _group_opened(reason: ScoreGroupOpened, name: Name) -> str:
    text = say_count(
        "Group of {points}, {side}: {count} player",
        "Group of {points}, {side}: {count} players",
        len(reason.residents),
        points=points(reason.points),
        side=say_kept(SIDES[reason.side]),
    )
    if reason.from_above:
        text += say(", with {floaters} from above", floaters=format_names(reason.from_above, name))
    if reason.from_below:
        text += say(", with {floaters} from below", floaters=format_names(reason.from_below, name))
    if not reason.leavers:
        return f"{text} ({reason.article})."
    leave = say_count(
        "One floats.",
        "{count} float: no more pairs can be made of it.",
        reason.leavers,
    )
    return f"{text} ({reason.article}). {leave}"


CAUSES = {
    FloatCause.MET_ALL: message("nobody of the group is left to meet"),
    FloatCause.TWO_MORE: message(
        "after two more of one colour nobody of the group leaves the other"
    ),
    FloatCause.TWICE_RUNNING: message(
        "after the same colour twice running nobody of the group leaves the other"
    ),
    FloatCause.EVEN: message("the number is odd, and one has to leave it"),
    FloatCause.SURPLUS: message("not everybody of the group can be paired in it"),
}


def _floater_chosen(reason: FloaterChosen, name: Name) -> str:
    return say(
        "{who} with {points} floats to the group of {to_points}: {cause} ({cause_article});"
        " {how} ({article}).",
        who=name(reason.number),
        points=points(reason.from_points),
        to_points=points(reason.to_points),
        cause=say_kept(CAUSES[reason.cause]),
        cause_article=reason.cause_article,
        how=_how(reason, name),
        article=reason.article,
    )


def _how(reason: FloaterChosen, name: Name) -> str:
    down = reason.from_points > reason.to_points
    if reason.instead_of is not None:
        return say(
            "in place of {other}, with whom the median group could not be paired",
            other=name(reason.instead_of),
        )
    if reason.due is not None:
        return say(
            "chosen because more of the group are due {colour}", colour=colour_word(reason.due)
        )
    if reason.too_far is not None:
        return say(
            "{other} is due the colour that more of the group are due, but more than 100 points"
            " away by rating",
            other=name(reason.too_far),
        )
    match reason.type:
        case FloaterType.A | FloaterType.B:
            return say("a floater already, who floats on")
        case FloaterType.C | FloaterType.D:
            if reason.passed_over:
                return (
                    say("the lowest numbered possible")
                    if down
                    else say("the highest numbered possible")
                )
            return say("the lowest numbered") if down else say("the highest numbered")
        case _:
            assert_never(reason.type)


def _pair_cracked(reason: PairCracked, name: Name) -> str:
    one, other = map(name, reason.pair)
    return say(
        "The median group cannot be paired with its floaters, {above} from above and {below} from"
        " below: the pair {one} - {other}, made in the group of {points}, is taken back, and both"
        " float to the median group ({article}).",
        above=reason.from_above,
        below=reason.from_below,
        one=one,
        other=other,
        points=points(reason.points),
        article=reason.article,
    )


def _bye(reason: ByeToLowestRated, name: Name) -> str:
    if reason.rating is None:
        how = say("without a rating, which counts as the lowest")
    else:
        how = say("the lowest rated, {rating}", rating=reason.rating)
    if reason.passed_over:
        how = say("of those who may have it {how}", how=how)
    return say(
        "{who} has the bye: {how} ({article}).",
        who=name(reason.number),
        how=how,
        article=reason.article,
    )


def _by_lot(reason: ColourByLot, name: Name) -> str:
    assert reason.higher is not None, "the lot decides by the higher ranked"
    higher = name(reason.higher)
    if reason.parity % 2:
        ground = say("by the lot for number 1, {higher} having an odd number", higher=higher)
    else:
        ground = say("by the lot for number 1, {higher} having an even number", higher=higher)
    return say(
        "{white} has White, {black} Black: {ground} ({article}).",
        white=name(reason.white),
        black=name(reason.black),
        ground=ground,
        article=reason.article,
    )


SENTENCES: dict[type, Callable[[Any, Name], str]] = {
    ScoreGroupOpened: _group_opened,
    FloaterChosen: _floater_chosen,
    PairCracked: _pair_cracked,
    ByeToLowestRated: _bye,
    ColourByLot: _by_lot,
}


# --- obstacles ----------------------------------------------------------------------------


def _due_same_colour(obstacle: DueSameColour, _name: Name) -> str:
    return say(
        "both are due {colour}, and somebody due the other colour is available",
        colour=colour_word(obstacle.colour),
    )


DISADVANTAGES = {
    FloaterType.A: message("a floater already, and without an opponent in the next group (type a)"),
    FloaterType.B: message("a floater already (type b)"),
    FloaterType.C: message("without an opponent in the next group (type c)"),
    FloaterType.D: message("with an opponent in the next group (type d)"),
}


def _more_disadvantaged(obstacle: MoreDisadvantaged, _name: Name) -> str:
    return say_kept(DISADVANTAGES[obstacle.type])


def _floated_last_round(_obstacle: FloatedLastRound, _name: Name) -> str:
    return say("met an opponent with another score in the last round")


def _not_due_majority(obstacle: NotDueMajority, _name: Name) -> str:
    return say("is not due {colour}, as more of the group are", colour=colour_word(obstacle.colour))


def _leaves_later(_obstacle: LeavesLater, _name: Name) -> str:
    return say("those who have nobody to meet in the group leave it first")


def _median_blocked(obstacle: MedianBlocked, name: Name) -> str:
    return say(
        "the median group could not be paired then: {proof}", proof=proof(obstacle.proof, name)
    )


OBSTACLES: dict[type, Callable[[Any, Name], str]] = {
    DueSameColour: _due_same_colour,
    MoreDisadvantaged: _more_disadvantaged,
    FloatedLastRound: _floated_last_round,
    NotDueMajority: _not_due_majority,
    LeavesLater: _leaves_later,
    MedianBlocked: _median_blocked,
}


# --- whom a reason is about ---------------------------------------------------------------


def participants_concerned(reason: Any) -> Iterable[Number]:
    """Return the players a reason is about."""
    match reason:
        case ScoreGroupOpened():
            return (*reason.residents, *reason.from_above, *reason.from_below)
        case PairCracked():
            return reason.pair
        case _:
            number: Number = reason.number
            return (number,)
