"""The two editions of the Dutch system: their articles, and their criteria as digits of one cost.

The order in which the procedure generates pairings adds further digits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from topboard.model import POINT, ForfeitWin, PairingBye
from topboard.proof.verify.duals import compute_criterion_digit_units
from topboard.proof.verify.dutch.players import DOWN, ROUNDS, UP, DutchPlayer, count_colour_faults

Spans = Sequence[range]
"""The residents of a bracket and the players of the next bracket, as ranges of indices."""
Opened = Sequence[tuple[int, int]]
"""For each criterion, the maximum of a digit and the number of digits."""
WORDS = ("bracket", "bye", "completion", "moved down", "exchange", "rows", "tables")
"""The topics of the articles. The topic of transpositions is called rows."""


def _map_topics_to_articles(*articles: str) -> dict[str, str]:
    return dict(zip(WORDS, articles, strict=True))


class DutchBracket:
    """The players of a bracket and of the next bracket, as indices into the ranking."""

    def __init__(self, players: Sequence[DutchPlayer], above: list[int], spans: Spans) -> None:
        self.players, self.moved_down, self.spans = players, above, spans
        self.residents, self.following = spans
        self.members = [*above, *self.residents]
        self.scores = sorted({players[p].points for p in self.members}, reverse=True)
        self.points = players[self.residents.start].points
        """The score of the residents, or the highest one if they belong to several scoregroups."""


class SharedCriteria:
    """The criteria that both editions share: colours, and repeated floats of the last two rounds.

    The ``first`` criteria are specific to an edition and come before these. The order of the
    procedure comes last.
    """

    floats_count, barred_counts = False, 1
    """Whether floats of MDPs count in addition to their score differences, and how often a player
    is counted who would have the bye in the last bracket but is barred from it.
    """

    def __init__(self, bracket: DutchBracket, first: Opened, gaps: set[int], order: Opened) -> None:
        self.bracket, self.players = bracket, bracket.players
        self.gaps, size = sorted(gaps, reverse=True), len(bracket.members)
        self.lowest = bracket.scores[-1] - POINT
        repeated = [(size, 1)] * 8 + [(size, len(self.gaps))] * 4
        self.units = compute_criterion_digit_units([*first, *repeated, *order])
        self.first, self._then = self.units[: len(first)], self.units[len(first) :]

    def repeated_float_cost(self, one: DutchPlayer, way: int, *gaps: int | None) -> int:
        """Return the cost of repeating a float of the last two rounds.

        Each score difference in ``gaps`` adds its own cost. None in ``gaps`` adds the cost of the
        float itself.
        """
        floated, cost = one.floats & way, 0
        for gap in gaps if floated else ():
            at, turn = (0, 4) if gap is None else (self.gaps.index(gap), 8)
            units = zip(self._then[turn + (way == UP) :: 2], ROUNDS, strict=False)
            cost += sum([unit[at] for unit, bits in units if floated & bits])
        return cost

    def pair_cost(self, a: int, b: int) -> int:
        """Return the cost of a pair, based on colours and repeated floats.

        ``a`` is the higher-ranked player.
        """
        one, other = self.players[a], self.players[b]
        charged = zip(count_colour_faults(one, other), self._then, strict=False)
        cost = sum([fault * unit[0] for fault, unit in charged if fault])
        if gap := one.points - other.points:
            down = (None, gap) if self.floats_count else (gap,)
            cost += self.repeated_float_cost(one, DOWN, *down) + self.repeated_float_cost(
                other, UP, None, gap
            )
        return cost

    def bye_cost(self, place: int) -> int:
        """Return the cost of giving a player the bye, based on unplayed rounds.

        It is 0 in an edition without this cost.
        """
        return sum([unit[0] for unit in self.first[4:]]) * self.players[place].unplayed

    @classmethod
    def count_weight_of_unpaired_player(cls, bracket: DutchBracket, place: int) -> int:
        """Return how often a player who is unpaired in the next bracket is counted."""
        last = bracket.following.stop == len(bracket.players)
        return cls.barred_counts if last and bracket.players[place].barred else 1


class EditionOf2026(SharedCriteria):
    """The 2026 edition, which minimises the number and scores of downfloaters.

    It considers the bracket and the next one. The bye, the colours and the floats follow. After
    every bracket, a complete pairing of all players below must be possible. Virtual points count in
    the order of boards. An unplayed round is a downfloat if the player scores or has the bye. A
    player who has won an unplayed round is barred from the bye.
    """

    completes = tables_by_pairing_score = True
    floats = staticmethod(lambda how, points, scale: points > scale.loss or type(how) is PairingBye)
    bars = staticmethod(lambda _how, points, scale: points >= scale.win)
    articles = _map_topics_to_articles(
        "1.3.2", "2.3.1 C5", "2.2.1 C4", "4.4.2", "4.3.2", "4.2.1", "C.04.2 3.6"
    )
    criteria = tuple(f"2.4.{at} C{at + 5}" for at in (1, 2, 3, 3, *range(4, 17)))
    colours = tuple(f"5.2.{rule}" for rule in range(1, 6))

    def __init__(self, bracket: DutchBracket, order: Opened) -> None:
        size, everybody = len(bracket.members), len(bracket.members) + len(bracket.following)
        one, scores = bracket.players[0], bracket.scores
        self._below = [*scores, *(bracket.players[p].points for p in bracket.following[:1])]
        first = (size, 1), (size, len(scores)), (everybody, 1), (everybody, len(self._below))
        gaps = {own - bracket.points + more for own in scores[:-1] for more in (0, POINT)}
        super().__init__(bracket, (*first, (len(one.had) + one.unplayed, 1)), gaps, order)

    def downfloater_cost(self, place: int) -> int:
        """Return the cost of a downfloater, which depends on their score and repeated floats."""
        one, score = self.players[place], self.bracket.scores.index(self.players[place].points)
        gap = one.points - self.lowest if place < self.bracket.residents.start else None
        return self.first[0][0] + self.first[1][score] + self.repeated_float_cost(one, DOWN, gap)

    def unpaired_in_next_bracket_cost(self, place: int) -> int:
        """Return the cost of a player who is also unpaired in the next bracket.

        It depends on the player's score.
        """
        return self.first[2][0] + self.first[3][self._below.index(self.players[place].points)]


class EditionOf2017(SharedCriteria):
    """The 2017 edition, which maximises the pairs and minimises the score differences.

    The pairs of the next bracket, the colours and the floats follow. Virtual points do not count in
    the order of boards. Any unplayed round is a downfloat, and a win by forfeit bars a player from
    the bye.
    """

    completes = tables_by_pairing_score = False
    floats = staticmethod(lambda *_: True)
    bars = staticmethod(lambda how, *_: type(how) is ForfeitWin)
    articles = _map_topics_to_articles("A.3", "A.5", "C.4", "D.3", "D.2", "D.1", "C.04.2 D.9")
    criteria = tuple(f"C.{at}" for at in (5, 6, 7, 7, *range(8, 20)))
    colours = tuple(f"E.{rule}" for rule in range(1, 6))
    floats_count, barred_counts = True, 3

    def __init__(self, bracket: DutchBracket, order: Opened) -> None:
        size, scores = len(bracket.members), bracket.scores
        most = 3 * (size + len(bracket.following))
        gaps = {a - b for a in scores for b in (*scores, scores[-1] - POINT) if a >= b}
        first = (size, 1), (size, len(gaps)), (most, 1), (most, len(scores))
        super().__init__(bracket, first, gaps, order)

    def pair_cost(self, a: int, b: int) -> int:
        """Return the cost of a pair, including the cost of its score difference."""
        gap = self.gaps.index(self.players[a].points - self.players[b].points)
        return self.first[1][gap] + super().pair_cost(a, b)

    def downfloater_cost(self, place: int) -> int:
        """Return the cost of a downfloater, including that of the score difference.

        The score difference is measured to a score one point below the lowest score of the bracket.
        """
        one, gap = self.players[place], self.players[place].points - self.lowest
        by_gap = self.first[1][self.gaps.index(gap)]
        return self.first[0][0] + by_gap + self.repeated_float_cost(one, DOWN, None, gap)

    def unpaired_in_next_bracket_cost(self, place: int) -> int:
        """Return the cost of a player who is also unpaired in the next bracket.

        The player's score counts only for members of this bracket.
        """
        member, one = place < self.bracket.residents.stop, self.players[place]
        by_score = self.first[3][self.bracket.scores.index(one.points)] if member else 0
        return (
            self.first[2][0] * self.count_weight_of_unpaired_player(self.bracket, place) + by_score
        )


Edition = type[EditionOf2026] | type[EditionOf2017]
EDITIONS_BY_NAME: dict[str, Edition] = {
    "fide_dutch_2026": EditionOf2026,
    "fide_dutch_2017": EditionOf2017,
}


# --- the order of the procedure -----------------------------------------------------------------


class DutchGenerationOrder(NamedTuple):
    """The order in which the procedure generates pairings, as digits of the cost."""

    upper: Mapping[int, int]
    """The cost of each player who may be the upper player of a pair in the bracket."""
    shown: str = "none better"
    digits: Opened = ()
    articles: tuple[str, ...] = ()
    """The topic of the article to which each digit belongs."""
    row: Mapping[int, int] = {}
    """The cost of each upper player, to be multiplied by the column of the opponent."""
    column: Mapping[int, int] = {}
    lower: Mapping[int, int] = {}
    """The cost of each player who is not an upper player, either because they are the lower-ranked
    player of a pair or because they are unpaired.
    """

    def pair_cost(self, a: int, b: int) -> int:
        """Return the cost of a pair, based on when the pairing procedure generates it."""
        return self.upper[a] + self.row.get(a, 0) * self.column.get(b, 0) + self.lower.get(b, 0)


def build_mdp_pairing_order(bracket: DutchBracket) -> DutchGenerationOrder:
    """Return the order in which pairings of the MDPs are generated.

    The unpaired MDPs should have low scores and, if these are equal, low ranks. After that, each
    MDP in turn should meet the first possible resident.
    """
    above, scores, count = bracket.moved_down, bracket.scores, len(bracket.moved_down)
    digits = (count, scores.index(bracket.points)), (1, count), (len(bracket.residents), count)
    by_score, one, rows = compute_criterion_digit_units(digits)
    score = [scores.index(bracket.players[p].points) for p in above]
    lower = {p: by_score[score[at]] + one[at] for at, p in enumerate(above)}
    column = {p: at for at, p in enumerate(bracket.residents)}
    about, row = ("moved down", "moved down", "rows"), dict(zip(above, rows, strict=True))
    upper = dict.fromkeys(bracket.members, 0)
    return DutchGenerationOrder(upper, "those moved down", digits, about, row, column, lower)


def build_resident_pairing_order(
    rest: Sequence[int], half: int, *, rows: bool
) -> DutchGenerationOrder:
    """Return the order in which pairings of the remaining residents are generated.

    Pairings with the fewest exchanges come first, then those with the earliest exchanges, then
    those in which each player of S1 in turn meets the first possible opponent. A player is
    exchanged if they belong to the lower half but are the higher-ranked player of a pair. If two
    pairings have equally many exchanges, the one with the smaller sum of the upper players'
    positions comes first. If these are also equal, the lowest player of the upper half should leave
    it, and the highest player of the lower half should enter it.
    """
    count, column = len(rest), {p: at for at, p in enumerate(rest)}
    digits = (half, 1), (count * half, 1), (1, half), (1, count - half), *((count, count),) * rows
    [exchanged], [number], leaves, enters, *by_row = compute_criterion_digit_units(digits)
    changed = [*reversed(leaves), *[exchanged] * (count - half)]
    upper = {p: number * at + changed[at] for p, at in column.items()}
    row = dict(zip(rest, *by_row, strict=True)) if rows else {}
    lower = dict(zip(rest[half:], enters, strict=True))
    return DutchGenerationOrder(
        upper, "halves", digits, (*["exchange"] * 4, "rows"), row, column, lower
    )
