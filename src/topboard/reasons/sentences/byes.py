"""Sentences for the bye."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from topboard.messages import message, say, say_count
from topboard.reasons.grounds import ByeGround, ByeMethod, ByeStep
from topboard.reasons.sentences.obstacles import obstacle_sentence
from topboard.reasons.sentences.templates import CandidateTemplates, fill_template, render_sentence
from topboard.reasons.sentences.words import format_average_rating, points_with_word

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.messages import Message
    from topboard.model import Number
    from topboard.reasons.decisions import ByeGiven, ScoreWithoutBye
    from topboard.reasons.sentences.templates import Row

    Name = Callable[[Number], str]


def bye_sentence(reason: ByeGiven, name: Name) -> str:
    """Return the sentence for a bye, according to the method that chose the receiver."""
    return render_sentence(BYES[reason.method], reason, name)


# --- the last of a list -------------------------------------------------------------------


def _bye_by_ranking_sentence(reason: ByeGiven, name: Name) -> str:
    return render_sentence(LAST_OF_LIST if reason.from_initial_list else LAST_RANKED, reason, name)


LAST_RANKED = CandidateTemplates(
    message("{number:name} has the bye: the last ranked ({article})."),
    message("{number:name} has the bye: of those that may have it the last ranked ({article})."),
)
LAST_OF_LIST = CandidateTemplates(
    message("{number:name} has the bye: the last of the initial list ({article})."),
    message(
        "{number:name} has the bye: of those that may have it the last of the initial list"
        " ({article})."
    ),
)


def _bye_despite_forfeits_sentence(reason: ByeGiven, name: Name) -> str:
    return " ".join(
        [
            _bye_by_ranking_sentence(reason, name),
            *(
                fill_template(ARRIVAL_UNKNOWN, reason, name, round=one)
                for one in reason.arrival_unknown
            ),
            *(fill_template(TEAM_ARRIVED, reason, name, round=one) for one in reason.team_arrived),
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


def _bye_by_score_sentence(reason: ByeGiven, name: Name) -> str:
    if not reason.by_lowest_score:
        template = LEFT_OVER
    else:
        template = NOBODY_LOWER_CAN if reason.without else NOBODY_LOWER
    told = (_score_without_bye_sentence(one, name) for one in reason.without)
    return " ".join([fill_template(template, reason, name), *told])


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


def _score_without_bye_sentence(one: ScoreWithoutBye, name: Name) -> str:
    why = obstacle_sentence(one.obstacle, name)
    if one.number is None:
        return say(
            "With {points} nobody can have it: {why}.", points=points_with_word(one.points), why=why
        )
    who = name(one.number)
    if one.count == 1:
        return say(
            "{who} with {points} {why}.", who=who, points=points_with_word(one.points), why=why
        )
    return say_count(
        "With {points} nobody may have it: {who} {why}, and the other one is barred too.",
        "With {points} nobody may have it: {who} {why}, and the other {count} are barred too.",
        one.count - 1,
        points=points_with_word(one.points),
        who=who,
        why=why,
    )


def _bye_by_order_sentence(reason: ByeGiven, name: Name) -> str:
    return fill_template(IN_ORDER, reason, name, how=_order_step_clause(reason, name))


IN_ORDER = message(
    "{number:name} with {points:points} has the bye, which is given before anybody is paired{how}"
    " ({article})."
)


def _order_step_clause(reason: ByeGiven, name: Name) -> str:
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


def _bye_by_rating_sentence(reason: ByeGiven, name: Name) -> str:
    group = say("the group of {points}", points=points_with_word(reason.points or 0))
    where = (
        say("of those of {group} who may have it", group=group)
        if reason.passed_over
        else say("of {group}", group=group)
    )
    lowest = say("{where} the lowest rated (R {rating})", where=where, rating=reason.rating)
    aro = "-" if reason.aro is None else format_average_rating(reason.aro)
    how = ""
    if reason.ground in GROUNDS:
        how = fill_template(GROUNDS[reason.ground], reason, name, aro=aro)
    return fill_template(BY_RATING, reason, name, lowest=lowest, how=how)


GROUNDS: dict[ByeGround | None, Message] = {
    ByeGround.COLOUR: message(", and of several the one due {due:colour}, which dominates"),
    ByeGround.ARO: message(", and of several the one with the higher ARO, {aro}"),
    ByeGround.ALPHABET: message(", and of several with an ARO of {aro} the last in the alphabet"),
}
"""The clauses for what decides among several with the lowest rating."""

BY_RATING = message("{number:name} has the bye: {lowest}{how} ({article}).")


def _bye_to_lowest_rated_sentence(reason: ByeGiven, name: Name) -> str:
    return render_sentence(UNRATED if reason.rating is None else LOWEST_RATED, reason, name)


UNRATED = CandidateTemplates(
    message("{number:name} has the bye: without a rating, which counts as the lowest ({article})."),
    message(
        "{number:name} has the bye: of those who may have it without a rating, which counts as the"
        " lowest ({article})."
    ),
)
LOWEST_RATED = CandidateTemplates(
    message("{number:name} has the bye: the lowest rated, {rating} ({article})."),
    message(
        "{number:name} has the bye: of those who may have it the lowest rated, {rating}"
        " ({article})."
    ),
)


def _bye_in_lowest_scoregroup_sentence(reason: ByeGiven, name: Name) -> str:
    return fill_template(UNRATED_BY_LOT if reason.by_lot else LOWEST_OF_GROUP, reason, name)


LOWEST_OF_GROUP = message(
    "{number:name} has the bye: the lowest rated of the group of {points:points} who may have it"
    " ({article})."
)
UNRATED_BY_LOT = message(
    "{number:name} has the bye: nobody rated in the group of {points:points} may have it, and among"
    " the unrated the lot decides ({article})."
)

BYES: dict[ByeMethod, Row] = {
    ByeMethod.RANKING: _bye_by_ranking_sentence,
    ByeMethod.DESPITE_FORFEITS: _bye_despite_forfeits_sentence,
    ByeMethod.SCORE: _bye_by_score_sentence,
    ByeMethod.ORDER: _bye_by_order_sentence,
    ByeMethod.RATING: _bye_by_rating_sentence,
    ByeMethod.LOWEST_RATING: _bye_to_lowest_rated_sentence,
    ByeMethod.LOWEST_SCOREGROUP: _bye_in_lowest_scoregroup_sentence,
    ByeMethod.BERGER_TABLE: message(
        "{number:name} is free: the table for {size} has no opponent for number {seat} in its round"
        " {row}; a bye is not scored ({article})."
    ),
}
