"""The articles of FIDE's rules to cite in the reasons for a pairing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.systems.common.citations import Citations

if TYPE_CHECKING:
    from collections.abc import Mapping

    from topboard.reasons.criteria import MatchColourGround, PreferenceGround, QualityCriterion


@dataclass(frozen=True, slots=True)
class FideCitations(Citations):
    """The articles to cite for decisions that every FIDE Swiss system makes."""

    rounds: str
    """The article that requires the number of rounds to be announced in advance."""
    lot: str
    """The article that requires the initial colour to be drawn by lot."""


@dataclass(frozen=True, slots=True)
class BracketCitations(FideCitations):
    """The articles to cite for decisions in a system that pairs by brackets."""

    completion: str
    """The article that requires that all players below a bracket can be paired."""
    same_absolute: str
    """The article that forbids pairing two players with the same absolute colour preference.

    It is an empty string if the rules have no such article.
    """
    order: str
    """The article on the order in which the pairings of a bracket are considered."""
    judged: str
    """The article on which of the possible pairings is chosen."""
    criteria: Mapping[QualityCriterion, str]
    colours: Mapping[PreferenceGround | MatchColourGround, str]
