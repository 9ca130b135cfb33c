"""The facts that a round is based on, in the form that a proof contains, and their digest.

A record is a list of its fields in the order given here. Trailing fields with their default value
may be left out. Facts that no rule uses (dates) are left out. Games of a match are included only if
it is unfinished and its total is not enough. The result by which an earlier round was paired is
included only if a rule needs the scores of that time.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from hashlib import sha256
from typing import Any

from topboard import model
from topboard.proof.verify.reader import NotProved

Read = Callable[[Any], Any]
_PLAIN = json.JSONEncoder(sort_keys=True, separators=(",", ":"), check_circular=False)

DEFAULTS = (model.Manner.DEFAULT, model.Manner.BOTH_DEFAULTED)
AWAY = {
    "bye": model.PairingBye,
    "half-point bye": model.HalfPointBye,
    "full-point bye": model.FullPointBye,
    "absent": model.ZeroPointBye,
    "not yet entered": model.NotYetEntered,
    "withdrawn": model.Withdrawn,
}


def exact_type_reader(kind: type) -> Read:
    """Return a reader that accepts only values of exactly one type, such as int, str or bool."""

    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise ValueError(f"{kind.__name__} is due: {value!r}")
        return value

    return read


def optional_reader(read: Read) -> Read:
    """Return a reader that also accepts None."""
    return lambda value: None if value is None else read(value)


def list_reader(read: Read, into: type = tuple) -> Read:
    """Return a reader for a list in which ``read`` reads each value."""
    return lambda value: into([read(item) for item in exact_type_reader(list)(value)])


def pair_reader(first: Read, second: Read) -> Read:
    """Return a reader for a list of two values, each with its own reader."""

    def read(value: Any) -> Any:
        one, other = exact_type_reader(list)(value)
        return first(one), second(other)

    return read


def record_reader(kind: Any) -> Read:
    """Return a reader for a record, which is a list of its fields."""

    def read(value: Any) -> Any:
        named = zip(RECORDS[kind].items(), exact_type_reader(list)(value), strict=False)
        return kind(**{name: of_field(one) for (name, of_field), one in named})

    return read


def parse_absence(value: Any) -> Any:
    """Return the reason a participant was not paired."""
    return AWAY[value]()


def parse_team_member(value: Any) -> Any:
    """Return a team member who has only a rating, because nothing else about them matters."""
    return model.Player(number=model.Number(0), name="", rating=optional_reader(number)(value))


def integer_field_readers(names: str) -> dict[str, Read]:
    """Return readers for integer fields. A question mark after a name means that the field may be
    None.
    """
    return {n.strip("?"): optional_reader(number) if "?" in n else number for n in names.split()}


number, text, truth = exact_type_reader(int), exact_type_reader(str), exact_type_reader(bool)
_COMPETITOR = {"number": number, "name": text, **integer_field_readers("joined pairing_score?")}
_GAME = {**integer_field_readers("white? black? white_points black_points"), "manner": model.Manner}
_TIME = {"paired_as": optional_reader(pair_reader(number, number)), "paired_manner": model.Manner}
_UNPLAYED = "bye? half_bye? full_bye? won_by_default? lost_by_default? both_defaulted? zero_bye?"

RECORDS: dict[type, dict[str, Read]] = {
    model.Player: {
        **_COMPETITOR,
        **integer_field_readers("rating?"),
        "title": text,
        "affiliations": list_reader(text),
    },
    model.Team: {
        **_COMPETITOR,
        "players": list_reader(parse_team_member),
        "average": optional_reader(Fraction),
    },
    model.Game: _GAME,
    model.Meeting: {
        **_GAME,
        "games": list_reader(record_reader(model.Game)),
        **_TIME,
        "known_from": number,
    },
    model.Round: {
        "number": number,
        "meetings": list_reader(record_reader(model.Meeting)),
        "away": list_reader(pair_reader(number, parse_absence)),
    },
    model.Request: {**integer_field_readers("number round"), "outcome": parse_absence},
    model.ForbiddenPair: {**integer_field_readers("a b first last"), "wish": truth},
    model.ByeRuling: {"number": number, "allowed": truth, **integer_field_readers("first last")},
    model.Adjustment: integer_field_readers("number match_points game_points known_from last"),
    model.AwardedPoints: integer_field_readers("number round match_points? game_points?"),
    model.FixedTable: integer_field_readers("number table"),
    model.Lot: {"purpose": text, "order": list_reader(number)},
    model.VirtualPoints: {
        "number": number,
        "points": list_reader(number),
        "game_points": list_reader(number),
    },
    model.Scale: integer_field_readers(f"win draw loss {_UNPLAYED}"),
}
EVENT: dict[str, Read] = {
    "rounds": list_reader(record_reader(model.Round)),
    **integer_field_readers("planned_rounds boards"),
    "lot": optional_reader(model.Colour),
    "lots": list_reader(record_reader(model.Lot)),
    "requests": list_reader(record_reader(model.Request)),
    "forbidden": list_reader(record_reader(model.ForbiddenPair)),
    "required": list_reader(pair_reader(number, number)),
    "bye_rulings": list_reader(record_reader(model.ByeRuling)),
    "adjustments": list_reader(record_reader(model.Adjustment)),
    "awarded": list_reader(record_reader(model.AwardedPoints)),
    "fixed_tables": list_reader(record_reader(model.FixedTable)),
    "accelerated": optional_reader(list_reader(number, frozenset)),
    "virtual": list_reader(record_reader(model.VirtualPoints)),
    **dict.fromkeys(("match_scale", "game_scale"), optional_reader(record_reader(model.Scale))),
    "unrated_as": optional_reader(number),
    "variations": list_reader(text),
}
"""The readers for the facts of a tournament, except its teams or players."""


def parse_tournament(facts: Any) -> model.Tournament:
    """Return the tournament that these facts describe."""
    try:
        kind, key = (model.Team, "teams") if "teams" in facts else (model.Player, "players")
        given = {name: EVENT[name](value) for name, value in facts.items() if name != key}
        found = model.Tournament(competitors=list_reader(record_reader(kind))(facts[key]), **given)
        _refuse_contradictions(found)
        return found
    except (ValueError, TypeError, KeyError, AttributeError, ZeroDivisionError) as wrong:
        raise NotProved(
            "the data of the event cannot be read: {wrong}", wrong=repr(wrong)
        ) from None


def _refuse_contradictions(found: model.Tournament) -> None:
    """Raise ``ValueError`` if the facts contradict each other.

    Numbers may not repeat, rounds must be numbered in order, and a round may not name anyone twice.
    """
    known = {int(one.number) for one in found.competitors}
    if len(known) < len(found.competitors):
        raise ValueError("two competitors have one number")
    for due, played in enumerate(found.rounds, start=1):
        sides = [n for m in played.meetings for n in (m.white, m.black) if n is not None]
        named = [*sides, *(n for n, _ in played.away)]
        alone = [m for m in played.meetings if None in (m.white, m.black)]
        sound = known.issuperset(sides) and all(m.manner in DEFAULTS for m in alone)
        if played.number != due or len({*named}) < len(named) or not sound:
            raise ValueError(f"round {due} contradicts itself")


def digest_json(facts: Any) -> str:
    """Return the SHA-256 digest of a JSON value, serialized with sorted keys and no whitespace."""
    return "sha256:" + sha256(_PLAIN.encode(facts).encode("ascii")).hexdigest()
