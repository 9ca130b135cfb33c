"""A published round with its reasons, made again from the journal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.event.acts import Table
from topboard.web.views import round_view

if TYPE_CHECKING:
    from topboard.event.state import PublishedRound
    from topboard.web.places import Place
    from topboard.web.views import RoundView


def tables_of(played: PublishedRound) -> tuple[Table, ...]:
    """The tables of a round as they stand now."""
    return tuple(
        Table(table, m.white, m.black)
        for table, m in played.meetings.items()
        if m.white is not None and m.black is not None
    )


def explained(place: Place, number: int) -> RoundView | None:
    """The round with its reasons; None where the rules find no pairing."""
    again = place.live.replay(place.section.name, number)
    if again.made is None:
        return None
    return round_view(again.before, again.made, tables_of(place.section.round(number)))
