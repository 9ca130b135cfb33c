"""The rules on meetings and on the bye, and checks that a set of players can be paired."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.matching.perfect import EXPOSED, PerfectMatching, add_exit_vertices, maximum_matching
from topboard.model import Colour, ForfeitWin, FullPointBye, PairingBye
from topboard.reasons.criteria import ByeBarAlreadyHadBye, ByeBarRuling, ByeBarWonWithoutPlaying
from topboard.systems.common.field import bye_rulings_for_next_round

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.matching.perfect import Certificate
    from topboard.model import Number, Outcome, Scale, Tenths, Tournament
    from topboard.reasons.obstacles import Obstacle
    from topboard.systems.fide_common.players import FideField, FidePlayer

    Row = tuple[Outcome, ...]


# --- two players --------------------------------------------------------------------------------


def have_met_or_are_kept_apart_by_ruling(field: FideField, a: int, b: int) -> bool:
    """Return whether two players have met or a ruling keeps them apart."""
    return b in field.closed[a]


def have_same_absolute_preference(one: FidePlayer, other: FidePlayer) -> bool:
    """Return whether two players have an absolute preference for the same colour.

    The result is False if one of them is a topscorer.
    """
    wanted = one.absolute_colour
    return (
        wanted is not None
        and wanted is other.absolute_colour
        and not one.topscorer
        and not other.topscorer
    )


def may_meet(field: FideField, a: int, b: int) -> bool:
    """Return whether the absolute criteria allow two players to meet."""
    return not have_met_or_are_kept_apart_by_ruling(
        field, a, b
    ) and not have_same_absolute_preference(field.players[a], field.players[b])


# --- the bye ------------------------------------------------------------------------------------


def needs_bye(field: FideField) -> bool:
    """Return whether the number of players is odd, so that one of them must get the bye."""
    return len(field.players) % 2 == 1


def bye_obstacle_after_allocated_bye(
    _tournament: Tournament, _number: Number, row: Row, _scored: Sequence[Tenths], _scale: Scale
) -> Obstacle | None:
    """Return the obstacle to the bye if a player has already had the pairing-allocated bye, else
    None.
    """
    for played, outcome in enumerate(row, start=1):
        if isinstance(outcome, PairingBye):
            return ByeBarAlreadyHadBye(played)
    return None


def bye_obstacle_after_win_without_playing(
    tournament: Tournament, number: Number, row: Row, scored: Sequence[Tenths], scale: Scale
) -> Obstacle | None:
    """Return the obstacle to the bye if a player scored at least a win without playing, else None.

    A ruling can remove this obstacle.
    """
    if True in bye_rulings_for_next_round(tournament, number):
        return None
    for played, (outcome, points) in enumerate(zip(row, scored, strict=True), start=1):
        if not hasattr(outcome, "colour") and points >= scale.win:
            return ByeBarWonWithoutPlaying(played)
    return None


def bye_obstacle_after_win_by_forfeit(
    tournament: Tournament, number: Number, row: Row, _scored: Sequence[Tenths], _scale: Scale
) -> Obstacle | None:
    """Return the obstacle to the bye if a player has won by forfeit, else None.

    A ruling can remove this obstacle.
    """
    if True in bye_rulings_for_next_round(tournament, number):
        return None
    for played, outcome in enumerate(row, start=1):
        if isinstance(outcome, ForfeitWin):
            return ByeBarWonWithoutPlaying(played)
    return None


def bye_obstacle_after_full_point_bye(
    tournament: Tournament, number: Number, row: Row, _scored: Sequence[Tenths], _scale: Scale
) -> Obstacle | None:
    """Return the obstacle to the bye if a player has had a full-point bye, else None.

    A ruling can remove this obstacle.
    """
    if True in bye_rulings_for_next_round(tournament, number):
        return None
    for played, outcome in enumerate(row, start=1):
        if isinstance(outcome, FullPointBye):
            return ByeBarWonWithoutPlaying(played)
    return None


def bye_obstacle_if_ruling_bars_player(
    tournament: Tournament, number: Number, _row: Row, _scored: Sequence[Tenths], _scale: Scale
) -> Obstacle | None:
    """Return the obstacle to the bye if a ruling bars a player from it, else None."""
    return ByeBarRuling() if False in bye_rulings_for_next_round(tournament, number) else None


BARS_OF_2026 = (
    bye_obstacle_after_allocated_bye,
    bye_obstacle_after_win_without_playing,
    bye_obstacle_if_ruling_bars_player,
)
"""The checks that bar players from the bye under the basic rules of 2026 (C.04.1 4)."""
BARS_OF_MATCHES = (
    bye_obstacle_after_allocated_bye,
    bye_obstacle_after_win_by_forfeit,
    bye_obstacle_after_full_point_bye,
    bye_obstacle_if_ruling_bars_player,
)
"""The checks that bar participants from the bye in systems whose pairs play matches."""


def may_have_bye(profile: FidePlayer, score: Tenths | None) -> bool:
    """Return whether a player may get the bye.

    If ``score`` is not None, only players with this score may get it.
    """
    return profile.barred is None and (score is None or profile.points == score)


# --- sets of players ----------------------------------------------------------------------------


def permitted_pairs_graph(field: FideField, places: Sequence[int]) -> list[int]:
    """Return the graph of the pairs that the absolute criteria permit among the players in
    ``places``.

    Each player has a bitset of possible opponents, as positions in ``places``.
    """
    at = {place: i for i, place in enumerate(places)}
    full = (1 << len(places)) - 1
    must_have = {Colour.WHITE: 0, Colour.BLACK: 0}
    profiles = field.players
    for i, place in enumerate(places):
        wanted = profiles[place].absolute_colour
        if wanted is not None and not profiles[place].topscorer:
            must_have[wanted] |= 1 << i
    graph = []
    for i, place in enumerate(places):
        closed = 1 << i
        for other in field.closed[place]:
            if other in at:
                closed |= 1 << at[other]
        wanted = profiles[place].absolute_colour
        if wanted is not None and not profiles[place].topscorer:
            closed |= must_have[wanted]
        graph.append(full & ~closed)
    return graph


class RestPairabilityCheck:
    """Checks whether a set of players can all be paired, with a bye if their number is odd.

    ``score`` is the score that the player with the bye must have, or None if any score is allowed.
    """

    def __init__(self, field: FideField, score: Tenths | None) -> None:
        self.field = field
        self.score = score
        profiles = field.players
        count = len(profiles)
        # Each entry covers all players from its index on, so large sets need no graph.
        self._closed = [0] * (count + 1)
        self._white = [0] * (count + 1)
        self._black = [0] * (count + 1)
        self._bye = [False] * (count + 1)
        for place in range(count - 1, -1, -1):
            profile = profiles[place]
            wanted = None if profile.topscorer else profile.absolute_colour
            self._closed[place] = max(self._closed[place + 1], len(field.closed[place]))
            self._white[place] = self._white[place + 1] + (wanted is Colour.WHITE)
            self._black[place] = self._black[place + 1] + (wanted is Colour.BLACK)
            self._bye[place] = self._bye[place + 1] or may_have_bye(profile, score)

    def can_pair_rest_of_field(self, first: int, others: Sequence[int] = ()) -> bool:
        """Return whether ``others`` and all players from index ``first`` on can be paired.

        If their number is odd, one of them gets the bye.
        """
        count = len(self.field.players) - first + len(others)
        if self._do_counts_prove_pairable(first, others, count):
            return True
        return self.can_pair_all_of_players([*others, *range(first, len(self.field.players))])

    def is_rest_surely_pairable_after_bye(self) -> bool:
        """Return whether the remaining players can certainly be paired, no matter who gets the bye.

        The answer is based on counts alone, so False does not mean that they cannot be paired.
        """
        return does_dirac_prove_pairable(
            len(self.field.players) - 1, self._closed[0], self._white[0], self._black[0]
        )

    def _do_counts_prove_pairable(self, first: int, others: Sequence[int], count: int) -> bool:
        """Return whether counts alone prove that these players can be paired.

        False does not mean that they cannot be paired.
        """
        profiles, closed = self.field.players, self.field.closed
        most = max([self._closed[first], *(len(closed[place]) for place in others)])
        white = self._white[first] + sum(
            _must_player_have_colour(profiles[p], Colour.WHITE) for p in others
        )
        black = self._black[first] + sum(
            _must_player_have_colour(profiles[p], Colour.BLACK) for p in others
        )
        if not does_dirac_prove_pairable(count - count % 2, most, white, black):
            return False
        return (
            count % 2 == 0
            or self._bye[first]
            or any(may_have_bye(profiles[p], self.score) for p in others)
        )

    def can_pair_all_of_players(self, places: Sequence[int]) -> bool:
        """Return whether these players can all be paired, with a bye if their number is odd."""
        graph = self.build_graph_with_bye(places)
        mate = maximum_matching(graph, (1 << len(graph)) - 1)
        return EXPOSED not in mate

    def build_graph_with_bye(self, places: Sequence[int]) -> list[int]:
        """Return the graph of permitted pairs, with a last vertex for the bye if the number is
        odd.
        """
        graph = permitted_pairs_graph(self.field, places)
        if len(places) % 2:
            profiles = self.field.players
            may = sum(1 << i for i, p in enumerate(places) if may_have_bye(profiles[p], self.score))
            graph = add_exit_vertices(graph, may, 1)
        return graph

    def prove_unpairable(self, places: Sequence[int]) -> Certificate | None:
        """Return a proof that these players cannot all be paired, or None if they can."""
        return PerfectMatching(self.build_graph_with_bye(places)).certificate


def does_dirac_prove_pairable(even: int, closed: int, white: int, black: int) -> bool:
    """Return whether Dirac's theorem proves that ``even`` players can be paired.

    The theorem applies if each of them may meet at least half of that number. ``closed`` is the
    largest number of opponents forbidden to one player. ``white`` and ``black`` are the numbers of
    players who must have White and Black.
    """
    # Players who must have the same colour cannot meet. The larger number includes the player, whom
    # ``even - 1`` has already left out, so one is added again.
    partners = even - 1 - closed - max(white, black, 1) + 1
    return 2 * partners >= even


def _must_player_have_colour(profile: FidePlayer, colour: Colour) -> bool:
    return profile.absolute_colour is colour and not profile.topscorer


def find_lowest_bye_score(field: FideField) -> Tenths | None:
    """Return the lowest score of an eligible player without whom all others can be paired.

    Return None if no player can get the bye.
    """
    scores = sorted({p.points for p in field.players if p.barred is None})
    return next(
        (s for s in scores if RestPairabilityCheck(field, s).can_pair_rest_of_field(0)), None
    )
