"""The next round: a preview with reasons, its publication, and manual pairing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from topboard.errors import BadInput, NoLegalPairing, Problem, Refused
from topboard.event import actions
from topboard.event.apply_rounds import tables_without_result
from topboard.event.arguments import find_competitor
from topboard.event.pairing import (
    Outdated,
    end_manual,
    facts,
    pair_by_rules,
    pair_round,
    why_outdated,
)
from topboard.event.policy import governance_of
from topboard.event.policy.manual_pairing import too_few
from topboard.event.proofs import describe_proof, warn_if_unproved
from topboard.event.state import Draft, Section
from topboard.messages import message, say, say_kept
from topboard.model import Number
from topboard.model.history import participants
from topboard.reasons.decisions import RoundPairing
from topboard.systems.registry import system
from topboard.web.accounts import refuse_role
from topboard.web.forms import Posted
from topboard.web.public.documents import papers_of_round
from topboard.web.request_context import AtSection, Form, RequestContext
from topboard.web.views import explain_replay, round_view

router = APIRouter(prefix="/e/{event}/s/{section}")
OUTDATED = {
    Outdated.FACTS: message("The facts have changed since the round was paired."),
    Outdated.REVISION: message("An earlier revision of the rules paired the round differently."),
    Outdated.NOT_BY_RULES: message("The draft is not the pairing by the rules."),
}


@router.get("/pairing")
def pairing_page(context: AtSection) -> Response:
    """Show the pairing of the next round according to the rules, with its reasons."""
    section = context.section
    content: dict[str, Any] = {
        "section": section,
        "view": None,
        "problems": [],
        "excluded": [],
        "outdated": "",
        "unproved": "",
        "lot": governance_of(section.system).lot,
    }
    draft = section.draft
    if unready := _problems_before_pairing(context):
        return context.page("pairing.html", **{**content, "problems": unready})
    try:
        act, made = pair_round(context.event, section.name)
        if problem := _no_pair(context, act):
            return context.page("pairing.html", **{**content, "problems": [problem]})
        content["excluded"] = [(section.competitor(e.number), e.article) for e in act.excluded]
        tables = draft.tables if draft is not None and draft.manual else None
        before = facts(context.event, section)
        content["view"] = round_view(before, made, tables)
        content["unproved"] = "" if tables else warn_if_unproved(before, made)
        if draft is not None and not draft.manual and (why := why_outdated(draft, act)):
            content["outdated"] = say_kept(OUTDATED[why])
    except NoLegalPairing as error:
        content["problems"] = [Problem(str(error), remedy=say("pair the round by hand"))]
    except BadInput as error:
        content["problems"] = error.problems
    return context.page("pairing.html", **content)


def _no_pair(context: RequestContext, act: actions.PairRound) -> Problem | None:
    """Return a problem if a Swiss has fewer than two participants to pair, otherwise None."""
    if act.tables or system(context.section.system).timetable is not None:
        return None
    count = len(participants(facts(context.event, context.section)))
    return Problem(too_few(act.round, count)) if count < 2 else None


def _problems_before_pairing(context: RequestContext) -> list[Problem]:
    """Return the problems that prevent the next round from being paired now."""

    section = context.section
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
def pair(context: AtSection, form: Form) -> Response:
    """Record the pairing, and publish it if the form requests that."""
    section = context.section
    act, _ = pair_round(context.event, section.name)
    if form.has("preview") and form.text("preview") != act.digest:
        what = say("the facts have changed since the preview was shown")
        raise Refused([Problem(what, section.name, remedy=say("look at the new preview"))])
    with context.transaction():
        _put_down(context, form, act)
        if form.has("publish"):
            return _publish(context, form)
    return context.go(
        "pairing", notes=[say("Round {round} is paired, not yet published.", round=act.round)]
    )


def _put_down(context: RequestContext, form: Posted, act: actions.PairRound) -> None:
    """Record the pairing according to the rules, if it is not recorded yet.

    A manual pairing in progress is ended first.
    """
    section, action_context = context.section, context.context_without_authority(form)
    if form.has("give_up") and section.draft is not None and section.draft.open:
        # The manual pairing is discarded in favour of the one by the rules, so its differences need
        # no confirmation.
        given_up = replace(action_context, confirmed=True)
        context.record_as(end_manual(context.event, section.name), given_up, form.seen)
    draft = section.draft
    if draft is None or draft.manual or draft.digest != act.digest:
        context.record_as(act, action_context, None if form.has("give_up") else form.seen)


def _publish(context: RequestContext, form: Posted) -> Response:
    number = context.section.round_to_pair
    prepared = context.record(
        actions.PublishRound(context.section.name, number), form, check_seen=False
    )
    notes = [say("Round {number} is published.", number=number), *prepared.notices]
    return context.go("rounds", number, notes=notes)


@router.post("/publish")
def publish(context: AtSection, form: Form) -> Response:
    """Publish the recorded pairing."""
    section = context.section
    prepared = context.record(actions.PublishRound(section.name, section.round_to_pair), form)
    notes = [
        say("Round {count} is published.", count=len(context.section.rounds)),
        *prepared.notices,
    ]
    return context.go("rounds", len(context.section.rounds), notes=notes)


# --- by hand ----------------------------------------------------------------------------------


@router.get("/manual")
def manual_page(context: AtSection) -> Response:
    """Show the form for manual pairing. Nothing is recorded until it is submitted."""
    refuse_role(context.user, actions.BeginManual)
    if unready := _problems_before_pairing(context):
        raise BadInput(unready)
    section = context.section
    made = by_rules(context)
    draft = section.draft
    if draft is None and made is not None:
        draft = Draft(
            made.round,
            tuple(actions.Table(p.table, p.white, p.black) for p in made.pairs),
            made.bye,
        )
    seats = SeatsTyped.of(draft.tables, draft.bye) if draft is not None else SeatsTyped((), "")
    return by_hand(context, seats.with_names(section), made)


@dataclass(frozen=True, slots=True)
class SeatsTyped:
    """The seats of a manually paired round as typed: White and Black of each board, and the bye."""

    tables: tuple[tuple[str, str], ...]
    bye: str

    @classmethod
    def of(cls, tables: Iterable[actions.Table], bye: Number | None) -> SeatsTyped:
        """Return the seats of an existing pairing."""
        sides = tuple((str(t.white), str(t.black)) for t in tables)
        return cls(sides, "" if bye is None else str(bye))

    @classmethod
    def in_form(cls, form: Posted) -> SeatsTyped:
        """Return the seats typed in a form."""
        sides = zip_longest(form.all("white"), form.all("black"), fillvalue="")
        return cls(
            tuple((white.strip(), black.strip()) for white, black in sides), form.text("bye")
        )

    def with_names(self, section: Section) -> SeatsTyped:
        """Return the seats with number and name, as in the suggestions. Unknown texts stay."""

        def name(text: str) -> str:
            try:
                number = find_competitor(section, text) if text else None
            except BadInput:
                return text
            return "" if number is None else f"{number} {section.competitors[number].name}"

        return SeatsTyped(tuple((name(w), name(b)) for w, b in self.tables), name(self.bye))

    def exchange(self, one: str, other: str) -> SeatsTyped:
        """Return the seats with two participants exchanged.

        A participant without a seat takes that of the other, who is then without one.
        """
        moved = {one: other, other: one}
        tables = tuple((moved.get(w, w), moved.get(b, b)) for w, b in self.tables)
        return SeatsTyped(tables, moved.get(self.bye, self.bye))

    def opponent(self, one: str) -> str:
        """Return the opponent of a participant, or an empty string if there is none."""
        return next((b if w == one else w for w, b in self.tables if one in (w, b)), "")


def by_hand(context: RequestContext, seats: SeatsTyped, made: RoundPairing | None) -> Response:
    """Show the manual pairing page with the given seats."""
    section = context.section
    to_pair = participants(facts(context.event, section))
    people = [f"{n} {section.competitor(n).name}" for n in to_pair]
    seated = {seats.bye, *(one for table in seats.tables for one in table)}
    empty = max(0, -(-len(to_pair) // 2) - len(seats.tables))
    return context.page(
        "manual.html",
        section=section,
        seats=replace(seats, tables=(*seats.tables, *[("", "")] * empty)),
        people=people,
        left=[one for one in people if one not in seated],
        by_rules=[] if made is None else [(p.table, p.white, p.black) for p in made.pairs],
        is_begun=section.draft is not None and section.draft.open,
    )


def by_rules(context: RequestContext) -> RoundPairing | None:
    """Return the pairing according to the rules, for comparison, or None if there is none."""
    try:
        return pair_by_rules(context.event, context.section)
    except (NoLegalPairing, BadInput):
        return None


@router.post("/manual")
def set_manual(context: AtSection, form: Form) -> Response:
    """Record the typed boards, and end the manual pairing if the form requests that."""
    if form.has("together"):
        return by_hand(context, seats_with_pair(context.section, form), by_rules(context))
    section = context.section
    bye = form.text("bye")
    free = find_competitor(section, bye) if bye else None
    begin = actions.BeginManual(section.name, section.round_to_pair)
    change = actions.ChangeManual(
        section.name, section.round_to_pair, tables_in(section, form), free
    )
    # A rejected pairing is not recorded at all, not even that it was started.
    with context.transaction():
        if section.draft is None or not section.draft.open:
            _begin(context, begin, form)
        context.record(change, form, check_seen=section.draft is not None and section.draft.open)
        if not form.has("end"):
            return context.go("manual", notes=[say("The tables are put down.")])
        context.record(end_manual(context.event, section.name), form, check_seen=False)
    return context.go(
        "pairing", notes=[say("The manual pairing is ended; its differences are marked.")]
    )


def _begin(context: RequestContext, begin: actions.BeginManual, form: Posted) -> None:
    """Start a manual pairing, based on the pairing according to the rules if there is one."""
    seen = form.seen
    if context.section.draft is None:
        try:
            act, _ = pair_round(context.event, context.section.name)
            context.record_as(act, context.context_without_authority(form), seen)
            seen = None
        except NoLegalPairing:
            pass
    context.record_as(begin, context.context_without_authority(form), seen)


def seats_with_pair(section: Section, form: Posted) -> SeatsTyped:
    """Return the seats with the two chosen participants on one board, at the seat of the first."""
    seats = SeatsTyped.in_form(form).with_names(section)
    one, other = (
        f"{number} {section.competitors[number].name}"
        for number in (
            find_competitor(section, form.text("one")),
            find_competitor(section, form.text("other")),
        )
    )
    opposite = seats.opponent(one)
    if one == other or not opposite:
        raise BadInput([Problem(say("these two cannot be put at one table"), "other", other)])
    return seats.exchange(opposite, other)


def tables_in(section: Section, form: Posted) -> tuple[actions.Table, ...]:
    """Return the boards in a form, which has a list for White and one for Black."""
    tables: list[actions.Table] = []
    problems = []
    sides = zip_longest(form.all("white"), form.all("black"), fillvalue="")
    for table, (white, black) in enumerate(sides, start=1):
        if not white.strip() and not black.strip():
            continue
        if not white.strip() or not black.strip():
            problems.append(Problem(say("one side is empty"), say("table {table}", table=table)))
            continue
        seat = len(tables) + 1
        tables.append(
            actions.Table(seat, find_competitor(section, white), find_competitor(section, black))
        )
    if problems:
        raise BadInput(problems)
    return tuple(tables)


# --- a published round ------------------------------------------------------------------------


@router.get("/rounds/{number}")
def round_page(context: AtSection, number: int) -> Response:
    """Show a published round: its boards, its absences, and the reasons for the pairing."""
    section = context.section
    played = section.round(number)
    again = context.handle.replay(section.name, number)
    view = explain_replay(again)
    return context.page(
        "round.html",
        section=section,
        played=played,
        differences=again.differences,
        view=view,
        reasons={pair.table: pair for pair in view.pairs} if view else {},
        away=[(section.competitor(n), outcome) for n, outcome in played.away],
        publisher=context.snapshot.entry(played.settled_by),
        papers=papers_of_round(context, number),
        proof_in_words=describe_proof(section, played),
    )
