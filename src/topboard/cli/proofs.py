"""``topboard prove`` and ``topboard verify``: a round with its proof, and the proof checked."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from topboard import api
from topboard.cli.exit_codes import DIFFERENCE, DONE
from topboard.cli.terminal import show, show_json
from topboard.errors import BadInput, Problem
from topboard.messages import say

if TYPE_CHECKING:
    from argparse import Namespace

    from topboard.proof import Verified


def prove(request: Namespace) -> int:
    """Write the proof of a round."""
    from topboard.cli.commands import event_before, refuse_beyond_last_round
    from topboard.formats.files import deliver
    from topboard.proving import prove as proof_of, text_of

    tournament = event_before(request)
    refuse_beyond_last_round(tournament)
    pairing = api.system_of(tournament, request.system).pair(tournament)
    made = proof_of(tournament, pairing, with_facts=not request.without_facts)
    deliver(text_of(made), request.output)
    return DONE


def verify(request: Namespace) -> int:
    """Check a proof, by itself or against the event that it is said to be of."""
    from topboard.formats.files import fetch
    from topboard.proof import NotProved, verify as verified
    from topboard.proof.round import parsed

    try:
        document = parsed(fetch(request.proof)[0])
    except NotProved as refused:
        raise BadInput([Problem(str(refused), where=str(request.proof))]) from None
    found = verified(document) if request.file is None else _against_event(document, request)
    if request.json:
        from topboard import answers

        show_json(answers.verified(document, found))
    else:
        from topboard.cli import as_text

        show(as_text.verified(document, found, all_steps=request.steps))
    return DONE if found.proved else DIFFERENCE


def _against_event(document: dict[str, Any], request: Namespace) -> Verified:
    """The proof, checked for the facts and the round that the event has."""
    from topboard.formats import read
    from topboard.proving import verified_for

    tournament = read(request.file, accept_points=request.accept_points)
    number = document.get("round")
    if type(number) is not int or not 1 <= number <= tournament.round_to_pair:
        last = tournament.round_to_pair
        what = say("the file knows rounds 1 to {last}", last=last)
        raise BadInput([Problem(what, where=str(request.file), quoted=json.dumps(number))])
    return verified_for(document, tournament.before(number))
