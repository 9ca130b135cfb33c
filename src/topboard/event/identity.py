"""The data that identify a paired round, whatever reasons are given for its pairing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topboard.proof.verify.facts import digest_json

if TYPE_CHECKING:
    from topboard.event.actions import PairRound


def build_round_identity(system: str, paired: PairRound) -> dict[str, Any]:
    """Return the data that identify a paired round.

    These are the system, revision, facts, pairings, bye and exclusions.
    """
    return {
        "system": system,
        "revision": paired.system_revision,
        "round": paired.round,
        "facts": paired.facts,
        "tables": [[t.table, t.white, t.black] for t in paired.tables],
        "bye": paired.bye,
        "excluded": [[one.number, one.article] for one in paired.excluded],
    }


def round_identity_digest(system: str, paired: PairRound) -> str:
    """Return the SHA-256 digest of a round's identity as JSON with sorted keys and no spaces."""

    return digest_json(build_round_identity(system, paired))


def has_matching_digest(system: str, paired: PairRound) -> bool:
    """Return whether the digest of a round matches its identity.

    In journals of versions 1 and 2 the digest cannot be checked, so the result is True.
    """
    return not paired.facts or paired.digest == round_identity_digest(system, paired)
