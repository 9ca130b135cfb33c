"""The players of a round, with ratings, average ratings of opponents (ARO) and due colours."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from itertools import zip_longest
from math import lcm

from topboard import model
from topboard.model import Colour
from topboard.model.history import AT_THE_BOARD, colour_difference
from topboard.proof.verify.colours import (
    BIT,
    EITHER,
    allowed_colour_bits,
    count_games_since_colours_differed,
    equalising_colour,
)
from topboard.proof.verify.meeting import (
    MeetingRestrictions,
    find_opponents_played,
    remove_pairs_over_limits,
)
from topboard.proof.verify.points import (
    complete_announced_scoring_scale,
    outcome_points,
    points_by_round,
    sum_points_before_round,
)
from topboard.proof.verify.round import ProposedRound

BYE_AS_WIN = model.Scale(both_defaulted=0)
LONG_EVENT = 10
Places = Collection[int]


class DubovPlayers:
    """The players to be paired, sorted by points, rating and name."""

    def __init__(self, round_: ProposedRound) -> None:
        self.rows, self.tournament = rows, tournament = round_.rows, round_.tournament
        self.danubian = "danubian" in tournament.variations
        self.encounters = MeetingRestrictions(round_, find_opponents_played(round_), {})
        there, bound = self.encounters.numbers, self.encounters.required
        self.encounters.required = {a: b for a, b in bound.items() if {a, b}.issubset(there)}
        players, unrated = tournament.competitors, tournament.unrated_as or 0
        names = sorted([(c.name.casefold(), c.name, int(c.number)) for c in players])
        alphabet = {number: at for at, (_, _, number) in enumerate(names)}
        own = {int(c.number): getattr(c, "rating", None) for c in players}
        rating = {n: unrated if one is None else one for n, one in own.items()}
        worth = partial(
            outcome_points,
            scale=complete_announced_scoring_scale(tournament.game_scale, BYE_AS_WIN),
        )
        self._scored = points_by_round(tournament, rows, worth, "of_player")
        points = sum_points_before_round(tournament, self._scored, "of_player")
        order = sorted(there, key=alphabet.__getitem__)
        for downwards in (rating, points):
            order.sort(key=downwards.__getitem__, reverse=True)
        self.numbers, self.place = order, {n: i for i, n in enumerate(order)}
        self.points = [points[n] for n in order]
        self.rating = [rating[n] for n in order]
        self.alphabet = [alphabet[n] for n in order]
        # Averages are multiplied by a common multiple of all possible counts of rounds, so they are
        # integers.
        whole = lcm(*range(1, tournament.round_to_pair))
        met = ([rating[o.opponent] for o in rows[n] if isinstance(o, AT_THE_BOARD)] for n in order)
        self.aro = [sum(ratings) * whole // (len(ratings) or 1) for ratings in met]
        ranked = [*zip(self.rating, self.aro, self.alphabet, strict=True)]
        # The White column is sorted by ascending ARO, then the lower rating, then the alphabet.
        self.white_rank = [(aro, rating_, name) for rating_, aro, name in ranked]
        # The Black column is sorted by descending rating, then the higher ARO, then the alphabet.
        self.black_rank = [(-rating_, -aro, name) for rating_, aro, name in ranked]
        # Opponents are considered by the highest rating, then the lowest ARO, then the alphabet.
        self.strength = [(-rating_, aro, name) for rating_, aro, name in ranked]
        # The first to leave has the lowest rating, then the higher ARO, then the end of the
        # alphabet.
        self.lowest = [(rating_, -aro, -name) for rating_, aro, name in ranked]
        self.had = [round_.had[n] for n in order]
        limits = {had: allowed_colour_bits(had) for had in {*self.had}}
        due = {had: _decide_column_of_player(had, bits) for had, bits in limits.items()}
        self.allowed = [limits[had] for had in self.had]
        self.due = [due[had] for had in self.had]
        self._open = self.encounters.build_allowed_pairs_graph(order, limits=False)

    def may_player_upfloat(self, place: int) -> bool:
        """Return whether a player may upfloat.

        A player may not upfloat twice in a row or more than three times (four in a long event).
        There is no limit in the last round.
        """
        upcoming, planned = self.tournament.round_to_pair, self.tournament.planned_rounds
        own, most = self.numbers[place], 4 if planned >= LONG_EVENT else 3
        rows = () if upcoming == planned else self.rows[own]
        met = [getattr(outcome, "opponent", None) or own for outcome in rows]
        points = self._compute_points_of_player_before_round
        risen = [at for at, n in enumerate(met, start=1) if points(at, n) > points(at, own)]
        return upcoming - 1 not in risen and len(risen) < most

    def _compute_points_of_player_before_round(self, before: int, number: int) -> int:
        scored = {number: self._scored[number]}
        return sum_points_before_round(self.tournament, scored, "of_player", before)[number]

    def build_allowed_pairs_graph(self, lifted: int) -> list[int]:
        """Return the graph of allowed pairs.

        The ``lifted`` players are exempt from the colour limits.
        """
        limits = [EITHER if lifted >> i & 1 else bits for i, bits in enumerate(self.allowed)]
        return remove_pairs_over_limits(self._open, limits)

    # --- orders -----------------------------------------------------------------------------

    def divide_into_white_and_black_columns(
        self, places: Places, moved: Places = ()
    ) -> tuple[list[int], list[int]]:
        """Return the White column and the Black column, each in order.

        Each player is in the column of their due colour, except those in ``moved``.
        """
        white = [i for i in places if (self.due[i] is Colour.WHITE) != (i in moved)]
        black = {*places}.difference(white)
        white.sort(key=self.white_rank.__getitem__)
        return white, sorted(black, key=self.black_rank.__getitem__)

    def alternate_players_of_columns(self, places: Places) -> list[int]:
        """Return the players of the White and Black columns alternately, starting with White."""
        turns = zip_longest(*self.divide_into_white_and_black_columns(places))
        return [i for turn in turns for i in turn if i is not None]

    def count_surplus_due_white(self, places: Sequence[int]) -> int:
        """Return the number of these players due White, minus the number due Black."""
        return 2 * [self.due[i] for i in places].count(Colour.WHITE) - len(places)

    def majority_due_colour(self, places: Sequence[int]) -> Colour | None:
        """Return the colour that most of these players are due, or None if there is no majority."""
        surplus = self.count_surplus_due_white(places)
        return (Colour.WHITE if surplus > 0 else Colour.BLACK) if surplus else None

    # --- colours ----------------------------------------------------------------------------

    def decide_player_with_white(self, a: int, b: int, lifted: int) -> int:
        """Return which of the two players has White.

        The criteria are, in this order: the colour limits, equalising, alternating, the higher ARO
        and the lower rating.
        """
        first, second = (
            self._count_broken_limits(a, b, lifted),
            self._count_broken_limits(b, a, lifted),
        )
        if first != second:
            return a if first < second else b
        colour = equalising_colour(self.had[a], self.had[b])
        if colour is None and (ago := count_games_since_colours_differed(self.had[a], self.had[b])):
            colour = self.had[a][-ago].opposite
        if colour is not None:
            return a if colour is Colour.WHITE else b
        return min(a, b, key=lambda i: (-self.aro[i], self.rating[i], self.alphabet[i]))

    def _count_broken_limits(self, white: int, black: int, lifted: int) -> tuple[int, int]:
        """Return how many colour limits in force, and how many waived ones, these colours break."""
        given = (white, BIT[Colour.WHITE]), (black, BIT[Colour.BLACK])
        breaking = [i for i, colour in given if not self.allowed[i] & colour]
        return sum(not lifted >> i & 1 for i in breaking), len(breaking)


def _decide_column_of_player(had: tuple[Colour, ...], limits: int) -> Colour:
    """Return the colour of the column that a player belongs to.

    It is the colour that the player has had less often, or else the opposite of the last one. If
    the colour limits allow only one colour, it is that one.
    """
    difference = colour_difference(had)
    due = Colour.WHITE if difference < 0 else Colour.BLACK
    if had and difference == 0:
        due = had[-1].opposite
    return due.opposite if limits == BIT[due.opposite] else due
