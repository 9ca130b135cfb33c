"""The field of a round: all participants to be paired, with their scores, colours and opponents."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, TypeVar

from topboard._frozen import dataclass, field, fields
from topboard.model import colour_limits
from topboard.model.history import colours_played, opponents_met, participants_to_pair
from topboard.systems.common.required import find_required_opponents

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from topboard.model import Colour, Number, Outcome, Round, Tenths, Tournament

    Row = tuple[Outcome, ...]


class FloatDirection(Enum):
    """The direction of a float. A participant floats by meeting an opponent with a different
    score.
    """

    UP = "up"
    """The opponent has more points than the participant."""
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class PlayerState:
    """A player or team to be paired in the next round. Systems that need more use a subclass."""

    number: Number
    points: Tenths
    """The score used for pairing."""
    colours: tuple[Colour, ...]
    """The colours that the participant has had. For a team, they are those on board 1."""


@dataclass(frozen=True, slots=True)
class Field:
    """The participants to be paired in a round, with scores, colours and excluded opponents."""

    tournament: Tournament
    numbers: tuple[Number, ...]
    rows: Mapping[Number, Row]
    """The outcomes of each participant in the past rounds. Absent participants are included."""
    points: Mapping[Number, Tenths]
    """The scores used for pairing, including virtual points if the rules add them."""
    colours: Mapping[Number, tuple[Colour, ...]]
    """The colours that each participant has had."""
    met: Mapping[Number, Mapping[Number, int]]
    """The opponents that each participant may not meet again, with the round in which they met."""
    forbidden: Mapping[Number, frozenset[Number]]
    required: Mapping[Number, Number]
    allowed: Mapping[Number, int] = field(default_factory=dict)
    """The colours that the colour limits still allow each participant, as a bitset."""
    scores: Mapping[Number, Tenths] = field(default_factory=dict)
    """The scores without virtual points, including those of absent participants.

    The mapping is empty in systems that have no virtual points.
    """
    defaulted: Mapping[Number, frozenset[Number]] = field(default_factory=dict)
    """The opponents in ``met`` against whom the game or match ended by forfeit."""
    game_points: Mapping[Number, Tenths] = field(default_factory=dict)
    """The game points of each team, if they rank teams with equal match points."""
    floats: Mapping[Number, Mapping[int, FloatDirection]] = field(default_factory=dict)
    """The direction in which each participant floated in each round, if the rules need it."""
    joined: Mapping[Number, int] = field(default_factory=dict)
    """The round in which each participant joined the event, if the rules need it."""
    imaginary: Mapping[Number, Tenths] = field(default_factory=dict)
    """Imaginary points, which count only for pairing."""
    players: tuple[PlayerState, ...] = ()
    """The participants to be paired, in ranking order, if the system refers to them by index."""

    @property
    def round(self) -> int:
        """The number of the next round."""
        return self.tournament.round_to_pair

    def number_at_index(self, place: int) -> Number:
        """Return the number of the participant at an index into ``numbers``."""
        return self.numbers[place]

    def numbers_at(self, places: Iterable[int]) -> tuple[Number, ...]:
        """Return the numbers of the participants at the given indices into ``numbers``."""
        return tuple(self.numbers[place] for place in places)


OwnField = TypeVar("OwnField", bound=Field)


def map_played_opponents_to_rounds(row: Row) -> dict[Number, int]:
    """Return the round in which a participant played each opponent, keyed by opponent.

    Unplayed games and matches are ignored.
    """
    return {opponent: played for played, opponent in opponents_met(row)}


def build_common_field(
    tournament: Tournament,
    rows: Mapping[Number, Row],
    points: Mapping[Number, Tenths],
    *,
    met: Callable[[Row], Mapping[Number, int]] = map_played_opponents_to_rounds,
    allowed: Callable[[tuple[Colour, ...]], int] = colour_limits.allowed_colour_bits,
) -> Field:
    """Return the participants to be paired in the next round, with scores, colours and opponents.

    ``met`` returns the opponents that a participant may not meet again. ``allowed`` returns the
    colours that the system's colour limits still allow.
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
        forbidden=find_forbidden_opponents(tournament),
        required=find_required_opponents(tournament),
    )


def extend_field(base: Field, kind: type[OwnField], **columns: object) -> OwnField:
    """Return a copy of a field as an instance of its subclass ``kind``, with additional
    attributes.
    """
    facts = {column.name: getattr(base, column.name) for column in fields(base)}
    return kind(**{**facts, **columns})


def find_forbidden_opponents(tournament: Tournament) -> dict[Number, frozenset[Number]]:
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
    """Return the floats in the given rounds, keyed by participant and then by round.

    A float is a pairing of two participants whose scores were different before the round.
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
    """Return the rulings on whether each participant may have the bye in the next round.

    True allows the bye and False bars it. If there are both, False applies.
    """
    upcoming = tournament.round_to_pair
    return {
        ruling.allowed
        for ruling in tournament.bye_rulings
        if ruling.number == number and ruling.first <= upcoming <= ruling.last
    }
