"""Sentences that explain the reasons for one board, one participant or a whole round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.reasons.decisions import (
    ByeGiven,
    ColourGiven,
    Floated,
    GroupArranged,
    GroupOpened,
    OpponentChosen,
    TableFixed,
    Warned,
)
from topboard.reasons.sentences.common import SENTENCES, passed_over_sentences
from topboard.reasons.sentences.families import family_participants_concerned, family_sentence
from topboard.text.names import isolate_rtl

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from topboard.model import Number, Tournament
    from topboard.reasons.decisions import Reason, RoundPairing

    Name = Callable[[Number], str]


def names_of(tournament: Tournament) -> Name:
    """Return a function that maps a participant's number to "number name"."""
    known = {c.number: f"{c.number} {isolate_rtl(c.name)}".rstrip() for c in tournament.competitors}

    def name(number: Number) -> str:
        return known.get(number, str(number))

    return name


def sentence(reason: Reason, name: Name) -> str:
    """Return a sentence that states the reason and cites its article."""
    return SENTENCES.get(type(reason), family_sentence)(reason, name)


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

    They are about its bye, group, floats, opponent, colour or board.
    """
    for reason in pairing.reasons:
        if number in participants_concerned(reason):
            yield paragraph(reason, name)


def participants_concerned(reason: Reason) -> Collection[Number]:
    """Return the participants that a reason is about."""
    match reason:
        case GroupOpened():
            return (*reason.residents, *reason.incoming)
        case GroupArranged():
            return (*reason.first, *reason.second)
        case OpponentChosen():
            return reason.chooser, reason.chosen
        case ColourGiven():
            return reason.white, reason.black
        case Floated() | ByeGiven() | TableFixed():
            return (reason.number,)
        case Warned():
            return ()
        case _:
            return tuple(family_participants_concerned(reason))
