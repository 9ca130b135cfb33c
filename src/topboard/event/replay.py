"""Published rounds made again from the entries alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.checking import as_replayed
from topboard.errors import BadInput, NoLegalPairing
from topboard.event.acts import PublishRound, TakeOver
from topboard.event.fold import undone_by
from topboard.event.governance.published import pairing_of
from topboard.event.pairing import facts
from topboard.event.remembered import PairingAnswer, paired
from topboard.event.sitting import Sitting
from topboard.event.state import refusal
from topboard.event.tournament import tournament
from topboard.messages import say
from topboard.records import dataclass
from topboard.rules.systems import system

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator, Sequence

    from topboard.event.acts import Table
    from topboard.event.entries import Entry
    from topboard.event.state import Event, PublishedRound, Section
    from topboard.model import Number, Tournament
    from topboard.reasons import RoundPairing


@dataclass(frozen=True, slots=True)
class Replay:
    """A published round beside the same round made again."""

    entry: int
    """The entry that published it."""
    section: str
    round: int
    digest: str
    """The hash of the sheet when the round was paired; empty where it was made by hand alone."""
    sheet: str
    """The sheet as it is made again."""
    before: Tournament
    made: RoundPairing | None
    same: bool
    manual: bool = False
    differences: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    """The tables as they were published."""
    bye: Number | None = None
    taken_over: bool = False
    """Whether another program made it."""
    proof: str = ""
    """Its proof, where one was published with it, without the facts."""
    paired_again: bool = True
    """False where the round is left to its proof."""


def replays(
    entries: Sequence[Entry],
    *,
    by_proof: bool = False,
    wanted: Container[tuple[int, int]] | None = None,
) -> Iterator[Replay]:
    """Every publication of a pairing, made again from the entries before it.

    By proof, rounds that have one are not paired again. ``wanted`` are those to be made, by the
    entry that published them and the round; None means all.
    """

    def is_wanted(number: int, round_number: int) -> bool:
        return wanted is None or (number, round_number) in wanted

    sitting = Sitting()
    for entry in entries:
        act = entry.act
        if isinstance(act, PublishRound) and is_wanted(entry.number, act.round):
            # Whoever checks is not answered from memory.
            again = None if by_proof and act.proof else PairingAnswer
            yield _replay(sitting, entry.number, act, again)
        sitting.take_in([entry])
        if isinstance(act, TakeOver) and act.section in sitting.event.sections:
            section = sitting.event.section(act.section)
            for played in section.rounds:
                if is_wanted(played.entry, played.number):
                    yield _of_another_program(sitting.event, section, played)


def facts_before_rounds(entries: Sequence[Entry], section: str) -> Iterator[Tournament]:
    """What the rules look at to pair each round of a section, as it was known before it was
    published; of publications that were undone nothing."""
    undone = undone_by(entries)
    sitting = Sitting()
    for entry in entries:
        act = entry.act
        published = isinstance(act, PublishRound) and act.section == section
        if published and entry.number not in undone:
            yield facts(sitting.event, sitting.event.section(section))
        sitting.take_in([entry])


def _replay(
    sitting: Sitting,
    number: int,
    act: PublishRound,
    again: Callable[[Tournament], PairingAnswer] | None,
) -> Replay:
    section = sitting.event.section(act.section)
    draft = section.draft
    assert draft is not None, "a round that is published was paired"
    before = facts(sitting.event, section)
    answer = None if again is None else _answer(before, again)
    made = None if answer is None else answer.made
    as_paired = made is not None and (
        draft.manual
        or [(t.table, t.white, t.black) for t in draft.tables]
        == [(p.table, p.white, p.black) for p in made.pairs]
    )
    by_hand_alone = draft.manual and not draft.digest
    return Replay(
        entry=number,
        section=act.section,
        round=act.round,
        digest=draft.digest,
        sheet="" if answer is None else answer.sheet,
        before=before,
        made=made,
        same=by_hand_alone
        or again is None
        or (as_paired and answer is not None and answer.digest == draft.digest),
        manual=draft.manual,
        differences=draft.differences,
        tables=draft.tables,
        bye=draft.bye,
        proof=act.proof,
        paired_again=again is not None,
    )


def _answer(
    before: Tournament, again: Callable[[Tournament], PairingAnswer]
) -> PairingAnswer | None:
    """The round made again; None where the rules find no pairing."""
    try:
        return again(before)
    except (NoLegalPairing, BadInput):
        return None


def _of_another_program(event: Event, section: Section, played: PublishedRound) -> Replay:
    """A round that was taken over: the rules are asked, but it was not theirs to make."""
    facts_then = as_replayed(tournament(event, section), system(section.system))
    before = facts_then.before(played.number)
    answer = _answer(before, PairingAnswer)
    tables, bye = pairing_of(played)
    return Replay(
        entry=played.entry,
        section=section.name,
        round=played.number,
        digest="",
        sheet="" if answer is None else answer.sheet,
        before=before,
        made=None if answer is None else answer.made,
        same=True,
        tables=tables,
        bye=bye,
        taken_over=True,
    )


def replay(entries: Sequence[Entry], section: str, round_number: int) -> Replay:
    """The publication of a round that is in force, made again."""
    undone = undone_by(entries)
    for entry in entries:
        begun = isinstance(entry.act, TakeOver) and entry.act.section == section
        if begun and entry.number not in undone:
            event = Sitting(entries[: entry.number]).event
            taken = event.section(section)
            if 1 <= round_number <= len(taken.rounds):
                return _of_another_program(event, taken, taken.round(round_number))
    wanted = [
        (e.number, e.act)
        for e in entries
        if isinstance(e.act, PublishRound)
        and (e.act.section, e.act.round) == (section, round_number)
        and e.number not in undone
    ]
    if not wanted:
        raise refusal(
            say("this round is not published"),
            str(round_number),
            say("section {section}", section=section),
        )
    number, act = wanted[-1]
    return _replay(Sitting(entries[: number - 1]), number, act, paired)
