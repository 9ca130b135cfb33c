"""The Berger table, and the schedule of an event based on it.

In round 1 the first number meets the last, the second meets the last but one, and so on. From one
round to the next, every number except the last moves on by half the size of the table. The two
numbers of each game therefore have the same sum throughout a round, and one more in the next round.
An event plays the table once or twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass

if TYPE_CHECKING:
    from topboard.model import Number


@dataclass(frozen=True, slots=True)
class BergerRound:
    """One round of the Berger table: the games, White first, and the number that has a bye."""

    games: tuple[tuple[int, int], ...]
    free: int | None = None


def berger_table_size(competitors: int) -> int:
    """Return the size of the Berger table: the number of participants, rounded up to even."""
    return competitors + competitors % 2


def berger_round_count(competitors: int) -> int:
    """Return the number of rounds in which each participant meets all others once."""
    return max(berger_table_size(competitors) - 1, 0)


def berger_round(competitors: int, number: int) -> BergerRound:
    """Return one round of the Berger table for a number of participants."""
    size = berger_table_size(competitors)
    step = (number - 1) * (size // 2)
    first = _rotate_number_in_table(1, step, size)
    with_last = (first, size) if number % 2 else (size, first)
    others = (
        (_rotate_number_in_table(i, step, size), _rotate_number_in_table(size + 1 - i, step, size))
        for i in range(2, size // 2 + 1)
    )
    if size == competitors:
        return BergerRound((with_last, *others))
    return BergerRound(tuple(others), free=first)


def _rotate_number_in_table(number: int, step: int, size: int) -> int:
    return (number - 1 + step) % (size - 1) + 1


def berger_table(competitors: int) -> tuple[BergerRound, ...]:
    """Return every round of the Berger table for a number of participants, in order."""
    return tuple(
        berger_round(competitors, r) for r in range(1, berger_round_count(competitors) + 1)
    )


@dataclass(frozen=True, slots=True)
class Schedule:
    """The participants in order of table number, and whether the table is played once or twice."""

    seats: tuple[Number, ...]
    """The participants in table order. The first one has number 1."""
    double: bool = False
    swapped: bool = False
    """Whether the last two rounds of the first cycle are swapped."""

    @property
    def participant_count(self) -> int:
        """The number of participants, not counting the unused last number of an odd field."""
        return len(self.seats)

    @property
    def rounds_per_cycle(self) -> int:
        """The number of rounds in which each participant meets all others once."""
        return berger_round_count(self.participant_count)

    @property
    def round_count(self) -> int:
        """The total number of rounds in the event."""
        return self.rounds_per_cycle * (2 if self.double else 1)

    @property
    def games_per_participant(self) -> int:
        """The number of games that each participant is scheduled to play."""
        return max(self.participant_count - 1, 0) * (2 if self.double else 1)


def berger_round_of_event(schedule: Schedule, round_number: int) -> BergerRound:
    """Return the games of a round of the event, in table numbers.

    In a double round robin, the second cycle repeats the first with colours reversed.
    """
    by_table = berger_round(schedule.participant_count, berger_round_number(schedule, round_number))
    if round_number <= schedule.rounds_per_cycle:
        return by_table
    reversed_ = tuple((black, white) for white, black in by_table.games)
    return BergerRound(reversed_, by_table.free)


def berger_round_number(schedule: Schedule, round_number: int) -> int:
    """Return the round of the Berger table that is played in a round of the event."""
    cycle = schedule.rounds_per_cycle
    number = (round_number - 1) % cycle + 1
    if schedule.swapped and cycle > 1 and cycle - 1 <= round_number <= cycle:
        return 2 * cycle - 1 - number
    return number


def list_pairs_of_round(schedule: Schedule, round_number: int) -> tuple[tuple[Number, Number], ...]:
    """Return the pairs of participants in a round, each with White first."""
    seats = schedule.seats
    games = berger_round_of_event(schedule, round_number).games
    return tuple((seats[white - 1], seats[black - 1]) for white, black in games)


def find_opponents_in_round(schedule: Schedule, round_number: int) -> dict[Number, Number]:
    """Return the scheduled opponent of each participant in a round, keyed by participant."""
    pairs = list_pairs_of_round(schedule, round_number)
    return {a: b for white, black in pairs for a, b in ((white, black), (black, white))}


def find_rounds_of_meeting(schedule: Schedule, a: Number, b: Number) -> tuple[int, ...]:
    """Return the numbers of the rounds in which the schedule pairs two participants."""
    return tuple(
        number
        for number in range(1, schedule.round_count + 1)
        if any({a, b} == {*pair} for pair in list_pairs_of_round(schedule, number))
    )
