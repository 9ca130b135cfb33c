"""What makes a paired round this one and no other, whatever words or classes explain it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from topboard.event.actions import PairRound


def identity_of(system: str, paired: PairRound) -> dict[str, Any]:
    """The identity of a round: system and revision, facts, tables, bye and exclusions."""
    return {
        "system": system,
        "revision": paired.system_revision,
        "round": paired.round,
        "facts": paired.facts,
        "tables": [[t.table, t.white, t.black] for t in paired.tables],
        "bye": paired.bye,
        "excluded": [[one.number, one.article] for one in paired.excluded],
    }


def identity_digest(system: str, paired: PairRound) -> str:
    """SHA-256 of the identity as JSON with sorted names and no spaces."""
    from topboard.proof.verify.facts import digest

    return digest(identity_of(system, paired))


def is_consistent(system: str, paired: PairRound) -> bool:
    """Whether the digest of a round is that of its identity.

    Journals of versions 1 and 2 do not name the facts, and their digest is of no use.
    """
    return not paired.facts or paired.digest == identity_digest(system, paired)
