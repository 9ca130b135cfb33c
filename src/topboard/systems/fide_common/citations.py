"""The articles that reasons of FIDE's systems cite."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.systems.common.citations import Citations

if TYPE_CHECKING:
    from collections.abc import Mapping

    from topboard.reasons.criteria import MatchColourGround, PreferenceGround, QualityCriterion


@dataclass(frozen=True, slots=True)
class FideCitations(Citations):
    """The articles for the decisions that each of FIDE's Swiss systems makes."""

    rounds: str
    """The article that requires the number of rounds to be declared."""
    lot: str
    """The article that has the initial colour drawn by lot."""


@dataclass(frozen=True, slots=True)
class BracketCitations(FideCitations):
    """The articles for the decisions of a system that pairs by brackets."""

    completion: str
    """The article that requires an opponent for every player."""
    same_absolute: str
    """The article that keeps two apart who must have the same colour, or an empty string."""
    order: str
    """The article about the order of a bracket's pairings."""
    judged: str
    """The article that prescribes the first of the best pairings."""
    criteria: Mapping[QualityCriterion, str]
    colours: Mapping[PreferenceGround | MatchColourGround, str]
