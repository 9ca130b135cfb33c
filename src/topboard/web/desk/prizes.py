"""The pages that define prizes, and categories with the labels that some of them use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

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
from topboard.web.forms import PostedForm
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
    lines = [format_prize_line(prize, settled) for prize in settled.prizes]
    rows = [split_prize_line(line) for line in lines]
    sheet = None
    if section.prizes is not None and section.rounds:
        (sheet,) = build_documents("prizes", build_document_input(context.event, section))
    return context.render_page(
        "prizes.html",
        section=section,
        lines="\n".join(lines),
        rows=[*rows, *[PrizeRow()] * (NEW_ROWS if rows else 2 * NEW_ROWS)],
        row_categories=list(
            dict.fromkeys(
                [*(one.name for one in section.categories), *(one.category for one in rows)]
            )
        ),
        settled=settled,
        sharings=tuple(actions.PrizeSharing),
        sheet=sheet,
        board_prizes=section.board_prizes or actions.SetBoardPrizes(section.name),
        board_orders=tuple(actions.BoardPrizeOrder),
        has_board_prizes=has_team_boards(section),
    )


NEW_ROWS = 3
"""The number of empty rows for further prizes."""


@dataclass(frozen=True, slots=True)
class PrizeRow:
    """A prize as a row of the form: its category, its places and what it is."""

    category: str = ""
    places: str = ""
    prize: str = ""


def split_prize_line(line: str) -> PrizeRow:
    """Return the row for a prize that is written on one line, such as ``U16 1: 80``."""
    where, _, prize = line.partition(":")
    category, _, places = where.strip().rpartition(" ")
    return PrizeRow(category.strip(), places, prize.strip())


def read_prize_lines(form: PostedForm, before: Sequence[str]) -> list[str]:
    """Return the prizes in the form, one per line, from its rows or from its text.

    Raise ``BadInput`` if both differ from the saved prizes.
    """
    lines = [line.strip() for line in form.text("lines").splitlines() if line.strip()]
    rows = zip_longest(
        form.all_values_of_argument("row_category"),
        form.all_values_of_argument("row_places"),
        form.all_values_of_argument("row_prize"),
        fillvalue="",
    )
    by_rows = [
        f"{category.strip()} {places.strip()}: {prize.strip()}".strip()
        for category, places, prize in rows
        if places.strip() or prize.strip()
    ]
    if not form.has("row_places") or by_rows == [*before]:
        return lines
    if lines not in ([*before], by_rows):
        what = say("You changed both the rows and the text.")
        raise BadInput([Problem(what, remedy=say("Change only one of them."))])
    return by_rows


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
    now = context.section.prizes
    before = [format_prize_line(prize, now) for prize in now.prizes] if now else []
    prizes = parse_prizes(read_prize_lines(form, before), decimals)
    settled = actions.SetPrizes(
        context.section.name, prizes, sharing, form.text("currency"), decimals
    )
    context.record_action(settled, form)
    return context.redirect_to("prizes", notes=[say("Prizes saved.")])
