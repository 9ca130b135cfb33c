"""The articles that reasons cite, as each edition names them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, fields, replace

if TYPE_CHECKING:
    from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Citations:
    """The articles for the decisions in a round that every Swiss system makes.

    A family adds the articles for its own decisions.
    """

    bye: str
    no_rematch: str
    """The article that forbids two participants to meet twice."""
    groups: str
    """The article by which participants with equal scores meet, as far as possible."""
    boards: str
    """The article about boards or tables, or an empty string if the rules do not mention them."""

    def cite_from_other_chapter(self, chapter: str) -> Self:
        """Return the articles prefixed with their chapter, as other chapters cite them."""

        def prefix_chapter(value: Any) -> Any:
            if isinstance(value, str):
                return value if value.startswith("C.") else f"{chapter} {value}"
            return {key: prefix_chapter(article) for key, article in value.items()}

        return replace(
            self, **{one.name: prefix_chapter(getattr(self, one.name)) for one in fields(self)}
        )
