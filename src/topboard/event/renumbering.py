"""Pairing numbers in place of the numbers of the entries, wherever a section names somebody."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from topboard.renumbering import decisions

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
        suspended=frozenset(new[n] for n in section.suspended),
        excused=frozenset((new[n], upto) for n, upto in section.excused),
        commitments={
            purpose: replace(promise, among=tuple(new[n] for n in promise.among))
            for purpose, promise in section.commitments.items()
        },
        **decisions(section, new),
    )
