"""The variations a director may choose, each announced before the first round (601, 602)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.errors import BadInput, Problem
from topboard.records import dataclass
from topboard.rules.shared.own_variations import USAGE, of_the_rules, own_defects, own_texts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.model import Tournament

UNRATED_BOARD_POINTS = 50
"""How far an unrated top or bottom board counts from the next, unless announced otherwise."""


@dataclass(frozen=True, slots=True)
class Variations:
    """Which variations are in force; the default is the basic system."""

    unrated_below_average: bool = False
    unrated_one_fifth_up: bool = False
    half_point_bye: bool = False
    adjudication: bool = False
    wishes: bool = False
    odd_man_by_colour: bool = False
    odd_man_once: bool = False
    no_transposition_for_alternation: bool = False
    lot_at_the_board: bool = False
    quarters: bool = False
    regrouping: bool = False
    board_order_tolerance: int = 0
    unrated_board_points: int = UNRATED_BOARD_POINTS


@dataclass(frozen=True, slots=True)
class Variation:
    """A variation of the text: what is announced, and what it cannot go with."""

    article: str
    text: str
    excludes: tuple[str, ...] = ()
    takes_points: bool = False
    teams_only: bool = False


ALL = (
    Variation(
        "613.1a",
        "Unrated entrants are placed just below the average rating of the rated ones.",
        excludes=("613.1b",),
    ),
    Variation(
        "613.1b",
        "Unrated entrants are placed one fifth of the way up from the bottom.",
        excludes=("613.1a",),
    ),
    Variation("616.1", "The bye is worth half a point."),
    Variation(
        "617.1",
        "A game unfinished when the next round is due is adjudicated for the pairing.",
    ),
    Variation(
        "619.1",
        "In rounds 1 and 2 those of one region, city, team or family who ask for it are kept"
        " apart where a transposition allows it.",
    ),
    Variation(
        "624.1",
        "An odd man meets the highest ranked player due the opposite colour.",
    ),
    Variation(
        "624.2",
        "Before the last quarter of the event nobody is an odd man, or meets one, twice if it"
        " can be avoided.",
    ),
    Variation(
        "631.1",
        "Pairings are not changed to make colours alternate.",
    ),
    Variation(
        "631.2",
        "In the last round players with equal claims draw lots for colours at the board.",
    ),
    Variation(
        "633.1",
        "Accelerated: the first quarter meets the second and the third the fourth in round 1,"
        " and later among the leaders while too many of them have perfect scores.",
        excludes=("633.2",),
    ),
    Variation(
        "633.2",
        "Accelerated: quarters A-B and C-D meet in round 1; they are regrouped by results for"
        " round 2.",
        excludes=("633.1",),
    ),
    Variation(
        "643",
        "Team members may be placed out of rating order by up to {points} points.",
        takes_points=True,
        teams_only=True,
    ),
    Variation(
        "644",
        "An unrated top or bottom board counts {points} points from the next board.",
        takes_points=True,
        teams_only=True,
    ),
)
"""Every variation of the text, in its order."""

_BY_ARTICLE = {variation.article: variation for variation in ALL}


def in_force(tournament: Tournament, *, teams: bool) -> Variations:
    """The variations chosen for the event, checked one by one and against each other."""
    chosen = of_the_rules(tournament.variations)
    problems = [
        *_defects(chosen, teams),
        *_clashes(chosen),
        *own_defects(tournament.variations),
    ]
    if problems:
        raise BadInput(problems)
    points = {article: int(value) for article, value in _chosen(tournament).items() if value}
    return Variations(
        unrated_below_average="613.1a" in chosen,
        unrated_one_fifth_up="613.1b" in chosen,
        half_point_bye="616.1" in chosen,
        adjudication="617.1" in chosen,
        wishes="619.1" in chosen,
        odd_man_by_colour="624.1" in chosen,
        odd_man_once="624.2" in chosen,
        no_transposition_for_alternation="631.1" in chosen,
        lot_at_the_board="631.2" in chosen,
        quarters="633.1" in chosen,
        regrouping="633.2" in chosen,
        board_order_tolerance=points.get("643", 0),
        unrated_board_points=points.get("644", UNRATED_BOARD_POINTS),
    )


def _chosen(tournament: Tournament) -> dict[str, str]:
    """Article -> the points given with it, if any."""
    return dict(name.partition("=")[::2] for name in of_the_rules(tournament.variations))


def announcement(tournament: Tournament, *, teams: bool) -> list[tuple[str, str]]:
    """The announcement made before round 1: each variation in force, in the order of the text.

    The director's own come last, in his words.
    """
    in_force(tournament, teams=teams)
    chosen = _chosen(tournament)
    listed = [
        (variation.article, variation.text.format(points=chosen[variation.article]))
        for variation in ALL
        if variation.article in chosen
    ]
    return [*listed, *own_texts(tournament.variations)]


def _defects(chosen: Sequence[str], teams: bool) -> Iterator[Problem]:
    known = ", ".join((*(_usage(v) for v in ALL if teams or not v.teams_only), USAGE))
    for name in chosen:
        article, equals, points = name.partition("=")
        variation = _BY_ARTICLE.get(article)
        if variation is None:
            yield Problem("unknown variation", "variations", name, f"one of: {known}")
        elif variation.teams_only and not teams:
            yield Problem("this variation is about teams", "variations", name, f"one of: {known}")
        elif variation.takes_points and not _is_number(points):
            remedy = f"give the number of points, as in {_usage(variation)}"
            yield Problem("this variation needs a number of points", "variations", name, remedy)
        elif equals and not variation.takes_points:
            yield Problem("this variation takes no value", "variations", name, f"write {article}")


def _clashes(chosen: Sequence[str]) -> Iterator[Problem]:
    articles = [name.partition("=")[0] for name in chosen]
    for place, article in enumerate(articles):
        if article in articles[:place]:
            yield Problem("a variation named twice", "variations", chosen[place], "name it once")
        variation = _BY_ARTICLE.get(article)
        for other in variation.excludes if variation else ():
            if other in articles[:place]:
                yield Problem(
                    "two variations that exclude each other",
                    "variations",
                    f"{other} and {article}",
                    "choose one of them",
                )


def _usage(variation: Variation) -> str:
    return variation.article + ("=50" if variation.takes_points else "")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 4
