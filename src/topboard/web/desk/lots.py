"""The page for drawing lots at the desk, or for recording lots that were drawn by hand."""

from __future__ import annotations

from dataclasses import dataclass
from secrets import token_hex

from fastapi import APIRouter
from starlette.responses import Response

from topboard.errors import BadInput, Problem
from topboard.event import actions
from topboard.event.arguments import find_competitor_numbers, read_points
from topboard.event.lots import COLOUR, LEAST_SEED, hash_lot_seed
from topboard.event.policy import governance_of_system
from topboard.event.state import Section
from topboard.messages import say, worded
from topboard.model import EQUAL_RATINGS, PAIRING_NUMBERS, Colour
from topboard.systems.registry import system
from topboard.tiebreaks.codes import OWN
from topboard.tiebreaks.encounter import LOT_OF_THE_TIED
from topboard.web.forms import PostedForm
from topboard.web.request_context import AtSection, Form, RequestContext

router = APIRouter(prefix="/e/{event}/s/{section}")


@dataclass(frozen=True, slots=True)
class LotPurpose:
    """A purpose for which lots can be drawn, such as the first colour, with its description."""

    name: str
    words: str


PURPOSES = (
    LotPurpose(COLOUR, worded("the colour of starting number 1 in round 1")),
    LotPurpose(PAIRING_NUMBERS, worded("the starting numbers of a round robin")),
    LotPurpose(EQUAL_RATINGS, worded("the order of participants with equal ratings")),
    LotPurpose(
        LOT_OF_THE_TIED, worded("the places of participants who are tied on all tie-breaks")
    ),
)


@router.get("/lots")
def lots_page(context: AtSection) -> Response:
    """Show the lots drawn so far, and forms for drawing or recording more."""
    section = context.section
    outside = [code for code in section.settings.tie_breaks if code.startswith(OWN)]
    return context.render_page(
        "lots.html",
        section=section,
        purposes=available_lot_purposes(section),
        colour=COLOUR,
        outside=outside,
    )


def available_lot_purposes(section: Section) -> list[LotPurpose]:
    """Return the purposes for which lots can be drawn in the section at present."""
    used = system(section.system)
    by_lot = {
        # Round 1 has used the colour once it is published.
        COLOUR: bool(governance_of_system(section.system).lot) and not section.rounds,
        # It is too late to draw lots for the numbers once they are assigned.
        PAIRING_NUMBERS: used.timetable is not None and not section.entries_closed,
        EQUAL_RATINGS: used.to_draw is not None and not section.entries_closed,
        LOT_OF_THE_TIED: section.entries_closed,
    }
    return [purpose for purpose in PURPOSES if by_lot[purpose.name]]


@router.post("/lots/draw")
def draw_lots(context: AtSection, form: Form) -> Response:
    """Draw lots with a random seed.

    The commitment to the seed is recorded before the seed itself.
    """
    section = context.section
    purpose = read_lot_purpose(form)
    seed = token_hex(LEAST_SEED)
    among = () if purpose == COLOUR else tuple(sorted(section.competitors))
    if purpose != COLOUR and len(among) < 2:
        what = (
            say("Lots can only be drawn for two or more teams.")
            if system(section.system).teams
            else say("Lots can only be drawn for two or more players.")
        )
        raise BadInput([Problem(what, remedy=say("Add entries first."))])
    with context.transaction():
        context.record_action(
            actions.CommitLot(section.name, purpose, hash_lot_seed(seed), among), form
        )
        context.record_action(actions.DrawLot(section.name, purpose, seed), form, check_seen=False)
    return context.redirect_to(
        *page_path_after_drawing_lots(context, form), notes=[describe_drawn_lots(context, purpose)]
    )


def read_lot_purpose(form: PostedForm) -> str:
    """Return the purpose of the lots, or raise ``BadInput`` if the form does not give one."""
    purpose = form.text("purpose")
    if not purpose:
        remedy = say("Choose the purpose of the drawing of lots.")
        raise BadInput([Problem(say("the purpose is missing"), "purpose", remedy=remedy)])
    return purpose


def describe_drawn_lots(context: RequestContext, purpose: str) -> str:
    """Return a message about the lots: the colour of starting number 1, or who was drawn first."""
    section = context.section
    if purpose == COLOUR:
        assert section.lot is not None
        return (
            say("Starting number 1 has White in round 1.")
            if section.lot is Colour.WHITE
            else say("Starting number 1 has Black in round 1.")
        )
    first = section.competitor(section.lots[-1].order[0]).name
    return say(
        "The lots for “{purpose}” were drawn. {first} was drawn first.",
        purpose=purpose,
        first=first,
    )


def page_path_after_drawing_lots(context: RequestContext, form: PostedForm) -> tuple[str, ...]:
    """Return the path segments of the page that is shown after a drawing of lots.

    Lots that are drawn on the page of the pairing lead back to it.
    """
    if form.text("back") == "pairing":
        return ("pairing",)
    return (
        ("lots",)
        if context.section.rounds or context.section.entries_closed
        else ("close-entries",)
    )


@router.post("/lots/record")
def record_drawn_lots(context: AtSection, form: Form) -> Response:
    """Record lots that were drawn by hand."""
    section = context.section
    purpose = read_lot_purpose(form)
    if purpose == COLOUR:
        colour = Colour.BLACK if form.text("colour") == "black" else Colour.WHITE
        context.record_action(actions.RecordLot(section.name, purpose, colour=colour), form)
    else:
        order = find_competitor_numbers(section, form.values_of_list_argument("order"))
        context.record_action(actions.RecordLot(section.name, purpose, order), form)
    return context.redirect_to("lots", notes=[say("Drawing of lots recorded.")])


@router.post("/lots/outside")
def record_external_tie_break(context: AtSection, form: Form) -> Response:
    """Record the values of a play-off, or of another tie-break that Topboard does not calculate."""
    section = context.section
    lines = [line for line in form.text("lines").splitlines() if line.strip()]
    if not lines:
        what = say("No values were entered.")
        remedy = say("Write one line for each participant: name or number; value.")
        raise BadInput([Problem(what, remedy=remedy)])
    named = [line.rpartition(";") for line in lines]
    order = find_competitor_numbers(section, [who.strip() for who, _, _ in named])
    values = tuple(read_points(value.strip(), who.strip()) for who, _, value in named)
    context.record_action(
        actions.RecordLot(section.name, read_lot_purpose(form), order, values=values), form
    )
    return context.redirect_to("lots", notes=[say("Values recorded.")])
