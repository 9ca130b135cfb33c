"""Reader and writer of the scoring in a report file.

Record 162 of TRF26, JaVaFo's XXS and the BB records of bbpPairings have different codes. One code
may stand for several results. Only XXS has a code for every result, so this module uses the codes
of XXS.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.formats.problems import max_points_per_board
from topboard.formats.trf.records import LineBuilder, format_trf_points, parse_trf_points
from topboard.messages import say
from topboard.model import POINT, Scale

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from topboard.formats.trf.records import Record, Report
    from topboard.model import Tenths, Tournament

WIN = ("WW", "BW", "FW", "FPB")
DRAW = ("WD", "BD", "HPB")
LOSS = ("WL", "BL")
UNKNOWN = "X"
OF_162 = {
    "W": WIN,
    "D": DRAW,
    "L": LOSS,
    "A": ("ZPB", "FL"),
    "P": ("PAB",),
    "X": (UNKNOWN,),
}
OF_XXS = {
    "W": WIN,
    "D": DRAW,
    "L": LOSS,
    **{code: (code,) for code in (*WIN, *DRAW, *LOSS, "FL", "ZPB", "PAB")},
}
OF_BBP = {
    "BBW": WIN,
    "BBD": DRAW,
    "BBL": LOSS,
    "BBZ": ("ZPB",),
    "BBF": ("FL",),
    "BBU": ("PAB",),
}
"""The results, in the codes of XXS, to which each record of bbpPairings gives points."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """The points that a report file gives for each result of a game."""

    white: Scale
    black: Scale
    """The scale for Black. It differs from White's only if JaVaFo's record says so."""
    unknown: Tenths
    """The points, in tenths, that each player has while the result is unknown."""

    @property
    def scale(self) -> Scale:
        """Return the scale for White, which is used if the colour does not matter."""
        return self.white

    def points_for_code(self, code: str, *, black: bool = False) -> Tenths:
        """Return the points, in tenths, for a result code such as "1", "=" or "+"."""
        scale = self.black if black else self.white
        if code == "+":
            return scale.win if scale.won_by_default is None else scale.won_by_default
        if code == "-":
            return scale.lost_by_default or 0
        if code in "1W":
            return scale.win
        if code in "=D":
            return scale.draw
        if code in "0L":
            return scale.loss
        return self.unknown if code == "?" else 0


@dataclass(frozen=True, slots=True)
class ReportScoring:
    """The scoring in a report file, and the scoring records that the model cannot represent."""

    scoring: Scoring
    game_scale: Scale | None
    """The scale for games, or None if the file does not give one."""
    kept: tuple[Record, ...]
    bye_is_open: bool
    """Whether the file has JaVaFo's record but no points for the PAB."""


def parse_scoring(report: Report) -> ReportScoring:
    """Return the scoring in all records of a report.

    JaVaFo's record overrides the others, because it is the most detailed.
    """
    said = _read_bbppairings_scoring(report)
    kept: list[Record] = []
    for code, meanings in (("162", OF_162), ("XXS", OF_XXS)):
        records = [
            (record, read_codes_with_points(report, record))
            for record in report.records_with_code(code)
        ]
        for record, pairs in records:
            for letters, tenths in pairs:
                said.update(dict.fromkeys(meanings.get(letters, ()), tenths))
            if any(letters not in meanings for letters, _ in pairs):
                kept.append(record)
    bye_is_open = bool(report.records_with_code("XXS")) and "PAB" not in said
    if bye_is_open:
        # In JaVaFo a bye is worth one point unless its record says otherwise.
        said["PAB"] = POINT
    white, black = (_build_scale_of_colour(said, colour) for colour in "WB")
    unknown = said.get(UNKNOWN, white.draw)
    if unknown != white.draw:
        kept += [record for record in report.records_with_code("162") if record not in kept]
    if 2 * unknown > max_points_per_board(white):
        unknown = white.draw
    if white != black:
        kept += [record for record in report.records_with_code("XXS") if record not in kept]
    given = any(code != UNKNOWN for code in said)
    scale = white if given else None
    return ReportScoring(Scoring(white, black, unknown), scale, tuple(kept), bye_is_open)


def _read_bbppairings_scoring(report: Report) -> dict[str, Tenths]:
    found: dict[str, Tenths] = {}
    for code, results in OF_BBP.items():
        for record in report.records_with_code(code):
            tenths = parse_trf_points(record.text)
            if tenths is None or tenths < 0:
                what = say("expected a number of points, such as 1.0")
                report.add_problem(record, 5, what, say("Correct the line."), record.text)
            else:
                found.update(dict.fromkeys(results, tenths))
    return found


def _build_scale_of_colour(said: dict[str, Tenths], colour: str) -> Scale:
    """Return the scale for a colour.

    Points for byes and forfeits are None if they have their default value.
    """
    usual = Scale()
    win = said.get(f"{colour}W", usual.win)
    draw = said.get(f"{colour}D", usual.draw)
    loss = said.get(f"{colour}L", usual.loss)
    lost = said.get("FL", 0)

    def value_unless_usual(code: str, usual: Tenths) -> Tenths | None:
        points = said.get(code, usual)
        return None if points == usual else points

    return Scale(
        win,
        draw,
        loss,
        bye=value_unless_usual("PAB", said.get("WW", POINT)),
        half_bye=value_unless_usual("HPB", draw),
        full_bye=value_unless_usual("FPB", win),
        won_by_default=value_unless_usual("FW", win),
        lost_by_default=None if lost == loss == 0 else lost,
        both_defaulted=None if lost == loss == 0 else lost,
        zero_bye=value_unless_usual("ZPB", 0),
    )


def read_codes_with_points(report: Report, record: Record) -> Sequence[tuple[str, Tenths]]:
    """Return the codes and points in a scoring record. If they cannot be read, note a problem."""
    pairs = parse_codes_with_points(record.text)
    if pairs is None:
        what = say("expected codes with points, such as W 1.0 D 0.5")
        report.add_problem(record, 5, what, say("Correct the line."))
        return ()
    return pairs


def parse_codes_with_points(text: str) -> list[tuple[str, Tenths]] | None:
    """Return the codes and points in the text of a 162, 362 or XXS record.

    Return None if the text has a different form.
    """
    found: list[tuple[str, Tenths]] = []
    letters = ""
    for word in _split_codes_and_points(text):
        if word.isalpha():
            if letters:
                return None
            letters = word.upper()
        else:
            tenths = parse_trf_points(word)
            if not letters or tenths is None or tenths < 0:
                return None
            found.append((letters, tenths))
            letters = ""
    return None if letters else found


def _split_codes_and_points(text: str) -> Iterator[str]:
    """Yield the parts of the text.

    It is split at blanks and equals signs, and between letters and digits.
    """
    for piece in text.replace("=", " ").split():
        start = 0
        for i in range(1, len(piece)):
            if piece[i].isalpha() != piece[i - 1].isalpha():
                yield piece[start:i]
                start = i
        yield piece[start:]


# --- writing ------------------------------------------------------------------------------


def compute_scales_to_write(tournament: Tournament) -> tuple[Scale, Scale]:
    """Return the scales for White and Black that result from the records to be written."""
    scale = tournament.game_scale or Scale()
    said: dict[str, Tenths] = {}
    for code, text in tournament.details.other:
        for letters, tenths in (parse_codes_with_points(text) or ()) if code == "XXS" else ():
            said.update(dict.fromkeys(OF_XXS.get(letters, ()), tenths))
    return scale, _build_scale_of_colour(said, "B") if said else scale


def format_record_162(scale: Scale) -> str:
    """Return the text of record 162. Points for absences and byes are included if unusual."""
    absent = scale.lost_by_default if scale.lost_by_default is not None else scale.zero_bye
    return format_scoring_codes_in_columns(
        (
            (" W", scale.win),
            (" D", scale.draw),
            (" L", scale.loss),
            (" A", absent or None),
            (" P", scale.bye),
        )
    )


def format_record_xxs(scale: Scale) -> str:
    """Return the text of JaVaFo's XXS. Points for byes and forfeits are included if unusual."""
    bye = scale.win if scale.bye is None else scale.bye
    every = (
        ("W", scale.win),
        ("D", scale.draw),
        ("WL", scale.loss),
        ("BL", scale.loss),
        ("PAB", None if bye == POINT else bye),
        ("HPB", scale.half_bye),
        ("FPB", scale.full_bye),
        ("FW", scale.won_by_default),
        ("FL", scale.lost_by_default or None),
        ("ZPB", scale.zero_bye),
    )
    return " ".join(
        f"{code}={format_trf_points(points)}" for code, points in every if points is not None
    )


def format_scoring_codes_in_columns(values: Iterable[tuple[str, Tenths | None]]) -> str:
    """Return the codes and points, arranged in the columns of records 162 and 362."""
    line = LineBuilder("")
    given = [(code, points) for code, points in values if points is not None]
    for i, (code, points) in enumerate(given):
        line.put(1 + 9 * i, 2 + 9 * i, code)
        line.put(3 + 9 * i, 6 + 9 * i, format_trf_points(points))
    return str(line)
