"""The rules of an edition for its brackets, apart from those for all participants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from topboard.reasons.criteria import MatchColourGround, QualityCriterion
    from topboard.systems.fide_common.players import PlayerState, Roll

    Faults = Callable[[PlayerState, PlayerState], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class UpfloaterCitations:
    """The articles of a text for the decisions in a round."""

    bracket: str
    no_rematch: str
    completion: str
    bye: str
    sets: str
    """The article about the order of the sets of upfloaters."""
    identifiers: str
    """The article about the order of the pairings of a bracket."""
    judged: str
    """The article that the first of the best pairings is taken."""
    criteria: Mapping[QualityCriterion, str]
    colours: Mapping[MatchColourGround, str]
    boards: str
    rounds: str
    lot: str
    bye_steps: tuple[str, str, str, str] = ("3.4.1", "3.4.2", "3.4.3", "3.4.4")
    """The articles on pairability of the others, lowest score, most matches and largest number."""


@dataclass(frozen=True, slots=True)
class UpfloaterTerms:
    """The criteria of a text for its brackets."""

    cite: UpfloaterCitations
    colours: tuple[QualityCriterion, ...]
    """The criteria for colours in their order. Empty if colours do not affect the pairs."""
    faults: Faults
    """Returns how many of a pair fall short of each criterion. Equal kinds give equal results."""
    last_rounds: int
    """The number of rounds at the end in which floats of the round before are ignored."""
    graded: bool = False
    """Whether the number of upfloaters that the following scoregroup would need counts.

    Otherwise it only counts whether that is more than its size requires.
    """

    def looks_at_floats(self, roll: Roll) -> bool:
        """Return whether floats of the last round count in the next round."""
        planned, upcoming = roll.tournament.planned_rounds, roll.tournament.round_to_pair
        return not planned or planned - upcoming >= self.last_rounds


def no_faults(_one: PlayerState, _other: PlayerState) -> tuple[int, ...]:
    """Return no shortcomings, because colours do not affect the pairs."""
    return ()


def floated_last_round(profile: PlayerState) -> bool:
    """Return whether a participant met an opponent with a different score in the round before."""
    return profile.floats.up_last or profile.floats.down_last
