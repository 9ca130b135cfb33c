"""Functions that read the engine's input file and choose the pairing system and output paths."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.cli.engine.call import STANDARD_INPUT, InvalidCommandLine, input_name_for_messages
from topboard.errors import BadInput, Problem
from topboard.formats import read
from topboard.formats.trf.types import find_system_by_code
from topboard.systems.registry import CODES_BY_DATE, SYSTEMS, TYPE_CODES, system

if TYPE_CHECKING:
    from topboard.cli.engine.call import EngineCall
    from topboard.model import Colour, Tournament
    from topboard.systems.registry import System

CALLED = {
    "dutch": "FIDE_DUTCH",
    "burstein": "FIDE_BURSTEIN",
    "dubov": "FIDE_DUBOV",
    "lim": "FIDE_LIM",
    "double": "FIDE_DOUBLESWISS",
    "team": "FIDE_TEAM",
    "olympiad": "FIDE_OLYMPIAD",
}
"""FIDE's codes for tournament types, keyed by the flags that pairing engines use for systems."""

BAKU = "baku"


def read_event_file(call: EngineCall) -> Tournament:
    """Return the tournament in the input file, accelerated by the Baku system if ``-b`` was
    given.
    """
    # An unknown system is reported before any problem in the file.
    edition = find_current_edition(call.system) if call.system else ""
    tournament = read(call.source, accept_points=call.accept_points, paired_by=edition)
    if call.baku and BAKU not in tournament.variations:
        tournament = replace(tournament, variations=(*tournament.variations, BAKU))
    return tournament


def list_editions_for_flag(flag: str) -> frozenset[str]:
    """Return all editions of the pairing system named by a command-line flag."""
    if flag not in CALLED:
        if flag in SYSTEMS:
            return frozenset((flag,))
        raise InvalidCommandLine("unknown option or pairing system", f"--{flag}")
    code = CALLED[flag]
    by_date = {name for _, name in CODES_BY_DATE.get(code, ())}
    found = by_date | {name for name, codes in TYPE_CODES.items() if code in codes}
    if not found:
        raise InvalidCommandLine("Topboard does not have this pairing system", f"--{flag}")
    return frozenset(found)


def find_current_edition(flag: str) -> str:
    """Return the current edition of the pairing system named by a command-line flag."""
    if len(editions := list_editions_for_flag(flag)) == 1:
        return next(iter(editions))
    named = find_system_by_code(CALLED[flag], "")
    assert named is not None, "an edition was found for the flag"
    return named[0]


def choose_system(call: EngineCall, tournament: Tournament) -> System:
    """Return the pairing system to use.

    If a flag names the system, use the edition in the file or else the current edition. Without a
    flag, use the system named in the file. Raise ``BadInput`` if Topboard does not have that
    system.
    """
    own, flag = tournament.system, call.system
    if own in (list_editions_for_flag(flag) if flag else SYSTEMS):
        return system(own)
    if not flag:
        what = "the file does not name a pairing system that Topboard knows"
        remedy = "Name the system on the command line, as in --team or --dutch."
        raise BadInput(
            [Problem(what, input_name_for_messages(call.source), tournament.details.type, remedy)]
        )
    return system(find_current_edition(flag))


def refuse_contradicting_system(call: EngineCall, tournament: Tournament) -> None:
    """Raise ``BadInput`` if the file and the command-line flag name different pairing systems."""
    own = tournament.system
    if call.system and own in SYSTEMS and own not in list_editions_for_flag(call.system):
        what = "the file names a different pairing system than the command line"
        remedy = f"Leave out --{call.system}."
        raise BadInput([Problem(what, input_name_for_messages(call.source), own, remedy)])


def find_initial_colour(tournament: Tournament, rules: System) -> Colour | None:
    """Return the initial colour given in the file, or the one implied by its rounds, or None."""
    if tournament.lot is not None or rules.initial_colour is None:
        return tournament.lot
    return rules.initial_colour(tournament)


# --- output paths -------------------------------------------------------------------------------


def output_path_beside_input(name: str, source: str) -> str:
    """Return the path of an output file.

    A name without a folder is placed next to the input file.
    """
    if os.path.dirname(name) or source == STANDARD_INPUT:
        return name
    return os.path.join(os.path.dirname(source), name)


def check_list_path(call: EngineCall, source: str) -> str:
    """Return the path of the checklist.

    By default it is the path of the input file with the extension ``.list``.
    """
    if call.check_list:
        return output_path_beside_input(call.check_list, source)
    return f"{os.path.splitext(input_name_for_messages(source))[0]}.list"
