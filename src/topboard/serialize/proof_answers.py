"""Answers about systems and proofs as JSON, the same on the command line and in the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topboard.proof.verify import find_proof_scope
from topboard.proof.verify.round import is_for_supported_rules

if TYPE_CHECKING:
    from collections.abc import Mapping

    from topboard.proof.verify import ProofScope, VerificationResult
    from topboard.serialize.answer_types import ProofScopeJson, SystemJson
    from topboard.systems.registry import System


def system_to_json(one: System) -> SystemJson:
    """Return a system as JSON: its name, its source, its articles and the scope of its proofs."""

    return {
        "name": one.name,
        "title": one.title,
        "source": one.source,
        "competitors": "teams" if one.teams else "players",
        "revision": one.revision,
        "articles": list(one.articles),
        "proof": _proof_scope_to_json(find_proof_scope(one.name)),
    }


def _proof_scope_to_json(known: ProofScope | None) -> ProofScopeJson | None:
    if known is None:
        return None
    return {"proved": list(known.proved), "recomputed": list(known.recomputed)}


def verification_to_json(document: Mapping[str, Any], found: VerificationResult) -> dict[str, Any]:
    """Return the result of verifying a proof as JSON: the proved steps and the first failure."""

    return {
        "system": document.get("system"),
        "round": document.get("round"),
        "proved": found.proved,
        "same_regulation": is_for_supported_rules(document),
        **failed_step_to_json(found),
        "holds": [one._asdict() for one in found.holding],
    }


def round_verification_to_json(number: int, found: VerificationResult) -> dict[str, Any]:
    """Return the result of verifying the proof of a published round, as JSON."""
    return {
        "round": number,
        "proved": found.proved,
        "steps": found.proved_step_count,
        **failed_step_to_json(found),
    }


def failed_step_to_json(found: VerificationResult) -> dict[str, Any]:
    """Return the first step that could not be proved, with its article and the reason, as JSON.

    Return an empty dictionary if all steps are proved.
    """
    wrong = found.refused
    if wrong is None:
        return {}
    return {"refused": {"step": wrong.step, "article": wrong.article, "why": str(wrong)}}
