"""The page for entering the results of a round.

In team matches, results can be entered by board.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from fastapi import APIRouter
from starlette.responses import JSONResponse, Response

from topboard.documents.people import rating_or_average_cell
from topboard.documents.records import scores_when_round_was_paired
from topboard.errors import BadInput, Problem, Refused
from topboard.event import actions
from topboard.event.apply_rounds import keeps_recorded_results, list_tables_without_result
from topboard.event.codec import format_compact_json
from topboard.event.line_ups import NOBODY, Seats, has_line_up_but_no_results
from topboard.event.policy import governance_of_system
from topboard.event.policy.presence import require_draw_for_adjourned_game
from topboard.event.reports import find_reports, list_agreed_tables
from topboard.event.results import (
    build_match_result_from_games,
    build_two_game_match_result,
    describe_result_with_games,
    format_games_of_match,
    has_two_games,
    parse_games_of_match,
    parse_games_of_two_game_match,
    parse_result,
    prepare_result_for_journal,
)
from topboard.event.state import Event, PublishedRound, Section
from topboard.event.tournament import build_tournament
from topboard.messages import say, say_count
from topboard.model import Game, Manner, Meeting, Number, Team
from topboard.systems.registry import system
from topboard.web.desk.phone_results import list_phone_modes
from topboard.web.desk.result_rows import (
    Shown,
    build_table_rows,
    find_line_ups,
    find_result_entries,
    is_in_play,
    row_to_json,
)
from topboard.web.forms import PostedForm
from topboard.web.network_address import find_phone_address
from topboard.web.phone_links import list_board_links
from topboard.web.request_context import AtSection, Form, RequestContext, wants_json

router = APIRouter(prefix="/e/{event}/s/{section}")

AT_ONCE = {"1": "1-0", "0": "0-1", "5": "½-½", "=": "½-½", "½": "½-½"}
"""Single-key shortcuts that are saved as soon as they are typed, as seen from the first side."""
KEYS = {**AT_ONCE, "+": "+:-", "-": "-:+"}
"""All single-key shortcuts and their results. Forfeits are saved only when Enter is pressed."""
_POINTS = r"(?:[0-9]+(?:[.,][0-9]|½|1/2)?|[.,][0-9]|½|1/2)"
_FORFEITS = r"\+:-|-:\+|-:-|1F-0F|0F-1F|0F-0F"
LONGER = rf"^(?:{_FORFEITS}|{_POINTS}[-:\u2013]{_POINTS}\*?|=\*)$"
"""A regular expression for results longer than one key, used by the script of the results page.

The script keeps the cursor in a row that contains anything else. It does not validate results,
which only ``parse_result`` does.
"""


# --- entering results -------------------------------------------------------------------------


@router.get("/results/{number}")
def results_page(context: AtSection, number: int, table: int = 0, changed: str = "") -> Response:
    """Show all boards or matches of a round.

    As long as results are missing, the finished ones are folded at the top. The rows never move on
    an open page, because someone may be typing. ``changed`` lists the boards that were just saved,
    separated by commas. They are not folded, and say in words who won.

    If a ``table`` is given, redirect to its row on the page, or say that the round has none.
    """
    section = context.section
    played = section.round(number)
    if table in played.meetings:
        return context.redirect_to("results", f"{number}#t{table}")
    rows = build_table_rows(section, played)
    missing = list_tables_without_result(played)
    just_saved = changed.split(",")
    folded = [
        row for row in rows if missing and not row.is_in_play and str(row.table) not in just_saved
    ]
    return context.render_page(
        "results.html",
        section=section,
        played=played,
        rows=[row for row in rows if row not in folded],
        folded=folded,
        just_saved=just_saved,
        unfinished=sum(row.is_provisional for row in rows),
        scores=scores_when_round_was_paired(
            build_tournament(context.event, section), system(section.system), number
        ),
        agreed=list_agreed_tables(played),
        links=list_board_links(context, played),
        reachable=bool(find_phone_address(context.request)),
        ratings={
            one.number: rating_or_average_cell(one, section.settings.boards)
            for one in section.competitors.values()
        },
        modes=list_phone_modes(),
        missing=missing,
        total=len(rows),
        unknown_table=table,
        may_win_unfinished=can_unfinished_game_be_won(section),
        keys=format_compact_json(AT_ONCE),
        longer=LONGER,
        hidden_line_ups=_has_unpublished_line_ups(section, played),
    )


@router.get("/results/{number}/live")
def live_results(context: AtSection, number: int) -> Response:
    """Return the rows of a round as JSON, with which an open results page updates itself."""
    section, played = context.section, context.section.round(number)
    entered = find_result_entries(context.snapshot, section.name, number)
    rows = {
        row.table: row_to_json(row, entered.get(row.table))
        for row in build_table_rows(section, played)
    }
    last = context.snapshot.entry(context.event.last)
    return JSONResponse(
        {
            "last": last.number,
            "who": last.who,
            "pairing": played.pairing_entry_number,
            **_count_rows_json(played),
            "rows": rows,
        },
        headers={"Cache-Control": "no-store"},
    )


def can_unfinished_game_be_won(section: Section) -> bool:
    """Return whether an unfinished game may be recorded as a win for now, as ``1-0*``."""
    rules = governance_of_system(section.system).acts.values()
    return require_draw_for_adjourned_game not in rules


def _has_unpublished_line_ups(section: Section, played: PublishedRound) -> bool:
    """Return whether any recorded line-ups of the round are not published yet."""
    recorded = any(has_line_up_but_no_results(m.games) for m in played.meetings.values())
    return recorded and not played.line_ups_published and not has_two_games(section)


@router.post("/results/{number}/line-ups")
def publish_line_ups(context: AtSection, number: int, form: Form) -> Response:
    """Publish the line-ups of the teams in a round."""
    prepared = context.record_action(actions.PublishLineUps(context.section.name, number), form)
    notes = [say("The line-ups are published."), *prepared.notices]
    return context.redirect_to("results", number, notes=notes)


@router.post("/results/{number}")
def enter_results(context: AtSection, number: int, form: Form) -> Response:
    """Record the results in a form. Results that are already on record are not recorded twice."""
    name = context.section.name
    if known := _find_tables_already_recorded(context.section, number, form):
        if wants_json(context.request):
            return JSONResponse(build_saved_results_json(context, number, known))
        notes = [
            say_count(
                "{count} result was already saved.",
                "{count} results were already saved.",
                len(known),
            )
        ]
        return context.redirect_to("results", number, notes=notes)

    def build_action(event: Event) -> actions.EnterResults:
        section = event.section(name)
        results = tuple(_read_new_results(context, section, section.round(number), form))
        if not results:
            where = say("round {number}", number=number)
            remedy = say("Enter at least one result.")
            raise BadInput([Problem(say("no result was entered"), where, remedy=remedy)])
        return actions.EnterResults(name, number, results)

    # Two users may be entering the boards of the same match.
    prepared = context.build_and_record(actions.EnterResults, build_action, form)
    assert isinstance(prepared.entry.act, actions.EnterResults)
    results = prepared.entry.act.results
    if wants_json(context.request):
        tables = [result.table for result in results]
        return JSONResponse(
            build_saved_results_json(
                context, number, tables, prepared.notices, entry=prepared.entry.number
            )
        )
    notes = [
        say_count("{count} result was saved.", "{count} results were saved.", len(results)),
        *prepared.notices,
    ]
    changed = ",".join(str(result.table) for result in results)
    return context.redirect_to("results", f"{number}?changed={changed}", notes=notes)


def build_saved_results_json(
    context: RequestContext,
    number: int,
    tables: Iterable[int],
    notices: Iterable[str] = (),
    *,
    entry: int = 0,
) -> dict[str, Any]:
    """Return the JSON response with the saved results, for the script of the results page.

    ``entry`` is the number of the journal entry that was written, or 0 if there is none.
    """
    section, after = context.section, context.section.round(number)
    entered = find_result_entries(context.snapshot, section.name, number)
    tables = [*tables]
    return {
        "saved": {table: describe_result_with_games(after.meetings[table]) for table in tables},
        "rows": {
            row.table: row_to_json(row, entered.get(row.table))
            for row in build_table_rows(section, after, tables)
        },
        **_count_rows_json(after),
        "notices": list(notices),
        "entry": entry,
    }


def _count_rows_json(played: PublishedRound) -> dict[str, int]:
    """Return the numbers of missing results and of boards or matches without a final result."""
    meetings = played.meetings.values()
    return {
        "missing": len(list_tables_without_result(played)),
        "inPlay": sum(is_in_play(meeting) for meeting in meetings),
    }


def _find_tables_already_recorded(section: Section, number: int, form: PostedForm) -> list[int]:
    """Return the table numbers in a form if all its results are already recorded.

    A browser that received no response cannot know whether its first request arrived, and two
    arbiters may have slips of the same board.
    """
    found = []
    for table, meeting in section.round(number).meetings.items():
        fields = (f"t{table}", *(f"t{table}b{b}" for b in range(1, section.settings.boards + 1)))
        if not any(form.text(field) for field in fields):
            continue
        if not _is_recorded(section, meeting, read_typed_result(section, meeting, table, form)):
            return []
        found.append(table)
    return found


def _is_recorded(section: Section, meeting: Meeting, said: actions.TableResult | None) -> bool:
    """Return whether a typed result is the same as the recorded one, or nothing was typed."""
    return said is None or _result_comparison_key(
        prepare_result_for_journal(section, meeting, said)
    ) == _result_comparison_key(meeting)


def _result_comparison_key(one: actions.TableResult | Meeting) -> tuple[object, ...]:
    """Return the parts of a result that are compared to detect a change."""
    return one.white_points, one.black_points, one.manner, one.games


def _read_new_results(
    context: RequestContext, section: Section, played: PublishedRound, form: PostedForm
) -> list[actions.TableResult]:
    """Return the results in the form that are not recorded yet, at most one per match.

    Raise ``BadInput`` with the problems of all matches, or ``ResultConflict`` if someone else has
    recorded a different result.
    """
    found: list[actions.TableResult] = []
    problems: list[Problem] = []
    conflicts: list[Problem] = []
    for table, meeting in played.meetings.items():
        try:
            one = read_typed_result(section, meeting, table, form)
        except BadInput as error:
            problems += [
                replace(p, where=match_or_board_label(section, table)) for p in error.problems
            ]
            continue
        if one is None or (
            meeting.manner is not Manner.PENDING and _is_recorded(section, meeting, one)
        ):
            continue
        if keeps_recorded_results(meeting, one):
            found.append(one)
        else:
            conflicts.append(describe_conflict(context, section, played.number, table))
    if problems:
        raise BadInput(problems)
    if conflicts:
        raise ResultConflict(conflicts)
    return found


class ResultConflict(Refused):
    """Raised when someone else has recorded a different result for the same board or match."""

    kind = "conflict"


def describe_conflict(
    context: RequestContext, section: Section, number: int, table: int
) -> Problem:
    """Return the problem that a board or match already has a result, with its author."""
    assert context.event_session is not None
    latest = context.event_session.snapshot()
    entry = find_result_entries(latest, section.name, number)[table]
    result = describe_result_with_games(section.round(number).meetings[table])
    places = {"table": table, "who": entry.who, "result": result}
    return Problem(
        say("Match {table} already has a result: {who} entered {result}.", **places)
        if section.has_teams
        else say("Board {table} already has a result: {who} entered {result}.", **places),
        remedy=say("To change it, correct the result."),
    )


def read_typed_result(
    section: Section, meeting: Meeting, table: int, form: PostedForm
) -> actions.TableResult | None:
    """Return the result typed for a match, or None if nothing was typed.

    It also records whether a forfeiting team did not arrive, if the form says so.
    """
    found = _read_match_result(section, meeting, table, form)
    arrival = ARRIVALS.get(form.text(f"t{table}.did_not_arrive"))
    return replace(found, did_not_arrive=arrival) if found and arrival is not None else found


def match_or_board_label(section: Section, table: int) -> str:
    """Return "match" or "board" with its number, to say where a problem is."""
    if system(section.system).teams:
        return say("match {table}", table=table)
    return say("board {table}", table=table)


ARRIVALS = {"yes": True, "no": False}
"""The form values that say whether a team did not arrive."""


def _read_match_result(
    section: Section, meeting: Meeting, table: int, form: PostedForm
) -> actions.TableResult | None:
    """Return the result typed for a match, either as a total or board by board."""
    whole = form.text(f"t{table}")
    rated = not form.has(f"t{table}.unrated")
    typed = [form.text(f"t{table}b{board}") for board in range(1, section.settings.boards + 1)]
    if has_two_games(section):
        return _read_two_game_result(meeting, table, whole, typed, rated=rated)
    if whole:
        found = parse_result(
            expand_result_shortcut(whole) if section.settings.boards == 1 else whole,
            table,
            section.settings.boards,
            governance_of_system(section.system).default_score,
            rated=rated,
        )
        return replace(found, games=_read_changed_line_up(section, meeting, table, form))
    return _read_board_results(section, meeting, table, typed, form)


def _read_both_line_ups(
    section: Section, meeting: Meeting, table: int, form: PostedForm
) -> tuple[list[Seats], list[Seats]] | None:
    """Return the line-ups of both teams as shown on the page, and as sent in the form.

    Return None if they are unknown.
    """
    line_ups = find_line_ups(section, meeting)
    if line_ups is None:
        return None
    shown: list[Seats] = [[p.number if p else None for p in side] for side in line_ups]
    numbers = meeting.white, meeting.black
    return shown, [
        _read_team_line_up(section, number, seated, form, f"t{table}{side}")
        for side, number, seated in zip(("first", "second"), numbers, line_ups, strict=True)
    ]


def _read_changed_line_up(
    section: Section, meeting: Meeting, table: int, form: PostedForm
) -> tuple[Game, ...]:
    """Return the line-ups sent together with a total result, as games without results.

    Return an empty tuple if they are the same as on the page.
    """
    if section.settings.boards == 1 or not form.has(f"t{table}first1"):
        return ()
    seats = _read_both_line_ups(section, meeting, table, form)
    if seats is None or seats[0] == seats[1]:
        return ()
    return parse_games_of_match([""] * section.settings.boards, *seats[1])


def _read_board_results(
    section: Section, meeting: Meeting, table: int, typed: list[str], form: PostedForm
) -> actions.TableResult | None:
    """Return the match result from its typed and recorded boards, or None if nothing changed."""
    seats = _read_both_line_ups(section, meeting, table, form)
    if seats is None:
        return None
    before = format_games_of_match(meeting, section.settings.boards)
    texts = [expand_result_shortcut(new) or old for new, old in zip(typed, before, strict=True)]
    games = parse_games_of_match(texts, *seats[1])
    says_who_plays = form.has(f"t{table}first1")
    if games == meeting.games or (texts == before and not says_who_plays):
        return None
    if meeting.manner is Manner.PENDING or all(texts):
        return build_match_result_from_games(table, games)
    if any(texts):
        what = say("the match already has a result")
        quoted = ", ".join(text or "…" for text in texts)
        remedy = say("Enter the results of all its boards, or of none.")
        raise BadInput([Problem(what, quoted=quoted, remedy=remedy)])
    # Only the line-up has changed, so the result stays the same.
    points = meeting.white_points, meeting.black_points
    return actions.TableResult(table, *points, meeting.manner, meeting.rated, games=games)


def _read_two_game_result(
    meeting: Meeting, table: int, whole: str, typed: list[str], *, rated: bool
) -> actions.TableResult | None:
    """Return the result of a match of two games, or None if nothing changed.

    The match result may be typed as a whole or game by game.
    """
    before = format_games_of_match(meeting)
    texts = [expand_result_shortcut(new) or old for new, old in zip(typed, before, strict=True)]
    if whole:
        texts = [whole]
    elif texts == before:
        return None
    return build_two_game_match_result(
        table, meeting, parse_games_of_two_game_match(texts, meeting), rated=rated
    )


def _read_team_line_up(
    section: Section, number: Number | None, seated: Shown, form: PostedForm, field: str
) -> Seats:
    """Return a team's line-up from the form. Boards that the form omits keep the player shown."""
    assert number is not None
    team = section.competitor(number)
    assert isinstance(team, Team)
    members = {p.number for p in team.players}
    found: Seats = []
    for board, player in enumerate(seated, start=1):
        if form.text(f"{field}{board}") == NOBODY:
            found.append(None)
            continue
        person = form.optional_number(f"{field}{board}")
        if person is not None and person not in members:
            raise BadInput(
                [Problem(say("this player is not a member of the team"), team.name, str(person))]
            )
        if person is not None:
            found.append(Number(person))
        else:
            found.append(None if player is None else player.number)
    at_boards = [person for person in found if person is not None]
    if len({*at_boards}) < len(at_boards):
        remedy = say("Choose each player for one board only.")
        raise BadInput([Problem(say("a player is on two boards"), team.name, remedy=remedy)])
    return found


def expand_result_shortcut(text: str) -> str:
    """Return the result for a single-key shortcut. Any other text is returned unchanged."""
    return KEYS.get(text.casefold(), text)


# --- results reported from phones ----------------------------------------------------------------


@router.post("/results/{number}/accept")
def accept_reports(context: AtSection, number: int, form: Form) -> Response:
    """Enter the reported result of one board, or all results on which both sides agree."""
    name = context.section.name
    table = form.optional_number("accept")

    def build_results(event: Event) -> actions.EnterResults:
        played = event.section(name).round(number)
        return build_reported_results(
            event, name, number, list_agreed_tables(played) if table is None else [table]
        )

    prepared = context.build_and_record(actions.EnterResults, build_results, form)
    assert isinstance(prepared.entry.act, actions.EnterResults)
    count = len(prepared.entry.act.results)
    words = say_count("{count} result was accepted.", "{count} results were accepted.", count)
    return context.redirect_to("results", number, notes=[words, *prepared.notices])


def build_reported_results(
    event: Event, name: str, number: int, tables: list[int]
) -> actions.EnterResults:
    """Return the action that enters the reported results of boards or matches."""
    section = event.section(name)
    played = section.round(number)
    found = []
    for row in build_table_rows(section, played, tables):
        results = find_reports(played, row.table).results
        fields = row.cells if len(results) == len(row.cells) else [f"t{row.table}"]
        form = PostedForm(tuple(zip(fields, results, strict=True)) if results else ())
        one = read_typed_result(section, row.meeting, row.table, form)
        if one is not None and row.is_open:
            found.append(one)
    if not found:
        remedy = say("Reload the page to see the latest results.")
        raise BadInput([Problem(say("there is no reported result to accept"), remedy=remedy)])
    return actions.EnterResults(name, number, tuple(found))
