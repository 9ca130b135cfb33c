"""The engine's ``-g`` option, which generates a random event and writes it to a file."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.analysis.generate import draw_event_properties, generate_rounds
from topboard.cli.engine.check_list import format_check_list
from topboard.cli.engine.events import choose_system, output_path_beside_input, read_event_file
from topboard.cli.engine.pairing import write_check_list_text_to_file
from topboard.cli.engine.settings import derive_settings_from_model_event, parse_settings_file
from topboard.cli.exit_codes import DONE
from topboard.errors import NoLegalPairing
from topboard.formats import dumps
from topboard.formats.files import read_file_or_stream, write_file_or_stream
from topboard.model import Tournament

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.analysis.generate import Wishes
    from topboard.cli.engine.call import EngineCall
    from topboard.systems.registry import System


def run_generate(call: EngineCall) -> int:
    """Generate an event and write it to a file.

    If a round has no legal pairing, the event is written without it and the error is raised.
    """
    seed = int.from_bytes(os.urandom(4)) if call.seed is None else call.seed
    model = read_event_file(call) if call.of_model else None
    rules = choose_system(call, model or Tournament(()))
    wishes = _choose_generator_settings(call, seed, model)
    output = output_path_beside_input(call.output, call.source) if call.source else call.output
    made, refusal = _generate_all_rounds(generate_rounds(rules, seed, wishes, model))
    made = _replace_event_and_participant_names(made, seed, keep_names=model is not None)
    write_file_or_stream(dumps(made, "trf26"), output, lasting=False)
    if call.wants_list:
        write_check_list_text_to_file(call, output, _format_check_lists_of_all_rounds(made, rules))
    if refusal is not None:
        raise refusal
    return DONE


def _choose_generator_settings(call: EngineCall, seed: int, model: Tournament | None) -> Wishes:
    wishes = draw_event_properties(seed)
    if model is not None:
        return derive_settings_from_model_event(model)
    if not call.source:
        return wishes
    content, name = read_file_or_stream(call.source)
    return parse_settings_file(
        content if isinstance(content, str) else content.decode("latin-1"), name, wishes
    )


def _generate_all_rounds(events: Iterator[Tournament]) -> tuple[Tournament, NoLegalPairing | None]:
    """Return the generated event, and the error if one of its rounds could not be paired."""
    made = next(events)
    try:
        for after in events:
            made = after
    except NoLegalPairing as refusal:
        return made, refusal
    return made, None


def _replace_event_and_participant_names(
    made: Tournament, seed: int, *, keep_names: bool
) -> Tournament:
    """Return the event with names like those from the generators of other engines.

    With ``keep_names`` only the event is renamed, and the participants keep their names.
    """
    named = replace(made, name=f"AutoTest Tournament {seed}")
    if keep_names:
        return named
    competitors = tuple(
        replace(c, name=f"Test{c.number:04} Player{c.number:04}") for c in made.competitors
    )
    return replace(named, competitors=competitors)


def _format_check_lists_of_all_rounds(made: Tournament, rules: System) -> str:
    told = ""
    for played in made.rounds:
        before = made.before(played.number)
        tables = rules.pair_without_reasons(before)
        told += f"Round #{played.number}.\n{format_check_list(before, rules, tables)}"
    return told
