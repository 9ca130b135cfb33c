"""The ``topboard pair`` command."""

from __future__ import annotations

from argparse import Namespace

from topboard import api
from topboard.checking import compare
from topboard.cli import text_output
from topboard.cli.exit_codes import DONE
from topboard.cli.input_files import event_before, refuse_beyond_last_round
from topboard.cli.json_output import show_json
from topboard.cli.streams import speak
from topboard.cli.terminal import show
from topboard.messages import say
from topboard.model import Tournament
from topboard.reasons.decisions import RoundPairing


def pair(request: Namespace) -> int:
    """Pair the next round of an event file and print the pairing."""
    tournament = event_before(request)
    refuse_beyond_last_round(tournament)
    pairing = api.system_of(tournament, request.system).pair(tournament)
    if request.plain:
        print(*_plain(pairing), sep="\n")
    elif request.json:
        # Seam: only --json needs the answers, whose modules take longer to load than a small round.
        from topboard.serialize import answers

        show_json(answers.pairing(tournament, pairing, with_reasons=request.reasons))
    else:
        show(text_output.pairing(tournament, pairing))
        if request.reasons:
            show(["", *text_output.reasons(tournament, pairing)])
    _say_if_published_differs(tournament, pairing)
    return DONE


def _plain(pairing: RoundPairing) -> list[str]:
    """Return the lines of the round in the form that host programs of pairing engines read."""
    lines = [f"{pair.white} {pair.black}" for pair in pairing.pairs]
    if pairing.bye is not None:
        lines.append(f"{pairing.bye} 0")
    return [str(len(lines)), *lines]


def _say_if_published_differs(tournament: Tournament, pairing: RoundPairing) -> None:
    if tournament.published is None:
        return
    result = compare(tournament, pairing)
    if result.differences:
        speak(say("round {round} not as published: see topboard check", round=result.round))
    else:
        speak(say("round {round} as published", round=result.round))
