"""Distribution of prizes, computed with exact integers, together with the reasons.

Participants are considered in groups, starting with the best. A group consists of all participants
with the same points or, if tie-breaks decide, those who share a place. It takes at most one prize
per member, namely the largest ones to which its members are entitled. The amounts are divided so
that the smallest shares are as large as possible. Shares are equal unless some members are not
entitled to the prizes of a category. An object is not divided.
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.errors import BadInput, Problem
from topboard.event.actions import Prize, PrizeSharing, SetPrizes
from topboard.event.categories import (
    build_unknown_category_problem,
    find_category_members,
    find_or_parse_category,
)
from topboard.messages import say
from topboard.model import Withdrawn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from topboard.event.state import Event, Section
    from topboard.model import Number
    from topboard.tiebreaks.standings import Standings

    MayWinPrize = Callable[[Number, Prize], bool]

_LINE = re.compile(r"(?:(.*\S)\s+)?(\d{1,3})(?:\s*-\s*(\d{1,3}))?\s*:\s*(.*\S)")
_AMOUNT = re.compile(r"(\d{1,12})(?:[.,](\d+))?(?:\s+(?:and\s+)?(.+))?")


@dataclass(frozen=True, slots=True)
class Award:
    """The prize money and objects that one participant wins."""

    number: Number
    amount: int
    things: tuple[str, ...]
    prizes: tuple[Prize, ...]
    """The prizes from which the award is made up."""
    sharers: tuple[Number, ...]
    """The participants who share these prizes, in the order of the standings."""
    left: Prize | None = None
    """The largest prize left in another category to which the participant is entitled, or None."""


@dataclass(frozen=True, slots=True)
class PrizeGiving:
    """The awards in a section, and the prizes that nobody wins."""

    awards: tuple[Award, ...]
    unclaimed: tuple[Prize, ...]


# --- distribution -------------------------------------------------------------------------------


def award_prizes_of_section(event: Event, section: Section, standings: Standings) -> PrizeGiving:
    """Return the awards in a section according to its standings.

    Participants who have withdrawn win nothing.
    """
    settled = section.prizes
    if settled is None:
        return PrizeGiving((), ())
    gone = {r.number for r in section.requests if isinstance(r.outcome, Withdrawn)}
    wanted = {prize.category for prize in settled.prizes if prize.category}
    inside = {
        name: find_category_members(section, event.details, find_or_parse_category(section, name))
        for name in wanted
    }
    by_tie_break = settled.sharing is PrizeSharing.TIE_BREAK
    groups: dict[int, list[Number]] = {}
    for line in standings.lines:
        if line.number not in gone:
            groups.setdefault(line.place if by_tie_break else -line.points, []).append(line.number)

    def may_win_prize(number: Number, prize: Prize) -> bool:
        return not prize.category or number in inside[prize.category]

    return distribute_prizes(list(groups.values()), settled.prizes, may_win_prize)


def distribute_prizes(
    groups: Iterable[Sequence[Number]], prizes: Iterable[Prize], may_win_prize: MayWinPrize
) -> PrizeGiving:
    """Return the awards when prizes are distributed to groups of participants, best group first."""
    # Larger prizes come first. Among equal prizes, overall prizes come before category prizes, and
    # otherwise the order in which they were set is kept.
    open_ = sorted(prizes, key=lambda p: (-p.amount, p.category != ""))
    awards: list[Award] = []
    for group in groups:
        taken = _find_largest_prizes_for_group(group, open_, may_win_prize)
        if taken:
            open_ = [prize for prize in open_ if prize not in taken]
            shares = _divide_prizes_among_group(group, taken, open_, may_win_prize)
            awards += sorted(shares, key=lambda award: group.index(award.number))
    return PrizeGiving(tuple(awards), tuple(open_))


def _find_largest_prizes_for_group(
    group: Sequence[Number], prizes: Sequence[Prize], may_win_prize: MayWinPrize
) -> list[Prize]:
    """Return the largest prizes that can be awarded if each member of a group gets at most one."""
    holder: dict[Number, Prize] = {}

    def assign_prize(prize: Prize, tried: set[Number]) -> bool:
        for number in group:
            if number not in tried and may_win_prize(number, prize):
                tried.add(number)
                if number not in holder or assign_prize(holder[number], tried):
                    holder[number] = prize
                    return True
        return False

    return [prize for prize in prizes if len(holder) < len(group) and assign_prize(prize, set())]


def _divide_prizes_among_group(
    group: Sequence[Number],
    taken: Sequence[Prize],
    rest: Sequence[Prize],
    may_win_prize: MayWinPrize,
) -> Iterator[Award]:
    things = dict(_award_object_prizes(group, taken, may_win_prize))
    left, open_ = list(group), list(taken)
    while open_:
        sharers, shared = _find_members_with_smallest_share(left, open_, may_win_prize)
        total = sum(prize.amount for prize in shared)
        share, more = divmod(total, len(sharers))
        for place, number in enumerate(sharers):
            amount = share + (place < more)
            if amount or number in things:
                other = next(
                    (
                        p
                        for p in rest
                        if _is_prize_of_unshared_category(p, shared) and may_win_prize(number, p)
                    ),
                    None,
                )
                had = things.get(number, ())
                yield Award(number, amount, had, tuple(shared), tuple(sharers), other)
        left = [number for number in left if number not in sharers]
        open_ = [prize for prize in open_ if prize not in shared]


def _is_prize_of_unshared_category(prize: Prize, shared: Iterable[Prize]) -> bool:
    """Return whether the prize is in a category that none of the shared prizes is in."""
    return prize.category not in {taken.category for taken in shared}


def _find_members_with_smallest_share(
    left: Sequence[Number], prizes: Sequence[Prize], may_win_prize: MayWinPrize
) -> tuple[list[Number], list[Prize]]:
    """Return the largest set of members with the lowest average share, and the prizes they share.

    They are not entitled to the other prizes, which the remaining members of the group share.
    """
    classes = {
        number: frozenset(p.category for p in prizes if may_win_prize(number, p)) for number in left
    }
    best: tuple[Fraction, int, frozenset[str]] | None = None
    for inside in _list_unions_of_categories(set(classes.values())):
        count = sum(of <= inside for of in classes.values())
        total = sum(prize.amount for prize in prizes if prize.category in inside)
        found = (Fraction(total, count), -count, inside)
        if best is None or found[:2] < best[:2]:
            best = found
    assert best is not None, "there is at least one member left"
    inside = best[2]
    sharers = [number for number in left if classes[number] <= inside]
    return sharers, [prize for prize in prizes if prize.category in inside]


def _list_unions_of_categories(classes: set[frozenset[str]]) -> set[frozenset[str]]:
    found: set[frozenset[str]] = set()
    for one in sorted(classes, key=sorted):
        found |= {one} | {one | other for other in found}
    return found


def _award_object_prizes(
    group: Sequence[Number], taken: Sequence[Prize], may_win_prize: MayWinPrize
) -> Iterator[tuple[Number, tuple[str, ...]]]:
    """Yield each participant who wins an object, together with the object.

    An object goes to the best-placed member who is entitled to it and has no object yet.
    """
    has: set[Number] = set()
    for prize in taken:
        if prize.thing:
            for number in group:
                if number not in has and may_win_prize(number, prize):
                    has.add(number)
                    yield number, (prize.thing,)
                    break


# --- notation -----------------------------------------------------------------------------------


def parse_prizes(lines: Iterable[str], decimals: int = 2) -> tuple[Prize, ...]:
    """Return the prizes parsed from lines of text.

    Examples of lines are ``1: 500``, ``2-3: 100 and a book`` and ``U16 1: a trophy``. Raise
    ``BadInput`` with the errors in all lines.
    """
    found: list[Prize] = []
    problems: list[Problem] = []
    for line in filter(None, map(str.strip, lines)):
        try:
            found += _parse_prize_line(line, decimals)
        except BadInput as error:
            problems += error.problems
    if problems:
        raise BadInput(problems)
    return tuple(found)


def _parse_prize_line(line: str, decimals: int) -> list[Prize]:
    parts = _LINE.fullmatch(line)
    if parts is None:
        remedy = say("Write the place and the prize, such as 1: 500 or U16 1: 100 and a trophy.")
        raise BadInput([Problem(say("invalid prize"), quoted=line, remedy=remedy)])
    category, first, last, worth = parts.groups()
    amount, thing = 0, worth
    if said := _AMOUNT.fullmatch(worth):
        whole, behind, more = said.groups()
        if len(behind or "") > decimals:
            what = say("the amount has too many decimals (at most {decimals})", decimals=decimals)
            raise BadInput([Problem(what, quoted=line)])
        amount = int(whole + (behind or "").ljust(decimals, "0"))
        thing = more or ""
    places = range(int(first), int(last or first) + 1)
    return [Prize(place, amount, thing, category or "") for place in places]


def format_prize_amount(amount: int, settled: SetPrizes) -> str:
    """Return an amount of money as text, with its decimals and currency."""
    whole, behind = divmod(amount, 10**settled.decimals)
    figures = f"{whole}.{behind:0{settled.decimals}}" if settled.decimals else str(whole)
    return f"{figures} {settled.currency}".strip()


def format_prize_line(prize: Prize, settled: SetPrizes) -> str:
    """Return a prize as a line that ``parse_prizes`` accepts."""
    bare = SetPrizes("", (), decimals=settled.decimals)
    worth = format_prize_amount(prize.amount, bare) if prize.amount else ""
    both = " and " if worth and prize.thing else ""
    return f"{f'{prize.category} {prize.place}'.strip()}: {worth}{both}{prize.thing}"


# --- problems -----------------------------------------------------------------------------------


def find_prize_problems(event: Event, act: SetPrizes) -> Iterator[Problem]:
    """Yield the problems with the prizes that an action would set."""
    section = event.section(act.section)
    known = {category.name for category in section.categories}
    if not 0 <= act.decimals <= 3:
        yield Problem(say("amounts can have at most three decimals"))
        return
    for category in dict.fromkeys(prize.category for prize in act.prizes):
        if category and category not in known:
            yield build_unknown_category_problem(category, sorted(known))
        own = sorted((p for p in act.prizes if p.category == category), key=lambda p: p.place)
        if [prize.place for prize in own] != list(range(1, len(own) + 1)):
            what = say("the places must run from 1 without gaps or repetitions")
            yield Problem(
                what, category or say("overall prizes"), ", ".join(str(p.place) for p in own)
            )
        for better, worse in pairwise(own):
            if worse.amount > better.amount:
                what = say("this prize is larger than the prize for the place above it")
                yield Problem(what, quoted=format_prize_line(worse, act))
    for prize in act.prizes:
        if prize.amount < 0 or not (prize.amount or prize.thing):
            yield Problem(
                say("the prize is empty, or its amount is negative"),
                quoted=format_prize_line(prize, act),
            )
