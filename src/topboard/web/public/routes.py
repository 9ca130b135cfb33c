"""The public pages of all events in the folder, and the news that keep them up to date."""

from __future__ import annotations

import asyncio
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response, StreamingResponse

from topboard import __version__
from topboard.messages import say
from topboard.web.folder import UnknownEvent
from topboard.web.public.site import ASSETS, HTML, JSON, Site, asset, environment, qr_code
from topboard.web.visits import premises_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from topboard.web.folder import LiveEvent, Moment

router = APIRouter(prefix="/p")

LOOK_EVERY = 0.5
"""Seconds between two looks into a journal, however many follow it."""
FRESH = 0.2
"""Seconds for which all readers of pages share one look into a journal."""
SIGN_OF_LIFE = 15.0
LONGEST_STREAM = 600.0
"""Seconds after which a browser has to ask again; so that nobody is followed for ever."""
MOST_SITES = 50


# --- the state of events, shared by all who look ----------------------------------------------


class Sites:
    """The pages of each event at its last known moment."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._sites: dict[str, Site] = {}
        self._looked: dict[str, float] = {}

    def site(self, live: LiveEvent, age: float = FRESH) -> Site:
        """The pages of an event as they are, or were at most that many seconds ago."""
        key = str(live.path)
        with self._lock:
            known = self._sites.get(key)
            if known and monotonic() - self._looked[key] < age:
                return known
            moment = live.now()
            if known is None or not _same(known.moment, moment):
                if len(self._sites) >= MOST_SITES:
                    self._sites.clear()
                known = Site(moment, live.replay, live=True)
                self._sites[key] = known
            self._looked[key] = monotonic()
            return known


def _same(one: Moment, other: Moment) -> bool:
    return one.event.last == other.event.last and one.event.name == other.event.name


SITES = Sites()


def _event(request: Request, stem: str) -> LiveEvent:
    try:
        return premises_of(request).folder.event(stem)
    except UnknownEvent as error:
        # The folder on disk is nobody's business.
        raise HTTPException(404, say("There is no such event")) from error


# --- answers ------------------------------------------------------------------------------------


@router.get("")
def to_the_events() -> Response:
    """All events, with the address that relative links need."""
    return RedirectResponse("/p/", 307)


@router.get("/")
def events(request: Request) -> Response:
    """The first page for the public: the events of the folder."""
    folder = premises_of(request).folder
    found = [(stem, folder.event(stem).now().event.name) for stem in folder.stems()]
    text = environment().get_template("events.html").render(events=found)
    return Response(text, media_type=HTML)


@router.get("/face.css")
@router.get("/public.css")
@router.get("/public.js")
@router.get("/mark.svg")
def shared_asset(request: Request) -> Response:
    """The style for the list of events."""
    return _asset(request.url.path.rpartition("/")[2])


def _asset(name: str) -> Response:
    headers = {"Cache-Control": "no-cache", "ETag": f'"{__version__}-{len(asset(name))}"'}
    return Response(asset(name), media_type=ASSETS[name], headers=headers)


@router.get("/{event}")
def to_the_event(event: str) -> Response:
    """An event, with the address that relative links need."""
    return RedirectResponse(f"/p/{event}/", 307)


@router.get("/{event}/live")
async def live_news(request: Request, event: str, after: int = 0) -> Response:
    """The number of the last entry whenever the journal has grown, as server-sent events."""
    live = await run_in_threadpool(_event, request, event)
    known = request.headers.get("last-event-id", "")
    after = max(after, int(known)) if known.isdigit() else after
    return StreamingResponse(
        _news(request, live, after),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


async def _news(request: Request, live: LiveEvent, after: int) -> AsyncIterator[str]:
    began = spoke = monotonic()
    yield "retry: 3000\n\n"
    while monotonic() - began < LONGEST_STREAM and not await request.is_disconnected():
        site = await run_in_threadpool(SITES.site, live, LOOK_EVERY)
        number = site.moment.event.last
        if number > after:
            after, spoke = number, monotonic()
            yield f"id: {number}\nevent: news\ndata: {number}\n\n"
        elif monotonic() - spoke > SIGN_OF_LIFE:
            spoke = monotonic()
            yield ": nothing new\n\n"
        await asyncio.sleep(LOOK_EVERY)


@router.get("/{event}/{path:path}")
def public_page(request: Request, event: str, path: str) -> Response:
    """A page of an event as it stands, made again when an entry has come."""
    live = _event(request, event)
    if path in ASSETS:
        return _asset(path)
    site = SITES.site(live)
    slug, _, name = path.rpartition("/")
    if name == "qr.svg" and slug in site.sections:
        address = f"{request.base_url}p/{event}/{slug}/"
        return Response(qr_code(address), media_type="image/svg+xml")
    if path.rstrip("/") in site.sections and not path.endswith("/"):
        return RedirectResponse(f"/p/{event}/{path}/", 307)
    return _page(request, site, path)


def _page(request: Request, site: Site, path: str) -> Response:
    slug, slash, name = path.rpartition("/")
    name = name or "index.html"
    text = site.page(f"{slug}{slash}{name}")
    if text is None and name.startswith("hall-") and slug in site.sections:
        return RedirectResponse("hall-1.html", 307)
    if text is None:
        raise HTTPException(404, say("There is no such page"))
    mark = f'"{site.moment.event.last}-{__version__}"'
    headers = {"Cache-Control": "no-cache", "ETag": mark}
    if request.headers.get("if-none-match") == mark:
        return Response(status_code=304, headers=headers)
    return Response(text, media_type=JSON if name.endswith(".json") else HTML, headers=headers)
