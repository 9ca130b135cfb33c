"""A cache of answers, because the rules are slow and give the same answer to the same facts."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from topboard.proof.prove.facts import facts_of
from topboard.proof.verify.facts import digest
from topboard.systems.registry import system

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.model import Tournament
    from topboard.reasons.decisions import RoundPairing
    from topboard.tiebreaks.standings import Standings

MOST = 4
"""The number of answers kept: enough for a few sections, or for rounds that are being viewed."""

Answer = TypeVar("Answer")


class Remembered(Generic[Answer]):
    """A function of the facts of a section that caches its last answers."""

    def __init__(self, answer: Callable[[Tournament], Answer]) -> None:
        self._answer = answer
        # The tuple is replaced as a whole, so readers need no lock.
        self._known: tuple[tuple[Tournament, Answer], ...] = ()

    def __call__(self, facts: Tournament) -> Answer:
        """Return the answer, computing it only if exactly these facts are not cached."""
        for known, answer in self._known:
            if known == facts:
                return answer
        answer = self._answer(facts)
        self._known = ((facts, answer), *self._known[: MOST - 1])
        return answer


class PairingAnswer:
    """A round as the rules pair it, with the digests that identify it later."""

    def __init__(self, facts: Tournament) -> None:
        self.facts = facts
        by_rules = system(facts.system)
        self.revision = by_rules.revision
        self.made: RoundPairing = by_rules.pair(facts)

    @cached_property
    def facts_digest(self) -> str:
        """Return the digest of the facts that the pairing is based on."""

        return digest(facts_of(self.facts))

    @cached_property
    def explanation(self) -> list[dict[str, Any]]:
        """Return the reasons as JSON."""
        from topboard.serialize.reasons import reasons_to_json

        return reasons_to_json(self.made.reasons)

    @cached_property
    def explanation_digest(self) -> str:
        """Return the digest of the reasons."""

        return digest(self.explanation)


def _standings(facts: Tournament) -> Standings:
    return system(facts.system).standings(facts)


paired = Remembered(PairingAnswer)
standings = Remembered(_standings)
