"""Sentences for players that explain the reasons of systems that pair by columns."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, assert_never

from topboard.messages import say
from topboard.model import Colour
from topboard.reasons.columns import (
    ByeByRating,
    ByeGround,
    ColourFixed,
    ColumnChanged,
    ColumnsDrawn,
    FewerPairsLeft,
    LeavesRowsOpen,
    LimitsLifted,
    MayNotRise,
    MoreWouldLeave,
    NoneInOtherColumn,
    PlayerDropped,
    PlayerRaised,
    RiseLimitYields,
)
from topboard.reasons.sentences import words
from topboard.reasons.sentences.common import left_to_meet, obstacle_sentence
from topboard.reasons.sentences.words import colour_word, format_names, points

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from topboard.model import Number
    from topboard.reasons.columns import ColumnEntry
    from topboard.reasons.decisions import LeavesUnpairable

    Name = Callable[[Number], str]


def average(aro: Fraction | None) -> str:
    """Format an ARO with one decimal, rounded half up as published, or return "-" if it is None."""
    return "-" if aro is None else words.average(aro)


# --- reasons ------------------------------------------------------------------------------


def _bye(reason: ByeByRating, name: Name) -> str:
    group = say("the group of {points}", points=points(reason.points))
    where = (
        say("of those of {group} who may have it", group=group)
        if reason.passed_over
        else say("of {group}", group=group)
    )
    lowest = say("{where} the lowest rated (R {rating})", where=where, rating=reason.rating)
    match reason.ground:
        case ByeGround.RATING:
            how = ""
        case ByeGround.COLOUR:
            assert reason.due is not None
            how = say(
                ", and of several the one due {due}, which dominates", due=colour_word(reason.due)
            )
        case ByeGround.ARO:
            how = say(
                ", and of several the one with the higher ARO, {aro}", aro=average(reason.aro)
            )
        case ByeGround.ALPHABET:
            how = say(
                ", and of several with an ARO of {aro} the last in the alphabet",
                aro=average(reason.aro),
            )
        case _:
            assert_never(reason.ground)
    return say(
        "{who} has the bye: {lowest}{how} ({article}).",
        who=name(reason.number),
        lowest=lowest,
        how=how,
        article=reason.article,
    )


def _columns_drawn(reason: ColumnsDrawn, name: Name) -> str:
    text = say("Group of {points}", points=points(reason.points))
    if reason.floaters:
        text += say(", with {floaters} from above", floaters=format_names(reason.floaters, name))
    text += f" ({reason.article})."
    if reason.article == "6.2":
        text = say(
            "Group of {points}, the columns to be paired ({article}).",
            points=points(reason.points),
            article=reason.article,
        )
    elif not reason.standard:
        text += " " + say("It cannot be paired as it is.")
    white = "; ".join(_entry(entry, name) for entry in reason.white) or say("nobody")
    black = "; ".join(_entry(entry, name) for entry in reason.black) or say("nobody")
    return say("{text} White: {white}. Black: {black}.", text=text, white=white, black=black)


def _entry(entry: ColumnEntry, name: Name) -> str:
    flags = [
        flag
        for flag, is_set in (
            (say("colour fixed"), entry.colour_fixed),
            (say("may not go up"), entry.may_not_rise),
        )
        if is_set
    ]
    return ", ".join(
        [
            say(
                "{who} (ARO {aro}, R {rating})",
                who=name(entry.number),
                aro=average(entry.aro),
                rating=entry.rating,
            ),
            *flags,
        ]
    )


def _player_raised(reason: PlayerRaised, name: Name) -> str:
    who = say("{who} with {points}", who=name(reason.number), points=points(reason.from_points))
    group = say("the group of {points}", points=points(reason.to_points))
    if reason.island is None:
        return say(
            "{who} is moved up to {group}, which has an odd number ({article}).",
            who=who,
            group=group,
            article=reason.article,
        )
    island = name(reason.island)
    between = "; ".join(
        f"{name(other.candidate)}: {obstacle_sentence(other.obstacle, name)}"
        for other in reason.own_group
    )
    return say(
        "{island} has no possible opponent in {group}{between}; {who} is moved up to meet {island}"
        " ({article}).",
        island=island,
        group=group,
        between=f" ({between})" if between else "",
        who=who,
        article=reason.article,
    )


def _rise_limit_yields(reason: RiseLimitYields, name: Name) -> str:
    return say(
        "{who} goes up to {points} once more than the limit allows, since nobody else could and"
        " another player would have to drop ({article}).",
        who=name(reason.number),
        points=points(reason.points),
        article=reason.article,
    )


def _column_changed(reason: ColumnChanged, name: Name) -> str:
    other = reason.to.opposite
    extreme = say("lowest") if other is Colour.WHITE else say("highest")
    return say(
        "Too many are due {other} in the group of {points}: {who}, with the {extreme} ARO of"
        " those who may, is to have {to} ({article}).",
        other=colour_word(other),
        points=points(reason.points),
        who=name(reason.number),
        extreme=extreme,
        to=colour_word(reason.to),
        article=reason.article,
    )


def _none_in_other_column(reason: NoneInOtherColumn, name: Name) -> str:
    own, other = colour_word(reason.colour), colour_word(reason.colour.opposite)
    return say(
        "The rows leave {who} nobody to meet in the {other} column; the opponent is sought in the"
        " {own} column ({article}).",
        who=name(reason.number),
        other=other,
        own=own,
        article=reason.article,
    )


def _player_dropped(reason: PlayerDropped, name: Name) -> str:
    who = name(reason.number)
    again = say("a floater already") if reason.already_floater else say("no floater so far")
    text = say(
        "{who} with {from_points} goes down to the next group ({article})",
        who=who,
        from_points=points(reason.from_points),
        article=reason.article,
    )
    if reason.pairable_below:
        text += say(": {again}, and can be paired there.", again=again)
    else:
        text += say(": {again}, and cannot be paired there.", again=again)
    if reason.proof is None:
        return text
    short = say("the players of the other groups") if reason.for_the_rest else say("the group")
    return say(
        "{text} Otherwise {short} could not be paired: {proof}.",
        text=text,
        short=short,
        proof=_proof(reason.proof, name),
    )


def _proof(proof: LeavesUnpairable | LimitsLifted | LeavesRowsOpen, name: Name) -> str:
    return left_to_meet(proof.islands, proof.bridge, name)


def _limits_lifted(reason: LimitsLifted, name: Name) -> str:
    return say(
        "The limits for colours (2.3, 2.4) are lifted for {players}; with them the round has no"
        " pairing: {proof} ({article}).",
        players=format_names(reason.players, name),
        proof=_proof(reason, name),
        article=reason.article,
    )


SENTENCES: dict[type, Callable[[Any, Name], str]] = {
    ByeByRating: _bye,
    ColumnsDrawn: _columns_drawn,
    PlayerRaised: _player_raised,
    RiseLimitYields: _rise_limit_yields,
    ColumnChanged: _column_changed,
    NoneInOtherColumn: _none_in_other_column,
    PlayerDropped: _player_dropped,
    LimitsLifted: _limits_lifted,
}


# --- obstacles ----------------------------------------------------------------------------


def _may_not_rise(_obstacle: MayNotRise, _name: Name) -> str:
    return say("may not go up: up in the last round, or as often as the limit allows (2.5)")


def _fewer_pairs_left(obstacle: FewerPairsLeft, _name: Name) -> str:
    return say(
        "without this player the group of {points} would have fewer pairs",
        points=points(obstacle.points),
    )


def _more_would_leave(obstacle: MoreWouldLeave, _name: Name) -> str:
    return say(
        "if this player went, more than {fewest} would have to leave the group",
        fewest=obstacle.fewest,
    )


def _colour_fixed(obstacle: ColourFixed, _name: Name) -> str:
    return say("may only have {colour} (2.6)", colour=colour_word(obstacle.colour))


def _leaves_rows_open(obstacle: LeavesRowsOpen, name: Name) -> str:
    return say(
        "the rows below could not be filled: {proof} in the other column",
        proof=_proof(obstacle, name),
    )


OBSTACLES: dict[type, Callable[[Any, Name], str]] = {
    MayNotRise: _may_not_rise,
    FewerPairsLeft: _fewer_pairs_left,
    MoreWouldLeave: _more_would_leave,
    ColourFixed: _colour_fixed,
    LeavesRowsOpen: _leaves_rows_open,
}


# --- whom a reason is about ---------------------------------------------------------------


def participants_concerned(reason: Any) -> Iterable[Number]:
    """Return the players a reason is about."""
    match reason:
        case ColumnsDrawn():
            entries = (*reason.white, *reason.black)
            return (*(entry.number for entry in entries), *reason.floaters)
        case LimitsLifted():
            return reason.players
        case PlayerRaised() if reason.island is not None:
            return reason.number, reason.island
        case _:
            number: Number = reason.number
            return (number,)
