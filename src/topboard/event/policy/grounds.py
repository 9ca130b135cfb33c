"""The possible reasons for changing a published pairing, with the conditions of each reason."""

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
    find_participants_affected_by_change,
    get_tables_and_bye_of_round,
    has_rematch_in_round,
    is_colour_limit_broken_in_round,
    tournament_before_round,
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


def check_reason_for_pairing_change(question: Question, article: str) -> Iterator[Objection]:
    """Yield the objections to changing a published pairing for the stated reason."""
    yield from CHECKS[_get_pairing_change(question).ground](question, article)


def _get_pairing_change(question: Question) -> ChangePublished:
    act = question.act
    assert isinstance(act, ChangePublished)
    return act


def forbid_change_unless_rematch(question: Question, article: str) -> Iterator[Objection]:
    """Forbid changing a published round unless it pairs participants who had met before."""
    if not has_rematch_in_round(question):
        yield forbid_action(article, say("No pair in the published round had met before."))


def forbid_change_unless_colour_limit_broken(
    question: Question, article: str
) -> Iterator[Objection]:
    """Forbid changing a published round unless it breaks a colour limit of the rules."""
    if not is_colour_limit_broken_in_round(question):
        yield forbid_action(article, say("The published round does not break a colour limit."))


def note_event_rule_must_be_named(_question: Question, article: str) -> Iterator[Objection]:
    """Note that the reason must name the rule of the event that allows the change."""
    yield note_for_arbiter(
        article, say("State in the reason which rule of the event allows the change.")
    )


def accept_any_other_reason_for_change(_question: Question, _article: str) -> Iterator[Objection]:
    """Accept any other reason without objection, because the official decides freely."""
    return iter(())


# --- two participants without opponents -------------------------------------------------------


def check_pairing_of_two_unpaired_participants(
    question: Question, article: str
) -> Iterator[Objection]:
    """Object unless the change pairs two participants without opponents, who must agree to play.

    They should be close in score, and no participant with an opponent may be affected.
    """
    act = _get_pairing_change(question)
    played = question.section.round(act.round)
    stood = set(_list_pairs_without_colours(get_tables_and_bye_of_round(played)[0]))
    new = [pair for pair in _list_pairs_without_colours(act.tables) if pair not in stood]
    alone = [pair for pair in new if all(_has_no_opponent(played, n) for n in pair)]
    others = {*find_participants_affected_by_change(played, act)} - {
        n for pair in alone for n in pair
    }
    if len(alone) != 1 or any(not _has_missed_game(played, n) for n in others):
        words = say(
            "The change must pair exactly two participants without an opponent and must not "
            "affect anyone who has one. First enter the forfeits of absent participants."
        )
        yield forbid_action(article, words)
        return
    points = _compute_points_before_round(question)
    one, other = sorted(alone[0])
    if abs(points[one] - points[other]) > CLOSE:
        yield require_confirmation(
            article, say("The two participants are more than one point apart.")
        )
    yield from _require_agreement_of_participants(question, article, (one, other))


def _list_pairs_without_colours(tables: Iterable[Table]) -> list[frozenset[Number]]:
    return [frozenset((table.white, table.black)) for table in tables]


def _find_whether_player_or_opponent_forfeited(
    played: PublishedRound, number: Number
) -> tuple[bool, bool] | None:
    """Return two values: whether a participant forfeited their game, and whether the opponent did.

    Return None if the participant has no opponent in this round.
    """
    for meeting in played.meetings.values():
        if number in (meeting.white, meeting.black):
            side = 0 if meeting.white == number else 1
            return has_side_forfeited(meeting, side), has_side_forfeited(meeting, 1 - side)
    return None


def _has_no_opponent(played: PublishedRound, number: Number) -> bool:
    return _find_whether_player_or_opponent_forfeited(played, number) in (None, (False, True))


def _has_missed_game(played: PublishedRound, number: Number) -> bool:
    return _find_whether_player_or_opponent_forfeited(played, number) in (
        (True, False),
        (True, True),
    )


def _compute_points_before_round(question: Question) -> Mapping[Number, Tenths]:
    facts = tournament_before_round(question, _get_pairing_change(question).round)
    return system(facts.system).facts(facts).points


# --- a late entry -----------------------------------------------------------------------------


def forbid_change_unless_late_entry_paired(question: Question, article: str) -> Iterator[Objection]:
    """Forbid the change unless it pairs a late entry and all participants affected agree.

    Require confirmation if it moves more participants than necessary.
    """
    act, section = _get_pairing_change(question), question.section
    touched = find_participants_affected_by_change(section.round(act.round), act)
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
    yield from _require_agreement_of_participants(question, article, touched)


def _require_agreement_of_participants(
    question: Question, article: str, numbers: Iterable[Number]
) -> Iterator[Objection]:
    agreed = {*_get_pairing_change(question).agreed}
    for number in numbers:
        if number not in agreed:
            name = question.section.competitor(number).name
            words = say("{name} (#{number}) must agree to the change.", name=name, number=number)
            yield forbid_until_requirement_met(article, words, number)


# --- the last round ---------------------------------------------------------------------------


def forbid_change_unless_last_round(question: Question, article: str) -> Iterator[Objection]:
    """Forbid a change for unforeseen events at the top boards, except in the last round.

    Require confirmation if none of the participants affected can still finish first.
    """
    act, section = _get_pairing_change(question), question.section
    if act.round != section.settings.rounds:
        yield forbid_action(article, say("This reason is accepted only in the last round."))
        return
    points = _compute_points_before_round(question)
    first = max(points.values(), default=0)
    touched = find_participants_affected_by_change(section.round(act.round), act)
    if not any(points[number] >= first - POINT for number in touched):
        yield require_confirmation(
            article, say("None of the participants affected can still finish first.")
        )


CHECKS: Mapping[ChangeGround, Rule] = {
    ChangeGround.REMATCH: forbid_change_unless_rematch,
    ChangeGround.COLOUR_LIMIT: forbid_change_unless_colour_limit_broken,
    ChangeGround.COMPETITION_RULES: note_event_rule_must_be_named,
    ChangeGround.NO_OPPONENT: check_pairing_of_two_unpaired_participants,
    ChangeGround.LATE_ENTRY: forbid_change_unless_late_entry_paired,
    ChangeGround.LAST_ROUND: forbid_change_unless_last_round,
    ChangeGround.BY_MISTAKE: accept_any_other_reason_for_change,
    # The pairing of an unseen publication is withdrawn and never changed.
    ChangeGround.UNSEEN: accept_any_other_reason_for_change,
    ChangeGround.OTHER: accept_any_other_reason_for_change,
}
