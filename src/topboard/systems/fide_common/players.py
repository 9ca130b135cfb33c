"""The players of a round, with the scores, colours and floats that FIDE's rules use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.model import (
    Colour,
    PairingBye,
    Pending,
    Played,
    Scale,
    Unfinished,
)
from topboard.model.history import colours_played, outcomes, participants_to_pair
from topboard.model.scoring import (
    get_deciding_points_kind,
    points_by_round,
    scale_of_round,
    score_by_recorded_points,
    sum_adjustments_by_participant,
)
from topboard.reasons.criteria import Strength
from topboard.systems.common.field import (
    Field,
    PlayerState,
    find_forbidden_opponents,
    map_played_opponents_to_rounds,
)
from topboard.systems.common.required import find_required_opponents
from topboard.systems.fide_common.acceleration import build_virtual_points_lookup
from topboard.systems.fide_common.colour_preferences import ORDER, colour_preference
from topboard.systems.fide_common.pairing_numbers import find_pairing_numbers_in_use

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, ClassVar, Self

    from topboard.model import Number, Outcome, Tenths, Tournament
    from topboard.model.scoring import Kind
    from topboard.reasons.obstacles import Obstacle
    from topboard.systems.fide_common.colour_preferences import ColourPreference

    Row = tuple[Outcome, ...]
    Numbered = Callable[[Mapping[Number, Row], Sequence[Number]], Mapping[Number, int]]
    Preferring = Callable[[tuple[Colour, ...]], ColourPreference]
    FloatsUnplayed = Callable[[Outcome, Tenths, Scale], bool]
    Bar = Callable[["Tournament", Number, Row, Sequence[Tenths], Scale], Obstacle | None]

USUAL = Scale(both_defaulted=0)
"""The usual points for each result. In a double forfeit both players get 0, and so does an
absentee.
"""


@dataclass(frozen=True, slots=True)
class PastFloats:
    """The floats of a player in the last two rounds: a downfloat, an upfloat or none in each."""

    down_last: bool = False
    down_before: bool = False
    up_last: bool = False
    up_before: bool = False


NO_FLOATS = PastFloats()


@dataclass(frozen=True, slots=True)
class FidePlayer(PlayerState):
    """A player to be paired in the next round, with the data that FIDE's rules use.

    In an accelerated event, the points include virtual points.
    """

    parity: int
    """The TPN that decides colours if neither player of a pair has had a colour."""
    preference: ColourPreference
    floats: PastFloats
    unplayed: int
    """The number of past rounds in which the player did not play."""
    barred: Obstacle | None
    """The obstacle that bars the player from the bye, or None."""
    topscorer: bool

    @property
    def absolute_colour(self) -> Colour | None:
        """The colour for which the player has an absolute preference, or None."""
        if self.preference.strength is Strength.ABSOLUTE:
            return self.preference.colour
        return None


@dataclass(frozen=True, slots=True)
class FideField(Field):
    """The players to be paired in a round, in ranking order.

    A *place* is a player's index in ``numbers``, ``players``, ``closed`` and ``kinds``.
    """

    players: tuple[FidePlayer, ...] = ()
    closed: tuple[frozenset[int], ...] = ()
    """For each player, the indices of the opponents they have met or may not meet."""
    kinds: tuple[int, ...] = ()
    """The result of ``number_of_colour_equivalence_class`` for each player."""
    settled: tuple[tuple[FidePlayer, FidePlayer], ...] = ()
    """Pairs fixed in advance by a ruling or by a why-not question.

    Their players are not in ``players``.
    """
    scale: Scale = USUAL

    COLUMNS: ClassVar[tuple[str, ...]] = ("numbers", "players", "kinds")
    """The attributes that have one value per player, without indices of other players."""

    @property
    def is_last_round(self) -> bool:
        """Return whether the next round is the last round of the event."""
        return self.round == self.tournament.planned_rounds

    def without_players(self, *gone: int) -> Self:
        """Return the field without the players at these indices.

        The other players keep their order, but their indices change.
        """
        kept = [place for place in range(len(self.players)) if place not in gone]
        at = {place: new for new, place in enumerate(kept)}
        columns: dict[str, Any] = {
            name: tuple(column[place] for place in kept)
            for name in self.COLUMNS
            if (column := getattr(self, name))
        }
        closed = tuple(
            frozenset(at[other] for other in self.closed[place] if other in at) for place in kept
        )
        return replace(self, closed=closed, **columns)


# --- scores -------------------------------------------------------------------------------------


def scoring_scale(tournament: Tournament) -> Scale:
    """Return the points for each result in the event, completed with the usual values."""
    return scale_of_round(tournament, USUAL)


@dataclass(frozen=True, slots=True)
class PointCountingRule:
    """A rule for the points used in pairing: their kind, the scale, and the value of each
    outcome.
    """

    kind: Kind
    scale: Scale
    worth: Callable[[Outcome, Scale], Tenths]


def build_game_point_counting(tournament: Tournament) -> PointCountingRule:
    """Return the rule that counts game points in an event for players."""
    return PointCountingRule(
        get_deciding_points_kind(tournament), scoring_scale(tournament), pairing_points_of_outcome
    )


def pairing_points_of_outcome(outcome: Outcome, scale: Scale) -> Tenths:
    """Return the points that an outcome is worth for pairing. Unfinished games count as draws."""
    return (
        scale.draw if isinstance(outcome, Unfinished) else score_by_recorded_points(outcome, scale)
    )


# --- floats -------------------------------------------------------------------------------------


def float_direction(own: Tenths, opponent: Tenths) -> int:
    """Return 1 for a downfloat, -1 for an upfloat, or 0 if both scores are equal."""
    return (own > opponent) - (own < opponent)


def is_unplayed_downfloat_if_scored(outcome: Outcome, points: Tenths, scale: Scale) -> bool:
    """Return whether an unplayed round counts as a downfloat under the 2026 rules.

    It does if the player had the pairing-allocated bye or scored more than for a loss.
    """
    return isinstance(outcome, PairingBye) or points > scale.loss


def is_unplayed_never_a_downfloat(_outcome: Outcome, _points: Tenths, _scale: Scale) -> bool:
    """Return False, because under these rules an unplayed round never counts as a downfloat."""
    return False


def is_unplayed_always_a_downfloat(_outcome: Outcome, _points: Tenths, _scale: Scale) -> bool:
    """Return True, because under these rules every unplayed round counts as a downfloat."""
    return True


# --- all players --------------------------------------------------------------------------------


def is_topscorer(points: Tenths, rounds_played: int, scale: Scale) -> bool:
    """Return whether a score is more than half of the maximum after ``rounds_played`` rounds."""
    return 2 * points > rounds_played * scale.win


def rank_sort_key(player: FidePlayer) -> tuple[Tenths, Number]:
    """Return a player's sort key for the ranking: highest score first, then lowest TPN."""
    return -player.points, player.number


def number_of_colour_equivalence_class(player: FidePlayer, *, close: bool) -> int:
    """Return a number that is equal for players whom the colour rules treat alike.

    If ``close`` is true, players with the same absolute preference may meet. The number then
    includes the colour data that decide between them.
    """
    preference = player.preference
    side = 0 if preference.colour is None else 1 + (preference.colour is Colour.WHITE)
    kind = 3 * ORDER.index(preference.strength) + side
    if close:
        # Two players who must have the same colour can meet only if there are topscorers.
        latest = sum(3**at * (1 + (c is Colour.WHITE)) for at, c in enumerate(preference.latest))
        kind += 12 * (2 * (9 * (preference.difference + 64) + latest) + player.topscorer)
    return kind


def build_field(tournament: Tournament, bars: Sequence[Bar], unplayed: FloatsUnplayed) -> FideField:
    """Return the players to be paired in the next round, in ranking order.

    ``bars`` are the checks that bar players from the bye. ``unplayed`` decides whether an unplayed
    round counts as a downfloat.
    """
    return build_field_from_history(PairingHistory(tournament, unplayed), bars)


def build_field_from_history(
    history: PairingHistory,
    bars: Sequence[Bar],
    preferring: Preferring = colour_preference,
    *,
    topscorers: bool = True,
    numbered: Numbered = find_pairing_numbers_in_use,
) -> FideField:
    """Return the players to be paired in the next round, in ranking order.

    ``topscorers`` is false if the rules have no exceptions for topscorers. ``numbered`` returns the
    TPNs that decide the colours of players without a colour history.
    """
    tournament, rows = history.tournament, history.rows
    scores = history.pairing_scores(tournament.round_to_pair)
    had = {n: colours_played(rows[n]) for n in history.present}
    parity = numbered(rows, history.present)
    players = _build_fide_players(
        history, bars, preferring, scores, had, parity, topscorers=topscorers
    )
    players.sort(key=rank_sort_key)
    required = find_required_opponents(tournament)
    settled = _find_predetermined_pairs(required, players)
    if settled:
        gone = {player.number for pair in settled for player in pair}
        players = [player for player in players if player.number not in gone]
    numbers = tuple(player.number for player in players)
    met = {n: map_played_opponents_to_rounds(rows[n]) for n in numbers}
    forbidden = find_forbidden_opponents(tournament)
    close = any(player.topscorer for player in players)
    return FideField(
        tournament=tournament,
        numbers=numbers,
        rows=rows,
        points=scores,
        colours=had,
        met=met,
        forbidden=forbidden,
        required=required,
        scores=history.scores_without_virtual_points(),
        players=tuple(players),
        closed=_find_excluded_opponents(numbers, met, forbidden),
        kinds=tuple(number_of_colour_equivalence_class(player, close=close) for player in players),
        settled=settled,
        scale=history.scale,
    )


def _find_excluded_opponents(
    numbers: Sequence[Number],
    met: Mapping[Number, Mapping[Number, int]],
    forbidden: Mapping[Number, frozenset[Number]],
) -> tuple[frozenset[int], ...]:
    place = {n: at for at, n in enumerate(numbers)}
    nobody: frozenset[Number] = frozenset()
    return tuple(
        frozenset(place[o] for o in (*met[n], *forbidden.get(n, nobody)) if o in place)
        for n in numbers
    )


def _build_fide_players(
    history: PairingHistory,
    bars: Sequence[Bar],
    preferring: Preferring,
    scores: Mapping[Number, Tenths],
    had: Mapping[Number, tuple[Colour, ...]],
    parity: Mapping[Number, int],
    *,
    topscorers: bool,
) -> list[FidePlayer]:
    tournament, rows, scale = history.tournament, history.rows, history.scale
    upcoming = tournament.round_to_pair
    last = topscorers and upcoming == tournament.planned_rounds
    ruled = {ruling.number for ruling in tournament.bye_rulings}
    players = []
    for n in history.present:
        row, own = rows[n], had[n]
        missed = len(row) - len(own)
        barred = history.find_bye_obstacle(n, row, bars) if missed or n in ruled else None
        players.append(
            FidePlayer(
                number=n,
                points=scores[n],
                colours=own,
                parity=parity[n],
                preference=preferring(own),
                floats=history.find_past_floats(n, row),
                unplayed=missed,
                barred=barred,
                topscorer=last and is_topscorer(scores[n], upcoming - 1, scale),
            )
        )
    return players


class PairingHistory:
    """The scores, pairing scores and floats of all players in past rounds."""

    def __init__(
        self,
        tournament: Tournament,
        unplayed: FloatsUnplayed | None = None,
        counting: PointCountingRule | None = None,
    ) -> None:
        counting = counting or build_game_point_counting(tournament)
        self.tournament = tournament
        self.rows = outcomes(tournament)
        self.present = participants_to_pair(tournament)
        self.scale = scale = counting.scale
        self.scored = points_by_round(
            tournament, self.rows, lambda o: counting.worth(o, scale), counting.kind
        )
        self._kind = counting.kind
        self._virtual = build_virtual_points_lookup(
            tournament, self.rows, self.present, scale, counting.kind
        )
        self._unplayed = unplayed
        upcoming = tournament.round_to_pair
        self._last_two = [
            (played - 1, self.pairing_scores(played))
            for played in (upcoming - 1, upcoming - 2)
            if played > 0 and unplayed is not None
        ]

    def scores_without_virtual_points(self) -> dict[Number, Tenths]:
        """Return each player's score, including adjustments but not virtual points."""
        added = sum_adjustments_by_participant(self.tournament, self._kind)
        return {n: sum(scored) + added.get(n, 0) for n, scored in self.scored.items()}

    def pairing_scores(self, played: int) -> dict[Number, Tenths]:
        """Return each player's score before round ``played``, including virtual points."""
        added = sum_adjustments_by_participant(self.tournament, self._kind, played)
        virtual = self._virtual(played)
        before = {n: sum(scored[: played - 1]) for n, scored in self.scored.items()}
        for more in (added, virtual):
            for n, points in more.items():
                before[n] += points
        return before

    def find_bye_obstacle(self, number: Number, row: Row, bars: Sequence[Bar]) -> Obstacle | None:
        """Return the first obstacle that bars a player from the bye, or None."""
        judged = (
            bar(self.tournament, number, row, self.scored[number], self.scale) for bar in bars
        )
        return next((found for found in judged if found is not None), None)

    def find_past_floats(self, number: Number, row: Row) -> PastFloats:
        """Return the floats of a player in the last two rounds."""
        moves = [
            self._compute_float_direction_in_round(number, row[at], at, scores)
            for at, scores in self._last_two
        ]
        if not any(moves):
            return NO_FLOATS
        last, before = (*moves, 0)[:2]
        return PastFloats(last > 0, before > 0, last < 0, before < 0)

    def _compute_float_direction_in_round(
        self, number: Number, outcome: Outcome, at: int, scores: Mapping[Number, Tenths]
    ) -> int:
        if isinstance(outcome, Played | Unfinished | Pending):
            return float_direction(scores[number], scores[outcome.opponent])
        assert self._unplayed is not None, "floats are requested only with this function"
        return int(self._unplayed(outcome, self.scored[number][at], self.scale))


def _find_predetermined_pairs(
    required: Mapping[Number, Number], players: Sequence[FidePlayer]
) -> tuple[tuple[FidePlayer, FidePlayer], ...]:
    """Return the pairs that a ruling requires, each with the higher-ranked player first."""
    if not required:
        return ()
    rank = {player.number: at for at, player in enumerate(players)}
    ranked = ((rank[a], rank[b]) for a, b in required.items())
    pairs = dict.fromkeys((min(pair), max(pair)) for pair in ranked)
    return tuple((players[higher], players[lower]) for higher, lower in pairs)
