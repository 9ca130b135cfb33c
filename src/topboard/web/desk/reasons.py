"""Pages that explain a round: answers to why-not and what-if questions, and the checklist."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from topboard.documents.check_list import check_list
from topboard.errors import BadInput, NoLegalPairing, Problem
from topboard.event.arguments import find_competitor_number
from topboard.event.pairing import build_tournament_before_next_round
from topboard.event.policy import governance_of_system
from topboard.event.results import parse_result
from topboard.messages import say
from topboard.model import Tournament
from topboard.reasons.obstacles import CriterionWorse
from topboard.reasons.sentences import names_of
from topboard.reasons.sentences.why_not import verdict_sentences
from topboard.reasons.why_not import (
    DifferentScoregroups,
    HasBye,
    PairComesLaterInOrder,
    SomebodyElseFirst,
    Suffers,
    why_not,
)
from topboard.systems.registry import system
from topboard.web import what_if
from topboard.web.desk.pairing import count_participants_in_round, find_problems_before_pairing
from topboard.web.desk.results import expand_result_shortcut
from topboard.web.request_context import AtSection, RequestContext

router = APIRouter(prefix="/e/{event}/s/{section}")
COMPARED = (
    CriterionWorse,
    DifferentScoregroups,
    HasBye,
    PairComesLaterInOrder,
    SomebodyElseFirst,
    Suffers,
)
"""The answers about two participants who may meet, so that the rules give a pairing with them."""


def tournament_before_round(context: RequestContext, number: int) -> Tournament:
    """Return the tournament before a published round, or else before the next round."""
    if 1 <= number <= len(context.section.rounds):
        return context.handle.replay_round(context.section.name, number).before
    return build_tournament_before_next_round(context.event, context.section)


@router.get("/why-not")
def why_not_page(context: AtSection, a: str = "", b: str = "", round: int = 0) -> Response:
    """Show why two participants are not paired with each other in a round.

    If they could meet, also show how the round would then be paired.
    """
    section = context.section
    number = round or (len(section.rounds) if section.rounds else section.round_to_pair)
    content: dict[str, Any] = {"answer": [], "beside": None, "asked": "", "problems": []}
    if a and b:
        try:
            one, two = find_competitor_number(section, a), find_competitor_number(section, b)
            before = tournament_before_round(context, number)
            made = system(section.system).pair(before)
            verdict = why_not(before, system(section.system), one, two, made)
            content["answer"] = verdict_sentences(verdict, one, two, names_of(before))
            if isinstance(verdict, COMPARED):
                content["beside"] = what_if.compare_with_required_pair(before, made, one, two)
                name = names_of(before)
                content["asked"] = say("{one} and {other}", one=name(one), other=name(two))
        except BadInput as error:
            content["problems"] = error.problems
        except NoLegalPairing as error:
            content["problems"] = [Problem(str(error))]
    content["taking_part"] = count_participants_in_round(context, number)
    return context.render_page("why_not.html", section=section, a=a, b=b, number=number, **content)


@router.get("/check-list")
def check_list_page(context: AtSection, round: int = 0) -> Response:
    """Show the checklist of a published round or of the next one.

    It contains the data that the rules use to pair each participant.
    """
    section = context.section
    number = round or section.round_to_pair
    sheet = check_list(tournament_before_round(context, number), system(section.system))
    return context.render_page("check_list.html", section=section, number=number, sheet=sheet)


def find_tournament_to_change(context: RequestContext, paired: int) -> Tournament:
    """Return the tournament before the round of a what-if question.

    Raise ``BadInput`` if that round cannot be paired yet.
    """
    section = context.section
    if not paired:
        return what_if.tournament_before_current_round(context.event, section)
    if not 1 <= paired <= section.round_to_pair:
        remedy = say("Choose a round from 1 to {last}.", last=section.round_to_pair)
        what = say("This round cannot be paired yet.")
        raise BadInput([Problem(what, quoted=str(paired), remedy=remedy)])
    if paired == section.round_to_pair and (problems := find_problems_before_pairing(context)):
        raise BadInput(problems)
    return tournament_before_round(context, paired)


@router.get("/what-if")
def what_if_page(
    context: AtSection,
    leaves: str = "",
    round: int = 0,
    table: int = 0,
    result: str = "",
    paired: int = 0,
) -> Response:
    """Show how a round would be paired if a participant withdrew or a result were different.

    ``paired`` is the round to pair, by default the round in progress or else the next one.
    """
    section = context.section
    content: dict[str, Any] = {"answer": None, "problems": []}
    try:
        base = find_tournament_to_change(context, paired)
        content["round_number"] = base.round_to_pair
        if leaves:
            number = find_competitor_number(section, leaves)
            name = section.competitor(number).name
            changed = what_if.withdraw_participant_from_tournament(base, number)
            content["answer"] = what_if.compare_pairings_after_change(
                base, changed, say("If {name} withdrew", name=name)
            )
        elif result:
            default = governance_of_system(section.system).default_score
            boards = section.settings.boards
            typed = expand_result_shortcut(result) if boards == 1 else result
            found = parse_result(typed, table, boards, default)
            changed = what_if.replace_result_in_tournament(base, round, found)
            question = (
                say(
                    "If the result on board {table} in round {round} were {result}",
                    table=table,
                    round=round,
                    result=typed,
                )
                if boards == 1
                else say(
                    "If the result of match {table} in round {round} were {result}",
                    table=table,
                    round=round,
                    result=typed,
                )
            )
            content["answer"] = what_if.compare_pairings_after_change(base, changed, question)
    except BadInput as error:
        content["problems"] = error.problems
    except NoLegalPairing as error:
        content["problems"] = [Problem(str(error))]
    content.setdefault("round_number", paired or section.round_to_pair)
    content["taking_part"] = count_participants_in_round(context, content["round_number"])
    content["example_name"] = next((one.name for one in section.competitors.values()), "1")
    asked = {"leaves": leaves, "round": round, "table": table, "result": result}
    return context.render_page("what_if.html", section=section, typed=asked, **content)
