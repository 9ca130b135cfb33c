"""Translations of the messages that the checker reports about a proof.

The checker has no translations and reports problems in English. Its sentences are repeated here as
messages of the catalogue.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.messages import message, say, say_kept
from topboard.proof.verify import proof_scope
from topboard.proof.verify.round import load_regulations

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from topboard.proof.verify import NotProved

SENTENCES = (
    message("the proof is by {said}, and the event is paired by {system}"),
    message("the proof gives the bye to {said}, published is {due}"),
    message("the proof has other pairs: {pair} is published and not in it"),
    message("the proof has {pair} with other colours"),
    message("the limits that yield cannot be read"),
    message("{number} need not break the limits"),
    message("nothing shows who can be missed in the group below"),
    message("this checker knows no system {system}"),
    message("the number is even, and {number} has a bye"),
    message("the facts cannot be read: {wrong}"),
    message("{black} is due White against {white}"),
    message("nothing shows that the group has to give way"),
    message("the pairing that lets these leave is none"),
    message("the dual values do not show that these are the fewest who can leave"),
    message("the dual values are none of these pairs"),
    message("the dual values do not show that no other odd men are better"),
    message("the file proves these odd men by an earlier reading of the laws"),
    message("the dual values do not show that no other halves are better"),
    message("nothing shows that these columns are kept for others"),
    message("the wish of {number} could be granted"),
    message("nothing shows that the wishes can be granted together"),
    message("the group with {points} tenths of a point is due"),
    message("so many cannot leave the group: {leaving}"),
    message("so many need not leave the group: {leaving}"),
    message("{number} is in the round and not to be paired"),
    message("the file is too large for a proof: {size} bytes"),
    message("the file is no proof: it is not an object with names"),
    message("the format is {said}, not {format}"),
    message("the proof does not name the digest of its facts"),
    message("the proof does not carry its facts: name the file that has them"),
    message("the facts are not those of the proof: their digest is another"),
    message("the facts are those before round {round}, not the round of the proof"),
    message("the pairs of the round cannot be read"),
    message("{number} stands twice in the round"),
    message("{number} is to be paired and is not in the round"),
    message("the file is no JSON: {wrong}"),
    message("the file passes over every way to pair the group"),
    message("it is another group that gives way"),
    message("the rules ask for another decision here: {due}"),
    message(
        "an earlier way to pair the group is passed over, and the bridge {bridge} does not close it"
    ),
    message("{who} may not do so here"),
    message("by the rules {number} meets {opponent}; published is {number} against {other}"),
    message("nothing is decided about {left}"),
    message(
        "{first} comes first in the order, and the bridge {bridge} does not show that the others"
        " could not be paired"
    ),
    message(
        "by the rules {number} meets nobody of these ({how}); published is {number} against {other}"
    ),
    message("the file ends before this decision"),
    message("what the file has here shows nothing"),
    message("the rules ask for no further decision"),
    message("{a}-{b} was decided beforehand"),
    message("{number} may not have the bye"),
    message("nothing shows that there is nothing better here"),
    message("{first} comes first in the order, and nothing closes it"),
    message("the bracket with {points} tenths of a point is due"),
    message("table {table} is that of {due}; published is {pair}"),
)

SCOPES = (
    message("points"),
    message("ranking"),
    message("columns"),
    message("bye"),
    message("score groups"),
    message("floaters"),
    message("criteria"),
    message("odd men"),
    message("wishes"),
    message("halves"),
    message("opponents"),
    message("colours"),
    message("tables"),
)
"""The parts of a round that may be proved or recomputed."""

_KNOWN = {str(sentence): sentence for sentence in SENTENCES}


def describe_scope(system: str) -> str:
    """Return a sentence that says which parts of a round are proved and which are recomputed.

    If the system has no proofs, the sentence says so.
    """
    found = proof_scope(system)
    if found is None:
        return say("no proofs yet: rounds are checked by pairing them again")
    said = {str(word): say_kept(word) for word in SCOPES}
    return say(
        "proved: {proved}; worked out again: {recomputed}",
        proved=", ".join(said[word] for word in found.proved),
        recomputed=", ".join(said[word] for word in found.recomputed),
    )


def describe_different_rules(document: Mapping[str, Any]) -> str:
    """Return a note if a proof was made with different articles or a different revision, or ""."""
    known = load_regulations().get(str(document.get("system")))
    made_by = document.get("revision", 1)
    if known is not None and made_by != known["revision"]:
        return say(
            "The proof was made by revision {old} of these rules. This program reads them by"
            " revision {new}.",
            old=made_by,
            new=known["revision"],
        )
    return say(
        "The proof names a different list of articles. An older or a newer version of the program"
        " made it."
    )


def format_refusal_with_step(refused: NotProved) -> str:
    """Return a message with the step that is not proved, its article and the reason."""
    if not refused.step:
        return say("before its first step: {why}", why=format_refusal(refused))
    if not refused.article:
        return say("step {step}: {why}", step=refused.step, why=format_refusal(refused))
    return say(
        "step {step}, article {article}: {why}",
        step=refused.step,
        article=refused.article,
        why=format_refusal(refused),
    )


def format_refusal(refused: NotProved) -> str:
    """Return the translated reason why a step is not proved."""
    return say_kept(_KNOWN[refused.message], **refused.places)
