"""Results that were reported from phones, and whether the reports of both sides agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.event import actions
from topboard.event.results import parse_result
from topboard.event.state import build_refused_error
from topboard.messages import say
from topboard.model import POINT, Manner

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from topboard.event.actions import ReportResult
    from topboard.event.state import PublishedRound, Section

GAME_RESULTS = ("1-0", "½-½", "0-1")
"""The results of a game that can be reported. In any other case, the arbiter decides."""


@dataclass(frozen=True, slots=True)
class TableReports:
    """The reports of both sides of a board or match; None for a side that has not reported."""

    first: ReportResult | None
    second: ReportResult | None

    @property
    def are_contradictory(self) -> bool:
        """Return whether the two sides reported different results."""
        return bool(self.first and self.second and self.first.results != self.second.results)

    @property
    def are_agreed(self) -> bool:
        """Return whether both sides reported the same result."""
        return bool(self.first and self.second) and not self.are_contradictory

    @property
    def are_from_one_phone(self) -> bool:
        """Return whether both sides reported from the same phone."""
        return bool(self.first and self.second and self.first.device == self.second.device)

    @property
    def results(self) -> tuple[str, ...]:
        """Return the reported results, or an empty tuple if the two sides contradict each other."""
        one = self.first or self.second
        return () if one is None or self.are_contradictory else one.results


def find_reports(played: PublishedRound, table: int) -> TableReports:
    """Return the reports of a board or match."""
    return TableReports(played.reports.get((table, 0)), played.reports.get((table, 1)))


def list_agreed_tables(played: PublishedRound) -> list[int]:
    """Return the boards or matches without a result on which both sides agree."""
    return [
        table
        for table, meeting in played.meetings.items()
        if meeting.manner is Manner.PENDING and find_reports(played, table).are_agreed
    ]


# --- recording ----------------------------------------------------------------------------------


def _set_phone_results(section: Section, act: actions.SetPhoneResults, _entry: int) -> Section:
    return replace(section, phone_results=act.mode)


def _report_result(section: Section, act: ReportResult, _entry: int) -> Section:
    played = section.round(act.round)
    if section.phone_results is actions.PhoneResults.OFF:
        raise build_refused_error(say("Results cannot be reported from phones in this section."))
    if act.round != len(section.rounds):
        raise build_refused_error(say("Round {round} has ended.", round=act.round))
    meeting = played.meetings.get(act.table)
    if meeting is None or act.side not in (0, 1):
        raise build_refused_error(
            say("There is no such board to report a result for."), str(act.table)
        )
    if meeting.manner is not Manner.PENDING:
        raise build_refused_error(say("The result of this board is already recorded."))
    _refuse_unusual_results(section, act)
    changed = replace(played, reports={**played.reports, (act.table, act.side): act})
    return section.with_rounds((*section.rounds[:-1], changed))


def _refuse_unusual_results(section: Section, act: ReportResult) -> None:
    """Raise ``Refused`` if a reported result is unusual.

    A report gives either a result for each board or the total of a match.
    """
    boards = section.settings.boards
    if len(act.results) == boards and all(one in GAME_RESULTS for one in act.results):
        return
    if len(act.results) == 1 and boards > 1:
        found = parse_result(act.results[0], act.table, boards, lambda _boards, _came: (0, 0))
        total = found.white_points + found.black_points
        if found.manner is Manner.PLAYED and total == boards * POINT:
            return
    raise build_refused_error(
        say("This result cannot be reported from a phone."),
        " ".join(act.results),
        remedy=say("Tell the arbiter."),
    )


REPORT_ACTS: dict[type, Callable[[Section, Any, int], Section]] = {
    actions.SetPhoneResults: _set_phone_results,
    actions.ReportResult: _report_result,
}
