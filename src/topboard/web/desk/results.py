"""The pages for entering and correcting results. In team matches, results can be entered by
board.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from fastapi import APIRouter
from starlette.responses import JSONResponse, Response

from topboard.errors import BadInput, Problem
from topboard.event import actions
from topboard.event.apply_rounds import tables_without_result
from topboard.event.arguments import find_competitors
from topboard.event.codec import format_compact_json
from topboard.event.line_ups import NOBODY, Seats, complete_line_ups, is_line_up_without_results
from topboard.event.policy import governance_of_system
from topboard.event.policy.line_ups import are_line_ups_published
from topboard.event.results import (
    build_correction_action,
    build_match_result,
    build_two_game_result,
    describe_result,
    format_games,
    has_two_games,
    parse_games,
    parse_result,
    parse_two_games,
    prepare_result_for_journal,
)
from topboard.event.state import Event, PublishedRound, Section
from topboard.messages import say, say_count
from topboard.model import Colour, Competitor, Game, Manner, Meeting, Number, Player, Team
from topboard.systems.registry import system
from topboard.text.numbers import format_points
from topboard.web.forms import PostedForm
from topboard.web.request_context import AtSection, Form, RequestContext, wants_json

router = APIRouter(prefix="/e/{event}/s/{section}")

AT_ONCE = {"1": "1-0", "0": "0-1", "5": "½-½", "=": "½-½", "½": "½-½"}
"""Single-key shortcuts that are saved as soon as they are typed, as seen from the first side."""
KEYS = {**AT_ONCE, "+": "+:-", "-": "-:+"}
"""All single-key shortcuts and their results. Forfeits are saved only when Enter is pressed."""
_POINTS = r"(?:[0-9]+(?:[.,][0-9]|½|1/2)?|[.,][0-9]|½|1/2)"
_FORFEITS = r"\+:-|-:\+|-:-|1F-0F|0F-1F|0F-0F"
LONGER = rf"^(?:{_FORFEITS}|{_POINTS}[-:\u2013]{_POINTS}\*?|=\*)$"
"""A regular expression for results longer than one key, used by the script of the page.

The script keeps the cursor in a row that contains anything else. Only ``parse_result`` decides
whether a text is a valid result.
"""


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A board of a match on the results page, with its players and its result.

    A team may have no player on the board.
    """

    board: int
    first: Player | None
    second: Player | None
    first_colour: Colour
    shown: str = ""

    @property
    def first_player_name(self) -> str:
        """Return the name of the first team's player, or "nobody" if the board is empty."""
        return self.first.name if self.first else say("nobody")

    @property
    def second_player_name(self) -> str:
        """Return the name of the second team's player, or "nobody" if the board is empty."""
        return self.second.name if self.second else say("nobody")


@dataclass(frozen=True, slots=True)
class TableRow:
    """A match or a single game on the results page."""

    table: int
    white: Competitor
    black: Competitor
    meeting: Meeting
    boards: tuple[BoardRow, ...]

    @property
    def is_between_players(self) -> bool:
        """Return whether players, and not teams, play the match."""
        return isinstance(self.white, Player)

    @property
    def is_partly_entered(self) -> bool:
        """Return whether some games of the match have a result, but not all."""
        return self.is_open and any(board.shown for board in self.boards)

    @property
    def is_open(self) -> bool:
        """Return whether the match has no result yet."""
        return self.meeting.manner is Manner.PENDING

    @property
    def is_provisional(self) -> bool:
        """Return whether the result is provisional, because the game is unfinished."""
        return self.meeting.manner is Manner.UNFINISHED

    @property
    def result_for_rating(self) -> str:
        """Return the result that counts for ratings if it differs, or else an empty string."""
        return "-".join(format_points(points) for points in self.meeting.rated_as or ())


def build_table_rows(section: Section, played: PublishedRound) -> list[TableRow]:
    """Return a row for each match of a round, with its boards or games."""
    rows = []
    for table, meeting in played.meetings.items():
        assert meeting.white is not None
        assert meeting.black is not None
        white, black = section.competitor(meeting.white), section.competitor(meeting.black)
        rows.append(TableRow(table, white, black, meeting, _build_board_rows(section, meeting)))
    return rows


def _build_board_rows(section: Section, meeting: Meeting) -> tuple[BoardRow, ...]:
    """Return a row for each board of a match, or an empty tuple if the line-ups are unknown."""
    line_ups = find_line_ups(section, meeting)
    if line_ups is None:
        return ()
    shown = format_games(meeting, section.settings.boards)
    return tuple(
        BoardRow(board, first, second, Colour.WHITE if board % 2 else Colour.BLACK, text)
        for board, (first, second, text) in enumerate(zip(*line_ups, shown, strict=True), start=1)
    )


Shown = list[Player | None]
"""The line-up of one team: its player on each board, or None for an empty board."""


def find_line_ups(section: Section, meeting: Meeting) -> tuple[Shown, Shown] | None:
    """Return the line-ups of both teams, as recorded or else in roster order.

    Return None if they are unknown. In a match of two games, the same player is on every board.
    """
    boards = section.settings.boards
    if has_two_games(section):
        pair = [section.competitors[n] for n in (meeting.white, meeting.black) if n is not None]
        first, second = (one for one in pair if isinstance(one, Player))
        return [first] * boards, [second] * boards
    seats = complete_line_ups(section, meeting) if boards > 1 else None
    if seats is None:
        return None
    players = {
        player.number: player
        for number in (meeting.white, meeting.black)
        if number is not None and isinstance(team := section.competitors[number], Team)
        for player in team.players
    }
    first_side, second_side = ([players.get(n) if n else None for n in side] for side in seats)
    return first_side, second_side


# --- entering results -------------------------------------------------------------------------


@router.get("/results/{number}")
def results_page(context: AtSection, number: int, show: str = "all", table: int = 0) -> Response:
    """Show all matches of a round, or only those without a final result.

    If a ``table`` is given, redirect to its row on the page.
    """
    section = context.section
    played = section.round(number)
    if table:
        _find_table_row(context, number, table)
        return context.redirect_to("results", f"{number}#t{table}")
    rows = build_table_rows(section, played)
    missing = tables_without_result(played)
    shown = [row for row in rows if row.is_open or row.is_provisional] if show == "open" else rows
    return context.render_page(
        "results.html",
        section=section,
        played=played,
        rows=shown,
        missing=missing,
        total=len(rows),
        show=show,
        keys=format_compact_json(AT_ONCE),
        longer=LONGER,
        hidden_line_ups=_has_hidden_line_ups(section, played),
    )


def _has_hidden_line_ups(section: Section, played: PublishedRound) -> bool:
    """Return whether line-ups of teams are recorded but not published yet."""
    recorded = any(is_line_up_without_results(m.games) for m in played.meetings.values())
    return recorded and not played.line_ups_published and not has_two_games(section)


@router.post("/results/{number}/line-ups")
def publish_line_ups(context: AtSection, number: int, form: Form) -> Response:
    """Publish the line-ups of the teams in a round."""
    prepared = context.record(actions.PublishLineUps(context.section.name, number), form)
    notes = [say("The line-ups are published."), *prepared.notices]
    return context.redirect_to("results", number, notes=notes)


@router.post("/results/{number}")
def enter_results(context: AtSection, number: int, form: Form) -> Response:
    """Record the results in a form. A form that was sent again is not recorded twice."""
    name = context.section.name
    if form.has("again") and (known := _find_recorded_tables(context.section, number, form)):
        return JSONResponse(_saved_results_json(context, number, known))

    def build_action(event: Event) -> actions.EnterResults:
        section = event.section(name)
        results = tuple(_read_results(section, section.round(number), form))
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
        return JSONResponse(_saved_results_json(context, number, tables, prepared.notices))
    notes = [
        say_count("{count} result was saved.", "{count} results were saved.", len(results)),
        *prepared.notices,
    ]
    return context.redirect_to("results", number, notes=notes)


def _saved_results_json(
    context: RequestContext, number: int, tables: Iterable[int], notices: Iterable[str] = ()
) -> dict[str, Any]:
    """Return the JSON response that tells the script of the results page what was saved."""
    after = context.section.round(number)
    return {
        "saved": {table: describe_result(after.meetings[table]) for table in tables},
        "missing": len(tables_without_result(after)),
        "notices": list(notices),
    }


def _find_recorded_tables(section: Section, number: int, form: PostedForm) -> list[int]:
    """Return the table numbers in a form that was sent again, if all its results are already
    recorded.

    A browser that got no response cannot know whether its first request arrived.
    """
    found = []
    for table, meeting in section.round(number).meetings.items():
        fields = (f"t{table}", *(f"t{table}b{b}" for b in range(1, section.settings.boards + 1)))
        if not any(form.has(field) for field in fields):
            continue
        said = read_table_result(section, meeting, table, form)
        if said is not None and _comparable_result(
            prepare_result_for_journal(section, meeting, said)
        ) != _comparable_result(meeting):
            return []
        found.append(table)
    return found


def _comparable_result(one: actions.TableResult | Meeting) -> tuple[object, ...]:
    """Return the parts of a result in which a typed and a recorded result can differ."""
    return one.white_points, one.black_points, one.manner, one.games


def _read_results(
    section: Section, played: PublishedRound, form: PostedForm
) -> list[actions.TableResult]:
    """Return the results in the form, at most one per match.

    Raise ``BadInput`` with the problems of all matches.
    """
    found: list[actions.TableResult] = []
    problems: list[Problem] = []
    for table, meeting in played.meetings.items():
        try:
            one = read_table_result(section, meeting, table, form)
        except BadInput as error:
            problems += [replace(p, where=_table_label(section, table)) for p in error.problems]
            continue
        if one is not None:
            found.append(one)
    if problems:
        raise BadInput(problems)
    return found


def read_table_result(
    section: Section, meeting: Meeting, table: int, form: PostedForm
) -> actions.TableResult | None:
    """Return the result typed for a match, or None if nothing was typed.

    If the form says so, the result includes that a forfeiting team did not arrive.
    """
    found = _read_total_or_boards(section, meeting, table, form)
    arrival = ARRIVALS.get(form.text(f"t{table}.did_not_arrive"))
    return replace(found, did_not_arrive=arrival) if found and arrival is not None else found


def _table_label(section: Section, table: int) -> str:
    """Return "match" or "board" with its number, to say where a problem is."""
    if system(section.system).teams:
        return say("match {table}", table=table)
    return say("board {table}", table=table)


ARRIVALS = {"yes": True, "no": False}
"""The form values that say whether a team did not arrive."""


def _read_total_or_boards(
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
            expand_result_key(whole) if section.settings.boards == 1 else whole,
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
    return parse_games([""] * section.settings.boards, *seats[1])


def _read_board_results(
    section: Section, meeting: Meeting, table: int, typed: list[str], form: PostedForm
) -> actions.TableResult | None:
    """Return the match result from its typed and recorded boards, or None if nothing changed."""
    seats = _read_both_line_ups(section, meeting, table, form)
    if seats is None:
        return None
    before = format_games(meeting, section.settings.boards)
    texts = [expand_result_key(new) or old for new, old in zip(typed, before, strict=True)]
    games = parse_games(texts, *seats[1])
    says_who_plays = form.has(f"t{table}first1")
    if games == meeting.games or (texts == before and not says_who_plays):
        return None
    if meeting.manner is Manner.PENDING or all(texts):
        return build_match_result(table, games)
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
    before = format_games(meeting)
    texts = [expand_result_key(new) or old for new, old in zip(typed, before, strict=True)]
    if whole:
        texts = [whole]
    elif texts == before:
        return None
    return build_two_game_result(table, meeting, parse_two_games(texts, meeting), rated=rated)


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


def expand_result_key(text: str) -> str:
    """Return the result for a single-key shortcut, or the text unchanged if it is no shortcut."""
    return KEYS.get(text.casefold(), text)


# --- one board or match -----------------------------------------------------------------------


@router.get("/results/{number}/{table}")
def table_result_page(context: AtSection, number: int, table: int) -> Response:
    """Show one match, with forms for correcting or removing its result or changing its line-up."""
    section = context.section
    row = _find_table_row(context, number, table)
    told = not row.is_between_players and are_line_ups_published(section.round(number), row.meeting)
    return context.render_page(
        "table.html",
        section=section,
        number=number,
        row=row,
        asks_captains=told and bool(governance_of_system(section.system).line_ups),
    )


def _find_table_row(context: RequestContext, number: int, table: int) -> TableRow:
    for row in build_table_rows(context.section, context.section.round(number)):
        if row.table == table:
            return row
    what = (
        say("This match does not exist.")
        if system(context.section.system).teams
        else say("This board does not exist.")
    )
    raise BadInput([Problem(what, quoted=str(table))])


@router.post("/results/{number}/{table}")
def correct_result(context: AtSection, number: int, table: int, form: Form) -> Response:
    """Enter, correct or remove the result of one match."""
    section = context.section
    row = _find_table_row(context, number, table)
    name = section.name
    act: actions.Act
    if form.has("remove"):
        act = actions.RemoveResult(name, number, table)
    else:
        found = read_table_result(section, row.meeting, table, form)
        if found is None:
            what, remedy = say("no result was entered"), say("Enter a result.")
            raise BadInput([Problem(what, _table_label(section, table), remedy=remedy)])
        only = form.has("rating_only")
        told = find_competitors(section, form.all_values("informed"))
        act = (
            actions.EnterResults(name, number, (found,), told)
            if row.is_open and not row.is_partly_entered
            else replace(
                build_correction_action(section, number, found, rating_only=only), informed=told
            )
        )
    prepared = context.record(act, form)
    if wants_json(context.request):
        return JSONResponse(_saved_results_json(context, number, [table], prepared.notices))
    words = (
        say("Match {table} was changed.", table=table)
        if system(section.system).teams
        else say("Board {table} was changed.", table=table)
    )
    return context.redirect_to("results", number, notes=[words, *prepared.notices])
