"""What an edition says of its brackets, beside what it says of everybody in the round."""

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
    """The articles of a text for what is decided in a round."""

    bracket: str
    no_rematch: str
    completion: str
    bye: str
    sets: str
    """The order of the sets of upfloaters."""
    identifiers: str
    """The order of the pairings of a bracket."""
    judged: str
    """That the first of the best pairings is taken."""
    criteria: Mapping[QualityCriterion, str]
    colours: Mapping[MatchColourGround, str]
    boards: str
    rounds: str
    lot: str
    bye_steps: tuple[str, str, str, str] = ("3.4.1", "3.4.2", "3.4.3", "3.4.4")
    """The others can be paired; the lowest score; the most matches; the largest number."""


@dataclass(frozen=True, slots=True)
class UpfloaterTerms:
    """The criteria of a text for its brackets."""

    cite: UpfloaterCitations
    colours: tuple[QualityCriterion, ...]
    """The criteria for colours in their order; none where colours do not decide who meets."""
    faults: Faults
    """How many of a pair fall short of each of them; pairs of the same kinds fare alike."""
    last_rounds: int
    """In how many rounds at the end floats of the round before are not looked at."""
    graded: bool = False
    """Whether it counts how many upfloaters the following scoregroup would need; else it counts
    only whether it would need more than its number asks for."""

    def looks_at_floats(self, roll: Roll) -> bool:
        """Whether it counts in the round to come who floated in the one before."""
        planned, upcoming = roll.tournament.planned_rounds, roll.tournament.round_to_pair
        return not planned or planned - upcoming >= self.last_rounds


def no_faults(_one: PlayerState, _other: PlayerState) -> tuple[int, ...]:
    """Colours do not decide who meets whom."""
    return ()


def floated(profile: PlayerState) -> bool:
    """Whether somebody met an opponent of another score in the round before."""
    return profile.floats.up_last or profile.floats.down_last
