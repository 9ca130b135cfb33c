"""Sentences for the bye."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from topboard.messages import message, say, say_count
from topboard.reasons.grounds import ByeGround, ByeMethod, ByeStep
from topboard.reasons.sentences.obstacles import obstacle_sentence
from topboard.reasons.sentences.templates import Either, fill, tell
from topboard.reasons.sentences.words import average, points

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.messages import Message
    from topboard.model import Number
    from topboard.reasons.decisions import ByeGiven, ScoreWithoutBye
    from topboard.reasons.sentences.templates import Row

    Name = Callable[[Number], str]


def bye_sentence(reason: ByeGiven, name: Name) -> str:
    """Return the sentence for a bye, according to the method that chose the receiver."""
    return tell(BYES[reason.method], reason, name)


# --- the last of a list -------------------------------------------------------------------


def _by_ranking(reason: ByeGiven, name: Name) -> str:
    return tell(LAST_OF_LIST if reason.from_initial_list else LAST_RANKED, reason, name)


LAST_RANKED = Either(
    message("{number:name} has the bye: the last ranked ({article})."),
    message("{number:name} has the bye: of those that may have it the last ranked ({article})."),
)
LAST_OF_LIST = Either(
    message("{number:name} has the bye: the last of the initial list ({article})."),
    message(
        "{number:name} has the bye: of those that may have it the last of the initial list"
        " ({article})."
    ),
)


def _despite_forfeits(reason: ByeGiven, name: Name) -> str:
    return " ".join(
        [
            _by_ranking(reason, name),
            *(fill(ARRIVAL_UNKNOWN, reason, name, round=one) for one in reason.arrival_unknown),
            *(fill(TEAM_ARRIVED, reason, name, round=one) for one in reason.team_arrived),
        ]
    )


ARRIVAL_UNKNOWN = message(
    "{number:name} won round {round} because every board was forfeited; nobody has recorded that"
    " the other team did not arrive, so this does not bar it from the bye ({bar_article})."
)
TEAM_ARRIVED = message(
    "{number:name} won round {round} because every board was forfeited; the other team had arrived,"
    " so this does not bar it from the bye ({bar_article})."
)


# --- the lowest score ---------------------------------------------------------------------


def _by_score(reason: ByeGiven, name: Name) -> str:
    if not reason.by_lowest_score:
        template = LEFT_OVER
    else:
        template = NOBODY_LOWER_CAN if reason.without else NOBODY_LOWER
    told = (_without(one, name) for one in reason.without)
    return " ".join([fill(template, reason, name), *told])


LEFT_OVER = message(
    "{number:name} with {points:points} has the bye: left over in the last bracket ({article})."
)
NOBODY_LOWER = message(
    "{number:name} with {points:points} has the bye: nobody has fewer points ({article})."
)
NOBODY_LOWER_CAN = message(
    "{number:name} with {points:points} has the bye: nobody with fewer points can have it"
    " ({article})."
)


def _without(one: ScoreWithoutBye, name: Name) -> str:
    why = obstacle_sentence(one.obstacle, name)
    if one.number is None:
        return say("With {points} nobody can have it: {why}.", points=points(one.points), why=why)
    who = name(one.number)
    if one.count == 1:
        return say("{who} with {points} {why}.", who=who, points=points(one.points), why=why)
    return say_count(
        "With {points} nobody may have it: {who} {why}, and the other one is barred too.",
        "With {points} nobody may have it: {who} {why}, and the other {count} are barred too.",
        one.count - 1,
        points=points(one.points),
        who=who,
        why=why,
    )


def _in_order(reason: ByeGiven, name: Name) -> str:
    return fill(IN_ORDER, reason, name, how=_how(reason, name))


IN_ORDER = message(
    "{number:name} with {points:points} has the bye, which is given before anybody is paired{how}"
    " ({article})."
)


def _how(reason: ByeGiven, name: Name) -> str:
    if reason.following is None:
        return ""
    following = name(reason.following)
    match reason.step:
        case None | ByeStep.NOBODY_ELSE:
            return ""
        case ByeStep.LOWEST_SCORE:
            return say(": no other who could have it has so few points")
        case ByeStep.MOST_GAMES:
            return say_count(
                ": of those with so few points nobody has played more often (once);"
                " {following} would be next",
                ": of those with so few points nobody has played more often ({count} times);"
                " {following} would be next",
                reason.games or 0,
                following=following,
            )
        case ByeStep.LOWEST_RANKED:
            return say(
                ": the lowest ranked of those with so few points who have played as often;"
                " {following} would be next",
                following=following,
            )
        case _:
            assert_never(reason.step)


# --- the lowest rating --------------------------------------------------------------------


def _by_rating(reason: ByeGiven, name: Name) -> str:
    group = say("the group of {points}", points=points(reason.points or 0))
    where = (
        say("of those of {group} who may have it", group=group)
        if reason.passed_over
        else say("of {group}", group=group)
    )
    lowest = say("{where} the lowest rated (R {rating})", where=where, rating=reason.rating)
    aro = "-" if reason.aro is None else average(reason.aro)
    how = ""
    if reason.ground in GROUNDS:
        how = fill(GROUNDS[reason.ground], reason, name, aro=aro)
    return fill(BY_RATING, reason, name, lowest=lowest, how=how)


GROUNDS: dict[ByeGround | None, Message] = {
    ByeGround.COLOUR: message(", and of several the one due {due:colour}, which dominates"),
    ByeGround.ARO: message(", and of several the one with the higher ARO, {aro}"),
    ByeGround.ALPHABET: message(", and of several with an ARO of {aro} the last in the alphabet"),
}
"""The clauses for what decides among several with the lowest rating."""

BY_RATING = message("{number:name} has the bye: {lowest}{how} ({article}).")


def _to_lowest_rated(reason: ByeGiven, name: Name) -> str:
    return tell(UNRATED if reason.rating is None else LOWEST_RATED, reason, name)


UNRATED = Either(
    message("{number:name} has the bye: without a rating, which counts as the lowest ({article})."),
    message(
        "{number:name} has the bye: of those who may have it without a rating, which counts as the"
        " lowest ({article})."
    ),
)
LOWEST_RATED = Either(
    message("{number:name} has the bye: the lowest rated, {rating} ({article})."),
    message(
        "{number:name} has the bye: of those who may have it the lowest rated, {rating}"
        " ({article})."
    ),
)


def _of_lowest_scoregroup(reason: ByeGiven, name: Name) -> str:
    return fill(UNRATED_BY_LOT if reason.by_lot else LOWEST_OF_GROUP, reason, name)


LOWEST_OF_GROUP = message(
    "{number:name} has the bye: the lowest rated of the group of {points:points} who may have it"
    " ({article})."
)
UNRATED_BY_LOT = message(
    "{number:name} has the bye: nobody rated in the group of {points:points} may have it, and among"
    " the unrated the lot decides ({article})."
)

BYES: dict[ByeMethod, Row] = {
    ByeMethod.RANKING: _by_ranking,
    ByeMethod.DESPITE_FORFEITS: _despite_forfeits,
    ByeMethod.SCORE: _by_score,
    ByeMethod.ORDER: _in_order,
    ByeMethod.RATING: _by_rating,
    ByeMethod.LOWEST_RATING: _to_lowest_rated,
    ByeMethod.LOWEST_SCOREGROUP: _of_lowest_scoregroup,
    ByeMethod.BERGER_TABLE: message(
        "{number:name} is free: the table for {size} has no opponent for number {seat} in its round"
        " {row}; a bye is not scored ({article})."
    ),
}
