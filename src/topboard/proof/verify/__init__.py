"""The checker of proofs: a published round followed step by step, without the engine that made it.

It imports the standard library, and of Topboard only the facts (``topboard.model``) and how each
competitor sees the rounds (``topboard.model.history``). It works out points, groups, orders,
colours and tables from the words of the regulation. From the file it takes which decisions were
made, and the witnesses.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

from topboard.proof.verify.reader import CheckedStep, NotProved, ProofReader
from topboard.proof.verify.round import Proposed, round_of, steps_of, with_rounds_read

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
"""The editions whose rounds can be proved, in the package of their family.

The package has a function ``walk(round, steps)``, which follows a round of one of its editions,
and ``scope(system)``, which says what it proves by witnesses and what it works out again.
"""

SYSTEMS = {name: family for family, names in FAMILIES.items() for name in names}


class ProofScope(NamedTuple):
    """What of a round a proof shows by witnesses, and what the checker only works out again."""

    proved: tuple[str, ...]
    recomputed: tuple[str, ...]


def scope(system: str) -> ProofScope | None:
    """How far the rounds of a system are proved; None where they are not."""
    if system not in SYSTEMS:
        return None
    return ProofScope(*_family(system).scope(system))


def _family(system: str) -> ModuleType:
    return import_module(f"topboard.proof.verify.{SYSTEMS[system]}")


class Verified(NamedTuple):
    """What the checker found: everything that holds, and the first that does not, if any."""

    holding: tuple[CheckedStep, ...]
    refused: NotProved | None = None

    @property
    def proved(self) -> bool:
        """Whether the round is proved."""
        return self.refused is None

    @property
    def steps(self) -> int:
        """How many decisions hold."""
        return len({one.step for one in self.holding if one.step})


def verify(document: Mapping[str, Any], facts: Any = None) -> Verified:
    """Check a proof; ``facts`` where it does not carry them."""
    try:
        round_ = round_of(document, facts)
    except NotProved as refused:
        return Verified((), refused)
    return follow(round_, steps_of(document))


def follow(round_: Proposed, steps: ProofReader) -> Verified:
    """Check the steps for a round, which need not be the one that stands in the proof."""
    try:
        walk(round_, steps)
        steps.finish()
    except NotProved as refused:
        return Verified(tuple(steps.found), refused)
    return Verified(tuple(steps.found))


def walk(round_: Proposed, steps: ProofReader) -> None:
    """Follow a round from its facts to its tables; NotProved at the first that does not hold.

    What is not written as the format has it cannot be read, wherever it stands, and proves nothing.
    """
    if round_.system not in SYSTEMS:
        raise NotProved("this checker knows no system {system}", system=repr(round_.system))
    try:
        _family(round_.system).walk(with_rounds_read(round_), steps)
    except (AttributeError, LookupError, TypeError, ValueError) as unreadable:
        raise steps.refused("what the file has here shows nothing") from unreadable
