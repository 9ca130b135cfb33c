"""The pages that pair the next round, by the rules or by hand, and show published rounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from topboard.errors import BadInput, NoLegalPairing, Problem, Refused
from topboard.event import actions
from topboard.event.apply_rounds import list_tables_without_result
from topboard.event.arguments import find_competitor_number
from topboard.event.lots import COLOUR
from topboard.event.pairing import (
    OutdatedReason,
    build_end_manual_pairing_action,
    build_pair_round_action,
    build_tournament_before_next_round,
    find_reason_draft_is_outdated,
    pair_next_round_by_rules,
)
from topboard.event.policy import governance_of_system
from topboard.event.policy.general import unannounced_options
from topboard.event.policy.manual_pairing import format_too_few_participants_message
from topboard.event.proofs import build_warning_if_unproved, describe_whether_round_is_proved
from topboard.event.replay import has_renumbered_participants
from topboard.event.state import Draft, Section
from topboard.messages import message, say, say_count, say_kept
from topboard.model import Competitor, Number, PairingBye
from topboard.model.history import participants_to_pair
from topboard.reasons.decisions import RoundPairing
from topboard.systems.registry import system
from topboard.web.accounts import check_role_permission
from topboard.web.forms import PostedForm
from topboard.web.next_step import find_next_step
from topboard.web.public.documents import list_round_documents
from topboard.web.request_context import AtSection, Form, RequestContext
from topboard.web.views import build_replayed_round_view, build_round_view

router = APIRouter(prefix="/e/{event}/s/{section}")
OUTDATED = {
    OutdatedReason.FACTS: message("The data have changed since the round was paired."),
    OutdatedReason.REVISION: message(
        "An earlier revision of the rules paired the round differently."
    ),
    OutdatedReason.NOT_BY_RULES: message("The draft differs from the pairing that the rules give."),
}


@router.get("/pairing")
def pairing_page(context: AtSection) -> Response:
    """Show the pairing of the next round under the rules, with its reasons."""
    section = context.section
    lot = governance_of_system(section.system).lot
    content: dict[str, Any] = {
        "section": section,
        "view": None,
        "problems": [],
        "excluded": [],
        "outdated": "",
        "unproved": "",
        "lot": lot,
        "lacks_lot": bool(lot) and not section.rounds and section.lot is None,
        "colour": COLOUR,
        "unannounced": () if section.rounds else unannounced_options(section),
        "step": find_next_step(context),
        "missing": [],
        "taking_part": count_participants_in_round(context, section.round_to_pair),
    }
    draft = section.draft
    if unready := find_problems_before_pairing(context):
        content["missing"] = _list_games_without_result(section)
        return context.render_page("pairing.html", **{**content, "problems": unready})
    try:
        act, made = build_pair_round_action(context.event, section.name)
        if problem := _find_problem_with_participant_count(context, act):
            return context.render_page("pairing.html", **{**content, "problems": [problem]})
        content["excluded"] = [(section.competitor(e.number), e.article) for e in act.excluded]
        tables = draft.tables if draft is not None and draft.manual else None
        before = build_tournament_before_next_round(context.event, section)
        content["view"] = build_round_view(before, made, tables)
        content["unproved"] = "" if tables else build_warning_if_unproved(before, made)
        if (
            draft is not None
            and not draft.manual
            and (why := find_reason_draft_is_outdated(draft, act))
        ):
            content["outdated"] = say_kept(OUTDATED[why])
    except NoLegalPairing as error:
        content["problems"] = [Problem(str(error), remedy=say("Pair the round by hand."))]
    except BadInput as error:
        content["problems"] = error.problems
    return context.render_page("pairing.html", **content)


def _find_problem_with_participant_count(
    context: RequestContext, act: actions.PairRound
) -> Problem | None:
    """Return the problem if a Swiss has fewer than two participants to pair, or else None."""
    if act.tables or system(context.section.system).timetable is not None:
        return None
    count = len(
        participants_to_pair(build_tournament_before_next_round(context.event, context.section))
    )
    return Problem(format_too_few_participants_message(act.round, count)) if count < 2 else None


def count_participants_in_round(context: RequestContext, number: int) -> int | None:
    """Return the number of participants who take part in a published round or in the next one.

    A pairing-allocated bye counts. Return None for later rounds, and while the number is unknown.
    """
    section = context.section
    if 1 <= number <= len(section.rounds):
        played = section.rounds[number - 1]
        seats = [n for one in played.meetings.values() for n in (one.white, one.black)]
        byes = [n for n, outcome in played.away if isinstance(outcome, PairingBye)]
        return sum(n is not None for n in seats) + len(byes)
    if number != section.round_to_pair or number > section.settings.rounds:
        return None
    try:
        before = build_tournament_before_next_round(context.event, section)
    except BadInput:
        return None
    return len(participants_to_pair(before))


def find_problems_before_pairing(context: RequestContext) -> list[Problem]:
    """Return the problems that prevent pairing the next round, such as missing results."""

    section = context.section
    if section.round_to_pair > section.settings.rounds:
        return [Problem(say("All rounds have been paired."))]
    if section.rounds and (missing := list_tables_without_result(section.rounds[-1])):
        return [_missing_results_problem(section, missing)]
    return []


def _list_games_without_result(
    section: Section,
) -> list[tuple[int, Competitor, Competitor]]:
    """Return the boards or matches of the last round that have no result, with both sides."""
    if not section.rounds:
        return []
    missing = {*list_tables_without_result(section.rounds[-1])}
    return [
        (table, section.competitor(one.white), section.competitor(one.black))
        for table, one in section.rounds[-1].meetings.items()
        if table in missing and one.white is not None and one.black is not None
    ]


def _missing_results_problem(section: Section, missing: Sequence[int]) -> Problem:
    number, tables = len(section.rounds), ", ".join(map(str, missing))
    what = (
        say_count(
            "The result of match {tables} in round {number} is missing.",
            "The results of matches {tables} in round {number} are missing.",
            len(missing),
            tables=tables,
            number=number,
        )
        if system(section.system).teams
        else say_count(
            "The result of board {tables} in round {number} is missing.",
            "The results of boards {tables} in round {number} are missing.",
            len(missing),
            tables=tables,
            number=number,
        )
    )
    remedy = say("Enter all results first. Enter a game that is still in progress as unfinished.")
    return Problem(what, remedy=remedy)


@router.post("/pairing")
def pair_next_round(context: AtSection, form: Form) -> Response:
    """Record the pairing of the next round, and publish it if the form says so."""
    section = context.section
    act, _ = build_pair_round_action(context.event, section.name)
    if form.has("preview") and form.text("preview") != act.digest:
        what = say("The data have changed since the preview was shown.")
        raise Refused([Problem(what, section.name, remedy=say("Check the new preview."))])
    with context.transaction():
        _record_rules_pairing(context, form, act)
        if form.has("publish"):
            return _publish_round_and_redirect(context, form)
    return context.redirect_to(
        "pairing", notes=[say("Round {round} is paired but not published yet.", round=act.round)]
    )


def _record_rules_pairing(
    context: RequestContext, form: PostedForm, act: actions.PairRound
) -> None:
    """Record the pairing under the rules, unless it is already recorded.

    If the form says so, first discard a manual pairing in progress.
    """
    section, action_context = context.section, context.action_context_without_authority(form)
    if form.has("give_up") and section.draft is not None and section.draft.open:
        # The manual pairing is replaced by the pairing under the rules, so its differences from the
        # rules need no confirmation.
        given_up = replace(action_context, confirmed=True)
        context.record_action_as(
            build_end_manual_pairing_action(context.event, section.name),
            given_up,
            form.last_seen_entry,
        )
    draft = section.draft
    if draft is None or draft.manual or draft.digest != act.digest:
        context.record_action_as(
            act, action_context, None if form.has("give_up") else form.last_seen_entry
        )


def _publish_round_and_redirect(context: RequestContext, form: PostedForm) -> Response:
    number = context.section.round_to_pair
    prepared = context.record_action(
        actions.PublishRound(context.section.name, number), form, check_seen=False
    )
    notes = [say("Round {number} is published.", number=number), *prepared.notices]
    return context.redirect_to("rounds", number, notes=notes)


@router.post("/publish")
def publish_pairing(context: AtSection, form: Form) -> Response:
    """Publish the recorded pairing of the next round."""
    section = context.section
    prepared = context.record_action(
        actions.PublishRound(section.name, section.round_to_pair), form
    )
    notes = [
        say("Round {number} is published.", number=len(context.section.rounds)),
        *prepared.notices,
    ]
    return context.redirect_to("rounds", len(context.section.rounds), notes=notes)


# --- manual pairing ---------------------------------------------------------------------------


@router.get("/manual")
def manual_pairing_page(context: AtSection) -> Response:
    """Show the form for manual pairing. Nothing is recorded until it is submitted."""
    check_role_permission(context.user, actions.BeginManual)
    if unready := find_problems_before_pairing(context):
        raise BadInput(unready)
    section = context.section
    made = pair_by_rules_if_possible(context)
    draft = section.draft
    if draft is None and made is not None:
        draft = Draft(
            made.round,
            tuple(actions.Table(p.table, p.white, p.black) for p in made.pairs),
            made.bye,
        )
    seats = (
        TypedSeats.from_pairing(draft.tables, draft.bye)
        if draft is not None
        else TypedSeats((), "")
    )
    return render_manual_pairing_page(context, seats.add_participant_names(section), made)


@dataclass(frozen=True, slots=True)
class TypedSeats:
    """The seats in a manual pairing as typed: White and Black of each board, and the bye."""

    tables: tuple[tuple[str, str], ...]
    bye: str

    @classmethod
    def from_pairing(cls, tables: Iterable[actions.Table], bye: Number | None) -> TypedSeats:
        """Return the seats in an existing pairing."""
        sides = tuple((str(t.white), str(t.black)) for t in tables)
        return cls(sides, "" if bye is None else str(bye))

    @classmethod
    def from_form(cls, form: PostedForm) -> TypedSeats:
        """Return the seats typed in a form."""
        sides = zip_longest(
            form.all_values_of_argument("white"), form.all_values_of_argument("black"), fillvalue=""
        )
        return cls(
            tuple((white.strip(), black.strip()) for white, black in sides), form.text("bye")
        )

    def add_participant_names(self, section: Section) -> TypedSeats:
        """Return the seats with the number and name of each participant.

        Text that does not identify a participant is left unchanged.
        """

        def add_name(text: str) -> str:
            try:
                number = find_competitor_number(section, text) if text else None
            except BadInput:
                return text
            return "" if number is None else f"{number} {section.competitors[number].name}"

        return TypedSeats(
            tuple((add_name(w), add_name(b)) for w, b in self.tables), add_name(self.bye)
        )

    def exchange_participants(self, one: str, other: str) -> TypedSeats:
        """Return the seats after two participants have changed places.

        If one of them has no seat, they replace the other.
        """
        moved = {one: other, other: one}
        tables = tuple((moved.get(w, w), moved.get(b, b)) for w, b in self.tables)
        return TypedSeats(tables, moved.get(self.bye, self.bye))

    def find_opponent(self, one: str) -> str:
        """Return the opponent of a participant, or an empty string if they have none."""
        return next((b if w == one else w for w, b in self.tables if one in (w, b)), "")


def render_manual_pairing_page(
    context: RequestContext, seats: TypedSeats, made: RoundPairing | None
) -> Response:
    """Return the page for manual pairing, which shows the given seats."""
    section = context.section
    to_pair = participants_to_pair(build_tournament_before_next_round(context.event, section))
    people = [f"{n} {section.competitor(n).name}" for n in to_pair]
    seated = {seats.bye, *(one for table in seats.tables for one in table)}
    empty = max(0, -(-len(to_pair) // 2) - len(seats.tables))
    return context.render_page(
        "manual.html",
        section=section,
        seats=replace(seats, tables=(*seats.tables, *[("", "")] * empty)),
        people=people,
        left=[one for one in people if one not in seated],
        by_rules=[] if made is None else [(p.table, p.white, p.black) for p in made.pairs],
        is_begun=section.draft is not None and section.draft.open,
    )


def pair_by_rules_if_possible(context: RequestContext) -> RoundPairing | None:
    """Return the pairing under the rules, or None if data are missing or no pairing is legal."""
    try:
        return pair_next_round_by_rules(context.event, context.section)
    except (NoLegalPairing, BadInput):
        return None


@router.post("/manual")
def save_manual_pairing(context: AtSection, form: Form) -> Response:
    """Record the boards of a manual pairing, and finish it if the form says so."""
    if form.has("together"):
        return render_manual_pairing_page(
            context,
            seat_chosen_participants_together(context.section, form),
            pair_by_rules_if_possible(context),
        )
    section = context.section
    bye = form.text("bye")
    free = find_competitor_number(section, bye) if bye else None
    begin = actions.BeginManual(section.name, section.round_to_pair)
    change = actions.ChangeManual(
        section.name, section.round_to_pair, read_boards_from_form(section, form), free
    )
    # If the pairing is rejected, not even the start of manual pairing is recorded.
    with context.transaction():
        if section.draft is None or not section.draft.open:
            _begin_manual_pairing(context, begin, form)
        context.record_action(
            change, form, check_seen=section.draft is not None and section.draft.open
        )
        if not form.has("end"):
            return context.redirect_to("manual", notes=[say("Pairings saved.")])
        context.record_action(
            build_end_manual_pairing_action(context.event, section.name), form, check_seen=False
        )
    return context.redirect_to(
        "pairing",
        notes=[say("The manual pairing is finished. Differences from the rules are marked.")],
    )


def _begin_manual_pairing(
    context: RequestContext, begin: actions.BeginManual, form: PostedForm
) -> None:
    """Start a manual pairing. It begins with the pairing under the rules if there is one."""
    seen = form.last_seen_entry
    if context.section.draft is None:
        try:
            act, _ = build_pair_round_action(context.event, context.section.name)
            context.record_action_as(act, context.action_context_without_authority(form), seen)
            seen = None
        except NoLegalPairing:
            pass
    context.record_action_as(begin, context.action_context_without_authority(form), seen)


def seat_chosen_participants_together(section: Section, form: PostedForm) -> TypedSeats:
    """Return the seats after the second chosen participant has become the opponent of the first."""
    seats = TypedSeats.from_form(form).add_participant_names(section)
    one, other = (
        f"{number} {section.competitors[number].name}"
        for number in (
            find_competitor_number(section, form.text("one")),
            find_competitor_number(section, form.text("other")),
        )
    )
    opposite = seats.find_opponent(one)
    if one == other or not opposite:
        what = say("these two cannot be paired with each other")
        remedy = say("Choose two different participants. The first must already have an opponent.")
        raise BadInput([Problem(what, "other", other, remedy)])
    return seats.exchange_participants(opposite, other)


def read_boards_from_form(section: Section, form: PostedForm) -> tuple[actions.Table, ...]:
    """Return the boards in a form, which lists the Whites and the Blacks in board order."""
    tables: list[actions.Table] = []
    problems = []
    sides = zip_longest(
        form.all_values_of_argument("white"), form.all_values_of_argument("black"), fillvalue=""
    )
    for table, (white, black) in enumerate(sides, start=1):
        if not white.strip() and not black.strip():
            continue
        if not white.strip() or not black.strip():
            where = (
                say("match {table}", table=table)
                if system(section.system).teams
                else say("board {table}", table=table)
            )
            remedy = say("Fill in both sides, or clear the row.")
            problems.append(Problem(say("one side is empty"), where, remedy=remedy))
            continue
        seat = len(tables) + 1
        tables.append(
            actions.Table(
                seat, find_competitor_number(section, white), find_competitor_number(section, black)
            )
        )
    if problems:
        raise BadInput(problems)
    return tuple(tables)


# --- a published round ------------------------------------------------------------------------


@router.get("/rounds/{number}")
def round_page(context: AtSection, number: int) -> Response:
    """Show a published round with its boards, the absent participants and the pairing's reasons."""
    section = context.section
    played = section.round(number)
    again = context.handle.replay_round(section.name, number)
    view = build_replayed_round_view(again)
    return context.render_page(
        "round.html",
        section=section,
        played=played,
        differences=again.differences,
        renumbered=has_renumbered_participants(again.before, section),
        view=view,
        reasons={pair.table: pair for pair in view.pairs} if view else {},
        away=[(section.competitor(n), outcome) for n, outcome in played.away],
        publisher=context.snapshot.entry(played.pairing_entry_number),
        papers=list_round_documents(context, number),
        proof_in_words=describe_whether_round_is_proved(section, played),
        can_withdraw_unseen=context.can_withdraw_unseen(context.snapshot.entry(played.entry)),
    )
