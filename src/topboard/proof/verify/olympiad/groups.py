"""Scoregroups of teams, paired in one of two ways.

Either the floaters are paired first and then the top half against the bottom half, or the first
team is paired with the last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from topboard.proof.verify.meeting import (
    MeetingRestrictions,
    bitset_of_participants,
    remove_pairs_over_limits,
)
from topboard.proof.verify.reader import ProofReader
from topboard.proof.verify.seeking import (
    Attempt,
    OpponentSearch,
    add_exit_vertices,
    find_first_possible_attempt,
)
from topboard.proof.verify.witnesses import bitset

Ways = Callable[[int], Iterator[tuple[Attempt, str]]]
"""A function that yields the attempts to pair a group, given the number of teams that leave it.

Each attempt comes with the article that allows the next attempt.
"""


class RoundContext(NamedTuple):
    """A round of teams being checked: its proof, its published opponents and the articles to
    cite.
    """

    steps: ProofReader
    encounters: MeetingRestrictions
    published: Mapping[int, int | None]
    cite: dict[str, str]


class PointGroup(NamedTuple):
    """A scoregroup of teams in the order of pairing, which is reversed below the median."""

    points: int
    below: bool
    residents: Sequence[int]
    incoming: Sequence[int]
    """The floaters from above or, in a group below the median, from below."""
    incoming_up: Sequence[int]
    """The floaters from below, which only the median group has."""
    beyond: Sequence[int]
    """The teams of the group to which teams that leave this group float."""

    def find_article_on_choosing_opponents(self, going: RoundContext) -> str:
        """Return the article that says how opponents are chosen."""
        return going.cite["from the bottom" if self.below else "from the top"]

    def find_teams_with_opponent_in_next_group(
        self, teams: Sequence[int], encounters: MeetingRestrictions
    ) -> int:
        """Return the teams that have a possible opponent in the next group, as a bitset of
        indices.
        """
        return bitset(
            [p for p, n in enumerate(teams) if encounters.may_meet_at_least_one(n, self.beyond)]
        )


def check_first_step_of_group(
    going: RoundContext, group: PointGroup, teams: Sequence[int], ways: Ways
) -> OpponentSearch:
    """Check the first step of a group, and return the search for opponents that follows it.

    The step has the number of teams that leave the group, and proves that the earlier attempts to
    pair the group are impossible.
    """
    steps = going.steps
    step = steps.take_step(going.cite["most pairs"], "group", group=group, teams=teams, ways=ways)
    leaving = step.get("leavers", 0)
    if step["group"] != group.points:
        raise steps.build_refusal_of_current_step(
            "the next group must be the one with {points} tenths of a point", points=group.points
        )
    if not 0 <= leaving <= len(teams):
        raise steps.build_refusal_of_current_step(
            "the number of participants who leave the group cannot be {leaving}", leaving=leaving
        )
    found = find_first_possible_attempt(steps, teams, ways(leaving), step.get("passed", []))
    if found.exits != leaving:
        raise steps.build_refusal_of_current_step(
            "the number of participants who leave the group need not be {leaving}", leaving=leaving
        )
    steps.record_proved_step(f"group of {group.points / 10:g}: {leaving} to leave")
    # The last group has no group to give way to, so its decisions are final.
    gives_way = step.get("gives_way") is True and bool(group.beyond)
    return OpponentSearch(steps, teams, found, None if gives_way else going.published)


class HalvesMethod:
    """The method that pairs the top half of a group with the bottom half.

    It is used in 2009 and 2022 and in the first rounds of 2008.
    """

    def arrange_teams(self, group: PointGroup) -> list[int]:
        """Return the teams of a group with the incoming floaters first."""
        return [*group.incoming, *group.residents, *group.incoming_up]

    def check_outer_group(self, going: RoundContext, group: PointGroup) -> OpponentSearch:
        """Check a group above or below the median group, in which as few teams as possible leave.

        A different team leaves before a colour limit is waived, and a limit is waived before more
        teams leave. Above the median group, floaters get opponents before teams leave. Below it,
        teams leave first.
        """
        teams, cite = self.arrange_teams(group), going.cite
        floaters, everybody = bitset_of_participants(teams, group.incoming), (1 << len(teams)) - 1
        free = remove_pairs_between(
            going.encounters.build_allowed_pairs_graph(teams, limits=False), floaters, floaters
        )
        limited = remove_pairs_over_limits(free, [going.encounters.allowed[n] for n in teams])

        @cache
        def find_teams_that_may_leave() -> int:
            return group.find_teams_with_opponent_in_next_group(teams, going.encounters) | floaters

        def attempts(leaving: int) -> Iterator[tuple[Attempt, str]]:
            if leaving >= 2:
                yield (
                    _build_attempt_with_exit_vertices(free, everybody, leaving - 2),
                    cite["most pairs"],
                )
            first = find_teams_that_may_leave() if leaving else everybody
            for graph, may in ((limited, first), (limited, everybody), (free, first)):
                yield _build_attempt_with_exit_vertices(graph, may, leaving), cite["limits yield"]
            yield _build_attempt_with_exit_vertices(free, everybody, leaving), ""

        seeking = check_first_step_of_group(going, group, teams, attempts)
        first = range(len(group.incoming))
        residents = range(len(group.incoming), len(teams))
        if group.below:
            _check_leaving_teams(
                seeking, [*reversed(residents), *reversed(first)], cite["leaves up"]
            )
            _check_floater_opponents(
                seeking, first, [*residents, *first], cite["floater from below"], cite["goes on up"]
            )
        else:
            meets, goes_on = cite["floater from above"], cite["goes on down"]
            _check_floater_opponents(seeking, first, [*residents, *first], meets, goes_on)
            _check_leaving_teams(
                seeking, [*reversed(first), *reversed(residents)], cite["leaves down"]
            )
        return check_pairs_by_halves(
            seeking, residents, group.find_article_on_choosing_opponents(going)
        )

    def check_median_group(self, going: RoundContext, group: PointGroup) -> None:
        """Check the median group: the floaters from above, then those from below, then the halves.

        Floaters meet floaters only if the group cannot be completely paired otherwise. The colour
        limits are waived only if that is not enough.
        """
        teams, cite = self.arrange_teams(group), going.cite
        floaters = bitset_of_participants(teams, (*group.incoming, *group.incoming_up))
        free = going.encounters.build_allowed_pairs_graph(teams, limits=False)
        limited = remove_pairs_over_limits(free, [going.encounters.allowed[n] for n in teams])
        graphs = [(remove_pairs_between(limited, floaters, floaters), cite["floater from above"])]
        graphs += [(limited, cite["limits yield"])]
        graphs += [
            (remove_pairs_between(free, floaters, floaters), cite["limits yield"]),
            (free, ""),
        ]
        found = [(Attempt(graph, 0), article) for graph, article in graphs]
        seeking = check_first_step_of_group(going, group, teams, lambda _: iter(found))
        first_up = len(group.incoming) + len(group.residents)
        down, up = range(len(group.incoming)), range(first_up, len(teams))
        residents = range(len(group.incoming), first_up)
        _check_floater_opponents(
            seeking, down, [*residents, *down, *reversed(up)], cite["floater from above"]
        )
        _check_floater_opponents(
            seeking, up, [*reversed(residents), *up, *reversed(down)], cite["floater from below"]
        )
        check_pairs_by_halves(seeking, residents, cite["from the top"])

    def check_staying_teams(
        self, going: RoundContext, group: PointGroup, seeking: OpponentSearch
    ) -> None:
        """Check the teams that stay when a group releases more teams.

        The floaters come first, then the halves.
        """
        first = range(len(group.incoming))
        residents = range(len(group.incoming), len(seeking.numbers))
        meets = going.cite["floater from below" if group.below else "floater from above"]
        _check_floater_opponents(seeking, first, [*residents, *first], meets)
        check_pairs_by_halves(seeking, residents, group.find_article_on_choosing_opponents(going))


def _build_attempt_with_exit_vertices(graph: Sequence[int], may_leave: int, count: int) -> Attempt:
    return Attempt(add_exit_vertices(graph, may_leave, count), count)


def _check_floater_opponents(
    seeking: OpponentSearch,
    floaters: Iterable[int],
    order: Sequence[int],
    article: str,
    onward: str = "",
) -> None:
    """Check that each floater meets the first possible resident.

    If there is none, the floater meets the first possible floater or leaves the group.
    """
    for place in floaters:
        if seeking.select_undecided_places([place]):
            others = [other for other in order if other != place]
            seeking.check_first_possible_candidate(
                place, [*others, *seeking.list_unused_exits()], article, onward
            )


def _check_leaving_teams(seeking: OpponentSearch, order: Sequence[int], article: str) -> None:
    """Check that the right teams leave the group.

    Each is the first team in the order without which the rest can be paired.
    """
    for way_out in seeking.list_unused_exits():
        seeking.check_first_possible_candidate(way_out, order, article, article)


def check_pairs_by_halves(
    seeking: OpponentSearch, residents: Iterable[int], article: str
) -> OpponentSearch:
    """Check the pairs between the two halves of a group.

    The first of 2N teams meets the first possible team in the order N+1 ... 2N, N ... 2.
    """
    left = seeking.select_undecided_places(residents)
    while left:
        half = len(left) // 2
        order = [*left[half:], *left[half - 1 : 0 : -1]]
        chosen = seeking.check_first_possible_candidate(left[0], order, article, article)
        # The choice is nearly always the first candidate.
        del left[half if left[half] == chosen else left.index(chosen)]
        del left[0]
    return seeking.require_all_members_decided()


class FirstAgainstLastMethod:
    """The method that pairs the first team of a group with the last, used from round 4 on in 2008.

    ``place`` maps each team to its rank by the tie-breaks.
    """

    def __init__(self, place: Mapping[int, int]) -> None:
        self._place = place

    def arrange_teams(self, group: PointGroup) -> list[int]:
        """Return the teams of a group sorted by the tie-breaks, in reverse below the median."""
        everybody = (*group.incoming, *group.residents, *group.incoming_up)
        return sorted(everybody, key=self._place.__getitem__, reverse=group.below)

    def check_outer_group(self, going: RoundContext, group: PointGroup) -> OpponentSearch:
        """Check a group above or below the median group.

        A floater that has met all teams of the group floats on. The other floaters are paired in
        the group unless at least two teams have to leave it.
        """
        encounters, cite = going.encounters, going.cite
        everyone = {*group.residents, *group.incoming}
        met_all = [n for n in group.incoming if everyone <= {n, *encounters.closed[n]}]
        bound = [n for n in group.incoming if n not in met_all]
        teams = self.arrange_teams(group._replace(incoming=bound))
        free = encounters.build_allowed_pairs_graph(teams, limits=False)
        limited = remove_pairs_over_limits(free, [encounters.allowed[n] for n in teams])
        came_in, everybody = bitset_of_participants(teams, bound), (1 << len(teams)) - 1
        to_go = group.find_teams_with_opponent_in_next_group(teams, encounters)

        def attempts(leaving: int) -> Iterator[tuple[Attempt, str]]:
            for count in range(len(teams) % 2, leaving + 1, 2):
                may = everybody & ~came_in if count < 2 else everybody
                article = cite["limits yield" if count == leaving else "most pairs"]
                for graph in (limited, free):
                    yield _build_attempt_with_exit_vertices(graph, to_go & may, count), article
                    yield _build_attempt_with_exit_vertices(graph, may, count), article

        seeking = check_first_step_of_group(going, group, teams, attempts)
        for number in met_all:
            going.steps.set_article_of_current_step(
                cite["goes on up" if group.below else "goes on down"]
            )
            seeking.record_departure(number)
        return check_pairs_first_with_last(
            seeking, group.find_article_on_choosing_opponents(going), cite["most pairs"]
        )

    def check_median_group(self, going: RoundContext, group: PointGroup) -> None:
        """Check the median group.

        A floater from above meets a floater from below only if the group cannot be completely
        paired otherwise.
        """
        teams, cite = self.arrange_teams(group), going.cite
        down, up = (
            bitset_of_participants(teams, group.incoming),
            bitset_of_participants(teams, group.incoming_up),
        )
        free = going.encounters.build_allowed_pairs_graph(teams, limits=False)
        limited = remove_pairs_over_limits(free, [going.encounters.allowed[n] for n in teams])
        graphs = [(remove_pairs_between(limited, down, up), cite["limits yield"])]
        graphs += [(remove_pairs_between(free, down, up), cite["floater from above"])]
        graphs += [(limited, cite["limits yield"]), (free, "")]
        found = [(Attempt(graph, 0), article) for graph, article in graphs]
        seeking = check_first_step_of_group(going, group, teams, lambda _: iter(found))
        check_pairs_first_with_last(seeking, cite["from the top"], cite["most pairs"])

    def check_staying_teams(
        self, going: RoundContext, group: PointGroup, seeking: OpponentSearch
    ) -> None:
        """Check the teams that stay when a group releases more teams."""
        check_pairs_first_with_last(
            seeking, group.find_article_on_choosing_opponents(going), going.cite["most pairs"]
        )


def check_pairs_first_with_last(
    seeking: OpponentSearch, article: str, onward: str
) -> OpponentSearch:
    """Check that the first team always meets the last possible team, or leaves if there is none."""
    left = seeking.select_undecided_places(range(len(seeking.numbers)))
    while left:
        first = left.pop(0)
        chosen = seeking.check_first_possible_candidate(
            first, [*reversed(left), *seeking.list_unused_exits()], article, onward
        )
        left = [place for place in left if place != chosen]
    return seeking.require_all_members_decided()


def remove_pairs_between(graph: Sequence[int], one: int, other: int) -> list[int]:
    """Return the graph without the pairs between two sets of teams."""
    if not one or not other:
        return [*graph]
    return [
        row & ~(other * (one >> v & 1)) & ~(one * (other >> v & 1)) for v, row in enumerate(graph)
    ]
