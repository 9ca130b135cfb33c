"""The field of one round: all participants to be paired, with the data the rules use."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, TypeVar

from topboard._frozen import dataclass, field, fields
from topboard.model import colour_limits
from topboard.model.history import colours_played, opponents_met, participants_to_pair
from topboard.systems.common.required import required_opponents

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from topboard.model import Colour, Number, Outcome, Round, Tenths, Tournament

    Row = tuple[Outcome, ...]


class FloatDirection(Enum):
    """The direction of a float, a game or match against an opponent with a different score."""

    UP = "up"
    """The opponent had more points than the participant."""
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class PlayerState:
    """A player or team to be paired in the next round, with the data that all rules use.

    Families whose rules look at more extend the class.
    """

    number: Number
    points: Tenths
    """The score used for pairing."""
    colours: tuple[Colour, ...]
    """The colours the player has had, for a team those on board 1."""


@dataclass(frozen=True, slots=True)
class Field:
    """The participants to be paired in a round, with scores, colours and excluded opponents."""

    tournament: Tournament
    numbers: tuple[Number, ...]
    rows: Mapping[Number, Row]
    """The outcomes of each participant, including absent participants."""
    points: Mapping[Number, Tenths]
    """The scores used for pairing, with virtual points where the rules add them."""
    colours: Mapping[Number, tuple[Colour, ...]]
    """The colours each participant has had.

    ``common.colours.find_due_colour`` returns the colour due after them.
    """
    met: Mapping[Number, Mapping[Number, int]]
    """The opponents that each participant may not meet again, with the round of the meeting."""
    forbidden: Mapping[Number, frozenset[Number]]
    required: Mapping[Number, Number]
    allowed: Mapping[Number, int] = field(default_factory=dict)
    """The colours that the limits still allow, as a bit set. Without limits it holds both."""
    scores: Mapping[Number, Tenths] = field(default_factory=dict)
    """The scores without virtual points, including absent participants, if they differ."""
    defaulted: Mapping[Number, frozenset[Number]] = field(default_factory=dict)
    """The opponents in ``met`` against whom either participant forfeited."""
    game_points: Mapping[Number, Tenths] = field(default_factory=dict)
    """The game points, if teams with equal match points are ranked by them."""
    floats: Mapping[Number, Mapping[int, FloatDirection]] = field(default_factory=dict)
    """The direction in which each participant floated, by round, if the rules need it."""
    joined: Mapping[Number, int] = field(default_factory=dict)
    """The first round of each participant, if the rules need it."""
    imaginary: Mapping[Number, Tenths] = field(default_factory=dict)
    """Points that the rules add for pairing only."""
    players: tuple[PlayerState, ...] = ()
    """The participants to be paired, in the order of the rules, if they are paired by index."""

    @property
    def round(self) -> int:
        """The number of the next round."""
        return self.tournament.round_to_pair

    def number_at_index(self, place: int) -> Number:
        """Return the number of the participant at an index of ``numbers``."""
        return self.numbers[place]

    def numbers_at(self, places: Iterable[int]) -> tuple[Number, ...]:
        """Return the numbers of the participants at some indices of ``numbers``."""
        return tuple(self.numbers[place] for place in places)


OwnField = TypeVar("OwnField", bound=Field)


def rounds_by_played_opponent(row: Row) -> dict[Number, int]:
    """Return the opponents a participant has played, mapped to the rounds.

    Unplayed games and matches do not count.
    """
    return {opponent: played for played, opponent in opponents_met(row)}


def build_common_field(
    tournament: Tournament,
    rows: Mapping[Number, Row],
    points: Mapping[Number, Tenths],
    *,
    met: Callable[[Row], Mapping[Number, int]] = rounds_by_played_opponent,
    allowed: Callable[[tuple[Colour, ...]], int] = colour_limits.allowed_colours,
) -> Field:
    """Return the field of the next round.

    ``met`` returns the opponents that may not be met again, and ``allowed`` the colours within the
    limits. Both follow the rules of the system.
    """
    numbers = participants_to_pair(tournament)
    had = {n: colours_played(rows[n]) for n in numbers}
    return Field(
        tournament=tournament,
        numbers=numbers,
        rows=rows,
        points=points,
        colours=had,
        allowed={n: allowed(had[n]) for n in numbers},
        met={n: met(rows[n]) for n in numbers},
        forbidden=forbidden_opponents(tournament),
        required=required_opponents(tournament),
    )


def extend_field(base: Field, kind: type[OwnField], **columns: object) -> OwnField:
    """Return the field as the subclass ``kind`` of a family, with the family's own columns."""
    facts = {column.name: getattr(base, column.name) for column in fields(base)}
    return kind(**{**facts, **columns})


def forbidden_opponents(tournament: Tournament) -> dict[Number, frozenset[Number]]:
    """Return, for each participant, the opponents that a ruling forbids in the next round."""
    found: dict[Number, set[Number]] = {}
    for pair in tournament.forbidden:
        if not pair.wish and pair.first <= tournament.round_to_pair <= pair.last:
            found.setdefault(pair.a, set()).add(pair.b)
            found.setdefault(pair.b, set()).add(pair.a)
    return {n: frozenset(others) for n, others in found.items()}


def find_floats(
    rounds: Iterable[Round], points_before: Callable[[int], Mapping[Number, Tenths]]
) -> dict[Number, dict[int, FloatDirection]]:
    """Return the floats of these rounds, keyed by participant and then by round.

    A float is a pairing of two participants whose scores differed before the round.
    """
    found: dict[Number, dict[int, FloatDirection]] = {}
    for played in rounds:
        points = points_before(played.number)
        for white, black in ((m.white, m.black) for m in played.meetings):
            if white is None or black is None or points[white] == points[black]:
                continue
            lower, higher = sorted((white, black), key=points.__getitem__)
            found.setdefault(lower, {})[played.number] = FloatDirection.UP
            found.setdefault(higher, {})[played.number] = FloatDirection.DOWN
    return found


def bye_rulings_for_next_round(tournament: Tournament, number: Number) -> set[bool]:
    """Return the rulings about a participant's bye in the next round.

    True allows the bye and False bars it. If there are both, the one that bars it applies.
    """
    upcoming = tournament.round_to_pair
    return {
        ruling.allowed
        for ruling in tournament.bye_rulings
        if ruling.number == number and ruling.first <= upcoming <= ruling.last
    }
