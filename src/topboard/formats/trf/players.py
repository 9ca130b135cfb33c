"""Reader of the players' lines in a report file (record 001) and the codes for their results."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.formats.problems import (
    MOST_ROUNDS,
    TOO_MANY_ROUNDS,
    no_such_number_message,
    too_large_error,
)
from topboard.formats.trf.national import (
    move_rating_to_listed_ratings,
    read_national_ratings,
)
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
)
from topboard.messages import message, say, say_kept, say_kept_count
from topboard.model import (
    HalfPointBye,
    Manner,
    Meeting,
    NotYetEntered,
    Number,
    Player,
    Scale,
    Withdrawn,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from topboard.formats.trf.records import Record, Report
    from topboard.formats.trf.scoring import Scoring
    from topboard.model import (
        Away,
        Game,
        Meeting,
        Number,
        Player,
        Scale,
        Tenths,
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
"""The columns in which the rank may be. Some programs write it too far to the right."""
MANNERS = {
    "  ": Manner.PENDING,
    "??": Manner.UNFINISHED,
    **dict.fromkeys(("+-", "-+"), Manner.DEFAULT),
    "--": Manner.BOTH_DEFAULTED,
    **dict.fromkeys(("10", "01", "==", "=0", "0=", "00"), Manner.PLAYED),
    **dict.fromkeys(("WL", "LW", "DD", "DL", "LD", "LL"), Manner.PLAYED),
}
"""How a game ended, keyed by the result codes of both players. Other combinations are errors."""
COLOURS = "wb- "
OPPOSITE = {"w": "b", "b": "w", "-": "-", " ": " "}
ENDINGS = {
    f" {written} {result}": (colour, code)
    for colour in COLOURS
    for written in {colour, colour.upper()}
    for code in RESULTS
    for result in {code, code.lower()}
}
"""The colour and the result code, keyed by the text after the opponent in a cell.

This lookup table is fast, which matters because a report has thousands of cells.
"""
BYES_OF_2006: dict[str, Away] = {"=": HalfPointBye()}
"""The bye for each result code of a player without an opponent.

It is used for files from before byes had letters of their own.
"""
OUT_OF_PLACE = message(
    "the columns are out of place: expected opponent, colour and result, such as '  12 w 1'"
)
WRONG_NUMBER = message("the player number in columns {first}-{last} is not a whole number")
WRONG_RATING = message("the rating in columns {first}-{last} is not a whole number")


@dataclass(frozen=True, slots=True)
class RoundCell:
    """A player's entry for one round: the opponent, the colour and the result."""

    opponent: Number | None
    colour: str
    code: str
    record: Record
    column: int

    @property
    def is_game(self) -> bool:
        """Return whether the player was paired, even if the opponent is not named.

        In team files, ``0000 - -`` means that the player did not play in the match.
        """
        if self.opponent is not None or self.code == "+":
            return True
        return self.code == "-" and self.colour in ("w", "b")

    @property
    def bye(self) -> Away | None:
        """Return the bye or absence in this cell, or None if the cell is blank or has a game."""
        return None if self.is_game else BYES.get(self.code) or BYES_OF_2006.get(self.code)


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player, their line in the report, and the cells for their rounds, starting with round 1."""

    player: Player
    record: Record
    cells: tuple[RoundCell | None, ...]

    def cell_of_round(self, number: int) -> RoundCell | None:
        """Return the player's cell for a round, or None if the line has none."""
        return self.cells[number - 1] if number <= len(self.cells) else None


def read_player_lines(report: Report, *, several: bool = False) -> dict[Number, PlayerLine]:
    """Return the players' lines, keyed by player number.

    If ``several`` is true, there are several rating lists and the rating that counts is chosen
    later.
    """
    found: dict[Number, PlayerLine] = {}
    national = read_national_ratings(report)
    _check_misspelled_codes(report)
    for record in report.records_with_code("001"):
        number = report.read_integer(record, *NUMBER, WRONG_NUMBER)
        if not number:
            if number == 0:
                what = say("player numbers start at 1")
                report.add_problem(record, NUMBER[0], what, say("Correct the number."), "0")
            continue
        player = _read_player(report, record, number)
        if number in national:
            player = replace(player, ratings=tuple(national[number]))
        if several:
            player = move_rating_to_listed_ratings(player)
        line = PlayerLine(player, record, _read_round_cells(report, record))
        first = found.setdefault(Number(number), line)
        if first is not line:
            what = say(
                "player {number} is already on line {line}",
                line=first.record.number,
                number=number,
            )
            report.add_problem(
                record, NUMBER[0], what, say("Give each player a different number."), str(number)
            )
    return found


TAKEN_FOR_DIGITS = str.maketrans("OQLI", "0011")


def _check_misspelled_codes(report: Report) -> None:
    """Note a problem for each line whose code is 001 misspelled with a letter, such as O01."""
    for code in report.records:
        if code != "001" and code.translate(TAKEN_FOR_DIGITS) == "001":
            for record in report.records_with_code(code):
                what = say("this code is unknown but looks like that of a player record")
                report.add_problem(
                    record, 1, what, say("Write the code in digits: 001."), record.code
                )


def _read_player(report: Report, record: Record, number: int) -> Player:
    rating = record.text_in_columns(*RATING)
    known = report.read_integer(record, *RATING, WRONG_RATING) if rating else None
    return Player(
        Number(number),
        record.text_in_columns(*NAME),
        rating=known or None,
        sex=record.text_in_columns(*SEX),
        title=record.text_in_columns(*TITLE),
        federation=record.text_in_columns(*FEDERATION),
        fide_id=record.text_in_columns(*FIDE_ID),
        birth=record.text_in_columns(*BIRTH),
    )


def _read_round_cells(report: Report, record: Record) -> tuple[RoundCell | None, ...]:
    line = record.line
    count = max(0, -(-(len(line) - FIRST_CELL + 1) // CELL_WIDTH))
    if count > MOST_ROUNDS:
        raise too_large_error(
            say_kept_count(TOO_MANY_ROUNDS, count), f"{report.name}:{record.number}", MOST_ROUNDS
        )
    found: list[RoundCell | None] = []
    padded, numbers = line.ljust(FIRST_CELL + CELL_WIDTH * count), report.opponents
    for column in range(FIRST_CELL, FIRST_CELL + CELL_WIDTH * count, CELL_WIDTH):
        # This is a fast path, because nearly all cells are games and a report has thousands of
        # them.
        opponent = numbers.get(padded[column - 3 : column + 3])
        ending = ENDINGS.get(padded[column + 3 : column + 7])
        if opponent and ending and ending[1] not in BYES:
            found.append(RoundCell(opponent, *ending, record, column))
            continue
        cell = _read_round_cell(report, record, column)
        if cell is None:
            return tuple(found)
        if cell.opponent is not None:
            numbers[padded[column - 3 : column + 3]] = cell.opponent
        is_blank = cell.opponent is None and cell.code == " "
        found.append(None if is_blank else cell)
    return tuple(found)


def _read_round_cell(report: Report, record: Record, column: int) -> RoundCell | None:
    """Return the cell that begins at the column.

    If it cannot be read, note a problem and return None.
    """
    text = record.line[column - 3 : column + 7].ljust(CELL_WIDTH)
    if column == FIRST_CELL and text[:2].strip(" ").isdigit():
        text = "  " + text[2:]
    opponent, ending = text[2:6].strip(" "), ENDINGS.get(text[6:])
    if text[:2] != "  " or (opponent and not (opponent.isascii() and opponent.isdigit())):
        what = say_kept(OUT_OF_PLACE)
    elif ending is None:
        what = _describe_round_cell_problem(text)
    else:
        number = Number(int(opponent)) if opponent else None
        return _check_round_cell(report, RoundCell(number or None, *ending, record, column))
    report.add_problem(record, column, what, say("Correct the line."), text[2:])
    return None


def _describe_round_cell_problem(text: str) -> str:
    """Return the message about a cell that does not end with a valid colour and result."""
    if text[6] != " " or text[8] != " ":
        return say_kept(OUT_OF_PLACE)
    if text[7].lower() not in COLOURS:
        return say("unknown colour: expected w, b or -")
    return say("unknown result: expected one of 1 = 0 + - W D L H F U Z")


def _check_round_cell(report: Report, cell: RoundCell) -> RoundCell | None:
    if cell.opponent is None:
        if cell.code not in "1=0WDL?" or (cell.code == "=" and cell.colour not in "wb"):
            return cell
        what = say("there is a result but no opponent")
    elif cell.code not in BYES:
        return cell
    else:
        what = say(
            "the player has a bye but is paired with player {opponent}", opponent=cell.opponent
        )
    quoted = cell.record.line[cell.column - 1 : cell.column + 7]
    report.add_problem(
        cell.record, cell.column, what, say("Correct the opponent or the result."), quoted
    )
    return None


# --- games -------------------------------------------------------------------------------


def group_cells_by_round(found: Mapping[Number, PlayerLine]) -> list[dict[Number, RoundCell]]:
    """Return the cells of each round, keyed by player. Rounds after the last cell are omitted."""
    rounds = [
        {own: cell for own, cell in zip(found, cells, strict=True) if cell is not None}
        for cells in zip_longest(*(line.cells for line in found.values()))
    ]
    while rounds and not rounds[-1]:
        rounds.pop()
    return rounds


def fill_missing_round_cells(cells: Mapping[Number, RoundCell]) -> Mapping[Number, RoundCell]:
    """Return the cells of a round, with data added that other programs leave out.

    After a forfeit, only one of the two players' lines may name the opponent. In old files without
    letters for byes, a forfeit win without an opponent is the PAB.
    """
    alone = {n: cell for n, cell in cells.items() if cell.opponent is None}
    new: dict[Number, RoundCell] = {}
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


def build_games_of_round(
    report: Report,
    found: Mapping[Number, PlayerLine],
    cells: Mapping[Number, RoundCell],
    number: int,
    scoring: Scoring,
) -> list[Meeting]:
    """Return the games of a round, in the order of its cells.

    Note a problem for each contradiction.
    """
    white = {code: scoring.points_for_code(code) for code in RESULTS}
    black = {code: scoring.points_for_code(code, black=True) for code in RESULTS}
    meetings: list[Meeting] = []
    for own, cell in cells.items():
        opponent = cell.opponent
        if opponent is None:
            meetings += (
                [_build_forfeited_game_without_opponent(own, cell, scoring)] if cell.is_game else []
            )
        elif opponent == own:
            _note_round_cell_problem(
                report,
                cell,
                say(
                    "player {own} is their own opponent in round {number}",
                    own=own,
                    number=number,
                ),
            )
        elif (other := cells.get(opponent)) is None or other.opponent != own:
            _note_round_cell_problem(
                report,
                cell,
                _describe_contradicting_opponent_line(cell, own, found.get(opponent), number),
            )
        elif own < opponent:
            meetings += _build_game(report, own, cell, other, (white, black))
    return meetings


def _note_round_cell_problem(report: Report, cell: RoundCell, what: str) -> None:
    quoted = cell.record.line[cell.column - 1 : cell.column + 7]
    report.add_problem(
        cell.record, cell.column, what, say("Correct the line of one of the two players."), quoted
    )


def _build_forfeited_game_without_opponent(
    own: Number, cell: RoundCell, scoring: Scoring
) -> Meeting:
    """Return the forfeited game of a player whose opponent is not named."""
    won = cell.code == "+"
    points = scoring.points_for_code("+") if won else 0
    manner = Manner.DEFAULT if won else Manner.BOTH_DEFAULTED
    colour_known = cell.colour in ("w", "b")
    if cell.colour == "b":
        return Meeting(None, own, 0, points, manner, rated=False)
    return Meeting(own, None, points, 0, manner, rated=False, colour_known=colour_known)


def _describe_contradicting_opponent_line(
    cell: RoundCell, own: Number, line: PlayerLine | None, number: int
) -> str:
    """Return the message that the opponent's line of a player does not name that player."""
    opponent = cell.opponent
    assert opponent is not None
    if line is None:
        return no_such_number_message(opponent, "player")
    theirs = line.record.line[cell.column - 1 : cell.column + 7].strip()
    return say(
        "player {own} meets player {opponent} in round {number}, but line {line} has {theirs}",
        own=own,
        opponent=opponent,
        number=number,
        line=line.record.number,
        theirs=repr(theirs) if theirs else say("no entry there"),
    )


def _build_game(
    report: Report,
    own: Number,
    cell: RoundCell,
    other: RoundCell,
    worth: tuple[Mapping[str, Tenths], Mapping[str, Tenths]],
) -> list[Meeting]:
    assert cell.opponent is not None
    manner = MANNERS.get(cell.code + other.code)
    if manner is None:
        _note_round_cell_problem(
            report,
            cell,
            say(
                "the results {one!r} and {other!r} on lines {line} and {other_line} contradict "
                "each other",
                one=cell.code,
                other=other.code,
                line=cell.record.number,
                other_line=other.record.number,
            ),
        )
        return []
    if cell.colour == other.colour and cell.colour in ("w", "b"):
        _note_round_cell_problem(
            report,
            cell,
            say(
                "players {own} and {opponent} have the same colour in their game",
                own=own,
                opponent=cell.opponent,
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


def get_trf_letter_of_bye(outcome: Away) -> str:
    """Return the letter for a bye or an absence, or "" if the participant had not yet entered."""
    if isinstance(outcome, NotYetEntered):
        return ""
    return "Z" if isinstance(outcome, Withdrawn) else BYE_LETTERS[type(outcome)]


def format_result_codes(meeting: Meeting | Game, white: Scale, black: Scale) -> tuple[str, str]:
    """Return the result codes of White and Black, such as "1" and "0"."""
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
