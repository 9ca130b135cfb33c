"""The rules in which an edition's brackets differ from those of other editions."""

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
    """The articles for the decisions about a bracket and its upfloaters."""

    sets: str
    """The article about the order of sets of upfloaters."""
    bye_steps: tuple[str, str, str, str] = ("3.4.1", "3.4.2", "3.4.3", "3.4.4")
    """The articles on the steps of choosing the bye.

    They require that the others can be paired, then the lowest score, the most matches and the
    largest number.
    """


@dataclass(frozen=True, slots=True)
class UpfloaterTerms:
    """The criteria of an edition for its brackets."""

    cite: UpfloaterCitations
    colours: tuple[QualityCriterion, ...]
    """The criteria for colours, in order. The tuple is empty if colours do not affect the pairs."""
    faults: Faults
    """Returns the number of participants in a pair that fall short of each colour criterion.

    Participants of equal kinds give equal results.
    """
    last_rounds: int
    """The number of final rounds in which floats of the preceding round are ignored."""
    graded: bool = False
    """Whether the number of upfloaters needed by the following scoregroup counts as such.

    If false, it only counts whether the number is more than the group's size requires.
    """

    def counts_previous_floats(self, field: FideField) -> bool:
        """Return whether floats of the previous round count in the next round."""
        planned, upcoming = field.tournament.planned_rounds, field.tournament.round_to_pair
        return not planned or planned - upcoming >= self.last_rounds


def no_colour_faults(_one: FidePlayer, _other: FidePlayer) -> tuple[int, ...]:
    """Return an empty tuple, because colours do not affect the pairs."""
    return ()


def has_floated_last_round(profile: FidePlayer) -> bool:
    """Return whether a participant met an opponent with a different score in the previous round."""
    return profile.floats.up_last or profile.floats.down_last
