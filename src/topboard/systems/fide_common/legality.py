"""Who may meet whom, who may have the bye, and whether a set of players can be paired."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.matching.perfect import EXPOSED, PerfectMatching, maximum_matching, with_exits
from topboard.model import Colour, ForfeitWin, FullPointBye, PairingBye
from topboard.reasons.criteria import BarredByRuling, HadBye, WonWithoutPlaying
from topboard.systems.common.field import rulings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.matching.perfect import Certificate
    from topboard.model import Number, Outcome, Scale, Tenths, Tournament
    from topboard.reasons.decisions import Obstacle
    from topboard.systems.fide_common.players import PlayerState, Roll

    Row = tuple[Outcome, ...]


# --- two players --------------------------------------------------------------------------------


def have_played(roll: Roll, a: int, b: int) -> bool:
    """Two who have played each other, or whom the organiser keeps apart, do not meet."""
    return b in roll.closed[a]


def same_absolute_preference(one: PlayerState, other: PlayerState) -> bool:
    """Two who must have the same colour do not meet, unless one of them is a topscorer."""
    wanted = one.absolute
    return (
        wanted is not None
        and wanted is other.absolute
        and not one.topscorer
        and not other.topscorer
    )


def may_meet(roll: Roll, a: int, b: int) -> bool:
    """Whether the absolute criteria let two players meet."""
    return not have_played(roll, a, b) and not same_absolute_preference(
        roll.profiles[a], roll.profiles[b]
    )


def obstacle(roll: Roll, a: int, b: int) -> Obstacle | None:
    """Why the absolute criteria keep two players apart; None if they don't."""
    # Only reasons need it.
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
    """One of an odd number to be paired has no opponent, but the bye."""
    return len(roll.profiles) % 2 == 1


def had_the_bye(
    _tournament: Tournament, _number: Number, row: Row, _scored: Sequence[Tenths], _scale: Scale
) -> Obstacle | None:
    """Nobody has the bye twice."""
    for played, outcome in enumerate(row, start=1):
        if isinstance(outcome, PairingBye):
            return HadBye(played)
    return None


def scored_a_win_unplayed(
    tournament: Tournament, number: Number, row: Row, scored: Sequence[Tenths], scale: Scale
) -> Obstacle | None:
    """Nobody has it who scored as much as for a win in a round without playing."""
    if True in rulings(tournament, number):
        return None
    for played, (outcome, points) in enumerate(zip(row, scored, strict=True), start=1):
        if not hasattr(outcome, "colour") and points >= scale.win:
            return WonWithoutPlaying(played)
    return None


def won_by_forfeit(
    tournament: Tournament, number: Number, row: Row, _scored: Sequence[Tenths], _scale: Scale
) -> Obstacle | None:
    """Nobody has it whose opponent did not come."""
    if True in rulings(tournament, number):
        return None
    for played, outcome in enumerate(row, start=1):
        if isinstance(outcome, ForfeitWin):
            return WonWithoutPlaying(played)
    return None


def had_a_full_point_bye(
    tournament: Tournament, number: Number, row: Row, _scored: Sequence[Tenths], _scale: Scale
) -> Obstacle | None:
    """Nobody has it who was granted a bye at the value of a win."""
    if True in rulings(tournament, number):
        return None
    for played, outcome in enumerate(row, start=1):
        if isinstance(outcome, FullPointBye):
            return WonWithoutPlaying(played)
    return None


def barred_by_ruling(
    tournament: Tournament, number: Number, _row: Row, _scored: Sequence[Tenths], _scale: Scale
) -> Obstacle | None:
    """A decision keeps it from somebody."""
    return BarredByRuling() if False in rulings(tournament, number) else None


BARS_OF_2026 = (had_the_bye, scored_a_win_unplayed, barred_by_ruling)
"""Who may not have the bye by the basic rules of 2026 (C.04.1 4)."""
BARS_OF_MATCHES = (had_the_bye, won_by_forfeit, had_a_full_point_bye, barred_by_ruling)
"""The same where a pair has a match, by the lists of the texts themselves."""


def may_have_bye(profile: PlayerState, score: Tenths | None) -> bool:
    """Whether a player may have the bye; it may be settled what score its receiver has."""
    return profile.barred is None and (score is None or profile.points == score)


# --- sets of players ----------------------------------------------------------------------------


def open_graph(roll: Roll, places: Sequence[int]) -> list[int]:
    """For each of the places the set of those it may meet, counted in ``places``."""
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
    """Whether all of a set of players can be paired, the bye falling to one of an odd set.

    ``score`` is that of whoever has the bye, once it is settled.
    """

    def __init__(self, roll: Roll, score: Tenths | None) -> None:
        self.roll = roll
        self.score = score
        profiles = roll.profiles
        count = len(profiles)
        # What holds for everybody from a place on, so that large sets need no graph.
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
        """Whether some others and everybody from a place on can be paired."""
        count = len(self.roll.profiles) - first + len(others)
        if self._easily(first, others, count):
            return True
        return self.of_places([*others, *range(first, len(self.roll.profiles))])

    def easily_without_one(self) -> bool:
        """Whether, by their numbers alone, all others can be paired, whoever has the bye."""
        return is_certainly_pairable(
            len(self.roll.profiles) - 1, self._closed[0], self._white[0], self._black[0]
        )

    def _easily(self, first: int, others: Sequence[int], count: int) -> bool:
        """Dirac: everybody may meet at least half of the others."""
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
        """Whether these can all be paired."""
        graph = self.graph(places)
        mate = maximum_matching(graph, (1 << len(graph)) - 1)
        return EXPOSED not in mate

    def graph(self, places: Sequence[int]) -> list[int]:
        """Who of these may meet; the bye of an odd set is one more vertex, the last."""
        graph = open_graph(self.roll, places)
        if len(places) % 2:
            profiles = self.roll.profiles
            may = sum(1 << i for i, p in enumerate(places) if may_have_bye(profiles[p], self.score))
            graph = with_exits(graph, may, 1)
        return graph

    def refusal(self, places: Sequence[int]) -> Certificate | None:
        """The proof that these cannot all be paired, if they cannot."""
        return PerfectMatching(self.graph(places)).certificate


def is_certainly_pairable(even: int, closed: int, white: int, black: int) -> bool:
    """Dirac: of an even number everybody may meet at least half of the others.

    ``closed`` is how many others one may not meet at most, ``white`` and ``black`` how many must
    have the colour at most: they do not meet each other.
    """
    # Somebody is closed to himself once, also where his colour closes his own kind.
    partners = even - 1 - closed - max(white, black, 1) + 1
    return 2 * partners >= even


def _must_have(profile: PlayerState, colour: Colour) -> bool:
    return profile.absolute is colour and not profile.topscorer


def lowest_bye_score(roll: Roll) -> Tenths | None:
    """The lowest score of somebody who may have the bye such that all others can be paired."""
    scores = sorted({p.points for p in roll.profiles if p.barred is None})
    return next((s for s in scores if Completion(roll, s).of_rest(0)), None)
