"""Who takes part, in JSON: pairing numbers, each known and each there once."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from topboard.formats.problems import HIGHEST_NUMBER, MOST_COMPETITORS, MOST_ROUNDS
from topboard.model import Colour, Number, Player, Team
from topboard.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from topboard.formats.json_cursor import Cursor
    from topboard.model import Tenths

COLOURS = {"white": Colour.WHITE, "black": Colour.BLACK}

Entrant = TypeVar("Entrant", Player, Team)


@dataclass(frozen=True, slots=True)
class Entrants:
    """Who may be named in the rounds, and how many points a meeting can bring at most."""

    word: str
    numbers: frozenset[Number]
    team_of: Mapping[Number, Number]
    """The team of every person in a roster."""
    boards: int
    most_points: Tenths
    full: bool
    """Whether the format is the one that carries everything."""

    def known(self, cursor: Cursor) -> Number | None:
        """The number of an entrant."""
        number = cursor.integer(1, HIGHEST_NUMBER)
        if number is None or number in self.numbers:
            return None if number is None else Number(number)
        cursor.problem(
            f"unknown number: no {self.word} has it", f"add the {self.word} or correct it"
        )
        return None

    def pair(self, cursor: Cursor) -> tuple[Number, Number] | None:
        """Two different entrants."""
        couple = cursor.couple()
        if couple is None:
            return None
        first, second = self.known(couple[0]), self.known(couple[1])
        if first is None or second is None:
            return None
        if first == second:
            cursor.problem(f"{self.word} {first} against itself", quoted=f"[{first}, {second}]")
            return None
        return first, second


class Seats:
    """Who already has a place in the round being read."""

    def __init__(self, word: str, of: str, *, with_persons: bool = True) -> None:
        self.word = word
        self.of = of
        self.places: dict[Number, str] = {}
        self.persons = Seats("player", of, with_persons=False) if with_persons else self

    def take(self, cursor: Cursor, number: Number, place: str) -> None:
        """Give the entrant its place; note it if it has one already."""
        before = self.places.get(number)
        if before is None:
            self.places[number] = place
        else:
            cursor.problem(
                f"{place} for {self.word} {number}, which has {before} already in {self.of}",
                "keep one of the two",
                str(number),
            )


def entrants(
    cursor: Cursor, word: str, reader: Callable[[Cursor], Entrant | None]
) -> tuple[Entrant, ...]:
    """The list of competitors: at least two, no number twice."""
    places = cursor.items(most=MOST_COMPETITORS, of=f"{word}s")
    if len(places) < 2 and (isinstance(cursor.value, list) or not cursor.is_given):
        few = "no" if not places else "only one"
        cursor.problem(f"there is {few} {word}", f"give at least two {word}s", "")
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
    """Note that somebody named before has this number."""
    cursor.problem(f"repeated number: {first!r} has it already", "give each its own number")


def pairing_number(cursor: Cursor) -> Number | None:
    """A number that may or may not be known."""
    number = cursor.integer(1, HIGHEST_NUMBER)
    return None if number is None else Number(number)


def planned_rounds(cursor: Cursor) -> int:
    """The rounds of the event; 0 where it is not said."""
    return (cursor.size(0, MOST_ROUNDS, "rounds") or 0) if cursor.is_given else 0


def several(cursor: Cursor, known: Entrants) -> tuple[Number, ...]:
    """A list of different entrants."""
    found: dict[Number, None] = {}
    for place in cursor.items(most=MOST_COMPETITORS, of="numbers"):
        number = known.known(place)
        if number is None:
            continue
        if number in found:
            place.problem(f"{known.word} {number} is there twice", "keep it once")
        found[number] = None
    return tuple(found)


def drawn_colour(cursor: Cursor) -> Colour | None:
    """The colour drawn by lot for board 1 of competitor number 1."""
    if not cursor.is_given:
        return None
    found: Colour | None = cursor.choice(COLOURS)
    return found


def with_imaginary_points(cursor: Cursor, known: Entrants) -> frozenset[Number] | None:
    """Who is accelerated, where a person settled it."""
    return frozenset(several(cursor, known)) if cursor.is_given else None
