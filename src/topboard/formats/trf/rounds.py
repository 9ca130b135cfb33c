"""The rounds of a report file while they are being read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.model import Manner, PairingBye, Round

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from topboard.model import Away, Meeting, Number


class PartialRound:
    """The meetings and absences of a round while it is being read."""

    def __init__(
        self, meetings: Sequence[Meeting] = (), away: Mapping[Number, Away] | None = None
    ) -> None:
        self.meetings = meetings
        self.away = dict(away or {})

    @property
    def is_paired(self) -> bool:
        """Return whether the round has been paired. Absences alone are only requests."""
        return bool(self.meetings) or PairingBye() in self.away.values()

    @property
    def is_pending(self) -> bool:
        """Return whether none of the meetings has a result yet."""
        return all(meeting.manner is Manner.PENDING for meeting in self.meetings)

    def has_meeting_of(self, number: Number) -> bool:
        """Return whether the participant is paired in the meetings read so far."""
        return any(number in (meeting.white, meeting.black) for meeting in self.meetings)


def build_round(number: int, round_read: PartialRound) -> Round:
    """Return the complete round. Its board order is unknown, because reports do not give it."""
    away = tuple(sorted(round_read.away.items(), key=lambda item: item[0]))
    return Round(number, tuple(round_read.meetings), away, tables_known=False)


def build_published_round(rounds_read: dict[int, PartialRound], number: int) -> Round:
    """Return the paired round as a published round, with only the PABs as absences."""
    round_read = rounds_read[number]
    away: dict[Number, Away] = {
        n: PairingBye() for n in round_read.away if _has_pairing_bye(round_read, n)
    }
    return build_round(number, PartialRound(round_read.meetings, away))


def _has_pairing_bye(round_read: PartialRound, number: Number) -> bool:
    return isinstance(round_read.away[number], PairingBye)
