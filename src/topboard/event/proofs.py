"""The proof of a round that is published: made with it, and completed when somebody asks for it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from topboard.errors import BadInput, NoLegalPairing
from topboard.event.pairing import facts, has_tables
from topboard.event.remembered import paired
from topboard.messages import say
from topboard.proof import SYSTEMS, NotProved, Verified, follow
from topboard.proof.round import parsed, proposed, round_of, steps_of
from topboard.proving import prove, text_of
from topboard.proving.facts import facts_of
from topboard.proving.words import told
from topboard.records import replace

if TYPE_CHECKING:
    from topboard.event.acts import PublishRound
    from topboard.event.replay import Replay
    from topboard.event.state import Event, PublishedRound, Section


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
        answer = paired(facts(event, section))
        if not has_tables(answer.made, draft.tables, draft.bye):
            # The facts have changed, and the publication will be refused.
            return bare, ()
        proof = prove(answer.facts, answer.made, with_facts=False)
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


def checked(replayed: Replay) -> Verified | None:
    """What the checker says of the proof in the journal, by the facts and the tables in it.

    None where a round has no proof.
    """
    if not replayed.proof:
        return None
    try:
        document = parsed(replayed.proof)
        proved = round_of(document, facts_of(replayed.before))
        pairs = [(t.white, t.black) for t in sorted(replayed.tables, key=lambda t: t.table)]
        published = proposed(proved.tournament, proved.system, pairs, replayed.bye)
    except NotProved as refused:
        return Verified((), refused)
    found = follow(published, steps_of(document))
    as_filed, as_played = ((one.pairs, one.opponents) for one in (proved, published))
    if found.proved and as_filed != as_played:
        # The file that is offered names other pairs than its steps prove.
        return follow(proved, steps_of(document))
    return found


def in_words(section: Section, played: PublishedRound) -> str:
    """That a published round is proved and what that means, or why it is not: one sentence."""
    if played.proof:
        return say(
            "Proved: a checker that knows nothing of the engine has followed every decision of"
            " this round."
        )
    if section.system not in SYSTEMS:
        return say("No proof: rounds by these rules cannot be proved yet.")
    if played.revision:
        return say("No proof: the arbiters changed the round after it was published.")
    if played.manual:
        return say("No proof: the arbiters paired the round by hand.")
    if not played.digest:
        return say("No proof: another program paired the round.")
    return say("No proof: the round was published without one.")
