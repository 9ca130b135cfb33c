"""The repairs that may explain a round, with one class for each kind.

A repair is an assumed change to the data from which a round is paired. It never changes the
published pairs. Three kinds set a pair of the round aside, so that only the rest of the round is
compared.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

from topboard._frozen import dataclass, replace
from topboard.diagnosis.situations import (
    Situation,
    add_pair,
    give_seat,
    ignore_colours,
    set_away,
    set_pair_aside,
)
from topboard.model import (
    Away,
    Colour,
    ForbiddenPair,
    Manner,
    Meeting,
    Number,
    PairingBye,
    Tenths,
    Tournament,
    ZeroPointBye,
)
from topboard.systems.registry import system as system_named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

LAST_ROUND_WITH_OTHER_NUMBER = 3
"""The last round that may have been paired before the numbers of the file were assigned."""


class Repair(ABC):
    """An assumed change to the data of a round that may explain its published pairs."""

    __slots__ = ()

    kind: ClassVar[str]
    sets_aside: ClassVar[bool] = False
    """Whether only the rest of the round is compared."""

    @property
    def span(self) -> tuple[int, int]:
        """Return the first and the last round whose pairing the repair may change."""
        return 1, 10_000

    @property
    def rank(self) -> int:
        """Return a rank by plausibility among repairs of the same kind, with 0 as the most
        plausible.
        """
        return 0

    @property
    def traced(self) -> bool:
        """Return whether the file itself contradicts the entry that the repair changes."""
        return False

    @property
    def people(self) -> tuple[Number, ...]:
        """Return the participants whom the repair concerns."""
        return ()

    @abstractmethod
    def apply(self, situation: Situation) -> Situation | None:
        """Return the round's ``Situation`` after the repair, or None if the repair does not fit the
        round.
        """

    def write_into(self, event: Tournament) -> Tournament:
        """Return the event after the repair, as far as a file can represent it."""
        return event

    def covers(self, number: int) -> bool:
        """Return whether the repair may change the pairing of a round."""
        first, last = self.span
        return first <= number <= last


@dataclass(frozen=True, slots=True)
class OtherEdition(Repair):
    """The assumption that a round was paired under another edition of the rules."""

    kind: ClassVar[str] = "edition"
    system: str
    round: int = 0
    """The only round that was paired under the other edition, or 0 for all rounds."""

    @property
    def span(self) -> tuple[int, int]:
        """Return the rounds that the repair affects: only one, or all of them."""
        return (self.round, self.round) if self.round else (1, 10_000)

    def apply(self, situation: Situation) -> Situation | None:
        """Return the round's ``Situation`` under the other edition."""
        return replace(situation, system=system_named(self.system))

    def write_into(self, event: Tournament) -> Tournament:
        """Return the event with the other edition as its system, if it holds for all rounds."""
        return event if self.round else replace(event, system=self.system)


@dataclass(frozen=True, slots=True)
class OtherCode(Repair):
    """The assumption that a bye or an absence has the wrong code in one or more rounds."""

    kind: ClassVar[str] = "bye code"
    number: Number
    rounds: tuple[int, ...]
    recorded: Away | None
    """The recorded bye or absence, or None if the file has no entry."""
    instead: Away
    trace: str = ""
    """What in the file contradicts the code, such as "second bye", or an empty string."""

    @property
    def span(self) -> tuple[int, int]:
        """Return the rounds that depend on the code: its first round and all later ones."""
        return min(self.rounds), 10_000

    @property
    def rank(self) -> int:
        """Return 0 if the repair adds or removes a pairing-allocated bye, and otherwise 1."""
        return 0 if is_pairing_bye(self.recorded) or is_pairing_bye(self.instead) else 1

    @property
    def traced(self) -> bool:
        """Return whether the file itself contradicts the code."""
        return bool(self.trace)

    @property
    def people(self) -> tuple[Number, ...]:
        """Return the participant whose code is assumed to be wrong."""
        return (self.number,)

    def apply(self, situation: Situation) -> Situation | None:
        """Return the round's ``Situation`` with the other code in this and all earlier rounds."""
        changed = replace(situation, before=self._recode_rounds(situation.before))
        if situation.before.round_to_pair in self.rounds:
            changed = set_away(changed, self.number, self.instead)
        return changed

    def write_into(self, event: Tournament) -> Tournament:
        """Return the event with the assumed code."""
        changed = self._recode_rounds(event)
        published = changed.published
        if published is None or published.number not in self.rounds:
            return changed
        return set_away(
            Situation(changed, system_named(event.system)), self.number, self.instead
        ).before

    def _recode_rounds(self, event: Tournament) -> Tournament:
        rounds = tuple(
            replace(
                played,
                away=(
                    *(item for item in played.away if item[0] != self.number),
                    (self.number, self.instead),
                ),
            )
            if played.number in self.rounds
            else played
            for played in event.rounds
        )
        return replace(event, rounds=rounds)


@dataclass(frozen=True, slots=True)
class OtherFirstColour(Repair):
    """The assumption that the initial colour was the opposite of the recorded one."""

    kind: ClassVar[str] = "first colour"
    colour: Colour

    def apply(self, situation: Situation) -> Situation | None:
        """Return the round's ``Situation`` with the opposite initial colour."""
        return replace(situation, before=replace(situation.before, lot=self.colour))

    def write_into(self, event: Tournament) -> Tournament:
        """Return the event with the opposite initial colour."""
        return replace(event, lot=self.colour)


@dataclass(frozen=True, slots=True)
class PairsAddedLater(Repair):
    """The assumption that some pairs of round 1 were added late or made by hand."""

    kind: ClassVar[str] = "round 1"
    sets_aside: ClassVar[bool] = True
    pairs: tuple[tuple[Number, Number], ...]
    bye: Number | None = None
    """The participant who came late as well and got the bye, or None."""

    @property
    def span(self) -> tuple[int, int]:
        """Return the rounds that the repair affects: only round 1."""
        return 1, 1

    @property
    def rank(self) -> int:
        """Return the number of pairs and byes set aside, because fewer are more plausible."""
        return len(self.pairs) + (self.bye is not None)

    @property
    def people(self) -> tuple[Number, ...]:
        """Return the participants of the added pairs and, if a bye was added, its receiver."""
        late = () if self.bye is None else (self.bye,)
        return (*(n for pair in self.pairs for n in pair), *late)

    def apply(self, situation: Situation) -> Situation | None:
        """Return the round's ``Situation`` without the added pairs and bye."""
        for a, b in self.pairs:
            situation = set_pair_aside(situation, a, b)
        if self.bye is not None:
            situation = set_away(situation, self.bye, ZeroPointBye())
        return situation


@dataclass(frozen=True, slots=True)
class OtherNumber(Repair):
    """The assumption that a participant had a different place in the list in rounds 1 to
    ``last``.
    """

    kind: ClassVar[str] = "number"
    number: Number
    behind: Number
    """The participant who came right before, or 0 if the participant was first."""
    last: int
    places: tuple[Number, ...] = ()
    """All participants behind whom the same rounds come out, in the order of the list."""

    @property
    def span(self) -> tuple[int, int]:
        """Return the rounds that the repair affects: those with the different place."""
        return 1, self.last

    @property
    def people(self) -> tuple[Number, ...]:
        """Return the participant who had a different place."""
        return (self.number,)

    def extend_to(self, number: int) -> OtherNumber | None:
        """Return the repair extended to a later round, or None if it cannot hold for so long."""
        return replace(self, last=number) if number <= LAST_ROUND_WITH_OTHER_NUMBER else None

    def apply(self, situation: Situation) -> Situation | None:
        """Return the round's ``Situation`` with the participant at the different place in the
        list.
        """
        listed = situation.order or tuple(c.number for c in situation.before.competitors)
        order = [number for number in listed if number != self.number]
        order.insert(order.index(self.behind) + 1 if self.behind else 0, self.number)
        return replace(situation, order=tuple(order))

    def write_into(self, event: Tournament) -> Tournament:
        """Return the event with its first rounds marked as paired with other numbers."""
        rounds = tuple(
            replace(played, numbers_in_force=False) if played.number <= self.last else played
            for played in event.rounds
        )
        return replace(event, rounds=rounds)


@dataclass(frozen=True, slots=True)
class SeatTaken(Repair):
    """The assumption that a participant took the seat of another one after the round was paired."""

    kind: ClassVar[str] = "seat"
    newcomer: Number
    gone: Number
    round: int

    @property
    def span(self) -> tuple[int, int]:
        """Return the rounds that the repair affects: only the round in which the seat was taken."""
        return self.round, self.round

    @property
    def people(self) -> tuple[Number, ...]:
        """Return the new and the former participant of the seat."""
        return self.newcomer, self.gone

    def apply(self, situation: Situation) -> Situation | None:
        """Return the round's ``Situation`` as it was before the seat was taken."""
        return give_seat(situation, self.newcomer, self.gone)


@dataclass(frozen=True, slots=True)
class WithdrawnAfterPairing(Repair):
    """The assumption that two participants were paired with each other but did not play."""

    kind: ClassVar[str] = "withdrawal"
    a: Number
    b: Number
    round: int

    @property
    def span(self) -> tuple[int, int]:
        """Return the rounds that the repair affects: only the round in which the pair met."""
        return self.round, self.round

    @property
    def people(self) -> tuple[Number, ...]:
        """Return the two participants of the pair."""
        return self.a, self.b

    def apply(self, situation: Situation) -> Situation | None:
        """Return the round's ``Situation`` with the unplayed pair added."""
        return add_pair(situation, self.a, self.b)


@dataclass(frozen=True, slots=True)
class EarlierResult(Repair):
    """The assumption that rounds were paired with a different result of an earlier game.

    The file has the result as it was corrected later.
    """

    kind: ClassVar[str] = "result"
    white: Number
    black: Number
    played: int
    """The round in which the two met."""
    points: tuple[Tenths, Tenths]
    """The points of White and Black as the rounds were paired with them."""
    round: int
    """The last round that was paired with this result. All rounds since the game were, too."""
    recorded: tuple[Tenths, Tenths] | None = None
    """The points of White and Black in the file."""

    @property
    def span(self) -> tuple[int, int]:
        """Return the rounds that the repair affects: those paired with the different result."""
        return self.played + 1, self.round

    @property
    def people(self) -> tuple[Number, ...]:
        """Return the two participants of the earlier game."""
        return self.white, self.black

    def extend_to(self, number: int) -> EarlierResult | None:
        """Return the repair extended to a later round."""
        return replace(self, round=number)

    def apply(self, situation: Situation) -> Situation | None:
        """Return the round's ``Situation`` with the different result."""
        return replace(situation, before=self._change(situation.before, self._with_points))

    def write_into(self, event: Tournament) -> Tournament:
        """Return the event with the different result recorded as the one used for the pairing."""
        return self._change(event, self._with_points_for_pairing)

    def _with_points(self, meeting: Meeting) -> Meeting:
        return replace(
            meeting,
            white_points=self.points[0],
            black_points=self.points[1],
            manner=Manner.PLAYED if meeting.manner is Manner.DEFAULT else meeting.manner,
            games=(),
        )

    def _with_points_for_pairing(self, meeting: Meeting) -> Meeting:
        return replace(
            meeting,
            paired_as=self.points,
            paired_manner=Manner.PLAYED,
            known_from=self.round + 1,
        )

    def _change(self, event: Tournament, change: Callable[[Meeting], Meeting]) -> Tournament:
        rounds = tuple(
            replace(
                one,
                meetings=tuple(
                    change(m) if (m.white, m.black) == (self.white, self.black) else m
                    for m in one.meetings
                ),
            )
            if one.number == self.played
            else one
            for one in event.rounds
        )
        return replace(event, rounds=rounds)


@dataclass(frozen=True, slots=True)
class BoardOrder(Repair):
    """The assumption that an earlier match is recorded with the wrong colours."""

    kind: ClassVar[str] = "board order"
    white: Number
    black: Number
    played: int
    round: int

    @property
    def span(self) -> tuple[int, int]:
        """Return the rounds that the repair affects: that of the match and all later ones."""
        return self.played, 10_000

    @property
    def people(self) -> tuple[Number, ...]:
        """Return the two teams of the match."""
        return self.white, self.black

    def apply(self, situation: Situation) -> Situation | None:
        """Return the round's ``Situation`` with the colours of the match exchanged.

        In the round of the match itself, its colours are not compared: the file may have those of
        the pairing or those that were played.
        """
        if situation.before.round_to_pair == self.played:
            return ignore_colours(situation, self.white, self.black)
        return replace(situation, before=self.write_into(situation.before))

    def write_into(self, event: Tournament) -> Tournament:
        """Return the event with the colours of the match exchanged."""
        rounds = tuple(
            replace(one, meetings=tuple(self._turn(one.meetings)))
            if one.number == self.played
            else one
            for one in event.rounds
        )
        return replace(event, rounds=rounds)

    def _turn(self, meetings: Iterable[Meeting]) -> Iterable[Meeting]:
        for m in meetings:
            if (m.white, m.black) == (self.white, self.black):
                yield replace(
                    m,
                    white=m.black,
                    black=m.white,
                    white_points=m.black_points,
                    black_points=m.white_points,
                    games=(),
                )
            else:
                yield m


@dataclass(frozen=True, slots=True)
class KeptApart(Repair):
    """The assumption that two participants were kept apart in some rounds."""

    kind: ClassVar[str] = "kept apart"
    a: Number
    b: Number
    first: int
    last: int
    """The first and the last round in which this explains the pairs."""
    relation: str = ""
    """What the two share in the file: "family", "club", "federation" or an empty string."""

    @property
    def span(self) -> tuple[int, int]:
        """Return the first and the last round in which the two participants are kept apart."""
        return self.first, self.last

    @property
    def rank(self) -> int:
        """Return a rank by the relation of the two participants in the file, with family first."""
        return ("family", "club", "federation", "").index(self.relation)

    @property
    def people(self) -> tuple[Number, ...]:
        """Return the two participants who are kept apart."""
        return self.a, self.b

    def apply(self, situation: Situation) -> Situation | None:
        """Return the round's ``Situation`` with the pair forbidden."""
        return replace(situation, before=self.write_into(situation.before))

    def write_into(self, event: Tournament) -> Tournament:
        """Return the event with the pair forbidden."""
        pair = ForbiddenPair(self.a, self.b, self.first, self.last)
        return replace(event, forbidden=(*event.forbidden, pair))


@dataclass(frozen=True, slots=True)
class MadeByHand(Repair):
    """The assumption that a pair was made by hand, so that only the rest of the round is
    compared.
    """

    kind: ClassVar[str] = "made by hand"
    sets_aside: ClassVar[bool] = True
    a: Number
    b: Number
    round: int

    @property
    def span(self) -> tuple[int, int]:
        """Return the rounds that the repair affects: only the round in which the pair met."""
        return self.round, self.round

    @property
    def people(self) -> tuple[Number, ...]:
        """Return the two participants of the pair."""
        return self.a, self.b

    def apply(self, situation: Situation) -> Situation | None:
        """Return the round's ``Situation`` without the pair made by hand."""
        return set_pair_aside(situation, self.a, self.b)


@dataclass(frozen=True, slots=True)
class ColoursExchanged(Repair):
    """The assumption that the two participants of a pair exchanged colours."""

    kind: ClassVar[str] = "colours exchanged"
    sets_aside: ClassVar[bool] = True
    a: Number
    b: Number
    round: int

    @property
    def span(self) -> tuple[int, int]:
        """Return the rounds that the repair affects: only the round in which the pair met."""
        return self.round, self.round

    @property
    def people(self) -> tuple[Number, ...]:
        """Return the two participants of the pair."""
        return self.a, self.b

    def apply(self, situation: Situation) -> Situation | None:
        """Return the round's ``Situation`` in which the colours of the pair are not compared."""
        return ignore_colours(situation, self.a, self.b)


REPAIRS: tuple[type[Repair], ...] = (
    OtherEdition,
    OtherCode,
    OtherFirstColour,
    PairsAddedLater,
    OtherNumber,
    SeatTaken,
    WithdrawnAfterPairing,
    EarlierResult,
    BoardOrder,
    KeptApart,
    MadeByHand,
    ColoursExchanged,
)
"""All kinds of repairs, in the order in which they are tried."""


def apply_all(situation: Situation, repairs: Iterable[Repair]) -> Situation | None:
    """Return the round's ``Situation`` after several repairs, or None if one of them does not
    fit.
    """
    changed: Situation | None = situation
    for repair in repairs:
        if changed is None:
            return None
        changed = repair.apply(changed)
    return changed


def is_pairing_bye(outcome: Away | None) -> bool:
    """Return whether an absence is the pairing-allocated bye."""
    return isinstance(outcome, PairingBye)
