"""Team matches, assembled from the games on the players' lines of a report file.

Records 330 and 802 give the matches that were not played and those of teams without players. A team
sits in roster order unless a line-up (record 300) says otherwise.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.formats.problems import (
    MOST_BOARDS,
    TOO_MANY_BOARDS,
    max_points_per_board,
    too_large_error,
)
from topboard.formats.trf.crosstables import read_crosstables
from topboard.formats.trf.teams import read_forfeits, read_line_ups
from topboard.formats.trf.totals import UNPLAYED
from topboard.messages import say, say_count, say_kept_count
from topboard.model import Colour, Game, Manner, Meeting, Number

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from topboard.formats.trf.crosstables import CrosstableEntry
    from topboard.formats.trf.records import Record, Report
    from topboard.formats.trf.scoring import Scoring
    from topboard.formats.trf.teams import Forfeit, LineUp, Rosters
    from topboard.model import Away, Meeting, Number, Tenths


EMPTY_BOARD = Game(None, None, manner=Manner.BOTH_DEFAULTED, rated=False)


def assign_boards_by_roster(
    ours: Sequence[Number], theirs: Sequence[Number], games: Mapping[Number, Meeting]
) -> list[tuple[Number | None, Number | None]]:
    """Return the two players on each board, assuming that both teams sit in roster order.

    ``games`` maps each player to their game, if they have one. A player without an opponent sits
    in the order of their own roster.
    """
    boards: list[tuple[Number | None, Number | None]] = []
    waiting = [player for player in theirs if player in games]
    for player in ours:
        if player not in games:
            continue
        opponent = _find_opponent_in_game(player, games)
        # Members of the other team who sit above this opponent but have no opponent themselves get
        # boards of their own.
        while waiting and opponent is not None and waiting[0] != opponent:
            if _find_opponent_in_game(waiting[0], games) is not None:
                break
            boards.append((None, waiting.pop(0)))
        boards.append((player, opponent))
        if opponent in waiting:
            waiting.remove(opponent)
    boards += [
        (None, player) for player in waiting if _find_opponent_in_game(player, games) is None
    ]
    return boards


def assign_boards_by_line_up(
    ours: Sequence[Number | None],
    theirs: Sequence[Number | None] | None,
    their_roster: Sequence[Number],
    games: Mapping[Number, Meeting],
) -> list[tuple[Number | None, Number | None]]:
    """Return the two players on each board, given the line-up of one team or of both.

    None stands for a missing player. If ``theirs`` is None, players of ``their_roster`` without an
    opponent sit opposite the missing players in ``ours``.
    """
    alone = [p for p in their_roster if p in games and _find_opponent_in_game(p, games) is None]
    boards: list[tuple[Number | None, Number | None]] = []
    for i, player in enumerate(ours):
        if player is not None and player in games:
            boards.append((player, _find_opponent_in_game(player, games)))
            continue
        if theirs is None:
            facing = alone[0] if alone else None
        else:
            facing = theirs[i] if i < len(theirs) and theirs[i] in alone else None
        if facing is not None:
            alone.remove(facing)
        boards.append((None, facing))
    return boards + [(None, player) for player in alone]


def _find_opponent_in_game(player: Number, games: Mapping[Number, Meeting]) -> Number | None:
    meeting = games[player]
    return meeting.black if meeting.white == player else meeting.white


def has_colour_of_first_board(pattern: str, board: int) -> bool:
    """Return whether a team has the same colour on this board as on its first board.

    Boards are counted from 0.
    """
    if board < len(pattern):
        return pattern[board] == pattern[0]
    return board % 2 == 0


class TeamRecords:
    """The records of a report file about team matches, without the games on the players' lines."""

    def __init__(self, report: Report, rosters: Rosters, scoring: Scoring) -> None:
        self.report = report
        self.rosters = rosters
        self.scoring = scoring
        self.pattern = _read_colour_pattern(report)
        self.line_ups: dict[tuple[int, Number], LineUp] = {}
        for line_up in read_line_ups(report, rosters):
            self.line_ups[line_up.round, line_up.team] = line_up
        self.forfeits: dict[int, list[Forfeit]] = defaultdict(list)
        for forfeit in read_forfeits(report, rosters):
            self.forfeits[forfeit.round].append(forfeit)
        self.crosstable = read_crosstables(report, rosters, len(self.pattern), scoring)
        self.boards = len(self.pattern) or self._count_most_boards_used()
        if self.boards > MOST_BOARDS:
            raise too_large_error(
                say_kept_count(TOO_MANY_BOARDS, self.boards), report.name, MOST_BOARDS
            )

    @property
    def last_round(self) -> int:
        """Return the highest round number in any of these records, or 0 if there is none."""
        crosses = (number for row in self.crosstable.values() for number in row)
        return max((*self.forfeits, *(number for number, _ in self.line_ups), *crosses), default=0)

    def _count_most_boards_used(self) -> int:
        """Return the largest number of boards that a team used or needed in a round.

        A team needs enough boards to score its points.
        """
        played = (
            len(self.players_paired_in_round(*team_round))
            for team_round in self._list_teams_and_rounds()
        )
        chairs = (len(line_up.players) for line_up in self.line_ups.values())
        most = max((*played, *chairs), default=0)
        points = (c.points or 0 for row in self.crosstable.values() for c in row.values())
        needed = -(-max(points, default=0) // max(1, self.scoring.scale.win))
        return max(1, most, needed)

    def _list_teams_and_rounds(self) -> Iterable[tuple[Number, int]]:
        last = max((len(line.cells) for line in self.rosters.lines.values()), default=0)
        return ((team, r) for team in self.rosters.teams for r in range(1, last + 1))

    def players_paired_in_round(self, team: Number, number: int) -> list[Number]:
        """Return the members of a team who are paired in a round, in roster order."""
        lines = self.rosters.lines
        roster = (player.number for player in self.rosters.teams[team].players)
        return [
            person
            for person in roster
            if (cell := lines[person].cell_of_round(number)) is not None and cell.is_game
        ]


def _read_colour_pattern(report: Report) -> str:
    """Return the colours by board in record 352, such as "WBWB", or "" without that record."""
    found = ""
    for record in report.records_with_code("352"):
        found = record.text.upper()
        if not found or found.strip("WB"):
            what = say("expected a colour for each board, such as WBWB")
            report.add_problem(record, 5, what, say("Correct the line."))
    return found


# --- one round ---------------------------------------------------------------------------


class TeamRound:
    """The team matches of one round while they are being assembled."""

    def __init__(self, records: TeamRecords, number: int, games: list[Meeting]) -> None:
        self.records = records
        self.report = records.report
        self.number = number
        self.opponent: dict[Number, Number] = {}
        self.games = {
            person: game for game in games for person in (game.white, game.black) if person
        }
        self.forfeits: dict[frozenset[Number], Forfeit] = {}
        self._record_opponents_from_games(games)
        for forfeit in records.forfeits.get(number, ()):
            self._record_opponents(forfeit.white, forfeit.black, forfeit.record)
            self.forfeits[frozenset((forfeit.white, forfeit.black))] = forfeit
        for (of_round, team), line_up in records.line_ups.items():
            if of_round == number and line_up.opponent is not None:
                self._record_opponents(team, line_up.opponent, line_up.record)
        for team, row in records.crosstable.items():
            if team not in self.opponent and number in row:
                self._record_opponents_from_crosstable(team, row[number])

    def _record_opponents_from_games(self, games: list[Meeting]) -> None:
        team_of = self.records.rosters.team_of
        lines = self.records.rosters.lines
        for game in games:
            for person in (game.white, game.black):
                if person is not None and person not in team_of:
                    what = say(
                        "player {person} plays in round {number} but belongs to no team",
                        person=person,
                        number=self.number,
                    )
                    self.report.add_problem(
                        lines[person].record, 5, what, say("Add the player to a 310 record.")
                    )
            if game.white in team_of and game.black in team_of:
                assert game.white is not None
                assert game.black is not None
                record = lines[game.white].record
                self._record_opponents(team_of[game.white], team_of[game.black], record)

    def _record_opponents(self, a: Number, b: Number, record: Record) -> None:
        if a == b:
            what = say(
                "two members of team {a} play each other in round {number}", a=a, number=self.number
            )
            self.report.add_problem(record, 1, what, say("Correct the opponents or the roster."))
            return
        for team, opponent in ((a, b), (b, a)):
            before = self.opponent.setdefault(team, opponent)
            if before != opponent:
                what = say(
                    "team {team} meets both team {before} and team {opponent} in round {number}",
                    team=team,
                    before=before,
                    opponent=opponent,
                    number=self.number,
                )
                self.report.add_problem(
                    record, 1, what, say("Correct the opponents or the rosters.")
                )

    def _record_opponents_from_crosstable(self, team: Number, cross: CrosstableEntry) -> None:
        if cross.opponent is None:
            return
        theirs = self.records.crosstable.get(cross.opponent, {}).get(self.number)
        if theirs is not None and theirs.opponent == team and cross.opponent not in self.opponent:
            self._record_opponents(team, cross.opponent, cross.record)
            return
        what = say(
            "team {team} meets team {opponent} in round {number}, but the opponent's record "
            "does not say so",
            team=team,
            opponent=cross.opponent,
            number=self.number,
        )
        self.report.add_problem(
            cross.record, cross.column, what, say("Correct the 802 record of one of these teams.")
        )

    # --- matches -------------------------------------------------------------------------

    def build_meetings(self) -> list[Meeting]:
        """Return the matches of the round, sorted by the lower team number in each."""
        found: list[Meeting] = []
        for team in sorted(self.records.rosters.teams):
            opponent = self.opponent.get(team)
            if opponent is None:
                found += self._build_match_without_opponent(team)
            elif team < opponent and self.opponent.get(opponent) == team:
                found.append(self._build_match(team, opponent))
        return found

    def _build_match(self, a: Number, b: Number) -> Meeting:
        boards = self._find_players_on_boards(a, b)
        forfeit = self.forfeits.get(frozenset((a, b)))
        if not boards:
            return self._build_match_from_other_records(a, b, forfeit)
        if len(boards) > self.records.boards:
            self._note_too_many_games(len(boards), a, b)
        colour = self._colour_on_first_board(boards)
        if colour is None and forfeit is not None:
            colour = Colour.WHITE if forfeit.white == a else Colour.BLACK
        games = [self._build_game(i, board, colour) for i, board in enumerate(boards)]
        meeting = _build_match_from_games(a, b, boards, games)
        if colour is Colour.BLACK:
            meeting = _reverse_match(meeting)
        if forfeit is not None:
            if meeting.white != forfeit.white:
                meeting = _reverse_match(meeting)
            meeting = self._apply_forfeit_signs(meeting, forfeit.signs)
        elif colour is None:
            meeting = replace(meeting, colour_known=False)
        return meeting

    def _note_too_many_games(self, games: int, a: Number, b: Number) -> None:
        """Note that two teams have more games than boards.

        The problem refers to one of their line-ups or to a player's line.
        """
        what = say_count(
            "teams {a} and {b} have {games} games in round {number}, but only {count} board",
            "teams {a} and {b} have {games} games in round {number}, but only {count} boards",
            self.records.boards,
            a=a,
            b=b,
            games=games,
            number=self.number,
        )
        line_ups = [self.records.line_ups.get((self.number, team)) for team in (a, b)]
        record = next((line_up.record for line_up in line_ups if line_up is not None), None)
        if record is None:
            record = self.records.rosters.lines[self._paired_players_of_teams(a, b)[0]].record
        self.report.add_problem(record, 1, what, say("Correct the 352 record or the games."))

    def _apply_forfeit_signs(self, meeting: Meeting, signs: str) -> Meeting:
        """Return the match as forfeited, according to the signs in the 330 record.

        The points from its games are kept if they go to the same teams as in that record.
        """
        points = (meeting.white_points, meeting.black_points)
        shown = "".join("+" if point else "-" for point in points)
        if shown != signs:
            points = self._compute_forfeit_points(signs)
        manner = Manner.BOTH_DEFAULTED if signs == "--" else Manner.DEFAULT
        return replace(
            meeting,
            white_points=points[0],
            black_points=points[1],
            manner=manner,
            rated=False,
        )

    def _compute_forfeit_points(self, signs: str) -> tuple[Tenths, Tenths]:
        """Return the game points of both teams in a forfeited match.

        A team with the sign "+" wins on all boards.
        """
        full = self.records.boards * self.records.scoring.points_for_code("+")
        return full if signs[0] == "+" else 0, full if signs[1] == "+" else 0

    def _paired_players_of_teams(self, *teams: Number) -> list[Number]:
        return [
            p for team in teams for p in self.records.players_paired_in_round(team, self.number)
        ]

    def _find_players_on_boards(
        self, a: Number, b: Number
    ) -> list[tuple[Number | None, Number | None]]:
        """Return the two players on each board, with the player of team ``a`` first."""
        teams = self.records.rosters.teams
        rosters = [[player.number for player in teams[team].players] for team in (a, b)]
        given = [self.records.line_ups.get((self.number, team)) for team in (a, b)]
        for line_up in given:
            self._check_line_up_complete(line_up)
        first, second = (line_up and line_up.players for line_up in given)
        if first:
            return assign_boards_by_line_up(first, second or None, rosters[1], self.games)
        if second:
            turned = assign_boards_by_line_up(second, None, rosters[0], self.games)
            return [(ours, theirs) for theirs, ours in turned]
        return assign_boards_by_roster(rosters[0], rosters[1], self.games)

    def _check_line_up_complete(self, line_up: LineUp | None) -> None:
        if line_up is None:
            return
        for person in self._paired_players_of_teams(line_up.team):
            if person not in line_up.players:
                what = say(
                    "player {person} of team {team} plays but is not in the line-up",
                    person=person,
                    team=line_up.team,
                )
                self.report.add_problem(
                    line_up.record, 17, what, say("Add the player to the line-up.")
                )

    def _colour_on_first_board(
        self, boards: list[tuple[Number | None, Number | None]]
    ) -> Colour | None:
        """Return the first team's colour on board 1, based on the first board with known colours.

        Return None if there is no such board.
        """
        for i, (ours, theirs) in enumerate(boards):
            person = ours or theirs
            game = self.games[person] if person else None
            if game is not None and game.colour_known:
                white = (game.white == ours) if ours else (game.black == theirs)
                at_board = Colour.WHITE if white else Colour.BLACK
                like_first = has_colour_of_first_board(self.records.pattern, i)
                return at_board if like_first else at_board.opposite
        return None

    def _build_game(
        self, i: int, board: tuple[Number | None, Number | None], colour: Colour | None
    ) -> Game:
        ours, theirs = board
        person = ours or theirs
        if person is None:
            return EMPTY_BOARD
        found = self.games[person]
        game = Game(
            found.white,
            found.black,
            found.white_points,
            found.black_points,
            found.manner,
            found.rated,
        )
        if found.colour_known:
            return game
        white_at_board_1 = colour is not Colour.BLACK
        we_are_white = white_at_board_1 == has_colour_of_first_board(self.records.pattern, i)
        return game if (found.white == ours) == we_are_white else _reverse_game(game)

    # --- matches without games -----------------------------------------------------------

    def _build_match_from_other_records(
        self, a: Number, b: Number, forfeit: Forfeit | None
    ) -> Meeting:
        """Return a match without games on the players' lines, based on records 330 and 802."""
        crosses = [self.records.crosstable.get(team, {}).get(self.number) for team in (a, b)]
        ours, theirs = crosses
        if ours is not None and theirs is not None and (ours.opponent, theirs.opponent) == (b, a):
            found = self._build_match_from_crosstable(a, b, ours, theirs)
            if found is not None and (forfeit is None or found.manner in UNPLAYED):
                return found
        if forfeit is None:
            return Meeting(a, b, manner=Manner.PENDING, colour_known=False)
        return self._apply_forfeit_signs(Meeting(forfeit.white, forfeit.black), forfeit.signs)

    def _build_match_without_opponent(self, team: Number) -> list[Meeting]:
        """Return a list with the match of a team whose opponent is unknown, or an empty list."""
        alone = [
            self.games[person]
            for person in self._paired_players_of_teams(team)
            if person in self.games
        ]
        if alone:
            return [self._build_match_against_unnamed_team(team, alone)]
        cross = self.records.crosstable.get(team, {}).get(self.number)
        if cross is None or cross.bye is not None or cross.opponent is not None:
            return []
        points = cross.points or 0
        manner = Manner.DEFAULT if points else Manner.BOTH_DEFAULTED
        certain = cross.colour in ("w", "b")
        meeting = Meeting(team, None, points, 0, manner, rated=False, colour_known=certain)
        return [_reverse_match(meeting) if cross.colour == "b" else meeting]

    def _build_match_against_unnamed_team(self, team: Number, alone: list[Meeting]) -> Meeting:
        """Return the match of a team whose opponent the file does not name."""
        points = sum(game.white_points + game.black_points for game in alone)
        manner = Manner.DEFAULT if points else Manner.BOTH_DEFAULTED
        line_up = self.records.line_ups.get((self.number, team))
        self._check_line_up_complete(line_up)
        boards = assign_boards_by_line_up(
            line_up.players if line_up is not None else self._paired_players_of_teams(team),
            None,
            (),
            self.games,
        )
        colour = self._colour_on_first_board(boards)
        games = tuple(self._build_game(i, board, colour) for i, board in enumerate(boards))
        meeting = Meeting(team, None, points, 0, manner, rated=False, games=games)
        meeting = replace(meeting, colour_known=colour is not None)
        return _reverse_match(meeting) if colour is Colour.BLACK else meeting

    def _build_match_from_crosstable(
        self, a: Number, b: Number, ours: CrosstableEntry, theirs: CrosstableEntry
    ) -> Meeting | None:
        points, against = ours.points or 0, theirs.points or 0
        manner = _determine_manner_from_crosstable(ours, theirs)
        most = self.records.boards * max_points_per_board(self.records.scoring.scale)
        what = ""
        if manner is None or ours.colour == theirs.colour != "":
            what = say(
                "the records of teams {a} and {b} for round {number} contradict each other",
                a=a,
                b=b,
                number=self.number,
            )
        elif self.records.pattern and points + against > most:
            what = say(
                "teams {a} and {b} have more points together than their boards allow", a=a, b=b
            )
        if manner is None or what:
            self.report.add_problem(
                ours.record, ours.column, what, say("Correct the 802 record of one of these teams.")
            )
            return None
        rated = manner not in UNPLAYED
        known = "w" in (ours.colour, theirs.colour) or "b" in (ours.colour, theirs.colour)
        meeting = Meeting(a, b, points, against, manner, rated, colour_known=known)
        return _reverse_match(meeting) if ours.colour == "b" or theirs.colour == "w" else meeting

    def byes(self, meetings: list[Meeting]) -> dict[Number, Away]:
        """Return each unpaired team's bye or absence, from the crosstable or the players' lines."""
        found: dict[Number, Away] = {}
        paired = {team for meeting in meetings for team in (meeting.white, meeting.black)}
        for team in self.records.rosters.teams:
            if team in paired or team in self.opponent:
                continue
            cross = self.records.crosstable.get(team, {}).get(self.number)
            bye = cross.bye if cross is not None else self._find_bye_of_players(team)
            if bye is not None:
                found[team] = bye
        return found

    def _find_bye_of_players(self, team: Number) -> Away | None:
        lines = self.records.rosters.lines
        cells = (
            lines[p.number].cell_of_round(self.number)
            for p in self.records.rosters.teams[team].players
        )
        return next((cell.bye for cell in cells if cell is not None and cell.bye), None)


def _determine_manner_from_crosstable(
    ours: CrosstableEntry, theirs: CrosstableEntry
) -> Manner | None:
    points = (ours.points, theirs.points)
    if ours.forfeited or theirs.forfeited:
        if points[0] and points[1]:
            return None
        return Manner.DEFAULT if points[0] or points[1] else Manner.BOTH_DEFAULTED
    if points == (None, None):
        return Manner.PENDING
    return None if None in points else Manner.PLAYED


def _build_match_from_games(
    a: Number, b: Number, boards: list[tuple[Number | None, Number | None]], games: list[Game]
) -> Meeting:
    """Return the match that consists of these games, with team ``a`` as White."""
    ours = theirs = 0
    for (player, facing), game in zip(boards, games, strict=True):
        white_is_ours = game.white == player if player is not None else game.black == facing
        ours += game.white_points if white_is_ours else game.black_points
        theirs += game.black_points if white_is_ours else game.white_points
    manner = determine_manner_of_match([game.manner for game in games], ours, theirs)
    if manner is Manner.PENDING:
        ours = theirs = 0
    return Meeting(a, b, ours, theirs, manner, manner not in UNPLAYED, games=tuple(games))


def determine_manner_of_match(manners: list[Manner], ours: Tenths, theirs: Tenths) -> Manner:
    """Return how a match ended, given how its games ended and how many points each team has."""
    if all(manner is Manner.PENDING for manner in manners):
        return Manner.PENDING
    if Manner.PENDING in manners or Manner.UNFINISHED in manners:
        return Manner.UNFINISHED
    if any(manner is Manner.PLAYED for manner in manners) or (ours and theirs):
        return Manner.PLAYED
    return Manner.DEFAULT if ours or theirs else Manner.BOTH_DEFAULTED


def _reverse_match(meeting: Meeting) -> Meeting:
    return replace(
        meeting,
        white=meeting.black,
        black=meeting.white,
        white_points=meeting.black_points,
        black_points=meeting.white_points,
    )


def _reverse_game(game: Game) -> Game:
    return Game(
        game.black,
        game.white,
        game.black_points,
        game.white_points,
        game.manner,
        game.rated,
    )
