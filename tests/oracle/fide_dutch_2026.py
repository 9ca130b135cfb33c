"""A second reading of the FIDE Dutch system of 2026: its criteria, bracket by bracket."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tests.oracle.fide_dutch_cards import BYE, PLAYED
from tests.oracle.fide_dutch_criteria import ONE_POINT, quality
from tests.oracle.fide_dutch_field import (
    Bracket,
    NoPairing,
    Paired,
    fewest_downfloaters,
    first_candidate,
)

if TYPE_CHECKING:
    from tests.oracle.fide_dutch_cards import Line
    from tests.oracle.fide_dutch_criteria import Quality
    from tests.oracle.fide_dutch_field import Field, Pairs
    from topboard.model import Scale


def downfloat(line: Line, scale: Scale) -> bool:
    """Whether a round that was not played gives a downfloat."""
    return line.how == BYE or line.gain > scale.loss


def bars_bye(line: Line, scale: Scale) -> bool:
    """Whether after this round the player may not have the bye."""
    return line.how == BYE or (line.how != PLAYED and line.gain >= scale.win)


# --- the round --------------------------------------------------------------------------------


def pair(field: Field) -> list[Paired]:
    """The brackets of the round; who floats down from the last one has the bye."""
    settle_bye_score(field)
    done: list[Paired] = []
    floaters: tuple[int, ...] = ()
    groups = field.groups()
    for place, residents in enumerate(groups):
        following = groups[place + 1] if place + 1 < len(groups) else ()
        lower = tuple(n for group in groups[place + 2 :] for n in group)
        bracket = Bracket(floaters, residents, following, lower)
        pairs, floaters = pair_bracket(field, bracket)
        done.append(Paired(bracket, pairs, floaters))
    return done


def settle_bye_score(field: Field) -> None:
    """The bye goes to the lowest score with which the round can be completed."""
    everybody = field.cards
    if len(everybody) % 2 == 0:
        field.bye_takers = frozenset()
        if not field.completes(everybody):
            raise NoPairing
        return
    for score in sorted({card.score for card in everybody.values()}):
        field.bye_takers = frozenset(
            n for n, card in everybody.items() if card.score == score and card.may_have_bye
        )
        if field.completes(everybody):
            return
    raise NoPairing


def pair_bracket(field: Field, bracket: Bracket) -> tuple[Pairs, tuple[int, ...]]:
    """The pairs and the downfloaters of one bracket; who may take the bye is settled."""
    possible = fewest_downfloaters(
        field, bracket, lambda leaving: field.completes(leaving | set(bracket.below))
    )
    if not possible:
        raise NoPairing
    best = min(downfloaters_judged(field, bracket, leaving) for leaving in possible)
    chosen = [x for x in possible if downfloaters_judged(field, bracket, x) == best]

    def judge(pairs: Pairs, floaters: frozenset[int]) -> tuple:
        return pairing_judged(field, bracket, pairs, floaters)

    return first_candidate(field, bracket, moved_down_sets(bracket, chosen), chosen, judge)


def moved_down_sets(bracket: Bracket, chosen: list[frozenset[int]]) -> list[tuple[int, ...]]:
    """The moved-down players to be paired, in turn: the first in rank before the others."""
    valid = {tuple(n for n in bracket.moved_down if n not in leaving) for leaving in chosen}
    return sorted(valid, key=lambda paired: [bracket.moved_down.index(n) for n in paired])


# --- criteria that look at the downfloaters alone ---------------------------------------------


class Downfloaters(NamedTuple):
    """What a choice of downfloaters falls short of, the weightiest first; less is better."""

    scores: list[int]
    next_bracket: tuple
    unplayed_of_bye: int


def downfloaters_judged(field: Field, bracket: Bracket, leaving: frozenset[int]) -> Downfloaters:
    """Their scores, what they make of the next bracket, the unplayed games of the bye's taker."""
    return Downfloaters(
        scores_down(field, leaving),
        next_bracket(field, bracket, leaving),
        unplayed_of_bye(field, leaving),
    )


def scores_down(field: Field, people: frozenset[int]) -> list[int]:
    return sorted((field.score(n) for n in people), reverse=True)


def next_bracket(field: Field, bracket: Bracket, leaving: frozenset[int]) -> tuple:
    """How many would be left there at least, and then with what scores."""
    if not bracket.following:
        return ()
    then = Bracket(field.ranked(leaving), bracket.following)
    left = fewest_downfloaters(field, then, lambda more: field.completes(more | set(bracket.lower)))
    return len(left[0]), min(scores_down(field, more) for more in left)


def unplayed_of_bye(field: Field, leaving: frozenset[int]) -> int:
    """Only of a single downfloater who gets the bye.

    Nobody further down has the score that the bye must have: whoever has it and floats alone
    gets the bye.
    """
    if len(leaving) != 1 or not leaving <= field.bye_takers:
        return 0
    return sum(field.cards[n].unplayed for n in leaving)


# --- criteria that look at the pairs ----------------------------------------------------------


def pairing_judged(
    field: Field, bracket: Bracket, pairs: Pairs, floaters: frozenset[int]
) -> Quality:
    """From the colours of topscorers down to the score differences of two rounds before."""
    moved_down = frozenset(bracket.moved_down)
    opponents = {}
    differences = {}
    for a, b in pairs:
        for one, other in ((a, b), (b, a)):
            if one in moved_down:
                opponents[other] = differences[one] = field.score(one) - field.score(other)
    lowest = field.score(bracket.residents[0])
    for n in floaters & moved_down:
        # More than with any opponent he could have had here.
        differences[n] = field.score(n) - lowest + ONE_POINT
    return quality(field, pairs, floaters - moved_down, differences, opponents)
