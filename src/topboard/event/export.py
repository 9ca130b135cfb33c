"""Export of a section to a file for other programs, with notes on data not in the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.event.policy import find_exclusions_from_next_round, governance_of_system
from topboard.event.policy.presence import (
    exclude_teams_twice_short_of_players,
    find_rounds_of_team_below_half_strength,
)
from topboard.event.remarks import build_integrity_remarks
from topboard.event.tournament import build_tournament
from topboard.formats import describe_losses, dumps
from topboard.messages import say

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from topboard.event.entries import Entry
    from topboard.event.state import Event, Section
    from topboard.model import Number, Tournament


@dataclass(frozen=True, slots=True)
class ExportedSection:
    """The text of an exported file, with notes for the arbiter on data that it lacks."""

    text: str
    notes: tuple[str, ...]


def export_section_to_format(
    event: Event, entries: Sequence[Entry], section: Section, format: str
) -> ExportedSection:
    """Return a section in a file format, with everything that affects its next round.

    Comments in the file list the actions that affect the integrity of the pairings.
    """

    facts = build_tournament_to_export(event, section)
    told = build_integrity_remarks(entries, section.name)
    details = replace(facts.details, comments=(*facts.details.comments, *told))
    facts = replace(facts, details=details)
    text = dumps(facts, format)
    losses = (
        say("The {target} format cannot store {what}.", target=format, what=what)
        for what in describe_losses(facts, format, text)
    )
    return ExportedSection(text, (*losses, *_list_losses_for_later_rounds(section)))


def build_tournament_to_export(event: Event, section: Section) -> Tournament:
    """Return the tournament data of a section, for export.

    Participants who are excluded from the next round are marked as absent from it.
    """
    return build_tournament(
        event, section, find_exclusions_from_next_round(section) if _has_next_round(section) else ()
    )


def _has_next_round(section: Section) -> bool:
    return section.entries_closed and section.round_to_pair <= section.settings.rounds


def _list_losses_for_later_rounds(section: Section) -> Iterator[str]:
    """Yield notes on data about later rounds that the file cannot store completely.

    Some formats store such data for the next round only, and some data are not stored at all.
    """
    if not _has_next_round(section):
        return
    asked = {r.number for r in section.requests if r.round == section.round_to_pair}
    excluded = {one.number: one.article for one in find_exclusions_from_next_round(section)}
    for number, article in excluded.items():
        if number not in asked:
            yield _build_note_on_exclusion(section, number, article)
    for article, bar in governance_of_system(section.system).absences.items():
        if bar is exclude_teams_twice_short_of_players:
            yield from _list_notes_on_short_teams(section, article, excluded)
    for number, article in sorted(section.exceptions):
        yield say(
            "{name} (#{number}) is paired despite article {article}. The file does not contain "
            "this ruling.",
            name=section.competitor(number).name,
            number=number,
            article=article,
        )


def _build_note_on_exclusion(section: Section, number: Number, article: str) -> str:
    name, coming = section.competitor(number).name, section.round_to_pair
    if not article:
        return say(
            "{name} (#{number}) is suspended. The file records only the absence from round "
            "{round}.",
            name=name,
            number=number,
            round=coming,
        )
    return say(
        "{name} (#{number}) is not paired in round {round} ({article}). The file "
        "records only the absence from this round.",
        name=name,
        number=number,
        round=coming,
        article=article,
    )


def _list_notes_on_short_teams(
    section: Section, article: str, excluded: Collection[Number]
) -> Iterator[str]:
    for number, team in section.competitors.items():
        if number not in excluded and (
            rounds := find_rounds_of_team_below_half_strength(section, number)
        ):
            yield say(
                "{name} (#{number}) had fewer than half of its players present in round "
                "{round}. The "
                "file does not record this, although article {article} takes it into account.",
                name=team.name,
                number=number,
                round=rounds[0],
                article=article,
            )
