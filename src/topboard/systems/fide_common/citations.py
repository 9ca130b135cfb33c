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
    def bracket(self) -> str:
        """The article about brackets, in which players with equal scores meet."""

    @property
    def no_rematch(self) -> str:
        """The article that forbids two players to meet twice."""

    @property
    def completion(self) -> str:
        """The article that requires an opponent for every player."""

    @property
    def bye(self) -> str:
        """The article about the bye."""

    @property
    def boards(self) -> str:
        """The article about the order of the boards."""

    @property
    def rounds(self) -> str:
        """The article that requires the number of rounds to be declared."""

    @property
    def lot(self) -> str:
        """The article that has the initial colour drawn by lot."""


@dataclass(frozen=True, slots=True)
class BracketCitations:
    """The articles of an edition for the decisions in a round."""

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
        """Return the articles in the form in which the rules of a different chapter cite them."""

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
"""The names of the fields that hold a single article."""
