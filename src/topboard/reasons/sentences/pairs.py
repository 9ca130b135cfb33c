"""Sentences for the choice of opponents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.messages import message
from topboard.model import POINT
from topboard.reasons.grounds import CandidateOrder, HalvesPlacing, PairMethod, Placing
from topboard.reasons.sentences.templates import (
    CandidateTemplates,
    fill_template,
    render_sentence,
)
from topboard.reasons.sentences.words import uses_international_tables
from topboard.text.numbers import format_points

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.model import Number
    from topboard.reasons.decisions import OpponentChoice
    from topboard.reasons.sentences.templates import Row

    Name = Callable[[Number], str]


def pair_sentence(reason: OpponentChoice, name: Name) -> str:
    """Return the sentence for a pair, according to the method that determined it."""
    return render_sentence(PAIRS[reason.method], reason, name)


ORDERS: dict[CandidateOrder | None, Row] = {
    None: message("{chooser:name} meets {chosen:name} ({article})."),
    CandidateOrder.LAST_TWO: message(
        "{chooser:name} meets {chosen:name}, because only these two are left to pair ({article})."
    ),
    CandidateOrder.FLOATERS: message(
        "{chooser:name} meets {chosen:name}, also a floater, because no team that belongs to "
        "the group is a possible opponent ({article})."
    ),
    CandidateOrder.HALVES_OF_LIST: message(
        "{chooser:name} meets {chosen:name}, because the upper half of the list meets the "
        "lower half ({article})."
    ),
    CandidateOrder.MOVED_UP: message(
        "{chooser:name} meets {chosen:name}, who was moved up for this pairing ({article})."
    ),
    CandidateOrder.ROW: CandidateTemplates(
        message(
            "{chooser:name} meets {chosen:name}, who is in the same row of the other column "
            "({article})."
        ),
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
            "{chooser:name} meets {chosen:name}, the opponent with the smallest TPN in the "
            "scoregroup ({article}). Opponents due the other colour come first."
        ),
        message(
            "{chooser:name} meets {chosen:name}, the possible opponent with the smallest TPN in "
            "the scoregroup ({article}). Opponents due the other colour come first."
        ),
    ),
    CandidateOrder.LOWEST_NUMBERED: CandidateTemplates(
        message(
            "{chooser:name} meets {chosen:name}, the opponent with the largest TPN in the "
            "scoregroup ({article}). Opponents due the other colour come first."
        ),
        message(
            "{chooser:name} meets {chosen:name}, the possible opponent with the largest TPN in "
            "the scoregroup ({article}). Opponents due the other colour come first."
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
            "{chooser:name} meets {chosen:name}, the highest-rated opponent in the scoregroup "
            "({article}). Opponents due the other colour come first."
        ),
        message(
            "{chooser:name} meets {chosen:name}, the highest-rated possible opponent in the "
            "scoregroup ({article}). Opponents due the other colour come first."
        ),
    ),
    CandidateOrder.LOWEST_RATING: CandidateTemplates(
        message(
            "{chooser:name} meets {chosen:name}, the lowest-rated opponent who is due the "
            "dominating colour ({article})."
        ),
        message(
            "{chooser:name} meets {chosen:name}, the lowest-rated possible opponent who is due "
            "the dominating colour ({article})."
        ),
    ),
}
"""The sentences for a pair made from an ordered list of candidates."""

PLACINGS: dict[HalvesPlacing | Placing | None, Row] = {
    HalvesPlacing.IN_ORDER: message(
        "{chooser:name} meets {chosen:name} in the {points:score}-point bracket, where S1 is "
        "paired with S2 in order ({article})."
    ),
    HalvesPlacing.TRANSPOSED: message(
        "{chooser:name} meets {chosen:name} in the {points:score}-point bracket, where S1 is "
        "paired with S2 after a transposition of S2 ({article})."
    ),
    HalvesPlacing.AFTER_EXCHANGE: message(
        "{chooser:name} meets {chosen:name} in the {points:score}-point bracket, where S1 is "
        "paired with S2 after an exchange between them ({article})."
    ),
    Placing.CONSECUTIVE: message(
        "{chooser:name} meets {chosen:name} in the {points:score}-point scoregroup, where "
        "the top half is paired with the bottom half in consecutive order ({article})."
    ),
    Placing.TRANSPOSED: message(
        "{chooser:name} meets {chosen:name} in the {points:score}-point scoregroup, where "
        "the top half is paired with the bottom half after a transposition ({article})."
    ),
    Placing.INTERCHANGED: message(
        "{chooser:name} meets {chosen:name} in the {points:score}-point scoregroup after an "
        "interchange between the halves ({article})."
    ),
}
"""The sentences for a pair between the halves of a bracket or group."""

REMAINDER_PLACINGS: dict[HalvesPlacing | Placing | None, Row] = {
    HalvesPlacing.IN_ORDER: message(
        "{chooser:name} meets {chosen:name} in the remainder of the {points:score}-point "
        "bracket, where S1R is paired with S2R in order ({article})."
    ),
    HalvesPlacing.TRANSPOSED: message(
        "{chooser:name} meets {chosen:name} in the remainder of the {points:score}-point "
        "bracket, where S1R is paired with S2R after a transposition of S2R ({article})."
    ),
    HalvesPlacing.AFTER_EXCHANGE: message(
        "{chooser:name} meets {chosen:name} in the remainder of the {points:score}-point "
        "bracket, where S1R is paired with S2R after an exchange between them ({article})."
    ),
}
"""The sentences for a pair of residents in a heterogeneous bracket."""


def _candidate_order_sentence(reason: OpponentChoice, name: Name) -> str:
    return render_sentence(ORDERS[reason.order], reason, name)


def _pair_by_halves_sentence(reason: OpponentChoice, name: Name) -> str:
    placings = REMAINDER_PLACINGS if reason.in_remainder else PLACINGS
    return render_sentence(placings[reason.placing], reason, name)


def _pair_across_subgroups_sentence(reason: OpponentChoice, name: Name) -> str:
    return render_sentence(ACROSS_BY_ARO if reason.aro else ACROSS, reason, name)


ACROSS = CandidateTemplates(
    message(
        "{chooser:name}, next in S1, meets {chosen:name}, the first player of G2 by TPN, in "
        "the {points:score}-point bracket ({article})."
    ),
    message(
        "{chooser:name}, next in S1, meets {chosen:name}, the first possible opponent in G2 "
        "by TPN, in the {points:score}-point bracket ({article})."
    ),
)
ACROSS_BY_ARO = CandidateTemplates(
    message(
        "{chooser:name}, next in S1 with an ARO of {aro}, meets {chosen:name}, the first "
        "player of G2 by TPN, in the {points:score}-point bracket ({article})."
    ),
    message(
        "{chooser:name}, next in S1 with an ARO of {aro}, meets {chosen:name}, the first "
        "possible opponent in G2 by TPN, in the {points:score}-point bracket ({article})."
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
        "{chooser:name}, number {own} of the {points:score}-point bracket with Buchholz"
        " {own_buchholz} and Sonneborn-Berger {own_berger}, meets {chosen:name}, who has the"
        " largest available number, {other}, with Buchholz {other_buchholz} and Sonneborn-Berger"
        " {other_berger} ({article})."
    ),
    message(
        "{chooser:name}, number {own} of the {points:score}-point bracket with Buchholz"
        " {own_buchholz} and Sonneborn-Berger {own_berger}, meets {chosen:name}, who has the"
        " largest possible number, {other}, with Buchholz {other_buchholz} and Sonneborn-Berger"
        " {other_berger} ({article})."
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
    "{chooser:name} has White against {chosen:name}, because round {row} of the Berger "
    "table for a field of {size} shows {first} - {second} ({article})."
)
TABLE_REVERSED = message(
    "{chooser:name} has White against {chosen:name}, because round {row} of the Berger "
    "table for a field of {size} shows {first} - {second}, and colours are reversed in "
    "the second cycle ({article})."
)
INTERNATIONAL = {
    TABLE: message(
        "{chooser:name} has White against {chosen:name}, because round {row} of the "
        "International Table for a field of {size} shows {first} - {second} ({article})."
    ),
    TABLE_REVERSED: message(
        "{chooser:name} has White against {chosen:name}, because round {row} of the "
        "International Table for a field of {size} shows {first} - {second}, and colours are "
        "reversed in the second cycle ({article})."
    ),
}
"""The same sentences for rules that call their tables International Tables."""

PAIRS: dict[PairMethod, Row] = {
    PairMethod.ORDER: _candidate_order_sentence,
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
            "{chooser:name} meets {chosen:name}, the opponent with the smallest available TPN in "
            "the {points:score}-point bracket ({article})."
        ),
        message(
            "{chooser:name} meets {chosen:name}, the possible opponent with the smallest TPN in "
            "the {points:score}-point bracket ({article})."
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
