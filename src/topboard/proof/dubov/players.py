"""The players of a round: rating, average of the opponents, due colour, and their orders."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from topboard import model
from topboard.history import colour_difference, colours, opponents_met, outcomes
from topboard.model import Colour
from topboard.proof.colours import BIT, allowed, equalising, last_difference
from topboard.proof.meeting import Encounters
from topboard.proof.points import by_points, scale_in_force, totals
from topboard.proof.witnesses import members

BYE_AS_WIN = model.Scale(both_defaulted=0)
EITHER = 3
LONG_EVENT = 10


class ColumnPool:
    """The players from the top: points, then rating, then the alphabet. A place is an index."""

    def __init__(self, tournament: model.Tournament) -> None:
        self.tournament = tournament
        self.rows: dict[int, Any] = {int(n): row for n, row in outcomes(tournament).items()}
        had = {n: colours(row) for n, row in self.rows.items()}
        limits = {n: allowed(colours_) for n, colours_ in had.items()}
        self.encounters = Encounters(tournament, self.rows, limits)
        there = set(self.encounters.numbers)
        bound = {a: b for a, b in self.encounters.required.items() if {a, b} <= there}
        self.encounters.required = bound
        names = {int(c.number): c.name for c in tournament.competitors}
        rating = {int(c.number): _rating(c, tournament.unrated_as) for c in tournament.competitors}
        points = self._points(tournament.round_to_pair)
        alphabet = {n: (names[n].casefold(), names[n], n) for n in there}
        order = sorted(there, key=lambda n: (-points[n], -rating[n], alphabet[n]))
        self.numbers = order
        self.points = [points[n] for n in order]
        self.rating = [rating[n] for n in order]
        self.alphabet = [alphabet[n] for n in order]
        self.aro = [_average([rating[o] for _, o in opponents_met(self.rows[n])]) for n in order]
        self.had = [had[n] for n in order]
        self.allowed = [limits[n] for n in order]
        self.due = [_column(had[n], limits[n]) for n in order]
        risen = self._risen()
        self.may_rise = [self._rises(risen.get(n, [])) for n in order]

    def _points(self, before: int) -> dict[int, int]:
        scale = scale_in_force(self.tournament.game_scale, BYE_AS_WIN)

        def worth(outcome: Any) -> int:
            if isinstance(outcome, model.Unfinished):
                return outcome.points
            return by_points(outcome, scale, 1)

        return totals(self.tournament, self.rows, worth, "of_player", before)

    def _risen(self) -> dict[int, list[int]]:
        """The rounds in which somebody met an opponent with more points."""
        found: dict[int, list[int]] = {}
        for played in self.tournament.rounds:
            points = self._points(played.number)
            for one, other in ((m.white, m.black) for m in played.meetings):
                if one is not None and other is not None and points[one] != points[other]:
                    lower = min(one, other, key=points.__getitem__)
                    found.setdefault(lower, []).append(played.number)
        return found

    def _rises(self, risen: Sequence[int]) -> bool:
        """Not twice running, and not above three times, in a long event four; last round free."""
        upcoming, planned = self.tournament.round_to_pair, self.tournament.planned_rounds
        most = 4 if planned >= LONG_EVENT else 3
        return upcoming == planned or (upcoming - 1 not in risen and len(risen) < most)

    # --- orders -----------------------------------------------------------------------------

    def white_rank(self, i: int) -> tuple[Any, ...]:
        """The White column: ARO upwards, then the lower rating, then the alphabet."""
        return self.aro[i], self.rating[i], self.alphabet[i]

    def black_rank(self, i: int) -> tuple[Any, ...]:
        """The Black column: rating downwards, then the higher ARO, then the alphabet."""
        return -self.rating[i], -self.aro[i], self.alphabet[i]

    def strength(self, i: int) -> tuple[Any, ...]:
        """Opponents: the highest rating, then the lowest ARO, then the alphabet."""
        return -self.rating[i], self.aro[i], self.alphabet[i]

    def columns(self, places: Iterable[int]) -> tuple[list[int], list[int]]:
        """Those due White and those due Black, each in the order of its column."""
        chosen = list(places)
        white = [i for i in chosen if self.due[i] is Colour.WHITE]
        black = [i for i in chosen if self.due[i] is Colour.BLACK]
        return sorted(white, key=self.white_rank), sorted(black, key=self.black_rank)

    def by_turns(self, places: Iterable[int]) -> list[int]:
        """White and Black by turns, White first."""
        white, black = self.columns(places)
        found = []
        for at in range(max(len(white), len(black))):
            found += [*white[at : at + 1], *black[at : at + 1]]
        return found

    def dominating(self, places: Sequence[int]) -> Colour | None:
        """The colour due to more of these; None if neither is."""
        whites = sum(self.due[i] is Colour.WHITE for i in places)
        if 2 * whites == len(places):
            return None
        return Colour.WHITE if 2 * whites > len(places) else Colour.BLACK

    def last_first(self, places: Iterable[int]) -> list[int]:
        """The order of the alphabet reversed, to sort by other keys afterwards."""
        return sorted(places, key=self.alphabet.__getitem__, reverse=True)

    def graph(self, lifted: int) -> list[int]:
        """Who may meet whom; ``lifted`` need not keep the limits for colours."""
        free = {self.numbers[i] for i in members(lifted)}
        allowed_ = {n: EITHER if n in free else a for n, a in self.encounters.allowed.items()}
        bound = self.encounters.allowed
        self.encounters.allowed = allowed_
        graph = self.encounters.graph(self.numbers, limits=True)
        self.encounters.allowed = bound
        return graph

    # --- colours ----------------------------------------------------------------------------

    def white_of(self, a: int, b: int, lifted: int) -> int:
        """Who of a pair has White: limits, equalise, alternate, higher ARO, lower rating."""
        one, other = sorted((a, b), key=self.alphabet.__getitem__)
        colour = (
            self._within_limits(one, other, lifted)
            or equalising(self.had[one], self.had[other])
            or self._alternating(one, other)
            or _white_to_more(self.aro[one], self.aro[other])
            or _white_to_more(-self.rating[one], -self.rating[other])
            or Colour.WHITE
        )
        return one if colour is Colour.WHITE else other

    def _alternating(self, one: int, other: int) -> Colour | None:
        ago = last_difference(self.had[one], self.had[other])
        return self.had[one][-ago].opposite if ago else None

    def _within_limits(self, one: int, other: int, lifted: int) -> Colour | None:
        """The colour that breaks fewer limits; those that were lifted count less."""

        def broken(colour: Colour) -> tuple[int, int]:
            given = ((one, colour), (other, colour.opposite))
            breaking = [i for i, c in given if not self.allowed[i] & BIT[c]]
            return sum(not lifted >> i & 1 for i in breaking), len(breaking)

        white, black = broken(Colour.WHITE), broken(Colour.BLACK)
        if white == black:
            return None
        return Colour.WHITE if white < black else Colour.BLACK


def _rating(player: Any, unrated_as: int | None) -> int:
    return player.rating if player.rating is not None else unrated_as or 0


def _average(ratings: Sequence[int]) -> Fraction:
    return Fraction(sum(ratings), len(ratings)) if ratings else Fraction(0)


def _column(had: tuple[Colour, ...], limits: int) -> Colour:
    """The colour had less often, else not the last one; but the other where only it is allowed."""
    difference = colour_difference(had)
    due = Colour.WHITE if difference < 0 else Colour.BLACK
    if had and difference == 0:
        due = had[-1].opposite
    return due.opposite if limits == BIT[due.opposite] else due


def _white_to_more(own: Any, others: Any) -> Colour | None:
    if own == others:
        return None
    return Colour.WHITE if own > others else Colour.BLACK
