"""The criteria and articles that differ between the systems with upfloaters."""

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
    """The articles to cite for decisions about brackets, upfloaters and the bye."""

    sets: str
    """The article on the order of the sets of upfloaters."""
    bye_steps: tuple[str, str, str, str] = ("3.4.1", "3.4.2", "3.4.3", "3.4.4")
    """The articles on the four steps of choosing the participant with the bye.

    The steps are a possible pairing of all others, the lowest score, the most matches played, and
    the largest TPN.
    """


@dataclass(frozen=True, slots=True)
class UpfloaterCriteriaAndArticles:
    """The pairing criteria of one system, and the articles to cite for them."""

    cite: UpfloaterCitations
    colours: tuple[QualityCriterion, ...]
    """The colour criteria in order of priority. The tuple is empty if colours do not affect the
    pairs.
    """
    faults: Faults
    """A function that counts how many participants of a pair do not meet each colour criterion.

    The result must be the same for any two participants with equal ``kinds``.
    """
    last_rounds: int
    """The number of final rounds in which previous floats are ignored."""
    graded: bool = False
    """Whether sets are compared by the number of upfloaters that the following scoregroup would
    need.

    If false, they are compared only by whether it would need more than its size requires.
    """

    def do_previous_floats_count(self, field: FideField) -> bool:
        """Return whether floats in the previous round affect the pairing of the next round."""
        planned, upcoming = field.tournament.planned_rounds, field.tournament.round_to_pair
        return not planned or planned - upcoming >= self.last_rounds


def count_no_colour_faults(_one: FidePlayer, _other: FidePlayer) -> tuple[int, ...]:
    """Return an empty tuple, because this system has no colour criteria for pairs."""
    return ()


def has_floated_last_round(profile: FidePlayer) -> bool:
    """Return whether a participant met an opponent with a different score in the previous round."""
    return profile.floats.up_last or profile.floats.down_last
