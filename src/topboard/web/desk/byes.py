"""The page of requested byes, on which several players and rounds are changed at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from fastapi import APIRouter
from starlette.responses import Response

from topboard._frozen import replace
from topboard.errors import BadInput, Problem
from topboard.event import actions
from topboard.event.arguments import read_whole_number
from topboard.event.bye_requests import (
    OUTCOMES,
    build_bye_actions,
    coming_byes,
    format_coming_byes,
    parse_bye_requests,
)
from topboard.event.policy.collect import collect_section_objections
from topboard.event.policy.objections import Objection, Office, Weight
from topboard.event.remarks import format_absence_name
from topboard.event.state import Event, Section
from topboard.messages import say, say_count
from topboard.model import HalfPointBye, Number
from topboard.web.desk.entries import withdrawn_participants
from topboard.web.desk.presence import matches_search, split_search_words
from topboard.web.forms import PostedForm
from topboard.web.request_context import AtSection, Form, RequestContext

router = APIRouter(prefix="/e/{event}/s/{section}/byes")


def find_ruling_needed(event: Event, act: actions.SectionAct) -> Objection | None:
    """Return the objection that an action needs a ruling, or None if it needs none."""
    objections = collect_section_objections(event, act)
    return next((one for one in objections if one.weight is Weight.LEAVES), None)


def find_half_point_ruling(event: Event, section: Section) -> Objection | None:
    """Return the objection that half-point byes of the section need a ruling, or None."""
    number = next(iter(section.competitors), None)
    if number is None:
        return None
    act = actions.RequestBye(section.name, number, section.round_to_pair, HalfPointBye())
    return find_ruling_needed(event, act)


@router.get("")
def byes_page(context: AtSection, q: str = "") -> Response:
    """Show the byes of the participants that match the search, with a field for each."""
    section = context.section
    gone, wanted = withdrawn_participants(section), split_search_words(q)
    ruling = find_half_point_ruling(context.event, section)
    known = [
        one
        for one in section.competitors.values()
        if one.number not in gone and matches_search(one, wanted)
    ]
    return context.render_page(
        "byes.html",
        section=section,
        rows=[
            (
                one,
                format_coming_byes(section, one.number),
                _describe_other_byes(section, one.number),
                _choices_of_participant(section, one.number),
            )
            for one in known
        ],
        q=q,
        rounds=list_rounds_with_choice(section, sum(one.number not in gone for one in known)),
        ruling=ruling,
        offices=[office.value for office in ruling.offices] if ruling else [],
        default_office=choose_office(ruling),
        arbiter=context.event.details.chief_arbiter,
    )


MOST_CHOICES = 1500
"""The largest number of choices on a page. A longer list has only the field for each player."""


def list_rounds_with_choice(section: Section, participants: int) -> range:
    """Return the coming rounds, for which the page has a choice for each participant."""
    coming = range(section.round_to_pair, section.settings.rounds + 1)
    return coming if len(coming) * participants <= MOST_CHOICES else range(0)


def _choices_of_participant(section: Section, number: Number) -> dict[int, str]:
    """Return the letter of each coming bye of a participant, keyed by round."""
    letters = {outcome: letter for letter, outcome in OUTCOMES.items()}
    return {at: letters[outcome] for at, outcome in coming_byes(section, number).items()}


def choose_office(ruling: Objection | None) -> str:
    """Return the office to suggest for a ruling.

    It is the chief arbiter if the ruling allows it, and otherwise the first office that it names.
    """
    offices = ruling.offices if ruling else ()
    found = Office.CHIEF_ARBITER if Office.CHIEF_ARBITER in offices else next(iter(offices), None)
    return found.value if found else ""


def _describe_other_byes(section: Section, number: Number) -> str:
    """Return the absences of a participant that the field does not show, such as past byes."""
    shown = parse_bye_requests(format_coming_byes(section, number))
    return "; ".join(
        say("Round {round}: {outcome}", round=one.round, outcome=format_absence_name(one.outcome))
        for one in section.requests
        if one.number == number and (one.round, one.outcome) not in shown
    )


@router.post("")
def record_byes(context: AtSection, form: Form) -> Response:
    """Record the changed byes of all participants, or none of them."""
    section = context.section
    known: list[actions.Act] = []
    problems = []
    added = list(_read_several(section, form))
    rows = zip(
        form.all_values_of_argument("number"), form.all_values_of_argument("byes"), strict=True
    )
    for place, (number, text) in enumerate(rows):
        one = section.competitor(Number(read_whole_number(number, say("number"))))
        had = text.upper().split()
        more = (bye for at, bye in added if at == one.number and bye not in had)
        try:
            chosen = _apply_choices(section, one.number, text, _read_choices(section, form, place))
            wanted = " ".join((chosen, *more))
            known += build_bye_actions(section, one.number, wanted)
        except BadInput as error:
            problems += [replace(problem, where="byes", quoted=text) for problem in error.problems]
    if problems:
        raise BadInput(problems)
    record_with_rulings(context, form, known)
    changed = len(known)
    words = say_count("{count} bye was changed.", "{count} byes were changed.", changed)
    return context.redirect_to("byes", notes=[words if changed else say("No bye was changed.")])


def _read_choices(section: Section, form: PostedForm, place: int) -> dict[int, str]:
    """Return the letters chosen in one row of the form, keyed by round."""
    found = {}
    for number in range(section.round_to_pair, section.settings.rounds + 1):
        letters = form.all_values_of_argument(f"bye.{number}")
        if place < len(letters):
            found[number] = letters[place]
    return found


def _apply_choices(section: Section, number: Number, text: str, choices: Mapping[int, str]) -> str:
    """Return the byes in a field, with those that were chosen for single rounds.

    In each round, what differs from the recorded bye counts.
    """
    before = _choices_of_participant(section, number)
    changed = {at: now for at, now in choices.items() if now != before.get(at, "")}
    if not changed:
        return text
    letters = {outcome: letter for letter, outcome in OUTCOMES.items()}
    typed = {at: letters[outcome] for at, outcome in parse_bye_requests(text)}
    for at, now in changed.items():
        if typed.get(at, "") not in (now, before.get(at, "")):
            name = section.competitor(number).name
            what = say("The field and the choice for round {round} differ.", round=at)
            raise BadInput([Problem(what, name, text, say("Change only one of them."))])
        typed[at] = now
    return " ".join(f"{letter}{at}" for at, letter in typed.items() if letter)


def _read_several(section: Section, form: PostedForm) -> Iterable[tuple[Number, str]]:
    """Yield a bye for each player and each round chosen in the form."""
    if not form.text("players"):
        return
    letter = "H" if form.text("worth") == "half" else "Z"
    for number in form.values_of_list_argument("players"):
        one = section.competitor(Number(read_whole_number(number, "players")))
        for round_number in form.values_of_list_argument("rounds"):
            yield one.number, f"{letter}{read_whole_number(round_number, 'rounds')}"


def record_with_rulings(
    context: RequestContext, form: PostedForm, known: Iterable[actions.Act]
) -> None:
    """Record several actions, or none of them.

    The authority in the form is recorded only with those actions that need a ruling.
    """
    usual, alone = context.action_context(form), context.action_context_without_authority(form)
    with context.transaction():
        for act in known:
            left = find_ruling_needed(context.event, act)  # type: ignore[arg-type]
            context.record_action_as(act, alone if left is None else usual)
