"""The possible reasons for changing a published pairing, and the conditions of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.event.actions import ChangeGround, ChangePublished
from topboard.event.policy.objections import (
    forbid_action,
    forbid_until_requirement_met,
    note_for_arbiter,
    require_confirmation,
)
from topboard.event.policy.presence import has_side_forfeited
from topboard.event.policy.published_pairing import (
    affected_competitors,
    breaks_colour_limit,
    facts_before_round,
    has_rematch,
    tables_and_bye,
)
from topboard.messages import say
from topboard.model import POINT
from topboard.systems.registry import system

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from topboard.event.actions import Table
    from topboard.event.policy.objections import Objection, Question, Rule
    from topboard.event.state import PublishedRound
    from topboard.model import Number, Tenths

CLOSE = POINT
"""The largest difference in points, in tenths, that counts as "close in score".

The regulations do not define it.
"""


def check_ground_for_change(question: Question, article: str) -> Iterator[Objection]:
    """Yield the objections to changing a published pairing for the stated reason."""
    yield from CHECKS[_pairing_change(question).ground](question, article)


def _pairing_change(question: Question) -> ChangePublished:
    act = question.act
    assert isinstance(act, ChangePublished)
    return act


def forbid_change_unless_rematch(question: Question, article: str) -> Iterator[Objection]:
    """Forbid changing a published round unless it pairs participants who had met before."""
    if not has_rematch(question):
        yield forbid_action(article, say("No pair in the published round had met before."))


def forbid_change_unless_colour_limit_broken(
    question: Question, article: str
) -> Iterator[Objection]:
    """Forbid changing a published round unless it breaks a colour limit of the rules."""
    if not breaks_colour_limit(question):
        yield forbid_action(article, say("The published round does not break a colour limit."))


def note_that_event_rule_is_needed(_question: Question, article: str) -> Iterator[Objection]:
    """Note that the stated reason must name the rule of the event that allows the change."""
    yield note_for_arbiter(
        article, say("State in the reason which rule of the event allows the change.")
    )


def accept_any_other_ground(_question: Question, _article: str) -> Iterator[Objection]:
    """Yield no objections, because other reasons are at the discretion of the official."""
    return iter(())


# --- two participants without opponents -------------------------------------------------------


def check_pairing_of_two_unpaired(question: Question, article: str) -> Iterator[Objection]:
    """Object unless the change pairs two participants without opponents who agree to play.

    They should be close in score, and nobody who has an opponent may be affected.
    """
    act = _pairing_change(question)
    played = question.section.round(act.round)
    stood = set(_unordered_pairs(tables_and_bye(played)[0]))
    new = [pair for pair in _unordered_pairs(act.tables) if pair not in stood]
    alone = [pair for pair in new if all(_has_no_opponent(played, n) for n in pair)]
    others = {*affected_competitors(played, act)} - {n for pair in alone for n in pair}
    if len(alone) != 1 or any(not _has_missed_game(played, n) for n in others):
        words = say(
            "The change must pair exactly two participants without an opponent and must not "
            "affect anyone who has one. First enter the forfeits of absent participants."
        )
        yield forbid_action(article, words)
        return
    points = _points_before_round(question)
    one, other = sorted(alone[0])
    if abs(points[one] - points[other]) > CLOSE:
        yield require_confirmation(
            article, say("The two participants are more than one point apart.")
        )
    yield from _require_agreement(question, article, (one, other))


def _unordered_pairs(tables: Iterable[Table]) -> list[frozenset[Number]]:
    return [frozenset((table.white, table.black)) for table in tables]


def _who_missed_game(played: PublishedRound, number: Number) -> tuple[bool, bool] | None:
    """Return whether a participant forfeited their game, and whether the opponent did.

    Return None if the participant has no opponent in this round.
    """
    for meeting in played.meetings.values():
        if number in (meeting.white, meeting.black):
            side = 0 if meeting.white == number else 1
            return has_side_forfeited(meeting, side), has_side_forfeited(meeting, 1 - side)
    return None


def _has_no_opponent(played: PublishedRound, number: Number) -> bool:
    return _who_missed_game(played, number) in (None, (False, True))


def _has_missed_game(played: PublishedRound, number: Number) -> bool:
    return _who_missed_game(played, number) in ((True, False), (True, True))


def _points_before_round(question: Question) -> Mapping[Number, Tenths]:
    """Return the points of all participants before the published round, in tenths."""
    facts = facts_before_round(question, _pairing_change(question).round)
    return system(facts.system).facts(facts).points


# --- a late entry -----------------------------------------------------------------------------


def forbid_change_unless_late_entry_paired(question: Question, article: str) -> Iterator[Objection]:
    """Forbid the change unless it pairs a late entry and everybody affected agrees.

    Require confirmation if it moves more participants than necessary.
    """
    act, section = _pairing_change(question), question.section
    touched = affected_competitors(section.round(act.round), act)
    newcomers = [n for n in touched if section.competitor(n).joined > act.round]
    if not newcomers:
        words = say(
            "The change does not pair a late entry. First enter a participant who starts after "
            "round {round}.",
            round=act.round,
        )
        yield forbid_action(article, words)
        return
    if len(touched) > 2 * len(newcomers):
        yield require_confirmation(
            article, say("The change moves more participants than a late entry requires.")
        )
    yield from _require_agreement(question, article, touched)


def _require_agreement(
    question: Question, article: str, numbers: Iterable[Number]
) -> Iterator[Objection]:
    agreed = {*_pairing_change(question).agreed}
    for number in numbers:
        if number not in agreed:
            name = question.section.competitor(number).name
            words = say("{name} (#{number}) must agree to the change.", name=name, number=number)
            yield forbid_until_requirement_met(article, words, number)


# --- the last round ---------------------------------------------------------------------------


def forbid_change_unless_last_round(question: Question, article: str) -> Iterator[Objection]:
    """Forbid a change for unforeseen events at the top boards, except in the last round.

    Require confirmation if no participant affected can still finish first.
    """
    act, section = _pairing_change(question), question.section
    if act.round != section.settings.rounds:
        yield forbid_action(article, say("This reason is accepted only in the last round."))
        return
    points = _points_before_round(question)
    first = max(points.values(), default=0)
    touched = affected_competitors(section.round(act.round), act)
    if not any(points[number] >= first - POINT for number in touched):
        yield require_confirmation(
            article, say("None of the participants affected can still finish first.")
        )


CHECKS: Mapping[ChangeGround, Rule] = {
    ChangeGround.REMATCH: forbid_change_unless_rematch,
    ChangeGround.COLOUR_LIMIT: forbid_change_unless_colour_limit_broken,
    ChangeGround.COMPETITION_RULES: note_that_event_rule_is_needed,
    ChangeGround.NO_OPPONENT: check_pairing_of_two_unpaired,
    ChangeGround.LATE_ENTRY: forbid_change_unless_late_entry_paired,
    ChangeGround.LAST_ROUND: forbid_change_unless_last_round,
    ChangeGround.OTHER: accept_any_other_ground,
}
