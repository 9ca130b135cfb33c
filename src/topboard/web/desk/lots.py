"""Drawings of lots, made by the desk with a committed seed or recorded as drawn by hand."""

from __future__ import annotations

from dataclasses import dataclass
from secrets import token_hex

from fastapi import APIRouter
from starlette.responses import Response

from topboard.errors import BadInput, Problem
from topboard.event import actions
from topboard.event.arguments import find_competitors, points
from topboard.event.lots import COLOUR, LEAST_SEED, commitment_hash
from topboard.event.policy import governance_of
from topboard.event.state import Section
from topboard.messages import say, worded
from topboard.model import EQUAL_RATINGS, PAIRING_NUMBERS, Colour
from topboard.systems.registry import system
from topboard.tiebreaks.codes import OWN
from topboard.tiebreaks.encounter import LOT_OF_THE_TIED
from topboard.web.forms import Posted
from topboard.web.request_context import AtSection, Form, RequestContext

router = APIRouter(prefix="/e/{event}/s/{section}")


@dataclass(frozen=True, slots=True)
class Purpose:
    """A purpose for which lots can be drawn."""

    name: str
    words: str


PURPOSES = (
    Purpose(COLOUR, worded("the colour of number 1 in round 1")),
    Purpose(PAIRING_NUMBERS, worded("the numbers of a round robin")),
    Purpose(EQUAL_RATINGS, worded("the order of entries whose ratings are equal")),
    Purpose(LOT_OF_THE_TIED, worded("the places of those whom all tie-breaks leave tied")),
)


@router.get("/lots")
def lots_page(context: AtSection) -> Response:
    """Show the lots drawn so far, and forms for those that can still be drawn."""
    section = context.section
    outside = [code for code in section.settings.tie_breaks if code.startswith(OWN)]
    return context.page(
        "lots.html", section=section, purposes=lot_purposes(section), colour=COLOUR, outside=outside
    )


def lot_purposes(section: Section) -> list[Purpose]:
    """Return the purposes for which the section's rules use lots."""
    used = system(section.system)
    by_lot = {
        COLOUR: bool(governance_of(section.system).lot),
        # It is too late to draw lots for the numbers once they are assigned.
        PAIRING_NUMBERS: used.timetable is not None and not section.entries_closed,
        EQUAL_RATINGS: used.to_draw is not None and not section.entries_closed,
        LOT_OF_THE_TIED: section.entries_closed,
    }
    return [purpose for purpose in PURPOSES if by_lot[purpose.name]]


@router.post("/lots/draw")
def draw(context: AtSection, form: Form) -> Response:
    """Commit to a new seed, then reveal it and draw the lots with it."""
    section = context.section
    purpose = purpose_in(form)
    seed = token_hex(LEAST_SEED)
    among = () if purpose == COLOUR else tuple(sorted(section.competitors))
    if purpose != COLOUR and len(among) < 2:
        raise BadInput(
            [Problem(say("there is nobody to draw among"), "lots", remedy=say("enter some first"))]
        )
    with context.transaction():
        context.record(actions.CommitLot(section.name, purpose, commitment_hash(seed), among), form)
        context.record(actions.DrawLot(section.name, purpose, seed), form, check_seen=False)
    return context.go(*after_lot(context), notes=[describe_lot(context, purpose)])


def purpose_in(form: Posted) -> str:
    """Return the purpose of the lots, or raise ``BadInput`` if the form does not give one."""
    purpose = form.text("purpose")
    if not purpose:
        raise BadInput([Problem(say("what is the lot for?"), "purpose")])
    return purpose


def describe_lot(context: RequestContext, purpose: str) -> str:
    """Describe the outcome of a drawing of lots: the colour of number 1, or who was drawn first."""
    section = context.section
    if purpose == COLOUR:
        assert section.lot is not None
        return say(
            "Number 1 has {lot} in round 1.",
            lot=say("white") if section.lot is Colour.WHITE else say("black"),
        )
    first = section.competitor(section.lots[-1].order[0]).name
    return say("The lot for {purpose} is drawn; {first} is first.", purpose=purpose, first=first)


def after_lot(context: RequestContext) -> tuple[str, ...]:
    """Return the path of the page to show after the lots are drawn."""
    return (
        ("lots",)
        if context.section.rounds or context.section.entries_closed
        else ("close-entries",)
    )


@router.post("/lots/record")
def record(context: AtSection, form: Form) -> Response:
    """Record lots that were drawn by hand."""
    section = context.section
    purpose = purpose_in(form)
    if purpose == COLOUR:
        colour = Colour.BLACK if form.text("colour") == "black" else Colour.WHITE
        context.record(actions.RecordLot(section.name, purpose, colour=colour), form)
    else:
        order = find_competitors(section, form.several("order"))
        context.record(actions.RecordLot(section.name, purpose, order), form)
    return context.go("lots", notes=[say("The lot is on record.")])


@router.post("/lots/outside")
def record_outside(context: AtSection, form: Form) -> Response:
    """Record each participant's value of a play-off or another tie-break set by the organiser."""
    section = context.section
    lines = [line for line in form.text("lines").splitlines() if line.strip()]
    if not lines:
        raise BadInput([Problem(say("nobody has a value"), remedy=say("one a line: who; value"))])
    named = [line.rpartition(";") for line in lines]
    order = find_competitors(section, [who.strip() for who, _, _ in named])
    values = tuple(points(value.strip(), who.strip()) for who, _, value in named)
    context.record(actions.RecordLot(section.name, purpose_in(form), order, values=values), form)
    return context.go("lots", notes=[say("The values are on record.")])
