"""The checker of proofs, which follows a published round without the engine that paired it.

From Topboard it imports only the tournament model (``topboard.model``), including each
participant's history. It computes points, groups, orders, colours and boards from the wording of
the regulations. From the file it takes the decisions that were made and the evidence for them.

A *witness* is evidence that can be checked without a search. A *place* is an index into the list of
participants being paired, and graphs have a bitset of places for each place. An *exit* is an extra
place that stands for leaving the group. A *bridge* is a set of places whose removal leaves more odd
components (*islands*) than it has members, so that not everyone can be paired.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

from topboard.proof.verify.reader import CheckedStep, NotProved, ProofReader
from topboard.proof.verify.round import (
    ProposedRound,
    add_earlier_outcomes_to_round,
    build_step_reader,
    parse_proposed_round,
)

__all__ = ["SYSTEMS", "NotProved", "ProofReader", "Verified", "follow", "scope", "verify", "walk"]

FAMILIES = {
    "olympiad": (
        "olympiad_2008",
        "olympiad_2008_dresden",
        "olympiad_2009",
        "olympiad_2021_draft",
        "olympiad_2022",
    ),
    "dubov": ("dubov_1997",),
    "dutch": ("fide_dutch_2017", "fide_dutch_2026"),
    "cfc": ("cfc_swiss",),
}
"""The systems whose rounds can be proved, grouped by the package that checks them.

Each package has a function ``check_round(round, steps)``, and a function
``find_proof_scope(system)`` that returns what is proved by witnesses and what is recomputed.
"""

SYSTEMS = {name: family for family, names in FAMILIES.items() for name in names}


class ProofScope(NamedTuple):
    """The parts of a round proved with evidence, and the parts that are only recomputed."""

    proved: tuple[str, ...]
    recomputed: tuple[str, ...]


def find_proof_scope(system: str) -> ProofScope | None:
    """Return the parts of a round that are proved for a system, or None if it has no proofs."""
    if system not in SYSTEMS:
        return None
    return ProofScope(*_import_checker_of_system(system).find_proof_scope(system))


def _import_checker_of_system(system: str) -> ModuleType:
    return import_module(f"topboard.proof.verify.{SYSTEMS[system]}")


class VerificationResult(NamedTuple):
    """The result of checking a proof: the steps that hold, and the first failure, if any."""

    holding: tuple[CheckedStep, ...]
    refused: NotProved | None = None

    @property
    def proved(self) -> bool:
        """Return whether the proof shows that the pairing of the round follows the rules."""
        return self.refused is None

    @property
    def proved_step_count(self) -> int:
        """The number of decisions that were checked and found correct."""
        return len({one.step for one in self.holding if one.step})


def verify(document: Mapping[str, Any], facts: Any = None) -> VerificationResult:
    """Check a proof and return the result.

    Pass ``facts`` to use them instead of the facts in the proof.
    """
    try:
        round_ = parse_proposed_round(document, facts)
    except NotProved as refused:
        return VerificationResult((), refused)
    return verify_steps_for_round(round_, build_step_reader(document))


def verify_steps_for_round(round_: ProposedRound, steps: ProofReader) -> VerificationResult:
    """Check the steps of a proof for a round that may differ from the one in the proof."""
    try:
        check_round(round_, steps)
        steps.refuse_unread_steps()
    except NotProved as refused:
        return VerificationResult(tuple(steps.found), refused)
    return VerificationResult(tuple(steps.found))


def check_round(round_: ProposedRound, steps: ProofReader) -> None:
    """Check every decision of a round, and raise ``NotProved`` at the first one that fails.

    Input that does not follow the format proves nothing, so it also counts as a failure.
    """
    if round_.system not in SYSTEMS:
        raise NotProved("unknown system {system}", system=repr(round_.system))
    try:
        _import_checker_of_system(round_.system).check_round(
            add_earlier_outcomes_to_round(round_), steps
        )
    except (AttributeError, LookupError, TypeError, ValueError) as unreadable:
        raise steps.build_refusal_of_current_step(
            "the proof of this step is missing or cannot be read"
        ) from unreadable
