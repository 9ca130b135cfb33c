"""Sentences for players that explain upfloaters, subgroups and shifters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, assert_never

from topboard.messages import say, say_count
from topboard.reasons.sentences.common import left_to_meet
from topboard.reasons.sentences.quality import bracket_of, unpairable_text
from topboard.reasons.sentences.words import LONGEST_LIST, colour_word, format_names, points
from topboard.reasons.subgroups import (
    FloatsUp,
    NotAcross,
    PairedAcross,
    Shifted,
    StrandsOthers,
    SubgroupsFormed,
    UpfloatersNeeded,
    UpfloatGround,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from topboard.model import Number
    from topboard.reasons.subgroups import Sought

    Name = Callable[[Number], str]


# --- upfloaters ---------------------------------------------------------------------------


def _upfloaters_needed_sentence(reason: UpfloatersNeeded, name: Name) -> str:
    return say_count(
        "One player has to be taken up to {bracket}: {why} ({article}).",
        "{count} players have to be taken up to {bracket}: {why} ({article}).",
        reason.count,
        bracket=bracket_of(reason.points),
        why=_ground(reason, name),
        article=reason.article,
    )


def _ground(reason: UpfloatersNeeded, name: Name) -> str:
    match reason.ground:
        case UpfloatGround.ODD_NUMBER:
            return say("its number is odd")
        case UpfloatGround.NEEDED_BELOW:
            return say("otherwise not everybody below could be paired")
        case UpfloatGround.CANNOT_BE_PAIRED:
            assert reason.proof is not None
            told = say(
                "not all of it can be paired with each other, for {left}",
                left=left_to_meet(reason.proof.islands, reason.proof.bridge, name),
            )
            if reason.proof.may_leave < 1:
                return told
            return say_count(
                "{told}; one upfloater would not be enough",
                "{told}; {count} upfloaters would not be enough",
                reason.proof.may_leave,
                told=told,
            )
        case _:
            assert_never(reason.ground)


def _floats_up(reason: FloatsUp, name: Name) -> str:
    return say(
        "{who} with {points} floats up to {bracket}: he is of the first set that is best by the"
        " criteria ({article}).",
        who=name(reason.number),
        points=points(reason.from_points),
        bracket=bracket_of(reason.to_points),
        article=reason.article,
    )


# --- subgroups ----------------------------------------------------------------------------


def _subgroups_sentence(reason: SubgroupsFormed, name: Name) -> str:
    places = {
        "bracket": bracket_of(reason.points),
        "white": _subgroup(reason.white, name),
        "black": _subgroup(reason.black, name),
        "article": reason.article,
    }
    if reason.halves:
        return say(
            "Nobody in {bracket} has played yet: the first half of the list, {white}, against the"
            " second, {black} ({article}).",
            **places,
        )
    return say(
        "In {bracket} White is due to {white}; Black is due to {black} ({article}).", **places
    )


def _subgroup(members: Sequence[Sought], name: Name) -> str:
    if not members:
        return say("nobody")
    if len(members) <= LONGEST_LIST:
        return ", ".join(_with_aro(one.number, one.aro, name) for one in members)
    return say(
        "{first} to {last} ({count} in all)",
        first=_with_aro(members[0].number, members[0].aro, name),
        last=_with_aro(members[-1].number, members[-1].aro, name),
        count=len(members),
    )


def _with_aro(number: Number, aro: int, name: Name) -> str:
    return say("{who} (ARO {aro})", who=name(number), aro=aro) if aro else name(number)


def _shift_sentence(reason: Shifted, name: Name) -> str:
    """Return a sentence that names the shifted players and the reason for the shift.

    Either pairs have to be made inside one subgroup, or one subgroup is larger.
    """
    who, due = format_names(reason.shifters, name), colour_word(reason.seek)
    if reason.inside:
        return say_count(
            "In {bracket} a pair has to be made on the side of {due}: {who}, the first possible"
            " from the middle of the list, changes sides ({article}).",
            "In {bracket} {count} pairs have to be made on the side of {due}: {who}, the first"
            " possible from the middle of the list, change sides ({article}).",
            len(reason.shifters),
            bracket=bracket_of(reason.points),
            due=due,
            who=who,
            article=reason.article,
        )
    return say_count(
        "In {bracket} the side of {due} is the larger: {who}, the first possible from the middle of"
        " the list, changes sides ({article}).",
        "In {bracket} the side of {due} is the larger: {who}, the first possible from the middle of"
        " the list, change sides ({article}).",
        len(reason.shifters),
        bracket=bracket_of(reason.points),
        due=due,
        who=who,
        article=reason.article,
    )


def _across(reason: PairedAcross, name: Name) -> str:
    order = say("the first") if not reason.passed_over else say("the first possible")
    return say(
        "{chooser}, whose turn it is by ARO in {bracket}, meets {chosen}, {order} of the other side"
        " by number ({article}).",
        chooser=_with_aro(reason.chooser, reason.aro, name),
        chosen=name(reason.chosen),
        bracket=bracket_of(reason.points),
        order=order,
        article=reason.article,
    )


SENTENCES: dict[type, Callable[[Any, Name], str]] = {
    UpfloatersNeeded: _upfloaters_needed_sentence,
    FloatsUp: _floats_up,
    SubgroupsFormed: _subgroups_sentence,
    Shifted: _shift_sentence,
    PairedAcross: _across,
}


# --- obstacles ----------------------------------------------------------------------------


def _not_across(obstacle: NotAcross, name: Name) -> str:
    if obstacle.proof is None:
        return say("the two sides could not be paired with each other if so few change")
    return say(
        "the two sides could not be paired with each other: {proof}",
        proof=unpairable_text(obstacle.proof, name),
    )


def _strands_others(obstacle: StrandsOthers, name: Name) -> str:
    return f"{unpairable_text(obstacle.proof, name)} ({obstacle.article})"


OBSTACLES: dict[type, Callable[[Any, Name], str]] = {
    NotAcross: _not_across,
    StrandsOthers: _strands_others,
}


# --- whom a reason is about ---------------------------------------------------------------


def participants_concerned(reason: Any) -> Iterable[Number]:
    """Return the players a reason is about."""
    if isinstance(reason, Shifted):
        return reason.shifters
    if isinstance(reason, SubgroupsFormed):
        return tuple(one.number for one in (*reason.white, *reason.black))
    return ()
