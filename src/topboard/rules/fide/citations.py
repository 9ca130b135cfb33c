"""The articles that reasons cite, as each edition names them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping

    from topboard.grounds import PreferenceGround, QualityCriterion


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
