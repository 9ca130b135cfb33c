"""A round from the highest score group to the lowest."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from topboard.kernels.matching import bits, bitset
from topboard.model import Floater
from topboard.reasons import OpponentChosen, Order, PassedOver
from topboard.reasons.columns import NoneInOtherColumn, PlayerDropped, PlayerRaised
from topboard.rules.dubov.choice import Choice, rise_limit_yields
from topboard.rules.dubov.colours import colours_of_pair, colours_of_row
from topboard.rules.dubov.columns import columns_by_due_colour, drawn, equalise, is_standard
from topboard.rules.dubov.floaters import (
    choose_leavers,
    in_turn,
    leaving_order,
    opponent_of_floater,
)
from topboard.rules.dubov.pool import score_groups
from topboard.rules.dubov.rows import pair_rows
from topboard.rules.dubov.transfers import (
    islands,
    opponent_of_raised,
    raise_for_island,
    raise_for_odd_group,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.model import Tenths
    from topboard.reasons import ColourGiven, Reason
    from topboard.rules.dubov.floaters import Leavers
    from topboard.rules.dubov.pool import Group, Pool
    from topboard.rules.dubov.remainder import Remainder
    from topboard.rules.dubov.rows import RowPair


@dataclass(slots=True)
class Draw:
    """A round being drawn up: who is left, and what was decided so far."""

    rest: Remainder
    danubian: bool = False
    """Whether who is moved up to an odd group has his opponent chosen at once."""
    coloured: list[ColourGiven] = field(default_factory=list)
    floaters: list[Floater] = field(default_factory=list)
    reasons: list[Reason] = field(default_factory=list)

    @property
    def pool(self) -> Pool:
        """The players of the round."""
        return self.rest.pool

    def pair(
        self, chooser: int, choice: Choice, points: Tenths, article: str, order: Order
    ) -> None:
        """Settle a pair outside the rows; its colours follow the order of preference."""
        pool = self.pool
        self.rest.pair(chooser, choice.place)
        self.reasons.append(
            OpponentChosen(
                article,
                pool.entrants[chooser].number,
                pool.entrants[choice.place].number,
                points,
                choice.passed_over,
                order,
            )
        )
        self.coloured.append(colours_of_pair(pool, chooser, choice.place, self.rest.lifted))

    def raised(
        self, choice: Choice, points: Tenths, article: str, island: int | None = None
    ) -> None:
        """Note that a player is moved up."""
        entrant = self.pool.entrants[choice.place]
        self.reasons.append(
            PlayerRaised(
                article,
                entrant.number,
                entrant.points,
                points,
                None if island is None else self.pool.entrants[island].number,
                choice.passed_over,
                () if island is None else self._obstacles_in_group(island),
            )
        )
        self.reasons.extend(rise_limit_yields(self.pool, choice.place, points))
        self.floaters.append(Floater(entrant.number, entrant.points, points))

    def _obstacles_in_group(self, island: int) -> tuple[PassedOver, ...]:
        """What stands between an island and each of the others left of its group."""
        pool, rest = self.pool, self.rest
        return tuple(
            PassedOver(pool.entrants[i].number, between)
            for i in bits(rest.left)
            if pool.entrants[i].points == pool.entrants[island].points
            and i != island
            and (between := rest.closed(island, i)) is not None
        )

    def dropped(
        self,
        i: int,
        next_group: int,
        passed_over: tuple[PassedOver, ...],
        *,
        already_floater: bool = False,
        because: Leavers | None = None,
    ) -> None:
        """Note that a player goes down."""
        entrant = self.pool.entrants[i]
        self.reasons.append(
            PlayerDropped(
                "6.4",
                entrant.number,
                entrant.points,
                already_floater,
                bool(self.rest.open_[i] & next_group),
                passed_over,
                None if because is None else because.proof,
                because is not None and because.for_the_rest,
            )
        )


def draw_groups(draw: Draw) -> None:
    """Pair the score groups from the highest down."""
    groups = score_groups(draw.pool, draw.rest.left)
    floating: list[int] = []
    for at, group in enumerate(groups):
        floating = _draw_group(draw, group, groups[at + 1 :], floating)
    assert not draw.rest.left, "a round that can be completed is completed"


def _draw_group(
    draw: Draw, group: Group, below: Sequence[Group], floating: Sequence[int]
) -> list[int]:
    """Pair one group with those who float into it; who has to float on."""
    rest = draw.rest
    places = group.still_in(rest.left)
    if not places:
        return list(floating)
    columns = columns_by_due_colour(draw.pool, places)
    standard = not floating and is_standard(rest, columns)
    draw.reasons.append(drawn(draw.pool, columns, group.points, "6.1", floating, standard=standard))
    next_group = _next_group(rest, below)
    floating = _meet_floaters(draw, group, floating, next_group)
    _meet_islands(draw, group, below)
    places = group.still_in(rest.left)
    raised: list[int] = []
    if len(places) % 2:
        raised = _complete_odd_group(draw, group, places, below)
        places = [i for i in places if rest.left >> i & 1]
    return floating + _draw_columns(draw, group, places, raised, below)


def _next_group(rest: Remainder, below: Sequence[Group]) -> int:
    for group in below:
        if places := group.still_in(rest.left):
            return bitset(places)
    return 0


def _meet_floaters(draw: Draw, group: Group, floating: Sequence[int], next_group: int) -> list[int]:
    """Pair the floaters one by one; who finds nobody floats on."""
    onward = []
    for i in in_turn(draw.pool, floating):
        choice = opponent_of_floater(draw.rest, i, group.still_in(draw.rest.left))
        if isinstance(choice, Choice):
            _pair_floater(draw, i, choice, group.points)
        else:
            onward.append(i)
            draw.dropped(i, next_group, choice.passed_over, already_floater=True)
    return onward


def _pair_floater(draw: Draw, i: int, choice: Choice, points: Tenths) -> None:
    floater = draw.pool.entrants[i]
    draw.reasons.extend(rise_limit_yields(draw.pool, choice.place, floater.points))
    draw.pair(i, choice, points, "8.2", Order.HIGHEST_RATING)
    draw.floaters.append(Floater(floater.number, floater.points, points))


def _meet_islands(draw: Draw, group: Group, below: Sequence[Group]) -> None:
    """Bring up an opponent for every island."""
    for i in in_turn(draw.pool, islands(draw.rest, group.still_in(draw.rest.left))):
        choice = raise_for_island(draw.rest, i, below)
        # Floaters come first: one whom an island could meet has met him or another.
        assert isinstance(choice, Choice), "an island can meet somebody below"
        draw.raised(choice, group.points, "7.1", i)
        draw.pair(i, Choice(choice.place, ()), group.points, "7.1", Order.MOVED_UP)


def _complete_odd_group(
    draw: Draw, group: Group, places: Sequence[int], below: Sequence[Group]
) -> list[int]:
    """Bring up a player; in the Danubian variation he is paired at once."""
    choice = raise_for_odd_group(draw.rest, places, group.points, below)
    if not isinstance(choice, Choice):
        return []
    draw.raised(choice, group.points, "7.2")
    if not draw.danubian:
        return [choice.place]
    opponent = opponent_of_raised(draw.rest, choice.place, places)
    draw.pair(choice.place, opponent, group.points, "7.2 Danubian", Order.LOWEST_RATING)
    return []


def _draw_columns(
    draw: Draw,
    group: Group,
    places: Sequence[int],
    raised: Sequence[int],
    below: Sequence[Group],
) -> list[int]:
    """Pair the columns; who has to leave the group so that all others can be paired."""
    rest = draw.rest
    next_group = _next_group(rest, below) & ~bitset(raised)
    order = leaving_order(rest, places, next_group)
    leavers = choose_leavers(rest, bitset((*places, *raised)), order)
    gone = [choice.place for choice in leavers.choices]
    for choice in leavers.choices:
        draw.dropped(choice.place, next_group, choice.passed_over, because=leavers)
    staying = [i for i in (*places, *raised) if i not in gone]
    columns = columns_by_due_colour(draw.pool, staying)
    columns, changes = equalise(draw.pool, columns, group.points)
    draw.reasons.extend(changes)
    if staying and (changes or raised or gone):
        draw.reasons.append(drawn(draw.pool, columns, group.points, "6.2"))
    for row in pair_rows(rest, columns):
        _settle_row(draw, row, group.points)
    rest.take_out(bitset(staying))
    rest.keep_apart(gone)
    return gone


def _settle_row(draw: Draw, row: RowPair, points: Tenths) -> None:
    pool = draw.pool
    chooser, chosen = pool.numbers((row.chooser, row.chosen))
    repaired = row.passed_over or row.within
    if row.within is not None:
        draw.reasons.append(NoneInOtherColumn("6.3", chooser, row.within))
        draw.coloured.append(colours_of_pair(pool, row.chooser, row.chosen, draw.rest.lifted))
    else:
        draw.coloured.append(colours_of_row(pool, row.chooser, row.chosen))
    order = Order.ROW if row.within is None else Order.OWN_COLUMN
    article = "6.3" if repaired else "6.2"
    draw.reasons.append(OpponentChosen(article, chooser, chosen, points, row.passed_over, order))
