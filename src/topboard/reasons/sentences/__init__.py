"""Sentences that explain the reasons for one board, one participant or a whole round.

``SENTENCES`` has a row for each class of decisions, and ``obstacles.OBSTACLES`` a row for each
class of obstacles. A row is a template or a function (see ``templates``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topboard.messages import counted, message, say, translate_worded
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
    NoOpponentInOtherColumn,
    OppositionRanking,
    PairBrokenUp,
    PairingOrder,
    PairingQuality,
    RequestsNotToMeet,
    ScoregroupSkippedByOddMan,
    SeedingRound,
    SubgroupShift,
    TableNumberDrawn,
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
from topboard.reasons.sentences.templates import (
    CandidateTemplates,
    fill_count_template,
    fill_template,
    render_sentence,
)
from topboard.text.names import name_with_number

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from topboard.model import Number, Tournament
    from topboard.reasons.decisions import Reason, RoundPairing
    from topboard.reasons.sentences.templates import Row

    Name = Callable[[Number], str]


def names_of(tournament: Tournament) -> Name:
    """Return a function that formats a participant's name for a sentence, such as "India 2
    (#11)".
    """
    known = {c.number: name_with_number(c.name, c.number) for c in tournament.competitors}

    def name_of(number: Number) -> str:
        return known.get(number) or name_with_number("", number)

    return name_of


def build_reason_sentence(reason: Reason, name: Name) -> str:
    """Return a sentence that states the reason and cites its article."""
    return render_sentence(SENTENCES[type(reason)], reason, name)


def paragraph(reason: Reason, name: Name) -> list[str]:
    """Return a sentence about the reason, followed by one for each candidate passed over."""
    passed = getattr(reason, "passed_over", ())
    return [build_reason_sentence(reason, name), *passed_over_sentences(passed, name)]


def generate_round_sentences(pairing: RoundPairing, name: Name) -> Iterator[list[str]]:
    """Yield the sentences for each decision of the round, in the order the decisions were made."""
    for reason in pairing.reasons:
        yield paragraph(reason, name)


def generate_participant_sentences(
    pairing: RoundPairing, number: Number, name: Name
) -> Iterator[list[str]]:
    """Yield the sentences for each decision about one participant's bye, floats, opponent or
    colour.

    Decisions about the participant's group and board are included.
    """
    for reason in pairing.reasons:
        if number in find_participants_concerned_by_reason(reason):
            yield paragraph(reason, name)


# --- the sentence for each decision -------------------------------------------------------


def _build_fixed_board_sentence(reason: FixedTableDecision, name: Name) -> str:
    return fill_template(FIXED_BOARD[bool(reason.note), bool(reason.article)], reason, name)


FIXED_BOARD = {
    (False, False): message("{number:name} plays on board {table} by ruling of the arbiter."),
    (False, True): message(
        "{number:name} plays on board {table} by ruling of the arbiter ({article})."
    ),
    (True, False): message(
        "{number:name} plays on board {table} by ruling of the arbiter: {note}."
    ),
    (True, True): message(
        "{number:name} plays on board {table} by ruling of the arbiter: {note} ({article})."
    ),
}
"""The sentences for a fixed board, keyed by whether the ruling has a note and whether it has an
article.
"""


def _build_warning_sentence(reason: PairingWarning, name: Name) -> str:
    what = translate_worded(reason.what, name)
    return say("Note: {what} ({article}).", what=what, article=reason.article)


def _build_sentence_for_pair_broken_up(reason: PairBrokenUp, name: Name) -> str:
    one, other = map(name, reason.pair)
    templates = PAIR_UNDONE[reason.from_above > 0, reason.from_below > 0]
    count = reason.from_above + reason.from_below
    return fill_count_template(templates, count, reason, name, one=one, other=other)


BROKEN_UP_WITHOUT_FLOATERS = message(
    "The pair {one} - {other} of the {points:score}-point scoregroup is broken up, because the "
    "members of the median scoregroup cannot all be paired with each other ({article}). Both "
    "players float to the median scoregroup."
)
BROKEN_UP_FOR_BOTH_SIDES = message(
    "The pair {one} - {other} of the {points:score}-point scoregroup is broken up, because the "
    "median scoregroup cannot be paired with its floaters from above and below ({article}). Both "
    "players float to the median scoregroup."
)
PAIR_UNDONE = {
    (False, False): (BROKEN_UP_WITHOUT_FLOATERS, BROKEN_UP_WITHOUT_FLOATERS),
    (True, False): counted(
        "The pair {one} - {other} of the {points:score}-point scoregroup is broken up, because the "
        "median scoregroup cannot be paired with its floater from above ({article}). Both players "
        "float to the median scoregroup.",
        "The pair {one} - {other} of the {points:score}-point scoregroup is broken up, because the "
        "median scoregroup cannot be paired with its floaters from above ({article}). Both players "
        "float to the median scoregroup.",
    ),
    (False, True): counted(
        "The pair {one} - {other} of the {points:score}-point scoregroup is broken up, because the "
        "median scoregroup cannot be paired with its floater from below ({article}). Both players "
        "float to the median scoregroup.",
        "The pair {one} - {other} of the {points:score}-point scoregroup is broken up, because the "
        "median scoregroup cannot be paired with its floaters from below ({article}). Both players "
        "float to the median scoregroup.",
    ),
    (True, True): (BROKEN_UP_FOR_BOTH_SIDES, BROKEN_UP_FOR_BOTH_SIDES),
}
"""The sentences by the sides from which floaters came: from above, and from below."""


def _build_skipped_scoregroup_sentence(reason: ScoregroupSkippedByOddMan, name: Name) -> str:
    return fill_template(MAY_MEET_NOBODY if reason.may_meet_nobody else GIVEN_NOBODY, reason, name)


MAY_MEET_NOBODY = message(
    "{number:name} skips the {points:score}-point scoregroup, because there is no "
    "permitted opponent in it ({article})."
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
    FixedTableDecision: _build_fixed_board_sentence,
    PairingWarning: _build_warning_sentence,
    ColourColumns: columns.colour_columns_sentences,
    UpfloatLimitWaiver: message(
        "{number:name} is moved up to the {points:score}-point scoregroup despite the limit, "
        "because no other player can be moved up and otherwise someone would have to move "
        "down ({article})."
    ),
    ColumnChange: columns.column_change_sentence,
    NoOpponentInOtherColumn: columns.opponent_from_own_column_sentence,
    ColourLimitsWaiver: columns.waived_colour_limits_sentences,
    UpfloatersNeeded: brackets.upfloaters_needed_sentences,
    ColourSubgroups: brackets.subgroups_sentence,
    SubgroupShift: brackets.subgroup_shift_sentence,
    SeedingRound: groups.seeding_round_sentence,
    OppositionRanking: groups.opposition_ranking_sentence,
    PairingOrder: groups.pairing_order_sentence,
    PairBrokenUp: _build_sentence_for_pair_broken_up,
    PairingQuality: round_quality_sentences,
    RequestsNotToMeet: groups.requests_not_to_meet_sentences,
    ScoregroupSkippedByOddMan: _build_skipped_scoregroup_sentence,
    AbsentOpponent: groups.absent_opponent_sentences,
    TableNumberDrawn: CandidateTemplates(
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


def find_participants_concerned_by_reason(reason: Reason) -> Collection[Number]:
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
                _flatten_participant_numbers(
                    getattr(reason, one) for one in CONCERNED.get(type(reason), ())
                )
            )


def _flatten_participant_numbers(found: Iterable[Any]) -> Iterator[Number]:
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
    PairBrokenUp: ("pair",),
    ScoregroupSkippedByOddMan: ("number",),
    AbsentOpponent: ("number", "opponent"),
    TableNumberDrawn: ("number",),
    CompatriotsMeet: ("first", "second"),
}
"""The fields of each class of decisions that hold the participants it is about."""
