"""Scoregroups, paired top half against bottom half with floaters first, or first against last."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from topboard.proof.verify.meeting import (
    Encounters,
    bitset_of_participants,
    remove_pairs_over_limits,
)
from topboard.proof.verify.reader import ProofReader
from topboard.proof.verify.seeking import (
    Attempt,
    OpponentSearch,
    add_exits,
    find_first_possible_attempt,
)
from topboard.proof.verify.witnesses import bitset

Ways = Callable[[int], Iterator[tuple[Attempt, str]]]
"""A function from the number of teams that leave a group to the attempts to pair it, in the order
of the rules.

Each attempt comes with the article that allows the next one.
"""


class RoundContext(NamedTuple):
    """The data needed to check a round of teams."""

    steps: ProofReader
    encounters: Encounters
    published: Mapping[int, int | None]
    cite: dict[str, str]


class PointGroup(NamedTuple):
    """The teams of a group in the order of pairing, which is reversed below the median."""

    points: int
    below: bool
    residents: Sequence[int]
    incoming: Sequence[int]
    """The floaters from above or, in a group below the median, from below."""
    incoming_up: Sequence[int]
    """The floaters from below, which only the median group has."""
    beyond: Sequence[int]
    """The teams of the group to which the leaving teams float."""

    def article_on_opponents(self, going: RoundContext) -> str:
        """Return the article that says how opponents are chosen."""
        return going.cite["from the bottom" if self.below else "from the top"]

    def teams_with_next_opponent(self, teams: Sequence[int], encounters: Encounters) -> int:
        """Return the set of indices of teams with a possible opponent in the next group."""
        return bitset(
            [p for p, n in enumerate(teams) if encounters.may_meet_at_least_one(n, self.beyond)]
        )


def check_group_opening(
    going: RoundContext, group: PointGroup, teams: Sequence[int], ways: Ways
) -> OpponentSearch:
    """Return the group, paired by the first attempt that is possible."""
    steps = going.steps
    step = steps.take_step(going.cite["most pairs"], "group", group=group, teams=teams, ways=ways)
    leaving = step.get("leavers", 0)
    if step["group"] != group.points:
        raise steps.build_refusal(
            "the next group must be the one with {points} tenths of a point", points=group.points
        )
    if not 0 <= leaving <= len(teams):
        raise steps.build_refusal(
            "the number of participants who leave the group cannot be {leaving}", leaving=leaving
        )
    found = find_first_possible_attempt(steps, teams, ways(leaving), step.get("passed", []))
    if found.exits != leaving:
        raise steps.build_refusal(
            "the number of participants who leave the group need not be {leaving}", leaving=leaving
        )
    steps.record_step_holds(f"group of {group.points / 10:g}: {leaving} to leave")
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
        """Check a group above or below the median group, from which as few teams as possible leave.

        One additional team leaves before a colour limit is waived, and a limit is waived before
        more teams leave. Above the median group, floaters get opponents before a team leaves. Below
        it, they get them afterwards.
        """
        teams, cite = self.arrange_teams(group), going.cite
        floaters, everybody = bitset_of_participants(teams, group.incoming), (1 << len(teams)) - 1
        free = remove_pairs_between(
            going.encounters.allowed_pairs_graph(teams, limits=False), floaters, floaters
        )
        limited = remove_pairs_over_limits(free, [going.encounters.allowed[n] for n in teams])

        @cache
        def teams_that_may_leave() -> int:
            return group.teams_with_next_opponent(teams, going.encounters) | floaters

        def attempts(leaving: int) -> Iterator[tuple[Attempt, str]]:
            if leaving >= 2:
                yield _attempt_with_exits(free, everybody, leaving - 2), cite["most pairs"]
            first = teams_that_may_leave() if leaving else everybody
            for graph, may in ((limited, first), (limited, everybody), (free, first)):
                yield _attempt_with_exits(graph, may, leaving), cite["limits yield"]
            yield _attempt_with_exits(free, everybody, leaving), ""

        seeking = check_group_opening(going, group, teams, attempts)
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
        return check_pairs_by_halves(seeking, residents, group.article_on_opponents(going))

    def check_median_group(self, going: RoundContext, group: PointGroup) -> None:
        """Check the median group: first the floaters from above, then the floaters from below, then
        the halves.

        Floaters meet floaters only if the group cannot be completely paired otherwise. The colour
        limits are waived only after that.
        """
        teams, cite = self.arrange_teams(group), going.cite
        floaters = bitset_of_participants(teams, (*group.incoming, *group.incoming_up))
        free = going.encounters.allowed_pairs_graph(teams, limits=False)
        limited = remove_pairs_over_limits(free, [going.encounters.allowed[n] for n in teams])
        graphs = [(remove_pairs_between(limited, floaters, floaters), cite["floater from above"])]
        graphs += [(limited, cite["limits yield"])]
        graphs += [
            (remove_pairs_between(free, floaters, floaters), cite["limits yield"]),
            (free, ""),
        ]
        found = [(Attempt(graph, 0), article) for graph, article in graphs]
        seeking = check_group_opening(going, group, teams, lambda _: iter(found))
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
        """Check the teams that stay when a group lets extra teams float: floaters first, then the
        halves.
        """
        first = range(len(group.incoming))
        residents = range(len(group.incoming), len(seeking.numbers))
        meets = going.cite["floater from below" if group.below else "floater from above"]
        _check_floater_opponents(seeking, first, [*residents, *first], meets)
        check_pairs_by_halves(seeking, residents, group.article_on_opponents(going))


def _attempt_with_exits(graph: Sequence[int], may_leave: int, count: int) -> Attempt:
    return Attempt(add_exits(graph, may_leave, count), count)


def _check_floater_opponents(
    seeking: OpponentSearch,
    floaters: Iterable[int],
    order: Sequence[int],
    article: str,
    onward: str = "",
) -> None:
    """Check that each floater meets the first possible resident.

    If there is none, it meets the first possible floater or leaves the group.
    """
    for place in floaters:
        if seeking.undecided_places([place]):
            others = [other for other in order if other != place]
            seeking.check_first_candidate(
                place, [*others, *seeking.unused_exits()], article, onward
            )


def _check_leaving_teams(seeking: OpponentSearch, order: Sequence[int], article: str) -> None:
    """Check that the teams leaving are the first ones whose departure lets the rest be paired."""
    for way_out in seeking.unused_exits():
        seeking.check_first_candidate(way_out, order, article, article)


def check_pairs_by_halves(
    seeking: OpponentSearch, residents: Iterable[int], article: str
) -> OpponentSearch:
    """Check that the first of 2N teams meets the first possible team in the order N+1 ... 2N, N ...
    2.
    """
    left = seeking.undecided_places(residents)
    while left:
        half = len(left) // 2
        order = [*left[half:], *left[half - 1 : 0 : -1]]
        chosen = seeking.check_first_candidate(left[0], order, article, article)
        # The choice is nearly always the first candidate.
        del left[half if left[half] == chosen else left.index(chosen)]
        del left[0]
    return seeking.check_all_decided()


class FirstAgainstLastMethod:
    """The method that pairs the first team of a group with the last, used from round 4 on in 2008.

    ``place`` has each team's rank by the tie-breaks.
    """

    def __init__(self, place: Mapping[int, int]) -> None:
        self._place = place

    def arrange_teams(self, group: PointGroup) -> list[int]:
        """Return the teams of a group sorted by the tie-breaks, in reverse below the median."""
        everybody = (*group.incoming, *group.residents, *group.incoming_up)
        return sorted(everybody, key=self._place.__getitem__, reverse=group.below)

    def check_outer_group(self, going: RoundContext, group: PointGroup) -> OpponentSearch:
        """Check a group above or below the median group. A floater that has met the whole group
        floats on.

        Other floaters do not remain unpaired unless two more teams have to leave.
        """
        encounters, cite = going.encounters, going.cite
        everyone = {*group.residents, *group.incoming}
        met_all = [n for n in group.incoming if everyone <= {n, *encounters.closed[n]}]
        bound = [n for n in group.incoming if n not in met_all]
        teams = self.arrange_teams(group._replace(incoming=bound))
        free = encounters.allowed_pairs_graph(teams, limits=False)
        limited = remove_pairs_over_limits(free, [encounters.allowed[n] for n in teams])
        came_in, everybody = bitset_of_participants(teams, bound), (1 << len(teams)) - 1
        to_go = group.teams_with_next_opponent(teams, encounters)

        def attempts(leaving: int) -> Iterator[tuple[Attempt, str]]:
            for count in range(len(teams) % 2, leaving + 1, 2):
                may = everybody & ~came_in if count < 2 else everybody
                article = cite["limits yield" if count == leaving else "most pairs"]
                for graph in (limited, free):
                    yield _attempt_with_exits(graph, to_go & may, count), article
                    yield _attempt_with_exits(graph, may, count), article

        seeking = check_group_opening(going, group, teams, attempts)
        for number in met_all:
            going.steps.set_article(cite["goes on up" if group.below else "goes on down"])
            seeking.record_leaver(number)
        return check_first_with_last(seeking, group.article_on_opponents(going), cite["most pairs"])

    def check_median_group(self, going: RoundContext, group: PointGroup) -> None:
        """Check the median group.

        A floater from above does not meet a floater from below unless nothing else is possible.
        """
        teams, cite = self.arrange_teams(group), going.cite
        down, up = (
            bitset_of_participants(teams, group.incoming),
            bitset_of_participants(teams, group.incoming_up),
        )
        free = going.encounters.allowed_pairs_graph(teams, limits=False)
        limited = remove_pairs_over_limits(free, [going.encounters.allowed[n] for n in teams])
        graphs = [(remove_pairs_between(limited, down, up), cite["limits yield"])]
        graphs += [(remove_pairs_between(free, down, up), cite["floater from above"])]
        graphs += [(limited, cite["limits yield"]), (free, "")]
        found = [(Attempt(graph, 0), article) for graph, article in graphs]
        seeking = check_group_opening(going, group, teams, lambda _: iter(found))
        check_first_with_last(seeking, cite["from the top"], cite["most pairs"])

    def check_staying_teams(
        self, going: RoundContext, group: PointGroup, seeking: OpponentSearch
    ) -> None:
        """Check the teams that stay when a group lets extra teams float."""
        check_first_with_last(seeking, group.article_on_opponents(going), going.cite["most pairs"])


def check_first_with_last(seeking: OpponentSearch, article: str, onward: str) -> OpponentSearch:
    """Check that the first team meets the last possible team, and leaves the group only if there is
    none.
    """
    left = seeking.undecided_places(range(len(seeking.numbers)))
    while left:
        first = left.pop(0)
        chosen = seeking.check_first_candidate(
            first, [*reversed(left), *seeking.unused_exits()], article, onward
        )
        left = [place for place in left if place != chosen]
    return seeking.check_all_decided()


def remove_pairs_between(graph: Sequence[int], one: int, other: int) -> list[int]:
    """Return the graph without the pairs between two sets of teams."""
    if not one or not other:
        return [*graph]
    return [
        row & ~(other * (one >> v & 1)) & ~(one * (other >> v & 1)) for v, row in enumerate(graph)
    ]
