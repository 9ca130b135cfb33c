"""The grounds for changing a published pairing, and the conditions of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.event.actions import ChangeGround, ChangePublished
from topboard.event.policy.objections import demands, forbids, notes, regrets
from topboard.event.policy.presence import did_not_come
from topboard.event.policy.published_pairing import (
    affected_competitors,
    breaks_colour_limit,
    facts_before,
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
"""The largest score difference, in tenths, between players "close in score".

The texts do not define it.
"""


def check_ground(question: Question, article: str) -> Iterator[Objection]:
    """Yield the objections to changing a published pairing on the stated ground."""
    yield from CHECKS[_change(question).ground](question, article)


def _change(question: Question) -> ChangePublished:
    act = question.act
    assert isinstance(act, ChangePublished)
    return act


def two_had_met(question: Question, article: str) -> Iterator[Objection]:
    """Forbid the change unless the published round pairs two participants who had met before."""
    if not has_rematch(question):
        yield forbids(article, say("no two of the published round had met before"))


def limit_was_broken(question: Question, article: str) -> Iterator[Objection]:
    """Forbid the change unless the published round breaks a colour limit of the rules."""
    if not breaks_colour_limit(question):
        yield forbids(
            article, say("the published round breaks no colour limit that it had to keep")
        )


def rules_of_the_event_say_so(_question: Question, article: str) -> Iterator[Objection]:
    """Note that the stated reason must name the rule of the event that allows the change."""
    yield notes(article, say("the reason names the rule of the event that allows the change"))


def as_it_is_decided(_question: Question, _article: str) -> Iterator[Objection]:
    """Yield no objections, because any other ground is at the discretion of the official."""
    return iter(())


# --- two who have no opponent -----------------------------------------------------------------


def two_without_opponents_agree(question: Question, article: str) -> Iterator[Objection]:
    """Object unless the change pairs two participants without opponents who agree to play.

    They must be close in score, and the change must not affect anybody who has an opponent.
    """
    act = _change(question)
    played = question.section.round(act.round)
    stood = set(_pairs(tables_and_bye(played)[0]))
    new = [pair for pair in _pairs(act.tables) if pair not in stood]
    alone = [pair for pair in new if all(_has_no_opponent(played, n) for n in pair)]
    others = {*affected_competitors(played, act)} - {n for pair in alone for n in pair}
    if len(alone) != 1 or any(not _stayed_away(played, n) for n in others):
        words = say(
            "just two who have no opponent are to meet, and nobody who has one is touched;"
            " first enter who did not come"
        )
        yield forbids(article, words)
        return
    points = _points(question)
    one, other = sorted(alone[0])
    if abs(points[one] - points[other]) > CLOSE:
        yield regrets(article, say("the two are more than a point apart"))
    yield from _have_agreed(question, article, (one, other))


def _pairs(tables: Iterable[Table]) -> list[frozenset[Number]]:
    return [frozenset((table.white, table.black)) for table in tables]


def _side(played: PublishedRound, number: Number) -> tuple[bool, bool] | None:
    """Return whether a participant missed their game, and whether the opponent did.

    Return None if the participant has no opponent in this round.
    """
    for meeting in played.meetings.values():
        if number in (meeting.white, meeting.black):
            side = 0 if meeting.white == number else 1
            return did_not_come(meeting, side), did_not_come(meeting, 1 - side)
    return None


def _has_no_opponent(played: PublishedRound, number: Number) -> bool:
    return _side(played, number) in (None, (False, True))


def _stayed_away(played: PublishedRound, number: Number) -> bool:
    return _side(played, number) in ((True, False), (True, True))


def _points(question: Question) -> Mapping[Number, Tenths]:
    """Return the points of all participants before the published round, in tenths."""
    facts = facts_before(question, _change(question).round)
    return system(facts.system).facts(facts).points


# --- a late entry -----------------------------------------------------------------------------


def late_entry_is_seated(question: Question, article: str) -> Iterator[Objection]:
    """Forbid the change unless it pairs a late participant.

    It should move few other participants, and everybody affected must agree.
    """
    act, section = _change(question), question.section
    touched = affected_competitors(section.round(act.round), act)
    newcomers = [n for n in touched if section.competitor(n).joined > act.round]
    if not newcomers:
        words = say(
            "nobody is seated who begins later than round {round}: enter him late first",
            round=act.round,
        )
        yield forbids(article, words)
        return
    if len(touched) > 2 * len(newcomers):
        yield regrets(article, say("more are moved than have to be to seat a late entry"))
    yield from _have_agreed(question, article, touched)


def _have_agreed(
    question: Question, article: str, numbers: Iterable[Number]
) -> Iterator[Objection]:
    agreed = {*_change(question).agreed}
    for number in numbers:
        if number not in agreed:
            name = question.section.competitor(number).name
            words = say("{name} ({number}) is to agree", name=name, number=number)
            yield demands(article, words, number)


# --- the last round ---------------------------------------------------------------------------


def top_tables_of_the_last_round(question: Question, article: str) -> Iterator[Objection]:
    """Forbid the change except in the last round, and warn if it cannot affect first place.

    The ground is an unforeseen event at the boards that decide first place.
    """
    act, section = _change(question), question.section
    if act.round != section.settings.rounds:
        yield forbids(article, say("this ground is one of the last round only"))
        return
    points = _points(question)
    first = max(points.values(), default=0)
    touched = affected_competitors(section.round(act.round), act)
    if not any(points[number] >= first - POINT for number in touched):
        yield regrets(article, say("nobody concerned can still be first"))


CHECKS: Mapping[ChangeGround, Rule] = {
    ChangeGround.REMATCH: two_had_met,
    ChangeGround.COLOUR_LIMIT: limit_was_broken,
    ChangeGround.COMPETITION_RULES: rules_of_the_event_say_so,
    ChangeGround.NO_OPPONENT: two_without_opponents_agree,
    ChangeGround.LATE_ENTRY: late_entry_is_seated,
    ChangeGround.LAST_ROUND: top_tables_of_the_last_round,
    ChangeGround.OTHER: as_it_is_decided,
}
