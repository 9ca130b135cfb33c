"""Writing the remarks: what the records of a report file could not say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.formats.json_event_write import WORDS as AWAY_WORDS
from topboard.formats.json_event_write import match_fields, plain, single_fields
from topboard.formats.json_layout import inline
from topboard.formats.losses import settled
from topboard.formats.trf_remarks import OPENING
from topboard.model import Team

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.model import Competitor, Number, Round, Tournament

LISTED_APART = ("number", "players")


def remark_lines(tournament: Tournament, as_read: Tournament) -> Iterator[str]:
    """What the tournament has, and what was read of its records has not."""
    before, after = settled(tournament), settled(as_read)
    if before.boards != after.boards:
        yield f"{OPENING}boards {before.boards}"
    yield from _of_single_fields(before, after)
    back = {c.number: c for c in after.competitors}
    for competitor in before.competitors:
        yield from _of_entrant(competitor, back[competitor.number])
    if len(before.rounds) != len(after.rounds):
        yield f"{OPENING}played {len(before.rounds)}"
    read = {r.number: r for r in after.rounds}
    if after.published is not None:
        read[after.published.number] = after.published
    rounds = before.rounds if before.published is None else (*before.rounds, before.published)
    for played in rounds:
        yield from _of_round(played, read.get(played.number))


def _of_single_fields(before: Tournament, after: Tournament) -> Iterator[str]:
    ours, theirs = single_fields(before), single_fields(after)
    for key, value in ours.items():
        if inline(value) == inline(theirs[key]):
            continue
        if isinstance(value, dict) and key == "details":
            value = _differing(value, theirs[key])
        yield f"{OPENING}{key} {inline(value)}"


def _differing(ours: object, theirs: object) -> dict[str, object]:
    """The fields that differ; one that has its usual value again is null."""
    assert isinstance(ours, dict)
    assert isinstance(theirs, dict)
    keys = dict.fromkeys((*ours, *theirs))
    return {k: ours.get(k) for k in keys if inline(ours.get(k)) != inline(theirs.get(k))}


def _of_entrant(before: Competitor, after: Competitor) -> Iterator[str]:
    word = "player"
    if isinstance(before, Team) and isinstance(after, Team):
        word = "team"
        for ours, theirs in zip(before.players, after.players, strict=True):
            yield from _of_entrant(ours, theirs)
    changed = _differing(plain(before), plain(after))
    kept = {key: value for key, value in changed.items() if key not in LISTED_APART}
    if kept:
        yield f"{OPENING}{word} {before.number} {inline(kept)}"


# --- rounds ------------------------------------------------------------------------------


def _of_round(before: Round, after: Round | None) -> Iterator[str]:
    meetings = () if after is None else after.meetings
    back = {frozenset((m.white, m.black)): m for m in meetings}
    changed = [m for m in before.meetings if back.get(frozenset((m.white, m.black))) != m]
    away = dict(() if after is None else after.away)
    absent = [(n, outcome) for n, outcome in before.away if away.get(n) != outcome]
    found: dict[str, object] = {
        "unpaired": _unmentioned(before, after),
        "away": [{"number": n, "as": AWAY_WORDS[type(outcome)]} for n, outcome in absent],
        "matches": [match_fields(m) for m in changed],
        "later_numbers": not before.numbers_in_force,
    }
    kept = {key: value for key, value in found.items() if value}
    if before.tables_known:
        kept["tables"] = [m.white or m.black for m in before.meetings]
    if kept or after is None:
        yield f"{OPENING}round {before.number} {inline(kept)}"


def _unmentioned(before: Round, after: Round | None) -> Sequence[Number]:
    """Whom the records name in the round and the tournament does not."""
    return [] if after is None else sorted(_named(after) - _named(before))


def _named(played: Round) -> set[Number]:
    sides = {side for m in played.meetings for side in (m.white, m.black) if side is not None}
    return sides | {number for number, _ in played.away}
