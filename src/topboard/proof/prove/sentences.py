"""The checker's messages, for translation.

The checker itself reports problems in English only. This module has the same sentences as messages
of the catalogue.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.messages import message, say, say_kept
from topboard.proof.verify import find_proof_scope
from topboard.proof.verify.round import load_regulations

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from topboard.proof.verify import NotProved

SENTENCES = (
    message("the proof is for {said}, but the event is paired by {system}"),
    message("the proof gives the bye to {said}, but the published bye is {due}"),
    message("the proof has different pairs: {pair} is published but not in the proof"),
    message("the colours of {pair} are different in the proof"),
    message("the list of waived colour limits cannot be read"),
    message("the colour limits need not be waived for {number}"),
    message("the proof does not show which players the group below can spare"),
    message("unknown system {system}"),
    message("the number of participants to pair is even, but {number} has a bye"),
    message("the event data cannot be read: {wrong}"),
    message("according to the rules, {black} has White against {white}"),
    message("the proof does not show that other participants have to leave the group instead"),
    message("the pairing in which these participants leave the group is not valid"),
    message("the dual values do not show that fewer participants cannot leave"),
    message("the dual values do not match the costs of these pairs"),
    message("the dual values do not show that these odd men are the best choice"),
    message("the proof of these odd men uses an earlier interpretation of the rules"),
    message("the dual values do not show that these halves are the best choice"),
    message("the proof does not show that other players need these columns"),
    message("the request made by {number} could be granted"),
    message("the proof does not show that the requests can be granted together"),
    message("the next group must be the one with {points} tenths of a point"),
    message("the number of participants who leave the group cannot be {leaving}"),
    message("the number of participants who leave the group need not be {leaving}"),
    message("{number} is in the round but should not be paired"),
    message("the file is too large for a proof: {size} bytes"),
    message("the file is not a proof: it is not a JSON object"),
    message("the format is {said}, not {format}"),
    message("the proof does not state the digest of the event data"),
    message(
        "the proof does not include the event data it relies on; give the file that contains them"
    ),
    message("the event data do not belong to this proof: their digest is different"),
    message("the event data are for round {round}, but the proof is for a different round"),
    message("the pairs of the round cannot be read"),
    message("{number} is in the round twice"),
    message("{number} should be paired but is not in the round"),
    message("the file is not JSON: {wrong}"),
    message("the proof rules out every way to pair the group"),
    message("the proof names the wrong group of participants who could leave instead"),
    message("the rules require a different decision here: {due}"),
    message(
        "an earlier way to pair the group is passed over, but the evidence given ({bridge}) "
        "does not rule it out"
    ),
    message("{who} may not be chosen here"),
    message(
        "according to the rules, {number} meets {opponent}, but the published pair is "
        "{number} against {other}"
    ),
    message("the proof leaves {left} undecided"),
    message(
        "{first} comes first in the order and should have been chosen: the evidence given "
        "({bridge}) does not show that the others could not be paired"
    ),
    message(
        "according to the rules, {number} meets no one in this group ({how}), but the "
        "published pair is {number} against {other}"
    ),
    message("the proof ends before this decision"),
    message("the proof of this step is missing or cannot be read"),
    message("the rules require no further decision"),
    message("the pair {a}-{b} is required, but it is not in the round"),
    message("{number} may not have the bye"),
    message("the proof does not show that nothing better is possible here"),
    message("{first} comes first in the order, but the proof does not rule it out"),
    message("the next bracket must be the one with {points} tenths of a point"),
    message("table {table} belongs to {due}, but {pair} is published there"),
)

SCOPES = {
    "points": message("points"),
    "ranking": message("ranking"),
    "columns": message("columns"),
    "bye": message("bye"),
    "score groups": message("scoregroups"),
    "floaters": message("floaters"),
    "criteria": message("criteria"),
    "odd men": message("odd men"),
    "wishes": message("requests not to meet"),
    "halves": message("halves"),
    "opponents": message("opponents"),
    "colours": message("colours"),
    "tables": message("tables"),
}
"""The parts of a round that may be proved or recomputed, mapped to the words shown to readers."""

_KNOWN = {str(sentence): sentence for sentence in SENTENCES}


def describe_proved_parts(system: str) -> str:
    """Return a sentence about the proved and the recomputed parts of a system's rounds.

    If the system's rounds cannot be proved, the sentence says so.
    """
    found = find_proof_scope(system)
    if found is None:
        return say("no proofs yet; rounds are checked by pairing them again")
    said = {part: say_kept(word) for part, word in SCOPES.items()}
    return say(
        "proved: {proved}; recomputed: {recomputed}",
        proved=", ".join(said[word] for word in found.proved),
        recomputed=", ".join(said[word] for word in found.recomputed),
    )


def describe_rule_change_since_proof(document: Mapping[str, Any]) -> str:
    """Return a note if a proof was made under other articles or another revision of the rules.

    Otherwise return an empty string.
    """
    known = load_regulations().get(str(document.get("system")))
    made_by = document.get("revision", 1)
    if known is not None and made_by != known["revision"]:
        return say(
            "The proof was made with revision {old} of these rules. This program uses revision "
            "{new}.",
            old=made_by,
            new=known["revision"],
        )
    return say(
        "The proof refers to a different list of articles. It was made by an older or a newer "
        "version of the program."
    )


def translate_refusal_with_step(refused: NotProved) -> str:
    """Return a message with the step that is not proved, its article and the reason."""
    if not refused.step:
        return say("before the first step: {why}", why=translate_refusal(refused))
    if not refused.article:
        return say("step {step}: {why}", step=refused.step, why=translate_refusal(refused))
    return say(
        "step {step}, article {article}: {why}",
        step=refused.step,
        article=refused.article,
        why=translate_refusal(refused),
    )


def translate_refusal(refused: NotProved) -> str:
    """Return the translated reason why a step is not proved."""
    return say_kept(_KNOWN[refused.message], **refused.places)
