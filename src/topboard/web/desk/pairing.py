"""The round to come: preview beside the reasons, publication, and pairing by hand."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from topboard.errors import BadInput, NoLegalPairing, Problem, Refused
from topboard.event import acts
from topboard.event.governance import governance_of
from topboard.event.pairing import end_manual, facts, made_by_rules, pair_round
from topboard.history import participants
from topboard.model import Number
from topboard.web.forms import Posted, competitor_number
from topboard.web.places import AtSection, Form, Place
from topboard.web.presenting import explained
from topboard.web.views import round_view

router = APIRouter(prefix="/e/{event}/s/{section}")


@router.get("/pairing")
def pairing_page(place: AtSection) -> Response:
    """The round to come as the rules pair it now, beside the reasons."""
    section = place.section
    content: dict[str, Any] = {
        "section": section,
        "view": None,
        "problems": [],
        "excluded": [],
        "stale": False,
        "lot": governance_of(section.system).lot,
    }
    draft = section.draft
    if unready := _unready(place):
        return place.page("pairing.html", **{**content, "problems": unready})
    try:
        act, made = pair_round(place.event, section.name)
        content["excluded"] = [(section.competitor(e.number), e.article) for e in act.excluded]
        tables = draft.tables if draft is not None and draft.manual else None
        content["view"] = round_view(facts(place.event, section), made, tables)
        content["stale"] = (
            draft is not None and not draft.manual and draft.digest not in ("", act.digest)
        )
    except NoLegalPairing as error:
        content["problems"] = [Problem(str(error), remedy="pair the round by hand")]
    except BadInput as error:
        content["problems"] = error.problems
    return place.page("pairing.html", **content)


def _unready(place: Place) -> list[Problem]:
    """Why the round cannot be paired yet."""
    from topboard.event.applying_rounds import tables_without_result

    section = place.section
    if section.round_to_pair > section.settings.rounds:
        return [Problem("all rounds are paired")]
    if section.rounds and (missing := tables_without_result(section.rounds[-1])):
        tables = ", ".join(map(str, missing))
        what = f"results of round {len(section.rounds)} are missing: tables {tables}"
        return [Problem(what, remedy="enter them first; a game still going on as unfinished")]
    return []


@router.post("/pairing")
def pair(place: AtSection, form: Form) -> Response:
    """Put the pairing down, and publish it if that was asked for."""
    section = place.section
    act, _ = pair_round(place.event, section.name)
    if form.has("preview") and form.text("preview") != act.digest:
        what = "the facts have changed since the preview was shown"
        raise Refused([Problem(what, section.name, remedy="look at the new preview")])
    draft = section.draft
    if draft is None or draft.manual or draft.digest != act.digest:
        place.take_by(act, place.plain_hand(form), form.seen)
    if not form.has("publish"):
        return place.go("pairing", notes=[f"Round {act.round} is paired, not yet published."])
    return _publish(place, form)


def _publish(place: Place, form: Posted) -> Response:
    number = place.section.round_to_pair
    prepared = place.take(acts.PublishRound(place.section.name, number), form, check_seen=False)
    notes = [f"Round {number} is published.", *prepared.notices]
    return place.go("rounds", number, notes=notes)


@router.post("/publish")
def publish(place: AtSection, form: Form) -> Response:
    """Publish the pairing that is there."""
    section = place.section
    prepared = place.take(acts.PublishRound(section.name, section.round_to_pair), form)
    notes = [f"Round {len(place.section.rounds)} is published.", *prepared.notices]
    return place.go("rounds", len(place.section.rounds), notes=notes)


# --- by hand ----------------------------------------------------------------------------------


@router.post("/manual/begin")
def begin_manual(place: AtSection, form: Form) -> Response:
    """Begin to pair by hand, from the pairing by the rules where there is one."""
    section = place.section
    if section.draft is None:
        try:
            act, _ = pair_round(place.event, section.name)
            place.take_by(act, place.plain_hand(form), form.seen)
        except NoLegalPairing:
            pass
    place.take(acts.BeginManual(section.name, section.round_to_pair), form, check_seen=False)
    return place.go("manual")


@router.get("/manual")
def manual_page(place: AtSection) -> Response:
    """The tables as the arbiter sets them."""
    section = place.section
    draft = section.draft
    if draft is None or not draft.open:
        raise BadInput([Problem("no manual pairing is going on", remedy="begin one first")])
    to_pair = participants(facts(place.event, section))
    seated = {n for t in draft.tables for n in (t.white, t.black)} | {draft.bye}
    empty = max(0, -(-len(to_pair) // 2) - len(draft.tables))
    return place.page(
        "manual.html",
        section=section,
        draft=draft,
        people=[section.competitor(n) for n in to_pair],
        left=[section.competitor(n) for n in to_pair if n not in seated],
        empty=empty,
        tables_view=tables_by_rules(place),
    )


def tables_by_rules(place: Place) -> list[tuple[int, int, int]]:
    """The pairing by the rules, to look at while pairing by hand."""
    try:
        made = made_by_rules(place.event, place.section)
    except (NoLegalPairing, BadInput):
        return []
    return [(p.table, p.white, p.black) for p in made.pairs]


@router.post("/manual")
def set_manual(place: AtSection, form: Form) -> Response:
    """Put down the tables; end the manual pairing if that was asked for."""
    section = place.section
    tables = tables_in(form)
    bye = form.text("bye")
    free = Number(competitor_number(bye)) if bye else None
    act = acts.ChangeManual(section.name, section.round_to_pair, tables, free)
    place.take(act, form)
    if not form.has("end"):
        return place.go("manual", notes=["The tables are put down."])
    place.take(end_manual(place.event, section.name), form, check_seen=False)
    return place.go("pairing", notes=["The manual pairing is ended; its differences are marked."])


def tables_in(form: Posted) -> tuple[acts.Table, ...]:
    """The tables of a form: two lists of numbers, White and Black."""
    tables: list[acts.Table] = []
    problems = []
    for place, (white, black) in enumerate(
        zip(form.all("white"), form.all("black"), strict=True), start=1
    ):
        if not white.strip() and not black.strip():
            continue
        if not white.strip() or not black.strip():
            problems.append(Problem("one side is empty", f"table {place}"))
            continue
        seat = len(tables) + 1
        sides = Number(competitor_number(white)), Number(competitor_number(black))
        tables.append(acts.Table(seat, *sides))
    if problems:
        raise BadInput(problems)
    return tuple(tables)


# --- a published round ------------------------------------------------------------------------


@router.get("/rounds/{number}")
def round_page(place: AtSection, number: int) -> Response:
    """A published round: tables, who is away, and why each is as it is."""
    section = place.section
    played = section.round(number)
    view = explained(place, number)
    return place.page(
        "round.html",
        section=section,
        played=played,
        view=view,
        reasons={pair.table: pair for pair in view.pairs} if view else {},
        away=[(section.competitor(n), outcome) for n, outcome in played.away],
        publisher=place.moment.entry(played.entry),
    )
