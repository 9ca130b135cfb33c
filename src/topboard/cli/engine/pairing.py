"""The engine's ``-p`` option, which pairs the next round and writes the pairs in board order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.cli.engine import format_program_info, load_engine_function
from topboard.cli.engine.call import input_name_for_messages
from topboard.cli.engine.events import (
    check_list_path,
    choose_system,
    find_initial_colour,
    output_path_beside_input,
    read_event_file,
)
from topboard.cli.exit_codes import DONE
from topboard.cli.streams import print_to_stderr
from topboard.errors import BadInput, CannotReadOrWrite, Problem
from topboard.formats.files import STANDARD, write_file_or_stream
from topboard.formats.trf.positions import pair_next_round_by_position

if TYPE_CHECKING:
    from topboard.cli.engine.call import EngineCall
    from topboard.model import Number, Tables, Tournament
    from topboard.systems.registry import System


def run_pair(call: EngineCall) -> int:
    """Pair the next round and write the pairs to the requested file or standard output."""
    tournament, rules = load_event_to_pair(call)
    tables = pair_next_round_by_position(tournament, rules)
    if call.wants_list:
        write_check_list(call, tournament, rules, tables)
    target = output_path_beside_input(call.output, call.source) if call.output else STANDARD
    write_file_or_stream(format_pairs_for_host_program(tables), target, lasting=False)
    return DONE


def load_event_to_pair(call: EngineCall) -> tuple[Tournament, System]:
    """Return the event and its system. Raise ``BadInput`` if the next round cannot be paired."""
    tournament = read_event_file(call)
    rules = choose_system(call, tournament)
    problems = [
        Problem(what, input_name_for_messages(call.source), quoted, remedy)
        for what, quoted, remedy in _find_problems_before_pairing(
            tournament, rules, flagged=bool(call.system)
        )
    ]
    if problems:
        raise BadInput(problems)
    return tournament, rules


def _find_problems_before_pairing(
    tournament: Tournament, rules: System, *, flagged: bool
) -> list[tuple[str, str, str]]:
    """Return the problems that prevent pairing the next round.

    Each problem is a tuple of a description, the value found and a remedy.
    """
    planned, found = tournament.planned_rounds, []
    if not planned:
        what = "the total number of rounds in the tournament must be specified"
        found.append((what, "", "Add a record 142 or XXR, as in 'XXR 9'."))
    elif tournament.round_to_pair > planned:
        what = "the number of rounds is larger than the reported number of rounds"
        found.append(
            (what, str(planned), "Correct record 142 or XXR, or use -c to check the rounds.")
        )
    # If no colour was drawn, JaVaFo draws one, and bbpPairings reports an error.
    if flagged and rules.initial_colour and find_initial_colour(tournament, rules) is None:
        what = "the initial piece colours must be specified"
        found.append((what, "", "Add a record 152 or XXC, as in 'XXC white1'."))
    return found


def format_pairs_for_host_program(tables: Tables) -> str:
    """Return the number of pairs and then each pair, White first, on lines of their own."""
    lines = [f"{white} {black}" for white, black in pairs_in_board_order(tables)]
    return "".join(f"{line}\n" for line in (len(lines), *lines))


def pairs_in_board_order(tables: Tables) -> list[tuple[int, int]]:
    """Return the pairs in board order, followed by the bye as a pair with 0.

    They are sorted by the higher score in each pair, then by the lower score, then by the number of
    the player with the higher score. Virtual points are not included.
    """
    points = tables.points

    def board_sort_key(pair: tuple[Number, Number]) -> tuple[int, int, int]:
        higher, lower = sorted(pair, key=lambda number: (-points[number], number))
        return -points[higher], -points[lower], higher

    pairs = sorted(((pair.white, pair.black) for pair in tables.pairs), key=board_sort_key)
    return [*pairs, *([] if tables.bye is None else [(tables.bye, 0)])]


def write_check_list(
    call: EngineCall, tournament: Tournament, rules: System, tables: Tables
) -> None:
    """Write the checklist of a round to a file. If this fails, the pairing is still written."""
    # The module is imported only here, because few host programs request a checklist.
    check_list_text = load_engine_function("check_list", "format_check_list")
    write_check_list_text_to_file(call, call.source, check_list_text(tournament, rules, tables))


def write_check_list_text_to_file(call: EngineCall, source: str, text: str) -> None:
    """Write the text of a checklist, followed by the name and version of the program.

    If this fails, print the error to standard error and raise no exception.
    """

    try:
        path = check_list_path(call, source)
        write_file_or_stream(text + format_program_info(), path, lasting=False)
    except CannotReadOrWrite as error:
        print_to_stderr(f"The checklist could not be written: {error}")
