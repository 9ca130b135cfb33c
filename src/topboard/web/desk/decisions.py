"""Rulings: pairs kept apart, fixed boards, byes, points, suspensions and protests."""

from __future__ import annotations

from dataclasses import replace

from fastapi import APIRouter
from starlette.responses import Response

from topboard.errors import BadInput, Problem
from topboard.event import actions
from topboard.event.arguments import (
    build_action,
    find_competitor,
    find_competitors,
    parse_choice,
    words_of,
)
from topboard.event.policy import exclusions, governance_of
from topboard.event.policy.published_pairing import affected_competitors, tables_and_bye
from topboard.event.remarks import GROUNDS, TABLE_GROUNDS
from topboard.event.requests import (
    kept_apart,
    request_of,
    shared_affiliations,
    why_requests_do_not_count,
)
from topboard.messages import say, say_kept
from topboard.systems.registry import system
from topboard.web.desk.pairing import SeatsTyped, tables_in
from topboard.web.request_context import AtSection, Form

router = APIRouter(prefix="/e/{event}/s/{section}")


DECISIONS: dict[str, type[actions.SectionAct]] = {
    "bye": actions.RuleOnBye,
    "points": actions.AdjustPoints,
    "allow": actions.AllowPair,
    "forbid": actions.ForbidPair,
    "table": actions.FixTable,
    "suspend": actions.Suspend,
    "lift": actions.LiftSuspension,
    "expel": actions.Expel,
    "except": actions.GrantException,
    "imaginary": actions.SettleImaginary,
    "protest": actions.Protest,
}
"""The forms on the page, each with the action that it creates."""


@router.get("/decisions")
def decisions_page(context: AtSection) -> Response:
    """Show the rulings on record, and forms for new ones."""
    section = context.section
    used = system(section.system)
    return context.page(
        "decisions.html",
        section=section,
        grounds=[(ground.value, say_kept(TABLE_GROUNDS[ground])) for ground in actions.TableGround],
        excluded=exclusions(section),
        liftable=sorted(governance_of(section.system).absences),
        apart=kept_apart(section),
        unheard=why_requests_do_not_count(section),
        requests=next((v for v in used.offered if v.name == used.requests), None),
        sharing=shared_affiliations(section),
    )


@router.post("/decisions/{kind}")
def decide(context: AtSection, kind: str, form: Form) -> Response:
    """Record the ruling in a form, whose kind is part of the address."""
    if kind not in (*DECISIONS, "request"):
        raise BadInput([Problem(say("there is no such decision"), quoted=kind)])
    section = context.section
    act: actions.Act
    if kind == "request":
        named = [*form.all("whom"), *form.text("numbers").replace(",", " ").split()]
        act = request_of(section, find_competitors(section, named))
    else:
        act = build_action(DECISIONS[kind], section, form)
    prepared = context.record(act, form)
    return context.go("decisions", notes=[say("The decision is on record."), *prepared.notices])


# --- a published pairing changed ----------------------------------------------------------------


@router.get("/rounds/{number}/change")
def change_page(context: AtSection, number: int) -> Response:
    """Show the boards of a published round, with a form to change them on stated grounds."""
    section = context.section
    played = section.round(number)
    seats = SeatsTyped.of(*tables_and_bye(played)).with_names(section)
    return context.page(
        "change_published.html",
        section=section,
        played=played,
        seats=replace(seats, tables=(*seats.tables, ("", ""))),
        grounds=[
            (ground.value, say_kept(GROUNDS[ground]))
            for ground in governance_of(section.system).grounds
        ],
    )


@router.post("/rounds/{number}/change")
def change_published(context: AtSection, number: int, form: Form) -> Response:
    """Replace a published pairing, and record who was informed."""
    section = context.section
    bye = form.text("bye")
    act = actions.ChangePublished(
        section.name,
        number,
        tables_in(section, form),
        find_competitor(section, bye) if bye else None,
        parse_choice(words_of(actions.ChangeGround), form.text("ground"), "ground"),
        postponed_to=form.text("postponed_to"),
    )
    touched = affected_competitors(section.round(number), act)
    if form.has("informed"):
        act = replace(act, informed=touched)
    if form.has("agreed"):
        act = replace(act, agreed=touched)
    context.record(act, form)
    return context.go(
        "rounds", number, notes=[say("Round {number} is changed; print it again.", number=number)]
    )
