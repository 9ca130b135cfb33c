"""A whole tournament report file, TRF16 or TRF26, of players or of teams: read and written.

Both editions are read by the same code: TRF26 added records and took none away. What a report
says itself of points and ranks is held against the results.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING

from topboard.errors import BadInput
from topboard.formats.problems import (
    MOST_COMPETITORS,
    MOST_ROUNDS,
    refuse,
    too_few,
    too_large,
    whole_number,
)
from topboard.formats.trf.acceleration import Acceleration, without_points_of_the_rule
from topboard.formats.trf.announced import is_ours
from topboard.formats.trf.decisions import Decisions, decision_lines
from topboard.formats.trf.header import Header, header_lines
from topboard.formats.trf.national import national_lines
from topboard.formats.trf.players import (
    POINTS,
    RANK_OUT_OF_PLACE,
    cells_by_round,
    games,
    mended,
    players_listed,
    single_player_lines,
)
from topboard.formats.trf.positions import CONFIGURATION, says_position
from topboard.formats.trf.records import (
    OPENING,
    Report,
    points_text,
    tenths_of,
)
from topboard.formats.trf.rounds import RoundRead, published_of, round_of
from topboard.formats.trf.teams import Rosters, pairing_byes
from topboard.formats.trf.totals import (
    SCORED,
    places,
    points_and_ranks,
    points_in,
    points_of_members,
    standings_in,
    system_in,
    team_table,
)
from topboard.messages import say
from topboard.model import (
    AwardedPoints,
    MemberBye,
    Number,
    OfficialRanks,
    PairingBye,
    Player,
    Request,
    Scale,
    Team,
    Tournament,
    ZeroPointBye,
)
from topboard.records import dataclass, replace
from topboard.rules.systems import with_ratings_in_force
from topboard.scoring import without_play

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from topboard.formats.trf.players import Cell, PlayerLine
    from topboard.formats.trf.records import Record, Report
    from topboard.model import Absence, Away, Competitor, Number, Tenths, Tournament
    from topboard.tiebreaks.standings import Claimed, Standings


@dataclass(frozen=True, slots=True)
class Reported:
    """The competitors of a file with their rounds."""

    word: str
    competitors: tuple[Competitor, ...]
    rounds_read: dict[int, RoundRead]
    boards: int = 1
    awarded: tuple[AwardedPoints, ...] = ()
    kept: tuple[Record, ...] = ()


def tournament_in_trf(text: str, name: str, *, accept_points: bool = False) -> Tournament:
    """The tournament in the text of a report file.

    Points that are not those of the results are a problem, unless they are accepted.
    """
    claims = claims_in_trf(text, name)
    if not accept_points:
        claims.check_points()
        claims.report.sheet.settle()
    return claims.believed()


def claims_in_trf(text: str, name: str) -> Claims:
    """The facts in the text of a report file, and what it says itself of points and ranks."""
    report = Report(text, name)
    _check_size(report)
    header = Header(report)
    found = players_listed(report, several=bool(header.rating_order))
    rosters = Rosters(report, found)
    read = _teams if _is_team_event(report, rosters) else _players
    entrants = read(report, header, rosters)
    _check_count(report, entrants)
    tournament = _tournament(report, header, entrants)
    if tournament.virtual and not report.sheet.problems:
        tournament = replace(tournament, virtual=without_points_of_the_rule(tournament))
    if any(record.line.startswith(OPENING) for record in report.of("###")):
        # What reads remarks reads JSON too; most files have none.
        from topboard.formats.trf.remarks import with_remarks

        tournament = with_remarks(tournament, report)
    report.sheet.settle()
    counting = with_ratings_in_force(
        tournament.competitors, tournament.system, tournament.rating_order
    )
    tournament = replace(tournament, competitors=counting)
    claims = Claims(report, found, tournament)
    return _by_points_of_the_bye(claims) if header.bye_is_open else claims


def _by_points_of_the_bye(claims: Claims) -> Claims:
    """The claims with the bye worth a win, if the points written in the file say so."""
    tournament = claims.tournament
    if tournament.game_scale is None or tournament.game_scale.bye is None:
        return claims
    as_win = replace(tournament.game_scale, bye=None)
    other = Claims(claims.report, claims.lines, replace(tournament, game_scale=as_win))
    return min(claims, other, key=lambda one: len(list(one.wrong_points())))


def _check_size(report: Report) -> None:
    for code in ("001", "310", "013"):
        count = len(report.of(code))
        if count > MOST_COMPETITORS:
            raise too_large(
                say("{count:,} records {code}", count=count, code=code),
                report.name,
                MOST_COMPETITORS,
            )


def _check_count(report: Report, entrants: Reported) -> None:
    count, word = len(entrants.competitors), entrants.word
    if count < 2:
        report.sheet.add(*too_few(count, word))
    for code, there in (("062", len(report.of("001"))), ("082", len(report.of("310", "013")))):
        for record in report.of(code):
            word = record.text.split(" ")[0]
            said = whole_number(word)
            if said is None and word.isdigit():
                what = say("more lines than a file can have")
                report.problem(record, 5, what, say("correct {code}", code=code), word)
            elif said is not None and 0 < there < said:
                what = say(
                    "the file ends too early: {there} of {said} lines are there",
                    there=there,
                    said=said,
                )
                report.problem(
                    record, 5, what, say("add the missing lines or correct {code}", code=code)
                )


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


def _players(report: Report, header: Header, rosters: Rosters) -> Reported:
    found = rosters.lines
    if not says_position(record.text for record in report.of(CONFIGURATION)):
        found = dict(sorted(found.items()))
    rounds_read: dict[int, RoundRead] = defaultdict(RoundRead)
    for number, written in enumerate(cells_by_round(found), start=1):
        cells = mended(written)
        rounds_read[number] = RoundRead(
            games(report, found, cells, number, header.scoring),
            {n: bye for n, c in cells.items() if c.opponent is None and (bye := _bye(c))},
        )
    players = tuple(line.player for line in found.values())
    return Reported("player", players, rounds_read, kept=tuple(report.of("013")))


def _bye(cell: Cell) -> Away | None:
    # Lost without a word of an opponent: nobody was paired with this player.
    return ZeroPointBye() if cell.code == "-" and not cell.is_game else cell.bye


def _teams(report: Report, header: Header, rosters: Rosters) -> Reported:
    # Hosts start the engine once a round, for players as a rule.
    from topboard.formats.trf.matches import TeamRecords, TeamRound

    records = TeamRecords(report, rosters, header.scoring)
    rounds_read: dict[int, RoundRead] = defaultdict(RoundRead)
    found = dict(sorted(rosters.lines.items()))
    rounds = cells_by_round(found)
    rounds += [{}] * (min(records.last_round, MOST_ROUNDS) - len(rounds))
    for number, cells in enumerate(rounds, start=1):
        played = TeamRound(records, number, games(report, found, cells, number, header.scoring))
        meetings = played.meetings()
        rounds_read[number] = RoundRead(meetings, played.byes(meetings))
    teams = tuple(team for _, team in sorted(rosters.teams.items()))
    awarded = _give_byes(report, header, rosters, records.boards, rounds_read)
    kept = tuple(line.record for line in rosters.without_team)
    return Reported("team", teams, rounds_read, records.boards, awarded, kept)


def _give_byes(
    report: Report, header: Header, rosters: Rosters, boards: int, rounds_read: dict[int, RoundRead]
) -> tuple[AwardedPoints, ...]:
    """Set the byes of records 320; points other than those of a drawn match are awarded ones."""
    usual = header.points_of_a_bye(boards)
    awarded = []
    for bye in pairing_byes(report, rosters):
        round_read = rounds_read[bye.round]
        if round_read.meets(bye.team):
            what = say(
                "a bye for team {team}, which has a match in round {round}",
                team=bye.team,
                round=bye.round,
            )
            report.problem(bye.record, bye.column, what, say("keep one of the two"), str(bye.team))
            continue
        round_read.away[bye.team] = PairingBye()
        points = (bye.match_points, bye.game_points)
        if points != usual and points != (None, None):
            awarded.append(AwardedPoints(bye.team, bye.round, *points, kind="U"))
    return tuple(awarded)


# --- the tournament ----------------------------------------------------------------------


def _tournament(report: Report, header: Header, entrants: Reported) -> Tournament:
    numbers = frozenset(competitor.number for competitor in entrants.competitors)
    decisions = Decisions(report, numbers, entrants.word)
    rounds_read = entrants.rounds_read
    paired = [number for number, round_read in rounds_read.items() if round_read.is_paired]
    last = max(paired, default=0)
    played = last - 1 if last and rounds_read[last].is_pending else last
    requests = _place_byes(report, decisions, rounds_read, played)
    _note_missing(report, rounds_read, played)
    acceleration = Acceleration(report, numbers, entrants.word)
    kept = [record for record in report.of("299") if not record.line[23:]]
    published = published_of(rounds_read, last) if played < last else None
    tournament = Tournament(
        entrants.competitors,
        tuple(round_of(number, rounds_read[number]) for number in range(1, played + 1)),
        planned_rounds=header.planned_rounds,
        boards=entrants.boards,
        name=header.name,
        system=header.system,
        lot=header.lot,
        requests=requests,
        forbidden=tuple(decisions.forbidden()),
        adjustments=tuple(decisions.adjustments()),
        accelerated=acceleration.imaginary,
        virtual=acceleration.virtual,
        variations=header.variations,
        tie_breaks=header.tie_breaks,
        rating_order=header.rating_order,
        match_scale=header.match_scale,
        game_scale=header.game_scale,
        published=published,
        details=header.details((*entrants.kept, *kept), entrants.boards),
    )
    awarded = (*entrants.awarded, *decisions.awarded(tournament))
    return replace(tournament, awarded=awarded)


def _place_byes(
    report: Report, decisions: Decisions, rounds_read: dict[int, RoundRead], played: int
) -> tuple[Request, ...]:
    """Set the byes of records 240: in a round played a fact, in a later one a request."""
    asked: dict[tuple[Number, int], Absence] = {}
    for bye in decisions.byes():
        assert not isinstance(bye.outcome, PairingBye)
        if bye.round > played:
            asked[bye.number, bye.round] = bye.outcome
            continue
        round_read = rounds_read[bye.round]
        before = round_read.away.get(bye.number, bye.outcome)
        if round_read.meets(bye.number) or before != bye.outcome:
            what = say(
                "a bye for {number}, which has another entry in round {round}",
                number=bye.number,
                round=bye.round,
            )
            report.problem(bye.record, bye.column, what, say("keep one of the two"))
        round_read.away[bye.number] = bye.outcome
    for number in sorted(n for n in rounds_read if n > played):
        for who, outcome in sorted(rounds_read[number].away.items(), key=lambda item: item[0]):
            if not isinstance(outcome, PairingBye):
                asked.setdefault((who, number), outcome)
    for who in decisions.absent_next():
        asked.setdefault((who, played + 1), Request(who, played + 1).outcome)
    return tuple(Request(who, number, outcome) for (who, number), outcome in asked.items())


def _note_missing(report: Report, rounds_read: dict[int, RoundRead], played: int) -> None:
    for number in range(1, played + 1):
        if number not in rounds_read or not (
            rounds_read[number].meetings or rounds_read[number].away
        ):
            what = say("a round is missing: nobody has an entry for round {number}", number=number)
            report.sheet.add(
                what,
                remedy=say("fill its columns, or move round {played} to the left", played=played),
            )


FIRST_OF_POINTS = 81
"""The first column of the points by the standard; a sign may stand before it."""


class Claims:
    """What a report claims of points and ranks, beside the tournament of its results."""

    def __init__(
        self,
        report: Report,
        lines: Mapping[Number, PlayerLine],
        tournament: Tournament,
    ) -> None:
        self.report = report
        self.lines = lines
        self.tournament = tournament
        self.of_teams = any(isinstance(c, Team) for c in tournament.competitors)

    @cached_property
    def standings(self) -> Standings | None:
        """The standings by the results, which points and ranks are held against."""
        return standings_in(self.tournament)

    @cached_property
    def points_of_players(self) -> Mapping[Number, Tenths]:
        """The points of every single player, as the system counts or else by the results."""
        return points_in(self.tournament)

    @cached_property
    def points_of_members(self) -> dict[Number, Tenths]:
        """The points of the single players of teams, by the results."""
        return points_of_members(self.tournament)

    def check_points(self) -> None:
        """Note every player whose points are not those of the results."""
        remedy = say("correct the points or a result, or accept the points (--accept-points)")
        for number, written, by_results in self.wrong_points():
            what = say(
                "the points of player {number}: the results make {allowed}",
                number=number,
                allowed=points_text(by_results),
            )
            record = self.lines[number].record
            self.report.problem(record, FIRST_OF_POINTS, what, remedy, written)

    def claimed(self) -> Claimed:
        """The ranks as they are written, and the points that are not those of the results."""
        from topboard.tiebreaks.standings import Claimed

        ranks = dict(self._team_ranks()) if self.of_teams else self._ranks(self.lines)
        having = sum(bool(line.record.cut(*POINTS)) for line in self.lines.values())
        return Claimed(ranks, tuple(self.wrong_points()), having)

    def wrong_points(self) -> Iterator[tuple[Number, str, Tenths]]:
        """Whose points are not those of the results: as they are written, as they should be."""
        allowed = self._of_members() if self.of_teams else self._of_players()
        for number, line in self.lines.items():
            written = line.record.cut(*POINTS)
            if written and number in allowed and tenths_of(written) not in allowed[number]:
                yield number, written, allowed[number][0]

    def believed(self) -> Tournament:
        """The tournament with what only the claims tell: byes of members, and ranks not ours."""
        return self._with_ranks(self._with_byes_of_members())

    def _of_players(self) -> dict[Number, tuple[Tenths, ...]]:
        """The points a player may have: those of the standings, or with what programs add."""
        to_come = self._byes_to_come()
        return {
            n: tuple(self._habits(n, total, to_come[n]))
            for n, total in self.points_of_players.items()
        }

    @cached_property
    def virtual(self) -> Mapping[Number, tuple[Tenths, ...]]:
        """What is added to everybody's points for the pairing of the last round and the next."""
        found: dict[Number, tuple[Tenths, ...]] = defaultdict(tuple)
        for one in self.tournament.virtual:
            played = len(self.tournament.rounds)
            found[one.number] = one.points[max(0, played - 1) : played + 1]
        return found

    def _byes_to_come(self) -> Mapping[Number, Tenths]:
        """What everybody gets without play in the round to pair."""
        found: dict[Number, Tenths] = defaultdict(int)
        scale = self.tournament.game_scale or Scale()
        for request in self.tournament.requests:
            if request.round == self.tournament.round_to_pair:
                found[request.number] += without_play(request.outcome, scale)
        return found

    def _habits(self, number: Number, total: Tenths, to_come: Tenths) -> Iterator[Tenths]:
        """The total, with the bye to come and with virtual points or without."""
        for more in (0, *self.virtual[number]):
            yield from (total + more, total + more + to_come)

    def _of_members(self) -> dict[Number, tuple[Tenths, ...]]:
        """Games count; whether a bye of the team counts for its players, programs decide."""
        worth = (self.tournament.game_scale or Scale()).win
        found = {}
        for number, points in self.points_of_members.items():
            cells = self.lines[number].cells[: len(self.tournament.rounds)]
            byes = sum(cell is not None and cell.bye is not None for cell in cells)
            found[number] = tuple(points + extra for extra in range(0, byes * worth + 1, 5))
        return found

    def _with_byes_of_members(self) -> Tournament:
        """The tournament with the byes that the points of its teams' players include."""
        tournament = self.tournament
        if tournament.member_byes or not self.of_teams:
            return tournament
        found = []
        for number, points in self.points_of_members.items():
            line = self.lines[number]
            more = (tenths_of(line.record.cut(*POINTS)) or 0) - points
            cells = enumerate(line.cells[: len(tournament.rounds)], start=1)
            byes = [(r, c.bye) for r, c in cells if c is not None and isinstance(c.bye, SCORED)]
            if byes and 0 < more <= len(byes) * (tournament.game_scale or Scale()).win:
                found += [MemberBye(number, r, more // len(byes), bye) for r, bye in byes]
        return replace(tournament, member_byes=tuple(found)) if found else tournament

    # --- ranks ---------------------------------------------------------------------------

    def _with_ranks(self, tournament: Tournament) -> Tournament:
        """The tournament with the ranks of the file, where they are not those we would give."""
        if tournament.official_ranks is not None:
            return tournament
        of_players = self._ranks(self.lines)
        if not self.of_teams:
            ours = self._are_ours(of_players)
            return tournament if ours else _keeping(tournament, of_players, {})
        ranks = {n: rank for n, (_, _, rank) in team_table(tournament, self.standings).items()}
        teams = {team.number for team in tournament.competitors}
        of_teams = {n: rank for n, rank in self._team_ranks() if n in teams}
        points = points_of_members(tournament)
        own = places({number: (total,) for number, total in points.items()})
        members = {n: rank for n, rank in of_players.items() if n in points}
        return _keeping(tournament, _unless(ranks, of_teams), _unless(own, members))

    def _are_ours(self, ranks: dict[Number, int]) -> bool:
        """Whether the ranks of players are those we would give.

        Where a system of ours ranks by tie-breaks, a file that we have written is believed if its
        ranks follow the points, and that of another program is not: tie-breaks take their time.
        """
        if system_in(self.tournament) is None:
            ours = places({number: (total,) for number, total in self.points_of_players.items()})
            return not _unless(ours, ranks)
        if not self._is_written_by_us:
            return not ranks
        if _follow(ranks, self.points_of_players):
            return True
        table = points_and_ranks(self.tournament, self.standings)
        return not _unless({number: rank for number, (_, rank) in table.items()}, ranks)

    @property
    def _is_written_by_us(self) -> bool:
        comments = any(record.line.startswith(OPENING) for record in self.report.of("###"))
        return comments or any(is_ours(record) for record in self.report.of("182"))

    def _ranks(self, lines: Mapping[Number, PlayerLine]) -> dict[Number, int]:
        written = (
            (n, whole_number(line.record.cut(*RANK_OUT_OF_PLACE))) for n, line in lines.items()
        )
        return {number: rank for number, rank in written if rank}

    def _team_ranks(self) -> Iterator[tuple[Number, int]]:
        for record in self.report.of("310"):
            number, rank = whole_number(record.cut(5, 7)), whole_number(record.cut(69, 71))
            if number and rank:
                yield Number(number), rank


def _follow(ranks: Mapping[Number, int], points: Mapping[Number, Tenths]) -> bool:
    """Whether everybody has a rank, and those with equal points have the ranks of their places."""
    groups: dict[Tenths, list[int]] = defaultdict(list)
    for number, total in points.items():
        groups[total].append(ranks.get(number, 0))
    above = 0
    for total in sorted(groups, reverse=True):
        group = groups[total]
        if min(group) != above + 1 or max(group) > above + len(group):
            return False
        above += len(group)
    return True


def _unless(ours: Mapping[Number, int], written: dict[Number, int]) -> dict[Number, int]:
    """The ranks written, unless all of them are ours."""
    same = all(ours.get(number) == rank for number, rank in written.items())
    return {} if same else written


def _keeping(
    tournament: Tournament, ranks: dict[Number, int], members: dict[Number, int]
) -> Tournament:
    if not ranks and not members:
        return tournament
    after = len(tournament.rounds)
    kept = OfficialRanks(after, tuple(sorted(ranks.items())), tuple(sorted(members.items())))
    return replace(tournament, official_ranks=kept)


HIGHEST_NUMBER = 9_999
LINE_END = "\r\n"
"""FIDE asks for a carriage return at the end of a line; with a line feed people can read it."""


def trf(tournament: Tournament, edition: str) -> str:
    """The tournament as a report file of the edition, ``trf16`` or ``trf26``.

    The records are read again, and what they could not say is added as remarks.
    """
    records, name = _records(tournament, edition), say("the {edition} written", edition=edition)
    try:
        as_read = tournament_in_trf(records, name, accept_points=True)
        contradicts = _rosters(as_read) != _rosters(tournament)
    except BadInput:
        contradicts = True
    if contradicts:
        # Records that were only kept may contradict ours: then a remark has to keep them.
        bare = replace(tournament, details=replace(tournament.details, other=()))
        records = _records(bare, edition)
        as_read = tournament_in_trf(records, name, accept_points=True)
    from topboard.formats.trf.remarks import remark_lines

    remarks = (line + LINE_END for line in remark_lines(tournament, as_read))
    return records + "".join(remarks)


def _rosters(tournament: Tournament) -> dict[Number, int]:
    """Who takes part, each with the size of the roster."""
    competitors = tournament.competitors
    return {c.number: len(c.players) if isinstance(c, Team) else 0 for c in competitors}


def _records(tournament: Tournament, edition: str) -> str:
    """The records of a report file."""
    teams = [c for c in tournament.competitors if isinstance(c, Team)]
    players = [c for c in tournament.competitors if isinstance(c, Player)]
    if teams and players:
        raise refuse(say("teams and single players in one event"), remedy=say("write two events"))
    if teams:
        from topboard.formats.trf.teams import team_lines

        players = [player for team in teams for player in team.players]
        body = team_lines(tournament, teams, edition)
    else:
        body = single_player_lines(tournament, players, edition)
    _check_numbers(players)
    lines = [
        *header_lines(tournament, players, len(teams), edition),
        *body,
        *(national_lines(tournament, players) if edition == "trf26" else ()),
        *decision_lines(tournament, "team" if teams else "player", edition),
    ]
    return "".join(line + LINE_END for line in lines)


def _check_numbers(players: Sequence[Player]) -> None:
    seen: dict[Number, str] = {}
    for player in players:
        if not 1 <= player.number <= HIGHEST_NUMBER or player.number in seen:
            raise refuse(
                say(
                    "a player's number in a report file is from 1 to {highest:,}, each once",
                    highest=HIGHEST_NUMBER,
                ),
                quoted=f"{player.number} {player.name}",
                remedy=say("number the players again, or write event-json"),
            )
        seen[player.number] = player.name
