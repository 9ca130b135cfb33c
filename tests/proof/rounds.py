"""Rounds with their proofs, for the tests of the checker."""

from __future__ import annotations

import json
import pickle
from functools import cache
from typing import TYPE_CHECKING, Any

from topboard.analysis.generate import Wishes, generate_rounds
from topboard.errors import NoLegalPairing
from topboard.proof.prove import format_proof, prove
from topboard.proof.verify import SYSTEMS, verify
from topboard.proof.verify.facts import digest_json
from topboard.systems.registry import system

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.model import Tournament
    from topboard.reasons.decisions import RoundPairing

OLYMPIADS = tuple(name for name, family in SYSTEMS.items() if family == "olympiad")
ROUGH = Wishes(
    rounds=7, no_shows=10, absences=4, late=8, leaving=6, forbidden=3, draws=50, double_forfeits=3
)
"""An event in which much goes wrong."""


def paired_rounds(
    name: str, seed: int, wishes: Wishes
) -> Iterator[tuple[Tournament, RoundPairing]]:
    """The rounds of a generated event that have a pairing, each with it."""
    rules = system(name)
    try:
        for event in generate_rounds(rules, seed, wishes):
            yield event, rules.pair(event)
    except NoLegalPairing:
        return


@cache
def proofs_of_event(name: str, seed: int, competitors: int) -> tuple[tuple[str, RoundPairing], ...]:
    """The proofs of a rough event as text, each with the pairing that it proves."""
    from topboard._frozen import replace

    wishes = replace(ROUGH, competitors=competitors)
    rounds = paired_rounds(name, seed, wishes)
    return tuple((format_proof(prove(event, pairing)), pairing) for event, pairing in rounds)


def load_proof(text: str) -> dict[str, Any]:
    """The proof of a text, to be altered."""
    return json.loads(text)


def refusal_place(document: dict[str, Any]) -> tuple[int, str]:
    """The step and the article at which an altered proof is refused."""
    found = verify(document)
    assert found.refused is not None, "the alteration went unnoticed"
    return found.refused.step, found.refused.article


def copy_document(document: dict[str, Any]) -> dict[str, Any]:
    """A copy to be altered, in a tenth of the time of ``deepcopy``: the tests make thousands."""
    copied: dict[str, Any] = pickle.loads(pickle.dumps(document, pickle.HIGHEST_PROTOCOL))
    return copied


def with_facts(document: dict[str, Any], facts: dict[str, Any]) -> dict[str, Any]:
    """The proof with other facts, and their digest."""
    return {**copy_document(document), "facts": {"digest": digest_json(facts), "event": facts}}


def lacking_one(document: dict[str, Any], kind: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The proof without one item of a list in one of its steps, for every such item.

    With each comes the step, counted from 1.
    """
    for at, step in enumerate(document["steps"]):
        for place in range(len(step.get(kind, ()))):
            altered = copy_document(document)
            del altered["steps"][at][kind][place]
            yield at + 1, altered
