"""The page for rulings on forbidden pairs, fixed boards, byes, points, suspensions and protests."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fastapi import APIRouter
from starlette.responses import Response

from topboard.errors import BadInput, Problem
from topboard.event import actions
from topboard.event.arguments import (
    build_action_from_input,
    find_competitor_number,
    find_competitor_numbers,
    list_enum_choices,
    parse_choice,
)
from topboard.event.policy import find_exclusions_from_next_round, governance_of_system
from topboard.event.policy.objections import Objection
from topboard.event.policy.published_pairing import (
    find_participants_affected_by_change,
    get_tables_and_bye_of_round,
)
from topboard.event.remarks import GROUNDS, TABLE_GROUNDS
from topboard.event.requests import (
    build_request_not_to_meet,
    explain_why_requests_do_not_count,
    find_shared_affiliations,
)
from topboard.event.results import describe_result_with_games
from topboard.event.rulings import find_rulings
from topboard.event.state import Event, PublishedRound, Section
from topboard.messages import say, say_kept
from topboard.reasons.sentences.articles import find_regulation
from topboard.systems.registry import system
from topboard.web.desk.byes import choose_office, find_ruling_needed
from topboard.web.desk.pairing import TypedSeats, read_boards_from_form
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
"""The action that each form on the rulings page creates, keyed by the last part of the form's URL
path.
"""


@router.get("/decisions")
def rulings_page(context: AtSection) -> Response:
    """Show the recorded rulings of a section, and forms for new ones."""
    section = context.section
    used = system(section.system)
    gists = find_regulation(section.system).gists
    liftable = sorted(governance_of_system(section.system).absences)
    return context.render_page(
        "decisions.html",
        section=section,
        rulings=find_rulings(context.event, context.snapshot.entries, section),
        needs=find_rulings_needed(context.event, section),
        offices=[one.value for one in governance_of_system(section.system).offices],
        arbiter=context.event.details.chief_arbiter,
        grounds=[(ground.value, say_kept(TABLE_GROUNDS[ground])) for ground in actions.TableGround],
        excluded=find_exclusions_from_next_round(section),
        liftable=[(one, f"{one}: {gists[one]}" if one in gists else one) for one in liftable],
        unheard=explain_why_requests_do_not_count(section),
        requests=next((v for v in used.offered_variations if v.name == used.requests), None),
        sharing=find_shared_affiliations(section),
    )


@dataclass(frozen=True, slots=True)
class RulingNeeded:
    """The article that leaves a kind of action to an official, and the office to suggest."""

    article: str
    office: str


def find_rulings_needed(event: Event, section: Section) -> dict[str, RulingNeeded]:
    """Return the kinds of ruling that need an authority under the rules, keyed as in the forms."""
    some = [*section.competitors][:2]
    if len(some) < 2:
        return {}
    name, (one, other) = section.name, some
    article = next(iter(sorted(governance_of_system(section.system).absences)), "")
    examples: dict[str, actions.SectionAct] = {
        "bye": actions.RuleOnBye(name, one, allowed=False),
        "points": actions.AdjustPoints(name, one, game_points=10),
        "forbid": actions.ForbidPair(name, one, other),
        "request": actions.ForbidPair(name, one, other, wish=True),
        "table": actions.FixTable(name, one, 1),
        "suspend": actions.Suspend(name, one),
        "lift": actions.LiftSuspension(name, one),
        "expel": actions.Expel(name, one, section.round_to_pair),
        "except": actions.GrantException(name, one, article),
        "imaginary": actions.SettleImaginary(name, (one,)),
    }
    found = {kind: find_ruling_needed(event, act) for kind, act in examples.items()}
    return {
        kind: RulingNeeded(objection.article, choose_office(objection))
        for kind, objection in found.items()
        if objection is not None
    }


@router.post("/decisions/{kind}")
def record_ruling(context: AtSection, kind: str, form: Form) -> Response:
    """Record the ruling in a form. The kind of ruling is the last part of the URL."""
    if kind not in (*DECISIONS, "request"):
        raise BadInput([Problem(say("There is no such kind of ruling."), quoted=kind)])
    section = context.section
    act: actions.Act
    if kind == "request":
        named = [
            *form.all_values_of_argument("whom"),
            *form.text("numbers").replace(",", " ").split(),
        ]
        act = build_request_not_to_meet(section, find_competitor_numbers(section, named))
    else:
        act = build_action_from_input(DECISIONS[kind], section, form)
    prepared = context.record_action(act, form)
    return context.redirect_to("decisions", notes=[say("Ruling recorded."), *prepared.notices])


# --- changing a published pairing ----------------------------------------------------------------


@router.get("/rounds/{number}/change")
def change_pairing_page(
    context: AtSection, number: int, one: str = "", other: str = ""
) -> Response:
    """Show the boards of a published round, with a form for changing them and stating why.

    If two participants are given, they have changed places in the form, and a preview shows the
    boards that differ.
    """
    section = context.section
    played = section.round(number)
    now = TypedSeats.from_pairing(*get_tables_and_bye_of_round(played))
    swapped, problem = _swap_two_participants(section, now, one, other)
    before = now.add_participant_names(section)
    seats = swapped.add_participant_names(section)
    ruling = _find_ruling_on_change(context, played)
    return context.render_page(
        "change_published.html",
        section=section,
        played=played,
        one=one,
        other=other,
        problem=problem,
        preview=_list_changed_boards(before, seats),
        bye_preview=(before.bye, seats.bye) if before.bye != seats.bye else None,
        ruling=ruling,
        offices=[office.value for office in ruling.offices] if ruling else [],
        default_office=choose_office(ruling),
        arbiter=context.event.details.chief_arbiter,
        seats=replace(seats, tables=(*seats.tables, ("", ""))),
        results=[*_list_results_of_pairs(played), ""],
        grounds=[
            (ground.value, say_kept(GROUNDS[ground]))
            for ground in governance_of_system(section.system).grounds
        ],
    )


def _swap_two_participants(
    section: Section, seats: TypedSeats, one: str, other: str
) -> tuple[TypedSeats, str]:
    """Return the seats after two participants have changed places, and what is wrong with them.

    Two participants who meet each other change colours.
    """
    if not one.strip() and not other.strip():
        return seats, ""
    try:
        first, second = (str(find_competitor_number(section, text)) for text in (one, other))
    except BadInput as error:
        return seats, " ".join(map(str, error.problems))
    if first == second:
        return seats, say("Enter two different participants.")
    return seats.exchange_participants(first, second), ""


def _list_changed_boards(
    before: TypedSeats, after: TypedSeats
) -> list[tuple[int, tuple[str, str], tuple[str, str]]]:
    """Return the boards that differ, each with its number and its sides before and after."""
    pairs = zip(before.tables, after.tables, strict=True)
    return [(at, old, new) for at, (old, new) in enumerate(pairs, start=1) if old != new]


def _find_ruling_on_change(context: AtSection, played: PublishedRound) -> Objection | None:
    """Return the objection that a change of this published pairing needs a ruling, or None."""
    section, (tables, bye) = context.section, get_tables_and_bye_of_round(played)
    if not tables or played.number != len(section.rounds):
        return None
    first, *rest = tables
    changed = (actions.Table(first.table, first.black, first.white), *rest)
    ground = governance_of_system(section.system).grounds[0]
    act = actions.ChangePublished(section.name, played.number, changed, bye, ground)
    return find_ruling_needed(context.event, act)


def _list_results_of_pairs(played: PublishedRound) -> list[str]:
    """Return the result of each pair of a round, or an empty string where there is none."""
    return [
        describe_result_with_games(played.meetings[seat.table])
        for seat in get_tables_and_bye_of_round(played)[0]
    ]


@router.post("/rounds/{number}/change")
def change_published_pairing(context: AtSection, number: int, form: Form) -> Response:
    """Replace the pairing of a published round, and record whether the participants were
    informed.
    """
    section = context.section
    bye = form.text("bye")
    act = actions.ChangePublished(
        section.name,
        number,
        read_boards_from_form(section, form),
        find_competitor_number(section, bye) if bye else None,
        parse_choice(list_enum_choices(actions.ChangeGround), form.text("ground"), "ground"),
        postponed_to=form.text("postponed_to"),
    )
    touched = find_participants_affected_by_change(section.round(number), act)
    if form.has("informed"):
        act = replace(act, informed=touched)
    if form.has("agreed"):
        act = replace(act, agreed=touched)
    context.record_action(act, form)
    return context.redirect_to(
        "rounds",
        number,
        notes=[say("The pairing of round {number} was changed. Print it again.", number=number)],
    )
