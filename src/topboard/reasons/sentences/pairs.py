"""Sentences for pairs and for floaters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.messages import counted, message, say, say_kept_count
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
from topboard.reasons.sentences.obstacles import between_sentence
from topboard.reasons.sentences.templates import (
    CandidateTemplates,
    fill_count_template,
    fill_template,
    render_sentence,
)
from topboard.reasons.sentences.words import (
    points_with_word,
    stranded_sentence,
    uses_international_tables,
)
from topboard.text.numbers import format_points

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.messages import Message
    from topboard.model import Number
    from topboard.reasons.decisions import Floated, OpponentChoice
    from topboard.reasons.sentences.templates import Row

    Name = Callable[[Number], str]


# --- pairs --------------------------------------------------------------------------------


def pair_sentence(reason: OpponentChoice, name: Name) -> str:
    """Return the sentence for a pair, according to the method that made it."""
    return render_sentence(PAIRS[reason.method], reason, name)


ORDERS: dict[CandidateOrder | None, Row] = {
    None: message("{chooser:name} meets {chosen:name} ({article})."),
    CandidateOrder.LAST_TWO: message(
        "{chooser:name} meets {chosen:name}, because no others are left in the group ({article})."
    ),
    CandidateOrder.FLOATERS: message(
        "{chooser:name} meets {chosen:name}, also a floater, because no team of the group itself is"
        " possible ({article})."
    ),
    CandidateOrder.HALVES_OF_LIST: message(
        "{chooser:name} meets {chosen:name}: upper half of the list against lower half ({article})."
    ),
    CandidateOrder.MOVED_UP: message(
        "{chooser:name} meets {chosen:name}, who was moved up for this pairing ({article})."
    ),
    CandidateOrder.ROW: CandidateTemplates(
        message("{chooser:name} meets {chosen:name} in the same row ({article})."),
        message(
            "{chooser:name} meets {chosen:name}, the first possible opponent in the other column"
            " ({article})."
        ),
    ),
    CandidateOrder.OWN_COLUMN: CandidateTemplates(
        message(
            "{chooser:name} meets {chosen:name}, the first opponent in the same column ({article})."
        ),
        message(
            "{chooser:name} meets {chosen:name}, the first possible opponent in the same column"
            " ({article})."
        ),
    ),
    CandidateOrder.OTHER_HALF: CandidateTemplates(
        message(
            "{chooser:name} meets {chosen:name}, the first opponent in the other half ({article})."
        ),
        message(
            "{chooser:name} meets {chosen:name}, the first possible opponent in the other half"
            " ({article})."
        ),
    ),
    CandidateOrder.OWN_HALF: CandidateTemplates(
        message(
            "{chooser:name} meets {chosen:name}, the last opponent in the same half ({article})."
        ),
        message(
            "{chooser:name} meets {chosen:name}, the last possible opponent in the same half"
            " ({article})."
        ),
    ),
    CandidateOrder.HIGHEST: CandidateTemplates(
        message(
            "{chooser:name} meets {chosen:name}, the highest-ranked opponent in the group"
            " ({article})."
        ),
        message(
            "{chooser:name} meets {chosen:name}, the highest-ranked possible opponent in the group"
            " ({article})."
        ),
    ),
    CandidateOrder.LOWEST: CandidateTemplates(
        message(
            "{chooser:name} meets {chosen:name}, the lowest-ranked opponent in the group"
            " ({article})."
        ),
        message(
            "{chooser:name} meets {chosen:name}, the lowest-ranked possible opponent in the group"
            " ({article})."
        ),
    ),
    CandidateOrder.HIGHEST_NUMBERED: CandidateTemplates(
        message(
            "{chooser:name} meets {chosen:name}, the highest-numbered opponent in the scoregroup;"
            " opponents due the other colour come first ({article})."
        ),
        message(
            "{chooser:name} meets {chosen:name}, the highest-numbered possible opponent in the"
            " scoregroup; opponents due the other colour come first ({article})."
        ),
    ),
    CandidateOrder.LOWEST_NUMBERED: CandidateTemplates(
        message(
            "{chooser:name} meets {chosen:name}, the lowest-numbered opponent in the scoregroup;"
            " opponents due the other colour come first ({article})."
        ),
        message(
            "{chooser:name} meets {chosen:name}, the lowest-numbered possible opponent in the"
            " scoregroup; opponents due the other colour come first ({article})."
        ),
    ),
    CandidateOrder.LAST: CandidateTemplates(
        message("{chooser:name} meets {chosen:name}, the last opponent on the list ({article})."),
        message(
            "{chooser:name} meets {chosen:name}, the last possible opponent on the list"
            " ({article})."
        ),
    ),
    CandidateOrder.HIGHEST_RATING: CandidateTemplates(
        message(
            "{chooser:name} meets {chosen:name}, the highest-rated opponent in the scoregroup;"
            " opponents due the other colour come first ({article})."
        ),
        message(
            "{chooser:name} meets {chosen:name}, the highest-rated possible opponent in the"
            " scoregroup; opponents due the other colour come first ({article})."
        ),
    ),
    CandidateOrder.LOWEST_RATING: CandidateTemplates(
        message(
            "{chooser:name} meets {chosen:name}, the lowest-rated opponent due the dominating "
            "colour ({article})."
        ),
        message(
            "{chooser:name} meets {chosen:name}, the lowest-rated possible opponent due the "
            "dominating colour ({article})."
        ),
    ),
}
"""The sentences for a pair made in an order of candidates."""

PLACINGS: dict[HalvesPlacing | Placing | None, Row] = {
    HalvesPlacing.IN_ORDER: message(
        "{chooser:name} meets {chosen:name} in the {points:score}-point bracket: S1 against S2 in"
        " order ({article})."
    ),
    HalvesPlacing.TRANSPOSED: message(
        "{chooser:name} meets {chosen:name} in the {points:score}-point bracket: S1 against S2"
        " after a transposition of S2 ({article})."
    ),
    HalvesPlacing.AFTER_EXCHANGE: message(
        "{chooser:name} meets {chosen:name} in the {points:score}-point bracket: S1 against S2"
        " after an exchange between them ({article})."
    ),
    Placing.CONSECUTIVE: message(
        "{chooser:name} meets {chosen:name} in the {points:score}-point scoregroup: top half"
        " against bottom half in consecutive order ({article})."
    ),
    Placing.TRANSPOSED: message(
        "{chooser:name} meets {chosen:name} in the {points:score}-point scoregroup: top half"
        " against bottom half with a transposition ({article})."
    ),
    Placing.INTERCHANGED: message(
        "{chooser:name} meets {chosen:name} in the {points:score}-point scoregroup, with an"
        " interchange between the halves ({article})."
    ),
}
"""The sentences for a pair between the halves of a bracket or group."""

REMAINDER_PLACINGS: dict[HalvesPlacing | Placing | None, Row] = {
    HalvesPlacing.IN_ORDER: message(
        "{chooser:name} meets {chosen:name} in the remainder of the {points:score}-point bracket:"
        " S1R against S2R in order ({article})."
    ),
    HalvesPlacing.TRANSPOSED: message(
        "{chooser:name} meets {chosen:name} in the remainder of the {points:score}-point bracket:"
        " S1R against S2R after a transposition of S2R ({article})."
    ),
    HalvesPlacing.AFTER_EXCHANGE: message(
        "{chooser:name} meets {chosen:name} in the remainder of the {points:score}-point bracket:"
        " S1R against S2R after an exchange between them ({article})."
    ),
}
"""The sentences for a pair of residents in a heterogeneous bracket."""


def _pair_by_order_sentence(reason: OpponentChoice, name: Name) -> str:
    return render_sentence(ORDERS[reason.order], reason, name)


def _pair_by_halves_sentence(reason: OpponentChoice, name: Name) -> str:
    placings = REMAINDER_PLACINGS if reason.in_remainder else PLACINGS
    return render_sentence(placings[reason.placing], reason, name)


def _pair_across_subgroups_sentence(reason: OpponentChoice, name: Name) -> str:
    return render_sentence(ACROSS_BY_ARO if reason.aro else ACROSS, reason, name)


ACROSS = CandidateTemplates(
    message(
        "{chooser:name} meets {chosen:name} in the {points:score}-point bracket: the next player"
        " of S1 against the first of G2 by TPN ({article})."
    ),
    message(
        "{chooser:name} meets {chosen:name} in the {points:score}-point bracket: the next player"
        " of S1 against the first possible opponent of G2 by TPN ({article})."
    ),
)
ACROSS_BY_ARO = CandidateTemplates(
    message(
        "{chooser:name} meets {chosen:name} in the {points:score}-point bracket: the next player"
        " of S1, with an ARO of {aro}, against the first of G2 by TPN ({article})."
    ),
    message(
        "{chooser:name} meets {chosen:name} in the {points:score}-point bracket: the next player"
        " of S1, with an ARO of {aro}, against the first possible opponent of G2 by TPN"
        " ({article})."
    ),
)


def _pair_by_numbers_sentence(reason: OpponentChoice, name: Name) -> str:
    own, other = reason.numbers
    template = BY_NUMBERS.possible if reason.passed_over else BY_NUMBERS.first
    places: dict[str, object] = {"own": own, "other": other}
    for prefix, one in zip(("own", "other"), reason.opposition, strict=True):
        places[f"{prefix}_buchholz"] = format_points(one.buchholz)
        places[f"{prefix}_berger"] = format_points(one.sonneborn_berger, POINT * POINT)
    return fill_template(template, reason, name, **places)


BY_NUMBERS = CandidateTemplates(
    message(
        "{chooser:name} meets {chosen:name} in the {points:score}-point bracket: number {own}"
        " (Buchholz {own_buchholz}, Sonneborn-Berger {own_berger}) against number {other} (Buchholz"
        " {other_buchholz}, Sonneborn-Berger {other_berger}), the largest number left ({article})."
    ),
    message(
        "{chooser:name} meets {chosen:name} in the {points:score}-point bracket: number {own}"
        " (Buchholz {own_buchholz}, Sonneborn-Berger {own_berger}) against number {other} (Buchholz"
        " {other_buchholz}, Sonneborn-Berger {other_berger}), the largest possible number"
        " ({article})."
    ),
)


def _pair_by_table_sentence(reason: OpponentChoice, name: Name) -> str:
    first, second, template = reason.white_seat, reason.black_seat, TABLE
    if reason.colours_reversed:
        first, second, template = second, first, TABLE_REVERSED
    if uses_international_tables(reason.article):
        template = INTERNATIONAL[template]
    return fill_template(template, reason, name, first=first, second=second)


TABLE = message(
    "{chooser:name} has White against {chosen:name}: the Berger table for {size} has {first} -"
    " {second} in its round {row} ({article})."
)
TABLE_REVERSED = message(
    "{chooser:name} has White against {chosen:name}: the Berger table for {size} has {first} -"
    " {second} in its round {row}, with colours reversed in the second cycle ({article})."
)
INTERNATIONAL = {
    TABLE: message(
        "{chooser:name} has White against {chosen:name}: the International Table for {size} has"
        " {first} - {second} in its round {row} ({article})."
    ),
    TABLE_REVERSED: message(
        "{chooser:name} has White against {chosen:name}: the International Table for {size} has"
        " {first} - {second} in its round {row}, with colours reversed in the second cycle"
        " ({article})."
    ),
}
"""The same sentences for rules that call their tables International Tables."""

PAIRS: dict[PairMethod, Row] = {
    PairMethod.ORDER: _pair_by_order_sentence,
    PairMethod.MDP: CandidateTemplates(
        message(
            "{chooser:name}, an MDP, meets {chosen:name}, the highest-ranked resident of the"
            " {points:score}-point bracket ({article})."
        ),
        message(
            "{chooser:name}, an MDP, meets {chosen:name}, the highest-ranked possible resident of"
            " the {points:score}-point bracket ({article})."
        ),
    ),
    PairMethod.HALVES: _pair_by_halves_sentence,
    PairMethod.REQUIRED: message(
        "{chooser:name} meets {chosen:name}, because a ruling requires it."
    ),
    PairMethod.BRACKET_NUMBERS: _pair_by_numbers_sentence,
    PairMethod.SUBGROUPS: _pair_across_subgroups_sentence,
    PairMethod.IDENTIFIER: CandidateTemplates(
        message(
            "{chooser:name} meets {chosen:name} in the {points:score}-point bracket: the smallest"
            " TPN still available ({article})."
        ),
        message(
            "{chooser:name} meets {chosen:name} in the {points:score}-point bracket: the smallest"
            " possible TPN ({article})."
        ),
    ),
    PairMethod.ODD_MAN: CandidateTemplates(
        message(
            "{chooser:name}, an odd man, meets {chosen:name}, the highest-ranked opponent in the "
            "{points:score}-point scoregroup ({article})."
        ),
        message(
            "{chooser:name}, an odd man, meets {chosen:name}, the highest-ranked possible "
            "opponent in the {points:score}-point scoregroup ({article})."
        ),
    ),
    PairMethod.BERGER_TABLE: _pair_by_table_sentence,
}


# --- floaters -----------------------------------------------------------------------------


def floater_sentences(reason: Floated, name: Name) -> str:
    """Return the sentences for a floater, according to the method that chose it."""
    return render_sentence(FLOATERS[reason.method], reason, name)


def _floater_to_next_group_sentence(reason: Floated, name: Name) -> str:
    row = LEAVING.get(reason.order, LEAVING[None])
    template = row if not isinstance(row, CandidateTemplates) else row[bool(reason.passed_over)]
    return fill_template(template, reason, name, from_points=_points_with_imaginary(reason))


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
            "{number:name} with {from_points}, ranked lowest, floats to the "
            "{to_points:score}-point group ({article})."
        ),
        message(
            "{number:name} with {from_points}, the lowest-ranked possible candidate, floats to "
            "the {to_points:score}-point group ({article})."
        ),
    ),
    CandidateOrder.HIGHEST: CandidateTemplates(
        message(
            "{number:name} with {from_points}, ranked highest, floats to the "
            "{to_points:score}-point group ({article})."
        ),
        message(
            "{number:name} with {from_points}, the highest-ranked possible candidate, floats to "
            "the {to_points:score}-point group ({article})."
        ),
    ),
}
"""The sentences for a team that leaves its group, by the order of the candidates."""


def _points_with_imaginary(reason: Floated) -> str:
    if not reason.imaginary_points:
        return points_with_word(reason.from_points)
    imaginary = format_points(reason.imaginary_points)
    if reason.imaginary_points == reason.from_points:
        whole = -(-reason.imaginary_points // POINT)
        return say_kept_count(ALL_IMAGINARY, whole, imaginary=imaginary)
    return say(
        "{from_points}, {imaginary} of them imaginary",
        from_points=points_with_word(reason.from_points),
        imaginary=imaginary,
    )


ALL_IMAGINARY = counted("{imaginary} imaginary point", "{imaginary} imaginary points")

CAUSES = {
    FloatCause.MET_ALL: message(
        "{number:name} with {from_points:points} floats to the {to_points:score}-point scoregroup,"
        " because no possible opponent is left in the group ({cause_article})."
    ),
    FloatCause.TWO_MORE: message(
        "{number:name} with {from_points:points} floats to the {to_points:score}-point scoregroup,"
        " because after two more of one colour no one in the group allows the other"
        " ({cause_article})."
    ),
    FloatCause.TWICE_RUNNING: message(
        "{number:name} with {from_points:points} floats to the {to_points:score}-point scoregroup,"
        " because after the same colour twice in a row no one in the group allows the other"
        " ({cause_article})."
    ),
    FloatCause.EVEN: message(
        "{number:name} with {from_points:points} floats to the {to_points:score}-point scoregroup,"
        " because the number of players is odd ({cause_article})."
    ),
    FloatCause.SURPLUS: message(
        "{number:name} with {from_points:points} floats to the {to_points:score}-point scoregroup,"
        " because not everyone can be paired inside the group ({cause_article})."
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
    "{number:name} is chosen, because more players of the group are due {due:colour} ({article})."
)
TOO_FAR = message(
    "{too_far:name} is due the colour that more players of the group are due, but the ratings are"
    " more than 100 points apart ({article})."
)
FLOATS_ON = message("{number:name} is already a floater and floats on ({article}).")
LOWEST_NUMBERED = message("{number:name} is the lowest-numbered player ({article}).")
LOWEST_POSSIBLE = message("{number:name} is the lowest-numbered possible player ({article}).")
HIGHEST_NUMBERED = message("{number:name} is the highest-ranked player ({article}).")
HIGHEST_POSSIBLE = message("{number:name} is the highest-ranked possible player ({article}).")


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
        "{number:name}, the lowest ranked, is an odd man of the {from_points:score}-point"
        " scoregroup and is paired in the {to_points:score}-point scoregroup ({article})."
    ),
    message(
        "{number:name}, the lowest ranked possible, is an odd man of the {from_points:score}-point"
        " scoregroup and is paired in the {to_points:score}-point scoregroup ({article})."
    ),
)
LOWEST_LEFT = counted(
    "{number:name}, the lowest ranked apart from {taken_below:names}, already paired with an odd"
    " man from above, is an odd man of the {from_points:score}-point scoregroup and is paired in"
    " the {to_points:score}-point scoregroup ({article}).",
    "{number:name}, the lowest ranked apart from {taken_below:names}, already paired with odd men"
    " from above, is an odd man of the {from_points:score}-point scoregroup and is paired in the"
    " {to_points:score}-point scoregroup ({article}).",
)
LOWEST_POSSIBLE_LEFT = counted(
    "{number:name}, the lowest ranked possible apart from {taken_below:names}, already paired with"
    " an odd man from above, is an odd man of the {from_points:score}-point scoregroup and is"
    " paired in the {to_points:score}-point scoregroup ({article}).",
    "{number:name}, the lowest ranked possible apart from {taken_below:names}, already paired with"
    " odd men from above, is an odd man of the {from_points:score}-point scoregroup and is paired"
    " in the {to_points:score}-point scoregroup ({article}).",
)


def _moved_up_sentences(reason: Floated, name: Name) -> str:
    if reason.island is None:
        return fill_template(MOVED_UP_FOR_GROUP, reason, name)
    island = reason.island
    between = (
        between_sentence(island, other.candidate, other.obstacle, name)
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
    return f"{text} {need} {stranded_sentence(reason.proof.islands, reason.proof.bridge, name)}"


MOVED_DOWN = {
    (True, True): message(
        "{number:name} with {from_points:points} goes down to the next scoregroup ({article}). This"
        " player is already a floater and can be paired there."
    ),
    (True, False): message(
        "{number:name} with {from_points:points} goes down to the next scoregroup ({article}). This"
        " player is already a floater and cannot be paired there."
    ),
    (False, True): message(
        "{number:name} with {from_points:points} goes down to the next scoregroup ({article}). This"
        " player is not a floater yet and can be paired there."
    ),
    (False, False): message(
        "{number:name} with {from_points:points} goes down to the next scoregroup ({article}). This"
        " player is not a floater yet and cannot be paired there."
    ),
}
"""The sentences by whether the player is already a floater and can be paired below."""

FLOATERS: dict[FloatMethod, Row] = {
    FloatMethod.GROUP: _floater_to_next_group_sentence,
    FloatMethod.BRACKET: message(
        "{number:name} with {from_points:points} downfloats to the {to_points:score}-point bracket"
        " ({article})."
    ),
    FloatMethod.MEDIAN: _floater_towards_median_sentences,
    FloatMethod.UPFLOATER: message(
        "{number:name} with {from_points:points} upfloats to the {to_points:score}-point bracket as"
        " a member of the first set that best meets the criteria ({article})."
    ),
    FloatMethod.UPFLOATER_SET: CandidateTemplates(
        message(
            "{number:name} with {from_points:points} upfloats to the {to_points:score}-point"
            " bracket as the first with that score in the order of the sets ({article})."
        ),
        message(
            "{number:name} with {from_points:points} upfloats to the {to_points:score}-point"
            " bracket as the first possible with that score in the order of the sets ({article})."
        ),
    ),
    FloatMethod.ODD_MAN: _odd_man_sentence,
    FloatMethod.MOVED_UP: _moved_up_sentences,
    FloatMethod.MOVED_DOWN: _moved_down_sentences,
}
