"""The rounds of one participant, as the participant's public page shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.documents import people
from topboard.messages import message, say, say_kept
from topboard.model import (
    DoubleForfeit,
    ForfeitLoss,
    ForfeitWin,
    FullPointBye,
    HalfPointBye,
    NotYetEntered,
    PairingBye,
    Pending,
    Played,
    Team,
    Withdrawn,
    ZeroPointBye,
)
from topboard.text.numbers import format_points

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from topboard.documents.records import PairingCardLine
    from topboard.documents.sheet import Cell
    from topboard.event.state import PublishedRound
    from topboard.model import Competitor, Number, Outcome

WITHOUT_OPPONENT = {
    PairingBye: message("Pairing-allocated bye"),
    HalfPointBye: message("Half-point bye"),
    FullPointBye: message("Full-point bye"),
    ZeroPointBye: message("Zero-point bye"),
    NotYetEntered: message("Not entered yet"),
    Withdrawn: message("Withdrawn"),
}
ABSENT = message("Not paired")


@dataclass(frozen=True, slots=True)
class ParticipantRound:
    """One round of a participant, with the texts of the page."""

    round: int
    table: int | None
    """The number of the board or match, or None without an opponent."""
    colour: str
    """``white`` or ``black``, or an empty string if no game was played."""
    opponent: Competitor | None
    opponent_rating: Cell
    without_opponent: str
    """The reason for having no opponent, or an empty string."""
    result: str
    outcome: str
    """``won``, ``drawn`` or ``lost``, or an empty string if the game does not say so."""
    total: str
    score: str
    """The game points of both teams in a match, or the same text as ``result`` for a player."""
    game_points_total: str
    is_pending: bool


def list_rounds_of_participant(
    number: Number,
    lines: Sequence[PairingCardLine],
    rounds: Sequence[PublishedRound],
    competitors: Mapping[Number, Competitor],
    boards: int,
) -> Iterator[ParticipantRound]:
    """Yield the rounds of a participant, from the first to the last one published."""
    for line, played in zip(lines, rounds, strict=False):
        opponent = None if line.opponent is None else competitors[line.opponent]
        yield ParticipantRound(
            round=line.round,
            table=_find_table(played, number),
            colour="" if line.colour is None else line.colour.value,
            opponent=opponent,
            opponent_rating=(
                "" if opponent is None else people.rating_or_average_cell(opponent, boards)
            ),
            without_opponent="" if opponent else _describe_absence(line.outcome),
            result=line.result,
            outcome=describe_outcome(line.outcome),
            total=format_points(line.total),
            score=_format_score(line),
            game_points_total=format_points(line.games_total),
            is_pending=isinstance(line.outcome, Pending),
        )


def count_outcomes(lines: Sequence[PairingCardLine]) -> tuple[int, int, int]:
    """Return the number of games or matches won, drawn and lost, including forfeits."""
    found = [_outcome_with_forfeits(line.outcome) for line in lines]
    return found.count("won"), found.count("drawn"), found.count("lost")


def _outcome_with_forfeits(outcome: Outcome) -> str:
    if isinstance(outcome, ForfeitWin):
        return "won"
    if isinstance(outcome, ForfeitLoss | DoubleForfeit):
        return "lost"
    return describe_outcome(outcome)


def participant_details(competitor: Competitor) -> list[str]:
    """Return the club, region and FIDE ID of a player, or an empty list for a team."""
    if isinstance(competitor, Team):
        return []
    known = [*filter(None, (competitor.club, *competitor.affiliations))]
    if competitor.fide_id:
        known.append(say("FIDE ID {number}", number=competitor.fide_id))
    return known


def _format_score(line: PairingCardLine) -> str:
    if not line.teams:
        return line.result
    if not isinstance(line.outcome, Played):
        return line.game_points_text
    return f"{format_points(line.outcome.points)} - {format_points(line.outcome.against)}"


def _find_table(played: PublishedRound, number: Number) -> int | None:
    for table, meeting in played.meetings.items():
        if number in (meeting.white, meeting.black):
            return table
    return None


def _describe_absence(outcome: Outcome) -> str:
    return say_kept(WITHOUT_OPPONENT.get(type(outcome), ABSENT))


def describe_outcome(outcome: Outcome) -> str:
    """Return ``won``, ``drawn`` or ``lost``, or an empty string if no game was played to an end."""
    if not isinstance(outcome, Played):
        return ""
    if outcome.points == outcome.against:
        return "drawn"
    return "won" if outcome.points > outcome.against else "lost"
