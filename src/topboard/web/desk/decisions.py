"""Decisions of people: pairs kept apart, fixed tables, byes, points, suspensions, protests."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import APIRouter
from starlette.responses import Response

from topboard.errors import BadInput, Problem
from topboard.event import acts
from topboard.event.governance import exclusions, governance_of
from topboard.event.governance.published import concerned
from topboard.event.state import Section
from topboard.model import Number
from topboard.web.desk.lots import numbers_in
from topboard.web.desk.pairing import tables_in
from topboard.web.forms import Posted, competitor_number
from topboard.web.places import AtSection, Form
from topboard.web.presenting import tables_of

router = APIRouter(prefix="/e/{event}/s/{section}")


def whom(form: Posted, field: str = "whom") -> Number:
    """The competitor that a field names."""
    return Number(competitor_number(form.text(field)))


def _span(form: Posted) -> tuple[int, int]:
    return form.number("first", 1), form.number("last", 10_000)


def _forbid(section: Section, form: Posted) -> acts.Act:
    a, b = whom(form, "a"), whom(form, "b")
    return acts.ForbidPair(section.name, a, b, *_span(form), form.has("wish"))


def _allow(section: Section, form: Posted) -> acts.Act:
    return acts.AllowPair(section.name, whom(form, "a"), whom(form, "b"))


def _table(section: Section, form: Posted) -> acts.Act:
    ground = acts.TableGround(form.text("ground") or acts.TableGround.OTHER.value)
    table = form.number("table", 0)
    return acts.FixTable(section.name, whom(form), table, ground, form.text("note"))


def _bye(section: Section, form: Posted) -> acts.Act:
    allowed = form.text("ruling") == "allow"
    return acts.RuleOnBye(section.name, whom(form), allowed, *_span(form))


def _points(section: Section, form: Posted) -> acts.Act:
    match, game = form.points("match_points"), form.points("game_points")
    return acts.AdjustPoints(section.name, whom(form), match, game, section.round_to_pair)


def _suspend(section: Section, form: Posted) -> acts.Act:
    return acts.Suspend(section.name, whom(form))


def _lift(section: Section, form: Posted) -> acts.Act:
    return acts.LiftSuspension(section.name, whom(form))


def _expel(section: Section, form: Posted) -> acts.Act:
    return acts.Expel(section.name, whom(form), form.number("round", section.round_to_pair))


def _except(section: Section, form: Posted) -> acts.Act:
    return acts.GrantException(section.name, whom(form), form.text("article"))


def _imaginary(section: Section, form: Posted) -> acts.Act:
    numbers = numbers_in(form.text("numbers"))
    return acts.SettleImaginary(section.name, tuple(Number(n) for n in numbers))


def _protest(section: Section, form: Posted) -> acts.Act:
    number = form.number("round", len(section.rounds))
    return acts.Protest(section.name, number, form.text("by"), form.text("text"))


DECISIONS: dict[str, Callable[[Section, Posted], acts.Act]] = {
    "forbid": _forbid,
    "allow": _allow,
    "table": _table,
    "bye": _bye,
    "points": _points,
    "suspend": _suspend,
    "lift": _lift,
    "expel": _expel,
    "except": _except,
    "imaginary": _imaginary,
    "protest": _protest,
}
"""The forms of the page, each with the act it makes."""


@router.get("/decisions")
def decisions_page(place: AtSection) -> Response:
    """What was decided about people, and the forms for more."""
    section = place.section
    return place.page(
        "decisions.html",
        section=section,
        grounds=[ground.value for ground in acts.TableGround],
        excluded=exclusions(section),
        liftable=sorted(governance_of(section.system).absences),
    )


@router.post("/decisions/{kind}")
def decide(place: AtSection, kind: str, form: Form) -> Response:
    """Put down a decision."""
    if kind not in DECISIONS:
        raise BadInput([Problem("there is no such decision", quoted=kind)])
    prepared = place.take(DECISIONS[kind](place.section, form), form)
    return place.go("decisions", notes=["The decision is on record.", *prepared.notices])


# --- a published pairing changed ----------------------------------------------------------------


@router.get("/rounds/{number}/change")
def change_page(place: AtSection, number: int) -> Response:
    """The tables of a published round, to be changed on stated grounds."""
    section = place.section
    played = section.round(number)
    return place.page(
        "change_published.html",
        section=section,
        played=played,
        tables=tables_of(played),
        bye=next((n for n, o in played.away if type(o).__name__ == "PairingBye"), None),
        grounds=[ground.value for ground in acts.ChangeGround],
    )


@router.post("/rounds/{number}/change")
def change_published(place: AtSection, number: int, form: Form) -> Response:
    """Replace a published pairing; those concerned were told."""
    section = place.section
    bye = form.text("bye")
    act = acts.ChangePublished(
        section.name,
        number,
        tables_in(form),
        Number(competitor_number(bye)) if bye else None,
        acts.ChangeGround(form.text("ground")),
        postponed_to=form.text("postponed_to"),
    )
    if form.has("informed"):
        told = concerned(section.round(number), act)
        act = acts.ChangePublished(
            act.section, number, act.tables, act.bye, act.ground, told, act.postponed_to
        )
    place.take(act, form)
    return place.go("rounds", number, notes=[f"Round {number} is changed; print it again."])
