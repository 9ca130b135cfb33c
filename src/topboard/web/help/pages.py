"""The pages of the documentation at the desk. Everyone can read them without signing in."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, RedirectResponse, Response

from topboard.messages import say
from topboard.web.help.documentation import (
    MOST_FOUND,
    find_picture,
    list_help_files,
    read_help_page,
    search_help,
)
from topboard.web.help.markdown import INDEX, ROOT, page_address
from topboard.web.request_context import render_page

router = APIRouter(prefix=ROOT.rstrip("/"))

LONG_PAGE = 4
"""From this number of headings on, a page begins with a list of them."""


@router.get("/search")
def search_help_pages(request: Request, q: str = "") -> Response:
    """Show the sections of the documentation in which these words occur."""
    found = search_help(q[:200])
    return render_page(request, "help_search.html", words=q[:200], found=found, most=MOST_FOUND)


@router.get("/{name:path}")
def help_page(request: Request, name: str) -> Response:
    """Show a page or a picture of the documentation."""
    if (picture := find_picture(name)) is not None:
        return FileResponse(picture, headers={"Cache-Control": "max-age=3600"})
    file = name + INDEX if not name or name.endswith("/") else f"{name}.md"
    if file not in list_help_files():
        other = name if name.endswith(".md") else f"{name}/{INDEX}"
        if other in list_help_files():
            return RedirectResponse(page_address(other), 308)
        if not list_help_files():
            raise HTTPException(404, say("This desk was installed without its documentation."))
        raise HTTPException(404)
    page = read_help_page(file)
    parts = [one for one in page.sections if one.level == 2]
    return render_page(
        request,
        "help.html",
        page=page,
        parts=parts if len(parts) >= LONG_PAGE else [],
        is_contents=file == INDEX,
    )
