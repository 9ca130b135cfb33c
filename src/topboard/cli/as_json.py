"""Answers of the library as JSON values."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from topboard.explain import concerning, names_of, of_round
from topboard.explain.words import average
from topboard.figures import as_number
from topboard.reasons import Floated, OpponentChosen, Warned

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.checking import RoundCheck
    from topboard.explain.verdicts import Verdict
    from topboard.model import Number, Tournament
    from topboard.reasons import RoundPairing
    from topboard.rules.systems import System
    from topboard.tiebreaks.averages import AverageOfOpponents
    from topboard.tiebreaks.standings import Standings, Value

IN_TENTHS = {"points", "from_points", "to_points"}


def plain(value: object) -> Any:
    """A frozen value as a JSON value; a dataclass carries its type."""
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        content = {f.name: _field(f.name, getattr(value, f.name)) for f in fields(value)}
        return {"type": type(value).__name__, **content}
    if isinstance(value, tuple | frozenset):
        return [plain(item) for item in value]
    if value is None or isinstance(value, bool | int | str):
        return value
    return str(value)


def _field(name: str, value: object) -> Any:
    if name in IN_TENTHS and isinstance(value, int):
        return as_number(value)
    return plain(value)


def system(one: System) -> dict[str, Any]:
    """A system's name and where it comes from."""
    return {
        "name": one.name,
        "title": one.title,
        "source": one.source,
        "competitors": "teams" if one.teams else "players",
        "articles": list(one.articles),
    }


def pairing(
    tournament: Tournament, made: RoundPairing, *, with_reasons: bool = False
) -> dict[str, Any]:
    """A round: pairs, bye and floaters, with the article of each."""
    names = {c.number: c.name for c in tournament.competitors}
    articles = {
        frozenset((r.chooser, r.chosen)): r.article
        for r in made.reasons
        if isinstance(r, OpponentChosen)
    }
    floats = {r.number: r.article for r in made.reasons if isinstance(r, Floated)}
    answer: dict[str, Any] = {
        "system": made.system,
        "round": made.round,
        "pairs": [
            {
                "table": p.table,
                "white": p.white,
                "black": p.black,
                "article": articles.get(frozenset((p.white, p.black)), ""),
                "white_name": names[p.white],
                "black_name": names[p.black],
            }
            for p in made.pairs
        ],
        "bye": made.bye,
        "floaters": [
            {
                "number": f.number,
                "from": as_number(f.from_points),
                "to": as_number(f.to_points),
                "article": floats.get(f.number, ""),
            }
            for f in made.floaters
        ],
        "warnings": [r.what for r in made.reasons if isinstance(r, Warned)],
    }
    if with_reasons:
        answer["reasons"] = [plain(reason) for reason in made.reasons]
    return answer


def explanation(
    tournament: Tournament, made: RoundPairing, number: Number | None
) -> dict[str, Any]:
    """The reasons of a round, or of one competitor, as values and in words."""
    name = names_of(tournament)
    told = of_round(made, name) if number is None else concerning(made, number, name)
    answer = pairing(tournament, made, with_reasons=number is None)
    answer["explanation"] = list(told)
    if number is not None:
        answer["about"] = number
    return answer


def verdict(tournament: Tournament, a: Number, b: Number, found: Verdict) -> dict[str, Any]:
    """Why two do not meet."""
    from topboard.explain.verdicts import verdict_sentences

    content = plain(found)
    content.pop("forced", None)
    return {
        "a": a,
        "b": b,
        "verdict": content,
        "explanation": verdict_sentences(found, a, b, names_of(tournament)),
    }


def round_check(found: RoundCheck) -> dict[str, Any]:
    """A checked round."""
    content: dict[str, Any] = plain(found)
    content.pop("type")
    for difference in content["differences"]:
        difference.pop("type")
    return content


def standings(tournament: Tournament, table: Standings) -> dict[str, Any]:
    """The standings with the items of every tie-break."""
    names = {c.number: c.name for c in tournament.competitors}
    return {
        "system": table.system,
        "after_round": table.after_round,
        "columns": [{"key": c.key, "title": c.title, "article": c.article} for c in table.columns],
        "lines": [
            {
                "place": line.place,
                "number": line.number,
                "name": names[line.number],
                "points": as_number(line.points),
                "values": [_value(value) for value in line.values],
            }
            for line in table.lines
        ],
    }


def _value(value: Value) -> dict[str, Any]:
    return {
        "value": as_number(value.value, value.scale),
        "items": [
            {
                "round": item.round,
                "opponent": item.opponent,
                "value": as_number(item.value, value.scale),
                "left_out": item.left_out,
                "note": item.note,
            }
            for item in value.items
        ],
    }


def averages(tournament: Tournament, lines: Sequence[AverageOfOpponents]) -> dict[str, Any]:
    """The average ratings of the opponents; the exact value stands as a fraction."""
    names = {c.number: c.name for c in tournament.competitors}
    return {
        "after_round": len(tournament.rounds),
        "lines": [
            {
                "number": line.number,
                "name": names[line.number],
                "rating": line.rating,
                "points": as_number(line.points),
                "aro": None if line.aro is None else average(line.aro),
                "exact": None if line.aro is None else str(line.aro),
                "opponents": [
                    {"round": played, "number": opponent, "rating": rating}
                    for played, opponent, rating in line.opponents
                ],
            }
            for line in lines
        ],
    }
