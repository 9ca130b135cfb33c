"""The articles of the Dubov rules to cite in reasons."""

from __future__ import annotations

from topboard._frozen import dataclass
from topboard.systems.fide_common.citations import BracketCitations


@dataclass(frozen=True, slots=True)
class DubovCitations(BracketCitations):
    """The articles to cite for decisions about brackets, upfloaters and subgroups."""

    fewest: str
    sets: str
    """The article on the order of the sets of upfloaters."""
    subgroups: str
    from_smaller: str
    from_larger: str
    shifters: str
    across: str
