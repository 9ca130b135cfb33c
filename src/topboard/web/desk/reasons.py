"""Questions: why not these two, what if, and whether every published round is as the rules say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from topboard.documents.check_list import check_list
from topboard.errors import BadInput, NoLegalPairing, Problem
from topboard.event.asked import whom
from topboard.event.governance import governance_of
from topboard.event.pairing import facts
from topboard.event.proofs import checked
from topboard.event.replay import Replay, replays
from topboard.event.results import result_in
from topboard.event.state import Event
from topboard.explain import names_of
from topboard.explain.verdict_words import verdict_sentences
from topboard.explain.verdicts import why_not
from topboard.messages import say
from topboard.model import Tournament
from topboard.proving.words import told_with_step
from topboard.rules.systems import system
from topboard.web import whatif
from topboard.web.desk.results import spelt
from topboard.web.folder import Moment
from topboard.web.labour import Labour, problems_of
from topboard.web.visits import AtEvent, AtSection, Form, Visit, go_to, premises_of

router = APIRouter(prefix="/e/{event}")
MOST_AT_ONCE = 2_000
"""With more tables than these, every round is checked in the background."""


def facts_of_round(visit: Visit, number: int) -> Tournament:
    """The facts from which a round is paired: a published one, or the one to come."""
    if 1 <= number <= len(visit.section.rounds):
        return visit.live.replay(visit.section.name, number).before
    return facts(visit.event, visit.section)


@router.get("/s/{section}/why-not")
def why_not_page(visit: AtSection, a: str = "", b: str = "", round: int = 0) -> Response:
    """Why two do not meet."""
    section = visit.section
    number = round or (len(section.rounds) if section.rounds else section.round_to_pair)
    content: dict[str, Any] = {"answer": [], "problems": []}
    if a and b:
        try:
            one, two = whom(section, a), whom(section, b)
            before = facts_of_round(visit, number)
            verdict = why_not(before, system(section.system), one, two)
            content["answer"] = verdict_sentences(verdict, one, two, names_of(before))
        except BadInput as error:
            content["problems"] = error.problems
        except NoLegalPairing as error:
            content["problems"] = [Problem(str(error))]
    return visit.page("why_not.html", section=section, a=a, b=b, number=number, **content)


@router.get("/s/{section}/check-list")
def check_list_page(visit: AtSection, round: int = 0) -> Response:
    """What decides about everybody in a round that is published, or in the one to come."""
    section = visit.section
    number = round or section.round_to_pair
    sheet = check_list(facts_of_round(visit, number), system(section.system))
    return visit.page("check_list.html", section=section, number=number, sheet=sheet)


@router.get("/s/{section}/what-if")
def what_if_page(
    visit: AtSection, leaves: str = "", round: int = 0, table: int = 0, result: str = ""
) -> Response:
    """The round with one fact changed."""
    section = visit.section
    content: dict[str, Any] = {"answer": None, "problems": []}
    try:
        base = whatif.base(visit.event, section)
        content["round_number"] = base.round_to_pair
        if leaves:
            number = whom(section, leaves)
            name = section.competitor(number).name
            changed = whatif.without(base, number)
            content["answer"] = whatif.compared(base, changed, say("{name} leaves", name=name))
        elif result:
            default = governance_of(section.system).default_score
            boards = section.settings.boards
            typed = spelt(result) if boards == 1 else result
            found = result_in(typed, table, boards, default)
            changed = whatif.with_result(base, round, found)
            question = say(
                "round {round}, table {table} ended {typed}", round=round, table=table, typed=typed
            )
            content["answer"] = whatif.compared(base, changed, question)
    except BadInput as error:
        content["problems"] = error.problems
    except NoLegalPairing as error:
        content["problems"] = [Problem(str(error))]
    content.setdefault("round_number", section.round_to_pair)
    asked = {"leaves": leaves, "round": round, "table": table, "result": result}
    return visit.page("what_if.html", section=section, typed=asked, **content)


# --- the check of every published round -------------------------------------------------------


@router.get("/check")
def check_page(visit: AtEvent) -> Response:
    """Every published round made again: at once, or for a large event as work to be begun."""
    if tables_of_event(visit.event) <= MOST_AT_ONCE:
        return _checked_at_once(visit)
    work = premises_of(visit.request).checks.of(visit.live.stem)
    if work is not None and not work.running:
        return _checked_by(visit, work)
    return visit.page(
        "labour.html",
        work=work,
        heading=say("Check of every published round"),
        done=say("{done} of {total} rounds checked", done=work.done, total=work.total)
        if work
        else "",
        offer=say(
            "{total} rounds with {tables} tables are paired again, from the journal as it stood"
            " before each publication, and compared with what was published. This takes a while;"
            " you can stop it, and other pages can be used meanwhile.",
            total=len(_in_force(visit.event)),
            tables=tables_of_event(visit.event),
        ),
        begin=say("Check every round"),
        address=visit.event_url("check"),
        fields=(),
    )


@router.post("/check")
def begin_check(visit: AtEvent, _form: Form) -> Response:
    """Begin to check every published round."""
    premises_of(visit.request).checks.begin(visit.live.stem, lambda: _checking(visit))
    return go_to(visit.request, visit.event_url("check"))


@router.post("/check/stop")
def stop_check(visit: AtEvent, _form: Form) -> Response:
    """Stop the check after the round it is at."""
    work = premises_of(visit.request).checks.of(visit.live.stem)
    if work is not None:
        work.stop()
    return go_to(visit.request, visit.event_url("check"))


def tables_of_event(event: Event) -> int:
    """How many tables all published rounds have together."""
    return sum(len(r.meetings) for section in event.sections.values() for r in section.rounds)


def _in_force(event: Event) -> set[tuple[str, int]]:
    """The publications that nobody has undone: section and entry."""
    return {
        (section.name, played.entry)
        for section in event.sections.values()
        for played in section.rounds
    }


def _replays_in_force(moment: Moment) -> Iterator[Replay]:
    in_force = _in_force(moment.event)
    return (r for r in replays(moment.entries) if (r.section, r.entry) in in_force)


def _checking(visit: Visit) -> Labour[Replay]:
    moment = visit.moment
    return Labour(_replays_in_force(moment), len(_in_force(moment.event)), moment.event.last)


def _checked_at_once(visit: Visit) -> Response:
    found: list[Replay] = []
    problems: list[Problem] = []
    try:
        found = list(_replays_in_force(visit.moment))
    except BadInput as error:
        problems = list(error.problems)
    return _check_found(visit, found, problems, None)


def _checked_by(visit: Visit, work: Labour[Replay]) -> Response:
    """What the work found about rounds that are still in force."""
    in_force = _in_force(visit.event)
    found = [r for r in work.result if (r.section, r.entry) in in_force]
    return _check_found(visit, found, problems_of(work), work)


def _check_found(
    visit: Visit, found: Sequence[Replay], problems: Sequence[Problem], work: Labour[Replay] | None
) -> Response:
    """Every round with what came of pairing it again, and what the checker says of its proof."""
    proofs = {one.entry: checked(one) for one in found}
    wrong = {
        entry: told_with_step(proof.refused)
        for entry, proof in proofs.items()
        if proof is not None and proof.refused is not None
    }
    return visit.page(
        "check.html", found=found, problems=problems, work=work, proofs=proofs, wrong=wrong
    )
