"""Options that the rules leave to the director, to be announced before round 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.errors import BadInput, Problem
from topboard.messages import Message, Worded, message, worded, worded_kept

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Offered = Sequence["Variation"]

MAX_OWN_TEXT_LENGTH = 500
"""The maximum number of characters in a director's own variation."""


@dataclass(frozen=True, slots=True)
class Variation:
    """An option of the rules, with its announcement and the options that it excludes or
    requires.
    """

    article: str
    text: Message
    """The text of the announcement, in which ``{points}`` is replaced by the chosen points."""
    called: str = ""
    """The name by which the option is chosen, or an empty string to use the article number."""
    takes_points: bool = False
    """Whether the option is chosen with a number of points, as in ``643=50``."""
    takes_text: bool = False
    """Whether the option is chosen with the director's own text, as in ``602=TEXT``."""
    teams_only: bool = False
    excludes: tuple[str, ...] = ()
    needs: str = ""
    """The name of another option that must also be chosen, or an empty string."""

    @property
    def name(self) -> str:
        """The name by which the option is chosen: ``called`` or, if that is empty, the article
        number.
        """
        return self.called or self.article

    @property
    def example(self) -> str:
        """The option as it is written in an event, with an example value if it takes one."""
        if self.takes_text:
            return f"{self.name}=TEXT"
        return f"{self.name}=50" if self.takes_points else self.name

    def announcement_text(self, points: int | None = None) -> Worded:
        """Return the announcement, with the chosen points or else with N in their place."""
        return worded_kept(self.text, points=worded("N") if points is None else points)


OWN = Variation("602", message("A variation in the director's own words."), takes_text=True)
"""A variation in the director's own words, which is announced but has no effect on pairings."""


def parse_rule_variations(
    names: Sequence[str], offered: Offered, *, teams: bool = True
) -> dict[str, int]:
    """Return the points of each chosen option, keyed by name, with 0 for options without points.

    The director's own variations are left out. Raise ``BadInput`` if an option is unknown or
    malformed, or if two options cannot be combined.
    """
    if problems := [
        *_find_problems_with_each_variation(names, offered, teams),
        *_find_conflicts_between_variations(names, offered),
    ]:
        raise BadInput(problems)
    split = (name.partition("=") for name in drop_own_variations_of_director(names))
    return {name: int(points or 0) for name, _, points in split}


def list_variation_announcements(
    names: Sequence[str], offered: Offered, *, teams: bool = True
) -> tuple[tuple[str, str], ...]:
    """Return the article and text of each chosen option, to be announced before round 1.

    The options of the rules come first, followed by the director's own variations.
    """
    in_use = parse_rule_variations(names, offered, teams=teams)
    listed = ((v.article, v.announcement_text(in_use[v.name])) for v in offered if v.name in in_use)
    return (*listed, *list_own_variations_of_director(names))


def drop_own_variations_of_director(names: Sequence[str]) -> tuple[str, ...]:
    """Return the chosen options except for the director's own variations."""
    return tuple(name for name in names if not _is_own_variation_of_director(name))


def list_own_variations_of_director(names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return the article and text of each of the director's own variations, in the given order."""
    return tuple(
        (OWN.article, name.partition("=")[2].strip())
        for name in names
        if _is_own_variation_of_director(name)
    )


def _is_own_variation_of_director(name: str) -> bool:
    return name.partition("=")[0] == OWN.name


# --- refusals -------------------------------------------------------------------------------


def _find_problems_with_each_variation(
    names: Sequence[str], offered: Offered, teams: bool
) -> Iterator[Problem]:
    """Yield the problems with each chosen option, apart from its combination with others."""
    by_name = {variation.name: variation for variation in offered}
    known = worded(
        "Choose one of: {known}.",
        known=", ".join(v.example for v in offered if _is_variation_available(v, teams)),
    )
    for choice in names:
        name, equals, value = choice.partition("=")
        variation = by_name.get(name)
        if variation is None:
            yield Problem(
                worded("unknown variation of the pairing system"), "variations", choice, known
            )
        elif variation.takes_text:
            yield from _find_problems_with_own_variation_text(value.strip())
        elif not _is_variation_available(variation, teams):
            yield Problem(worded("this variation is only for teams"), "variations", choice, known)
        elif variation.takes_points and not _is_number(value):
            remedy = worded(
                "Add the number of points, such as {example}.", example=variation.example
            )
            yield Problem(
                worded("this variation requires a number of points"), "variations", choice, remedy
            )
        elif equals and not variation.takes_points:
            yield Problem(
                worded("this variation takes no value"),
                "variations",
                choice,
                worded("Write {name} without a value.", name=name),
            )


def _is_variation_available(variation: Variation, teams: bool) -> bool:
    return teams or not variation.teams_only


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 4


def _find_problems_with_own_variation_text(text: str) -> Iterator[Problem]:
    if not text:
        remedy = worded(
            "Add the text, for example {own}=Both players report the result.", own=OWN.name
        )
        what = worded("the director's own variation has no text")
        yield Problem(what, "variations", OWN.name, remedy)
    elif len(text) > MAX_OWN_TEXT_LENGTH or not text.isprintable():
        remedy = worded(
            "Write a single line of at most {longest} characters.", longest=MAX_OWN_TEXT_LENGTH
        )
        yield Problem(
            worded("the director's own variation is too long or contains unprintable characters"),
            "variations",
            text[:40],
            remedy,
        )


def _find_conflicts_between_variations(
    choices: Sequence[str], offered: Offered
) -> Iterator[Problem]:
    by_name = {variation.name: variation for variation in offered}
    names = [choice.partition("=")[0] for choice in choices]
    # The director's own variations are distinguished by their texts.
    told = [
        dict(list_own_variations_of_director([choice])).get(OWN.article, "") for choice in choices
    ]
    for place, (name, text) in enumerate(zip(names, told, strict=True)):
        if (name, text) in zip(names[:place], told[:place], strict=True):
            quoted = text or choices[place]
            yield Problem(
                worded("this variation is listed twice"),
                "variations",
                quoted,
                worded("List it only once."),
            )
        if (variation := by_name.get(name)) is None:
            continue
        for other in variation.excludes:
            if other in names[:place]:
                both = worded("{other} and {name}", other=other, name=name)
                what = worded("these variations cannot be combined")
                yield Problem(
                    what, "variations", both, worded("Choose only one of these variations.")
                )
        if variation.needs and variation.needs not in names:
            remedy = worded(
                "Add {needs!r} as well, or remove this variation.", needs=variation.needs
            )
            yield Problem(
                worded("this variation can be used only together with another variation"),
                "variations",
                name,
                remedy,
            )
