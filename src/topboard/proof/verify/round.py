"""The file format of a proof: its description, its facts and the round it is about."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from topboard.model import Colour, Tournament
from topboard.model.history import colours_played, outcomes, participants_to_pair
from topboard.proof.verify.facts import (
    build_list_reader,
    build_pair_reader,
    digest_json,
    number,
    optional_reader,
    parse_tournament,
)
from topboard.proof.verify.reader import NotProved, ProofReader

FORMAT = "topboard-proof/1"
LARGEST = 50_000_000
"""The maximum size of a proof file in bytes. A round of 1,000 players needs a hundredth of it."""


def load_regulations() -> dict[str, Any]:
    """Return the revision of each system that this checker supports, with the digests of its
    articles.
    """
    return dict(json.loads(Path(__file__).with_name("regulations.json").read_bytes()))


def is_for_supported_rules(document: Mapping[str, Any]) -> bool:
    """Return whether a proof was made for the regulations and revision that this checker
    supports.
    """
    known = load_regulations().get(str(document.get("system")), {"revision": 0, "digests": ()})
    named = document.get("revision", 1), document.get("regulation")
    return named[0] == known["revision"] and named[1] in known["digests"]


class ProposedRound(NamedTuple):
    """A round to be proved: the tournament before it, the pairs in board order, and the bye."""

    tournament: Tournament
    system: str
    pairs: Sequence[tuple[int, int]]
    opponents: Mapping[int, int | None]
    """The opponent of each participant, or None for the participant with the bye."""
    tables_known: bool = True
    colour_unknown: Collection[frozenset[int]] = ()
    """The pairs whose colours are not on record."""
    rows: Mapping[Any, Any] = {}
    """The outcomes of each participant in earlier rounds, or empty if they have not been read
    yet.
    """
    had: Mapping[Any, tuple[Colour, ...]] = {}
    """The colours that each participant to be paired has had."""
    met: Mapping[Any, Collection[int]] = {}
    """The opponents that each participant to be paired has played."""


def check_proposed_round(
    tournament: Tournament, system: str, pairs: Sequence[tuple[int, int]], bye: int | None
) -> ProposedRound:
    """Return the round with these pairs and this bye.

    Raise ``NotProved`` unless every participant to be paired occurs exactly once.
    """
    opponents: dict[int, int | None] = {} if bye is None else {bye: None}
    due = set(participants_to_pair(tournament))
    for one, other in (*pairs, *((b, w) for w, b in pairs)):
        if one in opponents:
            raise NotProved("{number} is in the round twice", number=one)
        opponents[one] = other
    for n in sorted(due.symmetric_difference(opponents)):
        if n in due:
            raise NotProved("{number} should be paired but is not in the round", number=n)
        raise NotProved("{number} is in the round but should not be paired", number=n)
    return ProposedRound(tournament, system, [(w, b) for w, b in pairs], opponents)


def add_earlier_outcomes_to_round(round_: ProposedRound) -> ProposedRound:
    """Return the round after filling in each participant's earlier outcomes and colours."""
    rows = round_.rows or outcomes(round_.tournament)
    had = round_.had or {n: colours_played(row) for n, row in rows.items()}
    return round_._replace(rows=rows, had=had)


def parse_proof(text: str | bytes) -> dict[str, Any]:
    """Return the proof in a file as a JSON object.

    Raise ``NotProved`` if the file is too large or not valid.
    """
    if len(text) > LARGEST:
        raise NotProved("the file is too large for a proof: {size} bytes", size=len(text))
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as wrong:
        raise NotProved("the file is not JSON: {wrong}", wrong=wrong) from None
    if not isinstance(found, dict):
        raise NotProved("the file is not a proof: it is not a JSON object")
    refuse_unknown_format(found)
    return found


def refuse_unknown_format(document: Mapping[str, Any]) -> None:
    """Raise ``NotProved`` if the document is not a proof or is in another version of the format."""
    if document.get("format") != FORMAT:
        said = repr(document.get("format", ""))
        raise NotProved("the format is {said}, not {format}", said=said, format=FORMAT)


def parse_proposed_round(document: Mapping[str, Any], facts: Any = None) -> ProposedRound:
    """Return the round that a proof is about.

    Pass ``facts`` to use them instead of the facts in the proof.
    """
    refuse_unknown_format(document)
    claimed = document.get("facts")
    if not isinstance(claimed, dict) or not isinstance(claimed.get("digest"), str):
        raise NotProved("the proof does not state the digest of the event data")
    given = claimed.get("event") if facts is None else facts
    if given is None:
        raise NotProved(
            "the proof does not include the event data it relies on; give the file that "
            "contains them"
        )
    if digest_json(given) != claimed["digest"]:
        raise NotProved("the event data do not belong to this proof: their digest is different")
    tournament = parse_tournament(given)
    if document.get("round") != tournament.round_to_pair:
        raise NotProved(
            "the event data are for round {round}, but the proof is for a different round",
            round=tournament.round_to_pair,
        )
    try:
        pairs = build_list_reader(build_pair_reader(number, number))(document["pairs"])
        bye = optional_reader(number)(document.get("bye"))
    except (KeyError, TypeError, ValueError):
        raise NotProved("the pairs of the round cannot be read") from None
    return check_proposed_round(tournament, str(document.get("system")), pairs, bye)


def build_step_reader(document: Mapping[str, Any]) -> ProofReader:
    """Return a reader for the steps of a proof.

    The reader is empty if the proof has no list of steps.
    """
    written = document.get("steps")
    return ProofReader(written if isinstance(written, list) else ())
