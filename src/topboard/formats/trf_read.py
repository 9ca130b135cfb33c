"""Reading a tournament report file, TRF16 or TRF26, of players or of teams.

Both editions are read by the same code: TRF26 added records and took none away.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from topboard.formats.problems import MOST_COMPETITORS, MOST_ROUNDS, too_large, whole_number
from topboard.formats.trf_decisions import Decisions
from topboard.formats.trf_header import Header
from topboard.formats.trf_matches import TeamRecords, TeamRound
from topboard.formats.trf_official import Claims
from topboard.formats.trf_players import entries, games, last_round
from topboard.formats.trf_records import Report
from topboard.formats.trf_remarks import with_remarks
from topboard.formats.trf_teams import Rosters, pairing_byes
from topboard.model import (
    AwardedPoints,
    Manner,
    Number,
    PairingBye,
    Request,
    Round,
    Tournament,
    ZeroPointBye,
)

if TYPE_CHECKING:
    from topboard.formats.trf_players import Entry
    from topboard.formats.trf_records import Record
    from topboard.model import Absence, Away, Competitor, Meeting


@dataclass(slots=True)
class Draft:
    """A round while it is read."""

    meetings: list[Meeting] = field(default_factory=list)
    away: dict[Number, Away] = field(default_factory=dict)

    @property
    def is_paired(self) -> bool:
        """Whether somebody has paired it; absences alone are only asked for."""
        return bool(self.meetings) or PairingBye() in self.away.values()

    @property
    def is_pending(self) -> bool:
        """Whether it is paired and no result is known."""
        return all(meeting.manner is Manner.PENDING for meeting in self.meetings)

    def meets(self, number: Number) -> bool:
        """Whether the competitor is paired."""
        return any(number in (meeting.white, meeting.black) for meeting in self.meetings)


@dataclass(frozen=True, slots=True)
class Field:
    """The competitors of a file with their rounds."""

    word: str
    competitors: tuple[Competitor, ...]
    drafts: dict[int, Draft]
    boards: int = 1
    awarded: tuple[AwardedPoints, ...] = ()
    kept: tuple[Record, ...] = ()


def tournament_in_trf(text: str, name: str, *, accept_points: bool = False) -> Tournament:
    """The tournament in the text of a report file.

    Points that are not those of the results are a problem, unless they are accepted.
    """
    report = Report(text, name)
    tournament, claims = _of_records(report)
    tournament = with_remarks(tournament, report)
    report.sheet.settle()
    if not accept_points:
        claims.check_points(tournament)
        report.sheet.settle()
    return claims.with_ranks(claims.with_byes_of_members(tournament))


def _of_records(report: Report) -> tuple[Tournament, Claims]:
    """What the records say, without our remarks, and what they claim."""
    _check_size(report)
    header = Header(report)
    found = entries(report)
    rosters = Rosters(report, found)
    read = _teams if _is_team_event(report, rosters) else _players
    entrants = read(report, header, rosters)
    _check_count(report, entrants)
    return _tournament(report, header, entrants), Claims(report, found, header.scoring)


def _check_size(report: Report) -> None:
    for code in ("001", "310", "013"):
        count = len(report.of(code))
        if count > MOST_COMPETITORS:
            raise too_large(f"{count:,} records {code}", report.name, MOST_COMPETITORS)


def _check_count(report: Report, entrants: Field) -> None:
    count, word = len(entrants.competitors), entrants.word
    if count < 2:
        few = "no" if count == 0 else "only one"
        report.sheet.add(f"there is {few} {word}", remedy=f"give at least two {word}s")
    for code, there in (("062", len(report.of("001"))), ("082", len(report.of("310", "013")))):
        for record in report.of(code):
            word = record.text.split(" ")[0]
            said = whole_number(word)
            if said is None and word.isdigit():
                what = "more lines than a file can have"
                report.problem(record, 5, what, f"correct {code}", word)
            elif said is not None and 0 < there < said:
                what = f"the file ends too early: {there} of {said} lines are there"
                report.problem(record, 5, what, f"add the missing lines or correct {code}")


# --- players or teams --------------------------------------------------------------------


def _is_team_event(report: Report, rosters: Rosters) -> bool:
    """Whether teams meet teams. An open for players may list teams in 013 only for prizes.

    A slip must not turn one into the other: three in four teams and rounds decide.
    """
    if report.of("310"):
        return True
    if not rosters.teams:
        return False
    meets: dict[tuple[int, Number], set[Number | None]] = defaultdict(set)
    for number, entry in rosters.entries.items():
        for i, cell in enumerate(entry.cells):
            if cell is not None and cell.opponent is not None and number in rosters.team_of:
                opponent = rosters.team_of.get(cell.opponent)
                meets[i, rosters.team_of[number]].add(opponent)
    as_teams = sum(
        len(opponents) == 1 and opponents.isdisjoint((None, team))
        for (_, team), opponents in meets.items()
    )
    return 4 * as_teams >= 3 * len(meets)


def _players(report: Report, header: Header, rosters: Rosters) -> Field:
    found = rosters.entries
    drafts: dict[int, Draft] = defaultdict(Draft)
    for number in range(1, last_round(found) + 1):
        drafts[number] = Draft(
            games(report, found, number, header.scoring),
            {own: bye for own, entry in sorted(found.items()) if (bye := _bye(entry, number))},
        )
    players = tuple(entry.player for _, entry in sorted(found.items()))
    return Field("player", players, drafts, kept=tuple(report.of("013")))


def _bye(entry: Entry, number: int) -> Away | None:
    cell = entry.cell(number)
    if cell is None or cell.is_game:
        return None
    # Lost without a word of an opponent: nobody was paired with this player.
    return ZeroPointBye() if cell.code == "-" else cell.bye


def _teams(report: Report, header: Header, rosters: Rosters) -> Field:
    records = TeamRecords(report, rosters, header.scoring)
    drafts: dict[int, Draft] = defaultdict(Draft)
    last = max(last_round(rosters.entries), records.last_round)
    for number in range(1, min(last, MOST_ROUNDS) + 1):
        played = TeamRound(records, number, games(report, rosters.entries, number, header.scoring))
        meetings = played.meetings()
        drafts[number] = Draft(meetings, played.byes(meetings))
    teams = tuple(team for _, team in sorted(rosters.teams.items()))
    awarded = _give_byes(report, header, rosters, records.boards, drafts)
    kept = tuple(entry.record for entry in rosters.without_team)
    return Field("team", teams, drafts, records.boards, awarded, kept)


def _give_byes(
    report: Report, header: Header, rosters: Rosters, boards: int, drafts: dict[int, Draft]
) -> tuple[AwardedPoints, ...]:
    """Set the byes of records 320; points other than those of a drawn match are awarded ones."""
    usual = header.points_of_a_bye(boards)
    awarded = []
    for bye in pairing_byes(report, rosters):
        draft = drafts[bye.round]
        if draft.meets(bye.team):
            what = f"a bye for team {bye.team}, which has a match in round {bye.round}"
            report.problem(bye.record, bye.column, what, "keep one of the two", str(bye.team))
            continue
        draft.away[bye.team] = PairingBye()
        points = (bye.match_points, bye.game_points)
        if points != usual and points != (None, None):
            awarded.append(AwardedPoints(bye.team, bye.round, *points, kind="U"))
    return tuple(awarded)


# --- the tournament ----------------------------------------------------------------------


def _tournament(report: Report, header: Header, entrants: Field) -> Tournament:
    numbers = frozenset(competitor.number for competitor in entrants.competitors)
    decisions = Decisions(report, numbers, entrants.word)
    drafts = entrants.drafts
    paired = [number for number, draft in drafts.items() if draft.is_paired]
    last = max(paired, default=0)
    played = last - 1 if last and drafts[last].is_pending else last
    requests = _place_byes(report, decisions, drafts, played)
    _note_missing(report, drafts, played)
    accelerated, kept = decisions.accelerated()
    kept += [record for record in report.of("299") if not record.line[23:]]
    published = _published(drafts, last) if played < last else None
    tournament = Tournament(
        entrants.competitors,
        tuple(_round(number, drafts[number]) for number in range(1, played + 1)),
        planned_rounds=header.planned_rounds,
        boards=entrants.boards,
        name=header.name,
        system=header.system,
        lot=header.lot,
        requests=requests,
        forbidden=tuple(decisions.forbidden()),
        adjustments=tuple(decisions.adjustments()),
        accelerated=accelerated,
        match_scale=header.match_scale,
        game_scale=header.game_scale,
        published=published,
        details=header.details((*entrants.kept, *kept), entrants.boards),
    )
    awarded = (*entrants.awarded, *decisions.awarded(tournament))
    return replace(tournament, awarded=awarded)


def _place_byes(
    report: Report, decisions: Decisions, drafts: dict[int, Draft], played: int
) -> tuple[Request, ...]:
    """Set the byes of records 240: in a round played a fact, in a later one a request."""
    asked: dict[tuple[Number, int], Absence] = {}
    for bye in decisions.byes():
        assert not isinstance(bye.outcome, PairingBye)
        if bye.round > played:
            asked[bye.number, bye.round] = bye.outcome
            continue
        draft = drafts[bye.round]
        before = draft.away.get(bye.number, bye.outcome)
        if draft.meets(bye.number) or before != bye.outcome:
            what = f"a bye for {bye.number}, which has another entry in round {bye.round}"
            report.problem(bye.record, bye.column, what, "keep one of the two")
        draft.away[bye.number] = bye.outcome
    for number in sorted(n for n in drafts if n > played):
        for who, outcome in sorted(drafts[number].away.items(), key=lambda item: item[0]):
            if not isinstance(outcome, PairingBye):
                asked.setdefault((who, number), outcome)
    for who in decisions.absent_next():
        asked.setdefault((who, played + 1), Request(who, played + 1).outcome)
    return tuple(Request(who, number, outcome) for (who, number), outcome in asked.items())


def _note_missing(report: Report, drafts: dict[int, Draft], played: int) -> None:
    for number in range(1, played + 1):
        if number not in drafts or not (drafts[number].meetings or drafts[number].away):
            what = f"a round is missing: nobody has an entry for round {number}"
            report.sheet.add(what, remedy=f"fill its columns, or move round {played} to the left")


def _round(number: int, draft: Draft) -> Round:
    away = tuple(sorted(draft.away.items(), key=lambda item: item[0]))
    return Round(number, tuple(draft.meetings), away, tables_known=False)


def _published(drafts: dict[int, Draft], number: int) -> Round:
    draft = drafts[number]
    away: dict[Number, Away] = {n: PairingBye() for n in draft.away if _has_bye(draft, n)}
    return _round(number, Draft(draft.meetings, away))


def _has_bye(draft: Draft, number: Number) -> bool:
    return isinstance(draft.away[number], PairingBye)
