"""Proposed repairs of the edition, the initial colour, and the codes of byes and absences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.diagnosis.editions import list_other_editions
from topboard.diagnosis.repairs import OtherCode, OtherEdition, OtherFirstColour, is_pairing_bye
from topboard.model import FullPointBye, HalfPointBye, PairingBye, ZeroPointBye

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.diagnosis.repairs import Repair
    from topboard.diagnosis.situations import RoundFacts
    from topboard.model import Away, Number, Round, Tournament

OTHER_CODES: tuple[Away, ...] = (ZeroPointBye(), HalfPointBye(), FullPointBye())


def propose_editions(facts: RoundFacts) -> Iterator[Repair]:
    """Yield a repair for each other edition of the system in force around the date of the event."""
    for name in list_other_editions(facts.situation.system.name, facts.event):
        yield OtherEdition(name)


def propose_first_colours(facts: RoundFacts) -> Iterator[Repair]:
    """Yield the opposite initial colour as a repair, if the system draws lots for it."""
    drawn = facts.situation.before.lot
    if drawn is not None and facts.situation.system.initial_colour is not None:
        yield OtherFirstColour(drawn.opposite)


def propose_bye_codes(facts: RoundFacts) -> Iterator[Repair]:
    """Yield repairs that change codes of byes and absences in this round and in earlier ones."""
    yield from _propose_absences_for_byes(facts)
    yield from _propose_lost_byes(facts)
    yield from _propose_earlier_codes(facts)


def _propose_absences_for_byes(facts: RoundFacts) -> Iterator[Repair]:
    """Yield repairs for participants with a recorded bye who may have been absent instead.

    A full-point bye stands for the absence, because it keeps the points that the file gives.
    """
    event = facts.event
    with_bye = [n for n, away in facts.situation.published_round.away if is_pairing_bye(away)]
    for number in with_bye:
        rounds = list_bye_rounds(event, number)
        trace = _trace_of_wrong_bye(event, number, facts.situation.published_round)
        if len(rounds) > 1:
            yield OtherCode(number, rounds, PairingBye(), FullPointBye(), trace)
        yield OtherCode(number, (facts.number,), PairingBye(), FullPointBye(), trace)


def _trace_of_wrong_bye(event: Tournament, number: Number, published: Round) -> str:
    if len(list_bye_rounds(event, number)) > 1:
        return "second bye"
    return "two byes" if sum(is_pairing_bye(away) for _, away in published.away) > 1 else ""


def list_bye_rounds(event: Tournament, number: Number) -> tuple[int, ...]:
    """Return the rounds in which the file gives a participant the pairing-allocated bye."""
    rounds = (*event.rounds, *([event.published] if event.published else []))
    return tuple(
        r.number for r in rounds for n, away in r.away if n == number and is_pairing_bye(away)
    )


def _propose_lost_byes(facts: RoundFacts) -> Iterator[Repair]:
    """Yield repairs that give the bye to an absent participant, if the round has no bye."""
    published = facts.situation.published_round
    if published.bye is not None:
        return
    away = dict(published.away)
    lost = find_lost_bye(facts.event, published)
    for number in facts.participants_without_game:
        if not list_bye_rounds(facts.event, number):
            trace = "no bye" if number == lost else ""
            yield OtherCode(number, (facts.number,), away.get(number), PairingBye(), trace)


def find_lost_bye(event: Tournament, played: Round) -> Number | None:
    """Return the participant whose pairing-allocated bye the file seems to have lost, or None.

    It is the only one without a game in a round without a bye. Return None if that participant
    requested a half-point or full-point bye, or was also absent from the round before or after,
    because a lost bye is a single one.
    """
    asked = {n for n, away in played.away if isinstance(away, HalfPointBye | FullPointBye)}
    paired = {n for m in played.meetings for n in (m.white, m.black)}
    without = [
        c.number for c in event.competitors if c.number not in paired and c.joined <= played.number
    ]
    whole = None not in paired and bool(paired)
    if len(without) != 1 or not whole or without[0] in asked:
        return None
    return None if _is_absent_beside(event, played, without[0]) else without[0]


def _is_absent_beside(event: Tournament, played: Round, number: Number) -> bool:
    """Return whether a participant is absent from the round before or after a round."""
    published = () if event.published is None else (event.published,)
    for other in (*event.rounds, *published):
        if abs(other.number - played.number) == 1:
            paired = {n for m in other.meetings for n in (m.white, m.black)}
            if number not in paired and number != other.bye:
                return True
    return False


def _propose_earlier_codes(facts: RoundFacts) -> Iterator[Repair]:
    """Yield repairs that change earlier byes and absences of participants in this round, latest
    first.
    """
    there = {*facts.participants_with_game, facts.situation.published_round.bye}
    for played in reversed(facts.situation.before.rounds):
        for number, recorded in played.away:
            if number not in there:
                continue
            others = (*OTHER_CODES, *([] if played.bye is not None else [PairingBye()]))
            for instead in others:
                if instead != recorded:
                    yield OtherCode(number, (played.number,), recorded, instead)
