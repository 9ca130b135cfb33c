"""Reader of complete report files, TRF16 or TRF26, for players or teams.

The same code reads both editions, because TRF26 added records and removed none. The points and
ranks that a report claims are compared with the results.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.formats.problems import (
    MOST_COMPETITORS,
    MOST_ROUNDS,
    parse_whole_number,
    too_few_participants_message,
    too_large_error,
)
from topboard.formats.trf.acceleration import Acceleration, recorded_virtual_points_unlike_rules
from topboard.formats.trf.claims import Claims, choose_claims_by_bye_value
from topboard.formats.trf.decisions import RulingRecords
from topboard.formats.trf.header import Header
from topboard.formats.trf.players import (
    build_games_of_round,
    fill_missing_round_cells,
    group_cells_by_round,
    read_player_lines,
)
from topboard.formats.trf.positions import CONFIGURATION, requests_ranking_by_position
from topboard.formats.trf.records import (
    OPENING,
    Report,
)
from topboard.formats.trf.teams import Rosters, read_pairing_byes
from topboard.messages import message, say, say_count, say_kept
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
from topboard.systems.registry import fill_in_ratings_in_force

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from topboard.formats import OnNote
    from topboard.formats.trf.players import RoundCell
    from topboard.formats.trf.records import Record, Report
    from topboard.model import Absence, Away, Competitor, Meeting, Number, Tournament


class PartialRound:
    """The meetings and absences of a round that is being read."""

    def __init__(
        self, meetings: Sequence[Meeting] = (), away: Mapping[Number, Away] | None = None
    ) -> None:
        self.meetings = meetings
        self.away = dict(away or {})

    @property
    def is_paired(self) -> bool:
        """Return whether the round has meetings or a PAB.

        Other absences alone are only requests.
        """
        return bool(self.meetings) or PairingBye() in self.away.values()

    @property
    def is_pending(self) -> bool:
        """Return whether none of the meetings has a result yet."""
        return all(meeting.manner is Manner.PENDING for meeting in self.meetings)

    def has_meeting_of(self, number: Number) -> bool:
        """Return whether the participant has a meeting in this round."""
        return any(number in (meeting.white, meeting.black) for meeting in self.meetings)


def build_finished_round(number: int, round_read: PartialRound) -> Round:
    """Return the finished round. Its board order is unknown, because reports do not give it."""
    away = tuple(sorted(round_read.away.items(), key=lambda item: item[0]))
    return Round(number, tuple(round_read.meetings), away, tables_known=False)


def build_published_round(rounds_read: dict[int, PartialRound], number: int) -> Round:
    """Return a round that is paired but not played. Its only absences are PABs."""
    round_read = rounds_read[number]
    away: dict[Number, Away] = {
        n: PairingBye() for n in round_read.away if _has_pairing_bye(round_read, n)
    }
    return build_finished_round(number, PartialRound(round_read.meetings, away))


def _has_pairing_bye(round_read: PartialRound, number: Number) -> bool:
    return isinstance(round_read.away[number], PairingBye)


BYE_AND_OTHER = {
    "team": message("team {number} has both a bye and a different entry in round {round}"),
    "player": message("player {number} has both a bye and a different entry in round {round}"),
}


@dataclass(frozen=True, slots=True)
class ReportedEvent:
    """The participants and rounds in a report file."""

    word: str
    competitors: tuple[Competitor, ...]
    rounds_read: dict[int, PartialRound]
    boards: int = 1
    awarded: tuple[AwardedPoints, ...] = ()
    kept: tuple[Record, ...] = ()


def parse_trf(
    text: str,
    name: str,
    *,
    accept_points: bool = False,
    paired_by: str = "",
    on_note: OnNote | None = None,
) -> Tournament:
    """Return the tournament in the text of a report file.

    Raise ``BadInput`` if claimed points differ from the results, unless ``accept_points`` is true.
    ``on_note`` is called with every note about the file.
    """
    claims = parse_trf_claims(text, name, paired_by)
    if not accept_points:
        claims.check_claimed_points()
        claims.report.sheet.raise_problems()
    tournament = claims.add_claims_to_tournament()
    claims.report.pass_notes_to(on_note)
    return tournament


def parse_trf_claims(text: str, name: str, paired_by: str = "") -> Claims:
    """Return the claims in the text of a report file, which include the tournament.

    If the caller chooses the system (``paired_by``), the file need not name one.
    """
    report = Report(text, name)
    _check_record_counts(report)
    header = Header(report, paired_by)
    found = read_player_lines(report, several=bool(header.rating_order))
    rosters = Rosters(report, found)
    read = _read_team_event if _is_team_event(report, rosters) else _read_individual_event
    entrants = read(report, header, rosters)
    _check_participant_count(report, entrants)
    tournament = _build_tournament(report, header, entrants)
    if not header.system and not paired_by and entrants.word == "player":
        tournament = replace(tournament, system=header.assume_system_if_unnamed())
    if header.has_two_games and entrants.word == "player":
        # Seam: few events have matches of two games.
        from topboard.formats.trf.columns import join_games_into_matches

        tournament = join_games_into_matches(tournament, report.sheet)
    if tournament.virtual and not report.sheet.problems:
        tournament = replace(tournament, virtual=recorded_virtual_points_unlike_rules(tournament))
    if any(record.line.startswith(OPENING) for record in report.records_with_code("###")):
        # Seam: the module also imports the JSON reader, and most files have no remarks.
        from topboard.formats.trf.remarks import apply_topboard_remarks

        tournament = apply_topboard_remarks(tournament, report)
    report.sheet.raise_problems()
    counting = fill_in_ratings_in_force(
        tournament.competitors, tournament.system, tournament.rating_order
    )
    tournament = replace(tournament, competitors=counting)
    claims = Claims(report, found, tournament)
    return choose_claims_by_bye_value(claims) if header.bye_is_open else claims


def _check_record_counts(report: Report) -> None:
    for code in ("001", "310", "013"):
        count = len(report.records_with_code(code))
        if count > MOST_COMPETITORS:
            raise too_large_error(
                say_count(
                    "{count:,} record with code {code} is too many",
                    "{count:,} records with code {code} are too many",
                    count,
                    code=code,
                ),
                report.name,
                MOST_COMPETITORS,
            )


def _check_participant_count(report: Report, entrants: ReportedEvent) -> None:
    count, word = len(entrants.competitors), entrants.word
    if count < 2 and not report.sheet.problems:
        # If a line is unreadable, that is reported instead, and participants do not count as
        # missing.
        what, remedy = too_few_participants_message(count, word)
        report.sheet.add(what, remedy=remedy)
    for code, there in (
        ("062", len(report.records_with_code("001"))),
        ("082", len(report.records_with_code("310", "013"))),
    ):
        for record in report.records_with_code(code):
            word = record.text.split(" ")[0]
            said = parse_whole_number(word)
            if said is None and word.isdigit():
                what = say("no file can have this many lines")
                report.add_problem(
                    record, 5, what, say("Correct the {code} record.", code=code), word
                )
            elif said is not None and 0 < there < said:
                what = say_count(
                    "the file is incomplete: it has {there} of {count} line",
                    "the file is incomplete: it has {there} of {count} lines",
                    said,
                    there=there,
                )
                report.add_problem(
                    record,
                    5,
                    what,
                    say("Add the missing lines or correct the {code} record.", code=code),
                )


# --- players or teams --------------------------------------------------------------------


def _is_team_event(report: Report, rosters: Rosters) -> bool:
    """Return whether teams play against teams.

    An individual event may also list teams, for prizes (record 013). If most teams meet only one
    other team in a round, it is a team event. One quarter of the teams may be exceptions, so that a
    mistake in the file does not change the kind of event.
    """
    if report.records_with_code("310"):
        return True
    if not rosters.teams:
        return False
    meets: dict[tuple[int, Number], set[Number | None]] = defaultdict(set)
    for number, line in rosters.lines.items():
        for i, cell in enumerate(line.cells):
            if cell is not None and cell.opponent is not None and number in rosters.team_of:
                opponent = rosters.team_of.get(cell.opponent)
                meets[i, rosters.team_of[number]].add(opponent)
    as_teams = sum(
        len(opponents) == 1 and opponents.isdisjoint((None, team))
        for (_, team), opponents in meets.items()
    )
    return 4 * as_teams >= 3 * len(meets)


def _read_individual_event(report: Report, header: Header, rosters: Rosters) -> ReportedEvent:
    found = rosters.lines
    if not requests_ranking_by_position(
        record.text for record in report.records_with_code(CONFIGURATION)
    ):
        found = dict(sorted(found.items()))
    rounds_read: dict[int, PartialRound] = defaultdict(PartialRound)
    for number, written in enumerate(group_cells_by_round(found), start=1):
        cells = fill_missing_round_cells(written)
        rounds_read[number] = PartialRound(
            build_games_of_round(report, found, cells, number, header.scoring),
            {
                n: bye
                for n, c in cells.items()
                if c.opponent is None and (bye := _find_bye_of_cell(c))
            },
        )
    players = tuple(line.player for line in found.values())
    return ReportedEvent(
        "player", players, rounds_read, kept=tuple(report.records_with_code("013"))
    )


def _find_bye_of_cell(cell: RoundCell) -> Away | None:
    # A loss without an opponent means that the player was not paired.
    return ZeroPointBye() if cell.code == "-" and not cell.is_game else cell.bye


def _read_team_event(report: Report, header: Header, rosters: Rosters) -> ReportedEvent:
    # Seam: host programs start the engine once a round, usually for players.
    from topboard.formats.trf.matches import TeamRecords, TeamRound

    records = TeamRecords(report, rosters, header.scoring)
    rounds_read: dict[int, PartialRound] = defaultdict(PartialRound)
    found = dict(sorted(rosters.lines.items()))
    rounds = group_cells_by_round(found)
    rounds += [{}] * (min(records.last_round, MOST_ROUNDS) - len(rounds))
    for number, cells in enumerate(rounds, start=1):
        played = TeamRound(
            records, number, build_games_of_round(report, found, cells, number, header.scoring)
        )
        meetings = played.build_meetings()
        rounds_read[number] = PartialRound(meetings, played.byes(meetings))
    teams = tuple(team for _, team in sorted(rosters.teams.items()))
    awarded = _add_team_byes_to_rounds(report, header, rosters, records.boards, rounds_read)
    kept = (
        *(line.record for line in rosters.players_without_team),
        *_find_bye_records_without_team(report),
    )
    return ReportedEvent("team", teams, rounds_read, records.boards, awarded, kept)


def _add_team_byes_to_rounds(
    report: Report,
    header: Header,
    rosters: Rosters,
    boards: int,
    rounds_read: dict[int, PartialRound],
) -> tuple[AwardedPoints, ...]:
    """Add the teams' PABs (record 320) to the rounds, and return the points awarded for them.

    Points are awarded only if they differ from those for a drawn match.
    """
    usual = header.compute_points_of_team_bye(boards)
    awarded = []
    for bye in read_pairing_byes(report, rosters):
        round_read = rounds_read[bye.round]
        if round_read.has_meeting_of(bye.team):
            what = say(
                "team {team} has both a bye and a match in round {round}",
                team=bye.team,
                round=bye.round,
            )
            report.add_problem(
                bye.record,
                bye.column,
                what,
                say("Keep only one of the two entries."),
                str(bye.team),
            )
            continue
        round_read.away[bye.team] = PairingBye()
        points = (bye.match_points, bye.game_points)
        if points != usual and points != (None, None):
            awarded.append(AwardedPoints(bye.team, bye.round, *points, kind="U"))
    return tuple(awarded)


def _find_bye_records_without_team(report: Report) -> list[Record]:
    """Return the 320 records that name no team, and add a note about each.

    Such a record only announces the points for a bye, which no rule uses.
    """
    found = [
        record for record in report.records_with_code("320") if not record.line[14:].strip(" 0")
    ]
    for record in found:
        what = say(
            "the 320 record gives points for the bye but does not name a team, so it is kept as "
            "text, and later byes get the points that the system gives"
        )
        remedy = say("Name the team in the column of its round.")
        report.add_note(what, record, remedy)
    return found


# --- the tournament ----------------------------------------------------------------------


def _build_tournament(report: Report, header: Header, entrants: ReportedEvent) -> Tournament:
    numbers = frozenset(competitor.number for competitor in entrants.competitors)
    decisions = RulingRecords(report, numbers, entrants.word)
    rounds_read = entrants.rounds_read
    paired = [number for number, round_read in rounds_read.items() if round_read.is_paired]
    last = max(paired, default=0)
    played = last - 1 if last and rounds_read[last].is_pending else last
    requests = _add_requested_byes_to_rounds(report, decisions, rounds_read, played)
    _note_missing_rounds(report, rounds_read, played)
    acceleration = Acceleration(report, numbers, entrants.word)
    kept = [record for record in report.records_with_code("299") if not record.line[23:]]
    published = build_published_round(rounds_read, last) if played < last else None
    tournament = Tournament(
        entrants.competitors,
        tuple(build_finished_round(number, rounds_read[number]) for number in range(1, played + 1)),
        planned_rounds=header.planned_rounds,
        boards=entrants.boards,
        name=header.name,
        system=header.system,
        lot=header.lot,
        requests=requests,
        forbidden=tuple(decisions.forbidden_pairs()),
        adjustments=tuple(decisions.adjustments()),
        accelerated=acceleration.teams_with_imaginary_points,
        virtual=acceleration.virtual_points,
        variations=header.variations,
        tie_breaks=header.tie_breaks,
        rating_order=header.rating_order,
        match_scale=header.match_scale,
        game_scale=header.game_scale,
        published=published,
        details=header.build_event_info((*entrants.kept, *kept), entrants.boards),
    )
    awarded = (*entrants.awarded, *decisions.awarded_points(tournament))
    return replace(tournament, awarded=awarded)


def _add_requested_byes_to_rounds(
    report: Report, decisions: RulingRecords, rounds_read: dict[int, PartialRound], played: int
) -> tuple[Request, ...]:
    """Add byes (record 240) to the rounds played, and return the requests for later rounds."""
    asked: dict[tuple[Number, int], Absence] = {}
    for bye in decisions.byes():
        assert not isinstance(bye.outcome, PairingBye)
        if bye.round > played:
            asked[bye.number, bye.round] = bye.outcome
            continue
        round_read = rounds_read[bye.round]
        before = round_read.away.get(bye.number, bye.outcome)
        if round_read.has_meeting_of(bye.number) or before != bye.outcome:
            what = say_kept(BYE_AND_OTHER[decisions.word], number=bye.number, round=bye.round)
            report.add_problem(
                bye.record, bye.column, what, say("Keep only one of the two entries.")
            )
        round_read.away[bye.number] = bye.outcome
    for number in sorted(n for n in rounds_read if n > played):
        for who, outcome in sorted(rounds_read[number].away.items(), key=lambda item: item[0]):
            if not isinstance(outcome, PairingBye):
                asked.setdefault((who, number), outcome)
    for who in decisions.absentees_of_next_round():
        asked.setdefault((who, played + 1), Request(who, played + 1).outcome)
    return tuple(Request(who, number, outcome) for (who, number), outcome in asked.items())


def _note_missing_rounds(report: Report, rounds_read: dict[int, PartialRound], played: int) -> None:
    for number in range(1, played + 1):
        if number not in rounds_read or not (
            rounds_read[number].meetings or rounds_read[number].away
        ):
            what = say(
                "round {number} is missing: no participant has an entry for it", number=number
            )
            report.sheet.add(
                what,
                remedy=say(
                    "Fill in the columns of this round, or move round {played} to the left.",
                    played=played,
                ),
            )
