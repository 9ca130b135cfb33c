"""``--batch``, which processes many files listed on standard input and prints JSON for each."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from topboard._frozen import replace
from topboard.cli import exit_code
from topboard.cli.engine.call import Work
from topboard.cli.engine.checker import compare_with_file, to_check
from topboard.cli.engine.pairing import in_board_order, to_pair
from topboard.cli.exit_codes import DIFFERENCE_ASKED_FOR, DONE, TOO_LARGE, UNEXPECTED
from topboard.errors import TopboardError
from topboard.formats.trf.positions import tables_by_position

if TYPE_CHECKING:
    from topboard.cli.engine.call import Call


def batch(call: Call) -> int:
    """Print one line of JSON for every file. An error in one file does not stop the others."""
    differs = False
    for line in sys.stdin:
        name = line.rstrip("\r\n")
        if not name:
            continue
        told = _answer(replace(call, source=name))
        differs = differs or bool(told.get("differences"))
        print(json.dumps({"file": name, **told}), flush=True)
    return DIFFERENCE_ASKED_FOR if differs and call.strict else DONE


def _answer(call: Call) -> dict[str, Any]:
    try:
        return {"exit": DONE, **(_check(call) if call.work is Work.CHECK else _pair(call))}
    except TopboardError as error:
        return {"exit": exit_code(error), "error": str(error).splitlines()}
    except (RecursionError, MemoryError):
        return {"exit": TOO_LARGE, "error": ["the input is too large for this machine"]}
    except Exception as error:
        return {"exit": UNEXPECTED, "error": [f"unexpected: {type(error).__name__}: {error}"]}


def _pair(call: Call) -> dict[str, Any]:
    tournament, rules = to_pair(call)
    pairs = in_board_order(tables_by_position(tournament, rules))
    return {"system": rules.name, "round": tournament.round_to_pair, "pairs": pairs}


def _check(call: Call) -> dict[str, Any]:
    tournament, rules, rounds = to_check(call)
    found = [compare_with_file(tournament.before(number), rules) for number in rounds]
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
