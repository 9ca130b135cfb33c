"""The pairing of an Olympiad round, in the steps that all editions share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.errors import NoLegalPairing
from topboard.messages import worded
from topboard.reasons.decisions import ByeGiven, Floater, RoundHistoryCache, RoundPairing
from topboard.reasons.grounds import ByeMethod, MedianSide
from topboard.systems.common import byes, tables
from topboard.systems.common.groups import ScoregroupTask, score_groups
from topboard.systems.common.meeting import (
    can_all_be_paired,
    permitted_pairs_graph,
    require_complete_pairing,
)
from topboard.systems.olympiad import colours, halves, why_not
from topboard.systems.olympiad.completion import pair_group_with_fewest_extra_floaters
from topboard.systems.olympiad.groups import order_groups_for_pairing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from topboard.model import Number
    from topboard.reasons.decisions import ColourDecision, Reason
    from topboard.reasons.objections import Objections
    from topboard.systems.common.field import Field
    from topboard.systems.common.groups import PairedScoregroup
    from topboard.systems.olympiad.citations import OlympiadCitations
    from topboard.systems.olympiad.scoregroup import ScoregroupPairing, Step


@dataclass(frozen=True, slots=True)
class PairingMethod:
    """The functions that pair scoregroups under one of two methods.

    The methods are top half against bottom half, and first against last.
    """

    outer: Callable[[Field, ScoregroupTask, OlympiadCitations], PairedScoregroup]
    median: Callable[[Field, ScoregroupTask, OlympiadCitations], PairedScoregroup]
    arrange: Callable[[ScoregroupTask], tuple[Number, ...]]
    """A function that returns, in pairing order, the teams that stay when a group gives way."""
    staying: Callable[[ScoregroupPairing], Iterator[Step]]


def choose_bye_if_team_count_odd(
    field: Field,
    candidates: Sequence[Number],
    bars: Sequence[byes.Bar],
    cite: OlympiadCitations,
    *,
    by_list: bool = False,
) -> ByeGiven | None:
    """Return the bye for an odd number of teams, or None if the number is even.

    The teams in ``candidates`` are tried in the given order.
    """
    if len(field.numbers) % 2 == 0:
        return None
    return give_bye(field, candidates, bars, cite, by_list=by_list)


def give_bye(
    field: Field,
    candidates: Sequence[Number],
    bars: Sequence[byes.Bar],
    cite: OlympiadCitations,
    *,
    by_list: bool = False,
) -> ByeGiven:
    """Give the bye to the first eligible candidate without which all other teams can be paired.

    ``by_list`` is true if the candidates come from the initial list instead of the current ranking.
    """
    barred = byes.find_bye_obstacles(field, candidates, bars)
    if len(barred) == len(candidates):
        raise NoLegalPairing(
            worded("the number of teams is odd and no team may have the bye"), article=cite.bye
        )
    graph = permitted_pairs_graph(field, candidates, with_limits=False)
    number, passed = byes.choose_bye(graph, candidates, barred, cite.no_rematch)
    open_, arrived = byes.find_rounds_won_by_forfeit_on_all_boards(field.tournament, number)
    if not open_ and not arrived:
        return ByeGiven(cite.bye, number, passed, by_list, of_teams=True)
    return ByeGiven(
        cite.bye,
        number,
        passed,
        by_list,
        bar_article=cite.won_without_playing,
        arrival_unknown=open_,
        team_arrived=arrived,
        method=ByeMethod.DESPITE_FORFEITS,
        of_teams=True,
    )


def pair_groups(
    field: Field, ranking: Sequence[Number], method: PairingMethod, cite: OlympiadCitations
) -> tuple[tuple[PairedScoregroup, ScoregroupTask], ...]:
    """Pair the scoregroups from the top and the bottom toward the median group.

    If the best pairing of a group would leave the rest of the round unpairable, the group gives
    way: more of its teams float.
    """
    _refuse_unless_round_is_pairable(field, ranking, cite)
    groups = score_groups(ranking, field.points)
    place = {n: i for i, n in enumerate(ranking)}
    waiting = set(ranking)
    came_down: tuple[Number, ...] = ()
    came_up: tuple[Number, ...] = ()
    results = []
    for index, side in order_groups_for_pairing(groups):
        residents = groups[index].members
        waiting.difference_update(residents)
        if side is MedianSide.MEDIAN:
            task = ScoregroupTask(groups[index].points, side, residents, came_down, came_up)
            results.append((method.median(field, task, cite), task))
            continue
        toward = groups[index + 1 if side is MedianSide.ABOVE else index - 1]
        below = side is MedianSide.BELOW
        task = ScoregroupTask(
            points=groups[index].points,
            side=side,
            residents=residents[::-1] if below else residents,
            incoming=came_up if below else came_down,
            next_points=toward.points,
            next_residents=toward.members,
        )
        others = [*waiting, *(came_down if below else ())]
        outcome = _pair_outer_group(field, task, others, method, cite)
        leavers = tuple(sorted(outcome.leavers, key=place.__getitem__, reverse=below))
        if below:
            came_up = leavers
        else:
            came_down = leavers
        results.append((outcome, task))
    return tuple(results)


def _pair_outer_group(
    field: Field,
    task: ScoregroupTask,
    others: Sequence[Number],
    method: PairingMethod,
    cite: OlympiadCitations,
) -> PairedScoregroup:
    natural = method.outer(field, task, cite)
    if can_all_be_paired(field, [*natural.leavers, *others]):
        return natural
    return pair_group_with_fewest_extra_floaters(
        field, task, cite, sorted(others), method.arrange, method.staying
    )


def _refuse_unless_round_is_pairable(
    field: Field, ranking: Sequence[Number], cite: OlympiadCitations
) -> None:
    if not can_all_be_paired(field, ranking):
        graph = permitted_pairs_graph(field, ranking, with_limits=False)
        require_complete_pairing(graph, ranking, cite.no_rematch)


def build_round_pairing(
    system: str,
    field: Field,
    ranking: Sequence[Number],
    bye: ByeGiven | None,
    results: Sequence[tuple[PairedScoregroup, ScoregroupTask]],
    table_key: Callable[[Number, Number], tuple[int, ...]],
    cite: OlympiadCitations,
    before: Iterable[Reason] = (),
) -> RoundPairing:
    """Return the pairing of a round with its colours, tables, floaters and reasons."""
    place = {n: i for i, n in enumerate(ranking)}
    reasons: list[Reason] = [*before]
    if bye is not None:
        reasons.append(bye)
    coloured: list[ColourDecision] = []
    floaters: list[Floater] = []
    for outcome, task in results:
        reasons.extend(outcome.reasons)
        for pair in outcome.pairs:
            higher, lower = sorted(pair, key=place.__getitem__)
            coloured.append(colours.allocate_colours(field, higher, lower, cite))
            floaters.extend(
                Floater(n, field.points[n], task.points)
                for n in (higher, lower)
                if field.points[n] != task.points
            )
    pairs, fixed = tables.assign_tables(field.tournament, coloured, table_key, cite.boards)
    return RoundPairing(
        system=system,
        round=field.round,
        pairs=pairs,
        bye=None if bye is None else bye.number,
        floaters=tuple(sorted(floaters, key=lambda floater: place[floater.number])),
        reasons=(*reasons, *coloured, *fixed),
        decided=field,
        made_from=RoundHistoryCache(field.tournament, field.rows, field.colours, field.met),
    )


def list_teams_to_pair(ranking: Sequence[Number], bye: ByeGiven | None) -> tuple[Number, ...]:
    """Return the ranked teams without the team that has the bye."""
    return tuple(n for n in ranking if bye is None or n != bye.number)


def find_objections(
    cite: OlympiadCitations, made: RoundPairing, a: Number, b: Number
) -> Objections:
    """Return the reasons why two teams may not be paired at all in this round."""
    return why_not.find_objections(cite, made, a, b)


HALVES = PairingMethod(
    outer=halves.pair_outer_group,
    median=halves.pair_median_group,
    arrange=halves.order_floaters_first,
    staying=halves.pair_staying_teams,
)
"""The method that pairs incoming floaters first, and then the top half against the bottom half."""
