"""Renumbering of participants everywhere in a section."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.model.renumbering import renumber_decisions, renumber_meeting

if TYPE_CHECKING:
    from collections.abc import Mapping

    from topboard.event.state import Draft, PublishedRound, Section
    from topboard.model import Number

    New = Mapping[Number, Number]


def renumber_section(section: Section, new: New) -> Section:
    """Return the section with new TPNs everywhere.

    Published rounds are renumbered as well, although they were paired with the old TPNs.
    """
    return replace(
        section,
        competitors={
            n: replace(section.competitors[old], number=n)
            for old, n in sorted(new.items(), key=lambda item: item[1])
        },
        presence={new[n]: seen for n, seen in section.presence.items()},
        exceptions=frozenset((new[n], article) for n, article in section.exceptions),
        suspended=frozenset(new[n] for n in section.suspended),
        excused=frozenset((new[n], upto) for n, upto in section.excused),
        commitments={
            purpose: replace(promise, among=tuple(new[n] for n in promise.among))
            for purpose, promise in section.commitments.items()
        },
        draft=None if section.draft is None else _renumber_draft(section.draft, new),
        rounds=tuple(_renumber_round(played, new) for played in section.rounds),
        **renumber_decisions(section, new),
    )


def _renumber_draft(draft: Draft, new: New) -> Draft:
    return replace(
        draft,
        tables=tuple(replace(t, white=new[t.white], black=new[t.black]) for t in draft.tables),
        bye=None if draft.bye is None else new[draft.bye],
        excluded=tuple(replace(e, number=new[e.number]) for e in draft.excluded),
    )


def _renumber_round(played: PublishedRound, new: New) -> PublishedRound:
    return replace(
        played,
        meetings={table: renumber_meeting(m, new) for table, m in played.meetings.items()},
        away=tuple((new[n], outcome) for n, outcome in played.away),
        excluded=tuple(replace(e, number=new[e.number]) for e in played.excluded),
        numbers_in_force=False,
    )
