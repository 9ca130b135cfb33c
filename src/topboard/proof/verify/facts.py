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


def exactly(kind: type) -> Read:
    """Return a reader that accepts only values of exactly this type, such as int, str or bool."""

    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise ValueError(f"{kind.__name__} is due: {value!r}")
        return value

    return read


def perhaps(read: Read) -> Read:
    """Return a reader that also accepts None."""
    return lambda value: None if value is None else read(value)


def many(read: Read, into: type = tuple) -> Read:
    """Return a reader for a list whose values are all read with ``read``."""
    return lambda value: into([read(item) for item in exactly(list)(value)])


def couple(first: Read, second: Read) -> Read:
    """Return a reader for a list of two values, each with its own reader."""

    def read(value: Any) -> Any:
        one, other = exactly(list)(value)
        return first(one), second(other)

    return read


def record(kind: Any) -> Read:
    """Return a reader for a record, which is a list of its fields."""

    def read(value: Any) -> Any:
        named = zip(RECORDS[kind].items(), exactly(list)(value), strict=False)
        return kind(**{name: of_field(one) for (name, of_field), one in named})

    return read


def away(value: Any) -> Any:
    """Return the reason a participant was not paired."""
    return AWAY[value]()


def member(value: Any) -> Any:
    """Return a team member with nothing but the given rating, because only that matters."""
    return model.Player(number=model.Number(0), name="", rating=perhaps(number)(value))


def figures(names: str) -> dict[str, Read]:
    """Return readers for integer fields; a question mark means that the field may be None."""
    return {n.strip("?"): perhaps(number) if "?" in n else number for n in names.split()}


number, text, truth = exactly(int), exactly(str), exactly(bool)
_COMPETITOR = {"number": number, "name": text, **figures("joined pairing_score?")}
_GAME = {**figures("white? black? white_points black_points"), "manner": model.Manner}
_TIME = {"paired_as": perhaps(couple(number, number)), "paired_manner": model.Manner}
_UNPLAYED = "bye? half_bye? full_bye? won_by_default? lost_by_default? both_defaulted? zero_bye?"

RECORDS: dict[type, dict[str, Read]] = {
    model.Player: {**_COMPETITOR, **figures("rating?"), "title": text, "affiliations": many(text)},
    model.Team: {**_COMPETITOR, "players": many(member), "average": perhaps(Fraction)},
    model.Game: _GAME,
    model.Meeting: {**_GAME, "games": many(record(model.Game)), **_TIME, "known_from": number},
    model.Round: {
        "number": number,
        "meetings": many(record(model.Meeting)),
        "away": many(couple(number, away)),
    },
    model.Request: {**figures("number round"), "outcome": away},
    model.ForbiddenPair: {**figures("a b first last"), "wish": truth},
    model.ByeRuling: {"number": number, "allowed": truth, **figures("first last")},
    model.Adjustment: figures("number match_points game_points known_from last"),
    model.AwardedPoints: figures("number round match_points? game_points?"),
    model.FixedTable: figures("number table"),
    model.Lot: {"purpose": text, "order": many(number)},
    model.VirtualPoints: {"number": number, "points": many(number), "game_points": many(number)},
    model.Scale: figures(f"win draw loss {_UNPLAYED}"),
}
EVENT: dict[str, Read] = {
    "rounds": many(record(model.Round)),
    **figures("planned_rounds boards"),
    "lot": perhaps(model.Colour),
    "lots": many(record(model.Lot)),
    "requests": many(record(model.Request)),
    "forbidden": many(record(model.ForbiddenPair)),
    "required": many(couple(number, number)),
    "bye_rulings": many(record(model.ByeRuling)),
    "adjustments": many(record(model.Adjustment)),
    "awarded": many(record(model.AwardedPoints)),
    "fixed_tables": many(record(model.FixedTable)),
    "accelerated": perhaps(many(number, frozenset)),
    "virtual": many(record(model.VirtualPoints)),
    **dict.fromkeys(("match_scale", "game_scale"), perhaps(record(model.Scale))),
    "unrated_as": perhaps(number),
    "variations": many(text),
}
"""The readers for the facts of a tournament, except its teams or players."""


def tournament_of(facts: Any) -> model.Tournament:
    """Return the tournament that these facts describe."""
    try:
        kind, key = (model.Team, "teams") if "teams" in facts else (model.Player, "players")
        given = {name: EVENT[name](value) for name, value in facts.items() if name != key}
        found = model.Tournament(competitors=many(record(kind))(facts[key]), **given)
        _refuse_contradictions(found)
        return found
    except (ValueError, TypeError, KeyError, AttributeError, ZeroDivisionError) as wrong:
        raise NotProved("the facts cannot be read: {wrong}", wrong=repr(wrong)) from None


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


def digest(facts: Any) -> str:
    """Return the SHA-256 digest of a JSON value, serialized with sorted keys and no whitespace."""
    return "sha256:" + sha256(_PLAIN.encode(facts).encode("ascii")).hexdigest()
