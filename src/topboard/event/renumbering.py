"""Pairing numbers in place of the numbers of the entries, wherever a section names somebody."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from topboard.event.state import Section
    from topboard.model import Number


def renumbered(section: Section, new: Mapping[Number, Number]) -> Section:
    """The section with new numbers; nothing is published yet."""
    return replace(
        section,
        competitors={
            n: replace(section.competitors[old], number=n)
            for old, n in sorted(new.items(), key=lambda item: item[1])
        },
        presence={new[n]: seen for n, seen in section.presence.items()},
        exceptions=frozenset((new[n], article) for n, article in section.exceptions),
        requests=tuple(replace(r, number=new[r.number]) for r in section.requests),
        forbidden=tuple(replace(f, a=new[f.a], b=new[f.b]) for f in section.forbidden),
        bye_rulings=tuple(replace(r, number=new[r.number]) for r in section.bye_rulings),
        fixed_tables=tuple(replace(t, number=new[t.number]) for t in section.fixed_tables),
        adjustments=tuple(replace(a, number=new[a.number]) for a in section.adjustments),
        suspended=frozenset(new[n] for n in section.suspended),
        lots=tuple(replace(lot, order=tuple(new[n] for n in lot.order)) for lot in section.lots),
        commitments={
            purpose: replace(promise, among=tuple(new[n] for n in promise.among))
            for purpose, promise in section.commitments.items()
        },
        accelerated=None
        if section.accelerated is None
        else frozenset(new[n] for n in section.accelerated),
    )
