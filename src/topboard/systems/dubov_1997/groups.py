"""The pairing of the scoregroups of a round, from the highest to the lowest."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from topboard.matching.perfect import bit_indices, bitset
from topboard.reasons.decisions import Floated, Floater, OpponentChoice
from topboard.reasons.family_decisions import NoOpponentInOtherColumn
from topboard.reasons.grounds import CandidateOrder, FloatMethod
from topboard.reasons.obstacles import PassedOver
from topboard.systems.dubov_1997.choice import Choice, explain_moving_up_beyond_limit
from topboard.systems.dubov_1997.colours import assign_pair_colours, assign_row_colours
from topboard.systems.dubov_1997.columns import (
    are_columns_equal_and_pairable,
    describe_columns,
    divide_columns_by_due_colour,
    equalise_columns,
)
from topboard.systems.dubov_1997.floaters import (
    alternate_floaters_by_due_colour,
    choose_downfloaters,
    choose_floater_opponent,
    list_players_in_downfloat_order,
)
from topboard.systems.dubov_1997.pool import score_groups
from topboard.systems.dubov_1997.rows import pair_rows
from topboard.systems.dubov_1997.transfers import (
    choose_move_up_for_island,
    choose_move_up_for_odd_group,
    choose_opponent_of_player_moved_up,
    find_players_without_opponent,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.model import Tenths
    from topboard.reasons.decisions import ColourDecision, Reason
    from topboard.systems.dubov_1997.floaters import DownfloatersWithProof
    from topboard.systems.dubov_1997.pool import Pool, PoolGroup
    from topboard.systems.dubov_1997.remainder import UnpairedPlayers
    from topboard.systems.dubov_1997.rows import RowPair


@dataclass(slots=True)
class RoundInProgress:
    """A round that is being paired, with the unpaired players and the decisions made so far."""

    rest: UnpairedPlayers
    danubian: bool = False
    """Whether a player moved up to an odd group is paired immediately, as in the Danubian
    variation.
    """
    coloured: list[ColourDecision] = field(default_factory=list)
    floaters: list[Floater] = field(default_factory=list)
    reasons: list[Reason] = field(default_factory=list)

    @property
    def pool(self) -> Pool:
        """All players of the round, including those already paired."""
        return self.rest.pool

    def record_pair(
        self, chooser: int, choice: Choice, points: Tenths, article: str, order: CandidateOrder
    ) -> None:
        """Record a pair that is not a row of the columns, with its reason and its colours."""
        pool = self.pool
        self.rest.remove_pair(chooser, choice.place)
        self.reasons.append(
            OpponentChoice(
                article,
                pool.players[chooser].number,
                pool.players[choice.place].number,
                points,
                choice.passed_over,
                order,
            )
        )
        self.coloured.append(assign_pair_colours(pool, chooser, choice.place, self.rest.lifted))

    def record_player_moved_up(
        self, choice: Choice, points: Tenths, article: str, island: int | None = None
    ) -> None:
        """Record the reason why a player is moved up to a higher scoregroup."""
        player = self.pool.players[choice.place]
        self.reasons.append(
            Floated(
                article,
                player.number,
                player.points,
                points,
                island=None if island is None else self.pool.players[island].number,
                passed_over=choice.passed_over,
                own_group=() if island is None else self._explain_island_without_opponent(island),
                method=FloatMethod.MOVED_UP,
            )
        )
        self.reasons.extend(explain_moving_up_beyond_limit(self.pool, choice.place, points))
        self.floaters.append(Floater(player.number, player.points, points))

    def _explain_island_without_opponent(self, island: int) -> tuple[PassedOver, ...]:
        """Return why an island may not meet any other unpaired player of its group.

        An island is a player with no possible opponent in the group.
        """
        pool, rest = self.pool, self.rest
        return tuple(
            PassedOver(pool.players[i].number, between)
            for i in bit_indices(rest.left)
            if pool.players[i].points == pool.players[island].points
            and i != island
            and (between := rest.find_absolute_obstacle_to_pair(island, i)) is not None
        )

    def record_downfloater(
        self,
        i: int,
        next_group: int,
        passed_over: tuple[PassedOver, ...],
        *,
        already_floater: bool = False,
        because: DownfloatersWithProof | None = None,
    ) -> None:
        """Record the reason why a player downfloats."""
        player = self.pool.players[i]
        self.reasons.append(
            Floated(
                "6.4",
                player.number,
                player.points,
                None,
                already_floater=already_floater,
                pairable_below=bool(self.rest.open_[i] & next_group),
                passed_over=passed_over,
                proof=None if because is None else because.proof,
                for_the_rest=because is not None and because.for_the_rest,
                method=FloatMethod.MOVED_DOWN,
            )
        )


def pair_score_groups(so_far: RoundInProgress) -> None:
    """Pair all scoregroups from the highest down."""
    groups = score_groups(so_far.pool, so_far.rest.left)
    floating: list[int] = []
    for at, group in enumerate(groups):
        floating = _pair_group(so_far, group, groups[at + 1 :], floating)
    assert not so_far.rest.left, "all players of the round are paired"


def _pair_group(
    so_far: RoundInProgress, group: PoolGroup, below: Sequence[PoolGroup], floating: Sequence[int]
) -> list[int]:
    """Pair a scoregroup and its incoming floaters, and return the players who downfloat from it."""
    rest = so_far.rest
    places = group.members_still_unpaired(rest.left)
    if not places:
        return list(floating)
    columns = divide_columns_by_due_colour(so_far.pool, places)
    standard = not floating and are_columns_equal_and_pairable(rest, columns)
    so_far.reasons.append(
        describe_columns(so_far.pool, columns, group.points, "6.1", floating, standard=standard)
    )
    next_group = _find_next_group_with_unpaired_players(rest, below)
    floating = _pair_floaters(so_far, group, floating, next_group)
    _move_up_opponents_for_islands(so_far, group, below)
    places = group.members_still_unpaired(rest.left)
    raised: list[int] = []
    if len(places) % 2:
        raised = _make_odd_group_even(so_far, group, places, below)
        places = [i for i in places if rest.left >> i & 1]
    return floating + _pair_columns_of_group(so_far, group, places, raised, below)


def _find_next_group_with_unpaired_players(
    rest: UnpairedPlayers, below: Sequence[PoolGroup]
) -> int:
    for group in below:
        if places := group.members_still_unpaired(rest.left):
            return bitset(places)
    return 0


def _pair_floaters(
    so_far: RoundInProgress, group: PoolGroup, floating: Sequence[int], next_group: int
) -> list[int]:
    """Pair the incoming floaters one by one, and return the floaters who have no opponent."""
    onward = []
    for i in alternate_floaters_by_due_colour(so_far.pool, floating):
        choice = choose_floater_opponent(
            so_far.rest, i, group.members_still_unpaired(so_far.rest.left)
        )
        if isinstance(choice, Choice):
            _pair_floater(so_far, i, choice, group.points)
        else:
            onward.append(i)
            so_far.record_downfloater(i, next_group, choice.passed_over, already_floater=True)
    return onward


def _pair_floater(so_far: RoundInProgress, i: int, choice: Choice, points: Tenths) -> None:
    floater = so_far.pool.players[i]
    so_far.reasons.extend(explain_moving_up_beyond_limit(so_far.pool, choice.place, floater.points))
    so_far.record_pair(i, choice, points, "8.2", CandidateOrder.HIGHEST_RATING)
    so_far.floaters.append(Floater(floater.number, floater.points, points))


def _move_up_opponents_for_islands(
    so_far: RoundInProgress, group: PoolGroup, below: Sequence[PoolGroup]
) -> None:
    """Move up an opponent for every island, a player with no possible opponent in the group."""
    for i in alternate_floaters_by_due_colour(
        so_far.pool,
        find_players_without_opponent(so_far.rest, group.members_still_unpaired(so_far.rest.left)),
    ):
        choice = choose_move_up_for_island(so_far.rest, i, below)
        # Floaters are paired first, so any floater an island could have met is already paired.
        assert isinstance(choice, Choice), "an island can meet a lower-scored player"
        so_far.record_player_moved_up(choice, group.points, "7.1", i)
        so_far.record_pair(
            i, Choice(choice.place, ()), group.points, "7.1", CandidateOrder.MOVED_UP
        )


def _make_odd_group_even(
    so_far: RoundInProgress, group: PoolGroup, places: Sequence[int], below: Sequence[PoolGroup]
) -> list[int]:
    """Move up a player to an odd group, and return a list with that player.

    The list is empty if no one can be moved up. It is also empty in the Danubian variation, which
    pairs the player immediately.
    """
    choice = choose_move_up_for_odd_group(so_far.rest, places, group.points, below)
    if not isinstance(choice, Choice):
        return []
    so_far.record_player_moved_up(choice, group.points, "7.2")
    if not so_far.danubian:
        return [choice.place]
    opponent = choose_opponent_of_player_moved_up(so_far.rest, choice.place, places)
    so_far.record_pair(
        choice.place, opponent, group.points, "7.2 Danubian", CandidateOrder.LOWEST_RATING
    )
    return []


def _pair_columns_of_group(
    so_far: RoundInProgress,
    group: PoolGroup,
    places: Sequence[int],
    raised: Sequence[int],
    below: Sequence[PoolGroup],
) -> list[int]:
    rest = so_far.rest
    next_group = _find_next_group_with_unpaired_players(rest, below) & ~bitset(raised)
    order = list_players_in_downfloat_order(rest, places, next_group)
    leavers = choose_downfloaters(rest, bitset((*places, *raised)), order)
    gone = [choice.place for choice in leavers.choices]
    for choice in leavers.choices:
        so_far.record_downfloater(choice.place, next_group, choice.passed_over, because=leavers)
    staying = [i for i in (*places, *raised) if i not in gone]
    columns = divide_columns_by_due_colour(so_far.pool, staying)
    columns, changes = equalise_columns(so_far.pool, columns, group.points)
    so_far.reasons.extend(changes)
    if staying and (changes or raised or gone):
        so_far.reasons.append(describe_columns(so_far.pool, columns, group.points, "6.2"))
    for row in pair_rows(rest, columns):
        _record_row_pair(so_far, row, group.points)
    rest.remove_players(bitset(staying))
    rest.forbid_meetings_among(gone)
    return gone


def _record_row_pair(so_far: RoundInProgress, row: RowPair, points: Tenths) -> None:
    pool = so_far.pool
    chooser, chosen = pool.numbers_at((row.chooser, row.chosen))
    repaired = row.passed_over or row.within
    if row.within is not None:
        so_far.reasons.append(NoOpponentInOtherColumn("6.3", chooser, row.within))
        so_far.coloured.append(
            assign_pair_colours(pool, row.chooser, row.chosen, so_far.rest.lifted)
        )
    else:
        so_far.coloured.append(assign_row_colours(pool, row.chooser, row.chosen))
    order = CandidateOrder.ROW if row.within is None else CandidateOrder.OWN_COLUMN
    article = "6.3" if repaired else "6.2"
    so_far.reasons.append(OpponentChoice(article, chooser, chosen, points, row.passed_over, order))
