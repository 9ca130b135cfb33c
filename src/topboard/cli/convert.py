"""The ``topboard convert`` command."""

from __future__ import annotations

from argparse import Namespace

from topboard import api
from topboard._frozen import replace
from topboard.cli.exit_codes import DONE
from topboard.cli.input_files import choose_event_format_for_output
from topboard.cli.streams import print_message, print_note
from topboard.formats import describe_losses, dumps, read
from topboard.formats.files import write_file_or_stream
from topboard.messages import say
from topboard.systems.registry import system as system_named


def run_convert(request: Namespace) -> int:
    """Convert an event to another format, and report any data that this format cannot store."""
    target = request.to or choose_event_format_for_output(request.output)
    tournament = read(
        request.file,
        accept_points=request.accept_points,
        paired_by=request.system or "",
        on_note=print_note,
    )
    if request.system is not None:
        tournament = replace(tournament, system=system_named(request.system).name)
    if request.number:
        tournament = api.choose_system(tournament, None).assign_pairing_numbers(tournament)
    text = dumps(tournament, target)
    for what in describe_losses(tournament, target, text):
        print_message(say("The {target} format cannot store {what}.", target=target, what=what))
    write_file_or_stream(text, request.output)
    return DONE
