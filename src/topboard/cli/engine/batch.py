"""The engine's ``--batch`` option, which processes the files named on standard input."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from topboard._frozen import replace
from topboard.cli import exit_code_for_error
from topboard.cli.engine.call import EngineTask
from topboard.cli.engine.checker import compare_round_with_file, load_rounds_to_check
from topboard.cli.engine.pairing import load_event_to_pair, pairs_in_board_order
from topboard.cli.exit_codes import DIFFERENCE_ASKED_FOR, DONE, TOO_LARGE, UNEXPECTED
from topboard.cli.streams import read_input_lines
from topboard.errors import TopboardError
from topboard.formats.trf.positions import pair_next_round_by_position

if TYPE_CHECKING:
    from topboard.cli.engine.call import EngineCall


def run_batch(call: EngineCall) -> int:
    """Process every file named on standard input and print one line of JSON for each.

    An error in one file does not stop the others.
    """
    differs = False
    for name in read_input_lines():
        if not name:
            continue
        told = _process_file_to_json(replace(call, source=name))
        differs = differs or bool(told.get("differences"))
        print(json.dumps({"file": name, **told}), flush=True)
    return DIFFERENCE_ASKED_FOR if differs and call.strict else DONE


def _process_file_to_json(call: EngineCall) -> dict[str, Any]:
    try:
        return {
            "exit": DONE,
            **(
                _check_rounds_in_file(call)
                if call.work is EngineTask.CHECK
                else _pair_next_round_in_file(call)
            ),
        }
    except TopboardError as error:
        return {"exit": exit_code_for_error(error), "error": str(error).splitlines()}
    except (RecursionError, MemoryError):
        return {"exit": TOO_LARGE, "error": ["the input is too large for this machine"]}
    except Exception as error:
        return {"exit": UNEXPECTED, "error": [f"unexpected: {type(error).__name__}: {error}"]}


def _pair_next_round_in_file(call: EngineCall) -> dict[str, Any]:
    tournament, rules = load_event_to_pair(call)
    pairs = pairs_in_board_order(pair_next_round_by_position(tournament, rules))
    return {"system": rules.name, "round": tournament.round_to_pair, "pairs": pairs}


def _check_rounds_in_file(call: EngineCall) -> dict[str, Any]:
    tournament, rules, rounds = load_rounds_to_check(call)
    found = [compare_round_with_file(tournament.before(number), rules) for number in rounds]
    return {
        "system": rules.name,
        "rounds": len(found),
        "differences": [
            {
                "round": one.round,
                "pairing_exists": one.tables is not None,
                "checker": one.checker,
                "tournament": one.tournament,
            }
            for one in found
            if one.differs
        ],
    }
