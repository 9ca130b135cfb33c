"""The articles that reasons cite, as each edition names them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from topboard._frozen import dataclass, replace

if TYPE_CHECKING:
    from collections.abc import Mapping

    from topboard.reasons.criteria import PreferenceGround, QualityCriterion


class RoundCitations(Protocol):
    """The articles for what is decided in a round of any of the systems."""

    @property
    def no_rematch(self) -> str:
        """Nobody meets the same opponent twice."""

    @property
    def completion(self) -> str:
        """Everybody must have an opponent."""

    @property
    def bye(self) -> str:
        """Who has the bye."""

    @property
    def boards(self) -> str:
        """The order of the tables."""

    @property
    def rounds(self) -> str:
        """The number of rounds is declared."""

    @property
    def lot(self) -> str:
        """The initial colour is drawn."""


@dataclass(frozen=True, slots=True)
class BracketCitations:
    """The articles of a text for what is decided in a round."""

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
        """The same as a text of another chapter cites them."""

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
"""What is cited by one article."""
