"""The page of one board or match, on which its result is entered, corrected or removed."""

from __future__ import annotations

from dataclasses import replace

from fastapi import APIRouter
from starlette.responses import JSONResponse, Response

from topboard.errors import BadInput, Problem
from topboard.event import actions
from topboard.event.arguments import find_competitor_numbers
from topboard.event.policy import governance_of_system
from topboard.event.policy.line_ups import are_line_ups_published
from topboard.event.results import build_result_correction_action
from topboard.event.state import Event, Section
from topboard.messages import say
from topboard.systems.registry import system
from topboard.web.desk.result_rows import TableRow, build_table_rows
from topboard.web.desk.results import (
    ResultConflict,
    build_saved_results_json,
    can_unfinished_game_be_won,
    describe_conflict,
    match_or_board_label,
    read_typed_result,
)
from topboard.web.forms import PostedForm
from topboard.web.request_context import AtSection, Form, RequestContext, wants_json

router = APIRouter(prefix="/e/{event}/s/{section}")


@router.get("/results/{number}/{table}")
def table_result_page(context: AtSection, number: int, table: int) -> Response:
    """Show one match, with forms for correcting or removing its result or changing its line-up."""
    section = context.section
    row = _find_match_row(context, number, table)
    told = not row.is_between_players and are_line_ups_published(section.round(number), row.meeting)
    return context.render_page(
        "table.html",
        section=section,
        number=number,
        row=row,
        choices=list_result_choices(section, row),
        asks_captains=told and bool(governance_of_system(section.system).line_ups),
    )


def list_result_choices(section: Section, row: TableRow) -> list[tuple[str, str]]:
    """Return the usual results of a game, or the forfeits of a match, each with its words."""
    if section.settings.boards > 1:
        return [
            ("+:-", say("{name} won by forfeit (+:-)", name=row.white.name)),
            ("-:+", say("{name} won by forfeit (-:+)", name=row.black.name)),
            ("-:-", say("Both sides forfeited (-:-)")),
        ]
    return [
        ("1-0", say("White won (1-0)")),
        ("½-½", say("Draw (½-½)")),
        ("0-1", say("Black won (0-1)")),
        ("+:-", say("White won by forfeit (+:-)")),
        ("-:+", say("Black won by forfeit (-:+)")),
        ("-:-", say("Both sides forfeited (-:-)")),
        ("½-½*", say("Unfinished, counted as a draw for now (½-½*)")),
        *(_list_unfinished_wins() if can_unfinished_game_be_won(section) else ()),
    ]


def _list_unfinished_wins() -> list[tuple[str, str]]:
    return [
        ("1-0*", say("Unfinished, counted as a win for White for now (1-0*)")),
        ("0-1*", say("Unfinished, counted as a win for Black for now (0-1*)")),
    ]


def _take_choice(form: PostedForm, table: int) -> PostedForm:
    """Return the form with the chosen result, unless a different result was typed."""
    if form.text(f"t{table}") or not form.text("choice"):
        return form
    rest = [(name, value) for name, value in form.said if name != f"t{table}"]
    return PostedForm([*rest, (f"t{table}", form.text("choice"))])


def _find_match_row(context: RequestContext, number: int, table: int) -> TableRow:
    for row in build_table_rows(context.section, context.section.round(number)):
        if row.table == table:
            return row
    what = (
        say("This match does not exist.")
        if system(context.section.system).teams
        else say("This board does not exist.")
    )
    raise BadInput([Problem(what, quoted=str(table))])


def _refuse_if_result_changed(
    context: RequestContext, section: Section, number: int, table: int, was: str
) -> None:
    """Raise ``ResultConflict`` unless ``was``, the result that the user saw, is still recorded."""
    (row,) = build_table_rows(section, section.round(number), [table])
    if was not in row.cells.values():
        raise ResultConflict([describe_conflict(context, section, number, table)])


@router.post("/results/{number}/{table}")
def correct_result(context: AtSection, number: int, table: int, form: Form) -> Response:
    """Enter, correct or remove the result of one match."""
    section = context.section
    row = _find_match_row(context, number, table)
    name = section.name
    act: actions.Act
    if form.has("remove"):
        act = actions.RemoveResult(name, number, table)
    else:
        found = read_typed_result(section, row.meeting, table, _take_choice(form, table))
        if found is None:
            what, remedy = say("no result was entered"), say("Enter a result.")
            raise BadInput([Problem(what, match_or_board_label(section, table), remedy=remedy)])
        only = form.has("rating_only")
        told = find_competitor_numbers(section, form.all_values_of_argument("informed"))
        act = (
            actions.EnterResults(name, number, (found,), told)
            if row.is_open and not row.is_partly_entered
            else replace(
                build_result_correction_action(section, number, found, rating_only=only),
                informed=told,
            )
        )
    was = form.text("was")

    def check_unchanged(event: Event) -> actions.Act:
        _refuse_if_result_changed(context, event.section(name), number, table, was)
        return act

    prepared = (
        context.build_and_record(type(act), check_unchanged, form)
        if was
        else context.record_action(act, form)
    )
    if wants_json(context.request):
        return JSONResponse(
            build_saved_results_json(
                context, number, [table], prepared.notices, entry=prepared.entry.number
            )
        )
    words = (
        say("Match {table} was changed.", table=table)
        if system(section.system).teams
        else say("Board {table} was changed.", table=table)
    )
    return context.redirect_to(
        "results", f"{number}?changed={table}", notes=[words, *prepared.notices]
    )
