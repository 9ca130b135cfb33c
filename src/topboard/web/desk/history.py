"""The journal: every act with who, when and why; taking back; the difference between two states."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from topboard.event import acts
from topboard.event.fold import fold, last_in_force, last_undone
from topboard.web.differences import differences
from topboard.web.places import AtEvent, Form

router = APIRouter(prefix="/e/{event}")


@router.get("/history")
def history_page(place: AtEvent) -> Response:
    """All acts, the latest first."""
    entries = place.moment.entries
    last = last_in_force(entries, place.event)
    return place.page(
        "history.html",
        entries=entries[::-1],
        undone=place.event.undone,
        last=last.number if last else 0,
        again=last_undone(entries, place.event) or 0,
        named=named(place),
    )


def named(place: AtEvent) -> dict[int, str]:
    """The names behind the numbers of acts, where the numbers are pairing numbers."""
    found: dict[int, str] = {}
    closed: set[str] = set()
    for entry in place.moment.entries:
        section = getattr(entry.act, "section", "")
        if isinstance(entry.act, acts.CloseEntries) and entry.number not in place.event.undone:
            closed.add(section)
        number = getattr(entry.act, "number", None)
        if section in closed and number is not None:
            known = place.event.sections[section].competitors
            found[entry.number] = known[number].name if number in known else ""
    return found


@router.post("/history/undo")
def undo(place: AtEvent, form: Form) -> Response:
    """An entry counts as not made."""
    number = form.number("entry")
    place.take(acts.Undo(number), form)
    return place.go("history", notes=[f"Entry {number} is undone."])


@router.post("/history/redo")
def redo(place: AtEvent, form: Form) -> Response:
    """An entry counts again."""
    number = form.number("entry")
    place.take(acts.Redo(number), form)
    return place.go("history", notes=[f"Entry {number} counts again."])


@router.get("/difference")
def difference_page(place: AtEvent, first: int = 0, second: int = 0) -> Response:
    """What changed between two states."""
    entries = place.moment.entries
    last = len(entries)
    second = second if 1 <= second <= last else last
    first = first if 1 <= first <= last else max(1, second - 1)
    before, after = fold(entries[:first]), fold(entries[:second])
    return place.page(
        "difference.html",
        first=first,
        second=second,
        last=last,
        found=list(differences(before, after)),
        between=entries[min(first, second) : max(first, second)],
    )
