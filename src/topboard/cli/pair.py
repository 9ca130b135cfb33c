"""The ``topboard pair`` command."""

from __future__ import annotations

from argparse import Namespace

from topboard import api
from topboard.checking import compare_pairing_with_published
from topboard.cli import text_output
from topboard.cli.exit_codes import DONE
from topboard.cli.input_files import read_event_before_round
from topboard.cli.json_output import print_value_as_json
from topboard.cli.streams import print_message
from topboard.cli.terminal import print_lines
from topboard.messages import say
from topboard.model import Tournament
from topboard.questions.rounds import refuse_if_all_rounds_played
from topboard.reasons.decisions import RoundPairing
from topboard.serialize import answers


def run_pair(request: Namespace) -> int:
    """Pair the next round of an event file and print the pairing."""
    tournament = read_event_before_round(request)
    refuse_if_all_rounds_played(tournament)
    pairing = api.choose_system(tournament, request.system).pair(tournament)
    if request.plain:
        print(*_format_pairs_for_host_programs(pairing), sep="\n")
    elif request.json:
        print_value_as_json(
            answers.pairing_to_json(tournament, pairing, with_reasons=request.reasons)
        )
    else:
        print_lines(text_output.format_pairing(tournament, pairing))
        if request.reasons:
            print_lines(["", *text_output.format_reasons_for_round(tournament, pairing)])
    _print_difference_from_published_pairing(tournament, pairing)
    return DONE


def _format_pairs_for_host_programs(pairing: RoundPairing) -> list[str]:
    """Return the pairs as lines of numbers, in the form that pairing engines write."""
    lines = [f"{pair.white} {pair.black}" for pair in pairing.pairs]
    if pairing.bye is not None:
        lines.append(f"{pairing.bye} 0")
    return [str(len(lines)), *lines]


def _print_difference_from_published_pairing(tournament: Tournament, pairing: RoundPairing) -> None:
    if tournament.published is None:
        return
    result = compare_pairing_with_published(tournament, pairing)
    if result.differences:
        print_message(
            say(
                "Round {round} differs from the published pairing. For details, run topboard"
                " check.",
                round=result.round,
            )
        )
    else:
        print_message(
            say("Round {round} is the same as the published pairing.", round=result.round)
        )
