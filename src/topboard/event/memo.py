"""Answers that are remembered: the rules answer the same to the same facts, and take their time."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from topboard.systems.registry import system

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.model import Tournament
    from topboard.reasons.decisions import RoundPairing
    from topboard.tiebreaks.standings import Standings

MOST = 4
"""Facts of which the answer is remembered: a few sections, or rounds that somebody looks at."""

Answer = TypeVar("Answer")


class Remembered(Generic[Answer]):
    """A question about the facts of a section, with its last answers."""

    def __init__(self, answer: Callable[[Tournament], Answer]) -> None:
        self._answer = answer
        # Replaced as a whole, so that whoever looks through it needs no lock.
        self._known: tuple[tuple[Tournament, Answer], ...] = ()

    def __call__(self, facts: Tournament) -> Answer:
        """The answer; it is asked for only where these very facts are new."""
        for known, answer in self._known:
            if known == facts:
                return answer
        answer = self._answer(facts)
        self._known = ((facts, answer), *self._known[: MOST - 1])
        return answer


class PairingAnswer:
    """A round as the rules pair it, with the digests by which it is recognised later."""

    def __init__(self, facts: Tournament) -> None:
        self.facts = facts
        by_rules = system(facts.system)
        self.revision = by_rules.revision
        self.made: RoundPairing = by_rules.pair(facts)

    @cached_property
    def facts_digest(self) -> str:
        """The digest of the facts that the pairing rests on."""
        from topboard.proof.prove.facts import facts_of
        from topboard.proof.verify.facts import digest

        return digest(facts_of(self.facts))

    @cached_property
    def explanation(self) -> list[dict[str, Any]]:
        """The reasons as JSON."""
        from topboard.serialize.reasons import reasons_to_json

        return reasons_to_json(self.made.reasons)

    @cached_property
    def explanation_digest(self) -> str:
        """The digest of the reasons."""
        from topboard.proof.verify.facts import digest

        return digest(self.explanation)


def _standings(facts: Tournament) -> Standings:
    return system(facts.system).standings(facts)


paired = Remembered(PairingAnswer)
standings = Remembered(_standings)
