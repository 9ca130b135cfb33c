"""Sentences that explain the reasons for one board, one participant or a whole round.

``SENTENCES`` has a row for each class of decisions, and ``obstacles.OBSTACLES`` one for each class
of obstacles. A row is a template or a function (see ``templates``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topboard.messages import message, retold, say
from topboard.reasons.decisions import (
    BracketQuality,
    BracketSummary,
    ByeGiven,
    ColourDecision,
    Exchange,
    FixedTableDecision,
    Floated,
    OpponentChoice,
    PairingWarning,
    ScoregroupSummary,
)
from topboard.reasons.family_decisions import (
    AbsentOpponent,
    ColourColumns,
    ColourLimitsWaiver,
    ColourSubgroups,
    ColumnChange,
    CompatriotsMeet,
    DrawnNumber,
    NoOpponentInOtherColumn,
    OppositionRanking,
    PairingOrder,
    PairingQuality,
    RequestsNotToMeet,
    SeedingRound,
    SkippedScoregroup,
    SubgroupShift,
    UndonePair,
    UpfloatersNeeded,
    UpfloatLimitWaiver,
)
from topboard.reasons.sentences import brackets, columns, groups
from topboard.reasons.sentences.byes import bye_sentences
from topboard.reasons.sentences.colours import colours_sentences
from topboard.reasons.sentences.criteria import bracket_quality_sentences, round_quality_sentences
from topboard.reasons.sentences.floaters import floater_sentences
from topboard.reasons.sentences.obstacles import passed_over_sentences
from topboard.reasons.sentences.pairs import pair_sentence
from topboard.reasons.sentences.templates import CandidateTemplates, fill_template, render_sentence
from topboard.text.names import name_with_number

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from topboard.model import Number, Tournament
    from topboard.reasons.decisions import Reason, RoundPairing
    from topboard.reasons.sentences.templates import Row

    Name = Callable[[Number], str]


def names_of(tournament: Tournament) -> Name:
    """Return a function that names a participant for a sentence, such as "India 2 (#11)"."""
    known = {c.number: name_with_number(c.name, c.number) for c in tournament.competitors}

    def name_of(number: Number) -> str:
        return known.get(number) or name_with_number("", number)

    return name_of


def reason_sentence(reason: Reason, name: Name) -> str:
    """Return a sentence that states the reason and cites its article."""
    return render_sentence(SENTENCES[type(reason)], reason, name)


def paragraph(reason: Reason, name: Name) -> list[str]:
    """Return a sentence for the reason, followed by a sentence for each candidate passed over."""
    passed = getattr(reason, "passed_over", ())
    return [reason_sentence(reason, name), *passed_over_sentences(passed, name)]


def round_sentences(pairing: RoundPairing, name: Name) -> Iterator[list[str]]:
    """Yield the sentences for each decision of the round, in the order the decisions were made."""
    for reason in pairing.reasons:
        yield paragraph(reason, name)


def participant_sentences(pairing: RoundPairing, number: Number, name: Name) -> Iterator[list[str]]:
    """Yield the sentences for each decision that affected one participant.

    Such decisions concern its bye, group, floats, opponent, colour or board.
    """
    for reason in pairing.reasons:
        if number in participants_concerned(reason):
            yield paragraph(reason, name)


# --- the sentence for each decision -------------------------------------------------------


def _fixed_board_sentence(reason: FixedTableDecision, name: Name) -> str:
    return fill_template(FIXED_BOARD[bool(reason.note), bool(reason.article)], reason, name)


FIXED_BOARD = {
    (False, False): message("{number:name} plays at board {table} by ruling of the arbiter."),
    (False, True): message(
        "{number:name} plays at board {table} by ruling of the arbiter ({article})."
    ),
    (True, False): message(
        "{number:name} plays at board {table} by ruling of the arbiter: {note}."
    ),
    (True, True): message(
        "{number:name} plays at board {table} by ruling of the arbiter: {note} ({article})."
    ),
}
"""The sentences for a fixed board, keyed by whether the ruling has a note and whether it has an
article.
"""


def _warning_sentence(reason: PairingWarning, name: Name) -> str:
    what = retold(reason.what, name)
    return say("Note: {what} ({article}).", what=what, article=reason.article)


def _undone_pair_sentence(reason: UndonePair, name: Name) -> str:
    one, other = map(name, reason.pair)
    return fill_template(PAIR_UNDONE, reason, name, one=one, other=other)


PAIR_UNDONE = message(
    "The pair {one} - {other} of the {points:score}-point scoregroup is broken up, "
    "because the median scoregroup cannot be paired with its floaters: {from_above} from "
    "above and {from_below} from below ({article}). Both players float to the median "
    "scoregroup."
)


def _skipped_scoregroup_sentence(reason: SkippedScoregroup, name: Name) -> str:
    return fill_template(MAY_MEET_NOBODY if reason.may_meet_nobody else GIVEN_NOBODY, reason, name)


MAY_MEET_NOBODY = message(
    "{number:name} skips the {points:score}-point scoregroup, because no permitted "
    "opponent is there ({article})."
)
GIVEN_NOBODY = message(
    "{number:name} skips the {points:score}-point scoregroup, because meeting an "
    "opponent there would be worse under a more important rule ({article})."
)

SENTENCES: dict[type, Row] = {
    ScoregroupSummary: groups.scoregroup_sentences,
    BracketSummary: brackets.bracket_sentences,
    BracketQuality: bracket_quality_sentences,
    Exchange: brackets.exchange_sentence,
    OpponentChoice: pair_sentence,
    Floated: floater_sentences,
    ByeGiven: bye_sentences,
    ColourDecision: colours_sentences,
    FixedTableDecision: _fixed_board_sentence,
    PairingWarning: _warning_sentence,
    ColourColumns: columns.colour_columns_sentences,
    UpfloatLimitWaiver: message(
        "{number:name} is moved up to the {points:score}-point scoregroup beyond the limit, "
        "because no other player can be moved up and otherwise someone would have to move "
        "down ({article})."
    ),
    ColumnChange: columns.column_change_sentence,
    NoOpponentInOtherColumn: columns.own_column_sentence,
    ColourLimitsWaiver: columns.waived_colour_limits_sentences,
    UpfloatersNeeded: brackets.upfloaters_needed_sentences,
    ColourSubgroups: brackets.subgroups_sentence,
    SubgroupShift: brackets.subgroup_shift_sentence,
    SeedingRound: groups.seeding_round_sentence,
    OppositionRanking: groups.opposition_ranking_sentence,
    PairingOrder: groups.pairing_order_sentence,
    UndonePair: _undone_pair_sentence,
    PairingQuality: round_quality_sentences,
    RequestsNotToMeet: groups.requests_not_to_meet_sentences,
    SkippedScoregroup: _skipped_scoregroup_sentence,
    AbsentOpponent: groups.missing_opponent_sentences,
    DrawnNumber: CandidateTemplates(
        message(
            "{number:name} gets number {seat} as the first player in the order drawn ({article})."
        ),
        message(
            "{number:name} gets number {seat} as the first player in the order drawn who keeps "
            "compatriots apart ({article})."
        ),
    ),
    CompatriotsMeet: groups.compatriots_sentence,
}
"""The sentence for each class of decisions."""


# --- whom a decision is about -------------------------------------------------------------


def participants_concerned(reason: Reason) -> Collection[Number]:
    """Return the participants that a reason is about."""
    match reason:
        case ColourColumns():
            entries = (*reason.white, *reason.black)
            return (*(entry.number for entry in entries), *reason.floaters)
        case ColourSubgroups():
            return tuple(one.number for one in (*reason.white, *reason.black))
        case RequestsNotToMeet():
            return tuple(n for pair in (*reason.granted, *reason.refused) for n in pair)
        case _:
            return tuple(
                _flatten_numbers(getattr(reason, one) for one in CONCERNED.get(type(reason), ()))
            )


def _flatten_numbers(found: Iterable[Any]) -> Iterator[Number]:
    """Yield the numbers in fields that hold a number, a tuple of numbers or None."""
    for one in found:
        if isinstance(one, tuple):
            yield from one
        elif one is not None:
            yield one


CONCERNED: dict[type, tuple[str, ...]] = {
    ScoregroupSummary: ("residents", "floaters", "from_above", "from_below"),
    BracketSummary: ("residents", "mdps", "upfloaters"),
    Exchange: ("leaving", "entering"),
    OpponentChoice: ("chooser", "chosen"),
    Floated: ("number", "island"),
    ByeGiven: ("number",),
    ColourDecision: ("white", "black"),
    FixedTableDecision: ("number",),
    UpfloatLimitWaiver: ("number",),
    ColumnChange: ("number",),
    NoOpponentInOtherColumn: ("number",),
    ColourLimitsWaiver: ("players",),
    SubgroupShift: ("shifters",),
    PairingOrder: ("first", "second"),
    UndonePair: ("pair",),
    SkippedScoregroup: ("number",),
    AbsentOpponent: ("number", "opponent"),
    DrawnNumber: ("number",),
    CompatriotsMeet: ("first", "second"),
}
"""The fields of each class of decisions that hold the participants it is about."""
