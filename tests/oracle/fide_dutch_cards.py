"""The cards of the players, for the second reading of the FIDE Dutch system.

A card holds what a player brings to the round to pair. Cards are made out from a tournament, or
written down by hand where only a bracket is looked at.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from topboard.model import (
    Colour,
    FullPointBye,
    HalfPointBye,
    Manner,
    PairingBye,
    Scale,
    Withdrawn,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from topboard.model import Tournament

ABSOLUTE, STRONG, MILD, NONE = 3, 2, 1, 0
PLAYED, BYE, WON_BY_DEFAULT, NOT_PLAYED = "played", "bye", "won by default", "not played"


@dataclass(frozen=True)
class Line:
    """One round of one player."""

    how: str = NOT_PLAYED
    gain: int = 0
    opponent: int | None = None
    colour: str = ""
    paired: bool = False


@dataclass(frozen=True)
class Card:
    """What a player brings to the round to pair."""

    number: int
    score: int = 0
    """His points, and the virtual points he has in this round."""
    met: frozenset[int] = frozenset()
    had: str = ""
    """The colours of his games as W and B, the first game first; rounds not played left out."""
    last_float: str = ""
    """D or U: his float in the round before, if any."""
    float_before: str = ""
    """His float two rounds before, if any."""
    unplayed: int = 0
    may_have_bye: bool = True
    topscorer: bool = False
    odd: bool = True
    """Whether the number by which he may get the initial colour is odd."""

    @property
    def rank(self) -> tuple[int, int]:
        return -self.score, self.number

    @property
    def difference(self) -> int:
        return self.had.count("W") - self.had.count("B")

    @property
    def preference(self) -> str:
        """W, B, or nothing before the first game."""
        if self.difference > 1:
            return "B"
        if self.difference < -1:
            return "W"
        if self.had[-2:] in ("WW", "BB"):
            return "B" if self.had.endswith("W") else "W"
        if self.difference:
            return "B" if self.difference > 0 else "W"
        return {"": "", "W": "B", "B": "W"}[self.had[-1:]]

    @property
    def strength(self) -> int:
        if abs(self.difference) > 1 or self.had[-2:] in ("WW", "BB"):
            return ABSOLUTE
        if self.difference:
            return STRONG
        return MILD if self.had else NONE


# --- rounds as lines --------------------------------------------------------------------------


def lines(tournament: Tournament) -> dict[int, list[Line]]:
    """Everybody's rounds so far."""
    rows: dict[int, list[Line]] = {c.number: [] for c in tournament.competitors}
    scale = tournament.game_scale or Scale()
    for played in tournament.rounds:
        found = {n: Line() for n in rows}
        for number, how in played.away:
            found[number] = away(how, scale)
        for meeting in played.meetings:
            found |= both_sides(meeting, scale)
        for award in tournament.awarded:
            points = award.match_points if award.game_points is None else award.game_points
            if award.round == played.number and points is not None:
                line = found[award.number]
                found[award.number] = Line(
                    line.how, points, line.opponent, line.colour, line.paired
                )
        for number, line in found.items():
            if number is not None:
                rows[number].append(line)
    return rows


def away(how: object, scale: Scale) -> Line:
    if isinstance(how, PairingBye):
        return Line(BYE, scale.win if scale.bye is None else scale.bye, paired=True)
    if isinstance(how, FullPointBye):
        return Line(gain=scale.win if scale.full_bye is None else scale.full_bye)
    if isinstance(how, HalfPointBye):
        return Line(gain=scale.draw if scale.half_bye is None else scale.half_bye)
    return Line()


def both_sides(meeting, scale: Scale) -> dict[int, Line]:
    sides = (
        (meeting.white, meeting.black, meeting.white_points, meeting.black_points, "W"),
        (meeting.black, meeting.white, meeting.black_points, meeting.white_points, "B"),
    )
    found = {}
    for me, other, mine, yours, colour in sides:
        colour = colour if meeting.colour_known else ""
        if meeting.manner is Manner.PLAYED:
            line = Line(PLAYED, mine, other, colour, paired=True)
        elif meeting.manner is Manner.UNFINISHED:
            line = Line(PLAYED, scale.draw, other, colour, paired=True)
        elif meeting.manner is Manner.DEFAULT and mine > yours:
            gain = mine if scale.won_by_default is None else scale.won_by_default
            line = Line(WON_BY_DEFAULT, gain, other, paired=True)
        elif meeting.manner is Manner.DEFAULT:
            gain = mine if scale.lost_by_default is None else scale.lost_by_default
            line = Line(NOT_PLAYED, gain, other, paired=True)
        elif meeting.manner is Manner.PENDING:
            # The two sit at the board: they have met, and nobody has a point yet.
            line = Line(PLAYED, 0, other, colour, paired=True)
        else:
            line = Line(NOT_PLAYED, scale.both_defaulted or 0, other, paired=True)
        if me is not None:
            found[me] = line
    return found


# --- cards ------------------------------------------------------------------------------------


def taking_part(tournament: Tournament) -> list[int]:
    """Who is to be paired."""
    coming = tournament.round_to_pair
    absent = {
        asked.number
        for asked in tournament.requests
        if asked.round == coming or (isinstance(asked.outcome, Withdrawn) and asked.round <= coming)
    }
    return sorted(
        c.number for c in tournament.competitors if c.number not in absent and c.joined <= coming
    )


def scores(
    tournament: Tournament,
    rows: dict[int, list[Line]],
    virtual: Mapping[int, tuple[int, ...]],
) -> dict[int, list[int]]:
    """Everybody's pairing score before round 1, before round 2, and so on to the one to pair."""
    found = {}
    for number, row in rows.items():
        found[number] = []
        for coming in range(1, tournament.round_to_pair + 1):
            total = sum(line.gain for line in row[: coming - 1])
            for change in tournament.adjustments:
                if change.number == number and change.known_from <= coming <= change.last:
                    total += change.game_points or change.match_points
            total += sum(virtual.get(number, ())[coming - 1 : coming])
            found[number].append(total)
    return found


def float_of(
    row: list[Line],
    past: int,
    me: int,
    score: dict[int, list[int]],
    downfloat: Callable[[Line, Scale], bool],
    scale: Scale,
) -> str:
    """The float got in round number ``past``, if there was such a round."""
    if past < 1:
        return ""
    line = row[past - 1]
    if line.how != PLAYED:
        return "D" if downfloat(line, scale) else ""
    mine, yours = score[me][past - 1], score[line.opponent][past - 1]
    return "" if mine == yours else "D" if mine > yours else "U"


def bye_ruling_or(tournament: Tournament, number: int, otherwise: bool) -> bool:
    """The arbiter's last word on a player's right to the bye, or else the rule's."""
    coming = tournament.round_to_pair
    words = [
        ruling.allowed
        for ruling in tournament.bye_rulings
        if ruling.number == number and ruling.first <= coming <= ruling.last
    ]
    return words[-1] if words else otherwise


def cards(
    tournament: Tournament,
    virtual: Mapping[int, tuple[int, ...]],
    downfloat: Callable[[Line, Scale], bool],
    bars_bye: Callable[[Line, Scale], bool],
) -> dict[int, Card]:
    """The cards of those who take part in the round to pair."""
    coming = tournament.round_to_pair
    scale = tournament.game_scale or Scale()
    rows = lines(tournament)
    score = scores(tournament, rows, virtual)
    here = taking_part(tournament)
    numbered = sorted(set(here) | {n for n, row in rows.items() if any(x.paired for x in row)})
    promised = {n for pair in tournament.required for n in pair}
    found = {}
    for number in here:
        row = rows[number]
        barred = any(bars_bye(line, scale) for line in row)
        last = coming == tournament.planned_rounds
        found[number] = Card(
            number,
            score[number][-1],
            frozenset(line.opponent for line in row if line.how == PLAYED),
            "".join(line.colour for line in row),
            float_of(row, coming - 1, number, score, downfloat, scale),
            float_of(row, coming - 2, number, score, downfloat, scale),
            sum(line.how != PLAYED for line in row),
            bye_ruling_or(tournament, number, not barred) and number not in promised,
            last and 2 * score[number][-1] > (coming - 1) * scale.win,
            numbered.index(number) % 2 == 0,
        )
    return found


def initial_colour(tournament: Tournament) -> str:
    return "B" if tournament.lot is Colour.BLACK else "W"


def kept_apart(tournament: Tournament, here: set[int]) -> frozenset[frozenset[int]]:
    """Pairs that may not be made for other reasons than the games played."""
    coming = tournament.round_to_pair
    pairs = {
        frozenset((f.a, f.b))
        for f in tournament.forbidden
        if not f.wish and f.first <= coming <= f.last
    }
    for a, b in tournament.required:
        pairs |= {frozenset((n, other)) for n in (a, b) for other in here - {a, b}}
    return frozenset(pairs)
