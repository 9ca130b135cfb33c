"""The input for the documents of a section, derived from the state of the event."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.documents.catalog import DocumentInput
from topboard.documents.team_players import BoardPrizeConditions
from topboard.event.actions import BoardPrizeOrder
from topboard.event.categories import find_category_members, find_or_parse_category
from topboard.event.prizes import award_prizes_of_section
from topboard.event.tournament import build_tournament, convert_published_round_to_model
from topboard.messages import say
from topboard.systems.registry import system

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from topboard.documents.prize_sheet import Given
    from topboard.event.replay import Replay
    from topboard.event.state import Event, PublishedRound, Section
    from topboard.tiebreaks.standings import Standings

    Again = Callable[[str, int], Replay]


def build_document_input(
    event: Event,
    section: Section,
    number: int = 0,
    again: Again | None = None,
    head: str = "",
    category: str = "",
) -> DocumentInput:
    """Return the input for the documents of a published round, by default the last one.

    ``head`` is the hash of the last journal entry, which posted documents show. If a ``category``
    is given, posted documents list only its members. ``again`` is a function that pairs a published
    round again to obtain the reasons for its pairing.
    """
    facts = build_tournament(event, section)
    rules = system(section.system)
    anchor = last_entry_and_hash_line(event, head) if head else ""
    matter = DocumentInput(
        facts,
        rules,
        section=section.name if len(event.sections) == 1 else "",
        anchor=anchor,
        logo=event.logo,
        prizes=partial(_prizes_and_winners, event, section) if section.prizes else None,
        board_prizes=_board_prize_conditions(section),
    )
    if category:
        chosen = find_or_parse_category(section, category)
        inside = find_category_members(section, event.details, chosen)
        matter = replace(matter, category=chosen.name, members=inside)
    if not section.rounds and not number:
        return matter
    played = section.round(number or len(section.rounds))
    before, reasons = None, None
    if again is not None:
        replayed = again(section.name, played.number)
        before = replace(replayed.before, name=facts.name)
        if replayed.pairing_by_rules is not None:
            reasons = (before, replayed.pairing_by_rules)
    return replace(
        matter,
        paired=convert_published_round_to_model(played),
        tables=tuple(played.meetings),
        reasons=reasons,
        remarks=tuple(_revision_and_manual_remarks(played)),
        before=before,
    )


def _board_prize_conditions(section: Section) -> BoardPrizeConditions:
    if (found := section.board_prizes) is None:
        return BoardPrizeConditions()
    return BoardPrizeConditions(found.games, found.order is BoardPrizeOrder.PERFORMANCE)


def _prizes_and_winners(event: Event, section: Section, standings: Standings) -> Given:
    """Return the prizes of a section and their winners in the standings."""
    assert section.prizes is not None, "only asked where there are prizes"
    return section.prizes, award_prizes_of_section(event, section, standings)


def last_entry_and_hash_line(event: Event, head: str) -> str:
    """Return a line for printed documents with the number and hash of the last journal entry.

    With it, anyone can later verify that the journal was not changed.
    """
    return say("Journal: entry {last}, {head}", last=event.last, head=head)


def _revision_and_manual_remarks(played: PublishedRound) -> Iterator[str]:
    if played.revision:
        yield say("Revision {revision}", revision=played.revision)
    if played.manual:
        yield say("Paired by hand")
