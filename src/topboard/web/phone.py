"""The page of one board, on which its players or captains report the result from a phone."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

from topboard.errors import BadInput, Problem, Refused
from topboard.event import actions
from topboard.event.reports import TableReports, find_reports
from topboard.event.session import ActionContext
from topboard.event.state import PublishedRound, Section
from topboard.messages import say
from topboard.storage.session import EventSnapshot, JournalSession
from topboard.web.desk.result_rows import TableRow, build_table_rows
from topboard.web.desk.results import build_reported_results, expand_result_shortcut
from topboard.web.forms import PostedForm
from topboard.web.phone_links import can_report, is_link
from topboard.web.repository import EventHandle, UnknownEvent
from topboard.web.request_context import (
    AUDIT,
    Form,
    current_time,
    get_app_state,
    get_session,
    redirect_to,
    render_page,
)

router = APIRouter(prefix="/report/{event}/{slug}/{number:int}/{table:int}/{seal}")

MOST_WRONG_LINKS = 20
"""The number of wrong links from one address that cause a pause."""
MOST_REPORTS = 200
"""The number of reports from one address that cause a pause. A hall may share one address."""
MOST_REPORTS_OF_BOARD = 10
"""The number of reports of one board that cause a pause."""


@dataclass(frozen=True, slots=True)
class ReportedBoard:
    """The board that a link leads to, and its state when the link was opened."""

    handle: EventHandle
    snapshot: EventSnapshot
    section: Section
    played: PublishedRound
    row: TableRow

    @property
    def reports(self) -> TableReports:
        """Return the reports of both sides."""
        return find_reports(self.played, self.row.table)


def _client_address(request: Request) -> str:
    return request.client.host if request.client else ""


def _find_board(
    request: Request, event: str, slug: str, number: int, table: int, seal: str
) -> ReportedBoard:
    """Return the board of a link. Raise a 404 error if the link is wrong, or 410 if it has ended.

    Raise a 429 error if too many wrong links came from the same address.
    """
    repository = get_app_state(request).repository
    throttle, address = repository.sign_in_throttle, f"report link {_client_address(request)}"
    if throttle.seconds_to_wait(address, MOST_WRONG_LINKS):
        raise HTTPException(429, say("Too many wrong links. Wait a few minutes and try again."))
    with suppress(UnknownEvent):
        handle = repository.event(event)
        snapshot = handle.snapshot()
        name = snapshot.sections().get(slug)
        section = None if name is None else snapshot.event.section(name)
        if section is not None and 1 <= number <= len(section.rounds):
            played, key = section.round(number), repository.accounts.signing_key()
            rows = build_table_rows(section, played, [table])
            if rows and is_link(key, event, slug, played, table, seal):
                if not can_report(section, number) or snapshot.event.closed:
                    what = say("This link has ended. Give your result to the arbiter.")
                    raise HTTPException(410, what)
                return ReportedBoard(handle, snapshot, section, played, rows[0])
    throttle.count_failed_attempt(address)
    raise HTTPException(404, say("This link is not valid. Give your result to the arbiter."))


@router.get("")
def board_page(
    request: Request, event: str, slug: str, number: int, table: int, seal: str
) -> Response:
    """Show the board, the results reported so far, and a form for reporting the result."""
    board = _find_board(request, event, slug, number, table, seal)
    get_app_state(request).sites.record_view(event, board.snapshot.event.last)
    response = render_page(
        request,
        "report.html",
        event=board.snapshot.event,
        section=board.section,
        number=number,
        row=board.row,
        reports=board.reports,
    )
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["X-Robots-Tag"] = "noindex"
    return response


@router.post("")
def report_result(
    request: Request, event: str, slug: str, number: int, table: int, seal: str, form: Form
) -> Response:
    """Record the report of one side. If both sides agree, the result may be entered at once."""
    board = _find_board(request, event, slug, number, table, seal)
    _limit_reports(request, board)
    act = _read_report(request, board, form)
    known = board.played.reports.get((table, act.side))
    notes = [say("Your report was sent.")]
    with board.handle.open() as session:
        if known is None or known.results != act.results:
            sides = board.row.white, board.row.black
            _record(event, session, act, say("{name}, by phone", name=sides[act.side].name))
        if _enter_agreed_result(event, session, board.section.name, number, table):
            notes = [say("Both sides agree. The result is recorded.")]
    return redirect_to(request, request.url.path, notes)


def _limit_reports(request: Request, board: ReportedBoard) -> None:
    throttle = get_app_state(request).repository.sign_in_throttle
    of_board = f"report {board.handle.stem} {board.section.name} {board.row.table}"
    limits = {
        f"report from {_client_address(request)}": MOST_REPORTS,
        of_board: MOST_REPORTS_OF_BOARD,
    }
    if any(throttle.seconds_to_wait(key, most) for key, most in limits.items()):
        what = say("Too many reports were sent. Give your result to the arbiter.")
        raise HTTPException(429, what)
    for key in limits:
        throttle.count_failed_attempt(key)


def _read_report(request: Request, board: ReportedBoard, form: PostedForm) -> actions.ReportResult:
    """Return the report in the form. Raise ``BadInput`` if the side or a result is missing."""
    side = {"first": 0, "second": 1}.get(form.text("side"))
    if side is None:
        remedy = say("Choose your name first.")
        raise BadInput([Problem(say("it is not clear who reports the result"), remedy=remedy)])
    fields = board.row.cells if form.has(next(iter(board.row.cells))) else [f"t{board.row.table}"]
    results = tuple(expand_result_shortcut(form.text(name)) for name in fields)
    if not all(results):
        remedy = say("Choose a result on every board.")
        raise BadInput([Problem(say("a result is missing"), remedy=remedy)])
    device = sha256(get_session(request).token.encode()).hexdigest()[:12]
    section, number = board.section.name, board.played.number
    return actions.ReportResult(section, number, board.row.table, side, results, device)


def _record(event: str, session: JournalSession, act: actions.Act, who: str) -> None:
    time = current_time()
    prepared = session.record(act, ActionContext(who, time))
    AUDIT.info(
        "%s %s entry %d %s by %s", time, event, prepared.entry.number, type(act).__name__, who
    )


def _enter_agreed_result(
    event: str, session: JournalSession, name: str, number: int, table: int
) -> bool:
    """Enter the result if both sides agree and the section allows it.

    Return whether it was entered. An arbiter must enter results that need a decision, and those
    reported from a single phone.
    """
    section = session.event.section(name)
    reports = find_reports(section.round(number), table)
    if (
        section.phone_results is not actions.PhoneResults.AGREED
        or not reports.are_agreed
        or reports.are_from_one_phone
    ):
        return False
    with suppress(Refused):
        who = say("both sides of board {table}, by phone", table=table)
        _record(event, session, build_reported_results(session.event, name, number, [table]), who)
        return True
    return False
