"""Answers as JSON values, which are the same on the command line and in the API.

Points and tie-breaks are numbers. Answers about proofs are in ``proof_answers``, those about events
in ``event_answers``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from topboard.formats import describe_losses, dumps
from topboard.messages import say
from topboard.reasons.decisions import Floated, OpponentChoice, PairingWarning
from topboard.reasons.sentences import (
    generate_participant_sentences,
    generate_round_sentences,
    names_of,
)
from topboard.reasons.sentences.why_not import verdict_sentences
from topboard.reasons.sentences.words import format_average_rating
from topboard.text.numbers import to_json_number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from topboard.analysis.compare import RoundComparison
    from topboard.checking import Difference, RoundCheck, StandingsCheck
    from topboard.errors import Problem
    from topboard.model import Number, Tournament
    from topboard.reasons.decisions import Reason, RoundPairing
    from topboard.reasons.why_not import Verdict
    from topboard.serialize.answer_types import (
        ConversionJson,
        DifferenceJson,
        ExplanationJson,
        PairingJson,
        ProblemJson,
        RoundCheckJson,
        StandingsCheckJson,
        StandingsJson,
        StandingsLineJson,
        TieBreakValueJson,
        WhyNotJson,
    )
    from topboard.tiebreaks.opponents import OpponentRatingAverage
    from topboard.tiebreaks.standings import Column, Line, Standings, Value

FILE_EXTENSIONS = {
    "trf26": "trf",
    "trf16": "trf",
    "event-json": "json",
    "round-json": "json",
}
"""The extension of a file in each format."""


def pairing_to_json(
    tournament: Tournament, made: RoundPairing, *, with_reasons: bool = False
) -> PairingJson:
    """Return the pairing of a round as JSON: pairs, bye, floaters and warnings.

    Each pair and each floater includes the article that decided it.
    """
    names = tournament.names
    articles = {
        frozenset((r.chooser, r.chosen)): r.article
        for r in made.reasons
        if isinstance(r, OpponentChoice)
    }
    floats = {r.number: r.article for r in made.reasons if isinstance(r, Floated)}
    answer: PairingJson = {
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
        "warnings": [r.what for r in made.reasons if isinstance(r, PairingWarning)],
    }
    if with_reasons:
        answer["reasons"] = [_reason_or_verdict_to_json(reason) for reason in made.reasons]
    return answer


def explanation_to_json(
    tournament: Tournament, made: RoundPairing, number: Number | None
) -> ExplanationJson:
    """Return a pairing as JSON, with sentences that explain the round or one participant's pairing.

    If ``number`` is None, the reasons for the whole round are also included as structured values.
    """
    name = names_of(tournament)
    told = (
        generate_round_sentences(made, name)
        if number is None
        else generate_participant_sentences(made, number, name)
    )
    pairing = pairing_to_json(tournament, made, with_reasons=number is None)
    answer = cast("ExplanationJson", {**pairing, "explanation": list(told)})
    if number is not None:
        answer["about"] = number
    return answer


def why_not_to_json(tournament: Tournament, a: Number, b: Number, found: Verdict) -> WhyNotJson:
    """Return the reason why two participants do not meet, as JSON.

    It is given both as a structured value and as sentences.
    """
    return {
        "a": a,
        "b": b,
        "verdict": _reason_or_verdict_to_json(found),
        "explanation": verdict_sentences(found, a, b, names_of(tournament)),
    }


def _reason_or_verdict_to_json(reason: Reason | Verdict) -> Any:
    # Seam: a round without its reasons does not need this module, which loads fractions.
    from topboard.serialize.reasons import to_json

    return to_json(reason)


def round_check_to_json(found: RoundCheck) -> RoundCheckJson:
    """Return how a published round differs from the rules, as JSON."""
    return {
        "round": found.round,
        "pairs": found.pairs,
        "same_pairs": found.same_pairs,
        "same_colours": found.same_colours,
        "bye_same": found.bye_same,
        "differences": [_difference_to_json(one) for one in found.differences],
    }


def standings_check_to_json(found: StandingsCheck) -> StandingsCheckJson:
    """Return how the points and ranks in a file differ from the rules, as JSON."""
    return {
        "after_round": found.after_round,
        "with_points": found.with_points,
        "same_points": found.same_points,
        "with_rank": found.with_rank,
        "same_ranks": found.same_ranks,
        "tie_breaks": list(found.tie_breaks),
        "differences": [_difference_to_json(one) for one in found.differences],
        "not_compared": found.not_compared,
    }


def _difference_to_json(one: Difference) -> DifferenceJson:
    return {
        "kind": one.kind,
        "article": one.article,
        "published": list(one.published),
        "ours": list(one.ours),
        "text": one.text,
    }


def round_comparison_to_json(tournament: Tournament, found: RoundComparison) -> dict[str, Any]:
    """Return the differences between two systems' pairings of a round, as JSON.

    Each pair made only by the first system has the reason why the second does not make it.
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
                "why_not": why_not_to_json(tournament, one.white, one.black, one.verdict),
            }
            for one in found.parted
        ],
        "turned": [list(pair) for pair in found.turned],
        "byes": list(found.byes),
        "byes_by": list(found.byes_by),
        "refusals": list(found.refusals),
    }


def standings_to_json(tournament: Tournament, table: Standings) -> StandingsJson:
    """Return the standings as JSON, with the items from which each tie-break value was computed."""
    names = tournament.names
    return {
        "system": table.system,
        "after_round": table.after_round,
        "columns": [{"key": c.code, "title": c.title, "article": c.article} for c in table.columns],
        "lines": [_standings_line_to_json(names, table.columns, line) for line in table.lines],
    }


def _standings_line_to_json(
    names: Mapping[Number, str], columns: Sequence[Column], line: Line
) -> StandingsLineJson:
    answer: StandingsLineJson = {
        "place": line.place,
        "number": line.number,
        "name": names[line.number],
        "points": to_json_number(line.points),
        "values": [_tie_break_value_to_json(value) for value in line.values],
        "tie_breaks": _tie_break_values_by_code(columns, line.values),
    }
    if line.withdrawn:
        answer["withdrawn"] = True
    return answer


def short_standings_to_json(tournament: Tournament, table: Standings) -> list[dict[str, Any]]:
    """Return only the place, points and tie-break values of each participant as JSON."""
    return [
        {key: value for key, value in line.items() if key not in ("name", "values")}
        for line in standings_to_json(tournament, table)["lines"]
    ]


def _tie_break_values_by_code(
    columns: Sequence[Column], values: Sequence[Value]
) -> dict[str, str | None]:
    """Return the tie-break values as decimal strings, keyed by code.

    A repeated code gets a number, and an undefined value is None.
    """
    found: dict[str, str | None] = {}
    for column, value in zip(columns, values, strict=True):
        again = sum(key.partition(" ")[0] == column.code for key in found)
        key = f"{column.code} {again + 1}" if again else column.code
        found[key] = value.decimal_text if value.is_defined else None
    return found


def _tie_break_value_to_json(value: Value) -> TieBreakValueJson:
    return {
        "value": to_json_number(value.value, value.scale) if value.is_defined else None,
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


def opponent_rating_averages_to_json(
    tournament: Tournament, lines: Sequence[OpponentRatingAverage]
) -> dict[str, Any]:
    """Return each participant's average rating of opponents (ARO) as JSON.

    The exact value is given as a fraction.
    """
    names = tournament.names
    return {
        "after_round": len(tournament.rounds),
        "lines": [
            {
                "number": line.number,
                "name": names[line.number],
                "rating": line.rating,
                "points": to_json_number(line.points),
                "aro": None if line.aro is None else format_average_rating(line.aro),
                "exact": None if line.aro is None else str(line.aro),
                "opponents": [
                    {"round": played, "number": opponent, "rating": rating}
                    for played, opponent, rating in line.opponents
                ],
            }
            for line in lines
        ],
    }


def problem_to_json(one: Problem) -> ProblemJson:
    """Return a problem as JSON, with a separate field for each of its parts."""
    return {"what": one.what, "where": one.where, "quoted": one.quoted, "remedy": one.remedy}


def conversion_to_json(tournament: Tournament, format: str, stem: str) -> ConversionJson:
    """Return an event in another format as JSON, with what the format cannot store.

    ``stem`` is the name of the new file without its extension.
    """
    text = dumps(tournament, format)
    return {
        "file": f"{stem}.{FILE_EXTENSIONS[format]}",
        "text": text,
        "losses": [
            say("The {target} format cannot store {what}.", target=format, what=what)
            for what in describe_losses(tournament, format, text)
        ],
    }
