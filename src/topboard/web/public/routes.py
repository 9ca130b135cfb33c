"""Routes for the public pages of all events, their live updates and their preview."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Request
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from topboard import __version__
from topboard.documents import people
from topboard.event.logo import Logo
from topboard.event.search import EventSearch
from topboard.messages import say
from topboard.text.numbers import format_points
from topboard.web.network_address import describe_unreachable_address, find_phone_address
from topboard.web.pages import load_list_page
from topboard.web.public.broadcast import MOST_VIEWERS, LiveUpdateStream, Viewer
from topboard.web.public.cached_pages import CachedResponse
from topboard.web.public.site import (
    ASSETS,
    HTML,
    JSON,
    EventSite,
    jinja_environment,
    qr_code,
    read_asset,
    text_picture,
)
from topboard.web.public.sites import PublicEventPages
from topboard.web.repository import UnknownEvent
from topboard.web.request_context import AtEvent, get_app_state

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

router = APIRouter(prefix="/p")

LONGEST_NUMBER = 12
"""The number of digits from which a journal entry number sent by a browser is ignored."""


MOST_LEADERS = 12
"""The number of events on a page of the list whose leaders are computed."""


class SectionLeader(NamedTuple):
    """The only participant in the first place of a section."""

    name: str
    points: str
    is_over: bool


class PublicSite(NamedTuple):
    """The public pages of an event in their current state."""

    shown: PublicEventPages
    site: EventSite


def _find_public_event(request: Request, event: str) -> PublicSite:
    """Return the public pages of an event, or raise a 404 error if it is private or missing.

    Every route for the pages of an event depends on this function.
    """
    app_state = get_app_state(request)
    try:
        shown = app_state.sites.pages_of_event(app_state.repository.event(event))
        site = shown.current_site()
        app_state.sites.record_view(event, site.snapshot.event.last)
        return PublicSite(shown, site)
    except UnknownEvent as error:
        # The location of the events must not be revealed.
        raise HTTPException(404, say("This event does not exist.")) from error


PublicEvent = Annotated[PublicSite, Depends(_find_public_event)]


def section_qr_code(request: Request, event: str, slug: str) -> Response:
    """Return a QR code for the URL of a section's public pages.

    If phones cannot open the desk, the picture says so instead.
    """
    return phone_qr_code(request, f"p/{event}/{slug}/")


def phone_qr_code(request: Request, path: str) -> Response:
    """Return a QR code for a path, or a picture that says that phones cannot open it."""
    root = find_phone_address(request)
    picture = (
        qr_code(f"{root}{path}") if root else text_picture(*describe_unreachable_address(request))
    )
    headers = {"Cache-Control": "no-store"}
    return Response(picture, media_type="image/svg+xml", headers=headers)


def public_event_url(request: Request, event: str) -> str:
    """Return the full URL of the public pages of an event, which phones can open if possible."""
    return f"{find_phone_address(request) or request.base_url}p/{event}/"


# --- pages ------------------------------------------------------------------------------------


@router.get("")
def redirect_to_events() -> Response:
    """Redirect to the list of events at "/p/". Its relative links need the final slash."""
    return RedirectResponse("/p/", 307)


@router.get("/")
def public_events_page(request: Request, q: str = "", part: int = 1) -> Response:
    """Show the list of public events, or of those that match a search."""
    found, search = (
        get_app_state(request).repository.search_index.find_matching_events,
        EventSearch(q),
    )
    shown, _ = load_list_page(
        part, lambda start, count: found(search, None, start, count, public_only=True)
    )
    content = {
        "part": shown,
        "search": search,
        "asked": urlencode({"q": q} if q else {}),
        "leaders": dict(_find_leaders(request, [one.stem for one in shown.lines[:MOST_LEADERS]])),
    }
    text = jinja_environment().get_template("events.html").render(**content)
    return Response(text, media_type=HTML)


def _find_leaders(
    request: Request, stems: Iterable[str]
) -> Iterator[tuple[tuple[str, str], SectionLeader]]:
    """Yield the leader of each section of these events, keyed by event and section.

    A tie for the first place has no leader.
    """
    app_state = get_app_state(request)
    for stem in stems:
        try:
            site = app_state.sites.pages_of_event(app_state.repository.event(stem)).current_site()
        except UnknownEvent:
            # The event became private or was removed after the list was read.
            continue
        for section in site.sections.values():
            lines = section.standings.lines[:2] if section.standings else ()
            if section.last_published_round and [line.place for line in lines].count(1) == 1:
                name = people.titled_name(section.competitors[lines[0].number])
                points = format_points(lines[0].points)
                yield (stem, section.section.name), SectionLeader(name, points, section.is_over)


@router.get("/face.css")
@router.get("/public.css")
@router.get("/public.js")
@router.get("/mark.svg")
def serve_shared_asset(request: Request) -> Response:
    """Return a style sheet, script or logo for the public list of events."""
    return build_asset_response(request.url.path.rpartition("/")[2])


def build_asset_response(name: str) -> Response:
    """Return the response with a static file that all public pages share."""
    headers = {"Cache-Control": "no-cache", "ETag": f'"{__version__}-{len(read_asset(name))}"'}
    return Response(read_asset(name), media_type=ASSETS[name], headers=headers)


def build_logo_response(logo: Logo) -> Response:
    """Return the response with the logo of an event."""
    headers = {"Cache-Control": "private, max-age=31536000, immutable"}
    return Response(logo.content, media_type=logo.media_type, headers=headers)


@router.get("/{event}")
def redirect_to_event(event: str) -> Response:
    """Redirect to the event's URL with a final slash, which its relative links need."""
    return RedirectResponse(f"/p/{event}/", 307)


@router.get("/{event}/live")
async def stream_live_updates(
    request: Request, found: PublicEvent, page: str = "", after: int = 0
) -> Response:
    """Stream the changes to a page since journal entry ``after``, as server-sent events."""
    app_state = get_app_state(request)
    if app_state.broadcasts.viewer_count >= MOST_VIEWERS:
        raise HTTPException(
            503, say("Too many people are following events right now."), {"Retry-After": "60"}
        )
    known = request.headers.get("last-event-id", "")
    after = max(after, int(known)) if known.isdecimal() and len(known) < LONGEST_NUMBER else after
    return LiveUpdateStream(app_state.broadcasts.find_broadcast(found.shown), Viewer(page, after))


@router.get("/{event}/{path:path}")
def show_public_page(request: Request, found: PublicEvent, event: str, path: str) -> Response:
    """Return a public page in its current state.

    The page is rendered again only after a new journal entry.
    """
    if path in ASSETS:
        return build_asset_response(path)
    sites, (shown, site) = get_app_state(request).sites, found
    if site.logo and path == site.logo.file_name:
        return build_logo_response(site.logo)
    slug, _, name = path.rpartition("/")
    if name == "qr.svg" and slug in site.sections:
        return section_qr_code(request, event, slug)
    if path.rstrip("/") in site.sections and not path.endswith("/"):
        return RedirectResponse(f"/p/{event}/{path}/", 307)
    leaf = sites.render_page(shown, site, path if name else f"{path}index.html")
    if leaf is None and name.startswith("hall-") and slug in site.sections:
        return RedirectResponse("hall-1.html", 307)
    if leaf is None:
        raise HTTPException(404, say("This page does not exist."))
    return CachedResponse(leaf, request.headers)


# --- the preview for users of the desk --------------------------------------------------------


preview_router = APIRouter(prefix="/e/{event}/preview")


@preview_router.get("")
def redirect_to_preview(context: AtEvent) -> Response:
    """Redirect to the preview's URL with a final slash, which its relative links need."""
    return RedirectResponse(context.event_url("preview", ""), 307)


@preview_router.get("/{path:path}")
def preview_page(context: AtEvent, path: str) -> Response:
    """Return a page as the public would see it if the event were public."""
    if path in ASSETS:
        return build_asset_response(path)
    sites = get_app_state(context.request).sites
    site = EventSite(
        context.snapshot,
        context.handle.replay_round,
        preview=True,
        codes=sites.codes,
        playground=sites.playground,
    )
    if site.logo and path == site.logo.file_name:
        return build_logo_response(site.logo)
    slug, _, name = path.rpartition("/")
    if name == "qr.svg" and slug in site.sections:
        return section_qr_code(context.request, context.handle.stem, slug)
    if path in site.sections:
        return RedirectResponse(context.event_url("preview", path, ""), 307)
    page = path if name else f"{path}index.html"
    text = site.render_page(page)
    if text is None and name.startswith("hall-") and slug in site.sections:
        return RedirectResponse("hall-1.html", 307)
    if text is None:
        raise HTTPException(404, say("This page does not exist."))
    kind = JSON if page.endswith(".json") else HTML
    return Response(text, media_type=kind, headers={"Cache-Control": "no-store"})
