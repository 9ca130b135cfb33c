"""The articles that the reasons for a pairing cite."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, fields, replace

if TYPE_CHECKING:
    from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Citations:
    """The articles to cite for decisions that every Swiss system makes.

    Subclasses add the articles for decisions that only their systems make.
    """

    bye: str
    no_rematch: str
    """The article that forbids two participants to meet twice."""
    groups: str
    """The article that requires participants with equal scores to meet whenever possible."""
    boards: str
    """The article about the order of boards or tables, or an empty string if there is none."""

    def put_chapter_before_citations(self, chapter: str) -> Self:
        """Return a copy of the citations with the chapter before each article number."""

        def put_chapter_before_citation(value: Any) -> Any:
            if isinstance(value, str):
                return value if value.startswith("C.") else f"{chapter} {value}"
            return {key: put_chapter_before_citation(article) for key, article in value.items()}

        return replace(
            self,
            **{
                one.name: put_chapter_before_citation(getattr(self, one.name))
                for one in fields(self)
            },
        )
