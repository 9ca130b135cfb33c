"""Sentences that explain the reasons for one board, one participant or a whole round.

``SENTENCES`` has a row for each class of decisions, ``obstacles.OBSTACLES`` one for each obstacle.
A row is a template or a function (see ``templates``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topboard.messages import message, retold, say
from topboard.reasons.decisions import (
    BracketJudged,
    BracketOpened,
    ByeGiven,
    ColourGiven,
    Exchanged,
    Floated,
    GroupOpened,
    OpponentChosen,
    TableFixed,
    Warned,
)
from topboard.reasons.family_decisions import (
    ColumnChanged,
    ColumnsDrawn,
    CompatriotsMeet,
    GroupArranged,
    GroupPassed,
    LimitsLifted,
    Measured,
    NoneInOtherColumn,
    NumberDrawn,
    OpponentMissing,
    PairCracked,
    RankedByOpposition,
    RiseLimitYields,
    SeedingRound,
    Shifted,
    SubgroupsFormed,
    UpfloatersNeeded,
    WishesHeard,
)
from topboard.reasons.sentences import groups
from topboard.reasons.sentences.byes import bye_sentence
from topboard.reasons.sentences.colours import colours_sentence
from topboard.reasons.sentences.criteria import bracket_quality_sentence, round_quality_sentence
from topboard.reasons.sentences.obstacles import passed_over_sentences
from topboard.reasons.sentences.pairs import floater_sentence, pair_sentence
from topboard.reasons.sentences.templates import Either, fill, tell
from topboard.text.names import isolate_rtl

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from topboard.model import Number, Tournament
    from topboard.reasons.decisions import Reason, RoundPairing
    from topboard.reasons.sentences.templates import Row

    Name = Callable[[Number], str]


def names_of(tournament: Tournament) -> Name:
    """Return a function that maps a participant's number to "number name"."""
    known = {c.number: f"{c.number} {isolate_rtl(c.name)}".rstrip() for c in tournament.competitors}

    def name(number: Number) -> str:
        return known.get(number, str(number))

    return name


def sentence(reason: Reason, name: Name) -> str:
    """Return a sentence that states the reason and cites its article."""
    return tell(SENTENCES[type(reason)], reason, name)


def paragraph(reason: Reason, name: Name) -> list[str]:
    """Return a sentence for the reason, followed by a sentence for each candidate passed over."""
    passed = getattr(reason, "passed_over", ())
    return [sentence(reason, name), *passed_over_sentences(passed, name)]


def of_round(pairing: RoundPairing, name: Name) -> Iterator[list[str]]:
    """Yield the sentences for each decision of the round, in the order the decisions were made."""
    for reason in pairing.reasons:
        yield paragraph(reason, name)


def concerning(pairing: RoundPairing, number: Number, name: Name) -> Iterator[list[str]]:
    """Yield the sentences for each decision that affected one participant.

    The decisions are about its bye, group, floats, opponent, colour or board.
    """
    for reason in pairing.reasons:
        if number in participants_concerned(reason):
            yield paragraph(reason, name)


# --- the sentence for each decision -------------------------------------------------------


def _table_fixed(reason: TableFixed, name: Name) -> str:
    return say(
        "{who} plays at table {table} by decision{note}{article}.",
        who=name(reason.number),
        table=reason.table,
        note=f" ({reason.note})" if reason.note else "",
        article=f" ({reason.article})" if reason.article else "",
    )


def _warning(reason: Warned, name: Name) -> str:
    what = retold(reason.what, name)
    return say("Note: {what} ({article}).", what=what, article=reason.article)


def _pair_cracked(reason: PairCracked, name: Name) -> str:
    one, other = map(name, reason.pair)
    return fill(PAIR_CRACKED, reason, name, one=one, other=other)


PAIR_CRACKED = message(
    "The median group cannot be paired with its floaters, {from_above} from above and {from_below}"
    " from below: the pair {one} - {other}, made in the group of {points:points}, is taken back,"
    " and both float to the median group ({article})."
)


def _group_passed(reason: GroupPassed, name: Name) -> str:
    return fill(MAY_MEET_NOBODY if reason.may_meet_nobody else GIVEN_NOBODY, reason, name)


MAY_MEET_NOBODY = message(
    "{number:name} may meet nobody in the group of {points:points} and passes it ({article})."
)
GIVEN_NOBODY = message(
    "{number:name} can be given nobody in the group of {points:points} and passes it ({article})."
)

SENTENCES: dict[type, Row] = {
    GroupOpened: groups.group_sentence,
    BracketOpened: groups.bracket_sentence,
    BracketJudged: bracket_quality_sentence,
    Exchanged: groups.exchange_sentence,
    OpponentChosen: pair_sentence,
    Floated: floater_sentence,
    ByeGiven: bye_sentence,
    ColourGiven: colours_sentence,
    TableFixed: _table_fixed,
    Warned: _warning,
    ColumnsDrawn: groups.columns_sentence,
    RiseLimitYields: message(
        "{number:name} goes up to {points:points} once more than the limit allows, since nobody"
        " else could and another player would have to drop ({article})."
    ),
    ColumnChanged: groups.column_change_sentence,
    NoneInOtherColumn: groups.own_column_sentence,
    LimitsLifted: groups.limits_sentence,
    UpfloatersNeeded: groups.upfloaters_sentence,
    SubgroupsFormed: groups.subgroups_sentence,
    Shifted: groups.shift_sentence,
    SeedingRound: groups.seeding_sentence,
    RankedByOpposition: groups.ranking_sentence,
    GroupArranged: groups.order_sentence,
    PairCracked: _pair_cracked,
    Measured: round_quality_sentence,
    WishesHeard: groups.wishes_sentence,
    GroupPassed: _group_passed,
    OpponentMissing: groups.missing_opponent_sentence,
    NumberDrawn: Either(
        message("Number {seat} goes to {number:name}, the first in the order drawn ({article})."),
        message(
            "Number {seat} goes to {number:name}, the first in the order drawn by whom compatriots"
            " stay apart ({article})."
        ),
    ),
    CompatriotsMeet: groups.compatriots_sentence,
}
"""The sentence for each decision."""


# --- whom a decision is about -------------------------------------------------------------


def participants_concerned(reason: Reason) -> Collection[Number]:
    """Return the participants that a reason is about."""
    match reason:
        case ColumnsDrawn():
            entries = (*reason.white, *reason.black)
            return (*(entry.number for entry in entries), *reason.floaters)
        case SubgroupsFormed():
            return tuple(one.number for one in (*reason.white, *reason.black))
        case WishesHeard():
            return tuple(n for pair in (*reason.granted, *reason.refused) for n in pair)
        case _:
            return tuple(_numbers(getattr(reason, one) for one in CONCERNED.get(type(reason), ())))


def _numbers(found: Iterable[Any]) -> Iterator[Number]:
    """Yield the numbers in fields that hold a number, a tuple of numbers or None."""
    for one in found:
        if isinstance(one, tuple):
            yield from one
        elif one is not None:
            yield one


CONCERNED: dict[type, tuple[str, ...]] = {
    GroupOpened: ("residents", "floaters", "from_above", "from_below"),
    BracketOpened: ("residents", "mdps", "upfloaters"),
    Exchanged: ("leaving", "entering"),
    OpponentChosen: ("chooser", "chosen"),
    Floated: ("number", "island"),
    ByeGiven: ("number",),
    ColourGiven: ("white", "black"),
    TableFixed: ("number",),
    RiseLimitYields: ("number",),
    ColumnChanged: ("number",),
    NoneInOtherColumn: ("number",),
    LimitsLifted: ("players",),
    Shifted: ("shifters",),
    GroupArranged: ("first", "second"),
    PairCracked: ("pair",),
    GroupPassed: ("number",),
    OpponentMissing: ("number", "opponent"),
    NumberDrawn: ("number",),
    CompatriotsMeet: ("first", "second"),
}
"""The fields that hold the participants a decision is about."""
