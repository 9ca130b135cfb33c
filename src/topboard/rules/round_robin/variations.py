"""The variations of a round robin, each a named switch, and what the announcement says of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.errors import BadInput, Problem
from topboard.records import dataclass
from topboard.rules.shared.own_variations import USAGE, of_the_rules, own_defects, own_texts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from topboard.model import Tournament


@dataclass(frozen=True, slots=True)
class Variation:
    """A variation: its article and what is announced, in our words."""

    article: str
    text: str
    takes_points: bool = False
    """Whether it is chosen with a number, as in ``643=50``."""


DOUBLE = "double"
SWAPPED = "swap-last-two"
APART = "provinces-apart"


def announcement(
    tournament: Tournament, offered: Mapping[str, Variation]
) -> tuple[tuple[str, str], ...]:
    """What is announced before round 1: (article, text) of each variation, as offered.

    The director's own come last, in his words.
    """
    chosen = chosen_variations(tournament, offered)
    listed = (
        (variation.article, variation.text.format(points=chosen[name]))
        for name, variation in offered.items()
        if name in chosen
    )
    return (*listed, *own_texts(tournament.variations))


def chosen_variations(
    tournament: Tournament, offered: Mapping[str, Variation]
) -> dict[str, int | None]:
    """The variations in use with their numbers; one that cannot be used is refused."""
    known = of_the_rules(tournament.variations)
    if problems := [*_problems(known, offered), *own_defects(tournament.variations)]:
        raise BadInput(problems)
    split = (choice.partition("=") for choice in known)
    return {name: int(value) if value else None for name, _, value in split}


def _problems(chosen: tuple[str, ...], offered: Mapping[str, Variation]) -> Iterator[Problem]:
    names = [choice.partition("=")[0] for choice in chosen]
    for place, (name, choice) in enumerate(zip(names, chosen, strict=True)):
        if name not in offered:
            remedy = f"one of: {', '.join((*offered, USAGE))}"
            yield Problem("unknown variation", "variations", choice, remedy)
        elif name in names[:place]:
            yield Problem("variation named twice", "variations", choice, "keep it once")
        else:
            yield from _number_problem(choice, offered[name])
    if SWAPPED in names and DOUBLE not in names:
        yield Problem(
            "only a double round robin has a first cycle whose rounds can be swapped",
            "variations",
            SWAPPED,
            f"add {DOUBLE!r} or leave it out",
        )


def _number_problem(choice: str, variation: Variation) -> Iterator[Problem]:
    name, sign, value = choice.partition("=")
    is_number = value.isascii() and value.isdigit() and len(value) <= 4
    if variation.takes_points and not is_number:
        yield Problem("a variation without its number", "variations", choice, f"{name}=50")
    if sign and not variation.takes_points:
        yield Problem("this variation takes no number", "variations", choice, name)
