"""A second reading of the FIDE Dutch system of 2017: its criteria, bracket by bracket."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracle.fide_dutch_cards import BYE, WON_BY_DEFAULT
from tests.oracle.fide_dutch_criteria import ONE_POINT, quality
from tests.oracle.fide_dutch_field import (
    Bracket,
    NoPairing,
    Paired,
    best_with,
    fewest_downfloaters,
    first_candidate,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.oracle.fide_dutch_cards import Line
    from tests.oracle.fide_dutch_criteria import Quality
    from tests.oracle.fide_dutch_field import Field, Pairs
    from topboard.model import Scale


def downfloat(line: Line, scale: Scale) -> bool:
    """A player who does not play, for any reason, gets a downfloat."""
    return True


def bars_bye(line: Line, scale: Scale) -> bool:
    """Whether after this round the player may not have the bye."""
    return line.how in (BYE, WON_BY_DEFAULT)


# --- the round --------------------------------------------------------------------------------


def pair(field: Field) -> list[Paired]:
    """The brackets of the round; who floats down from the last one has the bye."""
    field.bye_takers = frozenset(n for n, card in field.cards.items() if card.may_have_bye)
    if not field.completes(field.cards):
        raise NoPairing
    done: list[Paired] = []
    floaters: tuple[int, ...] = ()
    groups = field.groups()
    for place, residents in enumerate(groups):
        following = groups[place + 1] if place + 1 < len(groups) else ()
        lower = tuple(n for group in groups[place + 2 :] for n in group)
        bracket = Bracket(floaters, residents, following, lower)
        pairs, leaving = pair_bracket(field, bracket)
        if not field.completes((*leaving, *bracket.below)):
            pairs, leaving = pair_penultimate(field, bracket)
            collapsed = Bracket(leaving, bracket.below)
            last = Paired(collapsed, *pair_bracket(field, collapsed))
            return [*done, Paired(bracket, pairs, leaving), last]
        floaters = leaving
        done.append(Paired(bracket, pairs, floaters))
    return done


def pair_bracket(field: Field, bracket: Bracket) -> tuple[Pairs, tuple[int, ...]]:
    """A bracket in the ordinary course, or the last one, in which the bye is given."""
    if not bracket.below:
        return pair_as(field, bracket, field.completes, lambda leaving: ())
    return pair_as(
        field, bracket, lambda leaving: True, lambda leaving: next_bracket(field, bracket, leaving)
    )


def pair_penultimate(field: Field, bracket: Bracket) -> tuple[Pairs, tuple[int, ...]]:
    """The bracket paired again so that the round can be completed."""
    below = set(bracket.below)
    return pair_as(
        field, bracket, lambda leaving: field.completes(leaving | below), lambda leaving: ()
    )


def pair_as(
    field: Field,
    bracket: Bracket,
    allowed: Callable[[frozenset[int]], bool],
    foresight: Callable[[frozenset[int]], tuple],
) -> tuple[Pairs, tuple[int, ...]]:
    possible = fewest_downfloaters(field, bracket, allowed)
    if not possible:
        raise NoPairing
    chosen = best_of(possible, lambda leaving: least_differences(field, bracket, leaving))
    # As many moved-down players are paired as the score differences allow.
    moved_down = frozenset(bracket.moved_down)
    chosen = best_of(chosen, lambda leaving: len(leaving & moved_down))
    chosen = best_of(chosen, foresight)

    def judge(pairs: Pairs, floaters: frozenset[int]) -> tuple:
        return pairing_judged(field, bracket, pairs, floaters)

    sets = moved_down_sets(field, bracket, chosen)
    return first_candidate(field, bracket, sets, chosen, judge)


def best_of(possible: list[frozenset[int]], judged) -> list[frozenset[int]]:
    if len(possible) == 1:
        return possible
    values = {leaving: judged(leaving) for leaving in possible}
    best = min(values.values())
    return [leaving for leaving in possible if values[leaving] == best]


def moved_down_sets(
    field: Field, bracket: Bracket, chosen: list[frozenset[int]]
) -> list[tuple[int, ...]]:
    """The moved-down players to be paired, in turn: higher scores first, then higher ranks."""
    valid = {tuple(n for n in bracket.moved_down if n not in leaving) for leaving in chosen}
    return sorted(
        valid,
        key=lambda paired: (
            [-field.score(n) for n in paired],
            [bracket.moved_down.index(n) for n in paired],
        ),
    )


# --- score differences ------------------------------------------------------------------------


def score_differences(
    field: Field, bracket: Bracket, pairs: Pairs, floaters: frozenset[int]
) -> list[int]:
    """The list of a pairing, the greatest first; what is not yet paired differs by nothing."""
    artificial = field.score(bracket.players[-1]) - ONE_POINT
    found = [abs(field.score(a) - field.score(b)) for a, b in pairs]
    found += [field.score(n) - artificial for n in floaters]
    found += [0] * (len(bracket.players) - len(found))
    return sorted(found, reverse=True)


def least_differences(field: Field, bracket: Bracket, leaving: frozenset[int]) -> list[int]:
    """The best list of score differences with which these float down."""

    def judge(pairs: Pairs, floaters: frozenset[int]) -> tuple:
        return (score_differences(field, bracket, pairs, floaters),)

    best = best_with(field, bracket, leaving, judge)
    assert best is not None
    return best[0]


def next_bracket(field: Field, bracket: Bracket, leaving: frozenset[int]) -> tuple:
    """How many would be left in the next bracket, and then with what score differences.

    The bye belongs to the pairing of the last bracket: if the next one is the last, whoever may
    not have the bye cannot be left there.
    """
    then = Bracket(field.ranked(leaving), bracket.following)
    left = fewest_downfloaters(
        field, then, lambda more: bool(bracket.lower) or field.completes(more)
    )
    if not left:
        return (len(then.players) + 1,)
    return len(left[0]), min(least_differences(field, then, more) for more in left)


# --- criteria that look at the pairs ----------------------------------------------------------


def pairing_judged(
    field: Field, bracket: Bracket, pairs: Pairs, floaters: frozenset[int]
) -> tuple[list[int], Quality]:
    """From the score differences down to those of floats two rounds before."""
    artificial = field.score(bracket.players[-1]) - ONE_POINT
    down = {n: field.score(n) - artificial for n in floaters}
    up = {}
    for pair in pairs:
        high, low = field.ranked(pair)
        difference = field.score(high) - field.score(low)
        if difference:
            down[high] = up[low] = difference
    listed = score_differences(field, bracket, pairs, floaters)
    return listed, quality(field, pairs, down, down, up)
