"""The articles cited in the reasons of the Dubov system."""

from __future__ import annotations

from topboard._frozen import dataclass
from topboard.systems.fide_common.citations import BracketCitations


@dataclass(frozen=True, slots=True)
class DubovCitations(BracketCitations):
    """The articles for the decisions about a bracket, its upfloaters and its subgroups."""

    fewest: str
    sets: str
    """The article about the order of sets of upfloaters."""
    subgroups: str
    from_smaller: str
    from_larger: str
    shifters: str
    across: str
