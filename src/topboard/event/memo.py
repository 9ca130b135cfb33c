"""A cache for pairings and standings, which take long to compute.

They depend only on the tournament data.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from topboard.proof.prove.facts import build_facts
from topboard.proof.verify.facts import digest_json
from topboard.serialize.reasons import reasons_to_json
from topboard.systems.registry import system

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.model import Tournament
    from topboard.reasons.decisions import RoundPairing
    from topboard.tiebreaks.standings import Standings

MOST = 4
"""The number of results to cache.

It is enough for a few sections, or for the rounds being viewed.
"""

Answer = TypeVar("Answer")


class CachedFunction(Generic[Answer]):
    """A function of a section's tournament data that caches its latest results."""

    def __init__(self, answer: Callable[[Tournament], Answer]) -> None:
        self._answer = answer
        # The tuple is replaced as a whole, so readers need no lock.
        self._known: tuple[tuple[Tournament, Answer], ...] = ()

    def __call__(self, facts: Tournament) -> Answer:
        """Return the result for the tournament data, computing it only if it is not cached."""
        for known, answer in self._known:
            if known == facts:
                return answer
        answer = self._answer(facts)
        self._known = ((facts, answer), *self._known[: MOST - 1])
        return answer


class PairingAnswer:
    """The pairing of a round by the rules, with digests that identify it later."""

    def __init__(self, facts: Tournament) -> None:
        self.facts = facts
        by_rules = system(facts.system)
        self.revision = by_rules.revision
        self.made: RoundPairing = by_rules.pair(facts)

    @cached_property
    def tournament_digest(self) -> str:
        """Return the digest of the tournament data on which the pairing is based."""

        return digest_json(build_facts(self.facts))

    @cached_property
    def explanation(self) -> list[dict[str, Any]]:
        """Return the reasons for the pairing as JSON objects."""
        return reasons_to_json(self.made.reasons)

    @cached_property
    def explanation_digest(self) -> str:
        """Return the digest of the reasons for the pairing, serialized as JSON."""

        return digest_json(self.explanation)


def _compute_standings(facts: Tournament) -> Standings:
    return system(facts.system).standings(facts)


paired = CachedFunction(PairingAnswer)
standings = CachedFunction(_compute_standings)
