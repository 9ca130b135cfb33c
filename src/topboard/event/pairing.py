"""Pairing of the next round by the rules or by hand, with checks of recorded pairings."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, assert_never

from topboard._frozen import replace
from topboard.checking import compare_pairing_with_published
from topboard.errors import NoLegalPairing
from topboard.event.actions import CloseEntries, EndManual, PairRound, PublishRound, Renumber, Table
from topboard.event.identity import compute_round_identity_digest
from topboard.event.memo import paired
from topboard.event.policy import find_exclusions_from_next_round
from topboard.event.state import build_refused_error
from topboard.event.tournament import build_tournament
from topboard.messages import say
from topboard.model import Manner, Meeting, PairingBye, Round
from topboard.systems.registry import system

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.checking import Difference
    from topboard.event.actions import Exclusion
    from topboard.event.memo import PairingAnswer
    from topboard.event.state import Draft, Event, Section
    from topboard.model import Number, Tournament
    from topboard.reasons.decisions import RoundPairing


def build_tournament_before_next_round(event: Event, section: Section) -> Tournament:
    """Return the tournament data from which the rules pair the next round.

    Excluded participants are marked as absent.
    """
    return build_tournament(event, section, find_exclusions_from_next_round(section))


def pair_next_round_by_rules(event: Event, section: Section) -> RoundPairing:
    """Return the next round as the rules pair it with the current data."""
    return paired(build_tournament_before_next_round(event, section)).made


def build_pair_round_action(event: Event, name: str) -> tuple[PairRound, RoundPairing]:
    """Return the action that pairs the next round, together with the pairing itself.

    Raise ``Refused`` if entries are still open.
    """
    section = event.section(name)
    if not section.entries_closed:
        raise build_refused_error(
            say("Entries for {section} are still open.", section=name),
            remedy=say("Close entries first."),
        )
    answer = paired(build_tournament_before_next_round(event, section))
    return build_action_for_computed_pairing(
        answer, name, find_exclusions_from_next_round(section)
    ), answer.made


def build_action_for_computed_pairing(
    answer: PairingAnswer, name: str, excluded: tuple[Exclusion, ...]
) -> PairRound:
    """Return the action that records a computed pairing in a section."""
    made = answer.made
    paired_round = PairRound(
        section=name,
        round=made.round,
        tables=tuple(Table(p.table, p.white, p.black) for p in made.pairs),
        bye=made.bye,
        digest="",
        excluded=excluded,
        system_revision=answer.revision,
        facts=answer.tournament_digest,
        explanation=answer.explanation_digest,
    )
    return replace(paired_round, digest=compute_round_identity_digest(made.system, paired_round))


def is_pairing_equal_to_tables(
    made: RoundPairing, tables: Sequence[Table], bye: Number | None
) -> bool:
    """Return whether a pairing has exactly these boards, colours and bye."""
    by_rules = [(pair.table, pair.white, pair.black) for pair in made.pairs]
    return by_rules == [(t.table, t.white, t.black) for t in tables] and made.bye == bye


def build_close_entries_action(event: Event, name: str) -> CloseEntries:
    """Return the action that closes entries, with the participants in the order of TPNs."""
    section = event.section(name)
    by_rules = system(section.system)
    if by_rules.order_of_entries is None:
        return CloseEntries(name, tuple(sorted(section.competitors)))
    entered = build_tournament(event, section)
    rounds = 0 if by_rules.timetable is None else len(by_rules.timetable(entered))
    return CloseEntries(name, by_rules.list_participants_by_rules_for_tpns(entered), rounds)


def build_renumber_action(event: Event, name: str) -> Renumber:
    """Return the action that assigns new TPNs according to the current data."""
    section = event.section(name)
    return Renumber(
        name,
        system(section.system).list_participants_by_rules_for_tpns(
            build_tournament(event, section)
        ),
    )


# --- manual pairing -------------------------------------------------------------------------


def build_end_manual_pairing_action(event: Event, name: str) -> EndManual:
    """Return the action that ends a manual pairing.

    It lists how the pairing differs from that of the rules. Raise ``Refused`` if no manual pairing
    is in progress.
    """
    section = event.section(name)
    if section.draft is None or not section.draft.open:
        what = say("No manual pairing of {section} is in progress.", section=name)
        raise build_refused_error(what)
    found = tuple(describe_manual_pairing_differences(event, section, section.draft))
    return EndManual(name, section.draft.round, found)


def describe_manual_pairing_differences(
    event: Event, section: Section, draft: Draft
) -> Iterator[str]:
    """Yield how a manual pairing differs from the one by the rules, as phrases for the journal."""
    before = replace(
        build_tournament_before_next_round(event, section),
        published=build_round_from_tables(draft.round, draft.tables, draft.bye),
    )
    try:
        made = paired(before).made
    except NoLegalPairing as none:
        yield f"the rules find no pairing: {none.words}"
        return
    yield from find_differences_from_rules(before, made)


def find_differences_from_rules(before: Tournament, made: RoundPairing) -> Iterator[str]:
    """Yield each difference between a published round and the pairing by the rules, as a phrase.

    ``before`` contains the published round, and ``made`` is the pairing by the rules.
    """
    published = before.published
    assert published is not None, "the data must include the round to compare"
    for difference in compare_pairing_with_published(before, made).differences:
        yield format_pairing_difference_for_journal(difference)
    seated = {n for m in published.meetings for n in (m.white, m.black)} | {published.bye}
    for number in sorted({n for p in made.pairs for n in (p.white, p.black)} - seated):
        yield f"{number} is not paired"


def build_round_from_tables(number: int, tables: Sequence[Table], bye: Number | None) -> Round:
    """Return a pairing without results as a ``Round`` of the model."""
    meetings = tuple(Meeting(t.white, t.black, manner=Manner.PENDING) for t in tables)
    away = () if bye is None else ((bye, PairingBye()),)
    return Round(number, meetings, away)


def format_pairing_difference_for_journal(difference: Difference) -> str:
    """Return a difference from the pairing under the rules as an English phrase for the journal."""

    def join_numbers(numbers: tuple[Number | None, ...]) -> str:
        return " - ".join("nobody" if n is None else str(n) for n in numbers)

    article = f" ({difference.article})" if difference.article else ""
    if difference.kind == "pair":
        white, black = difference.published
        ours = difference.ours
        rules = f"{join_numbers((white, ours[0]))} and {join_numbers((black, ours[1]))}"
        return f"{join_numbers(difference.published)}, by the rules {rules}{article}"
    if difference.kind == "colour":
        return f"{join_numbers(difference.published)}: colours the other way round{article}"
    if difference.kind == "bye":
        given, due = join_numbers(difference.published), join_numbers(difference.ours)
        return f"bye for {given}, by the rules {due}{article}"
    return f"{join_numbers(difference.published)}: {difference.text}{article}"


# --- checks of recorded pairings ------------------------------------------------------------


def refuse_false_pairing(event: Event, act: PairRound | EndManual | PublishRound) -> None:
    """Raise ``Refused`` if the record of a pairing misstates how it was made.

    A pairing recorded as by the rules must be the one that the rules give. A manual pairing must
    list exactly how it differs from that pairing.
    """
    match act:
        case PairRound():
            if _pair_section_again(event, act.section) != act:
                remedy = say("Record the pairing that the rules give, or pair by hand.")
                raise build_refused_error(_format_not_by_rules_message(act), remedy=remedy)
        case EndManual():
            due = build_end_manual_pairing_action(event, act.section).differences
            if act.differences != due:
                raise build_refused_error(
                    say(
                        "The stated differences from the rules do not match those in the "
                        "manual pairing."
                    ),
                    "; ".join(due) or say("no differences"),
                    remedy=say("Record exactly these differences."),
                )
        case PublishRound():
            _refuse_outdated_draft(event, act)
        case _:
            assert_never(act)


def _pair_section_again(event: Event, name: str) -> PairRound | None:
    try:
        return build_pair_round_action(event, name)[0]
    except NoLegalPairing:
        return None


class OutdatedReason(Enum):
    """The reasons why a draft is no longer the pairing that the rules give."""

    FACTS = "facts"
    """The tournament data have changed since the round was paired."""
    REVISION = "revision"
    """An earlier revision of the rules paired the round, and the current one pairs it
    differently."""
    NOT_BY_RULES = "not by the rules"
    """The rules never gave this pairing for these tournament data."""


def find_reason_draft_is_outdated(
    draft: Draft | None, again: PairRound | None
) -> OutdatedReason | None:
    """Return why a draft paired by the rules is outdated, or None if it is up to date.

    A draft that was paired by hand is never outdated.
    """
    known = None if draft is None else draft.by_rules
    if known is None:
        return None
    if again is not None and _are_pairings_equal(again, known):
        # Journals of versions 1 and 2 do not record the facts from which a round was paired.
        return OutdatedReason.FACTS if known.facts and known.facts != again.facts else None
    if again is not None and again.system_revision != known.system_revision:
        return OutdatedReason.REVISION
    if again is not None and (known.facts, known.excluded) == (again.facts, again.excluded):
        return OutdatedReason.NOT_BY_RULES
    return OutdatedReason.FACTS


def _refuse_outdated_draft(event: Event, act: PublishRound) -> None:
    """Raise ``Refused`` if a draft is no longer the pairing that the rules give.

    The tournament data or the interpretation of the rules may have changed.
    """
    draft = event.section(act.section).draft
    if draft is None or draft.by_rules is None:
        return
    again = _pair_section_again(event, act.section)
    match find_reason_draft_is_outdated(draft, again):
        case None:
            return
        case OutdatedReason.REVISION:
            assert again is not None, "a changed revision implies a new pairing"
            what = say(
                "Round {round} of {section} was paired with revision {old} of these rules, but "
                "revision {new} gives a different pairing.",
                round=act.round,
                section=act.section,
                old=draft.by_rules.system_revision,
                new=again.system_revision,
            )
            raise build_refused_error(what, remedy=say("Pair the round again."))
        case OutdatedReason.NOT_BY_RULES:
            remedy = say("Pair the round again, or pair it by hand.")
            raise build_refused_error(_format_not_by_rules_message(act), remedy=remedy)
        case OutdatedReason.FACTS:
            what = say(
                "The data have changed since round {round} of {section} was paired.",
                round=act.round,
                section=act.section,
            )
            raise build_refused_error(what, remedy=say("Pair the round again."))


def _format_not_by_rules_message(act: PairRound | PublishRound) -> str:
    return say(
        "The pairing of round {round} of {section} differs from the one that the rules give.",
        round=act.round,
        section=act.section,
    )


def _are_pairings_equal(one: PairRound, other: PairRound) -> bool:
    """Return whether two pairings have the same boards, colours, bye and exclusions."""
    return (one.tables, one.bye, one.excluded) == (other.tables, other.bye, other.excluded)
