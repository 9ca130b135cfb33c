"""Published rounds, paired again from the journal entries alone."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.checking import infer_missing_settings_from_rounds
from topboard.errors import BadInput, NoLegalPairing
from topboard.event.actions import ChangePublished, PublishRound, TakeOver
from topboard.event.identity import is_round_digest_correct
from topboard.event.memo import PairingAnswer, paired
from topboard.event.pairing import (
    build_tournament_before_next_round,
    describe_manual_pairing_differences,
    find_differences_from_rules,
    is_pairing_equal_to_tables,
)
from topboard.event.policy import find_exclusions_from_next_round
from topboard.event.policy.published_pairing import get_tables_and_bye_of_round
from topboard.event.reducer import find_undone_entry_numbers
from topboard.event.session import EventSession
from topboard.event.state import build_refused_error
from topboard.event.tournament import build_tournament, convert_published_round_to_model
from topboard.messages import say
from topboard.systems.registry import SYSTEMS, system

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator, Sequence

    from topboard.event.actions import Exclusion, Table
    from topboard.event.entries import Entry
    from topboard.event.state import Draft, Event, PublishedRound, Section
    from topboard.model import Number, Tournament
    from topboard.reasons.decisions import RoundPairing
    from topboard.systems.registry import ChangedInterpretation


class Comparison(Enum):
    """The result of pairing a published round again."""

    SAME = "same"
    """The pairing and the reasons are the same."""
    OTHER_EXPLANATION = "explanation"
    """The pairing is the same, but a different version of the program explains it differently."""
    OTHER_REVISION = "revision"
    """The pairing differs because an earlier revision interpreted an article differently."""
    DIFFERENT = "different"
    """The pairing differs although the interpretation of the rules has not changed."""
    NOT_COMPARED = "not_compared"
    """The round was not paired by the rules, or its proof is checked instead."""
    UNKNOWN_SYSTEM = "unknown_system"
    """This version of Topboard does not know the system of the section."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A published round, together with the same round paired again."""

    entry: int
    """The number of the journal entry that published the round or changed it afterwards."""
    section: str
    round: int
    digest: str
    """The digest of the round when it was paired; empty if it was not paired by the rules."""
    answer: PairingAnswer | None
    """The round paired again; None if it was not paired again or has no pairing under the rules."""
    before: Tournament
    comparison: Comparison
    system: str = ""
    system_revision: int = 1
    """The revision of the system that paired the round."""
    departures: tuple[str, ...] = ()
    """The differences between the published round and the one paired again."""
    manual: bool = False
    differences: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    """The pairings as they were published."""
    bye: Number | None = None
    taken_over: bool = False
    """Whether the round was paired by another program."""
    excluded: tuple[Exclusion, ...] = ()
    """The participants who were excluded from the pairing."""
    proof: str = ""
    """The proof published with the round, without the tournament data; empty if there is none."""
    paired_again: bool = True
    """Whether the round was paired again; False if its proof is checked instead."""
    revision: int = 0
    """The number of times the pairing had been changed after its publication."""

    @property
    def does_not_contradict_record(self) -> bool:
        """Return whether the comparison found no difference.

        This is also True if the round could not be compared, but False if the system is unknown.
        """
        return self.comparison not in WITHOUT_AGREEMENT

    @property
    def pairing_by_rules(self) -> RoundPairing | None:
        """Return the round as the rules pair it now, or None if it was not paired again."""
        return None if self.answer is None else self.answer.made

    @property
    def is_of_earlier_revision(self) -> bool:
        """Return whether the interpretation of the rules has changed since the round was paired."""
        return bool(self.changed_readings)

    @property
    def changed_readings(self) -> tuple[ChangedInterpretation, ...]:
        """Return the interpretations that have changed since the round was paired."""
        if self.system not in SYSTEMS:
            return ()
        return system(self.system).interpretations_changed_since(self.system_revision)


WITHOUT_AGREEMENT = frozenset(
    {Comparison.OTHER_REVISION, Comparison.DIFFERENT, Comparison.UNKNOWN_SYSTEM}
)


def replay_rounds(
    entries: Sequence[Entry],
    *,
    by_proof: bool = False,
    wanted: Container[tuple[int, int]] | None = None,
) -> Iterator[Replay]:
    """Yield a replay of each published, changed or imported pairing in a journal.

    If ``by_proof`` is true, rounds that have a proof are not paired again. ``wanted`` limits the
    replay to certain rounds, each given as the number of the journal entry that set its pairing and
    the round number. None means all rounds.
    """

    def is_round_wanted(number: int, round_number: int) -> bool:
        return wanted is None or (number, round_number) in wanted

    session = EventSession()
    for entry in entries:
        act = entry.act
        if isinstance(act, PublishRound) and is_round_wanted(entry.number, act.round):
            # A check must compute the pairing again instead of taking it from the cache.
            again = None if by_proof and act.proof else PairingAnswer
            yield _replay_published_round(session, entry.number, act, again)
        session.add_entries_written_elsewhere([entry])
        if isinstance(act, TakeOver) and act.section in session.event.sections:
            section = session.event.section(act.section)
            for played in section.rounds:
                if is_round_wanted(played.entry, played.number):
                    yield _replay_imported_round(session.event, section, played)
        if isinstance(act, ChangePublished) and is_round_wanted(entry.number, act.round):
            section = session.event.section(act.section)
            yield _replay_changed_round(
                session.event, section, section.round(act.round), PairingAnswer
            )


def list_entries_of_current_pairings(event: Event) -> list[tuple[int, int]]:
    """Return the entry number and the round number of each current pairing, in journal order."""
    return sorted(
        (played.pairing_entry_number, played.number)
        for section in event.sections.values()
        for played in section.rounds
    )


def tournaments_before_rounds(entries: Sequence[Entry], section: str) -> Iterator[Tournament]:
    """Yield the tournament data from which the rules pair each published round of a section.

    These are the data known before the publication. Undone publications are left out.
    """
    undone = find_undone_entry_numbers(entries)
    session = EventSession()
    for entry in entries:
        act = entry.act
        published = isinstance(act, PublishRound) and act.section == section
        if published and entry.number not in undone:
            yield build_tournament_before_next_round(session.event, session.event.section(section))
        session.add_entries_written_elsewhere([entry])


def _replay_published_round(
    session: EventSession,
    number: int,
    act: PublishRound,
    again: Callable[[Tournament], PairingAnswer] | None,
) -> Replay:
    section = session.event.section(act.section)
    draft = section.draft
    assert draft is not None, "a published round must have been paired"
    known = Replay(
        entry=number,
        section=act.section,
        round=act.round,
        digest=draft.digest,
        answer=None,
        before=build_tournament_before_next_round(session.event, section),
        comparison=Comparison.UNKNOWN_SYSTEM,
        system=section.system,
        system_revision=1 if draft.by_rules is None else draft.by_rules.system_revision,
        manual=draft.manual,
        differences=draft.differences,
        tables=draft.tables,
        bye=draft.bye,
        excluded=draft.excluded,
        proof=act.proof,
    )
    if section.system not in SYSTEMS:
        return known
    if again is None and not known.is_of_earlier_revision:
        return replace(known, comparison=Comparison.NOT_COMPARED, paired_again=False)
    # The proof checker uses the current interpretation of the rules, so it cannot check a proof
    # made under an earlier one.
    again = again or PairingAnswer
    answer = _pair_again_if_possible(known.before, again)
    compared = _compare_draft_with_rules(draft, answer, section)
    return replace(
        known,
        answer=answer,
        comparison=compared,
        departures=tuple(describe_manual_pairing_differences(session.event, section, draft))
        if compared in WITHOUT_AGREEMENT
        else (),
    )


def _compare_draft_with_rules(
    draft: Draft, answer: PairingAnswer | None, section: Section
) -> Comparison:
    """Compare a recorded pairing by the rules with the one that the rules give now."""
    known = draft.by_rules
    if known is None:
        # The round was paired by hand from the beginning.
        return Comparison.NOT_COMPARED
    as_known = is_round_digest_correct(section.system, known) and (
        draft.manual or (draft.tables, draft.bye) == (known.tables, known.bye)
    )
    if (
        answer is not None
        and as_known
        and is_pairing_equal_to_tables(answer.made, known.tables, known.bye)
    ):
        is_same = answer.explanation_digest == known.explanation
        return Comparison.SAME if is_same else Comparison.OTHER_EXPLANATION
    older = known.system_revision < system(section.system).revision
    return Comparison.OTHER_REVISION if as_known and older else Comparison.DIFFERENT


def _pair_again_if_possible(
    before: Tournament, again: Callable[[Tournament], PairingAnswer]
) -> PairingAnswer | None:
    """Return the round paired again, or None if the rules give no pairing."""
    try:
        return again(before)
    except (NoLegalPairing, BadInput):
        return None


def _replay_imported_round(event: Event, section: Section, played: PublishedRound) -> Replay:
    facts_then = infer_missing_settings_from_rounds(
        build_tournament(event, section), system(section.system)
    )
    before = facts_then.before(played.number)
    tables, bye = get_tables_and_bye_of_round(played)
    return Replay(
        entry=played.entry,
        section=section.name,
        round=played.number,
        digest="",
        answer=_pair_again_if_possible(before, PairingAnswer),
        before=before,
        comparison=Comparison.NOT_COMPARED,
        system=section.system,
        tables=tables,
        bye=bye,
        taken_over=True,
    )


def _replay_changed_round(
    event: Event,
    section: Section,
    played: PublishedRound,
    again: Callable[[Tournament], PairingAnswer],
) -> Replay:
    """Return the replay of a round that was changed after its publication.

    The round is paired again from the data at that time, with every participant whom the change
    pairs. If a result was corrected after the round was paired, the old result counts.
    """
    tables, bye = get_tables_and_bye_of_round(played)
    seated = {n for t in tables for n in (t.white, t.black)} | {bye}
    earlier = replace(section, rounds=section.rounds[: played.number - 1], draft=None)
    # A round paired by hand from the beginning does not record who was excluded.
    barred = {e.number: e for e in (*find_exclusions_from_next_round(earlier), *played.excluded)}
    excluded = [barred[number] for number in sorted(barred) if number not in seated]
    so_far = replace(section, rounds=section.rounds[: played.number], draft=None)
    known = build_tournament(event, so_far).before(played.number).rounds
    before = replace(build_tournament(event, earlier, excluded), rounds=known)
    changed = Replay(
        entry=played.pairing_entry_number,
        section=section.name,
        round=played.number,
        digest="",
        answer=None,
        before=before,
        comparison=Comparison.UNKNOWN_SYSTEM,
        system=section.system,
        manual=True,
        tables=tables,
        bye=bye,
        excluded=tuple(excluded),
        revision=played.revision,
    )
    if section.system not in SYSTEMS:
        return changed
    answer = _pair_again_if_possible(before, again)
    found: tuple[str, ...] = ("the rules find no pairing",)
    if answer is not None:
        found = tuple(
            find_differences_from_rules(
                replace(before, published=convert_published_round_to_model(played)), answer.made
            )
        )
    return replace(
        changed,
        answer=answer,
        comparison=Comparison.NOT_COMPARED,
        system_revision=system(section.system).revision,
        differences=found,
    )


def replay_round(entries: Sequence[Entry], section: str, round_number: int) -> Replay:
    """Return the replay of a round's current pairing.

    Raise ``Refused`` if the round has not been published.
    """
    undone = find_undone_entry_numbers(entries)
    in_force = [entry for entry in entries if entry.number not in undone]
    for entry in reversed(in_force):
        act, number = entry.act, entry.number
        if isinstance(act, PublishRound | ChangePublished | TakeOver) and act.section == section:
            if isinstance(act, TakeOver):
                event = EventSession(entries[:number]).event
                taken = event.section(section)
                if 1 <= round_number <= len(taken.rounds):
                    return _replay_imported_round(event, taken, taken.round(round_number))
            elif act.round != round_number:
                continue
            elif isinstance(act, PublishRound):
                return _replay_published_round(
                    EventSession(entries[: number - 1]), number, act, paired
                )
            else:
                event = EventSession(entries[:number]).event
                changed = event.section(section)
                return _replay_changed_round(event, changed, changed.round(round_number), paired)
    raise build_refused_error(
        say(
            "Round {round} of section {section} has not been published.",
            round=round_number,
            section=section,
        )
    )


def has_renumbered_participants(before: Tournament, now: Section) -> bool:
    """Return whether a participant has a different number now than when a round was paired.

    ``before`` is the section as it was when the round was paired.
    """
    numbers = {one.name: one.number for one in now.competitors.values()}
    return any(numbers.get(one.name, one.number) != one.number for one in before.competitors)
