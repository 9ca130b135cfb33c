"""Sentences for the choice of floaters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.messages import counted, message, say, say_kept_count
from topboard.model import POINT
from topboard.reasons.grounds import CandidateOrder, FloatCause, FloaterType, FloatMethod
from topboard.reasons.sentences.obstacles import cannot_meet_sentence
from topboard.reasons.sentences.templates import (
    CandidateTemplates,
    fill_count_template,
    fill_template,
    render_sentence,
)
from topboard.reasons.sentences.words import format_points_with_word, unpairable_islands_sentence
from topboard.text.numbers import format_points

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.messages import Message
    from topboard.model import Number
    from topboard.reasons.decisions import Floated
    from topboard.reasons.sentences.templates import Row

    Name = Callable[[Number], str]


def floater_sentences(reason: Floated, name: Name) -> str:
    """Return the sentences for a floater, according to the method that chose it."""
    return render_sentence(FLOATERS[reason.method], reason, name)


def _floater_to_next_group_sentence(reason: Floated, name: Name) -> str:
    row = LEAVING.get(reason.order, LEAVING[None])
    template = row if not isinstance(row, CandidateTemplates) else row[bool(reason.passed_over)]
    return fill_template(template, reason, name, from_points=_format_points_with_imaginary(reason))


LEAVING: dict[CandidateOrder | None, Message | CandidateTemplates] = {
    None: message(
        "{number:name} with {from_points} floats to the {to_points:score}-point group ({article})."
    ),
    CandidateOrder.FLOATERS: message(
        "{number:name} with {from_points}, already a floater, floats on to the"
        " {to_points:score}-point group ({article})."
    ),
    CandidateOrder.LOWEST: CandidateTemplates(
        message(
            "{number:name} with {from_points}, the lowest-ranked team, floats to the "
            "{to_points:score}-point group ({article})."
        ),
        message(
            "{number:name} with {from_points}, the lowest-ranked team that can float, floats to "
            "the {to_points:score}-point group ({article})."
        ),
    ),
    CandidateOrder.HIGHEST: CandidateTemplates(
        message(
            "{number:name} with {from_points}, the highest-ranked team, floats to the "
            "{to_points:score}-point group ({article})."
        ),
        message(
            "{number:name} with {from_points}, the highest-ranked team that can float, floats to "
            "the {to_points:score}-point group ({article})."
        ),
    ),
}
"""The sentences for a team that leaves its group, keyed by the order of the candidates."""


def _format_points_with_imaginary(reason: Floated) -> str:
    if not reason.imaginary_points:
        return format_points_with_word(reason.from_points)
    imaginary = format_points(reason.imaginary_points)
    if reason.imaginary_points == reason.from_points:
        whole = -(-reason.imaginary_points // POINT)
        return say_kept_count(ALL_IMAGINARY, whole, imaginary=imaginary)
    return say(
        "{from_points} ({imaginary} of them imaginary)",
        from_points=format_points_with_word(reason.from_points),
        imaginary=imaginary,
    )


ALL_IMAGINARY = counted("{imaginary} imaginary point", "{imaginary} imaginary points")

CAUSES = {
    FloatCause.MET_ALL: message(
        "{number:name} with {from_points:points} floats to the {to_points:score}-point "
        "scoregroup, because no possible opponent is left in the current scoregroup "
        "({cause_article})."
    ),
    FloatCause.TWO_MORE: message(
        "{number:name} with {from_points:points} floats to the {to_points:score}-point "
        "scoregroup, because this player has had one colour two more times than the other, "
        "and no opponent in the current scoregroup allows the other colour ({cause_article})."
    ),
    FloatCause.TWICE_RUNNING: message(
        "{number:name} with {from_points:points} floats to the {to_points:score}-point "
        "scoregroup, because this player has had the same colour twice in a row, and no "
        "opponent in the current scoregroup allows the other colour ({cause_article})."
    ),
    FloatCause.EVEN: message(
        "{number:name} with {from_points:points} floats to the {to_points:score}-point "
        "scoregroup, because the current scoregroup has an odd number of players "
        "({cause_article})."
    ),
    FloatCause.SURPLUS: message(
        "{number:name} with {from_points:points} floats to the {to_points:score}-point "
        "scoregroup, because not everyone can be paired within the current scoregroup "
        "({cause_article})."
    ),
}


def _floater_towards_median_sentences(reason: Floated, name: Name) -> str:
    assert reason.cause is not None
    why, how = CAUSES[reason.cause], _floater_choice_template(reason)
    return f"{fill_template(why, reason, name)} {fill_template(how, reason, name)}"


def _floater_choice_template(reason: Floated) -> Message:
    if reason.instead_of is not None:
        return INSTEAD_OF
    if reason.due is not None:
        return CHOSEN_BY_COLOUR
    if reason.too_far is not None:
        return TOO_FAR
    if reason.floater_type in (FloaterType.A, FloaterType.B):
        return FLOATS_ON
    assert reason.to_points is not None
    down = reason.from_points > reason.to_points
    if reason.passed_over:
        return LOWEST_POSSIBLE if down else HIGHEST_POSSIBLE
    return LOWEST_NUMBERED if down else HIGHEST_NUMBERED


INSTEAD_OF = message(
    "{number:name} floats instead of {instead_of:name}, with whom the median scoregroup could not"
    " be paired ({article})."
)
CHOSEN_BY_COLOUR = message(
    "{number:name} is chosen as a player who is due {due:colour}, because more players "
    "of the scoregroup are due that colour ({article})."
)
TOO_FAR = message(
    "{too_far:name} is due the colour that more players of the scoregroup are due. {number:name} is"
    " chosen all the same, because their ratings are more than 100 points apart ({article})."
)
FLOATS_ON = message("{number:name} is already a floater and floats on ({article}).")
LOWEST_NUMBERED = message("{number:name} has the largest TPN of the candidates ({article}).")
LOWEST_POSSIBLE = message(
    "{number:name} has the largest TPN of the players who can float ({article})."
)
HIGHEST_NUMBERED = message("{number:name} has the smallest TPN of the candidates ({article}).")
HIGHEST_POSSIBLE = message(
    "{number:name} has the smallest TPN of the players who can float ({article})."
)


def _odd_man_sentence(reason: Floated, name: Name) -> str:
    if reason.others_below:
        return fill_template(ONE_OF_THE_ODD_MEN, reason, name)
    if reason.taken_below:
        left = LOWEST_POSSIBLE_LEFT if reason.passed_over else LOWEST_LEFT
        return fill_count_template(left, len(reason.taken_below), reason, name)
    return render_sentence(LOWEST_RANKED, reason, name)


ONE_OF_THE_ODD_MEN = message(
    "{number:name}, like {others_below:names}, is an odd man of the {from_points:score}-point"
    " scoregroup and is paired in the {to_points:score}-point scoregroup ({article})."
)
LOWEST_RANKED = CandidateTemplates(
    message(
        "{number:name}, ranked lowest, is an odd man of the {from_points:score}-point "
        "scoregroup and is paired in the {to_points:score}-point scoregroup ({article})."
    ),
    message(
        "{number:name}, the lowest-ranked possible candidate, is an odd man of the "
        "{from_points:score}-point scoregroup and is paired in the {to_points:score}-point "
        "scoregroup ({article})."
    ),
)
LOWEST_LEFT = counted(
    "{number:name} is an odd man of the {from_points:score}-point scoregroup and is "
    "paired in the {to_points:score}-point scoregroup ({article}). Only "
    "{taken_below:names}, who is already paired with an odd man from above, is ranked "
    "lower.",
    "{number:name} is an odd man of the {from_points:score}-point scoregroup and is "
    "paired in the {to_points:score}-point scoregroup ({article}). Only "
    "{taken_below:names}, who are already paired with odd men from above, are ranked "
    "lower.",
)
LOWEST_POSSIBLE_LEFT = counted(
    "{number:name}, the lowest-ranked possible candidate, is an odd man of the "
    "{from_points:score}-point scoregroup and is paired in the {to_points:score}-point "
    "scoregroup ({article}). {taken_below:names}, ranked lower, is already paired with "
    "an odd man from above.",
    "{number:name}, the lowest-ranked possible candidate, is an odd man of the "
    "{from_points:score}-point scoregroup and is paired in the {to_points:score}-point "
    "scoregroup ({article}). {taken_below:names}, ranked lower, are already paired with "
    "odd men from above.",
)


def _moved_up_sentences(reason: Floated, name: Name) -> str:
    if reason.island is None:
        return fill_template(MOVED_UP_FOR_GROUP, reason, name)
    island = reason.island
    between = (
        cannot_meet_sentence(island, other.candidate, other.obstacle, name)
        for other in reason.own_group
    )
    return " ".join([fill_template(MOVED_UP_FOR_ONE, reason, name), *between])


MOVED_UP_FOR_GROUP = message(
    "{number:name} with {from_points:points} is moved up to the {to_points:score}-point scoregroup,"
    " which has an odd number of players ({article})."
)
MOVED_UP_FOR_ONE = message(
    "{number:name} with {from_points:points} is moved up to meet {island:name}, who has no possible"
    " opponent in the {to_points:score}-point scoregroup ({article})."
)


def _moved_down_sentences(reason: Floated, name: Name) -> str:
    text = fill_template(MOVED_DOWN[reason.already_floater, reason.pairable_below], reason, name)
    if reason.proof is None:
        return text
    if reason.for_the_rest:
        need = say("Otherwise the players of the other scoregroups could not be paired.")
    else:
        need = say("Otherwise the scoregroup could not be paired.")
    islands = unpairable_islands_sentence(reason.proof.islands, reason.proof.bridge, name)
    return f"{text} {need} {islands}"


MOVED_DOWN = {
    (True, True): message(
        "{number:name} with {from_points:points} is moved down to the next scoregroup "
        "({article}). This player is already a floater and has a possible opponent in the "
        "next scoregroup."
    ),
    (True, False): message(
        "{number:name} with {from_points:points} is moved down to the next scoregroup "
        "({article}). This player is already a floater and has no possible opponent in the "
        "next scoregroup either."
    ),
    (False, True): message(
        "{number:name} with {from_points:points} is moved down to the next scoregroup "
        "({article}). This player is not a floater yet and has a possible opponent in the "
        "next scoregroup."
    ),
    (False, False): message(
        "{number:name} with {from_points:points} is moved down to the next scoregroup "
        "({article}). This player is not a floater yet and has no possible opponent in the "
        "next scoregroup."
    ),
}
"""The sentences, keyed by whether the player is already a floater and whether an opponent is
below.
"""

FLOATERS: dict[FloatMethod, Row] = {
    FloatMethod.GROUP: _floater_to_next_group_sentence,
    FloatMethod.BRACKET: message(
        "{number:name} with {from_points:points} downfloats to the {to_points:score}-point bracket"
        " ({article})."
    ),
    FloatMethod.MEDIAN: _floater_towards_median_sentences,
    FloatMethod.UPFLOATER: message(
        "{number:name} with {from_points:points} upfloats to the {to_points:score}-point "
        "bracket as a member of the first set of upfloaters that best meets the criteria "
        "({article})."
    ),
    FloatMethod.UPFLOATER_SET: CandidateTemplates(
        message(
            "{number:name} with {from_points:points} upfloats to the {to_points:score}-point "
            "bracket as the first participant with that score in the order in which upfloaters "
            "are considered ({article})."
        ),
        message(
            "{number:name} with {from_points:points} upfloats to the {to_points:score}-point "
            "bracket as the first possible participant with that score in the order in which "
            "upfloaters are considered ({article})."
        ),
    ),
    FloatMethod.ODD_MAN: _odd_man_sentence,
    FloatMethod.MOVED_UP: _moved_up_sentences,
    FloatMethod.MOVED_DOWN: _moved_down_sentences,
}
