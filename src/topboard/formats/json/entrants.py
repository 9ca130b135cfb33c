"""Readers of the participants in a JSON file and of the numbers that refer to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from topboard._frozen import dataclass, field
from topboard.formats.problems import (
    HIGHEST_NUMBER,
    MOST_COMPETITORS,
    paired_with_itself_message,
    too_few_participants_message,
)
from topboard.messages import counted, message, say, say_kept
from topboard.model import Number, Player, Team

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from topboard.formats.json.cursor import Cursor
    from topboard.model import Tenths


Entrant = TypeVar("Entrant", Player, Team)

UNKNOWN_NUMBER = {
    "team": message("no team has this number"),
    "player": message("no player has this number"),
}
ADD_OR_CORRECT = {
    "team": message("Add the team or correct the number."),
    "player": message("Add the player or correct the number."),
}
LISTED_TWICE = {
    "team": message("team {number} is listed twice"),
    "player": message("player {number} is listed twice"),
}
TOO_MANY = {
    "team": counted("{count:,} team is too many", "{count:,} teams are too many"),
    "player": counted("{count:,} player is too many", "{count:,} players are too many"),
}


@dataclass(frozen=True, slots=True)
class KnownParticipants:
    """The participants that a JSON file may refer to, and the maximum points for a match."""

    word: str
    numbers: frozenset[Number]
    team_of: Mapping[Number, Number]
    """The team number of each player on a roster, keyed by the player's number."""
    boards: int
    most_points: Tenths
    full: bool
    """Whether the file is event JSON, which has all fields, rather than round JSON."""
    persons: dict[Number, str] = field(default_factory=dict)
    """The names of the players on the rosters read so far, keyed by number."""

    def read_known_number(self, cursor: Cursor) -> Number | None:
        """Return the number at the cursor, or None if no participant has it.

        An unknown number is noted as a problem.
        """
        number = cursor.read_integer(1, HIGHEST_NUMBER)
        if number is None or number in self.numbers:
            return None if number is None else Number(number)
        cursor.add_problem(say_kept(UNKNOWN_NUMBER[self.word]), say_kept(ADD_OR_CORRECT[self.word]))
        return None

    def read_two_known_numbers(self, cursor: Cursor) -> tuple[Number, Number] | None:
        """Return the numbers of two different participants.

        For anything else, note a problem and return None.
        """
        couple = cursor.read_two_items()
        if couple is None:
            return None
        first, second = self.read_known_number(couple[0]), self.read_known_number(couple[1])
        if first is None or second is None:
            return None
        if first == second:
            cursor.add_problem(
                paired_with_itself_message(first, self.word), quoted=f"[{first}, {second}]"
            )
            return None
        return first, second


def read_participants(
    cursor: Cursor, word: str, reader: Callable[[Cursor], Entrant | None]
) -> tuple[Entrant, ...]:
    """Return the players or teams in a list.

    Note a problem if there are fewer than two or if a number is repeated.
    """
    places = cursor.items(most=MOST_COMPETITORS, too_many=TOO_MANY[word])
    if len(places) < 2 and (isinstance(cursor.value, list) or not cursor.is_given):
        what, remedy = too_few_participants_message(len(places), word)
        cursor.add_problem(what, remedy, "")
    found: dict[Number, Entrant] = {}
    for place in places:
        entrant = reader(place)
        if entrant is None:
            continue
        if entrant.number in found:
            note_repeated_number(place.field("number"), found[entrant.number].name)
        found.setdefault(entrant.number, entrant)
    return tuple(found.values())


def note_repeated_number(cursor: Cursor, first: str) -> None:
    """Note that the number at the cursor already belongs to the participant named ``first``."""
    cursor.add_problem(
        say("{first!r} already has this number", first=first),
        say("Give each participant a different number."),
    )


def read_number_in_tpn_range(cursor: Cursor) -> Number | None:
    """Return a participant number in the valid range, or None.

    The participant need not be known.
    """
    number = cursor.read_integer(1, HIGHEST_NUMBER)
    return None if number is None else Number(number)


def read_participant_numbers(cursor: Cursor, known: KnownParticipants) -> tuple[Number, ...]:
    """Return the numbers in a list of participants.

    Unknown and repeated numbers are noted as problems.
    """
    found: dict[Number, None] = {}
    for place in cursor.items(most=MOST_COMPETITORS):
        number = known.read_known_number(place)
        if number is None:
            continue
        if number in found:
            place.add_problem(
                say_kept(LISTED_TWICE[known.word], number=number),
                say("Remove one of the two entries."),
            )
        found[number] = None
    return tuple(found)
