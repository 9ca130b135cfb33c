"""The field of one round: what the history says of every team that is to be paired."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.history import colours, opponents_met, outcomes, participants
from topboard.model import Colour
from topboard.records import dataclass, field
from topboard.rules.shared import limits, scoring

if TYPE_CHECKING:
    from topboard.model import Competitor, Number, Outcome, Tenths, Tournament


@dataclass(frozen=True, slots=True)
class Field:
    """The teams to pair in a round, with their points, colours and closed opponents."""

    tournament: Tournament
    round: int
    numbers: tuple[Number, ...]
    entered: dict[Number, Competitor]
    rows: dict[Number, tuple[Outcome, ...]]
    match_points: dict[Number, Tenths]
    """The points that make the score groups (with imaginary ones where the rules add them)."""
    game_points: dict[Number, Tenths]
    colours: dict[Number, tuple[Colour, ...]]
    allowed: dict[Number, int]
    """The colours the limits still allow, as bits."""
    met: dict[Number, dict[Number, int]]
    """Opponent -> the round in which the two played."""
    forbidden: dict[Number, frozenset[Number]]
    required: dict[Number, Number]
    imaginary: dict[Number, Tenths] = field(default_factory=dict)
    """Points that the rules add for the pairing only."""


def field_of(tournament: Tournament) -> Field:
    """The field of the round to come."""
    numbers = participants(tournament)
    rows = outcomes(tournament)
    match, game = scoring.totals(tournament, rows)
    had = {n: colours(rows[n]) for n in numbers}
    return Field(
        tournament=tournament,
        round=tournament.round_to_pair,
        numbers=numbers,
        entered={c.number: c for c in tournament.competitors},
        rows=rows,
        match_points=match,
        game_points=game,
        colours=had,
        allowed={n: limits.allowed(had[n]) for n in numbers},
        met={n: {o: r for r, o in opponents_met(rows[n])} for n in numbers},
        forbidden=_forbidden(tournament),
        required={x: y for a, b in tournament.required for x, y in ((a, b), (b, a))},
    )


def _forbidden(tournament: Tournament) -> dict[Number, frozenset[Number]]:
    found: dict[Number, set[Number]] = {}
    for pair in tournament.forbidden:
        if not pair.wish and pair.first <= tournament.round_to_pair <= pair.last:
            found.setdefault(pair.a, set()).add(pair.b)
            found.setdefault(pair.b, set()).add(pair.a)
    return {n: frozenset(others) for n, others in found.items()}
