"""Conversion of the model's records to and from both JSON formats.

The types of a record's fields determine how it is read and written. Tables in this module add what
the types cannot express: the keys in files, limits, units, and which numbers refer to participants.
A field that has its default value is omitted.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any

from topboard.formats.json.entrants import (
    note_repeated_number,
    read_number_in_tpn_range,
    read_participant_numbers,
)
from topboard.formats.json.text import to_exact_decimal_or_none
from topboard.formats.problems import (
    HIGHEST_RATING,
    LARGEST_ROSTER,
    LAST_ROUND,
    LOWEST_POINTS,
    MOST_COMPETITORS,
    MOST_RATINGS,
    MOST_ROUNDS,
    PERIOD,
    TOO_MANY_MEMBERS,
    TOO_MANY_ROUNDS,
    is_month_or_day,
)
from topboard.messages import say
from topboard.model import (
    ForbiddenPair,
    FullPointBye,
    Game,
    HalfPointBye,
    Lot,
    Manner,
    Meeting,
    MemberBye,
    NotYetEntered,
    Number,
    PairingBye,
    Player,
    Rating,
    RatingChoice,
    Request,
    Scale,
    Team,
    VirtualPoints,
    Withdrawn,
    ZeroPointBye,
)
from topboard.model.scoring import WITHOUT_PLAY
from topboard.serialize.codec import MISSING, Codec, is_record_union, record_fields
from topboard.systems.common.ratings import (
    PICKS,
    find_repeated_rating,
    format_rating_choice,
    is_rating_list_name,
)
from topboard.text.numbers import JsonNumber, format_decimal, to_json_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from topboard.formats.json.cursor import Cursor
    from topboard.formats.json.entrants import KnownParticipants
    from topboard.model import Away, Tenths
    from topboard.serialize.codec import Read, RecordField, Write

RENAMED = {"outcome": "as"}
IN_FULL = (Scale, Request, MemberBye)
"""Record classes whose fields are written even if they have their default values, unless they are
None.
"""

HIGHEST_RANK = 99_999

OUTCOMES: dict[str, type[Away]] = {
    "pairing-bye": PairingBye,
    "half-point-bye": HalfPointBye,
    "full-point-bye": FullPointBye,
    "zero-point-bye": ZeroPointBye,
    "not-yet-entered": NotYetEntered,
    "withdrawn": Withdrawn,
}
"""The class for each word that stands for a bye or an absence in files."""

AWAY: dict[str, Away] = {word: kind() for word, kind in OUTCOMES.items()}
WORDS = {kind: word for word, kind in OUTCOMES.items()}

MATCH_DETAILS = (
    *("paired_as", "colour_known", "games", "paired_manner"),
    *("known_from", "did_not_arrive", "rated_as"),
)
"""The optional fields of a match, in file order. They follow its sides and its result."""


# --- readers of single fields ------------------------------------------------------------


def _build_integer_reader(low: int, high: int) -> Read:
    return lambda cursor, known: cursor.read_integer(low, high)


def _build_points_reader(least: int) -> Read:
    return lambda cursor, known: cursor.read_points(least=least)


def _read_participant_number(cursor: Cursor, known: KnownParticipants) -> Number | None:
    return read_number_in_tpn_range(cursor)


def _read_roster(cursor: Cursor, known: KnownParticipants) -> tuple[Player, ...]:
    read = CODEC.reader(Player)
    found = []
    for place in cursor.items(most=LARGEST_ROSTER, too_many=TOO_MANY_MEMBERS):
        member = read(place, known)
        if member is None:
            continue
        if member.number in known.persons:
            note_repeated_number(place.field("number"), known.persons[member.number])
        known.persons.setdefault(member.number, member.name)
        found.append(member)
    return tuple(found)


def _read_ranks(cursor: Cursor, known: KnownParticipants) -> tuple[tuple[Number, int], ...]:
    couples = (place.read_two_items() for place in cursor.items())
    read = (
        (read_number_in_tpn_range(c[0]), c[1].read_integer(1, HIGHEST_RANK)) for c in couples if c
    )
    return tuple((number, rank) for number, rank in read if number and rank)


def _read_ratings(cursor: Cursor, known: KnownParticipants) -> tuple[Rating, ...]:
    """Return the ratings of a player. Note a problem if two have the same list, kind and period."""
    read = CODEC.reader(Rating)
    found = [(place, read(place, known)) for place in cursor.items(most=MOST_RATINGS)]
    ratings = tuple(rating for _, rating in found if rating is not None)
    twice = find_repeated_rating(ratings)
    if twice is not None:
        place = next(place for place, rating in reversed(found) if rating == twice)
        place.add_problem(
            say("two ratings have the same list, kind and period"),
            say("Keep only one of these ratings."),
            format_rating_choice(twice),
        )
    return ratings


def _read_rating_list_name(cursor: Cursor, known: KnownParticipants) -> str | None:
    remedy = say("Name the rating list with a single word, such as FIDE.")
    if cursor.is_missing:
        cursor.note_missing_field(remedy)
        return None
    if not cursor.is_given or not is_rating_list_name(name := cursor.read_text()):
        cursor.add_problem(say("this is not a valid name for a rating list"), remedy)
        return None
    return name


def _read_period(cursor: Cursor, known: KnownParticipants) -> str | None:
    period = cursor.read_text()
    if period and not is_month_or_day(period):
        cursor.add_problem(say("invalid rating period"), PERIOD)
        return None
    return period


def _read_planned_rounds(cursor: Cursor, known: KnownParticipants) -> int | None:
    return cursor.read_count_within_limit(0, MOST_ROUNDS, TOO_MANY_ROUNDS)


def _read_points_list(cursor: Cursor, known: KnownParticipants) -> tuple[Tenths, ...]:
    """Return a list of points, converted to tenths."""
    found = (place.read_points() for place in cursor.items(most=MOST_COMPETITORS))
    return tuple(points for points in found if points is not None)


def _write_points_list(several: Iterable[Tenths]) -> list[JsonNumber]:
    """Convert points in tenths to JSON numbers, such as 15 to 1.5."""
    return [to_json_number(points) for points in several]


def read_points_of_both_sides(cursor: Cursor, most: Tenths) -> tuple[Tenths, Tenths] | None:
    """Return the points of White and Black in tenths, or None if they cannot be read.

    Note a problem if their sum exceeds ``most``.
    """
    couple = cursor.read_two_items()
    if couple is None:
        return None
    white, black = couple[0].read_points(), couple[1].read_points()
    if white is None or black is None:
        return None
    if white + black > most:
        cursor.add_problem(
            say(
                "the points of the two sides add up to {points}, but the boards allow at most"
                " {most}",
                points=format_decimal(white + black),
                most=format_decimal(most),
            ),
            say("Correct the points."),
            f"[{format_decimal(white)}, {format_decimal(black)}]",
        )
        return None
    return white, black


def _read_points_for_pairing_or_rating(
    cursor: Cursor, known: KnownParticipants
) -> tuple[Tenths, Tenths] | None:
    return read_points_of_both_sides(cursor, known.most_points)


POINTS: dict[str | tuple[type, str], Read] = {
    **dict.fromkeys(
        ("pairing_score", "match_points", "game_points"), _build_points_reader(LOWEST_POINTS)
    ),
    **dict.fromkeys(("win", "draw", "loss", *WITHOUT_PLAY, "points"), _build_points_reader(0)),
}
LISTS_OF_POINTS = ((VirtualPoints, "points"), (VirtualPoints, "game_points"), (Lot, "values"))
POINTS_OF_BOTH = ((Meeting, "paired_as"), (Meeting, "rated_as"))
MEANINGS: dict[str | tuple[type, str], Read] = {
    **POINTS,
    **dict.fromkeys(
        ("round", "first", "last", "joined", "known_from"), _build_integer_reader(1, LAST_ROUND)
    ),
    **dict.fromkeys(("rating", "unrated_as"), _build_integer_reader(0, HIGHEST_RATING)),
    **dict.fromkeys(("table", "previous_standing"), _build_integer_reader(1, MOST_COMPETITORS)),
    **dict.fromkeys(
        ((Player, "number"), (Team, "number"), (MemberBye, "number")), _read_participant_number
    ),
    (Team, "players"): _read_roster,
    **dict.fromkeys(LISTS_OF_POINTS, _read_points_list),
    **dict.fromkeys(POINTS_OF_BOTH, _read_points_for_pairing_or_rating),
    (Meeting, "known_from"): _build_integer_reader(0, LAST_ROUND),
    (Player, "ratings"): _read_ratings,
    (Rating, "value"): _build_integer_reader(1, HIGHEST_RATING),
    **dict.fromkeys(((Rating, "list"), (RatingChoice, "list")), _read_rating_list_name),
    "period": _read_period,
    "pick": lambda cursor, known: cursor.read_known_word({pick: pick for pick in PICKS}),
    "average": lambda cursor, known: cursor.read_average_rating(),
    "after_round": _build_integer_reader(0, MOST_ROUNDS),
    "places": _read_ranks,
    "members": _read_ranks,
    "planned_rounds": _read_planned_rounds,
}
"""Readers for fields whose type does not determine their limits, units or what they refer to.

Keys are field names, or pairs of a class and a field name.
"""


class _JsonFormatCodec(Codec):
    """The codec for both JSON formats, which keeps reading after a problem.

    Each of its readers takes a cursor and the participants that the file may refer to. A reader
    returns None for a value that cannot be read.
    """

    def field_key_in_file(self, name: str) -> str:
        """Return the key of a field in the file, which is usually the field's name."""
        return RENAMED.get(name, name)

    def fields_to_write(self, kind: type) -> Sequence[RecordField]:
        """Return the fields of a record that are written, in file order.

        For a match, these are only the optional fields, because its sides and result are written
        separately.
        """
        if kind is not Meeting:
            return super().fields_to_write(kind)
        return [_find_record_field(kind, name) for name in MATCH_DETAILS]

    def value_omitted_from_file(self, kind: type, part: RecordField) -> object:
        """Return the value that is omitted for a field, or ``MISSING`` if all are written."""
        return MISSING if kind in IN_FULL and part.default is not None else part.default

    def field_writer(self, kind: type, part: RecordField) -> Write:
        """Return the function that converts a field to JSON.

        Points become decimal numbers, and byes become words.
        """
        if (kind, part.name) in (*LISTS_OF_POINTS, *POINTS_OF_BOTH):
            return _write_points_list
        if part.name in POINTS:
            return to_json_number
        return (
            (lambda outcome: WORDS[type(outcome)])
            if is_record_union(part.hint)
            else self.value_to_json
        )

    def record_to_json(self, value: Any) -> Any:
        """Return a record as a JSON object.

        A pair that is forbidden in all rounds becomes a list of two numbers.
        """
        if isinstance(value, Game):
            return _result_to_json(value)
        if isinstance(value, Meeting):
            return _result_to_json(value) | super().record_to_json(value)
        if not isinstance(value, ForbiddenPair):
            return super().record_to_json(value)
        both = [value.a, value.b]
        if value == ForbiddenPair(value.a, value.b):
            return both
        return {"pair": both, "first": value.first, "last": value.last, "wish": value.wish}

    def fraction_to_json(self, value: Any) -> Any:
        """Return a fraction as a decimal if that is exact, otherwise as a string like "8251/3"."""
        exact = to_exact_decimal_or_none(value)
        return f"{value.numerator}/{value.denominator}" if exact is None else exact

    def field_reader(self, kind: type, part: RecordField) -> Read:
        """Return the reader for a field, either from ``MEANINGS`` or based on the field's type."""
        own = MEANINGS.get((kind, part.name)) or MEANINGS.get(part.name)
        return own or self.reader(part.hint)

    def read_field(self, kind: type, name: str, cursor: Cursor, known: KnownParticipants) -> Any:
        """Return the value of a record's field.

        If it is missing or cannot be read, return the default of the field.
        """
        part = _find_record_field(kind, name)
        value = self.field_reader(kind, part)(cursor, known) if cursor.is_given else None
        return part.default if value is None else value

    def optional_fields_reader(self, kind: type, names: Sequence[str]) -> Read:
        """Return a reader for the named fields of an object, all of which are optional.

        The reader returns a dictionary without the fields that are missing or cannot be read.
        """
        parts = [
            (
                name,
                self.field_key_in_file(name),
                self.field_reader(kind, _find_record_field(kind, name)),
            )
            for name in names
        ]

        def read(cursor: Any, known: KnownParticipants) -> dict[str, Any]:
            found = {}
            for name, key, read in parts:
                # Most objects have none of these fields, so cursors are created only if needed.
                if cursor.value.get(key) is not None:
                    value = read(cursor.field(key), known)
                    if value is not None:
                        found[name] = value
            return found

        return read

    def union_reader(self, kinds: Sequence[type]) -> Read:
        """Return a reader that converts words such as "half-point-bye" to byes and absences."""
        words = {word: outcome for word, outcome in AWAY.items() if type(outcome) in kinds}
        return lambda cursor, known: cursor.read_known_word(words)

    def optional_reader(self, read: Read) -> Read:
        """Return ``read`` unchanged, because readers are not called for missing or null fields."""
        return read

    def fixed_tuple_reader(self, hints: Sequence[Any]) -> Read:
        """Return a reader for a pair of participants or for any other list of two values."""
        if set(hints) == {Number}:
            return lambda cursor, known: known.read_two_known_numbers(cursor)
        first, second = (self.reader(hint) for hint in hints)

        def read(cursor: Cursor, known: KnownParticipants) -> Any:
            couple = cursor.read_two_items()
            return couple and (first(couple[0], known), second(couple[1], known))

        return read

    def sequence_reader(self, hint: Any, into: type) -> Read:
        """Return a reader for a list.

        It skips values that cannot be read and repeated participants.
        """
        if hint is Number:
            return lambda cursor, known: into(read_participant_numbers(cursor, known))
        one = self.reader(hint)

        def read(cursor: Cursor, known: KnownParticipants) -> Any:
            found = (one(place, known) for place in cursor.items())
            return tuple(value for value in found if value is not None)

        return read

    def record_reader(self, kind: Any) -> Read:
        """Return a reader for an object with all required fields and no unknown ones."""
        if kind is ForbiddenPair:
            return _read_forbidden_pair
        parts = [
            (part, self.field_key_in_file(part.name), self.field_reader(kind, part))
            for part in record_fields(kind)
        ]
        keys = tuple(key for _, key, _ in parts)
        whole = kind is Scale
        is_required = {
            p.name: p.default is MISSING or (whole and p.default is not None) for p, _, _ in parts
        }
        required = [(p.name, key, read) for p, key, read in parts if is_required[p.name]]
        optional = [(p.name, key, read) for p, key, read in parts if not is_required[p.name]]

        def read(cursor: Cursor, known: KnownParticipants) -> Any:
            if not cursor.check_is_object(keys):
                return None
            found = {name: read(cursor.field(key), known) for name, key, read in required}
            if None in found.values():
                return None
            for name, key, read in optional:
                place = cursor.field(key)
                if place.is_given and (value := read(place, known)) is not None:
                    found[name] = value
            return kind(**found)

        return read

    def scalar_reader(self, hint: Any) -> Read:
        """Return a reader for a string, Boolean, enumeration member or participant's number."""
        if hint is str:
            return lambda cursor, known: cursor.read_text()
        if hint is bool:
            return lambda cursor, known: cursor.read_boolean_or_default(False)
        if hint is Number:
            return lambda cursor, known: known.read_known_number(cursor)
        assert issubclass(hint, Enum)
        words = {meaning.value: meaning for meaning in hint}
        return lambda cursor, known: cursor.read_known_word(words)


CODEC = _JsonFormatCodec()


def _read_forbidden_pair(cursor: Cursor, known: KnownParticipants) -> ForbiddenPair | None:
    """Return a forbidden pair, or None if the value cannot be read.

    The file has either two numbers, which forbid the pair in all rounds, or an object. An object
    can limit the rounds or say that the pair should only be avoided if possible.
    """
    if not isinstance(cursor.value, dict):
        pair = known.read_two_known_numbers(cursor)
        return None if pair is None else ForbiddenPair(*pair)
    if not cursor.check_is_object(("pair", "first", "last", "wish")):
        return None
    pair = known.read_two_known_numbers(cursor.field("pair"))
    if pair is None:
        return None
    first, last = cursor.field("first"), cursor.field("last")
    return ForbiddenPair(
        *pair,
        first.read_integer_or_default(1, 1, LAST_ROUND),
        last.read_integer_or_default(LAST_ROUND, 1, LAST_ROUND),
        cursor.field("wish").read_boolean_or_default(False),
    )


def is_unplayed_manner(manner: Manner) -> bool:
    """Return whether a match or game was not played because one side or both forfeited."""
    return manner in (Manner.DEFAULT, Manner.BOTH_DEFAULTED)


def _result_to_json(meeting: Meeting | Game) -> dict[str, object]:
    found: dict[str, object] = {"white": meeting.white, "black": meeting.black}
    points = [to_json_number(meeting.white_points), to_json_number(meeting.black_points)]
    if meeting.manner is not Manner.PENDING or points != [0, 0]:
        found["points"] = points
    if is_unplayed_manner(meeting.manner):
        found["unplayed"] = True
    elif meeting.manner is not Manner.PLAYED:
        found["unfinished" if meeting.manner is Manner.UNFINISHED else "pending"] = True
    if meeting.rated is is_unplayed_manner(meeting.manner):
        found["rated"] = meeting.rated
    return found


def _find_record_field(kind: type, name: str) -> RecordField:
    return next(part for part in record_fields(kind) if part.name == name)
