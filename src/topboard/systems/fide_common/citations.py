"""The articles that reasons cite, as each edition names them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from topboard._frozen import dataclass, replace

if TYPE_CHECKING:
    from collections.abc import Mapping

    from topboard.reasons.criteria import PreferenceGround, QualityCriterion


class RoundCitations(Protocol):
    """The articles for the decisions in a round of any of the systems."""

    @property
    def no_rematch(self) -> str:
        """The article that nobody meets the same opponent twice."""

    @property
    def completion(self) -> str:
        """The article that everybody must have an opponent."""

    @property
    def bye(self) -> str:
        """The article about the bye."""

    @property
    def boards(self) -> str:
        """The article about the order of the boards."""

    @property
    def rounds(self) -> str:
        """The article that the number of rounds is declared."""

    @property
    def lot(self) -> str:
        """The article that the initial colour is drawn by lot."""


@dataclass(frozen=True, slots=True)
class BracketCitations:
    """The articles of a text for the decisions in a round."""

    bracket: str
    no_rematch: str
    same_absolute: str
    completion: str
    bye: str
    moved_down: str
    halves: str
    judged: str
    criteria: Mapping[QualityCriterion, str]
    colours: Mapping[PreferenceGround, str]
    boards: str
    rounds: str
    lot: str

    def from_outside(self, chapter: str) -> BracketCitations:
        """Return the articles as a text of a different chapter cites them."""

        def named(article: str) -> str:
            return article if article.startswith("C.") else f"{chapter} {article}"

        return replace(
            self,
            **{name: named(getattr(self, name)) for name in _SINGLE},
            criteria={criterion: named(cited) for criterion, cited in self.criteria.items()},
            colours={ground: named(cited) for ground, cited in self.colours.items()},
        )


_SINGLE = (
    "bracket",
    "no_rematch",
    "same_absolute",
    "completion",
    "bye",
    "moved_down",
    "halves",
    "judged",
    "boards",
    "rounds",
    "lot",
)
"""The fields that hold one article each."""
