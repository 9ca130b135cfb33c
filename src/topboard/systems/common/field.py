"""The field of one round: everybody to be paired, and what the rules look at."""

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
    """A meeting with somebody of another score."""

    UP = "up"
    """The opponent had more points."""
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class Field:
    """Who is to be paired in a round, with their scores, colours and closed opponents."""

    tournament: Tournament
    numbers: tuple[Number, ...]
    rows: Mapping[Number, Row]
    """The outcomes of everybody, also of those who are away."""
    points: Mapping[Number, Tenths]
    """The scores for the pairing (with imaginary points where the rules add them)."""
    colours: Mapping[Number, tuple[Colour, ...]]
    """The colours had; ``shared.colours.due`` says which they ask for, and how strongly."""
    allowed: Mapping[Number, int]
    """The colours the limits still allow, as bits; both where the rules have no limits."""
    met: Mapping[Number, Mapping[Number, int]]
    """Opponent -> the round for which the two may not be paired again."""
    forbidden: Mapping[Number, frozenset[Number]]
    required: Mapping[Number, Number]
    defaulted: Mapping[Number, frozenset[Number]] = field(default_factory=dict)
    """Of the opponents met those who, or against whom somebody, did not come."""
    game_points: Mapping[Number, Tenths] = field(default_factory=dict)
    """Where teams with equal match points are ranked by them."""
    floats: Mapping[Number, Mapping[int, Float]] = field(default_factory=dict)
    """Round -> how somebody floated in it, where the rules ask for it."""
    joined: Mapping[Number, int] = field(default_factory=dict)
    """The first round that everybody is there for, where the rules ask for it."""
    imaginary: Mapping[Number, Tenths] = field(default_factory=dict)
    """Points that the rules add for the pairing only."""

    @property
    def round(self) -> int:
        """The round to come."""
        return self.tournament.round_to_pair

    @property
    def read(self) -> ReadRounds:
        """What was read from the rounds so far."""
        # Not everybody who looks at a field tells of a round.
        from topboard.reasons.decisions import ReadRounds

        return ReadRounds(self.tournament, self.rows, self.colours, self.met)


def rounds_by_played_opponent(row: Row) -> dict[Number, int]:
    """Everybody one has played, and when; a meeting that was not played does not count."""
    return {opponent: played for played, opponent in opponents_met(row)}


def field_of(
    tournament: Tournament,
    rows: Mapping[Number, Row],
    points: Mapping[Number, Tenths],
    *,
    met: Callable[[Row], Mapping[Number, int]] = rounds_by_played_opponent,
    allowed: Callable[[tuple[Colour, ...]], int] = colour_limits.allowed,
) -> Field:
    """The field of the round to come, by what a family counts as met and as a limit."""
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
    """For everybody those whom a decision keeps away from him in the round to come."""
    found: dict[Number, set[Number]] = {}
    for pair in tournament.forbidden:
        if not pair.wish and pair.first <= tournament.round_to_pair <= pair.last:
            found.setdefault(pair.a, set()).add(pair.b)
            found.setdefault(pair.b, set()).add(pair.a)
    return {n: frozenset(others) for n, others in found.items()}


def floats(
    rounds: Iterable[Round], points_before: Callable[[int], Mapping[Number, Tenths]]
) -> dict[Number, dict[int, Float]]:
    """Who met somebody of another score in these rounds, by the points before each of them."""
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


def rulings(tournament: Tournament, number: Number) -> set[bool]:
    """What was decided about somebody's bye in the round to come; of two, that which bars holds."""
    upcoming = tournament.round_to_pair
    return {
        ruling.allowed
        for ruling in tournament.bye_rulings
        if ruling.number == number and ruling.first <= upcoming <= ruling.last
    }
