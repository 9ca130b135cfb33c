"""Middleware that sends public pages from the cache."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.responses import Response

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from topboard.web.public.sites import CachedPage, SiteCache

ROOM = "/p/"


class CachedResponse(Response):
    """A response with a cached page, sent either plain, compressed or as "not modified"."""

    def __init__(self, leaf: CachedPage, asked: Headers) -> None:
        packed = leaf.is_compressed_for(asked.get("accept-encoding", ""))
        known = leaf.matches_etags(asked.get("if-none-match", ""))
        if known:
            answer = leaf.not_modified_response(packed=packed)
        else:
            answer = leaf.compressed_response if packed else leaf.plain_response
        self.status_code = 304 if known else 200
        self.background = None
        # The response was prepared once for all requests, so nothing is computed here.
        self.body, self.raw_headers = answer


class CachedPagesMiddleware:
    """A middleware that sends valid pages from the cache and passes all other requests on.

    Thousands of readers may request a page in the minute after a result. Reading the journal for
    each of them, in a separate thread, would be too slow.
    """

    def __init__(self, app: ASGIApp, sites: SiteCache) -> None:
        self.app, self.sites = app, sites

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the requested page from the cache if it is valid, or else pass the request on."""
        leaf = None
        if scope["type"] == "http" and scope["method"] == "GET":
            path: str = scope["path"]
            if path.startswith(ROOM):
                address = path[len(ROOM) :]
                leaf = self.sites.find_cached_page(
                    f"{address}index.html" if path[-1] == "/" else address
                )
        if leaf is None:
            await self.app(scope, receive, send)
        else:
            self.sites.record_view(leaf.shown.handle.stem, leaf.last_entry_number)
            await CachedResponse(leaf, Headers(scope=scope))(scope, receive, send)
