"""Questions that a tournament's records can answer, one for each assumption."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.diagnosis.repair_sentences import format_pair, format_rounds
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
from topboard.messages import say, say_count
from topboard.model import FullPointBye, PairingBye

if TYPE_CHECKING:
    from topboard.diagnosis.repairs import Repair


def format_question(repair: Repair) -> str:
    """Return the question whose answer decides whether the assumption of a repair is true."""
    match repair:
        case OtherEdition():
            return say("Which edition of the rules did the regulations of the event name?")
        case OtherCode():
            return _format_question_about_bye(repair)
        case OtherFirstColour():
            return say("Which initial colour was drawn by lot?")
        case PairsAddedLater():
            return _format_question_about_added_pairs(repair)
        case OtherNumber():
            return say(
                "Which place in the starting list did #{number} have in {rounds}?",
                number=repair.number,
                rounds=format_rounds(range(1, repair.last + 1)),
            )
        case SeatTaken():
            return say(
                "Did #{newcomer} replace #{gone} in round {round}?",
                newcomer=repair.newcomer,
                gone=repair.gone,
                round=repair.round,
            )
        case _:
            return _format_question_about_pair(repair)


def _format_question_about_bye(repair: OtherCode) -> str:
    rounds = format_rounds(repair.rounds)
    if isinstance(repair.recorded, PairingBye) and isinstance(repair.instead, FullPointBye):
        return say(
            "Was #{number} absent or withdrawn in {rounds}?", number=repair.number, rounds=rounds
        )
    return say(
        "Which bye or absence did #{number} have in {rounds}?", number=repair.number, rounds=rounds
    )


def _format_question_about_added_pairs(repair: PairsAddedLater) -> str:
    pairs = ", ".join(format_pair(a, b) for a, b in repair.pairs)
    if repair.bye is None:
        return say_count(
            "Was the pair {pairs} of round 1 added late or by hand?",
            "Were the pairs {pairs} of round 1 added late or by hand?",
            len(repair.pairs),
            pairs=pairs,
        )
    return say_count(
        "Were the pair {pairs} and the bye of #{bye} in round 1 added late or by hand?",
        "Were the pairs {pairs} and the bye of #{bye} in round 1 added late or by hand?",
        len(repair.pairs),
        pairs=pairs,
        bye=repair.bye,
    )


def _format_question_about_pair(repair: Repair) -> str:
    match repair:
        case EarlierResult():
            return say(
                "Was the result of {pair} in round {played} corrected, and when?",
                pair=format_pair(repair.white, repair.black),
                played=repair.played,
            )
        case BoardOrder():
            return say(
                "Which colours did the teams of {pair} have in round {played}?",
                pair=format_pair(repair.white, repair.black),
                played=repair.played,
            )
        case KeptApart():
            return say(
                "Were #{a} and #{b} to be kept apart in {rounds}?",
                a=repair.a,
                b=repair.b,
                rounds=format_rounds(range(repair.first, repair.last + 1)),
            )
        case MadeByHand():
            return say(
                "Was the pair {pair} of round {round} made by hand?",
                pair=format_pair(repair.a, repair.b),
                round=repair.round,
            )
        case ColoursExchanged():
            return say(
                "Were the colours of {pair} in round {round} exchanged by hand?",
                pair=format_pair(repair.a, repair.b),
                round=repair.round,
            )
        case WithdrawnAfterPairing():
            return say(
                "Was the pair {pair} made in round {round} and not played?",
                pair=format_pair(repair.a, repair.b),
                round=repair.round,
            )
        case _:
            raise AssertionError(f"no question for {type(repair).__name__}")
