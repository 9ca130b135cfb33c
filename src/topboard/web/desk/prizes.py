"""Categories, the labels behind some of them, and prizes."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import APIRouter
from starlette.responses import Response

from topboard.dates import start_in
from topboard.documents.of_section import matter_of
from topboard.documents.papers import paper
from topboard.errors import BadInput, Problem
from topboard.event import acts
from topboard.event.asked import several
from topboard.event.categories import categories_in, line_of, members
from topboard.event.prizes import prize_line, prizes_in
from topboard.messages import say
from topboard.web.accounts import refuse_role
from topboard.web.desk.events import ASKS_FOR_MORE
from topboard.web.visits import AtSection, Form, Visit

router = APIRouter(prefix="/e/{event}/s/{section}")
SHARING = {one.value: one for one in acts.PrizeSharing}


@router.get("/categories")
def categories_page(visit: AtSection) -> Response:
    """The categories, who belongs to them, and the labels."""
    section = visit.section
    lines = [line_of(category) for category in section.categories]
    return categories_form(visit, "\n".join(lines), section.category_day)


def categories_form(
    visit: Visit, lines: str, day: str, problems: Sequence[Problem] = ()
) -> Response:
    """The form with what is settled, or what was typed and refused."""
    section = visit.section
    counted = [(one, len(members(section, visit.event.details, one))) for one in section.categories]
    labels: dict[str, list[str]] = {}
    for competitor in section.competitors.values():
        for label in competitor.labels:
            labels.setdefault(label, []).append(str(competitor.number))
    return visit.page(
        "categories.html",
        422 if problems else 200,
        section=section,
        lines=lines,
        day=day,
        counted=counted,
        labels=labels,
        problems=problems,
    )


@router.post("/categories")
def change_categories(visit: AtSection, form: Form) -> Response:
    """Settle the categories; what is refused is shown as it was typed."""
    refuse_role(visit.user, acts.SetCategories)
    lines, day = form.text("lines"), form.text("day")
    try:
        found = categories_in(lines.splitlines())
        visit.take(acts.SetCategories(visit.section.name, found, start_in(day)), form)
    except BadInput as error:
        if isinstance(error, ASKS_FOR_MORE):
            raise
        return categories_form(visit, lines, day, error.problems)
    return visit.go("categories", notes=[say("The categories are settled.")])


@router.post("/categories/label")
def label(visit: AtSection, form: Form) -> Response:
    """Put a label on these competitors and on no others."""
    section, word = visit.section, form.text("label")
    if not word:
        raise BadInput([Problem(say("a label is a word"), remedy=say("write one"))])
    numbers = several(section, form.several("numbers")) if form.text("numbers") else ()
    visit.take(acts.LabelCompetitors(section.name, word, numbers), form)
    return visit.go("categories", notes=[say("The label {word} is put on.", word=word)])


# --- prizes -------------------------------------------------------------------------------------


@router.get("/prizes")
def prizes_page(visit: AtSection) -> Response:
    """The prizes that are settled, and who would take them now."""
    settled = visit.section.prizes or acts.SetPrizes(visit.section.name, ())
    lines = "\n".join(prize_line(prize, settled) for prize in settled.prizes)
    return prizes_form(visit, lines, settled)


def prizes_form(
    visit: Visit, lines: str, settled: acts.SetPrizes, problems: Sequence[Problem] = ()
) -> Response:
    """The form with what is settled, or what was typed and refused."""
    section = visit.section
    sheet = None
    if section.prizes is not None and section.rounds:
        (sheet,) = paper("prizes", matter_of(visit.event, section))
    return visit.page(
        "prizes.html",
        422 if problems else 200,
        section=section,
        lines=lines,
        settled=settled,
        sharings=tuple(acts.PrizeSharing),
        sheet=sheet,
        problems=problems,
    )


@router.post("/prizes")
def change_prizes(visit: AtSection, form: Form) -> Response:
    """Settle the prizes; what is refused is shown as it was typed."""
    refuse_role(visit.user, acts.SetPrizes)
    lines, currency = form.text("lines"), form.text("currency")
    decimals = form.number("decimals", 2)
    sharing = SHARING.get(form.text("sharing"), acts.PrizeSharing.EQUALLY)
    typed = acts.SetPrizes(visit.section.name, (), sharing, currency, decimals)
    try:
        prizes = prizes_in(lines.splitlines(), decimals)
        visit.take(acts.SetPrizes(visit.section.name, prizes, sharing, currency, decimals), form)
    except BadInput as error:
        if isinstance(error, ASKS_FOR_MORE):
            raise
        return prizes_form(visit, lines, typed, error.problems)
    return visit.go("prizes", notes=[say("The prizes are settled.")])
