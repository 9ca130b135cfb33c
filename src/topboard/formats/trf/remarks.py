"""Remarks: comments in a report file with data that its records cannot hold.

``### topboard FIELD VALUE`` holds a field of the event JSON. ``### topboard player N`` adds data
about a player. ``team N`` and ``round N`` do the same for a team or a round. If a remark and the
records give the same field, the remark counts. A played game is always in the records.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from topboard._frozen import replace
from topboard.errors import BadInput
from topboard.formats.json.codec import CODEC, WORDS as AWAY_WORDS
from topboard.formats.json.cursor import Cursor, JsonFile
from topboard.formats.json.event import (
    FACTS,
    build_known_participants,
    create_known_participants,
    read_board_count,
    read_tournament_field,
    tournament_fields_to_json,
)
from topboard.formats.json.rounds import RoundParticipants, read_absences, read_meeting
from topboard.formats.json.text import format_inline_json, format_json_path
from topboard.formats.losses import sort_tournament_for_comparison
from topboard.formats.problems import MOST_ROUNDS, no_such_number_message, parse_whole_number
from topboard.formats.trf.records import OPENING
from topboard.messages import say
from topboard.model import Manner, Round, Team

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.formats.json.entrants import KnownParticipants
    from topboard.formats.trf.records import Record, Report
    from topboard.model import Away, Competitor, Meeting, Number, Round, Tournament


NUMBERED = ("player", "team", "round")
BOUNDS = ("boards", "game_scale")
WORDS = frozenset((*FACTS, *NUMBERED, "boards", "played", "columns"))
ROUND_FIELDS = ("unpaired", "away", "matches", "tables", "later_numbers")


def is_topboard_remark(line: str) -> bool:
    """Return whether a line is a comment in which Topboard keeps additional data."""
    return line.startswith(OPENING) and line[len(OPENING) :].split(" ", 1)[0] in WORDS


class Remark:
    """A remark that is being read: its keyword, its JSON value and, for some keywords, a number."""

    def __init__(self, report: Report, record: Record) -> None:
        self.report = report
        self.record = record
        self.word, _, rest = record.line[len(OPENING) :].partition(" ")
        self.number = 0
        if self.word in NUMBERED:
            written, _, rest = rest.partition(" ")
            self.number = parse_whole_number(written) or 0
        self.column = len(record.line) - len(rest) + 1
        self.rest = rest
        # The name of a system may be written without quotes, as people write it.
        bare = self.word == "system" and not rest.startswith('"')
        self.cursor = self._cursor_for_value(rest) if bare else self._parse_json(rest)

    def _cursor_for_value(self, value: object) -> Cursor:
        document = JsonFile("null", self.report.name)
        return Cursor(value, "", None, document)

    def _parse_json(self, text: str) -> Cursor | None:
        try:
            return JsonFile(text, self.report.name).root
        except BadInput as error:
            for problem in error.problems:
                self.add_problem(problem.what, problem.remedy, problem.quoted)
            return None

    def add_problem(self, what: str, remedy: str = "", quoted: str = "") -> None:
        """Note a problem at the value of this remark."""
        self.report.add_problem(
            self.record, self.column, what, remedy or say("Correct the remark."), quoted
        )

    def merge_remark_into_fields(self, fields: object) -> Cursor | None:
        """Return a cursor over the given fields, updated with those in the remark.

        Return None if the remark's value cannot be read or is not an object.
        """
        if self.cursor is None:
            return None
        if not isinstance(fields, dict) or not isinstance(self.cursor.value, dict):
            self.add_problem(say("expected an object {{…}}"))
            return None
        self.cursor = self._parse_json(format_inline_json({**fields, **self._load_fields()}))
        return self.cursor

    def _load_fields(self) -> dict[str, object]:
        found: dict[str, object] = json.loads(self.rest)
        return found

    def pass_problems_to_report(self) -> None:
        """Pass the problems found in the remark's value on to the report."""
        if self.cursor is None:
            return
        for what, path, quoted, remedy in self.cursor.document.notes:
            at = f"{format_json_path(path)}: " if path else ""
            self.add_problem(f"{self.word}: {at}{what}", remedy, quoted)
        self.cursor.document.notes.clear()


def apply_topboard_remarks(tournament: Tournament, report: Report) -> Tournament:
    """Return the tournament with the additional data in Topboard's remarks."""
    remarks = [
        Remark(report, r) for r in report.records_with_code("###") if is_topboard_remark(r.line)
    ]
    if not remarks:
        return tournament
    tournament = _apply_participant_remarks(tournament, remarks)
    word = "team" if any(isinstance(c, Team) for c in tournament.competitors) else "player"
    known = build_known_participants(tournament.competitors, word, 1, None)
    # The maximum points of a match depend on these two fields, so they are read first.
    changes = _read_event_field_remarks(tournament, [r for r in remarks if r.word in BOUNDS], known)
    tournament = replace(tournament, **changes)
    boards, scale = tournament.boards, tournament.game_scale
    known = build_known_participants(tournament.competitors, word, boards, scale)
    tournament = _apply_round_remarks(tournament, remarks, known)
    changes = _read_event_field_remarks(
        tournament, [r for r in remarks if r.word not in BOUNDS], known
    )
    for remark in remarks:
        remark.pass_problems_to_report()
    return replace(tournament, **changes)


def _read_event_field_remarks(
    tournament: Tournament, remarks: list[Remark], known: KnownParticipants
) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for remark in remarks:
        cursor = remark.cursor
        if remark.word == "details":
            cursor = remark.merge_remark_into_fields(CODEC.value_to_json(tournament.details))
        if cursor is None:
            continue
        if remark.word == "boards":
            found["boards"] = read_board_count(cursor)
        elif remark.word in FACTS:
            found[FACTS[remark.word]] = read_tournament_field(remark.word, cursor, known)
    return found


# --- participants ------------------------------------------------------------------------


def _apply_participant_remarks(tournament: Tournament, remarks: list[Remark]) -> Tournament:
    of_players = {r.number: r for r in remarks if r.word == "player"}
    of_teams = {r.number: r for r in remarks if r.word == "team"}
    if not of_players and not of_teams:
        return tournament
    competitors = tuple(
        _apply_remark_to_participant(competitor, of_players, of_teams)
        for competitor in tournament.competitors
    )
    for remark in (*of_players.values(), *of_teams.values()):
        what = no_such_number_message(remark.number, remark.word)
        remark.add_problem(what, say("Remove the remark."), str(remark.number))
    return replace(tournament, competitors=competitors)


def _apply_remark_to_participant(
    competitor: Competitor, of_players: dict[int, Remark], of_teams: dict[int, Remark]
) -> Competitor:
    remarks = of_players
    if isinstance(competitor, Team):
        members = tuple(
            _apply_remark_to_participant(member, of_players, {}) for member in competitor.players
        )
        competitor, remarks = replace(competitor, players=members), of_teams  # type: ignore[arg-type]
    remark = remarks.pop(competitor.number, None)
    cursor = (
        None if remark is None else remark.merge_remark_into_fields(CODEC.value_to_json(competitor))
    )
    if cursor is None:
        return competitor
    read: Competitor | None = CODEC.reader(type(competitor))(cursor, create_known_participants())
    return read or competitor


# --- rounds ------------------------------------------------------------------------------


def _apply_round_remarks(
    tournament: Tournament, remarks: list[Remark], known: KnownParticipants
) -> Tournament:
    """Return the tournament after applying the remarks about rounds.

    One of them gives the number of rounds played.
    """
    published = () if tournament.published is None else (tournament.published,)
    rounds = {r.number: r for r in (*tournament.rounds, *published)}
    played = len(tournament.rounds)
    for remark in remarks:
        if remark.word == "played" and remark.cursor is not None:
            said = remark.cursor.read_integer(0, MOST_ROUNDS)
            played = played if said is None else said
    for remark in remarks:
        if remark.word != "round":
            continue
        if not 1 <= remark.number <= played + 1:
            remark.add_problem(
                say("expected a round number from 1 to {last}", last=played + 1), quoted=remark.rest
            )
            continue
        before = rounds.get(remark.number, Round(remark.number, tables_known=False))
        rounds[remark.number] = _apply_remark_to_round(before, remark, known)
    return replace(
        tournament,
        rounds=tuple(rounds.get(n, Round(n, tables_known=False)) for n in range(1, played + 1)),
        published=rounds.get(played + 1),
    )


def _apply_remark_to_round(played: Round, remark: Remark, known: KnownParticipants) -> Round:
    cursor = remark.cursor
    if cursor is None or not cursor.check_is_object(ROUND_FIELDS):
        return played
    seats = RoundParticipants(known.word, played.number)
    read = (read_meeting(place, known, seats) for place in cursor.field("matches").items())
    matches = tuple(found for found in read if found is not None)
    away = read_absences(cursor.field("away"), known, seats)
    nobody = {known.read_known_number(place) for place in cursor.field("unpaired").items()}
    named = {n for match in matches for n in (match.white, match.black)} - {None}
    moved = named | {n for n, _ in away} | nobody
    kept = tuple(_find_meetings_not_in_remark(played.meetings, moved, matches, remark))
    in_force = not cursor.field("later_numbers").read_boolean_or_default(
        not played.numbers_in_force
    )
    found = replace(
        played,
        meetings=(*kept, *matches),
        away=_sort_absences_by_number(
            (*(item for item in played.away if item[0] not in moved), *away)
        ),
        numbers_in_force=in_force,
    )
    return _order_meetings_by_board(found, cursor.field("tables"), known)


def _find_meetings_not_in_remark(
    meetings: tuple[Meeting, ...],
    moved: set[Number | None],
    matches: tuple[Meeting, ...],
    remark: Remark,
) -> Iterator[Meeting]:
    """Yield the meetings in the records that the remark does not replace.

    Note a problem if the remark contradicts a result in the records.
    """
    again = {frozenset((match.white, match.black)) for match in matches}
    for old in meetings:
        if moved.isdisjoint((old.white, old.black)):
            yield old
        elif frozenset((old.white, old.black)) not in again and old.manner is Manner.PLAYED:
            sides = f"{old.white}-{old.black}"
            what = say(
                "the remark says that {sides} did not meet, but the records give their result",
                sides=sides,
            )
            remark.add_problem(what, say("Correct the remark or the records."), sides)


def _sort_absences_by_number(
    away: tuple[tuple[Number, Away], ...],
) -> tuple[tuple[Number, Away], ...]:
    return tuple(sorted(away, key=lambda item: item[0]))


def _order_meetings_by_board(played: Round, cursor: Cursor, known: KnownParticipants) -> Round:
    """Return the round with its meetings in board order.

    The remark lists one participant of each meeting in that order.
    """
    if not cursor.is_given:
        return played
    at = {known.read_known_number(place): i for i, place in enumerate(cursor.items())}
    places = [
        next((at[side] for side in (m.white, m.black) if side is not None and side in at), None)
        for m in played.meetings
    ]
    if None in places or len(set(places)) != len(places):
        what = say("the list of tables must name one side of every pair exactly once")
        cursor.add_problem(what, say("Correct the list."))
        return played
    order = sorted(range(len(places)), key=lambda i: places[i] or 0)
    return replace(played, meetings=tuple(played.meetings[i] for i in order), tables_known=True)


LISTED_APART = ("number", "players")


def format_remark_lines(tournament: Tournament, as_read: Tournament) -> Iterator[str]:
    """Yield remarks for all data that is lost when the records are read back.

    ``as_read`` is the tournament that the records alone give.
    """
    before, after = (
        sort_tournament_for_comparison(tournament),
        sort_tournament_for_comparison(as_read),
    )
    if before.boards != after.boards:
        yield f"{OPENING}boards {before.boards}"
    yield from _format_event_field_remarks(before, after)
    back = {c.number: c for c in after.competitors}
    for competitor in before.competitors:
        yield from _format_participant_remarks(competitor, back[competitor.number])
    if len(before.rounds) != len(after.rounds):
        yield f"{OPENING}played {len(before.rounds)}"
    read = {r.number: r for r in after.rounds}
    if after.published is not None:
        read[after.published.number] = after.published
    rounds = before.rounds if before.published is None else (*before.rounds, before.published)
    for played in rounds:
        yield from _format_round_remarks(played, read.get(played.number))


def _format_event_field_remarks(before: Tournament, after: Tournament) -> Iterator[str]:
    ours, theirs = tournament_fields_to_json(before), tournament_fields_to_json(after)
    for key, value in ours.items():
        if format_inline_json(value) == format_inline_json(theirs[key]):
            continue
        if isinstance(value, dict) and key == "details":
            value = _find_differing_fields(value, theirs[key])
        yield f"{OPENING}{key} {format_inline_json(value)}"


def _find_differing_fields(ours: object, theirs: object) -> dict[str, object]:
    """Return the fields whose values differ, with the values in ``ours``.

    A field that ``ours`` does not have is None.
    """
    assert isinstance(ours, dict)
    assert isinstance(theirs, dict)
    keys = dict.fromkeys((*ours, *theirs))
    return {
        k: ours.get(k)
        for k in keys
        if format_inline_json(ours.get(k)) != format_inline_json(theirs.get(k))
    }


def _format_participant_remarks(before: Competitor, after: Competitor) -> Iterator[str]:
    word = "player"
    if isinstance(before, Team) and isinstance(after, Team):
        word = "team"
        for ours, theirs in zip(before.players, after.players, strict=True):
            yield from _format_participant_remarks(ours, theirs)
    changed = _find_differing_fields(CODEC.value_to_json(before), CODEC.value_to_json(after))
    kept = {key: value for key, value in changed.items() if key not in LISTED_APART}
    if kept:
        yield f"{OPENING}{word} {before.number} {format_inline_json(kept)}"


# --- rounds ------------------------------------------------------------------------------


def _format_round_remarks(before: Round, after: Round | None) -> Iterator[str]:
    meetings = () if after is None else after.meetings
    back = {frozenset((m.white, m.black)): m for m in meetings}
    changed = [m for m in before.meetings if back.get(frozenset((m.white, m.black))) != m]
    away = dict(() if after is None else after.away)
    absent = [(n, outcome) for n, outcome in before.away if away.get(n) != outcome]
    found: dict[str, object] = {
        "unpaired": _find_numbers_only_in_records(before, after),
        "away": [{"number": n, "as": AWAY_WORDS[type(outcome)]} for n, outcome in absent],
        "matches": CODEC.value_to_json(tuple(changed)),
        "later_numbers": not before.numbers_in_force,
    }
    kept = {key: value for key, value in found.items() if value}
    if before.tables_known:
        kept["tables"] = [m.white or m.black for m in before.meetings]
    if kept or after is None:
        yield f"{OPENING}round {before.number} {format_inline_json(kept)}"


def _find_numbers_only_in_records(before: Round, after: Round | None) -> Sequence[Number]:
    """Return the participants who are mentioned in this round only by the records."""
    return (
        []
        if after is None
        else sorted(_find_participants_in_round(after) - _find_participants_in_round(before))
    )


def _find_participants_in_round(played: Round) -> set[Number]:
    sides = {side for m in played.meetings for side in (m.white, m.black) if side is not None}
    return sides | {number for number, _ in played.away}
