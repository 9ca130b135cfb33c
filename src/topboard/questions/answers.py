"""The functions that answer questions about an event, with the notes about its file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topboard import api
from topboard._frozen import replace
from topboard.checking import check_round, infer_missing_settings_from_rounds
from topboard.errors import BadInput, Problem
from topboard.formats.lookup import find_participant_number_in_text
from topboard.messages import say
from topboard.questions.checks import (
    complete_event_checks,
    event_checks_to_json,
    refuse_without_rounds,
)
from topboard.questions.rounds import (
    build_tournament_after_round,
    build_tournament_before_round,
    find_white_at_board,
    refuse_if_all_rounds_played,
)
from topboard.serialize import answers, proof_answers
from topboard.systems.common.variations import parse_rule_variations
from topboard.systems.registry import SYSTEMS, system as system_named

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from topboard.model import Tournament
    from topboard.questions.sent_events import SentEvent
    from topboard.serialize.answer_types import SystemJson
    from topboard.systems.registry import System

    Answer = dict[str, Any]


def pair(sent: SentEvent, *, round: int | None = None, reasons: bool = False) -> Answer:
    """Pair the next round of an event, or an earlier round again."""
    before, notes = _read_before_round(sent, round)
    made = _choose_system(sent, before).pair(before)
    return {**answers.pairing_to_json(before, made, with_reasons=reasons), **_notes_to_json(notes)}


def check(sent: SentEvent, *, round: int | None = None) -> Answer:
    """Pair every published round again, compare the standings, and list all differences."""
    checked, notes = sent.read_for_check(round)
    rules = _choose_system(sent, checked.tournament)
    refuse_without_rounds(checked, sent.name)
    complete = infer_missing_settings_from_rounds(checked.tournament, rules)
    rounds = tuple(check_round(complete.before(number), rules) for number in checked.wanted)
    found = complete_event_checks(checked, rules, rounds, proofs={}, with_standings=round is None)
    return {**event_checks_to_json(found), **_notes_to_json(notes)}


def explain(
    sent: SentEvent,
    *,
    round: int | None = None,
    participant: str | None = None,
    board: int | None = None,
) -> Answer:
    """Pair a round, and explain it or only the pairing of one participant or board."""
    before, notes = _read_before_round(sent, round)
    made = _choose_system(sent, before).pair(before)
    number = None
    if participant is not None:
        number = find_participant_number_in_text(before.names, participant)
    elif board is not None:
        number = find_white_at_board(before, made, board)
    return {**answers.explanation_to_json(before, made, number), **_notes_to_json(notes)}


def why_not(sent: SentEvent, *, a: str, b: str, round: int | None = None) -> Answer:
    """Explain why two participants do not meet in a round."""
    before, notes = _read_before_round(sent, round)
    first, second = (find_participant_number_in_text(before.names, who) for who in (a, b))
    found = api.why_not(before, first, second, _choose_system(sent, before))
    answer = answers.why_not_to_json(before, first, second, found)
    return {**answer, **_notes_to_json(notes)}


def standings(
    sent: SentEvent, *, after_round: int | None = None, tie_breaks: Sequence[str] = ()
) -> Answer:
    """Return the standings with every tie-break, after all rounds or after an earlier one."""
    event, notes = sent.read()
    event = build_tournament_after_round(event, after_round)
    if tie_breaks:
        event = replace(event, tie_breaks=tuple(tie_breaks))
    table = api.standings(event, _choose_system(sent, event))
    return {**answers.standings_to_json(event, table), **_notes_to_json(notes)}


def convert(sent: SentEvent, *, to: str) -> Answer:
    """Write an event in another format, and say what this format cannot store."""
    event, notes = sent.read()
    if sent.system:
        event = replace(event, system=system_named(sent.system).name)
    return {**answers.conversion_to_json(event, to, "event"), **_notes_to_json(notes)}


QUESTIONS: Mapping[str, Callable[..., Answer]] = {
    "pair": pair,
    "check": check,
    "explain": explain,
    "why-not": why_not,
    "standings": standings,
    "convert": convert,
}
"""The function for each question. Each takes the event, and the options of the question."""


def list_systems() -> list[SystemJson]:
    """Return all pairing systems with their articles."""
    return [proof_answers.system_to_json(system_named(name)) for name in SYSTEMS]


def _read_before_round(
    sent: SentEvent, round: int | None
) -> tuple[Tournament, tuple[Problem, ...]]:
    """Return the event before the round to pair, and the notes about the file."""
    event, notes = sent.read()
    before = build_tournament_before_round(event, round)
    refuse_if_all_rounds_played(before)
    return before, notes


def _choose_system(sent: SentEvent, event: Tournament) -> System:
    """Return the system of the event. Raise ``BadInput`` if it does not have a requested option."""
    rules = api.choose_system(event, sent.system or None)
    if sent.options and not rules.variations:
        what = say("{system} has no options", system=rules.name)
        raise BadInput([Problem(what, "variation", ", ".join(sent.options))])
    if sent.options:
        parse_rule_variations(event.variations, rules.variations, teams=rules.teams)
    return rules


def _notes_to_json(notes: Sequence[Problem]) -> Answer:
    return {"notes": [answers.problem_to_json(one) for one in notes]}
