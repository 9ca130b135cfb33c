"""The writer of proofs.

It runs the checker on the round. Wherever the checker would read a step from a file, the writer
creates the step and records it.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from topboard._frozen import replace
from topboard.errors import BadInput, Problem
from topboard.messages import say
from topboard.proof.prove.facts import build_facts, remove_affiliations
from topboard.proof.verify import (
    SYSTEMS,
    NotProved,
    VerificationResult,
    check_round,
    verify_steps_for_round,
)
from topboard.proof.verify.facts import digest_json
from topboard.proof.verify.round import (
    FORMAT,
    ProposedRound,
    build_step_reader,
    check_proposed_round,
    load_regulations,
    parse_proposed_round,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from topboard.model import Tournament
    from topboard.reasons.decisions import RoundHistoryCache, RoundPairing


_regulations = cache(load_regulations)


def prove(
    tournament: Tournament, pairing: RoundPairing, *, with_facts: bool = True
) -> dict[str, Any]:
    """Return the proof of a pairing of the next round as a JSON object.

    The pairing must have been made by the rules and not read from a file, because its reasons are
    needed. Raise ``NotProved`` if the checker reads the rules differently from the pairing system.
    """
    refuse_unprovable_system(pairing.system)
    pairs = [(pair.white, pair.black) for pair in pairing.pairs]
    read = _get_round_histories_used_by_pairing(pairing, tournament)
    known = tuple(map(remove_affiliations, tournament.competitors))
    walked = replace(tournament, competitors=known)
    round_ = check_proposed_round(walked, pairing.system, pairs, pairing.bye)
    round_ = round_._replace(rows=read.outcomes, had=read.colours, met=read.met)
    family = import_module(f"topboard.proof.prove.{SYSTEMS[pairing.system]}")
    maker = family.MAKER(pairing, round_.opponents)
    check_round(round_, maker)
    facts = build_facts(tournament)
    carried = {"event": facts} if with_facts else {}
    return {
        "format": FORMAT,
        # Import by name, because the package itself exports modules of higher layers.
        "program": f"topboard {import_module('topboard').__version__}",
        "system": pairing.system,
        "regulation": _regulations()[pairing.system]["digests"][0],
        "revision": _regulations()[pairing.system]["revision"],
        "round": pairing.round,
        "facts": {"digest": digest_json(facts), **carried},
        "pairs": [[*pair] for pair in pairs],
        **({} if pairing.bye is None else {"bye": pairing.bye}),
        "steps": maker.written,
    }


def _get_round_histories_used_by_pairing(
    pairing: RoundPairing, tournament: Tournament
) -> RoundHistoryCache:
    """Return the data that the pairing system read from the earlier rounds of this tournament.

    Raise ``BadInput`` if the pairing was not made from this tournament.
    """
    read = pairing.made_from
    if read is not None and (read.tournament is tournament or read.tournament == tournament):
        return read
    if read is None:
        raise build_unprovable_pairing_error(pairing)
    raise _build_error_with_proving_remedy(
        pairing,
        say("this pairing was made from different data, so it cannot be proved for this event"),
    )


def build_unprovable_pairing_error(pairing: RoundPairing) -> BadInput:
    """Return the error for a pairing without recorded decisions, such as one read from a file."""
    what = say("this pairing does not contain its decisions, so it cannot be proved")
    return _build_error_with_proving_remedy(pairing, what)


def _build_error_with_proving_remedy(pairing: RoundPairing, what: str) -> BadInput:
    remedy = say("Pair the round with topboard.pair, and prove the resulting pairing.")
    return BadInput([Problem(what, quoted=repr(pairing), remedy=remedy)])


def refuse_unprovable_system(system: str) -> None:
    """Raise ``BadInput`` if the rounds of this system cannot be proved. The message lists the
    systems whose rounds can be proved.
    """
    if system not in SYSTEMS:
        what = say("rounds of this system cannot be proved yet")
        remedy = say("Choose one of: {known}.", known=", ".join(SYSTEMS))
        raise BadInput([Problem(what, quoted=system, remedy=remedy)])


def verify_proof_against_event(
    document: Mapping[str, Any], before: Tournament, system: str
) -> VerificationResult:
    """Check that a proof is about an event's published round and proves it.

    ``before`` is the event before the round. Colours and the order of the boards are ignored if the
    event does not record them reliably. The steps are checked against the published round, so the
    error names the first decision that is wrong. Afterwards, the pairs in the proof must be those
    of the published round.
    """
    facts = build_facts(before)
    published = before.published
    try:
        _refuse_proof_of_different_system(document, system)
        proved = parse_proposed_round(document, facts)
        if published is None:
            return verify_steps_for_round(proved, build_step_reader(document))
        pairs = {
            (m.white, m.black): m.colour_known
            for m in published.meetings
            if m.white is not None and m.black is not None
        }
        round_ = check_proposed_round(proved.tournament, proved.system, [*pairs], published.bye)
    except NotProved as refused:
        return VerificationResult((), refused)
    unknown = [frozenset(pair) for pair, colour_known in pairs.items() if not colour_known]
    known = round_._replace(tables_known=published.tables_known, colour_unknown=unknown)
    found = verify_steps_for_round(known, build_step_reader(document))
    if not found.proved:
        return found
    other = _find_difference_from_published_round(proved, known)
    if (
        other is None
        and known.tables_known
        and _list_pairs_without_colours(proved) != _list_pairs_without_colours(known)
    ):
        # Not every regulation orders the boards, so the steps decide whether the order in the proof
        # holds.
        other = verify_steps_for_round(proved, build_step_reader(document)).refused
    return VerificationResult(found.holding, other)


def _list_pairs_without_colours(round_: ProposedRound) -> list[frozenset[int]]:
    return [frozenset(pair) for pair in round_.pairs]


def _refuse_proof_of_different_system(document: Mapping[str, Any], system: str) -> None:
    said = document.get("system")
    if said != system:
        raise NotProved(
            "the proof is for {said}, but the event is paired by {system}",
            said=str(said),
            system=system,
        )


def _find_difference_from_published_round(
    proved: ProposedRound, published: ProposedRound
) -> NotProved | None:
    """Return an error if the round in the proof differs from the published one, else None."""
    bye, ours = ([n for n, o in one.opponents.items() if o is None] for one in (published, proved))
    if bye != ours:
        said = ", ".join(map(str, ours)) or "-"
        due = ", ".join(map(str, bye)) or "-"
        return NotProved(
            "the proof gives the bye to {said}, but the published bye is {due}", said=said, due=due
        )
    whites = dict(proved.pairs)
    for white, black in published.pairs:
        pair = f"{white}-{black}"
        if proved.opponents.get(white) != black:
            return NotProved(
                "the proof has different pairs: {pair} is published but not in the proof", pair=pair
            )
        if whites.get(white) != black and frozenset((white, black)) not in published.colour_unknown:
            return NotProved("the colours of {pair} are different in the proof", pair=pair)
    return None


def format_proof(proof: Mapping[str, Any]) -> str:
    """Return a proof as a JSON string, with one line for each key and each step."""
    parts = []
    for name, value in proof.items():
        written = _format_compact_json(value)
        if name == "steps":
            written = "[\n" + ",\n".join(f" {_format_compact_json(step)}" for step in value) + "\n]"
        parts.append(f"{_format_compact_json(name)}:{written}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _format_compact_json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
