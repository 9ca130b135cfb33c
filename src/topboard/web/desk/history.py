"""The journal: every act with who, when and why; taking back; the difference between two states."""

from __future__ import annotations

from dataclasses import replace

from fastapi import APIRouter
from starlette.responses import Response

from topboard.errors import BadInput, Problem
from topboard.event import acts
from topboard.event.entries import Entry
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
        last=last,
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


@router.get("/history/{number}/undo")
def undo_page(place: AtEvent, number: int) -> Response:
    """A published pairing taken back asks for what changing it would ask for."""
    entry = _entry(place, number)
    if not isinstance(entry.act, acts.PublishRound | acts.ChangePublished):
        raise BadInput([Problem("this entry is undone in the history", quoted=str(number))])
    return place.page(
        "undo_publication.html",
        entry=entry,
        grounds=[ground.value for ground in acts.ChangeGround],
        usual=acts.ChangeGround.OTHER.value,
    )


def _entry(place: AtEvent, number: int) -> Entry:
    if not 1 <= number <= place.event.last:
        raise BadInput([Problem("no such entry", quoted=str(number))])
    return place.moment.entry(number)


@router.post("/history/undo")
def undo(place: AtEvent, form: Form) -> Response:
    """An entry counts as not made."""
    number = form.number("entry")
    act = acts.Undo(number)
    if form.has("ground"):
        act = replace(act, ground=acts.ChangeGround(form.text("ground")))
    if form.has("informed"):
        section = getattr(_entry(place, number).act, "section", "")
        act = replace(act, informed=tuple(place.event.section(section).competitors))
    place.take(act, form)
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
