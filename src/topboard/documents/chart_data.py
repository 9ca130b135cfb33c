"""The data that the charts of an event share: each participant's rounds, and the ranking."""

from __future__ import annotations

from collections.abc import Mapping

from topboard._frozen import dataclass
from topboard.documents import people
from topboard.documents.records import PairingCardLine, card_lines_by_participant
from topboard.documents.text import truncate
from topboard.messages import say, say_count
from topboard.model import Number, Tournament
from topboard.systems.registry import System
from topboard.tiebreaks.standings import Standings

PLACES = 20
"""The number of top places that have their own row in the other charts."""
NAME = 20
"""The maximum length of a name beside a chart, in characters."""
PHONE = 350
"""The width of a chart on a phone, in pixels."""


@dataclass(frozen=True, slots=True)
class EventChartData:
    """The data for the charts of an event: each participant's rounds, and the ranking."""

    tournament: Tournament
    entries: Mapping[Number, tuple[PairingCardLine, ...]]
    order: tuple[Number, ...]
    names: Mapping[Number, str]
    by_scores: bool
    """Whether pairings depend on scores. In a round robin they follow a timetable instead."""

    @property
    def round_count(self) -> int:
        """Return the number of rounds so far."""
        return len(self.tournament.rounds)

    def leading_participants(self, most: int) -> list[Number]:
        """Return the numbers of the first ``most`` participants in the standings."""
        return list(self.order[:most])

    def describe_number_of_participants_shown(self, most: int) -> str:
        """Return a sentence that says how many participants a chart shows."""
        count = len(self.order)
        if count <= most:
            return say_count(
                "The chart shows {count} participant.",
                "The chart shows all {count} participants.",
                count,
            )
        return say_count(
            "The chart shows the first {most} of {count} place.",
            "The chart shows the first {most} of {count} places.",
            count,
            most=most,
        )

    def participant_row_label(self, place: int, number: Number) -> str:
        """Return the label of a participant's row, with the place and the name."""
        return f"{place}. {truncate(self.names[number] or str(number), NAME)}"


def build_chart_data(
    tournament: Tournament,
    system: System,
    standings: Standings | None = None,
    entries: Mapping[Number, tuple[PairingCardLine, ...]] | None = None,
) -> EventChartData:
    """Return the data that the charts of an event need."""
    table = standings or system.standings(tournament)
    return EventChartData(
        tournament,
        card_lines_by_participant(tournament, system) if entries is None else entries,
        tuple(row.number for row in table.lines),
        people.titled_names(tournament),
        system.timetable is None,
    )


def round_column_titles(rounds: int) -> tuple[str, ...]:
    """Return the titles of columns for the first ``rounds`` rounds."""
    return tuple(say("R{round}", round=n) for n in range(1, rounds + 1))
