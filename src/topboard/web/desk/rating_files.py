"""The page that lists, imports and removes rating lists."""

from __future__ import annotations

import shutil
from pathlib import Path
from secrets import compare_digest
from tempfile import TemporaryDirectory

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.responses import Response

from topboard.errors import BadInput, Problem
from topboard.event import actions
from topboard.formats.problems import PERIOD, is_month_or_day
from topboard.messages import say
from topboard.storage.rating_lists import RatingLists
from topboard.web.accounts import NotAllowed, User, check_role_permission
from topboard.web.forms import PostedForm
from topboard.web.rating_imports import RatingImports
from topboard.web.request_context import (
    Form,
    SignedIn,
    StaleForm,
    get_app_state,
    get_session,
    redirect_to,
    render_page,
)

router = APIRouter(prefix="/ratings")

KINDS = ("standard", "rapid", "blitz")


def may_change_lists(request: Request, user: User) -> bool:
    """Return whether a user may import rating lists at this desk.

    On a server, all organisations share the lists, so only its operator may import them.
    """
    shared = get_app_state(request).repository.access_rules.requires_membership()
    return not shared and user.may_perform(actions.CreateEvent)


def _require_permission(request: Request, user: User) -> None:
    check_role_permission(user, actions.CreateEvent)
    if not may_change_lists(request, user):
        what = say("Only the operator of this server can import rating lists.")
        remedy = say("Ask the operator to run topboard ratings import FILE.")
        raise NotAllowed([Problem(what, remedy=remedy)])


@router.get("")
def rating_lists_page(request: Request, user: SignedIn) -> Response:
    """Show the imported rating lists, and the progress of an import."""
    app_state = get_app_state(request)
    # Before the lists, so that the list of an import that has ended is among them.
    last = app_state.rating_imports.copy_last()
    return render_page(
        request,
        "rating_lists.html",
        lists=app_state.ratings.imported_lists(),
        last=last,
        may_change=may_change_lists(request, user),
        kinds=[
            ("", say("as stated in the file")),
            ("standard", say("standard")),
            ("rapid", say("rapid")),
            ("blitz", say("blitz")),
        ],
    )


@router.post("")
async def upload_rating_list(request: Request, user: SignedIn) -> Response:
    """Import an uploaded rating list in the background.

    The file is copied in parts, because FIDE's lists are too large to keep in memory.
    """
    async with request.form(max_files=1, max_fields=10) as form:
        fields = [(key, value) for key, value in form.multi_items() if isinstance(value, str)]
        posted = request.state.posted = PostedForm(fields)
        token = get_session(request).token
        if not compare_digest(posted.text("token").encode(), token.encode()):
            remedy = say("Reload the page and choose the file again.")
            raise StaleForm([Problem(say("This form has expired."), remedy=remedy)])
        _require_permission(request, user)
        file = form.get("file")
        if not isinstance(file, UploadFile) or not file.filename:
            remedy = say("Choose a file first.")
            raise BadInput([Problem(say("No file was chosen."), remedy=remedy)])
        period = posted.text("period")
        if period and not is_month_or_day(period):
            raise BadInput([Problem(say("invalid rating period"), "period", period, PERIOD)])
        imports = get_app_state(request).rating_imports
        await run_in_threadpool(_start_import, imports, file, posted.text("kind"), period)
    return redirect_to(request, "/ratings")


def _start_import(imports: RatingImports, file: UploadFile, kind: str, period: str) -> None:
    folder = TemporaryDirectory(prefix="topboard-", ignore_cleanup_errors=True)
    try:
        name = Path((file.filename or "").replace("\\", "/")).name[:80] or "list"
        with open(Path(folder.name) / name, "wb") as copy:
            shutil.copyfileobj(file.file, copy)
        imports.start_import(folder, kind if kind in KINDS else "", period)
    except BaseException:
        folder.cleanup()
        raise


@router.post("/remove")
def remove_rating_list(request: Request, user: SignedIn, form: Form) -> Response:
    """Delete an imported rating list. Ratings that were already taken from it stay."""
    _require_permission(request, user)
    lists: RatingLists = get_app_state(request).ratings
    lists.delete_rating_list(form.text("list"))
    return redirect_to(request, "/ratings", [say("{name} was removed.", name=form.text("list"))])
