"""The proof of a published round, created on publication and completed on request."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from topboard._frozen import replace
from topboard.errors import BadInput, NoLegalPairing
from topboard.event.memo import paired
from topboard.event.pairing import build_tournament_before_next_round, is_pairing_equal_to_tables
from topboard.messages import say
from topboard.proof.prove import format_proof, prove
from topboard.proof.prove.facts import build_facts
from topboard.proof.prove.sentences import translate_refusal_with_step
from topboard.proof.verify import SYSTEMS, NotProved, VerificationResult, verify_steps_for_round
from topboard.proof.verify.round import (
    build_step_reader,
    check_proposed_round,
    parse_proof,
    parse_proposed_round,
)

if TYPE_CHECKING:
    from topboard.event.actions import PublishRound
    from topboard.event.replay import Replay
    from topboard.event.state import Event, PublishedRound, Section
    from topboard.model import Tournament
    from topboard.reasons.decisions import RoundPairing


def add_proof_to_publication(event: Event, act: PublishRound) -> tuple[PublishRound, str]:
    """Return the publication with a proof of its pairing, and a warning if the proof failed.

    A manual pairing gets neither. The proof leaves out the tournament data, because the journal
    contains them.
    """
    bare = replace(act, proof="")
    section = event.section(act.section)
    draft = section.draft
    if draft is None or draft.manual or section.system not in SYSTEMS:
        return bare, ""
    try:
        answer = paired(build_tournament_before_next_round(event, section))
        if not is_pairing_equal_to_tables(answer.made, draft.tables, draft.bye):
            # The tournament data have changed since, so the publication will be refused.
            return bare, ""
        proof = prove(answer.facts, answer.made, with_facts=False)
    except (NoLegalPairing, BadInput):
        return bare, ""
    except NotProved as refused:
        return bare, _format_proof_warning(refused)
    return replace(act, proof=_dump_compact_proof(proof)), ""


def build_warning_if_unproved(before: Tournament, pairing: RoundPairing) -> str:
    """Return a warning if the proof checker does not accept a pairing, else "".

    There is no warning for systems without proofs.
    """
    if pairing.system not in SYSTEMS:
        return ""
    try:
        prove(before, pairing, with_facts=False)
    except NotProved as refused:
        return _format_proof_warning(refused)
    return ""


def _format_proof_warning(refused: NotProved) -> str:
    return say(
        "The proof checker does not accept this pairing ({why}). Check the pairs before you "
        "publish them. Without a proof that the checker accepts, the round is published "
        "unproved. Please report this, because either the pairing or the checker is wrong.",
        why=translate_refusal_with_step(refused),
    )


def _dump_compact_proof(proof: dict[str, Any]) -> str:
    return json.dumps(proof, separators=(",", ":"))


def format_proof_with_tournament_data(replayed: Replay) -> str:
    """Return the proof of a published round as a file's text, including the tournament data."""
    proof = json.loads(replayed.proof)
    return format_proof(
        {**proof, "facts": {**proof["facts"], "event": build_facts(replayed.before)}}
    )


def check_proof_of_replayed_round(replayed: Replay) -> VerificationResult | None:
    """Return the checker's verdict on a recorded proof, or None if the round has no proof.

    The tournament data and the pairings are taken from the journal.
    """
    if not replayed.proof:
        return None
    try:
        document = parse_proof(replayed.proof)
        proved = parse_proposed_round(document, build_facts(replayed.before))
        pairs = [(t.white, t.black) for t in sorted(replayed.tables, key=lambda t: t.table)]
        published = check_proposed_round(proved.tournament, proved.system, pairs, replayed.bye)
    except NotProved as refused:
        return VerificationResult((), refused)
    found = verify_steps_for_round(published, build_step_reader(document))
    as_filed, as_played = ((one.pairs, one.opponents) for one in (proved, published))
    if found.proved and as_filed != as_played:
        # The pairs in the proof differ from the published ones, so its own pairs are checked too.
        return verify_steps_for_round(proved, build_step_reader(document))
    return found


def describe_whether_round_is_proved(section: Section, played: PublishedRound) -> str:
    """Return a sentence about the proof of a published round, with the reason if it is not
    proved.
    """
    if played.proof:
        return say("Proved: an independent checker has verified every decision of this round.")
    if section.system not in SYSTEMS:
        return say("No proof: rounds paired by these rules cannot be proved yet.")
    if played.revision:
        return say("No proof: the arbiters changed the round after it was published.")
    if played.manual:
        return say("No proof: the arbiters paired the round by hand.")
    if not played.digest:
        return say("No proof: another program paired the round.")
    return say("No proof: the round was published without one.")
