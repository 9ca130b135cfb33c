"""Every kind of assumption has a question that the tournament's records can answer."""

from __future__ import annotations

from topboard.diagnosis.record_questions import format_question
from topboard.diagnosis.repair_sentences import list_rounds
from topboard.diagnosis.repairs import (
    REPAIRS,
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
    Repair,
    SeatTaken,
    WithdrawnAfterPairing,
)
from topboard.model import Colour, FullPointBye, Number, PairingBye, ZeroPointBye

ONE, TWO, THREE = map(Number, (1, 2, 3))
QUESTIONS: dict[Repair, str] = {
    OtherEdition("fide_dutch_2026"): (
        "Which edition of the rules did the regulations of the event name?"
    ),
    OtherCode(ONE, (2, 3), PairingBye(), FullPointBye()): (
        "Was #1 absent or withdrawn in rounds 2 and 3?"
    ),
    OtherCode(ONE, (4,), ZeroPointBye(), PairingBye()): (
        "Which bye or absence did #1 have in round 4?"
    ),
    OtherFirstColour(Colour.WHITE): "Which initial colour was drawn by lot?",
    PairsAddedLater(((ONE, TWO),)): "Was the pair 1-2 of round 1 added late or by hand?",
    PairsAddedLater(((ONE, TWO),), THREE): (
        "Were the pair 1-2 and the bye of #3 in round 1 added late or by hand?"
    ),
    OtherNumber(ONE, TWO, 3): "Which place in the starting list did #1 have in rounds 1 to 3?",
    SeatTaken(ONE, TWO, 1): "Did #1 replace #2 in round 1?",
    WithdrawnAfterPairing(ONE, TWO, 4): "Was the pair 1-2 made in round 4 and not played?",
    EarlierResult(ONE, TWO, 3, (0, 10), 4): (
        "Was the result of 1-2 in round 3 corrected, and when?"
    ),
    BoardOrder(ONE, TWO, 3, 4): "Which colours did the teams of 1-2 have in round 3?",
    KeptApart(ONE, TWO, 4, 5): "Were #1 and #2 to be kept apart in rounds 4 and 5?",
    MadeByHand(ONE, TWO, 4): "Was the pair 1-2 of round 4 made by hand?",
    ColoursExchanged(ONE, TWO, 4): "Were the colours of 1-2 in round 4 exchanged by hand?",
}


def test_every_kind_of_assumption_has_its_question():
    assert {type(repair) for repair in QUESTIONS} == set(REPAIRS)
    assert {repair: format_question(repair) for repair in QUESTIONS} == QUESTIONS


def test_rounds_are_listed_with_runs():
    assert list_rounds([4, 5, 6, 7, 9]) == "4 to 7 and 9"
    assert list_rounds([1, 3, 2, 5, 8, 9]) == "1 to 3, 5, 8 and 9"
    assert list_rounds([3]) == "3"
