"""The cells of the players' lines, being written: opponent, colour and result of each round."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from topboard.formats.trf_records import (
    BYE_LETTERS,
    CELL_WIDTH,
    FIRST_CELL,
    PLAYED_RATED,
    PLAYED_UNRATED,
)
from topboard.model import Manner, NotYetEntered, Withdrawn

if TYPE_CHECKING:
    from topboard.formats.trf_records import Line
    from topboard.model import Away, Game, Meeting, Number, Scale

NOBODY = "0000"


def bye_letter(outcome: Away) -> str:
    """The letter of a bye or an absence; one that has not come yet has none."""
    if isinstance(outcome, NotYetEntered):
        return ""
    return "Z" if isinstance(outcome, Withdrawn) else BYE_LETTERS[type(outcome)]


def result_codes(meeting: Meeting | Game, scale: Scale) -> tuple[str, str]:
    """The results of both sides, White's first."""
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
        (scale.win, scale.loss): (win, loss),
        (scale.loss, scale.win): (loss, win),
        (scale.draw, scale.loss): (draw, loss),
        (scale.loss, scale.draw): (loss, draw),
        (scale.loss, scale.loss): (loss, loss),
        (scale.draw, scale.draw): (draw, draw),
    }
    if points in exact:
        return exact[points]
    if points[0] == points[1]:
        return draw, draw
    return (win, loss) if points[0] > points[1] else (loss, win)


@dataclass(slots=True)
class Cells:
    """What every player's line says about every round."""

    scale: Scale
    rows: dict[Number, dict[int, tuple[str, str, str]]] = field(
        default_factory=lambda: defaultdict(dict)
    )

    def add_game(self, number: int, game: Meeting | Game, *, colour_known: bool = True) -> None:
        """Write a game into the lines of both players."""
        white_code, black_code = result_codes(game, self.scale)
        for own, other, colour, code in (
            (game.white, game.black, "w", white_code),
            (game.black, game.white, "b", black_code),
        ):
            if own is not None:
                shown = colour if other is not None or colour_known else "-"
                self.rows[own][number] = (str(other or NOBODY), shown, code)

    def add_bye(self, number: int, own: Number, outcome: Away) -> None:
        """Write a bye or an absence, unless the line has something for the round."""
        letter = bye_letter(outcome)
        if letter and number not in self.rows[own]:
            self.rows[own][number] = (NOBODY, "-", letter)

    def put(self, own: Number, line: Line) -> None:
        """Set the cells of a player into its line."""
        for number, (opponent, colour, code) in sorted(self.rows[own].items()):
            column = FIRST_CELL + CELL_WIDTH * (number - 1)
            line.put(column, column + 3, opponent)
            line.put(column + 5, column + 5, colour)
            line.put(column + 7, column + 7, code)
