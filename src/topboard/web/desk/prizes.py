"""The pages that define prizes, and categories with the labels that some of them use."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from topboard.documents.catalog import build_documents
from topboard.documents.section_input import build_document_input
from topboard.errors import BadInput, Problem
from topboard.event import actions
from topboard.event.arguments import build_action_from_input, find_competitor_numbers
from topboard.event.categories import find_category_members, format_category, parse_categories
from topboard.event.line_ups import has_team_boards
from topboard.event.prizes import format_prize_line, parse_prizes
from topboard.messages import say
from topboard.text.dates import normalize_start
from topboard.web.accounts import check_role_permission
from topboard.web.request_context import AtSection, Form

router = APIRouter(prefix="/e/{event}/s/{section}")
SHARING = {one.value: one for one in actions.PrizeSharing}


@router.get("/categories")
def categories_page(context: AtSection) -> Response:
    """Show the categories with the number of members of each, and the labels."""
    section = context.section
    counted = [
        (one, len(find_category_members(section, context.event.details, one)))
        for one in section.categories
    ]
    labels: dict[str, list[str]] = {}
    for competitor in section.competitors.values():
        for label in competitor.labels:
            labels.setdefault(label, []).append(str(competitor.number))
    return context.render_page(
        "categories.html",
        section=section,
        lines="\n".join(format_category(category) for category in section.categories),
        day=section.category_day,
        counted=counted,
        labels=labels,
    )


@router.post("/categories")
def change_categories(context: AtSection, form: Form) -> Response:
    """Replace the categories of a section with those in the form."""
    check_role_permission(context.user, actions.SetCategories)
    found = parse_categories(form.text("lines").splitlines())
    context.record_action(
        actions.SetCategories(context.section.name, found, normalize_start(form.text("day"))), form
    )
    return context.redirect_to("categories", notes=[say("Categories saved.")])


@router.post("/categories/label")
def apply_label(context: AtSection, form: Form) -> Response:
    """Apply a label to the participants in the form, and remove it from all others."""
    section, word = context.section, form.text("label")
    if not word:
        raise BadInput([Problem(say("The label is missing."), remedy=say("Enter a label."))])
    numbers = (
        find_competitor_numbers(section, form.values_of_list_argument("numbers"))
        if form.text("numbers")
        else ()
    )
    context.record_action(actions.LabelCompetitors(section.name, word, numbers), form)
    return context.redirect_to(
        "categories", notes=[say("The label {word} was applied.", word=word)]
    )


# --- prizes -------------------------------------------------------------------------------------


@router.get("/prizes")
def prizes_page(context: AtSection) -> Response:
    """Show the prizes, with their winners in the current standings."""
    section = context.section
    settled = section.prizes or actions.SetPrizes(section.name, ())
    sheet = None
    if section.prizes is not None and section.rounds:
        (sheet,) = build_documents("prizes", build_document_input(context.event, section))
    return context.render_page(
        "prizes.html",
        section=section,
        lines="\n".join(format_prize_line(prize, settled) for prize in settled.prizes),
        settled=settled,
        sharings=tuple(actions.PrizeSharing),
        sheet=sheet,
        board_prizes=section.board_prizes or actions.SetBoardPrizes(section.name),
        board_orders=tuple(actions.BoardPrizeOrder),
        has_board_prizes=has_team_boards(section),
    )


@router.post("/prizes/boards")
def change_board_prizes(context: AtSection, form: Form) -> Response:
    """Change the conditions for board prizes."""
    act = build_action_from_input(actions.SetBoardPrizes, context.section, form)
    context.record_action(act, form)
    return context.redirect_to("prizes", notes=[say("Conditions for board prizes saved.")])


@router.post("/prizes")
def change_prizes(context: AtSection, form: Form) -> Response:
    """Replace the prizes of a section with those in the form."""
    check_role_permission(context.user, actions.SetPrizes)
    decimals = form.number("decimals", 2)
    sharing = SHARING.get(form.text("sharing"), actions.PrizeSharing.EQUALLY)
    prizes = parse_prizes(form.text("lines").splitlines(), decimals)
    settled = actions.SetPrizes(
        context.section.name, prizes, sharing, form.text("currency"), decimals
    )
    context.record_action(settled, form)
    return context.redirect_to("prizes", notes=[say("Prizes saved.")])
