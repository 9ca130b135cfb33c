"""Requests by players not to meet each other, and groups of players who might make one."""

from __future__ import annotations

from itertools import combinations, takewhile
from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.errors import BadInput, Problem
from topboard.event.actions import ForbidPair
from topboard.messages import say
from topboard.model import Player
from topboard.systems.registry import system

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.event.state import Section
    from topboard.model import ForbiddenPair, Number


@dataclass(frozen=True, slots=True)
class GroupKeptApart:
    """A group of participants who must not meet each other or have asked not to."""

    numbers: tuple[Number, ...]
    first: int
    last: int
    wish: bool


@dataclass(frozen=True, slots=True)
class SharedAffiliation:
    """A group of players from the same club, region, city or family.

    They have not necessarily asked not to meet.
    """

    name: str
    numbers: tuple[Number, ...]


def find_groups_kept_apart(section: Section) -> list[GroupKeptApart]:
    """Return the groups of participants who are kept apart by rule or by request.

    The pairs of one group are consecutive in the journal.
    """
    found, at = [], 0
    while at < len(section.forbidden):
        numbers = _find_largest_group_kept_apart(section.forbidden, at)
        pair = section.forbidden[at]
        found.append(GroupKeptApart(numbers, pair.first, pair.last, pair.wish))
        at += len(numbers) * (len(numbers) - 1) // 2
    return found


def _find_largest_group_kept_apart(pairs: Sequence[ForbiddenPair], at: int) -> tuple[Number, ...]:
    """Return the largest group whose pairs are exactly the recorded pairs that begin at ``at``."""
    one = pairs[at]
    with_one = takewhile(lambda pair: replace(pair, b=one.b) == one, pairs[at:])
    group = [one.a, *(pair.b for pair in with_one)]
    while len(group) > 2:
        due = [replace(one, a=a, b=b) for a, b in combinations(group, 2)]
        if list(pairs[at : at + len(due)]) == due:
            break
        group.pop()
    return tuple(group)


def explain_why_requests_do_not_count(section: Section) -> str:
    """Return the reason why requests not to meet have no effect, or "" if they have an effect."""
    variation = system(section.system).requests
    if not variation:
        return say("these rules do not provide for requests not to be paired with each other")
    if variation not in section.settings.variations:
        return say("variation {variation} has not been announced", variation=variation)
    return ""


def find_shared_affiliations(section: Section) -> list[SharedAffiliation]:
    """Return the groups of players who share an affiliation, sorted by its name."""
    sharing: dict[str, list[Number]] = {}
    for number, one in section.competitors.items():
        if isinstance(one, Player):
            for name in dict.fromkeys(filter(None, (one.club, *one.affiliations))):
                sharing.setdefault(name, []).append(number)
    return [
        SharedAffiliation(name, tuple(numbers))
        for name, numbers in sorted(sharing.items())
        if len(numbers) > 1
    ]


def build_request_not_to_meet(section: Section, numbers: Sequence[Number]) -> ForbidPair:
    """Return the action that records a request by these players not to meet each other.

    Raise ``BadInput`` if there are fewer than two players.
    """
    asking = [*dict.fromkeys(numbers)]
    if len(asking) < 2:
        what = say("a request not to be paired must name at least two players")
        quoted = ", ".join(map(str, asking))
        raise BadInput(
            [Problem(what, quoted=quoted, remedy=say("Name everyone who made the request."))]
        )
    one, other, *others = asking
    return ForbidPair(section.name, one, other, tuple(others), wish=True)
