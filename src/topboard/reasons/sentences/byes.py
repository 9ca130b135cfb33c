"""Sentences for the bye."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.messages import counted, message, say, say_count
from topboard.reasons.grounds import ByeGround, ByeMethod, ByeStep
from topboard.reasons.obstacles import LeavesUnpairable
from topboard.reasons.sentences.obstacles import obstacle_sentence
from topboard.reasons.sentences.templates import (
    CandidateTemplates,
    fill_count_template,
    fill_template,
    render_sentence,
)
from topboard.reasons.sentences.words import (
    format_average_rating,
    format_points_with_word,
    left_over_sentences,
    uses_international_tables,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.messages import Message
    from topboard.model import Number
    from topboard.reasons.decisions import ByeGiven, NoByeAtScore
    from topboard.reasons.sentences.templates import Row

    Name = Callable[[Number], str]


def bye_sentences(reason: ByeGiven, name: Name) -> str:
    """Return the sentences for a bye, according to the method that chose the receiver."""
    return render_sentence(BYES[reason.method], reason, name)


# --- the last of a list -------------------------------------------------------------------


def _bye_by_ranking_sentence(reason: ByeGiven, name: Name) -> str:
    if reason.of_teams:
        row = LAST_TEAM_OF_LIST if reason.from_initial_list else LAST_RANKED_TEAM
    else:
        row = LAST_OF_LIST if reason.from_initial_list else LOWEST_RANKED
    return render_sentence(row, reason, name)


LOWEST_RANKED = CandidateTemplates(
    message("{number:name} has the pairing-allocated bye as the lowest-ranked player ({article})."),
    message(
        "{number:name} has the pairing-allocated bye as the lowest-ranked eligible player "
        "({article})."
    ),
)
LAST_OF_LIST = CandidateTemplates(
    message("{number:name} has the bye as the last player on the initial list ({article})."),
    message(
        "{number:name} has the bye as the last eligible player on the initial list ({article})."
    ),
)
LAST_RANKED_TEAM = CandidateTemplates(
    message("{number:name} has the bye as the last-ranked team ({article})."),
    message("{number:name} has the bye as the last-ranked eligible team ({article})."),
)
LAST_TEAM_OF_LIST = CandidateTemplates(
    message("{number:name} has the bye as the last team on the initial list ({article})."),
    message("{number:name} has the bye as the last eligible team on the initial list ({article})."),
)


def _bye_despite_forfeits_sentences(reason: ByeGiven, name: Name) -> str:
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
    "{number:name} won round {round} because every board was forfeited. There is no "
    "record that the other team failed to arrive, so this win does not bar {number:name} "
    "from the bye ({bar_article})."
)
TEAM_ARRIVED = message(
    "{number:name} won round {round} because every board was forfeited. The other team "
    "had arrived, so this win does not bar {number:name} from the bye ({bar_article})."
)


# --- the lowest score ---------------------------------------------------------------------


def _bye_by_score_sentences(reason: ByeGiven, name: Name) -> str:
    if not reason.by_lowest_score:
        template = LEFT_OVER
    else:
        template = NOBODY_LOWER_CAN if reason.without else NOBODY_LOWER
    told = (_score_without_bye_sentences(one, name) for one in reason.without)
    return " ".join([fill_template(template, reason, name), *told])


LEFT_OVER = message(
    "{number:name} with {points:points} has the pairing-allocated bye as the player who "
    "remains unpaired in the last bracket ({article})."
)
NOBODY_LOWER = message(
    "{number:name} with {points:points} has the pairing-allocated bye, because no one has a lower"
    " score ({article})."
)
NOBODY_LOWER_CAN = message(
    "{number:name} with {points:points} has the pairing-allocated bye, because no one with a lower"
    " score can have it ({article})."
)


def _score_without_bye_sentences(one: NoByeAtScore, name: Name) -> str:
    points = format_points_with_word(one.points)
    if one.number is None:
        assert isinstance(one.obstacle, LeavesUnpairable), "somebody with the score is eligible"
        return say(
            "No one with {points} can have the bye, because the others could not all be paired. "
            "{proof}",
            points=points,
            proof=left_over_sentences(one.obstacle, name),
        )
    why = obstacle_sentence(one.number, one.obstacle, name)
    if one.count == 1:
        return say(
            "The only player with {points} cannot have the bye. {why}", points=points, why=why
        )
    return say_count(
        "No one with {points} may have the bye. {why} The other player with that score is "
        "barred too.",
        "No one with {points} may have the bye. {why} The other {count} players with that "
        "score are barred too.",
        one.count - 1,
        points=points,
        why=why,
    )


def _bye_by_order_sentence(reason: ByeGiven, name: Name) -> str:
    if reason.following is None or reason.step in (None, ByeStep.NOBODY_ELSE):
        return fill_template(BEFORE_PAIRING, reason, name)
    if reason.step is ByeStep.MOST_GAMES:
        return fill_count_template(MOST_GAMES, reason.games or 0, reason, name)
    template = LOWEST_SCORE if reason.step is ByeStep.LOWEST_SCORE else LOWEST_OF_SCORE
    return fill_template(template, reason, name)


BEFORE_PAIRING = message(
    "{number:name} with {points:points} has the pairing-allocated bye, which is given before the"
    " round is paired ({article})."
)
LOWEST_SCORE = message(
    "{number:name} with {points:points} has the pairing-allocated bye, which is given "
    "before the round is paired. No other eligible participant has such a low score "
    "({article})."
)
MOST_GAMES = counted(
    "{number:name} with {points:points} has the pairing-allocated bye, which is given "
    "before the round is paired. No eligible participant with that score has played more "
    "often ({article}). {number:name} has played once, and {following:name} would be "
    "next.",
    "{number:name} with {points:points} has the pairing-allocated bye, which is given "
    "before the round is paired. No eligible participant with that score has played more "
    "often ({article}). {number:name} has played {count} times, and {following:name} "
    "would be next.",
)
LOWEST_OF_SCORE = message(
    "{number:name} with {points:points} has the pairing-allocated bye, which is given "
    "before the round is paired. Of the eligible participants with that score who have "
    "played equally often, {number:name} is ranked lowest ({article}). {following:name} "
    "would be next."
)


# --- the lowest rating --------------------------------------------------------------------


def _bye_by_rating_sentences(reason: ByeGiven, name: Name) -> str:
    told = render_sentence(LOWEST_RATED_OF_GROUP, reason, name)
    if reason.ground not in GROUNDS:
        return told
    aro = "-" if reason.aro is None else format_average_rating(reason.aro)
    return f"{told} {fill_template(GROUNDS[reason.ground], reason, name, aro=aro)}"


LOWEST_RATED_OF_GROUP = CandidateTemplates(
    message(
        "{number:name} has the bye as the lowest-rated player in the {points:score}-point "
        "scoregroup, with a rating of {rating} ({article})."
    ),
    message(
        "{number:name} has the bye as the lowest-rated eligible player in the "
        "{points:score}-point scoregroup, with a rating of {rating} ({article})."
    ),
)

GROUNDS: dict[ByeGround | None, Message] = {
    ByeGround.COLOUR: message(
        "Of several players with that rating, {number:name} is due {due:colour}, the dominating"
        " colour."
    ),
    ByeGround.ARO: message(
        "Of several players with that rating, {number:name} has the highest ARO, {aro}."
    ),
    ByeGround.ALPHABET: message(
        "Of several players with that rating and an ARO of {aro}, {number:name} comes last "
        "in alphabetical order."
    ),
}
"""The sentences for the criterion that decides if several players have the lowest rating."""


def _bye_to_lowest_rated_sentence(reason: ByeGiven, name: Name) -> str:
    return render_sentence(UNRATED if reason.rating is None else LOWEST_RATED, reason, name)


UNRATED = CandidateTemplates(
    message(
        "{number:name} has the bye, because an unrated player counts as the lowest-rated "
        "player ({article})."
    ),
    message(
        "{number:name} has the bye, because an unrated player counts as the lowest-rated "
        "eligible player ({article})."
    ),
)
LOWEST_RATED = CandidateTemplates(
    message(
        "{number:name} has the bye as the lowest-rated player, with a rating of {rating} "
        "({article})."
    ),
    message(
        "{number:name} has the bye as the lowest-rated eligible player, with a rating of "
        "{rating} ({article})."
    ),
)


def _bye_in_lowest_scoregroup_sentence(reason: ByeGiven, name: Name) -> str:
    return fill_template(UNRATED_BY_LOT if reason.by_lot else LOWEST_OF_GROUP, reason, name)


LOWEST_OF_GROUP = message(
    "{number:name} has the bye as the lowest-rated eligible participant in the "
    "{points:score}-point scoregroup ({article})."
)
UNRATED_BY_LOT = message(
    "{number:name} has the bye, drawn by lot among the unrated participants, because no rated "
    "participant in the {points:score}-point scoregroup is eligible ({article})."
)


def _bye_by_table_sentences(reason: ByeGiven, name: Name) -> str:
    international = uses_international_tables(reason.article)
    template = FREE_IN_INTERNATIONAL_TABLE if international else FREE_IN_BERGER_TABLE
    return fill_template(template, reason, name)


FREE_IN_BERGER_TABLE = message(
    "{number:name} has no opponent, because number {seat} is free in round {row} of the "
    "Berger table for a field of {size}. A bye is not scored ({article})."
)
FREE_IN_INTERNATIONAL_TABLE = message(
    "{number:name} has no opponent, because number {seat} is free in round {row} of the "
    "International Table for a field of {size}. A bye is not scored ({article})."
)

BYES: dict[ByeMethod, Row] = {
    ByeMethod.RANKING: _bye_by_ranking_sentence,
    ByeMethod.DESPITE_FORFEITS: _bye_despite_forfeits_sentences,
    ByeMethod.SCORE: _bye_by_score_sentences,
    ByeMethod.ORDER: _bye_by_order_sentence,
    ByeMethod.RATING: _bye_by_rating_sentences,
    ByeMethod.LOWEST_RATING: _bye_to_lowest_rated_sentence,
    ByeMethod.LOWEST_SCOREGROUP: _bye_in_lowest_scoregroup_sentence,
    ByeMethod.BERGER_TABLE: _bye_by_table_sentences,
}
