"""The results of a diagnosis: explanations with their weights, round by round."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.diagnosis.repairs import OtherCode, OtherNumber

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.diagnosis.file_checks import FileFinding
    from topboard.diagnosis.repairs import Repair
    from topboard.model import Tournament

ENOUGH_ROUNDS = 2
ENOUGH_PAIRS = 10
"""The rounds or pairs that one repair must explain to be confirmed."""


SET_ASIDE_RANK = 100
"""What a pair set aside adds to the rank, so that repairs of the input come before it."""


class Weight(Enum):
    """The weight of an explanation, from certain to none."""

    CERTAIN = "certain"
    """The file contradicts the record that was repaired, and the rounds fit once it is."""
    CONFIRMED = "confirmed"
    """One repair explains two rounds or ten pairs, and no other repair of its kind does."""
    POSSIBLE = "possible"
    """The repair makes the published round come out, and so may others."""
    NONE = "none"
    """No repair that was tried explains the round."""


class Outcome(Enum):
    """The outcome of the diagnosis of a round, used to count rounds."""

    AS_FILED = "as the file is"
    REPAIRED = "with input repaired"
    SET_ASIDE = "beside a pair set aside"
    UNEXPLAINED = "unexplained"


@dataclass(frozen=True, slots=True)
class Assumption:
    """A repair found in other rounds that this round needs as well."""

    repair: Repair
    weight: Weight
    """How much the repair is worth where it was found."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """One or two repairs that together reproduce a published round."""

    repairs: tuple[Repair, ...]
    pairs_gained: int
    """The number of published pairs that agree only with the repairs."""
    rounds: tuple[int, ...] = ()
    """All rounds that the newest of the repairs explains."""
    behind: tuple[int, int] | None = None
    """The rank of explanations with a hint in the file, to which this one is a rival."""
    beside: tuple[Assumption, ...] = ()
    """What was found in other rounds and is also needed."""

    @property
    def sets_aside(self) -> bool:
        """Return whether a pair is set aside, so that only the rest of the round is compared."""
        return any(repair.sets_aside for repair in self.repairs)

    @property
    def rank(self) -> tuple[int, int]:
        """Return the sort key among the explanations of one round, with the best one first."""
        if self.behind is not None:
            return self.behind
        aside = SET_ASIDE_RANK * sum(repair.sets_aside for repair in self.repairs)
        return aside + sum(repair.rank for repair in self.repairs), -len(self.rounds)

    @property
    def claim(self) -> tuple[object, ...]:
        """Return a key for the assumptions of the explanation.

        Explanations that move one participant to different places in the list have the same key. So
        do explanations that change one participant's repeated byes in more or fewer rounds.
        """
        return tuple(claim_of_repair(repair) for repair in self.repairs)


def claim_of_repair(repair: Repair) -> object:
    """Return a key for the assumption of a repair.

    Repairs that move one participant to different places in the list have the same key. So do
    repairs that change one participant's repeated byes in more or fewer rounds.
    """
    if isinstance(repair, OtherNumber):
        return repair.kind, repair.number
    if isinstance(repair, OtherCode) and repair.trace == "second bye":
        return repair.kind, repair.number, repair.instead
    return repair


@dataclass(frozen=True, slots=True)
class RoundDiagnosis:
    """The diagnosis of one published round."""

    round: int
    outcome: Outcome
    weight: Weight
    explanation: Explanation | None = None
    rivals: tuple[Explanation, ...] = ()
    """Other explanations of equal rank."""
    pairs: int = 0
    pairs_differing: int = 0
    """The published pairs that differ from ours with the file as it is."""
    bye_differs: bool = False
    trials: int = 0
    """How many repairs were tried."""
    cut_short: bool = False
    """Whether the limit of trials was reached before all repairs were tried."""
    searched: bool = True
    """Whether the round was compared with our pairing before the search was stopped."""
    stopped: bool = False
    """Whether the search was stopped before this round was explained."""

    @property
    def unexplained(self) -> bool:
        """Return whether the round differs and no repair explains it."""
        return self.outcome is Outcome.UNEXPLAINED


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The diagnosis of an event, with the diagnosis of each published round."""

    event: Tournament
    system: str
    findings: tuple[FileFinding, ...]
    rounds: tuple[RoundDiagnosis, ...]
    quick: bool = False
    stopped: bool = False
    """Whether the search was stopped before it was finished."""
    most_trials: int = 0
    left_out: tuple[int, ...] = ()
    """The rounds that cannot be paired again, because the numbers of the time are not known."""

    def count(self, outcome: Outcome) -> int:
        """Return the number of rounds with this outcome."""
        return len(self.list_rounds(outcome))

    def list_rounds(self, outcome: Outcome) -> tuple[int, ...]:
        """Return the numbers of the rounds with this outcome."""
        return tuple(one.round for one in self.rounds if one.outcome is outcome)

    @property
    def repairs(self) -> tuple[Repair, ...]:
        """Return every repair that explains a round, once each, in the order of the rounds."""
        found: dict[Repair, None] = {}
        for one in self.rounds:
            if one.explanation is not None:
                found.update(dict.fromkeys(one.explanation.repairs))
        return tuple(found)

    @property
    def unexplained(self) -> tuple[int, ...]:
        """Return the numbers of the rounds whose differences are unexplained."""
        return tuple(r.round for r in self.rounds if r.unexplained)


@dataclass(frozen=True, slots=True)
class NotedCheck:
    """The result of pairing a round again with the assumptions that a file notes for it."""

    round: int
    agrees: bool
    sets_aside: bool
    """Whether a pair is set aside, so that only the rest of the round is compared."""


def group_alike(rounds: Sequence[RoundDiagnosis]) -> list[list[RoundDiagnosis]]:
    """Return the rounds that differ from the rules, grouped by explanation."""
    groups: dict[object, list[RoundDiagnosis]] = {}
    for one in rounds:
        if one.outcome is not Outcome.AS_FILED:
            key = one.round if one.explanation is None else (one.explanation, one.weight)
            groups.setdefault(key, []).append(one)
    return list(groups.values())
