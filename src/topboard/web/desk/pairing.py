"""The round to come: preview beside the reasons, publication, and pairing by hand."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from topboard.errors import BadInput, NoLegalPairing, Problem, Refused
from topboard.event import acts
from topboard.event.asked import whom
from topboard.event.governance import governance_of
from topboard.event.pairing import end_manual, facts, made_by_rules, pair_round
from topboard.event.state import Section
from topboard.history import participants
from topboard.messages import say
from topboard.web.forms import Posted
from topboard.web.views import explained, round_view
from topboard.web.visits import AtSection, Form, Visit

router = APIRouter(prefix="/e/{event}/s/{section}")


@router.get("/pairing")
def pairing_page(visit: AtSection) -> Response:
    """The round to come as the rules pair it now, beside the reasons."""
    section = visit.section
    content: dict[str, Any] = {
        "section": section,
        "view": None,
        "problems": [],
        "excluded": [],
        "stale": False,
        "lot": governance_of(section.system).lot,
    }
    draft = section.draft
    if unready := _unready(visit):
        return visit.page("pairing.html", **{**content, "problems": unready})
    try:
        act, made = pair_round(visit.event, section.name)
        content["excluded"] = [(section.competitor(e.number), e.article) for e in act.excluded]
        tables = draft.tables if draft is not None and draft.manual else None
        content["view"] = round_view(facts(visit.event, section), made, tables)
        content["stale"] = (
            draft is not None and not draft.manual and draft.digest not in ("", act.digest)
        )
    except NoLegalPairing as error:
        content["problems"] = [Problem(str(error), remedy=say("pair the round by hand"))]
    except BadInput as error:
        content["problems"] = error.problems
    return visit.page("pairing.html", **content)


def _unready(visit: Visit) -> list[Problem]:
    """Why the round cannot be paired yet."""
    from topboard.event.applying_rounds import tables_without_result

    section = visit.section
    if section.round_to_pair > section.settings.rounds:
        return [Problem(say("all rounds are paired"))]
    if section.rounds and (missing := tables_without_result(section.rounds[-1])):
        tables = ", ".join(map(str, missing))
        what = say(
            "results of round {count} are missing: tables {tables}",
            count=len(section.rounds),
            tables=tables,
        )
        return [Problem(what, remedy=say("enter them first; a game still going on as unfinished"))]
    return []


@router.post("/pairing")
def pair(visit: AtSection, form: Form) -> Response:
    """Put the pairing down, and publish it if that was asked for."""
    section = visit.section
    act, _ = pair_round(visit.event, section.name)
    if form.has("preview") and form.text("preview") != act.digest:
        what = say("the facts have changed since the preview was shown")
        raise Refused([Problem(what, section.name, remedy=say("look at the new preview"))])
    draft = section.draft
    if draft is None or draft.manual or draft.digest != act.digest:
        visit.take_by(act, visit.plain_hand(form), form.seen)
    if not form.has("publish"):
        return visit.go(
            "pairing", notes=[say("Round {round} is paired, not yet published.", round=act.round)]
        )
    return _publish(visit, form)


def _publish(visit: Visit, form: Posted) -> Response:
    number = visit.section.round_to_pair
    prepared = visit.take(acts.PublishRound(visit.section.name, number), form, check_seen=False)
    notes = [say("Round {number} is published.", number=number), *prepared.notices]
    return visit.go("rounds", number, notes=notes)


@router.post("/publish")
def publish(visit: AtSection, form: Form) -> Response:
    """Publish the pairing that is there."""
    section = visit.section
    prepared = visit.take(acts.PublishRound(section.name, section.round_to_pair), form)
    notes = [say("Round {count} is published.", count=len(visit.section.rounds)), *prepared.notices]
    return visit.go("rounds", len(visit.section.rounds), notes=notes)


# --- by hand ----------------------------------------------------------------------------------


@router.post("/manual/begin")
def begin_manual(visit: AtSection, form: Form) -> Response:
    """Begin to pair by hand, from the pairing by the rules where there is one."""
    section = visit.section
    if section.draft is None:
        try:
            act, _ = pair_round(visit.event, section.name)
            visit.take_by(act, visit.plain_hand(form), form.seen)
        except NoLegalPairing:
            pass
    visit.take(acts.BeginManual(section.name, section.round_to_pair), form, check_seen=False)
    return visit.go("manual")


@router.get("/manual")
def manual_page(visit: AtSection) -> Response:
    """The tables as the arbiter sets them."""
    section = visit.section
    draft = section.draft
    if draft is None or not draft.open:
        raise BadInput(
            [Problem(say("no manual pairing is going on"), remedy=say("begin one first"))]
        )
    to_pair = participants(facts(visit.event, section))
    seated = {n for t in draft.tables for n in (t.white, t.black)} | {draft.bye}
    empty = max(0, -(-len(to_pair) // 2) - len(draft.tables))
    return visit.page(
        "manual.html",
        section=section,
        draft=draft,
        people=[section.competitor(n) for n in to_pair],
        left=[section.competitor(n) for n in to_pair if n not in seated],
        empty=empty,
        tables_view=tables_by_rules(visit),
    )


def tables_by_rules(visit: Visit) -> list[tuple[int, int, int]]:
    """The pairing by the rules, to look at while pairing by hand."""
    try:
        made = made_by_rules(visit.event, visit.section)
    except (NoLegalPairing, BadInput):
        return []
    return [(p.table, p.white, p.black) for p in made.pairs]


@router.post("/manual")
def set_manual(visit: AtSection, form: Form) -> Response:
    """Put down the tables; end the manual pairing if that was asked for."""
    section = visit.section
    tables = tables_in(section, form)
    bye = form.text("bye")
    free = whom(section, bye) if bye else None
    act = acts.ChangeManual(section.name, section.round_to_pair, tables, free)
    visit.take(act, form)
    if not form.has("end"):
        return visit.go("manual", notes=[say("The tables are put down.")])
    visit.take(end_manual(visit.event, section.name), form, check_seen=False)
    return visit.go(
        "pairing", notes=[say("The manual pairing is ended; its differences are marked.")]
    )


def tables_in(section: Section, form: Posted) -> tuple[acts.Table, ...]:
    """The tables of a form: two lists, White and Black."""
    tables: list[acts.Table] = []
    problems = []
    sides = zip_longest(form.all("white"), form.all("black"), fillvalue="")
    for table, (white, black) in enumerate(sides, start=1):
        if not white.strip() and not black.strip():
            continue
        if not white.strip() or not black.strip():
            problems.append(Problem(say("one side is empty"), say("table {table}", table=table)))
            continue
        seat = len(tables) + 1
        tables.append(acts.Table(seat, whom(section, white), whom(section, black)))
    if problems:
        raise BadInput(problems)
    return tuple(tables)


# --- a published round ------------------------------------------------------------------------


@router.get("/rounds/{number}")
def round_page(visit: AtSection, number: int) -> Response:
    """A published round: tables, who is away, and why each is as it is."""
    section = visit.section
    played = section.round(number)
    view = explained(visit, number)
    return visit.page(
        "round.html",
        section=section,
        played=played,
        view=view,
        reasons={pair.table: pair for pair in view.pairs} if view else {},
        away=[(section.competitor(n), outcome) for n, outcome in played.away],
        publisher=visit.moment.entry(played.entry),
    )
