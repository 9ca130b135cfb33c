"""Which players may meet, who may have the bye, and whether a set of players can be paired."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.matching.perfect import EXPOSED, PerfectMatching, maximum_matching, with_exits
from topboard.model import Colour, ForfeitWin, FullPointBye, PairingBye
from topboard.reasons.criteria import BarredByRuling, HadBye, WonWithoutPlaying
from topboard.systems.common.field import bye_rulings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.matching.perfect import Certificate
    from topboard.model import Number, Outcome, Scale, Tenths, Tournament
    from topboard.reasons.decisions import Obstacle
    from topboard.systems.fide_common.players import PlayerState, Roll

    Row = tuple[Outcome, ...]


# --- two players --------------------------------------------------------------------------------


def have_played(roll: Roll, a: int, b: int) -> bool:
    """Return whether two players have met, or are kept apart by the organiser."""
    return b in roll.closed[a]


def same_absolute_preference(one: PlayerState, other: PlayerState) -> bool:
    """Return whether two players must have the same colour and neither is a topscorer."""
    wanted = one.absolute
    return (
        wanted is not None
        and wanted is other.absolute
        and not one.topscorer
        and not other.topscorer
    )


def may_meet(roll: Roll, a: int, b: int) -> bool:
    """Return whether the absolute criteria let two players meet."""
    return not have_played(roll, a, b) and not same_absolute_preference(
        roll.profiles[a], roll.profiles[b]
    )


def obstacle(roll: Roll, a: int, b: int) -> Obstacle | None:
    """Return why the absolute criteria keep two players apart, or None if they do not."""
    # Imported here because only reasons need it.
    from topboard.reasons.decisions import Forbidden, HaveMet, SameColourDue

    one, other = roll.profiles[a], roll.profiles[b]
    if have_played(roll, a, b):
        met = roll.met[one.number].get(other.number)
        return Forbidden() if met is None else HaveMet(met)
    if same_absolute_preference(one, other):
        assert one.absolute is not None
        return SameColourDue(one.absolute)
    return None


# --- the bye ------------------------------------------------------------------------------------


def needs_bye(roll: Roll) -> bool:
    """Return whether the number to be paired is odd, so that one player has the bye."""
    return len(roll.profiles) % 2 == 1


def had_the_bye(
    _tournament: Tournament, _number: Number, row: Row, _scored: Sequence[Tenths], _scale: Scale
) -> Obstacle | None:
    """Return the obstacle if a player has had the bye. Nobody has it twice."""
    for played, outcome in enumerate(row, start=1):
        if isinstance(outcome, PairingBye):
            return HadBye(played)
    return None


def scored_a_win_unplayed(
    tournament: Tournament, number: Number, row: Row, scored: Sequence[Tenths], scale: Scale
) -> Obstacle | None:
    """Return the obstacle if a player scored as much as a win in a round without playing."""
    if True in bye_rulings(tournament, number):
        return None
    for played, (outcome, points) in enumerate(zip(row, scored, strict=True), start=1):
        if not hasattr(outcome, "colour") and points >= scale.win:
            return WonWithoutPlaying(played)
    return None


def won_by_forfeit(
    tournament: Tournament, number: Number, row: Row, _scored: Sequence[Tenths], _scale: Scale
) -> Obstacle | None:
    """Return the obstacle if a player has won by forfeit."""
    if True in bye_rulings(tournament, number):
        return None
    for played, outcome in enumerate(row, start=1):
        if isinstance(outcome, ForfeitWin):
            return WonWithoutPlaying(played)
    return None


def had_a_full_point_bye(
    tournament: Tournament, number: Number, row: Row, _scored: Sequence[Tenths], _scale: Scale
) -> Obstacle | None:
    """Return the obstacle if a player was granted a bye with the value of a win."""
    if True in bye_rulings(tournament, number):
        return None
    for played, outcome in enumerate(row, start=1):
        if isinstance(outcome, FullPointBye):
            return WonWithoutPlaying(played)
    return None


def barred_by_ruling(
    tournament: Tournament, number: Number, _row: Row, _scored: Sequence[Tenths], _scale: Scale
) -> Obstacle | None:
    """Return the obstacle if a ruling bars a player from the bye."""
    return BarredByRuling() if False in bye_rulings(tournament, number) else None


BARS_OF_2026 = (had_the_bye, scored_a_win_unplayed, barred_by_ruling)
"""The bars to the bye in the basic rules of 2026 (C.04.1 4)."""
BARS_OF_MATCHES = (had_the_bye, won_by_forfeit, had_a_full_point_bye, barred_by_ruling)
"""The bars to the bye if a pair plays a match, as the texts themselves list them."""


def may_have_bye(profile: PlayerState, score: Tenths | None) -> bool:
    """Return whether a player may have the bye.

    If ``score`` is given, the bye must go to a player with that score.
    """
    return profile.barred is None and (score is None or profile.points == score)


# --- sets of players ----------------------------------------------------------------------------


def open_graph(roll: Roll, places: Sequence[int]) -> list[int]:
    """Return for each place the set of those it may meet, as indices into ``places``."""
    at = {place: i for i, place in enumerate(places)}
    full = (1 << len(places)) - 1
    must_have = {Colour.WHITE: 0, Colour.BLACK: 0}
    profiles = roll.profiles
    for i, place in enumerate(places):
        wanted = profiles[place].absolute
        if wanted is not None and not profiles[place].topscorer:
            must_have[wanted] |= 1 << i
    graph = []
    for i, place in enumerate(places):
        closed = 1 << i
        for other in roll.closed[place]:
            if other in at:
                closed |= 1 << at[other]
        wanted = profiles[place].absolute
        if wanted is not None and not profiles[place].topscorer:
            closed |= must_have[wanted]
        graph.append(full & ~closed)
    return graph


class Completion:
    """Whether a set of players can all be paired, with a bye if their number is odd.

    ``score`` is the score of the player with the bye, once it is known.
    """

    def __init__(self, roll: Roll, score: Tenths | None) -> None:
        self.roll = roll
        self.score = score
        profiles = roll.profiles
        count = len(profiles)
        # Bounds for everybody from a place on, so that large sets need no graph.
        self._closed = [0] * (count + 1)
        self._white = [0] * (count + 1)
        self._black = [0] * (count + 1)
        self._bye = [False] * (count + 1)
        for place in range(count - 1, -1, -1):
            profile = profiles[place]
            wanted = None if profile.topscorer else profile.absolute
            self._closed[place] = max(self._closed[place + 1], len(roll.closed[place]))
            self._white[place] = self._white[place + 1] + (wanted is Colour.WHITE)
            self._black[place] = self._black[place + 1] + (wanted is Colour.BLACK)
            self._bye[place] = self._bye[place + 1] or may_have_bye(profile, score)

    def of_rest(self, first: int, others: Sequence[int] = ()) -> bool:
        """Return whether ``others`` and everybody from the place ``first`` on can be paired."""
        count = len(self.roll.profiles) - first + len(others)
        if self._easily(first, others, count):
            return True
        return self.of_places([*others, *range(first, len(self.roll.profiles))])

    def easily_without_one(self) -> bool:
        """Return whether the numbers alone show that all others can be paired after any bye."""
        return is_certainly_pairable(
            len(self.roll.profiles) - 1, self._closed[0], self._white[0], self._black[0]
        )

    def _easily(self, first: int, others: Sequence[int], count: int) -> bool:
        """Return whether each may meet at least half of the others (Dirac's theorem)."""
        profiles, closed = self.roll.profiles, self.roll.closed
        most = max([self._closed[first], *(len(closed[place]) for place in others)])
        white = self._white[first] + sum(_must_have(profiles[p], Colour.WHITE) for p in others)
        black = self._black[first] + sum(_must_have(profiles[p], Colour.BLACK) for p in others)
        if not is_certainly_pairable(count - count % 2, most, white, black):
            return False
        return (
            count % 2 == 0
            or self._bye[first]
            or any(may_have_bye(profiles[p], self.score) for p in others)
        )

    def of_places(self, places: Sequence[int]) -> bool:
        """Return whether these players can all be paired."""
        graph = self.graph(places)
        mate = maximum_matching(graph, (1 << len(graph)) - 1)
        return EXPOSED not in mate

    def graph(self, places: Sequence[int]) -> list[int]:
        """Return the graph of these players, with the bye of an odd set as the last vertex."""
        graph = open_graph(self.roll, places)
        if len(places) % 2:
            profiles = self.roll.profiles
            may = sum(1 << i for i, p in enumerate(places) if may_have_bye(profiles[p], self.score))
            graph = with_exits(graph, may, 1)
        return graph

    def refusal(self, places: Sequence[int]) -> Certificate | None:
        """Return the proof that these players cannot all be paired, or None if they can."""
        return PerfectMatching(self.graph(places)).certificate


def is_certainly_pairable(even: int, closed: int, white: int, black: int) -> bool:
    """Return whether each of an even number may meet at least half of the others (Dirac).

    ``closed`` is the maximum number of others that a player may not meet. ``white`` and ``black``
    are the maximum numbers of players who must have the colour and so do not meet each other.
    """
    # Each player is closed to themselves once, even if their colour closes all of their kind.
    partners = even - 1 - closed - max(white, black, 1) + 1
    return 2 * partners >= even


def _must_have(profile: PlayerState, colour: Colour) -> bool:
    return profile.absolute is colour and not profile.topscorer


def lowest_bye_score(roll: Roll) -> Tenths | None:
    """Return the lowest score at which the bye leaves all others pairable, or None."""
    scores = sorted({p.points for p in roll.profiles if p.barred is None})
    return next((s for s in scores if Completion(roll, s).of_rest(0)), None)
