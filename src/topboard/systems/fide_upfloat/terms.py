"""The criteria and articles in which the systems with upfloaters differ from each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.systems.fide_common.citations import BracketCitations

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.reasons.criteria import QualityCriterion
    from topboard.systems.fide_common.players import FideField, FidePlayer

    Faults = Callable[[FidePlayer, FidePlayer], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class UpfloaterCitations(BracketCitations):
    """The article numbers to cite for decisions about brackets, upfloaters and the bye."""

    sets: str
    """The article on the order of the sets of upfloaters."""
    bye_steps: tuple[str, str, str, str] = ("3.4.1", "3.4.2", "3.4.3", "3.4.4")
    """The articles on the four steps in choosing who receives the bye.

    They are a possible pairing of all others, the lowest score, the most matches played and the
    largest TPN.
    """


@dataclass(frozen=True, slots=True)
class UpfloaterTerms:
    """The pairing criteria of one system, and the articles to cite for them."""

    cite: UpfloaterCitations
    colours: tuple[QualityCriterion, ...]
    """The colour criteria in order of priority. The tuple is empty if colours do not affect the
    pairs.
    """
    faults: Faults
    """A function that returns how many participants of a pair do not meet each colour criterion.

    The result must be the same for any two participants of equal ``kinds``.
    """
    last_rounds: int
    """The number of final rounds in which floats in the previous round are ignored."""
    graded: bool = False
    """Whether the sets are compared by how many upfloaters the following scoregroup would need.

    If false, it matters only whether that scoregroup would need more upfloaters than its size
    requires.
    """

    def counts_previous_floats(self, field: FideField) -> bool:
        """Return whether floats in the previous round are considered when the next round is
        paired.
        """
        planned, upcoming = field.tournament.planned_rounds, field.tournament.round_to_pair
        return not planned or planned - upcoming >= self.last_rounds


def no_colour_faults(_one: FidePlayer, _other: FidePlayer) -> tuple[int, ...]:
    """Return an empty tuple, because this system has no colour criteria for pairs."""
    return ()


def has_floated_last_round(profile: FidePlayer) -> bool:
    """Return whether a participant met an opponent with a different score in the previous round."""
    return profile.floats.up_last or profile.floats.down_last
