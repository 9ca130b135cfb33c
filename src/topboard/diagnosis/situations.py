"""The data from which a published round is paired again, and a comparison of the two pairings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.errors import BadInput, NoLegalPairing
from topboard.formats.trf.positions import pair_next_round_by_position
from topboard.model import (
    Away,
    Meeting,
    Number,
    Pair,
    PairingBye,
    Request,
    Round,
    Tournament,
    ZeroPointBye,
)
from topboard.model.history import outcomes, participants_to_pair
from topboard.model.renumbering import map_old_to_new_numbers_by_order, renumber_tournament

if TYPE_CHECKING:
    from collections.abc import Mapping

    from topboard.model import Outcome, Tables
    from topboard.systems.registry import System


@dataclass(frozen=True, slots=True)
class Situation:
    """The data from which a round is paired, including the published round in ``before``."""

    before: Tournament
    system: System
    order: tuple[Number, ...] = ()
    """All participants in the order of the list, if it differs from that of their numbers."""

    @property
    def published_round(self) -> Round:
        """Return the published round to explain."""
        assert self.before.published is not None, "a round to explain was published"
        return self.before.published

    def with_published(self, published: Round) -> Situation:
        """Return the situation with a different published round."""
        return replace(self, before=replace(self.before, published=published))


@dataclass(frozen=True, slots=True)
class Agreement:
    """A comparison of the pairing under the rules with the published round."""

    pairs: tuple[Pair, ...]
    """Our pairs."""
    bye: Number | None
    """The participant to whom we give the bye."""
    same: int
    """The number of published pairs that agree, colours included."""
    different: tuple[tuple[Number, Number], ...]
    """The published pairs that do not agree."""
    ours: tuple[tuple[Number, Number], ...]
    """Our pairs that are not published, or only with other colours."""
    complete: bool
    """Whether the whole round agrees: the pairs, the colours and the bye."""

    @property
    def participants_concerned(self) -> frozenset[Number]:
        """Return the participants whose pairs differ, ignoring the bye."""
        return frozenset(n for pair in (*self.different, *self.ours) for n in pair)


def pair_and_compare(situation: Situation) -> Agreement | None:
    """Pair the round again and compare it with the published one.

    Return None if there is no pairing.
    """
    try:
        made = _pair_in_order(situation)
    except (NoLegalPairing, BadInput):
        return None
    published = situation.published_round
    free = {frozenset(sides(m)) for m in published.meetings if not m.colour_known}
    ours = {(p.white, p.black): p for p in made.pairs}
    named = [m for m in published.meetings if m.white is not None and m.black is not None]
    agree = [m for m in named if _is_among(m, ours, free)]
    agreeing = {frozenset(sides(m)) for m in agree}
    return Agreement(
        pairs=made.pairs,
        bye=made.bye,
        same=len(agree),
        different=tuple(sides(m) for m in named if m not in agree),
        ours=tuple(pair for pair in ours if frozenset(pair) not in agreeing),
        complete=len(agree) == len(named)
        and len(made.pairs) == len(published.meetings)
        and made.bye == published.bye,
    )


def _pair_in_order(situation: Situation) -> Tables:
    """Return the pairing under the rules, with the participants' numbers as in the file.

    If the situation has an ``order``, the participants are paired with numbers in that order.
    """
    if not situation.order:
        return pair_next_round_by_position(situation.before, situation.system)
    new = map_old_to_new_numbers_by_order(situation.order)
    made = situation.system.pair_without_reasons(renumber_tournament(situation.before, new))
    old = {number: before for before, number in new.items()}
    return replace(
        made,
        pairs=tuple(replace(p, white=old[p.white], black=old[p.black]) for p in made.pairs),
        bye=None if made.bye is None else old[made.bye],
    )


def sides(meeting: Meeting) -> tuple[Number, Number]:
    """Return the two participants of a pair, White first."""
    assert meeting.white is not None
    assert meeting.black is not None
    return meeting.white, meeting.black


def _is_among(
    meeting: Meeting,
    ours: Mapping[tuple[Number, Number], Pair],
    free: set[frozenset[Number]],
) -> bool:
    pair = sides(meeting)
    return pair in ours or (frozenset(pair) in free and pair[::-1] in ours)


# --- changes to a situation -------------------------------------------------------------------


def set_away(situation: Situation, number: Number, outcome: Away | None) -> Situation:
    """Return the situation with this absence or bye of a participant in the round itself.

    If ``outcome`` is None, the participant is paired instead.
    """
    before, published = situation.before, situation.published_round
    upcoming = before.round_to_pair
    requests = tuple(r for r in before.requests if r.number != number or r.round != upcoming)
    away = tuple(item for item in published.away if item[0] != number)
    if outcome is not None:
        away = (*away, (number, outcome))
        if not isinstance(outcome, PairingBye):
            requests = (*requests, Request(number, upcoming, outcome))
    changed = replace(situation, before=replace(before, requests=requests))
    return changed.with_published(replace(changed.published_round, away=away))


def set_pair_aside(situation: Situation, a: Number, b: Number) -> Situation:
    """Return the situation without a published pair, as if both participants were absent."""
    kept = tuple(m for m in situation.published_round.meetings if {m.white, m.black} != {a, b})
    changed = situation.with_published(replace(situation.published_round, meetings=kept))
    for number in (a, b):
        changed = set_away(changed, number, ZeroPointBye())
    return changed


def ignore_colours(situation: Situation, a: Number, b: Number) -> Situation:
    """Return the situation in which the colours of a published pair are not compared."""
    meetings = tuple(
        replace(m, colour_known=False) if {m.white, m.black} == {a, b} else m
        for m in situation.published_round.meetings
    )
    return situation.with_published(replace(situation.published_round, meetings=meetings))


def add_pair(situation: Situation, a: Number, b: Number) -> Situation:
    """Return the situation with an additional published pair, whose colours are unknown."""
    changed = situation
    for number in (a, b):
        changed = set_away(changed, number, None)
    extra = Meeting(a, b, colour_known=False)
    meetings = (*changed.published_round.meetings, extra)
    return changed.with_published(replace(changed.published_round, meetings=meetings))


def give_seat(situation: Situation, newcomer: Number, gone: Number) -> Situation | None:
    """Return the situation in which ``gone`` was paired and ``newcomer`` took the seat later.

    If the number of participants is then odd, the newcomer must have had the bye. Return None if
    the round already has a bye.
    """
    meetings = []
    for meeting in situation.published_round.meetings:
        if newcomer not in (meeting.white, meeting.black):
            meetings.append(meeting)
        elif newcomer == meeting.white:
            meetings.append(replace(meeting, white=gone))
        else:
            meetings.append(replace(meeting, black=gone))
    seated = replace(situation.published_round, meetings=tuple(meetings))
    changed = set_away(situation.with_published(seated), gone, None)
    there = len(participants_to_pair(changed.before))
    if there % 2 == 0:
        return set_away(changed, newcomer, ZeroPointBye())
    if changed.published_round.bye is None:
        return set_away(changed, newcomer, PairingBye())
    return None


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """The data about a round from which repairs are proposed."""

    event: Tournament
    """The whole event, with the repairs found so far."""
    situation: Situation
    agreement: Agreement | None
    """How the round agrees with our pairing, or None if we find no pairing."""

    @property
    def number(self) -> int:
        """Return the number of the round."""
        return self.situation.before.round_to_pair

    @property
    def participants_concerned(self) -> frozenset[Number]:
        """Return the participants whose pair or bye differs from the pairing under the rules.

        Return all paired participants if the rules give no pairing.
        """
        published = self.situation.published_round
        if self.agreement is None:
            return frozenset(self.participants_with_game)
        byes = {published.bye, self.agreement.bye} - {None}
        if published.bye == self.agreement.bye:
            byes = set()
        return self.agreement.participants_concerned | {n for n in byes if n is not None}

    @property
    def participants_with_game(self) -> tuple[Number, ...]:
        """Return the participants with a game in the published round."""
        meetings = self.situation.published_round.meetings
        return tuple(n for m in meetings for n in (m.white, m.black) if n is not None)

    @property
    def participants_without_game(self) -> tuple[Number, ...]:
        """Return the participants who have neither a game nor the bye in the round."""
        there = {*self.participants_with_game, self.situation.published_round.bye}
        return tuple(c.number for c in self.event.competitors if c.number not in there)

    def rows(self) -> Mapping[Number, tuple[Outcome, ...]]:
        """Return each participant's outcomes in the earlier rounds."""
        return outcomes(self.situation.before)

    def points(self) -> Mapping[Number, int]:
        """Return the points of each participant before the round."""
        return self.situation.system.facts(self.situation.before).points
