"""The participants in a JSON file, and checks of the numbers that refer to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from topboard._frozen import dataclass, field
from topboard.formats.problems import (
    HIGHEST_NUMBER,
    MOST_COMPETITORS,
    plural,
    singular,
    too_few,
)
from topboard.messages import say
from topboard.model import Number, Player, Team

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from topboard.formats.json.cursor import Cursor
    from topboard.model import Tenths


Entrant = TypeVar("Entrant", Player, Team)


@dataclass(frozen=True, slots=True)
class Entrants:
    """The participants that rounds may refer to, and the maximum points of a match."""

    word: str
    numbers: frozenset[Number]
    team_of: Mapping[Number, Number]
    """The team number of every player in a roster."""
    boards: int
    most_points: Tenths
    full: bool
    """Whether the format is the event JSON, which holds all fields."""
    persons: dict[Number, str] = field(default_factory=dict)
    """The names of the players in the rosters read so far, keyed by number."""

    def number(self, cursor: Cursor) -> Number | None:
        """Return a participant's number. If it is unknown, note a problem and return None."""
        number = cursor.integer(1, HIGHEST_NUMBER)
        if number is None or number in self.numbers:
            return None if number is None else Number(number)
        cursor.problem(
            say("unknown number: no {word} has it", word=singular(self.word)),
            say("add the {word} or correct it", word=singular(self.word)),
        )
        return None

    def pair(self, cursor: Cursor) -> tuple[Number, Number] | None:
        """Return the numbers of two different participants, or None if there is no such pair."""
        couple = cursor.couple()
        if couple is None:
            return None
        first, second = self.number(couple[0]), self.number(couple[1])
        if first is None or second is None:
            return None
        if first == second:
            cursor.problem(
                say("{word} {first} against itself", word=singular(self.word), first=first),
                quoted=f"[{first}, {second}]",
            )
            return None
        return first, second


def entrants(
    cursor: Cursor, word: str, reader: Callable[[Cursor], Entrant | None]
) -> tuple[Entrant, ...]:
    """Return the participants in a list. Note a problem for fewer than two or a repeated number."""
    places = cursor.items(most=MOST_COMPETITORS, of=plural(word))
    if len(places) < 2 and (isinstance(cursor.value, list) or not cursor.is_given):
        what, remedy = too_few(len(places), word)
        cursor.problem(what, remedy, "")
    found: dict[Number, Entrant] = {}
    for place in places:
        entrant = reader(place)
        if entrant is None:
            continue
        if entrant.number in found:
            note_repeated(place.field("number"), found[entrant.number].name)
        found.setdefault(entrant.number, entrant)
    return tuple(found.values())


def note_repeated(cursor: Cursor, first: str) -> None:
    """Note that the number at the cursor already belongs to the participant called ``first``."""
    cursor.problem(
        say("repeated number: {first!r} has it already", first=first),
        say("give each its own number"),
    )


def pairing_number(cursor: Cursor) -> Number | None:
    """Return a number in the valid range, or None. It need not belong to a participant."""
    number = cursor.integer(1, HIGHEST_NUMBER)
    return None if number is None else Number(number)


def several(cursor: Cursor, known: Entrants) -> tuple[Number, ...]:
    """Return the numbers in a list of participants. A repeated number is noted as a problem."""
    found: dict[Number, None] = {}
    for place in cursor.items(most=MOST_COMPETITORS, of="numbers"):
        number = known.number(place)
        if number is None:
            continue
        if number in found:
            place.problem(
                say("{word} {number} is there twice", word=singular(known.word), number=number),
                say("keep it once"),
            )
        found[number] = None
    return tuple(found)
