"""Answers of the API as JSON values; points are numbers with one decimal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topboard.event.codec import plain
from topboard.figures import as_number
from topboard.web import wording

if TYPE_CHECKING:
    from topboard.errors import Problem
    from topboard.event.entries import Entry
    from topboard.event.replay import Replay
    from topboard.event.state import PublishedRound, Section
    from topboard.model import Tournament
    from topboard.reasons import RoundPairing
    from topboard.rules.systems import System
    from topboard.tiebreaks.standings import Standings, Value
    from topboard.web.folder import Moment


def problem(one: Problem) -> dict[str, str]:
    """A problem in its parts."""
    return {"what": one.what, "where": one.where, "quoted": one.quoted, "remedy": one.remedy}


def system(one: System) -> dict[str, Any]:
    """A system."""
    return {
        "name": one.name,
        "title": one.title,
        "source": one.source,
        "competitors": "teams" if one.teams else "players",
        "articles": list(one.articles),
    }


def event(stem: str, moment: Moment) -> dict[str, Any]:
    """An event and its sections in short."""
    state = moment.event
    return {
        "event": stem,
        "name": state.name,
        "closed": state.closed,
        "last": state.last,
        "details": plain(state.details),
        "sections": [
            {
                "section": slug,
                "name": name,
                "system": state.sections[name].system,
                "rounds": state.sections[name].settings.rounds,
                "published": len(state.sections[name].rounds),
                "competitors": len(state.sections[name].competitors),
            }
            for slug, name in moment.sections().items()
        ],
    }


def entry(one: Entry, undone: bool) -> dict[str, Any]:
    """An entry of the journal."""
    return {
        "entry": one.number,
        "time": one.time,
        "who": one.who,
        "act": type(one.act).__name__,
        "content": plain(one.act),
        "reason": one.reason,
        "authority": one.authority,
        "undone": undone,
    }


def section(slug: str, one: Section) -> dict[str, Any]:
    """A section with its competitors and rounds."""
    return {
        "section": slug,
        "name": one.name,
        "system": one.system,
        "settings": plain(one.settings),
        "announced": one.announced,
        "entries_closed": one.entries_closed,
        "round_to_pair": one.round_to_pair,
        "competitors": [plain(c) for c in one.competitors.values()],
        "requests": [
            {"number": r.number, "round": r.round, "outcome": wording.away(r.outcome)}
            for r in one.requests
        ],
        "draft": None if one.draft is None else plain(one.draft),
        "rounds": [_round(played) for played in one.rounds],
    }


def _round(played: PublishedRound) -> dict[str, Any]:
    return {
        "round": played.number,
        "manual": played.manual,
        "revision": played.revision,
        "tables": [
            {
                "table": table,
                "white": m.white,
                "black": m.black,
                "result": wording.result(m) or None,
                "white_points": as_number(m.white_points),
                "black_points": as_number(m.black_points),
            }
            for table, m in played.meetings.items()
        ],
        "away": [{"number": n, "outcome": wording.away(o)} for n, o in played.away],
    }


def pairing(before: Tournament, made: RoundPairing) -> dict[str, Any]:
    """A round as the rules pair it."""
    names = {c.number: c.name for c in before.competitors}
    return {
        "system": made.system,
        "round": made.round,
        "pairs": [
            {
                "table": p.table,
                "white": p.white,
                "black": p.black,
                "white_name": names[p.white],
                "black_name": names[p.black],
            }
            for p in made.pairs
        ],
        "bye": made.bye,
        "floaters": [
            {"number": f.number, "from": as_number(f.from_points), "to": as_number(f.to_points)}
            for f in made.floaters
        ],
    }


def replay(one: Replay) -> dict[str, Any]:
    """A published round made again."""
    return {
        "section": one.section,
        "round": one.round,
        "entry": one.entry,
        "same": one.same,
        "manual": one.manual,
        "differences": list(one.differences),
    }


def standings(known: Tournament, table: Standings) -> dict[str, Any]:
    """The standings with the items of every tie-break."""
    names = {c.number: c.name for c in known.competitors}
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
        "value": wording.scaled(value),
        "items": [
            {
                "round": item.round,
                "opponent": item.opponent,
                "value": wording.scaled(value, item.value),
                "left_out": item.left_out,
                "note": item.note,
            }
            for item in value.items
        ],
    }
