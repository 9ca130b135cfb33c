"""The reason for a pair in a few words, to be shown in a column beside the pairings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.messages import Message, message
from topboard.reasons.decisions import OpponentChoice
from topboard.reasons.grounds import CandidateOrder, HalvesPlacing, PairMethod, Placing
from topboard.reasons.obstacles import (
    FloatersDoNotMeet,
    ForbiddenByOrganiser,
    HaveMet,
    LeavesOthersUnpairable,
    LeavesUnpairable,
    SameColourDue,
)
from topboard.reasons.sentences.templates import CandidateTemplates, fill_template, render_sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from topboard.model import Number
    from topboard.reasons.decisions import Floater, RoundPairing
    from topboard.reasons.obstacles import PassedOver
    from topboard.reasons.sentences.templates import Row

    Name = Callable[[Number], str]


@dataclass(frozen=True, slots=True)
class PairSummary:
    """The reason for a pair in a few words."""

    lines: tuple[str, ...]
    """How the opponent was found, the floaters, and the first candidate passed over.

    For an MDP, the floater comes first.
    """
    is_usual: bool
    """Whether the system's normal order gives this pair, without floaters or obstacles."""


def summarize_pairs(pairing: RoundPairing, name: Name) -> dict[frozenset[Number], PairSummary]:
    """Return the summary of each pair of a round, keyed by its two participants.

    Pairs that no reason explains, such as those made by hand, are left out.
    """
    floaters = {floater.number: floater for floater in pairing.floaters}
    found: dict[frozenset[Number], PairSummary] = {}
    for choice in pairing.reasons:
        if isinstance(choice, OpponentChoice):
            both = (choice.chooser, choice.chosen)
            moved = [floaters[number] for number in both if number in floaters]
            found_by, floated = _method_label(choice, name), [*map(_floater_label, moved)]
            # The method of an MDP is only clear if the line before it names the downfloater.
            first = (
                [*floated, found_by] if choice.method is PairMethod.MDP else [found_by, *floated]
            )
            lines = [*first, *_obstacle_labels(choice.passed_over, name)]
            usual = not moved and not choice.passed_over and _is_usual_method(choice)
            found.setdefault(frozenset(both), PairSummary(tuple(lines), usual))
    return found


def _is_usual_method(choice: OpponentChoice) -> bool:
    if choice.method is PairMethod.HALVES:
        return choice.placing in (HalvesPlacing.IN_ORDER, Placing.CONSECUTIVE)
    return choice.method not in (PairMethod.REQUIRED, PairMethod.MDP, PairMethod.ODD_MAN)


def _method_label(choice: OpponentChoice, name: Name) -> str:
    if choice.method is PairMethod.ORDER:
        row = ORDER_LABELS[choice.order]
    elif choice.method is PairMethod.HALVES:
        row = (REMAINDER_LABELS if choice.in_remainder else PLACING_LABELS)[choice.placing]
    else:
        row = LABELS[choice.method]
    return render_sentence(row, choice, name)


def _floater_label(floater: Floater) -> str:
    template = DOWNFLOATER if floater.from_points > floater.to_points else UPFLOATER
    return fill_template(template, floater, str)


def _obstacle_labels(passed_over: Sequence[PassedOver], name: Name) -> Iterator[str]:
    for first in passed_over[:1]:
        usual = PASSED_OVER_BY_ARTICLE if getattr(first.obstacle, "article", "") else PASSED_OVER
        template = OBSTACLES.get(type(first.obstacle), usual)
        yield fill_template(template, first.obstacle, name, candidate=name(first.candidate))


DOWNFLOATER = message("downfloater from {from_points:points}")
UPFLOATER = message("upfloater from {from_points:points}")

PASSED_OVER = message("not {candidate}, see the reasons")
PASSED_OVER_BY_ARTICLE = message("not {candidate} ({article})")
OBSTACLES: dict[type, Message] = {
    HaveMet: message("not {candidate}: met in round {round}"),
    ForbiddenByOrganiser: message("not {candidate}: may not meet"),
    SameColourDue: message("not {candidate}: same colour"),
    FloatersDoNotMeet: message("not {candidate}: also a floater"),
    LeavesUnpairable: message("not {candidate}: others could not be paired"),
    LeavesOthersUnpairable: message("not {candidate}: others could not be paired"),
}
"""The labels for the obstacles that occur most often."""

LABELS: dict[PairMethod, Row] = {
    PairMethod.MDP: CandidateTemplates(
        message("meets the highest-ranked opponent"),
        message("meets the highest-ranked possible opponent"),
    ),
    PairMethod.REQUIRED: message("required by a ruling"),
    PairMethod.BRACKET_NUMBERS: CandidateTemplates(
        message("largest number in the bracket"), message("largest possible number in the bracket")
    ),
    PairMethod.SUBGROUPS: CandidateTemplates(
        message("S1 against G2, in order"), message("S1 against G2, first possible opponent")
    ),
    PairMethod.IDENTIFIER: CandidateTemplates(
        message("smallest available TPN"), message("smallest possible TPN")
    ),
    PairMethod.ODD_MAN: CandidateTemplates(
        message("odd man against the highest-ranked opponent"),
        message("odd man against the highest-ranked possible opponent"),
    ),
    PairMethod.BERGER_TABLE: message("round {row} of the table"),
}

PLACING_LABELS: dict[HalvesPlacing | Placing | None, Row] = {
    HalvesPlacing.IN_ORDER: message("S1 against S2, in order"),
    HalvesPlacing.TRANSPOSED: message("transposition: S2 in a different order"),
    HalvesPlacing.AFTER_EXCHANGE: message("exchange between S1 and S2"),
    Placing.CONSECUTIVE: message("top half against bottom half, in order"),
    Placing.TRANSPOSED: message("top half against bottom half, after a transposition"),
    Placing.INTERCHANGED: message("after an interchange between the halves"),
}

REMAINDER_LABELS: dict[HalvesPlacing | Placing | None, Row] = {
    HalvesPlacing.IN_ORDER: message("remaining players, in order"),
    HalvesPlacing.TRANSPOSED: message("remaining players: transposition"),
    HalvesPlacing.AFTER_EXCHANGE: message("remaining players: exchange"),
}

ORDER_LABELS: dict[CandidateOrder | None, Row] = {
    None: message("paired with each other"),
    CandidateOrder.LAST_TWO: message("the last two to pair"),
    CandidateOrder.FLOATERS: message("both floaters"),
    CandidateOrder.HALVES_OF_LIST: message("upper half against lower half"),
    CandidateOrder.MOVED_UP: message("moved up for this pairing"),
    CandidateOrder.ROW: CandidateTemplates(
        message("same row of the other column"), message("first possible in the other column")
    ),
    CandidateOrder.OWN_COLUMN: CandidateTemplates(
        message("first in the same column"), message("first possible in the same column")
    ),
    CandidateOrder.OTHER_HALF: CandidateTemplates(
        message("first in the other half"), message("first possible in the other half")
    ),
    CandidateOrder.OWN_HALF: CandidateTemplates(
        message("last in the same half"), message("last possible in the same half")
    ),
    CandidateOrder.HIGHEST: CandidateTemplates(
        message("highest-ranked opponent"), message("highest-ranked possible opponent")
    ),
    CandidateOrder.LOWEST: CandidateTemplates(
        message("lowest-ranked opponent"), message("lowest-ranked possible opponent")
    ),
    CandidateOrder.HIGHEST_NUMBERED: CandidateTemplates(
        message("opponent with the smallest TPN"),
        message("possible opponent with the smallest TPN"),
    ),
    CandidateOrder.LOWEST_NUMBERED: CandidateTemplates(
        message("opponent with the largest TPN"), message("possible opponent with the largest TPN")
    ),
    CandidateOrder.LAST: CandidateTemplates(
        message("last on the list"), message("last possible on the list")
    ),
    CandidateOrder.HIGHEST_RATING: CandidateTemplates(
        message("highest-rated opponent"), message("highest-rated possible opponent")
    ),
    CandidateOrder.LOWEST_RATING: CandidateTemplates(
        message("lowest-rated opponent due the dominating colour"),
        message("lowest-rated possible opponent due the dominating colour"),
    ),
}
