"""The facts on which a round is based, in the form used in proofs, and their digest.

A record is a list of its fields in the order given here. Trailing fields with default values may be
left out. Facts that no rule uses, such as dates, are left out. Games of a match are included only
if the match is unfinished and its total is not enough. The result with which an earlier round was
paired is included only if a rule needs it.
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


def build_exact_type_reader(kind: type) -> Read:
    """Return a reader that accepts only values of exactly this type, such as int, str or bool."""

    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise ValueError(f"{kind.__name__} is due: {value!r}")
        return value

    return read


def optional_reader(read: Read) -> Read:
    """Return a reader that also accepts None. Any other value is read with ``read``."""
    return lambda value: None if value is None else read(value)


def build_list_reader(read: Read, into: type = tuple) -> Read:
    """Return a reader for a list whose values are read with ``read``."""
    return lambda value: into([read(item) for item in build_exact_type_reader(list)(value)])


def build_pair_reader(first: Read, second: Read) -> Read:
    """Return a reader for a list of two values, each with its own reader."""

    def read(value: Any) -> Any:
        one, other = build_exact_type_reader(list)(value)
        return first(one), second(other)

    return read


def record_reader(kind: Any) -> Read:
    """Return a reader for a record, which is a list of its fields."""

    def read(value: Any) -> Any:
        named = zip(RECORDS[kind].items(), build_exact_type_reader(list)(value), strict=False)
        return kind(**{name: of_field(one) for (name, of_field), one in named})

    return read


def parse_absence(value: Any) -> Any:
    """Return the kind of bye or absence of a participant who was not paired."""
    return AWAY[value]()


def parse_team_member(value: Any) -> Any:
    """Return a team member with only a rating, because the rules use nothing else about members."""
    return model.Player(number=model.Number(0), name="", rating=optional_reader(number)(value))


def build_integer_field_readers(names: str) -> dict[str, Read]:
    """Return readers for integer fields.

    A question mark after a field name means that None is allowed.
    """
    return {n.strip("?"): optional_reader(number) if "?" in n else number for n in names.split()}


number, text, truth = (
    build_exact_type_reader(int),
    build_exact_type_reader(str),
    build_exact_type_reader(bool),
)
_COMPETITOR = {
    "number": number,
    "name": text,
    **build_integer_field_readers("joined pairing_score?"),
}
_GAME = {
    **build_integer_field_readers("white? black? white_points black_points"),
    "manner": model.Manner,
}
_TIME = {
    "paired_as": optional_reader(build_pair_reader(number, number)),
    "paired_manner": model.Manner,
}
_UNPLAYED = "bye? half_bye? full_bye? won_by_default? lost_by_default? both_defaulted? zero_bye?"

RECORDS: dict[type, dict[str, Read]] = {
    model.Player: {
        **_COMPETITOR,
        **build_integer_field_readers("rating?"),
        "title": text,
        "affiliations": build_list_reader(text),
    },
    model.Team: {
        **_COMPETITOR,
        "players": build_list_reader(parse_team_member),
        "average": optional_reader(Fraction),
    },
    model.Game: _GAME,
    model.Meeting: {
        **_GAME,
        "games": build_list_reader(record_reader(model.Game)),
        **_TIME,
        "known_from": number,
    },
    model.Round: {
        "number": number,
        "meetings": build_list_reader(record_reader(model.Meeting)),
        "away": build_list_reader(build_pair_reader(number, parse_absence)),
    },
    model.Request: {**build_integer_field_readers("number round"), "outcome": parse_absence},
    model.ForbiddenPair: {**build_integer_field_readers("a b first last"), "wish": truth},
    model.ByeRuling: {
        "number": number,
        "allowed": truth,
        **build_integer_field_readers("first last"),
    },
    model.Adjustment: build_integer_field_readers(
        "number match_points game_points known_from last"
    ),
    model.AwardedPoints: build_integer_field_readers("number round match_points? game_points?"),
    model.FixedTable: build_integer_field_readers("number table"),
    model.Lot: {"purpose": text, "order": build_list_reader(number)},
    model.VirtualPoints: {
        "number": number,
        "points": build_list_reader(number),
        "game_points": build_list_reader(number),
    },
    model.Scale: build_integer_field_readers(f"win draw loss {_UNPLAYED}"),
}
EVENT: dict[str, Read] = {
    "rounds": build_list_reader(record_reader(model.Round)),
    **build_integer_field_readers("planned_rounds boards"),
    "lot": optional_reader(model.Colour),
    "lots": build_list_reader(record_reader(model.Lot)),
    "requests": build_list_reader(record_reader(model.Request)),
    "forbidden": build_list_reader(record_reader(model.ForbiddenPair)),
    "required": build_list_reader(build_pair_reader(number, number)),
    "bye_rulings": build_list_reader(record_reader(model.ByeRuling)),
    "adjustments": build_list_reader(record_reader(model.Adjustment)),
    "awarded": build_list_reader(record_reader(model.AwardedPoints)),
    "fixed_tables": build_list_reader(record_reader(model.FixedTable)),
    "accelerated": optional_reader(build_list_reader(number, frozenset)),
    "virtual": build_list_reader(record_reader(model.VirtualPoints)),
    **dict.fromkeys(("match_scale", "game_scale"), optional_reader(record_reader(model.Scale))),
    "unrated_as": optional_reader(number),
    "variations": build_list_reader(text),
}
"""The readers for the facts of a tournament, except its teams or players."""


def parse_tournament(facts: Any) -> model.Tournament:
    """Return the tournament that these facts describe."""
    try:
        kind, key = (model.Team, "teams") if "teams" in facts else (model.Player, "players")
        given = {name: EVENT[name](value) for name, value in facts.items() if name != key}
        found = model.Tournament(
            competitors=build_list_reader(record_reader(kind))(facts[key]), **given
        )
        _refuse_contradictions(found)
        return found
    except (ValueError, TypeError, KeyError, AttributeError, ZeroDivisionError) as wrong:
        raise NotProved("the event data cannot be read: {wrong}", wrong=repr(wrong)) from None


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
