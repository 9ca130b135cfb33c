"""The reasons of the systems that pair by columns, in sentences that a player understands."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from topboard.explain import words
from topboard.explain.sentences import left_to_meet, obstacle_sentence
from topboard.explain.words import colour_word, listed, points
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

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from topboard.model import Number
    from topboard.reasons import LeavesUnpairable
    from topboard.reasons.columns import ColumnEntry

    Name = Callable[[Number], str]


def average(aro: Fraction | None) -> str:
    """An ARO with one decimal, half up, as it is published; a dash before the first game."""
    return "-" if aro is None else words.average(aro)


# --- reasons ------------------------------------------------------------------------------


def _bye(reason: ByeByRating, name: Name) -> str:
    group = f"the group of {points(reason.points)}"
    where = f"of those of {group} who may have it" if reason.passed_over else f"of {group}"
    lowest = f"{where} the lowest rated (R {reason.rating})"
    match reason.ground:
        case ByeGround.RATING:
            how = ""
        case ByeGround.COLOUR:
            assert reason.due is not None
            how = f", and of several the one due {colour_word(reason.due)}, which dominates"
        case ByeGround.ARO:
            how = f", and of several the one with the higher ARO, {average(reason.aro)}"
        case ByeGround.ALPHABET:
            how = f", and of several with an ARO of {average(reason.aro)} the last in the alphabet"
    return f"{name(reason.number)} has the bye: {lowest}{how} ({reason.article})."


def _columns_drawn(reason: ColumnsDrawn, name: Name) -> str:
    text = f"Group of {points(reason.points)}"
    if reason.floaters:
        text += f", with {listed(reason.floaters, name)} from above"
    text += f" ({reason.article})."
    if reason.article == "6.2":
        text = f"Group of {points(reason.points)}, the columns to be paired ({reason.article})."
    elif not reason.standard:
        text += " It cannot be paired as it is."
    white = "; ".join(_entry(entry, name) for entry in reason.white) or "nobody"
    black = "; ".join(_entry(entry, name) for entry in reason.black) or "nobody"
    return f"{text} White: {white}. Black: {black}."


def _entry(entry: ColumnEntry, name: Name) -> str:
    flags = [
        flag
        for flag, is_set in (
            ("colour fixed", entry.colour_fixed),
            ("may not go up", entry.may_not_rise),
        )
        if is_set
    ]
    return ", ".join([f"{name(entry.number)} (ARO {average(entry.aro)}, R {entry.rating})", *flags])


def _player_raised(reason: PlayerRaised, name: Name) -> str:
    who = f"{name(reason.number)} with {points(reason.from_points)}"
    group = f"the group of {points(reason.to_points)}"
    if reason.island is None:
        return f"{who} is moved up to {group}, which has an odd number ({reason.article})."
    island = name(reason.island)
    between = "; ".join(
        f"{name(other.candidate)}: {obstacle_sentence(other.obstacle, name)}"
        for other in reason.own_group
    )
    return (
        f"{island} has no possible opponent in {group}{f' ({between})' if between else ''}; "
        f"{who} is moved up to meet {island} ({reason.article})."
    )


def _rise_limit_yields(reason: RiseLimitYields, name: Name) -> str:
    return (
        f"{name(reason.number)} goes up to {points(reason.points)} once more than the limit "
        f"allows, since nobody else could and another player would have to drop ({reason.article})."
    )


def _column_changed(reason: ColumnChanged, name: Name) -> str:
    other = colour_word(reason.to.opposite)
    extreme = "lowest" if other == "White" else "highest"
    return (
        f"Too many are due {other} in the group of {points(reason.points)}: "
        f"{name(reason.number)}, with the {extreme} ARO of those who may, is to have "
        f"{colour_word(reason.to)} ({reason.article})."
    )


def _none_in_other_column(reason: NoneInOtherColumn, name: Name) -> str:
    own, other = colour_word(reason.colour), colour_word(reason.colour.opposite)
    return (
        f"The rows leave {name(reason.number)} nobody to meet in the {other} column; the "
        f"opponent is sought in the {own} column ({reason.article})."
    )


def _player_dropped(reason: PlayerDropped, name: Name) -> str:
    who = name(reason.number)
    below = "can" if reason.pairable_below else "cannot"
    again = "a floater already" if reason.already_floater else "no floater so far"
    text = f"{who} with {points(reason.from_points)} goes down to the next group ({reason.article})"
    text += f": {again}, and {below} be paired there."
    if reason.proof is None:
        return text
    short = "the players of the other groups" if reason.for_the_rest else "the group"
    return f"{text} Otherwise {short} could not be paired: {_proof(reason.proof, name)}."


def _proof(proof: LeavesUnpairable | LimitsLifted | LeavesRowsOpen, name: Name) -> str:
    return left_to_meet(proof.islands, proof.bridge, name)


def _limits_lifted(reason: LimitsLifted, name: Name) -> str:
    return (
        f"The limits for colours (2.3, 2.4) are lifted for {listed(reason.players, name)}; with "
        f"them the round has no pairing: {_proof(reason, name)} ({reason.article})."
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
    return "may not go up: up in the last round, or as often as the limit allows (2.5)"


def _fewer_pairs_left(obstacle: FewerPairsLeft, _name: Name) -> str:
    return f"without this player the group of {points(obstacle.points)} would have fewer pairs"


def _more_would_leave(obstacle: MoreWouldLeave, _name: Name) -> str:
    return f"if this player went, more than {obstacle.fewest} would have to leave the group"


def _colour_fixed(obstacle: ColourFixed, _name: Name) -> str:
    return f"may only have {colour_word(obstacle.colour)} (2.6)"


def _leaves_rows_open(obstacle: LeavesRowsOpen, name: Name) -> str:
    return f"the rows below could not be filled: {_proof(obstacle, name)} in the other column"


OBSTACLES: dict[type, Callable[[Any, Name], str]] = {
    MayNotRise: _may_not_rise,
    FewerPairsLeft: _fewer_pairs_left,
    MoreWouldLeave: _more_would_leave,
    ColourFixed: _colour_fixed,
    LeavesRowsOpen: _leaves_rows_open,
}


# --- whom a reason is about ---------------------------------------------------------------


def concerned(reason: Any) -> Iterable[Number]:
    """The players a reason is about."""
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
