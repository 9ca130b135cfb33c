"""Answers as JSON values, the same for the command and for the API.

Points and tie-breaks are numbers. Answers about events are in ``event_answers``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topboard._frozen import fields
from topboard.errors import (
    Problem,
)
from topboard.proof.verify import scope
from topboard.proof.verify.round import of_this_text
from topboard.reasons.decisions import Floated, OpponentChosen, Warned
from topboard.reasons.sentences import concerning, names_of, of_round
from topboard.reasons.sentences.words import average
from topboard.text.numbers import to_json_number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from topboard.analysis.compare import RoundCompared
    from topboard.checking import Difference, RoundCheck, StandingsCheck
    from topboard.errors import Problem
    from topboard.model import Number, Tournament
    from topboard.proof.verify import Verified
    from topboard.reasons.decisions import RoundPairing
    from topboard.reasons.why_not import Verdict
    from topboard.systems.registry import System
    from topboard.tiebreaks.opponents import AverageOfOpponents
    from topboard.tiebreaks.standings import Column, Standings, Value


def system(one: System) -> dict[str, Any]:
    """Return a system's name, its source and which parts of its rounds can be proved."""

    return {
        "name": one.name,
        "title": one.title,
        "source": one.source,
        "competitors": "teams" if one.teams else "players",
        "revision": one.revision,
        "articles": list(one.articles),
        "proof": None if (known := scope(one.name)) is None else known._asdict(),
    }


def verification(document: Mapping[str, Any], found: Verified) -> dict[str, Any]:
    """Return the result of checking a proof: the steps that hold and the first failure."""

    return {
        "system": document.get("system"),
        "round": document.get("round"),
        "proved": found.proved,
        "same_regulation": of_this_text(document),
        **refusal(found),
        "holds": [one._asdict() for one in found.holding],
    }


def round_verification(number: int, found: Verified) -> dict[str, Any]:
    """Return the result of checking a published round against its proof."""
    return {"round": number, "proved": found.proved, "steps": found.steps, **refusal(found)}


def refusal(found: Verified) -> dict[str, Any]:
    """Return the first step that is not proved, with its article and the reason, or {}."""
    wrong = found.refused
    if wrong is None:
        return {}
    return {"refused": {"step": wrong.step, "article": wrong.article, "why": str(wrong)}}


def pairing(
    tournament: Tournament, made: RoundPairing, *, with_reasons: bool = False
) -> dict[str, Any]:
    """Return a round with its pairs, bye and floaters, each with its article."""
    names = tournament.names
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
                "from": to_json_number(f.from_points),
                "to": to_json_number(f.to_points),
                "article": floats.get(f.number, ""),
            }
            for f in made.floaters
        ],
        "warnings": [r.what for r in made.reasons if isinstance(r, Warned)],
    }
    if with_reasons:
        from topboard.serialize.reasons import reasons_to_json

        answer["reasons"] = reasons_to_json(made.reasons)
    return answer


def explanation(
    tournament: Tournament, made: RoundPairing, number: Number | None
) -> dict[str, Any]:
    """Return the reasons for a round, or for one participant, both as values and as sentences."""
    name = names_of(tournament)
    told = of_round(made, name) if number is None else concerning(made, number, name)
    answer = pairing(tournament, made, with_reasons=number is None)
    answer["explanation"] = list(told)
    if number is not None:
        answer["about"] = number
    return answer


def verdict(tournament: Tournament, a: Number, b: Number, found: Verdict) -> dict[str, Any]:
    """Return the answer to why two participants do not meet, as a value and as sentences."""
    from topboard.reasons.sentences.why_not import verdict_sentences
    from topboard.serialize.reasons import to_json

    return {
        "a": a,
        "b": b,
        "verdict": to_json(found),
        "explanation": verdict_sentences(found, a, b, names_of(tournament)),
    }


def round_check(found: RoundCheck | StandingsCheck) -> dict[str, Any]:
    """Return the comparison of a published round, or of standings, with the rules."""
    content = {field.name: getattr(found, field.name) for field in fields(found)}
    return {**content, "differences": [_difference(one) for one in found.differences]}


def _difference(one: Difference) -> dict[str, Any]:
    return {field.name: getattr(one, field.name) for field in fields(one)}


def round_compared(tournament: Tournament, found: RoundCompared) -> dict[str, Any]:
    """Return the comparison of a round paired by two systems.

    It lists the pairs that only the first system makes, with the reasons.
    """
    return {
        "round": found.round,
        "same": found.same,
        "parted": [
            {
                "white": one.white,
                "black": one.black,
                "article": one.article,
                "instead": list(one.instead),
                "why_not": verdict(tournament, one.white, one.black, one.verdict),
            }
            for one in found.parted
        ],
        "turned": [list(pair) for pair in found.turned],
        "byes": list(found.byes),
        "byes_by": list(found.byes_by),
        "refusals": list(found.refusals),
    }


def standings(tournament: Tournament, table: Standings) -> dict[str, Any]:
    """Return the standings with the items that every tie-break was computed from."""
    names = tournament.names
    return {
        "system": table.system,
        "after_round": table.after_round,
        "columns": [{"key": c.code, "title": c.title, "article": c.article} for c in table.columns],
        "lines": [
            {
                "place": line.place,
                "number": line.number,
                "name": names[line.number],
                **({"withdrawn": True} if line.withdrawn else {}),
                "points": to_json_number(line.points),
                "values": [_value(value) for value in line.values],
                "tie_breaks": _by_code(table.columns, line.values),
            }
            for line in table.lines
        ],
    }


def places(tournament: Tournament, table: Standings) -> list[dict[str, Any]]:
    """Return short standings with the place, the points and the value of every tie-break."""
    return [
        {key: value for key, value in line.items() if key not in ("name", "values")}
        for line in standings(tournament, table)["lines"]
    ]


def _by_code(columns: Sequence[Column], values: Sequence[Value]) -> dict[str, str | None]:
    """Return the tie-breaks as decimal text keyed by code, with repeated codes numbered.

    Undefined values are None.
    """
    found: dict[str, str | None] = {}
    for column, value in zip(columns, values, strict=True):
        again = sum(key.partition(" ")[0] == column.code for key in found)
        key = f"{column.code} {again + 1}" if again else column.code
        found[key] = value.decimal if value.defined else None
    return found


def _value(value: Value) -> dict[str, Any]:
    return {
        "value": to_json_number(value.value, value.scale) if value.defined else None,
        "items": [
            {
                "round": item.round,
                "opponent": item.opponent,
                "value": to_json_number(item.value, value.scale),
                "left_out": item.left_out,
                "note": item.note,
            }
            for item in value.items
        ],
    }


def averages(tournament: Tournament, lines: Sequence[AverageOfOpponents]) -> dict[str, Any]:
    """Return the average ratings of opponents (ARO), with the exact value as a fraction."""
    names = tournament.names
    return {
        "after_round": len(tournament.rounds),
        "lines": [
            {
                "number": line.number,
                "name": names[line.number],
                "rating": line.rating,
                "points": to_json_number(line.points),
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


def problem(one: Problem) -> dict[str, str]:
    """Return the parts of a problem as separate fields."""
    return {"what": one.what, "where": one.where, "quoted": one.quoted, "remedy": one.remedy}
