"""The field of one round, with all participants to be paired and the data the rules use."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from topboard._frozen import dataclass, field
from topboard.model import colour_limits
from topboard.model.history import colours, opponents_met, participants
from topboard.systems.common.required import required_pairs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from topboard.model import Colour, Number, Outcome, Round, Tenths, Tournament
    from topboard.reasons.decisions import ReadRounds

    Row = tuple[Outcome, ...]


class Float(Enum):
    """A game or match against an opponent with a different score."""

    UP = "up"
    """The opponent had more points."""
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class Field:
    """The participants to be paired in a round, with scores, colours and closed opponents."""

    tournament: Tournament
    numbers: tuple[Number, ...]
    rows: Mapping[Number, Row]
    """The outcomes of each participant, including absent ones."""
    points: Mapping[Number, Tenths]
    """The scores for pairing, with virtual points where the rules add them."""
    colours: Mapping[Number, tuple[Colour, ...]]
    """The colours had. ``common.colours.due`` returns the colour they call for, and how strongly.
    """
    allowed: Mapping[Number, int]
    """The colours that the limits still allow, as bits, or both if there are no limits."""
    met: Mapping[Number, Mapping[Number, int]]
    """For each opponent who may not be met again, the round of the meeting."""
    forbidden: Mapping[Number, frozenset[Number]]
    required: Mapping[Number, Number]
    defaulted: Mapping[Number, frozenset[Number]] = field(default_factory=dict)
    """The opponents in ``met`` against whom the game or match was forfeited by either side."""
    game_points: Mapping[Number, Tenths] = field(default_factory=dict)
    """The game points, if teams with equal match points are ranked by them."""
    floats: Mapping[Number, Mapping[int, Float]] = field(default_factory=dict)
    """How a participant floated in each round, if the rules need it."""
    joined: Mapping[Number, int] = field(default_factory=dict)
    """The first round of each participant, if the rules need it."""
    imaginary: Mapping[Number, Tenths] = field(default_factory=dict)
    """Points that the rules add for pairing only."""

    @property
    def round(self) -> int:
        """The next round."""
        return self.tournament.round_to_pair

    @property
    def read(self) -> ReadRounds:
        """The data read from the rounds so far."""
        # Imported here because not every use of a field explains a round.
        from topboard.reasons.decisions import ReadRounds

        return ReadRounds(self.tournament, self.rows, self.colours, self.met)


def rounds_by_played_opponent(row: Row) -> dict[Number, int]:
    """Return the opponents played, each with the round. Unplayed meetings do not count."""
    return {opponent: played for played, opponent in opponents_met(row)}


def field_of(
    tournament: Tournament,
    rows: Mapping[Number, Row],
    points: Mapping[Number, Tenths],
    *,
    met: Callable[[Row], Mapping[Number, int]] = rounds_by_played_opponent,
    allowed: Callable[[tuple[Colour, ...]], int] = colour_limits.allowed_colours,
) -> Field:
    """Return the field of the next round.

    ``met`` returns the opponents that may not be met again, and ``allowed`` the colours within the
    limits, as the rules of each system define them.
    """
    numbers = participants(tournament)
    had = {n: colours(rows[n]) for n in numbers}
    return Field(
        tournament=tournament,
        numbers=numbers,
        rows=rows,
        points=points,
        colours=had,
        allowed={n: allowed(had[n]) for n in numbers},
        met={n: met(rows[n]) for n in numbers},
        forbidden=forbidden_pairs(tournament),
        required=required_pairs(tournament),
    )


def forbidden_pairs(tournament: Tournament) -> dict[Number, frozenset[Number]]:
    """Return the opponents whom a ruling keeps apart from each participant in the next round."""
    found: dict[Number, set[Number]] = {}
    for pair in tournament.forbidden:
        if not pair.wish and pair.first <= tournament.round_to_pair <= pair.last:
            found.setdefault(pair.a, set()).add(pair.b)
            found.setdefault(pair.b, set()).add(pair.a)
    return {n: frozenset(others) for n, others in found.items()}


def floats(
    rounds: Iterable[Round], points_before: Callable[[int], Mapping[Number, Tenths]]
) -> dict[Number, dict[int, Float]]:
    """Return the floats of these rounds, by participant and round.

    A float is a meeting of different scores before the round.
    """
    found: dict[Number, dict[int, Float]] = {}
    for played in rounds:
        points = points_before(played.number)
        for white, black in ((m.white, m.black) for m in played.meetings):
            if white is None or black is None or points[white] == points[black]:
                continue
            lower, higher = sorted((white, black), key=points.__getitem__)
            found.setdefault(lower, {})[played.number] = Float.UP
            found.setdefault(higher, {})[played.number] = Float.DOWN
    return found


def bye_rulings(tournament: Tournament, number: Number) -> set[bool]:
    """Return the rulings about a participant's bye in the next round.

    If there are two, the one that bars the bye applies.
    """
    upcoming = tournament.round_to_pair
    return {
        ruling.allowed
        for ruling in tournament.bye_rulings
        if ruling.number == number and ruling.first <= upcoming <= ruling.last
    }
