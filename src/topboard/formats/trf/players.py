"""Reader and writer of players (record 001) and of the games on their lines."""

from __future__ import annotations

from collections import defaultdict
from itertools import zip_longest
from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.formats.problems import MOST_ROUNDS, too_large
from topboard.formats.trf.national import by_lists, national_ratings, ratings_written
from topboard.formats.trf.positions import ranked_by_position
from topboard.formats.trf.records import (
    BYE_LETTERS,
    BYES,
    CELL_WIDTH,
    FIRST_CELL,
    NUMBER,
    PLAYED_RATED,
    PLAYED_UNRATED,
    RATING,
    RESULTS,
    WrittenLine,
    format_trf_points,
)
from topboard.formats.trf.scoring import scales_written
from topboard.formats.trf.totals import official, points_and_ranks, standings_in
from topboard.messages import message, say, say_kept
from topboard.model import (
    HalfPointBye,
    Manner,
    Meeting,
    NotYetEntered,
    Number,
    PairingBye,
    Player,
    Scale,
    Withdrawn,
    ZeroPointBye,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from topboard.formats.trf.records import Record, Report, WrittenLine
    from topboard.formats.trf.scoring import Scoring
    from topboard.model import (
        Away,
        Game,
        Meeting,
        Number,
        Player,
        Request,
        Round,
        Scale,
        Tenths,
        Tournament,
    )


SEX = (10, 10)
TITLE = (11, 13)
NAME = (15, 47)
FEDERATION = (54, 56)
FIDE_ID = (58, 68)
BIRTH = (70, 79)
POINTS = (80, 84)
RANK = (86, 89)
RANK_OUT_OF_PLACE = (86, 91)
"""The columns in which some programs write the rank; by the standard they are blank."""
MANNERS = {
    "  ": Manner.PENDING,
    "??": Manner.UNFINISHED,
    **dict.fromkeys(("+-", "-+"), Manner.DEFAULT),
    "--": Manner.BOTH_DEFAULTED,
    **dict.fromkeys(("10", "01", "==", "=0", "0=", "00"), Manner.PLAYED),
    **dict.fromkeys(("WL", "LW", "DD", "DL", "LD", "LL"), Manner.PLAYED),
}
"""The manner in which a game ended, keyed by its two results. Other combinations are wrong."""
COLOURS = "wb- "
OPPOSITE = {"w": "b", "b": "w", "-": "-", " ": " "}
ENDINGS = {
    f" {written} {result}": (colour, code)
    for colour in COLOURS
    for written in {colour, colour.upper()}
    for code in RESULTS
    for result in {code, code.lower()}
}
"""Colour and result, keyed by the text after the opponent.

A table is used because a report has thousands of cells.
"""
BYES_OF_2006: dict[str, Away] = {"=": HalfPointBye()}
"""Results without an opponent that meant a bye before byes had letters."""
OUT_OF_PLACE = message(
    "columns out of place: expected opponent, colour and result, as in '  12 w 1'"
)


@dataclass(frozen=True, slots=True)
class Cell:
    """One round on a player's line: opponent, colour and result."""

    opponent: Number | None
    colour: str
    code: str
    record: Record
    column: int

    @property
    def is_game(self) -> bool:
        """Return whether the player was paired, even if the opponent is not named.

        In team files ``0000 - -`` is written for every player who does not play on a board.
        """
        if self.opponent is not None or self.code == "+":
            return True
        return self.code == "-" and self.colour in ("w", "b")

    @property
    def bye(self) -> Away | None:
        """Return the bye or absence, or None for a game or a blank cell."""
        return None if self.is_game else BYES.get(self.code) or BYES_OF_2006.get(self.code)


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player with their line and its cells, starting with round 1."""

    player: Player
    record: Record
    cells: tuple[Cell | None, ...]

    def cell(self, number: int) -> Cell | None:
        """Return the cell of a round, or None if the line has none."""
        return self.cells[number - 1] if number <= len(self.cells) else None


def players_listed(report: Report, *, several: bool = False) -> dict[Number, PlayerLine]:
    """Return the players, keyed by number.

    If ``several`` rating lists are used, no rating is in force yet.
    """
    found: dict[Number, PlayerLine] = {}
    national = national_ratings(report)
    _check_codes(report)
    for record in report.of("001"):
        number = report.integer(record, *NUMBER, say("the player's number"))
        if not number:
            if number == 0:
                report.problem(
                    record, NUMBER[0], say("a player's number begins with 1"), quoted="0"
                )
            continue
        player = _player(report, record, number)
        if number in national:
            player = replace(player, ratings=tuple(national[number]))
        if several:
            player = by_lists(player)
        line = PlayerLine(player, record, _cells(report, record))
        first = found.setdefault(Number(number), line)
        if first is not line:
            what = say(
                "repeated number: line {line} has player {number} already",
                line=first.record.number,
                number=number,
            )
            report.problem(record, NUMBER[0], what, say("give each its own number"), str(number))
    return found


TAKEN_FOR_DIGITS = str.maketrans("OQLI", "0011")


def _check_codes(report: Report) -> None:
    """Note lines whose code looks like 001 but has a letter in place of a digit."""
    for code in report.records:
        if code != "001" and code.translate(TAKEN_FOR_DIGITS) == "001":
            for record in report.of(code):
                what = say("unknown record, which looks like the line of a player")
                report.problem(record, 1, what, say("write the code in digits: 001"), record.code)


def _player(report: Report, record: Record, number: int) -> Player:
    rating = record.cut(*RATING)
    known = report.integer(record, *RATING, say("the rating")) if rating else None
    return Player(
        Number(number),
        record.cut(*NAME),
        rating=known or None,
        sex=record.cut(*SEX),
        title=record.cut(*TITLE),
        federation=record.cut(*FEDERATION),
        fide_id=record.cut(*FIDE_ID),
        birth=record.cut(*BIRTH),
    )


def _cells(report: Report, record: Record) -> tuple[Cell | None, ...]:
    line = record.line
    count = max(0, -(-(len(line) - FIRST_CELL + 1) // CELL_WIDTH))
    if count > MOST_ROUNDS:
        raise too_large(
            say("{count} rounds", count=count), f"{report.name}:{record.number}", MOST_ROUNDS
        )
    found: list[Cell | None] = []
    padded, numbers = line.ljust(FIRST_CELL + CELL_WIDTH * count), report.opponents
    for column in range(FIRST_CELL, FIRST_CELL + CELL_WIDTH * count, CELL_WIDTH):
        # This is a fast path, because nearly all cells are games and a report has thousands of
        # them.
        opponent = numbers.get(padded[column - 3 : column + 3])
        ending = ENDINGS.get(padded[column + 3 : column + 7])
        if opponent and ending and ending[1] not in BYES:
            found.append(Cell(opponent, *ending, record, column))
            continue
        cell = _cell(report, record, column)
        if cell is None:
            return tuple(found)
        if cell.opponent is not None:
            numbers[padded[column - 3 : column + 3]] = cell.opponent
        is_blank = cell.opponent is None and cell.code == " "
        found.append(None if is_blank else cell)
    return tuple(found)


def _cell(report: Report, record: Record, column: int) -> Cell | None:
    """Return the cell that begins at the column, or None if it cannot be read."""
    text = record.line[column - 3 : column + 7].ljust(CELL_WIDTH)
    if column == FIRST_CELL and text[:2].strip(" ").isdigit():
        text = "  " + text[2:]
    opponent, ending = text[2:6].strip(" "), ENDINGS.get(text[6:])
    if text[:2] != "  " or (opponent and not (opponent.isascii() and opponent.isdigit())):
        what = say_kept(OUT_OF_PLACE)
    elif ending is None:
        what = _what_is_wrong(text)
    else:
        number = Number(int(opponent)) if opponent else None
        return _sensible(report, Cell(number or None, *ending, record, column))
    report.problem(record, column, what, say("correct the line"), text[2:])
    return None


def _what_is_wrong(text: str) -> str:
    """Return the reason why the end of a cell does not give a colour and a result."""
    if text[6] != " " or text[8] != " ":
        return say_kept(OUT_OF_PLACE)
    if text[7].lower() not in COLOURS:
        return say("unknown colour: expected w, b or -")
    return say("unknown result: expected one of 1 = 0 + - W D L H F U Z")


def _sensible(report: Report, cell: Cell) -> Cell | None:
    if cell.opponent is None:
        if cell.code not in "1=0WDL?" or (cell.code == "=" and cell.colour not in "wb"):
            return cell
        what = say("a result against nobody")
    elif cell.code not in BYES:
        return cell
    else:
        what = say("a bye for a player who is paired with {opponent}", opponent=cell.opponent)
    quoted = cell.record.line[cell.column - 1 : cell.column + 7]
    report.problem(
        cell.record, cell.column, what, say("correct the opponent or the result"), quoted
    )
    return None


# --- games -------------------------------------------------------------------------------


def cells_by_round(found: Mapping[Number, PlayerLine]) -> list[dict[Number, Cell]]:
    """Return the cells of each round, keyed by player, up to the last round that has any."""
    rounds = [
        {own: cell for own, cell in zip(found, cells, strict=True) if cell is not None}
        for cells in zip_longest(*(line.cells for line in found.values()))
    ]
    while rounds and not rounds[-1]:
        rounds.pop()
    return rounds


def fill_missing_cells(cells: Mapping[Number, Cell]) -> Mapping[Number, Cell]:
    """Return the cells of a round, completed with what other programs leave out.

    For a forfeit, one line may name the opponent while the opponent's line does not. Before byes
    had letters, a forfeit win without an opponent was the PAB.
    """
    alone = {n: cell for n, cell in cells.items() if cell.opponent is None}
    new: dict[Number, Cell] = {}
    for own, cell in cells.items():
        opponent = cell.opponent
        if cell.code in "+-" and opponent in alone:
            said = alone[opponent].code
            if said in "-Z" or (cell.code, said) == ("-", "+"):
                code = "+" if said == "+" else "-"
                colour = OPPOSITE[cell.colour]
                new[opponent] = replace(cell, opponent=own, colour=colour, code=code)
    won = [n for n, c in alone.items() if c.code == "+" and c.colour not in "wb" and n not in new]
    if len(won) == 1 and all(cell.code != "U" for cell in alone.values()):
        new[won[0]] = replace(alone[won[0]], code="U")
    return {**cells, **new} if new else cells


def games(
    report: Report,
    found: Mapping[Number, PlayerLine],
    cells: Mapping[Number, Cell],
    number: int,
    scoring: Scoring,
) -> list[Meeting]:
    """Return the games of a round, in the order of its cells."""
    white = {code: scoring.worth(code) for code in RESULTS}
    black = {code: scoring.worth(code, black=True) for code in RESULTS}
    meetings: list[Meeting] = []
    for own, cell in cells.items():
        opponent = cell.opponent
        if opponent is None:
            meetings += [_alone(own, cell, scoring)] if cell.is_game else []
        elif opponent == own:
            _note(
                report,
                cell,
                say(
                    "player {own} has a result against itself in round {number}",
                    own=own,
                    number=number,
                ),
            )
        elif (other := cells.get(opponent)) is None or other.opponent != own:
            _note(report, cell, _contradiction(own, opponent, found.get(opponent), number))
        elif own < opponent:
            meetings += _meeting(report, own, cell, other, (white, black))
    return meetings


def _note(report: Report, cell: Cell, what: str) -> None:
    quoted = cell.record.line[cell.column - 1 : cell.column + 7]
    report.problem(cell.record, cell.column, what, say("correct one of the lines"), quoted)


def _alone(own: Number, cell: Cell, scoring: Scoring) -> Meeting:
    """Return the game of a player whose opponent did not appear and is not named."""
    won = cell.code == "+"
    points = scoring.worth("+") if won else 0
    manner = Manner.DEFAULT if won else Manner.BOTH_DEFAULTED
    colour_known = cell.colour in ("w", "b")
    if cell.colour == "b":
        return Meeting(None, own, 0, points, manner, rated=False)
    return Meeting(own, None, points, 0, manner, rated=False, colour_known=colour_known)


def _contradiction(own: Number, opponent: Number, line: PlayerLine | None, number: int) -> str:
    """Return the message for a cell whose opponent's line does not name the player."""
    if line is None:
        return say("unknown number: there is no player {opponent}", opponent=opponent)
    where = say("line {line} says otherwise", line=line.record.number)
    return say(
        "player {own} meets {opponent} in round {number}, but {where}",
        own=own,
        opponent=opponent,
        number=number,
        where=where,
    )


def _meeting(
    report: Report,
    own: Number,
    cell: Cell,
    other: Cell,
    worth: tuple[Mapping[str, Tenths], Mapping[str, Tenths]],
) -> list[Meeting]:
    assert cell.opponent is not None
    manner = MANNERS.get(cell.code + other.code)
    if manner is None:
        lines = say("lines {one} and {other}", one=cell.record.number, other=other.record.number)
        _note(
            report,
            cell,
            say(
                "the results {one!r} and {other!r} of {lines} do not fit",
                one=cell.code,
                other=other.code,
                lines=lines,
            ),
        )
        return []
    if cell.colour == other.colour and cell.colour in ("w", "b"):
        _note(
            report,
            cell,
            say(
                "players {own} and {opponent} have the same colour", own=own, opponent=cell.opponent
            ),
        )
        return []
    white, black = worth
    if manner is Manner.BOTH_DEFAULTED:
        # The scale determines the points of a double forfeit.
        white = black = NOTHING
    rated = manner in (Manner.UNFINISHED, Manner.PENDING) or cell.code in PLAYED_RATED
    certain = cell.colour in ("w", "b") or other.colour in ("w", "b")
    if cell.colour == "b" or other.colour == "w":
        points = white[other.code], black[cell.code]
        return [Meeting(cell.opponent, own, *points, manner, rated, colour_known=certain)]
    points = white[cell.code], black[other.code]
    return [Meeting(own, cell.opponent, *points, manner, rated, colour_known=certain)]


NOTHING = dict.fromkeys(RESULTS, 0)
NOBODY = "0000"


def bye_letter(outcome: Away) -> str:
    """Return the letter of a bye or an absence.

    The result is empty for a participant who has not yet entered.
    """
    if isinstance(outcome, NotYetEntered):
        return ""
    return "Z" if isinstance(outcome, Withdrawn) else BYE_LETTERS[type(outcome)]


def result_codes(meeting: Meeting | Game, white: Scale, black: Scale) -> tuple[str, str]:
    """Return the result codes of White and Black."""
    points = (meeting.white_points, meeting.black_points)
    if meeting.manner is Manner.PENDING:
        return " ", " "
    if meeting.manner is Manner.UNFINISHED:
        return "?", "?"
    if meeting.manner is Manner.BOTH_DEFAULTED or (
        meeting.manner is Manner.DEFAULT and points[0] == points[1]
    ):
        return "-", "-"
    if meeting.manner is Manner.DEFAULT:
        return ("+", "-") if points[0] > points[1] else ("-", "+")
    win, draw, loss = PLAYED_RATED if meeting.rated else PLAYED_UNRATED  # type: ignore[str-unpack]
    exact = {
        (white.win, black.loss): (win, loss),
        (white.loss, black.win): (loss, win),
        (white.draw, black.loss): (draw, loss),
        (white.loss, black.draw): (loss, draw),
        (white.loss, black.loss): (loss, loss),
        (white.draw, black.draw): (draw, draw),
    }
    if points in exact:
        return exact[points]
    if points[0] == points[1]:
        return draw, draw
    return (win, loss) if points[0] > points[1] else (loss, win)


class Cells:
    """The cells to be written on each player's line, by round."""

    def __init__(self, white: Scale, black: Scale) -> None:
        self.scales = white, black
        self.rows: dict[Number, dict[int, tuple[str, str, str]]] = defaultdict(dict)

    def add_game(self, number: int, game: Meeting | Game, *, colour_known: bool = True) -> None:
        """Add a game to the lines of both players."""
        white_code, black_code = result_codes(game, *self.scales)
        for own, other, colour, code in (
            (game.white, game.black, "w", white_code),
            (game.black, game.white, "b", black_code),
        ):
            if own is not None:
                shown = colour if other is not None or colour_known else "-"
                self.rows[own][number] = (str(other or NOBODY), shown, code)

    def add_bye(self, number: int, own: Number, outcome: Away) -> None:
        """Add a bye or an absence, unless the line already has an entry for the round."""
        letter = bye_letter(outcome)
        if letter and number not in self.rows[own]:
            self.rows[own][number] = (NOBODY, "-", letter)

    def put(self, own: Number, line: WrittenLine) -> None:
        """Write the cells of a player into the columns of their line."""
        for number, (opponent, colour, code) in sorted(self.rows[own].items()):
            column = FIRST_CELL + CELL_WIDTH * (number - 1)
            line.put(column, column + 3, opponent)
            line.put(column + 5, column + 5, colour)
            line.put(column + 7, column + 7, code)


def single_player_lines(
    tournament: Tournament, shown: Tournament, players: Sequence[Player], edition: str
) -> Iterator[str]:
    """Yield the lines of an individual event, with the games, byes and absences of its players.

    ``shown`` is the event with its rounds arranged as the columns of the report.
    """
    if not ranked_by_position(tournament):
        players = sorted(players, key=lambda player: player.number)
    cells = Cells(*scales_written(tournament))
    numbers = [player.number for player in players]
    for played in shown.rounds:
        _add_round(cells, played)
        for number, outcome in away_of(played, numbers):
            cells.add_bye(played.number, number, outcome)
    pairing = pairing_to_come(shown)
    if pairing is not None:
        _add_round(cells, pairing)
        for number, outcome in pairing.away:
            cells.add_bye(pairing.number, number, outcome)
    if edition == "trf16":
        for request in requests_to_come(shown):
            cells.add_bye(request.round, request.number, request.outcome)
    table = points_and_ranks(tournament, standings_in(tournament))
    points = {number: total for number, (total, _) in table.items()}
    ranks = {number: rank for number, (_, rank) in table.items()}
    ratings = ratings_written(tournament, players)
    yield from player_lines(players, cells, points, official(tournament, ranks), ratings)


def _add_round(cells: Cells, played: Round) -> None:
    for meeting in played.meetings:
        cells.add_game(played.number, meeting, colour_known=meeting.colour_known)


def pairing_to_come(tournament: Tournament) -> Round | None:
    """Return the published pairing without results and absences, or None if there is none.

    With results or absences it would be read as a played round.
    """
    published = tournament.published
    if published is None:
        return None
    return replace(
        published,
        meetings=tuple(
            replace(
                meeting,
                white_points=0,
                black_points=0,
                manner=Manner.PENDING,
                games=tuple(
                    replace(game, white_points=0, black_points=0, manner=Manner.PENDING)
                    for game in meeting.games
                    if game.white is not None and game.black is not None
                ),
            )
            for meeting in published.meetings
            if meeting.white is not None and meeting.black is not None
        ),
        away=tuple(item for item in published.away if isinstance(item[1], PairingBye)),
    )


def away_of(played: Round, numbers: Sequence[Number]) -> Sequence[tuple[Number, Away]]:
    """Return the absences of a round.

    If the round would otherwise leave no entry in the report, all of ``numbers`` are absent.
    """
    if played.meetings or any(bye_letter(outcome) for _, outcome in played.away):
        return played.away
    return [(number, ZeroPointBye()) for number in numbers]


def requests_to_come(tournament: Tournament) -> list[Request]:
    """Return the requests for unplayed rounds, up to the last round that a file can hold."""
    upcoming = tournament.round_to_pair
    return [r for r in tournament.requests if upcoming <= r.round <= MOST_ROUNDS]


def player_lines(
    players: Sequence[Player],
    cells: Cells,
    points: Mapping[Number, Tenths],
    ranks: Mapping[Number, int],
    ratings: Mapping[Number, int | None],
) -> Iterator[str]:
    """Yield a record 001 for each player."""
    for player in players:
        line = WrittenLine("001")
        line.put(*NUMBER, str(player.number))
        line.put(*SEX, player.sex)
        line.put(*TITLE, player.title)
        line.put(*NAME, player.name, left=True)
        line.put(*RATING, str(ratings[player.number] or ""))
        line.put(*FEDERATION, player.federation)
        line.put(*FIDE_ID, player.fide_id)
        line.put(*BIRTH, player.birth, left=True)
        line.put(*POINTS, format_trf_points(points[player.number]))
        line.put(*RANK, str(ranks[player.number]))
        cells.put(player.number, line)
        yield str(line)
