"""Criteria that both editions of the Dutch system count alike, for the second reading."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tests.oracle.fide_dutch_cards import STRONG

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.oracle.fide_dutch_field import Field, Pairs

LAST, BEFORE = "last_float", "float_before"
ONE_POINT = 10


class Quality(NamedTuple):
    """What a pairing falls short of, the weightiest first; less is better."""

    wide_differences: int
    """Topscorers and their opponents with a colour difference beyond two."""
    third_colours: int
    """Topscorers and their opponents with a colour three times in a row."""
    denied: int
    denied_strong: int
    downfloats_last: int
    upfloats_last: int
    downfloats_before: int
    upfloats_before: int
    differences_down_last: list[int]
    differences_up_last: list[int]
    differences_down_before: list[int]
    differences_up_before: list[int]


def quality(
    field: Field, pairs: Pairs, counted: Iterable[int], down: dict[int, int], up: dict[int, int]
) -> Quality:
    """``counted`` are those whose downfloats are counted, ``down`` and ``up`` differences."""
    return Quality(
        *colours_judged(field, pairs),
        with_float(field, counted, LAST, "D"),
        with_float(field, up, LAST, "U"),
        with_float(field, counted, BEFORE, "D"),
        with_float(field, up, BEFORE, "U"),
        amounts(field, down, LAST, "D"),
        amounts(field, up, LAST, "U"),
        amounts(field, down, BEFORE, "D"),
        amounts(field, up, BEFORE, "U"),
    )


def with_float(field: Field, people: Iterable[int], when: str, which: str) -> int:
    return sum(getattr(field.cards[n], when) == which for n in people)


def amounts(field: Field, differences: dict[int, int], when: str, which: str) -> list[int]:
    """The score differences, the greatest first, of those who had the float."""
    found = [d for n, d in differences.items() if getattr(field.cards[n], when) == which]
    return sorted(found, reverse=True)


def colours_judged(field: Field, pairs: Pairs) -> tuple[int, int, int, int]:
    """Wide differences and third colours of topscorers' pairs; wishes and strong wishes denied."""
    wide = third = denied = strong = 0
    for pair in pairs:
        white, black = field.colours(*pair)
        top = any(field.cards[n].topscorer for n in pair)
        for n, colour in ((white, "W"), (black, "B")):
            card = field.cards[n]
            after = card.difference + (1 if colour == "W" else -1)
            wide += top and abs(after) > 2
            third += top and card.had.endswith(2 * colour)
            if card.preference not in ("", colour):
                denied += 1
                strong += card.strength == STRONG
    return wide, third, denied, strong
