"""The preview of the public pages, for users who may open the event at the desk."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from topboard.messages import say
from topboard.web.public.routes import build_asset_response, section_qr_code
from topboard.web.public.site import ASSETS, HTML, JSON, EventSite
from topboard.web.request_context import AtEvent

router = APIRouter(prefix="/e/{event}/preview")


@router.get("")
def redirect_to_preview(context: AtEvent) -> Response:
    """Redirect to the URL of the preview with a final slash, which relative links need."""
    return RedirectResponse(context.event_url("preview", ""), 307)


@router.get("/{path:path}")
def preview_page(context: AtEvent, path: str) -> Response:
    """Return a page as the public will see it once the event is public."""
    if path in ASSETS:
        return build_asset_response(path)
    site = EventSite(context.snapshot, context.handle.replay, preview=True)
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
        raise HTTPException(404, say("There is no such page"))
    kind = JSON if page.endswith(".json") else HTML
    return Response(text, media_type=kind, headers={"Cache-Control": "no-store"})
