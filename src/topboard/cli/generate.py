"""The ``topboard generate`` command."""

from __future__ import annotations

from argparse import Namespace
from secrets import randbelow

from topboard._frozen import replace
from topboard.analysis.generate import (
    Wishes,
    count_rounds_to_play,
    draw_event_properties,
    generate_rounds,
)
from topboard.cli.exit_codes import DONE, NO_PAIRING
from topboard.cli.input_files import choose_event_format_for_output, parse_tie_break_codes
from topboard.cli.streams import print_message, print_to_stderr
from topboard.cli.terminal import show_round_progress
from topboard.errors import NoLegalPairing
from topboard.event.arguments import parse_scoring_scale
from topboard.formats import write
from topboard.messages import say
from topboard.systems.registry import system as system_named

HIGHEST_SEED = 10**9
"""The highest random seed. Seeds are short because people may read them aloud."""


def run_generate(request: Namespace) -> int:
    """Generate a random event and write it to a file."""
    format = request.to or choose_event_format_for_output(request.output)
    seed = _choose_generator_seed(request)
    wishes = _build_generator_settings(request, seed)
    print_to_stderr(say("Seed: {seed}", seed=seed))
    events = generate_rounds(system_named(request.system), seed, wishes)
    made = next(events)
    code = DONE
    try:
        for after in show_round_progress(events, count_rounds_to_play(made, wishes)):
            made = after
    except NoLegalPairing as none:
        print_message(str(none))
        print_message(say("The event ends before round {round}.", round=made.round_to_pair))
        code = NO_PAIRING
    # The file is written once at the end, so that an interruption leaves no partial event.
    write(made, request.output, format)
    return code


def _choose_generator_seed(request: Namespace) -> int:
    if request.seed is not None:
        return int(request.seed)
    return randbelow(HIGHEST_SEED)


def _build_generator_settings(request: Namespace, seed: int) -> Wishes:
    """Return the settings for the random event.

    Those not given on the command line have default values or, with ``--random``, random values.
    """
    named = {name: getattr(request, name, None) for name in Wishes.__dataclass_fields__}
    named["variations"] = tuple(request.variation)
    if request.tie_breaks is not None:
        named["tie_breaks"] = parse_tie_break_codes(request.tie_breaks)
    if request.points is not None:
        named["scale"] = parse_scoring_scale(request.points, "--points")
    wishes = draw_event_properties(seed) if request.random else Wishes()
    return replace(wishes, **{name: value for name, value in named.items() if value is not None})
