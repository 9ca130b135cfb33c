"""Sentences for pairs and for floaters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.messages import message, say, say_kept
from topboard.model import POINT
from topboard.reasons.grounds import (
    FloatCause,
    FloaterType,
    FloatMethod,
    HalvesPlacing,
    Order,
    PairMethod,
    Placing,
)
from topboard.reasons.sentences.obstacles import obstacle_sentence
from topboard.reasons.sentences.templates import Either, fill, tell
from topboard.reasons.sentences.words import (
    bracket_of,
    colour_word,
    format_names,
    left_to_meet,
    points,
    with_aro,
)
from topboard.text.numbers import format_points

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.messages import Message
    from topboard.model import Number
    from topboard.reasons.decisions import Floated, OpponentChosen
    from topboard.reasons.family_decisions import OppositionMet
    from topboard.reasons.sentences.templates import Row

    Name = Callable[[Number], str]


# --- pairs --------------------------------------------------------------------------------


def pair_sentence(reason: OpponentChosen, name: Name) -> str:
    """Return the sentence for a pair, according to the method that made it."""
    return tell(PAIRS[reason.method], reason, name)


ORDERS: dict[Order | None, Row] = {
    None: message("{chooser:name} meets {chosen:name} ({article})."),
    Order.LAST_TWO: message(
        "{chooser:name} meets {chosen:name}: no others are left in the group ({article})."
    ),
    Order.FLOATERS: message(
        "{chooser:name} meets {chosen:name}, a floater too: nobody of the group is possible"
        " ({article})."
    ),
    Order.HALVES_OF_LIST: message(
        "{chooser:name} meets {chosen:name}: upper half of the list against lower half ({article})."
    ),
    Order.MOVED_UP: message("{chooser:name} meets {chosen:name}, moved up for this ({article})."),
    Order.ROW: Either(
        message("{chooser:name} meets {chosen:name}, who stands in the same row ({article})."),
        message(
            "{chooser:name} meets {chosen:name}, the first possible of the other column"
            " ({article})."
        ),
    ),
    Order.OWN_COLUMN: Either(
        message("{chooser:name} meets {chosen:name}, the first of the same column ({article})."),
        message(
            "{chooser:name} meets {chosen:name}, the first possible of the same column ({article})."
        ),
    ),
    Order.OTHER_HALF: Either(
        message("{chooser:name} meets {chosen:name}, the first of the other half ({article})."),
        message(
            "{chooser:name} meets {chosen:name}, the first possible of the other half ({article})."
        ),
    ),
    Order.OWN_HALF: Either(
        message("{chooser:name} meets {chosen:name}, the last of its own half ({article})."),
        message(
            "{chooser:name} meets {chosen:name}, the last possible of its own half ({article})."
        ),
    ),
    Order.HIGHEST: Either(
        message("{chooser:name} meets {chosen:name}, the highest ranked of the group ({article})."),
        message(
            "{chooser:name} meets {chosen:name}, the highest ranked possible of the group"
            " ({article})."
        ),
    ),
    Order.LOWEST: Either(
        message("{chooser:name} meets {chosen:name}, the lowest ranked of the group ({article})."),
        message(
            "{chooser:name} meets {chosen:name}, the lowest ranked possible of the group"
            " ({article})."
        ),
    ),
    Order.HIGHEST_NUMBERED: Either(
        message(
            "{chooser:name} meets {chosen:name}, the highest numbered of the group, those due the"
            " other colour first ({article})."
        ),
        message(
            "{chooser:name} meets {chosen:name}, the highest numbered possible of the group, those"
            " due the other colour first ({article})."
        ),
    ),
    Order.LOWEST_NUMBERED: Either(
        message(
            "{chooser:name} meets {chosen:name}, the lowest numbered of the group, those due the"
            " other colour first ({article})."
        ),
        message(
            "{chooser:name} meets {chosen:name}, the lowest numbered possible of the group, those"
            " due the other colour first ({article})."
        ),
    ),
    Order.LAST: Either(
        message("{chooser:name} meets {chosen:name}, the last of the list ({article})."),
        message("{chooser:name} meets {chosen:name}, the last possible of the list ({article})."),
    ),
    Order.HIGHEST_RATING: Either(
        message(
            "{chooser:name} meets {chosen:name}, the highest rated of the group, those due the"
            " other colour first ({article})."
        ),
        message(
            "{chooser:name} meets {chosen:name}, the highest rated possible of the group, those"
            " due the other colour first ({article})."
        ),
    ),
    Order.LOWEST_RATING: Either(
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


def _by_order(reason: OpponentChosen, name: Name) -> str:
    return tell(ORDERS[reason.order], reason, name)


def _by_halves(reason: OpponentChosen, name: Name) -> str:
    return tell(PLACINGS[reason.placing], reason, name)


def _across(reason: OpponentChosen, name: Name) -> str:
    template = ACROSS.possible if reason.passed_over else ACROSS.first
    return fill(template, reason, name, chooser=with_aro(reason.chooser, reason.aro, name))


ACROSS = Either(
    message(
        "{chooser}, whose turn it is by ARO in {points:bracket}, meets {chosen:name}, the first of"
        " the other side by number ({article})."
    ),
    message(
        "{chooser}, whose turn it is by ARO in {points:bracket}, meets {chosen:name}, the first"
        " possible of the other side by number ({article})."
    ),
)


def _by_bracket_numbers(reason: OpponentChosen, name: Name) -> str:
    (own, other), (first, second) = reason.numbers, reason.opposition
    possible = say("the largest possible") if reason.passed_over else say("the largest left")
    return say(
        "{chooser} meets {chosen} in {bracket}: number {own} (Buchholz {buchholz},"
        " Sonneborn-Berger {berger}) meets number {other} ({scored}), {possible} ({article}).",
        chooser=name(reason.chooser),
        chosen=name(reason.chosen),
        bracket=bracket_of(reason.points),
        own=own,
        buchholz=format_points(first.buchholz),
        berger=format_points(first.sonneborn_berger, POINT * POINT),
        other=other,
        scored=opposition_scores(second),
        possible=possible,
        article=reason.article,
    )


def opposition_scores(one: OppositionMet) -> str:
    """Return the formatted Buchholz and Sonneborn-Berger scores, separated by a comma."""
    return f"{format_points(one.buchholz)}, {format_points(one.sonneborn_berger, POINT * POINT)}"


def _by_table(reason: OpponentChosen, name: Name) -> str:
    first, second, turned = reason.white_seat, reason.black_seat, ""
    if reason.colours_reversed:
        first, second, turned = second, first, say(", colours reversed in the second cycle")
    return fill(TABLE, reason, name, first=first, second=second, turned=turned)


TABLE = message(
    "{chooser:name} has White against {chosen:name}: the table for {size} sets {first} - {second}"
    " in its round {row}{turned} ({article})."
)

PAIRS: dict[PairMethod, Row] = {
    PairMethod.ORDER: _by_order,
    PairMethod.MDP: Either(
        message(
            "{chooser:name}, moved down, meets {chosen:name}, the highest ranked of"
            " {points:bracket} ({article})."
        ),
        message(
            "{chooser:name}, moved down, meets {chosen:name}, the highest ranked possible of"
            " {points:bracket} ({article})."
        ),
    ),
    PairMethod.HALVES: _by_halves,
    PairMethod.REQUIRED: message("It was decided that {chooser:name} meets {chosen:name}."),
    PairMethod.BRACKET_NUMBERS: _by_bracket_numbers,
    PairMethod.SUBGROUPS: _across,
    PairMethod.IDENTIFIER: Either(
        message(
            "{chooser:name} meets {chosen:name} in {points:bracket}: of the numbers that are left"
            " to it the smallest ({article})."
        ),
        message(
            "{chooser:name} meets {chosen:name} in {points:bracket}: of the numbers that are left"
            " to it the smallest possible ({article})."
        ),
    ),
    PairMethod.ODD_MAN: Either(
        message(
            "{chooser:name} as odd man meets {chosen:name}, the highest ranked in the group of"
            " {points:points} ({article})."
        ),
        message(
            "{chooser:name} as odd man meets {chosen:name}, the highest ranked possible in the"
            " group of {points:points} ({article})."
        ),
    ),
    PairMethod.BERGER_TABLE: _by_table,
}


# --- floaters -----------------------------------------------------------------------------


def floater_sentence(reason: Floated, name: Name) -> str:
    """Return the sentence for a floater, according to the method that chose it."""
    return tell(FLOATERS[reason.method], reason, name)


def _to_next_group(reason: Floated, name: Name) -> str:
    row = LEAVING.get(reason.order, LEAVING[None])
    template = row if not isinstance(row, Either) else row[bool(reason.passed_over)]
    return fill(template, reason, name, from_points=_with_imaginary(reason))


LEAVING: dict[Order | None, Message | Either] = {
    None: message(
        "{number:name} with {from_points} floats to the group of {to_points:points} ({article})."
    ),
    Order.FLOATERS: message(
        "{number:name} with {from_points}, a floater already, floats on to the group of"
        " {to_points:points} ({article})."
    ),
    Order.LOWEST: Either(
        message(
            "{number:name} with {from_points}, the lowest ranked, floats to the group of"
            " {to_points:points} ({article})."
        ),
        message(
            "{number:name} with {from_points}, the lowest ranked possible, floats to the group of"
            " {to_points:points} ({article})."
        ),
    ),
    Order.HIGHEST: Either(
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


def _with_imaginary(reason: Floated) -> str:
    if not reason.imaginary_points:
        return points(reason.from_points)
    imaginary = format_points(reason.imaginary_points)
    if reason.imaginary_points == reason.from_points:
        return say("{imaginary} imaginary points", imaginary=imaginary)
    return say(
        "{from_points}, {imaginary} of them imaginary",
        from_points=points(reason.from_points),
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


def _towards_median(reason: Floated, name: Name) -> str:
    assert reason.cause is not None
    cause, how = say_kept(CAUSES[reason.cause]), _how_chosen(reason, name)
    return fill(TOWARDS_MEDIAN, reason, name, cause=cause, how=how)


TOWARDS_MEDIAN = message(
    "{number:name} with {from_points:points} floats to the group of {to_points:points}: {cause}"
    " ({cause_article}); {how} ({article})."
)


def _how_chosen(reason: Floated, name: Name) -> str:
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


def _odd_man(reason: Floated, name: Name) -> str:
    if reason.others_below:
        return fill(ONE_OF_THE_ODD_MEN, reason, name)
    how = say("the lowest ranked") if not reason.passed_over else say("the lowest ranked possible")
    if reason.taken_below:
        how += " " + say(
            "besides {taken_below}, taken by odd men from above",
            taken_below=format_names(reason.taken_below, name),
        )
    return fill(THE_ODD_MAN, reason, name, how=how)


ONE_OF_THE_ODD_MEN = message(
    "{number:name}, like {others_below:names}, is an odd man of the group of {from_points:points}"
    " and paired in the group of {to_points:points} ({article})."
)
THE_ODD_MAN = message(
    "{number:name} is the odd man of the group of {from_points:points}, {how}, and paired in the"
    " group of {to_points:points} ({article})."
)


def _moved_up(reason: Floated, name: Name) -> str:
    if reason.island is None:
        return fill(MOVED_UP_FOR_GROUP, reason, name)
    between = "; ".join(
        f"{name(other.candidate)}: {obstacle_sentence(other.obstacle, name)}"
        for other in reason.own_group
    )
    return fill(MOVED_UP_FOR_ONE, reason, name, between=f" ({between})" if between else "")


MOVED_UP_FOR_GROUP = message(
    "{number:name} with {from_points:points} is moved up to the group of {to_points:points}, which"
    " has an odd number ({article})."
)
MOVED_UP_FOR_ONE = message(
    "{island:name} has no possible opponent in the group of {to_points:points}{between};"
    " {number:name} with {from_points:points} is moved up to meet {island:name} ({article})."
)


def _moved_down(reason: Floated, name: Name) -> str:
    text = fill(MOVED_DOWN[reason.already_floater, reason.pairable_below], reason, name)
    if reason.proof is None:
        return text
    short = say("the players of the other groups") if reason.for_the_rest else say("the group")
    return say(
        "{text} Otherwise {short} could not be paired: {proof}.",
        text=text,
        short=short,
        proof=left_to_meet(reason.proof.islands, reason.proof.bridge, name),
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
    FloatMethod.GROUP: _to_next_group,
    FloatMethod.BRACKET: message(
        "{number:name} with {from_points:points} is left over and moves down to"
        " {to_points:bracket} ({article})."
    ),
    FloatMethod.MEDIAN: _towards_median,
    FloatMethod.UPFLOATER: message(
        "{number:name} with {from_points:points} floats up to {to_points:bracket}: he is of the"
        " first set that is best by the criteria ({article})."
    ),
    FloatMethod.UPFLOATER_SET: Either(
        message(
            "{number:name} with {from_points:points} floats up to {to_points:bracket}: the first of"
            " its score in the order of the sets ({article})."
        ),
        message(
            "{number:name} with {from_points:points} floats up to {to_points:bracket}: the first"
            " possible of its score in the order of the sets ({article})."
        ),
    ),
    FloatMethod.ODD_MAN: _odd_man,
    FloatMethod.MOVED_UP: _moved_up,
    FloatMethod.MOVED_DOWN: _moved_down,
}
