"""The repairs that may explain a round, with one class for each kind.

A repair changes what a round is paired from, and never the published pairs themselves. Three kinds
set a pair of the round aside, so that only the rest of the round is compared.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

from topboard._frozen import dataclass, replace
from topboard.diagnosis.situations import (
    Situation,
    add_pair,
    give_seat,
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


class Repair(ABC):
    """A change to the input of a round that may explain its published pairs."""

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
        """Return how plausible the repair is among those of its kind, with 0 first."""
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
        """Return the repaired situation, or None if the repair does not fit this round."""

    def write_into(self, event: Tournament) -> Tournament:
        """Return the event with the repair, as far as a file can hold it."""
        return event

    def covers(self, number: int) -> bool:
        """Return whether the repair may change the pairing of a round."""
        first, last = self.span
        return first <= number <= last


@dataclass(frozen=True, slots=True)
class OtherEdition(Repair):
    """The round follows another edition of the rules."""

    kind: ClassVar[str] = "edition"
    system: str

    def apply(self, situation: Situation) -> Situation | None:
        """Return the situation with the other edition."""
        return replace(situation, system=system_named(self.system))

    def write_into(self, event: Tournament) -> Tournament:
        """Return the event with the other edition as its system."""
        return replace(event, system=self.system)


@dataclass(frozen=True, slots=True)
class OtherCode(Repair):
    """A bye or an absence that is recorded with the wrong code, in one or more rounds."""

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
        """Return the rounds that depend on the code: its own and all later ones."""
        return min(self.rounds), 10_000

    @property
    def rank(self) -> int:
        """Return 0 for the pairing-allocated bye, which the round itself must give as well."""
        return 0 if is_bye(self.recorded) or is_bye(self.instead) else 1

    @property
    def traced(self) -> bool:
        """Return whether the file itself contradicts the code."""
        return bool(self.trace)

    @property
    def people(self) -> tuple[Number, ...]:
        """Return the participant with the code."""
        return (self.number,)

    def apply(self, situation: Situation) -> Situation | None:
        """Return the situation with the other code, in earlier rounds and in this one."""
        changed = replace(situation, before=self._recode_rounds(situation.before))
        if situation.before.round_to_pair in self.rounds:
            changed = set_away(changed, self.number, self.instead)
        return changed

    def write_into(self, event: Tournament) -> Tournament:
        """Return the event with the other code."""
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
    """The colour drawn for the first participant in round 1 is the other one."""

    kind: ClassVar[str] = "first colour"
    colour: Colour

    def apply(self, situation: Situation) -> Situation | None:
        """Return the situation with the other first colour."""
        return replace(situation, before=replace(situation.before, lot=self.colour))

    def write_into(self, event: Tournament) -> Tournament:
        """Return the event with the other first colour."""
        return replace(event, lot=self.colour)


@dataclass(frozen=True, slots=True)
class PairsAddedLater(Repair):
    """Pairs of round 1 that do not follow from the drawing: they came late or were made by hand."""

    kind: ClassVar[str] = "round 1"
    sets_aside: ClassVar[bool] = True
    pairs: tuple[tuple[Number, Number], ...]
    bye: Number | None = None
    """The participant who came late as well and got the bye, or None."""

    @property
    def span(self) -> tuple[int, int]:
        """Return round 1."""
        return 1, 1

    @property
    def rank(self) -> int:
        """Return the number of pairs set aside, because fewer explain more."""
        return len(self.pairs) + (self.bye is not None)

    @property
    def people(self) -> tuple[Number, ...]:
        """Return the participants of the pairs."""
        late = () if self.bye is None else (self.bye,)
        return (*(n for pair in self.pairs for n in pair), *late)

    def apply(self, situation: Situation) -> Situation | None:
        """Return the situation without these pairs."""
        for a, b in self.pairs:
            situation = set_pair_aside(situation, a, b)
        if self.bye is not None:
            situation = set_away(situation, self.bye, ZeroPointBye())
        return situation


@dataclass(frozen=True, slots=True)
class OtherNumber(Repair):
    """A participant who had a different place in the list in rounds 1 to ``last``."""

    kind: ClassVar[str] = "number"
    number: Number
    behind: Number
    """The participant who came right before, or 0 if the participant was first."""
    last: int
    places: tuple[Number, ...] = ()
    """All participants behind whom the same rounds come out, in the order of the list."""

    @property
    def span(self) -> tuple[int, int]:
        """Return the rounds with the other number."""
        return 1, self.last

    @property
    def people(self) -> tuple[Number, ...]:
        """Return the participant with the other number."""
        return (self.number,)

    def apply(self, situation: Situation) -> Situation | None:
        """Return the situation with the participant at the other place of the list."""
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
    """A participant who took the seat of another one after the round was paired."""

    kind: ClassVar[str] = "seat"
    newcomer: Number
    gone: Number
    round: int

    @property
    def span(self) -> tuple[int, int]:
        """Return the round."""
        return self.round, self.round

    @property
    def people(self) -> tuple[Number, ...]:
        """Return the two participants."""
        return self.newcomer, self.gone

    def apply(self, situation: Situation) -> Situation | None:
        """Return the situation as it was before the seat changed hands."""
        return give_seat(situation, self.newcomer, self.gone)


@dataclass(frozen=True, slots=True)
class WithdrawnAfterPairing(Repair):
    """Two participants who were paired with each other, but did not play."""

    kind: ClassVar[str] = "withdrawal"
    a: Number
    b: Number
    round: int

    @property
    def span(self) -> tuple[int, int]:
        """Return the round."""
        return self.round, self.round

    @property
    def people(self) -> tuple[Number, ...]:
        """Return the two participants."""
        return self.a, self.b

    def apply(self, situation: Situation) -> Situation | None:
        """Return the situation with the pair that was not played."""
        return add_pair(situation, self.a, self.b)


@dataclass(frozen=True, slots=True)
class EarlierResult(Repair):
    """A result that was different when the round was paired."""

    kind: ClassVar[str] = "result"
    white: Number
    black: Number
    played: int
    """The round in which the two met."""
    points: tuple[Tenths, Tenths]
    """The points of White and Black as the round was paired with them."""
    round: int
    """The round that was paired with this result."""
    recorded: tuple[Tenths, Tenths] | None = None
    """The points of White and Black in the file."""

    @property
    def span(self) -> tuple[int, int]:
        """Return the round."""
        return self.round, self.round

    @property
    def people(self) -> tuple[Number, ...]:
        """Return the two participants."""
        return self.white, self.black

    def apply(self, situation: Situation) -> Situation | None:
        """Return the situation with the earlier result."""
        return replace(situation, before=self._change(situation.before, self._with_points))

    def write_into(self, event: Tournament) -> Tournament:
        """Return the event with the earlier result as the one that the round was paired with."""
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
    """An earlier match that is recorded with the colours of its boards exchanged."""

    kind: ClassVar[str] = "board order"
    white: Number
    black: Number
    played: int
    round: int

    @property
    def span(self) -> tuple[int, int]:
        """Return the rounds after the match."""
        return self.played + 1, 10_000

    @property
    def people(self) -> tuple[Number, ...]:
        """Return the two teams."""
        return self.white, self.black

    def apply(self, situation: Situation) -> Situation | None:
        """Return the situation with the colours of the match exchanged."""
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
    """Two participants who were not to be paired with each other."""

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
        """Return the rounds in which the two were kept apart."""
        return self.first, self.last

    @property
    def rank(self) -> int:
        """Return how close the two are by the file, family first."""
        return ("family", "club", "federation", "").index(self.relation)

    @property
    def people(self) -> tuple[Number, ...]:
        """Return the two participants."""
        return self.a, self.b

    def apply(self, situation: Situation) -> Situation | None:
        """Return the situation in which the two may not be paired."""
        return replace(situation, before=self.write_into(situation.before))

    def write_into(self, event: Tournament) -> Tournament:
        """Return the event with the forbidden pair."""
        pair = ForbiddenPair(self.a, self.b, self.first, self.last)
        return replace(event, forbidden=(*event.forbidden, pair))


@dataclass(frozen=True, slots=True)
class MadeByHand(Repair):
    """A pair that was made by hand, so that only the rest of the round follows from the rules."""

    kind: ClassVar[str] = "made by hand"
    sets_aside: ClassVar[bool] = True
    a: Number
    b: Number
    round: int

    @property
    def span(self) -> tuple[int, int]:
        """Return the round."""
        return self.round, self.round

    @property
    def people(self) -> tuple[Number, ...]:
        """Return the two participants."""
        return self.a, self.b

    def apply(self, situation: Situation) -> Situation | None:
        """Return the situation without this pair."""
        return set_pair_aside(situation, self.a, self.b)


@dataclass(frozen=True, slots=True)
class ColoursExchanged(Repair):
    """A pair of the round whose two participants exchanged colours."""

    kind: ClassVar[str] = "colours exchanged"
    sets_aside: ClassVar[bool] = True
    a: Number
    b: Number
    round: int

    @property
    def span(self) -> tuple[int, int]:
        """Return the round."""
        return self.round, self.round

    @property
    def people(self) -> tuple[Number, ...]:
        """Return the two participants."""
        return self.a, self.b

    def apply(self, situation: Situation) -> Situation | None:
        """Return the situation in which the colours of this pair are not compared."""
        meetings = tuple(
            replace(m, colour_known=False) if {m.white, m.black} == {self.a, self.b} else m
            for m in situation.published_round.meetings
        )
        return situation.with_published(replace(situation.published_round, meetings=meetings))


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
    """Return the situation with several repairs, or None if one of them does not fit."""
    changed: Situation | None = situation
    for repair in repairs:
        if changed is None:
            return None
        changed = repair.apply(changed)
    return changed


def is_bye(outcome: Away | None) -> bool:
    """Return whether an absence is the pairing-allocated bye."""
    return isinstance(outcome, PairingBye)
