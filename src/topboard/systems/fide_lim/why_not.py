"""The reasons why two players may not be paired at all in a Lim round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.systems.common import why_not
from topboard.systems.fide_lim.field import LimField

if TYPE_CHECKING:
    from topboard.model import Number
    from topboard.reasons.decisions import RoundPairing
    from topboard.reasons.objections import Objections
    from topboard.systems.fide_lim.citations import LimCitations


def find_objections(cite: LimCitations, made: RoundPairing, a: Number, b: Number) -> Objections:
    """Return the reasons why two players may not be paired at all, with the articles to cite."""
    field = made.decided
    assert isinstance(field, LimField)
    return why_not.find_objections(
        field,
        a,
        b,
        rematch_article=cite.no_rematch,
        colours_article=cite.compatible,
        groups_article=cite.groups,
    )
