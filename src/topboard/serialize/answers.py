"""Answers as JSON values, the same for the command and for the API.

Journal entries are written as in the journal, with points in tenths. Everywhere else, points and
tie-breaks are numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topboard._frozen import fields, replace
from topboard.errors import (
    AuthorityNeeded,
    BadInput,
    Conflict,
    NoLegalPairing,
    Problem,
    Refused,
    Unreachable,
)
from topboard.event.codec import journal_name, plain
from topboard.event.identity import identity_of
from topboard.event.pairing import action_for
from topboard.event.policy.objections import WORDS
from topboard.event.remarks import AWAY
from topboard.event.results import format_games, format_result
from topboard.model.two_games import are_of_two_players
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
    from topboard.event.entries import Entry
    from topboard.event.replay import Replay
    from topboard.event.state import Event, PublishedRound, Section
    from topboard.event.summaries import EventInShort
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


def failure(error: Exception, kind: str, problems: Sequence[Problem]) -> dict[str, Any]:
    """Return the description of a failed request: its kind, and every problem with its level.

    ``problems`` are those to show, the most serious first. For a refused action they are all
    objections to it.
    """

    subject = dict(error.subject) if isinstance(error, Refused) else {}
    answer: dict[str, Any] = {"kind": kind}
    if problems:
        answer["level"] = problems[0].level.value
    if subject:
        answer["act"] = subject.pop("act")
    if isinstance(error, AuthorityNeeded):
        answer["offices"] = [_office_word(office) for office in error.offices]
    answer["problems"] = [_refusing(one, subject) for one in problems]
    return answer


def _refusing(one: Problem, subject: Mapping[str, Any]) -> dict[str, Any]:
    about = {**subject, **({"numbers": list(one.numbers)} if one.numbers else {})}
    return {
        "level": one.level.value,
        "article": one.article,
        "subject": about,
        **problem(one),
    }


def _office_word(office: str) -> str:
    """Return the word that requests use for an office."""

    return next((word for word, one in WORDS.items() if one.value == office), office)


def kind_of_error(error: Exception) -> str:
    """Return the kind of an error, by which a program can decide how to react."""

    if isinstance(error, Refused):
        return error.kind
    kinds: tuple[tuple[type[Exception], str], ...] = (
        (Conflict, "conflict"),
        (Unreachable, "away"),
        (NoLegalPairing, "no pairing"),
        (BadInput, "refused"),
    )
    return next((word for of, word in kinds if isinstance(error, of)), "error")


def problems_of(error: Exception) -> tuple[Problem, ...]:
    """Return all problems of an error; an error without any is turned into one problem."""

    if isinstance(error, Refused):
        return (*error.problems, *error.others)
    if isinstance(error, BadInput):
        return error.problems
    article = error.article if isinstance(error, NoLegalPairing) else ""
    return (Problem(str(error), article=article),)


# --- an event and its journal -------------------------------------------------------------------


def entry(one: Entry, *, undone: bool = False) -> dict[str, Any]:
    """Return a journal entry, with its action written as in the journal."""

    return {
        "entry": one.number,
        "time": one.time,
        "who": one.who,
        "act": journal_name(type(one.act)),
        "content": plain(one.act),
        "reason": one.reason,
        "authority": one.authority,
        "undone": undone,
    }


def state(event: Event, *, public: bool) -> dict[str, Any]:
    """Return the current state of an event, as the command shows it."""
    return {
        "event": event.name,
        "closed": event.closed,
        "public": public,
        "entries": event.last,
        "sections": [section_state(one) for one in event.sections.values()],
    }


def section_state(section: Section) -> dict[str, Any]:
    """Return the state of a section as the command shows it, with values as in the journal."""

    return {
        "name": section.name,
        "system": section.system,
        "settings": plain(section.settings),
        "announced": section.announced,
        **({"left_fide_mode": True} if section.left_fide_mode else {}),
        "entries_closed": section.entries_closed,
        "competitors": [
            {"type": journal_name(type(c)), **plain(c)} for c in section.competitors.values()
        ],
        "round_to_pair": section.round_to_pair,
        "draft": _draft(section),
        "rounds": [
            {
                "round": played.number,
                "digest": played.digest,
                "revision": played.revision,
                "manual": played.manual,
                "tables": [
                    {"table": table, **plain(meeting)} for table, meeting in played.meetings.items()
                ],
                "away": [
                    {"number": number, "outcome": journal_name(type(outcome))}
                    for number, outcome in played.away
                ],
            }
            for played in section.rounds
        ],
    }


def _draft(section: Section) -> dict[str, Any] | None:
    """Return the unpublished pairing of the next round, or None."""

    draft = section.draft
    return None if draft is None else plain(replace(draft, by_rules=None))


def event(
    stem: str, state: EventInShort, sections: Mapping[str, str], *, public: bool
) -> dict[str, Any]:
    """Return a summary of an event and its sections, each with its name in URLs."""

    known = {one.name: one for one in state.sections}
    return {
        "event": stem,
        "name": state.name,
        "closed": state.closed,
        "public": public,
        "last": state.last,
        "details": plain(state.details),
        "sections": [
            {
                "section": slug,
                "name": name,
                "system": known[name].system,
                "rounds": known[name].rounds,
                "published": known[name].published,
                "competitors": known[name].competitors,
            }
            for slug, name in sections.items()
        ],
    }


def section(slug: str, one: Section) -> dict[str, Any]:
    """Return a section as the API shows it, with results and reasons for absence as words."""

    return {
        "section": slug,
        "name": one.name,
        "system": one.system,
        "settings": plain(one.settings),
        "announced": one.announced,
        **({"left_fide_mode": True} if one.left_fide_mode else {}),
        "entries_closed": one.entries_closed,
        "round_to_pair": one.round_to_pair,
        "competitors": [plain(c) for c in one.competitors.values()],
        "requests": [
            {"number": r.number, "round": r.round, "outcome": AWAY[type(r.outcome)]}
            for r in one.requests
        ],
        "draft": _draft(one),
        "rounds": [published_round(played) for played in one.rounds],
    }


def published_round(played: PublishedRound) -> dict[str, Any]:
    """Return a published round: its boards with their results, and the absent participants."""

    return {
        "round": played.number,
        "manual": played.manual,
        "revision": played.revision,
        "tables": [
            {
                "table": table,
                "white": m.white,
                "black": m.black,
                "result": format_result(m) or None,
                "white_points": to_json_number(m.white_points),
                "black_points": to_json_number(m.black_points),
                **({"games": format_games(m)} if are_of_two_players(m.games) else {}),
            }
            for table, m in played.meetings.items()
        ],
        "away": [{"number": n, "outcome": AWAY[type(o)]} for n, o in played.away],
    }


def replay_in_full(one: Replay) -> dict[str, Any]:
    """Return a published round paired again, with the new pairing, its identity and its reasons."""

    answer = one.answer
    made = None if answer is None else action_for(answer, one.section, one.excluded)
    return {
        **replay(one),
        "digest": one.digest,
        "identity": None if made is None else identity_of(one.system, made),
        "explanation": [] if answer is None else answer.explanation,
    }


def comparison(one: Replay) -> dict[str, Any]:
    """Return the comparison of a published round with the same round paired again.

    It includes the interpretations changed since publication.
    """
    changed = [
        {"revision": found.revision, "articles": list(found.articles), "page": found.page}
        for found in one.changed_readings
    ]
    return {
        "same": one.same,
        "comparison": one.comparison.value,
        "system_revision": one.system_revision,
        **({"changed_readings": changed} if changed else {}),
        **({"departures": list(one.departures)} if one.departures else {}),
    }


def replay(one: Replay, found: Verified | None = None) -> dict[str, Any]:
    """Return the comparison of a published round with the round paired again and with its proof."""
    return {
        "section": one.section,
        "round": one.round,
        "entry": one.entry,
        **comparison(one),
        "manual": one.manual,
        "revision": one.revision,
        "differences": list(one.differences),
        **({} if found is None else {"proved": found.proved, **refusal(found)}),
    }
