"""Check-in: who is here before round 1, and who stays away from a later round."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from topboard.event import acts
from topboard.event.governance import exclusions
from topboard.event.state import Section
from topboard.messages import say
from topboard.model import Absence, Competitor, HalfPointBye, Number, Team, Withdrawn, ZeroPointBye
from topboard.web.steps import next_step
from topboard.web.visits import AtSection, Form

router = APIRouter(prefix="/e/{event}/s/{section}")


def full_number(section: Section, one: Competitor) -> int:
    """How many players are expected of a competitor."""
    if not isinstance(one, Team):
        return 1
    return max(len(one.players), section.settings.boards)


def away_now(section: Section) -> dict[Number, Absence]:
    """Who is not to be paired in the round to come, by request."""
    coming = section.round_to_pair
    return {
        r.number: r.outcome
        for r in section.requests
        if r.round == coming or (isinstance(r.outcome, Withdrawn) and r.round <= coming)
    }


@router.get("/check-in")
def check_in_page(visit: AtSection, q: str = "") -> Response:
    """Everybody as a large button: not here yet, here, away."""
    section = visit.section
    away = away_now(section)
    wanted = q.casefold().strip()
    shown = [
        c
        for c in sorted(section.competitors.values(), key=lambda c: c.name.casefold())
        if not wanted or wanted in f"{c.number} {c.name} {c.federation}".casefold()
    ]
    if section.rounds:
        here = [c for c in shown if c.number not in away]
        missing: list[Competitor] = []
    else:
        seen = section.presence
        here = [c for c in shown if c.number in seen and seen[c.number].players > 0]
        here = [c for c in here if c.number not in away]
        missing = [c for c in shown if c not in here and c.number not in away]
    return visit.page(
        "check_in.html",
        section=section,
        here=here,
        missing=missing,
        away=[(c, away[c.number]) for c in shown if c.number in away],
        excluded={e.number: e.article for e in exclusions(section)},
        full={c.number: full_number(section, c) for c in shown},
        q=q,
        step=next_step(visit),
    )


@router.post("/check-in")
def check_in(visit: AtSection, form: Form) -> Response:
    """One competitor is here, with so many players."""
    section = visit.section
    if form.has("all"):
        if present := _all_the_others(section):
            visit.take(acts.RecordAllPresent(section.name, present), form, check_seen=False)
        return visit.go("check-in", notes=[say("All the others are here, too.")])
    one = section.competitor(Number(form.number("number")))
    count = form.number("players", full_number(section, one))
    act = acts.RecordPresence(
        section.name, one.number, count, form.text("travel"), form.has("in_time")
    )
    visit.take(act, form, check_seen=False)
    word = say("is here") if count else say("is not here")
    return visit.go("check-in", notes=[f"{one.name} {word}."])


def _all_the_others(section: Section) -> tuple[tuple[Number, int], ...]:
    """Of whom nothing is known yet, each with all players expected."""
    known = {*section.presence, *away_now(section)}
    return tuple(
        (one.number, full_number(section, one))
        for one in section.competitors.values()
        if one.number not in known
    )


@router.post("/absent")
def absent(visit: AtSection, form: Form) -> Response:
    """A competitor stays away from a round, or comes after all."""
    section = visit.section
    one = section.competitor(Number(form.number("number")))
    number = form.number("round", section.round_to_pair)
    act: acts.Act
    if form.has("cancel"):
        act = acts.CancelBye(section.name, one.number, number)
    else:
        worth: Absence = HalfPointBye() if form.text("worth") == "half" else ZeroPointBye()
        act = acts.RequestBye(section.name, one.number, number, worth)
    visit.take(act, form, check_seen=False)
    word = say("is paired") if form.has("cancel") else say("is not paired")
    back = "check-in" if form.text("from") != "entry" else f"entries/{one.number}"
    return visit.go(
        back, notes=[say("{one} {word} in round {number}.", one=one.name, word=word, number=number)]
    )
