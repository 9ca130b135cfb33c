"""The International table of rounds (Berger order), and the schedule of an event based on it.

In round 1 the first number meets the last, the second the last but one, and so on. From one round
to the next every number except the last moves on by half the table. The sum of two numbers that
meet is therefore the same throughout a round, and one more in the next. An event plays the table
once or twice, with participants in place of its numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass

if TYPE_CHECKING:
    from topboard.model import Number


@dataclass(frozen=True, slots=True)
class BergerRound:
    """One round of the table: the games, White first, and the number that is free."""

    games: tuple[tuple[int, int], ...]
    free: int | None = None


def berger_table_size(competitors: int) -> int:
    """Return the number of participants, rounded up to an even number."""
    return competitors + competitors % 2


def berger_round_count(competitors: int) -> int:
    """Return the number of rounds in which each participant meets all others once."""
    return max(berger_table_size(competitors) - 1, 0)


def berger_round(competitors: int, number: int) -> BergerRound:
    """Return a round of the table for a number of participants."""
    size = berger_table_size(competitors)
    step = (number - 1) * (size // 2)
    first = _rotate(1, step, size)
    with_last = (first, size) if number % 2 else (size, first)
    others = (
        (_rotate(i, step, size), _rotate(size + 1 - i, step, size)) for i in range(2, size // 2 + 1)
    )
    if size == competitors:
        return BergerRound((with_last, *others))
    return BergerRound(tuple(others), free=first)


def _rotate(number: int, step: int, size: int) -> int:
    """Return the number ``step`` positions further on the ring of all numbers except the last."""
    return (number - 1 + step) % (size - 1) + 1


def berger_table(competitors: int) -> tuple[BergerRound, ...]:
    """Return every round of the Berger table for a number of participants, in order."""
    return tuple(
        berger_round(competitors, r) for r in range(1, berger_round_count(competitors) + 1)
    )


@dataclass(frozen=True, slots=True)
class Schedule:
    """The participants assigned to the numbers of the table, and how many times it is played."""

    seats: tuple[Number, ...]
    """The participants with number 1, number 2, and so on."""
    double: bool = False
    swapped: bool = False
    """Whether the last two rounds of the first cycle are swapped."""

    @property
    def participant_count(self) -> int:
        """The number of participants, not counting the free number of an odd field."""
        return len(self.seats)

    @property
    def rounds_per_cycle(self) -> int:
        """The number of rounds in which each participant meets all others once."""
        return berger_round_count(self.participant_count)

    @property
    def round_count(self) -> int:
        """The number of rounds of the event."""
        return self.rounds_per_cycle * (2 if self.double else 1)

    @property
    def games_per_participant(self) -> int:
        """The number of games that each participant is scheduled to play."""
        return max(self.participant_count - 1, 0) * (2 if self.double else 1)


def berger_round_of_event(schedule: Schedule, round_number: int) -> BergerRound:
    """Return a round of the event in terms of the table's numbers.

    In a double round robin the second cycle repeats the first with colours reversed.
    """
    by_table = berger_round(schedule.participant_count, berger_round_number(schedule, round_number))
    if round_number <= schedule.rounds_per_cycle:
        return by_table
    reversed_ = tuple((black, white) for white, black in by_table.games)
    return BergerRound(reversed_, by_table.free)


def berger_round_number(schedule: Schedule, round_number: int) -> int:
    """Return the round of the table that is played in a round of the event."""
    cycle = schedule.rounds_per_cycle
    number = (round_number - 1) % cycle + 1
    if schedule.swapped and cycle > 1 and cycle - 1 <= round_number <= cycle:
        return 2 * cycle - 1 - number
    return number


def pairs_of_round(schedule: Schedule, round_number: int) -> tuple[tuple[Number, Number], ...]:
    """Return the pairs of a round, each with White first."""
    seats = schedule.seats
    games = berger_round_of_event(schedule, round_number).games
    return tuple((seats[white - 1], seats[black - 1]) for white, black in games)


def opponents_in_round(schedule: Schedule, round_number: int) -> dict[Number, Number]:
    """Return the opponent of each participant in a round."""
    pairs = pairs_of_round(schedule, round_number)
    return {a: b for white, black in pairs for a, b in ((white, black), (black, white))}


def rounds_of_meeting(schedule: Schedule, a: Number, b: Number) -> tuple[int, ...]:
    """Return the rounds in which the table pairs two participants."""
    return tuple(
        number
        for number in range(1, schedule.round_count + 1)
        if any({a, b} == {*pair} for pair in pairs_of_round(schedule, number))
    )
