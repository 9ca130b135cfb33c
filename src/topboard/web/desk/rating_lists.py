"""Persons on the rating lists, suggested in the entry form and compared with the entries."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.responses import JSONResponse, Response

from topboard.event import actions
from topboard.event.rating_match import differences
from topboard.messages import say
from topboard.web.accounts import refuse_role
from topboard.web.desk.entries import propose_change
from topboard.web.rating_search import describe_person, fields_of, search_people
from topboard.web.request_context import AtSection, app_state_of

router = APIRouter(prefix="/e/{event}/s/{section}/entries")


@router.get("/offers")
def offers(context: AtSection, q: str = "") -> Response:
    """Return suggestions for the letters typed so far, as JSON for the script of the page."""
    refuse_role(context.user, actions.Enter)
    found: list[dict[str, Any]] = [
        {"name": one.name, "about": describe_person(one), "fields": fields_of(one, context.section)}
        for one in search_people(context, q)
    ]
    return JSONResponse(found)


@router.get("/update-ratings")
def update_ratings(context: AtSection) -> Response:
    """Show the participants whose ratings differ from the lists, without recording anything."""
    refuse_role(context.user, actions.ChangeEntry)
    section = context.section
    lists = app_state_of(context.request).ratings.require()
    found = [
        (propose_change(section, one.after), one.by_name) for one in differences(section, lists)
    ]
    return context.page(
        "ratings_preview.html",
        source=say("the rating lists"),
        proposals=[one for one, _ in found],
        by_name={one.before.number for one, by_name in found if by_name},
        here=lists.here(),
        section=section,
        remarks=(),
    )
