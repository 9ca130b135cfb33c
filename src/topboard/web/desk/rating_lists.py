"""Routes that suggest players from the rating lists and compare the entries with the lists."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.responses import JSONResponse, Response

from topboard.event import actions
from topboard.event.rating_match import find_rating_list_differences
from topboard.web.accounts import check_role_permission
from topboard.web.desk.entries import propose_participant_update
from topboard.web.rating_search import describe_person, person_form_values, search_people
from topboard.web.request_context import AtSection, get_app_state

router = APIRouter(prefix="/e/{event}/s/{section}/entries")


@router.get("/offers")
def suggest_players(context: AtSection, q: str = "") -> Response:
    """Return the people on the rating lists who match the typed text, as JSON."""
    check_role_permission(context.user, actions.Enter)
    found: list[dict[str, Any]] = [
        {
            "name": one.name,
            "about": describe_person(one),
            "fields": person_form_values(one, context.section),
        }
        for one in search_people(context, q)
    ]
    return JSONResponse(found)


@router.get("/update-ratings")
def rating_updates_page(context: AtSection) -> Response:
    """Show the players whose ratings differ from the imported rating lists. Nothing is recorded."""
    check_role_permission(context.user, actions.ChangeEntry)
    section = context.section
    lists = get_app_state(context.request).ratings.require_imported_lists()
    found = [
        (propose_participant_update(section, one.after), one.by_name)
        for one in find_rating_list_differences(section, lists)
    ]
    return context.render_page(
        "ratings_preview.html",
        source="",
        proposals=[one for one, _ in found],
        by_name={one.before.number for one, by_name in found if by_name},
        here=lists.imported_lists(),
        section=section,
        remarks=(),
    )
