"""The systems as an arbiter chooses between them: a plain word about each, and its variations."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from topboard.rules.shared.own_variations import OWN
from topboard.rules.systems import SYSTEMS, module_of, system

if TYPE_CHECKING:
    from collections.abc import Iterator

PLAIN = {
    "olympiad_2008": "Teams. Swiss by match points; the top half starts with imaginary points "
    "(rounds 1 and 2), from round 4 first meets last inside a group. The text proposed for 2008.",
    "olympiad_2008_dresden": "Teams. The 2008 text with the tie-breaks as played in Dresden.",
    "olympiad_2009": "Teams. Swiss by match points: groups are halved, the upper half meets the "
    "lower. Played from 2010 to 2018.",
    "olympiad_2021_draft": "Teams. A draft between the rules of 2009 and 2022; for comparison.",
    "olympiad_2022": "Teams. The Olympiad rules in force since 2022. Take this one for a new team "
    "Swiss of the Olympiad kind.",
    "cfc_swiss": "Players. The Canadian Swiss controlled by ratings: score groups, upper half "
    "against lower half, colours by what is due.",
    "cfc_team_swiss": "Teams. The Canadian Swiss for teams.",
    "cfc_round_robin": "Players. Everybody meets everybody, once or twice, by Berger's tables; "
    "numbers are drawn by lot.",
    "cfc_team_round_robin": "Teams. Everybody meets everybody, by Berger's tables.",
    "dubov_1997": "Players. Equalises the average rating of opponents inside each score group; "
    "the text of 1997. For fields with comparable ratings.",
}
"""What an arbiter wants to know of a system before reading its text."""


@dataclass(frozen=True, slots=True)
class Offered:
    """A variation that may be chosen, with its article."""

    name: str
    article: str
    text: str
    takes_points: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """A system, in plain words, with its variations."""

    name: str
    title: str
    source: str
    teams: bool
    plain: str
    variations: tuple[Offered, ...]
    rounds: int | None = None
    """The number of rounds of the text, where it fixes one."""
    own: bool = False
    """Whether the director may announce variations of his own."""


def offers() -> list[Offer]:
    """Every system Topboard has."""
    return [offer(name) for name in SYSTEMS]


def offer(name: str) -> Offer:
    """One system."""
    found = system(name)
    variations = tuple(_variations(import_module(module_of(name)), found.teams))
    plain = PLAIN.get(name, found.title)
    own = OWN in found.articles
    return Offer(name, found.title, found.source, found.teams, plain, variations, own=own)


def _variations(edition: Any, teams: bool) -> Iterator[Offered]:
    """What the edition offers: its table ``VARIATIONS``, or that of the rules it shares."""
    table = getattr(edition, "VARIATIONS", None)
    if isinstance(table, dict):
        for name, one in table.items():
            yield _offered(name, one)
    elif table is None:
        shared = getattr(getattr(edition, "variations", None), "ALL", ())
        for one in shared:
            if teams or not getattr(one, "teams_only", False):
                yield _offered(one.article, one)
    else:
        for name in table:
            yield Offered(str(name), "", str(name))


def _offered(name: str, one: Any) -> Offered:
    if isinstance(one, str):
        return Offered(name, "", one)
    if isinstance(one, tuple):
        return Offered(name, str(one[0]), str(one[1]))
    points = "{points}"
    text = str(one.text).replace(points, "so many")
    return Offered(name, str(one.article), text, bool(getattr(one, "takes_points", False)))
