"""The rounds of a report file while they are read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.model import Manner, PairingBye, Round

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from topboard.model import Away, Meeting, Number


class RoundRead:
    """A round while it is read."""

    def __init__(
        self, meetings: Sequence[Meeting] = (), away: Mapping[Number, Away] | None = None
    ) -> None:
        self.meetings = meetings
        self.away = dict(away or {})

    @property
    def is_paired(self) -> bool:
        """Whether somebody has paired it; absences alone are only asked for."""
        return bool(self.meetings) or PairingBye() in self.away.values()

    @property
    def is_pending(self) -> bool:
        """Whether it is paired and no result is known."""
        return all(meeting.manner is Manner.PENDING for meeting in self.meetings)

    def meets(self, number: Number) -> bool:
        """Whether somebody sits at a table in the meetings read so far."""
        return any(number in (meeting.white, meeting.black) for meeting in self.meetings)


def round_of(number: int, round_read: RoundRead) -> Round:
    """The round with its meetings and who was away; a report knows no tables."""
    away = tuple(sorted(round_read.away.items(), key=lambda item: item[0]))
    return Round(number, tuple(round_read.meetings), away, tables_known=False)


def published_of(rounds_read: dict[int, RoundRead], number: int) -> Round:
    """The round that is paired and has no results, with nobody away but for the bye."""
    round_read = rounds_read[number]
    away: dict[Number, Away] = {n: PairingBye() for n in round_read.away if _has_bye(round_read, n)}
    return round_of(number, RoundRead(round_read.meetings, away))


def _has_bye(round_read: RoundRead, number: Number) -> bool:
    return isinstance(round_read.away[number], PairingBye)
