"""The public pages of all events of the desk, and the live updates of these pages."""

from __future__ import annotations

from typing import Annotated, NamedTuple
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Request
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from topboard import __version__
from topboard.event.search import EventSearch
from topboard.messages import say
from topboard.web.pages import part_asked_for
from topboard.web.public.broadcast import MOST_VIEWERS, NewsStream, Viewer
from topboard.web.public.cached_pages import LeafResponse
from topboard.web.public.site import ASSETS, HTML, Site, asset, environment, qr_code
from topboard.web.public.sites import PageVersion
from topboard.web.repository import UnknownEvent
from topboard.web.request_context import app_state_of

router = APIRouter(prefix="/p")

LONGEST_NUMBER = 12
"""The maximum length of an entry number that a browser may send."""


class ShownSite(NamedTuple):
    """An event as the public sees it, with its current pages."""

    shown: PageVersion
    site: Site


def _public_event(request: Request, event: str) -> ShownSite:
    """Return the event as the public sees it. A private event is treated as missing.

    All routes below the URL of an event depend on this function.
    """
    app_state = app_state_of(request)
    try:
        shown = app_state.sites.of(app_state.repository.event(event))
        return ShownSite(shown, shown.now())
    except UnknownEvent as error:
        # The location of the events must not be revealed.
        raise HTTPException(404, say("There is no such event")) from error


PublicEvent = Annotated[ShownSite, Depends(_public_event)]


def code_of_section(request: Request, event: str, slug: str) -> Response:
    """Return the QR code with the URL of a section's public pages."""
    address = f"{public_address(request, event)}{slug}/"
    return Response(qr_code(address), media_type="image/svg+xml")


def public_address(request: Request, event: str) -> str:
    """Return the full URL of the public pages of an event."""
    return f"{request.base_url}p/{event}/"


# --- answers ------------------------------------------------------------------------------------


@router.get("")
def to_the_events() -> Response:
    """Redirect to the URL of the list of events with a final slash, which relative links need."""
    return RedirectResponse("/p/", 307)


@router.get("/")
def events(request: Request, q: str = "", part: int = 1) -> Response:
    """Show the public start page, with all events or those that match a search."""
    found, search = app_state_of(request).repository.register.find_events, EventSearch(q)
    shown, _ = part_asked_for(
        part, lambda start, count: found(search, None, start, count, public_only=True)
    )
    content = {"part": shown, "search": search, "asked": urlencode({"q": q} if q else {})}
    text = environment().get_template("events.html").render(**content)
    return Response(text, media_type=HTML)


@router.get("/face.css")
@router.get("/public.css")
@router.get("/public.js")
@router.get("/mark.svg")
def shared_asset(request: Request) -> Response:
    """Return a style sheet, script or logo for the list of events."""
    return shared_file(request.url.path.rpartition("/")[2])


def shared_file(name: str) -> Response:
    """Return a static file that all pages share."""
    headers = {"Cache-Control": "no-cache", "ETag": f'"{__version__}-{len(asset(name))}"'}
    return Response(asset(name), media_type=ASSETS[name], headers=headers)


@router.get("/{event}")
def to_the_event(event: str) -> Response:
    """Redirect to the URL of an event with a final slash, which relative links need."""
    return RedirectResponse(f"/p/{event}/", 307)


@router.get("/{event}/live")
async def live_news(
    request: Request, found: PublicEvent, page: str = "", after: int = 0
) -> Response:
    """Return the changes of a page since the entry ``after``, as server-sent events."""
    app_state = app_state_of(request)
    if app_state.broadcasts.count >= MOST_VIEWERS:
        raise HTTPException(503, say("Too many follow an event just now"), {"Retry-After": "60"})
    known = request.headers.get("last-event-id", "")
    after = max(after, int(known)) if known.isdecimal() and len(known) < LONGEST_NUMBER else after
    return NewsStream(app_state.broadcasts.of(found.shown), Viewer(page, after))


@router.get("/{event}/{path:path}")
def public_page(request: Request, found: PublicEvent, event: str, path: str) -> Response:
    """Return the current version of a page, which is rendered again after every new entry."""
    if path in ASSETS:
        return shared_file(path)
    sites, (shown, site) = app_state_of(request).sites, found
    slug, _, name = path.rpartition("/")
    if name == "qr.svg" and slug in site.sections:
        return code_of_section(request, event, slug)
    if path.rstrip("/") in site.sections and not path.endswith("/"):
        return RedirectResponse(f"/p/{event}/{path}/", 307)
    leaf = sites.leaf(shown, site, path if name else f"{path}index.html")
    if leaf is None and name.startswith("hall-") and slug in site.sections:
        return RedirectResponse("hall-1.html", 307)
    if leaf is None:
        raise HTTPException(404, say("There is no such page"))
    return LeafResponse(leaf, request.headers)
