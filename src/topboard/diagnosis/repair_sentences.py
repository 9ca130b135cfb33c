"""Sentences about repairs, worded as carefully as their weights require.

A confirmed repair "appears to have" happened, and a possible one "may have". Only one thing is
stated as a fact: that a record of the file cannot be right. No sentence blames anyone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.diagnosis.repairs import (
    BoardOrder,
    ColoursExchanged,
    EarlierResult,
    KeptApart,
    MadeByHand,
    OtherCode,
    OtherEdition,
    OtherFirstColour,
    OtherNumber,
    PairsAddedLater,
    SeatTaken,
    WithdrawnAfterPairing,
)
from topboard.diagnosis.values import Weight
from topboard.messages import (
    Message,
    counted,
    join_worded_names,
    message,
    say,
    say_kept,
    say_kept_count,
    translate_worded,
)
from topboard.model import (
    Away,
    Colour,
    FullPointBye,
    HalfPointBye,
    NotYetEntered,
    PairingBye,
    Withdrawn,
    ZeroPointBye,
)
from topboard.text.numbers import format_points

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.diagnosis.repairs import Repair
    from topboard.model import Number, Tenths

NAMES_OF_BYES: dict[type[Away], Message] = {
    PairingBye: message("the pairing-allocated bye"),
    HalfPointBye: message("a half-point bye"),
    FullPointBye: message("a full-point bye"),
    ZeroPointBye: message("a zero-point bye"),
    NotYetEntered: message("a round before entry"),
    Withdrawn: message("a round after withdrawal"),
}

OTHER_EDITION = (
    message("The event appears to have been paired by the edition {system}."),
    message("The event may have been paired by the edition {system}."),
)
OTHER_EDITION_IN_ROUND = (
    message("Round {round} appears to have been paired by the edition {system}."),
    message("Round {round} may have been paired by the edition {system}."),
)
WHITE_FIRST = (
    message("The initial colour appears to have been White, not Black."),
    message("The initial colour may have been White, not Black."),
)
BLACK_FIRST = (
    message("The initial colour appears to have been Black, not White."),
    message("The initial colour may have been Black, not White."),
)
SEAT_TAKEN = (
    message(
        "#{newcomer} appears to have replaced #{gone} in round {round} after the round was paired."
    ),
    message("#{newcomer} may have replaced #{gone} in round {round} after the round was paired."),
)
PAIR_NOT_PLAYED = (
    message("The pair {pair} appears to have been made in round {round} but not played."),
    message("The pair {pair} may have been made in round {round} but not played."),
)
EARLIER_RESULT = (
    counted(
        "When round {rounds} was paired, the result of {pair} in round {played} appears to have"
        " been {result}; the file has {recorded}.",
        "When rounds {rounds} were paired, the result of {pair} in round {played} appears to have"
        " been {result}; the file has {recorded}.",
    ),
    counted(
        "When round {rounds} was paired, the result of {pair} in round {played} may have been"
        " {result}; the file has {recorded}.",
        "When rounds {rounds} were paired, the result of {pair} in round {played} may have been"
        " {result}; the file has {recorded}.",
    ),
)
BOARD_ORDER = (
    message(
        "The match {pair} of round {played} appears to have had the colours opposite to those in"
        " the file."
    ),
    message(
        "The match {pair} of round {played} may have had the colours opposite to those in the file."
    ),
)
KEPT_APART: dict[str, tuple[Message, Message]] = {
    "": (
        message("#{a} and #{b} appear to have been kept apart in {rounds}."),
        message("#{a} and #{b} may have been kept apart in {rounds}."),
    ),
    "family": (
        message(
            "#{a} and #{b}, who have the same family name, appear to have been kept apart in"
            " {rounds}."
        ),
        message(
            "#{a} and #{b}, who have the same family name, may have been kept apart in {rounds}."
        ),
    ),
    "club": (
        message(
            "#{a} and #{b}, who belong to the same club, appear to have been kept apart in"
            " {rounds}."
        ),
        message(
            "#{a} and #{b}, who belong to the same club, may have been kept apart in {rounds}."
        ),
    ),
}
MADE_BY_HAND = (
    message(
        "The pair {pair} appears to have been made by hand in round {round}; only the other pairs"
        " were compared."
    ),
    message(
        "The pair {pair} may have been made by hand in round {round}; only the other pairs were"
        " compared."
    ),
)
COLOURS_EXCHANGED = (
    message(
        "The colours of {pair} appear to have been exchanged in round {round}; they were not"
        " compared."
    ),
    message(
        "The colours of {pair} may have been exchanged in round {round}; they were not compared."
    ),
)
LEFT_OUT = (
    message(
        "The pairing-allocated bye that the file records for #{number} in {rounds} cannot be right"
        " as it stands; the pairings agree with #{number} left out (absent or withdrawn)."
    ),
    message(
        "#{number} appears to have been left out of the pairing (absent or withdrawn) in"
        " {rounds}; the file records a pairing-allocated bye instead."
    ),
    message(
        "#{number} may have been left out of the pairing (absent or withdrawn) in {rounds}; the"
        " file records a pairing-allocated bye instead."
    ),
)
NO_RECORD = (
    message(
        "The file records nothing for #{number} in {rounds}; the pairings agree with {instead}"
        " there."
    ),
    message("#{number} appears to have had {instead} in {rounds}; the file records nothing."),
    message("#{number} may have had {instead} in {rounds}; the file records nothing."),
)
OTHER_BYE = (
    message(
        "The file records {recorded} for #{number} in {rounds}; the pairings agree with {instead}"
        " there instead."
    ),
    message(
        "#{number} appears to have had {instead} in {rounds}; the file records {recorded} instead."
    ),
    message("#{number} may have had {instead} in {rounds}; the file records {recorded} instead."),
)
PAIRS_ADDED = (
    counted(
        "The pair {pairs} appears to have been added late or by hand; only the other pairs of"
        " round 1 were compared.",
        "The pairs {pairs} appear to have been added late or by hand; only the other pairs of"
        " round 1 were compared.",
    ),
    counted(
        "The pair {pairs} may have been added late or by hand; only the other pairs of round 1"
        " were compared.",
        "The pairs {pairs} may have been added late or by hand; only the other pairs of round 1"
        " were compared.",
    ),
)
PAIRS_AND_BYE_ADDED = (
    counted(
        "The pair {pairs} and the pairing-allocated bye of #{bye} appear to have been added late"
        " or by hand; only the other pairs of round 1 were compared.",
        "The pairs {pairs} and the pairing-allocated bye of #{bye} appear to have been added late"
        " or by hand; only the other pairs of round 1 were compared.",
    ),
    counted(
        "The pair {pairs} and the pairing-allocated bye of #{bye} may have been added late or by"
        " hand; only the other pairs of round 1 were compared.",
        "The pairs {pairs} and the pairing-allocated bye of #{bye} may have been added late or by"
        " hand; only the other pairs of round 1 were compared.",
    ),
)
LISTED_FIRST = (
    message("#{number} appears to have been listed first in {rounds}."),
    message("#{number} may have been listed first in {rounds}."),
)
LISTED_BEHIND = (
    counted(
        "#{number} appears to have been listed directly after #{behind} in {rounds}, or to have"
        " replaced a participant listed there.",
        "#{number} appears to have been listed directly after one of #{behind} in {rounds} (each"
        " place gives the same pairs), or to have replaced a participant listed there.",
    ),
    counted(
        "#{number} may have been listed directly after #{behind} in {rounds}, or may have replaced"
        " a participant listed there.",
        "#{number} may have been listed directly after one of #{behind} in {rounds} (each place"
        " gives the same pairs), or may have replaced a participant listed there.",
    ),
)


def format_repair(repair: Repair, weight: Weight) -> str:
    """Return a sentence about the assumption of a repair, worded as carefully as its weight
    requires.
    """
    # A tuple of sentences ends with the most careful one.
    at = -1 if weight in (Weight.POSSIBLE, Weight.NONE) else -2
    match repair:
        case OtherEdition():
            if repair.round:
                return say_kept(
                    OTHER_EDITION_IN_ROUND[at], system=repair.system, round=repair.round
                )
            return say_kept(OTHER_EDITION[at], system=repair.system)
        case OtherCode():
            return _format_other_code(repair, -3 if weight is Weight.CERTAIN else at)
        case OtherFirstColour():
            first = WHITE_FIRST if repair.colour is Colour.WHITE else BLACK_FIRST
            return say_kept(first[at])
        case PairsAddedLater():
            return _format_added_pairs(repair, at)
        case OtherNumber():
            return _format_other_number(repair, at)
        case SeatTaken():
            return say_kept(
                SEAT_TAKEN[at], newcomer=repair.newcomer, gone=repair.gone, round=repair.round
            )
        case WithdrawnAfterPairing():
            pair = format_pair(repair.a, repair.b)
            return say_kept(PAIR_NOT_PLAYED[at], pair=pair, round=repair.round)
        case _:
            return _format_repair_of_pair(repair, at)


def _format_repair_of_pair(repair: Repair, at: int) -> str:
    match repair:
        case EarlierResult():
            first, last = repair.span
            return say_kept_count(
                EARLIER_RESULT[at],
                last - first + 1,
                rounds=list_rounds(range(first, last + 1)),
                result=_format_result(repair.points),
                pair=format_pair(repair.white, repair.black),
                played=repair.played,
                recorded=_format_result(repair.recorded or (0, 0)),
            )
        case BoardOrder():
            pair = format_pair(repair.white, repair.black)
            return say_kept(BOARD_ORDER[at], pair=pair, played=repair.played)
        case KeptApart():
            rounds = format_rounds(range(repair.first, repair.last + 1))
            sentences = KEPT_APART.get(repair.relation, KEPT_APART[""])
            return say_kept(sentences[at], a=repair.a, b=repair.b, rounds=rounds)
        case MadeByHand():
            pair = format_pair(repair.a, repair.b)
            return say_kept(MADE_BY_HAND[at], pair=pair, round=repair.round)
        case ColoursExchanged():
            pair = format_pair(repair.a, repair.b)
            return say_kept(COLOURS_EXCHANGED[at], pair=pair, round=repair.round)
        case _:
            raise AssertionError(f"no sentence for {type(repair).__name__}")


def _format_result(points: tuple[Tenths, Tenths]) -> str:
    return f"{format_points(points[0])}-{format_points(points[1])}"


def _format_other_code(repair: OtherCode, at: int) -> str:
    rounds = format_rounds(repair.rounds)
    if isinstance(repair.recorded, PairingBye) and isinstance(repair.instead, FullPointBye):
        # The points of the bye are kept. Only the absence is assumed.
        return say_kept(LEFT_OUT[at], number=repair.number, rounds=rounds)
    instead = say_kept(NAMES_OF_BYES[type(repair.instead)])
    if repair.recorded is None:
        return say_kept(NO_RECORD[at], number=repair.number, rounds=rounds, instead=instead)
    recorded = say_kept(NAMES_OF_BYES[type(repair.recorded)])
    return say_kept(
        OTHER_BYE[at], number=repair.number, rounds=rounds, instead=instead, recorded=recorded
    )


def _format_added_pairs(repair: PairsAddedLater, at: int) -> str:
    pairs = ", ".join(format_pair(a, b) for a, b in repair.pairs)
    count = len(repair.pairs)
    if repair.bye is None:
        return say_kept_count(PAIRS_ADDED[at], count, pairs=pairs)
    return say_kept_count(PAIRS_AND_BYE_ADDED[at], count, pairs=pairs, bye=repair.bye)


def _format_other_number(repair: OtherNumber, at: int) -> str:
    rounds = format_rounds(range(1, repair.last + 1))
    places = repair.places or (repair.behind,)
    if repair.behind == 0:
        return say_kept(LISTED_FIRST[at], number=repair.number, rounds=rounds)
    return say_kept_count(
        LISTED_BEHIND[at],
        len(places),
        number=repair.number,
        behind=", #".join(str(place) for place in places),
        rounds=rounds,
    )


def format_rounds(numbers: Sequence[int]) -> str:
    """Return rounds as "round 3", "rounds 2 and 5" or "rounds 1 to 9"."""
    first, last = min(numbers), max(numbers)
    if first == last:
        return say("round {round}", round=first)
    if len(numbers) == last - first + 1 and len(numbers) > 2:
        return say("rounds {first} to {last}", first=first, last=last)
    others = ", ".join(str(number) for number in numbers[:-1])
    return say("rounds {others} and {last}", others=others, last=last)


def list_rounds(numbers: Sequence[int]) -> str:
    """Return the numbers of rounds as a list such as "1 to 4 and 6", in ascending order."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    listed: list[str] = []
    for run in runs:
        if len(run) > 2:
            listed.append(say("{first} to {last}", first=run[0], last=run[-1]))
        else:
            listed += map(str, run)
    return translate_worded(join_worded_names(listed))


def format_pair(a: Number, b: Number) -> str:
    """Return a pair as text, such as "19-83"."""
    return f"{a}-{b}"
