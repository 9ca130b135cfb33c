"""The cross table of a section, with the parts of each entry apart, as its public page shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.documents import people
from topboard.documents.cross_tables import SAME, round_robin_entries
from topboard.messages import say
from topboard.model import Colour
from topboard.web.public.participant import describe_outcome

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from topboard.documents.records import PairingCardLine
    from topboard.model import Competitor, Number, Tournament
    from topboard.systems.registry import System
    from topboard.tiebreaks.standings import Line, Standings

MOST_COLUMNS = 12
"""The number of entries and tie-breaks from which the table scrolls sideways on a desk."""


@dataclass(frozen=True, slots=True)
class CrossTableEntry:
    """One entry of a cross table: the opponent, colour and score, or a reason for their absence."""

    opponent: Competitor | None = None
    colour: str = ""
    """``white`` or ``black``, or an empty string if it is unknown or does not matter."""
    absence: str = ""
    """A short word for a round without an opponent, such as ``bye``."""
    scores: tuple[tuple[str, str], ...] = ()
    """Each score with its outcome: ``won``, ``drawn``, ``lost``, or an empty string."""
    is_own: bool = False
    """Whether row and column belong to the same participant."""


@dataclass(frozen=True, slots=True)
class CrossTableRow:
    """A participant of a cross table, with all entries."""

    line: Line
    competitor: Competitor
    entries: tuple[CrossTableEntry, ...]


@dataclass(frozen=True, slots=True)
class CrossTable:
    """The cross table of a section."""

    heads: tuple[str, ...]
    rows: tuple[CrossTableRow, ...]
    by_round: bool
    """Whether a column is a round. In a round robin, each column is an opponent."""
    is_wide: bool
    notes: tuple[str, ...]


def build_cross_table(
    tournament: Tournament,
    system: System,
    standings: Standings,
    rounds: Mapping[Number, Sequence[PairingCardLine]],
) -> CrossTable:
    """Return the cross table of a section, in the order of the standings."""
    competitors = {one.number: one for one in tournament.competitors}
    by_round = system.timetable is None
    order = [line.number for line in standings.lines]
    heads = (
        tuple(say("R{round}", round=played.number) for played in tournament.rounds)
        if by_round
        else tuple(map(str, order))
    )
    entries = (
        {number: tuple(_entries_by_round(rounds[number], competitors)) for number in order}
        if by_round
        else _entries_by_opponent(tournament, system, order, rounds)
    )
    return CrossTable(
        heads,
        tuple(
            CrossTableRow(line, competitors[line.number], entries[line.number])
            for line in standings.lines
        ),
        by_round,
        len(heads) + len(standings.columns) > MOST_COLUMNS,
        tuple(_describe_marks(tournament, system, by_round=by_round)),
    )


def _describe_marks(tournament: Tournament, system: System, *, by_round: bool) -> Iterator[str]:
    if by_round:
        yield say(
            "Points in parentheses were scored without playing. R marks a forfeit that is rated, "
            "and u marks an unfinished game."
        )
        return
    yield say(
        "A plus or minus sign marks a game won or lost without playing, and u marks an unfinished "
        "game."
    )
    yield from people.withdrawal_notes(tournament, system)


def _entries_by_round(
    lines: Sequence[PairingCardLine], competitors: Mapping[Number, Competitor]
) -> Iterator[CrossTableEntry]:
    for line in lines:
        score = line.game_points_text if line.teams else line.result
        scores = ((score, describe_outcome(line.outcome)),) if score else ()
        if line.opponent is None:
            yield CrossTableEntry(absence=line.opponent_and_colour_text, scores=scores)
            continue
        colour = "" if line.colour is None else _colour_name(line.colour)
        yield CrossTableEntry(competitors[line.opponent], colour, scores=scores)


def _colour_name(colour: Colour) -> str:
    return "white" if colour is Colour.WHITE else "black"


def _entries_by_opponent(
    tournament: Tournament,
    system: System,
    order: Sequence[Number],
    rounds: Mapping[Number, Sequence[PairingCardLine]],
) -> Mapping[Number, tuple[CrossTableEntry, ...]]:
    texts = round_robin_entries(tournament, system, order)
    return {
        own: tuple(
            CrossTableEntry(is_own=True)
            if text == SAME and own == other
            else CrossTableEntry(scores=tuple(_scores_with_outcomes(text, other, rounds[own])))
            for other, text in zip(order, texts[own], strict=True)
        )
        for own in order
    }


def _scores_with_outcomes(
    text: str, opponent: Number, lines: Sequence[PairingCardLine]
) -> Iterator[tuple[str, str]]:
    """Yield each score against an opponent with its outcome, in the order of the rounds."""
    scores = text.split()
    found = [describe_outcome(line.outcome) for line in lines if line.opponent == opponent]
    # A game that was not played because of a withdrawal has a score but no line of its own.
    known = found if len(found) == len(scores) else [""] * len(scores)
    yield from zip(scores, known, strict=True)
