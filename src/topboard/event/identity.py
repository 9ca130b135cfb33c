"""The data that identify a paired round. The reasons for the pairing are not among them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topboard.proof.verify.facts import digest_json

if TYPE_CHECKING:
    from topboard.event.actions import PairRound


def build_round_identity(system: str, paired: PairRound) -> dict[str, Any]:
    """Return the data that identify a paired round.

    They are the round number, the system and its revision, the digest of the tournament data, the
    pairings, the bye and the exclusions.
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


def compute_round_identity_digest(system: str, paired: PairRound) -> str:
    """Return the SHA-256 digest of a round's identity as JSON with sorted keys and no spaces."""

    return digest_json(build_round_identity(system, paired))


def is_round_digest_correct(system: str, paired: PairRound) -> bool:
    """Return whether the digest of a round matches its identity.

    In journals of versions 1 and 2 the digest cannot be checked, so the result is True.
    """
    return not paired.facts or paired.digest == compute_round_identity_digest(system, paired)
