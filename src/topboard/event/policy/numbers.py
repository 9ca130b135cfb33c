"""Rules on TPNs: the initial list that determines them, the time when they are fixed, and late
entries.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.event.actions import ChangeEntry, CloseEntries, EnterLate, PairRound, Renumber
from topboard.event.new_entries import build_late_entry_action
from topboard.event.policy.general import DIRECTING, require_ruling_on_late_entry
from topboard.event.policy.objections import (
    forbid_action,
    note_for_arbiter,
    require_confirmation,
    require_ruling,
)
from topboard.event.tournament import build_tournament
from topboard.messages import say
from topboard.systems.registry import system

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.event.policy.objections import Objection, Question
    from topboard.event.state import Section
    from topboard.model import Number


def ask_to_confirm_unprescribed_tpn_order(question: Question, article: str) -> Iterator[Objection]:
    """Require confirmation if the TPNs do not follow the initial list that the rules prescribe."""
    act = question.act
    if not isinstance(act, CloseEntries | Renumber):
        return
    if act.order != _compute_initial_order_of_participants(question, question.section):
        yield require_confirmation(
            article, say("The starting numbers are not in the order of strength, title and name.")
        )


def _compute_initial_order_of_participants(
    question: Question, section: Section
) -> tuple[Number, ...]:
    return system(section.system).list_participants_by_rules_for_tpns(
        build_tournament(question.event, section)
    )


# --- renumbering ------------------------------------------------------------------------------


def count_paired_rounds(section: Section) -> int:
    """Return the number of rounds that are paired, whether or not they are published."""
    draft = section.draft
    return len(section.rounds) + (draft is not None and not draft.open)


def check_assignment_of_new_tpns(
    question: Question, article: str, *, once_paired: int = 1
) -> Iterator[Objection]:
    """Forbid new TPNs once ``once_paired`` rounds are paired.

    Require a ruling once round 1 is published. Note a correction of a participant's data that
    changes the initial list.
    """
    act, section = question.act, question.section
    frozen = count_paired_rounds(section) >= once_paired
    if isinstance(act, Renumber):
        if frozen:
            words = say(
                "Starting numbers cannot be changed once round {round} is paired.",
                round=once_paired,
            )
            yield forbid_action(article, words)
        elif section.rounds:
            yield require_ruling(
                article,
                say("A ruling is needed on whether to renumber the participants."),
                *DIRECTING,
            )
    elif (
        isinstance(act, ChangeEntry) and article and _does_change_alter_initial_order(question, act)
    ):
        name, number = act.competitor.name, act.competitor.number
        if frozen:
            words = say(
                "{name} keeps starting number {number}, because round {round} has been paired. The "
                "correction counts for reports only.",
                name=name,
                number=number,
                round=once_paired,
            )
        else:
            words = say(
                "{name} now has a different place in the initial list. You can renumber the "
                "participants until round {round} is paired.",
                name=name,
                round=once_paired,
            )
        yield note_for_arbiter(article, words)


def _does_change_alter_initial_order(question: Question, act: ChangeEntry) -> bool:
    """Return whether changed data of a participant make the initial list differ from the TPNs."""
    section, changed = question.section, act.competitor
    if not section.entries_closed or changed.number not in section.competitors:
        return False
    after = replace(section, competitors={**section.competitors, changed.number: changed})
    order = _compute_initial_order_of_participants(question, after)
    return order != tuple(sorted(order)) and order != _compute_initial_order_of_participants(
        question, section
    )


def ask_to_renumber_by_rating(
    question: Question, article: str, *, once_paired: int
) -> Iterator[Objection]:
    """Require confirmation to pair a round while the TPNs do not follow the ratings.

    This applies to rounds 2 to ``once_paired``.
    """
    act, section = question.act, question.section
    if not isinstance(act, PairRound) or not 1 < act.round <= once_paired:
        return
    order = _compute_initial_order_of_participants(question, section)
    if order != tuple(sorted(order)):
        words = say(
            "The starting numbers no longer follow the ratings. Renumber the participants before "
            "round {round} is paired.",
            round=act.round,
        )
        yield require_confirmation(article, words)


# --- late entries -----------------------------------------------------------------------------


def check_late_entry_tpn(question: Question, article: str) -> Iterator[Objection]:
    """Require a ruling on a late entry.

    Require confirmation if its TPN is not the prescribed one, or if it gets points for missed
    rounds.
    """
    act = question.act
    if not isinstance(act, EnterLate):
        return
    yield from require_ruling_on_late_entry(question, article)
    late = act.competitor
    due = build_late_entry_action(question.event, question.section.name, late).competitor.number
    if late.number != due:
        words = say(
            "According to the initial list, {name} should have starting number {due}, not "
            "{number}.",
            name=late.name,
            due=due,
            number=late.number,
        )
        yield require_confirmation(article, words)
    if late.pairing_score:
        words = say(
            "{name} gets no points for missed rounds unless the rules of the event provide for "
            "them.",
            name=late.name,
        )
        yield require_confirmation(article, words)
