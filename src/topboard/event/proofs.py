"""The proof of a round that is published: made with it, and completed when somebody asks for it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from topboard.errors import BadInput, NoLegalPairing
from topboard.event.pairing import facts
from topboard.event.remembered import paired
from topboard.messages import say
from topboard.proof import SYSTEMS, NotProved, verify
from topboard.proving import prove, text_of
from topboard.proving.facts import facts_of
from topboard.proving.words import told
from topboard.records import replace

if TYPE_CHECKING:
    from topboard.event.acts import PublishRound
    from topboard.event.replay import Replay
    from topboard.event.state import Event


def with_proof(event: Event, act: PublishRound) -> tuple[PublishRound, tuple[str, ...]]:
    """The publication with the proof of its pairing, and what the arbiter should know of it.

    A pairing by hand has none. The facts are left out: the journal has them.
    """
    bare = replace(act, proof="")
    section = event.section(act.section)
    draft = section.draft
    if draft is None or draft.manual or section.system not in SYSTEMS:
        return bare, ()
    try:
        before = facts(event, section)
        answer = paired(before)
        if answer.digest != draft.digest:
            # The facts have changed, and the publication will be refused.
            return bare, ()
        proof = prove(before, answer.made, with_facts=False)
    except (NoLegalPairing, BadInput):
        return bare, ()
    except NotProved as refused:
        why = say("the checker does not follow this pairing: {why}", why=told(refused))
        return bare, (why, say("please report it: one of the two has misread the rules"))
    return replace(act, proof=_compact(proof)), ()


def _compact(proof: dict[str, Any]) -> str:
    return json.dumps(proof, separators=(",", ":"))


def whole_proof(replayed: Replay) -> str:
    """The proof of a published round with its facts, as a file."""
    proof = json.loads(replayed.proof)
    return text_of({**proof, "facts": {**proof["facts"], "event": facts_of(replayed.before)}})


def is_proved(replayed: Replay) -> bool | None:
    """Whether the proof in the journal holds for the facts in it; None where there is none."""
    if not replayed.proof:
        return None
    document = json.loads(replayed.proof)
    tables = [[t.white, t.black] for t in sorted(replayed.tables, key=lambda t: t.table)]
    same = (document.get("pairs"), document.get("bye")) == (tables, replayed.bye)
    return same and verify(document, facts_of(replayed.before)).proved
