"""Sentences for pairs and for floaters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.messages import message, say, say_kept
from topboard.model import POINT
from topboard.reasons.grounds import (
    CandidateOrder,
    FloatCause,
    FloaterType,
    FloatMethod,
    HalvesPlacing,
    PairMethod,
    Placing,
)
from topboard.reasons.sentences.obstacles import obstacle_sentence
from topboard.reasons.sentences.templates import CandidateTemplates, fill_template, render_sentence
from topboard.reasons.sentences.words import (
    bracket_phrase,
    colour_word,
    format_names,
    name_with_aro,
    points_with_word,
    remaining_opponents_clause,
)
from topboard.text.numbers import format_points

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.messages import Message
    from topboard.model import Number
    from topboard.reasons.decisions import Floated, OpponentChoice
    from topboard.reasons.family_decisions import OppositionScores
    from topboard.reasons.sentences.templates import Row

    Name = Callable[[Number], str]


# --- pairs --------------------------------------------------------------------------------


def pair_sentence(reason: OpponentChoice, name: Name) -> str:
    """Return the sentence for a pair, according to the method that made it."""
    return render_sentence(PAIRS[reason.method], reason, name)


ORDERS: dict[CandidateOrder | None, Row] = {
    None: message("{chooser:name} meets {chosen:name} ({article})."),
    CandidateOrder.LAST_TWO: message(
        "{chooser:name} meets {chosen:name}: no others are left in the group ({article})."
    ),
    CandidateOrder.FLOATERS: message(
        "{chooser:name} meets {chosen:name}, a floater too: nobody of the group is possible"
        " ({article})."
    ),
    CandidateOrder.HALVES_OF_LIST: message(
        "{chooser:name} meets {chosen:name}: upper half of the list against lower half ({article})."
    ),
    CandidateOrder.MOVED_UP: message(
        "{chooser:name} meets {chosen:name}, moved up for this ({article})."
    ),
    CandidateOrder.ROW: CandidateTemplates(
        message("{chooser:name} meets {chosen:name}, who stands in the same row ({article})."),
        message(
            "{chooser:name} meets {chosen:name}, the first possible of the other column"
            " ({article})."
        ),
    ),
    CandidateOrder.OWN_COLUMN: CandidateTemplates(
        message("{chooser:name} meets {chosen:name}, the first of the same column ({article})."),
        message(
            "{chooser:name} meets {chosen:name}, the first possible of the same column ({article})."
        ),
    ),
    CandidateOrder.OTHER_HALF: CandidateTemplates(
        message("{chooser:name} meets {chosen:name}, the first of the other half ({article})."),
        message(
            "{chooser:name} meets {chosen:name}, the first possible of the other half ({article})."
        ),
    ),
    CandidateOrder.OWN_HALF: CandidateTemplates(
        message("{chooser:name} meets {chosen:name}, the last of its own half ({article})."),
        message(
            "{chooser:name} meets {chosen:name}, the last possible of its own half ({article})."
        ),
    ),
    CandidateOrder.HIGHEST: CandidateTemplates(
        message("{chooser:name} meets {chosen:name}, the highest ranked of the group ({article})."),
        message(
            "{chooser:name} meets {chosen:name}, the highest ranked possible of the group"
            " ({article})."
        ),
    ),
    CandidateOrder.LOWEST: CandidateTemplates(
        message("{chooser:name} meets {chosen:name}, the lowest ranked of the group ({article})."),
        message(
            "{chooser:name} meets {chosen:name}, the lowest ranked possible of the group"
            " ({article})."
        ),
    ),
    CandidateOrder.HIGHEST_NUMBERED: CandidateTemplates(
        message(
            "{chooser:name} meets {chosen:name}, the highest numbered of the group, those due the"
            " other colour first ({article})."
        ),
        message(
            "{chooser:name} meets {chosen:name}, the highest numbered possible of the group, those"
            " due the other colour first ({article})."
        ),
    ),
    CandidateOrder.LOWEST_NUMBERED: CandidateTemplates(
        message(
            "{chooser:name} meets {chosen:name}, the lowest numbered of the group, those due the"
            " other colour first ({article})."
        ),
        message(
            "{chooser:name} meets {chosen:name}, the lowest numbered possible of the group, those"
            " due the other colour first ({article})."
        ),
    ),
    CandidateOrder.LAST: CandidateTemplates(
        message("{chooser:name} meets {chosen:name}, the last of the list ({article})."),
        message("{chooser:name} meets {chosen:name}, the last possible of the list ({article})."),
    ),
    CandidateOrder.HIGHEST_RATING: CandidateTemplates(
        message(
            "{chooser:name} meets {chosen:name}, the highest rated of the group, those due the"
            " other colour first ({article})."
        ),
        message(
            "{chooser:name} meets {chosen:name}, the highest rated possible of the group, those"
            " due the other colour first ({article})."
        ),
    ),
    CandidateOrder.LOWEST_RATING: CandidateTemplates(
        message(
            "{chooser:name} meets {chosen:name}, the lowest rated of those due the dominating"
            " colour ({article})."
        ),
        message(
            "{chooser:name} meets {chosen:name}, the lowest rated possible of those due the"
            " dominating colour ({article})."
        ),
    ),
}
"""The sentences for a pair made in an order of candidates."""

PLACINGS: dict[HalvesPlacing | Placing | None, Row] = {
    HalvesPlacing.IN_ORDER: message(
        "{chooser:name} meets {chosen:name} in {points:bracket}: upper half against lower half in"
        " order ({article})."
    ),
    HalvesPlacing.TRANSPOSED: message(
        "{chooser:name} meets {chosen:name} in {points:bracket}: upper half against lower half with"
        " a transposition ({article})."
    ),
    HalvesPlacing.AFTER_EXCHANGE: message(
        "{chooser:name} meets {chosen:name} in {points:bracket}: after the exchange between the"
        " halves ({article})."
    ),
    Placing.CONSECUTIVE: message(
        "{chooser:name} meets {chosen:name} in the group of {points:points}: top half against"
        " bottom half in consecutive order ({article})."
    ),
    Placing.TRANSPOSED: message(
        "{chooser:name} meets {chosen:name} in the group of {points:points}: top half against"
        " bottom half with a transposition ({article})."
    ),
    Placing.INTERCHANGED: message(
        "{chooser:name} meets {chosen:name} in the group of {points:points}: with an interchange"
        " between the halves ({article})."
    ),
}
"""The sentences for a pair between the halves of a bracket or group."""


def _pair_by_order_sentence(reason: OpponentChoice, name: Name) -> str:
    return render_sentence(ORDERS[reason.order], reason, name)


def _pair_by_halves_sentence(reason: OpponentChoice, name: Name) -> str:
    return render_sentence(PLACINGS[reason.placing], reason, name)


def _pair_across_subgroups_sentence(reason: OpponentChoice, name: Name) -> str:
    template = ACROSS.possible if reason.passed_over else ACROSS.first
    return fill_template(
        template, reason, name, chooser=name_with_aro(reason.chooser, reason.aro, name)
    )


ACROSS = CandidateTemplates(
    message(
        "{chooser}, whose turn it is by ARO in {points:bracket}, meets {chosen:name}, the first of"
        " the other side by number ({article})."
    ),
    message(
        "{chooser}, whose turn it is by ARO in {points:bracket}, meets {chosen:name}, the first"
        " possible of the other side by number ({article})."
    ),
)


def _pair_by_numbers_sentence(reason: OpponentChoice, name: Name) -> str:
    (own, other), (first, second) = reason.numbers, reason.opposition
    possible = say("the largest possible") if reason.passed_over else say("the largest left")
    return say(
        "{chooser} meets {chosen} in {bracket}: number {own} (Buchholz {buchholz},"
        " Sonneborn-Berger {berger}) meets number {other} ({scored}), {possible} ({article}).",
        chooser=name(reason.chooser),
        chosen=name(reason.chosen),
        bracket=bracket_phrase(reason.points),
        own=own,
        buchholz=format_points(first.buchholz),
        berger=format_points(first.sonneborn_berger, POINT * POINT),
        other=other,
        scored=format_opposition_scores(second),
        possible=possible,
        article=reason.article,
    )


def format_opposition_scores(one: OppositionScores) -> str:
    """Return the formatted Buchholz and Sonneborn-Berger scores, separated by a comma."""
    return f"{format_points(one.buchholz)}, {format_points(one.sonneborn_berger, POINT * POINT)}"


def _pair_by_table_sentence(reason: OpponentChoice, name: Name) -> str:
    first, second, turned = reason.white_seat, reason.black_seat, ""
    if reason.colours_reversed:
        first, second, turned = second, first, say(", colours reversed in the second cycle")
    return fill_template(TABLE, reason, name, first=first, second=second, turned=turned)


TABLE = message(
    "{chooser:name} has White against {chosen:name}: the table for {size} sets {first} - {second}"
    " in its round {row}{turned} ({article})."
)

PAIRS: dict[PairMethod, Row] = {
    PairMethod.ORDER: _pair_by_order_sentence,
    PairMethod.MDP: CandidateTemplates(
        message(
            "{chooser:name}, moved down, meets {chosen:name}, the highest ranked of"
            " {points:bracket} ({article})."
        ),
        message(
            "{chooser:name}, moved down, meets {chosen:name}, the highest ranked possible of"
            " {points:bracket} ({article})."
        ),
    ),
    PairMethod.HALVES: _pair_by_halves_sentence,
    PairMethod.REQUIRED: message("It was decided that {chooser:name} meets {chosen:name}."),
    PairMethod.BRACKET_NUMBERS: _pair_by_numbers_sentence,
    PairMethod.SUBGROUPS: _pair_across_subgroups_sentence,
    PairMethod.IDENTIFIER: CandidateTemplates(
        message(
            "{chooser:name} meets {chosen:name} in {points:bracket}: of the numbers that are left"
            " to it the smallest ({article})."
        ),
        message(
            "{chooser:name} meets {chosen:name} in {points:bracket}: of the numbers that are left"
            " to it the smallest possible ({article})."
        ),
    ),
    PairMethod.ODD_MAN: CandidateTemplates(
        message(
            "{chooser:name} as odd man meets {chosen:name}, the highest ranked in the group of"
            " {points:points} ({article})."
        ),
        message(
            "{chooser:name} as odd man meets {chosen:name}, the highest ranked possible in the"
            " group of {points:points} ({article})."
        ),
    ),
    PairMethod.BERGER_TABLE: _pair_by_table_sentence,
}


# --- floaters -----------------------------------------------------------------------------


def floater_sentence(reason: Floated, name: Name) -> str:
    """Return the sentence for a floater, according to the method that chose it."""
    return render_sentence(FLOATERS[reason.method], reason, name)


def _floater_to_next_group_sentence(reason: Floated, name: Name) -> str:
    row = LEAVING.get(reason.order, LEAVING[None])
    template = row if not isinstance(row, CandidateTemplates) else row[bool(reason.passed_over)]
    return fill_template(template, reason, name, from_points=_points_with_imaginary(reason))


LEAVING: dict[CandidateOrder | None, Message | CandidateTemplates] = {
    None: message(
        "{number:name} with {from_points} floats to the group of {to_points:points} ({article})."
    ),
    CandidateOrder.FLOATERS: message(
        "{number:name} with {from_points}, a floater already, floats on to the group of"
        " {to_points:points} ({article})."
    ),
    CandidateOrder.LOWEST: CandidateTemplates(
        message(
            "{number:name} with {from_points}, the lowest ranked, floats to the group of"
            " {to_points:points} ({article})."
        ),
        message(
            "{number:name} with {from_points}, the lowest ranked possible, floats to the group of"
            " {to_points:points} ({article})."
        ),
    ),
    CandidateOrder.HIGHEST: CandidateTemplates(
        message(
            "{number:name} with {from_points}, the highest ranked, floats to the group of"
            " {to_points:points} ({article})."
        ),
        message(
            "{number:name} with {from_points}, the highest ranked possible, floats to the group of"
            " {to_points:points} ({article})."
        ),
    ),
}
"""The sentences for a team that leaves its group, by the order of the candidates."""


def _points_with_imaginary(reason: Floated) -> str:
    if not reason.imaginary_points:
        return points_with_word(reason.from_points)
    imaginary = format_points(reason.imaginary_points)
    if reason.imaginary_points == reason.from_points:
        return say("{imaginary} imaginary points", imaginary=imaginary)
    return say(
        "{from_points}, {imaginary} of them imaginary",
        from_points=points_with_word(reason.from_points),
        imaginary=imaginary,
    )


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


def _floater_towards_median_sentence(reason: Floated, name: Name) -> str:
    assert reason.cause is not None
    cause, how = say_kept(CAUSES[reason.cause]), _floater_choice_clause(reason, name)
    return fill_template(TOWARDS_MEDIAN, reason, name, cause=cause, how=how)


TOWARDS_MEDIAN = message(
    "{number:name} with {from_points:points} floats to the group of {to_points:points}: {cause}"
    " ({cause_article}); {how} ({article})."
)


def _floater_choice_clause(reason: Floated, name: Name) -> str:
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
    if reason.floater_type in (FloaterType.A, FloaterType.B):
        return say("a floater already, who floats on")
    assert reason.to_points is not None
    down = reason.from_points > reason.to_points
    if reason.passed_over:
        return say("the lowest numbered possible") if down else say("the highest numbered possible")
    return say("the lowest numbered") if down else say("the highest numbered")


def _odd_man_sentence(reason: Floated, name: Name) -> str:
    if reason.others_below:
        return fill_template(ONE_OF_THE_ODD_MEN, reason, name)
    how = say("the lowest ranked") if not reason.passed_over else say("the lowest ranked possible")
    if reason.taken_below:
        how += " " + say(
            "besides {taken_below}, taken by odd men from above",
            taken_below=format_names(reason.taken_below, name),
        )
    return fill_template(THE_ODD_MAN, reason, name, how=how)


ONE_OF_THE_ODD_MEN = message(
    "{number:name}, like {others_below:names}, is an odd man of the group of {from_points:points}"
    " and paired in the group of {to_points:points} ({article})."
)
THE_ODD_MAN = message(
    "{number:name} is the odd man of the group of {from_points:points}, {how}, and paired in the"
    " group of {to_points:points} ({article})."
)


def _moved_up_sentence(reason: Floated, name: Name) -> str:
    if reason.island is None:
        return fill_template(MOVED_UP_FOR_GROUP, reason, name)
    between = "; ".join(
        f"{name(other.candidate)}: {obstacle_sentence(other.obstacle, name)}"
        for other in reason.own_group
    )
    return fill_template(MOVED_UP_FOR_ONE, reason, name, between=f" ({between})" if between else "")


MOVED_UP_FOR_GROUP = message(
    "{number:name} with {from_points:points} is moved up to the group of {to_points:points}, which"
    " has an odd number ({article})."
)
MOVED_UP_FOR_ONE = message(
    "{island:name} has no possible opponent in the group of {to_points:points}{between};"
    " {number:name} with {from_points:points} is moved up to meet {island:name} ({article})."
)


def _moved_down_sentence(reason: Floated, name: Name) -> str:
    text = fill_template(MOVED_DOWN[reason.already_floater, reason.pairable_below], reason, name)
    if reason.proof is None:
        return text
    short = say("the players of the other groups") if reason.for_the_rest else say("the group")
    return say(
        "{text} Otherwise {short} could not be paired: {proof}.",
        text=text,
        short=short,
        proof=remaining_opponents_clause(reason.proof.islands, reason.proof.bridge, name),
    )


MOVED_DOWN = {
    (True, True): message(
        "{number:name} with {from_points:points} goes down to the next group ({article}): a floater"
        " already, and can be paired there."
    ),
    (True, False): message(
        "{number:name} with {from_points:points} goes down to the next group ({article}): a floater"
        " already, and cannot be paired there."
    ),
    (False, True): message(
        "{number:name} with {from_points:points} goes down to the next group ({article}): no"
        " floater so far, and can be paired there."
    ),
    (False, False): message(
        "{number:name} with {from_points:points} goes down to the next group ({article}): no"
        " floater so far, and cannot be paired there."
    ),
}
"""The sentences by whether the player is a floater already and can be paired below."""

FLOATERS: dict[FloatMethod, Row] = {
    FloatMethod.GROUP: _floater_to_next_group_sentence,
    FloatMethod.BRACKET: message(
        "{number:name} with {from_points:points} is left over and moves down to"
        " {to_points:bracket} ({article})."
    ),
    FloatMethod.MEDIAN: _floater_towards_median_sentence,
    FloatMethod.UPFLOATER: message(
        "{number:name} with {from_points:points} floats up to {to_points:bracket}: he is of the"
        " first set that is best by the criteria ({article})."
    ),
    FloatMethod.UPFLOATER_SET: CandidateTemplates(
        message(
            "{number:name} with {from_points:points} floats up to {to_points:bracket}: the first of"
            " its score in the order of the sets ({article})."
        ),
        message(
            "{number:name} with {from_points:points} floats up to {to_points:bracket}: the first"
            " possible of its score in the order of the sets ({article})."
        ),
    ),
    FloatMethod.ODD_MAN: _odd_man_sentence,
    FloatMethod.MOVED_UP: _moved_up_sentence,
    FloatMethod.MOVED_DOWN: _moved_down_sentence,
}
